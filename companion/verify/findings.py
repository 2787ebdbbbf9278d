r"""What is wrong with a pack as it plays: findings with stable codes (docs/verify-findings.md explains each).

Every limit is a question to every mission, duel, branch and seat, with every number of seats and every policy. A value
beyond its limit is a finding only if chance does not explain it: its p-value is below `Limits.error` after Holm's
correction for all questions of the run. What lies beyond a limit without being proven is only counted (`Verdict.open`).

    >>> verdict = judge(all_measures, Places(folder, pack), load_limits(), replay)
    >>> print(*verdict.findings, sep="\n")
    my-pack/bonus.yaml:9:7: V205 B02 'Meteor Shower' hurts its player: the chance to win falls by 1.2 points ...
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final, Literal, NamedTuple, TypeAlias

from companion.missions import Finding as StaticFinding
from companion.missions.findings import listed
from companion.verify.limits import Limits
from companion.verify.measures import Measures, MissionMeasures, Outcome, Step, branch_names
from companion.verify.places import Place, Places
from companion.verify.statistics import LEVEL, Mean, Share, Z, beta_cdf, holm, share

Severity: TypeAlias = Literal["fault", "balance"]
"""`fault`: a game or a mission does not work; `balance`: it works, but not as its kind should."""

CODES: Final[Mapping[str, Severity]] = {
    "V101": "fault", "V102": "balance", "V103": "balance", "V104": "fault", "V105": "balance",
    "V201": "fault", "V202": "fault", "V203": "balance", "V204": "balance", "V205": "balance", "V206": "balance",
    "V207": "balance", "V208": "balance", "V209": "balance",
    "V301": "balance", "V302": "balance", "V303": "balance",
    "V401": "fault", "V402": "fault",
}  # fmt: skip
"""Every code that a simulation can give, and how bad it is."""

FEW: Final = 30
"""A mean of fewer numbers is not judged: the tests of means need some."""

ENOUGH: Final = 9
"""So many missions of a kind must be judged to say what is usual."""

MOST_CHANGED: Final = 6
"""How much a hand changes in one execution: a duel's outcome and three steps of up to three cards hardly do more."""

MOVING: Final = frozenset({"put", "give", "take", "draw", "keep", "pass", "swap"})
"""Steps whose purpose is to move cards."""


class Figure(NamedTuple):
    """A measured number behind a finding.

    Attributes:
        name: what it is.
        value: the number.
        low: lower end of its interval.
        high: upper end.
        limit: what it should not be beyond.
        unit: `share`, `chance` (a difference of shares), `cards`, `turns` or `missions`.
        of: size of the sample.
    """

    name: str
    value: float
    low: float
    high: float
    limit: float
    unit: Literal["share", "chance", "cards", "turns", "missions"]
    of: int


