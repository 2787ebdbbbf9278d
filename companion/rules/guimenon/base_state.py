"""A position of Guimenon: its parts, whose turn it is and who would win; the rules that change it are in `state`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal, TypeAlias

from companion.rules.game import State
from companion.rules.guimenon.agenda import Agenda
from companion.rules.guimenon.board import Board
from companion.rules.guimenon.pieces import GuimenonTable
from companion.rules.guimenon.pool import PLACES, Setup
from companion.rules.guimenon.resolve import Resolver
from companion.rules.location_scoring import LocationTally, tally_locations

GuimenonPhase: TypeAlias = Literal["draw", "discard", "open", "plan", "on_reveal", "end_of_turn", "end_of_game", "over"]
"""Where in a turn; `draw` and `open` never wait for a decision unless an ability asks for a choice."""


class GuimenonPosition(State):
    """One moment of a match of Guimenon.

    Attributes:
        setup: pool and decks.
        table: where every card lies.
        agenda: abilities that are still to be resolved.
        phase: where in the turn.
        planned: which seats have finished their plan of this turn.
    """

    TURNS: ClassVar[int] = 6
    HAND_LIMIT: ClassVar[int] = 7

    seats = 2

    def __init__(
        self, setup: Setup, table: GuimenonTable, agenda: Agenda, phase: GuimenonPhase, planned: list[bool]
    ) -> None:
        self.setup = setup
        self.table = table
        self.agenda = agenda
        self.phase: GuimenonPhase = phase
        self.planned = planned
        self.board = Board(setup.pool, table)
        self._public_events: list[str] = []
        self.resolver = Resolver(self.board, agenda, self._public_events.append)

    def current_player(self) -> int | None:
        """Return the seat that must decide now, or None when the match is over."""
        if self.phase == "over":
            return None
        if self.agenda.asking:
            return self.agenda.stack[-1].owner
        waiting = self._over_limit() if self.phase == "discard" else [s for s in self._order() if not self.planned[s]]
        return waiting[0]

    def result(self) -> LocationTally | None:
        """Return the final count (7.7), None before the end."""
        return self.count() if self.phase == "over" else None

    def count(self) -> LocationTally:
        """Return the count as if the match ended now."""
        return tally_locations(
            [(self.board.holding(place, 0), self.board.holding(place, 1)) for place in range(PLACES)]
        )

    def _order(self) -> Sequence[int]:
        """Return the seats in the order in which they decide on a shared screen (7.2.2)."""
        return (self.table.starter, 1 - self.table.starter)

    def _over_limit(self) -> list[int]:
        return [seat for seat in self._order() if len(self.table.hands[seat]) > self.HAND_LIMIT]
