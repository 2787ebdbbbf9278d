"""What a step of a mission is: the base class of every verb of the effect language (rules/missions.md 8.3).

A verb is one class in one module of `companion.missions.verbs`. It declares the fields that authors write, and what the
rest of the room asks about such a step: the steps inside it, the limits that it must keep, what it can do to the
numbers of cards, its clause in a sentence and its picture. docs/adding-a-verb.md walks through one.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal, NamedTuple, TypeAlias

from pydantic import ConfigDict, Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema

from companion.missions.selectors import NAME, CardFilter, Condition, Count, Model, is_player_field
from companion.phrases import Phrase

if TYPE_CHECKING:
    from companion.missions.interpreter import AbstractInterpreter, AbstractState
    from companion.missions.pictograms import Group, People, PictogramBuilder
    from companion.missions.wording.clauses import Clause, ClauseBuilder, Scope

StepPath: TypeAlias = tuple[int | str, ...]
"""Where a step or a field stands below the mission, as keys and places in lists."""

Pick: TypeAlias = Literal["owner", "blind", "taker_open"]
"""Who picks the cards: their owner, chance from the hidden hand, or the taker with the hand open."""

BindName: TypeAlias = Annotated[str, Field(pattern=NAME)]


class StepBranch(NamedTuple):
    """A list of steps inside a step.

    Attributes:
        path: where it stands below the step, as authors write it: `("otherwise",)`, `("options", 0)`.
        steps: the steps; empty if nothing happens.
    """

    path: StepPath
    steps: Steps

    @property
    def name(self) -> str:
        """Return what reports call the branch: `otherwise`, `option 1`."""
        name, *place = self.path
        return f"{str(name).removesuffix('s')} {int(place[0]) + 1}" if place else str(name)


class StepFilter(NamedTuple):
    """A filter of cards in a step.

    Attributes:
        path: where it stands below the step.
        test: the filter.
        n: how many cards must pass it.
    """

    path: StepPath
    test: CardFilter
    n: Count


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with the meaning of a mission.

    Attributes:
        path: where it stands below the mission, or below the step that reports it.
        code: stable code.
        message: one sentence.
    """

    path: StepPath
    code: str
    message: str


class Step(Model):
    """One thing that a mission does.

    Attributes:
        verb: the key under which the step is written in a pack file.
        number: the place of the verb in the language, from 1; never used again, since tables of operations keep it.
        examples: steps as authors write them, without the key, that together show every picture of the verb; they
            stand in the legend.
        check_words: words of which a sentence by hand must have one, separated by blanks, a star for any ending; None
            if there are several good ways to write it.
        pair: two fields that must mean two different players.
        draws: whether it matters how many cards the pile has.
        exclusive: whether exactly one of the branches runs, so that two equal ones are no choice.
        weight: how many steps it counts for in the limit of rules/missions.md 8.7.4.
    """

    model_config = ConfigDict(defer_build=True)

    verb: ClassVar[str]
    number: ClassVar[int]
    examples: ClassVar[tuple[Mapping[str, Any], ...]]
    check_words: ClassVar[Phrase | None] = None
    pair: ClassVar[tuple[str, str] | None] = None
    draws: ClassVar[bool] = False
    exclusive: ClassVar[bool] = False
    weight: ClassVar[int] = 1

    # ---------------------------------------------------------------- what is in it

    @classmethod
    def members(cls) -> tuple[type[Step], ...]:
        """Return the classes of which steps of this verb are; more than one are told apart by their field `kind`."""
        return (cls,)

    def branches(self) -> tuple[StepBranch, ...]:
        """Return the lists of steps inside the step; their order is the one that engines and reports use."""
        return tuple(StepBranch((key,), getattr(self, name) or ()) for name, key in _branch_fields(type(self)))

    def players(self) -> Iterator[tuple[StepPath, str]]:
        """Yield every selector of players in the step, with where it stands below it."""
        for name, key in _player_fields(type(self)):
            yield (key,), getattr(self, name)

    def directions(self) -> set[str]:
        """Return `left` and `right` as far as the step names them."""
        return {player for _, player in self.players()} & {"left", "right"}

    def filters(self) -> Iterator[StepFilter]:
        """Yield the filters of cards in the step."""
        yield from ()

    @property
    def condition(self) -> Condition | None:
        """Return what decides which branch runs, if it is a condition."""
        return None

    @property
    def binds(self) -> str | None:
        """Return the name that later steps may use for a player of this one."""
        return None

    # ---------------------------------------------------------------- limits

    def faults(self) -> Iterator[Fault]:
        """Yield what is wrong with the step by itself, apart from its players and filters."""
        yield from ()

    def unreachable(self, branch: StepBranch) -> Fault | None:
        """Return what is wrong when a branch can never run, or None if that is as it should be."""
        return Fault(branch.path, "M314", f"these steps of '{self.verb}' can never run.")

    # ---------------------------------------------------------------- what it can do

    @abstractmethod
    def outcomes(
        self, interpreter: AbstractInterpreter, state: AbstractState, path: StepPath
    ) -> Iterator[tuple[AbstractState, bool]]:
        """Yield every state that may follow, with whether a card has moved to or from a hand.

        Args:
            interpreter: follows the steps inside, and keeps the largest number of cards moved by each step.
            state: the numbers of cards before.
            path: where the step stands below the mission.
        """

    def can_move(self, interpreter: AbstractInterpreter, state: AbstractState) -> set[bool]:
        """Return whether the step can move a card; both answers where that depends on the cards.

        It decides which options may be chosen (rules/missions.md 8.3, choose).
        """
        return {moved for _, moved in self.outcomes(interpreter.fresh(), state, ())}

    # ---------------------------------------------------------------- how it reads and looks

    @abstractmethod
    def clause(self, builder: ClauseBuilder, scope: Scope) -> Clause:
        """Return the step as a clause of the sentence."""

    def bound_people(self, builder: PictogramBuilder, people: People) -> People:
        """Return who is who in the pictures of the steps that follow."""
        return people

    @abstractmethod
    def pictogram(self, builder: PictogramBuilder, people: People) -> Iterator[Group]:
        """Yield the groups of signs: first the step itself, then its cases."""


class _OfAnyVerb:
    """Annotation of a step inside a step: it is validated as a step of whichever verb it is."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Return the schema of the whole language.

        It is imported here because the language is made of the verbs, and verbs contain steps.
        """
        from companion.missions.model import AnyStep

        return handler.generate_schema(AnyStep)


_Inner: TypeAlias = Annotated[Step, _OfAnyVerb()]
Steps: TypeAlias = tuple[_Inner, ...]
Option: TypeAlias = Annotated[tuple[_Inner, ...], Field(min_length=1)]
"""Steps that are chosen as a whole."""


_STEPS: Final = (Steps, Steps | None)


@cache
def _branch_fields(cls: type[Step]) -> tuple[tuple[str, str], ...]:
    """Return the fields that hold steps, with the keys under which they are written."""
    return tuple((name, field.alias or name) for name, field in cls.model_fields.items() if field.annotation in _STEPS)


@cache
def _player_fields(cls: type[Step]) -> tuple[tuple[str, str], ...]:
    """Return the fields that name players, with the keys under which they are written."""
    return tuple((name, field.alias or name) for name, field in cls.model_fields.items() if is_player_field(field))
