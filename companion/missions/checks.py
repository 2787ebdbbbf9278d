"""What the shape of a mission cannot tell: names, limits and balance (rules/missions.md 8.7), from the steps alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from companion.missions import model as m
from companion.missions.findings import nearest
from companion.missions.outcomes import Outcomes, Path, World
from companion.missions.pack import Mission
from companion.missions.selectors import BOUND, DUEL_PLAYERS, SETS, Condition, Model, Where
from companion.missions.source import Node, Source

MAX_MOVED: Final = 3
"""Most cards of one player that one step moves (8.7.4)."""

MAX_STEPS: Final = 3
"""Most steps outside a duel (8.7.4)."""

MAX_LOSS: Final = 3
"""Most cards that a bonus takes from its player's hand (8.7.1)."""

MAX_GAIN: Final = 2
"""Most cards that a malus brings (8.7.2)."""

_SHOWING: Final = frozenset({
    "highest_xphere", "closest_sum", "best_combination", "grid_3x3", "three_locations", "largest_galaxy",
    "blind_battle", "highest_unique",
})  # fmt: skip
"""Duels in which cards are shown, so that `shown` means something."""

_PLAYER_FIELDS: Final = {"who": "who", "from_": "from", "to": "to", "a": "a", "b": "b", "vs": "vs"}


@dataclass(frozen=True, slots=True)
class Place:
    """A step and what surrounds it.

    Attributes:
        step: the step.
        path: where it stands below the mission; the last part is its verb.
        bound: names that are bound when it runs.
        duel: the duel whose outcome it belongs to, or None.
    """

    step: m.Step
    path: Path
    bound: frozenset[str]
    duel: m.Duel | None


_PARTS: Final[dict[type[Model], dict[str, str]]] = {
    m.Put: {"otherwise": "otherwise"},
    m.Give: {"otherwise": "otherwise"},
    m.Guess: {"right": "right", "wrong": "wrong"},
    m.If: {"then": "then", "else_": "else"},
}
"""Fields that hold steps, and how they are written."""

_PAIRS: Final[dict[type[Model], tuple[str, str]]] = {
    m.Give: ("from_", "to"), m.Take: ("to", "from_"), m.Swap: ("a", "b"), m.Show: ("who", "to"),
}  # fmt: skip
"""Fields that must name two different players."""


def parts(step: m.Step) -> Iterator[tuple[Path, tuple[m.Step, ...]]]:
    """Give the lists of steps inside a step, each with its place below the step."""
    if isinstance(step, m.Choose):
        for place, option in enumerate(step.options):
            yield ("options", place), option
    elif isinstance(step, m.Duel):
        yield ("win",), step.win
        yield ("lose",), step.lose or ()
        yield ("tie",), step.tie
    else:
        for name, key in _PARTS.get(type(step), {}).items():
            yield (key,), getattr(step, name)


def walk(
    steps: tuple[m.Step, ...], path: Path = ("do",), bound: frozenset[str] = frozenset(), duel: m.Duel | None = None
) -> Iterator[Place]:
    """Give every step, those inside others included, in the order of the file."""
    for number, step in enumerate(steps):
        here = (*path, number, m.verb(step))
        yield Place(step, here, bound, duel)
        for below, inside in parts(step):
            inner_bound = bound | {step.bind} if isinstance(step, m.Give) and step.bind else bound
            yield from walk(inside, (*here, *below), inner_bound, step if isinstance(step, m.Duel) else duel)
        if isinstance(step, m.Give) and step.bind:
            bound = bound | {step.bind}


Change: TypeAlias = tuple[int, World]
"""How many more cards self has afterwards, and where that happens."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with the meaning of a mission.

    Attributes:
        path: where it stands below the mission.
        code: stable code.
        message: one sentence.
    """

    path: Path
    code: str
    message: str


