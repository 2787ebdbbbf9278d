"""The packs a site serves: the current one behind the cards, and every installed one for ever."""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final, TypeAlias

from companion.data import data_path
from companion.missions.findings import Finding, PackError
from companion.missions.loader import load_pack
from companion.missions.pack import Pack, find_pack

log = logging.getLogger("gong.content")

Name: TypeAlias = tuple[str, str]
"""Id and version of a pack."""


class Shelf(Mapping[Name, Pack]):
    """Packs by id and version. Those that no card leads to are read when somebody asks for them."""

    def __init__(self, loaded: Mapping[Name, Pack], folders: Mapping[Name, Path]) -> None:
        """Put packs on the shelf.

        Args:
            loaded: packs that are read already.
            folders: where others lie.
        """
        self._loaded: Final = dict(loaded)
        self._folders: Final = {name: path for name, path in folders.items() if name not in loaded}
        self._reading: Final = Lock()

    def __getitem__(self, name: Name) -> Pack:
        """Return a pack; KeyError if there is none, or if it is broken, which stands in the log then."""
        if name not in self._loaded and name in self._folders:
            with self._reading:
                try:
                    self._loaded.setdefault(name, load_pack(self._folders[name]))
                except PackError as error:
                    log.error("content: %s", str(error).splitlines()[0])
                    raise KeyError(name) from None
        return self._loaded[name]

    def __iter__(self) -> Iterator[Name]:
        return iter({**self._loaded, **self._folders})

    def __len__(self) -> int:
        return len(self._loaded.keys() | self._folders.keys())


@dataclass(frozen=True, slots=True)
class Library:
    """The packs of a site.

    Attributes:
        current: the pack behind the cards and the lists.
        packs: every pack by (id, version); `/m/<pack>/<version>/<id>` finds its mission here.
    """

    current: Pack
    packs: Mapping[Name, Pack]


def load_library(folder: Path | None = None) -> Library:
    """Load the pack in `folder`, or the newest installed core pack with its older versions; put the others beside it.

    Raises:
        PackError: a pack that is loaded is missing or broken; it holds the findings of all of them.
    """
    chosen = folder or find_pack()
    beside = [] if folder else sorted(path for path in chosen.parent.iterdir() if path.is_dir())
    loaded: dict[Path, Pack] = {}
    findings: list[Finding] = []
    for path in dict.fromkeys([*beside, chosen]):
        try:
            loaded[path] = load_pack(path)
        except PackError as error:
            findings += error.findings
    if findings:
        raise PackError(findings)
    installed = {file.parts[-3:-1]: file.parent for file in data_path("missions").glob("*/*/pack.yaml")}
    packs = {(pack.id, pack.version): pack for pack in loaded.values()}
    return Library(loaded[chosen], Shelf(packs, {(name, version): path for (name, version), path in installed.items()}))
