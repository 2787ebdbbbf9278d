"""Conditions of `if`, as the clause that begins with "if"."""

from __future__ import annotations

from typing import Final

from companion.missions.selectors import Condition, HandSize, Is
from companion.missions.wording.noun_phrases import one_card
from companion.missions.wording.players import Names, canonical, named
from companion.phrases import Phrase, Translator, phrase, phrases

_HAND: Final[dict[str, tuple[Phrase, Phrase]]] = {
    "lt": (
        phrases("if", "if you have no card", "if you have fewer than {n} cards"),
        phrases("if", "if {who} has no card", "if {who} has fewer than {n} cards"),
    ),
    "gt": (
        phrases("if", "if you have more than {n} card", "if you have more than {n} cards"),
        phrases("if", "if {who} has more than {n} card", "if {who} has more than {n} cards"),
    ),
    "eq": (
        phrases("if", "if you have exactly {n} card", "if you have exactly {n} cards"),
        phrases("if", "if {who} has exactly {n} card", "if {who} has exactly {n} cards"),
    ),
}
_ONLY_ONE: Final = phrase("if", "if you only have 1 card"), phrase("if", "if {who} only has 1 card")
_HAS: Final = phrase("if", "if you have {card}"), phrase("if", "if {who} has {card}")
_WIN: Final = phrase("if", "if you win")
_LOSE: Final = phrase("if", "if you lose")
_IS_YOU: Final = phrase("if", "if you are {who}")
_IS: Final = phrase("if", "if {who} is also {other}")
_EMPTY: Final = phrase("if", "if the pile is empty")
_NOT_EMPTY: Final = phrase("if", "if the pile is not empty")
_PLAYERS: Final = phrases("if", "if there is {n} player", "if there are {n} players")


def known_to_hold(translator: Translator, condition: Condition) -> bool | None:
    """Return whether a condition is known to hold from the number of players alone, or None if it is not known."""
    if condition.players is None or translator.seats is None:
        return None
    return condition.players.eq == translator.seats


def condition_text(translator: Translator, condition: Condition, names: Names) -> str:
    """Return the words of a condition."""
    if condition.hand_size:
        return _hand(translator, condition.hand_size, names)
    if condition.has:
        who = canonical(translator, condition.has.who, names)
        card = one_card(translator, condition.has.where)
        return translator.format(_HAS[who != "self"], who=named(translator, who, "subject"), card=card)
    if condition.is_:
        return _is(translator, condition.is_, names)
    if condition.players:
        return translator.format(_PLAYERS, condition.players.eq)
    return translator.format(_EMPTY if condition.pile_empty else _NOT_EMPTY)


def about_other(translator: Translator, condition: Condition, names: Names) -> bool:
    """Return True if the subject of a condition is another player than the reader."""
    subject = condition.hand_size or condition.has
    if subject:
        return canonical(translator, subject.who, names) != "self"
    same = condition.is_
    return same is not None and "self" not in (
        canonical(translator, same.a, names),
        canonical(translator, same.b, names),
    )


def _hand(translator: Translator, hand: HandSize, names: Names) -> str:
    """Return the words about a hand's size."""
    who = canonical(translator, hand.who, names)
    comparison, n = next((word, value) for word in ("lt", "gt", "eq") if (value := getattr(hand, word)) is not None)
    if (comparison, n) == ("lt", 2):  # nobody is asked about an empty hand
        return translator.format(_ONLY_ONE[who != "self"], who=named(translator, who, "subject"))
    if n == 0:  # more than none, or exactly none
        comparison, n = ("lt", 1) if comparison == "eq" else (comparison, n)
    return translator.format(_HAND[comparison][who != "self"], n, who=named(translator, who, "subject"))


def _is(translator: Translator, same: Is, names: Names) -> str:
    """Return the words about two selectors for one player."""
    a, b = canonical(translator, same.a, names), canonical(translator, same.b, names)
    if "self" not in (a, b):
        return translator.format(_IS, who=named(translator, a, "subject"), other=named(translator, b, "subject"))
    other = b if a == "self" else a
    if other in ("winner", "loser"):
        return translator.format(_WIN if other == "winner" else _LOSE)
    return translator.format(_IS_YOU, who=named(translator, other, "subject"))
