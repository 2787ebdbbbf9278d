"""Reading a pack folder: every file is read, every fault is collected, and there is a pack only if there is none."""

from __future__ import annotations

import re
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.deck import KINDS, Kind
from companion.missions.cards import LETTERS, MISSION_IDS
from companion.missions.checks import check_mission
from companion.missions.findings import Finding, PackError, listed, nearest, quoted
from companion.missions.pack import SOURCE_LANGUAGE, Mission, Pack, PackInfo
from companion.missions.pack import Source as Origin
from companion.missions.shape import build, describe
from companion.missions.source import Node, Source, read_source

MAX_TITLE: Final = 28
"""Longest title, in characters: what fits on one line of a card page."""

_TAG: Final = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?\Z")
_CONTROL: Final = re.compile(r"[\x00-\x1f]")


def load_pack(folder: Path) -> Pack:
    """Return the pack in `folder`.

    Raises:
        PackError: the pack is not good; the error holds every finding.
    """
    pack, findings = check_pack(folder)
    if findings or pack is None:
        raise PackError(findings)
    return pack


def check_pack(folder: Path) -> tuple[Pack | None, list[Finding]]:
    """Read the pack in `folder` and return it with all findings; there is no pack if there is a finding."""
    if not folder.is_dir():
        what = "is not a folder" if folder.exists() else "does not exist"
        return None, [Finding(str(folder), 1, 1, "M100", f"this {what}; name the folder of a pack.")]
    sources: list[Source] = []
    read = _Reader(folder, sources)
    info = read.info()
    missions: dict[str, Mission] = {}
    nodes: dict[str, tuple[Source, Node]] = {}
    for kind in KINDS:
        read.missions(kind, missions, nodes)
    titles = read.titles()
    findings = [finding for source in sources for finding in source.findings]
    if findings or info is None:
        return None, sorted(findings)
    languages = sorted(titles, key=lambda language: (language != SOURCE_LANGUAGE, language))
    pack = Pack(
        id=info.id,
        version=info.version,
        missions=MappingProxyType({mission_id: missions[mission_id] for mission_id in MISSION_IDS}),
        languages=tuple(languages),
        info=info,
        titles=MappingProxyType({language: MappingProxyType(titles[language]) for language in languages}),
        sentences=MappingProxyType({}),
        sources=MappingProxyType(
            {i: Origin(Path(source.path).name, node.place[0]) for i, (source, node) in nodes.items()}
        ),
    )
    return pack, []


class _Reader:
    """Reads the files of one pack and notes what is wrong in each."""

    def __init__(self, folder: Path, sources: list[Source]) -> None:
        self.folder = folder
        self.sources = sources

    def source(self, name: str, expected: str) -> Source:
        source = read_source(self.folder / name, expected)
        self.sources.append(source)
        return source

    def info(self) -> PackInfo | None:
        """Read `pack.yaml`."""
        source = self.source("pack.yaml", "a mapping with id, version, license, authors, name and description")
        if source.root is None or source.root.is_broken():
            return None
        return build(PackInfo, source.root, source)

    def missions(self, kind: Kind, missions: dict[str, Mission], nodes: dict[str, tuple[Source, Node]]) -> None:
        """Read the missions of one kind into `missions`."""
        source = self.source(f"{kind}.yaml", "a list of missions")
        if source.root is None:
            return
        if not isinstance(source.root.value, list):
            source.add(source.root.place, "M201", f"the file must be a list of missions, not {describe(source.root)}.")
            return
        last = ""
        for item in source.root.value:
            mission_id = _check_id(item, kind, source, nodes, last)
            last = mission_id or last
            if item.is_broken():
                continue
            mission = build(Mission, item, source)
            if mission and mission.id == mission_id:
                missions[mission.id] = mission
                check_mission(mission, item, source)
        missing = [i for i in MISSION_IDS if i[0] == LETTERS[kind] and i not in nodes]
        if missing and not source.findings:
            end = source.root.value[-1].place if source.root.value else source.root.place
            source.add(end, "M213", f"the pack lacks {_ranges(missing)}; every card needs a mission.")

    def titles(self) -> dict[str, dict[str, str]]:
        """Read every titles file."""
        folder = self.folder / "titles"
        files = sorted(folder.glob("*.yaml")) if folder.is_dir() else []
        if not files:
            self.source(f"titles/{SOURCE_LANGUAGE}.yaml", "a title for each mission")
        titles: dict[str, dict[str, str]] = {}
        for file in files:
            source = self.source(f"titles/{file.name}", "a title for each mission")
            if not _TAG.match(file.stem):
                source.add(
                    (1, 1), "M410", f"{quoted(file.name)} is not named after a language like en.yaml or pt-BR.yaml."
                )
            titles[file.stem] = _titles(source)
        return titles


