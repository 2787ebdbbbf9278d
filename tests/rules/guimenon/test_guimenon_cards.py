"""Stars, slots, destruction and abilities: rules/guimenon.md 7.4-7.6, R-53, and every card of 7.10 in a scene."""

import pytest

from companion.rules.guimenon.resolve import CHAIN_LIMIT

# 7.4 Stars


def test_7_4_1_stars_are_printed_plus_permanent_plus_continuous_and_may_be_negative(scene):
    s = scene(locations=("high-ridge", "plain-a", "plain-b")).put(0, 0, "comet-cub").build()
    s.state.table.pieces[1].change = -5
    s.state.board.changed()
    assert (s.stars("comet-cub"), s.side(0)) == (-2, [-2, 0])


def test_7_4_2_only_beings_get_star_bonuses(scene):
    s = scene(locations=("high-ridge", "plain-a", "plain-b")).put(0, 0, "star-weaver", "moon-shard").build()
    assert s.side(0) == [5, 0]
    assert [card["stars"] for card in s.state.view(1)["places"][0]["cards"][0]] == [5, None]


def test_7_4_3_stars_of_a_player_are_the_beings_and_what_names_the_location(scene):
    s = scene().put(0, 0, "comet-cub", "watch-fire").put(1, 0, "tide-otter").build()
    assert s.side(0) == [4, 3]
    assert s.stars("comet-cub") == 2


def test_7_4_4_additions_first_then_multiplications(scene):
    """Crown Stag doubles (2 + 1 by the Weaver + 1 by the Ridge + 3 for good), whoever was placed first."""
    for order in (("crown-stag", "star-weaver", "comet-cub"), ("comet-cub", "star-weaver", "crown-stag")):
        s = scene(locations=("high-ridge", "plain-a", "plain-b")).put(0, 0, *order).build()
        cub = next(piece for piece in s.state.table.all_in_play() if piece.card == "comet-cub")
        cub.change = 3
        s.state.board.changed()
        assert s.stars("comet-cub") == 14
        assert s.stars("star-weaver") == (4 + 1) * 2
        assert s.stars("crown-stag") == 3 + 1 + 1


def test_7_4_4_for_the_location_too(scene):
    """Moon Drum doubles Beings and Watch Fire together."""
    s = scene().put(0, 0, "moon-drum", "comet-cub", "watch-fire").build()
    assert s.side(0) == [(2 + 2) * 2, 0]


# 7.5 slots, tokens, destruction


def test_7_5_1_tokens_and_copies_count_and_have_types(scene):
    s = scene().put(0, 0, "hive-queen").put(0, 1, "bee", "bee", real=False).hand(0, "comet-cub", "tide-otter").build()
    assert s.stars("bee") == [2, 2], "the Queen helps Insects"
    assert s.state.board.room(1, 0) == 2
    s.play([("comet-cub", 1), ("tide-otter", 1)])
    assert s.state.board.room(1, 0) == 0


@pytest.mark.parametrize(
    ("card", "place"), [("seed-bag", 0), ("mirror-moth", 0), ("twin-gate", 0), ("storm-drake", 1), ("broken-mirror", 0)]
)
def test_7_5_2_what_would_fill_a_full_location_does_nothing_for_that_card(scene, card, place):
    s = scene().put(0, 0, "comet-cub", "echo-owl", "tide-otter").put(0, 2, "old-moon")
    s.put(1, 0, "cloud-whale", "bell-keeper", "star-weaver", "grave-lily").put(1, 1, "fog-thief")
    s.put(1, 2, "ember-ram", "signal-crow", "river-crane", "dawn-wolf")
    choices = {"twin-gate": ["old-moon"]}.get(card, [])
    before = [[s.table.sides[p][seat][:] for seat in (0, 1)] for p in range(3)]
    s = s.hand(0, card).build()
    s.play([(card, place)], choices=choices)
    after = [[side[:] for side in p] for p in s.state.table.sides]
    after[place][0] = after[place][0][: len(before[place][0])]
    assert after == before
    assert any(line.startswith("There is no room for") for line in s.events)


def test_7_5_2_of_two_tokens_one_still_fits(scene):
    s = scene(turn=3).put(0, 0, "comet-cub", "tide-otter").hand(0, "seed-bag").build().play([("seed-bag", 0)])
    assert s.at(0, 0) == ["comet-cub", "tide-otter", "seed-bag", "sprout"]


