"""What a pack must keep to: a file of limits -> one frozen `Limits` (docs/verify-findings.md explains each).

    >>> load_limits(None).effect
    0.5

The limits that come with the project lie in `missions/limits.toml`. A file of your own needs only the lines that
differ. Everything that is wrong in it is reported at once, one sentence each.
"""

import math
import re
import reprlib
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final, TypeAlias

from companion.data import data_path
from companion.errors import UsageError
from companion.missions.findings import listed, nearest
from companion.verify.tally import MAX_TURNS

MAX_BYTES: Final = 64 * 1024
"""Longest file that can be one of limits (bytes)."""


class LimitsError(UsageError):
    """A file of limits that cannot be used; `problems` holds one sentence for each fault."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems: Final = tuple(problems)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a pack must keep to. Shares and chances go from 0 to 1, effects on a chance are differences of them.

    Attributes:
        unfinished: largest share of matches that may end by the limit of turns.
        median_turns: smallest and largest median of the length (turns).
        long_turns: at most one match of a hundred may be longer (turns).
        wait_turns: at most one match of a thousand may let a player wait longer for a turn (turns of others).
        seat_advantage: how far a seat's chance to win may be from a fair share.
        drawn: smallest chance that a mission turns up in a match.
        effect: smallest share of the executions of a mission in which a card moves.
        bonus_win: smallest effect of a bonus on its player's chance to win.
        malus_win: largest effect of a malus on its player's chance to win.
        strongest: how many times the median effect of a bonus a mission may have on its player's chance to win.
        dominated: how many missions of its kind may do more than a mission in every respect.
        one_sided: largest share of the decided duels that one side may win.
        tied: largest share of the duels that may be tied.
        branch: smallest chance that an execution of a mission runs each of its branches.
        error: chance that a pack which keeps to every limit gets a finding nevertheless.
    """

    unfinished: float
    median_turns: tuple[int, int]
    long_turns: int
    wait_turns: int
    seat_advantage: float
    drawn: float
    effect: float
    bonus_win: float
    malus_win: float
    strongest: float
    dominated: int
    one_sided: float
    tied: float
    branch: float
    error: float


Parser: TypeAlias = Callable[[Any], Any]


class _ValueFormError(ValueError):
    """The rest of the sentence that begins with the name of the limit."""


def _number(low: float, high: float, words: str, *, open_: bool = False) -> Parser:
    """Return what reads a number from `low` to `high`; both bounds are excluded if `open_`."""

    def parse(value: Any) -> float:
        fits = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        if not fits or not (low < value < high if open_ else low <= value <= high):
            raise _ValueFormError(f"must be {words}, not {_shown(value)}")
        return float(value)

    return parse


def _turns(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MAX_TURNS:
        raise _ValueFormError(f"must be a whole number of turns from 1 to {MAX_TURNS}, not {_shown(value)}")
    return value


def _missions(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 17:
        raise _ValueFormError(f"must be a whole number of missions from 0 to 17, not {_shown(value)}")
    return value


def _range(value: Any) -> tuple[int, int]:
    whole = isinstance(value, list) and len(value) == 2 and all(type(item) is int for item in value)
    if not whole or not 1 <= value[0] <= value[1] <= MAX_TURNS:
        words = f"must be the fewest and the most turns, from 1 to {MAX_TURNS}, such as [20, 50]"
        raise _ValueFormError(f"{words}, not {_shown(value)}")
    return value[0], value[1]


def _shown(value: Any) -> str:
    """Return a value as it is written in the file, cut short."""
    return str(value).lower() if isinstance(value, bool) else reprlib.repr(value)


_SHARE: Final = _number(0, 1, "a share from 0 to 1")
_EFFECT: Final = _number(-1, 1, "a difference of chances from -1 to 1, such as 0.01 for one point")

_PARSERS: Final[Mapping[str, Parser]] = {
    "unfinished": _SHARE,
    "median_turns": _range,
    "long_turns": _turns,
    "wait_turns": _turns,
    "seat_advantage": _SHARE,
    "drawn": _SHARE,
    "effect": _SHARE,
    "bonus_win": _EFFECT,
    "malus_win": _EFFECT,
    "strongest": _number(1, 1000, "a number from 1 to 1000"),
    "dominated": _missions,
    "one_sided": _number(0.5, 1, "a share from 0.5 to 1"),
    "tied": _SHARE,
    "branch": _SHARE,
    "error": _number(0, 0.5, "a chance between 0 and 0.5", open_=True),
}


def default_file() -> Path:
    """Return the file of the limits that come with the project."""
    return data_path("missions", "limits.toml")


def load_limits(path: Path | None = None) -> Limits:
    """Return the limits of a file; what it does not name is as in `default_file`.

    Raises:
        LimitsError: everything that is wrong, one sentence each: the file cannot be read, a limit that does not exist,
            a value that it cannot have.
    """
    values = _read(default_file())
    if path is not None:
        values |= _read(path)
    return Limits(**values)


def _read(path: Path) -> dict[str, Any]:
    """Return the limits that a file names.

    Raises:
        LimitsError: something is wrong.
    """
    text = _text(path)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LimitsError([_syntax(path, str(error))]) from None
    except RecursionError:
        raise LimitsError([f"{path}: is nested too deeply."]) from None
    problems, values = [], {}
    for name, value in table.items():
        where = f"{path}{_place(text, name)}"
        if name not in _PARSERS:
            hint = nearest(name, _PARSERS) or f"; there are {listed(_PARSERS, 'and')}"
            problems.append(f"{where}: there is no limit {reprlib.repr(name)}{hint}.")
            continue
        try:
            values[name] = _PARSERS[name](value)
        except _ValueFormError as error:
            problems.append(f"{where}: {name} {error}.")
    if problems:
        raise LimitsError(problems)
    return values


def _text(path: Path) -> str:
    """Return the text of the file."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise LimitsError([f"{path}: there is no such file of limits."]) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise LimitsError([f"{path}: cannot be read: {reason}."]) from None
    if len(content) > MAX_BYTES:
        raise LimitsError([f"{path}: is larger than {MAX_BYTES >> 10} KB, so it is no file of limits."])
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise LimitsError([f"{path}: byte {error.start + 1} is not UTF-8 text."]) from None


def _syntax(path: Path, message: str) -> str:
    """Return the sentence about text that is no TOML, its place in front as everywhere."""
    what, _, place = message.partition(" (at ")
    found = re.match(r"line (\d+), column (\d+)", place)
    where = f":{found[1]}:{found[2]}" if found else ""
    return f"{path}{where}: this is not TOML: {what[:1].lower()}{what[1:]}."


def _place(text: str, name: str) -> str:
    """Return `:line` of a name in the file, as far as it can be found."""
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"\s*\[*\s*[\"']?{re.escape(name)}[\"']?\s*[\].=]", line):
            return f":{number}"
    return ""


assert list(_PARSERS) == [field.name for field in fields(Limits)]  # noqa: S101 - a limit without a parser is a bug
