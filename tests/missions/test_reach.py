"""What can never happen in a mission, or makes no difference, is found; what can happen is left alone."""

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from companion.chance import stream
from companion.missions.checks import faults
from companion.missions.duels.guess_galaxy import GuessGalaxy
from companion.missions.duels.highest_unique import HighestUnique
from companion.missions.duels.highest_xphere import HighestXphere
from companion.missions.duels.odd_even_fingers import OddEvenFingers
from companion.missions.duels.rock_paper_scissors import RockPaperScissors
from companion.missions.duels.stare import Stare
from companion.missions.pack import Mission
from companion.missions.reach import fits
from companion.missions.selectors import CardFilter, Condition, HandSize, Has, Is, Players, Where
from companion.missions.verbs.choose import Choose
from companion.missions.verbs.draw import Draw
from companion.missions.verbs.give import Give
from companion.missions.verbs.guess import Guess
from companion.missions.verbs.if_ import If
from companion.missions.verbs.keep import Keep
from companion.missions.verbs.put import Put
from companion.missions.verbs.show import Show
from companion.missions.verbs.take import Take
from companion.missions.walk import walk
from companion.rules.fight.game import Fight
from companion.rules.fight.program import Program
from companion.rules.fight.state import FightState
from tests.sweeps import examples


def mission(mission_id, *steps, players="2-6"):
    listed = "".join(f"    - {step}\n" for step in steps)
    return f"- id: {mission_id}\n  players: {players}\n  do:\n{listed}"


def asking(cond, then="{draw: {n: 2}}", otherwise="{draw: {}}"):
    branches = f", then: [{then}]" + (f", else: [{otherwise}]" if otherwise else "")
    return f"if: {{cond: {cond}{branches}}}"


