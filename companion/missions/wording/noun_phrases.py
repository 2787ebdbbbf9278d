"""Which cards, as one noun phrase: how many, of which colour, with what number or galaxy, picked by whom."""

from __future__ import annotations

from typing import Final, Literal

from companion.missions.selectors import CardFilter, Count, Max, Where
from companion.missions.step import Pick
from companion.phrases import Phrase, Translator, phrase, phrases

Owner = Literal["you", "they"]
"""Whose cards: the reader's or somebody else's."""

_COUNT: Final = {
    None: phrases("cards", "{n} card", "{n} cards"),
    "blue": phrases("cards", "{n} blue card", "{n} blue cards"),
    "red": phrases("cards", "{n} red card", "{n} red cards"),
    "yellow": phrases("cards", "{n} yellow card", "{n} yellow cards"),
}
_ONE: Final = {
    None: phrase("any one card", "a card"),
    "blue": phrase("any one card", "a blue card"),
    "red": phrase("any one card", "a red card"),
    "yellow": phrase("any one card", "a yellow card"),
}
_ALL: Final[dict[Owner, dict[str | None, Phrase]]] = {
    "you": {
        None: phrase("all cards", "all your cards"),
        "blue": phrase("all cards", "all your blue cards"),
        "red": phrase("all cards", "all your red cards"),
        "yellow": phrase("all cards", "all your yellow cards"),
    },
    "they": {
        None: phrase("all cards", "all their cards"),
        "blue": phrase("all cards", "all their blue cards"),
        "red": phrase("all cards", "all their red cards"),
        "yellow": phrase("all cards", "all their yellow cards"),
    },
}
_AT_MOST: Final = phrases("cards", "{all}, {n} at most", "{all}, {n} at most")
_EXTREME: Final[dict[Owner, dict[str, Phrase]]] = {
    "you": {
        "highest": phrases("cards", "your highest card", "your {n} highest cards"),
        "lowest": phrases("cards", "your lowest card", "your {n} lowest cards"),
    },
    "they": {
        "highest": phrases("cards", "their highest card", "their {n} highest cards"),
        "lowest": phrases("cards", "their lowest card", "their {n} lowest cards"),
    },
}
_SHOWN: Final[dict[Owner, Phrase]] = {  # apart, because a language may need "your" and "their" here
    "you": phrases("your shown cards", "that card", "those {n} cards"),
    "they": phrases("their shown cards", "that card", "those {n} cards"),
}
_SOME_SHOWN: Final = phrases("cards", "{n} of those cards", "{n} of those cards")

_COLOR: Final = {
    "blue": phrases("which cards", "that is blue", "that are blue"),
    "red": phrases("which cards", "that is red", "that are red"),
    "yellow": phrases("which cards", "that is yellow", "that are yellow"),
}
_PARITY: Final = {
    "even": phrases("which cards", "with an even number", "with even numbers"),
    "odd": phrases("which cards", "with an odd number", "with odd numbers"),
}
_NUMBER_DRAWN: Final = phrases("which cards", "with the same number as this card", "with the same number as this card")
_NUMBER: Final = phrases("which cards", "with the number {numbers}", "with the number {numbers}")
_GALAXY_DRAWN: Final = phrases("which cards", "from the same galaxy as this card", "from the same galaxy as this card")
_GALAXY: Final = phrases("which cards", "from the galaxy {galaxy}", "from the galaxy {galaxy}")
_GROUP: Final = {
    "same_number": phrase("which cards", "with the same number"),
    "same_galaxy": phrase("which cards", "from the same galaxy"),
    "run": phrase("which cards", "whose numbers follow each other (like {example})"),
}
_PICK: Final = {
    "random": phrase("which cards", "at random"),
    "you": phrase("which cards", "of your choice"),
    "they": phrase("which cards", "of their choice"),
    "taker": phrase("which cards", "picked from the open hand"),
}

_OR: Final = phrase("list", "{first} or {last}")
_COMMA: Final = phrase("list", "{first}, {rest}")
_JOIN: Final = phrase("which cards", "{cards} {which}")


def cards(
    translator: Translator,
    n: Count,
    where: CardFilter | None = None,
    owner: Owner = "you",
    pick: Pick = "owner",
    choice: bool = False,
    shown: int = 0,
) -> str:
    """Return a noun phrase such as `2 cards with even numbers`.

    Args:
        translator: the language.
        n: how many.
        where: which cards are eligible.
        owner: whose cards.
        pick: who picks them.
        choice: whether to mention that the owner chooses, where nothing else restricts the cards.
        shown: how many cards each side has shown in the duel.
    """
    number = n if isinstance(n, int) else n.max if isinstance(n, Max) else 0
    many = number or 2  # "all" takes the plural
    extreme = where.extreme if isinstance(where, Where) else None
    is_shown = bool(isinstance(where, Where) and where.shown)
    color = where.color if where else None
    own_color = color
    if extreme:
        text, own_color = translator.format(_EXTREME[owner][extreme], number or 1), None
        many = number or 1
    elif is_shown:
        text, own_color = translator.format(_SHOWN[owner] if number >= shown else _SOME_SHOWN, number or 1), None
    elif n == "all" or (isinstance(n, Max) and where):
        text = translator.format(_ALL[owner][color])
    else:
        text = translator.format(_COUNT[color], number)
    for which in _which(translator, where, many, color if own_color is None else None):
        text = translator.format(_JOIN, cards=text, which=which)
    if isinstance(n, Max) and where and not extreme and not is_shown:
        return translator.format(_AT_MOST, number, all=text)
    picked = _picked(pick, owner, choice and where is None and isinstance(n, int))
    return translator.format(_JOIN, cards=text, which=translator.format(picked)) if picked else text


def one_card(translator: Translator, where: CardFilter) -> str:
    """Return a noun phrase for any one card that fits, such as `a red card`."""
    text = translator.format(_ONE[where.color])
    for which in _which(translator, where, 1, None):
        text = translator.format(_JOIN, cards=text, which=which)
    return text


def _which(translator: Translator, where: CardFilter | None, n: int, color: str | None) -> list[str]:
    """Return what restricts the cards, one phrase for each filter that the noun does not express."""
    if where is None:
        return []
    found = []
    if color:
        found.append(translator.format(_COLOR[color], n))
    if where.parity:
        found.append(translator.format(_PARITY[where.parity], n))
    if where.number == "drawn":
        found.append(translator.format(_NUMBER_DRAWN, n))
    elif where.number:
        found.append(translator.format(_NUMBER, n, numbers=_either(translator, [*map(str, where.number)])))
    if where.galaxy == "drawn":
        found.append(translator.format(_GALAXY_DRAWN, n))
    elif where.galaxy:
        found.append(translator.format(_GALAXY, n, galaxy=where.galaxy))
    if isinstance(where, Where) and where.group:
        example = "-".join(str(2 + step) for step in range(n)) if n <= 4 else "-".join("123456"[:n])
        found.append(translator.format(_GROUP[where.group], example=example))
    return found


def _either(translator: Translator, words: list[str]) -> str:
    """Return `1, 2 or 3`."""
    first, *rest = words
    if not rest:
        return first
    if len(rest) == 1:
        return translator.format(_OR, first=first, last=rest[0])
    return translator.format(_COMMA, first=first, rest=_either(translator, rest))


def _picked(pick: Pick, owner: Owner, choice: bool) -> Phrase | None:
    """Return the phrase for who picks, or None where it goes without saying."""
    if pick == "blind":
        return _PICK["random"]
    if pick == "taker_open":
        return _PICK["taker"]
    return _PICK[owner] if choice else None