@dataclass(frozen=True, slots=True, order=True)
class Finding(StaticFinding):
    """One fault of a pack that the simulation has found; `str` gives `file:line:column: CODE message`.

    Attributes:
        severity: how bad it is.
        mission: id of the mission, empty for the whole pack.
        seats: number of players with whom it was seen worst; 0 if it holds for all simulated numbers together.
        policy: how they played.
        figures: the numbers.
        replay: the command that tells a match in which it can be seen.
    """

    severity: Severity
    mission: str
    seats: int
    policy: str
    figures: tuple[Figure, ...]
    replay: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the limits say about a run.

    Attributes:
        findings: what is beyond a limit, proven; in the order of the codes and of the places in the pack.
        questions: how many limits were looked at.
        open: values beyond a limit for which chance is an explanation still; more matches decide.
    """

    findings: tuple[Finding, ...]
    questions: int
    open: int


@dataclass(frozen=True, slots=True)
class _Question:
    """One limit, asked about one value.

    Attributes:
        code: what it is if the value is beyond the limit.
        place: where a finding points.
        mission: id of the mission, or empty.
        measures: where the value comes from; the first ones if it is of all together.
        pooled: it is of all together.
        p: chance of such a value if the limit were kept; 1 if it is not beyond the limit.
        words: what a finding says, without where.
        figure: the number.
        match: smallest number of a match that shows it.
    """

    code: str
    place: Place
    mission: str
    measures: Measures
    pooled: bool
    p: float
    words: str
    figure: Figure
    match: int | None

    @property
    def excess(self) -> float:
        """Return how far the value is beyond the limit."""
        return abs(self.figure.value - self.figure.limit)


Replay: TypeAlias = Callable[[Measures, int, str], str]
"""Gives the command that tells the match with a number, of it only the turns with this mission unless it is empty."""


def judge(all_measures: Sequence[Measures], places: Places, limits: Limits, replay: Replay) -> Verdict:
    """Return the findings of a run.

    Args:
        all_measures: what was measured, for each number of seats and each policy.
        places: where the missions stand.
        limits: what is asked.
        replay: gives the command that tells a match.
    """
    questions = [question for measures in all_measures for question in _Judge(places, limits).ask(measures)]
    questions += _ask_steps(all_measures, places, limits)
    adjusted = holm([question.p for question in questions])
    proven: dict[tuple[str, str, Place], list[_Question]] = {}
    still_open = 0
    for question, p in zip(questions, adjusted, strict=True):
        if p < limits.error:
            proven.setdefault((question.code, question.mission, question.place), []).append(question)
        elif question.p < 1:
            still_open += 1
    found = [_finding(asked, replay, places.pack.titles) for asked in proven.values()]
    return Verdict(tuple(sorted(found, key=_order)), len(questions), still_open)


def _order(finding: Finding) -> tuple[str, str, int, int]:
    return finding.code, finding.path, finding.line, finding.column


def _finding(asked: Sequence[_Question], replay: Replay, titles: Mapping[str, Mapping[str, str]]) -> Finding:
    """Return one finding for the same fault with several numbers of seats and policies."""
    worst = max(asked, key=lambda question: question.excess)
    first = next(iter(titles.values()))
    name = f"{worst.mission} '{first[worst.mission]}' " if worst.mission else ""
    where = "in all matches together" if worst.pooled else f"with {_who(worst.measures)}"
    others = [question.measures for question in asked if question is not worst]
    also = f"; also with {listed(map(_who, others), 'and')}" if 0 < len(others) <= 4 else ""
    also = f"; also in {len(others)} other kinds of match" if len(others) > 4 else also
    return Finding(
        *worst.place,
        code=worst.code,
        message=f"{name}{worst.words}, {where}{also}.",
        severity=CODES[worst.code],
        mission=worst.mission,
        seats=0 if worst.pooled else worst.measures.job.seats,
        policy="" if worst.pooled else worst.measures.job.policy,
        figures=tuple(question.figure for question in sorted(asked, key=lambda q: -q.excess)),
        replay="" if worst.match is None else replay(worst.measures, worst.match, worst.mission),
    )


def _who(measures: Measures) -> str:
    """Return who plays: `4 random players`."""
    return f"{measures.job.seats} {measures.job.policy} players"


class _Judge:
    """Asks what the limits ask of one number of seats and one policy."""

    def __init__(self, places: Places, limits: Limits) -> None:
        self.places = places
        self.limits = limits

    def ask(self, measures: Measures) -> Iterator[_Question]:
        """Give every question but those about single steps."""
        self.measures = measures
        yield from self._matches()
        yield from self._seats()
        usual = self._usual()
        for mission in measures.missions.values():
            yield self._drawn(mission)
            if mission.executions:
                yield self._effective(mission)
                yield from self._hand(mission)
                yield from self._win(mission, usual)
                yield from self._duel(mission)

    def _question(
        self, code: str, p: float, words: str, figure: Figure, match: int | None, mission: str = ""
    ) -> _Question:
        place = self.places.mission(mission) if mission else self.places.whole()
        return _Question(code, place, mission, self.measures, False, p, words, figure, match)

    # matches

    def _matches(self) -> Iterator[_Question]:
        """Ask about the ends, the lengths and the waits of matches."""
        measures, limits = self.measures, self.limits
        never = measures.unfinished
        words = f"{percent(never.value)} of the matches do not end (at most {percent(measures.unfinished_at_most)})"
        yield self._question(
            "V101", _above(never, limits.unfinished), words,
            _figure("matches without an end", never, limits.unfinished), measures.unfinished_match,
        )  # fmt: skip
        lengths, (few, many) = measures.lengths, limits.median_turns
        total = sum(lengths.counts)
        longer = share(sum(lengths.counts[many + 1 :]), total)
        shorter = share(sum(lengths.counts[:few]), total)
        p = min(1.0, 2 * min(_above(longer, 0.5), _above(shorter, 0.5)))
        limit = few if lengths.median < few else many
        words = f"half of the matches last {lengths.median} turns or less, where {few} to {many} are wanted"
        figure = Figure("median length", lengths.median, lengths.median, lengths.median, limit, "turns", total)
        yield self._question("V102", p, words, figure, self._any_match())
        long = share(sum(lengths.counts[limits.long_turns + 1 :]), total)
        words = f"{percent(long.value)} of the matches last longer than {limits.long_turns} turns, where 1 % may"
        yield self._question(
            "V103", _above(long, 0.01), words, _figure(f"longer than {limits.long_turns} turns", long, 0.01),
            lengths.longest_match,
        )  # fmt: skip
        yield self._waits()

    def _waits(self) -> _Question:
        """Ask whether everybody's turn comes, which `again` can prevent (rules/gong.md 4.2.6)."""
        waits, most = self.measures.waits, self.limits.wait_turns
        long = share(sum(waits.counts[most + 1 :]), sum(waits.counts))
        givers = self._givers_of_turns()
        because = f" because of {listed(givers, 'and')}" if givers else ""
        words = f"a player waits for more than {most} turns in {percent(long.value)} of the matches{because}"
        figure = _figure(f"a wait of more than {most} turns", long, 0.001)
        mission = givers[0] if givers else ""
        return self._question("V104", _above(long, 0.001), words, figure, waits.longest_match, mission)

    def _givers_of_turns(self) -> list[str]:
        """Return the missions with the step `again`, that which was carried out most often first."""
        missions = self.measures.missions.values()
        found = [mission for mission in missions if any(step.verb == "again" for step in mission.steps)]
        return [mission.id for mission in sorted(found, key=lambda mission: (-mission.executions, mission.id))]

    def _seats(self) -> Iterator[_Question]:
        """Ask whether a seat wins more or less often than another."""
        limit, fair = self.limits.seat_advantage, 1 / self.measures.job.seats
        for number, seat in enumerate(self.measures.seats):
            wins = seat.wins
            p = min(1.0, 2 * min(_above(wins, min(1.0, fair + limit)), _below(wins, max(0.0, fair - limit))))
            more = wins.value - fair
            words = (
                f"seat {number} wins {percent(wins.value)} of the matches, {points(abs(more))} "
                f"{'more' if more > 0 else 'less'} than a fair share"
            )
            figure = Figure(
                f"advantage of seat {number}", more, wins.low - fair, wins.high - fair, math.copysign(limit, more),
                "chance", wins.of,
            )  # fmt: skip
            yield self._question("V105", p, words, figure, self._any_match())

    def _any_match(self) -> int:
        return self.measures.job.first

    # missions

    def _drawn(self, mission: MissionMeasures) -> _Question:
        """Ask whether the mission turns up."""
        limit, drawn = self.limits.drawn, mission.drawn
        words = f"turns up in {percent(drawn.value)} of the matches, where {percent(limit)} are wanted"
        words = words if drawn.count else f"never turns up in {drawn.of:,} matches"
        match = self._any_match() if mission.drawn_match is None else mission.drawn_match
        return self._question("V201", _below(drawn, limit), words, _figure("turns up", drawn, limit), match, mission.id)

    def _effective(self, mission: MissionMeasures) -> _Question:
        """Ask whether the mission moves cards."""
        limit, moved = self.limits.effect, mission.effective
        words = f"moves cards in only {percent(moved.value)} of its executions, where {percent(limit)} are wanted"
        words = words if moved.count else f"has no effect: it never moves a card in {moved.of:,} executions"
        code = "V203" if moved.count else "V202"
        figure = _figure("moves cards", moved, limit)
        return self._question(code, _below(moved, limit), words, figure, mission.idle_match, mission.id)

    def _hand(self, mission: MissionMeasures) -> Iterator[_Question]:
        """Ask whether a bonus makes the own hand smaller and a malus larger (8.7.1, 8.7.2)."""
        own = mission.own
        if mission.kind == "fight" or own.n < FEW:
            return
        wrong = own.value > 0 if mission.kind == "bonus" else own.value < 0
        code, what = ("V204", "hurts its player: the hand grows") if mission.kind == "bonus" else (
            "V206", "helps its player: the hand shrinks"
        )  # fmt: skip
        words = f"{what} by {abs(own.value):.2f} cards ({abs(own.low):.2f} to {abs(own.high):.2f})"
        figure = Figure("change of the own hand", own.value, own.low, own.high, 0.0, "cards", own.n)
        match = next((mission.own_matches[c] for c in sorted(mission.own_matches, reverse=own.value > 0)), None)
        yield self._question(code, own.p / 2 if wrong else 1.0, words, figure, match, mission.id)

    def _win(self, mission: MissionMeasures, usual: float) -> Iterator[_Question]:
        """Ask what the mission does to the chance to win."""
        effect = mission.effect
        if effect is None or effect.n < FEW:
            return
        if mission.kind != "fight":
            helps = mission.kind == "bonus"
            limit = self.limits.bonus_win if helps else self.limits.malus_win
            code, what = ("V205", "hurts its player") if helps else ("V207", "helps its player")
            way = "falls" if effect.value < 0 else "rises"
            low, high = sorted((abs(effect.low), abs(effect.high)))
            words = f"{what}: the chance to win {way} by {points(abs(effect.value))}"
            words += f" ({100 * low:.1f} to {100 * high:.1f})"
            p = _mean_below(effect, limit) if helps else _mean_above(effect, limit)
            yield self._question(code, p, words, _effect_figure(effect, limit), mission.drawn_match, mission.id)
        if usual > 0:
            limit = math.copysign(self.limits.strongest * usual, effect.value)
            p = _mean_above(effect, limit) if effect.value >= 0 else _mean_below(effect, limit)
            words = (
                f"changes the chance to win by {points(abs(effect.value))}, {abs(effect.value) / usual:.1f} times as "
                f"much as the median bonus"
            )
            figure = _effect_figure(effect, limit)
            yield self._question("V208", p, words, figure, mission.drawn_match, mission.id)
        yield self._dominated(mission, effect)

    def _usual(self) -> float:
        """Return the median effect of a bonus, the measure of how strong missions are; 0 if only some were judged."""
        effects = [
            mission.effect.value
            for mission in self.measures.missions.values()
            if mission.kind == "bonus" and mission.effect is not None and mission.effect.n >= FEW
        ]
        return median(effects) if len(effects) >= ENOUGH else 0.0

    def _dominated(self, mission: MissionMeasures, effect: Mean) -> _Question:
        """Ask whether nearly every other mission of the kind does more in every respect."""
        found, limit = self._stronger(mission, effect), self.limits.dominated
        names = [name for p, name in found if p < LEVEL / 2]
        what = "cost their player more" if mission.kind == "malus" else "are better for their player"
        words = f"is dominated: {len(names)} missions of its kind {what} in every respect"
        words += f", such as {listed(sorted(names[:3]), 'and')}" if names else ""
        figure = Figure("missions that do more", len(names), len(names), len(names), limit, "missions", effect.n)
        p = 1.0
        if len(names) > limit:  # Benjamini and Heller, "Screening for partial conjunction hypotheses" (2008)
            p = min(1.0, (len(found) - limit) * found[limit][0])
        return self._question("V209", p, words, figure, mission.drawn_match, mission.id)

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
            found.append((_upper_tail(more / error) if own and others and error else 1.0, other.id))
        return sorted(found)

    # fights

    def _duel(self, mission: MissionMeasures) -> Iterator[_Question]:
        """Ask whether both sides of the duel can win, whether it is worth it, and whether it is decided."""
        if mission.outcomes is None:
            return
        won, lost, tied = mission.outcomes
        limits = self.limits
        yield self._question(
            "V303", _above(tied.share, limits.tied),
            f"{percent(tied.share.value)} of its duels are tied, where {percent(limits.tied)} may be",
            _figure("tied duels", tied.share, limits.tied), tied.match, mission.id,
        )  # fmt: skip
        sides = self._sides(mission)
        decided = share(won.share.count, int(won.share.count + lost.share.count))
        most, least = limits.one_sided, (1 - limits.one_sided) * 2 / sides
        p = min(1.0, 2 * min(_above(decided, most), _below(decided, least)))
        way = "won" if decided.value > 0.5 else "lost"
        words = f"is nearly always {way} by who draws it: {percent(decided.value)} of the decided duels are won"
        words += f", where {percent(least)} to {percent(most)} are wanted"
        figure = _figure("duels won by who drew it", decided, most if decided.value > 0.5 else least)
        match = won.match if decided.value > 0.5 else lost.match
        yield self._question("V301", p, words, figure, match, mission.id)
        if won.own is not None and lost.own is not None:
            yield self._stake(mission, won, lost, sides)

    def _sides(self, mission: MissionMeasures) -> int:
        """Return how many players fight."""
        step = next(s for s in mission.steps if s.verb == "duel")
        program = self.places.program(mission.id)
        return self.measures.job.seats if getattr(program.steps[step.number], "vs", "") == "others" else 2

    def _stake(self, mission: MissionMeasures, won: Outcome, lost: Outcome, sides: int) -> _Question:
        """Ask whether the winner is better off against the other side than the loser.

        What counts is the own hand less that of the other side. The p-value is Hoeffding's bound for the difference of
        two means ("Probability inequalities for sums of bounded random variables", 1963), for hands that change by
        `MOST_CHANGED` cards at most.
        """
        if_won = (won.own or 0.0) - (won.opponents or 0.0) / (sides - 1)
        if_lost = (lost.own or 0.0) - (lost.opponents or 0.0) / (sides - 1)
        worse = if_won - if_lost
        p = 1.0
        if worse > 0:
            spread = 4 * MOST_CHANGED
            p = math.exp(-2 * (worse / spread) ** 2 / (1 / won.share.count + 1 / lost.share.count))
        words = (
            "makes the winner worse off: after a victory the own hand has "
            f"{worse:.1f} cards more against the other side than after a defeat"
        )
        of = int(won.share.count + lost.share.count)
        figure = Figure("hand after victory less after defeat", worse, worse, worse, 0.0, "cards", of)
        return self._question("V302", p, words, figure, won.match, mission.id)