def test_7_5_3_destroyed_cards_go_to_their_owners_discard_pile_tokens_and_copies_vanish(scene, make):
    sweep = make.item("sweep", 1, {"on": "reveal", "do": [{"destroy": {"of": {"side": "both", "kind": "card"}}}]})
    s = scene(sweep).put(0, 0, "comet-cub").put(1, 0, "tide-otter", "moon-shard").put(1, 0, "bee", real=False)
    s = s.put(1, 0, "echo-owl", real=False).hand(0, "sweep").build().play([("sweep", 0)])
    assert (s.at(0, 0), s.at(0, 1)) == ([], [])
    assert s.discards(0) == ["comet-cub", "sweep"]
    assert s.discards(1) == ["tide-otter", "moon-shard"]


def test_7_5_4_r_53_on_destroyed_resolves_right_after_the_effect(scene, make):
    """Between the two effects of one ability: the sprite's gift is there before the second effect looks for it."""
    reaper = make.being(
        "reaper",
        1,
        5,
        {
            "on": "reveal",
            "do": [
                {"destroy": {"of": {"side": "theirs", "pick": "weakest"}}},
                {"destroy": {"of": {"side": "theirs", "stars_at_least": 5}}},
            ],
        },
    )
    s = scene(reaper).put(1, 0, "dust-sprite", "comet-cub").hand(0, "reaper").build().play([("reaper", 0)])
    assert s.discards(1) == ["dust-sprite", "comet-cub"]
    lines = [line for line in s.events if "destroyed" in line or "gets" in line or line.startswith("On D")]
    assert lines == [
        "Dust Sprite of seat 1 is destroyed.",
        "On Destroyed: Dust Sprite of seat 1.",
        "Comet Cub of seat 1 gets +3 Stars.",
        "Comet Cub of seat 1 is destroyed.",
    ]


def test_7_5_4_several_at_once_resolve_by_the_rule_of_priority(scene, make):
    """Priority of the Location was fixed when its turn came: seat 1 has fewer Stars, though its cards came later."""
    last = make.being("last", 1, 1, {"on": "destroyed", "do": [{"draw": {}}]})
    late = make.being("late", 1, 1, {"on": "destroyed", "do": [{"draw": {}}]})
    sweep = make.item("sweep", 1, {"on": "reveal", "do": [{"destroy": {"of": {"side": "both"}}}]})
    s = scene(last, late, sweep).put(0, 0, "last", "old-moon").put(1, 0, "late", "dust-sprite").put(1, 2, "comet-cub")
    s = s.hand(0, "sweep").build().play([("sweep", 0)])
    assert s.triggered()[1:] == ["late of seat 1", "Dust Sprite of seat 1", "last of seat 0"]
    assert s.stars("comet-cub") == 5


def test_7_5_4_at_a_location_whose_turn_has_not_come_priority_is_judged_after_the_destruction(scene, make):
    """Both lose a card on the right; of what is left there seat 0 has fewer Stars."""
    last = make.being("last", 1, 9, {"on": "destroyed", "do": [{"draw": {}}]})
    late = make.being("late", 1, 1, {"on": "destroyed", "do": [{"draw": {}}]})
    quake = {"side": "both", "where": "elsewhere", "cost_at_most": 1}
    bomb = make.item("bomb", 2, {"on": "reveal", "do": [{"destroy": {"of": quake}}]})
    s = scene(last, late, bomb).put(0, 2, "last").put(1, 2, "late", "old-moon").hand(0, "bomb")
    s = s.build().play([("bomb", 0)])
    assert s.triggered()[1:] == ["last of seat 0", "late of seat 1"]


def test_7_5_4_discarding_from_the_hand_is_not_destruction(scene):
    s = scene().put(1, 1, "comet-cub").hand(0, "fog-thief").hand(1, "dust-sprite").build().play([("fog-thief", 0)])
    assert s.discards(1) == ["dust-sprite"]
    assert s.stars("comet-cub") == 2
    assert not any(line.startswith("On Destroyed") for line in s.events)


