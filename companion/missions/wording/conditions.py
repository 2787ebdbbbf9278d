"""Conditions of `if`, as the clause that begins with "if"."""

from __future__ import annotations

from typing import Final

from companion.missions.selectors import Condition, HandSize, Is
from companion.missions.wording.cards import one_card
from companion.missions.wording.players import Names, canonical, named
from companion.phrases import Phrase, Voice, phrase, phrases

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


def holds(voice: Voice, condition: Condition) -> bool | None:
    """Return whether a condition is known to hold from the number of players alone, or None if it is not known."""
    if condition.players is None or voice.seats is None:
        return None
    return condition.players.eq == voice.seats


def said(voice: Voice, condition: Condition, names: Names) -> str:
    """Return the words of a condition."""
    if condition.hand_size:
        return _hand(voice, condition.hand_size, names)
    if condition.has:
        who = canonical(voice, condition.has.who, names)
        card = one_card(voice, condition.has.where)
        return voice.say(_HAS[who != "self"], who=named(voice, who, "subject"), card=card)
    if condition.is_:
        return _is(voice, condition.is_, names)
    if condition.players:
        return voice.say(_PLAYERS, condition.players.eq)
    return voice.say(_EMPTY if condition.pile_empty else _NOT_EMPTY)


def about_other(voice: Voice, condition: Condition, names: Names) -> bool:
    """Tell whether somebody else than the reader is the subject of a condition."""
    subject = condition.hand_size or condition.has
    if subject:
        return canonical(voice, subject.who, names) != "self"
    same = condition.is_
    return same is not None and "self" not in (canonical(voice, same.a, names), canonical(voice, same.b, names))


def _hand(voice: Voice, hand: HandSize, names: Names) -> str:
    """Return the words about a hand's size."""
    who = canonical(voice, hand.who, names)
    comparison, n = next((word, value) for word in ("lt", "gt", "eq") if (value := getattr(hand, word)) is not None)
    if (comparison, n) == ("lt", 2):  # nobody is asked about an empty hand
        return voice.say(_ONLY_ONE[who != "self"], who=named(voice, who, "subject"))
    if n == 0:  # more than none, or exactly none
        comparison, n = ("lt", 1) if comparison == "eq" else (comparison, n)
    return voice.say(_HAND[comparison][who != "self"], n, who=named(voice, who, "subject"))


def _is(voice: Voice, same: Is, names: Names) -> str:
    """Return the words about two selectors for one player."""
    a, b = canonical(voice, same.a, names), canonical(voice, same.b, names)
    if "self" not in (a, b):
        return voice.say(_IS, who=named(voice, a, "subject"), other=named(voice, b, "subject"))
    other = b if a == "self" else a
    if other in ("winner", "loser"):
        return voice.say(_WIN if other == "winner" else _LOSE)
    return voice.say(_IS_YOU, who=named(voice, other, "subject"))
