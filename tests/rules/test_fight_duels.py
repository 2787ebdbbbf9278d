"""The 18 kinds of duel by rules/missions.md 8.5 and 8.6, with their fallbacks, ties and replays."""

from collections import Counter

import pytest

from companion.chance import DUEL, stream
from companion.rules.fight.bout import TIE, Bout
from companion.rules.fight.chance_duel import even_or_draw
from companion.rules.game import InvariantError
from tests.rules.gong_support import Scenario, cards, codes, hand, hands, legal, play


class Duel:
    """A duel of seat 0 against the player on the left, of which only the outcome is of interest."""

    def __init__(self, kind, table, *script, vs="left", fields=None, **more):
        outcome = {"win": [{"again": {"who": "winner"}}], **(fields or {})}
        steps = [{"duel": {"kind": kind, "vs": vs, **outcome}}]
        self.scene = Scenario(steps, table, drawn="NM5", **more)
        self.state = self.scene.run(*script)

    @property
    def outcome(self):
        """Return the winner, or "tie"."""
        ends = [event for event in self.scene.events if event[0] in ("won", "tie")]
        assert len(ends) == 1
        return ends[0][1] if ends[0][0] == "won" else "tie"

    @property
    def loser(self):
        return next(event[2] for event in self.scene.events if event[0] == "won")

    def shown(self):
        """Return what was shown, in order, as (seat, codes)."""
        found = [event[1:3] for event in self.scene.events if event[0] == "shows"]
        return [(seat, codes([card for card in range(56) if mask >> card & 1])) for seat, mask in found]

    def count(self, word):
        return sum(event[0] == word for event in self.scene.events)


# ---------------------------------------------------------------- what every duel has


def test_8_5_the_outcome_runs_with_winner_and_loser_whoever_has_won():
    win = [{"put": {"who": "winner"}}, {"draw": {"who": "loser"}}, {"draw": {"who": "opponent"}}]
    steps = [{"duel": {"kind": "highest_xphere", "vs": "left", "win": win}}]
    scene = Scenario(steps, ["PR1 JK1", "OM6", "SE1"], pile="ZE1 ZE2")
    assert hands(scene.run("0: card PR1")) == ["PR1 ZE1 JK1", "ZE2", "SE1"]


def test_8_5_with_lose_win_is_for_self_alone():
    fields = {"win": [{"draw": {"n": 1}}], "lose": [{"draw": {"n": 2}}], "tie": [{"draw": {"n": 3}}]}
    for mine, drawn in (("PR6", 1), ("PR1", 2), ("PR3", 3)):
        steps = [{"duel": {"kind": "highest_xphere", "vs": "left", **fields}}]
        state = Scenario(steps, [mine, "OM3"], pile="ZE1 ZE2 ZE4").run()
        assert state.hands[0].bit_count() == 1 + drawn


def test_8_5_a_tie_does_nothing_by_default():
    steps = [{"duel": {"kind": "highest_xphere", "vs": "left", "win": [{"draw": {"who": "all"}}]}}]
    assert hands(Scenario(steps, ["PR3", "OM3"], pile="ZE1 ZE2").run()) == ["PR3", "OM3"]


def test_8_5_roles_are_known_only_inside_the_outcome():
    win = [{"show": {"to": "others"}}]
    steps = [{"duel": {"kind": "highest_xphere", "vs": "left", "win": win}}, {"put": {"who": "winner"}}]
    with pytest.raises(InvariantError, match="means winner where there is none"):
        Scenario(steps, ["PR3", "OM1"]).run()


def test_8_5_cards_laid_return_to_their_owner():
    assert hands(Duel("highest_xphere", ["PR1 PR6", "OM2"], "0: card PR6").state) == ["PR1 PR6", "OM2"]


def test_8_5_jokers_are_never_laid():
    duel = Duel("highest_xphere", ["PR1 JK1 JK2", "OM2"], "0: card PR1")  # asked: else it would tell the jokers
    assert duel.outcome == 1


