"""FIGHT, compiled: the matches and counts of companion.verify.reference, hundreds of times as fast (DESIGN 6).

It needs the extra `verify` (numba, numpy). `available` tells whether it can serve a job; where it cannot, the reference
engine does. How it is made: docs/verify-kernel.md.

    >>> simulate(job) == reference.simulate(job)
    True
"""

from __future__ import annotations

import importlib.util
from typing import Final

from companion.verify.jobs import Job
from companion.verify.operations import TableError, tabulate
from companion.verify.tally import Tally

_LARGEST: Final = 2**62
"""Numbers of matches are 64-bit numbers in the kernel."""


def why_not(job: Job) -> str | None:
    """Return in one sentence why the kernel cannot serve a job, or None if it can."""
    if importlib.util.find_spec("numba") is None or importlib.util.find_spec("numpy") is None:
        return 'The compiled kernel needs numba: pip install "gong-companion[verify]".'
    if not 0 <= job.first <= job.first + job.matches <= _LARGEST:
        return "The compiled kernel counts matches from 0 to 2^62."
    try:
        tabulate(job.pack)
    except TableError as error:
        return str(error)
    return None


def available(job: Job) -> bool:
    """Tell whether the kernel can serve a job."""
    return why_not(job) is None


def simulate(job: Job) -> Tally:
    """Play the matches of the job and count."""
    from companion.verify.kernel.run import run  # here, where numba is needed

    return run(job, tabulate(job.pack))
