"""What one effect does to the table (docs/guimenon.md; rules/guimenon.md 7.4-7.6).

Continuous effects are not here: they are derived, see `board`.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.game import InvariantError
from companion.rules.guimenon.ability_text import cards_text, stars_text
from companion.rules.guimenon.board import AbilitySource, Board, places
from companion.rules.guimenon.language import (
    CopyEffect,
    Destination,
    DestroyEffect,
    DiscardEffect,
    DrawEffect,
    Effect,
    LimitEffect,
    MoonEffect,
    MoveEffect,
    Of,
    PlaceStarsEffect,
    ProtectEffect,
    RecallEffect,
    SlotsEffect,
    StarsEffect,
    Target,
    TokenEffect,
)
from companion.rules.guimenon.names import piece_text, place_text
from companion.rules.guimenon.pieces import Piece
from companion.rules.guimenon.pool import PLACES


class Effects:
    """Carries out effects on a board; `report` takes sentences on what all seats see."""

    def __init__(self, board: Board, report: Callable[[str], None]) -> None:
        self.board = board
        self.table = board.table
        self.pool = board.pool
        self.report = report

    def execute(self, effect: Effect, source: AbilitySource, chosen: list[Piece]) -> list[tuple[Piece, int]]:
        """Carry out one effect; return the destroyed pieces with the rank each had on its side."""
        match effect:
            case StarsEffect():
                self._stars(effect, source, chosen)
            case PlaceStarsEffect():
                self._place_stars(effect, source)
            case DrawEffect() | DiscardEffect():
                self._hands(effect, source)
            case MoonEffect():
                for seat in self.board.players(effect.whose, source.owner, source.place):
                    self.table.next_moon[seat] += effect.n
                    self.report(f"Seat {seat} will have {effect.n:+} Moon in the next turn.")
            case DestroyEffect():
                return self._destroy(self._targets(effect.of, source, chosen))
            case RecallEffect():
                self._recall(self._targets(effect.of, source, chosen))
            case MoveEffect():
                self._move(effect, source, self._targets(effect.of, source, chosen))
            case CopyEffect():
                self._copy(effect, source, self._targets(effect.of, source, chosen))
            case TokenEffect():
                self._token(effect, source)
            case ProtectEffect() | LimitEffect() | SlotsEffect():
                raise InvariantError(f"{type(effect).__name__} is only Continuous.")
        return []

    def _stars(self, effect: StarsEffect, source: AbilitySource, chosen: list[Piece]) -> None:
        by = self.board.amount(effect, source)
        for piece in self._targets(effect.of, source, chosen):
            piece.change += by
            self.report(f"{piece_text(self.pool, piece)} gets {stars_text(by)}.")

    def _place_stars(self, effect: PlaceStarsEffect, source: AbilitySource) -> None:
        by = self.board.amount(effect, source)
        for place in places(effect.where, source.place):
            for seat in self.board.players(effect.whose, source.owner, place):
                self.table.changes[place][seat] += by
                self.report(f"Seat {seat} gets {stars_text(by)} at {place_text(self.pool, self.table, place)}.")

    def _hands(self, effect: DrawEffect | DiscardEffect, source: AbilitySource) -> None:
        for seat in self.board.players(effect.whose, source.owner, source.place):
            hand = self.table.hands[seat]
            if isinstance(effect, DrawEffect):
                drawn = sum(self.table.draw(seat) for _ in range(effect.n))
                self.report(f"Seat {seat} draws {cards_text(drawn)}." if drawn else f"Seat {seat} has no card to draw.")
                continue
            for _ in range(min(effect.n, len(hand))):
                card = hand.pop(self.table.below(len(hand)))
                self.table.discards[seat].append(card)
                self.report(f"Seat {seat} discards {self.pool.card(card).name}.")

    def _destroy(self, targets: list[Piece]) -> list[tuple[Piece, int]]:
        safe = self.board.lasting().safe_from_destroy
        destroyed = []
        ranks = {piece.number: self.table.sides[piece.place][piece.owner].index(piece.number) for piece in targets}
        for piece in targets:
            if piece.number in safe:
                self.report(f"{piece_text(self.pool, piece)} cannot be destroyed.")
                continue
            self.table.leave(piece)
            if piece.real:
                self.table.discards[piece.owner].append(piece.card)
            destroyed.append((piece, ranks[piece.number]))
            self.report(f"{piece_text(self.pool, piece)} is destroyed.")
        return destroyed

    def _recall(self, targets: list[Piece]) -> None:
        safe = self.board.lasting().safe_from_move
        for piece in targets:
            if piece.number in safe:
                self.report(f"{piece_text(self.pool, piece)} cannot be moved.")
                continue
            self.table.leave(piece)
            if piece.real:
                self.table.hands[piece.owner].append(piece.card)
                self.report(f"{piece_text(self.pool, piece)} returns to the hand.")
            else:
                self.report(f"{piece_text(self.pool, piece)} vanishes.")

    def _move(self, effect: MoveEffect, source: AbilitySource, targets: list[Piece]) -> None:
        safe = self.board.lasting().safe_from_move
        for piece in targets:
            start = source.place if effect.to == "here" else piece.place
            place = self._destination(effect.to, start)
            if place is None or place == piece.place:
                continue
            if piece.number in safe:
                self.report(f"{piece_text(self.pool, piece)} cannot be moved.")
            elif self._has_room(place, piece.owner, piece_text(self.pool, piece)):
                self.table.shift(piece, place)
                self.board.changed()
                self.report(f"{piece_text(self.pool, piece)} moves to {place_text(self.pool, self.table, place)}.")

    def _copy(self, effect: CopyEffect, source: AbilitySource, targets: list[Piece]) -> None:
        for piece in targets:
            owner = piece.owner if source.owner is None else source.owner
            self._put(piece.card, owner, self._destination(effect.to, source.place), piece.change)

    def _token(self, effect: TokenEffect, source: AbilitySource) -> None:
        for seat in self.board.players(effect.whose, source.owner, source.place):
            for _ in range(effect.n):
                self._put(effect.card, seat, self._destination(effect.to, source.place), 0)

    def _put(self, card: str, seat: int, place: int | None, change: int) -> None:
        """Put a token or copy into play, unless there is no such place or no room (7.5.2)."""
        name = self.pool.card(card).name
        if place is not None and self._has_room(place, seat, name):
            piece = self.table.enter(card, seat, place, real=False, change=change)
            self.board.changed()
            self.report(
                f"{piece_text(self.pool, piece)} comes into play at {place_text(self.pool, self.table, place)}."
            )

    # Parts

    def _targets(self, of: Of, source: AbilitySource, chosen: list[Piece]) -> list[Piece]:
        """Return the pieces that an effect targets."""
        if not isinstance(of, Target):
            piece = None if source.piece is None else self.table.pieces[source.piece]
            return [] if piece is None or piece.gone else [piece]
        if of.pick == "choice":
            return chosen
        candidates = self.board.candidates(of, source)
        if of.pick == "all":
            return candidates
        picked: list[Piece] = []
        while candidates and len(picked) < of.n:
            best = self._best(of, candidates)
            piece = best[self.table.below(len(best))] if len(best) > 1 else best[0]
            candidates.remove(piece)
            picked.append(piece)
        return picked

    def _best(self, target: Target, candidates: list[Piece]) -> list[Piece]:
        """Return the candidates among which a pick is blind."""
        if target.pick == "random":
            return candidates
        sign = 1 if target.pick in ("strongest", "dearest") else -1
        if target.pick in ("strongest", "weakest"):
            values = [sign * self.board.stars(piece) for piece in candidates]
        else:
            values = [sign * self.pool.card(piece.card).cost for piece in candidates]
        top = max(values)
        return [piece for piece, value in zip(candidates, values, strict=True) if value == top]

    def _destination(self, to: Destination, start: int) -> int | None:
        """Return the place that `to` means, None beyond the ends of the row."""
        if to == "here":
            return start
        if to == "random":
            return [place for place in range(PLACES) if place != start][self.table.below(PLACES - 1)]
        place = start + (1 if to == "right" else -1)
        return place if 0 <= place < PLACES else None

    def _has_room(self, place: int, seat: int, what: str) -> bool:
        if self.board.room(place, seat) > 0:
            return True
        self.report(f"There is no room for {what} at {place_text(self.pool, self.table, place)}.")
        return False
