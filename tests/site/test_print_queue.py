"""The queue of `/print`: what waits, who may order, restarts, several processes, and what goes wrong."""

import contextlib
import io
import os
import re
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pypdf
import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import languages
from companion.missions.pack import find_pack
from companion.settings import Settings
from companion.site.app import create_app
from companion.site.print import printer as printer_process
from companion.site.print import queue
from companion.site.print.orders import Options, Order
from companion.site.print.print_pages import BUSY, CLIENT_LIMIT, EXTENSION, NO_ROOM
from companion.site.print.queue import (
    MAX_WAITING,
    MAX_WAITING_PER_CLIENT,
    ClientLimitError,
    PrintQueue,
    QueueFullError,
)
from tests.site.print_support import BASE, FROM_HERE, QuickQueue, StillQueue, order, orders_of

ALICE, BOB = "192.0.2.7", "192.0.2.8"


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[StillQueue]:
    found = StillQueue(tmp_path / "jobs")
    yield found
    found.close()


@pytest.fixture(scope="module")
def site() -> Flask:
    return create_app(Settings(base_url=BASE))


@pytest.fixture
def client(site: Flask, jobs: StillQueue) -> FlaskClient:
    site.extensions[EXTENSION] = jobs
    return site.test_client()


def post(client: FlaskClient, number: int, address: str = ALICE, **headers: str) -> Any:
    """Order the box of this number from an address."""
    form = {"what": "box", "thickness": f"0.{number}"}
    return client.post(
        "/print", data=form, headers={**FROM_HERE, **headers}, environ_overrides={"REMOTE_ADDR": address}
    )


def wait_until(true: Callable[[], Any]) -> None:
    end = time.monotonic() + 30
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


# One order, one job


def test_a_double_tap_has_one_effect(client: FlaskClient, jobs: StillQueue) -> None:
    answers = [client.post("/print", data={"what": "rules"}, headers=FROM_HERE) for _ in range(3)]
    [place] = {answer.headers["Location"] for answer in answers}
    assert re.fullmatch(r"/print/[0-9a-f]{24}", place)
    assert len(jobs.waiting) == 1
    assert jobs.status(place.rpartition("/")[2]).name == "waiting"


def test_other_choices_are_other_jobs() -> None:
    ids = {order("rules").id, order("rules", language="fr").id, order("rules", paper="letter").id, order("missions").id,
           order("deck").id, Order("missions", Options(), None, "/nowhere", 1).id}  # fmt: skip
    assert len(ids) == 6


