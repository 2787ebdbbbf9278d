"""`name_galaxies`: names of galaxies in turn."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, StrictInt

from companion.missions.verbs.duel import Duel
from companion.phrases import phrases


class NameGalaxies(Duel):
    """Name galaxies in turn; a repeat, a wrong name or `seconds` of silence loses; all nine named is a tie."""

    kind: Literal["name_galaxies"]
    manual: Literal[True] = True
    seconds: Annotated[StrictInt, Field(ge=2, le=30)] = 5

    number = 18
    ties = "possible"
    challenge = phrases(
        "duel",
        "{pair} take turns naming galaxies, and the first to repeat one or wait {n} second loses",
        "{pair} take turns naming galaxies, and the first to repeat one or wait {n} seconds loses",
    )
    counted = "seconds"
    helper_fields = ("seconds",)


KIND: Final = NameGalaxies
