"""Gang of Four in English sentences: what an action does, and why one is refused."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from companion.rules.combinations import GANG_OF_FOUR_RULES, MULTICOLOUR, CardKey, Combination, Type, beats, classify
from companion.rules.game import Action, JsonObject
from companion.rules.gang_of_four.cards import KEYS, NAMES, TYPE_NAMES, names


class PlaySituation(Protocol):
    """The part of a state that the sentences need."""

    hands: list[list[CardKey]]
    player: int | None
    table: Combination | None
    exchange: JsonObject | None

    @property
    def phase(self) -> str:
        """What is decided now."""

    @property
    def opening(self) -> bool:
        """Return True before the first combination of the match."""

    def after(self, seat: int) -> int:
        """Return the seat whose turn comes after this one."""


def describe(state: PlaySituation, action: Action) -> str:
    """Return one sentence on a legal action, an order without a subject."""
    verb, *rest = map(str, action)
    if verb == "pass":
        return "Pass."
    if verb == "give":
        loser = state.exchange["loser"] if state.exchange else "?"
        return f"Give the {NAMES[KEYS[rest[0]]]} to seat {loser}."
    announced = rest[-1] == "last-card"
    combination = classify([KEYS[word] for word in (rest[:-1] if announced else rest)], GANG_OF_FOUR_RULES)
    assert combination is not None  # noqa: S101 - for the type checker: the action is legal
    cards = names(combination.cards)
    what = f"the {cards}" if combination.type is Type.SINGLE else f"a {TYPE_NAMES[combination.type]}: {cards}"
    if announced:
        return f'Play {what}, and say "last card".'
    if state.player is not None and len(state.hands[state.player]) - len(combination.cards) == 1:
        return f'Play {what}, without saying "last card".'
    return f"Play {what}."


def refusal(state: PlaySituation, action: Action) -> tuple[str, str]:
    """Return the code and the sentence that explain why an action is not allowed now."""
    verb, *rest = map(str, action) if action else ("",)
    if state.player is None:
        return "game-over", "The match is over."
    if state.phase == "exchange":
        if verb != "give":
            return "must-give", "Give the loser of the last round one card of your hand first."
        return "not-in-hand", "Give exactly one card that you have in your hand."
    if verb == "pass" and not rest:
        if state.table is None:
            return "must-lead", "You lead: play a combination; whoever leads may not pass."
        return "duty", (
            f"Seat {state.after(state.player)} has announced the last card: you may not pass while your highest single "
            "or a gang beats the table."
        )
    if verb != "play":
        return "not-legal", "Play a combination or pass."
    announced = bool(rest) and rest[-1] == "last-card"
    return _refused_play(state, rest[:-1] if announced else rest, announced)


def _refused_play(state: PlaySituation, cards: list[str], announced: bool) -> tuple[str, str]:
    """Return why these cards may not be played."""
    assert state.player is not None  # noqa: S101 - for the type checker: the caller asked
    hand = state.hands[state.player]
    if any(word not in KEYS for word in cards):
        return "unknown-card", "There is no such card; cards are called G1 to R10, M1, GP, YP and RD."
    keys = [KEYS[word] for word in cards]
    if Counter(keys) - Counter(hand):
        return "not-in-hand", "You can only play cards that you have in your hand."
    combination = classify(keys, GANG_OF_FOUR_RULES)
    if combination is None:
        return "no-combination", "These cards form no combination."
    if state.opening and MULTICOLOUR not in keys:
        return "opening", "The first combination of the match must contain the multicolour 1."
    if state.table is not None and not beats(combination, state.table):
        size = len(state.table.cards)
        if state.table.type.is_gang:
            return "too-low", "Only a higher gang may be played on a gang."
        if len(keys) != size:
            return "wrong-size", f"Play {size} card{'s' * (size > 1)}, as many as lie on the table, or a gang."
        return "too-low", "This combination is not higher than the one on the table."
    if announced and len(hand) - len(keys) != 1:
        return "no-announcement", "Announce the last card only when your play leaves you exactly one card."
    if combination.cards != tuple(keys):
        return "wrong-order", "Name the cards from the highest to the lowest, in a full house the trio first."
    seat = state.after(state.player)
    if state.table is None:
        return "duty", f"Seat {seat} has announced the last card: lead several cards, or your highest single."
    return "duty", f"Seat {seat} has announced the last card: play your highest single or a gang."
