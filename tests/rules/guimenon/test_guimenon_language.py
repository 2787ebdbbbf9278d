"""The ability language: each trigger, effect, target, pick, count and destination in a scene (docs/guimenon.md)."""

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from companion.chance import stream
from companion.rules import guimenon
from companion.rules.guimenon import board, effects, language
from companion.rules.guimenon.language import CardDeck, LocationDeck
from companion.rules.guimenon.pool import Setup
from companion.rules.guimenon.state import new_state

# A table: seat 0 has Cub 2, Otter 3, Item Shard on the left, Whale 6 in the centre; seat 1 has Owl 2, Crow 2, Moon 12.


def laid(scene, *added, **options):
    s = scene(*added, **options)
    s.put(0, 0, "comet-cub", "tide-otter", "moon-shard").put(0, 1, "cloud-whale")
    return s.put(1, 0, "echo-owl", "signal-crow").put(1, 2, "old-moon")


WATCHED = ("comet-cub", "tide-otter", "cloud-whale", "echo-owl", "signal-crow", "old-moon")
PRINTED = (2, 3, 6, 2, 2, 12)


def watched(s):
    return tuple(s.stars(name) for name in WATCHED)


def changed(s):
    """The Beings whose Stars differ from the printed ones, with the difference."""
    return {name: now - was for name, now, was in zip(WATCHED, watched(s), PRINTED, strict=True) if now != was}


TARGETS = [
    ({}, ["comet-cub", "tide-otter"]),
    ({"side": "mine", "kind": "being"}, ["comet-cub", "tide-otter"]),
    ({"side": "theirs"}, ["echo-owl", "signal-crow"]),
    ({"side": "both"}, ["comet-cub", "tide-otter", "echo-owl", "signal-crow"]),
    ({"where": "elsewhere"}, ["cloud-whale"]),
    ({"where": "anywhere"}, ["comet-cub", "tide-otter", "cloud-whale"]),
    ({"side": "theirs", "where": "elsewhere"}, ["old-moon"]),
    ({"side": "both", "where": "anywhere", "type": "Sea"}, ["tide-otter"]),
    ({"side": "both", "where": "anywhere", "type": "Sky"}, ["comet-cub", "cloud-whale", "echo-owl", "signal-crow"]),
    ({"side": "both", "where": "anywhere", "cost_at_least": 3}, ["cloud-whale", "signal-crow", "old-moon"]),
    ({"side": "both", "where": "anywhere", "cost_at_most": 2}, ["comet-cub", "tide-otter", "echo-owl"]),
    ({"side": "both", "where": "anywhere", "stars_at_least": 3}, ["tide-otter", "cloud-whale", "old-moon"]),
    ({"side": "both", "where": "anywhere", "stars_at_most": 2}, ["comet-cub", "echo-owl", "signal-crow"]),
    ({"side": "both", "where": "anywhere", "stars_at_least": 3, "stars_at_most": 6}, ["tide-otter", "cloud-whale"]),
    ({"where": "anywhere", "pick": "strongest"}, ["cloud-whale"]),
    ({"where": "anywhere", "pick": "strongest", "n": 2}, ["cloud-whale", "tide-otter"]),
    ({"where": "anywhere", "pick": "weakest"}, ["comet-cub"]),
    ({"where": "anywhere", "pick": "weakest", "n": 4}, ["comet-cub", "tide-otter", "cloud-whale"]),
    ({"side": "both", "where": "anywhere", "pick": "dearest"}, ["old-moon"]),
    ({"side": "both", "pick": "dearest"}, ["signal-crow"]),
    ({"side": "both", "pick": "cheapest"}, ["comet-cub"]),
    ({"where": "anywhere", "pick": "cheapest", "n": 2}, ["comet-cub", "tide-otter"]),
]


@pytest.mark.parametrize(("target", "names"), TARGETS)
def test_targets(scene, make, target, names):
    card = make.item("card", 1, {"on": "reveal", "do": [{"stars": {"of": target, "by": 10}}]})
    s = laid(scene, card).hand(0, "card").build().play([("card", 0)])
    assert changed(s) == dict.fromkeys(names, 10)