@pytest.mark.parametrize(
    ("kind", "table"),
    [
        ("closest_sum", ["PR1 JK1", "OM1 OM2"]), ("closest_sum", ["PR5 PR6", "OM1"]),
        ("grid_3x3", ["PR5 PR6", "OM1 OM2 OM3"]), ("three_locations", ["PR5 PR6 PR4", "OM1 OM2 JK1"]),
    ],
)  # fmt: skip
def test_8_5_with_fewer_cards_than_the_minimum_it_becomes_highest_xphere(kind, table):
    scene = Scenario([{"duel": {"kind": kind, "vs": "left", "win": []}}], table, drawn="NM5")
    play(scene.state, "0: reveal")
    assert "It becomes a duel of the highest number." in scene.state.public_events()
    assert scene.state.phase == "lay"
    assert scene.state.view(scene.state.current_player())["about"] == {"left": 1, "target": 0}


ALL_CARD_KINDS = (
    "highest_xphere", "closest_sum", "best_combination", "grid_3x3", "three_locations", "largest_galaxy",
    "blind_battle",
)  # fmt: skip


@pytest.mark.parametrize("kind", ALL_CARD_KINDS)
@pytest.mark.parametrize(("table", "outcome"), [(["JK1", "OM1"], 1), (["PR1", "JK1 JK2"], 0), (["JK1", "JK2"], "tie")])
def test_8_5_a_side_without_galaxy_cards_loses_both_without_is_a_tie(kind, table, outcome):
    assert Duel(kind, table).outcome == outcome


@pytest.mark.parametrize(
    ("guesser", "table", "outcome"), [("self", ["PR1", "JK1"], 0), ("opponent", ["JK1", "OM1"], 1)]
)
@pytest.mark.parametrize("kind", ["guess_number", "guess_galaxy"])
def test_8_5_a_hider_without_galaxy_card_loses(kind, guesser, table, outcome):
    assert Duel(kind, table, fields={"guesser": guesser}).outcome == outcome


# ---------------------------------------------------------------- kinds with cards


def test_8_5_highest_xphere():
    duel = Duel("highest_xphere", ["PR1 PR4", "OM3 OM6"], "0: card PR4", "1: card OM3")
    assert duel.outcome == 0
    assert duel.shown() == [(0, "PR4"), (1, "OM3")]


def test_8_5_highest_xphere_is_replayed_once_on_a_tie():
    duel = Duel("highest_xphere", ["PR1 PR4", "OM4 OM6"], "0: card PR4", "1: card OM4", "0: card PR4", "1: card OM6")
    assert (duel.outcome, duel.count("replay")) == (1, 1)
    duel = Duel("highest_xphere", ["PR1 PR4", "OM4 OM1"], "0: card PR4", "1: card OM4", "0: card PR1", "1: card OM1")
    assert (duel.outcome, duel.count("replay")) == ("tie", 1)


def test_8_5_the_cards_shown_are_those_of_the_last_showing():
    win = [{"put": {"who": "winner", "n": 3, "where": {"shown": True}}}]
    steps = [{"duel": {"kind": "highest_xphere", "vs": "left", "win": win}}]
    scene = Scenario(steps, ["PR1 PR4 PR6", "OM4 OM1"], drawn="NM5")
    scene.run("0: card PR4", "1: card OM4", "0: card PR6", "1: card OM1")
    assert hand(scene.state, 0) == "PR1 PR4"


@pytest.mark.parametrize(
    ("mine", "other", "outcome"),
    [
        ("PR1 PR6", "OM2 OM4", 0),  # 7 beats 6
        ("PR2 PR4", "OM4 OM5", 0),  # 6 and 9
        ("PR2 PR6", "OM2 OM4", 1),  # 8 and 6: equal distance, the lower sum wins
        ("PR1 PR5", "OM2 OM6", 0),
    ],
)
def test_8_5_closest_sum(mine, other, outcome):
    assert Duel("closest_sum", [mine, other]).outcome == outcome


def test_8_5_closest_sum_equal_sums_are_replayed_then_a_tie():
    duel = Duel("closest_sum", ["PR1 PR5", "OM2 OM4"])
    assert (duel.outcome, duel.count("replay")) == ("tie", 1)


def test_8_5_closest_sum_may_have_another_target():
    assert Duel("closest_sum", ["PR1 PR6", "OM2 OM1"], fields={"target": 3}).outcome == 1


def test_8_5_cards_are_laid_in_secret_self_first():
    scene = Scenario("F02", ["PR1 PR5 PR6", "OM1 OM5 OM6", "SE1"], pile="ZE1")
    play(scene.state, "0: reveal", "0: card PR1", "0: card PR6")
    assert scene.state.view(1)["known"][0] == []
    assert scene.state.public_events() == []
    play(scene.state, "1: card OM5", "1: card OM1")
    assert scene.state.public_events()[:2] == ["Seat 0 shows PROXIMA 1, PROXIMA 6.", "Seat 1 shows OMEGA 1, OMEGA 5."]


