"""How soon a sentence can be read on a slow phone (DESIGN 9). A measurement, so not in the usual suite."""

import statistics
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_the_sentence_is_read_a_second_after_the_first_byte(browser: Any, server: Any) -> None:
    """Slow 4G, a processor four times slower, nothing in the cache; the median of nine visits."""
    from bench_phone import NETWORKS, measure

    times = measure(browser, server.url, 9, NETWORKS["slow 4G (150 ms, 1.6 Mbit/s)"])
    assert statistics.median(one["read"] for one in times) <= 1000
