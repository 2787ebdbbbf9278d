"""The simulation by the readable engine, and the authority on what every counter means.

It needs only the base installation. It plays the same matches as `gong replay`, so a match number is enough to see what
was counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.chance import BOT, stream
from companion.rules.bots.policies import Bot, get_bot
from companion.rules.fight.game import Fight
from companion.rules.fight.program import Program
from companion.rules.fight.state import FightState
from companion.rules.gong.events import Event
from companion.verify.jobs import MISSION_NUMBER, CounterLayout, SimulationJob
from companion.verify.tally import BRANCHES, CHANGES, LOST, MAX_CHANGE, OUTCOMES, TIE, UNIT, WON, Numbers, Tally


@dataclass
class Execution:
    """One mission carried out; see `Tally` for the words.

    Attributes:
        mission: its id.
        turn: the turn, 1 first.
        step: number of the action of the match that revealed the card, 1 first.
        seat: self.
        no_pile: the card came from the hand.
        before: hand sizes before.
        after: hand sizes after; empty while the turn is not over.
        steps: number of each step that was carried out, and the cards it moved.
        branches: number of each step of which a branch was taken, and which.
        opponent: the other side of the duel, -1 for everybody.
        outcome: WON, LOST or TIE; None without a duel.
    """

    mission: str
    turn: int
    step: int
    seat: int
    no_pile: bool
    before: list[int]
    after: list[int] = field(default_factory=list)
    steps: list[tuple[int, int]] = field(default_factory=list)
    branches: list[tuple[int, int]] = field(default_factory=list)
    opponent: int = -1
    outcome: int | None = None

    @property
    def moved(self) -> int:
        """Return how many cards were moved."""
        return sum(cards for _, cards in self.steps)

    @property
    def own(self) -> int:
        """Return the change of self's hand."""
        return self.after[self.seat] - self.before[self.seat]

    @property
    def others(self) -> int:
        """Return the change of all other hands together."""
        return sum(self.after) - sum(self.before) - self.own

    @property
    def opponents(self) -> int:
        """Return the change of the opponent's hand; in a duel of everybody, of all others."""
        return self.others if self.opponent < 0 else self.after[self.opponent] - self.before[self.opponent]

    def record(self, event: Event) -> None:
        """Record an event of the mission."""
        match event:
            case ("step", int(number), int(cards)):
                self.steps.append((number, cards))
            case ("branch", int(number), int(which)):
                self.branches.append((number, which))
            case ("duel", _, _, int(opponent)):
                self.opponent = opponent
            case ("won", int(winner), _):
                self.outcome = WON if winner == self.seat else LOST
            case ("tie",):
                self.outcome = TIE


@dataclass
class MatchRecord:
    """What happened in a match.

    Attributes:
        executions: the missions carried out, in order.
        seats: whose turn each turn was.
        sizes: hand sizes at the beginning of each turn.
        wins: victory of each seat in units of 1/60.
        decisions: actions applied.
        unfinished: the match was ended by the limit of turns.
    """

    executions: list[Execution] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    sizes: list[list[int]] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    decisions: int = 0
    unfinished: bool = False

    @property
    def turns(self) -> int:
        """Return the number of turns that were played."""
        return len(self.sizes)

    @property
    def wait(self) -> int:
        """Return the longest wait of a player (`Tally.waits`)."""
        last = [-1] * len(self.wins)
        longest = 0
        for turn, seat in enumerate(self.seats):
            longest = max(longest, turn - last[seat] - 1)
            last[seat] = turn
        return max(longest, *(self.turns - turn - 1 for turn in last))


class ReferencePlayer:
    """Plays the matches of a job."""

    def __init__(self, job: SimulationJob, layout: CounterLayout) -> None:
        self.job = job
        self.game = Fight(jokers=job.jokers, reshuffle=job.reshuffle)  # the missions come with the job
        self.programs: Sequence[Program | None] = layout.by_card(job.seats)
        self.bot: Bot | None = None if job.policy == "random" else get_bot("fight", job.policy)

    def play(self, number: int, skip_turn: int = 0) -> MatchRecord:
        """Play the match with this number; in the turn `skip_turn` the mission does nothing."""
        job = self.job
        state = FightState(self.game, self.programs)
        state.skip_turn = skip_turn
        state.start(job.seats, job.seed, number)
        record = MatchRecord()
        record.seats.append(state.player)
        record.sizes.append(_sizes(state))
        turn, current = state.turn, None
        while (seat := state.current_player()) is not None:
            before = _sizes(state)
            legal = state.legal_actions()
            chance = stream(job.seed, number, BOT, record.decisions)
            state.apply(chance.choice(legal) if self.bot is None else self.bot(state.view(seat), legal, chance))
            record.decisions += 1
            for event in state.events:
                if event[0] in REVEALS and event[3]:
                    no_pile = event[0] == "no-pile"
                    before[seat] -= no_pile
                    current = Execution(str(event[3]), turn, record.decisions, seat, no_pile, before)
                elif event[0] == "skipped":
                    current = None
                elif current is not None:
                    current.record(event)
            over = state.is_terminal()
            if over or state.turn != turn:
                turn, sizes = state.turn, _sizes(state)
                if current is not None:
                    current.after = sizes
                    record.executions.append(current)
                    current = None
                if not over:
                    record.seats.append(state.player)
                    record.sizes.append(sizes)
        record.wins = [round(UNIT * share) for share in state.returns()]
        record.unfinished = bool(state.capped)
        return record


