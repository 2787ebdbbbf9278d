"""`guess_number`: one side guesses the number of a hidden card."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, StrictInt

from companion.missions.duels._guessing import GuessingDuel
from companion.phrases import phrases

CHALLENGE: Final = {
    "self": phrases(
        "duel",
        "{who} hides 1 of their cards, and you have {n} try to guess its number",
        "{who} hides 1 of their cards, and you have {n} tries to guess its number",
    ),
    "opponent": phrases(
        "duel",
        "hide 1 of your cards, and {who} has {n} try to guess its number",
        "hide 1 of your cards, and {who} has {n} tries to guess its number",
    ),
}


class GuessNumber(GuessingDuel):
    """The hider fixes a card; the guesser has `tries` tries at 1-6 and hears "higher" or "lower" after a wrong one."""

    kind: Literal["guess_number"]
    tries: Annotated[StrictInt, Field(ge=1, le=5)] = 2

    number = 4
    ties = "jokers only"
    challenge = CHALLENGE


KIND: Final = GuessNumber
