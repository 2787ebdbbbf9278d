"""What a match is played with: the cards and Locations by id, and decks of them (rules/guimenon.md 7.1)."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.rules.game import JsonObject
from companion.rules.guimenon.ability_text import card_text
from companion.rules.guimenon.language import Being, CardDeck, Item, Location, LocationDeck, PoolCard, TokenBeing

PLACES: Final = 3
"""Locations in a row: left, centre, right (7.2.1)."""

PLACE_NAMES: Final = ("left", "centre", "right")

SMALLEST_DECK: Final = 12
"""Fewest cards of a deck (7.1.1)."""


@dataclass(frozen=True)
class Pool:
    """All cards that decks may hold, the tokens their abilities make, and the Locations.

    Attributes:
        cards: Beings and Items by id.
        tokens: tokens by id; no id is also a card's.
        locations: Locations by id.
    """

    cards: Mapping[str, Being | Item]
    tokens: Mapping[str, TokenBeing]
    locations: Mapping[str, Location]

    def card(self, name: str) -> PoolCard:
        """Return the card or token with this id; KeyError if there is none."""
        found = self.cards.get(name)
        return self.tokens[name] if found is None else found

    @functools.cached_property
    def printed(self) -> Mapping[str, str]:
        """Return what is printed on each card and token, as JSON text by id; see `view`."""
        return {name: json.dumps(self._printed(card)) for name, card in (*self.cards.items(), *self.tokens.items())}

    def _printed(self, card: PoolCard) -> JsonObject:
        return {
            "id": card.id,
            "name": card.name,
            "kind": "item" if isinstance(card, Item) else "being",
            "cost": card.cost,
            "stars": None if isinstance(card, Item) else card.stars,
            "types": list(card.types),
            "text": card_text(self.tokens, card),
            "abilities": [
                ability.model_dump(mode="json", by_alias=True, exclude_defaults=True) for ability in card.abilities
            ],
        }


@dataclass(frozen=True)
class Setup:
    """A pool with the decks of one match.

    Attributes:
        pool: what the ids mean.
        decks: the deck of each seat.
        locations: the shared deck of Locations.
    """

    pool: Pool
    decks: tuple[CardDeck, CardDeck]
    locations: LocationDeck
