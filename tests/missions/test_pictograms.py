"""Pictures for those who cannot read yet: golden rows of signs, and a sign for everything that a mission can say."""

import os
from pathlib import Path

import pytest

from companion.missions import model as m
from companion.missions.pictograms import Sign, pictogram
from companion.missions.selectors import (
    DUEL_PLAYERS,
    PLAYERS,
    CardFilter,
    Condition,
    HandSize,
    Has,
    Is,
    Max,
    Players,
    Where,
)
from companion.missions.signs import DUEL_SIGNS, PLAYER_SIGNS, SIGNS

GOLDEN = Path(__file__).parent / "golden" / "pictograms.txt"


def row(*steps, seats=None):
    return " | ".join(map(str, pictogram(steps, seats)))


def lines(pack):
    for mission_id, mission in pack.missions.items():
        yield f"{mission_id} 3+ {row(*mission.do)}\n"
        yield f"{mission_id} 2  {row(*mission.do, seats=2)}\n"


def test_golden_pictures(core):
    """To accept new pictures, look at them first (docs/missions.md), then run once with ACCEPT_GOLDEN=1."""
    if os.environ.get("ACCEPT_GOLDEN"):
        GOLDEN.write_text("".join(lines(core)), encoding="utf-8")
    assert GOLDEN.read_text(encoding="utf-8").splitlines(keepends=True) == list(lines(core))


def test_two_missions_that_differ_look_different(core):
    """Sentences that differ have pictures that differ; a child cannot ask the text."""
    pictures = [row(*mission.do) for mission in core.missions.values()]
    assert len(set(pictures)) == len(pictures)


@pytest.mark.parametrize("player", PLAYERS)
def test_every_player_has_a_sign(player):
    expected = "me" if player == "self" else player
    assert row(m.Draw(who=player)) == f"pile cards:back*1 arrow {expected}"


@pytest.mark.parametrize("player", DUEL_PLAYERS)
def test_every_player_of_a_duel_has_a_sign(player):
    duel = m.Stare(kind="stare", vs="left", win=(m.Draw(who=player),))
    assert row(duel) == f"me stare left | [pile cards:back*1 arrow {player}]"


@pytest.mark.parametrize("cls", m.DUELS)
def test_every_duel_has_a_sign(cls):
    kind = cls.model_fields["kind"].annotation.__args__[0]
    duel = cls(kind=kind, vs="others" if cls is m.HighestUnique else "left", win=(m.Put(who="winner"),))
    assert kind in [sign.name for sign in pictogram((duel,))[0].signs]
    assert kind in DUEL_SIGNS


VERBS = {
    "put": (m.Put(n=2, pick="blind"), "me cards:back*2 arrow discard"),
    "give": (m.Give(to="left", pick="taker_open"), "me cards*1 arrow left eye"),
    "take": (m.Take(from_="right"), "right cards:back*1 arrow me blind"),
    "draw": (m.Draw(n=3, until=CardFilter(color="red")), "pile up-to:back*3 arrow me stop cards:red*1"),
    "keep": (m.Keep(), "this arrow me"),
    "pass": (m.Pass(dir="left"), "all cards*1 pass-left"),
    "swap": (m.Swap(b="opposite"), "me cards*1 swap cards*1 opposite"),
    "show": (m.Show(to="all", n="all"), "me all-cards eye all"),
    "guess": (
        m.Guess(about="pile_top_parity", right=(m.Put(),)),
        "me think cards:odd*1 cards:even*1 pile | [yes me cards*1 arrow discard]",
    ),
    "choose": (
        m.Choose(options=((m.Put(),), (m.Draw(), m.Put()))),
        "me fork | [or me cards*1 arrow discard] | [or pile cards:back*1 arrow me then me cards*1 arrow discard]",
    ),
    "if": (m.If(cond=Condition(pile_empty=True), then=(m.Put(),)), "no-pile question | [yes me cards*1 arrow discard]"),
    "again": (m.Again(optional=True), "me again perhaps"),
    "duel": (
        m.OddEvenFingers(kind="odd_even_fingers", vs="left", win=(m.Put(),), lose=(m.Draw(),), tie=(m.Keep(),)),
        "me odd_even_fingers left | [me-winner cards*1 arrow discard] | [me-loser pile cards:back*1 arrow me]"
        " | [tie this arrow me]",
    ),
}  # fmt: skip


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_signs(verb):
    step, expected = VERBS[verb]
    assert row(step) == expected


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (Where(number="drawn"), "this:number equal cards:number*1"),
        (Where(number=(2, 3)), "cards:number=2,3*1"),
        (Where(galaxy="drawn"), "this:galaxy equal cards:galaxy*1"),
        (Where(galaxy="VIRGO"), "cards:galaxy=VIRGO*1"),
        (Where(color="blue"), "cards:blue*1"),
        (Where(parity="odd"), "cards:odd*1"),
        (Where(extreme="highest"), "cards:highest*1"),
        (Where(extreme="lowest"), "cards:lowest*1"),
        (Where(group="same_number"), "cards:same_number*1"),
        (Where(group="same_galaxy"), "cards:same_galaxy*1"),
        (Where(group="run"), "cards:run*1"),
        (Where(shown=True), "cards:shown*1"),
    ],
)
def test_every_filter_has_a_face(where, expected):
    assert row(m.Put(where=where)) == f"me {expected} arrow discard"


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (Condition(hand_size=HandSize(lt=2)), "me hand:1"),
        (Condition(hand_size=HandSize(lt=5)), "me hand:1–4"),
        (Condition(hand_size=HandSize(who="left", gt=5)), "left hand:6+"),
        (Condition(hand_size=HandSize(eq=3)), "me hand:3"),
        (Condition(has=Has(where=CardFilter(number="drawn"))), "me this:number equal hand:number"),
        (Condition(has=Has(who="most", where=CardFilter(color="red"))), "most hand:red"),
        (Condition(is_=Is(a="most", b="left")), "most equal left"),
        (Condition(pile_empty=False), "pile"),
        (Condition(players=Players(eq=4)), "all text:4"),
    ],
)
def test_every_condition_has_signs(condition, expected):
    assert row(m.If(cond=condition, then=(m.Keep(),))) == f"{expected} question | [yes this arrow me]"


def test_at_most_and_all():
    assert row(m.Put(n=Max(max=3))) == "me up-to*3 arrow discard"
    assert row(m.Put(n="all")) == "me all-cards arrow discard"


def test_with_two_players_everybody_else_is_the_other_one():
    for player in ("left", "right", "neighbours", "opposite", "choice", "others", "most", "fewest"):
        assert row(m.Give(to=player), seats=2) == "me cards*1 arrow opponent"
    assert row(m.Pass(dir="left"), seats=2) == "both cards*1 swap"


def test_a_bound_player_is_drawn_like_the_one_who_was_bound():
    steps = (m.Give(to="most", bind="p"), m.Take(from_="bound_p"))
    assert row(*steps) == "me cards*1 arrow most | most cards:back*1 arrow me blind"


def test_the_names_of_signs_are_all_different():
    assert len(set(SIGNS)) == len(SIGNS)
    assert {"me", "winner"} <= set(PLAYER_SIGNS)
    assert str(Sign("cards", "back", 2)) == "cards:back*2"