def test_7_5_5_at_most_100_triggered_abilities_per_phase(scene, make):
    """A token that comes back whenever it is destroyed, and destroys itself by coming, would go on for ever."""
    phoenix = make.token(
        "phoenix",
        1,
        {"on": "destroyed", "do": [{"token": {"card": "phoenix"}}, {"destroy": {"of": {"type": "Bird"}}}]},
        types=("Bird",),
    )
    spark = make.item("spark", 1, {"on": "reveal", "do": [{"destroy": {"of": {"type": "Bird"}}}]})
    s = scene(phoenix, spark, turn=3).put(0, 0, "phoenix", real=False).hand(0, "spark").build().play([("spark", 0)])
    assert s.triggered() == ["spark of seat 0", *["phoenix of seat 0"] * (CHAIN_LIMIT - 1)]
    assert (CHAIN_LIMIT, s.state.table.turn) == (100, 4)


def test_7_5_5_the_count_begins_anew_in_each_phase(scene, make):
    late = {"on": "end_of_turn", "do": [{"stars": {"of": "self", "by": 1}}]}
    phoenix = make.token(
        "phoenix",
        1,
        {"on": "destroyed", "do": [{"token": {"card": "phoenix"}}, {"destroy": {"of": {"type": "Bird"}}}]},
        types=("Bird",),
    )
    spark = make.being("spark", 1, 1, {"on": "reveal", "do": [{"destroy": {"of": {"type": "Bird"}}}]}, late)
    s = scene(phoenix, spark, turn=3).put(0, 0, "phoenix", real=False).hand(0, "spark").build().play([("spark", 0)])
    assert s.stars("spark") == 2


# 7.6 and 7.10: the sample pool


def test_lantern_fox_gives_your_other_beings_here_one(scene):
    s = scene(turn=3).put(0, 0, "comet-cub").put(0, 1, "tide-otter").put(1, 0, "echo-owl").hand(0, "lantern-fox")
    s = s.build().play([("lantern-fox", 0)])
    assert [s.stars(x) for x in ("comet-cub", "tide-otter", "echo-owl", "lantern-fox")] == [3, 3, 2, 1]
    assert s.play().stars("comet-cub") == 3, "once and for good"


def test_dust_sprite_leaves_three_to_your_strongest_being_anywhere(scene):
    s = scene().put(1, 0, "dust-sprite").put(1, 1, "tide-otter").put(1, 2, "cloud-whale").hand(0, "ember-ram")
    s = s.build().play([("ember-ram", 0)])
    assert (s.stars("cloud-whale"), s.stars("tide-otter")) == (9, 3)


def test_echo_owl_draws_one(scene):
    s = scene(turn=3).hand(0, "echo-owl").deck(0, "old-moon", "comet-cub").build().play([("echo-owl", 0)])
    assert s.hand(0) == ["old-moon", "comet-cub"], "one by the Owl, one in the next turn"


def test_root_giant_lets_you_play_only_one_card_here_per_turn(scene):
    s = scene().put(0, 0, "root-giant").hand(0, "comet-cub", "tide-otter").hand(1, "echo-owl", "fog-thief").build()
    s.act("play", "comet-cub", 0)
    assert s.plays(0) == [("tide-otter", 1), ("tide-otter", 2)]
    s.act("done").act("play", "echo-owl", 0)
    assert ("fog-thief", 0) in s.plays(1)


def test_root_giant_does_not_bind_in_the_turn_it_is_played(scene):
    s = scene().hand(0, "root-giant", "comet-cub").build()
    s.act("play", "root-giant", 0)
    assert ("comet-cub", 0) in s.plays(0)


def test_mirror_moth_copies_a_random_own_being_here_itself_included(scene):
    found = set()
    for seed in range(40):
        s = scene(turn=3, seed=seed).put(0, 0, "tide-otter", "moon-shard").put(0, 1, "old-moon").hand(0, "mirror-moth")
        s = s.build().play([("mirror-moth", 0)])
        assert s.at(0, 0)[:3] == ["tide-otter", "moon-shard", "mirror-moth"]
        found.add(s.at(0, 0)[3])
    assert found == {"tide-otter", "mirror-moth"}


def test_a_copy_keeps_permanent_changes_and_its_on_reveal_does_not_act(scene):
    s = scene(turn=3).put(0, 0, "echo-owl").put(0, 1, "comet-cub").hand(0, "broken-mirror").deck(0, "old-moon")
    s.table.pieces[1].change = 4
    s = s.build().play([("broken-mirror", 1)])
    assert s.at(1, 0) == ["comet-cub", "broken-mirror", "echo-owl"]
    assert s.stars("echo-owl") == [6, 6]
    assert s.hand(0) == ["old-moon"], "the card of the next turn only"


