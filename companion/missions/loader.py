"""Reading a pack folder: every file is read, every fault is collected, and there is a pack only if there is none."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion import languages
from companion.deck import KINDS, Kind
from companion.missions.checks import check_mission
from companion.missions.findings import Finding, PackError, listed, nearest, quoted, some
from companion.missions.hashes import FILE as RELEASE
from companion.missions.hashes import check_release
from companion.missions.locations import MissionPositions, PackLocations, Position
from companion.missions.mission_ids import LETTERS, MISSION_IDS
from companion.missions.pack import SOURCE_LANGUAGE, VERSION, Mission, Pack, PackInfo, frozen
from companion.missions.selectors import SEATS
from companion.missions.shape import build, describe
from companion.missions.source import Node, SourceFile, read_source
from companion.missions.texts import check_length, read_sentences, read_titles
from companion.missions.walk import walk

_FILES: Final = ("pack.yaml", "bonus.yaml", "malus.yaml", "fight.yaml", RELEASE)
_TAG: Final = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?\Z")


def load_pack(folder: Path) -> Pack:
    """Return the pack in `folder`.

    Raises:
        PackError: the pack is not good; the error holds every finding.
    """
    return load_files(folder)[0]


def load_files(folder: Path) -> tuple[Pack, dict[str, SourceFile]]:
    """Return the pack in `folder` and its files by their names in the folder, without those of a release.

    Raises:
        PackError: the pack is not good; the error holds every finding.
    """
    pack, findings, files = _read(folder)
    if findings or pack is None:
        raise PackError(findings)
    return pack, files


def check_pack(folder: Path) -> tuple[Pack | None, list[Finding]]:
    """Read the pack in `folder` and return it with all findings; there is no pack if there is a finding."""
    pack, findings, _ = _read(folder)
    return pack, findings


def _read(folder: Path) -> tuple[Pack | None, list[Finding], dict[str, SourceFile]]:
    if not folder.is_dir():
        what = "is not a folder" if folder.exists() else "does not exist"
        return None, [Finding(str(folder), 1, 1, "M100", f"this {what}; name the folder of a pack.")], {}
    if not (folder / "pack.yaml").exists() and (inside := sorted(_packs_inside(folder))):
        message = f"this folder holds packs, but is not one itself; name the folder of one of them, like {inside[-1]}."
        return None, [Finding(str(folder), 1, 1, "M100", message)], {}
    reader = _Reader(folder)
    pack = reader.read()
    findings = sorted(finding for source in reader.sources for finding in source.findings)
    return (None if findings else pack), findings, reader.content


def _packs_inside(folder: Path) -> list[Path]:
    """Return the packs one or two folders down: somebody may name the folder of all versions, or of all packs."""
    return [file.parent for pattern in ("*/pack.yaml", "*/*/pack.yaml") for file in folder.glob(pattern)]


class _Reader:
    """Reads the files of one pack and notes what is wrong in each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sources: list[SourceFile] = []
        self.content: dict[str, SourceFile] = {}
        self.missions: dict[str, Mission] = {}
        self.nodes: dict[str, tuple[SourceFile, Node]] = {}

    def read(self) -> Pack | None:
        """Read every file; return the pack if all of it is there."""
        self.unknown_files()
        info_source = self.source("pack.yaml", "a mapping with id, version, license, authors, name and description")
        info = self.info(info_source)
        for kind in KINDS:
            self.kind(kind)
        titles = {language: read_titles(source) for language, source in self.languages("titles")}
        sentences = {
            language: read_sentences(source, language, self.missions)
            for language, source in self.languages("sentences")
        }
        release = check_release(self.folder, self.content, info)
        if release:
            self.sources.append(release)
        for mission_id, mission in self.missions.items():
            source, node = self.nodes[mission_id]
            for language in titles.keys() & languages.available():
                written = sentences.get(language, {}).get(mission_id, {})
                check_length(mission, language, written, node.at(("do",)).place, source)
        if info is None or len(self.missions) != len(MISSION_IDS) or not titles:
            return None
        self.covered(info, info_source, titles)
        return self.pack(info, titles, sentences)

    def source(self, name: str, expected: str) -> SourceFile:
        source = self.content[name] = read_source(self.folder / name, expected)
        self.sources.append(source)
        return source

    def unknown_files(self) -> None:
        """Note YAML files that are no part of a pack: a misspelled one would silently be missing."""
        for file in sorted(self.folder.glob("*.y*ml")):
            if file.name not in _FILES:
                source = SourceFile(str(file), "")
                message = f"a pack has no file {quoted(file.name)}{nearest(file.name, _FILES)}"
                source.add((1, 1), "M118", f"{message}; its files are {listed(_FILES, 'and')}.")
                self.sources.append(source)

    def info(self, source: SourceFile) -> PackInfo | None:
        """Read `pack.yaml`."""
        root = source.root
        if root is None or root.is_broken():
            return None
        info = build(PackInfo, root, source)
        if info and re.match(VERSION, self.folder.name) and info.version != self.folder.name:
            message = f"the version is {info.version}, but the folder is named {self.folder.name}."
            source.add(root.at(("version",)).place, "M219", message)
        return info

    def kind(self, kind: Kind) -> None:
        """Read the missions of one kind."""
        source = self.source(f"{kind}.yaml", "a list of missions")
        if source.root is None:
            return
        if not isinstance(source.root.value, list):
            source.add(source.root.place, "M201", f"the file must be a list of missions, not {describe(source.root)}.")
            return
        last = ""
        for item in source.root.value:
            mission_id = _check_id(item, kind, source, self.nodes, last)
            last = mission_id or last
            mission = None if item.is_broken() else build(Mission, item, source)
            if mission and mission.id == mission_id:
                self.missions[mission.id] = mission
                check_mission(mission, item, source)
        missing = [i for i in MISSION_IDS if i[0] == LETTERS[kind] and i not in self.nodes]
        if source.findings:
            return  # what seems to be missing may be what could not be read
        end = source.root.value[-1].place if source.root.value else source.root.place
        if missing:
            source.add(end, "M213", f"the pack lacks {some(missing)}; every card needs a mission.")
            return
        for seats in SEATS:
            if not any(seats in mission.players for mission in self.missions.values() if mission.kind == kind):
                source.add(end, "M316", f"there is no {kind} mission for {seats} players.")

    def languages(self, room: str) -> list[tuple[str, SourceFile]]:
        """Read the files of a folder that has one for each language."""
        folder = self.folder / room
        files = sorted(folder.glob("*.y*ml")) if folder.is_dir() else []
        if room == "titles" and not files:
            self.source(f"{room}/{SOURCE_LANGUAGE}.yaml", "a title for each mission")
        known = languages.available()
        found = []
        for file in files:
            source = self.source(f"{room}/{file.name}", f"{room} by mission id")
            found.append((file.stem, source))
            if not _TAG.match(file.stem) or file.suffix != ".yaml":
                message = f"{quoted(file.name)} is not named after a language, like en.yaml or pt-BR.yaml."
                source.add((1, 1), "M410", message)
            elif file.stem not in known:
                message = f"there is no wording in '{file.stem}'{nearest(file.stem, known)}"
                source.add((1, 1), "M409", f"{message}; there is {listed(known, 'and')}.")
        return found

    def covered(self, info: PackInfo, source: SourceFile, titles: dict[str, dict[str, str]]) -> None:
        """Note languages in which the pack has titles but no name or description."""
        for field, texts in (("name", info.name), ("description", info.description)):
            missing = sorted((titles.keys() & languages.available()) - texts.keys())
            if missing and source.root:
                place = source.root.at((field,)).place
                source.add(place, "M411", f"the {field} lacks {listed(missing, 'and')}, in which there are titles.")

    def pack(
        self,
        info: PackInfo,
        titles: Mapping[str, Mapping[str, str]],
        sentences: Mapping[str, Mapping[str, Mapping[str, str]]],
    ) -> Pack:
        """Return everything as one immutable object."""
        ordered = sorted(titles, key=lambda language: (language != SOURCE_LANGUAGE, language))
        return Pack(
            id=info.id,
            version=info.version,
            missions=frozen({mission_id: self.missions[mission_id] for mission_id in MISSION_IDS}),
            languages=tuple(ordered),
            info=info,
            titles=frozen({language: titles[language] for language in ordered}),
            sentences=frozen(sentences),
            locations=self.locations(titles, sentences),
        )

    def locations(
        self, titles: Mapping[str, Mapping[str, str]], sentences: Mapping[str, Mapping[str, Mapping[str, str]]]
    ) -> PackLocations:
        """Return where everything stands."""
        missions = {}
        for mission_id in MISSION_IDS:
            source, node = self.nodes[mission_id]
            contexts = list(walk(self.missions[mission_id].do))
            missions[mission_id] = MissionPositions(
                file=Path(source.path).name,
                start=node.at(("id",)).place,
                steps=tuple(node.at(context.path).place for context in contexts),
                branches=tuple(
                    tuple(node.at((*context.path, *branch.path)).place for branch in context.step.branches())
                    for context in contexts
                ),
            )
        return PackLocations(
            folder=self.folder,
            version=self.position("pack.yaml", "version"),
            missions=missions,
            titles={
                language: {name: self.position(f"titles/{language}.yaml", name) for name in texts}
                for language, texts in titles.items()
            },
            sentences={
                language: {
                    name: {variant: self.position(f"sentences/{language}.yaml", name, variant) for variant in variants}
                    for name, variants in texts.items()
                }
                for language, texts in sentences.items()
            },
        )

    def position(self, file: str, *path: str) -> Position:
        """Return where the value under these keys begins."""
        root = self.content[file].root
        return (1, 1) if root is None else root.at(path).place


def _check_id(
    item: Node, kind: Kind, source: SourceFile, nodes: dict[str, tuple[SourceFile, Node]], last: str
) -> str | None:
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
