"""Test matches, seats, missions, duels, steps and branches against the limits: each a value and its p-value."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final, NamedTuple

from companion.missions.findings import listed
from companion.missions.locations import Location
from companion.missions.pack import Pack
from companion.rules.fight.program import Program
from companion.verify.limits import Limits
from companion.verify.measurement import branch_names
from companion.verify.measures import DuelOutcome, Measures, MissionMeasures, StepMeasures
from companion.verify.p_values import (
    MeasuredFigure,
    above,
    below,
    effect_figure,
    mean_above,
    mean_below,
    percent,
    points,
    share_figure,
    upper_tail,
)
from companion.verify.statistics import LEVEL, Mean, Share, Z, share

MIN_SAMPLE: Final = 30
"""A mean of fewer numbers is not judged: the tests of means need some."""

MIN_MISSIONS: Final = 9
"""So many missions of a kind must be judged to say what is median_bonus."""

MAX_HAND_CHANGE: Final = 6
"""How much a hand changes in one execution: a duel's outcome and three steps of up to three cards hardly do more."""

MOVING: Final = frozenset({"put", "give", "take", "draw", "keep", "pass", "swap"})
"""Steps whose purpose is to move cards."""


@dataclass(frozen=True, slots=True)
class LimitTest:
    """The test of one value against one limit.

    Attributes:
        code: code of the finding if the value is beyond the limit.
        place: where a finding points.
        mission: id of the mission, or empty.
        measures: where the value comes from; the first ones if it is pooled.
        pooled: the value is of all matches together.
        p: chance of such a value if the limit were kept; 1 if it is not beyond the limit.
        message: text of the finding, without the setting.
        figure: the number.
        match: smallest number of a match that shows it.
    """

    code: str
    place: Location
    mission: str
    measures: Measures
    pooled: bool
    p: float
    message: str
    figure: MeasuredFigure
    match: int | None

    @property
    def excess(self) -> float:
        """Return how far the value is beyond the limit."""
        return abs(self.figure.value - self.figure.limit)


