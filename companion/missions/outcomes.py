"""What a mission can do to the numbers of cards in the hands, over every branch.

This is no engine: it knows how many cards there are, not which. Whatever depends on the cards themselves (a filter, a
guess, a duel) may go either way, so the result is the set of all changes that are possible, and perhaps a few more.
It serves the limits of rules/missions.md 8.7 that hold for every execution.

    >>> world = World(hands=(4, 4, 4), pile=9)
    >>> Outcomes(world).after((Draw(n=2),))
    {((6, 4, 4), 7, ())}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, TypeAlias, assert_never

from companion.deck import JOKERS
from companion.missions import model as m
from companion.missions.selectors import CardFilter, Condition, Count, Max, Where

Hands: TypeAlias = tuple[int, ...]
Env: TypeAlias = tuple[tuple[str, int], ...]
State: TypeAlias = tuple[Hands, int, Env]
"""Cards in each hand, seat 0 (self) first; cards in the pile; the seats that names stand for."""

Path: TypeAlias = tuple[int | str, ...]
"""Where a step or a field stands below the mission, as keys and places."""

NEVER_TIED: Final = frozenset({"rock_paper_scissors", "odd_even_fingers"})
"""Duels that always have a winner (8.5)."""

_HARDLY_TIED: Final = NEVER_TIED | {"best_combination", "guess_number", "guess_galaxy"}
"""The same, unless both sides hold nothing but jokers."""


_KEPT: Final = "kept"
"""Name of the seat that has the revealed card."""


@dataclass(frozen=True, slots=True)
class World:
    """The situation before a mission.

    Attributes:
        hands: number of cards of each player, self first.
        pile: cards that can be drawn, from the pile or from the discards that will be the next one; so the pile may be
            empty although there are some.
        full: every hand has the cards that filters ask for; otherwise it may or may not have them.
    """

    hands: Hands
    pile: int
    full: bool = False


class Outcomes:
    """Follows steps through every possible course in one world.

    Attributes:
        most: for each step the largest number of cards that left or reached one hand.
        reached: the lists of steps that were run.
        answers: for each `if` the answers that its condition can have.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.seats = len(world.hands)
        self.most: dict[Path, int] = {}
        self.reached: set[Path] = set()
        self.answers: dict[Path, set[bool]] = {}

    def after(self, steps: Sequence[m.Step], path: Path = (), states: Iterable[State] | None = None) -> set[State]:
        """Return every state that is possible after the steps."""
        start: State = (self.world.hands, self.world.pile, ())
        found = {start} if states is None else set(states)
        if not found:
            return found
        self.reached.add(path)
        for place, step in enumerate(steps):
            here = (*path, place, m.verb(step))
            found = {after for state in found for after, _ in self.step(step, state, here)}
        return found

    def step(self, step: m.Step, state: State, path: Path) -> Iterator[tuple[State, bool]]:
        """Give every state after one step, with whether cards moved."""
        match step:
            case m.Put():
                yield from self._put(step, state, path)
            case m.Give():
                yield from self._give(step, state, path)
            case m.Take():
                for takers, givers in product(self._players(step.to, state), self._players(step.from_, state)):
                    pairs = [(giver, taker) for taker in takers for giver in givers]
                    yield from self._move(pairs, step.n, None, state, path)
            case m.Draw():
                for who in self._players(step.who, state):
                    yield from self._draw(who, step, state, path)
            case m.Keep():
                if _KEPT in dict(state[2]):
                    yield state, False  # the card has gone to a hand before
                else:
                    for who in self._players(step.who, state):
                        hands, pile, env = self._changed(state, {who[0]: 1}, path)
                        yield (hands, pile, _bound(env, ((_KEPT, who[0]),))), True
            case m.Pass():
                hands = state[0]
                out = [min(step.n, hand) for hand in hands]
                towards = 1 if step.dir == "left" else -1
                change = {seat: out[(seat - towards) % self.seats] - out[seat] for seat in range(self.seats)}
                self._note(path, max(out))
                yield self._changed(state, change, path), any(out)
            case m.Swap():
                for a, b in product(self._players(step.a, state), self._players(step.b, state)):
                    moved = min(step.n, state[0][a[0]], state[0][b[0]])
                    self._note(path, moved)
                    yield state, moved > 0
            case m.Show() | m.Again():
                yield state, False
            case m.Guess():
                hands, pile, env = state
                if pile:
                    yield from self._branch(step.right, (hands, pile - 1, env), (*path, "right"))
                yield from self._branch(step.wrong, (hands, max(pile - 1, 0), env), (*path, "wrong"))
            case m.Choose():
                yield from self._choose(step, state, path)
            case m.If():
                answers = self._holds(step.cond, state)
                self.answers.setdefault(path, set()).update(answers)
                for holds in answers:
                    if holds:
                        yield from self._branch(step.then, state, (*path, "then"))
                    else:
                        yield from self._branch(step.else_, state, (*path, "else"))
            case m.Duel():
                for _, _, after in self.duel(step, state, path):
                    yield after, True
            case _:
                assert_never(step)

    def duel(self, duel: m.Duel, state: State, path: Path) -> Iterator[tuple[int | None, tuple[int, ...], State]]:
        """Give the winner (None for a tie), everybody who took part and the state, for each course of a duel."""
        hands, pile, env = state
        sides = self._players(duel.vs, state)
        for others in sides:
            everybody = (0, *others)
            for winner, loser in product(everybody, everybody):
                if winner == loser or (0 not in (winner, loser) and len(others) == 1):
                    continue
                opponent = others[0] if winner == 0 else winner
                names = (("winner", winner), ("loser", loser), ("opponent", opponent))
                inside = hands, pile, _bound(env, names)
                if duel.lose is None:
                    steps, part = duel.win, "win"
                else:
                    steps, part = (duel.win, "win") if winner == 0 else (duel.lose, "lose")
                for after in self.after(steps, (*path, part), [inside]):
                    yield winner, everybody, (after[0], after[1], env)
            if duel.kind not in _HARDLY_TIED:
                inside = hands, pile, _bound(env, (("opponent", others[0]),))
                for after in self.after(duel.tie, (*path, "tie"), [inside]):
                    yield None, everybody, (after[0], after[1], env)

    def _players(self, selector: str, state: State) -> list[tuple[int, ...]]:
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

    def _changed(self, state: State, change: dict[int, int], path: Path) -> State:
        """Return the state with these changes of hands."""
        hands, pile, env = state
        self._note(path, max(map(abs, change.values()), default=0))
        return tuple(hand + change.get(seat, 0) for seat, hand in enumerate(hands)), pile, env

    def _note(self, path: Path, moved: int) -> None:
        if moved > self.most.get(path, 0):
            self.most[path] = moved

    def _branch(self, steps: Sequence[m.Step], state: State, path: Path) -> Iterator[tuple[State, bool]]:
        for after in self.after(steps, path, [state]):
            yield after, True

    def _movable(self, n: Count, where: CardFilter | None, hand: int, winner: bool) -> range:
        """Return how many cards of a hand may be moved."""
        most = min(hand, hand if n == "all" else n.max if isinstance(n, Max) else n)
        if where is None or (self.world.full and not (isinstance(where, Where) and where.group)):
            return range(most, most + 1)
        if isinstance(where, Where) and where.group and isinstance(n, int):
            if hand < n:
                return range(1)
            return range(n, n + 1) if self.world.full else range(0, n + 1, n)
        if isinstance(where, Where) and where.shown and winner:
            return range(min(1, most), most + 1)  # who wins with cards has shown at least one
        if where in (Where(extreme="highest"), Where(extreme="lowest")):
            return range(min(most, max(0, hand - len(JOKERS))), most + 1)  # only jokers have neither
        return range(most + 1)

    def _move(
        self, pairs: Sequence[tuple[int, int | None]], n: Count, where: CardFilter | None, state: State, path: Path
    ) -> Iterator[tuple[State, bool]]:
        """Move cards from each giver to its receiver (None: the discard pile), one pair after the other."""
        courses: list[tuple[Hands, dict[int, int], dict[int, int]]] = [(state[0], {}, {})]
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
            self._note(path, max([*out.values(), *into.values(), 0]))
            yield (hands, state[1], state[2]), any(out.values())

    def _or_else(
        self, moves: Iterator[tuple[State, bool]], step: m.Put | m.Give, path: Path
    ) -> Iterator[tuple[State, bool]]:
        """Follow `otherwise` where no card moved (rules/missions.md 8.4.2)."""
        for after, moved in moves:
            if moved or not step.otherwise:
                yield after, moved
            else:
                yield from self._branch(step.otherwise, after, (*path, "otherwise"))

    def _put(self, step: m.Put, state: State, path: Path) -> Iterator[tuple[State, bool]]:
        for who in self._players(step.who, state):
            moves = self._move([(seat, None) for seat in who], step.n, step.where, state, path)
            yield from self._or_else(moves, step, path)

    def _give(self, step: m.Give, state: State, path: Path) -> Iterator[tuple[State, bool]]:
        for givers, takers in product(self._players(step.from_, state), self._players(step.to, state)):
            pairs = [(giver, taker) for giver in givers for taker in takers if giver != taker]
            bound = state
            if step.bind:
                other = takers[0] if givers == (0,) else givers[0]
                bound = state[0], state[1], _bound(state[2], ((f"bound_{step.bind}", other),))
            yield from self._or_else(self._move(pairs, step.n, step.where, bound, path), step, path)

    def _draw(self, who: Sequence[int], step: m.Draw, state: State, path: Path) -> Iterator[tuple[State, bool]]:
        courses = {state}
        for seat in who:
            following = set()
            for current in courses:
                most = min(step.n, current[1])
                for drawn in range(1, most + 1) if step.until and most else (most,):
                    hands, pile, env = self._changed(current, {seat: drawn}, path)
                    following.add((hands, pile - drawn, env))
            courses = following
        for after in courses:
            yield after, after[1] < state[1]

    def _choose(self, step: m.Choose, state: State, path: Path) -> Iterator[tuple[State, bool]]:
        """Follow each option that may be chosen: one whose first step can move no card only if no other one can."""
        able = [self._able(option[0], state) for option in step.options]
        one_is = any(False not in answers for answers in able)
        for place, (option, answers) in enumerate(zip(step.options, able, strict=True)):
            if one_is and True not in answers:
                continue
            here = (*path, "options", place)
            self.reached.add(here)
            first = self.step(option[0], state, (*here, 0, m.verb(option[0])))
            states = [after for after, moved in first if moved or not one_is]
            for number, later in enumerate(option[1:], 1):
                moves = [self.step(later, after, (*here, number, m.verb(later))) for after in states]
                states = [after for move in moves for after, _ in move]
            for after in states:
                yield after, True

    def _able(self, step: m.Step, state: State) -> set[bool]:
        """Return whether a step can move a card; both answers where it depends on the cards."""
        match step:
            case m.Show() | m.Again():
                return {False}
            case m.Guess():
                return {state[1] > 0}
            case m.Duel():
                return {True}
            case m.If():
                chosen = [step.then if holds else step.else_ for holds in self._holds(step.cond, state)]
                return set().union(*(self._able(steps[0], state) if steps else {False} for steps in chosen))
            case m.Choose():
                inside = [self._able(option[0], state) for option in step.options]
                return {True} if {True} in inside else set().union(*inside)
            case m.Put() | m.Give():
                alone = step.model_copy(update={"otherwise": ()})
                return {moved for _, moved in Outcomes(self.world).step(alone, state, ())}
            case _:
                return {moved for _, moved in Outcomes(self.world).step(step, state, ())}

    def _holds(self, condition: Condition, state: State) -> tuple[bool, ...]:
        """Return the possible answers to a condition.

        A condition asks nobody: it holds if it does for every player that its selector can mean.
        """
        hands, pile, _ = state
        if condition.hand_size:
            size = condition.hand_size
            asked = [hands[seat] for seat in self._candidates(size.who, state)]
            if len(asked) > 1 and hands != self.world.hands:
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
            if {condition.is_.a, condition.is_.b} & {"most", "fewest"} and hands != self.world.hands:
                return (True, False)
            return (self._candidates(condition.is_.a, state) == self._candidates(condition.is_.b, state),)
        if condition.players:
            return (condition.players.eq == self.seats,)
        return (True, False) if pile else (bool(condition.pile_empty),)

    def _candidates(self, selector: str, state: State) -> set[int]:
        """Return every seat that a selector may mean."""
        return set().union(*self._players(selector, state))


def _bound(env: Env, names: Iterable[tuple[str, int]]) -> Env:
    """Return the names with others set anew."""
    return tuple(sorted({**dict(env), **dict(names)}.items()))
