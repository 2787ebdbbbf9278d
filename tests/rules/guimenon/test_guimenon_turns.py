"""Components, setup, turns and final count: rules/guimenon.md 7.1-7.3, 7.7-7.9 and the rulings R-50 to R-55."""

from collections import Counter

import pytest

from companion.chance import stream
from companion.rules.game import IllegalAction, OptionError
from companion.rules.guimenon.game import Guimenon
from companion.rules.registry import create_game

GAME = Guimenon()


def start(seed=1, match=0):
    return GAME.initial_state(2, seed, match)


def skip_turn(state):
    while state.phase == "plan" and not all(state.planned):
        before = state.table.turn
        state.apply(("done",))
        if state.table.turn != before:
            break


# 7.1 components


def test_7_1_1_two_players_with_their_own_decks_of_at_least_12_different_cards():
    assert list(GAME.seat_numbers) == [2]
    for deck in GAME.setup.decks:
        assert len(deck.cards) >= 12
        assert len(set(deck.cards)) == len(deck.cards)
    assert not set(GAME.setup.decks[0].cards) & set(GAME.setup.decks[1].cards)


@pytest.mark.parametrize("seats", [0, 1, 3, 4])
def test_7_1_1_other_numbers_of_players_are_refused(seats):
    with pytest.raises(OptionError, match="Guimenon is played by 2 players"):
        GAME.initial_state(seats, 1)


def test_7_1_2_a_shared_deck_of_locations_without_maximum():
    assert len(GAME.setup.locations.locations) >= 8


def test_7_1_3_beings_have_stars_items_have_none(sample):
    assert sample.cards["comet-cub"].stars == 2
    assert not hasattr(sample.cards["moon-shard"], "stars")


def test_7_1_4_beings_and_items_take_one_slot_each(scene):
    s = scene().put(0, 0, "comet-cub", "moon-shard", "tide-otter").hand(0, "moon-drum", "watch-fire").build()
    assert s.state.board.room(0, 0) == 1
    s.play([("moon-drum", 0)])
    assert s.state.board.room(0, 0) == 0


def test_7_1_6_r_50_the_sample_pool_holds_every_card_of_the_rules(sample):
    printed = {card.name: (card.cost, getattr(card, "stars", None)) for card in sample.cards.values()}
    beings = """Comet Cub 1/2; Lantern Fox 1/1; Dust Sprite 1/1; Tide Otter 2/3; Echo Owl 2/2; Root Giant 2/4;
        Mirror Moth 3/2; Ember Ram 3/4; Bell Keeper 3/3; Cloud Whale 4/6; Star Weaver 4/4; Grave Lily 4/3;
        Storm Drake 5/7; World Turtle 5/8; Night Sun 6/9; Old Moon 6/12"""
    for entry in beings.split(";"):
        name, numbers = entry.strip().rsplit(" ", 1)
        assert printed[name] == tuple(map(int, numbers.split("/"))), name
    for name, cost in {"Moon Shard": 1, "Star Dust": 2, "Black Hole": 3, "Twin Gate": 4}.items():
        assert printed[name] == (cost, None)
    names = {location.name for location in sample.locations.values()}
    assert names >= {"Quiet Valley", "High Ridge", "Narrow Pass", "Crater", "Market", "Temple"}
    assert len(names) >= 8


# 7.2 setup


def test_7_2_1_three_random_locations_face_down_of_which_the_left_is_turned_up_first():
    rows = {tuple(start(seed).table.locations) for seed in range(40)}
    assert len(rows) > 30
    assert all(len(set(row)) == 3 for row in rows)
    assert Counter(start(seed).table.revealed for seed in range(20)) == {1: 20}


def test_7_2_2_r_51_the_start_player_is_random_and_only_orders_input(scene):
    assert Counter(start(seed).table.starter for seed in range(60))[0] in range(15, 46)
    ends = []
    for starter in (0, 1):
        s = scene(turn=3, starter=starter).hand(0, "lantern-fox").hand(1, "tide-otter").build()
        assert s.state.current_player() == starter
        s.play([("lantern-fox", 1)], [("tide-otter", 1)])
        ends.append([s.state.view(seat)["places"][1]["stars"] for seat in (0, 1)])
    assert ends[0] == ends[1]


def test_7_2_3_three_cards_and_no_mulligan():
    state = start()
    assert [len(hand) for hand in state.table.hands] == [3, 3]
    assert {action[0] for action in state.legal_actions()} <= {"play", "done"}


