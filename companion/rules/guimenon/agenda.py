"""What is still to be resolved in a phase: plain data, so that a match can be saved in the middle of a chain."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated

from pydantic import Field

from companion.rules.guimenon.pieces import STRICT, LocationIndex, Natural, SeatIndex
from companion.rules.guimenon.pool import PLACES


@dataclass(slots=True)
class Frame:
    """An ability that waits or is being carried out.

    Attributes:
        place: where it is resolved: the place of its card when the phase began, or of the destroyed card.
        owner: the seat of the card; for a Location's On Destroyed the owner of the destroyed card; else None.
        piece: number of the card; None for an ability of the Location.
        ability: index among the abilities of the card or Location.
        begun: its condition has been asked.
        effect: index of the next effect.
        chosen: numbers of the pieces that the owner has chosen so far for the next effect.
    """

    __pydantic_config__ = STRICT

    place: LocationIndex
    owner: SeatIndex | None
    piece: int | None
    ability: Natural
    begun: bool = False
    effect: Natural = 0
    chosen: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Agenda:
    """What is still to be resolved in the present phase.

    Attributes:
        waiting: abilities whose place has not had its turn.
        at: next place to have its turn.
        first: who has priority at each place that has had its turn (7.3.6).
        stack: abilities that are being carried out, the innermost last.
        chain: triggered abilities of this phase so far.
        asking: the innermost ability waits for a choice of its owner.
    """

    __pydantic_config__ = STRICT

    waiting: list[Frame] = field(default_factory=list)
    at: Annotated[int, Field(ge=0, le=PLACES)] = PLACES
    first: Annotated[list[SeatIndex], Field(max_length=PLACES)] = field(default_factory=list)
    stack: list[Frame] = field(default_factory=list)
    chain: Natural = 0
    asking: bool = False

    def clone(self) -> Agenda:
        """Return an independent copy."""
        return replace(
            self,
            waiting=[replace(frame, chosen=list(frame.chosen)) for frame in self.waiting],
            first=list(self.first),
            stack=[replace(frame, chosen=list(frame.chosen)) for frame in self.stack],
        )