@pytest.mark.parametrize(
    ("enemies", "destroyed"),
    [
        (["comet-cub", "lantern-fox", "cloud-whale"], "lantern-fox"),
        (["comet-cub", "cloud-whale"], "comet-cub"),
        (["tide-otter", "moon-shard"], None),
        ([], None),
    ],
)
def test_ember_ram_destroys_the_weakest_enemy_here_with_two_or_fewer(scene, enemies, destroyed):
    s = scene().put(1, 0, *enemies).put(1, 1, "dust-sprite").put(0, 0, "fog-thief").hand(0, "ember-ram").build()
    s.play([("ember-ram", 0)])
    assert s.discards(1) == ([destroyed] if destroyed else [])


def test_bell_keeper_gets_one_each_turn(scene):
    s = scene(turn=4).hand(0, "bell-keeper").build().play([("bell-keeper", 0)])
    assert s.stars("bell-keeper") == 4
    assert s.play().stars("bell-keeper") == 5


def test_star_weaver_helps_while_it_is_in_play(scene):
    s = scene(turn=4).put(0, 0, "star-weaver", "comet-cub").hand(1, "black-hole").build()
    assert s.stars("comet-cub") == 3
    s.state.table.pieces[2].change = 0
    s.play([], [("black-hole", 0)])  # destroys the cheapest: the Cub
    assert s.discards(0) == ["comet-cub"]
    s = scene(turn=4).put(0, 0, "star-weaver", "night-sun").hand(1, "black-hole").build()
    assert s.stars("night-sun") == 10
    s.play([], [("black-hole", 0)])
    assert (s.discards(0), s.stars("night-sun")) == (["star-weaver"], 9)


def test_grave_lily_counts_your_discard_pile_at_the_end(scene):
    s = scene().put(0, 0, "grave-lily").discard(0, "comet-cub", "echo-owl").discard(1, "fog-thief").build()
    assert s.stars("grave-lily") == 3
    assert s.play().stars("grave-lily") == 5


def test_storm_drake_moves_an_enemy_being_of_your_choice_to_a_random_other_location(scene):
    places = set()
    for seed in range(20):
        s = scene(seed=seed).put(1, 1, "comet-cub", "old-moon", "moon-shard").hand(0, "storm-drake").build()
        s.play([("storm-drake", 1)], choices=["old-moon"])
        assert s.at(1, 1) == ["comet-cub", "moon-shard"]
        places |= {place for place in (0, 2) if s.at(place, 1) == ["old-moon"]}
    assert places == {0, 2}


def test_world_turtle_cannot_be_destroyed(scene):
    s = scene().put(1, 0, "world-turtle").hand(0, "black-hole").build().play([("black-hole", 0)])
    assert s.at(0, 1) == ["world-turtle"]
    assert "World Turtle of seat 1 cannot be destroyed." in s.events


def test_night_sun_takes_one_from_all_enemy_beings_here(scene):
    s = scene().put(1, 0, "comet-cub", "tide-otter").put(1, 1, "echo-owl").put(0, 0, "fog-thief").hand(0, "night-sun")
    s = s.build().play([("night-sun", 0)])
    assert [s.stars(x) for x in ("comet-cub", "tide-otter", "echo-owl", "fog-thief")] == [1, 2, 2, 2]


def test_moon_shard_gives_one_moon_next_turn(scene):
    s = scene(turn=2).hand(0, "moon-shard").build().play([("moon-shard", 0)])
    assert s.state.table.moon == [4, 3]
    assert s.at(0, 0) == ["moon-shard"], "an Item stays in its slot"


def test_star_dust_gives_three_to_one_own_being_here_of_your_choice(scene):
    s = scene().put(0, 0, "comet-cub", "tide-otter").put(0, 1, "old-moon").hand(0, "star-dust").build()
    s.play([("star-dust", 0)], choices=["comet-cub"])
    assert [s.stars(x) for x in ("comet-cub", "tide-otter", "old-moon")] == [5, 3, 12]


