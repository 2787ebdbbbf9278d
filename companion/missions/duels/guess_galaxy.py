"""`guess_galaxy`: one side guesses the galaxy of a hidden card."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, StrictInt

from companion.missions.duels._guessing import GuessingDuel
from companion.phrases import phrases

CHALLENGE: Final = {
    "self": phrases(
        "duel",
        "{who} hides 1 of their cards, and you have {n} try to guess its galaxy",
        "{who} hides 1 of their cards, and you have {n} tries to guess its galaxy",
    ),
    "opponent": phrases(
        "duel",
        "hide 1 of your cards, and {who} has {n} try to guess its galaxy",
        "hide 1 of your cards, and {who} has {n} tries to guess its galaxy",
    ),
}


class GuessGalaxy(GuessingDuel):
    """The hider fixes a card; the guesser has `tries` tries at its galaxy out of nine."""

    kind: Literal["guess_galaxy"]
    tries: Annotated[StrictInt, Field(ge=1, le=8)] = 3

    number = 5
    ties = "jokers only"
    challenge = CHALLENGE


KIND: Final = GuessGalaxy