class LimitTester:
    """Tests the measures of one number of seats and one policy."""

    def __init__(self, pack: Pack, limits: Limits) -> None:
        self.pack = pack
        self.limits = limits

    def tests(self, measures: Measures) -> Iterator[LimitTest]:
        """Yield every test but those of single steps."""
        self.measures = measures
        yield from self._matches()
        yield from self._seats()
        median_bonus = self._median_bonus()
        for mission in measures.missions.values():
            yield self._drawn(mission)
            if mission.executions:
                yield self._effective(mission)
                yield from self._hand(mission)
                yield from self._win(mission, median_bonus)
                yield from self._duel(mission)

    def _test(
        self, code: str, p: float, message: str, figure: MeasuredFigure, match: int | None, mission: str = ""
    ) -> LimitTest:
        locations = self.pack.locations
        place = locations.mission(mission) if mission else locations.whole()
        return LimitTest(code, place, mission, self.measures, False, p, message, figure, match)

    # matches

    def _matches(self) -> Iterator[LimitTest]:
        """Test the ends, the lengths and the waits of matches."""
        measures, limits = self.measures, self.limits
        never = measures.unfinished
        message = f"{percent(never.value)} of the matches do not end (at most {percent(measures.unfinished_at_most)})"
        yield self._test(
            "V101", above(never, limits.unfinished), message,
            share_figure("matches without an end", never, limits.unfinished), measures.unfinished_match,
        )  # fmt: skip
        lengths, (few, many) = measures.lengths, limits.median_turns
        total = sum(lengths.counts)
        longer = share(sum(lengths.counts[many + 1 :]), total)
        shorter = share(sum(lengths.counts[:few]), total)
        p = min(1.0, 2 * min(above(longer, 0.5), above(shorter, 0.5)))
        limit = few if lengths.median < few else many
        message = f"half of the matches last {lengths.median} turns or less, where {few} to {many} are wanted"
        figure = MeasuredFigure("median length", lengths.median, lengths.median, lengths.median, limit, "turns", total)
        yield self._test("V102", p, message, figure, self._any_match())
        long = share(sum(lengths.counts[limits.long_turns + 1 :]), total)
        message = f"{percent(long.value)} of the matches last longer than {limits.long_turns} turns, where 1 % may"
        yield self._test(
            "V103", above(long, 0.01), message, share_figure(f"longer than {limits.long_turns} turns", long, 0.01),
            lengths.longest_match,
        )  # fmt: skip
        yield self._waits()

    def _waits(self) -> LimitTest:
        """Test whether each player gets turns, which `again` can prevent (rules/gong.md 4.2.6)."""
        waits, most = self.measures.waits, self.limits.wait_turns
        long = share(sum(waits.counts[most + 1 :]), sum(waits.counts))
        givers = self._missions_with_again()
        because = f" because of {listed(givers, 'and')}" if givers else ""
        message = f"a player waits for more than {most} turns in {percent(long.value)} of the matches{because}"
        figure = share_figure(f"a wait of more than {most} turns", long, 0.001)
        mission = givers[0] if givers else ""
        return self._test("V104", above(long, 0.001), message, figure, waits.longest_match, mission)

    def _missions_with_again(self) -> list[str]:
        """Return the missions with the step `again`, that which was carried out most often first."""
        missions = self.measures.missions.values()
        found = [mission for mission in missions if any(step.verb == "again" for step in mission.steps)]
        return [mission.id for mission in sorted(found, key=lambda mission: (-mission.executions, mission.id))]

    def _seats(self) -> Iterator[LimitTest]:
        """Test whether a seat wins more or less often than another."""
        limit, fair = self.limits.seat_advantage, 1 / self.measures.job.seats
        for number, seat in enumerate(self.measures.seats):
            wins = seat.wins
            p = min(1.0, 2 * min(above(wins, min(1.0, fair + limit)), below(wins, max(0.0, fair - limit))))
            more = wins.value - fair
            message = (
                f"seat {number} wins {percent(wins.value)} of the matches, {points(abs(more))} "
                f"{'more' if more > 0 else 'less'} than a fair share"
            )
            figure = MeasuredFigure(
                f"advantage of seat {number}", more, wins.low - fair, wins.high - fair, math.copysign(limit, more),
                "chance", wins.of,
            )  # fmt: skip
            yield self._test("V105", p, message, figure, self._any_match())

    def _any_match(self) -> int:
        return self.measures.job.first

    # missions

    def _drawn(self, mission: MissionMeasures) -> LimitTest:
        """Test whether the mission turns up."""
        limit, drawn = self.limits.drawn, mission.drawn
        message = f"turns up in {percent(drawn.value)} of the matches, where {percent(limit)} are wanted"
        message = message if drawn.count else f"never turns up in {drawn.of:,} matches"
        match = self._any_match() if mission.drawn_match is None else mission.drawn_match
        return self._test(
            "V201", below(drawn, limit), message, share_figure("turns up", drawn, limit), match, mission.id
        )

    def _effective(self, mission: MissionMeasures) -> LimitTest:
        """Test whether the mission moves cards."""
        limit, moved = self.limits.effect, mission.effective
        message = f"moves cards in only {percent(moved.value)} of its executions, where {percent(limit)} are wanted"
        message = message if moved.count else f"has no effect: it never moves a card in {moved.of:,} executions"
        code = "V203" if moved.count else "V202"
        figure = share_figure("moves cards", moved, limit)
        return self._test(code, below(moved, limit), message, figure, mission.idle_match, mission.id)

    def _hand(self, mission: MissionMeasures) -> Iterator[LimitTest]:
        """Test whether a bonus makes the own hand smaller and a malus larger (8.7.1, 8.7.2)."""
        own = mission.own
        if mission.kind == "fight" or own.n < MIN_SAMPLE:
            return
        wrong = own.value > 0 if mission.kind == "bonus" else own.value < 0
        code, what = ("V204", "hurts its player: the hand grows") if mission.kind == "bonus" else (
            "V206", "helps its player: the hand shrinks"
        )  # fmt: skip
        message = f"{what} by {abs(own.value):.2f} cards ({abs(own.low):.2f} to {abs(own.high):.2f})"
        figure = MeasuredFigure("change of the own hand", own.value, own.low, own.high, 0.0, "cards", own.n)
        match = next((mission.own_matches[c] for c in sorted(mission.own_matches, reverse=own.value > 0)), None)
        yield self._test(code, own.p / 2 if wrong else 1.0, message, figure, match, mission.id)

    def _win(self, mission: MissionMeasures, median_bonus: float) -> Iterator[LimitTest]:
        """Test the effect of the mission on the chance to win."""
        effect = mission.effect
        if effect is None or effect.n < MIN_SAMPLE:
            return
        if mission.kind != "fight":
            helps = mission.kind == "bonus"
            limit = self.limits.bonus_win if helps else self.limits.malus_win
            code, what = ("V205", "hurts its player") if helps else ("V207", "helps its player")
            way = "falls" if effect.value < 0 else "rises"
            low, high = sorted((abs(effect.low), abs(effect.high)))
            message = f"{what}: the chance to win {way} by {points(abs(effect.value))}"
            message += f" ({100 * low:.1f} to {100 * high:.1f})"
            p = mean_below(effect, limit) if helps else mean_above(effect, limit)
            yield self._test(code, p, message, effect_figure(effect, limit), mission.drawn_match, mission.id)
        if median_bonus > 0:
            limit = math.copysign(self.limits.strongest * median_bonus, effect.value)
            p = mean_above(effect, limit) if effect.value >= 0 else mean_below(effect, limit)
            message = (
                f"changes the chance to win by {points(abs(effect.value))}, {abs(effect.value) / median_bonus:.1f} "
                "times as much as the median bonus"
            )
            figure = effect_figure(effect, limit)
            yield self._test("V208", p, message, figure, mission.drawn_match, mission.id)
        yield self._dominated(mission, effect)

    def _median_bonus(self) -> float:
        """Return the median effect of a bonus, the measure of how strong missions are; 0 if only some were judged."""
        effects = [
            mission.effect.value
            for mission in self.measures.missions.values()
            if mission.kind == "bonus" and mission.effect is not None and mission.effect.n >= MIN_SAMPLE
        ]
        return median(effects) if len(effects) >= MIN_MISSIONS else 0.0

    def _dominated(self, mission: MissionMeasures, effect: Mean) -> LimitTest:
        """Test whether nearly every other mission of the kind does more in every respect."""
        found, limit = self._stronger(mission, effect), self.limits.dominated
        names = [name for p, name in found if p < LEVEL / 2]
        what = "cost their player more" if mission.kind == "malus" else "are better for their player"
        message = f"is dominated: {len(names)} missions of its kind {what} in every respect"
        message += f", such as {listed(sorted(names[:3]), 'and')}" if names else ""
        figure = MeasuredFigure(
            "missions that do more", len(names), len(names), len(names), limit, "missions", effect.n
        )
        p = 1.0
        if len(names) > limit:  # Benjamini and Heller, "Screening for partial conjunction hypotheses" (2008)
            p = min(1.0, (len(found) - limit) * found[limit][0])
        return self._test("V209", p, message, figure, mission.drawn_match, mission.id)

    def _stronger(self, mission: MissionMeasures, effect: Mean) -> list[tuple[float, str]]:
        """Return the other missions of the kind with the p-value that they do more, the surest first.

        One that does not move more cards in the wanted direction, in the own hand and in the others', has 1.
        """
        found = []
        sign = -1 if mission.kind == "malus" else 1
        for other in self.measures.missions.values():
            if other.id == mission.id or other.kind != mission.kind or other.effect is None or not other.executions:
                continue
            own = other.own.low > mission.own.high if sign < 0 else other.own.high < mission.own.low
            others = sign * (other.others - mission.others) > 0
            more = sign * (other.effect.value - effect.value)
            error = math.hypot(other.effect.half, effect.half) / Z
            found.append((upper_tail(more / error) if own and others and error else 1.0, other.id))
        return sorted(found)

    # fights

    def _duel(self, mission: MissionMeasures) -> Iterator[LimitTest]:
        """Test whether both sides of the duel can win, whether it is worth it, and whether it is decided."""
        if mission.outcomes is None:
            return
        won, lost, tied = mission.outcomes
        limits = self.limits
        yield self._test(
            "V303", above(tied.share, limits.tied),
            f"{percent(tied.share.value)} of its duels are tied, where {percent(limits.tied)} may be",
            share_figure("tied duels", tied.share, limits.tied), tied.match, mission.id,
        )  # fmt: skip
        sides = self._sides(mission)
        decided = share(won.share.count, int(won.share.count + lost.share.count))
        most, least = limits.one_sided, (1 - limits.one_sided) * 2 / sides
        p = min(1.0, 2 * min(above(decided, most), below(decided, least)))
        way = "won" if decided.value > 0.5 else "lost"
        message = f"is nearly always {way} by who draws it: {percent(decided.value)} of the decided duels are won"
        message += f", where {percent(least)} to {percent(most)} are wanted"
        figure = share_figure("duels won by who drew it", decided, most if decided.value > 0.5 else least)
        match = won.match if decided.value > 0.5 else lost.match
        yield self._test("V301", p, message, figure, match, mission.id)
        if won.own is not None and lost.own is not None:
            yield self._stake(mission, won, lost, sides)

    def _sides(self, mission: MissionMeasures) -> int:
        """Return how many players fight."""
        step = next(s for s in mission.steps if s.verb == "duel")
        program = Program(self.pack.missions[mission.id])
        return self.measures.job.seats if getattr(program.steps[step.number], "vs", "") == "others" else 2

    def _stake(self, mission: MissionMeasures, won: DuelOutcome, lost: DuelOutcome, sides: int) -> LimitTest:
        """Test whether the winner is better off against the other side than the loser.

        What counts is the own hand less that of the other side. The p-value is Hoeffding's bound for the difference of
        two means ("Probability inequalities for sums of bounded random variables", 1963), for hands that change by
        `MAX_HAND_CHANGE` cards at most.
        """
        if_won = (won.own or 0.0) - (won.opponents or 0.0) / (sides - 1)
        if_lost = (lost.own or 0.0) - (lost.opponents or 0.0) / (sides - 1)
        worse = if_won - if_lost
        p = 1.0
        if worse > 0:
            spread = 4 * MAX_HAND_CHANGE
            p = math.exp(-2 * (worse / spread) ** 2 / (1 / won.share.count + 1 / lost.share.count))
        message = (
            "makes the winner worse off: after a victory the own hand has "
            f"{worse:.1f} cards more against the other side than after a defeat"
        )
        of = int(won.share.count + lost.share.count)
        figure = MeasuredFigure("hand after victory less after defeat", worse, worse, worse, 0.0, "cards", of)
        return self._test("V302", p, message, figure, won.match, mission.id)


