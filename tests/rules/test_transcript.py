"""Stories: who hears what, what is explained, and how a match ends."""

import pytest

from companion import languages
from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.missions.wording.sentence import sentence
from companion.rules.bots.policies import choose_random, decide, play_out
from companion.rules.game import IllegalAction
from companion.rules.match import Match
from companion.rules.registry import create_game
from companion.rules.transcript import Line, Transcript, full_transcript, join, mission_annotator, result_sentence


def test_each_ear_hears_its_own_secrets_only(tiny):
    """Hands are PROXIMA cards here, because the cards of the tiny game are numbers."""
    match = Match(tiny(), seats=2, seed=5)
    everything = [str(line) for line in full_transcript(Match(tiny(), 2, 5, actions=[("lay", 1), ("lay", 4)]))]
    assert everything == [
        "TINY, 2 seats, seed 5",
        "      Seat 0 holds PROXIMA 2, PROXIMA 3 and PROXIMA 4.",
        "      Seat 1 holds PROXIMA 1, PROXIMA 2 and PROXIMA 5.",
        "   1  Seat 0: Lay card 1.",
        "   2  Seat 1: Lay card 4.",
        "      Seat 1 wins the round with card 4.",
    ]
    one = Transcript(match, known=(1,))
    assert [str(line) for line in one.begin()][1:] == ["      Seat 1 holds PROXIMA 1, PROXIMA 2 and PROXIMA 5."]
    assert one.step(("lay", 1)) == [Line("step", "Lay a card face down.", 0, 1)]
    assert one.step(("lay", 4))[0] == Line("step", "Lay card 4.", 1, 2)
    nobody = Transcript(Match(tiny(), 2, 5), known=())
    assert [line.kind for line in nobody.begin()] == ["title"]
    assert nobody.step(("lay", 1)) == [Line("step", "Lay a card face down.", 0, 1)]


def test_what_nobody_notices_has_no_line_but_counts_as_a_step(tiny, monkeypatch):
    match = Match(tiny(), seats=2, seed=5)
    monkeypatch.setattr(type(match.state), "public", lambda *_: "")
    story = Transcript(match, known=(1,))
    assert story.step(("lay", 1)) == []
    assert story.step(("lay", 4))[0].step == 2


def test_an_illegal_action_is_not_told(tiny):
    story = Transcript(Match(tiny(), seats=2, seed=5), known=(0, 1))
    with pytest.raises(IllegalAction):
        story.step(("lay", 0))
    assert story.match.actions == []


def test_the_title_names_what_is_not_usual(tiny):
    assert str(next(full_transcript(Match(tiny(open=True, order="down"), 3, 5, 4)))) == (
        "TINY, 3 seats, seed 5, match 4 (open=true, order=down)"
    )


def test_cards_that_come_and_go_are_told_once():
    """A joker: both hands are told as what each got; the victim's loss is the other's gain."""
    match = Match(create_game("link"), 2, 0)
    lines = []
    story = Transcript(match, known=(0, 1))
    while not any("exchange their hands" in line.text for line in lines):
        lines = story.step(decide(choose_random, match))
    hands = [{f"{line.text}" for line in lines if line.seat == seat and line.kind == "secret"} for seat in (0, 1)]
    assert len(hands[0]) == len(hands[1]) == 1
    assert all(" gets " in text for hand in hands for text in hand)


def test_a_new_round_tells_the_new_hands():
    match = Match(create_game("link", rounds=2), 2, 0)
    play_out(match, [choose_random] * 2)
    told = [str(line) for line in full_transcript(match)]
    begins = next(place for place, line in enumerate(told) if line.strip().startswith("Round 2 begins"))
    assert sum(" holds " in line for line in told) == 4
    assert all(place in (1, 2) or place > begins for place, line in enumerate(told) if " holds " in line)


def test_what_lies_open_after_a_deal_is_told_once():
    for options, seats in (({}, 3), ({"jokers": False}, 6), ({"rounds": 2}, 2)):
        match = Match(create_game("link", **options), seats, 1)
        play_out(match, [choose_random] * seats)
        told = [line.text for line in full_transcript(match)]
        assert sum("link card" in text for text in told) == match.game.options()["rounds"]
    match = Match(create_game("gnoming"), 2, 1)
    play_out(match, [choose_random] * 2)
    assert sum(line.text.startswith("Discard pile") for line in full_transcript(match)) == 6


@pytest.mark.parametrize("language", languages.available())
def test_each_mission_of_fight_is_explained(language):
    match = Match(create_game("fight"), 3, 1)
    play_out(match, [choose_random] * 3)
    lines = list(full_transcript(match, language=language))
    pack = load_pack(find_pack())
    turned_up = [line.text[-4:-1] for line in lines if line.kind == "event" and ": mission " in line.text]
    assert len(turned_up) > 5
    assert [line.text for line in lines if line.kind == "mission"] == [
        sentence(pack, mission, language, 3) for mission in turned_up
    ]


def test_other_games_have_no_missions(tiny):
    assert mission_annotator(Match(tiny(), 2, 1), "en") is None


@pytest.mark.parametrize(
    ("returns", "words"),
    [
        ([0.0, 1.0, 0.0], "Seat 1 wins."),
        ([0.5, 0.0, 0.5], "Seats 0 and 2 share the victory."),
        ([1 / 3, 1 / 3, 1 / 3], "The match is a draw."),
        ([0.25, 0.25, 0.25, 0.25, 0.0], "Seats 0, 1, 2 and 3 share the victory."),
        ([0.0, 0.0], ""),
    ],
)
def test_the_result(tiny, monkeypatch, returns, words):
    state = Match(tiny(), 2, 1).state
    monkeypatch.setattr(state, "returns", lambda: returns)
    assert result_sentence(state) == words


def test_words_are_joined_as_people_do():
    assert [join([]), join(["a"]), join(["a", "b"]), join(["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]


def test_telling_leaves_the_match_as_it_is(tiny):
    match = Match(tiny(), 2, 1)
    play_out(match, [choose_random] * 2)
    before = match.to_json()
    assert len(list(full_transcript(match, until=2))) < len(list(full_transcript(match)))
    assert match.to_json() == before
