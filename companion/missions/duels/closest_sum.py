"""`closest_sum`: 2 cards each, the sum nearest to a target wins."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, StrictInt

from companion.missions.verbs.duel import Duel
from companion.phrases import phrase


class ClosestSum(Duel):
    """Each lays 2 cards; the sum nearest to `target` wins, at equal distance the lower sum; one replay on a tie."""

    kind: Literal["closest_sum"]
    cards: Literal[2] = 2
    target: Annotated[StrictInt, Field(ge=2, le=12)] = 7

    number = 2
    ties = "possible"
    challenge = phrase("duel", "{pair} each show 2 cards at the same time, and the sum closer to {target} wins")
    shown_cards = 2
    helper_fields = ("target",)

    def measure(self) -> str:
        """Return the target."""
        return str(self.target)


KIND: Final = ClosestSum