# steps


def pooled_step_tests(all_measures: Sequence[Measures], pack: Pack, limits: Limits) -> Iterator[LimitTest]:
    """Test for every step and branch whether it ever happens, in all matches together."""
    by_mission: dict[str, list[tuple[Measures, MissionMeasures]]] = {}
    for measures in all_measures:
        for mission in measures.missions.values():
            if mission.executions:
                by_mission.setdefault(mission.id, []).append((measures, mission))
    for name, cases in by_mission.items():
        first = cases[0]
        idle = not any(mission.effective.count for _, mission in cases)
        for number, step in enumerate(first[1].steps):
            steps = [mission.steps[number] for _, mission in cases]
            if not any(each.reached.count for each in steps):
                continue  # reported for the branch that it stands in
            tested = _TestedStep(name, step, steps, *first)
            yield from _branch_tests(tested, pack, limits)
            if step.verb in MOVING and not idle:
                yield _moved_test(tested, pack, limits)


class _TestedStep(NamedTuple):
    """A step under test.

    Attributes:
        name: id of its mission.
        step: the step in the first of all matches.
        steps: the step in each kind of match.
        measures: the first kind of match, where a finding points.
        mission: the mission in it.
    """

    name: str
    step: StepMeasures
    steps: Sequence[StepMeasures]
    measures: Measures
    mission: MissionMeasures


