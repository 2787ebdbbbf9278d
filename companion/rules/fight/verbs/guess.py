"""`guess`: guess the top card of the pile, which is shown and then discarded; nothing to reveal is wrong (8.4.4).

Where the rules are silent: guessing a joker is always wrong, for a joker has neither colour nor parity.
"""

from typing import Final

from companion.missions.verbs.guess import Guess
from companion.rules.fight.context import MissionContext
from companion.rules.fight.decisions import Decision, Task, decide
from companion.rules.fight.declarations import StepResult, VerbRules
from companion.rules.fight.valuation import FEWEST_CARDS, unseen
from companion.rules.game import Action, JsonObject
from companion.rules.gong.cards import BIT, COLOR_MASK, PARITY_MASK

COLORS: Final[tuple[Action, ...]] = tuple(("color", word) for word in ("blue", "red", "yellow"))
PARITIES: Final[tuple[Action, ...]] = tuple(("parity", word) for word in ("even", "odd"))
RIGHT: Final = StepResult(0, 0)
WRONG: Final = StepResult(0, 1)


def _run(context: MissionContext, step: Guess) -> Task[StepResult]:
    state = context.state
    seat = (yield from context.players(step.who, "guess"))[0]
    if not state.can_draw():
        return WRONG
    if not state.pile:
        state.reshuffle()
    masks, legal = (COLOR_MASK, COLORS) if step.about == "pile_top_color" else (PARITY_MASK, PARITIES)
    action = yield from decide(Decision(seat, "guess", legal, "Guess {}.", None, {"about": step.about}))
    card = state.discard_top()
    right = bool(masks[str(action[1])] & BIT[card])
    state.events.append(("guessed", int(right)))
    return RIGHT if right else WRONG


def _can_move(context: MissionContext, _: Guess) -> bool:
    return context.state.can_draw()


def _value(view: JsonObject, action: Action) -> int:
    """Guess the colour or parity of most unseen cards."""
    masks = COLOR_MASK if action[0] == "color" else PARITY_MASK
    return (unseen(view) & masks[str(action[1])]).bit_count()


RULES: Final = VerbRules(run=_run, can_move=_can_move, valuations={"guess": _value}, roles={"guess": FEWEST_CARDS})
