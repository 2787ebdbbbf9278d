"""Start the processes of a test as an interactive shell would, and leave none of them running.

A process that a shell starts in the background (`&`, nohup, some CI runners) inherits an ignored SIGINT, and so do its
children. Python then installs no handler: a test that sends SIGINT to such a child waits for ever.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

GONG = (sys.executable, "-c", "from companion.cli import main; main()")
"""The command line of this checkout, with the interpreter of the tests."""

_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def start(args: Sequence[Any], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start a process with default signals in a session of its own; at the end kill whatever is left of its group.

    Takes the arguments of `subprocess.Popen`. To be called from the main thread.
    """
    with _default_signals():
        process = subprocess.Popen(args, start_new_session=True, **options)
    try:
        yield process
    finally:
        kill_group(process)
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()


def kill_group(process: subprocess.Popen[Any]) -> None:
    """Kill a process that `start` has started, and the processes that it has started."""
    if not hasattr(os, "killpg"):
        process.kill()
        return
    with suppress(ProcessLookupError, PermissionError):  # macOS reports EPERM for a group of zombies
        os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def _default_signals() -> Iterator[None]:
    """Give the processes that are started meanwhile the default action for each signal that is ignored here.

    A handler becomes the default action in a program that is executed; `preexec_fn` would run Python between fork and
    exec, which is not safe beside other threads.
    """
    with ExitStack() as stack:
        for number in _SIGNALS:
            if signal.getsignal(number) == signal.SIG_IGN:
                signal.signal(number, _handle)
                stack.callback(signal.signal, number, signal.SIG_IGN)
        yield


def _handle(number: int, _frame: object) -> None:
    """Ignore the signal, but with a handler."""
