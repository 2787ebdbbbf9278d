"""Missions as a flat table of whole numbers: what the compiled kernel carries out (DESIGN 6).

Each step of each mission is one operation, a row of `WIDTH` numbers in the order of `Program.steps`; the words of the
effect language (rules/missions.md 8.3) have become numbers and masks, and what follows is the number of a row. Every
operation knows where it comes from, so whatever is counted for it can be told in the author's words.

>>> table = tabulate(pack, find_pack())
>>> str(table.operations[table.first["B08"]])
'B08 step 0, bonus.yaml:32'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.deck import GALAXIES
from companion.errors import GongError
from companion.missions import model as m
from companion.missions.cards import MISSION_IDS
from companion.missions.pack import Mission, Pack, Source
from companion.missions.selectors import CardFilter, Condition, Count, Max, Where
from companion.missions.source import read_source
from companion.missions.walk import walk
from companion.rules.fight.duels.registry import needs
from companion.rules.fight.program import Program, branches
from companion.rules.gong.cards import ALL, COLOR_MASK, GALAXY_CARDS, GALAXY_MASK, NUMBER_MASK, PARITY_MASK

(
    OP, NEXT, WHO, N, PICK, MASK, KIND, SPECIAL,
    TO, EXACT, LOSES, EMPTY, DRAWN, EXTREME, GROUP, SHOWN,
    BIND, DEPTH, PARAMETER, OTHER, NEEDED, REPLAY, PURPOSE, SECRET, BRANCH,
) = range(25)  # fmt: skip
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
- NEEDED: galaxy cards that each side needs. REPLAY: 1 if a tie is played once more.
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

PUT, GIVE, TAKE, DRAW, KEEP, PASS, SWAP, SHOW, GUESS, CHOOSE, IF, AGAIN, DUEL = range(13)

_OPS: Final = dict(zip(m.STEPS, range(13), strict=True))

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

(
    HIGHEST_XPHERE, CLOSEST_SUM, COIN, COIN_OR_DRAW, GUESS_NUMBER, GUESS_GALAXY, BEST_COMBINATION, GRID,
    THREE_LOCATIONS, HIGHER_LOWER, LARGEST_GALAXY, BLIND_BATTLE, HIGHEST_UNIQUE,
) = range(13)  # fmt: skip

_DUELS: Final[dict[type, int]] = {
    m.HighestXphere: HIGHEST_XPHERE,
    m.ClosestSum: CLOSEST_SUM,
    m.RockPaperScissors: COIN,
    m.GuessNumber: GUESS_NUMBER,
    m.GuessGalaxy: GUESS_GALAXY,
    m.MemorySequence: COIN_OR_DRAW,
    m.ReactionTap: COIN_OR_DRAW,
    m.TapRace: COIN_OR_DRAW,
    m.BestCombination: BEST_COMBINATION,
    m.Grid3x3: GRID,
    m.ThreeLocations: THREE_LOCATIONS,
    m.HigherLower: HIGHER_LOWER,
    m.LargestGalaxy: LARGEST_GALAXY,
    m.BlindBattle: BLIND_BATTLE,
    m.OddEvenFingers: COIN,
    m.Stare: COIN_OR_DRAW,
    m.HighestUnique: HIGHEST_UNIQUE,
    m.NameGalaxies: COIN_OR_DRAW,
}
"""Kinds of duel, in classes that are decided alike."""

MAX_DEPTH: Final = 3
MAX_BOUND: Final = 8
MAX_OPERATIONS: Final = 5_000


class TableError(GongError):
    """A pack that does not fit into a table: too many steps, names or duels inside duels. The reference plays it."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One row of the table.

    Attributes:
        mission: id of the mission.
        step: number of the step in `Program.steps`.
        verb: verb of the step.
        source: file and line of the step, or of its mission if the file was not at hand.
        row: the numbers.
    """

    mission: str
    step: int
    verb: str
    source: Source
    row: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.mission} step {self.step}, {self.source}"


@dataclass(frozen=True, slots=True)
class Table:
    """All missions of a pack.

    Attributes:
        operations: every step of every mission, in the order of `MISSION_IDS`.
        first: number of the first operation of each mission.
    """

    operations: tuple[Operation, ...]
    first: Mapping[str, int]

    def rows(self) -> list[tuple[int, ...]]:
        """Return the numbers alone."""
        return [operation.row for operation in self.operations]


def tabulate(pack: Pack, folder: Path | None = None) -> Table:
    """Return the table of a pack.

    Args:
        pack: the pack.
        folder: where it was read from, to tell the line of each step.

    Raises:
        TableError: the pack does not fit.
    """
    lines = {} if folder is None else _lines(pack, folder)
    operations: list[Operation] = []
    first: dict[str, int] = {}
    for name in MISSION_IDS:
        first[name] = len(operations)
        mission = pack.missions[name]
        writer = _Writer(mission, len(operations))
        origin = pack.sources[name]
        for number, (step, row) in enumerate(zip(writer.program.steps, writer.rows(), strict=True)):
            source = Source(origin.file, lines.get((name, number), origin.line))
            operations.append(Operation(name, number, m.verb(step), source, row))
    if len(operations) > MAX_OPERATIONS:
        raise TableError(f"The pack {pack} has more than {MAX_OPERATIONS} steps.")
    return Table(tuple(operations), first)


def _lines(pack: Pack, folder: Path) -> dict[tuple[str, int], int]:
    """Return the line of each step by mission and number."""
    found: dict[tuple[str, int], int] = {}
    for file in sorted({source.file for source in pack.sources.values()}):
        root = read_source(folder / file, "a list of missions").root
        for node in root.value if root and isinstance(root.value, list) else []:
            name = node.at(("id",)).value
            if isinstance(name, str) and name in pack.missions:
                for number, place in enumerate(walk(pack.missions[name].do)):
                    found[name, number] = node.at(place.path[:-1]).place[0]
    return found


class _Writer:
    """Writes the rows of one mission."""

    def __init__(self, mission: Mission, base: int) -> None:
        self.mission = mission
        self.program = Program(mission)
        self.base = base
        self.bound: dict[str, int] = {}
        self.written: dict[int, tuple[int, ...]] = {}

    def rows(self) -> Iterator[tuple[int, ...]]:
        """Return the rows in the order of the steps."""
        self._steps(self.mission.do, END, 0)
        for number in range(len(self.program.steps)):
            yield self.written[number]

    def _steps(self, steps: Sequence[m.Step], following: int, depth: int) -> None:
        """Write a list of steps after which `following` is carried out."""
        if depth > MAX_DEPTH:
            raise TableError(f"In the mission {self.mission.id} duels are inside duels more than {MAX_DEPTH} deep.")
        for step, after in zip(steps, (*steps, None)[1:], strict=True):
            self._step(step, following if after is None else self._place(after), depth)

    def _place(self, step: m.Step) -> int:
        return self.base + self.program.number(step)

    def _step(self, step: m.Step, following: int, depth: int) -> None:
        row = [0] * WIDTH
        op = _OPS[m.verb(step)]
        row[OP], row[NEXT], row[DEPTH] = op, following, depth
        row[LOSES], row[SECRET] = int(op in (PUT, GIVE, TAKE)), int(op in (PASS, SWAP, SHOW))
        for column, value in self._columns(step).items():
            row[column] = int(value)
        row[SPECIAL] = int(any(row[column] for column in (DRAWN, EXTREME, GROUP, SHOWN)))
        row[PURPOSE] = SHOWING if op == SHOW else GET if op in (GIVE, TAKE) and row[PICK] == TAKER_OPEN else SHED
        ways = branches(step)
        for which in range(BRANCHES):
            way = ways[which] if which < len(ways) else None
            row[EMPTY] |= int(way == ()) << which
            row[BRANCH + which] = NONE if way is None else self._place(way[0]) if way else following
        self.written[self.program.number(step)] = tuple(row)
        for way in ways:
            self._steps(way, following, depth + isinstance(step, m.Duel))

    def _player(self, who: str) -> int:
        return BOUND + self._name(who.removeprefix("bound_")) if who.startswith("bound_") else PLAYERS[who]

    def _name(self, name: str) -> int:
        """Return the place of a name under which a player is remembered."""
        place = self.bound.setdefault(name, len(self.bound))
        if place >= MAX_BOUND:
            raise TableError(f"The mission {self.mission.id} binds more than {MAX_BOUND} names.")
        return place

    def _columns(self, step: m.Step) -> dict[int, int]:
        """Return what a step fills in."""
        match step:
            case m.Put():
                return {
                    WHO: self._player(step.who), **_count(step.n), **_filter(step.where), PICK: _PICKS[step.pick],
                    KIND: bool(step.otherwise),
                }  # fmt: skip
            case m.Give():
                bind = 0 if step.bind is None else 1 + self._name(step.bind)
                return {
                    WHO: self._player(step.from_), TO: self._player(step.to), **_count(step.n), **_filter(step.where),
                    PICK: _PICKS[step.pick], KIND: bool(step.otherwise), BIND: bind,
                }  # fmt: skip
            case m.Take():
                return {
                    WHO: self._player(step.from_), TO: self._player(step.to), **_count(step.n), **_filter(None),
                    PICK: _PICKS[step.pick],
                }  # fmt: skip
            case m.Draw():
                until = {MASK: 0} if step.until is None else _filter(step.until)
                return {WHO: self._player(step.who), N: step.n, **until}
            case m.Keep():
                return {WHO: self._player(step.who)}
            case m.Pass():
                return {**_count(step.n), **_filter(None), PICK: _PICKS[step.pick], KIND: step.dir == "left"}
            case m.Swap():
                return {
                    WHO: self._player(step.a), TO: self._player(step.b), **_count(step.n), **_filter(None),
                    PICK: _PICKS[step.pick],
                }  # fmt: skip
            case m.Show():
                return {WHO: self._player(step.who), TO: self._player(step.to), **_count(step.n), **_filter(None)}
            case m.Guess():
                return {WHO: self._player(step.who), KIND: step.about == "pile_top_color"}
            case m.Choose():
                return {WHO: self._player(step.who), KIND: len(step.options)}
            case m.If():
                return self._condition(step.cond)
            case m.Again():
                return {WHO: self._player(step.who), KIND: step.optional}
            case m.Duel():
                return {**self._duel(step), WHO: self._player(step.vs)}
        raise AssertionError(step)

    def _condition(self, cond: Condition) -> dict[int, int]:
        """Return what a condition fills in."""
        if cond.hand_size is not None:
            size = cond.hand_size
            kind, number = next(
                (kind, number)
                for kind, number in ((LESS, size.lt), (GREATER, size.gt), (EQUAL, size.eq))
                if number is not None
            )
            return {KIND: kind, WHO: self._player(size.who), PARAMETER: number}
        if cond.has is not None:
            return {KIND: HAS, WHO: self._player(cond.has.who), **_filter(cond.has.where)}
        if cond.is_ is not None:
            return {KIND: IS, WHO: self._player(cond.is_.a), TO: self._player(cond.is_.b)}
        if cond.players is not None:
            return {KIND: SEATS, PARAMETER: cond.players.eq}
        return {KIND: PILE_EMPTY, PARAMETER: bool(cond.pile_empty)}

    def _duel(self, step: m.Duel) -> dict[int, int]:
        """Return what a duel fills in. `lose` being there is told by EXACT."""
        needed, replay = needs(step)
        columns = {KIND: _DUELS[type(step)], NEEDED: needed, REPLAY: replay, EXACT: step.lose is not None}
        match step:
            case m.ClosestSum():
                columns |= {N: step.cards, PARAMETER: step.target}
            case m.GuessNumber() | m.GuessGalaxy():
                columns |= {PARAMETER: step.tries, OTHER: step.guesser == "self"}
            case m.Grid3x3():
                columns |= {PARAMETER: step.max_cards}
            case m.ThreeLocations():
                columns |= {PARAMETER: step.max_cards, OTHER: step.per_location}
            case m.BlindBattle():
                columns |= {PARAMETER: step.replays}
        return columns


def _count(n: Count) -> dict[int, int]:
    if isinstance(n, int):
        return {N: n, EXACT: 1}
    return {N: n.max if isinstance(n, Max) else ALL_CARDS, EXACT: 0}


def _filter(test: CardFilter | None) -> dict[int, int]:
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
    columns: dict[int, Any] = {MASK: mask, DRAWN: drawn}
    if isinstance(test, Where):
        columns |= {
            EXTREME: _EXTREMES[test.extreme] if test.extreme else 0,
            GROUP: _GROUPS[test.group] if test.group else 0,
            SHOWN: bool(test.shown),
        }
    return columns
