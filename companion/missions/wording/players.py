"""Who is meant, in the grammatical role in which the sentence needs it."""

from __future__ import annotations

from typing import Final, Literal

from companion.phrases import Phrase, Translator, phrase

Role = Literal["subject", "to", "from", "with", "and you"]
"""Subject of a verb, receiver, source, partner, or together with the reader as the two sides of a duel."""

_NAMES: Final[dict[Role, dict[str, Phrase]]] = {
    "subject": {
        "self": phrase("subject", "you"),
        "left": phrase("subject", "the player on your left"),
        "right": phrase("subject", "the player on your right"),
        "neighbours": phrase("subject", "each of your two neighbours"),
        "opposite": phrase("subject", "the player opposite you"),
        "choice": phrase("subject", "a player of your choice"),
        "others": phrase("subject", "each of the other players"),
        "all": phrase("subject", "everybody"),
        "most": phrase("subject", "the player with the most cards"),
        "fewest": phrase("subject", "the player with the fewest cards"),
        "winner": phrase("subject", "the winner"),
        "loser": phrase("subject", "the loser"),
        "opponent": phrase("subject", "the other player"),
        "same": phrase("subject", "that player"),
        "both": phrase("subject", "each of you"),
    },
    "to": {
        "self": phrase("to", "to you"),
        "left": phrase("to", "to the player on your left"),
        "right": phrase("to", "to the player on your right"),
        "neighbours": phrase("to", "to each of your two neighbours"),
        "opposite": phrase("to", "to the player opposite you"),
        "choice": phrase("to", "to a player of your choice"),
        "others": phrase("to", "to each of the other players"),
        "all": phrase("to", "to everybody"),
        "most": phrase("to", "to the player with the most cards"),
        "fewest": phrase("to", "to the player with the fewest cards"),
        "winner": phrase("to", "to the winner"),
        "loser": phrase("to", "to the loser"),
        "opponent": phrase("to", "to the other player"),
        "same": phrase("to", "to that player"),
        "both": phrase("to", "to each of you"),
    },
    "from": {
        "self": phrase("from", "from you"),
        "left": phrase("from", "from the player on your left"),
        "right": phrase("from", "from the player on your right"),
        "neighbours": phrase("from", "from each of your two neighbours"),
        "opposite": phrase("from", "from the player opposite you"),
        "choice": phrase("from", "from a player of your choice"),
        "others": phrase("from", "from each of the other players"),
        "all": phrase("from", "from everybody"),
        "most": phrase("from", "from the player with the most cards"),
        "fewest": phrase("from", "from the player with the fewest cards"),
        "winner": phrase("from", "from the winner"),
        "loser": phrase("from", "from the loser"),
        "opponent": phrase("from", "from the other player"),
        "same": phrase("from", "from that player"),
        "both": phrase("from", "from each of you"),
    },
    "with": {
        "self": phrase("with", "with you"),
        "left": phrase("with", "with the player on your left"),
        "right": phrase("with", "with the player on your right"),
        "neighbours": phrase("with", "with each of your two neighbours"),
        "opposite": phrase("with", "with the player opposite you"),
        "choice": phrase("with", "with a player of your choice"),
        "others": phrase("with", "with each of the other players"),
        "all": phrase("with", "with everybody"),
        "most": phrase("with", "with the player with the most cards"),
        "fewest": phrase("with", "with the player with the fewest cards"),
        "winner": phrase("with", "with the winner"),
        "loser": phrase("with", "with the loser"),
        "opponent": phrase("with", "with the other player"),
        "same": phrase("with", "with that player"),
        "both": phrase("with", "with each other"),
    },
    "and you": {
        "left": phrase("and you", "you and the player on your left"),
        "right": phrase("and you", "you and the player on your right"),
        "neighbours": phrase("and you", "you and your two neighbours"),
        "opposite": phrase("and you", "you and the player opposite you"),
        "choice": phrase("and you", "you and a player of your choice"),
        "others": phrase("and you", "you and all the other players"),
        "all": phrase("and you", "you and all the other players"),
        "most": phrase("and you", "you and the player with the most cards"),
        "fewest": phrase("and you", "you and the player with the fewest cards"),
        "opponent": phrase("and you", "you and the other player"),
        "same": phrase("and you", "you and that player"),
    },
}

ONE_OTHER: Final = frozenset({"left", "right", "neighbours", "opposite", "choice", "others", "most", "fewest"})
"""With two players all of these mean the other player (rules/missions.md 8.3)."""


Names = tuple[tuple[str, str], ...]
"""Inside a branch of a duel: what `winner` and `loser` mean there."""


def canonical(translator: Translator, selector: str, names: Names = ()) -> str:
    """Return the canonical selector for the players that are meant, as far as that is known."""
    selector = dict(names).get(selector, selector)
    if translator.pair and selector in ONE_OTHER:
        return "opponent"
    return selector


def named(translator: Translator, selector: str, role: Role) -> str:
    """Return the words for a canonical selector in a role; `same` is the one other player mentioned last."""
    if translator.pair and selector == "all":
        selector = "both"
    names = _NAMES[role]
    return translator.format(names.get(selector, names["same"]))
