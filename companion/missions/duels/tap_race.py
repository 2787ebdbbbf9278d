"""`tap_race`: more taps in a few seconds."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, StrictInt

from companion.missions.verbs.duel import Duel
from companion.phrases import phrases


class TapRace(Duel):
    """Phone: more taps in `seconds` seconds."""

    kind: Literal["tap_race"]
    phone: Literal[True] = True
    seconds: Annotated[StrictInt, Field(ge=2, le=30)] = 5

    number = 8
    ties = "possible"
    challenge = phrases(
        "duel",
        "have a tap race on the phone {with_}, and whoever taps more in {n} second wins",
        "have a tap race on the phone {with_}, and whoever taps more in {n} seconds wins",
    )
    counted = "seconds"
    helper_fields = ("seconds",)


KIND: Final = TapRace
