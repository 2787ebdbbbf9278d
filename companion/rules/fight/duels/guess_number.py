"""`guess_number`: guess the number of a hidden card with hints."""

from typing import Final

from companion.missions.duels.guess_number import GuessNumber
from companion.rules.fight.bout import Bout
from companion.rules.fight.decisions import Decision, Task, decide
from companion.rules.fight.declarations import DuelRules
from companion.rules.fight.hidden_card import guesser_and_hider, hide_card, show_hidden_card
from companion.rules.fight.valuation import FIRST, unseen
from companion.rules.game import Action, JsonObject
from companion.rules.gong.cards import NUMBER_MASK, NUMBER_OF

NUMBERS: Final[tuple[Action, ...]] = tuple(("number", number) for number in range(1, 7))


def _play(bout: Bout, duel: GuessNumber) -> Task[int]:
    guesser, hider = guesser_and_hider(bout, duel.guesser)
    card = yield from hide_card(bout, hider)
    low, high, winner = 1, 6, hider
    for left in range(duel.tries, 0, -1):
        legal = NUMBERS[low - 1 : high]
        action = yield from decide(Decision(guesser, "number", legal, "Guess the number {}.", None, {"left": left}))
        number = int(action[1])
        if number == NUMBER_OF[card]:
            winner = guesser
            break
        if left > 1:
            bout.state.events.append(("hint", "higher" if NUMBER_OF[card] > number else "lower"))
        low, high = (number + 1, high) if NUMBER_OF[card] > number else (low, number - 1)
    show_hidden_card(bout, hider, card)
    return winner


def _hiders(bout: Bout, duel: GuessNumber) -> tuple[int, ...]:
    return guesser_and_hider(bout, duel.guesser)[1:]


def _value(view: JsonObject, action: Action) -> int:
    """Guess a number of which many cards are unseen, near the middle of what is left."""
    return (unseen(view) & NUMBER_MASK[int(action[1])]).bit_count() * 2 - abs(2 * int(action[1]) - 7)


RULES: Final = DuelRules(
    play=_play, galaxy_cards=1, replay=False, valuations={"hide": FIRST, "number": _value}, holders=_hiders
)