def test_many_threads_order_one_thing_once(jobs: StillQueue) -> None:
    threads = [threading.Thread(target=jobs.add, args=(order("box"), f"192.0.2.{n}")) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert jobs.waiting == [order("box")]


# The page of a job


def test_the_page_of_a_job_goes_on_by_itself_until_the_file_is_there(client: FlaskClient, jobs: StillQueue) -> None:
    first = client.post("/print", data={"what": "box"}, headers=FROM_HERE).headers["Location"]
    second = client.post("/print", data={"what": "gong", "language": "mk"}, headers=FROM_HERE).headers["Location"]
    for place, words in ((first, "It is your turn."), (second, "1 other file comes first.")):
        page = client.get(place)
        assert (page.status_code, page.headers["Refresh"], page.headers["Cache-Control"]) == (200, "1", "no-store")
        assert words in page.text
        assert "<progress" in page.text
    seen = []

    def render(text: str, path: Path, progress: Callable[[int, int], None]) -> bool:
        progress(3, 14)
        seen.extend(client.get(place).text for place in (first, second))
        return QuickQueue._render(jobs, text, path, progress)  # type: ignore[arg-type]

    jobs._render = render  # type: ignore[method-assign]
    jobs.run()
    assert 'max="14" value="3"' in seen[0]
    assert "Page 3 of 14" in seen[0]
    assert "1 other file comes first." in seen[1]
    page = client.get(second)
    assert "Refresh" not in page.headers
    [link] = re.findall(r'href="([^"]+\.pdf)"', page.text)
    file = client.get(f"/print/{link}")
    assert file.headers["Content-Type"] == "application/pdf"
    assert file.headers["Content-Disposition"] == 'attachment; filename="gong-scores.pdf"'
    assert pypdf.PdfReader(io.BytesIO(file.data)).root_object["/Lang"] == "mk"
    assert "print?language=mk" not in page.text  # the reader's own language is no choice to remember


def test_going_back_keeps_the_choices(client: FlaskClient) -> None:
    place = client.post("/print", data={"what": "rules", "paper": "letter", "low_ink": "1"}, headers=FROM_HERE).location
    [back] = re.findall(r'href="\.\./print\?([^"]+)"', client.get(place).text)
    assert unescape(back) == "paper=letter&low_ink=1"


@pytest.mark.parametrize("job", ["0" * 24, "nonsense", "..", "0" * 24 + ".pdf", "%2e%2e%2fetc%2fpasswd", "a" * 500,
                                 "queue.db", "client-key"])  # fmt: skip
def test_what_is_no_job_is_not_here(client: FlaskClient, jobs: StillQueue, job: str) -> None:
    jobs.add(order("box"), ALICE)
    assert client.get(f"/print/{job}").status_code == 404
    assert client.get(f"/print/{job}/gong-deck.pdf", follow_redirects=True).status_code == 404
    assert jobs.file("../jobs/secret") is None
    assert jobs.status("../jobs/secret").name == "gone"


def test_a_file_has_no_other_name(site: Flask, tmp_path: Path) -> None:
    jobs = site.extensions[EXTENSION] = QuickQueue(tmp_path / "jobs")
    client, wanted = site.test_client(), order("box")
    jobs.add(wanted, ALICE)
    jobs.run()
    assert client.get(f"/print/{wanted.id}/gong-box.pdf").status_code == 200
    assert client.get(f"/print/{wanted.id}/passwd").status_code == 404
    jobs.close()


def test_a_job_that_fails_says_so_and_can_be_ordered_again(client: FlaskClient, jobs: StillQueue) -> None:
    wanted = order("missions")  # of a pack that is nowhere
    jobs.add(wanted, ALICE)
    jobs.run()
    assert jobs.status(wanted.id).name == "failed"
    page = client.get(f"/print/{wanted.id}")
    assert (page.status_code, "Refresh" in page.headers) == (200, False)
    assert "The file could not be made" in page.text
    jobs.add(wanted, ALICE)
    assert jobs.status(wanted.id).name == "waiting"


# Limits


@pytest.mark.parametrize("language", languages.available())
def test_a_full_queue_is_a_sentence_in_the_language_of_the_reader(
    client: FlaskClient, jobs: StillQueue, language: str
) -> None:
    answers = [post(client, 11 + n, f"192.0.2.{n}", **{"Accept-Language": language}) for n in range(MAX_WAITING + 2)]
    assert [answer.status_code for answer in answers] == [303] * MAX_WAITING + [503] * 2
    assert answers[-1].headers["Retry-After"] == "30"
    assert languages.translations("site", language).gettext(BUSY) in unescape(answers[-1].text)
    assert len(jobs.waiting) == MAX_WAITING


@pytest.mark.parametrize("language", languages.available())
def test_a_client_with_two_jobs_waiting_is_asked_to_wait(client: FlaskClient, jobs: StillQueue, language: str) -> None:
    answers = [post(client, 11 + n, **{"Accept-Language": language}) for n in range(4)]
    assert [answer.status_code for answer in answers] == [303] * MAX_WAITING_PER_CLIENT + [429] * 2
    assert answers[-1].headers["Retry-After"] == "30"
    message = languages.translations("site", language).gettext(CLIENT_LIMIT)
    assert language == "en" or message != CLIENT_LIMIT
    assert message in unescape(answers[-1].text)
    again = post(client, 11, **{"Accept-Language": language})
    assert again.status_code == 303, "what waits already may be ordered again"
    jobs.run()
    assert post(client, 30).status_code == 303


def test_one_client_keeps_nobody_out(client: FlaskClient, jobs: StillQueue) -> None:
    greedy = [post(client, 11 + n).status_code for n in range(8)]
    others = [post(client, 30 + n, f"198.51.100.{n}").status_code for n in range(28)]
    assert greedy == [303] * 2 + [429] * 6
    assert others == [303] * 28


def test_a_client_is_known_by_its_address_behind_the_proxies_of_the_site(tmp_path: Path) -> None:
    site = create_app(Settings(base_url=BASE, proxy_hops=1))
    jobs = site.extensions[EXTENSION] = StillQueue(tmp_path / "jobs")
    client = site.test_client()
    answers = [post(client, 11 + n, BOB, **{"X-Forwarded-For": f"203.0.113.1, 198.51.100.{n // 3}"}) for n in range(6)]
    assert [answer.status_code for answer in answers] == [303, 303, 429] * 2
    jobs.close()


@pytest.mark.parametrize(("one", "other", "same"), [
    ("192.0.2.7", "192.0.2.8", False),
    ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),  # a household has all of a /64
    ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
    ("fe80::1%eth0", "fe80::2%eth0", True),
    ("::ffff:192.0.2.7", "192.0.2.7", True),
    ("::ffff:192.0.2.7", "::ffff:192.0.2.8", False),
    ("", "", True),  # a Unix socket
])  # fmt: skip
def test_what_counts_as_one_client(jobs: StillQueue, one: str, other: str, same: bool) -> None:
    first, second, third = orders_of(3)
    jobs.add(first, one)
    jobs.add(second, one)
    if same:
        with pytest.raises(ClientLimitError):
            jobs.add(third, other)
    else:
        jobs.add(third, other)


