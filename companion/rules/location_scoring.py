"""Control of three locations and the final score: shared by Guimenon and the duel `three_locations` of FIGHT.

Two sides, 0 and 1, have cards with Stars at each location. Sources: rules/guimenon.md 7.7.2-7.7.5 and R-55,
rules/missions.md 8.6.3.

    >>> tally_locations([(hold([6, 6]), hold([5])), (hold([1]), hold([2])), (hold([3]), hold([3]))])
    LocationTally(controllers=(0, 1, None), totals=(16, 10), winner=0, reason='stars')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

TwoPlayerSeat = Literal[0, 1]

DecidedBy = Literal["places", "stars", "more-places", "draw"]
"""What decided: two locations or more, the sum of Stars, more locations (after equal sums), or nothing."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What one side has at one location.

    Attributes:
        stars: sum of the Stars there; may be negative.
        cards: number of all cards there, also of those without Stars.
    """

    stars: int
    cards: int


@dataclass(frozen=True, slots=True)
class LocationTally:
    """The final score.

    Attributes:
        controllers: the side that controls each location, None where it is neutral.
        totals: sum of Stars of each side over all locations.
        winner: the side that wins, None for a draw.
        reason: what decided.
    """

    controllers: tuple[TwoPlayerSeat | None, ...]
    totals: tuple[int, int]
    winner: TwoPlayerSeat | None
    reason: DecidedBy


def hold(stars: Iterable[int]) -> Holding:
    """Return the holding of cards with these Stars, one number per card."""
    numbers = tuple(stars)
    return Holding(sum(numbers), len(numbers))


def control(a: Holding, b: Holding) -> TwoPlayerSeat | None:
    """Return who controls a location: more Stars; equal: fewer cards; equal: neither side (rules/guimenon.md 7.7.2)."""
    if a.stars != b.stars:
        return 0 if a.stars > b.stars else 1
    if a.cards != b.cards:
        return 0 if a.cards < b.cards else 1
    return None


def tally_locations(locations: Sequence[tuple[Holding, Holding]]) -> LocationTally:
    """Return who wins, given what side 0 and side 1 have at each of three locations (rules/guimenon.md 7.7.3-7.7.5).

    Two or three locations win. In every other pattern the higher sum of Stars wins; after equal sums the side with
    more locations (R-55), else neither. The duel of rules/missions.md 8.6.3 stops at the sums, which is the same: when
    both sides lay the same number of cards, one location against none and equal sums cannot happen together.

    Raises:
        ValueError: not three locations.
    """
    if len(locations) != 3:
        raise ValueError(f"Scoring needs 3 locations, not {len(locations)}.")
    controllers = tuple(control(a, b) for a, b in locations)
    totals = (sum(a.stars for a, _ in locations), sum(b.stars for _, b in locations))
    won = (controllers.count(0), controllers.count(1))
    if max(won) >= 2:
        return LocationTally(controllers, totals, _larger(won), "places")
    by_stars = _larger(totals)
    if by_stars is not None:
        return LocationTally(controllers, totals, by_stars, "stars")
    by_places = _larger(won)
    return LocationTally(controllers, totals, by_places, "draw" if by_places is None else "more-places")


def _larger(pair: tuple[int, int]) -> TwoPlayerSeat | None:
    """Return the side with the larger number, None if they are equal."""
    a, b = pair
    return None if a == b else 0 if a > b else 1