# steps


def _ask_steps(all_measures: Sequence[Measures], places: Places, limits: Limits) -> Iterator[_Question]:
    """Ask of every step and branch whether it ever happens, in all matches together."""
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
                continue  # told for the branch that it stands in
            yield from _ask_branches(name, step, steps, first, places, limits)
            if step.verb in MOVING and not idle:
                yield _ask_moved(name, step, steps, first, places, limits)


def _ask_branches(
    name: str,
    step: Step,
    steps: Sequence[Step],
    first: tuple[Measures, MissionMeasures],
    places: Places,
    limits: Limits,
) -> Iterator[_Question]:
    """Ask whether each branch of a step is ever taken."""
    measures, mission = first
    for place, branch in enumerate(step.branches):
        taken = _together(each.branches[place].taken for each in steps)
        words = f"runs '{branch.name}' of '{step.verb}' in only {percent(taken.value)} of its executions"
        if not taken.count:
            words = f"never runs '{branch.name}' of '{step.verb}' in {taken.of:,} executions"
        which = branch_names(places.program(name).steps[step.number]).index(branch.name)
        figure = _figure(f"runs '{branch.name}' of '{step.verb}'", taken, limits.branch)
        where = places.branch(name, step.number, which)
        p = _below(taken, limits.branch)
        yield _Question("V401", where, name, measures, True, p, words, figure, mission.drawn_match)


