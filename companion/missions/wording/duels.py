"""The challenge of each duel: what both sides do and who wins."""

from __future__ import annotations

from typing import Final

from companion.missions import model as m
from companion.missions.wording.players import named
from companion.phrases import Phrase, Translator, phrase, phrases

_CHALLENGES: Final[dict[str, Phrase]] = {
    "highest_xphere": phrase("duel", "{pair} each show 1 card at the same time, and the higher number wins"),
    "closest_sum": phrase("duel", "{pair} each show 2 cards at the same time, and the sum closer to {target} wins"),
    "rock_paper_scissors": phrases(
        "duel",
        "play 1 round of rock-paper-scissors {with_}",
        "play rock-paper-scissors {with_} until one of you has {n} wins",
    ),
    "memory_sequence": phrase(
        "duel", "play the memory game on the phone {with_}, and the first to make a mistake loses"
    ),
    "reaction_tap": phrase("duel", "play gong reflex on the phone {with_}, and the first to tap after the gong wins"),
    "tap_race": phrases(
        "duel",
        "have a tap race on the phone {with_}, and whoever taps more in {n} second wins",
        "have a tap race on the phone {with_}, and whoever taps more in {n} seconds wins",
    ),
    "best_combination": phrase(
        "duel", "{pair} each show your best combination of up to 5 cards, and the better one wins"
    ),
    "grid_3x3": phrase("duel", "{pair} each lay the same number of cards in a 3 by 3 grid, and the lower score wins"),
    "three_locations": phrase(
        "duel",
        "{pair} secretly share out the same number of cards among 3 worlds, and whoever is stronger in 2 of them wins",
    ),
    "higher_lower": phrase(
        "duel",
        "{pair} take turns guessing if the next card from the pile is higher or lower, and a wrong guess loses",
    ),
    "largest_galaxy": phrase("duel", "{pair} each show the cards of your biggest galaxy, and the bigger group wins"),
    "blind_battle": phrase(
        "duel", "{pair} each turn over 1 card from your hand without looking, and the higher number wins"
    ),
    "odd_even_fingers": phrase("duel", "say odd or even, then show 0 to 5 fingers at the same time as {who}"),
    "stare": phrase("duel", "look {who} in the eyes, and the first to laugh or speak loses"),
    "highest_unique": phrase(
        "duel", "everybody shows 1 card at the same time, and the highest number that appears only once wins"
    ),
    "name_galaxies": phrases(
        "duel",
        "{pair} take turns naming galaxies, and the first to repeat one or wait {n} second loses",
        "{pair} take turns naming galaxies, and the first to repeat one or wait {n} seconds loses",
    ),
}
_GUESSES: Final[dict[tuple[str, str], Phrase]] = {
    ("guess_number", "self"): phrases(
        "duel",
        "{who} hides 1 of their cards, and you have {n} try to guess its number",
        "{who} hides 1 of their cards, and you have {n} tries to guess its number",
    ),
    ("guess_number", "opponent"): phrases(
        "duel",
        "hide 1 of your cards, and {who} has {n} try to guess its number",
        "hide 1 of your cards, and {who} has {n} tries to guess its number",
    ),
    ("guess_galaxy", "self"): phrases(
        "duel",
        "{who} hides 1 of their cards, and you have {n} try to guess its galaxy",
        "{who} hides 1 of their cards, and you have {n} tries to guess its galaxy",
    ),
    ("guess_galaxy", "opponent"): phrases(
        "duel",
        "hide 1 of your cards, and {who} has {n} try to guess its galaxy",
        "hide 1 of your cards, and {who} has {n} tries to guess its galaxy",
    ),
}

WON: Final = {
    "plain": phrase("duel", "if you win, {steps}"),
    "self": phrase("duel", "if you guess it, {steps}"),
    "opponent": phrase("duel", "if they do not guess it, {steps}"),
    "fingers": phrase("duel", "if the total is what you said, {steps}"),
}
LOST: Final = {
    "plain": phrase("duel", "if you lose, {steps}"),
    "self": phrase("duel", "if you do not guess it, {steps}"),
    "opponent": phrase("duel", "if they guess it, {steps}"),
    "fingers": phrase("duel", "if the total is not what you said, {steps}"),
}
IF_NOT: Final = {
    "self": phrase("duel", "if not, {steps}"),
    "fingers": phrase("duel", "if not, {steps}"),
}
"""Losing, said after winning, where that leaves only one other outcome."""

NOT_WON: Final = phrase("duel", "if you do not win, {steps}")
TIE: Final = phrase("duel", "if nobody wins, {steps}")

SHOWN: Final = {"best_combination": 5, "grid_3x3": 9, "three_locations": 6, "largest_galaxy": 6}
"""How many cards a side may show, where it is not the parameter `cards`."""


def challenge(translator: Translator, duel: m.Duel, vs: str) -> str:
    """Return the words of a duel up to its outcome; `vs` is the canonical other side."""
    match duel:
        case m.GuessNumber() | m.GuessGalaxy():
            message, n = _GUESSES[duel.kind, duel.guesser], duel.tries
        case m.RockPaperScissors():
            message, n = _CHALLENGES[duel.kind], duel.first_to
        case m.TapRace() | m.NameGalaxies():
            message, n = _CHALLENGES[duel.kind], duel.seconds
        case _:
            message, n = _CHALLENGES[duel.kind], 1
    return translator.format(
        message,
        n,
        pair=named(translator, vs, "and you"),
        with_=named(translator, vs, "with"),
        who=named(translator, vs, "subject"),
        to=named(translator, vs, "to"),
        target=duel.target if isinstance(duel, m.ClosestSum) else "",
    )


def style(duel: m.Duel) -> str:
    """Return which words fit winning and losing this duel."""
    if isinstance(duel, m.GuessNumber | m.GuessGalaxy):
        return duel.guesser
    return "fingers" if isinstance(duel, m.OddEvenFingers) else "plain"


def shown(duel: m.Duel) -> int:
    """Return how many cards each side shows at most; 0 if none."""
    return SHOWN.get(duel.kind, getattr(duel, "cards", 0))
