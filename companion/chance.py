"""All chance in the project: one small portable generator, the same in Python, a compiled kernel and a page script.

The generator is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014). A
*stream* is keyed by words: `stream(seed, match, purpose, turn)`. Two streams with different keys are independent, so
one more draw in one place never changes what happens in another. Test vectors: docs/chance.md.

    >>> stream(1, 0, DEAL, 0).below(6)
    3
"""

from collections.abc import MutableSequence, Sequence
from typing import Final, TypeVar

Element = TypeVar("Element")

MASK64: Final = 0xFFFFFFFFFFFFFFFF
GOLDEN: Final = 0x9E3779B97F4A7C15


def mix64(z: int) -> int:
    """Return the SplitMix64 output function of the 64-bit word `z`."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
    return z ^ (z >> 31)


def text_key(text: str) -> int:
    """Return the 64-bit FNV-1a hash of the UTF-8 bytes of `text`, to key a stream by a name.

    Source: draft-eastlake-fnv (FNV-1a, offset basis and prime for 64 bits).
    """
    key = 0xCBF29CE484222325
    for byte in text.encode():
        key = ((key ^ byte) * 0x100000001B3) & MASK64
    return key


# Purposes of streams in the rule engines.
DEAL: Final = text_key("deal")
RESHUFFLE: Final = text_key("reshuffle")
PICK: Final = text_key("pick")
DUEL: Final = text_key("duel")
BOT: Final = text_key("bot")


class Chance:
    """One stream of random numbers; `state` is the whole of it and may be stored and set again."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state & MASK64

    def next64(self) -> int:
        """Return the next 64-bit word."""
        self.state = (self.state + GOLDEN) & MASK64
        return mix64(self.state)

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each exactly equally likely; 1 <= n <= 2**32.

        Source: Lemire, "Fast random integer generation in an interval" (2019), on the upper 32 bits of a word.
        """
        product = (self.next64() >> 32) * n
        low = product & 0xFFFFFFFF
        if low < n:
            threshold = (0x100000000 - n) % n
            while low < threshold:
                product = (self.next64() >> 32) * n
                low = product & 0xFFFFFFFF
        return product >> 32

    def choice(self, items: Sequence[Element]) -> Element:
        """Return one of `items` (not empty), each equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Element]) -> None:
        """Put `items` in random order in place (Fisher-Yates, from the last place to the first)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def stream(seed: int, *key: int) -> Chance:
    """Return the stream of `seed` that belongs to the words of `key`, for example (match, purpose, turn)."""
    state = mix64((seed + GOLDEN) & MASK64)
    for word in key:
        state = mix64(((state ^ (word & MASK64)) + GOLDEN) & MASK64)
    return Chance(state)