class _MissionCheck:
    """Checks one mission and collects its faults."""

    def __init__(self, mission: Mission) -> None:
        self.mission = mission
        self.faults: list[Fault] = []

    def run(self) -> None:
        """Check everything; balance only if the names make sense."""
        places = list(walk(self.mission.do))
        for place in places:
            self._names(place)
            self._filters(place)
        self._duels(places)
        if self._longest(self.mission.do) > MAX_STEPS:
            self._add(("do",), "M302", f"a mission has at most {MAX_STEPS} steps outside a duel.")
        if not self.faults:
            self._balance(places)

    def _add(self, path: Path, code: str, message: str) -> None:
        self.faults.append(Fault(path, code, message))

    # names

    def _names(self, place: Place) -> None:
        """Check that every player whom a step names exists there."""
        step = place.step
        named = [
            ((*place.path, key), getattr(step, field)) for field, key in _PLAYER_FIELDS.items() if hasattr(step, field)
        ]
        if isinstance(step, m.If):
            named += _condition_players(step.cond, (*place.path, "cond"))
        for path, selector in named:
            self._player(path, selector, place)
        one, other = _PAIRS.get(type(step), ("", ""))
        if one and getattr(step, one) == getattr(step, other) and getattr(step, one) not in SETS:
            message = f"'{m.verb(step)}' needs two players, not '{getattr(step, one)}' twice."
            self._add((*place.path, other.rstrip("_")), "M313", message)
        if isinstance(step, m.Give) and step.bind:
            sides = {step.from_, step.to}
            if sides & SETS or "self" not in sides:
                self._add(
                    (*place.path, "bind"), "M319", "'bind' keeps one player whom self gives to or gets cards from."
                )

    def _player(self, path: Path, selector: str, place: Place) -> None:
        """Check one selector."""
        name = BOUND.match(selector)
        if name and name[1] not in place.bound:
            hint = nearest(name[1], place.bound)
            self._add(path, "M311", f"'{selector}' is used before a step with 'bind: {name[1]}'{hint}.")
        elif selector in DUEL_PLAYERS and place.duel is None:
            self._add(path, "M312", f"'{selector}' means nobody outside the win, lose or tie of a duel.")
        elif selector == "opponent" and place.duel and place.duel.vs in SETS:
            self._add(path, "M312", "'opponent' means nobody in particular in a duel against several players.")

    def _filters(self, place: Place) -> None:
        """Check filters that need something around them."""
        where = getattr(place.step, "where", None)
        if not isinstance(where, Where):
            return
        path = (*place.path, "where")
        if where.shown and (place.duel is None or place.duel.kind not in _SHOWING):
            what = "outside a duel" if place.duel is None else f"in the duel {place.duel.kind}"
            self._add((*path, "shown"), "M315", f"no cards are shown {what}.")
        n = getattr(place.step, "n", 1)
        if where.group and not (isinstance(n, int) and n >= 2):
            self._add((*path, "group"), "M320", "a group needs 'n' to be a whole number from 2.")

    def _duels(self, places: list[Place]) -> None:
        """Check how many duels there are and against whom."""
        duels = [place for place in places if isinstance(place.step, m.Duel)]
        for place in duels:
            duel = place.step
            assert isinstance(duel, m.Duel)  # noqa: S101 - selected above
            if duel.vs == "self":
                self._add((*place.path, "vs"), "M308", "nobody fights a duel with themselves; 'vs' is another player.")
            elif duel.vs in SETS and duel.kind != "highest_unique":
                self._add((*place.path, "vs"), "M308", f"the duel {duel.kind} is against one player, not '{duel.vs}'.")
            if place.duel is not None:
                self._add(place.path, "M318", "a duel cannot be part of the outcome of another duel.")
        if self.mission.kind == "fight" and len(duels) != 1 and not self.faults:
            count = f"{len(duels)} duels" if duels else "no duel"
            self._add(("do",), "M307", f"a fight has exactly one duel; {self.mission.id} has {count}.")

    def _longest(self, steps: tuple[m.Step, ...]) -> int:
        """Return the largest number of steps outside a duel on one course."""
        total = 0
        for step in steps:
            if isinstance(step, m.Duel):
                continue
            inside = max((self._longest(part) for _, part in parts(step)), default=0)
            total += inside + (0 if isinstance(step, m.If | m.Choose) else 1)
        return total

    # balance

    def _balance(self, places: list[Place]) -> None:
        """Check what the mission can do to the hands, in a range of situations."""
        lows: list[Change] = []
        highs: list[Change] = []
        rich: list[Change] = []
        most: dict[Path, int] = {}
        reached: set[Path] = set()
        duels = [place for place in places if isinstance(place.step, m.Duel)]
        for world in _worlds(self.mission, places):
            outcomes = Outcomes(world)
            changes = [state[0][0] - world.hands[0] for state in outcomes.after(self.mission.do, ("do",))]
            if world.full:
                rich += [(min(changes), world), (max(changes), world)]
            else:
                lows.append((min(changes), world))
                highs.append((max(changes), world))
            for path, moved in outcomes.most.items():
                most[path] = max(moved, most.get(path, 0))
            reached |= outcomes.reached
        for place in places:
            if most.get(place.path, 0) > MAX_MOVED:
                can = "a whole hand" if getattr(place.step, "n", 1) == "all" else most[place.path]
                message = f"a step moves at most {MAX_MOVED} cards of one player; this one can move {can}."
                self._add((*place.path, "n"), "M301", message)
            for below, inside in parts(place.step):
                if inside and (*place.path, *below) not in reached and not isinstance(place.step, m.Duel):
                    self._add((*place.path, *below), "M314", f"these steps of '{m.verb(place.step)}' can never run.")
        if self.faults:
            return
        if self.mission.kind == "bonus":
            self._bonus(min(lows, key=_change), max(highs, key=_change))
        elif self.mission.kind == "malus":
            self._malus(min(lows, key=_change), min(rich, key=_change), max(rich, key=_change))
        else:
            self._fight(duels[0])

    def _bonus(self, low: Change, high: Change) -> None:
        """Check that self has fewer cards after a bonus, but not too few (8.7.1)."""
        if high[0] >= 0:
            effect = "as many as before" if high[0] == 0 else f"{high[0]} more than before"
            message = f"a bonus must leave its player with fewer cards, but {_case(high[1])} it can leave {effect}."
            self._add(("do",), "M303", message)
        if low[0] < -MAX_LOSS:
            message = f"a bonus takes at most {MAX_LOSS} cards from its player; this one can take {-low[0]}."
            self._add(("do",), "M304", message)

    def _malus(self, low: Change, least: Change, high: Change) -> None:
        """Check that self has 1 or 2 more cards after a malus, where there are the cards (8.7.2)."""
        if low[0] < 0:
            message = f"a malus must not leave its player with fewer cards, but {_case(low[1])} it can take {-low[0]}."
            self._add(("do",), "M305", message)
        elif least[0] < 1:
            message = f"a malus must bring its player at least 1 card, but {_case(least[1])} it can bring none."
            self._add(("do",), "M306", message)
        if high[0] > MAX_GAIN:
            message = f"a malus brings at most {MAX_GAIN} cards, but {_case(high[1])} it can bring {high[0]}."
            self._add(("do",), "M306", message)

    def _fight(self, place: Place) -> None:
        """Check that it is better to win the duel than to lose it, where the pile has cards to draw (8.7.3)."""
        duel = place.step
        assert isinstance(duel, m.Duel)  # noqa: S101 - the caller selected it
        for world in _worlds(self.mission, [place]):
            if world.full:
                continue
            outcomes = Outcomes(world)
            env = tuple((f"bound_{name}", 1) for name in sorted(place.bound))
            ends = list(outcomes.duel(duel, (world.hands, world.pile, env), place.path))
            other = next(winner for winner, _, _ in ends if winner)
            for seat in (0,) if duel.asymmetric else (0, other):
                won = [state[0][seat] for winner, _, state in ends if winner == seat]
                lost = [state[0][seat] for winner, sides, state in ends if winner not in (None, seat) and seat in sides]
                if lost and won and max(won) >= min(lost):
                    who, code = ("the player", "M309") if seat == 0 else ("the other side", "M310")
                    hint = "" if seat == 0 else ", unless the duel is marked 'asymmetric: true'"
                    message = f"winning must be better for {who} than losing by at least 1 card{hint}"
                    self._add(place.path, code, f"{message}, but {_case(world)} it is not.")
                    return


