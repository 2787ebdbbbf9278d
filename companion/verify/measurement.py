"""Derive measures from the counts of a simulation.

>>> measures = measure(job, simulate(job))
>>> measures.lengths.median, measures.missions["B05"].effective.value
(40, 1.0)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from companion.missions import model as m
from companion.missions.mission_ids import MISSION_IDS
from companion.rules.fight.program import Program, branches
from companion.verify.jobs import CounterLayout, SimulationJob
from companion.verify.measures import (
    BranchMeasures,
    DuelOutcome,
    HandSizes,
    LengthMeasures,
    Measures,
    MissionMeasures,
    SeatMeasures,
    StepMeasures,
    WaitMeasures,
)
from companion.verify.statistics import Mean, at_most, holm, mean, quantile, share
from companion.verify.tally import BRANCHES, CHANGES, MAX_CHANGE, MAX_TURNS, NEVER, OUTCOMES, UNIT, Tally

SECONDS_PER_TURN: Final = 30.0
"""How long a turn takes at the table (s): turn up, scan, read aloud, do it. With it a FIGHT of 40 turns takes the 20
minutes that the rules for players state; young readers need longer."""


def measure(
    job: SimulationJob,
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
    layout = CounterLayout(job.pack)
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
            SeatMeasures(share(wins / UNIT, matches), expected)
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
    """Return True if another mission is significantly better for who draws it in every respect.

    Its effect on the chance to win is greater, and the intervals do not touch; the own hand grows less or shrinks more,
    and the intervals do not touch; and the other hands grow more or shrink less.
    """
    if mission.effect is None or other.effect is None or mission.kind != other.kind or mission.id == other.id:
        return False
    return other.effect.low > mission.effect.high and other.own.high < mission.own.low and other.others > mission.others


def _dominators(mission: MissionMeasures, others: Iterable[MissionMeasures]) -> list[str]:
    return [other.id for other in others if is_dominated(mission, other)]


def _lengths(tally: Tally, seconds_per_turn: float) -> LengthMeasures:
    counts = list(tally.lengths)
    median, p90, p99 = (quantile(counts, part) for part in (0.5, 0.9, 0.99))
    longest = _last(counts)
    return LengthMeasures(
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


def _waits(tally: Tally) -> WaitMeasures:
    counts = list(tally.waits)
    longest = _last(counts)
    return WaitMeasures(quantile(counts, 0.5), quantile(counts, 0.999), longest, tally.first_wait[longest], counts)


def _last(counts: Sequence[int]) -> int:
    """Return the greatest number that was counted."""
    return max(number for number, count in enumerate(counts) if count)


def _curve(tally: Tally) -> Iterable[HandSizes]:
    for turns in range(MAX_TURNS):
        going = tally.going[turns]
        if going * 100 < tally.matches[0]:
            return
        yield HandSizes(
            turns, going, tally.hands[turns] / going / tally.seats, tally.smallest[turns] / going,
            tally.largest[turns] / going,
        )  # fmt: skip


def _mission(tally: Tally, layout: CounterLayout, place: int, effects: Mapping[str, Mean] | None) -> MissionMeasures:
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


def _outcomes(tally: Tally, place: int) -> tuple[DuelOutcome, DuelOutcome, DuelOutcome] | None:
    places = range(place * OUTCOMES, (place + 1) * OUTCOMES)
    duels = sum(tally.duels[outcome] for outcome in places)
    if not duels:
        return None
    won, lost, tied = (
        DuelOutcome(
            share(tally.duels[outcome], duels),
            _per(tally.duel_own[outcome], tally.duels[outcome]),
            _per(tally.duel_opponents[outcome], tally.duels[outcome]),
            _number(tally.first_duel[outcome]),
        )
        for outcome in places
    )
    return won, lost, tied


def _steps(tally: Tally, layout: CounterLayout, place: int, program: Program) -> Iterable[StepMeasures]:
    executions = tally.executions[place]
    for number, step in enumerate(program.steps):
        where = layout.first_step[place] + number
        reached = tally.reached[where]
        yield StepMeasures(
            number=number,
            verb=m.verb(step),
            reached=share(min(reached, executions), executions),
            moved=share(tally.moved[where], reached),
            cards=_per(tally.cards[where], reached) or 0.0,
            branches=tuple(
                BranchMeasures(name, share(tally.branches[where * BRANCHES + which], executions))
                for which, (name, steps) in enumerate(zip(branch_names(step), branches(step), strict=True))
                if steps
            ),
        )


def branch_names(step: m.Step) -> tuple[str, ...]:
    """Return the names of the branches of a step, in the order of `program.branches`."""
    match step:
        case m.Put() | m.Give():
            return ("otherwise",)
        case m.Guess():
            return ("right", "wrong")
        case m.Choose():
            return tuple(f"option {number}" for number in range(1, len(step.options) + 1))
        case m.If():
            return ("then", "else")
        case m.Duel():
            return ("win", "lose", "tie")
    return ()


def _per(total: int, count: int) -> float | None:
    return total / count if count else None


def _number(first: int) -> int | None:
    """Return the number of a match, None where there is none."""
    return None if first == NEVER else first