def test_of_a_client_only_a_keyed_hash_is_kept_and_only_while_its_job_waits(tmp_path: Path) -> None:
    jobs = QuickQueue(tmp_path / "jobs")
    jobs.add(order("box"), ALICE)
    [task] = jobs._huey.pending()
    known = task.kwargs["client"]
    assert ALICE not in known
    assert jobs._client_hash(ALICE) == known != jobs._client_hash(BOB)
    jobs.run()
    assert known not in str(jobs._records())
    assert not jobs._huey.get(queue.CLIENT_KEY, peek=True)
    assert jobs._client_hash(ALICE) != known, "the next key is another one"
    jobs.close()


def test_a_full_queue_takes_what_it_has_already(jobs: StillQueue) -> None:
    wanted = orders_of(MAX_WAITING)
    for number, one in enumerate(wanted):
        jobs.add(one, f"192.0.2.{number}")
    jobs.add(wanted[3], BOB)
    with pytest.raises(QueueFullError):
        jobs.add(order("box"), "198.51.100.1")


def test_files_are_kept_for_a_short_time_and_not_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def render(text: str, path: Path, progress: object) -> bool:
        return path.write_bytes(b"x" * 1000) > 0

    jobs = StillQueue(tmp_path / "jobs")
    jobs._render = render  # type: ignore[method-assign]
    wanted = orders_of(6)
    for n, one in enumerate(wanted):
        jobs.add(one, ALICE)
        jobs.run()
        os.utime(jobs.folder / f"{one.id}.pdf", (time.time() - 100 + n, time.time() - 100 + n))
    monkeypatch.setattr(queue, "MAX_FILES", 4)
    jobs.add(order("box"), ALICE)
    assert [jobs.file(one.id) is not None for one in wanted] == [False] * 3 + [True] * 3
    monkeypatch.setattr(queue, "MAX_BYTES", 2000)
    jobs.add(order("gong"), ALICE)
    assert [jobs.file(one.id) is not None for one in wanted] == [False] * 4 + [True] * 2
    long_ago = time.time() - queue.KEPT_SECONDS - 1
    os.utime(jobs.folder / f"{wanted[-1].id}.pdf", (long_ago, long_ago))
    jobs.add(order("gnoming"), BOB)
    assert [jobs.file(one.id) is not None for one in wanted] == [False] * 4 + [True, False]
    jobs.close()


