"""`blind_battle`: a random card of each hand."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, StrictInt

from companion.missions.verbs.duel import Duel
from companion.phrases import phrase


class BlindBattle(Duel):
    """Each turns over a random card of the hand, the higher number wins; equal: again, at most `replays` times."""

    kind: Literal["blind_battle"]
    cards: Literal[1] = 1
    replays: Annotated[StrictInt, Field(ge=0, le=3)] = 3

    number = 14
    ties = "possible"
    challenge = phrase(
        "duel", "{pair} each turn over 1 card from your hand without looking, and the higher number wins"
    )
    shown_cards = 1
    helper_fields = ("replays",)


KIND: Final = BlindBattle
