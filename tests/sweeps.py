"""Breadth of the suite: what the default run keeps of a sweep, and how many random examples it tries."""

import os
from collections.abc import Iterable
from typing import Any

import pytest

NIGHTLY = os.environ.get("GONG_SUITE") == "nightly"
"""Set by `make test-slow`: random tests try several times as many examples."""


def examples(number: int, nightly: int) -> int:
    """Return how many examples Hypothesis tries: `number` in the default suite, `nightly` in `make test-slow`."""
    return nightly if NIGHTLY else number


def sweep(values: Iterable[Any], *kept: Any, several: bool = False) -> list[Any]:
    """Return the values as parameters; all but `kept` are marked slow (`make test-slow` runs them).

    Args:
        values: one for each test.
        kept: those that the default suite runs.
        several: each value is a tuple of several parameters.
    """
    values = list(values)
    missing = [value for value in kept if value not in values]
    if missing:
        raise ValueError(f"not among the values of the sweep: {missing}")
    return [
        value if value in kept else pytest.param(*(value if several else (value,)), marks=pytest.mark.slow)
        for value in values
    ]
