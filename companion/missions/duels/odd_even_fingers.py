"""`odd_even_fingers`: odd or even, by fingers."""

from __future__ import annotations

from typing import Final, Literal

from companion.missions.verbs.duel import Duel, Style
from companion.phrases import phrase


class OddEvenFingers(Duel):
    """Self says odd or even, both show 0-5 fingers; the sum decides; no tie."""

    kind: Literal["odd_even_fingers"]

    number = 15
    ties = "never"
    challenge = phrase("duel", "say odd or even, then show 0 to 5 fingers at the same time as {who}")

    @property
    def style(self) -> Style:
        """Return the words about the total of all fingers."""
        return "fingers"


KIND: Final = OddEvenFingers
