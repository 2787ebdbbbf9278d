"""The helper for processes in tests: default signals, and nothing left running."""

import os
import signal
import subprocess
import sys

import pytest

from tests.processes import start

pytestmark = pytest.mark.skipif(os.name != "posix", reason="POSIX signals and process groups")

REPORT_SIGINT = "import signal; print(signal.getsignal(signal.SIGINT).__name__)"

PARENT = """
import subprocess, sys
code = "import time; print('at work', flush=True); time.sleep(600)"
subprocess.Popen([sys.executable, "-c", code]).wait()
"""


@pytest.fixture
def ignored_sigint():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ignored_sigint")
def test_a_child_handles_sigint_even_where_the_tests_ignore_it():
    with start([sys.executable, "-c", REPORT_SIGINT], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.read() == "default_int_handler\n"
    assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN


def test_a_failing_test_leaves_no_grandchild():
    reading, writing = os.pipe()
    with os.fdopen(reading) as pipe:
        with pytest.raises(ZeroDivisionError), start([sys.executable, "-c", PARENT], stdout=writing) as process:
            os.close(writing)
            assert pipe.readline() == "at work\n"
            raise ZeroDivisionError
        assert process.returncode == -signal.SIGKILL
        assert pipe.read() == ""  # the grandchild, which held the other end, is gone