@pytest.mark.parametrize(("kind", "gone"), [("being", 2), ("item", 1), ("card", 3)])
def test_targets_by_kind(scene, make, kind, gone):
    card = make.being("card", 1, 1, {"on": "reveal", "do": [{"destroy": {"of": {"kind": kind, "other": True}}}]})
    s = laid(scene, card).hand(0, "card").build().play([("card", 0)])
    assert len(s.discards(0)) == gone
    assert "card" in s.at(0, 0)


def test_other_leaves_out_the_card_itself_but_not_its_twin(scene, make):
    card = make.being("card", 1, 1, {"on": "reveal", "do": [{"stars": {"of": {"other": True}, "by": 5}}]})
    s = scene(card).put(0, 0, "card", real=False).hand(0, "card").build().play([("card", 0)])
    assert s.stars("card") == [6, 1]


def test_a_random_pick_takes_each_candidate_sometimes_and_never_one_twice(scene, make):
    target = {"side": "both", "pick": "random", "n": 2}
    card = make.item("card", 1, {"on": "reveal", "do": [{"stars": {"of": target, "by": 10}}]})
    found = set()
    for seed in range(60):
        s = laid(scene, card, seed=seed).hand(0, "card").build().play([("card", 0)])
        assert sorted(changed(s).values()) == [10, 10]
        found.add(frozenset(changed(s)))
    assert len(found) == 6


def test_a_choice_of_two_is_made_one_by_one_and_may_stop_only_if_it_says_so(scene, make):
    def card(up_to):
        target = {"side": "both", "pick": "choice", "n": 2, "up_to": up_to}
        return make.item("card", 1, {"on": "reveal", "do": [{"stars": {"of": target, "by": 10}}]})

    s = laid(scene, card(False)).hand(0, "card").build()
    s.act("play", "card", 0).act("done").act("done")
    assert s.state.current_player() == 0
    assert s.state.view(1)["phase"] == "choose"
    assert s.state.view(1)["choice"] == {
        "card": "card",
        "place": 0,
        "text": "choose 2 Beings here, which get +10 Stars",
        "effect": {"stars": {"of": {"side": "both", "pick": "choice", "n": 2}, "by": 10}},
        "chosen": [],
    }
    assert [verb for verb, *_ in s.state.legal_actions()] == ["choose"] * 4
    assert (
        s.state.describe(s.state.legal_actions()[0])
        == "Choose Comet Cub of seat 0 at plain-a (left), card 1 there, 2 Stars."
    )
    s.choose("echo-owl")
    assert len(s.state.legal_actions()) == 3
    assert len(s.state.view(0)["choice"]["chosen"]) == 1
    assert changed(s.choose("comet-cub")) == {"comet-cub": 10, "echo-owl": 10}
    s = laid(scene, card(True)).hand(0, "card").build().play([("card", 0)], choices=["signal-crow", None])
    assert changed(s) == {"signal-crow": 10}


TRIGGERS = {
    "reveal": {5: 10, 6: 10},
    "end_of_turn": {5: 10, 6: 20},
    "end_of_game": {5: 0, 6: 10},
    "continuous": {5: 10, 6: 10},
}


@pytest.mark.parametrize("trigger", TRIGGERS)
def test_triggers_of_a_card(scene, make, trigger):
    card = make.item("card", 1, {"on": trigger, "do": [{"stars": {"of": {"pick": "all"}, "by": 10}}]})
    s = laid(scene, card, turn=5).hand(0, "card").build().play([("card", 0)])
    assert changed(s).get("comet-cub", 0) == TRIGGERS[trigger][5]
    s.play()
    assert s.state.is_terminal()
    assert changed(s).get("comet-cub", 0) == TRIGGERS[trigger][6]


@pytest.mark.parametrize("trigger", ["end_of_turn", "end_of_game", "continuous"])
def test_triggers_of_a_location(scene, make, trigger):
    place = make.location("place", {"on": trigger, "do": [{"stars": {"of": {"side": "both"}, "by": 10}}]})
    s = laid(scene, place, turn=5, locations=("place", "plain-a", "plain-b")).build().play()
    assert changed(s).get("echo-owl", 0) == TRIGGERS[trigger][5]
    assert changed(s.play()).get("echo-owl", 0) == TRIGGERS[trigger][6]


