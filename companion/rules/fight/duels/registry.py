"""The rules of every kind of duel; importing it fails in one sentence if a kind has no module here or lacks a part."""

from typing import Final

from companion.missions.duels.registry import DUEL_KINDS
from companion.missions.verbs.duel import Duel
from companion.registry import load
from companion.rules.fight.declarations import DuelRules

KINDS: Final = load("companion.rules.fight.duels", "duel", "RULES", DuelRules, DUEL_KINDS)


def needs(duel: Duel) -> tuple[int, bool]:
    """Return how many galaxy cards each side needs for the duel itself, and whether a tie is played once more."""
    rules = KINDS[duel.kind]
    return rules.galaxy_cards, rules.replay
