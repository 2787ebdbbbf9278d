"""`higher_lower`: calls about the next card of the pile."""

from __future__ import annotations

from typing import Final, Literal

from companion.missions.verbs.duel import Duel
from companion.phrases import phrase


class HigherLower(Duel):
    """Turn up the pile top; in turn call higher, lower or equal for the next card; the first wrong call loses."""

    kind: Literal["higher_lower"]
    uses_pile: Literal[True] = True

    number = 12
    ties = "possible"
    challenge = phrase(
        "duel",
        "{pair} take turns guessing if the next card from the pile is higher or lower, and a wrong guess loses",
    )


KIND: Final = HigherLower
