"""The context of a mission while it is carried out: players, cards, who picks (rules/missions.md 8.3).

Order of decisions: players before cards; several players clockwise from self; of several cards one after the other.
A decision is asked for only where there is more than one possibility.

Where the rules are silent: a condition must hold for every player that its selector can mean.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from companion.deck import GALAXIES
from companion.missions.selectors import CardFilter, Condition, Count, Max, Where
from companion.missions.step import Step
from companion.rules.fight.decisions import CARD_ACTIONS, PLAYER_ACTIONS, Decision, Task
from companion.rules.fight.zones import FightZones
from companion.rules.game import InvariantError
from companion.rules.gong.cards import (
    BIT,
    COLOR_MASK,
    GALAXY_CARDS,
    GALAXY_MASK,
    GALAXY_OF,
    NUMBER_MASK,
    NUMBER_OF,
    PARITY_MASK,
    cards_of,
    lowest,
)


class DuelRoles(NamedTuple):
    """The players of a duel whose outcome is carried out, and the cards shown in it.

    Attributes:
        winner: the winner, -1 outside a duel or after a tie.
        loser: the loser, -1 outside a duel or after a tie.
        opponent: the other side.
        shown: cards of each seat shown in the duel.
    """

    winner: int = -1
    loser: int = -1
    opponent: int = -1
    shown: tuple[int, ...] = (0,) * 6


NO_DUEL: Final = DuelRoles()

CanMove: TypeAlias = Callable[["MissionContext", Any], bool]
"""Returns True if a step can move a card, whatever players it turns out to mean."""


@dataclass
class MissionContext:
    """The mission that is carried out.

    Attributes:
        state: the state of the match.
        me: the player who revealed the card: self.
        drawn: the revealed card.
        can_move_of: for each class of step, whether such a step can move a card.
        bound: players fixed by `bind`.
        roles: the players of the duel whose outcome is carried out.
    """

    state: FightZones
    me: int
    drawn: int
    can_move_of: Mapping[type, CanMove]
    bound: dict[str, int] = field(default_factory=dict)
    roles: DuelRoles = NO_DUEL

    # Players

    def candidates(self, who: str) -> Sequence[int]:
        """Return the seats that the selector can mean, clockwise from self; one of them if it means one player.

        Two players: left, right, opposite, choice, most and fewest all mean the other player.
        """
        me, seats = self.me, self.state.seats
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
            return self.state.clockwise(me)
        if who in ("winner", "loser", "opponent") or who.startswith("bound_"):
            return (self._role(who),)
        others = self.state.clockwise(me)[1:]
        if who in ("choice", "others"):
            return others
        if who not in ("most", "fewest"):
            raise InvariantError(f"Mission {self.state.mission} has the selector {who!r}, which has no rules.")
        sizes = [self.state.hands[seat].bit_count() for seat in others]
        extreme = max(sizes) if who == "most" else min(sizes)
        return [seat for seat, size in zip(others, sizes, strict=True) if size == extreme]

    def _role(self, who: str) -> int:
        """Return the player of a role that only some parts of a mission have."""
        if who.startswith("bound_"):
            seat = self.bound.get(who.removeprefix("bound_"), -1)
        else:
            seat = {"winner": self.roles.winner, "loser": self.roles.loser, "opponent": self.roles.opponent}[who]
        if seat < 0:
            raise InvariantError(f"Mission {self.state.mission} means {who} where there is none.")
        return seat

    def players(self, who: str, role: str) -> Task[Sequence[int]]:
        """Return the players that the selector means, clockwise from self; self chooses where it leaves a choice.

        `role` is what will happen to the player: giver, receiver, or the verb of the step.
        """
        found = self.candidates(who)
        if len(found) > 1 and who in ("choice", "most", "fewest"):
            legal = tuple(PLAYER_ACTIONS[seat] for seat in found)
            action = yield Decision(self.me, "player", legal, "Choose {}.", None, {"role": role})
            return (int(action[1]),)
        return found

    def can_move(self, step: Step) -> bool:
        """Return True if the step can move a card, whatever players it turns out to mean."""
        return self.can_move_of[type(step)](self, step)

    def holds(self, cond: Condition) -> bool:
        """Return True if the condition holds; it asks no player."""
        state = self.state
        if cond.hand_size is not None:
            size = cond.hand_size
            sizes = [state.hands[seat].bit_count() for seat in self.candidates(size.who)]
            if size.lt is not None:
                return all(number < size.lt for number in sizes)
            if size.gt is not None:
                return all(number > size.gt for number in sizes)
            return all(number == size.eq for number in sizes)
        if cond.has is not None:
            fitting = self.fitting(cond.has.where)
            return all(state.hands[seat] & fitting for seat in self.candidates(cond.has.who))
        if cond.is_ is not None:
            return set(self.candidates(cond.is_.a)) == set(self.candidates(cond.is_.b))
        if cond.pile_empty is not None:
            return cond.pile_empty == (not state.pile)
        if cond.players is not None:
            return cond.players.eq == state.seats
        raise InvariantError(f"Mission {state.mission} has a condition that has no rules: {cond!r}.")

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
        hand = self.state.hands[owner]
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
        """Return True if at least one card of the owner can be moved."""
        return self.amount(self.eligible(owner, where), n, where)[0] > 0

    def pick(
        self,
        owner: int,
        n: Count,
        where: Where | None,
        move: Callable[[int, bool], None],
        decision: Decision,
        how: str = "owner",
    ) -> Task[int]:
        """Let cards of the owner be picked one after the other and moved at once; return how many.

        No decision is asked for, and no chance is used, when all the cards left to pick from must be taken.

        Args:
            owner: whose hand.
            n: how many.
            where: which cards.
            move: moves a card; its second argument is True if a player has chosen the card.
            decision: who picks, and its descriptions; the legal actions are filled in.
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
                card = self.state.pick_blind(options)
            else:
                action = yield decision._replace(legal=tuple(CARD_ACTIONS[card] for card in cards_of(options)))
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