# 7.3 turns


def test_7_3_1_moon_is_the_turn_number_and_what_is_left_is_lost():
    state = start()
    for turn in range(1, 7):
        assert (state.table.turn, state.table.moon) == (turn, [turn, turn])
        skip_turn(state)
        while state.phase == "discard":
            state.apply(state.legal_actions()[0])
    assert state.is_terminal()


def test_7_3_1_a_card_is_drawn_from_turn_2():
    state = start()
    skip_turn(state)
    assert [len(hand) for hand in state.table.hands] == [4, 4]


def test_7_3_1_locations_are_turned_up_in_turns_1_to_3(scene):
    state = start(5)
    seen = []
    for _ in range(4):
        seen.append(state.table.revealed)
        skip_turn(state)
    assert seen == [1, 2, 3, 3]


HAND = ("comet-cub", "tide-otter", "echo-owl", "cloud-whale", "storm-drake", "old-moon", "night-sun")


def test_7_3_1_more_than_7_cards_are_discarded_down_at_your_own_choice(scene):
    s = scene(turn=4).hand(0, *HAND).deck(0, "grave-lily").deck(1, "bell-keeper").build()
    s.play()
    assert s.state.phase == "discard"
    assert s.state.current_player() == 0
    assert s.state.legal_actions() == [("discard", name) for name in (*HAND, "grave-lily")]
    s.act("discard", "tide-otter")
    assert s.state.phase == "plan"
    assert s.discards(0) == ["tide-otter"]
    assert len(s.hand(0)) == 7


def test_7_3_1_order_as_printed_the_discard_comes_before_the_location(scene):
    s = scene(turn=2, locations=("plain-a", "plain-b", "market"))
    s.hand(0, *HAND).deck(0, "grave-lily", "bell-keeper").deck(1, "ember-ram", "root-giant")
    s = s.build().play()
    assert (s.state.phase, s.state.table.turn, s.state.table.revealed) == ("discard", 3, 2)
    s.act("discard", "comet-cub")
    assert s.state.table.revealed == 3


def test_the_hand_limit_is_checked_after_the_draw_only(scene):
    """Rulings: cards drawn by a Location may go beyond 7 until the next turn."""
    s = scene(turn=2, locations=("plain-a", "plain-b", "market"))
    s.hand(0, *HAND[:6]).deck(0, "grave-lily", "bell-keeper", "root-giant").deck(1, "ember-ram", "dust-sprite")
    s = s.build().play()
    assert (s.state.phase, len(s.hand(0))) == ("plan", 8)
    s.play()
    assert (s.state.phase, len(s.hand(0))) == ("discard", 9)
    s.act("discard", "comet-cub").act("discard", "tide-otter")
    assert s.state.phase == "plan"


def test_7_3_2_an_empty_deck_gives_no_card_and_no_penalty(scene):
    s = scene(turn=3).hand(0, "comet-cub").build().play()
    assert (s.state.table.turn, s.hand(0), s.side(0)) == (4, ["comet-cub"], [0, 0])


def test_7_3_3_any_number_of_cards_within_the_pool(scene):
    s = scene(turn=3).hand(0, "comet-cub", "tide-otter", "echo-owl", "cloud-whale").build()
    assert {card for card, _ in s.plays(0)} == {"comet-cub", "tide-otter", "echo-owl"}
    s.act("play", "tide-otter", 0)
    assert s.state.table.moon == [1, 3]
    assert {card for card, _ in s.plays(0)} == {"comet-cub"}
    with pytest.raises(IllegalAction, match="Echo Owl costs 2 Moon, but you have 1 left") as caught:
        s.state.apply(("play", "echo-owl", 0))
    assert caught.value.code == "too-dear"


def test_7_3_3_unrevealed_locations_may_be_chosen():
    state = start()
    cheap = [card for card in state.table.hands[0] if GAME.setup.pool.cards[card].cost <= 1]
    while not cheap or state.current_player() != 0:
        state = start(state.table.seed + 1)
        cheap = [card for card in state.table.hands[0] if GAME.setup.pool.cards[card].cost <= 1]
    assert state.table.revealed == 1
    assert {place for verb, *rest in state.legal_actions() if verb == "play" for place in rest[1:]} == {0, 1, 2}


