"""The store: sums that survive whatever happens to the file, the disk, the clock and the process."""

import contextlib
import multiprocessing
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store.database import BUSY
from companion.store.reading import back_up, read
from companion.store.rows import REASONS, Row, Shown, StoreError, summed
from companion.store.writing import Store
from tests.processes import start

NB4 = Shown("NB4", "gong-fight", "1.0.0", "M22", "en")
PR1 = Shown("PR1", "gong-fight", "1.0.0", "F37", "mk")
NOON = 1_800_000_000 - 1_800_000_000 % 3600


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: float = NOON) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "counts.db"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(path: Path, clock: Clock) -> Iterator[Store]:
    store = Store(path, clock=clock)
    yield store
    store.close()


def total(path: Path) -> int:
    return sum(row.count for row in read(path) if not row.reason)


def test_a_row_is_the_sum_of_an_hour(store: Store, path: Path, clock: Clock) -> None:
    for _ in range(3):
        store.count(NB4)
    clock.now += 3599
    store.count(NB4)
    clock.now += 1
    store.count(NB4)
    store.count(PR1)
    assert set(read(path)) == {Row(NOON, NB4, "", 4), Row(NOON + 3600, NB4, "", 1), Row(NOON + 3600, PR1, "", 1)}
    assert read(path, since=NOON + 3600) == read(path)[1:]


