"""`three_locations`: both share k cards over three locations; two locations win, else the larger sum (8.6.3).

Where the rules are silent: k is at most as many cards as the three locations can hold.
"""

from typing import Final

from companion.missions.duels.three_locations import ThreeLocations
from companion.rules.fight.bout import TIE, Bout
from companion.rules.fight.decisions import Decision, Task
from companion.rules.fight.declarations import DuelRules
from companion.rules.game import Action, JsonObject
from companion.rules.gong.cards import NUMBER_OF, cards_of, mask_of
from companion.rules.location_scoring import hold, tally_locations


def _play(bout: Bout, duel: ThreeLocations) -> Task[int]:
    state = bout.state
    cards = (bout.galaxy_cards(seat).bit_count() for seat in bout.sides)
    count = min(duel.max_cards, 3 * duel.per_location, *cards)
    sides = []
    for seat in bout.sides:
        state.places = [[], [], []]
        yield from _share_out(bout, seat, count, duel.per_location)
        sides.append(state.places)
    state.places = []
    for seat, places in zip(bout.sides, sides, strict=True):
        masks = [mask_of(place) for place in places]
        bout.show(seat, sum(masks))
        state.events.append(("places", seat, *masks))
    holdings = [[hold(NUMBER_OF[card] for card in place) for place in places] for places in sides]
    winner = tally_locations(list(zip(*holdings, strict=True))).winner
    return TIE if winner is None else bout.sides[winner]


def _share_out(bout: Bout, seat: int, count: int, per_location: int) -> Task[None]:
    """Choose k cards in ascending order, each with its location."""
    places = bout.state.places
    free = cards_of(bout.galaxy_cards(seat))
    for left in range(count, 0, -1):
        legal: tuple[Action, ...] = tuple(
            ("place", card, place)
            for card in free[: len(free) - left + 1]
            for place in range(3)
            if len(places[place]) < per_location
        )
        public = "Lay a card face down at a place."
        _, card, place = yield Decision(seat, "places", legal, "Lay {}.", public, {"left": left})
        places[int(place)].append(int(card))
        free = free[free.index(int(card)) + 1 :]


def _value(view: JsonObject, action: Action) -> int:
    """Lay high numbers, the next one where the sum is lowest of the first two locations."""
    number, place = NUMBER_OF[int(action[1])], int(action[2])
    if place == 2:
        return -100
    laid: list[int] = view["places"][place]
    return 20 * number - sum(NUMBER_OF[card] for card in laid) - int(action[1])


RULES: Final = DuelRules(play=_play, galaxy_cards=3, replay=False, valuations={"places": _value})
