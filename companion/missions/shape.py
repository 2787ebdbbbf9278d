"""From the nodes of a file to a model; every mismatch is reported in an author's words at the value."""

from __future__ import annotations

import re
from typing import Any, Final, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from companion.deck import GALAXIES
from companion.missions.duels.registry import DUEL_KINDS
from companion.missions.findings import listed, nearest, quoted, some
from companion.missions.locations import Position
from companion.missions.model import STEPS
from companion.missions.pack import PackInfo
from companion.missions.selectors import (
    DUEL_PLAYERS,
    PLAYERS,
    CardFilter,
    Condition,
    HandSize,
    Has,
    Is,
    Max,
    Model,
    Players,
    Where,
)
from companion.missions.source import Node, SourceFile

_ModelT = TypeVar("_ModelT", bound=Model)

_OWNERS: Final[dict[str, type[Model]]] = {
    **STEPS, **DUEL_KINDS, "where": Where, "until": CardFilter, "cond": Condition, "hand_size": HandSize, "has": Has,
    "is": Is, "players": Players, "{max}": Max,
}  # fmt: skip
"""The model that a part of an error's path leads into."""


def build(cls: type[_ModelT], node: Node, source: SourceFile) -> _ModelT | None:
    """Return `node` as a `cls`, or None after noting every mismatch in `source`."""
    if _empty_values(node, source):
        return None
    try:
        return cls.model_validate(node.plain(), by_alias=True, by_name=False)
    except ValidationError as error:
        details = error.errors(include_url=False)
        unknown = [
            (detail["loc"][:-1], str(detail["loc"][-1])) for detail in details if detail["type"] == "extra_forbidden"
        ]
        for detail in details:
            if detail["type"] == "missing" and any(
                parent == detail["loc"][:-1] and nearest(key, [str(detail["loc"][-1])]) for parent, key in unknown
            ):
                continue  # the field is there, misspelled, which is reported
            found = _explain(cls, detail, node)
            if found:
                source.add(*found)
        return None


def _empty_values(node: Node, source: SourceFile) -> bool:
    """Report keys and list entries without a value; return True if there are any."""
    below = list(node.value.items()) if isinstance(node.value, dict) else []
    below += [("", item) for item in node.value] if isinstance(node.value, list) else []
    found = False
    for key, child in below:
        if child.value is None:
            what = (
                f"{quoted(key)} has no value; write one or remove the key"
                if key
                else "a list entry is empty; remove it"
            )
            source.add(node.keys.get(key, child.place), "M218", f"{what}.")
            found = True
        else:
            found = _empty_values(child, source) or found
    return found


def fields_of(cls: type[Model]) -> list[str]:
    """Return the fields of a model as authors write them."""
    return [field.alias or name for name, field in cls.model_fields.items()]


def describe(node: Node) -> str:
    """Return what stands at a node: `the text 'one'`, `a list`, `nothing`."""
    match node.value:
        case dict():
            return "a mapping"
        case list():
            return "a list" if node.value else "an empty list"
        case None:
            return "nothing"
        case bool():
            return "true" if node.value else "false"
        case int() | float():
            return f"the number {node.value}"
        case str():
            return f"the text {quoted(node.value)}"


_EXPECTED: Final = {
    "int_type": "a whole number", "int_from_float": "a whole number", "bool_type": "true or false",
    "string_type": "text", "tuple_type": "a list", "model_type": "a mapping", "model_attributes_type": "a mapping",
    "dict_type": "a mapping", "list_type": "a list",
}  # fmt: skip
_LITERALS: Final = re.compile(r"'([^']*)'|\b(\d+|True)\b")


