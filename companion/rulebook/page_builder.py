"""From the nodes of a file to the models of the rulebook, every mismatch reported at the position of the value."""

from typing import Final, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from companion.missions.findings import nearest, quoted
from companion.missions.locations import Position
from companion.missions.shape import describe
from companion.missions.source import Node, SourceFile
from companion.rulebook.pictures import RulebookModel
from companion.rulebook.text import TextContext

AnyModel = TypeVar("AnyModel", bound=RulebookModel)

_EXPECTED: Final = {
    "string_type": "a word", "int_type": "a whole number", "tuple_type": "a list", "model_type": "a mapping",
    "model_attributes_type": "a mapping",
}  # fmt: skip


def build(cls: type[AnyModel], node: Node, source: SourceFile, context: TextContext | None = None) -> AnyModel | None:
    """Return `node` as a `cls`, or None after noting every mismatch in `source`."""
    try:
        return cls.model_validate(node.plain(), context=context)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            source.add(*_explain(cls, detail, node))
        return None


def entries(node: Node, source: SourceFile, expected: str) -> dict[str, Node]:
    """Return the pairs of a mapping; anything else is noted and gives none."""
    if isinstance(node.value, dict):
        return node.value
    source.add(node.place, "R201", f"{expected} was expected, not {describe(node)}.")
    return {}


def _explain(cls: type[RulebookModel], error: ErrorDetails, root: Node) -> tuple[Position, str, str]:
    """Return place, code and message of one mismatch."""
    path, ctx, kind = error["loc"], error.get("ctx", {}), error["type"]
    node = root.at(path)
    key = next((str(part) for part in reversed(path) if isinstance(part, str)), "")
    what = f"'{key}'" if key else "this"
    if kind == "extra_forbidden":
        parent = root.at(path[:-1])
        hint = nearest(key, cls.model_fields) if parent is root else ""
        return parent.keys.get(key, parent.place), "R202", f"there is no field {quoted(key)} here{hint}."
    if kind == "missing":
        return root.at(path[:-1]).place, "R203", f"the field {what} is missing."
    if kind in ("markup", "text"):
        return node.place, "R204", f"{error['msg']}."
    if kind == "untrue":
        return node.place, "R206", f"{error['msg']}."
    if kind in ("block", "picture"):
        return node.place, "R201", f"{error['msg']}; this is {describe(node)}."
    if kind in ("too_short", "too_long"):
        limit = f"at least {ctx['min_length']}" if "min_length" in ctx else f"at most {ctx['max_length']}"
        return node.place, "R201", f"{what} needs {limit} entries, not {ctx['actual_length']}."
    if kind == "string_pattern_mismatch":
        return node.place, "R205", f"{quoted(node.value)} is not a name; names are lower case, like no-pile."
    if kind == "literal_error":
        return node.place, "R201", f"{what} must be {ctx['expected']}, not {describe(node)}."
    return node.place, "R201", f"{what} must be {_EXPECTED.get(kind, 'something else')}, not {describe(node)}."
