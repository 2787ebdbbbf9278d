"""Control of places and the final tally: shared by Guimenon and by the duel `three_locations` of FIGHT.

Two sides, 0 and 1, hold cards with Stars at places. Sources: rules/guimenon.md 7.7.2-7.7.5 and R-55, rules/missions.md
8.6.3.

    >>> tally([(hold([6, 6]), hold([5])), (hold([1]), hold([2])), (hold([3]), hold([3]))])
    Tally(controllers=(0, 1, None), totals=(16, 10), winner=0, reason='stars')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Side = Literal[0, 1]

Reason = Literal["places", "stars", "more-places", "draw"]
"""What decided: two places or more, the sum of Stars, more places (after equal sums), or nothing."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What one side has at one place.

    Attributes:
        stars: sum of the Stars there; may be negative.
        cards: number of all cards there, also of those without Stars.
    """

    stars: int
    cards: int


@dataclass(frozen=True, slots=True)
class Tally:
    """The final count.

    Attributes:
        controllers: the side that controls each place, None where it is neutral.
        totals: sum of Stars of each side over all places.
        winner: the side that wins, None for a draw.
        reason: what decided.
    """

    controllers: tuple[Side | None, ...]
    totals: tuple[int, int]
    winner: Side | None
    reason: Reason


def hold(stars: Iterable[int]) -> Holding:
    """Return the holding of cards with these Stars, one number per card."""
    numbers = tuple(stars)
    return Holding(sum(numbers), len(numbers))


def control(a: Holding, b: Holding) -> Side | None:
    """Return who controls a place: more Stars; equal: fewer cards; equal: nobody (rules/guimenon.md 7.7.2)."""
    if a.stars != b.stars:
        return 0 if a.stars > b.stars else 1
    if a.cards != b.cards:
        return 0 if a.cards < b.cards else 1
    return None


def tally(places: Sequence[tuple[Holding, Holding]]) -> Tally:
    """Return who wins, given what side 0 and side 1 hold at each of three places (rules/guimenon.md 7.7.3-7.7.5).

    Two or three places win. In every other pattern the higher sum of Stars wins; after equal sums the side with more
    places (R-55), else nobody. The duel of rules/missions.md 8.6.3 stops at the sums, which is the same: when both
    sides lay equally many cards, one place against none and equal sums cannot happen together.

    Raises:
        ValueError: not three places.
    """
    if len(places) != 3:
        raise ValueError(f"The tally needs 3 places, not {len(places)}.")
    controllers = tuple(control(a, b) for a, b in places)
    totals = (sum(a.stars for a, _ in places), sum(b.stars for _, b in places))
    won = (controllers.count(0), controllers.count(1))
    if max(won) >= 2:
        return Tally(controllers, totals, _larger(won), "places")
    by_stars = _larger(totals)
    if by_stars is not None:
        return Tally(controllers, totals, by_stars, "stars")
    by_places = _larger(won)
    return Tally(controllers, totals, by_places, "draw" if by_places is None else "more-places")


def _larger(pair: tuple[int, int]) -> Side | None:
    """Return the side with the larger number, None if they are equal."""
    a, b = pair
    return None if a == b else 0 if a > b else 1