def test_7_3_3_a_location_with_four_own_cards_is_full_this_turns_cards_included(scene):
    s = scene().put(0, 1, "comet-cub", "echo-owl", "moon-shard").hand(0, "tide-otter", "watch-fire").build()
    s.act("play", "tide-otter", 1)
    assert {place for _, place in s.plays(0)} == {0, 2}
    with pytest.raises(IllegalAction, match=r"You cannot play another card at plain-b \(centre\)") as caught:
        s.state.apply(("play", "watch-fire", 1))
    assert caught.value.code == "no-room"


def test_7_3_4_both_players_cards_are_turned_up_at_the_same_time(scene):
    """Ember Ram sees the cards of the other side in all Locations, whoever planned first."""
    for starter in (0, 1):
        s = scene(starter=starter).hand(0, "ember-ram").hand(1, "comet-cub", "old-moon").build()
        s.play([("ember-ram", 0)], [("comet-cub", 0)])
        assert s.discards(1) == ["comet-cub"]
        assert "Seat 1 turns over Comet Cub at plain-a." in s.events


def test_7_3_5_locations_resolve_from_left_to_right(scene):
    s = scene().hand(0, "echo-owl", "lantern-fox", "moon-shard").build()
    s.play([("moon-shard", 2), ("lantern-fox", 1), ("echo-owl", 0)])
    assert s.triggered() == ["Echo Owl of seat 0", "Lantern Fox of seat 0", "Moon Shard of seat 0"]


def test_7_3_5_r_52_own_cards_resolve_in_the_order_of_placing(scene):
    for order in (["echo-owl", "lantern-fox"], ["lantern-fox", "echo-owl"]):
        s = scene().hand(0, "echo-owl", "lantern-fox").build()
        s.play([(card, 0) for card in order])
        assert s.triggered() == [f"{s.state.setup.pool.cards[card].name} of seat 0" for card in order]


def test_7_3_5_first_all_cards_of_the_player_with_priority(scene):
    s = scene().put(1, 0, "old-moon").hand(0, "echo-owl", "moon-shard").hand(1, "fog-thief", "lantern-fox").build()
    s.play([("echo-owl", 0), ("moon-shard", 0)], [("fog-thief", 0), ("lantern-fox", 0)])
    assert [name[-1] for name in s.triggered()] == ["0", "0", "1", "1"]


def test_7_3_6_priority_has_who_has_fewer_stars_in_that_location(scene):
    """The players are not compared as a whole: each is first where they have fewer Stars."""
    s = scene().put(0, 0, "old-moon").put(1, 2, "comet-cub")
    s.hand(0, "echo-owl", "moon-shard").hand(1, "fog-thief", "signal-crow")
    s = s.build().play([("echo-owl", 0), ("moon-shard", 2)], [("fog-thief", 0), ("signal-crow", 2)])
    assert [name[-1] for name in s.triggered()] == ["1", "0", "0", "1"]


def test_7_3_6_equal_stars_are_decided_at_random(scene):
    firsts = set()
    for seed in range(30):
        s = scene(seed=seed).hand(0, "echo-owl").hand(1, "fog-thief").build()
        s.play([("echo-owl", 0)], [("fog-thief", 0)])
        firsts.add(s.triggered()[0])
    assert firsts == {"Echo Owl of seat 0", "Fog Thief of seat 1"}


def test_7_3_6_the_cards_just_revealed_count(scene):
    """Before, seat 1 has fewer Stars (2 against 3); with the new cards it is seat 0 (4 against 6)."""
    s = scene().put(0, 0, "tide-otter").put(1, 0, "comet-cub").hand(0, "lantern-fox").hand(1, "ember-ram").build()
    s.play([("lantern-fox", 0)], [("ember-ram", 0)])
    assert s.triggered() == ["Lantern Fox of seat 0", "Ember Ram of seat 1"]


def test_7_3_6_continuous_effects_count(scene):
    """Printed it is 7 against 8; the Weaver gives two more, so seat 1 has fewer."""
    s = scene().put(0, 0, "comet-cub", "star-weaver").put(1, 0, "cloud-whale")
    s = s.hand(0, "lantern-fox").hand(1, "fog-thief").build()
    s.play([("lantern-fox", 0)], [("fog-thief", 0)])
    assert s.triggered() == ["Fog Thief of seat 1", "Lantern Fox of seat 0"]


