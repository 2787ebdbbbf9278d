"""Random steps and missions, drawn from the fields that the verbs declare.

A new verb or kind of duel is drawn without a line here, as long as its fields have types that are known below.
"""

import dataclasses
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from annotated_types import Ge, Le
from hypothesis import strategies as st
from pydantic import StrictBool
from pydantic.fields import FieldInfo

from companion.deck import GALAXIES
from companion.missions.model import STEPS
from companion.missions.selectors import DUEL_PLAYERS, PLAYERS, CardFilter, Condition, Count, Max, Player, Where
from companion.missions.step import BindName, Option, Step, Steps
from companion.missions.verbs.duel import Duel

NAMES = ("p", "q")
RIVALS = tuple(who for who in PLAYERS if who not in ("self", "all"))
"""A duel is never against self (M308)."""

LARGEST = 3
"""Largest number where a field has no limit."""


@dataclasses.dataclass(frozen=True)
class Context:
    """What surrounds a step: names bound before it, players of the duel around it, levels that may still follow."""

    bound: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    levels: int = 2
    duels: int = 2

    def inside(self, **changes: Any) -> "Context":
        return dataclasses.replace(self, levels=self.levels - 1, **changes)

    def binding(self, name: str | None) -> "Context":
        return dataclasses.replace(self, bound=tuple(sorted({*self.bound, name}))) if name else self


def players(context: Context) -> st.SearchStrategy[str]:
    return st.sampled_from([*PLAYERS, *context.roles, *(f"bound_{name}" for name in context.bound)])


COUNTS = st.one_of(st.integers(1, 3), st.integers(1, 4).map(lambda most: Max(max=most)), st.just("all"))

FILTERS = {
    "number": st.one_of(st.just("drawn"), st.lists(st.integers(1, 6), min_size=1, max_size=4).map(tuple)),
    "galaxy": st.sampled_from(["drawn", *GALAXIES]),
    "color": st.sampled_from(["blue", "red", "yellow"]),
    "parity": st.sampled_from(["even", "odd"]),
}


@st.composite
def tests(draw, more: bool = False) -> dict[str, Any]:
    """The fields of a card filter, of one with `extreme`, `group` and `shown` if `more`."""
    names = draw(st.lists(st.sampled_from(list(FILTERS)), min_size=1, max_size=2, unique=True))
    found = {name: draw(FILTERS[name]) for name in names}
    if more:
        extra = draw(st.sampled_from(["", "extreme", "group", "shown", "extreme group"]))
        if "extreme" in extra:
            found["extreme"] = draw(st.sampled_from(["highest", "lowest"]))
        if "group" in extra:
            found["group"] = draw(st.sampled_from(["same_number", "same_galaxy", "run"]))
        if extra == "shown":
            found["shown"] = True
        if extra and draw(st.booleans()):
            found = {name: value for name, value in found.items() if name in extra} | {"parity": "odd"}
    return found


CARD_FILTERS = tests().map(lambda fields: CardFilter(**fields))
WHERES = tests(more=True).map(lambda fields: Where(**fields))


@st.composite
def conditions(draw, context: Context) -> Condition:
    who = draw(players(context))
    kind = draw(st.sampled_from(["hand_size", "has", "is", "pile_empty", "players"]))
    if kind == "hand_size":
        word = draw(st.sampled_from(["lt", "gt", "eq"]))
        return Condition(hand_size={"who": who, word: draw(st.integers(1, 9))})
    if kind == "has":
        return Condition(has={"who": who, "where": draw(tests())})
    if kind == "is":
        return Condition(is_={"a": who, "b": draw(players(context))})
    if kind == "players":
        return Condition(players={"eq": draw(st.integers(2, 6))})
    return Condition(pile_empty=draw(st.booleans()))


# ---------------------------------------------------------------- the values of one field


