"""The kinds of duels (rules/missions.md 8.5) by name, in the order of their numbers; all complete."""

from typing import Final, get_args

from companion.missions.verbs.duel import Duel
from companion.registry import by_number, load_classes

DUEL_KINDS: Final[dict[str, type[Duel]]] = by_number(
    load_classes(
        "companion.missions.duels",
        "duel",
        "KIND",
        Duel,
        name_of=lambda cls: str(get_args(cls.model_fields["kind"].annotation)[0]),
        requires=("number", "ties", "challenge"),
    ),
    "duel",
)