def duel(kind, win="{put: {who: winner}}", **more):
    rest = "".join(f", {key}: {value}" for key, value in more.items())
    return f"duel: {{kind: {kind}, vs: left, win: [{win}]{rest}}}"


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        # a branch that never runs
        (mission("M01", asking("{players: {eq: 2}}", then="{draw: {n: 2}}").replace("[{draw: {n", "§[{draw: {n"),
                 players="3-6"), "M314", "'if' can never run: the condition never holds"),
        (mission("M01", "if: {cond: {players: {eq: 4}}, then: [{draw: {}}], else: §[{draw: {n: 2}}]}", players="4"),
         "M314", "the condition always holds"),
        (mission("M01", "if: {cond: {hand_size: {gt: 54}}, then: §[{draw: {}}], else: [{draw: {n: 2}}]}"),
         "M314", "never holds"),  # one card is the mission, one with the other player
        (mission("M01", "if: {cond: {hand_size: {who: fewest, gt: 10}}, then: §[{draw: {}}], else: [{draw: {n: 2}}]}",
                 players="6"), "M314", "never holds"),
        (mission("M01", "draw: {}", "if: {cond: {is: {a: left, b: opposite}}, then: §[{put: {who: left}}]}",
                 players="4-6"), "M314", "never holds"),
        (mission("B01", "put: {n: 1, otherwise: §[{draw: {}}]}"), "M314", "a card can always be moved"),
        (mission("F01", duel("rock_paper_scissors", tie="§[{draw: {}}]")), "M314", "knows no tie"),
        (mission("F01", duel("odd_even_fingers", tie="§[{draw: {}}]")), "M314", "knows no tie"),
        (mission("F01", duel("stare", win="{if: {cond: {is: {a: winner, b: self}}, then: [{put: {}}],"
                                          " else: §[{draw: {}}]}}", lose="[{draw: {}}]", asymmetric="true")),
         "M314", "always holds"),  # with `lose`, `win` runs only when self has won
        # a condition that has one answer only
        (mission("M01", asking("§{hand_size: {gt: 0}}", otherwise="")), "M321", "always holds; write the steps"),
        (mission("M01", "draw: {}", "if: {cond: §{hand_size: {lt: 1}}, then: [], else: [{draw: {}}]}"),
         "M321", "never holds"),
        (mission("M01", asking("§{players: {eq: 5}}", otherwise=""), players="5"), "M321", "always holds"),
        (mission("M01", "draw: {}", "if: {cond: §{is: {a: left, b: right}}, then: [{put: {who: left}}]}", players="2"),
         "M321", "always holds"),
        # an option that nobody can choose
        (mission("B01", "choose: {options: [[{put: {}}], §[{show: {to: all}}, {put: {n: 2}}]]}"), "M322", "another"),
        (mission("M01", "choose: {options: [§[{again: {}}, {draw: {}}], [{give: {from: left, to: self}}]]}"),
         "M322", "never be chosen"),
        (mission("B01", "choose: {options: [[{put: {}}], §[{if: {cond: {has: {where: {parity: even}}}, "
                        "then: [{show: {to: all}}]}}, {put: {}}]]}"), "M322", "moves no card"),
        # a filter that no card fits
        (mission("B01", "put: {where: §{color: red, number: [5, 6]}, otherwise: [{put: {}}]}"), "M323", "no card fits"),
        (mission("B01", "put: {where: §{color: red, number: drawn}, otherwise: [{put: {}}]}"), "M323", "contradict"),
        (mission("B01", "put: {where: §{parity: even, number: [1, 3]}, otherwise: [{put: {}}]}"), "M323", "no card"),
        (mission("B01", "put: {n: 2, where: §{group: same_galaxy, number: [3]}, otherwise: [{put: {}}]}"),
         "M323", "no 2 cards fit"),
        (mission("B01", "put: {n: 2, where: §{group: same_number, galaxy: OMEGA}, otherwise: [{put: {}}]}"),
         "M323", "no 2 cards fit"),
        (mission("B01", "put: {n: 2, where: §{group: run, parity: odd}, otherwise: [{put: {}}]}"), "M323", "2 cards"),
        (mission("M01", "draw: {n: 2, until: §{color: blue, number: [1]}}"), "M323", "no card fits"),
        (mission("M01", asking("{has: {where: §{color: yellow, number: [3, 4]}}}")), "M323", "no card fits"),
        (mission("M01", "give: {from: left, to: self, where: §{number: drawn, color: blue}, otherwise: [{draw: {}}]}"),
         "M323", "no card fits"),
        # nothing to stop
        (mission("M01", "draw: {until: §{color: red}}"), "M324", "1 card is drawn"),
        (mission("M01", "draw: {n: 1, until: §{parity: odd}}"), "M324", "a larger 'n'"),
        # a choice between the same and the same
        (mission("M01", "if: {cond: {pile_empty: true}, then: [{draw: {}}], else: §[{draw: {n: 1}}]}"), "M325", "same"),
        (mission("M01", "guess: {about: pile_top_color, right: [{draw: {}}], wrong: §[{draw: {}}]}"), "M325", "same"),
        (mission("B01", "choose: {options: [[{put: {}}], [{put: {n: 2}}], §[{put: {n: 1}}]]}"), "M325", "no choice"),
    ],
)  # fmt: skip
def test_found_where_it_stands(text, code, words, judge):
    """The finding is where § stands."""
    before = text[: text.index("§")]
    [finding] = judge(text.replace("§", ""))
    assert (finding.line, finding.column, finding.code) == (
        before.count("\n") + 1,
        len(before) - before.rindex("\n"),
        code,
    )
    assert words in finding.message
    assert finding.message.endswith(".")


