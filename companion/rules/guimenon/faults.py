"""From the nodes of a pool file to cards: every mismatch reported in an author's words, at the position of the value.

The file itself is read by `companion.missions.source`, the same reader that reads mission packs.
"""

from __future__ import annotations

import re
from typing import Any, Final, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from companion.missions.findings import listed, nearest, quoted
from companion.missions.locations import Position
from companion.missions.selectors import Model
from companion.missions.shape import describe
from companion.missions.source import Node, SourceFile
from companion.rules.guimenon.language import EFFECTS, Ability, AbilityCondition, Target

M = TypeVar("M", bound=Model)

_OWNERS: Final[dict[str, tuple[str, type[Model]]]] = {
    **{word: (f"'{word}'", cls) for word, cls in EFFECTS.items()},
    "abilities": ("an ability", Ability),
    "if": ("'if'", AbilityCondition),
    "target": ("a target", Target),
}
"""The part of an error's path that leads into a model, with its name."""

_EXPECTED: Final = {
    "int_type": "a whole number", "int_from_float": "a whole number", "bool_type": "true or false",
    "string_type": "text", "tuple_type": "a list", "model_type": "a mapping", "model_attributes_type": "a mapping",
}  # fmt: skip
_LOOKS: Final = {
    "id": "a word like silver-fox, in small letters", "card": "a word like silver-fox, in small letters",
    "cards": "a word like silver-fox, in small letters", "locations": "a word like long-road, in small letters",
    "types": "one capitalised word like Plant", "type": "one capitalised word like Plant",
    "name": "text without blanks around it",
}  # fmt: skip
_LITERALS: Final = re.compile(r"'([^']*)'")


def build(cls: type[M], node: Node, source: SourceFile) -> M | None:
    """Return a node as a `cls`, or None after noting every mismatch in `source`."""
    try:
        return cls.model_validate(node.plain(), by_alias=True, by_name=False)
    except ValidationError as error:
        details = error.errors(include_url=False)
        for detail in details:
            found = None if _is_misspelt(detail, details) else _explain(cls, detail, node)
            if found is not None:
                source.add(*found)
        return None


def _is_misspelt(error: ErrorDetails, errors: list[ErrorDetails]) -> bool:
    """Return True if a field is missing only because its key is misspelt; the wrong key has its own finding."""
    if error["type"] != "missing":
        return False
    *parent, field = error["loc"]
    extra = [other["loc"] for other in errors if other["type"] == "extra_forbidden"]
    return any(list(path[:-1]) == parent and nearest(str(path[-1]), [str(field)]) for path in extra)


def _explain(cls: type[Model], error: ErrorDetails, root: Node) -> tuple[Position, str, str] | None:
    """Return place, code and message of one mismatch, or None if it only follows from another one."""
    path, ctx, kind = error["loc"], error.get("ctx", {}), error["type"]
    node = root.at(path)
    owner, model = next((_OWNERS[str(part)] for part in reversed(path[:-1]) if part in _OWNERS), ("this", cls))
    field = next((part for part in reversed(path) if isinstance(part, str) and part in _fields(model)), "this")
    what = f"'{field}'"
    match kind:
        case "extra_forbidden":
            parent, key = root.at(path[:-1]), str(path[-1])
            known = _fields(model)
            message = f"{owner} has no field {quoted(key)}{nearest(key, known)}; its fields are {listed(known, 'and')}."
            return parent.keys.get(key, parent.place), "G202", message
        case "missing":
            return root.at(path[:-1]).place, "G203", f"{owner} lacks the field '{path[-1]}'."
        case "effect":
            return _effect(node)
        case "target":
            return node.place, "G206", f"{what} must be self or a target in braces, not {describe(node)}."
        case "per":
            return node.place, "G206", f"{what} must be hand, discard or a target in braces, not {describe(node)}."
        case "literal_error":
            words = _LITERALS.findall(str(ctx.get("expected")))
            hint = nearest(str(node.value), words)
            return node.place, "G208", f"{what} cannot be {describe(node)}{hint}; it can be {listed(words)}."
        case "greater_than_equal" | "less_than_equal":
            limit = f"at least {ctx['ge']}" if "ge" in ctx else f"at most {ctx['le']}"
            return node.place, "G207", f"{what} must be {limit}, not {node.value}."
        case "string_pattern_mismatch":
            return node.place, "G209", f"{what} must be {_LOOKS.get(field, 'another text')}, not {describe(node)}."
        case "string_too_long":
            return node.place, "G209", f"{what} must have at most {ctx['max_length']} characters."
        case "too_short" | "too_long":
            return _length(what, ctx, node)
        case _ if kind in _EXPECTED:
            return node.place, "G201", f"{what} must be {_EXPECTED[kind]}, not {describe(node)}."
    return node.place, "G201", f"{what} is not right: {error['msg']}."


def _fields(model: type[Model]) -> list[str]:
    """Return the fields of a model as authors write them."""
    return [field.alias or name for name, field in model.model_fields.items()]


def _length(what: str, ctx: dict[str, Any], node: Node) -> tuple[Position, str, str] | None:
    length = len(node.value) if isinstance(node.value, list | dict) else 0
    least, most = ctx.get("min_length", 0), ctx.get("max_length")
    if least <= length and (most is None or length <= most):
        return None  # some members were refused, each with its own finding
    limit = f"at least {least}" if length < least else f"at most {most}"
    return node.place, "G210", f"{what} needs {limit} entr{'y' if limit.endswith(' 1') else 'ies'}, not {length}."


def _effect(node: Node) -> tuple[Position, str, str]:
    """Explain what is not an effect."""
    if not isinstance(node.value, dict):
        return node.place, "G205", f"an effect is written like {{draw: {{n: 1}}}}, not as {describe(node)}."
    keys = list(node.value)
    if len(keys) != 1:
        many = f"{len(keys)} ({listed(map(quoted, keys), 'and')})" if keys else "none"
        return node.place, "G205", f"an effect has exactly one verb, not {many}; write several effects as a list."
    hint = nearest(keys[0], EFFECTS)
    return node.keys[keys[0]], "G204", f"there is no effect {quoted(keys[0])}{hint}; effects are {listed(EFFECTS)}."