REVEALS: Final = ("revealed", "no-pile")


def _sizes(state: FightState) -> list[int]:
    return [hand.bit_count() for hand in state.hands]


def simulate(job: SimulationJob) -> Tally:
    """Play the matches of the job and count."""
    layout = CounterLayout(job.pack)
    player = ReferencePlayer(job, layout)
    tally = Tally.empty(job.seats, layout.steps)
    for number in job.numbers:
        record = player.play(number)
        _count_match(tally, record, number)
        for execution in record.executions:
            _count_execution(tally, layout, execution, number)
        _count_missions(tally, record, number)
        _count_pairs(tally, player, record, number)
    return tally


def _count_match(tally: Tally, record: MatchRecord, number: int) -> None:
    tally.matches[0] += 1
    tally.decisions[0] += record.decisions
    tally.turns[0] += record.turns
    tally.lengths[record.turns] += 1
    _first(tally.first_length, record.turns, number)
    tally.waits[record.wait] += 1
    _first(tally.first_wait, record.wait, number)
    if record.unfinished:
        tally.unfinished[0] += 1
        _first(tally.first_unfinished, 0, number)
    for seat, win in enumerate(record.wins):
        tally.wins[seat] += win
    for turn, sizes in enumerate(record.sizes):
        tally.going[turn] += 1
        tally.hands[turn] += sum(sizes)
        tally.smallest[turn] += min(sizes)
        tally.largest[turn] += max(sizes)


def _count_execution(tally: Tally, layout: CounterLayout, execution: Execution, number: int) -> None:
    mission = MISSION_NUMBER[execution.mission]
    own = execution.own
    change = mission * CHANGES + MAX_CHANGE + max(-MAX_CHANGE, min(own, MAX_CHANGE))
    tally.executions[mission] += 1
    tally.own[mission] += own
    tally.own_counts[change] += 1
    _first(tally.first_own, change, number)
    tally.others[mission] += execution.others
    if execution.moved:
        tally.effective[mission] += 1
    else:
        _first(tally.first_idle, mission, number)
    if execution.outcome is not None:
        place = mission * OUTCOMES + execution.outcome
        tally.duels[place] += 1
        tally.duel_own[place] += own
        tally.duel_opponents[place] += execution.opponents
        _first(tally.first_duel, place, number)
    first_step = layout.first_step[mission]
    for step, cards in execution.steps:
        tally.reached[first_step + step] += 1
        tally.moved[first_step + step] += cards > 0
        tally.cards[first_step + step] += cards
    for step, which in execution.branches:
        tally.branches[(first_step + step) * BRANCHES + which] += 1


def _count_missions(tally: Tally, record: MatchRecord, number: int) -> None:
    """Count each mission once, however often it was carried out."""
    for name in {execution.mission for execution in record.executions}:
        tally.drawn[MISSION_NUMBER[name]] += 1
        _first(tally.first_drawn, MISSION_NUMBER[name], number)


def _count_pairs(tally: Tally, player: ReferencePlayer, record: MatchRecord, number: int) -> None:
    """Play the match again for each judged mission, its first execution doing nothing."""
    firsts: dict[str, Execution] = {}
    for execution in record.executions:
        firsts.setdefault(execution.mission, execution)
    for name in player.job.judged:
        if name not in firsts:
            continue
        mission, first = MISSION_NUMBER[name], firsts[name]
        other = player.play(number, first.turn)
        difference = record.wins[first.seat] - other.wins[first.seat]
        tally.pairs[mission] += 1
        tally.pair_wins[mission] += difference
        tally.pair_squares[mission] += difference**2
        tally.pair_turns[mission] += record.turns - other.turns


def _first(numbers: Numbers[int], place: int, number: int) -> None:
    """Keep the smallest number of a match in which something happened."""
    if number < numbers[place]:
        numbers[place] = number
