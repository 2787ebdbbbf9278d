"""Sweeps: the same test over many values, of which the default suite runs one of each kind."""

from collections.abc import Iterable
from typing import Any

import pytest


def sweep(values: Iterable[Any], *kept: Any) -> list[Any]:
    """Return the values as parameters; all but `kept` are marked slow (`make test-slow` runs them)."""
    values = list(values)
    missing = [value for value in kept if value not in values]
    if missing:
        raise ValueError(f"not among the values of the sweep: {missing}")
    return [value if value in kept else pytest.param(value, marks=pytest.mark.slow) for value in values]