@cache
def types(cls: type[Step]) -> dict[str, Any]:
    """Return the full type of each field."""
    hints = get_type_hints(cls, include_extras=True)
    return {name: hints[name] for name in cls.model_fields}


def holds_steps(kind: Any) -> bool:
    """Return True if values of a type hold steps."""
    return kind in (Steps, Option, Steps | None) or any(holds_steps(part) for part in get_args(kind))


def values(kind: Any, context: Context) -> st.SearchStrategy[Any]:
    """Return a strategy for the values of a field of this type.

    Raises:
        TypeError: the type is not known here.
    """
    known = {
        Player: players(context),
        Count: COUNTS,
        Where | None: st.none() | WHERES,
        CardFilter | None: st.none() | CARD_FILTERS,
        BindName | None: st.sampled_from([None, *NAMES]),
        StrictBool: st.booleans(),
    }
    for candidate, strategy in known.items():
        if kind == candidate:
            return strategy
    if kind == Condition:
        return conditions(context)
    if kind == Steps:
        return branch(context)
    if kind == Steps | None:
        return st.none() | branch(context)
    if kind == Option:
        return branch(context).filter(bool)
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if get_origin(kind) is Annotated:
        inner, *notes = get_args(kind)
        limits = [limit for note in notes if isinstance(note, FieldInfo) for limit in note.metadata]
        if get_origin(inner) is tuple:
            least, most = (
                next(getattr(x, key) for x in limits if hasattr(x, key)) for key in ("min_length", "max_length")
            )
            return st.lists(values(get_args(inner)[0], context), min_size=least, max_size=most).map(tuple)
        if inner is int or get_args(inner)[:1] == (int,):
            least = next((limit.ge for limit in limits if isinstance(limit, Ge)), 1)
            return st.integers(least, next((limit.le for limit in limits if isinstance(limit, Le)), LARGEST))
    raise TypeError(f"there is no strategy for values of {kind}; add one to tests/missions/strategies.py")


# ---------------------------------------------------------------- steps


def verbs(context: Context) -> list[str]:
    """Return the verbs that may come next, those with steps inside more often."""
    found = []
    for verb, cls in STEPS.items():
        nested = [name for name, kind in types(cls).items() if holds_steps(kind)]
        if context.levels <= 0 and any(cls.model_fields[name].is_required() for name in nested):
            continue
        if cls is Duel:
            found += [verb] * (5 if context.duels > 0 else 0)
        else:
            found += [verb] * (2 if nested and context.levels > 0 else 1)
    return found


@st.composite
def steps(draw, context: Context) -> Step:
    cls = draw(st.sampled_from(STEPS[draw(st.sampled_from(verbs(context)))].members()))
    kinds = types(cls)
    plain = {name: kind for name, kind in kinds.items() if not holds_steps(kind)}
    fields = {name: draw(values(kind, context)) for name, kind in plain.items()}
    if fields.get("vs") in ("self", "all"):
        fields["vs"] = draw(st.sampled_from(RIVALS))
    around = context.binding(fields.get("bind"))
    for name, kind in kinds.items():
        if name not in plain:
            inner = around
            if issubclass(cls, Duel):
                roles = ("opponent",) if name == "tie" else DUEL_PLAYERS
                inner = dataclasses.replace(around, roles=roles, duels=around.duels - 1)
            fields[name] = draw(values(kind, inner))
    return cls(**fields)


@st.composite
def lists(draw, context: Context, least: int = 0) -> tuple[Step, ...]:
    """Some steps; what one binds the next ones know."""
    found: list[Step] = []
    for _ in range(draw(st.integers(least, 2))):
        step = draw(steps(context))
        found.append(step)
        context = context.binding(step.binds)
    return tuple(found)


def branch(context: Context) -> st.SearchStrategy[tuple[Step, ...]]:
    return st.just(()) if context.levels <= 0 else lists(context.inside())


ANY_STEPS = lists(Context(), least=1)
"""What a mission may do, balanced or not."""
