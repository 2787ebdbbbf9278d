"""One mission while it is carried out: who is who, which cards fit, who picks (rules/missions.md 8.3).

Order of decisions: players before cards; several players clockwise from self; of several cards one after the other.
A player or a card is asked for only where there is more than one possibility.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from companion.deck import COLOR_OF_KIND, GALAXIES, KIND_OF_NUMBER
from companion.missions.selectors import CardFilter, Count, Max, Where
from companion.rules.fight.table import CARD, PLAYER, Ask, FightTable, Task
from companion.rules.game import InvariantError
from companion.rules.gong.cards import (
    BIT,
    GALAXY_CARDS,
    GALAXY_MASK,
    GALAXY_OF,
    NUMBER_MASK,
    NUMBER_OF,
    cards_of,
    lowest,
)

PARITY_MASK: Final = {
    "odd": NUMBER_MASK[1] | NUMBER_MASK[3] | NUMBER_MASK[5],
    "even": NUMBER_MASK[2] | NUMBER_MASK[4] | NUMBER_MASK[6],
}
COLOR_MASK: Final = {
    color: sum(NUMBER_MASK[number] for number in range(1, 7) if KIND_OF_NUMBER[number] == kind)
    for kind, color in COLOR_OF_KIND.items()
}


class Roles(NamedTuple):
    """Who is who in the outcome of a duel, and what was shown in it.

    Attributes:
        winner: the winner, -1 outside a duel or after a tie.
        loser: the loser, likewise.
        opponent: the other side.
        shown: cards of each seat shown in the duel.
    """

    winner: int = -1
    loser: int = -1
    opponent: int = -1
    shown: tuple[int, ...] = (0,) * 6


NO_DUEL: Final = Roles()


@dataclass
class Scene:
    """The mission that is carried out.

    Attributes:
        table: the table it happens at.
        me: the player who revealed the card: self.
        drawn: the revealed card.
        bound: players fixed by `bind`.
        roles: who is who in the duel whose outcome is carried out.
    """

    table: FightTable
    me: int
    drawn: int
    bound: dict[str, int] = field(default_factory=dict)
    roles: Roles = NO_DUEL

    # Players

    def candidates(self, who: str) -> Sequence[int]:
        """Return the seats that the selector can mean, clockwise from self; one of them if it means one player.

        Two players: left, right, opposite, choice, most and fewest all mean the other player.
        """
        me, seats = self.me, self.table.seats
        if who == "self":
            return (me,)
        if who == "left":
            return ((me + 1) % seats,)
        if who == "right":
            return ((me - 1) % seats,)
        if who == "opposite":
            return ((me + seats // 2) % seats,)
        if who == "neighbours":
            return tuple(dict.fromkeys(((me + 1) % seats, (me - 1) % seats)))
        if who == "all":
            return self.table.clockwise(me)
        if who in ("winner", "loser", "opponent") or who.startswith("bound_"):
            return (self._role(who),)
        others = self.table.clockwise(me)[1:]
        if who in ("choice", "others"):
            return others
        sizes = [self.table.hands[seat].bit_count() for seat in others]
        extreme = max(sizes) if who == "most" else min(sizes)
        return [seat for seat, size in zip(others, sizes, strict=True) if size == extreme]

    def _role(self, who: str) -> int:
        """Return the player of a role that only some places of a mission have."""
        if who.startswith("bound_"):
            seat = self.bound.get(who.removeprefix("bound_"), -1)
        else:
            seat = {"winner": self.roles.winner, "loser": self.roles.loser, "opponent": self.roles.opponent}[who]
        if seat < 0:
            raise InvariantError(f"Mission {self.table.mission} means {who} where there is none.")
        return seat

    def players(self, who: str, role: str) -> Task[Sequence[int]]:
        """Return the players that the selector means, clockwise from self; self chooses where it leaves a choice.

        `role` tells the chooser what will happen to the player: giver, receiver, or the verb of the step.
        """
        found = self.candidates(who)
        if len(found) > 1 and who in ("choice", "most", "fewest"):
            legal = tuple(PLAYER[seat] for seat in found)
            action = yield Ask(self.me, "player", legal, "Choose {}.", None, {"role": role})
            return (int(action[1]),)
        return found

    # Cards

    def fitting(self, test: CardFilter) -> int:
        """Return every card of the deck that passes the test; no joker does."""
        mask = GALAXY_CARDS
        if test.number == "drawn":
            mask &= NUMBER_MASK[NUMBER_OF[self.drawn]]
        elif test.number is not None:
            mask &= sum(NUMBER_MASK[number] for number in set(test.number))
        if test.galaxy == "drawn":
            mask &= GALAXY_MASK[GALAXY_OF[self.drawn]]
        elif test.galaxy is not None:
            mask &= GALAXY_MASK[GALAXIES.index(test.galaxy)]
        if test.color is not None:
            mask &= COLOR_MASK[test.color]
        if test.parity is not None:
            mask &= PARITY_MASK[test.parity]
        return mask

    def eligible(self, owner: int, where: Where | None) -> int:
        """Return the cards of the owner that the step may move, apart from `extreme` and `group`."""
        hand = self.table.hands[owner]
        if where is None:
            return hand
        hand &= self.fitting(where)
        if where.shown:
            hand &= self.roles.shown[owner]
        return hand

    def amount(self, eligible: int, n: Count, where: Where | None) -> tuple[int, int]:
        """Return how many cards are moved, as many as possible, and the cards they are taken from.

        A whole number with `extreme` means the n highest or lowest cards; `all` and `{max: k}` mean the cards of the
        highest or lowest number. A `group` of n cards that is not there is 0 cards; `all` and `{max: k}` mean the
        largest group there is.
        """
        most = n if isinstance(n, int) else n.max if isinstance(n, Max) else eligible.bit_count()
        if where is not None and where.extreme and not isinstance(n, int):
            eligible = extreme_cards(eligible, where.extreme)
        if where is not None and where.group:
            sizes = (n,) if isinstance(n, int) else range(most, 0, -1)
            return next((size for size in sizes if completions(where.group, eligible, 0, size)), 0), eligible
        return min(most, eligible.bit_count()), eligible

    def can_pick(self, owner: int, n: Count, where: Where | None) -> bool:
        """Tell whether at least one card of the owner can be moved."""
        return self.amount(self.eligible(owner, where), n, where)[0] > 0

    def pick(
        self,
        owner: int,
        n: Count,
        where: Where | None,
        move: Callable[[int, bool], None],
        ask: Ask,
        how: str = "owner",
    ) -> Task[int]:
        """Let cards of the owner be picked one after the other and moved at once; return how many.

        Nobody is asked, and no chance is used, when all the cards left to pick from must be taken.

        Args:
            owner: whose hand.
            n: how many.
            where: which cards.
            move: moves a card; told whether somebody has just chosen it.
            ask: who picks and in which words; the legal actions are filled in.
            how: `owner` and `taker_open` ask, `blind` takes a random card.
        """
        count, eligible = self.amount(self.eligible(owner, where), n, where)
        taken = 0
        for left in range(count, 0, -1):
            options = eligible & ~taken
            if where is not None and where.group:
                options = completions(where.group, eligible, taken, count)
            if where is not None and where.extreme:
                options = extreme_cards(options, where.extreme)
            chosen = False
            if options.bit_count() <= left:
                card = lowest(options)
            elif how == "blind":
                card = self.table.pick_blind(options)
            else:
                action = yield ask._replace(legal=tuple(CARD[card] for card in cards_of(options)))
                card = int(action[1])
                chosen = True
            taken |= BIT[card]
            move(card, chosen)
        return count


def extreme_cards(mask: int, extreme: str) -> int:
    """Return the galaxy cards of the mask with its highest or lowest number."""
    numbers = range(6, 0, -1) if extreme == "highest" else range(1, 7)
    return next((mask & NUMBER_MASK[number] for number in numbers if mask & NUMBER_MASK[number]), 0)


def completions(group: str, eligible: int, taken: int, size: int) -> int:
    """Return the eligible cards with which the taken ones can still grow to a group of `size` cards.

    A `run` is cards whose numbers follow each other, of any galaxies.
    """
    if group == "run":
        return _run_completions(eligible, taken, size)
    found = 0
    for part in NUMBER_MASK[1:] if group == "same_number" else GALAXY_MASK:
        if taken & ~part == 0 and (eligible & part).bit_count() >= size:
            found |= eligible & part
    return found & ~taken


def _run_completions(eligible: int, taken: int, size: int) -> int:
    found = 0
    for first in range(1, 8 - size):
        numbers = NUMBER_MASK[first : first + size]
        if taken & ~sum(numbers) == 0 and all(eligible & number for number in numbers):
            for number in numbers:
                if not taken & number:
                    found |= eligible & number
    return found
