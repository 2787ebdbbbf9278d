"""The face-down pile: shuffled exactly like `Chance.shuffle`, but only as far as cards are taken.

Fisher-Yates fixes the last place first, and the last place is the top of the pile: after k steps the k top cards are
known and the others need no chance yet. So a match that ends early pays only for the cards it saw, and every card is
the one that a full shuffle of the ascending cards would have put there.

    >>> pile = Pile([1, 2, 3, 4], stream(7, 0, DEAL, 0))
    >>> order = pile.order()
    >>> pile.pop() == order[-1]
    True
"""

from collections.abc import Iterable
from struct import Struct
from typing import Final, Self

from companion.chance import GOLDEN, MASK64, Chance

_LANES: Final = 56
"""Words of one batch: as many as a shuffle of the whole deck can need."""

_ONES: Final = sum(1 << 128 * lane for lane in range(_LANES))
_LOW: Final = _ONES * MASK64
_STEPS: Final = sum(((lane + 1) * GOLDEN & MASK64) << 128 * lane for lane in range(_LANES))
_BYTES: Final = 16 * _LANES
_HIGH_HALVES: Final = Struct("<" + "4xI8x" * _LANES).unpack


def high_halves(state: int) -> tuple[int, ...]:
    """Return the upper 32 bits of the next 56 words of the stream in `state`.

    They are the words that `Chance.next64` gives one after the other, computed side by side in one large number:
    each word has a lane of 128 bits, in which the product of two 64-bit numbers has room.
    """
    x = (state * _ONES + _STEPS) & _LOW
    x = ((x ^ ((x >> 30) & _LOW)) * 0xBF58476D1CE4E5B9) & _LOW
    x = ((x ^ ((x >> 27) & _LOW)) * 0x94D049BB133111EB) & _LOW
    x ^= (x >> 31) & _LOW
    return _HIGH_HALVES(x.to_bytes(_BYTES, "little"))


class Pile:
    """Cards face down; the last one is on top.

    Args:
        cards: the cards in ascending order, which is where every shuffle starts; without chance: in the order of the
            pile.
        chance: the stream that shuffles them, which the pile takes over.
    """

    __slots__ = ("_cards", "_state", "_used", "_words")

    def __init__(self, cards: Iterable[int], chance: Chance | None = None) -> None:
        self._cards = list(cards)
        self._state = -1 if chance is None else chance.state  # where the words begin; -1: nothing left to shuffle
        self._used = 0
        self._words: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self._cards)

    def pop(self) -> int:
        """Take the top card; IndexError if there is none."""
        cards = self._cards
        last = len(cards) - 1
        if last > 0 and self._state >= 0:
            place = self._below(last + 1)
            cards[last], cards[place] = cards[place], cards[last]
        return cards.pop()

    def deal(self, count: int) -> int:
        """Take the `count` top cards and return them as a hand; IndexError if there are not so many."""
        if len(self._cards) <= count or self._state < 0:
            return sum(1 << self.pop() for _ in range(count))
        cards = self._cards
        words = self._words
        used = self._used
        mask = 0
        for size in range(len(cards), len(cards) - count, -1):
            if used == len(words):
                self._used = used
                words, used = self._more_words(), 0
            product = words[used] * size
            if product & 0xFFFFFFFF < size:  # perhaps to be rejected; rare enough to do it again slowly
                self._used = used
                place = self._below(size)
                words, used = self._words, self._used
            else:
                used += 1
                place = product >> 32
            mask |= 1 << cards[place]
            cards[place] = cards[-1]
            cards.pop()
        self._used = used
        return mask

    def _below(self, n: int) -> int:
        """Return a number from 0 to n - 1, as `Chance.below` of the stream does."""
        while True:
            if self._used == len(self._words):
                self._more_words()
            product = self._words[self._used] * n
            self._used += 1
            low = product & 0xFFFFFFFF
            if low >= n or low >= (0x100000000 - n) % n:
                return product >> 32

    def _more_words(self) -> tuple[int, ...]:
        """Compute the next batch of words."""
        self._state = (self._state + len(self._words) * GOLDEN) & MASK64
        self._words = high_halves(self._state)
        self._used = 0
        return self._words

    def order(self) -> list[int]:
        """Return the cards from bottom to top as they will come, without changing anything."""
        if self._state < 0:
            return list(self._cards)
        copy = self.copy()
        return [copy.pop() for _ in range(len(copy))][::-1]

    def put_under(self, card: int) -> None:
        """Put a card under the pile."""
        self._cards = [card, *self.order()]
        self._state = -1

    def mask(self) -> int:
        """Return the cards of the pile without their order."""
        return sum(1 << card for card in self._cards)

    def copy(self) -> Self:
        """Return an independent copy."""
        new = type(self)(self._cards)
        new._state, new._used, new._words = self._state, self._used, self._words
        return new