def test_8_5_guess_number_hint_after_the_first_try():
    steps = [{"duel": {"kind": "guess_number", "vs": "left", "win": []}}]
    scene = Scenario(steps, ["PR1", "OM4 OM2"], drawn="NM5")
    play(scene.state, "0: reveal", "1: card OM4")
    assert legal(scene.state) == [f"number {number}" for number in range(1, 7)]
    play(scene.state, "0: number 2")
    assert scene.state.public_events() == ["The hidden number is higher."]
    assert legal(scene.state) == ["number 3", "number 4", "number 5", "number 6"]
    assert scene.state.view(0)["chosen"] == []
    assert scene.state.view(1)["chosen"] == cards("OM4")


@pytest.mark.parametrize(
    ("script", "outcome"),
    [
        (["1: card OM4", "0: number 4"], 0),
        (["1: card OM4", "0: number 2", "0: number 4"], 0),
        (["1: card OM4", "0: number 2", "0: number 5"], 1),
        (["1: card OM1", "0: number 2"], 0),  # only 1 is left: no guess is needed
    ],
)
def test_8_5_guess_number_two_tries(script, outcome):
    duel = Duel("guess_number", ["PR1", "OM4 OM1"], *script)
    assert duel.outcome == outcome
    assert duel.shown() == [(1, script[0].split()[-1])]  # the hidden card is shown in the end


def test_8_5_guess_galaxy_three_tries_out_of_nine():
    steps = [{"duel": {"kind": "guess_galaxy", "vs": "left", "win": []}}]
    scene = Scenario(steps, ["PR1", "OM4 OM2"], drawn="NM5")
    play(scene.state, "0: reveal", "1: card OM4", "0: galaxy 0")
    assert legal(scene.state) == [f"galaxy {galaxy}" for galaxy in range(1, 9)]
    assert scene.state.describe(("galaxy", 7)) == "Guess OMEGA."
    script = ["1: card OM4", "0: galaxy 0", "0: galaxy 1"]
    assert Duel("guess_galaxy", ["PR1", "OM4 OM2"], *script, "0: galaxy 7").outcome == 0
    assert Duel("guess_galaxy", ["PR1", "OM4 OM2"], *script, "0: galaxy 2").outcome == 1


def test_8_5_the_opponent_may_be_the_guesser():
    duel = Duel("guess_galaxy", ["PR1 OM3", "OM4"], "0: card PR1", "1: galaxy 0", fields={"guesser": "opponent"})
    assert duel.outcome == 1


@pytest.mark.parametrize(
    ("mine", "other", "outcome"),
    [
        ("PR1 PR2 OM3", "OM4 OM5 SE6", 1),  # equal size: the sum of the group
        ("PR1 PR2 PR3", "OM5 OM6", 0),  # the size first
        ("PR1 PR4 NB6", "OM2 OM3 SE6", "tie"),
        ("PR1 PR2 SE5 SE6", "OM4 OM5", 0),  # the best of two equal groups
        ("PR1 JK1 JK2", "OM2", 1),  # jokers have no galaxy
    ],
)
def test_8_5_largest_galaxy(mine, other, outcome):
    assert Duel("largest_galaxy", [mine, other]).outcome == outcome


def test_8_5_blind_battle_turns_over_random_cards_again_at_most_three_times():
    assert Duel("blind_battle", ["PR1 PR4 JK1", "OM3 OM4"], blind="PR4 OM3").outcome == 0
    duel = Duel("blind_battle", ["PR1 PR4", "OM4 OM1"], blind="PR4 OM4 PR1 OM1 PR1 OM1 PR4 OM1")
    assert (duel.outcome, duel.count("replay")) == (0, 3)
    duel = Duel("blind_battle", ["PR1 PR4", "OM4 OM1"], blind="PR4 OM4 PR1 OM1 PR1 OM1 PR4 OM4")
    assert (duel.outcome, duel.count("replay")) == ("tie", 3)
    duel = Duel("blind_battle", ["PR1 PR4", "OM4 OM1"], blind="PR4 OM4", fields={"replays": 0})
    assert (duel.outcome, duel.count("replay")) == ("tie", 0)