def test_7_3_6_r_52_priority_is_computed_once_for_a_location(scene):
    """The first ability lifts its side above the other; the rest of that side still comes first."""
    s = scene().put(0, 0, "comet-cub", "tide-otter").put(1, 0, "cloud-whale")
    s.hand(0, "lantern-fox", "echo-owl").hand(1, "fog-thief")
    s = s.build()
    # seat 0: 2 + 3 + 1 + 2 = 8, seat 1: 6 + 2 = 8 would be equal; one Star less makes seat 0 first
    s.state.table.pieces[1].change = -1
    s.state.board.changed()
    s.play([("lantern-fox", 0), ("echo-owl", 0)], [("fog-thief", 0)])
    assert s.side(0)[0] > s.side(0)[1]
    assert s.triggered() == ["Lantern Fox of seat 0", "Echo Owl of seat 0", "Fog Thief of seat 1"]


def test_7_3_6_a_location_is_judged_when_its_turn_comes(scene, make):
    """What happens further left changes who is first further right."""
    pusher = make.being("pusher", 1, 1, {"on": "reveal", "do": [{"move": {"of": {"side": "theirs"}, "to": "right"}}]})
    s = scene(pusher).put(1, 0, "old-moon").put(0, 1, "tide-otter").hand(0, "pusher", "echo-owl").hand(1, "fog-thief")
    s = s.build().play([("pusher", 0), ("echo-owl", 1)], [("fog-thief", 1)])
    # before: 5 against 2, so seat 1 would be first; after Old Moon has come: 5 against 14
    assert s.triggered() == ["pusher of seat 0", "Echo Owl of seat 0", "Fog Thief of seat 1"]


def test_7_3_7_end_of_turn_abilities_of_all_cards_with_the_same_order_and_priority(scene):
    s = scene(turn=3).put(0, 1, "bell-keeper", "comet-cub").put(1, 1, "bell-keeper").put(1, 0, "sprout", real=False)
    s = s.build().play()
    assert s.triggered() == ["Sprout of seat 1", "Bell Keeper of seat 1", "Bell Keeper of seat 0"]
    assert s.stars("bell-keeper") == [4, 4]
    s.play()
    assert s.stars("bell-keeper") == [5, 5]


def test_7_3_7_each_card_acts_once_even_if_it_moves_on(scene, make):
    runner = make.being("runner", 1, 1, {"on": "end_of_turn", "do": [{"move": {"of": "self", "to": "right"}}]})
    s = scene(runner, turn=3).put(0, 0, "runner").build().play()
    assert [s.at(place, 0) for place in range(3)] == [[], ["runner"], []]
    s.play()
    assert s.at(2, 0) == ["runner"]
    s.play()
    assert s.at(2, 0) == ["runner"], "there is nothing further right"


def test_7_3_8_continuous_effects_are_valid_at_every_moment(scene):
    """The Ram sees the Moth with the Weaver's Star, so it is not weak enough; without the Weaver it is."""
    for helper, left in ((["star-weaver"], []), ([], ["mirror-moth"])):
        s = scene().put(1, 0, *helper, "mirror-moth").hand(0, "ember-ram").build()
        s.play([("ember-ram", 0)])
        assert s.discards(1) == left


def test_7_3_9_nothing_to_play_the_turn_goes_on(scene):
    s = scene(turn=2).build()
    assert s.state.legal_actions() == [("done",)]
    s.play()
    assert s.state.table.turn == 3


def test_a_card_moved_before_its_on_reveal_resolves_once_where_it_now_is(scene, make):
    """R-52 orders by placing; decided here: the turn of the Location of placing, the place where the card is now."""
    puller = make.being("puller", 1, 9, {"on": "reveal", "do": [{"move": {"of": {"side": "theirs"}, "to": "right"}}]})
    s = scene(puller).put(1, 0, "old-moon").put(0, 1, "comet-cub").put(1, 1, "tide-otter")
    s = s.hand(0, "puller").hand(1, "lantern-fox").build()
    s.play([("puller", 0)], [("lantern-fox", 0)])
    assert s.at(1, 1) == ["tide-otter", "old-moon", "lantern-fox"]
    assert (s.stars("tide-otter"), s.stars("old-moon"), s.stars("lantern-fox")) == (4, 13, 1)
    assert s.triggered().count("Lantern Fox of seat 1") == 1


def test_a_card_destroyed_before_its_on_reveal_does_nothing(scene):
    s = scene().put(1, 0, "old-moon").hand(0, "ember-ram").hand(1, "echo-owl").deck(1, "comet-cub").build()
    s.play([("ember-ram", 0)], [("echo-owl", 0)])
    assert s.discards(1) == ["echo-owl"]
    assert s.hand(1) == []


