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

from companion.missions.duels.best_combination import BestCombination as BestCombination
from companion.missions.duels.blind_battle import BlindBattle as BlindBattle
from companion.missions.duels.closest_sum import ClosestSum as ClosestSum
from companion.missions.duels.grid_3x3 import Grid3x3 as Grid3x3
from companion.missions.duels.guess_galaxy import GuessGalaxy as GuessGalaxy
from companion.missions.duels.guess_number import GuessNumber as GuessNumber
from companion.missions.duels.higher_lower import HigherLower as HigherLower
from companion.missions.duels.highest_unique import HighestUnique as HighestUnique
from companion.missions.duels.highest_xphere import HighestXphere as HighestXphere
from companion.missions.duels.largest_galaxy import LargestGalaxy as LargestGalaxy
from companion.missions.duels.memory_sequence import MemorySequence as MemorySequence
from companion.missions.duels.name_galaxies import NameGalaxies as NameGalaxies
from companion.missions.duels.odd_even_fingers import OddEvenFingers as OddEvenFingers
from companion.missions.duels.reaction_tap import ReactionTap as ReactionTap
from companion.missions.duels.registry import DUEL_KINDS as DUEL_KINDS
from companion.missions.duels.rock_paper_scissors import RockPaperScissors as RockPaperScissors
from companion.missions.duels.stare import Stare as Stare
from companion.missions.duels.tap_race import TapRace as TapRace
from companion.missions.duels.three_locations import ThreeLocations as ThreeLocations
from companion.missions.keyed import Keyed
from companion.missions.step import Step as Step
from companion.missions.verbs.again import Again as Again
from companion.missions.verbs.choose import Choose as Choose
from companion.missions.verbs.draw import Draw as Draw
from companion.missions.verbs.duel import Duel as Duel
from companion.missions.verbs.give import Give as Give
from companion.missions.verbs.guess import Guess as Guess
from companion.missions.verbs.if_ import If as If
from companion.missions.verbs.keep import Keep as Keep
from companion.missions.verbs.pass_ import Pass as Pass
from companion.missions.verbs.put import Put as Put
from companion.missions.verbs.registry import VERBS
from companion.missions.verbs.show import Show as Show
from companion.missions.verbs.swap import Swap as Swap
from companion.missions.verbs.take import Take as Take

STEPS: Final[dict[str, type[Step]]] = VERBS
"""The verbs of the effect language (8.7.7) and their classes."""

DUELS: Final[tuple[type[Duel], ...]] = tuple(DUEL_KINDS.values())
"""Every kind of duel."""


def verb(step: Step) -> str:
    """Return the key under which the step is written in a pack file."""
    return step.verb


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
