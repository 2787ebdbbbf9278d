"""What is hidden and public (rules/guimenon.md 7.8), refusals, saved states, sentences."""

import copy
import json
from pathlib import Path

import pytest

from companion.chance import stream
from companion.rules.game import IllegalAction
from companion.rules.guimenon.ability_text import card_text, stat_text
from companion.rules.guimenon.game import Guimenon
from companion.rules.match import SaveError

GAME = Guimenon()
CARDS = Path(__file__).with_name("cards.txt")


def at(turn, phase="plan", seed=3):
    """A random match at the first decision of this phase in this turn."""
    while True:
        state = GAME.initial_state(2, seed)
        chance = stream(seed, 1)
        while not state.is_terminal() and state.table.turn <= turn:
            now = "choose" if state.agenda.asking else state.phase
            if state.table.turn == turn and now == phase:
                return state
            legal = state.legal_actions()
            state.apply(chance.choice(legal if phase != "discard" else [a for a in legal if a[0] != "play"]))
        if phase == "over" and state.is_terminal():
            return state
        seed += 1


# 7.8 hidden and public


def test_7_8_hands_and_decks_are_secret_their_sizes_public(scene):
    s = scene(turn=3).hand(0, "old-moon").hand(1, "night-sun", "fog-thief").deck(1, "storm-drake").deck(0, "echo-owl")
    s = s.build()
    view = s.state.view(0)
    assert not {"night-sun", "fog-thief", "storm-drake"} & words(view)
    assert (view["hands"], view["decks"]) == ([1, 2], [1, 1])
    assert [card["id"] for card in view["hand"]] == ["old-moon"]


def words(data):
    """Every text in plain data, keys included."""
    if isinstance(data, dict):
        return set(data) | {word for value in data.values() for word in words(value)}
    if isinstance(data, list):
        return {word for value in data for word in words(value)}
    return {data} if isinstance(data, str) else set()


def test_7_8_the_order_of_the_own_deck_is_secret_too(scene):
    one = scene().deck(0, "echo-owl", "comet-cub").build().state.view(0)
    two = scene().deck(0, "comet-cub", "echo-owl").build().state.view(0)
    assert one == two
    assert one["deck"] == ["comet-cub", "echo-owl"]


def test_7_8_plans_are_secret_until_they_are_turned_up_even_their_number(scene):
    s = scene(turn=3).hand(0, "comet-cub", "echo-owl").hand(1, "fog-thief").build()
    before = s.state.view(1)
    s.act("play", "comet-cub", 0).act("play", "echo-owl", 1)
    assert s.state.view(1) == before
    assert s.state.view(0)["moon"] == 0
    assert s.state.view(0)["plan"] == [{"card": "comet-cub", "place": 0}, {"card": "echo-owl", "place": 1}]
    assert s.state.public(("done",)) == "Finish the plan of turn 3."
    s.act("done").act("done")
    assert "comet-cub" in words(s.state.view(1))


def test_7_8_what_the_others_hear_of_a_plan_names_no_card(scene):
    s = scene(turn=3).hand(0, "comet-cub", "old-moon").build()
    assert s.state.public(("play", "comet-cub", 0)) == "Go on planning in secret."
    assert s.state.describe(("play", "comet-cub", 0)) == "Play Comet Cub (1 Moon, 2 Stars) at plain-a (left)."


def test_7_8_locations_face_down_are_secret():
    state = at(1)
    for seat in (0, 1):
        hidden = set(state.table.locations[1:])
        assert not hidden & words(state.view(seat))
        assert [place["location"] is None for place in state.view(seat)["places"]] == [False, True, True]
        assert not {GAME.setup.pool.locations[name].name for name in hidden} & words(state.view(seat))


def test_7_8_everything_face_up_discard_piles_and_stars_are_public(scene):
    s = (
        scene(locations=("high-ridge", "plain-b", "plain-c"))
        .put(0, 0, "comet-cub", "moon-shard")
        .discard(1, "old-moon")
    )
    view = s.build().state.view(1)
    assert view["discards"] == [[], ["old-moon"]]
    assert view["places"][0]["stars"] == [3, 0]
    assert view["places"][0]["location"]["text"] == "Continuous: all Beings here have +1 Star."
    assert [(card["name"], card["stars"]) for card in view["places"][0]["cards"][0]] == [
        ("Comet Cub", 3),
        ("Moon Shard", None),
    ]
    assert view["cards"]["moon-shard"]["text"] == "On Reveal: you have 1 more Moon next turn."


