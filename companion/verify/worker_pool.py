"""Run simulation jobs on threads, processes or a Dask cluster; the totals do not depend on which.

A job is split into chunks of a fixed size; each is simulated by some worker, and the tallies are merged in the order in
which they arrive. The result depends neither on the number of workers, nor on their order, nor on the engine.

>>> with open_pool(choose_engine([job]), count=2) as pool:
...     totals = pool.run([job])
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import signal
import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Any, Final, Literal, TypeAlias

from companion.errors import GongError, UsageError
from companion.verify import reference
from companion.verify.jobs import CounterLayout, SimulationJob, split
from companion.verify.kernel import entry as kernel
from companion.verify.tally import Tally

Engine: TypeAlias = Literal["kernel", "reference"]

CHUNK: Final[dict[Engine, int]] = {"kernel": 1_000, "reference": 20}
"""Matches in a chunk: a fraction of a second of work, so that progress is visible and a lost worker costs little."""

CONNECT_TIMEOUT: Final = 10.0
"""Time that a scheduler has to accept a connection (s)."""

IN_FLIGHT: Final = 256
"""Chunks submitted to a cluster at a time: enough for as many workers, and few to repeat."""

POLL_TIMEOUT: Final = 20.0
"""Time without a result after which the pool checks that the cluster still has workers (s)."""

MatchesPlayed: TypeAlias = Callable[[int], None]
"""Called with the number of matches of each finished chunk."""

_ChunkResult: TypeAlias = tuple[int, int, Tally]
"""Number of the job, matches, counts."""

_Results: TypeAlias = Generator[_ChunkResult, None, None]


class NoWorkersError(UsageError):
    """The libraries for these workers are not installed, or the cluster does not answer."""


class WorkersLostError(GongError):
    """All workers ended before the work was done."""


def choose_engine(jobs: Iterable[SimulationJob]) -> Engine:
    """Return the faster engine that plays all these jobs."""
    return "kernel" if all(map(kernel.available, jobs)) else "reference"


def prepare(engine: Engine) -> None:
    """Compile the kernel if needed: when it is first used after an installation, which takes a while."""
    if engine == "kernel":
        kernel.prepare()


def simulate(job: SimulationJob, engine: Engine | None = None) -> Tally:
    """Play the matches of a job and return the counts, with this engine or the fastest available one."""
    return kernel.simulate(job) if (engine or choose_engine([job])) == "kernel" else reference.simulate(job)


class WorkerPool:
    """Workers of one kind; made by `open_pool`.

    Attributes:
        engine: what plays the matches; None if each worker chooses for itself.
        count: number of workers; None if the cluster decides.
        kind: "one process", "threads", "processes" or "a cluster".
    """

    def __init__(self, engine: Engine | None, count: int | None, kind: str, submit: Callable[..., _Results]) -> None:
        self.engine = engine
        self.count = count
        self.kind = kind
        self._submit = submit

    @property
    def description(self) -> str:
        """Return who works: `one process`, `2 threads`, `a cluster`."""
        return f"{self.count} {self.kind}" if self.count and self.count > 1 else self.kind

    @property
    def chunk(self) -> int:
        """Return the number of matches in a chunk."""
        return CHUNK[self.engine or "kernel"]

    def run(self, jobs: Sequence[SimulationJob], progress: MatchesPlayed | None = None) -> list[Tally]:
        """Play the jobs and return the totals of each.

        Raises:
            WorkersLostError: all workers ended before the work was done.
        """
        totals = [Tally.empty(job.seats, CounterLayout(job.pack).steps) for job in jobs]
        chunks = [(place, part) for place, job in enumerate(jobs) for part in split(job, self.chunk)]
        results = self._submit(chunks, self.engine)
        try:
            for place, matches, tally in results:
                totals[place].merge(tally)
                if progress:
                    progress(matches)
        finally:
            with warnings.catch_warnings():  # joblib warns of cancelled work: after Ctrl-C it is intended
                warnings.simplefilter("ignore")
                results.close()
        return totals


def _simulate_chunk(place: int, chunk: SimulationJob, engine: Engine | None) -> _ChunkResult:
    """Simulate a chunk in a worker."""
    return place, chunk.matches, simulate(chunk, engine)


def _simulate_in_process(place: int, chunk: SimulationJob, engine: Engine | None) -> _ChunkResult:
    """Simulate a chunk in a worker process, which leaves Ctrl-C to the parent."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return _simulate_chunk(place, chunk, engine)


