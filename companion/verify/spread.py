"""Who does the work: threads, processes or a Dask cluster. The totals are the same whoever does it.

A job is cut into chunks of a fixed size; each is simulated somewhere, and the tallies are merged as they come. Nothing
depends on the number of workers, on their order, or on the engine.

>>> with workers(choose_engine(job), count=2) as crew:
...     totals = crew.run([job])
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
from companion.verify.jobs import Job, Layout, split
from companion.verify.kernel import entry as kernel
from companion.verify.tally import Tally

Engine: TypeAlias = Literal["kernel", "reference"]

CHUNK: Final[dict[Engine, int]] = {"kernel": 1_000, "reference": 20}
"""Matches in a chunk: a fraction of a second of work, so that progress is seen and a lost worker costs little."""

CONNECT_SECONDS: Final = 10.0
"""How long a scheduler may take to answer (s)."""

IN_FLIGHT: Final = 256
"""How many chunks a cluster has at a time: enough for as many workers, and little to be done again."""

PATIENCE: Final = 20.0
"""After how long without an answer somebody looks whether a cluster still has workers (s)."""

Progress: TypeAlias = Callable[[int], None]
"""Is told how many more matches were played."""

_Part: TypeAlias = tuple[int, int, Tally]
"""Number of the job, matches, counts."""

_Parts: TypeAlias = Generator[_Part, None, None]


class NoWorkers(UsageError):  # noqa: N818 - a sentence for the person at the terminal
    """A way to share the work that this installation does not have, or a cluster that does not answer."""


class LostWork(GongError):  # noqa: N818
    """Workers ended and nobody took over."""


def choose_engine(jobs: Iterable[Job]) -> Engine:
    """Return the faster engine that plays all these jobs."""
    return "kernel" if all(map(kernel.available, jobs)) else "reference"


def prepare(engine: Engine) -> None:
    """Get the engine ready: the kernel is compiled when it is first used after an installation, which takes a while."""
    if engine == "kernel":
        kernel.prepare()


def simulate(job: Job, engine: Engine | None = None) -> Tally:
    """Play the matches of a job and count, with this engine or the fastest one here."""
    return kernel.simulate(job) if (engine or choose_engine([job])) == "kernel" else reference.simulate(job)


class Crew:
    """Some workers; made by `workers`.

    Attributes:
        engine: what plays the matches; None if each worker chooses for itself.
        count: how many work at the same time; None if that is the cluster's affair.
        kind: "one process", "threads", "processes" or "a cluster".
    """

    def __init__(self, engine: Engine | None, count: int | None, kind: str, send: Callable[..., _Parts]) -> None:
        self.engine = engine
        self.count = count
        self.kind = kind
        self._send = send

    @property
    def words(self) -> str:
        """Return who works: `one process`, `2 threads`, `a cluster`."""
        return f"{self.count} {self.kind}" if self.count and self.count > 1 else self.kind

    @property
    def chunk(self) -> int:
        """Return how many matches a chunk has."""
        return CHUNK[self.engine or "kernel"]

    def run(self, jobs: Sequence[Job], progress: Progress | None = None) -> list[Tally]:
        """Play the jobs and return the totals of each.

        Raises:
            LostWork: workers ended and nobody took over.
        """
        totals = [Tally.empty(job.seats, Layout(job.pack).steps) for job in jobs]
        chunks = [(place, part) for place, job in enumerate(jobs) for part in split(job, self.chunk)]
        parts = self._send(chunks, self.engine)
        try:
            for place, matches, tally in parts:
                totals[place].merge(tally)
                if progress:
                    progress(matches)
        finally:
            with warnings.catch_warnings():  # joblib warns that work was broken off: after Ctrl-C that is meant
                warnings.simplefilter("ignore")
                parts.close()
        return totals


def _do(place: int, chunk: Job, engine: Engine | None) -> _Part:
    """Simulate a chunk; this is what workers do."""
    return place, chunk.matches, simulate(chunk, engine)


def _do_in_process(place: int, chunk: Job, engine: Engine | None) -> _Part:
    """Simulate a chunk in a worker process: Ctrl-C is for the process that shares out the work."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return _do(place, chunk, engine)


