"""What lies where in Gnoming A Round, its copies and its checks; the rules that change it are in `state`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias

from companion.rules.game import Action, InvariantError, JsonObject, State
from companion.rules.gnoming.cards import GnomingCard
from companion.rules.grid import CELLS, HAZARD, MULLIGAN

if TYPE_CHECKING:
    from companion.rules.gnoming.game import Gnoming

GnomingPhase: TypeAlias = Literal["start", "draw", "place", "bounce", "discard", "flip", "over"]
CardSource: TypeAlias = Literal["pile", "A", "B", "grid"]


class GnomingPosition(State):
    """What lies where at one moment of a match.

    Attributes:
        round: number of the round, 1 first.
        grids: nine cards of each seat, row by row.
        up: which of them lie face up.
        chosen: the two places each seat has chosen to turn over at the start, hidden until all have chosen.
        pile: the draw pile, the top last.
        discards: the discard piles A and B, the top last.
        removed: Hazards out of the game for this round.
        held: the card that the player is about to place or discard; `source` is where it came from (`grid`: bounced,
            or replaced and about to be discarded).
        filled: places filled in this turn.
        flippers: seats that may still turn over a card for a discarded Hazard.
        closer: who first had no face-down card after their own turn.
        turns: turns taken in this round.
        turn_seat: whose turn it is; differs from `player` only while others turn over cards for a Hazard.
        sheet: the points of each seat in each finished round.
        reveal: what everybody saw at the end of the last finished round.
        phase: what is decided now.
        player: who decides, None when the match is over.
    """

    game: Gnoming
    seats: int
    seed: int
    match: int
    round: int
    grids: list[list[GnomingCard]]
    up: list[list[bool]]
    chosen: list[list[int]]
    pile: list[GnomingCard]
    discards: dict[str, list[GnomingCard]]
    removed: int
    held: GnomingCard | None
    source: CardSource | None
    filled: list[int]
    flippers: list[int]
    closer: int | None
    turns: int
    turn_seat: int
    sheet: list[list[int]]
    reveal: JsonObject | None
    phase: GnomingPhase
    player: int | None
    _legal: tuple[Action, ...] | None
    _public_events: list[str]

    @property
    def scores(self) -> list[int]:
        """Return the total of each seat."""
        return [sum(points[seat] for points in self.sheet) for seat in range(self.seats)]

    def face_down(self, seat: int) -> list[int]:
        """Return the places of the face-down cards of a seat."""
        return [place for place, up in enumerate(self.up[seat]) if not up]

    def mulligans(self, seat: int) -> list[int]:
        """Return the places of the face-up Mulligans of a seat."""
        return [place for place, card in enumerate(self.grids[seat]) if card == MULLIGAN and self.up[seat][place]]

    def copy_reveal(self) -> JsonObject | None:
        """Return a copy of `reveal`."""
        if self.reveal is None:
            return None
        lists = {key: list(self.reveal[key]) for key in ("grid_scores", "points")}
        return {**self.reveal, **lists, "grids": [list(grid) for grid in self.reveal["grids"]]}

    def clone(self) -> Self:
        """Return an independent copy."""
        return self.from_json(self.game, self.to_json())

    def to_json(self) -> JsonObject:
        """Return the whole state, secrets included."""
        return {
            "seats": self.seats,
            "seed": self.seed,
            "match": self.match,
            "round": self.round,
            "phase": self.phase,
            "player": self.player,
            "turn_seat": self.turn_seat,
            "turns": self.turns,
            "grids": [list(grid) for grid in self.grids],
            "up": [list(up) for up in self.up],
            "chosen": [list(places) for places in self.chosen],
            "pile": list(self.pile),
            "discards": {letter: list(cards) for letter, cards in self.discards.items()},
            "removed": self.removed,
            "held": self.held,
            "source": self.source,
            "filled": list(self.filled),
            "flippers": list(self.flippers),
            "closer": self.closer,
            "sheet": [list(points) for points in self.sheet],
            "reveal": self.copy_reveal(),
        }

    @classmethod
    def from_json(cls, game: Gnoming, data: Mapping[str, Any]) -> Self:
        """Return the state that `to_json` wrote."""
        state = cls.__new__(cls)
        state.game = game
        state.seats, state.seed, state.match = data["seats"], data["seed"], data["match"]
        state.round, state.phase, state.player = data["round"], data["phase"], data["player"]
        state.turn_seat, state.turns = data["turn_seat"], data["turns"]
        state.grids = [list(grid) for grid in data["grids"]]
        state.up = [list(up) for up in data["up"]]
        state.chosen = [list(places) for places in data["chosen"]]
        state.pile = list(data["pile"])
        state.discards = {letter: list(cards) for letter, cards in data["discards"].items()}
        state.removed = data["removed"]
        state.held, state.source = data["held"], data["source"]
        state.filled, state.flippers = list(data["filled"]), list(data["flippers"])
        state.closer = data["closer"]
        state.sheet = [list(points) for points in data["sheet"]]
        state.reveal = data["reveal"]
        state.reveal = state.copy_reveal()
        state._legal = None
        state._public_events = []
        return state

    def check_invariants(self) -> None:
        """Raise InvariantError unless all 110 cards are in one place each, counts agree and a seat can act."""
        cards = Counter(self.pile)
        for place in (*self.grids, *self.discards.values()):
            cards += Counter(place)
        cards += Counter({HAZARD: self.removed})
        if self.held is not None:
            cards += Counter([self.held])
        holding = self.phase in ("place", "bounce", "discard")
        rules = {
            "the cards are not the deck": cards == Counter(self.game.cards),
            "a grid has not nine cards": all(len(grid) == len(up) == CELLS for grid, up in self._grids()),
            "a card is held at the wrong time": holding == (self.held is not None) == (self.source is not None),
            "a filled place is face down": all(self.up[self.turn_seat][place] for place in self.filled),
            "a Hazard was discarded": all(HAZARD not in cards for cards in self.discards.values()),
            "the closer has a face-down card": self.closer is None or not self.face_down(self.closer),
            "nobody can act": (self.player is None) == (self.phase == "over") == (not self.legal_actions()),
            "the wrong player decides": self.phase in ("start", "flip", "over") or self.player == self.turn_seat,
            "the rounds and the sheet disagree": len(self.sheet) == self.round - (self.phase != "over"),
        }
        for sentence, holds in rules.items():
            if not holds:
                raise InvariantError(f"Gnoming A Round, round {self.round}: {sentence}.")

    def _grids(self) -> list[tuple[list[GnomingCard], list[bool]]]:
        """Return the grid of each seat with what lies face up."""
        return list(zip(self.grids, self.up, strict=True))
