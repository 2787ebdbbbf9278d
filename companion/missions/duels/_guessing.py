"""What the duels share in which one side guesses a card that the other one hides."""

from __future__ import annotations

from typing import Literal

from companion.missions.pictograms import ME, Sign
from companion.missions.verbs.duel import Duel, Style


class GuessingDuel(Duel):
    """The hider fixes a card; the guesser has some tries."""

    tries: int
    guesser: Literal["self", "opponent"] = "self"

    counted = "tries"
    helper_fields = ("tries", "guesser")

    @property
    def style(self) -> Style:
        """Return who guesses: winning is guessing, or not being guessed."""
        return self.guesser

    def measure(self) -> str:
        """Return the number of tries."""
        return f"{self.tries}×"

    def sides(self, other: Sign) -> tuple[Sign, ...]:
        """Return the thinking guesser before the hider."""
        guesser, hider = (ME, other) if self.guesser == "self" else (other, ME)
        return guesser, Sign("think"), Sign(self.kind, self.measure()), hider
