"""`higher_lower`: call the next pile card in turn; the first wrong call loses, after 8 right calls it is a tie.

Where the rules are silent:

- A call that cannot come true (higher than 6) is not offered.
- The card that lies open takes no part in a reshuffle.
"""

from typing import Final

from companion.missions.duels.higher_lower import HigherLower
from companion.rules.fight.bout import TIE, Bout
from companion.rules.fight.decisions import Decision, Task, decide
from companion.rules.fight.declarations import DuelRules
from companion.rules.fight.duels.highest_xphere import play_instead
from companion.rules.fight.valuation import unseen
from companion.rules.fight.zones import FightZones
from companion.rules.game import Action, JsonObject
from companion.rules.gong.cards import BIT, GALAXY_CARDS, NUMBER_MASK, NUMBER_OF, mask_of

CALLS: Final[tuple[Action, ...]] = (("higher",), ("lower",), ("equal",))


def _play(bout: Bout, duel: HigherLower) -> Task[int]:
    state = bout.state
    for call in range(9):  # the first card is only turned over
        if not _can_turn_up(state):
            _clear_turned(state)
            return (yield from play_instead(bout, duel))
        if call == 0:
            _turn_up(state)
            continue
        seat, other = bout.sides if call % 2 else (bout.opponent, bout.me)
        before = NUMBER_OF[state.turned]
        legal = tuple(a for a in CALLS if not (before == 6 and a == CALLS[0]) and not (before == 1 and a == CALLS[1]))
        action = yield from decide(Decision(seat, "higher-lower", legal, "Say {}.", None, {"call": call}))
        _turn_up(state)
        after = NUMBER_OF[state.turned]
        if action != CALLS[0 if after > before else 1 if after < before else 2]:
            _clear_turned(state)
            return other
    _clear_turned(state)
    return TIE


def _can_turn_up(state: FightZones) -> bool:
    """Return True if the pile, or the discard pile after shuffling it, has a galaxy card."""
    return bool((state.pile.mask() | mask_of(state.discard)) & GALAXY_CARDS)


def _turn_up(state: FightZones) -> None:
    """Turn over the next galaxy card; the one before and jokers go to the discard pile."""
    before, state.turned = state.turned, -1
    while state.turned < 0:
        if not state.pile:
            state.reshuffle()
        card = state.pile.pop()
        if BIT[card] & GALAXY_CARDS:
            state.turned = card
        else:
            state.discard.append(card)
        state.events.append(("turned", card))
    if before >= 0:
        state.discard.append(before)


def _clear_turned(state: FightZones) -> None:
    """Put the card that lies open onto the discard pile."""
    if state.turned >= 0:
        state.discard.append(state.turned)
        state.turned = -1


def _value(view: JsonObject, action: Action) -> int:
    """Call what is true for most unseen cards."""
    number, cards = NUMBER_OF[view["turned"]], unseen(view)
    numbers = {"higher": range(number + 1, 7), "lower": range(1, number), "equal": range(number, number + 1)}
    return sum((cards & NUMBER_MASK[other]).bit_count() for other in numbers[str(action[0])])


RULES: Final = DuelRules(play=_play, galaxy_cards=0, replay=False, valuations={"higher-lower": _value})