def unique(table, *script, **more):
    return Duel("highest_unique", table, *script, vs="others", **more)


def test_8_5_highest_unique_everybody_lays_a_card_at_once():
    duel = unique(["PR6 PR5", "OM6", "SE4", "VI2"], "0: card PR6")
    assert (duel.outcome, duel.loser) == (2, 3)  # 4 is the highest that is there once; 2 is the lowest
    assert duel.shown() == [(0, "PR6"), (1, "OM6"), (2, "SE4"), (3, "VI2")]


def test_8_5_highest_unique_without_a_single_number_is_a_tie():
    assert unique(["PR6", "OM6", "SE2", "VI2"]).outcome == "tie"


def test_8_5_highest_unique_the_loser_is_the_lowest_nearest_clockwise_to_self():
    assert unique(["PR6", "OM2", "SE2"]).loser == 1
    assert unique(["PR2", "OM2", "SE6"]).loser == 0
    assert unique(["PR6", "OM2", "JK1"]).loser == 2  # laying nothing is the lowest


# ---------------------------------------------------------------- 8.5 higher_lower


def test_8_5_higher_lower_self_begins_and_the_first_wrong_call_loses():
    duel = Duel("higher_lower", ["PR1", "OM1"], "0: higher", "1: higher", pile="ZE2 ZE4 SE4 NB1")
    assert duel.outcome == 0  # 4 after 4 is not higher
    script = ["0: higher", "1: equal", "0: lower", "1: higher"]
    duel = Duel("higher_lower", ["PR1", "OM1"], *script, pile="ZE2 ZE4 SE4 NB3 NB2")
    assert duel.outcome == 0
    assert codes(duel.state.discard) == "ZE2 ZE4 SE4 NB3 NB2 NM5"


def test_8_5_higher_lower_after_eight_correct_calls_is_a_tie():
    calls = ["higher", "lower"] * 4
    script = [f"{number % 2}: {call}" for number, call in enumerate(calls)]
    pile = "ZE2 ZE4 SE2 SE4 NB2 NB4 VI2 VI4 AN2 AN4"
    duel = Duel("higher_lower", ["PR1", "OM1"], *script, pile=pile)
    assert duel.outcome == "tie"
    assert codes(duel.state.pile.order()) == "AN4"


def test_8_5_higher_lower_skips_jokers_and_discards_what_was_turned():
    duel = Duel("higher_lower", ["PR1", "OM1"], "0: lower", pile="JK1 ZE2 JK2 ZE4")
    assert duel.outcome == 1
    assert codes(duel.state.discard) == "JK1 JK2 ZE2 ZE4 NM5"


@pytest.mark.parametrize(
    ("top", "offered"), [("ZE6", "lower equal"), ("ZE1", "higher equal"), ("ZE3", "higher lower equal")]
)
def test_8_5_higher_lower_offers_no_call_that_cannot_come_true(top, offered):
    steps = [{"duel": {"kind": "higher_lower", "vs": "left", "win": []}}]
    scene = Scenario(steps, ["PR1", "OM1"], drawn="NM5", pile=f"{top} SE2")
    play(scene.state, "0: reveal")
    assert scene.legal() == offered.split()


def test_8_4_4_higher_lower_with_nothing_to_reveal_becomes_highest_xphere():
    assert Duel("higher_lower", ["PR2", "OM1"]).outcome == 0
    duel = Duel("higher_lower", ["PR2", "OM1"], pile="JK1")
    assert (duel.outcome, duel.count("instead")) == (0, 1)


def test_8_4_4_higher_lower_may_run_dry_in_the_middle():
    duel = Duel("higher_lower", ["PR2", "OM1"], pile="ZE2")  # one card is turned over, no second one is there
    assert (duel.outcome, duel.count("instead")) == (0, 1)
    assert codes(duel.state.discard) == "ZE2 NM5"


def test_8_5_higher_lower_reshuffles_all_but_the_open_card():
    duel = Duel("higher_lower", ["PR2", "OM1"], "0: lower", pile="ZE3", discard="ZE4")
    assert duel.outcome == 1
    assert duel.count("reshuffle") == 1


# ---------------------------------------------------------------- luck and skill


