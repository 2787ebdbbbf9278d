"""The packs a site serves: the current one behind the cards, and every other installed version for ever."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.missions import Finding, Pack, PackError, find_pack, load_pack


@dataclass(frozen=True, slots=True)
class Library:
    """Loaded packs.

    Attributes:
        current: the pack behind the cards and the lists.
        packs: every pack by (id, version); `/m/<pack>/<version>/<id>` finds its mission here.
    """

    current: Pack
    packs: Mapping[tuple[str, str], Pack]


def load_library(folder: Path | None = None) -> Library:
    """Load the pack in `folder`, or the newest installed core pack together with its older versions.

    Raises:
        PackError: a pack is missing or broken; it holds the findings of all of them.
    """
    if folder is not None:
        pack = load_pack(folder)
        return Library(pack, {(pack.id, pack.version): pack})
    newest = find_pack()
    loaded: dict[Path, Pack] = {}
    findings: list[Finding] = []
    for version in sorted(path for path in newest.parent.iterdir() if path.is_dir()):
        try:
            loaded[version] = load_pack(version)
        except PackError as error:
            findings += error.findings
    if findings:
        raise PackError(findings)
    return Library(loaded[newest], {(pack.id, pack.version): pack for pack in loaded.values()})
