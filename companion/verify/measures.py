"""From counts to what an author wants to know (docs/verify.md defines every number).

>>> measures = measure(job, simulate(job))
>>> measures.lengths.median, measures.missions["B05"].effective.value
(40, 1.0)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from companion.deck import Kind
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.step import Step as MissionStep
from companion.rules.fight.program import Program, branches
from companion.verify.jobs import Job, Layout
from companion.verify.statistics import LEVEL, Mean, Share, at_most, holm, mean, quantile, share
from companion.verify.tally import (
    BRANCHES,
    CHANGES,
    MAX_CHANGE,
    MAX_TURNS,
    NEVER,
    OUTCOMES,
    UNIT,
    Tally,
)

SECONDS_PER_TURN: Final = 30.0
"""How long a turn takes at the table (s): turn up, scan, read aloud, do it. With it a FIGHT of 40 turns takes the 20
minutes that the rules for players state; young readers need longer."""


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long the matches were, in turns; a match at the limit counts as `MAX_TURNS`.

    Attributes:
        median: half of the matches were not longer.
        p90: nine of ten were not longer.
        p99: 99 of 100 were not longer.
        longest: the longest one.
        longest_match: its number.
        mean: the mean.
        counts: per number of turns, 0 to 500: matches.
        minutes: estimated minutes at the table of a match of the median length.
        minutes_p90: likewise for 90 %.
    """

    median: int
    p90: int
    p99: int
    longest: int
    longest_match: int
    mean: float
    counts: Sequence[int]
    minutes: float
    minutes_p90: float


@dataclass(frozen=True, slots=True)
class Waits:
    """The longest wait of a player in each match, in turns of others (`Tally.waits`).

    Attributes:
        median: half of the matches had no longer one.
        p999: 999 of 1,000 had no longer one.
        longest: the longest one.
        longest_match: the smallest number of a match with it.
        counts: per number of turns, 0 to 500: matches.
    """

    median: int
    p999: int
    longest: int
    longest_match: int
    counts: Sequence[int]


@dataclass(frozen=True, slots=True)
class Seat:
    """How often a seat won.

    Attributes:
        wins: its share of the victories, with the interval.
        expected: what it would be in a pure race: who begins has a start (see `expected_wins`). Missions that change
            other hands make the start worth less, so a fair share for everybody is usual.
    """

    wins: Share
    expected: float


@dataclass(frozen=True, slots=True)
class Moment:
    """The hands after some turns, mean of the matches that were still on.

    Attributes:
        turns: how many turns had been played.
        going: matches in which another turn began.
        mean: mean hand.
        smallest: mean of the smallest hands.
        largest: mean of the largest hands.
    """

    turns: int
    going: int
    mean: float
    smallest: float
    largest: float


@dataclass(frozen=True, slots=True)
class Branch:
    """One branch of a step that has steps in it.

    Attributes:
        name: `otherwise`; `right`, `wrong`; `option 1`, ...; `then`, `else`; `win`, `lose`, `tie`.
        taken: how often it was taken, of the executions of the mission.
    """

    name: str
    taken: Share


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a mission.

    Attributes:
        number: its number in the mission (`companion.rules.fight.program`).
        verb: its word, such as `put`.
        reached: how often it was carried out, of the executions of the mission.
        moved: how often it moved a card, of the times it was carried out.
        cards: mean number of cards it moved when it was carried out.
        branches: its branches, in their order; those without steps are left out.
    """

    number: int
    verb: str
    reached: Share
    moved: Share
    cards: float
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One outcome of a duel.

    Attributes:
        share: how often the duel ended so.
        own: mean change of self's hand, over the whole mission; None if it never ended so.
        opponents: mean change of the opponent's hand; in a duel of everybody, of all others together.
        match: smallest number of a match with it.
    """

    share: Share
    own: float | None
    opponents: float | None
    match: int | None


@dataclass(frozen=True, slots=True)
class MissionMeasures:
    """One mission with one number of seats and one policy.

    Attributes:
        id: its id.
        kind: its kind.
        executions: how often it was carried out.
        per_match: mean number of executions in a match.
        drawn: matches in which it was carried out at least once.
        effective: executions in which a card moved.
        own: mean change of self's hand.
        own_counts: executions for each change of self's hand, without those that did not happen.
        own_matches: smallest number of a match with each of them.
        others: mean change of all other hands together.
        outcomes: of its duel: won by self, lost, tied; None without a duel.
        steps: its steps in their order.
        effect: causal effect of carrying it out on the chance to win of who drew it: 0.01 is one percentage point;
            None if it was not judged or never drawn.
        adjusted: p-value of the effect, adjusted for all effects of the run by `adjust`; None like `effect`.
        effect_turns: mean effect on the length of the match (turns); None like `effect`.
        drawn_match: smallest number of a match with it; None if there is none.
        idle_match: smallest number of a match in which it moved no card; None if there is none.
        dominated_by: missions of its kind that are better for who draws them in every respect (`is_dominated`).
    """

    id: str
    kind: Kind
    executions: int
    per_match: float
    drawn: Share
    effective: Share
    own: Mean
    own_counts: Mapping[int, int]
    own_matches: Mapping[int, int]
    others: float
    outcomes: tuple[Outcome, Outcome, Outcome] | None
    steps: tuple[Step, ...]
    effect: Mean | None
    adjusted: float | None
    effect_turns: float | None
    drawn_match: int | None
    idle_match: int | None
    dominated_by: tuple[str, ...] = ()

    @property
    def significant(self) -> bool:
        """Tell whether the effect is one, also among all the effects that were measured."""
        return self.adjusted is not None and self.adjusted < LEVEL

    @property
    def never_taken(self) -> list[tuple[Step, Branch]]:
        """Return the branches that were never taken."""
        return [(step, branch) for step in self.steps for branch in step.branches if not branch.taken.count]


