"""`highest_xphere`: 1 card each, the higher number wins."""

from __future__ import annotations

from typing import Final, Literal

from companion.missions.verbs.duel import Duel
from companion.phrases import phrase


class HighestXphere(Duel):
    """Each lays 1 card face down, both show; the higher number wins; one replay on a tie."""

    kind: Literal["highest_xphere"]
    cards: Literal[1] = 1

    number = 1
    ties = "possible"
    challenge = phrase("duel", "{pair} each show 1 card at the same time, and the higher number wins")
    shown_cards = 1


KIND: Final = HighestXphere
