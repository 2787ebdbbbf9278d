"""Bots for Guimenon. `greedy` plays what gives most Stars now; `cautious` plans the turn and minds what may follow.

Both read cards as players do: from what is printed on them, in the words of the ability language (docs/guimenon.md).
Nothing is known about single cards, so they play any pool. What an ability is worth is an estimate.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final

from companion.chance import Chance
from companion.rules.game import Action, JsonObject

LAST_TURN: Final = 6
SPREAD: Final = 2.7
"""Stars by which a lead at a place is uncertain for each root of Moon still to come; found by playing."""

SUM: Final = 0.02
"""What a Star more counts beside the places that are held; found by playing."""

CARD: Final = 1.0
"""Estimated Stars that a card more in the hand is worth."""

TOKEN: Final = 1.5
"""Estimated Stars of a token, which the view does not show before it is in play."""


def greedy(view: JsonObject, legal: Sequence[Action], chance: Chance, /) -> Action:  # noqa: ARG001 - a Bot
    """Play the card that gives most Stars now, where they turn a Location if they can."""
    reading = Reading(view)
    if view["phase"] == "choose":
        return _choose(reading, legal, sum)
    if view["phase"] == "discard":
        return _discard(reading, legal)
    plays = [action for action in legal if action[0] == "play"]
    leads = reading.leads()

    def gain(action: Action) -> tuple[float, float]:
        card, place = reading.cards[str(action[1])], int(action[2])
        stars = reading.worth(card, place)
        turns = leads[place] <= 0 < leads[place] + stars
        return stars + 3 * turns, -leads[place]

    best = max(plays, key=gain, default=("done",))
    return best if best != ("done",) and gain(best)[0] > 0 else ("done",)


def cautious(view: JsonObject, legal: Sequence[Action], chance: Chance, /) -> Action:  # noqa: ARG001 - a Bot
    """Play the first card of the plan after which most Locations can be expected to be held at the end."""
    reading = Reading(view)
    if view["phase"] == "choose":
        return _choose(reading, legal, reading.outlook)
    if view["phase"] == "discard":
        return _discard(reading, legal)
    offers: dict[str, list[int]] = {}
    for action in legal:
        if action[0] == "play":
            offers.setdefault(str(action[1]), []).append(int(action[2]))
    worth = {(card, place): reading.worth(reading.cards[card], place) for card in offers for place in offers[card]}
    best: tuple[float, list[tuple[str, int]]] = (-math.inf, [])
    plans = _plans(list(offers.items()), worth, reading.cards, view["moon"], reading.leads())
    for plan, leads in plans:
        value = reading.outlook(leads)
        if value > best[0] + 1e-12:
            best = (value, plan)
    if not best[1]:
        return ("done",)
    card, place = min(best[1], key=lambda play: reading.order(play[0]))
    return ("play", card, place)


def _plans(
    offers: Sequence[tuple[str, list[int]]],
    worth: dict[tuple[str, int], float],
    cards: dict[str, JsonObject],
    moon: int,
    leads: list[float],
) -> Iterator[tuple[list[tuple[str, int]], list[float]]]:
    """Yield every set of plays that the Moon allows, with the leads it would bring.

    It may count on more room than there is; then the next look at the legal actions makes another plan.
    """
    if not offers:
        yield [], leads
        return
    (card, spots), rest = offers[0], offers[1:]
    yield from _plans(rest, worth, cards, moon, leads)
    cost = cards[card]["cost"]
    if cost <= moon:
        for place in spots:
            after = [lead + worth[card, place] * (here == place) for here, lead in enumerate(leads)]
            for plan, result in _plans(rest, worth, cards, moon - cost, after):
                yield [(card, place), *plan], result


def _choose(reading: Reading, legal: Sequence[Action], value: Any) -> Action:
    """Choose the card, or no more cards, after which the leads are worth most."""
    leads = reading.leads()
    choice = reading.view["choice"]

    def after(action: Action) -> float:
        outcomes = reading.outcomes(int(action[1]), choice) if action[0] == "choose" else [[0.0, 0.0, 0.0]]
        values = [value([lead + change for lead, change in zip(leads, outcome, strict=True)]) for outcome in outcomes]
        return float(sum(values) / len(values))

    return max(legal, key=after)


def _discard(reading: Reading, legal: Sequence[Action]) -> Action:
    """Discard the card that is worth least for the Moon that is still to come."""
    return min(legal, key=lambda action: reading.worth(reading.cards[str(action[1])], 0))


class Reading:
    """A view as a player reads it: what is printed, who leads where, what a card would bring."""

    def __init__(self, view: JsonObject) -> None:
        self.view = view
        self.me: int = view["seat"]
        self.turns_left: int = LAST_TURN - view["turn"]
        self.cards: dict[str, JsonObject] = {**view["cards"], **{card["id"]: card for card in view["hand"]}}
        self.planned = [(plan["card"], plan["place"]) for plan in view["plan"]]

    # Who leads

    def leads(self) -> list[float]:
        """Return by how many Stars this seat leads at each place, its plan included as far as it can be estimated."""
        leads = [float(place["stars"][self.me] - place["stars"][1 - self.me]) for place in self.view["places"]]
        planned, self.planned = self.planned, []
        for card, place in planned:
            leads[place] += self.worth(self.cards[card], place)
            self.planned.append((card, place))
        return leads

    def outlook(self, leads: Sequence[float]) -> float:
        """Return how many places this seat can expect to hold at the end, and a little for the sum.

        What both sides will still add is unknown: a spread that grows with the Moon of the turns to come. So a long
        lead at one place is worth less than a short one at each of two.
        """
        moon = sum(range(self.view["turn"], LAST_TURN + 1))
        return sum(math.erf(lead / (SPREAD * math.sqrt(moon))) + SUM * lead for lead in leads)

    def order(self, card: str) -> tuple[bool, int]:
        """Return when in a plan a card is best laid: those first whose On Reveal does nothing for the others."""
        printed = self.cards[card]
        return any(ability["on"] == "reveal" for ability in printed["abilities"]), -printed["cost"]

    # What a card is worth

    def worth(self, card: JsonObject, place: int) -> float:
        """Return the estimated Stars that a card would bring this seat if it were played at a place."""
        value = float(card["stars"] or 0)
        value += sum(self._ability(ability, card, place) for ability in card["abilities"])
        return value + self._received(card, place)

    def _received(self, card: JsonObject, place: int) -> float:
        """Return what Continuous abilities of this seat in play would give the new card."""
        total = 0.0
        for here, piece, side in self._pieces():
            if side != self.me or card["stars"] is None:
                continue
            for ability in self.cards[piece["id"]]["abilities"]:
                if ability["on"] != "continuous" or "if" in ability:
                    continue
                for word, effect in self._effects(ability):
                    of: Any = effect.get("of")
                    if word != "stars" or of == "self" or of.get("side", "mine") == "theirs":
                        continue
                    if (of.get("where", "here") == "anywhere" or here == place) and self._fits(card, of):
                        total += effect.get("by", 0) + (effect.get("times", 1) - 1) * card["stars"]
        return total

    def _ability(self, ability: JsonObject, card: JsonObject, place: int) -> float:
        """Return the estimated Stars that one ability brings."""
        if "if" in ability and not self._holds(ability["if"], place):
            return 0.0
        value = sum((self._effect(word, effect, card, place) for word, effect in self._effects(ability)), 0.0)
        times = {"end_of_turn": self.turns_left + 1.0, "destroyed": 0.3}  # how often it will act
        return value * times.get(ability["on"], 1.0)

    def _effects(self, ability: JsonObject) -> Iterator[tuple[str, JsonObject]]:
        for effect in ability["do"]:
            yield from effect.items()

    def _effect(self, word: str, effect: JsonObject, card: JsonObject, place: int) -> float:
        """Return the estimated Stars that one effect brings."""
        match word:
            case "stars":
                return self._stars(effect, card, place)
            case "place_stars":
                stars = self.view["places"][place]["stars"]
                signs = self._signs(effect.get("whose", "me"), place)
                by = effect.get("by", 0) * self._per(effect, place)
                factor = effect.get("times", 1) - 1
                return float(sum(sign * (by + factor * stars[seat]) for seat, sign in signs))
            case "draw" | "discard":
                sign = CARD if word == "draw" else -CARD
                left = {seat: self.view["decks" if word == "draw" else "hands"][seat] for seat in (0, 1)}
                signs = self._signs(effect.get("whose", "me"), place)
                cards = sum(sign * s * min(effect.get("n", 1), left[seat]) for seat, s in signs)
                return float(cards) if self.turns_left else 0.0
            case "moon":
                moon = sum(sign * effect["n"] for _, sign in self._signs(effect.get("whose", "me"), place))
                return 1.2 * moon if self.turns_left else 0.0
            case "token":
                sides = sum(sign for _, sign in self._signs(effect.get("whose", "me"), place))
                return float(TOKEN * effect.get("n", 1) * sides)
            case "limit" | "slots":
                whose = effect.get("whose", "me" if word == "limit" else "both")
                sides = sum(sign for _, sign in self._signs(whose, place))
                return -0.5 * sides if self.turns_left else 0.0
            case "protect":
                return 0.5
        return self._cards_moved(word, effect, place)

    def _stars(self, effect: JsonObject, card: JsonObject, place: int) -> float:
        by, times = effect.get("by", 0) * self._per(effect, place), effect.get("times", 1) - 1
        of = effect["of"]
        if of == "self":
            return float(by + times * (card["stars"] or 0))
        found = self._picked(of, place)
        total = float(sum(sign * (by + times * stars) for sign, stars in found))
        if of.get("pick", "all") == "all" and of.get("side", "mine") != "theirs" and self.turns_left:
            total += 0.4 * by * min(2, self.turns_left)  # Beings that will still come
        return total

    def _cards_moved(self, word: str, effect: JsonObject, place: int) -> float:
        """Return the estimated Stars of destroying, copying, moving and recalling."""
        of = effect["of"]
        if of == "self":
            return 0.0
        found = self._picked(of, place)
        if of.get("up_to"):
            found = [(sign, stars) for sign, stars in found if sign < 0 or word in ("copy", "move")]
        if word == "copy":
            return float(sum(max(0, stars) for _, stars in found))
        if word == "destroy":
            return float(sum(-sign * (stars + 0.5) for sign, stars in found))
        return sum((0.5 if sign < 0 else 0.3) * max(0, stars) for sign, stars in found)

    # Cards in play

    def _pieces(self) -> Iterator[tuple[int, JsonObject, int]]:
        """Yield every card in play with its place and seat."""
        for here, place in enumerate(self.view["places"]):
            for seat in (0, 1):
                for piece in place["cards"][seat]:
                    yield here, piece, seat

    def _fits(self, card: JsonObject, target: JsonObject) -> bool:
        """Return True if what is printed on a card passes the filters of a target."""
        kind = target.get("kind", "being")
        return (
            kind in ("card", card["kind"])
            and ("type" not in target or target["type"] in card["types"])
            and target.get("cost_at_least", 0) <= card["cost"] <= target.get("cost_at_most", 99)
        )

    def _targets(self, target: JsonObject, place: int) -> list[tuple[int, int, int]]:
        """Return sign (mine 1, theirs -1), Stars and cost of each card that a target means, own plans included."""
        where, side = target.get("where", "here"), target.get("side", "mine")
        cards = [(here, card["id"], card["stars"], 1 if seat == self.me else -1) for here, card, seat in self._pieces()]
        cards += [(here, card, self.cards[card]["stars"], 1) for card, here in self.planned]
        return [
            (sign, stars or 0, self.cards[name]["cost"])
            for here, name, stars, sign in cards
            if (where == "anywhere" or (here == place) == (where == "here"))
            and side in ("both", "mine" if sign > 0 else "theirs")
            and self._fits(self.cards[name], target)
            and target.get("stars_at_least", -99) <= (stars or 0) <= target.get("stars_at_most", 99)
        ]

    def _picked(self, target: JsonObject, place: int) -> list[tuple[int, float]]:
        """Return sign and Stars of the cards that a target would pick; a blind pick has the mean of all."""
        found = self._targets(target, place)
        pick, n = target.get("pick", "all"), target.get("n", 1)
        if pick == "all" or not found:
            return [(sign, float(stars)) for sign, stars, _ in found]
        if pick == "random":
            mean = sum(sign * stars for sign, stars, _ in found) / len(found)
            return [(1 if mean >= 0 else -1, abs(mean))] * min(n, len(found))
        key = 2 if pick in ("dearest", "cheapest") else 1
        found.sort(key=lambda card: card[key], reverse=pick not in ("weakest", "cheapest"))
        return [(sign, float(stars)) for sign, stars, _ in found[:n]]

    def _per(self, effect: JsonObject, place: int) -> int:
        per = effect.get("per")
        return 1 if per is None else self._count(per, place)

    def _count(self, per: Any, place: int) -> int:
        if per == "hand":
            return max(0, len(self.view["hand"]) - 1 - self.turns_left)  # most of it will be played until the end
        counted: list[Any] = self.view["discards"][self.me] if per == "discard" else self._targets(per, place)
        return len(counted)

    def _holds(self, condition: JsonObject, place: int) -> bool:
        count = self._count(condition["count"], place)
        return bool(condition.get("at_least", 0) <= count <= condition.get("at_most", 99))

    def _signs(self, whose: str, place: int) -> list[tuple[int, int]]:
        """Return the seats that `whose` means with their signs; who has fewer cards is taken as it is now."""
        mine, theirs = (self.me, 1), (1 - self.me, -1)
        if whose in ("me", "opponent", "both"):
            return {"me": [mine], "opponent": [theirs], "both": [mine, theirs]}[whose]
        own, other = (len(self.view["places"][place]["cards"][seat]) for seat in (self.me, 1 - self.me))
        if own == other:
            return []
        return [mine] if (own < other) == (whose == "fewer_cards") else [theirs]

    # Choices

    def outcomes(self, number: int, choice: JsonObject) -> list[list[float]]:
        """Return how the leads would change if this card were chosen: one list for each outcome, all equally likely."""
        here, piece, seat = next(found for found in self._pieces() if found[1]["number"] == number)
        sign, stars = (1 if seat == self.me else -1), float(piece["stars"] or 0)
        ((word, effect),) = choice["effect"].items()
        if word == "stars":
            return [_at({here: sign * effect.get("by", 0)})]
        if word == "destroy":
            last = [ability for ability in self.cards[piece["id"]]["abilities"] if ability["on"] == "destroyed"]
            left = sum(self._ability({**ability, "on": "reveal"}, piece, here) for ability in last)
            return [_at({here: sign * (left - stars)})]
        if word == "recall":  # half of the Stars may come back with another play
            return [_at({here: -sign * (0.5 * stars + CARD)})]
        if word == "copy":
            return [_at({choice["place"]: stars})]
        ends = {"here": [choice["place"]], "left": [here - 1], "right": [here + 1], "random": [0, 1, 2]}[effect["to"]]
        ends = [end for end in ends if 0 <= end < 3 and end != here]
        return [_at({here: -sign * stars, end: sign * stars}) for end in ends] or [_at({})]


def _at(changes: dict[int, float]) -> list[float]:
    """Return the changes of the three leads."""
    return [changes.get(place, 0.0) for place in range(3)]