def _change(found: Change) -> int:
    return found[0]


def _case(world: World) -> str:
    """Return the words for a situation."""
    mine, others = (f"{hand} card{'s' * (hand > 1)}" for hand in world.hands[:2])
    hands = f"{mine} each" if mine == others else f"{mine} in hand and {others} with each other player"
    pile = "" if world.pile else " and an empty pile"
    return f"with {len(world.hands)} players, {hands}{pile},"


_BIG: Final = 6
_PILE: Final = 9


def _worlds(mission: Mission, places: list[Place]) -> Iterator[World]:
    """Give the situations in which a mission is looked at: those where its steps can differ."""
    conditions = [place.step.cond for place in places if isinstance(place.step, m.If)]
    asked = {c.players.eq for c in conditions if c.players}
    sizes = {
        size + near for c in conditions if c.hand_size for size in (c.hand_size.lt, c.hand_size.gt, c.hand_size.eq)
        if size is not None for near in (-1, 0, 1)
    }  # fmt: skip
    seats = sorted({mission.players[0], mission.players[-1], *({3} | asked) & set(mission.players)})
    mine = sorted({1, 2, 3, _BIG} | {size for size in sizes if size > 0})
    theirs = sorted({1, _BIG} | {size for size in sizes if size > 0})
    drawing = any(isinstance(place.step, m.Draw | m.Guess) for place in places) or any(
        c.pile_empty is not None for c in conditions
    )
    for number in seats:
        for hand in mine:
            for other in theirs:
                hands = (hand, *[other] * (number - 1))
                for pile in (0, _PILE) if drawing else (_PILE,):
                    yield World(hands, pile)
        yield World((_BIG,) * number, _PILE, full=True)


def _condition_players(condition: Condition, path: Path) -> list[tuple[Path, str]]:
    """Return the players whom a condition names."""
    named: list[tuple[Path, str]] = []
    if condition.hand_size:
        named.append(((*path, "hand_size", "who"), condition.hand_size.who))
    if condition.has:
        named.append(((*path, "has", "who"), condition.has.who))
    if condition.is_:
        named += [((*path, "is", "a"), condition.is_.a), ((*path, "is", "b"), condition.is_.b)]
    return named


@lru_cache(maxsize=1024)
def faults(mission: Mission) -> tuple[Fault, ...]:
    """Return what is wrong with the meaning of a mission that has the right shape.

    Missions cannot change, so each is looked at once, however many versions of a pack hold it.
    """
    check = _MissionCheck(mission)
    check.run()
    return tuple(check.faults)


def check_mission(mission: Mission, node: Node, source: Source) -> None:
    """Note the faults of a mission at their places in its file."""
    for fault in faults(mission):
        source.add(node.at(fault.path).place, fault.code, fault.message)
