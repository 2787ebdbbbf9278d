"""`grid_3x3`: a grid scored as in Gnoming."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, StrictInt

from companion.missions.verbs.duel import Duel
from companion.phrases import phrase


class Grid3x3(Duel):
    """Both lay k own cards into a 3 x 3 grid, at most `max_cards`; the lower score of 8.6.2 wins."""

    kind: Literal["grid_3x3"]
    scoring: Literal["gnoming"] = "gnoming"
    max_cards: Annotated[StrictInt, Field(ge=3, le=9)] = 9

    number = 10
    ties = "possible"
    challenge = phrase("duel", "{pair} each lay the same number of cards in a 3 by 3 grid, and the lower score wins")
    shown_cards = 9
    helper_fields = ("max_cards",)


KIND: Final = Grid3x3
