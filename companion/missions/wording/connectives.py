"""The words between clauses: what joins them, brackets them and ends the sentence."""

from typing import Final

from companion.phrases import phrase

NOTHING: Final = phrase("if", "nothing happens")
PARTS: Final = phrase("parts", "{first}: {rest}")
ALSO: Final = phrase("parts", "{first}; {rest}")
THEN: Final = phrase("then", "{first}, then {next}")
HEAVY_THEN: Final = phrase("then", "{first}; then {next}")
AND: Final = phrase("then", "{first} and {next}")
COMMA: Final = phrase("then", "{first}, {next}")
ASIDE: Final = phrase("otherwise", "{first} ({rest})")
SENTENCE: Final = phrase("sentence", "{text}.")