@pytest.mark.parametrize(
    ("word", "there", "result"), [("destroyed", "tide-otter", 10), ("destroyed", "moon-shard", 10), ("reveal", "", 0)]
)
def test_on_destroyed_of_a_location_speaks_for_the_owner_of_the_card(scene, make, word, there, result):
    place = make.location("place", {"on": "destroyed", "do": [{"stars": {"of": {}, "by": 10}}]})
    filters = {"kind": "card", "pick": "choice"}
    card = make.being("card", 1, 9, {"on": "reveal", "do": [{"destroy": {"of": filters}} if there else {"draw": {}}]})
    s = laid(scene, place, card, locations=("place", "plain-a", "plain-b")).hand(0, "card").build()
    s.play([("card", 0)], choices=[there] if there else [])
    expected = {name: result for name in ("comet-cub", "tide-otter") if name != there and result}
    assert {n: d for n, d in changed_in_play(s).items() if n != "card"} == expected


def changed_in_play(s):
    printed = dict(zip(WATCHED, PRINTED, strict=True))
    pieces = s.state.table.all_in_play()
    return {
        p.card: s.state.board.stars(p) - printed[p.card]
        for p in pieces
        if p.card in printed and s.state.board.stars(p) != printed[p.card]
    }


def test_a_location_acts_when_it_is_turned_up(scene, make):
    place = make.location("place", {"on": "reveal", "do": [{"stars": {"of": {"side": "both"}, "by": 10}}]})
    s = scene(place, turn=1, locations=("plain-a", "place", "plain-b")).put(0, 1, "comet-cub").put(1, 1, "echo-owl")
    s = s.build().play()
    assert (s.stars("comet-cub"), s.stars("echo-owl")) == (12, 12)
    assert s.play().stars("comet-cub") == 12, "once"


@pytest.mark.parametrize(
    ("whose", "seats"),
    [("me", {0}), ("opponent", {1}), ("both", {0, 1}), ("fewer_cards", {1}), ("more_cards", {0})],
)
def test_whose_for_everything_that_is_about_players(scene, make, whose, seats):
    """Seat 0 has four cards there (its new one too), seat 1 has two."""

    def played(effect, trigger="reveal"):
        card = make.item("card", 1, {"on": trigger, "do": [effect]})
        s = laid(scene, card, turn=4).hand(0, "card", "night-sun").hand(1, "grave-lily", "storm-drake")
        return s.deck(0, "dust-sprite").deck(1, "river-crane").build().play([("card", 0)])

    def which(values):
        return {seat for seat in (0, 1) if values(seat)}

    sides = played({"place_stars": {"whose": whose, "by": 12}})
    assert which(lambda seat: sides.side(0)[seat] >= 16) == seats
    sides = played({"place_stars": {"whose": whose, "times": 3}}, "continuous")
    assert which(lambda seat: sides.side(0)[seat] >= 12) == seats
    drawn = played({"draw": {"whose": whose}})
    assert which(lambda seat: f"Seat {seat} draws 1 card." in drawn.events) == seats
    lost = played({"discard": {"whose": whose}})
    assert which(lambda seat: len(lost.discards(seat)) == 1) == seats
    moon = played({"moon": {"whose": whose, "n": -3}})
    assert which(lambda seat: moon.state.table.moon[seat] == 2) == seats
    tokens = played({"token": {"card": "bee", "whose": whose, "to": "right"}})
    assert which(lambda seat: "bee" in tokens.at(1, seat)) == seats
    room = played({"slots": {"whose": whose, "n": 1}}, "continuous")
    assert which(lambda seat: room.state.board.lasting().slots[0][seat] == 1) == seats
    limit = played({"limit": {"whose": whose, "n": 0}}, "continuous")
    assert which(lambda seat: not limit.state.board.may_play(0, seat)) >= seats
    assert limit.state.board.lasting().limits[0] == [0 if seat in seats else 4 for seat in (0, 1)]


def test_fewer_cards_of_equally_many_means_nobody(scene, make):
    card = make.item("card", 1, {"on": "reveal", "do": [{"draw": {"whose": "fewer_cards"}}]})
    s = scene(card).put(1, 0, "comet-cub").hand(0, "card").deck(0, "echo-owl").deck(1, "tide-otter").build()
    s.play([("card", 0)])
    assert (s.hand(0), s.hand(1)) == ([], [])


