"""The names of all signs in the pictures of missions; what each looks like is the business of the templates."""

from typing import Final

from companion.missions.duels.registry import DUEL_KINDS
from companion.missions.pictograms import PLAYER_SIGN_NAMES

PLAYER_SIGNS: Final = (*PLAYER_SIGN_NAMES.values(), "both", "me-winner", "me-loser")
CARD_SIGNS: Final = ("cards", "up-to", "all-cards", "hand", "this", "pile", "discard", "no-pile")
MARKS: Final = (
    "arrow", "then", "swap", "pass-left", "pass-right", "eye", "blind", "again", "stop", "perhaps", "question", "equal",
    "yes", "no", "tie", "or", "fork", "think", "text",
)  # fmt: skip
DUEL_SIGNS: Final = tuple(DUEL_KINDS)
SIGNS: Final = (*PLAYER_SIGNS, *CARD_SIGNS, *MARKS, *DUEL_SIGNS)
"""Every sign there is."""