@contextmanager
def workers(engine: Engine | None, count: int | None = None, dask: str | None = None) -> Iterator[Crew]:
    """Give workers for as long as the block lasts.

    Args:
        engine: what plays the matches; None if each worker of a cluster takes the fastest one that it has.
        count: how many work at the same time; None for as many as there are processors.
        dask: address of the scheduler of a Dask cluster, for example `tcp://192.168.1.5:8786`.

    Raises:
        NoWorkers: the libraries for it are not installed, or the cluster does not answer.
    """
    if dask is not None:
        with _cluster(engine, dask) as crew:
            yield crew
        return
    count = count or _processors()
    if count > 1 and importlib.util.find_spec("joblib"):
        yield _local(engine, count)
    else:
        yield Crew(engine, 1, "one process", _one_by_one)


def _one_by_one(chunks: Sequence[tuple[int, Job]], engine: Engine | None) -> _Parts:
    for place, chunk in chunks:
        yield _do(place, chunk, engine)


def _processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _local(engine: Engine | None, count: int) -> Crew:
    """Return threads for the kernel, which lets others run beside it, and processes for the reference engine."""
    kind, backend, do = (
        ("processes", "loky", _do_in_process) if engine == "reference" else ("threads", "threading", _do)
    )

    def send(chunks: Sequence[tuple[int, Job]], engine: Engine | None) -> _Parts:
        return _parallel(chunks, engine, do, n_jobs=min(count, max(1, len(chunks))), backend=backend)

    return Crew(engine, count, kind, send)


def _parallel(
    chunks: Sequence[tuple[int, Job]], engine: Engine | None, do: Callable[..., _Part], **options: Any
) -> _Parts:
    """Yield the parts in the order in which they are done."""
    from joblib import Parallel, delayed

    parallel = Parallel(return_as="generator_unordered", batch_size=1, **options)
    with _without_ctrl_c():
        found: _Parts = parallel(delayed(do)(place, chunk, engine) for place, chunk in chunks)
    return found


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Hold Ctrl-C back for a moment: processes that are started meanwhile never get it, not even while they import."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _cluster(engine: Engine | None, address: str) -> Iterator[Crew]:
    """Give the workers of a Dask cluster."""
    if not importlib.util.find_spec("distributed"):
        raise NoWorkers("--dask needs distributed, which is not installed: pip install 'gong-companion[cluster]'.")
    from distributed import Client
    from distributed.comm.core import connect

    async def knock() -> None:
        comm = await connect(address, timeout=CONNECT_SECONDS)  # type: ignore[no-untyped-call]
        await comm.close()

    try:
        # A client that finds nobody complains once more when it is forgotten; this thread may have a loop of its own.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(lambda: asyncio.run(knock())).result()
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise NoWorkers(
            f"No Dask scheduler answers at {address[:80]!r} ({reason}); give the address that `dask scheduler` prints."
        ) from None
    with client:
        if not client.scheduler_info()["workers"]:
            raise NoWorkers(f"The cluster at {address[:80]!r} has no workers yet; start some with `dask worker`.")
        yield Crew(engine, None, "a cluster", partial(_send_away, client))


def _send_away(client: Any, chunks: Sequence[tuple[int, Job]], engine: Engine | None) -> _Parts:
    """Yield the parts that workers of a cluster send back; what a lost worker had is done again by another one.

    Raises:
        LostWork: no worker is left, or they die on the same chunk again and again.
    """
    from distributed import KilledWorker, wait

    left = iter(chunks)
    pending = {client.submit(_do, *chunk, engine, pure=False) for chunk in islice(left, IN_FLIGHT)}
    try:
        while pending:
            try:
                with client.as_current():
                    done = wait(pending, PATIENCE, "FIRST_COMPLETED").done  # type: ignore[no-untyped-call]
            except TimeoutError:
                if not client.scheduler_info()["workers"]:
                    raise LostWork(
                        "All workers of the cluster are gone; start others and run the command again."
                    ) from None
                continue
            pending -= done
            pending |= {client.submit(_do, *chunk, engine, pure=False) for chunk in islice(left, len(done))}
            for future in done:
                yield future.result()
    except KilledWorker as error:
        raise LostWork(f"Workers of the cluster died again and again on the same chunk: {error}") from None
    finally:
        client.cancel(list(pending))
