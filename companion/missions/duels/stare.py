"""`stare`: who laughs first."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, StrictInt

from companion.missions.verbs.duel import Duel
from companion.phrases import phrase


class Stare(Duel):
    """Who laughs or speaks first loses, people judge; a tie after `seconds` seconds."""

    kind: Literal["stare"]
    manual: Literal[True] = True
    seconds: Annotated[StrictInt, Field(ge=5, le=120)] = 60

    number = 16
    ties = "possible"
    challenge = phrase("duel", "look {who} in the eyes, and the first to laugh or speak loses")
    helper_fields = ("seconds",)


KIND: Final = Stare
