"""How a step is written: as the one value of a mapping whose key is its verb."""

from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema


class Keyed:
    """Annotation of a step that is written as the one value of a mapping, `{put: {...}}`."""

    def __init__(self, word: str) -> None:
        self.word = word

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Take the value out of its mapping before it is validated, and put it back when it is written."""
        return core_schema.no_info_before_validator_function(
            lambda value: value[self.word] if isinstance(value, dict) else value,
            handler(source),
            serialization=core_schema.wrap_serializer_function_ser_schema(
                lambda value, write: {self.word: write(value)}
            ),
        )

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Describe the mapping with its one key."""
        return {
            "type": "object",
            "properties": {self.word: handler(schema)},
            "required": [self.word],
            "additionalProperties": False,
        }