def test_r_54_a_location_acts_when_it_is_turned_up_and_not_before(scene):
    s = scene(turn=1, locations=("plain-a", "high-ridge", "market")).put(0, 1, "comet-cub")
    s = s.deck(0, "tide-otter", "echo-owl", "old-moon").deck(1, "fog-thief").build()
    assert s.stars("comet-cub") == 2
    s.play()
    assert s.stars("comet-cub") == 3
    s.play()
    assert "On Reveal: Market." in s.events
    assert (len(s.hand(0)), len(s.hand(1))) == (3, 1)


def test_r_54_the_ability_of_a_location_comes_before_the_cards_there(scene):
    """Decided here: Crater takes its Star first, then Bell Keeper adds one."""
    s = scene(turn=3, locations=("crater", "plain-a", "plain-b")).put(0, 0, "bell-keeper").build().play()
    assert s.triggered() == ["Crater", "Bell Keeper of seat 0"]


# 7.7 final count


def end(scene, *sides, locations=("plain-a", "plain-b", "plain-c")):
    """Play the last turn with these ids at (place, seat), then return the result and the returns."""
    s = scene(locations=locations)
    for place, cards in enumerate(sides):
        for seat in (0, 1):
            s.put(seat, place, *cards[seat])
    s = s.build().play()
    assert s.state.is_terminal()
    return s.state.result(), list(s.state.returns()), s.events[-1]


CUB, OTTER, WHALE, MOON = ["comet-cub"], ["tide-otter"], ["cloud-whale"], ["old-moon"]


def test_7_7_1_end_of_game_abilities_come_before_the_count(scene):
    s = (
        scene()
        .put(0, 0, "grave-lily")
        .put(1, 0, "tide-otter", "comet-cub")
        .discard(0, "echo-owl", "old-moon", "night-sun")
    )
    s = s.build().play()
    assert s.side(0) == [6, 5]
    assert s.state.result().controllers[0] == 0


def test_7_7_1_then_continuous_counts_once_more(scene, make):
    """A token that comes at the end of the game still gets the Star of High Ridge."""
    last = make.being("last", 1, 0, {"on": "end_of_game", "do": [{"token": {"card": "bee"}}]})
    s = scene(last, locations=("high-ridge", "plain-a", "plain-b")).put(0, 0, "last").build().play()
    assert s.side(0) == [3, 0]


def test_7_7_2_all_cards_count_for_the_tie_items_and_tokens_too(scene, make):
    result, _, _ = end(scene, (CUB, ["comet-cub", "moon-shard"]), ([], []), ([], []))
    assert result.controllers == (0, None, None)
    s = scene(make.token("shade", 0)).put(0, 0, "comet-cub").put(1, 0, "comet-cub").put(0, 0, "shade", real=False)
    assert s.build().play().state.result().controllers == (1, None, None)


@pytest.mark.parametrize(
    ("rule", "sides", "returns", "words"),
    [
        ("7.7.3", [(OTTER, CUB), (OTTER, CUB), (CUB, MOON)], [1.0, 0.0], "Seat 0 wins with 2 Locations."),
        ("7.7.3", [(CUB, OTTER), (CUB, OTTER), (CUB, OTTER)], [0.0, 1.0], "Seat 1 wins with 3 Locations."),
        ("7.7.3", [([], OTTER), (CUB, OTTER), ([], [])], [0.0, 1.0], "Seat 1 wins with 2 Locations."),
        ("7.7.4", [(CUB, WHALE), (OTTER, CUB), ([], [])], [0.0, 1.0], "Seat 1 wins by the sum of Stars, 5 to 8."),
        ("7.7.4", [(CUB, OTTER), (OTTER, CUB), (CUB, CUB)], [0.5, 0.5], "It is a draw, 7 to 7 Stars."),
        ("7.7.5 R-55", [(OTTER, CUB), (CUB, CUB), ([], [])], [1.0, 0.0], "Seat 0 wins by the sum of Stars, 5 to 4."),
        ("7.7.5 R-55", [(["comet-cub", "watch-fire"], ["lantern-fox", "tide-otter"]), ([], []), ([], [])],
         [0.5, 0.5], "It is a draw, 4 to 4 Stars."),
        ("7.7.5 R-55", [(WHALE, ["tide-otter", "bell-keeper"]), ([], []), ([], [])], [0.0, 1.0],
         "Seat 1 wins by the sum of Stars, 6 to 7."),
        ("7.7.5 R-55", [(MOON, ["cloud-whale", "cloud-whale"]), (CUB, CUB), ([], [])], [1.0, 0.0],
         "Seat 0 wins with more Locations, after 14 to 14 Stars."),
        ("7.7.5 R-55", [([], []), ([], []), ([], [])], [0.5, 0.5], "It is a draw, 0 to 0 Stars."),
    ],
)  # fmt: skip
def test_7_7_every_pattern_of_the_end(scene, rule, sides, returns, words):
    _, found, last = end(scene, *sides)
    assert found == returns
    assert last.startswith("The match is over: ")
    assert last.endswith(words)