@pytest.mark.parametrize(
    "text",
    [
        mission("M01", asking("{players: {eq: 2}}"), players="2-3"),
        mission("M01", asking("{players: {eq: 5}}")),
        mission("M01", asking("{hand_size: {lt: 2}}")),
        mission("M01", asking("{hand_size: {gt: 20}}")),
        mission("M01", asking("{hand_size: {who: left, gt: 20}}"), players="6"),  # not everybody can have so many
        mission("M01", asking("{hand_size: {who: most, gt: 20}}"), players="6"),
        mission("M01", asking("{hand_size: {who: others, lt: 2}}")),
        mission("M01", asking("{is: {a: left, b: right}}")),
        mission("M01", asking("{is: {a: left, b: opposite}}")),
        mission("M01", asking("{is: {a: most, b: left}}"), players="3-6"),
        mission("M01", asking("{is: {a: most, b: fewest}}"), players="2-3"),
        mission("M01", asking("{pile_empty: true}")),
        mission("M01", asking("{has: {where: {galaxy: drawn}}}")),
        mission("M01", "draw: {n: 2}", asking("{hand_size: {eq: 8}}", "{show: {to: all}}", "")),
        mission("B01", "put: {n: 3}", asking("{hand_size: {eq: 0}}", "{again: {}}", "{show: {to: all}}")),
        mission("B01", "put: {n: 2}", asking("{hand_size: {gt: 8}}", "{put: {}}", "")),
        mission(
            "B01",
            "put: {}",
            asking(
                "{hand_size: {who: left, lt: 3}}",
                asking("{hand_size: {who: right, gt: 4}}", "{again: {}}", "").join("{}"),
                "",
            ),
            players="3-6",
        ),
        mission("B01", "choose: {options: [[{put: {n: 2, where: {parity: even}}}], [{put: {}}]]}"),
        mission("M01", "choose: {options: [[{draw: {}}], [{give: {from: left, to: self}}]]}"),
        mission("M01", "choose: {options: [[{show: {to: all}}, {keep: {}}], [{draw: {}}]]}"),  # with an empty pile
        mission("B01", "put: {n: 1, where: {extreme: highest}, otherwise: [{put: {}}]}"),  # only jokers have none
        mission("F01", duel("stare", tie="[{draw: {}}]")),
        mission("F01", duel("best_combination", tie="[{draw: {}}]")),  # both hold nothing but jokers
        mission("F01", duel("guess_number", tie="[{draw: {}}]", tries=2)),
        mission("M01", "guess: {about: pile_top_parity, right: [{draw: {}}], wrong: [{draw: {n: 2}}]}"),
        mission("M01", "draw: {n: 2, until: {number: drawn, parity: even}}"),  # fits behind one of the two numbers
        mission("M01", "draw: {n: 2, until: {number: drawn, color: red}}"),
    ],
)
def test_what_can_happen_is_left_alone(text, judge):
    assert [finding for finding in judge(text) if finding.code in ("M314", "M321", "M322", "M323", "M325")] == []


def test_a_dead_branch_inside_a_dead_branch_is_told_once(judge):
    inner = "{if: {cond: {players: {eq: 3}}, then: [{put: {}}], else: [{draw: {}}]}}"
    [finding] = judge(mission("M01", "draw: {}", f"if: {{cond: {{players: {{eq: 2}}}}, then: [{inner}]}}", players="5"))
    assert finding.code == "M314"


@pytest.mark.parametrize(
    ("test", "n", "kind", "can"),
    [
        (Where(number=(1, 2)), 1, "bonus", True),
        (Where(number="drawn", color="blue"), 1, "bonus", True),
        (Where(number="drawn", color="blue"), 1, "fight", False),
        (Where(number="drawn", parity="odd"), 1, "fight", True),
        (Where(galaxy="drawn", group="same_galaxy"), 6, "bonus", True),
        (Where(galaxy="drawn", group="same_galaxy"), 7, "bonus", False),
        (Where(group="same_number", parity="odd"), 9, "malus", True),
        (Where(group="run", galaxy="OMEGA"), 6, "malus", True),
        (Where(group="run", number=(2, 3, 5)), 2, "malus", True),
        (Where(group="run", number=(2, 3, 5)), 3, "malus", False),
        (Where(group="run", color="red", galaxy="drawn"), 2, "malus", True),
    ],
)
def test_cards_that_fit(test, n, kind, can):
    assert fits(test, n, kind) is can


# The engine is the judge: what is said to be impossible never happens in a match.