def _ask_moved(
    name: str,
    step: Step,
    steps: Sequence[Step],
    first: tuple[Measures, MissionMeasures],
    places: Places,
    limits: Limits,
) -> _Question:
    """Ask whether a step that is to move cards ever does."""
    measures, mission = first
    moved = _together(each.moved for each in steps)
    words = f"has a step without effect: '{step.verb}' never moves a card in {moved.of:,} tries"
    figure = _figure(f"'{step.verb}' moves a card", moved, limits.branch)
    p = 1.0 if moved.count else _below(moved, limits.branch)
    where = places.step(name, step.number)
    return _Question("V402", where, name, measures, True, p, words, figure, mission.drawn_match)


def _together(shares: Iterable[Share]) -> Share:
    all_shares = list(shares)
    return share(sum(each.count for each in all_shares), sum(each.of for each in all_shares))


# numbers


def _above(found: Share, limit: float) -> float:
    """Return the chance of so many or more if the true share were the limit; 1 if there are not too many.

    It is exact (Clopper and Pearson 1934): a tail of the binomial distribution.
    """
    if found.of == 0 or found.value <= limit:
        return 1.0
    return 0.0 if limit <= 0 else beta_cdf(limit, found.count, found.of - found.count + 1)


def _below(found: Share, limit: float) -> float:
    """Return the chance of so few or fewer if the true share were the limit; 1 if there are not too few."""
    if found.of == 0 or found.value >= limit:
        return 1.0
    return 0.0 if limit >= 1 else beta_cdf(1 - limit, found.of - found.count, found.count + 1)