# 7.9 differences from Marvel Snap


def snap_resolves_first(scene):
    """Snap: the player who is ahead resolves everything first. Here: per Location, whoever has fewer Stars."""
    s = scene().put(0, 0, "old-moon").put(0, 1, "comet-cub").put(1, 1, "cloud-whale")
    s = s.hand(0, "echo-owl", "signal-crow").hand(1, "fog-thief", "moon-shard")
    s = s.build().play([("echo-owl", 0), ("signal-crow", 1)], [("fog-thief", 0), ("moon-shard", 1)])
    return [name[-1] for name in s.triggered()] == ["1", "0", "0", "1"]


def snap_tie_of_priority(scene):
    """Snap: equal Locations are decided by the higher total. Here: at random, whatever the total."""
    firsts = set()
    for seed in range(30):
        s = scene(seed=seed).put(0, 2, "old-moon").hand(0, "echo-owl").hand(1, "fog-thief").build()
        s.play([("echo-owl", 0)], [("fog-thief", 0)])
        firsts.add(s.triggered()[0][-1])
    return firsts == {"0", "1"}


def snap_opening_hand(scene):
    """Snap: 3 cards and a draw in turn 1. Here: 3, and the first draw in turn 2."""
    state = start()
    return state.table.turn == 1 and [len(hand) for hand in state.table.hands] == [3, 3]


def snap_deck_size(scene):
    """Snap: exactly 12 cards. Here: 12 or more."""
    return all(len(deck.cards) == 17 for deck in GAME.setup.decks)


def snap_location_tie(scene):
    """Snap: an equal Location belongs to nobody. Here: to the player with fewer cards there."""
    result, _, _ = end(scene, (WHALE, ["tide-otter", "dawn-wolf", "lantern-fox"]), ([], []), ([], []))
    assert result.totals == (6, 6)
    return result.controllers[0] == 0


def snap_items(scene):
    """Snap: no Items. Here: they take a slot, have no Stars and get none from what helps every Being."""
    s = scene(locations=("high-ridge", "plain-a", "plain-b")).put(0, 0, "moon-shard").build()
    return (
        s.state.board.room(0, 0) == 3
        and s.side(0) == [0, 0]
        and s.state.view(0)["places"][0]["cards"][0][0]["stars"] is None
    )


def snap_stakes(scene):
    """Snap: stakes, snap and retreat. Here: none; a match is won, lost or drawn."""
    verbs = {action[0] for seed in range(20) for action in start(seed).legal_actions()}
    return verbs == {"play", "done"}


@pytest.mark.parametrize(
    "difference",
    [
        snap_resolves_first, snap_tie_of_priority, snap_opening_hand, snap_deck_size, snap_location_tie, snap_items,
        snap_stakes,
    ],
)  # fmt: skip
def test_7_9_differences_from_marvel_snap(scene, difference):
    assert difference(scene), difference.__doc__


# A whole match


def test_a_match_takes_six_turns_and_is_the_same_again():
    ends = []
    for _ in range(2):
        state = create_game("guimenon").initial_state(2, 11)
        chance = stream(4)
        while not state.is_terminal():
            state.apply(chance.choice(state.legal_actions()))
            state.check_invariants()
        ends.append(state.to_json())
    assert ends[0] == ends[1]
    assert ends[0]["turn"] == 6


def test_gain_1_moon_is_one_more_than_the_turn_number_and_only_for_the_next_turn(scene):
    """Rulings: markers are untapped each turn; an extra Moon may exceed the six markers."""
    s = scene(turn=5).hand(0, "moon-shard", "old-moon", "comet-cub").build().play([("moon-shard", 0)])
    assert s.state.table.moon == [7, 6]
    assert s.play([("old-moon", 0), ("comet-cub", 0)]).state.is_terminal()
    s = scene(turn=3).hand(0, "moon-shard").build().play([("moon-shard", 0)])
    assert s.state.table.moon == [5, 4]
    s.play()
    assert s.state.table.moon == [5, 5]
