"""The measured numbers of a mission pack (docs/verify.md defines every one); `measurement` derives them from counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.deck import Kind
from companion.verify.jobs import SimulationJob
from companion.verify.statistics import LEVEL, Mean, Share


@dataclass(frozen=True, slots=True)
class LengthMeasures:
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
        minutes_p90: the same for the length that 90 of 100 matches do not exceed.
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
class WaitMeasures:
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
class SeatMeasures:
    """How often a seat won.

    Attributes:
        wins: its share of the victories, with the interval.
        expected: what it would be in a pure race: who begins has a start (see `expected_wins`). Missions that change
            other hands make the start worth less, so a fair share for everybody is usual.
    """

    wins: Share
    expected: float


@dataclass(frozen=True, slots=True)
class HandSizes:
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
class BranchMeasures:
    """One branch of a step that has steps in it.

    Attributes:
        name: `otherwise`; `right`, `wrong`; `option 1`, ...; `then`, `else`; `win`, `lose`, `tie`.
        taken: how often it was taken, of the executions of the mission.
    """

    name: str
    taken: Share


@dataclass(frozen=True, slots=True)
class StepMeasures:
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
    branches: tuple[BranchMeasures, ...]


@dataclass(frozen=True, slots=True)
class DuelOutcome:
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
    outcomes: tuple[DuelOutcome, DuelOutcome, DuelOutcome] | None
    steps: tuple[StepMeasures, ...]
    effect: Mean | None
    adjusted: float | None
    effect_turns: float | None
    drawn_match: int | None
    idle_match: int | None
    dominated_by: tuple[str, ...] = ()

    @property
    def significant(self) -> bool:
        """Return True if the effect is significant after adjustment for all measured effects."""
        return self.adjusted is not None and self.adjusted < LEVEL

    @property
    def never_taken(self) -> list[tuple[StepMeasures, BranchMeasures]]:
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

    job: SimulationJob
    unfinished: Share
    unfinished_at_most: float
    unfinished_match: int | None
    decisions: float
    lengths: LengthMeasures
    waits: WaitMeasures
    seats: tuple[SeatMeasures, ...]
    curve: tuple[HandSizes, ...]
    missions: Mapping[str, MissionMeasures]