def _explain(cls: type[Model], error: ErrorDetails, root: Node) -> tuple[Position, str, str] | None:  # noqa: C901 - one case per kind of error
    """Return place, code and message of one mismatch, or None if it only follows from another one."""
    path, ctx, kind = error["loc"], error.get("ctx", {}), error["type"]
    node = root.at(path)
    owner_name, owner = next(((str(p), _OWNERS[p]) for p in reversed(path[:-1]) if p in _OWNERS), ("", cls))
    named = f"'{owner_name}'" if owner_name else "this"
    field = next((str(part) for part in reversed(path) if isinstance(part, str) and part in _fields(owner)), "")
    what = f"'{field}'" if field else "this"

    if kind == "extra_forbidden":
        parent, key = root.at(path[:-1]), str(path[-1])
        known = fields_of(owner)
        message = f"{named} has no field {quoted(key)}{nearest(key, known)}; its fields are {listed(known, 'and')}."
        return parent.keys.get(key, parent.place), "M202", message
    if kind == "missing":
        return root.at(path[:-1]).place, "M203", f"{named} lacks the field '{path[-1]}'."
    if kind == "union_tag_not_found":
        return node.place, "M203", f"{named if owner_name else 'a duel'} lacks the field 'kind'."
    if kind == "step":
        return _step(node)
    if kind == "player":
        word = str(node.value)
        words = [*PLAYERS, *DUEL_PLAYERS]
        message = f"there is no player {quoted(word)}{nearest(word, words)}; players are {listed(words)}."
        return node.place, "M206", message
    if kind in ("count", "greater_than_equal", "less_than_equal") or (kind in ("int_type", "int_from_float")):
        return node.place, "M207", f"{what} must be {_number(kind, owner, field, ctx)}, not {describe(node)}."
    if kind in ("literal_error", "union_tag_invalid", "galaxy", "numbers"):
        return _word(kind, ctx, what, root.at((*path, "kind")) if kind == "union_tag_invalid" else node)
    if kind == "seats":
        return node.place, "M215", f"'players' must be like 3-6 or 4, from 2 to 6, not {describe(node)}."
    if kind == "exactly_one":
        names = [str(name).rstrip("_") for name in ctx["fields"]]
        given = [str(name).rstrip("_") for name in ctx["given"]]
        return (
            node.place,
            "M216",
            f"exactly one of {listed(names)} is needed, not {listed(given, 'and') if given else 'none'}.",
        )
    if kind == "empty_filter":
        return node.place, "M216", f"a filter needs at least one of {listed(_filters(path))}."
    if kind in ("too_short", "too_long"):
        length = len(node.value) if isinstance(node.value, list | dict) else 0
        least, most = ctx.get("min_length", 0), ctx.get("max_length")
        if least <= length and (most is None or length <= most):
            return None  # some members were refused, each with its own finding
        limit = f"at least {least}" if length < least else f"at most {most}"
        return node.place, "M217", f"{what} needs {limit} entr{'y' if limit.endswith(' 1') else 'ies'}, not {length}."
    if kind in ("string_too_short", "string_too_long"):
        limit = f"at least {ctx['min_length']}" if kind == "string_too_short" else f"at most {ctx['max_length']}"
        return node.place, "M209", f"{what} must have {limit} characters, not {len(str(node.value))}."
    if kind == "string_pattern_mismatch":
        return node.place, "M209", f"{what} cannot be {quoted(node.value)}; it must look like {_example(cls, field)}."
    if kind in _EXPECTED:
        return node.place, "M201", f"{what} must be {_EXPECTED[kind]}, not {describe(node)}."
    return node.place, "M201", f"{what} is not right: {error['msg']}."


def _fields(owner: type[Model]) -> frozenset[str]:
    return frozenset(fields_of(owner))


def _filters(path: tuple[int | str, ...]) -> list[str]:
    return fields_of(CardFilter if "until" in path or "has" in path else Where)


def _example(cls: type[Model], field: str) -> str:
    if field == "id" and cls is PackInfo:
        return "my-pack"
    known = {"id": "B07", "bind": "p", "version": "1.0.0", "files": "sha256: and 64 digits from 0 to f"}
    return known.get(field, "a-short-name")


def _step(node: Node) -> tuple[Position, str, str]:
    """Explain what is not a step."""
    words = list(STEPS)
    if not isinstance(node.value, dict):
        return node.place, "M205", f"a step is written like {{put: {{n: 1}}}}, not as {describe(node)}."
    keys = list(node.value)
    if len(keys) != 1:
        many = f"{len(keys)} ({some([quoted(key) for key in keys])})" if keys else "none"
        return node.place, "M205", f"a step has exactly one verb, not {many}; write several steps as a list."
    message = f"there is no step {quoted(keys[0])}{nearest(keys[0], words)}; steps are {listed(words)}."
    return node.keys[keys[0]], "M204", message


def _number(kind: str, owner: type[Model], field: str, ctx: dict[str, Any]) -> str:
    """Return which number was expected."""
    if owner is Max:
        return "a whole number from 1 to 3"
    annotation = str(owner.model_fields.get(field, None))
    if kind == "count" or (field == "n" and "{max}" in annotation):
        return "a whole number from 1, {max: k} or all"
    if "ge" in ctx:
        return f"a whole number from {ctx['ge']}"
    if "le" in ctx:
        return f"a whole number up to {ctx['le']}"
    return "a whole number"


def _word(kind: str, ctx: dict[str, Any], what: str, node: Node) -> tuple[Position, str, str]:
    """Explain a word that is not among the allowed ones."""
    if kind == "galaxy":
        words = ["drawn", *GALAXIES]
    elif kind == "numbers":
        return node.place, "M208", f"{what} must be drawn or a list of numbers from 1 to 6, not {describe(node)}."
    else:
        expected = str(ctx.get("expected") or ctx.get("expected_tags"))
        words = [a or b for a, b in _LITERALS.findall(expected)]
        words = ["true" if word == "True" else word for word in words]
    if len(words) == 1:
        return node.place, "M208", f"{what} must be {words[0]}, not {describe(node)}."
    wrong = (
        f"a duel has no kind {quoted(node.value)}"
        if kind == "union_tag_invalid"
        else f"{what} cannot be {describe(node)}"
    )
    return node.place, "M208", f"{wrong}{nearest(str(node.value), words)}; it can be {listed(words)}."