# Refusals


@pytest.mark.parametrize(
    ("action", "code", "sentence"),
    [
        (("play", "old-moon", 0), "too-dear", "Old Moon costs 6 Moon, but you have 3 left."),
        (("play", "fog-thief", 0), "not-in-hand", "Fog Thief is not in your hand."),
        (("play", "no such", 0), "not-in-hand", "'no such' is not in your hand."),
        (("play", "comet-cub", 3), "not-legal", "That cannot be done now: play a card of your hand at a Location, or"),
        (("play", "comet-cub", True), "not-legal", "That cannot be done now"),
        (("choose", 1), "not-legal", "That cannot be done now"),
        (("discard", "comet-cub"), "not-legal", "That cannot be done now"),
        ((), "not-legal", "That cannot be done now"),
        (["done"], "not-legal", "That cannot be done now"),
    ],
)
def test_an_action_that_is_not_legal_says_why_and_changes_nothing(scene, action, code, sentence):
    s = scene(turn=3).hand(0, "comet-cub", "old-moon").hand(1, "fog-thief").build()
    before = s.state.to_json()
    with pytest.raises(IllegalAction) as caught:
        s.state.apply(action)
    assert (caught.value.code, str(caught.value)[: len(sentence)]) == (code, sentence)
    assert s.state.to_json() == before


def test_while_a_choice_is_asked_nothing_else_is_legal(scene):
    s = scene().put(0, 0, "comet-cub", "echo-owl").hand(0, "star-dust").build()
    s.act("play", "star-dust", 0).act("done").act("done")
    with pytest.raises(IllegalAction, match="choose among the cards offered"):
        s.state.apply(("done",))


def test_after_the_end_nothing_is_legal():
    state = at(6, "over")
    with pytest.raises(IllegalAction) as caught:
        state.apply(("done",))
    assert caught.value.code == "game-over"


# Saved states


@pytest.mark.parametrize(("turn", "phase"), [(1, "plan"), (4, "plan"), (5, "discard"), (4, "choose"), (6, "over")])
def test_a_state_comes_back_from_json(turn, phase):
    state = at(turn, phase)
    data = json.loads(json.dumps(state.to_json()))
    again = GAME.state_from_json(data)
    assert again.to_json() == data
    chance = stream(1)
    while not state.is_terminal():
        action = chance.choice(state.legal_actions())
        state.apply(action)
        again.apply(action)
        assert again.to_json() == state.to_json()
        assert again.public_events() == state.public_events()


def test_cards_that_have_left_play_are_forgotten_in_the_next_phase(scene):
    """Otherwise a state with many tokens would grow from turn to turn."""
    s = scene(turn=3).put(1, 0, "bee", "bee", real=False).hand(0, "black-hole").build().play([("black-hole", 0)])
    assert sorted(s.state.to_json()["pieces"]) == ["2", "3"]


def change(path, value):
    """Return a function that puts a value at a path in data."""

    def changed(data):
        *parents, last = path
        for key in parents:
            data = data[key]
        if value is KeyError:
            del data[last]
        else:
            data[last] = value

    changed.__name__ = f"{'.'.join(map(str, path))}={value}"
    return changed


def swap_cards(data):
    data["hands"][0][0], data["hands"][1][0] = data["hands"][1][0], data["hands"][0][0]


def double_card(data):
    data["hands"][0].append(data["hands"][0][0])