def _check_id(item: Node, kind: Kind, source: Source, nodes: dict[str, tuple[Source, Node]], last: str) -> str | None:
    """Return the id of a mission node if it belongs there, and note what is wrong with it."""
    node = item.value.get("id") if isinstance(item.value, dict) else None
    if node is None or node.broken or not isinstance(node.value, str) or node.value not in MISSION_IDS:
        return None  # its shape is judged with the whole mission
    mission_id, letter = node.value, LETTERS[kind]
    if mission_id[0] != letter:
        source.add(node.place, "M211", f"{kind}.yaml holds {letter}01 to {letter}18; {mission_id} belongs elsewhere.")
        return None
    if mission_id in nodes:
        first = nodes[mission_id][1].at(("id",)).place
        source.add(
            node.place,
            "M212",
            f"the id {mission_id} stands here a second time, first at line {first[0]}, column {first[1]}.",
        )
        return None
    nodes[mission_id] = source, item
    if last and mission_id < last:
        source.add(node.place, "M214", f"{mission_id} stands after {last}; keep the order of the ids.")
    return mission_id


def _ranges(ids: list[str]) -> str:
    """Return `B03` or `B03, B05 and 4 more`."""
    return listed(ids, "and") if len(ids) <= 3 else f"{ids[0]}, {ids[1]} and {len(ids) - 2} more"


def _titles(source: Source) -> dict[str, str]:
    """Return the titles of one file, noting what is wrong."""
    root = source.root
    if root is None or root.broken:
        return {}
    if not isinstance(root.value, dict):
        source.add(root.place, "M201", f"the file must be a mapping of mission ids to titles, not {describe(root)}.")
        return {}
    titles = {}
    for mission_id, node in root.value.items():
        key = root.keys[mission_id]
        if mission_id not in MISSION_IDS:
            message = f"there is no mission {quoted(mission_id)}{nearest(mission_id, MISSION_IDS)}"
            source.add(key, "M402", f"{message}; ids are B01 to B18, M01 to M18, F01 to F18.")
        elif not node.broken:
            text = title_text(node, mission_id, source)
            if text:
                titles[mission_id] = text
    missing = [i for i in MISSION_IDS if i not in root.value]
    if missing and not source.findings:
        source.add(root.place, "M401", f"there is no title for {_ranges(missing)}.")
    return titles


def title_text(node: Node, mission_id: str, source: Source) -> str | None:
    """Return the text of a title, or None after noting what is wrong with it."""
    text = node.value
    if not isinstance(text, str):
        source.add(node.place, "M404", f"the title of {mission_id} must be text in quotes, not {describe(node)}.")
    elif not text.strip() or text != text.strip() or _CONTROL.search(text):
        source.add(node.place, "M404", f"the title of {mission_id} must be one line of text without blanks around it.")
    elif len(text) > MAX_TITLE:
        source.add(
            node.place, "M403", f"the title of {mission_id} has {len(text)} characters; at most {MAX_TITLE} fit."
        )
    else:
        return text
    return None
