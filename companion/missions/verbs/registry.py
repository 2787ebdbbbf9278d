"""The verbs of the effect language (rules/missions.md 8.7.7) by name, in the order of their numbers; all complete."""

from typing import Final

from companion.missions.step import Step
from companion.registry import by_number, load_classes

VERBS: Final[dict[str, type[Step]]] = by_number(
    load_classes(
        "companion.missions.verbs",
        "verb",
        "VERB",
        Step,  # type: ignore[type-abstract]  # what is loaded is concrete
        name_of=lambda cls: cls.verb,
        requires=("verb", "number", "examples"),
    ),
    "verb",
)
