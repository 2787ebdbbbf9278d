"""The columns of the operation table, and how words of the effect language become numbers; needs no numba.

Each step of each mission is one operation, a row of `WIDTH` numbers (companion.verify.operations). What a verb or a
kind of duel fills in is declared in its module of companion.verify.kernel.verbs or companion.verify.kernel.duels.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from companion.deck import GALAXIES
from companion.errors import GongError
from companion.missions.selectors import CardFilter, Count, Max, Where
from companion.rules.gong.cards import ALL, COLOR_MASK, GALAXY_CARDS, GALAXY_MASK, NUMBER_MASK, PARITY_MASK

Columns: TypeAlias = dict[int, int]
"""What fills a row: number by column; every other column is 0."""

(
    OP, NEXT, WHO, N, PICK, MASK, KIND, SPECIAL,
    TO, EXACT, LOSES, EMPTY, DRAWN, EXTREME, GROUP, SHOWN,
    BIND, DEPTH, PARAMETER, OTHER, NEEDED, RIVAL_NEEDED, REPLAY, PURPOSE, SECRET, BRANCH,
) = range(26)  # fmt: skip
"""Columns, first those that nearly every operation needs.

- OP: the verb. NEXT: the operation after it and its branches; END after the last one.
- WHO, TO: players (`PLAYERS`): whose cards and to whom, or the only player of the step.
- N: how many; EXACT: 1 if `n` is a whole number, 0 for `{max: N}` and for `all`, which is N = ALL_CARDS.
- PICK: who picks. MASK: cards that fit; DRAWN: 1 those of the revealed card's number, 2 of its galaxy, 3 both.
- EXTREME, GROUP, SHOWN, BIND: as in the file; 0 is none. SPECIAL: 1 if there is any of DRAWN, EXTREME, GROUP, SHOWN.
- DEPTH: 0 outside a duel, 1 in its outcome, 2 in that of a duel inside it ...
- KIND: of a duel or a condition; the direction of `pass`; what `guess` is about; whether `again` is optional; for put
  and give whether there is `otherwise`; how many options `choose` has.
- PARAMETER, OTHER: what the kind of duel or condition needs: the number to compare with; target, cards, tries, replays;
  cards for each place, or whether self guesses.
- NEEDED, RIVAL_NEEDED: galaxy cards that self and the other side need. REPLAY: 1 if a tie is played once more.
- PURPOSE: why cards are picked, for the bots. SECRET: 1 if they stay in the hand until all are picked. LOSES: 1 if who
  is named by WHO loses cards.
- EMPTY: a bit for each branch without steps.
- BRANCH: the first operation of up to four branches; of an empty one, what follows then; NONE where there is none.
"""

BRANCHES: Final = 4
WIDTH: Final = BRANCH + BRANCHES
END: Final = -1
NONE: Final = -2
ALL_CARDS: Final = 99

(
    SELF, LEFT, RIGHT, OPPOSITE, NEIGHBOURS, OTHERS, EVERYBODY, CHOICE, MOST, FEWEST, WINNER, LOSER, OPPONENT, BOUND,
) = range(14)  # fmt: skip

PLAYERS: Final = {
    "self": SELF, "left": LEFT, "right": RIGHT, "opposite": OPPOSITE, "neighbours": NEIGHBOURS, "others": OTHERS,
    "all": EVERYBODY, "choice": CHOICE, "most": MOST, "fewest": FEWEST, "winner": WINNER, "loser": LOSER,
    "opponent": OPPONENT,
}  # fmt: skip
"""Player selectors; `bound_<name>` is BOUND + the place of the name in its mission."""

OWNER, BLIND, TAKER_OPEN = range(3)
_PICKS: Final = {"owner": OWNER, "blind": BLIND, "taker_open": TAKER_OPEN}

SHED, GET, SHOWING = range(3)
"""To get rid of a card, to have it, or only to show it."""

HIGHEST, LOWEST = 1, 2
SAME_NUMBER, SAME_GALAXY, RUN = 1, 2, 3
_EXTREMES: Final = {"highest": HIGHEST, "lowest": LOWEST}
_GROUPS: Final = {"same_number": SAME_NUMBER, "same_galaxy": SAME_GALAXY, "run": RUN}

LESS, GREATER, EQUAL, HAS, IS, PILE_EMPTY, SEATS = range(7)
"""Conditions."""

MAX_DEPTH: Final = 3
MAX_BOUND: Final = 8


class OperationTableError(GongError):
    """A pack that does not fit into a table: too many steps, names or duels inside duels. The reference plays it."""


class SelectorWriter:
    """Player selectors of one mission as numbers; it remembers the names that the mission binds.

    Args:
        mission: id of the mission, for messages.
    """

    def __init__(self, mission: str) -> None:
        self.mission = mission
        self._bound: dict[str, int] = {}

    def player(self, who: str) -> int:
        """Return the number of a player selector.

        Raises:
            OperationTableError: the mission binds too many names.
        """
        return BOUND + self.name(who.removeprefix("bound_")) if who.startswith("bound_") else PLAYERS[who]

    def name(self, name: str) -> int:
        """Return the number of a name that is bound to a player.

        Raises:
            OperationTableError: the mission binds too many names.
        """
        number = self._bound.setdefault(name, len(self._bound))
        if number >= MAX_BOUND:
            raise OperationTableError(f"The mission {self.mission} binds more than {MAX_BOUND} names.")
        return number


def pick_columns(pick: str) -> Columns:
    """Return who picks the cards."""
    return {PICK: _PICKS[pick]}


def count_columns(n: Count) -> Columns:
    """Return how many cards are moved."""
    if isinstance(n, int):
        return {N: n, EXACT: 1}
    return {N: n.max if isinstance(n, Max) else ALL_CARDS, EXACT: 0}


def filter_columns(test: CardFilter | None) -> Columns:
    """Return which cards fit, as a mask, and what depends on the revealed card."""
    if test is None:
        return {MASK: ALL}
    mask, drawn = GALAXY_CARDS, 0
    if test.number == "drawn":
        drawn |= 1
    elif test.number is not None:
        mask &= sum(NUMBER_MASK[number] for number in set(test.number))
    if test.galaxy == "drawn":
        drawn |= 2
    elif test.galaxy is not None:
        mask &= GALAXY_MASK[GALAXIES.index(test.galaxy)]
    if test.color is not None:
        mask &= COLOR_MASK[test.color]
    if test.parity is not None:
        mask &= PARITY_MASK[test.parity]
    columns = {MASK: mask, DRAWN: drawn}
    if isinstance(test, Where):
        columns |= {
            EXTREME: _EXTREMES[test.extreme] if test.extreme else 0,
            GROUP: _GROUPS[test.group] if test.group else 0,
            SHOWN: bool(test.shown),
        }
    return columns


def purpose_columns(pick: str) -> Columns:
    """Return why cards are picked that go from hand to hand: a taker wants them, an owner gets rid of them."""
    return {PURPOSE: GET if pick == "taker_open" else SHED}


def guess_columns(tries: int, guesser: str) -> Columns:
    """Return what a duel fills in that guesses a card: only who hides it needs one."""
    by_self = guesser == "self"
    return {PARAMETER: tries, OTHER: by_self, NEEDED if by_self else RIVAL_NEEDED: 0}
