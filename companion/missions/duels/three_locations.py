"""`three_locations`: cards shared over three places as in Guimenon."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, StrictInt

from companion.missions.verbs.duel import Duel
from companion.phrases import phrase


class ThreeLocations(Duel):
    """Both share k own cards over three places, at most `per_location` each; two places win (8.6.3)."""

    kind: Literal["three_locations"]
    scoring: Literal["guimenon"] = "guimenon"
    max_cards: Annotated[StrictInt, Field(ge=3, le=9)] = 6
    per_location: Annotated[StrictInt, Field(ge=1, le=9)] = 4

    number = 11
    ties = "possible"
    challenge = phrase(
        "duel",
        "{pair} secretly share out the same number of cards among 3 worlds, and whoever is stronger in 2 of them wins",
    )
    shown_cards = 6
    helper_fields = (
        "max_cards",
        "per_location",
    )


KIND: Final = ThreeLocations
