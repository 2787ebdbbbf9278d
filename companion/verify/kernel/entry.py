"""FIGHT, compiled: the matches and counts of companion.verify.reference, hundreds of times as fast (DESIGN 6).

It needs the extra `verify` (numba, numpy). `available` returns True if it can serve a job; where it cannot, the
reference engine does. How it is made: docs/verify-kernel.md.

    >>> simulate(job) == reference.simulate(job)
    True
"""

from __future__ import annotations

import importlib.util
from threading import Lock
from typing import Final

from companion.missions.pack import Pack
from companion.verify.jobs import SimulationJob
from companion.verify.kernel.columns import OperationTableError
from companion.verify.operations import OperationTable, tabulate
from companion.verify.tally import Tally

_LARGEST: Final = 2**62
"""Numbers of matches are 64-bit numbers in the kernel."""


_KEPT: Final = 8
_tables: Final[dict[int, tuple[Pack, OperationTable]]] = {}
_lock: Final = Lock()


def table_of(pack: Pack) -> OperationTable:
    """Return the table of a pack; those of the last packs are kept, because a pack is simulated chunk after chunk.

    Raises:
        OperationTableError: the pack does not fit into a table.
    """
    with _lock:
        found = _tables.get(id(pack))
        if found is None:
            found = _tables[id(pack)] = pack, tabulate(pack)  # kept with its pack, so that no other has its id
            while len(_tables) > _KEPT:
                del _tables[next(iter(_tables))]
        return found[1]


def why_not(job: SimulationJob) -> str | None:
    """Return in one sentence why the kernel cannot serve a job, or None if it can."""
    if importlib.util.find_spec("numba") is None or importlib.util.find_spec("numpy") is None:
        return 'The compiled kernel needs numba: pip install "gong-companion[verify]".'
    if not 0 <= job.first <= job.first + job.matches <= _LARGEST:
        return "The compiled kernel counts matches from 0 to 2^62."
    try:
        table_of(job.pack)
    except OperationTableError as error:
        return str(error)
    return None


def available(job: SimulationJob) -> bool:
    """Return True if the kernel can serve a job."""
    return why_not(job) is None


def simulate(job: SimulationJob) -> Tally:
    """Play the matches of the job and count."""
    from companion.verify.kernel.run import run  # here, where numba is needed

    return run(job, table_of(job.pack))


def prepare() -> None:
    """Compile the kernel, unless that was done before and is still on disk."""
    import companion.verify.kernel.run  # noqa: F401 - compiles