@pytest.mark.parametrize(("where", "places"), [("here", [1]), ("elsewhere", [0, 2]), ("anywhere", [0, 1, 2])])
@pytest.mark.parametrize("trigger", ["reveal", "continuous"])
def test_place_stars_where(scene, make, trigger, where, places):
    card = make.item("card", 1, {"on": trigger, "do": [{"place_stars": {"where": where, "by": 7}}]})
    s = scene(card).hand(0, "card").build().play([("card", 1)])
    assert [s.side(place) for place in range(3)] == [[7, 0] if place in places else [0, 0] for place in range(3)]


@pytest.mark.parametrize(
    ("per", "count"),
    [
        ("hand", 2),
        ("discard", 3),
        ({"side": "both", "kind": "card"}, 6),
        ({"side": "theirs", "where": "anywhere"}, 3),
        ({"type": "Insect"}, 0),
    ],
)
@pytest.mark.parametrize("trigger", ["reveal", "continuous"])
@pytest.mark.parametrize("effect", ["stars", "place_stars"])
def test_per_counts(scene, make, trigger, effect, per, count):
    who = {"of": "self"} if effect == "stars" else {}
    card = make.being("card", 1, 1, {"on": trigger, "do": [{effect: {**who, "by": -2, "per": per}}]})
    s = laid(scene, card).hand(0, "card", "night-sun", "world-turtle").discard(0, "black-hole", "echo-owl", "fog-thief")
    before = sum(PRINTED[:2])
    s = s.build().play([("card", 0)])
    assert s.side(0)[0] == before + 1 - 2 * count


@pytest.mark.parametrize(
    ("condition", "acts"),
    [
        ({"count": "hand", "at_least": 2}, True),
        ({"count": "hand", "at_least": 3}, False),
        ({"count": "hand", "at_most": 2}, True),
        ({"count": "discard", "at_most": 0}, True),
        ({"count": {"side": "theirs"}, "at_least": 2, "at_most": 2}, True),
        ({"count": {"side": "theirs"}, "at_least": 3}, False),
        ({"count": {"side": "theirs", "where": "elsewhere", "type": "Spirit"}, "at_least": 1}, True),
    ],
)
@pytest.mark.parametrize("trigger", ["reveal", "continuous", "end_of_turn", "end_of_game"])
def test_conditions(scene, make, trigger, condition, acts):
    card = make.being("card", 1, 1, {"on": trigger, "if": condition, "do": [{"stars": {"of": "self", "by": 10}}]})
    s = laid(scene, card).hand(0, "card", "night-sun", "world-turtle").build().play([("card", 0)])
    assert s.stars("card") == (11 if acts else 1)


def test_planned_cards_still_count_as_hand(scene, make):
    """Otherwise the Stars of a card in play would tell how many cards are planned in secret."""
    card = make.being("card", 1, 1, {"on": "continuous", "do": [{"stars": {"of": "self", "by": 1, "per": "hand"}}]})
    s = scene(card).put(0, 0, "card").hand(0, "comet-cub", "tide-otter").build()
    assert s.act("play", "comet-cub", 1).stars("card") == 3


@pytest.mark.parametrize(("to", "ends"), [("left", {0}), ("right", {2}), ("random", {0, 2})])
@pytest.mark.parametrize("effect", ["move", "copy", "token"])
def test_destinations(scene, make, effect, to, ends):
    what = {"card": "bee"} if effect == "token" else {"of": {"type": "Insect"}}
    card = make.item("card", 1, {"on": "reveal", "do": [{effect: {**what, "to": to}}]})
    found = set()
    for seed in range(20):
        s = scene(card, seed=seed).put(0, 1, "bee", real=False).hand(0, "card").build().play([("card", 1)])
        found |= {place for place in (0, 2) if s.at(place, 0) == ["bee"]}
        assert ("bee" in s.at(1, 0)) == (effect != "move")
    assert found == ends


