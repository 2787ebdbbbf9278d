"""`rock_paper_scissors`: until one side has enough wins."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, StrictInt

from companion.missions.verbs.duel import Duel
from companion.phrases import phrases


class RockPaperScissors(Duel):
    """Rock, paper, scissors until one side has won `first_to` times."""

    kind: Literal["rock_paper_scissors"]
    first_to: Annotated[StrictInt, Field(ge=1, le=5)] = 2

    number = 3
    ties = "never"
    challenge = phrases(
        "duel",
        "play 1 round of rock-paper-scissors {with_}",
        "play rock-paper-scissors {with_} until one of you has {n} wins",
    )
    counted = "first_to"
    helper_fields = ("first_to",)

    def measure(self) -> str:
        """Return the number of wins, if it is more than one."""
        return f"{self.first_to}×" if self.first_to > 1 else ""


KIND: Final = RockPaperScissors
