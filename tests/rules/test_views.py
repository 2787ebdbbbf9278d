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
from companion.rules.registry import create_game
from tests.sweeps import examples

LOCATIONS = list(create_game("guimenon").initial_state(2, 1).setup.locations.locations)
SOME = settings(max_examples=examples(3, 12), suppress_health_check=list(HealthCheck))


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


def mix_fight(data: JsonObject, seat: int, chance: Chance) -> None:
    """Mix the hands of the others and the pile, but not the cards that were shown to the seat (rules/gong.md 1.3).

    The data are those of the start of the turn, and it must stand there.
    """
    assert data["actions"] == []
    hands = data["hands"]
    shown = data["known"][seat]
    hidden = [[card for card in hand if card not in shown[owner]] for owner, hand in enumerate(hands) if owner != seat]
    mix([*hidden, data["pile"]], chance)
    for owner in range(len(hands)):
        if owner != seat:
            hands[owner] = shown[owner] + hidden.pop(0)
    for observer, row in enumerate(data["known"]):
        if observer != seat:  # what the others know is not shown to the seat; here it must only be true
            row[:] = [[card for card in cards if card in hands[owner]] for owner, cards in enumerate(row)]


def mix_gnoming(data: JsonObject, seat: int, chance: Chance) -> None:
    """Mix all face-down cards and the draw pile (rules/gnoming-a-round.md 6.7); what another has drawn, too."""
    hidden = [
        (grid, place) for grid, up in zip(data["grids"], data["up"], strict=True) for place in range(9) if not up[place]
    ]
    cards = [[grid[place]] for grid, place in hidden]
    held = [data["held"]] if data["source"] == "pile" and data["player"] != seat and data["phase"] == "place" else []
    mix([*cards, data["pile"], held], chance)
    for (grid, place), (card,) in zip(hidden, cards, strict=True):
        grid[place] = card
    if held:
        data["held"] = held[0]
    chosen = data["chosen"]
    for other in range(len(chosen)):
        if other != seat and data["phase"] == "start":
            chosen[other] = sorted({chance.below(4), 4 + chance.below(5)})


def mix_guimenon(data: JsonObject, seat: int, chance: Chance) -> None:
    """Mix hand, plan and deck of the other, the own deck, and the Locations face down (rules/guimenon.md 7.8)."""
    other = 1 - seat
    if chance.below(2):  # nobody knows how much of a hand is already planned
        data["hands"][other] += [plan["card"] for plan in data["plans"][other]]
        data["plans"][other] = []
    plans = [[plan["card"]] for plan in data["plans"][other]]
    mix([data["hands"][other], data["decks"][other], *plans], chance)
    for plan, (card,) in zip(data["plans"][other], plans, strict=True):
        plan["card"] = card
    chance.shuffle(data["decks"][seat])
    hidden = data["locations"][data["revealed"] :]
    rest = [name for name in LOCATIONS if name not in data["locations"]]
    mix([hidden, rest], chance)
    data["locations"][data["revealed"] :] = hidden


MIXERS = {
    "fight": mix_fight,
    "gnoming": mix_gnoming,
    "guimenon": mix_guimenon,
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


def check_same(one: State, two: State, seat: int) -> None:
    """Check that the seat is shown the same in both states."""
    left, right = ({**part.pop("view"), **part} for part in (shown(one, seat), shown(two, seat)))
    assert {key: (left.get(key), right.get(key)) for key in left | right if left.get(key) != right.get(key)} == {}


def at_turn_start(case, state: State) -> State:
    """Return the state as it was at the start of the turn, in FIGHT, whose JSON data hold that; else the state."""
    data = state.to_json()
    return case.game.state_from_json({**data, "actions": []}) if case.name == "fight" else state


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
    for moment in moments(case, seed, chance):
        state = at_turn_start(case, moment)
        for seat in range(state.seats):
            check_same(state, twin(case, state, seat, chance), seat)


def heard(state: State, action, seat: int) -> str:
    """Return what `seat` hears of an action: all of its own, of another's what is public."""
    return state.describe(action) if state.current_player() == seat else state.public(action)


@SOME
@given(seed=st.integers(0, 2**32))
def test_what_nobody_hears_is_not_seen_either(case, seed):
    """Two different actions of which a seat hears the same leave it in the same position, also some steps later."""
    chance = stream(seed, 2)
    for state in moments(case, seed, chance):
        for seat in range(state.seats):
            if state.current_player() in (seat, None):
                continue
            alike: dict[str, list] = {}
            for action in state.legal_actions():
                alike.setdefault(state.public(action), []).append(action)
            for told, actions in alike.items():
                if len(actions) > 1 and f"seat {seat}" not in told:
                    one, two = state.clone(), state.clone()
                    one.apply(chance.choice(actions[:-1]))
                    two.apply(actions[-1])
                    follow(one, two, seat, chance)


def follow(one: State, two: State, seat: int, chance: Chance) -> None:
    """Compare two states for a seat while it hears the same in both and nothing happens to its own cards.

    Not into the next turn: what comes of hidden cards there may be seen.
    """
    for _ in range(4):
        events = list(one.public_events())
        if events != list(two.public_events()) or any(f"seat {seat}" in text.lower() for text in events):
            return
        if one.view(seat).get("hand") != two.view(seat).get("hand"):  # everybody passes cards
            return
        check_same(one, two, seat)
        action = chance.choice(one.legal_actions()) if not one.is_terminal() else ("reveal",)
        if action[0] in ("reveal", "joker") or action not in two.legal_actions():
            return
        told = heard(one, action, seat)
        if told != heard(two, action, seat) or f"seat {seat}" in told:
            return
        one.apply(action)
        two.apply(action)


def test_a_planted_leak_is_found(default_case, monkeypatch):
    """The twins really differ: a view with any secret in it is not the same in all of them."""
    cls = type(default_case.state(1))
    honest = cls.view
    monkeypatch.setattr(cls, "view", lambda state, seat: {**honest(state, seat), "secret": state.to_json()})
    chance = stream(1, 1)
    found = [
        shown(twin(default_case, state, seat, chance), seat) != shown(state, seat)
        for seed in range(3)
        for moment in moments(default_case, seed, chance)
        for state in [at_turn_start(default_case, moment)]
        for seat in range(state.seats)
        if not state.is_terminal()
    ]
    assert sum(found) > len(found) * 0.8


def test_the_words_of_gang_of_four_are_in_the_order_of_the_deck():
    assert list(WORDS) == list(dict.fromkeys(DECK))
