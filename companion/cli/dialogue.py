"""What a typed answer means, and how a menu looks: pure functions for the dialogue at the terminal.

>>> find_choices("nb4", ["Play NEBULA 4.", "Play OMEGA 4.", "Draw a card."])
[0]
"""

import math
import operator
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, zip_longest
from typing import Final

from companion.deck import CARDS, parse_code

FEW: Final = 24
"""Most choices that are listed one by one whatever they are."""

MAX_SHOWN: Final = 60
"""Most choices of a menu that are printed; a part of its text finds every other one."""


def find_choices(text: str, labels: Sequence[str]) -> list[int]:
    """Return the places in `labels` that `text` can mean, in order: one when it is clear, none when nothing fits.

    It can be the number in the menu (1 first), the whole sentence, or words of it in any order, where a word may be
    cut short ("neb 4") and a card may be written as its code ("NB4", "nb-4").
    """
    typed = text.strip()
    if re.fullmatch(r"\d{1,9}", typed, re.ASCII):
        return [int(typed) - 1] if 1 <= int(typed) <= len(labels) else []
    words = _words(typed)
    if not words:
        return []
    known = [_words(label) for label in labels]
    same = [place for place, label in enumerate(known) if label == words]
    if same:
        return same
    for phrases in ([words], _phrases(words)):  # side by side, or each card and word for itself in any order
        for fits in (operator.eq, _is_start):
            found = [place for place, label in enumerate(known) if _has_all(label, phrases, fits)]
            if found:
                return found
    return []


def _words(text: str) -> list[str]:
    """Return the words and numbers of a text without signs and capitals; none of what an arrow key sends."""
    return [] if not text.isprintable() else re.findall(r"(?<!\S)-\d+|[^\W_]+", text.casefold())


def _phrases(words: Sequence[str]) -> list[list[str]]:
    """Return the words one by one, but a card (its code in one word or two, or its name) as the words of its name."""
    found: list[list[str]] = []
    rest = list(words)
    while rest:
        length, phrase = next(((n, card) for n in (2, 1) if (card := _card_words(rest[:n]))), (1, rest[:1]))
        found.append(phrase)
        del rest[:length]
    return sorted(found, key=len, reverse=True)  # what is harder to place goes first


def _card_words(words: list[str]) -> list[str] | None:
    """Return the words of the name of the card that exactly these words mean, or None."""
    if words in _NAMES:
        return words
    card = parse_code("".join(words))
    return None if card is None else _NAMES[card]


def _is_start(word: str, wanted: str) -> bool:
    """Return True if `wanted` is `word`, perhaps cut short; numbers are never cut short."""
    return wanted == word or (not wanted.lstrip("-").isdecimal() and word.startswith(wanted))


def _has_all(label: list[str], phrases: Iterable[list[str]], fits: Callable[[str, str], bool]) -> bool:
    """Return True if each phrase fits another stretch of the label."""
    left: list[str | None] = list(label)
    for phrase in phrases:
        for start in range(len(left) - len(phrase) + 1):
            stretch = left[start : start + len(phrase)]
            if all(word is not None and fits(word, wanted) for word, wanted in zip(stretch, phrase, strict=True)):
                left[start : start + len(phrase)] = [None] * len(phrase)
                break
        else:
            return False
    return True


_NAMES: Final = [_words(card.name) for card in CARDS]


def menu_lines(labels: Sequence[str], width: int, only: Sequence[int] | None = None) -> list[str]:
    """Return the lines of a menu: the choices, numbered from 1, in as many columns as fit.

    Many choices that differ only in their numbers are printed together, "Ask seat 1, 2 or 3 for NEBULA 1 or 5.", and
    found by their words.

    Args:
        labels: all choices.
        width: columns of the terminal.
        only: places of the choices to show; None for all.
    """
    places = list(range(len(labels)) if only is None else only)
    if len(places) > FEW:
        together = _together([labels[place] for place in places])
        if len(together) <= FEW:
            example = " ".join(_words(labels[places[0]]))
            return [*together, f"Type enough of it to be clear, for example: {example}"]
    shown = places[:MAX_SHOWN]
    digits = len(str(len(labels)))
    cells = [f"{place + 1:>{digits}}  {labels[place]}" for place in shown]
    wide = max(map(len, cells), default=0) + 3
    columns = max(1, (width + 3) // wide) if len(cells) > 9 else 1
    rows = -(-len(cells) // columns)
    lines = ["".join(cell.ljust(wide) for cell in cells[row::rows]).rstrip() for row in range(rows)]
    if len(places) > len(shown):
        lines.append(f"... and {len(places) - len(shown)} more: type a word of what you want to see fewer.")
    return lines


def _together(labels: Sequence[str]) -> list[str]:
    """Return the labels, those in one that are all combinations of some numbers in the same sentence."""
    groups: dict[tuple[str, ...], list[list[str]]] = {}
    for label in labels:
        parts = re.split(r"(\d+)", label)  # words at even places, numbers at odd ones
        groups.setdefault(tuple(parts[::2]), []).append(parts[1::2])
    lines = []
    for words, numbers in groups.items():
        slots = [list(dict.fromkeys(column)) for column in zip(*numbers, strict=True)]
        if len(numbers) == math.prod(map(len, slots)):
            numbers = [[" or ".join(filter(None, [", ".join(slot[:-1]), slot[-1]])) for slot in slots]]
        lines += ["".join(chain.from_iterable(zip_longest(words, found, fillvalue=""))) for found in numbers]
    return lines
