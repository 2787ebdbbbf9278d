"""What the table means: Stars, Continuous effects, targets and counts, all derived from where the cards lie.

Nothing here changes the table. Continuous effects are derived values, valid at every moment while their card is in
play (rules/guimenon.md 7.3.8); their targets depend on positions alone, never on Stars, so one pass is enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from companion.rules.guimenon.language import (
    Ability,
    AbilityCondition,
    Effect,
    LimitEffect,
    Of,
    Per,
    PlaceStarsEffect,
    ProtectEffect,
    SlotsEffect,
    StarsEffect,
    Target,
    TargetScope,
    Whose,
)
from companion.rules.guimenon.pieces import SEATS, GuimenonTable, Piece, is_being, printed_stars
from companion.rules.guimenon.pool import PLACES, Pool
from companion.rules.location_scoring import Holding

SLOTS = 4
"""Cards a player can have at a Location (7.5.1)."""


@dataclass(frozen=True, slots=True)
class AbilitySource:
    """Where an ability speaks from.

    Attributes:
        place: its Location.
        owner: the seat that `mine` and `me` mean; None for an ability of a Location.
        piece: number of the card that carries it; None for a Location.
    """

    place: int
    owner: int | None
    piece: int | None = None


@dataclass(slots=True)
class Lasting:
    """All Continuous effects together; the numbers of pieces are keys."""

    add: dict[int, int] = field(default_factory=dict)
    times: dict[int, int] = field(default_factory=dict)
    place_add: list[list[int]] = field(default_factory=lambda: [[0, 0] for _ in range(PLACES)])
    place_times: list[list[int]] = field(default_factory=lambda: [[1, 1] for _ in range(PLACES)])
    safe_from_destroy: set[int] = field(default_factory=set)
    safe_from_move: set[int] = field(default_factory=set)
    slots: list[list[int]] = field(default_factory=lambda: [[SLOTS, SLOTS] for _ in range(PLACES)])
    limits: list[list[int]] = field(default_factory=lambda: [[SLOTS, SLOTS] for _ in range(PLACES)])


class Board:
    """A table read with a pool. Call `changed` after every change of the table."""

    def __init__(self, pool: Pool, table: GuimenonTable) -> None:
        self.pool = pool
        self.table = table
        self._lasting: Lasting | None = None

    def changed(self) -> None:
        """Forget what was derived."""
        self._lasting = None

    # Stars

    def stars(self, piece: Piece) -> int:
        """Return the Stars of a piece in play: printed and permanent and Continuous changes; 0 for an Item (7.4)."""
        printed = printed_stars(self.pool.card(piece.card))
        if printed is None:
            return 0
        lasting = self.lasting()
        number = piece.number
        return (printed + piece.change + lasting.add.get(number, 0)) * lasting.times.get(number, 1)

    def stars_or_none(self, piece: Piece) -> int | None:
        """Return the Stars of a Being in play, None for an Item, which has none (7.4.2)."""
        return self.stars(piece) if is_being(self.pool, piece) else None

    def side_stars(self, place: int, seat: int) -> int:
        """Return the Stars of a player at a place: the Beings and the changes that name the place (7.4.3)."""
        lasting = self.lasting()
        beings = sum(self.stars(piece) for piece in self.table.in_play(place, seat))
        return (beings + self.table.changes[place][seat] + lasting.place_add[place][seat]) * lasting.place_times[place][
            seat
        ]

    def holding(self, place: int, seat: int) -> Holding:
        """Return Stars and cards of a player at a place; Items and tokens are cards too (7.7.2)."""
        return Holding(self.side_stars(place, seat), len(self.table.sides[place][seat]))

    # Continuous effects

    def lasting(self) -> Lasting:
        """Return all Continuous effects as they are now."""
        if self._lasting is None:
            self._lasting = Lasting()
            for source, ability in self._continuous():
                if ability.if_ is None or self.holds(ability.if_, source):
                    for effect in ability.do:
                        self._add(self._lasting, source, effect)
        return self._lasting

    def _continuous(self) -> Iterator[tuple[AbilitySource, Ability]]:
        """Yield every Continuous ability in play."""
        for place in range(self.table.revealed):
            for ability in self.pool.locations[self.table.locations[place]].abilities:
                if ability.on == "continuous":
                    yield AbilitySource(place, None), ability
        for piece in self.table.all_in_play():
            for ability in self.pool.card(piece.card).abilities:
                if ability.on == "continuous":
                    yield AbilitySource(piece.place, piece.owner, piece.number), ability

    def _add(self, lasting: Lasting, source: AbilitySource, effect: Effect) -> None:
        """Add one effect of a Continuous ability."""
        if isinstance(effect, StarsEffect):
            by, times = self._amounts(effect, source)
            for piece in self._lasting_targets(effect.of, source):
                lasting.add[piece.number] = lasting.add.get(piece.number, 0) + by
                lasting.times[piece.number] = lasting.times.get(piece.number, 1) * times
        elif isinstance(effect, PlaceStarsEffect):
            by, times = self._amounts(effect, source)
            for place in places(effect.where, source.place):
                for seat in self.players(effect.whose, source.owner, place):
                    lasting.place_add[place][seat] += by
                    lasting.place_times[place][seat] *= times
        elif isinstance(effect, ProtectEffect):
            numbers = {piece.number for piece in self._lasting_targets(effect.of, source)}
            if "destroy" in effect.against:
                lasting.safe_from_destroy |= numbers
            if "move" in effect.against:
                lasting.safe_from_move |= numbers
        elif isinstance(effect, LimitEffect | SlotsEffect):
            table = lasting.limits if isinstance(effect, LimitEffect) else lasting.slots
            for seat in self.players(effect.whose, source.owner, source.place):
                table[source.place][seat] = min(table[source.place][seat], effect.n)

    def _amounts(self, effect: StarsEffect | PlaceStarsEffect, source: AbilitySource) -> tuple[int, int]:
        """Return what is added and what is multiplied."""
        return self.amount(effect, source), 1 if effect.times is None else effect.times

    def _lasting_targets(self, of: Of, source: AbilitySource) -> Sequence[Piece]:
        """Return the pieces that a Continuous effect is about."""
        if isinstance(of, Target):
            return self.candidates(of, source)
        return [] if source.piece is None else [self.table.pieces[source.piece]]

    # Rules about room

    def room(self, place: int, seat: int) -> int:
        """Return how many more cards a player can have at a place, those planned for it not counted (7.5)."""
        return self.lasting().slots[place][seat] - len(self.table.sides[place][seat])

    def may_play(self, place: int, seat: int) -> bool:
        """Return True if a player may plan one more card for a place (7.3.3)."""
        planned = sum(plan.place == place for plan in self.table.plans[seat])
        return planned < min(self.room(place, seat), self.lasting().limits[place][seat])

    # Targets and counts

    def players(self, whose: Whose, owner: int | None, place: int) -> Sequence[int]:
        """Return the seats that are meant, at this place."""
        if whose == "both":
            return SEATS
        if whose in ("me", "opponent"):
            return () if owner is None else (owner if whose == "me" else 1 - owner,)
        cards = [len(side) for side in self.table.sides[place]]
        if cards[0] == cards[1]:
            return ()
        fewer = 0 if cards[0] < cards[1] else 1
        return (fewer if whose == "fewer_cards" else 1 - fewer,)

    def candidates(self, target: Target, source: AbilitySource) -> list[Piece]:
        """Return the pieces that pass the filters of a target, before any pick, in a stable order."""
        if target.side == "both":
            seats: Sequence[int] = SEATS
        elif source.owner is None:
            return []
        else:
            seats = (source.owner if target.side == "mine" else 1 - source.owner,)
        return [
            piece
            for place in places(target.where, source.place)
            for seat in seats
            for piece in self.table.in_play(place, seat)
            if self._fits(piece, target, source)
        ]

    def _fits(self, piece: Piece, target: Target, source: AbilitySource) -> bool:
        """Return True if a piece passes the filters that are not about where it lies."""
        card = self.pool.card(piece.card)
        being = is_being(self.pool, piece)
        if target.kind != "card" and being != (target.kind == "being"):
            return False
        if target.other and piece.number == source.piece:
            return False
        if target.type is not None and target.type not in card.types:
            return False
        if not _within(card.cost, target.cost_at_least, target.cost_at_most):
            return False
        if target.stars_at_least is None and target.stars_at_most is None:
            return True
        return being and _within(self.stars(piece), target.stars_at_least, target.stars_at_most)

    def count(self, per: Per, source: AbilitySource) -> int:
        """Return how many there are of what is counted."""
        if isinstance(per, Target):
            return len(self.candidates(per, source))
        if source.owner is None:
            return 0
        return self.table.hand_size(source.owner) if per == "hand" else len(self.table.discards[source.owner])

    def holds(self, condition: AbilityCondition, source: AbilitySource) -> bool:
        """Return True if a condition is fulfilled."""
        return _within(self.count(condition.count, source), condition.at_least, condition.at_most)

    def amount(self, effect: StarsEffect | PlaceStarsEffect, source: AbilitySource) -> int:
        """Return what an effect adds, its count included."""
        by = effect.by or 0
        return by if effect.per is None else by * self.count(effect.per, source)


def places(where: TargetScope, here: int) -> Sequence[int]:
    """Return the places that `where` means for an ability at `here`, from the left."""
    if where == "here":
        return (here,)
    return [place for place in range(PLACES) if where == "anywhere" or place != here]


def _within(number: int, low: int | None, high: int | None) -> bool:
    """Return True if a number lies within bounds, None being no bound."""
    return (low is None or number >= low) and (high is None or number <= high)
