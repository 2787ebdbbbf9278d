"""The score sheets of Gang of Four, Gnoming A Round and GONG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self, TypeAlias

from companion.rules.gang_of_four.cards import HAND_SIZE, load_scores
from companion.rules.gnoming.state import CLOSER_POINTS
from companion.rules.scorekeeping.score_sheet import MAX_ROUNDS, ScoreError, Sheet, check_keys

Direction: TypeAlias = Literal["counter-clockwise", "clockwise"]


@dataclass(frozen=True)
class Exchange:
    """Who gives the highest card to whom before the next round (rules/gang-of-four.md 5.7).

    Attributes:
        loser: gives the highest card and gets one back.
        winner: gets it and gives one back.
    """

    loser: int
    winner: int


@dataclass(frozen=True)
class GangOfFourSheet(Sheet):
    """Cards left become points through the score table; the match ends at `target` (rules/gang-of-four.md 5.9)."""

    game: ClassVar[str] = "gang-of-four"
    title: ClassVar[str] = "Gang of Four"
    seat_numbers: ClassVar[range] = range(2, 5)
    options: ClassVar[tuple[str, ...]] = ("target",)

    target: int = 100

    def __post_init__(self) -> None:
        """Refuse a target that ends no match."""
        super().__post_init__()
        if type(self.target) is not int or not 1 <= self.target <= 10_000:
            raise ScoreError("The target must be a whole number from 1 to 10000 points.")

    def enter(self, cards_left: Sequence[int], winner: int | None = None) -> Self:
        """Return the sheet with a round.

        Args:
            cards_left: cards in the hand of each seat; the winner has 0.
            winner: only when a round ended because all others had forgotten to say "last card" (5.8.3): who won it
                with cards in the hand. The others then hold one card each.

        Raises:
            ScoreError: these cannot be the hands at the end of a round.
        """
        cards = self._numbers(cards_left, 0, HAND_SIZE, "cards left")
        out = [seat for seat, number in enumerate(cards) if number == 0]
        if winner is None:
            if len(out) != 1:
                many = "nobody has" if not out else f"{len(out)} players have"
                raise ScoreError(f"Exactly one player ends a round without cards; here {many} none left.")
            return self._with(cards_left=cards)
        self._seat(winner, "The winner")
        if cards[winner] == 0 or any(number != 1 for seat, number in enumerate(cards) if seat != winner):
            raise ScoreError("Only when all others hold their one forgotten last card, somebody wins with cards left.")
        return self._with(cards_left=cards, winner=winner)

    def points(self) -> tuple[tuple[int, ...], ...]:
        """Return the points of each round, through the table of 5.9; the winner of a round gets none."""
        table = load_scores()
        return tuple(
            tuple(0 if seat == self._winner(line) else table[cards] for seat, cards in enumerate(line["cards_left"]))
            for line in self.rounds
        )

    def is_over(self) -> bool:
        """Return True if somebody has reached the target (5.9.1)."""
        return max(self.totals()) >= self.target

    def direction(self) -> Direction:
        """Return how the next round runs: the first counter-clockwise, then alternately (5.3.1)."""
        return "clockwise" if len(self.rounds) % 2 else "counter-clockwise"

    def leader(self) -> int | None:
        """Return who leads the next round: the last winner; in the first the cards decide (5.3.2-5.3.4)."""
        return self._winner(self.rounds[-1]) if self.rounds else None

    def exchange(self) -> Exchange | None:
        """Return who exchanges cards before the next round; None before the first and after the last (5.7)."""
        if not self.rounds or self.is_over():
            return None
        cards, totals = self.rounds[-1]["cards_left"], self.totals()
        winner = self._winner(self.rounds[-1])
        others = [seat for seat in range(self.seats) if seat != winner]
        # most cards, then the higher total, then the nearest to the winner counter-clockwise (5.7.1)
        loser = max(others, key=lambda seat: (cards[seat], totals[seat], -((winner - seat) % self.seats)))
        return Exchange(loser, winner)

    def _winner(self, line: Mapping[str, Any]) -> int:
        cards: tuple[int, ...] = line["cards_left"]
        winner: int = line.get("winner", -1)
        return cards.index(0) if winner < 0 else winner

    def enter_json(self, line: Mapping[str, Any]) -> Self:
        """Return the sheet with a line as `to_json` writes it."""
        check_keys(line, ("cards_left",), ("winner",))
        return self.enter(line["cards_left"], line.get("winner"))


@dataclass(frozen=True)
class GnomingSheet(Sheet):
    """Three rounds, the lowest total wins, on a tie the lowest third round (rules/gnoming-a-round.md 6.5-6.6)."""

    game: ClassVar[str] = "gnoming"
    title: ClassVar[str] = "Gnoming A Round"
    seat_numbers: ClassVar[range] = range(2, 8)

    LENGTH: ClassVar[int] = 3
    MOST: ClassVar[int] = 500

    def enter(self, grids: Sequence[int], closer: int | None = None) -> Self:
        """Return the sheet with a round.

        Args:
            grids: score of the grid of each seat, without the closer's bonus (`companion.rules.grid.grid_score`).
            closer: who turned over the last card first; None if nobody did (6.3.10).

        Raises:
            ScoreError: a score that no grid has, or no such player.
        """
        scores = self._numbers(grids, -self.MOST, self.MOST, "points")
        if closer is not None:
            self._seat(closer, "The closer")
        return self._with(grids=scores, closer=closer)

    def points(self) -> tuple[tuple[int, ...], ...]:
        """Return the points of each round: the closer gets 5 less with the lowest grid, else 5 more (6.5.6, R-47)."""
        lines = []
        for line in self.rounds:
            points: list[int] = list(line["grids"])
            closer = line["closer"]
            if closer is not None:
                points[closer] += -CLOSER_POINTS if points[closer] == min(points) else CLOSER_POINTS
            lines.append(tuple(points))
        return tuple(lines)

    def is_over(self) -> bool:
        """Return True if three rounds have been played (6.6)."""
        return len(self.rounds) == self.LENGTH

    def winners(self) -> tuple[int, ...]:
        """Return the lowest total; tied: the lowest third round; still tied: all of them (6.6)."""
        if not self.is_over():
            return ()
        best = self.leaders()
        last = self.points()[-1]
        lowest = min(last[seat] for seat in best)
        return tuple(seat for seat in best if last[seat] == lowest)

    def starter(self) -> int:
        """Return who begins the next round; the first seat, the youngest player, began the first (6.2.4)."""
        return len(self.rounds) % self.seats

    def enter_json(self, line: Mapping[str, Any]) -> Self:
        """Return the sheet with a line as `to_json` writes it."""
        check_keys(line, ("grids", "closer"), ())
        return self.enter(line["grids"], line["closer"])


@dataclass(frozen=True)
class GongSheet(Sheet):
    """One point for each round won (rules/gong.md 1.2.5), in LINK, FAMILY and FIGHT, which may be mixed.

    Attributes:
        length: number of rounds of the match; 0 for as long as people like.
    """

    game: ClassVar[str] = "gong"
    title: ClassVar[str] = "GONG"
    seat_numbers: ClassVar[range] = range(2, 7)
    options: ClassVar[tuple[str, ...]] = ("length",)
    low_wins: ClassVar[bool] = False

    FAMILIES: ClassVar[int] = 9

    length: int = 0

    def __post_init__(self) -> None:
        """Refuse a length that is none."""
        super().__post_init__()
        if type(self.length) is not int or not 0 <= self.length <= MAX_ROUNDS:
            raise ScoreError(f"The number of rounds must be a whole number up to {MAX_ROUNDS}, or 0 for an open end.")

    def enter(self, winner: int) -> Self:
        """Return the sheet with a round that this seat has won.

        Raises:
            ScoreError: there is no such player.
        """
        self._seat(winner, "The winner")
        return self._with(winner=winner)

    def enter_families(self, families: Sequence[int], first: int | None = None) -> Self:
        """Return the sheet with a round of FAMILY (rules/gong.md 3.4).

        Args:
            families: how many of the 9 families each seat has laid down; the most win the round.
            first: when several have the most: who of them reached that number first.

        Raises:
            ScoreError: not all 9 families, or a tie without `first`.
        """
        laid = self._numbers(families, 0, self.FAMILIES, "families")
        if sum(laid) != self.FAMILIES:
            raise ScoreError(f"All {self.FAMILIES} families are laid down at the end of a round, not {sum(laid)}.")
        best = [seat for seat, number in enumerate(laid) if number == max(laid)]
        if len(best) == 1:
            if first is not None and first != best[0]:
                raise ScoreError(f"{self.player(best[0])} alone has most families, so nobody else was first.")
            return self._with(families=laid, winner=best[0])
        if first not in best:
            names = " and ".join(self.player(seat) for seat in best)
            raise ScoreError(f"{names} have {max(laid)} families each: say who of them had so many first.")
        return self._with(families=laid, winner=first)

    def points(self) -> tuple[tuple[int, ...], ...]:
        """Return one point for the winner of each round."""
        return tuple(tuple(int(seat == line["winner"]) for seat in range(self.seats)) for line in self.rounds)

    def families(self) -> tuple[int, ...]:
        """Return how many families each seat has laid down in all rounds of FAMILY."""
        lines = [line["families"] for line in self.rounds if "families" in line]
        return tuple(sum(line[seat] for line in lines) for seat in range(self.seats))

    def is_over(self) -> bool:
        """Return True if all rounds have been played; never with an open end."""
        return self.length > 0 and len(self.rounds) == self.length

    def starter(self) -> int:
        """Return who begins the next round; the first seat, the youngest player, began the first (1.2.4)."""
        return len(self.rounds) % self.seats

    def enter_json(self, line: Mapping[str, Any]) -> Self:
        """Return the sheet with a line as `to_json` writes it."""
        check_keys(line, ("winner",), ("families",))
        return (
            self.enter_families(line["families"], line["winner"]) if "families" in line else self.enter(line["winner"])
        )
