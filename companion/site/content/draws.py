"""Drawing missions without cards: a shuffle that is wholly in the address (DESIGN: `/draw/<kind>/<seed>/<n>`).

The n-th draw of a seed is the same for everybody, for ever, after a reload and after "back"; nothing is stored. Every
18 draws hold each mission of the kind once. The algorithm is described in docs/site.md, with test vectors.

    >>> [drawn("bonus", "k7wq2m", n, total=18) for n in (1, 2, 3)]
    [3, 15, 0]
"""

import secrets
from typing import Final

from companion.chance import stream, text_key
from companion.deck import Kind

DRAW: Final = text_key("draw")
ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that looks like something else
SEED_LENGTH: Final = 6
LAST: Final = 9999
"""The highest number of a draw that has a page."""


def new_seed() -> str:
    """Return a fresh seed for an address; the only chance on the site that cannot be repeated."""
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