def _branch_tests(tested: _TestedStep, pack: Pack, limits: Limits) -> Iterator[LimitTest]:
    """Test whether each branch of a step is ever taken."""
    name, step, steps, measures, mission = tested
    for place, branch in enumerate(step.branches):
        taken = _together(each.branches[place].taken for each in steps)
        message = f"runs '{branch.name}' of '{step.verb}' in only {percent(taken.value)} of its executions"
        if not taken.count:
            message = f"never runs '{branch.name}' of '{step.verb}' in {taken.of:,} executions"
        which = branch_names(Program(pack.missions[name]).steps[step.number]).index(branch.name)
        figure = share_figure(f"runs '{branch.name}' of '{step.verb}'", taken, limits.branch)
        where = pack.locations.branch(name, step.number, which)
        p = below(taken, limits.branch)
        yield LimitTest("V401", where, name, measures, True, p, message, figure, mission.drawn_match)


def _moved_test(tested: _TestedStep, pack: Pack, limits: Limits) -> LimitTest:
    """Test whether a step that is to move cards ever does."""
    name, step, steps, measures, mission = tested
    moved = _together(each.moved for each in steps)
    message = f"has a step without effect: '{step.verb}' never moves a card in {moved.of:,} tries"
    figure = share_figure(f"'{step.verb}' moves a card", moved, limits.branch)
    p = 1.0 if moved.count else below(moved, limits.branch)
    where = pack.locations.step(name, step.number)
    return LimitTest("V402", where, name, measures, True, p, message, figure, mission.drawn_match)


def _together(shares: Iterable[Share]) -> Share:
    all_shares = list(shares)
    return share(sum(each.count for each in all_shares), sum(each.of for each in all_shares))