def test_star_dust_asks_nobody_when_there_is_one_or_none(scene):
    s = scene().put(0, 0, "comet-cub").hand(0, "star-dust").build().play([("star-dust", 0)])
    assert s.stars("comet-cub") == 5
    assert scene().put(1, 0, "comet-cub").hand(0, "star-dust").build().play([("star-dust", 0)]).stars("comet-cub") == 2


def test_black_hole_destroys_the_cheapest_enemy_being_here(scene):
    s = scene().put(1, 0, "moon-shard", "echo-owl", "cloud-whale").hand(0, "black-hole").build()
    assert s.play([("black-hole", 0)]).discards(1) == ["echo-owl"]


def test_black_hole_takes_a_token_first_and_ties_are_blind(scene):
    s = scene().put(1, 0, "comet-cub").put(1, 0, "bee", real=False).hand(0, "black-hole").build()
    assert s.play([("black-hole", 0)]).at(0, 1) == ["comet-cub"]
    left = set()
    for seed in range(20):
        s = scene(seed=seed).put(1, 0, "comet-cub", "dust-sprite").hand(0, "black-hole").build()
        left |= set(s.play([("black-hole", 0)]).at(0, 1))
    assert left == {"comet-cub", "dust-sprite"}


def test_twin_gate_moves_up_to_two_own_beings_here(scene):
    def board():
        return scene().put(0, 0, "comet-cub", "moon-shard").put(0, 2, "tide-otter").put(1, 0, "old-moon")

    both = ["comet-cub", "tide-otter"]
    s = board().hand(0, "twin-gate").build().play([("twin-gate", 1)], choices=both)
    assert s.at(1, 0) == ["twin-gate", *both]
    s = board().hand(0, "twin-gate").build().play([("twin-gate", 1)], choices=["tide-otter", None])
    assert s.at(1, 0) == ["twin-gate", "tide-otter"]
    s = board().hand(0, "twin-gate").build().play([("twin-gate", 1)], choices=[None])
    assert s.at(1, 0) == ["twin-gate"]


def test_quiet_valley_does_nothing(sample):
    assert sample.locations["quiet-valley"].abilities == ()


def test_high_ridge_gives_every_being_here_one(scene):
    s = scene(locations=("high-ridge", "plain-a", "plain-b")).put(0, 0, "comet-cub").put(1, 0, "moon-shard", "echo-owl")
    assert s.put(1, 1, "fog-thief").build().side(0) == [3, 3]


def test_narrow_pass_has_room_for_three(scene):
    s = scene(locations=("narrow-pass", "plain-a", "plain-b")).put(0, 0, "comet-cub", "moon-shard")
    s = s.hand(0, "tide-otter", "echo-owl").build()
    s.act("play", "tide-otter", 0)
    assert s.plays(0) == [("echo-owl", 1), ("echo-owl", 2)]


def test_narrow_pass_leaves_cards_that_were_there_before(scene):
    s = scene(turn=2, locations=("plain-a", "plain-b", "narrow-pass")).put(0, 2, "comet-cub", "moon-shard", "echo-owl")
    s = s.put(0, 2, "bee", real=False).hand(0, "tide-otter").build().play()
    assert len(s.at(2, 0)) == 4
    assert s.plays(0) == [("tide-otter", 0), ("tide-otter", 1)]


def test_crater_takes_one_from_the_weakest_being_here(scene):
    s = scene(turn=3, locations=("crater", "plain-a", "plain-b")).put(0, 0, "comet-cub").put(1, 0, "tide-otter").build()
    assert s.play().side(0) == [1, 3]


def test_market_lets_both_draw_when_it_is_turned_up(scene):
    s = scene(turn=1, locations=("plain-a", "market", "plain-b")).deck(0, "comet-cub", "old-moon").deck(1, "echo-owl")
    s = s.build().play()
    assert (s.hand(0), s.hand(1)) == (["comet-cub", "old-moon"], ["echo-owl"])


@pytest.mark.parametrize(
    ("zero", "one", "sides"),
    [
        (["comet-cub"], ["tide-otter", "moon-shard"], [5, 3]),
        (["comet-cub"], ["tide-otter"], [2, 3]),
        ([], [], [0, 0]),
        (["comet-cub"], [], [2, 3]),
    ],
)
def test_temple_gives_three_to_the_player_with_fewer_cards_here(scene, zero, one, sides):
    s = scene(locations=("temple", "plain-a", "plain-b")).put(0, 0, *zero).put(1, 0, *one).build().play()
    assert s.side(0) == sides


