"""Releasing a version of a pack: from then on its content is frozen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.errors import GongError
from companion.files import replace_file
from companion.missions.diff import Comparison, compare, numbers
from companion.missions.findings import Finding, PackError
from companion.missions.hashes import FILE, digest
from companion.missions.loader import load_files, load_pack
from companion.missions.pack import VERSION, Pack
from companion.missions.source import SourceFile

_HEAD: Final = """\
# {pack} is released: its files stay as they are for ever, and `gong missions check` compares them with these hashes.
# Make a change in a copy of this folder, without this file and with a higher version in its pack.yaml.
"""


class ReleaseError(GongError):
    """The file of hashes cannot be written."""


@dataclass(frozen=True, slots=True)
class Release:
    """A released version.

    Attributes:
        pack: the pack.
        file: where its hashes are.
        files: the names of the frozen files.
        new: it was released just now, not before.
    """

    pack: Pack
    file: Path
    files: tuple[str, ...]
    new: bool


def release(folder: Path) -> Release:
    """Freeze the pack in `folder`: write the hashes of its files beside them.

    A pack that is released already and has not changed is left as it is.

    Raises:
        PackError: the pack is not good, or its version is too low for what changed since the version before.
        ReleaseError: the file cannot be written.
    """
    pack, files = load_files(folder)
    names = tuple(sorted(files))
    path = folder / FILE
    if path.exists():
        return Release(pack, path, names, new=False)  # it was compared when the pack was loaded
    before = _version_before(folder, pack)
    if before:
        require_version(compare(load_pack(before), pack))
    _write(path, _text(pack, files))
    return Release(pack, path, names, new=True)


def too_low(comparison: Comparison) -> Finding | None:
    """Return what is wrong with the version of the new pack of a comparison; None if nothing is."""
    if comparison.good:
        return None
    old, new = comparison.old, comparison.new
    message = f"the version is {new.version}, but "
    if comparison.step is None:
        message += f"nothing changed since {old.version}; take a higher version, or name the older pack first"
    else:
        message += f"a {comparison.step} change after {old.version} needs {comparison.required} or higher"
        if numbers(new.version) < numbers(old.version):
            message += ", if this is not the older pack"
    return Finding(*new.locations.version_number(), "M505", f"{message}.")


def require_version(comparison: Comparison) -> None:
    """Make sure that the new pack of a comparison has a version that is high enough.

    Raises:
        PackError: it is too low.
    """
    finding = too_low(comparison)
    if finding:
        raise PackError([finding])


def _version_before(folder: Path, pack: Pack) -> Path | None:
    """Return the folder of the version before this one, where versions lie side by side under their names."""
    if folder.resolve().name != pack.version:
        return None
    packs = [file.parent for file in folder.resolve().parent.glob("*/pack.yaml")]
    beside = [entry for entry in packs if re.match(VERSION, entry.name)]
    older = [entry for entry in beside if numbers(entry.name) < numbers(pack.version)]
    return max(older, key=lambda entry: numbers(entry.name), default=None)


def _text(pack: Pack, files: Mapping[str, SourceFile]) -> str:
    hashes = [f'  {name}: "{digest(file.root)}"' for name, file in sorted(files.items()) if file.root]
    lines = [f'id: "{pack.id}"', f"version: {pack.version}", "files:", *hashes]
    return _HEAD.format(pack=pack) + "\n".join(lines) + "\n"


def _write(path: Path, text: str) -> None:
    """Release the version wholly or not at all."""
    try:
        replace_file(path, text.encode())
    except OSError as error:
        raise ReleaseError(f"Cannot write {path} ({error.strerror}); the version is not released.") from None
