"""What a mission can do to the numbers of cards in the hands, over every branch.

This is no engine: it counts the cards, whichever they are. Whatever depends on the cards themselves (a filter, a
guess, a duel) may go either way, so the result is the set of all changes that are possible, and perhaps a few more.
It serves the limits of rules/missions.md 8.7 that hold for every execution.

    >>> start = InitialState(hands=(4, 4, 4), pile=9)
    >>> AbstractInterpreter(start).after((Draw(n=2),))
    {((6, 4, 4), 7, ())}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.deck import JOKERS
from companion.missions.selectors import CardFilter, Condition, Count, Max, Where
from companion.missions.step import Step, StepPath

HandCounts: TypeAlias = tuple[int, ...]
RoleSeats: TypeAlias = tuple[tuple[str, int], ...]
AbstractState: TypeAlias = tuple[HandCounts, int, RoleSeats]
"""Cards in each hand, seat 0 (self) first; cards in the pile; the seats that names stand for."""


@dataclass(frozen=True, slots=True)
class InitialState:
    """The situation before a mission.

    Attributes:
        hands: number of cards of each player, self first.
        pile: cards that can be drawn, from the pile or from the discards that will be the next one; so the pile may be
            empty although there are some.
        full: every hand has the cards that filters ask for; otherwise it may or may not have them.
    """

    hands: HandCounts
    pile: int
    full: bool = False


class AbstractInterpreter:
    """Follows steps through every possible course from one initial state.

    What a step does is declared by its verb, in `Step.outcomes`.

    Attributes:
        initial: the state before the mission.
        seats: number of players.
        most: for each step the largest number of cards that left or reached one hand.
        reached: the lists of steps that were run.
        answers: for each step with a condition the answers that it can have.
    """

    def __init__(self, initial: InitialState) -> None:
        self.initial = initial
        self.seats = len(initial.hands)
        self.most: dict[StepPath, int] = {}
        self.reached: set[StepPath] = set()
        self.answers: dict[StepPath, set[bool]] = {}

    def fresh(self) -> AbstractInterpreter:
        """Return an interpreter of the same situation that has seen nothing."""
        return AbstractInterpreter(self.initial)

    def after(
        self, steps: Sequence[Step], path: StepPath = (), states: Iterable[AbstractState] | None = None
    ) -> set[AbstractState]:
        """Return every state that is possible after the steps."""
        start: AbstractState = (self.initial.hands, self.initial.pile, ())
        found = {start} if states is None else set(states)
        if not found:
            return found
        self.reached.add(path)
        for place, step in enumerate(steps):
            here = (*path, place, step.verb)
            found = {after for state in found for after, _ in step.outcomes(self, state, here)}
        return found

    def branch(
        self, steps: Sequence[Step], state: AbstractState, path: StepPath
    ) -> Iterator[tuple[AbstractState, bool]]:
        """Yield every state after the steps of a branch, which count as moving cards."""
        for after in self.after(steps, path, [state]):
            yield after, True

    def players(self, selector: str, state: AbstractState) -> list[tuple[int, ...]]:
        """Return the seats that a selector may mean: each alternative is a tuple of seats, clockwise from self."""
        others = tuple(range(1, self.seats))
        match selector:
            case "self":
                return [(0,)]
            case "left":
                return [(1,)]
            case "right":
                return [(self.seats - 1,)]
            case "neighbours":
                return [(1,) if self.seats == 2 else (1, self.seats - 1)]
            case "opposite":
                return [(self.seats // 2,)]
            case "others":
                return [others]
            case "all":
                return [(0, *others)]
            case "choice":
                return [(seat,) for seat in others]
            case "most" | "fewest":
                wanted = (max if selector == "most" else min)(state[0][1:])
                return [(seat,) for seat in others if state[0][seat] == wanted]
            case _:
                return [(dict(state[2])[selector],)]

    def changed(self, state: AbstractState, change: dict[int, int], path: StepPath) -> AbstractState:
        """Return the state with these changes of hands, which a step at `path` makes."""
        hands, pile, roles = state
        self.note(path, max(map(abs, change.values()), default=0))
        return tuple(hand + change.get(seat, 0) for seat, hand in enumerate(hands)), pile, roles

    def note(self, path: StepPath, moved: int) -> None:
        """Keep how many cards a step has moved to or from one hand, if that is the most so far."""
        if moved > self.most.get(path, 0):
            self.most[path] = moved

    def _movable(self, n: Count, where: CardFilter | None, hand: int, winner: bool) -> range:
        """Return how many cards of a hand may be moved."""
        most = min(hand, hand if n == "all" else n.max if isinstance(n, Max) else n)
        if where is None or (self.initial.full and not (isinstance(where, Where) and where.group)):
            return range(most, most + 1)
        if isinstance(where, Where) and where.group and isinstance(n, int):
            if hand < n:
                return range(1)
            return range(n, n + 1) if self.initial.full else range(0, n + 1, n)
        if isinstance(where, Where) and where.shown and winner:
            return range(min(1, most), most + 1)  # who wins with cards has shown at least one
        if where in (Where(extreme="highest"), Where(extreme="lowest")):
            return range(min(most, max(0, hand - len(JOKERS))), most + 1)  # only jokers have neither
        return range(most + 1)

    def move(
        self,
        pairs: Sequence[tuple[int, int | None]],
        n: Count,
        where: CardFilter | None,
        state: AbstractState,
        path: StepPath,
    ) -> Iterator[tuple[AbstractState, bool]]:
        """Move cards from each giver to its receiver (None: the discard pile), one pair after the other."""
        courses: list[tuple[HandCounts, dict[int, int], dict[int, int]]] = [(state[0], {}, {})]
        winner = dict(state[2]).get("winner")
        for giver, taker in pairs:
            following = []
            for hands, out, into in courses:
                for moved in self._movable(n, where, hands[giver], giver == winner):
                    new = list(hands)
                    new[giver] -= moved
                    new_out, new_into = {**out, giver: out.get(giver, 0) + moved}, into
                    if taker is not None:
                        new[taker] += moved
                        new_into = {**into, taker: into.get(taker, 0) + moved}
                    following.append((tuple(new), new_out, new_into))
            courses = following
        for hands, out, into in courses:
            self.note(path, max([*out.values(), *into.values(), 0]))
            yield (hands, state[1], state[2]), any(out.values())

    def holds(self, condition: Condition, state: AbstractState) -> tuple[bool, ...]:
        """Return the possible answers to a condition.

        A condition holds if it holds for every player that its selector can mean; no player decides.
        """
        hands, pile, _ = state
        if condition.hand_size:
            size = condition.hand_size
            asked = [hands[seat] for seat in self._candidates(size.who, state)]
            if len(asked) > 1 and hands != self.initial.hands:
                return (True, False)  # from some other hands the steps before may have led to either
            if size.lt is not None:
                return (max(asked) < size.lt,)
            if size.gt is not None:
                return (min(asked) > size.gt,)
            return ({*asked} == {size.eq},)
        if condition.has:
            asked = [hands[seat] for seat in self._candidates(condition.has.who, state)]
            return (True, False) if all(asked) else (False,)
        if condition.is_:
            if {condition.is_.a, condition.is_.b} & {"most", "fewest"} and hands != self.initial.hands:
                return (True, False)
            return (self._candidates(condition.is_.a, state) == self._candidates(condition.is_.b, state),)
        if condition.players:
            return (condition.players.eq == self.seats,)
        return (True, False) if pile else (bool(condition.pile_empty),)

    def _candidates(self, selector: str, state: AbstractState) -> set[int]:
        """Return every seat that a selector may mean."""
        return set().union(*self.players(selector, state))


def with_roles(roles: RoleSeats, names: Iterable[tuple[str, int]]) -> RoleSeats:
    """Return the roles with these names meaning these seats."""
    return tuple(sorted({**dict(roles), **dict(names)}.items()))