# The cards added to it


def test_dawn_wolf_is_strong_alone(scene):
    assert scene().put(0, 0, "dawn-wolf").put(1, 0, "old-moon").build().stars("dawn-wolf") == 5
    assert scene().put(0, 0, "dawn-wolf", "moon-shard").build().stars("dawn-wolf") == 2


def test_moss_shepherd_helps_your_other_plants_anywhere(scene):
    s = (
        scene()
        .put(0, 0, "moss-shepherd", "seed-bag")
        .put(0, 2, "root-giant", "comet-cub")
        .put(1, 2, "grave-lily")
        .build()
    )
    assert [s.stars(x) for x in ("moss-shepherd", "root-giant", "comet-cub", "grave-lily")] == [1, 5, 2, 3]


def test_fog_thief_makes_the_opponent_discard_a_random_card(scene):
    gone = set()
    for seed in range(20):
        s = scene(seed=seed).hand(0, "fog-thief", "old-moon").hand(1, "comet-cub", "echo-owl").build()
        s.play([("fog-thief", 0)])
        assert (len(s.discards(1)), s.hand(0)) == (1, ["old-moon"])
        gone |= set(s.discards(1))
    assert gone == {"comet-cub", "echo-owl"}


def test_river_crane_returns_a_card_which_may_be_played_again(scene):
    s = scene(turn=3).put(0, 1, "moon-shard").put(0, 0, "bell-keeper").put(1, 0, "old-moon").hand(0, "river-crane")
    s.table.pieces[2].change = 4
    s = s.build().play([("river-crane", 0)], choices=["bell-keeper"])
    assert s.hand(0) == ["bell-keeper"]
    s.play([("bell-keeper", 2)])
    assert s.stars("bell-keeper") == 4, "a new card: 3 printed, 1 by its bell"


def test_river_crane_may_return_nothing_and_a_token_vanishes(scene):
    s = scene().put(0, 1, "moon-shard").hand(0, "river-crane").build().play([("river-crane", 0)], choices=[None])
    assert s.at(1, 0) == ["moon-shard"]
    s = scene().put(0, 1, "bee", real=False).hand(0, "river-crane").build()
    s.play([("river-crane", 0)], choices=["bee"])
    assert (s.at(1, 0), s.hand(0)) == ([], [])


def test_signal_crow_counts_enemy_cards_here(scene):
    s = scene().put(1, 0, "comet-cub", "moon-shard").put(1, 1, "old-moon").hand(0, "signal-crow").build()
    assert s.play([("signal-crow", 0)]).stars("signal-crow") == 6


def test_harvest_hare_counts_your_hand_at_the_end(scene):
    s = scene().put(0, 0, "harvest-hare").hand(0, "old-moon", "night-sun").hand(1, "comet-cub").build()
    assert s.play().stars("harvest-hare") == 5


def test_stone_nurse_keeps_other_cards_here_from_being_destroyed_or_moved(scene):
    s = scene().put(1, 0, "stone-nurse", "comet-cub").put(1, 1, "tide-otter").hand(0, "black-hole", "storm-drake")
    s.table.moon[0] = 8
    s = s.build().play([("black-hole", 0), ("storm-drake", 0)], choices=["comet-cub"])
    assert s.at(0, 1) == ["stone-nurse", "comet-cub"]
    assert {"Comet Cub of seat 1 cannot be destroyed.", "Comet Cub of seat 1 cannot be moved."} <= set(s.events)


def test_stone_nurse_also_keeps_them_from_returning_to_the_hand(scene):
    s = scene().put(0, 0, "stone-nurse", "comet-cub").hand(0, "river-crane").build()
    s.play([("river-crane", 1)], choices=["comet-cub"])
    assert s.at(0, 0) == ["stone-nurse", "comet-cub"]


def test_hive_queen_sends_a_bee_to_each_side(scene):
    s = scene(turn=4).hand(0, "hive-queen").build().play([("hive-queen", 1)])
    assert [s.at(place, 0) for place in range(3)] == [["bee"], ["hive-queen"], ["bee"]]
    assert s.stars("bee") == [2, 2]
    s = scene(turn=4).hand(0, "hive-queen").build().play([("hive-queen", 0)])
    assert [s.at(place, 0) for place in range(3)] == [["hive-queen"], ["bee"], []], "there is nothing left of the left"