def test_records_of_old_jobs_go_and_jobs_that_wait_stay(jobs: StillQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = order("missions")
    jobs.add(wanted, ALICE)
    jobs.run()
    jobs.add(order("box"), ALICE)
    monkeypatch.setattr(queue, "KEPT_SECONDS", -1)
    jobs.add(order("gong"), ALICE)
    assert set(jobs._records()) == {order("box").id, order("gong").id}


# Several processes, and restarts


def test_two_processes_report_the_same_jobs(tmp_path: Path) -> None:
    one, other = QuickQueue(tmp_path / "jobs"), StillQueue(tmp_path / "jobs")
    wanted = order("box")
    one.add(wanted, ALICE)
    other.add(wanted, BOB)
    assert other.status(wanted.id).name == "waiting"
    assert len(other.waiting) == 1
    one.run()
    assert other.status(wanted.id).name == "ready"
    assert other.file(wanted.id)
    other.close()
    assert one.file(wanted.id)
    one.close()


def test_the_limits_hold_for_all_processes_of_a_site_together(tmp_path: Path) -> None:
    one, other = StillQueue(tmp_path / "jobs"), StillQueue(tmp_path / "jobs")
    for number, wanted in enumerate(orders_of(MAX_WAITING)):
        (one, other)[number % 2].add(wanted, f"192.0.2.{number // 2}")
    for process in (one, other):
        with pytest.raises(ClientLimitError):
            process.add(order("box"), "192.0.2.0")
        with pytest.raises(QueueFullError):
            process.add(order("box"), "198.51.100.1")
    one.close()
    other.close()


def test_an_order_survives_another_process_that_finds_the_queue_empty(jobs: StillQueue) -> None:
    """The other process deletes the key of the clients just before this one reads it."""
    huey = jobs._huey
    read, deleted = huey.get, []

    def get(key: str, **options: Any) -> Any:
        if not deleted:
            deleted.append(huey.delete(key))
        return read(key, **options)

    huey.get = get
    jobs.add(order("box"), ALICE)
    assert deleted
    assert jobs.status(order("box").id).name == "waiting"


def test_a_queue_that_is_closed_takes_nothing_from_another_process(tmp_path: Path) -> None:
    one, other = StillQueue(tmp_path / "jobs"), StillQueue(tmp_path / "jobs")
    one.status("0" * 24)
    other.status("0" * 24)
    one.close()
    other.add(order("box"), ALICE)
    assert StillQueue(tmp_path / "jobs").status(order("box").id).name == "waiting"
    other.close()


def test_a_folder_that_was_swept_is_made_again(jobs: StillQueue) -> None:
    import shutil

    jobs.add(order("box"), ALICE)
    shutil.rmtree(jobs.folder)
    assert jobs.status(order("box").id).name == "gone"
    jobs.add(order("box"), ALICE)
    assert jobs.status(order("box").id).name == "waiting"


def test_a_job_that_waits_survives_a_restart(tmp_path: Path) -> None:
    wanted = orders_of(3)
    before = StillQueue(tmp_path / "jobs")
    before.add(wanted[0], ALICE)
    before.add(wanted[1], ALICE)
    before.close()
    after = QuickQueue(tmp_path / "jobs")
    assert [after.status(one.id).place for one in wanted[:2]] == [0, 1]
    with pytest.raises(ClientLimitError):
        after.add(wanted[2], ALICE)
    after.run()
    assert [after.status(one.id).name for one in wanted[:2]] == ["ready", "ready"]
    after.close()
    assert PrintQueue(tmp_path / "jobs").file(wanted[0].id), "and so does a file"


def test_the_job_that_is_being_made_is_stopped_and_made_first_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that makes it sleeps here, so that it is surely there when the queue is closed."""
    children = []

    def start(path: Path) -> subprocess.Popen[str]:
        children.append(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], text=True,
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE))  # fmt: skip
        return children[-1]

    monkeypatch.setattr(printer_process, "start", start)
    before = PrintQueue(tmp_path / "jobs")
    first, second = orders_of(2)
    before.add(first, ALICE)
    wait_until(lambda: children)
    before.add(second, ALICE)
    began = time.monotonic()
    before.close()
    assert time.monotonic() - began < 5
    assert children[0].returncode == -signal.SIGKILL
    assert len(children) == 1
    after = QuickQueue(tmp_path / "jobs")
    assert after.waiting == [first, second]
    after.run()
    assert after.status(first.id).name == "ready"
    after.close()


def test_the_job_of_a_server_that_was_killed_is_made_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = order("box")
    killed = StillQueue(tmp_path / "jobs")
    killed.add(wanted, ALICE)
    killed._huey.dequeue()
    killed._record(wanted.id, wanted.text, "making", 1, 3)
    jobs = QuickQueue(tmp_path / "jobs")
    assert jobs.status(wanted.id).name == "making"
    monkeypatch.setattr(queue, "JOB_TIMEOUT", -1.0)
    assert jobs.status(wanted.id).name == "waiting"
    monkeypatch.undo()
    jobs.run()
    assert jobs.status(wanted.id).name == "ready"
    killed.close()
    jobs.close()


def test_jobs_of_a_killed_server_wait_until_the_queue_has_room(
    jobs: StillQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost, *others = orders_of(4)
    jobs._record(lost.id, lost.text, "making", 1, 3)
    for number, one in enumerate(others):
        jobs.add(one, f"192.0.2.{number}")
    monkeypatch.setattr(queue, "JOB_TIMEOUT", -1.0)
    monkeypatch.setattr(queue, "MAX_WAITING", 3)
    assert jobs.status(lost.id).name == "waiting"
    assert jobs.waiting == others


def test_a_finished_job_whose_file_was_removed_is_gone_and_made_again_only_by_an_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = QuickQueue(tmp_path / "jobs")
    jobs.add(order("box"), ALICE)
    jobs.run()
    (jobs.folder / f"{order('box').id}.pdf").unlink()
    monkeypatch.setattr(queue, "JOB_TIMEOUT", -1.0)
    assert jobs.status(order("box").id).name == "gone"
    assert jobs.waiting == []
    jobs.add(order("box"), ALICE)
    assert jobs.waiting == [order("box")]
    jobs.close()


def test_a_job_that_takes_too_long_is_given_up(jobs: StillQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "JOB_TIMEOUT", 0.01)
    jobs.add(order(), ALICE)
    jobs.run()
    assert jobs.status(order().id).name == "failed"
    assert not list(jobs.folder.glob("*.p*"))


def test_progress_of_the_real_process(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []

    class Watched(StillQueue):
        def _record(self, job: str, order: str, name: Any, done: int = 0, total: int = 0) -> None:
            super()._record(job, order, name, done, total)
            if name == "making":
                seen.append((self.status(job).done, self.status(job).total))

    jobs = Watched(tmp_path / "jobs")
    jobs.add(order("rules"), ALICE)
    jobs.run()
    assert jobs.status(order("rules").id).name == "ready"
    assert (1, 6) in seen
    assert sorted(seen) == seen
    jobs.close()


@pytest.mark.parametrize("module", ["orders", "printer"])
def test_the_process_that_makes_a_file_loads_no_site_and_no_database(module: str) -> None:
    code = f"import sys, companion.site.print.{module}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"flask", "werkzeug", "jinja2", "sqlite3", "huey", "sqlite_utils"} & set(found.stdout.split())


# What is left


def test_five_queues_leave_nothing(tmp_path: Path) -> None:
    threads = threading.active_count()
    for number in range(5):
        jobs = PrintQueue(tmp_path / "jobs")
        jobs.add(order("box", thickness=(10 + number) / 100), f"192.0.2.{number}")
        jobs.close()
        assert jobs._child is None or jobs._child.poll() is not None
    assert threading.active_count() == threads
    if Path("/proc/self/fd").is_dir():
        opened = [path.resolve() for path in Path("/proc/self/fd").iterdir()]
        assert not [path for path in opened if path.is_relative_to(tmp_path)]


def test_the_folder_is_private_and_goes_with_the_last_job(tmp_path: Path) -> None:
    jobs = StillQueue(tmp_path / "jobs")
    jobs.add(order("missions"), ALICE)
    assert stat.S_IMODE(jobs.folder.stat().st_mode) == 0o700
    folder = jobs.folder
    jobs.close()
    assert folder.exists()
    jobs = StillQueue(folder)
    jobs.run()
    jobs.close()
    assert not folder.exists()


def test_a_site_that_prints_nothing_opens_nothing(tmp_path: Path) -> None:
    jobs = PrintQueue(tmp_path / "jobs")
    jobs.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows has a temporary folder for each user")
def test_a_folder_of_another_user_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue.tempfile, "tempdir", str(tmp_path))
    usual = tmp_path / f"gong-print-{os.getuid()}"
    assert queue._private_folder() == usual
    usual.chmod(0o777)
    assert queue._private_folder() != usual
    usual.rmdir()
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    usual.symlink_to(tmp_path / "elsewhere")
    assert queue._private_folder() != usual


# A queue that cannot be used


def read_only(jobs: PrintQueue) -> None:
    jobs._huey.storage.conn.execute("pragma query_only = on")  # root may write to files that are read-only


def disk_full(jobs: PrintQueue) -> None:
    database = jobs._huey.storage.conn
    database.execute("pragma max_page_count = 1")  # as many as there are already
    with contextlib.suppress(sqlite3.OperationalError):
        for number in range(1000):
            database.execute("insert into kv values ('another queue', ?, zeroblob(100))", (number,))


def no_folder(jobs: PrintQueue) -> None:
    jobs.close()
    jobs._chosen = Path(os.devnull) / "jobs"


@pytest.mark.parametrize("damage", [read_only, disk_full, no_folder])
def test_a_broken_queue_is_a_sentence_and_never_a_traceback(
    site: Flask, tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: Callable[[PrintQueue], None]
) -> None:
    jobs = site.extensions[EXTENSION] = StillQueue(tmp_path / "jobs")
    client = site.test_client()
    jobs.add(order("box"), ALICE)
    damage(jobs)
    answer = post(client, 12, BOB)
    assert answer.status_code == 507
    assert NO_ROOM in answer.text
    assert [record.exc_info for record in caplog.records] == [None]
    if damage is no_folder:
        page = client.get(f"/print/{order('box').id}")
        assert page.status_code == 507
        assert NO_ROOM in page.text
        assert 'action="../print"' in page.text
    assert jobs.file(order("box").id) is None
    jobs.run()
    assert not [record for record in caplog.records if record.exc_info]
    jobs.close()


@pytest.mark.parametrize("content", [b"no database at all " * 1000, b"SQLite format 3\0" + bytes(range(256)) * 40])
def test_a_damaged_queue_is_set_aside(
    site: Flask, tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    jobs = site.extensions[EXTENSION] = StillQueue(tmp_path / "jobs")
    client = site.test_client()
    jobs.add(order("box"), ALICE)
    jobs.close()
    (jobs.folder / "queue.db").write_bytes(content)
    assert post(client, 12, BOB).status_code == 303
    assert (jobs.folder / "queue.db.damaged").read_bytes() == content
    assert client.get(f"/print/{order('box').id}").status_code == 404
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert [record.exc_info for record in caplog.records] == [None]
    jobs.close()


OLD_ORDER = (
    '{"product": "box", "options": {"paper": "a4", "ink": "blue"}, "base": null, "pack": "/nowhere", "edition": 0}'
)


@pytest.mark.parametrize(
    "record",
    [
        5,
        ["making"],
        {"order": order("box").text},
        {"order": "{}", "name": "making", "done": 0, "total": 0, "at": 0.0},
        {"order": OLD_ORDER, "name": "making", "done": 0, "total": 0, "at": 0.0},
    ],
)
def test_a_job_of_another_version_is_gone_and_holds_nobody_up(
    client: FlaskClient, jobs: StillQueue, record: object
) -> None:
    job = "a" * 24
    jobs._huey.put(job, record)
    assert client.get(f"/print/{job}").status_code == 404
    assert post(client, 12).status_code == 303


def test_an_order_of_another_version_fails(jobs: StillQueue, capfd: pytest.CaptureFixture[str]) -> None:
    jobs._enqueue("a" * 24, OLD_ORDER)
    jobs.run()
    assert jobs._records()["a" * 24]["name"] == "failed"
    assert capfd.readouterr().err.startswith("print: Something in this form is not known here.")


def test_a_site_whose_pack_was_removed_prints_the_rest(tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    shutil.copytree(find_pack(), pack)
    app = create_app(Settings(base_url=BASE, pack=pack))
    app.extensions[EXTENSION] = jobs = StillQueue(tmp_path / "jobs")
    shutil.rmtree(pack)
    assert post(app.test_client(), 12).status_code == 303
    jobs.close()


def test_an_error_while_a_job_is_made_ends_only_the_job(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    jobs = StillQueue(tmp_path / "jobs")
    wanted = order("box")
    jobs.add(wanted, ALICE)

    def render(text: str, path: Path, progress: Callable[[int, int], None]) -> bool:
        raise sqlite3.OperationalError("database or disk is full")

    jobs._render = render  # type: ignore[method-assign]
    jobs.run()
    assert "database or disk is full" in caplog.text
    assert "Traceback" not in caplog.text
    jobs.close()


# A real server


def test_a_server_that_is_stopped_makes_what_waited_after_its_next_start(
    start_server: Callable[..., Any], tmp_path: Path
) -> None:
    def status(url: str, job: str) -> tuple[str | None, str]:
        with urllib.request.urlopen(f"{url}print/{job}", timeout=30) as answer:
            return answer.headers["Refresh"], answer.read().decode()

    server = start_server("--base-url", "https://gong.example", TMPDIR=str(tmp_path))
    request = urllib.request.Request(f"{server.url}print", b"what=deck", {"Sec-Fetch-Site": "same-origin"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        job = answer.url.rpartition("/")[2]
    assert server.stop(signal.SIGINT) == 0
    assert not list(tmp_path.glob("gong-print-*/*.pdf")), "the stopped server made it to its end"
    server = start_server("--base-url", "https://gong.example", TMPDIR=str(tmp_path))
    wait_until(lambda: status(server.url, job)[0] is None)
    assert "gong-deck.pdf" in status(server.url, job)[1]
    assert server.stop() == 0
    assert "Traceback" not in server.log.read_text()
