"""The effect language: what a mission can do, as frozen objects (rules/missions.md 8.3).

    >>> Put(who="self", n=2)
    Put(who='self', n=2, where=None, otherwise=(), pick='owner')

In a pack file each step is a mapping with one key, `{put: {n: 2}}`; here it is an object of the class of that name.
Fields carry the names of the rules; `from_`, `else_` and `is_` are written without the underscore in the files.
The language is made of the declarations in `companion.missions.verbs` and `companion.missions.duels`; what executing a
step means is the business of `companion.rules`.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

from pydantic import Discriminator, Field, Tag
from typing_extensions import TypeAliasType

from companion.missions.duels.registry import DUEL_KINDS
from companion.missions.keyed import Keyed
from companion.missions.step import Step
from companion.missions.verbs.duel import Duel
from companion.missions.verbs.registry import VERBS

STEPS: Final[dict[str, type[Step]]] = VERBS
"""The verbs of the effect language (8.7.7) and their classes."""

DUELS: Final[tuple[type[Duel], ...]] = tuple(DUEL_KINDS.values())
"""Every kind of duel."""


def _shape(value: Any) -> str | None:
    """Return the verb of a step, written or built, or None if it is not a step."""
    if isinstance(value, dict):
        word = next(iter(value)) if len(value) == 1 else None
        return word if isinstance(word, str) and word in STEPS else None
    return value.verb if isinstance(value, Step) else None


def _written(word: str, cls: type[Step]) -> Any:
    """Return the type of a step of one verb as it is written."""
    members = cls.members()
    kinds: Any = reduce(or_, members)
    if len(members) > 1:
        kinds = Annotated[kinds, Field(discriminator="kind")]
    return Annotated[kinds, Keyed(word), Tag(word)]


if TYPE_CHECKING:
    AnyStep: TypeAlias = Step
else:
    AnyStep = TypeAliasType(
        "AnyStep",
        Annotated[
            reduce(or_, (_written(word, cls) for word, cls in STEPS.items())),
            Discriminator(_shape, custom_error_type="step", custom_error_message="not a step"),
        ],
    )
"""A step as it is validated and written; a named alias, because steps contain steps."""
