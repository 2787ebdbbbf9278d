"""What is wrong in a pack, and where: findings with stable codes (docs/missions.md explains each)."""

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.errors import GongError

SHOWN: Final = 40
"""Longest piece of a file that a message repeats; the rest becomes an ellipsis."""


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One fault of a pack.

    Attributes:
        path: the file, as the caller named its folder.
        line: 1 for the first line.
        column: 1 for the first character of the line.
        code: stable code, for example `M204`.
        message: one sentence: what is wrong and what to do.
    """

    path: str
    line: int
    column: int
    code: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.code} {self.message}"


class PackError(GongError):
    """A pack that is not good; `findings` holds every fault, the message has one line for each."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(sorted(findings))
        super().__init__("\n".join(map(str, self.findings)))


def quoted(value: object) -> str:
    """Return a short form of `value` for a message: printable, on one line, cut at `SHOWN` characters."""
    text = "".join(c if c.isprintable() else "�" for c in str(value)[: SHOWN + 1])
    return f"'{text[:SHOWN]}…'" if len(text) > SHOWN else f"'{text}'"


def nearest(word: str, words: Iterable[str]) -> str:
    """Return ` (did you mean 'x'?)` when a known word is close to `word`, else nothing."""
    known = {other.lower(): other for other in words}
    near = difflib.get_close_matches(word[:SHOWN].lower(), known, 1, cutoff=0.55)
    return f" (did you mean '{known[near[0]]}'?)" if near else ""


def listed(words: Iterable[str], last: str = "or") -> str:
    """Return `a, b or c`."""
    *most, final = words
    return f"{', '.join(most)} {last} {final}" if most else final


def some(words: Sequence[str]) -> str:
    """Return `a, b and c`, or `a, b and 4 more` when there are many."""
    return listed(words, "and") if len(words) <= 3 else f"{words[0]}, {words[1]} and {len(words) - 2} more"
