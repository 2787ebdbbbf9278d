"""A seat learns nothing that it may not know.

A *twin* of a state for a seat differs from it only in what the seat may not know: the hidden cards are mixed among the
places where they can be. Whatever the seat is shown must be the same in the state and in all its twins.
"""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.chance import Chance, stream
from companion.rules.game import JsonObject, State
from companion.rules.gang_of_four.cards import DECK, WORDS

SOME = settings(max_examples=8, suppress_health_check=list(HealthCheck), deadline=None)


def mix(places: list[list], chance: Chance) -> None:
    """Deal the cards of these places anew among them."""
    cards = [card for place in places for card in place]
    chance.shuffle(cards)
    for place in places:
        size = len(place)
        place[:] = cards[:size]
        del cards[:size]


def mix_gong(data: JsonObject, seat: int, chance: Chance) -> None:
    """Mix the hands of the others and the pile (rules/gong.md 1.3); a card just drawn stays where it is."""
    drawn = data.get("drawn", -1)
    others = [hand for other, hand in enumerate(data["hands"]) if other != seat]
    held = [hand for hand in others if drawn in hand]
    for hand in held:
        hand.remove(drawn)
    mix([*others, data["pile"]], chance)
    for hand in held:
        hand.append(drawn)


def mix_gang_of_four(data: JsonObject, seat: int, chance: Chance) -> None:
    """Mix the hands of the others and the cards set aside (rules/gang-of-four.md 5.10).

    Where the multicolour 1 is in round 1 is known from who leads (5.3).
    """
    places = [hand for other, hand in enumerate(data["hands"]) if other != seat] + [data["aside"]]
    known = [place for place in places if "M1" in place and data["round"] == 1]
    for place in known:
        place.remove("M1")
    mix(places, chance)
    for place in known:
        place.append("M1")
    for place in places:
        place.sort(key=list(WORDS.values()).index)


MIXERS = {
    "link": mix_gong,
    "family": mix_gong,
    "gang-of-four": mix_gang_of_four,
}


def twin(case, state: State, seat: int, chance: Chance) -> State:
    data = json.loads(json.dumps(state.to_json()))
    MIXERS[case.name](data, seat, chance)
    return case.game.state_from_json(data)


def shown(state: State, seat: int) -> JsonObject:
    """Return all that `seat` is shown: its view, and its choices when it must decide."""
    found = {"view": state.view(seat)}
    if state.current_player() == seat:
        legal = state.legal_actions()
        found["legal"] = [list(action) for action in legal]
        found["menu"] = [state.describe(action) for action in legal]
    return found


def moments(case, seed: int, chance: Chance):
    """Yield the states of a random match at some moments."""
    state = case.state(seed)
    for _ in range(6):
        yield state
        for _ in range(1 + chance.below(20)):
            if state.is_terminal():
                return
            state.apply(chance.choice(state.legal_actions()))


@SOME
@given(seed=st.integers(0, 2**32))
def test_no_seat_is_shown_what_it_may_not_know(case, seed):
    chance = stream(seed, 1)
    for state in moments(case, seed, chance):
        for seat in range(state.seats):
            other = twin(case, state, seat, chance)
            assert shown(other, seat) == shown(state, seat)
            if seat != state.current_player():  # what it hears of an action tells no more than the action
                both = set(state.legal_actions()) & set(other.legal_actions())
                assert [other.public(action) for action in both] == [state.public(action) for action in both]


def test_a_planted_leak_is_found(default_case, monkeypatch):
    """The twins really differ: a view with any secret in it is not the same in all of them."""
    cls = type(default_case.state(1))
    honest = cls.view
    monkeypatch.setattr(cls, "view", lambda state, seat: {**honest(state, seat), "secret": state.to_json()})
    chance = stream(1, 1)
    found = [
        shown(twin(default_case, state, seat, chance), seat) != shown(state, seat)
        for seed in range(3)
        for state in moments(default_case, seed, chance)
        for seat in range(state.seats)
        if not state.is_terminal()
    ]
    assert sum(found) > len(found) * 0.8


def test_the_words_of_gang_of_four_are_in_the_order_of_the_deck():
    assert list(WORDS) == list(dict.fromkeys(DECK))
