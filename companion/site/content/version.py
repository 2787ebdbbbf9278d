"""A name for everything the site shows, so that phones notice when there is something new."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from companion import data
from companion.missions.pack import Pack

ROOMS: Final[tuple[data.Room, ...]] = ("templates", "rulebook", "locales", "static")
CODE: Final = Path(__file__).parents[2]
LENGTH: Final = 10


def content_version(current: Pack, packs: Iterable[tuple[str, str]]) -> str:
    """Return a name that changes with the content of the site.

    Args:
        current: the pack behind the cards; all of it counts.
        packs: ids and versions of all packs, whose content never changes (docs/missions.md).

    Texts, templates, scripts, styles and the code behind them count too.
    """
    digest = hashlib.sha256(_sources())
    digest.update(repr((current, sorted(packs))).encode())
    return digest.hexdigest()[:LENGTH]


@cache
def _sources() -> bytes:
    """Return a digest of the files that pages are made from; the same in every process and on every machine."""
    digest = hashlib.sha256()
    rooms = [(data.data_path(room), "*.*") for room in ROOMS] + [(CODE, "*.py")]
    for folder, pattern in rooms:
        for path in sorted(folder.rglob(pattern)):
            if path.is_file() and path.suffix not in (".po", ".pyc"):
                digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.digest()