def test_thorn_knight_stings_and_leaves_a_sprout(scene):
    s = scene(turn=4).put(1, 0, "thorn-knight").put(0, 0, "old-moon").hand(0, "black-hole").build()
    s.play([("black-hole", 0)])
    assert (s.stars("old-moon"), s.at(0, 1)) == (11, ["sprout"])
    assert s.stars("sprout") == 1, "in play at the end of the turn"


def test_gate_warden_lets_the_opponent_play_only_one_card_here(scene):
    s = scene(starter=1).put(0, 0, "gate-warden").hand(1, "comet-cub", "tide-otter").build()
    s.act("play", "comet-cub", 0)
    assert s.plays(1) == [("tide-otter", 1), ("tide-otter", 2)]


def test_current_caller_gathers_cheap_beings_each_turn(scene):
    s = scene(turn=3).put(0, 1, "current-caller").put(0, 0, "comet-cub", "cloud-whale").put(0, 2, "tide-otter").build()
    assert len(s.play().at(1, 0)) == 2
    assert set(s.play().at(1, 0)) == {"current-caller", "comet-cub", "tide-otter"}
    assert s.play().at(0, 0) == ["cloud-whale"]


def test_eclipse_lynx_may_destroy_an_own_card_and_feeds_on_the_discard_pile(scene):
    s = scene().put(0, 0, "dust-sprite", "moon-shard").discard(0, "old-moon").hand(0, "eclipse-lynx").build()
    s.play([("eclipse-lynx", 0)], choices=["dust-sprite"])
    assert s.stars("eclipse-lynx") == 5 + 3 + 2, "3 by the Sprite at once, then 2 for the pile"
    s = scene().put(0, 0, "dust-sprite").hand(0, "eclipse-lynx").build().play([("eclipse-lynx", 0)], choices=[None])
    assert s.stars("eclipse-lynx") == 5


def test_watch_fire_and_moon_drum_change_the_stars_of_the_place(scene):
    s = scene().put(0, 0, "watch-fire").put(0, 1, "moon-drum", "tide-otter").build()
    assert (s.side(0), s.side(1)) == ([2, 0], [6, 0])


def test_seed_bag_and_sprouts_grow(scene):
    s = scene(turn=3).hand(0, "seed-bag").build().play([("seed-bag", 0)])
    assert s.stars("sprout") == [1, 1]
    assert s.play().stars("sprout") == [2, 2]


def test_a_token_that_comes_at_the_end_of_a_turn_acts_from_the_next_turn_on(scene, make):
    sower = make.being("sower", 1, 1, {"on": "end_of_turn", "do": [{"token": {"card": "sprout", "to": "right"}}]})
    s = scene(sower, turn=3).put(0, 0, "sower").build().play()
    assert s.stars("sprout") == 0
    assert sorted(s.play().stars("sprout")) == [0, 1]


def test_old_graveyard_lets_the_owner_of_a_destroyed_card_draw(scene):
    s = scene(locations=("old-graveyard", "plain-a", "plain-b")).put(1, 0, "comet-cub").deck(0, "old-moon")
    s = s.deck(1, "echo-owl").hand(0, "black-hole").build().play([("black-hole", 0)])
    assert (s.hand(0), s.hand(1)) == ([], ["echo-owl"])


def test_windy_bridge_blows_a_random_being_away_if_there_are_two(scene):
    s = scene(turn=3, locations=("windy-bridge", "plain-a", "plain-b")).put(0, 0, "comet-cub").put(1, 0, "tide-otter")
    s = s.build().play()
    assert len(s.at(0, 0) + s.at(0, 1)) == 1
    assert len(s.play().at(0, 0) + s.at(0, 1)) == 1


def test_nursery_gives_each_player_a_sprout(scene):
    s = scene(turn=1, locations=("plain-a", "nursery", "plain-b")).build().play()
    assert (s.at(1, 0), s.at(1, 1)) == (["sprout"], ["sprout"])


def test_echo_hall_helps_whoever_has_fewer_cards_there_now(scene):
    s = (
        scene(locations=("echo-hall", "plain-a", "plain-b"))
        .put(0, 0, "comet-cub", "moon-shard")
        .put(1, 0, "tide-otter")
    )
    assert s.build().side(0) == [2, 5]
