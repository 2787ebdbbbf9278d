"""What may be typed behind options: small languages for numbers of players, lists of words, precision."""

import math
import re
from collections.abc import Sequence
from typing import Any

import click

from companion.missions.findings import listed, nearest, quoted


class SeatsType(click.ParamType):  # type: ignore[type-arg]
    """Numbers of players: `4`, `2-6` or `2,4`."""

    name = "seats"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Return the numbers in ascending order."""
        if isinstance(value, tuple):
            return value
        found: set[int] = set()
        for part in str(value).split(","):
            ends = re.fullmatch(r"\s*([2-6])\s*(?:-\s*([2-6])\s*)?", part)
            if not ends or (ends[2] and ends[2] < ends[1]):
                self.fail(f"{quoted(value)} is no number of players; write 4, 2-6 or 2,4.", param, ctx)
            found |= set(range(int(ends[1]), int(ends[2] or ends[1]) + 1))
        return tuple(sorted(found))


class WordListType(click.ParamType):  # type: ignore[type-arg]
    """Some of a few words, between commas; `all` for all of them, `none` for none if that may be."""

    def __init__(self, name: str, words: Sequence[str], *, none: bool = False) -> None:
        self.name = name
        self.words = words
        self.none = none

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """Return the words in their usual order."""
        if isinstance(value, tuple):
            return value
        text = str(value).strip().casefold()
        if text == "all":
            return tuple(self.words)
        if text == "none" and self.none:
            return ()
        known = {word.casefold(): word for word in self.words}
        parts = [part.strip() for part in text.split(",")]
        for part in parts:
            if part not in known:
                some = listed(self.words) if len(self.words) <= 6 else f"{self.words[0]} to {self.words[-1]}"
                hint = nearest(part, self.words) or f"; there are {some}"
                self.fail(f"there is no {self.name} {quoted(part)}{hint}.", param, ctx)
        return tuple(word for word in self.words if word.casefold() in parts)


class SecondsType(click.FloatRange):
    """A time of more than nothing and at most a day, in seconds."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True, max=24 * 60 * 60)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the seconds; what is no number is within no range."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{quoted(value)} is no number of seconds.", param, ctx)
        return number


class PointsType(click.ParamType):  # type: ignore[type-arg]
    """A precision in percentage points: `0.3pp`."""

    name = "points"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the precision as a part of 1."""
        if isinstance(value, float):
            return value
        found = re.fullmatch(r"\s*(\d{1,3}(?:\.\d{1,6})?)\s*pp\s*", str(value))
        if not found or not 0 < float(found[1]) <= 50:
            self.fail(f"{quoted(value)} is no precision; write percentage points such as 0.3pp.", param, ctx)
        return float(found[1]) / 100
