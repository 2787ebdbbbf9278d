"""Drawing missions without cards: a shuffle that the address defines (DESIGN: `/draw/<kind>/<seed>/<n>`).

The n-th draw of a seed is always the same, for every reader and after a reload; nothing is stored. Every 18 draws
contain each mission of the kind once. The algorithm is described in docs/site.md, with test vectors.

    >>> [drawn("bonus", "k7wq2m", n, total=18) for n in (1, 2, 3)]
    [3, 15, 0]
"""

import secrets
from typing import Final

from companion.chance import stream, text_key
from companion.deck import Kind

DRAW: Final = text_key("draw")
ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # no characters that are easily confused
SEED_LENGTH: Final = 6
MAX_DRAW: Final = 9999
"""The last draw of a series."""


def new_seed() -> str:
    """Return a new seed for an address; the only randomness of the site that is not reproducible."""
    return "".join(secrets.choice(ALPHABET) for _ in range(SEED_LENGTH))


def drawn(kind: Kind, seed: str, n: int, total: int) -> int:
    """Return which mission of the kind is the n-th draw of `seed`.

    Args:
        kind: the colour that is drawn from.
        seed: text of the address.
        n: 1 for the first draw.
        total: how many missions the kind has.

    Returns:
        An index from 0 to total - 1. Each stretch of `total` draws is a permutation; a new stretch never begins with
        the mission that ended the one before.
    """
    stretch, place = divmod(n - 1, total)
    order = _order(kind, seed, stretch, total)
    if place < 2 and stretch > 0 and total > 2 and order[0] == _order(kind, seed, stretch - 1, total)[-1]:
        order[0], order[1] = order[1], order[0]
    return order[place]


def _order(kind: Kind, seed: str, stretch: int, total: int) -> list[int]:
    order = list(range(total))
    stream(text_key(seed), DRAW, text_key(kind), stretch).shuffle(order)
    return order