@pytest.mark.parametrize("kind", ["rock_paper_scissors", "odd_even_fingers"])
def test_8_5_luck_without_ties(kind):
    assert Duel(kind, ["PR1", "OM1"], luck=[0]).outcome == 0
    assert Duel(kind, ["PR1", "OM1"], luck=[1]).outcome == 1


@pytest.mark.parametrize("kind", ["memory_sequence", "stare", "name_galaxies"])
def test_8_5_skill_that_may_end_in_a_tie(kind):
    assert Duel(kind, ["PR1", "OM1"], luck=[0]).outcome == "tie"
    assert Duel(kind, ["PR1", "OM1"], luck=[1, 0]).outcome == 0
    assert Duel(kind, ["JK1", "OM1"], luck=[7, 1]).outcome == 1  # no cards are needed


@pytest.mark.parametrize("kind", ["reaction_tap", "tap_race"])
def test_8_5_skill_that_is_replayed_on_a_tie(kind):
    assert Duel(kind, ["PR1", "OM1"], luck=[0, 5, 1]).outcome == 1
    assert Duel(kind, ["PR1", "OM1"], luck=[0, 0]).outcome == "tie"


def test_duels_of_luck_are_fair():
    bout = Bout(Scenario("B01", ["PR1", "OM1"]).state, 0, 1)
    found = Counter()
    for turn in range(4000):
        chance = stream(1, 0, DUEL, 0, turn)
        bout.state.luck = lambda chance=chance: chance
        with pytest.raises(StopIteration) as end:
            next(even_or_draw(bout, None))
        found[end.value.value] += 1
    assert found[TIE] == pytest.approx(500, abs=90)
    assert found[0] == pytest.approx(1750, abs=130)


# ---------------------------------------------------------------- 8.6


@pytest.mark.parametrize(
    ("mine", "other", "outcome"),
    [
        ("PR4 NB4 ZE4 AN4", "OM2 OM3 OM4 OM5 OM6", 0),  # gang of four beats a straight flush
        ("PR4 NB4 ZE4 AN4 SE4", "OM1 SP6 VI6 NM6 OM6", 0),  # gang of five beats gang of four
        ("PR4 NB4 ZE4 OM1 SE1", "VI1 VI2 VI3 VI4 VI6", 0),  # full house beats flush
        ("PR1 PR2 PR3 PR4 PR6", "SE2 OM3 OM4 OM5 OM6", 0),  # flush beats straight
        ("PR1 PR2", "OM1 NB1", 1),  # a pair beats a single
        ("PR6 JK1", "OM6", 1),  # the galaxy order decides
        ("PR6 NB6 OM1", "ZE6 AN6", 1),
        ("PR2 NB3 ZE4 AN5 SE6", "PR1 NB2 ZE3 AN4 SE5", 0),
        ("PR1 PR2 PR3 PR4 PR5", "SE1 SE2 SE3 SE4 SE6", 0),  # straight flush beats flush
    ],
)
def test_8_6_1_best_combination(mine, other, outcome):
    duel = Duel("best_combination", [mine, other])
    assert duel.outcome == outcome


def test_8_6_1_only_the_best_set_is_shown():
    assert Duel("best_combination", ["PR4 NB4 OM6 JK1", "OM1"]).shown() == [(0, "PR4 NB4"), (1, "OM1")]


def lay_grid(seat, text):
    """Return the choices that fill a grid: codes, `.` for an empty cell."""
    return [f"{seat}: leave" if word == "." else f"{seat}: lay {word}" for word in text.split()]


@pytest.mark.parametrize(
    ("mine", "other", "outcome"),
    [
        ("PR1 NB1 ZE1 . . . . . .", "OM2 . . SP2 . . VI2 . .", 1),  # -1 and -2
        ("PR1 NB2 ZE1 . . . . . .", ". . . OM1 SP1 . . . VI1", 1),  # 4 and 3
        ("PR1 NB2 ZE1 . . . . . .", "SP1 . . OM1 . VI2 . . .", "tie"),
        ("PR6 . . NB6 . . ZE6 . .", "SP1 OM1 VI1 . . . . . .", 0),  # a column counts as a row does
    ],
)
def test_8_6_2_grid_3x3(mine, other, outcome):
    table = [" ".join(word for word in text.split() if word != ".") for text in (mine, other)]
    duel = Duel("grid_3x3", table, *lay_grid(0, mine), *lay_grid(1, other))
    assert duel.outcome == outcome


