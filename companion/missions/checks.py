"""What the shape of a mission cannot tell: names, limits and balance (rules/missions.md 8.7), from the steps alone."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from companion.missions import model as m
from companion.missions.findings import nearest
from companion.missions.outcomes import Outcomes, Path, World
from companion.missions.pack import Mission
from companion.missions.reach import dead_ends, without_effect
from companion.missions.selectors import BOUND, DUEL_PLAYERS, SETS, Condition, Model, Where
from companion.missions.source import Node, Source
from companion.missions.walk import Fault, Place, parts, walk
from companion.missions.worlds import case, worlds

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

_PAIRS: Final[dict[type[Model], tuple[str, str]]] = {
    m.Give: ("from_", "to"), m.Take: ("to", "from_"), m.Swap: ("a", "b"), m.Show: ("who", "to"),
}  # fmt: skip
"""Fields that must name two different players."""

Change: TypeAlias = tuple[int, World]
"""How many more cards self has afterwards, and where that happens."""


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
        self.faults += without_effect(self.mission, places)
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
        elif selector in ("winner", "loser") and "tie" in place.path:
            self._add(path, "M312", f"'{selector}' means nobody after a tie.")
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
        answers: dict[Path, set[bool]] = {}
        duels = [place for place in places if isinstance(place.step, m.Duel)]
        for world in worlds(self.mission, places):
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
            for path, possible in outcomes.answers.items():
                answers.setdefault(path, set()).update(possible)
        for place in places:
            if most.get(place.path, 0) > MAX_MOVED:
                can = "a whole hand" if getattr(place.step, "n", 1) == "all" else most[place.path]
                message = f"a step moves at most {MAX_MOVED} cards of one player; this one can move {can}."
                self._add((*place.path, "n"), "M301", message)
        self.faults += dead_ends(places, reached, answers)
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
            message = f"a bonus must leave its player with fewer cards, but {case(high[1])} it can leave {effect}."
            self._add(("do",), "M303", message)
        if low[0] < -MAX_LOSS:
            message = f"a bonus takes at most {MAX_LOSS} cards from its player; this one can take {-low[0]}."
            self._add(("do",), "M304", message)

    def _malus(self, low: Change, least: Change, high: Change) -> None:
        """Check that self has 1 or 2 more cards after a malus, where there are the cards (8.7.2)."""
        if low[0] < 0:
            message = f"a malus must not leave its player with fewer cards, but {case(low[1])} it can take {-low[0]}."
            self._add(("do",), "M305", message)
        elif least[0] < 1:
            message = f"a malus must bring its player at least 1 card, but {case(least[1])} it can bring none."
            self._add(("do",), "M306", message)
        if high[0] > MAX_GAIN:
            message = f"a malus brings at most {MAX_GAIN} cards, but {case(high[1])} it can bring {high[0]}."
            self._add(("do",), "M306", message)

    def _fight(self, place: Place) -> None:
        """Check that it is better to win the duel than to lose it, where the pile has cards to draw (8.7.3)."""
        duel = place.step
        assert isinstance(duel, m.Duel)  # noqa: S101 - the caller selected it
        for world in worlds(self.mission, [place]):
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
                    self._add(place.path, code, f"{message}, but {case(world)} it is not.")
                    return


def _change(found: Change) -> int:
    return found[0]


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