@contextmanager
def open_pool(engine: Engine | None, count: int | None = None, dask: str | None = None) -> Iterator[WorkerPool]:
    """Open a pool of workers for the length of the block.

    Args:
        engine: what plays the matches; None if each worker of a cluster takes the fastest one it has.
        count: number of workers; None for one per processor.
        dask: address of the scheduler of a Dask cluster, for example `tcp://192.168.1.5:8786`.

    Raises:
        NoWorkersError: the libraries are not installed, or the cluster does not answer.
    """
    if dask is not None:
        with _cluster_pool(engine, dask) as pool:
            yield pool
        return
    count = count or _processors()
    if count > 1 and importlib.util.find_spec("joblib"):
        yield _local_pool(engine, count)
    else:
        yield WorkerPool(engine, 1, "one process", _run_in_process)


def _run_in_process(chunks: Sequence[tuple[int, SimulationJob]], engine: Engine | None) -> _Results:
    for place, chunk in chunks:
        yield _simulate_chunk(place, chunk, engine)


def _processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _local_pool(engine: Engine | None, count: int) -> WorkerPool:
    """Return threads for the kernel, which releases the GIL, and processes for the reference engine."""
    kind, backend, simulate_chunk = (
        ("processes", "loky", _simulate_in_process)
        if engine == "reference"
        else ("threads", "threading", _simulate_chunk)
    )

    def submit(chunks: Sequence[tuple[int, SimulationJob]], engine: Engine | None) -> _Results:
        return _run_with_joblib(chunks, engine, simulate_chunk, n_jobs=min(count, max(1, len(chunks))), backend=backend)

    return WorkerPool(engine, count, kind, submit)


def _run_with_joblib(
    chunks: Sequence[tuple[int, SimulationJob]],
    engine: Engine | None,
    simulate_chunk: Callable[..., _ChunkResult],
    **options: Any,
) -> _Results:
    """Yield the results of chunks in the order in which they finish."""
    from joblib import Parallel, delayed

    parallel = Parallel(return_as="generator_unordered", batch_size=1, **options)
    with _sigint_blocked():
        found: _Results = parallel(delayed(simulate_chunk)(place, chunk, engine) for place, chunk in chunks)
    return found


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block SIGINT: processes that are started meanwhile inherit the mask, so Ctrl-C cannot end them early."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _cluster_pool(engine: Engine | None, address: str) -> Iterator[WorkerPool]:
    """Open a pool of the workers of a Dask cluster."""
    if not importlib.util.find_spec("distributed"):
        raise NoWorkersError("--dask needs distributed, which is not installed: pip install 'gong-companion[cluster]'.")
    from distributed import Client
    from distributed.comm.core import connect

    async def probe() -> None:
        comm = await connect(address, timeout=CONNECT_TIMEOUT)  # type: ignore[no-untyped-call]
        await comm.close()

    try:
        # Probe first: a client that cannot connect logs once more when it is collected. In a thread of its own, as this
        # one may run an event loop.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(lambda: asyncio.run(probe())).result()
        client = Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise NoWorkersError(
            f"No Dask scheduler answers at {address[:80]!r} ({reason}); give the address that `dask scheduler` prints."
        ) from None
    with client:
        if not client.scheduler_info()["workers"]:
            raise NoWorkersError(f"The cluster at {address[:80]!r} has no workers yet; start some with `dask worker`.")
        yield WorkerPool(engine, None, "a cluster", partial(_run_on_cluster, client))


def _run_on_cluster(client: Any, chunks: Sequence[tuple[int, SimulationJob]], engine: Engine | None) -> _Results:
    """Yield the results of chunks from a cluster, which gives the chunks of a lost worker to another one.

    Raises:
        WorkersLostError: no worker is left, or workers die repeatedly on the same chunk.
    """
    from distributed import KilledWorker, wait

    left = iter(chunks)
    pending = {client.submit(_simulate_chunk, *chunk, engine, pure=False) for chunk in islice(left, IN_FLIGHT)}
    try:
        while pending:
            try:
                with client.as_current():
                    done = wait(pending, POLL_TIMEOUT, "FIRST_COMPLETED").done  # type: ignore[no-untyped-call]
            except TimeoutError:
                if not client.scheduler_info()["workers"]:
                    raise WorkersLostError(
                        "All workers of the cluster are gone; start others and run the command again."
                    ) from None
                continue
            pending -= done
            pending |= {client.submit(_simulate_chunk, *chunk, engine, pure=False) for chunk in islice(left, len(done))}
            for future in done:
                yield future.result()
    except KilledWorker as error:
        raise WorkersLostError(f"Workers of the cluster died again and again on the same chunk: {error}") from None
    finally:
        client.cancel(list(pending))