@dataclass(frozen=True, slots=True)
class Measures:
    """What was measured with one number of seats and one policy.

    Attributes:
        job: the whole job: pack, seats, policy, options, seed, number of matches.
        unfinished: matches that were ended by the limit of turns.
        unfinished_at_most: what their share does not exceed, with the confidence (one-sided).
        unfinished_match: smallest number of one; None if there is none.
        decisions: mean number of decisions in a match.
        lengths: how long the matches were.
        waits: how long players waited.
        seats: each seat's victories.
        curve: the hands after 0, 1, 2, ... turns, as long as at least one match in a hundred is on.
        missions: the missions that are made for so many players, by id, in the order of the ids.
    """

    job: Job
    unfinished: Share
    unfinished_at_most: float
    unfinished_match: int | None
    decisions: float
    lengths: Lengths
    waits: Waits
    seats: tuple[Seat, ...]
    curve: tuple[Moment, ...]
    missions: Mapping[str, MissionMeasures]


def measure(
    job: Job,
    tally: Tally,
    *,
    effects: Mapping[str, Mean] | None = None,
    seconds_per_turn: float = SECONDS_PER_TURN,
) -> Measures:
    """Return what the counts mean.

    Args:
        job: the job whose counts they are.
        tally: the counts; at least one match.
        effects: causal effects with their intervals, where they are not to be those of a sample of fixed size.
        seconds_per_turn: how long a turn takes at the table (s).
    """
    layout = Layout(job.pack)
    matches = tally.matches[0]
    made_for = [place for place, name in enumerate(MISSION_IDS) if job.seats in job.pack.missions[name].players]
    missions = {MISSION_IDS[place]: _mission(tally, layout, place, effects) for place in made_for}
    return Measures(
        job=job,
        unfinished=share(tally.unfinished[0], matches),
        unfinished_at_most=at_most(tally.unfinished[0], matches),
        unfinished_match=_number(tally.first_unfinished[0]),
        decisions=tally.decisions[0] / matches,
        lengths=_lengths(tally, seconds_per_turn),
        waits=_waits(tally),
        seats=tuple(
            Seat(share(wins / UNIT, matches), expected)
            for wins, expected in zip(tally.wins, expected_wins(tally.lengths, job.seats), strict=True)
        ),
        curve=tuple(_curve(tally)),
        missions={
            name: replace(mission, dominated_by=tuple(_dominators(mission, missions.values())))
            for name, mission in missions.items()
        },
    )


def adjust(all_measures: Sequence[Measures]) -> list[Measures]:
    """Return the measures of a run with the p-values of all their effects adjusted for their number (Holm)."""
    effects = [
        (place, mission.id, mission.effect.p)
        for place, measures in enumerate(all_measures)
        for mission in measures.missions.values()
        if mission.effect is not None
    ]
    adjusted = holm([p for _, _, p in effects])
    missions = [dict(measures.missions) for measures in all_measures]
    for (place, name, _), p in zip(effects, adjusted, strict=True):
        missions[place][name] = replace(missions[place][name], adjusted=p)
    return [replace(measures, missions=found) for measures, found in zip(all_measures, missions, strict=True)]


