"""`memory_sequence`: a growing sequence of colours on the phone."""

from __future__ import annotations

from typing import Final, Literal

from companion.missions.verbs.duel import Duel
from companion.phrases import phrase


class MemorySequence(Duel):
    """Phone: a growing sequence of the six xphere colours, players alternate; the first mistake loses, 12 is a tie."""

    kind: Literal["memory_sequence"]
    phone: Literal[True] = True

    number = 6
    ties = "possible"
    challenge = phrase("duel", "play the memory game on the phone {with_}, and the first to make a mistake loses")


KIND: Final = MemorySequence
