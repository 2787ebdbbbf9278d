"""What is a finding: each question with a value far beyond its limit, a little beyond it, and within it."""

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.verify import findings, p_values
from companion.verify.findings import CODES, judge
from companion.verify.jobs import CounterLayout, SimulationJob
from companion.verify.limits import Limits, load_limits
from companion.verify.measurement import adjust, measure
from companion.verify.measures import Measures
from companion.verify.p_values import MeasuredFigure, percent, points
from companion.verify.statistics import Mean, share
from companion.verify.tally import MAX_TURNS, Tally

ROOT = Path(__file__).parents[2]
FOLDER = find_pack()
PACK = load_pack(FOLDER)

LIMITS = load_limits()
N, MANY = 100_000, 1_000_000


def effect(points_: float, n: int = N) -> Mean:
    """Return an effect of so many percentage points, with the spread that effects have."""
    value, half = points_ / 100, 1.2 / n**0.5
    error = half / 1.96
    return Mean(n, value, value - half, value + half, 2 * p_values.upper_tail(abs(value) / error))


def good() -> Measures:
    """Return measures of a pack that keeps to every limit."""
    job = SimulationJob(PACK, 4, seed=7, matches=N, judged=tuple(PACK.missions))
    tally = Tally.empty(4, CounterLayout(PACK).steps)
    tally.matches[0] = tally.going[0] = tally.lengths[35] = tally.waits[5] = N
    tally.turns[0] = 35 * N
    for seat in range(4):
        tally.wins[seat] = 15 * N
    layout = CounterLayout(PACK)
    for place, program in enumerate(layout.programs):
        tally.executions[place] = tally.drawn[place] = tally.effective[place] = N // 2
        tally.first_drawn[place] = 3
        if program.mission.kind == "fight":
            tally.duels[place * 3] = tally.duels[place * 3 + 1] = N // 4
            tally.duel_own[place * 3] = tally.duel_opponents[place * 3 + 1] = -N // 4
            tally.first_duel[place * 3] = tally.first_duel[place * 3 + 1] = 5
        change = {"bonus": -1, "malus": 1, "fight": 0}[program.mission.kind]
        tally.own[place] = change * (N // 2)
        tally.own_counts[place * 25 + 12 + change] = N // 2
        tally.first_own[place * 25 + 12 + change] = 3
        for number in range(len(program.steps)):
            where = layout.first_step[place] + number
            tally.reached[where] = tally.moved[where] = tally.cards[where] = N // 2
            for branch in range(4):
                tally.branches[where * 4 + branch] = N // 8
    usual = {"bonus": 4.0, "malus": -2.0, "fight": 0.5}
    effects = {name: effect(usual[mission.kind]) for name, mission in PACK.missions.items()}
    return measure(job, tally, effects=effects)


GOOD = good()


def command(measures: Measures, match: int, mission: str) -> str:
    return f"gong replay --seats {measures.job.seats} --match {match} --mission {mission}"


def found(*measures: Measures, limits: Limits = LIMITS) -> list[findings.BalanceFinding]:
    return list(judge(adjust(measures), PACK, limits, command).findings)


def with_mission(name: str, **changes: object) -> Measures:
    missions = dict(GOOD.missions)
    missions[name] = replace(missions[name], **changes)
    return replace(GOOD, missions=missions)


def lengths(**counts: int) -> Measures:
    """Return measures with a histogram of lengths: `t30=5` is 5 matches of 30 turns."""
    histogram = [0] * (MAX_TURNS + 1)
    for name, count in counts.items():
        histogram[int(name[1:])] = count
    middle = sorted(turns for turns, count in enumerate(histogram) for _ in range(count // 1000))
    new = replace(GOOD.lengths, counts=histogram, median=middle[len(middle) // 2], longest_match=42)
    return replace(GOOD, lengths=new)


def waits(*long: int) -> Measures:
    counts = [0] * (MAX_TURNS + 1)
    counts[5] = N - len(long)
    for turns in long:
        counts[turns] += 1
    return replace(GOOD, waits=replace(GOOD.waits, counts=counts, longest_match=17))


def outcomes(
    won: int, lost: int, tied: int, own: tuple[float, float] = (-1, 0), opponents: tuple[float, float] = (0, -1)
):
    parts = []
    for place, count in enumerate((won, lost, tied)):
        values = (own[place], opponents[place]) if place < 2 else (0.0, 0.0)
        parts.append(
            replace(
                GOOD.missions["F01"].outcomes[place],
                share=share(count, won + lost + tied),
                own=values[0],
                opponents=values[1],
                match=place + 1,
            )
        )
    return tuple(parts)


def step(name: str, number: int, **changes: object) -> Measures:
    steps = list(GOOD.missions[name].steps)
    steps[number] = replace(steps[number], **changes)
    return with_mission(name, steps=tuple(steps))


def never(name: str, number: int, branch: str) -> Measures:
    branches = GOOD.missions[name].steps[number].branches
    new = tuple(replace(it, taken=share(0, MANY)) if it.name == branch else it for it in branches)
    return step(name, number, branches=new)


def dominated(name: str, kind: str) -> Measures:
    """Return measures in which one mission does less than all others of its kind in every respect."""
    sign = 1 if kind == "bonus" else -1
    missions = {
        other: replace(it, own=Mean(N, sign * -2.0, sign * -2.0 - 0.01, sign * -2.0 + 0.01, 0.0), others=sign * 1.0)
        if it.kind == kind and other != name
        else it
        for other, it in GOOD.missions.items()
    }
    missions[name] = replace(missions[name], effect=effect(sign * 0.2))
    return replace(GOOD, missions=missions)


def seat(number: int, wins: int) -> Measures:
    seats = list(GOOD.seats)
    seats[number] = replace(seats[number], wins=share(wins, N))
    return replace(GOOD, seats=tuple(seats))


CASES = {
    "V101": (replace(GOOD, unfinished=share(30, N), unfinished_match=9), "", "do not end (at most"),
    "V102": (lengths(t10=60_000, t30=40_000), "", "last 10 turns or less, where 20 to 50 are wanted"),
    "V103": (lengths(t30=97_000, t300=3_000), "", "3.0 % of the matches last longer than 250 turns"),
    "V104": (waits(*[31] * 500), "B15", "a player waits for more than 30 turns in 0.5 % of the matches because of B15"),
    "V105": (seat(2, 29_000), "", "seat 2 wins 29 % of the matches, 4.0 points more than a fair share"),
    "V201": (with_mission("M07", drawn=share(0, N), executions=0), "M07", "never turns up in 100,000 matches"),
    "V202": (with_mission("F05", effective=share(0, N), idle_match=8), "F05", "has no effect: it never moves a card"),
    "V203": (with_mission("F05", effective=share(40_000, N), idle_match=8), "F05", "in only 40 % of its executions"),
    "V204": (with_mission("B02", own=Mean(N, 0.2, 0.1, 0.3, 1e-9)), "B02", "grows by 0.20 cards (0.10 to 0.30)"),
    "V205": (with_mission("B02", effect=effect(-3)), "B02", "hurts its player: the chance to win falls by 3.0 points"),
    "V206": (with_mission("M02", own=Mean(N, -0.2, -0.3, -0.1, 1e-9)), "M02", "the hand shrinks by 0.20 cards"),
    "V207": (with_mission("M02", effect=effect(3)), "M02", "helps its player: the chance to win rises by 3.0 points"),
    "V208": (with_mission("F02", effect=effect(-20)), "F02", "by 20.0 points, 5.0 times as much as the median bonus"),
    "V209": (dominated("B09", "bonus"), "B09", "is dominated: 17 missions of its kind are better for their player"),
    "V301": (with_mission("F06", outcomes=outcomes(500, 49_000, 500)), "F06", "is nearly always lost by who draws it"),
    "V302": (with_mission("F06", outcomes=outcomes(N // 2, N // 2, 0, (-1, 0), (-3, 0))), "F06", "2.0 cards more"),
    "V303": (with_mission("F06", outcomes=outcomes(2_000, 2_000, 96_000)), "F06", "96 % of its duels are tied"),
    "V401": (never("B08", 0, "otherwise"), "B08", "never runs 'otherwise' of 'put' in 1,000,000 executions"),
    "V402": (step("B05", 1, moved=share(0, MANY)), "B05", "'put' never moves a card in 1,000,000 tries"),
}  # fmt: skip
"""For each code measures that call for it, the mission, and words of its sentence."""


def test_a_good_pack_has_no_finding():
    verdict = judge(adjust([GOOD]), PACK, LIMITS, command)
    assert (verdict.findings, verdict.open) == ((), 0)
    assert verdict.tests > 400


@pytest.mark.parametrize("code", CASES)
def test_each_code_is_found_alone_and_named(code, request):
    measures, mission, words = CASES[code]
    reported = found(measures)
    assert [(finding.code, finding.mission) for finding in reported] == [(code, mission)]
    [finding] = reported
    assert words in finding.message
    assert finding.message.endswith("with 4 random players." if code < "V4" else "in all matches together.")
    assert finding.message.startswith(mission)
    assert finding.severity == CODES[code]
    assert finding.replay.startswith("gong replay --seats 4 --match ")
    assert finding.replay.endswith(f"--mission {mission}")
    figure = finding.figures[0]
    assert figure.low <= figure.value <= figure.high


def test_every_code_is_tested():
    assert set(CASES) == set(CODES)


@pytest.mark.parametrize("code", [code for code in CASES if code.startswith("V2") and code != "V201"])
def test_a_finding_points_at_its_mission(code):
    measures, mission, _ = CASES[code]
    [finding] = found(measures)
    lines = Path(finding.path).read_text("utf-8").splitlines()
    assert lines[finding.line - 1][finding.column - 1 :] == mission


def test_a_finding_about_a_branch_points_at_it():
    [finding] = found(CASES["V401"][0])
    text = Path(finding.path).read_text("utf-8").splitlines()
    above = [line.strip() for line in text[finding.line - 4 : finding.line]]
    assert "otherwise:" in above
    [finding] = found(CASES["V402"][0])
    assert Path(finding.path).read_text("utf-8").splitlines()[finding.line - 1].strip() == "- put: {n: 1}"


def test_a_finding_about_the_whole_pack_points_at_it():
    [finding] = found(CASES["V105"][0])
    assert (finding.path, finding.line, finding.column) == (str(FOLDER / "pack.yaml"), 1, 1)


def test_what_chance_explains_is_no_finding_but_is_counted():
    verdict = judge(adjust([with_mission("B02", effect=effect(-0.2))]), PACK, LIMITS, command)
    assert (verdict.findings, verdict.open) == ((), 1)


def test_the_number_of_tests_counts():
    """p = 0.0004 would be a finding in one question, and is none among hundreds."""
    weak = with_mission("B02", own=Mean(N, 0.2, 0.1, 0.3, 0.0008))
    assert found(weak) == []
    assert [finding.code for finding in found(weak, limits=replace(LIMITS, error=0.49))] == ["V204"]


def test_few_numbers_are_not_judged():
    assert found(with_mission("B02", effect=Mean(20, -0.9, -1.0, -0.8, 1e-30))) == []


def test_the_same_fault_elsewhere_is_reported_once():
    bad = with_mission("B02", effect=effect(-3))
    worse = with_mission("B02", effect=effect(-5))
    six = replace(worse, job=replace(worse.job, seats=6), seats=())
    [finding] = found(bad, six)
    assert (finding.seats, finding.policy) == (6, "random")
    assert "falls by 5.0 points" in finding.message
    assert finding.message.endswith("with 6 random players; also with 4 random players.")
    assert [round(figure.value, 2) for figure in finding.figures] == [-0.05, -0.03]


def test_a_branch_that_is_taken_with_another_number_of_players_is_fine():
    bad = CASES["V401"][0]
    assert [finding.code for finding in found(bad, bad)] == ["V401"]
    assert found(bad, bad, GOOD) == []


def test_a_step_in_a_branch_that_is_never_taken_is_not_reported_too():
    missions = dict(never("B08", 0, "otherwise").missions)
    first, second = missions["B08"].steps
    unreached = replace(second, reached=share(0, MANY), moved=share(0, 0))
    missions["B08"] = replace(missions["B08"], steps=(first, unreached))
    assert [finding.code for finding in found(replace(GOOD, missions=missions))] == ["V401"]


def test_a_malus_is_dominated_by_harder_ones():
    [finding] = found(dominated("M04", "malus"))
    assert (finding.code, finding.mission) == ("V209", "M04")
    assert "17 missions of its kind cost their player more in every respect" in finding.message


def test_where_everybody_fights_who_draws_it_wins_less_often():
    """With four players a fair share of victories is a quarter; 7 % of them is not yet one-sided, 2 % is."""
    assert found(with_mission("F17", outcomes=outcomes(7_000, 93_000, 0, opponents=(0, -3)))) == []
    [finding] = found(with_mission("F17", outcomes=outcomes(2_000, 98_000, 0, opponents=(0, -3))))
    assert finding.code == "V301"


def test_a_p_value_of_a_share_is_exact():
    assert p_values.above(share(1, 10), 0.01) == pytest.approx(1 - 0.99**10)
    assert p_values.below(share(0, 10), 0.2) == pytest.approx(0.8**10)
    assert p_values.above(share(1, 10), 0.0) == 0.0
    assert p_values.above(share(3, 10), 0.3) == p_values.below(share(3, 10), 0.3) == 1.0


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0 %"), (1, "100 %"), (0.46, "46 %"), (0.023, "2.3 %"), (0.0000123, "0.0012 %"), (0.994, "99.4 %")],
)
def test_shares_for_people(value, text):
    assert percent(value) == text
    assert points(0.0123) == "1.2 points"


def test_the_page_explains_every_code():
    text = (ROOT / "docs" / "verify-findings.md").read_text("utf-8")
    rows = re.findall(r"^\| (V\d+) \| (\w+) \| ([^|]+) \| ([^|]+) \|$", text, re.MULTILINE)
    assert {code: severity for code, severity, _, _ in rows} == dict(CODES)
    assert all(len(meaning) > 10 and len(advice) > 10 for _, _, meaning, advice in rows)


def test_a_figure_has_its_unit():
    assert list(MeasuredFigure._fields) == ["name", "value", "low", "high", "limit", "unit", "of"]
    assert {field.name for field in fields(findings.BalanceFinding)} >= {"severity", "mission", "figures", "replay"}
