"""Chance, the pile and blind picks, word for word as docs/chance.md defines them."""

from typing import Final

from companion import chance
from companion.rules.gong.state import HAND_SIZE
from companion.verify.kernel.memory import compiled, lowest, plus, popcount, select, shift_right, times
from companion.verify.kernel.memory_layout import (
    BOT_WORD,
    COPY,
    DECK_SIZE,
    DISCARD,
    EXTRA,
    HANDS,
    LUCK,
    LUCK_WORD,
    MATCH_WORD,
    PICK_WORD,
    PICKS,
    PILE,
    PILE_SIZE,
    PILE_USED,
    PILE_WORD,
    PILE_WORDS,
    PLAYER,
    SEAT_COUNT,
    SHUFFLES,
    STEP,
    TURN,
    WORDS,
    WORDS_FIRST,
)


def signed(word: int) -> int:
    """Return the 64-bit word as the signed number with the same bits."""
    word &= chance.MASK64
    return word - (1 << 64) if word >> 63 else word


GOLDEN: Final = signed(chance.GOLDEN)
_FIRST: Final = signed(0xBF58476D1CE4E5B9)
_SECOND: Final = signed(0x94D049BB133111EB)
DEAL: Final = signed(chance.DEAL)
RESHUFFLE: Final = signed(chance.RESHUFFLE)
PICK: Final = signed(chance.PICK)
DUEL: Final = signed(chance.DUEL)
BOT: Final = signed(chance.BOT)
_LOW: Final = 0xFFFFFFFF


@compiled
def mix(z):
    """Return what `companion.chance.mix64` does."""
    z = times(z ^ shift_right(z, 30), _FIRST)
    z = times(z ^ shift_right(z, 27), _SECOND)
    return z ^ shift_right(z, 31)


@compiled
def key(state, word):
    """Return the state of the stream that is keyed by one more word."""
    return mix(plus(state ^ word, GOLDEN))


@compiled
def is_rejected(product, n):
    """Return True if the word of this product gives no number below n, which is rare."""
    return (product & _LOW) < n and (product & _LOW) < (0x100000000 - n) % n


@compiled
def fill_words(m):
    """Compute the words for the next decisions side by side, as the compiler does with a loop like this one."""
    first, state = m[STEP], m[BOT_WORD]
    m[WORDS_FIRST] = first
    for i in range(32):
        m[WORDS + i] = shift_right(mix(plus(key(state, first + i), GOLDEN)), 32)


@compiled
def _decide_slowly(m, step, n):
    """Return the number of a decision for which no word is ready, or the word that is ready is refused."""
    word = plus(key(m[BOT_WORD], step), GOLDEN)
    product = shift_right(mix(word), 32) * n
    while is_rejected(product, n):
        word = plus(word, GOLDEN)
        product = shift_right(mix(word), 32) * n
    return product >> 32


@compiled
def decide(m, n):
    """Return the number of the action that a random player takes of `n`."""
    step = m[STEP]
    m[STEP] = step + 1
    place = step - m[WORDS_FIRST]
    if place < 32:
        product = m[WORDS + place] * n
        if product & _LOW >= n:
            return product >> 32
    return _decide_slowly(m, step, n)


@compiled
def fill_pile(m, count):
    """Compute the first words of the pile's stream."""
    state = m[PILE_WORD]
    for i in range(count):
        m[PILE_WORDS + i] = shift_right(mix(plus(state, times(i + 1, GOLDEN))), 32)


@compiled
def _top_place_slowly(m, size):
    """Return the place of the top card where the word that is ready is refused; all words are computed again."""
    word = plus(m[PILE_WORD], times(m[PILE_USED], GOLDEN))
    product = shift_right(mix(word), 32) * size
    while is_rejected(product, size):
        word = plus(word, GOLDEN)
        product = shift_right(mix(word), 32) * size
    m[PILE_WORD], m[PILE_USED] = word, 0
    fill_pile(m, size)
    return product >> 32


@compiled
def top(m):
    """Take the top card of the pile, which is not empty."""
    size = m[PILE_SIZE]
    m[PILE_SIZE] = size - 1
    if size == 1:
        return m[PILE]
    used = m[PILE_USED]
    m[PILE_USED] = used + 1
    product = m[PILE_WORDS + used] * size
    place = product >> 32
    if product & _LOW < size and is_rejected(product, size):
        place = _top_place_slowly(m, size)
    card = m[PILE + place]
    m[PILE + place] = m[PILE + size - 1]
    return card


@compiled
def reshuffle(m):
    """Make a new pile of the discard pile (1.2.6); it is shuffled as far as cards are taken from it."""
    cards = m[DISCARD]
    size = popcount(cards)
    for place in range(size):
        m[PILE + place] = lowest(cards)
        cards &= cards - 1
    m[PILE_SIZE], m[PILE_USED] = size, 0
    m[PILE_WORD] = key(key(m[MATCH_WORD], RESHUFFLE), m[SHUFFLES])
    fill_pile(m, size)
    m[DISCARD] = 0
    m[SHUFFLES] += 1


@compiled
def draw(m):
    """Take the top card, of a new pile if need be; -1 if there is none."""
    if m[PILE_SIZE] == 0:
        if m[DISCARD] == 0:
            return -1
        reshuffle(m)
    return top(m)


@compiled
def deal(m):
    """Make the first pile and give each seat its hand."""
    size = m[DECK_SIZE]
    for card in range(size):
        m[PILE + card] = card
    m[PILE_SIZE], m[PILE_USED] = size, 0
    m[PILE_WORD] = key(key(m[MATCH_WORD], DEAL), 0)
    fill_pile(m, size)
    for seat in range(m[SEAT_COUNT]):
        hand = 0
        for _ in range(HAND_SIZE):
            hand |= 1 << top(m)
        m[HANDS + seat] = hand


@compiled
def _below(m, purpose, used, state, n):
    """Return the next number below `n` of one of the streams of this turn."""
    if m[used] == 0:
        m[state] = key(key(key(m[MATCH_WORD], purpose), 0), m[TURN])
        m[used] = 1
    word = plus(m[state], GOLDEN)
    product = shift_right(mix(word), 32) * n
    while is_rejected(product, n):
        word = plus(word, GOLDEN)
        product = shift_right(mix(word), 32) * n
    m[state] = word
    return shift_right(product, 32)


@compiled
def pick_blind(m, cards):
    """Return a random card of the mask (not empty); a single one needs no chance."""
    count = popcount(cards)
    return select(cards, 0 if count == 1 else _below(m, PICK, PICKS, PICK_WORD, count))


@compiled
def fortune(m, n):
    """Return a number below `n` of the stream of duels."""
    return _below(m, DUEL, LUCK, LUCK_WORD, n)


@compiled
def state_hash(m):
    """Return the hash of the state at the start of a turn (companion.verify.state_hash)."""
    h = key(0, m[TURN])
    h = key(h, m[PLAYER])
    h = key(h, m[EXTRA])
    h = key(h, m[STEP])
    h = key(h, m[SHUFFLES])
    for seat in range(m[SEAT_COUNT]):
        h = key(h, m[HANDS + seat])
    h = key(h, m[DISCARD])
    size, word, used = m[PILE_SIZE], m[PILE_WORD], m[PILE_USED]
    for place in range(size):
        m[COPY + place] = m[PILE + place]
    for _ in range(size):
        h = key(h, top(m))
    for place in range(size):
        m[PILE + place] = m[COPY + place]
    m[PILE_SIZE], m[PILE_WORD], m[PILE_USED] = size, word, used
    fill_pile(m, used + size)
    return h