TAMPERED = [
    change(["game"], "link"),
    change(["game"], KeyError),
    change(["turn"], KeyError),
    change(["turn"], "4"),
    change(["turn"], 4.0),
    change(["turn"], True),
    change(["turn"], 7),
    change(["turn"], 0),
    change(["turn"], 2),
    change(["moon"], [1]),
    change(["moon", 0], -1),
    change(["starter"], 2),
    change(["phase"], "lunch"),
    change(["phase"], "over"),
    change(["phase"], "discard"),
    change(["phase"], "on_reveal"),
    change(["planned"], [True, True]),
    change(["planned"], [False]),
    change(["planned"], "no"),
    change(["extra"], 1),
    change(["locations", 0], "atlantis"),
    change(["locations"], ["crater", "crater", "market"]),
    change(["revealed"], 1),
    change(["hands", 0, 0], "no-such-card"),
    change(["hands", 0, 0], "bee"),
    change(["hands", 0, 0], KeyError),
    change(["hands"], [[], [], []]),
    change(["decks", 1, 0], 5),
    change(["sides", 0], [[], [], []]),
    change(["sides", 0, 0], [999]),
    change(["sides", 0, 0], ["1"]),
    change(["pieces"], {}),
    change(["pieces"], []),
    change(["agenda"], None),
    change(["agenda"], {"asking": True}),
    change(["agenda", "asking"], True),
    change(["agenda", "chain"], -1),
    change(["agenda", "at"], 9),
    change(["agenda", "stack"], [{"place": 0, "owner": 0, "piece": 999, "ability": 0}]),
    change(["agenda", "stack"], [{"place": 0, "owner": None, "piece": None, "ability": 99}]),
    change(["agenda", "waiting"], [{"place": 5, "owner": None, "piece": None, "ability": 0}]),
    change(["seed"], "one"),
    change(["seed"], float("nan")),
    change(["match"], -1),
    swap_cards,
    double_card,
]


@pytest.mark.parametrize("tamper", TAMPERED, ids=lambda f: f.__name__)
def test_a_state_that_was_tampered_with_is_refused_in_one_sentence(tamper):
    state = at(4)
    data = copy.deepcopy(state.to_json())
    assert data["pieces"]
    tamper(data)
    with pytest.raises(SaveError) as caught:
        GAME.state_from_json(data)
    sentence = str(caught.value)
    assert sentence.startswith("this is not a state of Guimenon")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 200
    assert caught.value.exit_status == 1


@pytest.mark.parametrize("data", [None, [], "x", 5, {}, {"game": "guimenon"}])
def test_what_is_no_state_at_all_is_refused(data):
    with pytest.raises(SaveError, match="this is not a state of Guimenon"):
        GAME.state_from_json(data)


def test_a_state_belongs_to_its_decks():
    data = GAME.initial_state(2, 1).to_json()
    with pytest.raises(SaveError, match="The cards of seat 0 are not those of the deck"):
        Guimenon(deck0="tempest", deck1="hearth").state_from_json(data)


# Sentences


def test_the_sentences_of_all_cards_are_as_in_the_golden_file(sample, request):
    """Read the file after a change: every sentence must be right and clear to a player."""
    lines = [
        f"{card.name} ({stat_text(card)}) {card_text(sample.tokens, card)}".rstrip()
        for card in (*sample.cards.values(), *sample.tokens.values())
    ]
    lines += [f"{place.name}: {card_text(sample.tokens, place) or '-'}" for place in sample.locations.values()]
    assert CARDS.read_text(encoding="utf-8").splitlines() == lines


def test_the_news_tell_a_turn(scene):
    s = scene(turn=5, locations=("old-graveyard", "plain-b", "high-ridge")).put(1, 0, "dust-sprite", "old-moon")
    s = s.hand(0, "black-hole", "echo-owl").deck(1, "comet-cub").build()
    s.play([("black-hole", 0), ("echo-owl", 2)])
    assert s.events == [
        "Seat 0 turns over Black Hole at Old Graveyard.",
        "Seat 0 turns over Echo Owl at High Ridge.",
        "On Reveal: Black Hole of seat 0.",
        "Dust Sprite of seat 1 is destroyed.",
        "On Destroyed: Dust Sprite of seat 1.",
        "Old Moon of seat 1 gets +3 Stars.",
        "On Destroyed: Old Graveyard.",
        "Seat 1 draws 1 card.",
        "On Reveal: Echo Owl of seat 0.",
        "Seat 0 has no card to draw.",
        "Turn 6 begins.",
    ]
