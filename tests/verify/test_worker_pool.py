"""The totals are the same with one process, threads, processes, and a cluster that loses a worker."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from companion.errors import GongError
from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.verify import worker_pool
from companion.verify.jobs import SimulationJob
from companion.verify.reference import simulate
from companion.verify.worker_pool import NoWorkersError, choose_engine, open_pool
from tests.processes import start

PACK = load_pack(find_pack())
JOBS = [SimulationJob(PACK, seats, policy, seed=5, matches=25) for seats, policy in ((2, "random"), (4, "greedy"))]
ADDRESS = re.compile(r"Scheduler at:\s+(tcp://\S+)")


@pytest.fixture(scope="module")
def totals():
    return [simulate(job) for job in JOBS]


@pytest.mark.parametrize("engine", ["reference", "kernel"])
@pytest.mark.parametrize("count", [1, 3])
def test_any_number_of_workers_gives_the_same(engine, count, totals, monkeypatch):
    monkeypatch.setitem(worker_pool.CHUNK, engine, 10)
    played = []
    with open_pool(engine, count) as pool:
        assert pool.run(JOBS, played.append) == totals
    assert sorted(played) == [5, 5, *[10] * 4]
    kinds = {"reference": "processes", "kernel": "threads"}
    assert pool.description == ("one process" if count == 1 else f"{count} {kinds[engine]}")


def test_without_joblib_one_process_does_it(totals, monkeypatch):
    find_spec = worker_pool.importlib.util.find_spec
    monkeypatch.setattr(
        worker_pool.importlib.util, "find_spec", lambda name: None if name == "joblib" else find_spec(name)
    )
    with open_pool("reference", 2) as pool:
        assert pool.description == "one process"
        assert pool.run(JOBS) == totals


def test_the_kernel_is_chosen_where_it_can_serve(monkeypatch):
    assert choose_engine(JOBS) == "kernel"
    monkeypatch.setattr(worker_pool.kernel, "available", lambda job: job.seats != 4)
    assert choose_engine(JOBS) == "reference"
    assert choose_engine(JOBS[:1]) == "kernel"


def test_cancelled_work_leaves_nothing_running(monkeypatch):
    """A second run works after Ctrl-C in the first one."""
    monkeypatch.setitem(worker_pool.CHUNK, "reference", 5)

    def interrupt(_):
        raise KeyboardInterrupt

    with open_pool("reference", 2) as pool:
        with pytest.raises(KeyboardInterrupt):
            pool.run(JOBS, interrupt)
        assert pool.run(JOBS[:1]) == [simulate(JOBS[0])]


# A Dask cluster


@pytest.fixture
def cluster(monkeypatch) -> Iterator[tuple[str, list[subprocess.Popen]]]:
    """A scheduler and two workers on this machine, each a process; chunks are small."""
    monkeypatch.setitem(worker_pool.CHUNK, "reference", 5)
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    with ExitStack() as running:
        scheduler = running.enter_context(
            start([*command, "--no-dashboard", "--no-show"], stderr=subprocess.PIPE, text=True)
        )
        address = next(found[1] for line in scheduler.stderr if (found := ADDRESS.search(line)))
        command = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny"]
        helpers = [
            running.enter_context(start([*command, "--no-dashboard"], stderr=subprocess.DEVNULL)) for _ in range(2)
        ]
        from distributed import Client

        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        yield address, helpers


@pytest.mark.filterwarnings("default")  # of Dask itself, when a worker is gone
def test_a_cluster_gives_the_same_and_a_killed_worker_loses_nothing(cluster, totals):
    address, helpers = cluster
    with open_pool("reference", dask=address) as pool:
        assert pool.description == "a cluster"
        assert pool.run(JOBS) == totals

        def kill(_):
            if helpers[0].poll() is None:
                os.kill(helpers[0].pid, signal.SIGKILL)
                helpers[0].wait()

        assert pool.run(JOBS, kill) == totals
    assert helpers[0].poll() == -signal.SIGKILL
    assert helpers[1].poll() is None


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "tcp://", ""])
def test_a_scheduler_that_does_not_answer(address, monkeypatch):
    monkeypatch.setattr(worker_pool, "CONNECT_TIMEOUT", 0.5)
    start = time.monotonic()
    with (
        pytest.raises(NoWorkersError, match=r"No Dask scheduler answers at") as error,
        open_pool("reference", dask=address),
    ):
        pass
    assert time.monotonic() - start < 30
    assert "\n" not in str(error.value)


def test_a_missing_library(monkeypatch):
    monkeypatch.setattr(worker_pool.importlib.util, "find_spec", lambda _: None)
    sentence = r"needs distributed.*pip install 'gong-companion\[cluster\]'"
    with pytest.raises(GongError, match=sentence), open_pool("reference", dask="tcp://127.0.0.1:1"):
        pass
