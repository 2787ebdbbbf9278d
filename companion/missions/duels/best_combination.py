"""`best_combination`: the best combination of Gang of Four."""

from __future__ import annotations

from typing import Final, Literal

from companion.missions.verbs.duel import Duel
from companion.phrases import phrase


class BestCombination(Duel):
    """Each lays the best set of at most `max_cards` cards by the order of 8.6.1; no tie."""

    kind: Literal["best_combination"]
    ranking: Literal["gang_of_four"] = "gang_of_four"
    max_cards: Literal[5] = 5

    number = 9
    ties = "jokers only"
    challenge = phrase("duel", "{pair} each show your best combination of up to 5 cards, and the better one wins")
    shown_cards = 5
    helper_fields = ("max_cards",)


KIND: Final = BestCombination
