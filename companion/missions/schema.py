"""JSON Schemas (draft-07) for editors, made from the models: completion and warnings while somebody writes a pack.

The schemas say less than the check: they know the shape of a file, not the balance of a mission.
"""

from __future__ import annotations

import re
from typing import Any, Final

from pydantic.json_schema import models_json_schema

from companion.missions.mission_ids import MISSION_IDS
from companion.missions.model import STEPS
from companion.missions.pack import Mission, PackInfo
from companion.missions.selectors import CardFilter, Condition, HandSize, Has, Is, Max, Model, Players, Where
from companion.missions.texts import MAX_TITLE
from companion.missions.wording.sentence import MAX_SENTENCE

NAMES: Final = ("mission", "pack", "titles", "sentences")
"""The kinds of files that have a schema; each is committed as `missions/<name>.schema.json`."""

_DRAFT: Final = "http://json-schema.org/draft-07/schema#"
_MODELS: Final[tuple[type[Model], ...]] = (
    Mission, PackInfo, *(cls for step in STEPS.values() for cls in step.members()), Where, CardFilter, Condition,
    HandSize, Has, Is, Players, Max,
)  # fmt: skip


def schema(name: str) -> dict[str, Any]:
    """Return the schema for one kind of file, one of `NAMES`."""
    if name == "titles":
        titles = {mission_id: {"type": "string", "minLength": 1, "maxLength": MAX_TITLE} for mission_id in MISSION_IDS}
        return _document("Titles of a GONG mission pack", _closed(titles) | {"required": list(MISSION_IDS)})
    if name == "sentences":
        text = {"type": "string", "minLength": 1, "maxLength": MAX_SENTENCE}
        either = {"anyOf": [text, _closed({"two": text, "more": text}) | {"minProperties": 1}]}
        return _document("Sentences of a GONG mission pack", _closed(dict.fromkeys(MISSION_IDS, either)))
    _, everything = models_json_schema(
        [(cls, "validation") for cls in _MODELS], by_alias=True, ref_template="#/definitions/{model}"
    )
    definitions = _plain(everything["$defs"])
    for cls in _MODELS:
        _describe(definitions[cls.__name__], cls)
    if name == "pack":
        return _document("A GONG mission pack", definitions["PackInfo"])
    del definitions["PackInfo"]
    missions = {"type": "array", "items": {"$ref": "#/definitions/Mission"}, "definitions": definitions}
    return _document("Missions of a GONG mission pack", missions)


def _document(title: str, body: dict[str, Any]) -> dict[str, Any]:
    return {"$schema": _DRAFT, **body, "title": title}


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _plain(value: Any) -> Any:
    """Return a schema without what draft-07 does not know and without null, which nobody writes in a pack."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    options = value.get("anyOf")
    if isinstance(options, list) and {"type": "null"} in options:
        kept = [option for option in options if option != {"type": "null"}]
        rest = {key: item for key, item in value.items() if key not in ("anyOf", "default")}
        value = {**rest, **(kept[0] if len(kept) == 1 else {"anyOf": kept})}
    return {key: _plain(item) for key, item in value.items() if key not in ("discriminator", "title")}


def _describe(definition: dict[str, Any], cls: type[Model]) -> None:
    """Put the words of the docstring where an editor shows them: at the model and at each of its fields."""
    summary, told = _docstring(cls)
    for base in cls.__mro__[1:]:
        if isinstance(base, type) and issubclass(base, Model):
            told = _docstring(base)[1] | told
    definition["description"] = summary
    for name, field in cls.model_fields.items():
        if name in told:
            key = field.alias or name
            definition["properties"][key] = {**definition["properties"][key], "description": told[name]}


def _docstring(cls: type[Model]) -> tuple[str, dict[str, str]]:
    """Return the summary of a class and what its docstring says about each attribute."""
    summary, _, attributes = (cls.__doc__ or "").partition("Attributes:")
    found = re.findall(r"^ {8}(\w+): (.+(?:\n {12}.+)*)", attributes, re.MULTILINE)
    return " ".join(summary.split()), {name: " ".join(text.split()) for name, text in found}
