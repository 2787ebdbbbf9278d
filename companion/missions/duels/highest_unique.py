"""`highest_unique`: everybody at once, the highest number shown only once wins."""

from __future__ import annotations

from typing import Final, Literal

from companion.missions.verbs.duel import Duel
from companion.phrases import phrase


class HighestUnique(Duel):
    """Everybody lays 1 card at once; the highest number shown exactly once wins; `vs` is always `others`."""

    kind: Literal["highest_unique"]
    vs: Literal["others"]
    cards: Literal[1] = 1

    number = 17
    ties = "possible"
    challenge = phrase(
        "duel", "everybody shows 1 card at the same time, and the highest number that appears only once wins"
    )
    shown_cards = 1


KIND: Final = HighestUnique
