"""`largest_galaxy`: the biggest group of one galaxy."""

from __future__ import annotations

from typing import Final, Literal

from companion.missions.verbs.duel import Duel
from companion.phrases import phrase


class LargestGalaxy(Duel):
    """The biggest group of one galaxy in the hand wins; equal: the higher sum of that group."""

    kind: Literal["largest_galaxy"]

    number = 13
    ties = "possible"
    challenge = phrase("duel", "{pair} each show the cards of your biggest galaxy, and the bigger group wins")
    shown_cards = 6


KIND: Final = LargestGalaxy
