"""The verbs of the effect language (rules/missions.md 8.7.7) by name, in the order of their numbers; all complete."""

from typing import Final, cast

from companion.missions.step import Step
from companion.registry import by_number, load

VERBS: Final = cast(
    "dict[str, type[Step]]",
    by_number(load("companion.missions.verbs", "verb", "VERB", type, requires=("verb", "number", "examples")), "verb"),
)
