"""What an ability must not contain although its words are right: a code for each kind of fault (docs/guimenon.md)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.missions.findings import nearest, quoted
from companion.rules.guimenon.language import (
    LASTING,
    ONLY_LASTING,
    TRIGGER_NAMES,
    Ability,
    AbilityCondition,
    Effect,
    MoonEffect,
    MoveEffect,
    PlaceStarsEffect,
    StarsEffect,
    Target,
    TokenEffect,
    word_of,
)

Carrier: TypeAlias = Literal["being", "item", "location"]
AbilityPath: TypeAlias = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class AbilityFault:
    """Something wrong in an ability.

    Attributes:
        path: keys and indexes from the ability to the value.
        code: stable code.
        message: one sentence.
    """

    path: AbilityPath
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Known:
    """The words that a pool defines: ids of tokens, and the Types of all its cards."""

    tokens: frozenset[str]
    types: frozenset[str]


def check_ability(ability: Ability, carrier: Carrier, known: Known) -> Iterator[AbilityFault]:
    """Yield what is wrong with an ability of a card or Location."""
    if ability.if_ is not None:
        yield from _condition(ability.if_)
    for index, effect in enumerate(ability.do):
        word = word_of(effect)
        path: AbilityPath = ("do", index, word)
        fault = _trigger(ability, word)
        if fault is not None:
            yield AbilityFault(path, "G301", fault)
            continue  # its content is judged only where the effect is allowed at all
        yield from _effect(ability, effect, carrier, path)
    for path, target in _targets(ability):
        yield from _target(ability, target, path)
    if carrier == "location":
        yield from _location(ability)
    yield from _references(ability, known)


def _trigger(ability: Ability, word: str) -> str | None:
    """Return why an effect does not go with the trigger."""
    if ability.on == "continuous":
        if word not in LASTING:
            return f"'{word}' happens once, so a Continuous ability cannot have it; give the ability another trigger."
    elif word in ONLY_LASTING:
        return f"'{word}' lasts, so only a Continuous ability can have it, not {TRIGGER_NAMES[ability.on]}."
    return None


def _effect(ability: Ability, effect: Effect, carrier: Carrier, path: AbilityPath) -> Iterator[AbilityFault]:
    """Yield what is wrong with one effect by itself."""
    of = getattr(effect, "of", None)
    if of == "self" and ability.on == "destroyed" and carrier != "location":
        yield AbilityFault(
            (*path, "of"), "G309", "the card itself is gone when its On Destroyed acts; choose another target."
        )
    if isinstance(effect, StarsEffect | PlaceStarsEffect):
        if (effect.by is None) == (effect.times is None):
            yield AbilityFault(path, "G302", "exactly one of 'by' and 'times' is needed.")
        elif effect.times is not None and ability.on != "continuous":
            yield AbilityFault((*path, "times"), "G302", "'times' is only possible in a Continuous ability; use 'by'.")
        elif effect.times is not None and effect.per is not None:
            yield AbilityFault((*path, "per"), "G302", "'per' counts for 'by', not for 'times'.")
        elif effect.by == 0 or effect.times == 1:
            yield AbilityFault((*path, "times" if effect.by is None else "by"), "G311", "this changes nothing.")
    if isinstance(effect, StarsEffect):
        if of == "self" and carrier == "item":
            yield AbilityFault((*path, "of"), "G305", "an Item has no Stars; only Beings can get some (7.4.2).")
        elif isinstance(of, Target) and of.kind != "being":
            yield AbilityFault((*path, "of", "kind"), "G305", "only Beings have Stars; leave out 'kind' (7.4.2).")
    if isinstance(effect, MoonEffect) and effect.n == 0:
        yield AbilityFault((*path, "n"), "G311", "this changes nothing.")
    if isinstance(effect, MoveEffect) and effect.to == "here" and (of == "self" or _is_here(of)):
        yield AbilityFault((*path, "of"), "G311", "cards that are here cannot move here; say where: elsewhere.")


def _is_here(of: object) -> bool:
    return isinstance(of, Target) and of.where == "here"


def _targets(ability: Ability) -> Iterator[tuple[AbilityPath, Target]]:
    """Yield every target of an ability with its path; counts are targets too."""
    if ability.if_ is not None and isinstance(ability.if_.count, Target):
        yield ("if", "count"), ability.if_.count
    for index, effect in enumerate(ability.do):
        for field in ("of", "per"):
            found = getattr(effect, field, None)
            if isinstance(found, Target):
                yield ("do", index, word_of(effect), field), found


def _target(ability: Ability, target: Target, path: AbilityPath) -> Iterator[AbilityFault]:
    """Yield what is wrong with one target."""
    stars = [name for name in ("stars_at_least", "stars_at_most") if getattr(target, name) is not None]
    counted = path[-1] in ("count", "per")
    if counted and target.pick != "all":
        yield AbilityFault((*path, "pick"), "G312", "what is counted cannot be picked; leave out 'pick'.")
    elif ability.on == "continuous" and target.pick != "all":
        yield AbilityFault((*path, "pick"), "G304", "a Continuous ability cannot pick; it is about all cards that fit.")
    elif ability.on == "continuous" and stars:
        yield AbilityFault((*path, stars[0]), "G304", "what is Continuous cannot depend on Stars, which depend on it.")
    if target.kind != "being" and (stars or target.pick in ("strongest", "weakest")):
        where = stars[0] if stars else "pick"
        yield AbilityFault((*path, where), "G305", "only Beings have Stars; leave out 'kind' (7.4.2).")
    if target.up_to and target.pick != "choice":
        yield AbilityFault((*path, "up_to"), "G306", "'up_to' is only possible with pick: choice.")
    if target.n > 1 and target.pick == "all":
        yield AbilityFault((*path, "n"), "G306", "'n' is only possible with a 'pick' other than all.")
    for low, high in (("stars_at_least", "stars_at_most"), ("cost_at_least", "cost_at_most")):
        if _crossed(getattr(target, low), getattr(target, high)):
            yield AbilityFault((*path, high), "G310", f"'{high}' is below '{low}'; no card fits.")


def _condition(condition: AbilityCondition) -> Iterator[AbilityFault]:
    """Yield what is wrong with the bounds of a condition."""
    if condition.at_least is None and condition.at_most is None:
        yield AbilityFault(("if",), "G310", "'if' needs 'at_least', 'at_most' or both.")
    elif _crossed(condition.at_least, condition.at_most):
        yield AbilityFault(("if", "at_most"), "G310", "'at_most' is below 'at_least'; no count fits.")
    elif condition.at_least == 0 and condition.at_most is None:
        yield AbilityFault(("if", "at_least"), "G310", "'at_least: 0' is always true; leave out the 'if'.")


def _crossed(low: int | None, high: int | None) -> bool:
    return low is not None and high is not None and low > high


def _location(ability: Ability) -> Iterator[AbilityFault]:
    """Yield the words that mean nothing on a Location, which belongs to nobody."""
    owned = ability.on == "destroyed"  # there "mine" is the side of the destroyed card
    for path, target in _targets(ability):
        if target.other:
            yield AbilityFault(
                (*path, "other"), "G303", "a Location is no card, so no card is the other one; leave it out."
            )
        if not owned and target.side != "both":
            yield AbilityFault((*path, "side"), "G303", "a Location belongs to nobody; say side: both.")
        if not owned and target.pick == "choice":
            yield AbilityFault((*path, "pick"), "G303", "a Location belongs to nobody who could choose; pick: random.")
    for index, effect in enumerate(ability.do):
        path = ("do", index, word_of(effect))
        if getattr(effect, "of", None) == "self":
            yield AbilityFault((*path, "of"), "G303", "a Location is no card; choose a target with side: both.")
        if not owned and getattr(effect, "whose", None) in ("me", "opponent"):
            yield AbilityFault(
                (*path, "whose"), "G303", "a Location belongs to nobody; whose: both, fewer_cards or more_cards."
            )
        if not owned and isinstance(getattr(effect, "per", None), str):
            yield AbilityFault(
                (*path, "per"), "G303", "a Location has no hand or discard pile; count cards with side: both."
            )
    if ability.if_ is not None and not owned and isinstance(ability.if_.count, str):
        yield AbilityFault(
            ("if", "count"), "G303", "a Location has no hand or discard pile; count cards with side: both."
        )


def _references(ability: Ability, known: Known) -> Iterator[AbilityFault]:
    """Yield words that the pool does not define."""
    for path, target in _targets(ability):
        if target.type is not None and target.type not in known.types:
            hint = nearest(target.type, known.types)
            yield AbilityFault((*path, "type"), "G307", f"no card has the Type {quoted(target.type)}{hint}.")
    for index, effect in enumerate(ability.do):
        if isinstance(effect, TokenEffect) and effect.card not in known.tokens:
            hint = nearest(effect.card, known.tokens)
            yield AbilityFault(
                ("do", index, "token", "card"), "G308", f"there is no token {quoted(effect.card)}{hint}."
            )
