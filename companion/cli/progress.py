"""A bar for long work: on a terminal only, on stderr, so that data in a pipe stays data."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar and yield what moves it: told how many steps are done, and of how many."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    with click.progressbar(length=1, label=label, file=sys.stderr) as bar:

        def moved(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        yield moved