def _mean_below(found: Mean, limit: float) -> float:
    """Return the one-sided p-value of a mean that should be at least the limit."""
    return 1.0 if found.value >= limit else _tail(found, limit)


def _mean_above(found: Mean, limit: float) -> float:
    """Return the one-sided p-value of a mean that should be at most the limit."""
    return 1.0 if found.value <= limit else _tail(found, limit)


def _tail(found: Mean, limit: float) -> float:
    """Return how surprising a mean beyond its limit is.

    The p-value of the test against 0 comes with the mean. Against another limit the interval tells how far a mean may
    stray, and the normal distribution how often it does.
    """
    if limit == 0:
        return found.p / 2
    error = found.half / Z
    return _upper_tail(abs(found.value - limit) / error) if error else 0.0


def _upper_tail(z: float) -> float:
    """Return the chance that a number of the standard normal distribution is greater."""
    return 0.5 * math.erfc(z / math.sqrt(2))


def _figure(name: str, found: Share, limit: float) -> Figure:
    return Figure(name, found.value, found.low, found.high, limit, "share", found.of)


def _effect_figure(effect: Mean, limit: float) -> Figure:
    return Figure("effect on the chance to win", effect.value, effect.low, effect.high, limit, "chance", effect.n)


def percent(part: float) -> str:
    """Return a share for people: `46 %`, `2.3 %`, `0.0012 %`."""
    value = 100 * part
    if value == 0 or value >= 99.95:
        return f"{value:.0f} %"
    return f"{value:.0f} %" if 10 <= value < 99 else f"{value:.1f} %" if value >= 1 else f"{value:.2g} %"


def points(difference: float) -> str:
    """Return a difference of shares for people: `2.3 points`."""
    return f"{100 * difference:.1f} points"