def test_nothing_is_kept_but_sums(store: Store, path: Path) -> None:
    """No personal data: the columns are these, and there is no other table of ours."""
    store.count(NB4)
    store.report(NB4, "unclear")
    with contextlib.closing(sqlite3.connect(path)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        columns = {
            table: [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            for table in ("counts", "reports")
        }
    assert {name for name in tables if not name.startswith(("_", "sqlite_"))} == {"counts", "reports"}
    key = ["hour", "card", "pack", "version", "mission", "language"]
    assert columns == {"counts": [*key, "count"], "reports": [*key, "reason", "count", "last"]}


def test_a_second_tap_is_one_report(store: Store, path: Path, clock: Clock) -> None:
    """Double tap on a POST: one effect. What comes later, or has another reason, is another report."""
    store.report(NB4, "impossible")
    clock.now += 3
    store.report(NB4, "impossible")
    store.report(NB4, "unfair")
    clock.now += 30
    store.report(NB4, "impossible")
    assert {(row.reason, row.count) for row in read(path)} == {("impossible", 2), ("unfair", 1)}


@pytest.mark.parametrize("jump", [-86_400, -3, 40 * 365 * 86_400])
def test_the_clock_may_jump(store: Store, path: Path, clock: Clock, jump: int) -> None:
    store.count(NB4)
    clock.now += jump
    store.count(NB4)
    store.report(NB4, "unclear")
    assert total(path) == 2
    assert all(row.hour % 3600 == 0 for row in read(path))


def test_a_store_is_opened_again_and_goes_on(path: Path, clock: Clock) -> None:
    for _ in range(3):
        store = Store(path, clock=clock)
        store.count(NB4)
        store.close()
    assert read(path) == (Row(NOON, NB4, "", 3),)


def test_nothing_is_written_before_something_is_counted(store: Store, path: Path) -> None:
    store.flush()
    assert not path.exists()


# ------------------------------------------------------------ faults


def test_a_locked_store_waits_in_memory(store: Store, path: Path) -> None:
    """The page is not kept waiting, and counting resumes by itself."""
    store.count(NB4)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        began = time.monotonic()
        for _ in range(50):
            store.count(NB4)
        assert time.monotonic() - began < 20 * BUSY  # not each one waited
        assert "locked" in store.problem()
        other.execute("ROLLBACK")
    assert total(path) == 1
    store.flush(now=True)
    assert store.problem() == ""
    assert total(path) == 51


def test_a_missing_folder_and_its_return(tmp_path: Path) -> None:
    path = tmp_path / "later" / "counts.db"
    store = Store(path)
    store.count(NB4)
    assert "folder" in store.problem()
    path.parent.mkdir()
    store.count(NB4)
    store.close()
    assert total(path) == 2


def test_a_deleted_file_is_made_anew(store: Store, path: Path) -> None:
    store.count(NB4)
    for file in path.parent.iterdir():
        file.unlink()
    store.count(NB4)
    assert store.problem() == ""
    assert total(path) == 1


@pytest.mark.parametrize(
    "content", [b"this is no database, it is a letter" * 99, b"SQLite format 3\0" + b"\xff" * 9000]
)
def test_a_broken_file_is_put_aside_and_never_deleted(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    store = Store(path)
    for _ in range(2):
        store.count(NB4)
    store.close()
    assert total(path) == 2
    (kept,) = path.parent.glob("counts.db.corrupt-*")
    assert kept.read_bytes() == content
    assert not list(path.parent.glob("*.guard"))


def test_a_file_that_breaks_while_the_site_runs(store: Store, path: Path) -> None:
    store.count(NB4)
    store._drop()  # what is in the log would be read from there
    path.write_bytes(b"scribble" * 2000)
    store.count(PR1)
    store.flush(now=True)
    assert total(path) == 1
    assert len(list(path.parent.glob("counts.db.corrupt-*"))) == 1


def test_someone_elses_database_is_not_touched(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE counts (other TEXT)")
        connection.commit()
    store = Store(path)
    store.count(NB4)
    assert store.problem()
    store.close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT * FROM counts").fetchall() == []


def test_a_database_of_another_program_gets_nothing_of_ours(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE mine (x)")
    before = path.read_bytes()
    store = Store(path)
    store.count(NB4)
    assert store.problem() == f"{path} is a database, but not the store of a GONG site; name another file"
    store.close()
    assert path.read_bytes() == before
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]
    assert f"store: 1 counts are lost: {store.problem()}" in caplog.messages


def test_what_is_lost_at_the_end_is_told(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = Store(path.parent / "nowhere" / "counts.db")
    for _ in range(3):
        store.count(NB4)
    store.close()
    assert caplog.messages[-1].startswith("store: 3 counts are lost: ")


def test_a_store_on_a_disk_that_cannot_be_written_is_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(path)
    store.count(NB4)
    store.close()
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.W_OK)
    assert total(path) == 1
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("kept", "sentence"),
    [(os.R_OK, "this user may not enter its folder."), (os.X_OK, "this user has no right to.")],
)
def test_a_store_that_may_not_be_read(path: Path, monkeypatch: pytest.MonkeyPatch, kept: int, sentence: str) -> None:
    path.write_bytes(b"")
    monkeypatch.setattr(os, "access", lambda _, mode: mode == kept)
    with pytest.raises(StoreError, match=sentence):
        read(path)


def test_a_copy_does_not_replace_the_store(path: Path, store: Store) -> None:
    store.count(NB4)
    with pytest.raises(StoreError, match="is the store itself"):
        back_up(path, path.parent / ".." / path.parent.name / path.name)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_store_that_may_not_be_written(path: Path) -> None:
    first = Store(path)
    first.count(NB4)
    first.close()
    path.chmod(0o444)
    path.parent.chmod(0o555)
    try:
        store = Store(path)
        store.count(NB4)
        assert "may not be written" in store.problem()
    finally:
        path.parent.chmod(0o755)
        path.chmod(0o644)
    store.close()
    assert total(path) == 2


FULL = """
import resource, sys
from pathlib import Path
from companion.store.rows import Shown
from companion.store.writing import Store
path = Path(sys.argv[1])
store = Store(path)
store.count(Shown("NB4", "gong-fight", "1.0.0", "M22", "en"))
soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
for n in range(2000):
    store.count(Shown("NB4", "gong-fight", "1.0.0", f"X{n}", "en"))
print(store.problem())
resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
store.close()
print(store.problem())
"""


def test_a_full_disk_loses_nothing(path: Path) -> None:
    """A limit on the size of files stands for the end of the disk: writes fail in the same place."""
    done = subprocess.run([sys.executable, "-c", FULL, str(path)], capture_output=True, text=True, check=True)
    while_full, afterwards = done.stdout.split("\n")[:2]
    assert str(path) in while_full
    assert afterwards == ""
    assert total(path) == 2001


def test_memory_is_bounded_while_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store.writing.MOST_WAITING", 5)
    store = Store(tmp_path / "nowhere" / "counts.db")
    for n in range(9):
        store.count(Shown("NB4", "gong-fight", "1.0.0", f"X{n}", "en"))
    assert len(store._counts) == 5
    assert "dropped" in store.problem()


def test_the_probe_tells_and_heals(path: Path, store: Store) -> None:
    assert store.probe() == ""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert "locked" in store.probe()
        other.execute("ROLLBACK")
    assert store.probe() == ""


# ------------------------------------------------------------ many at once


def count_often(path: Path, times: int) -> None:
    store = Store(path)
    for n in range(times):
        store.count(NB4 if n % 2 else PR1)
    store.close()


def test_four_processes_count_exactly(path: Path) -> None:
    """4 processes x 500 counts at once: the exact sum."""
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=count_often, args=(path, 500)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(120)
    assert [worker.exitcode for worker in workers] == [0] * 4
    assert total(path) == 2000


def test_threads_share_one_connection(store: Store, path: Path) -> None:
    threads = [threading.Thread(target=lambda: [store.count(NB4) for _ in range(100)]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert total(path) == 800


def test_several_processes_find_one_broken_file(path: Path) -> None:
    """One copy is put aside, and nothing that was counted is lost."""
    path.write_bytes(b"no database " * 1000)
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=count_often, args=(path, 20)) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(120)
    kept = list(path.parent.glob("counts.db.corrupt-*"))
    assert b"no database " * 1000 in [file.read_bytes() for file in kept]
    assert total(path) == 60


REPORTING = """
import sys
from pathlib import Path
from companion.store.rows import Shown
from companion.store.writing import Store
store = Store(Path(sys.argv[1]), sync=sys.argv[2])
while True:
    store.count(Shown("NB4", "gong-fight", "1.0.0", "M22", "en"))
    sys.stdout.write("x")
    sys.stdout.flush()
"""


@pytest.mark.parametrize("sync", ["normal", "full"])
def test_kill_loses_nothing_that_was_counted(path: Path, sync: str) -> None:
    """kill -9 in the middle of counting: every count that had returned is in the file."""
    with start([sys.executable, "-c", REPORTING, str(path), sync], stdout=subprocess.PIPE) as process:
        reported = len(process.stdout.read(200))
        process.send_signal(signal.SIGKILL)
        reported += len(process.stdout.read())
    assert reported <= total(path) <= reported + 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_process_opens_the_file_itself(store: Store, path: Path) -> None:
    store.count(NB4)
    child = os.fork()
    if child == 0:  # pragma: no cover - another process
        store.count(PR1)
        os._exit(0 if store.problem() == "" else 1)
    _, status = os.waitpid(child, 0)
    assert status == 0
    store.count(NB4)
    assert total(path) == 3


# ------------------------------------------------------------ reading


def test_sums_by_a_key() -> None:
    rows = (Row(NOON, NB4, "", 5), Row(NOON, NB4, "unclear", 2), Row(NOON + 3600, PR1, "", 1))
    assert summed(rows, lambda row: row.shown.mission) == {
        "M22": {"shown": 5, "impossible": 0, "unclear": 2, "unfair": 0},
        "F37": {"shown": 1, "impossible": 0, "unclear": 0, "unfair": 0},
    }
    assert set(REASONS) == {"impossible", "unclear", "unfair"}


def test_a_backup_is_whole_while_the_site_counts(store: Store, path: Path, tmp_path: Path) -> None:
    store.count(NB4)
    copy = tmp_path / "copy.db"
    done = threading.Event()

    def count() -> None:
        while not done.is_set():
            store.count(PR1)

    thread = threading.Thread(target=count)
    thread.start()
    try:
        for _ in range(5):
            back_up(path, copy)
            assert Row(NOON, NB4, "", 1) in read(copy)
    finally:
        done.set()
        thread.join()
    again = Store(copy)  # a backup is a store
    again.count(NB4)
    again.close()
    assert total(copy) > 1


def test_a_backup_never_destroys_an_older_one(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(b"the backup of yesterday")
    with pytest.raises(StoreError, match="There is no store"):
        back_up(path, copy)
    shutil.copy(__file__, path)
    with pytest.raises(StoreError, match="is damaged"):
        back_up(path, copy)
    assert copy.read_bytes() == b"the backup of yesterday"


def test_a_database_of_something_else_is_named(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE songs (name TEXT)")
        connection.commit()
    with pytest.raises(StoreError, match="not the store of a GONG site"):
        read(path)