@pytest.mark.parametrize(("to", "ends"), [("left", {0}), ("right", {2}), ("random", {0, 2})])
def test_a_card_that_lies_elsewhere_moves_from_where_it_lies(scene, make, to, ends):
    """The ability speaks from the left Location, the Bee lies in the centre."""
    far = {"where": "elsewhere", "type": "Insect"}
    card = make.item("card", 1, {"on": "reveal", "do": [{"move": {"of": far, "to": to}}]})
    found = set()
    for seed in range(20):
        s = scene(card, seed=seed).put(0, 1, "bee", real=False).hand(0, "card").build().play([("card", 0)])
        found |= {place for place in range(3) if "bee" in s.at(place, 0)}
    assert found == ends


def test_here_gathers_from_elsewhere(scene, make):
    card = make.item("card", 1, {"on": "reveal", "do": [{"move": {"of": {"where": "elsewhere"}, "to": "here"}}]})
    s = laid(scene, card).hand(0, "card").build().play([("card", 2)])
    assert s.at(2, 0) == ["card", "comet-cub", "tide-otter", "cloud-whale"]


def test_moves_and_recalls_of_the_other_side_stay_with_their_owner(scene, make):
    card = make.item("card", 1, {"on": "reveal", "do": [{"recall": {"of": {"side": "both", "kind": "card"}}}]})
    s = laid(scene, card).hand(0, "card").build().play([("card", 0)])
    assert s.hand(0) == ["comet-cub", "tide-otter", "moon-shard", "card"]
    assert s.hand(1) == ["echo-owl", "signal-crow"]


def test_a_copy_of_an_enemy_comes_to_the_side_of_the_copier(scene, make):
    card = make.item("card", 1, {"on": "reveal", "do": [{"copy": {"of": {"side": "theirs", "pick": "strongest"}}}]})
    s = scene(card).put(1, 0, "old-moon").hand(0, "card").build().play([("card", 0)])
    assert (s.at(0, 0), s.at(0, 1)) == (["card", "old-moon"], ["old-moon"])
    place = make.location("place", {"on": "reveal", "do": [{"copy": {"of": {"side": "both", "pick": "strongest"}}}]})
    s = scene(place, turn=1, locations=("plain-a", "place", "plain-b")).put(1, 1, "old-moon").put(0, 1, "comet-cub")
    assert s.build().play().at(1, 1) == ["old-moon", "old-moon"]


@pytest.mark.parametrize(
    ("against", "moved", "destroyed"),
    [(["destroy"], True, False), (["move"], False, True), (["destroy", "move"], False, False)],
)
def test_protect(scene, make, against, moved, destroyed):
    guard = make.being(
        "guard", 1, 1, {"on": "continuous", "do": [{"protect": {"of": {"other": True}, "against": against}}]}
    )
    for effect, happens in (("destroy", destroyed), ("recall", moved), ("move", moved)):
        to = {"to": "right"} if effect == "move" else {}
        card = make.item("card", 1, {"on": "reveal", "do": [{effect: {"of": {"side": "theirs", "type": "Sky"}, **to}}]})
        s = scene(guard, card).put(1, 0, "guard", "comet-cub").hand(0, "card").build().play([("card", 0)])
        assert ("comet-cub" not in s.at(0, 1)) == happens


def test_several_limits_and_rooms_the_strictest_counts(scene, make):
    one = make.item("one", 1, {"on": "continuous", "do": [{"limit": {"n": 1}}, {"slots": {"n": 3}}]})
    two = make.item("two", 1, {"on": "continuous", "do": [{"limit": {"n": 2}}, {"slots": {"n": 2, "whose": "me"}}]})
    s = scene(one, two).put(0, 0, "two", "one").hand(0, "comet-cub").build()
    assert s.state.board.lasting().limits[0] == [1, 4]
    assert s.state.board.lasting().slots[0] == [2, 3]
    assert [place for _, place in s.plays(0)] == [1, 2]


def test_factors_multiply_and_zero_is_possible(scene, make):
    twice = make.item("twice", 1, {"on": "continuous", "do": [{"stars": {"of": {}, "times": 2}}]})
    none = make.item("none", 1, {"on": "continuous", "do": [{"stars": {"of": {"type": "Sea"}, "times": 0}}]})
    s = scene(twice, none).put(0, 0, "comet-cub", "tide-otter", "twice", "none").build()
    assert (s.stars("comet-cub"), s.stars("tide-otter")) == (4, 0)
    s = scene(twice).put(0, 0, "comet-cub", "twice").put(0, 0, "twice", real=False).build()
    assert s.stars("comet-cub") == 8