def test_8_6_2_both_lay_exactly_as_many_as_the_smaller_side_has():
    steps = [{"duel": {"kind": "grid_3x3", "vs": "left", "win": []}}]
    scene = Scenario(steps, ["PR1 PR2 PR3 PR4 JK1", "OM1 OM2 OM3 OM4 OM5 OM6"], drawn="NM5")
    play(scene.state, "0: reveal")
    assert scene.legal() == ["lay PR1", "lay PR2", "lay PR3", "lay PR4", "leave"]
    play(scene.state, *lay_grid(0, ". . . . ."))
    assert scene.legal() == ["lay PR1", "lay PR2", "lay PR3", "lay PR4"]  # four cells for four cards
    play(scene.state, *lay_grid(0, "PR1 PR2 PR3 PR4"), *lay_grid(1, "OM6 OM1 OM2 OM3"))
    assert scene.legal() == ["leave"]
    assert scene.state.view(0)["grid"] == []
    assert scene.state.view(1)["grid"] == cards("OM6 OM1 OM2 OM3")


def test_8_6_2_at_most_nine_cards_fill_the_grid():
    mine = "PR1 PR2 PR3 PR4 PR5 PR6 NB1 NB2 NB3"
    other = "OM1 OM2 OM3 OM4 OM5 OM6 VI1 VI2 VI3"
    duel = Duel("grid_3x3", [f"{mine} NB4", other], *lay_grid(0, mine), *lay_grid(1, other))
    assert duel.outcome == "tie"


@pytest.mark.parametrize(
    ("mine", "other", "outcome"),
    [
        ("PR1-0 PR2-0 PR3-1", "OM4-2 OM5-0 OM6-1", 1),  # two places
        ("PR6-0 PR1-1 PR2-2", "OM1-0 OM2-1 OM3-2", 1),  # two places against a larger sum
        ("PR1-0 PR5-1 PR6-1", "OM1-0 OM2-1 OM3-2", 0),  # one place each, one neutral: larger sum
        ("PR1-0 PR2-1 PR3-2", "OM1-0 OM2-1 OM3-2", "tie"),
        ("PR1-0 PR3-0 PR4-1", "OM4-0 OM1-1 OM3-1", "tie"),  # equal sums: fewer cards win, one place each
    ],
)
def test_8_6_3_three_locations(mine, other, outcome):
    table = [" ".join(word.split("-")[0] for word in text.split()) for text in (mine, other)]
    script = []
    for seat, text in enumerate((mine, other)):
        order = sorted(text.split(), key=lambda word: cards(word.split("-")[0])[0])
        script += [f"{seat}: place {word.replace('-', ' ')}" for word in order]
    assert Duel("three_locations", table, *script).outcome == outcome


def test_8_6_3_cards_are_chosen_in_ascending_order_and_at_most_four_lie_at_a_place():
    steps = [{"duel": {"kind": "three_locations", "vs": "left", "win": []}}]
    mine, other = "PR1 PR2 PR3 PR4 PR5 PR6 NB1", "OM1 OM2 OM3 OM4 OM5 JK1"
    scene = Scenario(steps, [mine, other], drawn="NM5")
    play(scene.state, "0: reveal")  # k is 5
    assert legal(scene.state) == [f"place {card} {place}" for card in ("PR1", "PR2", "PR3") for place in range(3)]
    play(scene.state, "0: place PR2 1")
    assert legal(scene.state) == [f"place {card} {place}" for card in ("PR3", "PR4") for place in range(3)]
    play(scene.state, "0: place PR4 1", "0: place PR5 1", "0: place PR6 1")
    assert legal(scene.state) == ["place NB1 0", "place NB1 2"]
    assert scene.state.view(0)["places"] == [[], cards("PR2 PR4 PR5 PR6"), []]
    assert scene.state.view(1)["places"] == []


def test_8_6_3_no_more_cards_than_the_places_can_hold():
    steps = [{"duel": {"kind": "three_locations", "vs": "left", "win": [], "per_location": 1}}]
    scene = Scenario(steps, ["PR1 PR2 PR3 PR4", "OM1 OM2 OM3 OM4"], drawn="NM5")
    play(scene.state, "0: reveal", "0: place PR1 0", "0: place PR2 1", "0: place PR3 2")
    assert scene.state.current_player() == 1
