"""The hashes that freeze a released version of a pack, and the check against them.

`release.yaml` holds one hash for each file of the pack: of what the file says, not of how it is written. Comments,
blank lines, quotes, the order of keys and the line ends of another system change nothing; a number, a word or a step
does.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field

from companion.missions.pack import PackInfo
from companion.missions.selectors import Model
from companion.missions.shape import build
from companion.missions.source import Node, SourceFile, read_source

FILE: Final = "release.yaml"
"""The file in the folder of a pack that tells that its version is released."""


class ReleaseInfo(Model):
    """What `release.yaml` tells.

    Attributes:
        id: the pack.
        version: the version that is frozen.
        files: the hash of each file of the pack.
    """

    id: str
    version: str
    files: Annotated[
        dict[str, Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$")]], Field(min_length=1, max_length=500)
    ]


def digest(root: Node) -> str:
    """Return the hash of what a file says: SHA-256 of its values as JSON with sorted keys, in UTF-8."""
    text = json.dumps(root.plain(), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def check_release(folder: Path, read: Mapping[str, SourceFile], info: PackInfo | None) -> SourceFile | None:
    """Compare the files of a pack with the hashes of its release; what differs is noted in the files.

    Args:
        folder: the folder of the pack.
        read: the files of the pack by their names in the folder.
        info: what `pack.yaml` tells, if it could be understood.

    Returns:
        `release.yaml`, or None where the version is not released.
    """
    if not (folder / FILE).exists():
        return None
    source = read_source(folder / FILE, "the hashes that `gong missions release` writes")
    root = source.root
    release = None if root is None or root.is_broken() else build(ReleaseInfo, root, source)
    if root is None or release is None or info is None:
        return source
    name = f"{release.id} {release.version}"
    if (release.id, release.version) != (info.id, info.version):
        field = "id" if release.id != info.id else "version"
        message = (
            f"this file freezes {name}, but the pack is {info.id} {info.version}; remove it until that is released."
        )
        source.add(root.at((field,)).place, "M504", message)
        return source
    advice = "put back what was released, or make the change in a copy of the folder that has a higher version"
    advice = f"{advice} and no {FILE}"
    for file, known in sorted(release.files.items()):
        found = read.get(file)
        if found is None:
            place = root.at(("files", file)).place
            source.add(place, "M503", f"{file} belongs to {name}, which is released, and is missing; {advice}.")
        elif found.root is not None and digest(found.root) != known:
            found.add((1, 1), "M501", f"{name} is released, and this file has changed since; {advice}.")
    for file in sorted(read.keys() - release.files.keys()):
        read[file].add((1, 1), "M502", f"{name} is released, and this file was added since; {advice}.")
    return source