def test_effects_run_in_order_and_an_ability_that_has_begun_is_finished(scene, make):
    card = make.being(
        "card", 1, 5, {"on": "reveal", "do": [{"draw": {}}, {"destroy": {"of": "self"}}, {"place_stars": {"by": 4}}]}
    )
    s = scene(card).hand(0, "card").deck(0, "comet-cub").build().play([("card", 0)])
    assert (s.hand(0), s.discards(0), s.side(0)) == (["comet-cub"], ["card"], [4, 0])


def test_several_abilities_of_one_card_act_in_the_order_of_the_file(scene, make):
    first, second = {"on": "reveal", "do": [{"draw": {"n": 2}}]}, {"on": "reveal", "do": [{"discard": {"whose": "me"}}]}
    for abilities, left in (((first, second), 1), ((second, first), 2)):
        card = make.item("card", 1, *abilities)
        s = scene(card).hand(0, "card").deck(0, "comet-cub", "tide-otter").build().play([("card", 0)])
        assert len(s.hand(0)) == left


def test_moon_never_falls_below_zero(scene, make):
    card = make.item("card", 0, {"on": "reveal", "do": [{"moon": {"whose": "opponent", "n": -3}}]})
    s = scene(card, turn=1).hand(0, "card").build().play([("card", 0)])
    assert s.state.table.moon == [2, 0]


# No code for a card


def test_every_word_of_the_language_is_used_in_this_file_or_in_the_sample_pool():
    text = Path(__file__).read_text() + "".join(
        p.read_text() for p in (Path(guimenon.__file__).parents[1] / "data").rglob("*.yaml")
    )
    words = [*language.EFFECTS]
    for values in ("Trigger", "TargetSide", "TargetScope", "CardKind", "TargetPick", "Whose", "Destination"):
        words += get_args(getattr(language, values))
    for model in (language.Target, language.AbilityCondition, language.Ability, *language.EFFECTS.values()):
        words += [field.alias or name for name, field in model.model_fields.items()]
    assert [word for word in words if not re.search(rf"\b{word}\b", text)] == []


def test_every_ability_of_the_pool_is_carried_out_by_the_interpreter(sample, monkeypatch):
    """Random matches with decks of all cards; what the interpreter carries out is ticked off, effect by effect."""
    carriers = [*sample.cards.values(), *sample.tokens.values(), *sample.locations.values()]
    missing = {
        id(effect): f"{carrier.id}: {effect}"
        for carrier in carriers
        for ability in carrier.abilities
        for effect in ability.do
    }
    execute, add = effects.Effects.execute, board.Board._add

    def executed(self, effect, source, chosen):
        missing.pop(id(effect), None)
        return execute(self, effect, source, chosen)

    def added(self, lasting, source, effect):
        missing.pop(id(effect), None)
        return add(self, lasting, source, effect)

    monkeypatch.setattr(effects.Effects, "execute", executed)
    monkeypatch.setattr(board.Board, "_add", added)
    deck = CardDeck.model_construct(name="all", cards=tuple(sample.cards))
    setup = Setup(sample, (deck, deck), LocationDeck.model_construct(name="all", locations=tuple(sample.locations)))
    for match in range(400):
        state = new_state(setup, 1, match)
        chance = stream(2, match)
        while not state.is_terminal():
            legal = state.legal_actions()
            plays = [action for action in legal if action[0] != "done"] or legal
            state.apply(chance.choice(plays))
        if not missing:
            break
    assert list(missing.values()) == []


def test_no_name_of_a_card_stands_in_the_code(sample):
    names = {*sample.cards, *sample.tokens, *sample.locations}
    names |= {c.name for c in (*sample.cards.values(), *sample.tokens.values(), *sample.locations.values())}
    for path in Path(guimenon.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                node.value = ast.Constant("")  # a docstring may show an example
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in names, f"{path.name}:{node.lineno}"
