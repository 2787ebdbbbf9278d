"""LINK and FIGHT on a reduced deck, explored to the end: from every state a result can be reached.

Two seats, three galaxies x three numbers, hands of two cards. All decisions are followed; chance is followed along the
streams of the match. States that differ only in the count of turns, rounds of shuffling and the like are one state.
"""

from typing import ClassVar

import pytest

from companion.rules.fight.game import Fight
from companion.rules.fight.program import Program, by_card
from companion.rules.fight.state import FightState
from companion.rules.gong.cards import mask_of
from companion.rules.gong.shuffle import Pile
from companion.rules.link import Link, LinkState
from tests.rules.gong_support import PACK, cards

MIXED = "PR1 PR4 PR6 NB2 NB4 NB5 ZE1 ZE3 ZE6"
"""Three numbers of each galaxy with all three kinds of mission: pairs, runs and equal numbers are among them."""


class SmallDeck:
    """Mixed into a game: the deck is only these cards."""

    deck: ClassVar[str]

    def cards(self):
        return mask_of(cards(self.deck))


class SmallLink(LinkState):
    """LINK with hands of two cards; a new pile is always in the same order, so that there are few enough states."""

    hand_size = 2

    def _shuffle_pile(self, some):
        self.pile = Pile(sorted(some))


class SmallFight(FightState):
    """FIGHT with hands of two cards and piles in a fixed order.

    Blind picks take the lowest card, duels of luck are won by self.
    """

    hand_size = 2

    def _shuffle_pile(self, some):
        self.pile = Pile(sorted(some))

    def pick_blind(self, mask):
        return (mask & -mask).bit_length() - 1

    def luck(self):
        return _First()


class _First:
    def below(self, n):
        return min(1, n - 1) if n == 8 else 0


def key(state) -> tuple:
    """Return what decides how the match can go on.

    Every new pile starts with ascending cards, so the order of the discard pile does not count. A flag opens in a turn:
    what counts is whether the next turn is over.
    """
    if isinstance(state, LinkState):
        flags = list(zip(state.flags, state.opened, strict=True))
        ages = [min(2, state.turn - turn) if flag == "open" else 0 for flag, turn in flags]
        asked = (state.drawn, state.phase, state.player, state.target, state.suspect, state.asked)
        return (*state.hands, *state.pile.order(), state.link, *asked, *state.flags, *ages)
    start = state._start
    turn = (start["player"], start["extra"], mask_of(start["discard"]), *state._done, state.phase)
    return (*start["hands"], *start["pile"].order(), *turn)


def explore(start, limit: int) -> tuple[int, int]:
    """Follow every decision from `start`; return how many states and results were found.

    Fails if a state cannot reach a result, or if there are more than `limit` states.
    """
    first = key(start)
    before: dict[tuple, list[tuple]] = {first: []}
    waiting, results = [(first, start)], set()
    while waiting:
        name, state = waiting.pop()
        state.check_invariants()
        if state.is_terminal():
            results.add(name)
            continue
        for action in state.legal_actions():
            child = state.clone()
            child.turn_cap = 10**9
            child.apply(action)
            child_name = key(child)
            if child_name not in before:
                before[child_name] = []
                waiting.append((child_name, child))
                assert len(before) <= limit, f"more than {limit} states"
            before[child_name].append(name)
    can_end, back = set(results), list(results)
    while back:
        for name in before[back.pop()]:
            if name not in can_end:
                can_end.add(name)
                back.append(name)
    stuck = set(before) - can_end
    assert not stuck, f"no result can be reached from {len(stuck)} states, for example {min(stuck, key=str)}"
    return len(before), len(results)


def small_link(numbers: str, seed: int = 0) -> SmallLink:
    class Game(SmallDeck, Link):
        deck = " ".join(f"{galaxy}{number}" for galaxy in ("PR", "NB", "ZE") for number in numbers)

    return SmallLink(Game()).start(2, seed)


def small_fight(seed: int, reshuffle: str = "threshold", jokers: str = "") -> SmallFight:
    programs = by_card({name: Program(mission) for name, mission in PACK.missions.items()}, 2)

    class Game(SmallDeck, Fight):
        deck = MIXED + jokers

    return SmallFight(Game(reshuffle=reshuffle), programs).start(2, seed)


def test_link_can_end_from_every_state_of_two_numbers():
    states, results = explore(small_link("12"), 20_000)
    assert states > 5_000
    assert results > 500


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_link_can_end_from_every_state_of_three_numbers(seed):
    states, results = explore(small_link("123", seed), 400_000)
    assert states > 250_000
    assert results > 10_000


@pytest.mark.parametrize("seed", [2, 3, 5, 8, 10, 15])
def test_fight_can_end_from_every_state(seed):
    _, results = explore(small_fight(seed), 20_000)
    assert results >= 1


def test_fight_with_jokers_can_end_from_every_state():
    states, results = explore(small_fight(5, jokers=" JK1 JK2"), 20_000)
    assert states > 1_000
    assert results > 5


def test_the_exploration_finds_a_state_without_end():
    """With the reshuffle of whatever is there and one malus card, nobody can ever get rid of anything."""
    state = small_fight(1, "literal")
    state.hands = [mask_of(cards("PR1 PR6")), mask_of(cards("ZE6 NB5"))]
    state.pile, state.discard = Pile(cards("PR4")), []
    state.deck = sum(state.hands) | state.pile.mask()
    state._start_turn(0)
    with pytest.raises(AssertionError, match="no result can be reached"):
        explore(state, 60_000)
