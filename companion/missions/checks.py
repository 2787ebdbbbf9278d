"""What the shape of a mission cannot tell: names, limits and balance (rules/missions.md 8.7), from the steps alone."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from companion.missions.findings import nearest
from companion.missions.initial_states import describe_state, initial_states
from companion.missions.interpreter import AbstractInterpreter, InitialState
from companion.missions.pack import Mission
from companion.missions.reach import below, unreachable_branches, without_effect
from companion.missions.selectors import BOUND, DUEL_PLAYERS, SETS, Where
from companion.missions.source import Node, SourceFile
from companion.missions.step import Fault, StepPath, Steps
from companion.missions.verbs.duel import Duel
from companion.missions.walk import StepContext, walk

MAX_MOVED: Final = 3
"""Most cards of one player that one step moves (8.7.4)."""

MAX_STEPS: Final = 3
"""Most steps outside a duel (8.7.4)."""

MAX_LOSS: Final = 3
"""Most cards that a bonus takes from its player's hand (8.7.1)."""

MAX_GAIN: Final = 2
"""Most cards that a malus brings (8.7.2)."""

HandChange: TypeAlias = tuple[int, InitialState]
"""How many more cards self has afterwards, and where that happens."""


class _MissionCheck:
    """Checks one mission and collects its faults."""

    def __init__(self, mission: Mission) -> None:
        self.mission = mission
        self.faults: list[Fault] = []

    def run(self) -> None:
        """Check everything; balance only if the names make sense."""
        contexts = list(walk(self.mission.do))
        for context in contexts:
            self._names(context)
            self._filters(context)
        self._duels(contexts)
        self.faults += without_effect(self.mission, contexts)
        if self._longest(self.mission.do) > MAX_STEPS:
            self._add(("do",), "M302", f"a mission has at most {MAX_STEPS} steps outside a duel.")
        if not self.faults:
            self._balance(contexts)

    def _add(self, path: StepPath, code: str, message: str) -> None:
        self.faults.append(Fault(path, code, message))

    # names

    def _names(self, context: StepContext) -> None:
        """Check that every player whom a step names exists there, and that two sides are two players."""
        step = context.step
        for path, selector in step.players():
            self._player((*context.path, *path), selector, context)
        if step.pair:
            first, second = (getattr(step, field) for field in step.pair)
            if first == second and first not in SETS:
                message = f"'{step.verb}' needs two players, not '{first}' twice."
                self._add((*context.path, step.pair[1].rstrip("_")), "M313", message)
        self.faults += (below(context, fault) for fault in step.faults())

    def _player(self, path: StepPath, selector: str, context: StepContext) -> None:
        """Check one selector."""
        name = BOUND.match(selector)
        if name and name[1] not in context.bound:
            hint = nearest(name[1], context.bound)
            self._add(path, "M311", f"'{selector}' is used before a step with 'bind: {name[1]}'{hint}.")
        elif selector in DUEL_PLAYERS and context.duel is None:
            self._add(path, "M312", f"'{selector}' means nobody outside the win, lose or tie of a duel.")
        elif selector in ("winner", "loser") and "tie" in context.path:
            self._add(path, "M312", f"'{selector}' means nobody after a tie.")
        elif selector == "opponent" and context.duel and context.duel.vs in SETS:
            self._add(path, "M312", "'opponent' means nobody in particular in a duel against several players.")

    def _filters(self, context: StepContext) -> None:
        """Check filters that need something around them."""
        duel = context.duel
        for path, test, n in context.step.filters():
            if not isinstance(test, Where):
                continue
            here = (*context.path, *path)
            if test.shown and not (duel and duel.shown_cards):
                what = "outside a duel" if duel is None else f"in the duel {duel.kind}"
                self._add((*here, "shown"), "M315", f"no cards are shown {what}.")
            if test.group and not (isinstance(n, int) and n >= 2):
                self._add((*here, "group"), "M320", "a group needs 'n' to be a whole number from 2.")

    def _duels(self, contexts: list[StepContext]) -> None:
        """Check how many duels there are and where."""
        duels = [context for context in contexts if isinstance(context.step, Duel)]
        for context in duels:
            if context.duel is not None:
                self._add(context.path, "M318", "a duel cannot be part of the outcome of another duel.")
        if self.mission.kind == "fight" and len(duels) != 1 and not self.faults:
            count = f"{len(duels)} duels" if duels else "no duel"
            self._add(("do",), "M307", f"a fight has exactly one duel; {self.mission.id} has {count}.")

    def _longest(self, steps: Steps) -> int:
        """Return the largest number of steps outside a duel on one course."""
        total = 0
        for step in steps:
            if not isinstance(step, Duel):
                total += step.weight + max((self._longest(branch.steps) for branch in step.branches()), default=0)
        return total

    # balance

    def _balance(self, contexts: list[StepContext]) -> None:
        """Check what the mission can do to the hands, in a range of situations."""
        lows: list[HandChange] = []
        highs: list[HandChange] = []
        rich: list[HandChange] = []
        most: dict[StepPath, int] = {}
        reached: set[StepPath] = set()
        answers: dict[StepPath, set[bool]] = {}
        duels = [context for context in contexts if isinstance(context.step, Duel)]
        for initial in initial_states(self.mission, contexts):
            interpreter = AbstractInterpreter(initial)
            changes = [state[0][0] - initial.hands[0] for state in interpreter.after(self.mission.do, ("do",))]
            if initial.full:
                rich += [(min(changes), initial), (max(changes), initial)]
            else:
                lows.append((min(changes), initial))
                highs.append((max(changes), initial))
            for path, moved in interpreter.most.items():
                most[path] = max(moved, most.get(path, 0))
            reached |= interpreter.reached
            for path, possible in interpreter.answers.items():
                answers.setdefault(path, set()).update(possible)
        for context in contexts:
            if most.get(context.path, 0) > MAX_MOVED:
                can = "a whole hand" if getattr(context.step, "n", 1) == "all" else most[context.path]
                message = f"a step moves at most {MAX_MOVED} cards of one player; this one can move {can}."
                self._add((*context.path, "n"), "M301", message)
        self.faults += unreachable_branches(contexts, reached, answers)
        if self.faults:
            return
        if self.mission.kind == "bonus":
            self._bonus(min(lows, key=_change), max(highs, key=_change))
        elif self.mission.kind == "malus":
            self._malus(min(lows, key=_change), min(rich, key=_change), max(rich, key=_change))
        else:
            self._fight(duels[0])

    def _bonus(self, low: HandChange, high: HandChange) -> None:
        """Check that self has fewer cards after a bonus, but not too few (8.7.1)."""
        if high[0] >= 0:
            effect = "as many as before" if high[0] == 0 else f"{high[0]} more than before"
            case = describe_state(high[1])
            message = f"a bonus must leave its player with fewer cards, but {case} it can leave {effect}."
            self._add(("do",), "M303", message)
        if low[0] < -MAX_LOSS:
            message = f"a bonus takes at most {MAX_LOSS} cards from its player; this one can take {-low[0]}."
            self._add(("do",), "M304", message)

    def _malus(self, low: HandChange, least: HandChange, high: HandChange) -> None:
        """Check that self has 1 or 2 more cards after a malus, where there are the cards (8.7.2)."""
        if low[0] < 0:
            case = describe_state(low[1])
            message = f"a malus must not leave its player with fewer cards, but {case} it can take {-low[0]}."
            self._add(("do",), "M305", message)
        elif least[0] < 1:
            case = describe_state(least[1])
            message = f"a malus must bring its player at least 1 card, but {case} it can bring none."
            self._add(("do",), "M306", message)
        if high[0] > MAX_GAIN:
            message = f"a malus brings at most {MAX_GAIN} cards, but {describe_state(high[1])} it can bring {high[0]}."
            self._add(("do",), "M306", message)

    def _fight(self, context: StepContext) -> None:
        """Check that it is better to win the duel than to lose it, where the pile has cards to draw (8.7.3)."""
        duel = context.step
        assert isinstance(duel, Duel)  # noqa: S101 - the caller selected it
        for initial in initial_states(self.mission, [context]):
            if initial.full:
                continue
            interpreter = AbstractInterpreter(initial)
            roles = tuple((f"bound_{name}", 1) for name in sorted(context.bound))
            ends = list(duel.ends(interpreter, (initial.hands, initial.pile, roles), context.path))
            other = next(winner for winner, _, _ in ends if winner)
            for seat in (0,) if duel.asymmetric else (0, other):
                won = [state[0][seat] for winner, _, state in ends if winner == seat]
                lost = [state[0][seat] for winner, sides, state in ends if winner not in (None, seat) and seat in sides]
                if lost and won and max(won) >= min(lost):
                    who, code = ("the player", "M309") if seat == 0 else ("the other side", "M310")
                    hint = "" if seat == 0 else ", unless the duel is marked 'asymmetric: true'"
                    message = f"winning must be better for {who} than losing by at least 1 card{hint}"
                    self._add(context.path, code, f"{message}, but {describe_state(initial)} it is not.")
                    return


def _change(found: HandChange) -> int:
    return found[0]


@lru_cache(maxsize=1024)
def faults(mission: Mission) -> tuple[Fault, ...]:
    """Return what is wrong with the meaning of a mission that has the right shape.

    Missions cannot change, so each is looked at once, however many versions of a pack hold it.
    """
    check = _MissionCheck(mission)
    check.run()
    return tuple(check.faults)


def check_mission(mission: Mission, node: Node, source: SourceFile) -> None:
    """Note the faults of a mission at their places in its file."""
    for fault in faults(mission):
        source.add(node.at(fault.path).place, fault.code, fault.message)
