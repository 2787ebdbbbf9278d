"""The rules of every verb; importing it fails in one sentence if a verb has no module here or an incomplete one."""

from typing import Final

from companion.missions.model import STEPS
from companion.registry import load
from companion.rules.fight.declarations import VerbRules

VERBS: Final = load("companion.rules.fight.verbs", "verb", "RULES", VerbRules, STEPS)

_RULES_OF: Final[dict[type, VerbRules]] = {
    step: rules for name, rules in VERBS.items() for step in STEPS[name].members()
}
RUN: Final = {step: rules.run for step, rules in _RULES_OF.items()}
"""What carries out the steps of each class."""

CAN_MOVE: Final = {step: rules.can_move for step, rules in _RULES_OF.items()}
"""Whether a step of each class can move a card."""