def expected_wins(lengths: Sequence[int], seats: int) -> list[float]:
    """Return the chance of each seat to win in a race: who begins has a start, which the order of turns explains.

    In the race each player needs some number of own turns, all with the same chances and independently of each
    other, and the first to be done wins. That a match is still on after k rounds then has the chance G(k)^seats,
    where G(k) is that of one player; the lengths give the first and so the second. A seat wins in its round k if it
    needs k turns, the seats before it more than k, and those after it k or more.
    """
    total = sum(lengths)
    still = [sum(lengths[rounds * seats + 1 :]) / total for rounds in range(len(lengths) // seats + 2)]
    alone = [on ** (1 / seats) for on in still]
    steps = list(pairwise(alone))
    return [sum((now - then) * then**seat * now ** (seats - 1 - seat) for now, then in steps) for seat in range(seats)]


def is_dominated(mission: MissionMeasures, other: MissionMeasures) -> bool:
    """Tell whether another mission is better for who draws it in every respect, beyond doubt.

    Its effect on the chance to win is greater, and the intervals do not touch; the own hand grows less or shrinks more,
    and the intervals do not touch; and the other hands grow more or shrink less.
    """
    if mission.effect is None or other.effect is None or mission.kind != other.kind or mission.id == other.id:
        return False
    return other.effect.low > mission.effect.high and other.own.high < mission.own.low and other.others > mission.others


def _dominators(mission: MissionMeasures, others: Iterable[MissionMeasures]) -> list[str]:
    return [other.id for other in others if is_dominated(mission, other)]


def _lengths(tally: Tally, seconds_per_turn: float) -> Lengths:
    counts = list(tally.lengths)
    median, p90, p99 = (quantile(counts, part) for part in (0.5, 0.9, 0.99))
    longest = _last(counts)
    return Lengths(
        median=median,
        p90=p90,
        p99=p99,
        longest=longest,
        longest_match=tally.first_length[longest],
        mean=tally.turns[0] / tally.matches[0],
        counts=counts,
        minutes=median * seconds_per_turn / 60,
        minutes_p90=p90 * seconds_per_turn / 60,
    )


def _waits(tally: Tally) -> Waits:
    counts = list(tally.waits)
    longest = _last(counts)
    return Waits(quantile(counts, 0.5), quantile(counts, 0.999), longest, tally.first_wait[longest], counts)


def _last(counts: Sequence[int]) -> int:
    """Return the greatest number that was counted."""
    return max(number for number, count in enumerate(counts) if count)


def _curve(tally: Tally) -> Iterable[Moment]:
    for turns in range(MAX_TURNS):
        going = tally.going[turns]
        if going * 100 < tally.matches[0]:
            return
        yield Moment(
            turns, going, tally.hands[turns] / going / tally.seats, tally.smallest[turns] / going,
            tally.largest[turns] / going,
        )  # fmt: skip


def _mission(tally: Tally, layout: Layout, place: int, effects: Mapping[str, Mean] | None) -> MissionMeasures:
    program = layout.programs[place]
    executions, matches = tally.executions[place], tally.matches[0]
    changes = range(-MAX_CHANGE, MAX_CHANGE + 1)
    own = slice(place * CHANGES, (place + 1) * CHANGES)
    counts = {c: n for c, n in zip(changes, tally.own_counts[own], strict=True) if n}
    firsts = {c: n for c, n in zip(changes, tally.first_own[own], strict=True) if n != NEVER}
    squares = sum(n * c * c for c, n in counts.items())
    effect = (effects or {}).get(program.mission.id) or _effect(tally, place)
    return MissionMeasures(
        id=program.mission.id,
        kind=program.mission.kind,
        executions=executions,
        per_match=executions / matches,
        drawn=share(tally.drawn[place], matches),
        effective=share(tally.effective[place], executions),
        own=mean(executions, tally.own[place], squares, MAX_CHANGE),
        own_counts=counts,
        own_matches=firsts,
        others=_per(tally.others[place], executions) or 0.0,
        outcomes=_outcomes(tally, place),
        steps=tuple(_steps(tally, layout, place, program)),
        effect=effect,
        adjusted=None if effect is None else effect.p,
        effect_turns=_per(tally.pair_turns[place], tally.pairs[place]),
        drawn_match=_number(tally.first_drawn[place]),
        idle_match=_number(tally.first_idle[place]),
    )


def _effect(tally: Tally, place: int) -> Mean | None:
    """Return the causal effect with the interval of a sample of fixed size; None if there were no pairs."""
    if not tally.pairs[place]:
        return None
    return mean(tally.pairs[place], tally.pair_wins[place] / UNIT, tally.pair_squares[place] / UNIT**2)


def _outcomes(tally: Tally, place: int) -> tuple[Outcome, Outcome, Outcome] | None:
    places = range(place * OUTCOMES, (place + 1) * OUTCOMES)
    duels = sum(tally.duels[outcome] for outcome in places)
    if not duels:
        return None
    won, lost, tied = (
        Outcome(
            share(tally.duels[outcome], duels),
            _per(tally.duel_own[outcome], tally.duels[outcome]),
            _per(tally.duel_opponents[outcome], tally.duels[outcome]),
            _number(tally.first_duel[outcome]),
        )
        for outcome in places
    )
    return won, lost, tied


def _steps(tally: Tally, layout: Layout, place: int, program: Program) -> Iterable[Step]:
    executions = tally.executions[place]
    for number, step in enumerate(program.steps):
        where = layout.first_step[place] + number
        reached = tally.reached[where]
        yield Step(
            number=number,
            verb=step.verb,
            reached=share(min(reached, executions), executions),
            moved=share(tally.moved[where], reached),
            cards=_per(tally.cards[where], reached) or 0.0,
            branches=tuple(
                Branch(name, share(tally.branches[where * BRANCHES + which], executions))
                for which, (name, steps) in enumerate(zip(branch_names(step), branches(step), strict=True))
                if steps
            ),
        )


def branch_names(step: MissionStep) -> tuple[str, ...]:
    """Return the names of the branches of a step, in their order."""
    return tuple(branch.name for branch in step.branches())


def _per(total: int, count: int) -> float | None:
    return total / count if count else None


def _number(first: int) -> int | None:
    """Return the number of a match, None where there is none."""
    return None if first == NEVER else first
