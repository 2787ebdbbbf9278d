"""The kinds of duels (rules/missions.md 8.5) by name, in the order of their numbers; all complete."""

from typing import Final, cast

from companion.missions.verbs.duel import Duel
from companion.registry import by_number, load

DUEL_KINDS: Final = cast(
    "dict[str, type[Duel]]",
    by_number(load("companion.missions.duels", "duel", "KIND", type, requires=("number", "challenge", "ties")), "duel"),
)