filters = st.sampled_from(
    [
        None,
        Where(number="drawn"),
        Where(color="blue"),
        Where(galaxy="drawn"),
        Where(extreme="highest"),
        Where(group="run"),
    ]
)
who = st.sampled_from(["self", "left", "right", "opposite", "choice", "most", "fewest", "others"])
conditions = st.one_of(
    st.builds(
        lambda player, word, size: Condition(hand_size=HandSize(who=player, **{word: size})),
        who, st.sampled_from(["lt", "gt", "eq"]), st.integers(1, 9),
    ),
    st.builds(lambda a, b: Condition(is_=Is(a=a, b=b)), who, who),
    st.builds(lambda number: Condition(players=Players(eq=number)), st.integers(2, 6)),
    st.builds(lambda player: Condition(has=Has(who=player, where=CardFilter(parity="even"))), who),
    st.builds(lambda yes: Condition(pile_empty=yes), st.booleans()),
)  # fmt: skip
plain = st.one_of(
    st.builds(Put, who=who, n=st.integers(1, 2)),
    st.builds(Give, to=who.filter(lambda player: player not in ("self", "others")), n=st.integers(1, 2)),
    st.builds(Take, from_=who.filter(lambda player: player not in ("self", "others"))),
    st.builds(Draw, n=st.integers(1, 2)),
    st.builds(Show, to=st.just("others")),
    st.just(Keep()),
)


def around(inner):
    some = st.lists(inner, min_size=1, max_size=2).map(tuple)
    return st.one_of(
        st.builds(If, cond=conditions, then=some, else_=st.lists(inner, max_size=1).map(tuple)),
        st.builds(Choose, options=st.lists(some, min_size=2, max_size=3).map(tuple)),
        st.builds(
            lambda where, n, steps: Put(n=2 if where and where.group else n, where=where, otherwise=steps),
            filters, st.integers(1, 2), some,
        ),
        st.builds(Guess, about=st.just("pile_top_parity"), right=some, wrong=some),
    )  # fmt: skip


won = st.builds(lambda a, b: Condition(is_=Is(a=a, b=b)), st.sampled_from(["winner", "loser", "opponent"]), who)
outcome = st.lists(plain | st.builds(If, cond=won | conditions, then=st.tuples(plain)), max_size=2).map(tuple)
duels = st.one_of(
    st.builds(
        lambda cls, vs, win, lose, tie: cls(
            kind=cls.model_fields["kind"].annotation.__args__[0], vs=vs, win=win, lose=lose, tie=tie
        ),
        st.sampled_from([Stare, RockPaperScissors, HighestXphere, GuessGalaxy, OddEvenFingers]),
        st.sampled_from(["left", "choice", "most"]),
        outcome,
        st.none() | outcome,
        outcome,
    ),
    st.builds(HighestUnique, kind=st.just("highest_unique"), vs=st.just("others"), win=outcome, tie=outcome),
)
missions = st.builds(
    lambda steps, low, high: Mission(id="B01", players=range(min(low, high), max(low, high) + 1), do=steps),
    st.lists(st.recursive(plain, around, max_leaves=4) | duels, min_size=1, max_size=2).map(tuple),
    st.integers(2, 6),
    st.integers(2, 6),
)


def branches_taken(mission, seats, seed):
    """Play random matches in which every card leads to the mission; return each step's number with its branch."""
    program = Program(mission)
    taken, chance = set(), stream(seed, seats)
    state = FightState(Fight(), [program] * 54).start(seats, seed)
    for _ in range(150):
        if state.is_terminal():
            break
        state.apply(chance.choice(state.legal_actions()))
        if any(event[0] == "no-pile" for event in state.events):
            break  # a hand may be empty then, which no mission is judged by (rules/gong.md 4.3.4)
        taken |= {event[1:] for event in state.events if event[0] == "branch"}
    return taken


@given(missions, st.integers(0, 2**32))
@settings(max_examples=examples(80, 250), derandomize=True, suppress_health_check=list(HealthCheck))
def test_what_is_said_to_be_impossible_never_happens(mission, seed):
    places = list(walk(mission.do))
    numbers = {place.path: number for number, place in enumerate(places)}
    impossible = set()
    for fault in faults(mission):
        if fault.code in ("M314", "M322"):
            place = next(
                p
                for p in places
                if fault.path[: len(p.path)] == p.path and fault.path[len(p.path) :] in dict(p.step.branches())
            )
            index = [branch.path for branch in place.step.branches()].index(fault.path[len(place.path) :])
            impossible.add((numbers[place.path], index))
        elif fault.code == "M321":
            impossible.add((numbers[fault.path[:-1]], 1 if "always" in fault.message else 0))
    event(f"{len(impossible)} impossible branches")
    for seats in mission.players if impossible else ():
        assert not impossible & branches_taken(mission, seats, seed)
