"""What changed between two versions of a pack, in words, and which version number the change asks for.

Versions follow semver. What is promised to whom:

- *major*: something printed or agreed would be wrong. A card leads to no mission of its own any more for some number of
  players, the pack no longer speaks a language that is printed on cards, or it is under another licence.
- *minor*: a mission does something else, serves more players, or there is another language. The cards stay right: they
  print no mission, and a table fixes the version it plays.
- *patch*: the same missions in other words, under other titles.

Before 1.0.0 nothing is promised yet: any higher number will do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from companion.missions.findings import listed
from companion.missions.flow import flow
from companion.missions.pack import SOURCE_LANGUAGE, Mission, Pack
from companion.missions.selectors import SeatRange
from companion.missions.wording.sentence import sentence

Step: TypeAlias = Literal["major", "minor", "patch"]
What: TypeAlias = Literal[
    "effect", "players", "sentence", "title", "language", "name", "description", "authors", "license"
]

STEPS: Final[tuple[Step, ...]] = ("major", "minor", "patch")
"""The parts of a version number, the most important first."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is not as it was.

    Attributes:
        what: what changed.
        step: which part of the version number must rise.
        mission: the mission, or None for what concerns the whole pack.
        language: the language of the texts, if they are in one.
        before: how it was, None if it was not there.
        after: how it is, None if it is gone.
        seats: 2 where the texts are those for two players only.
    """

    what: What
    step: Step
    mission: str | None
    language: str | None
    before: str | None
    after: str | None
    seats: int | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two packs and what changed from the old one to the new one.

    Attributes:
        old: the pack as it was.
        new: the pack as it is.
        changes: what changed: missions in order, then the whole pack.
    """

    old: Pack
    new: Pack
    changes: tuple[Change, ...]

    @property
    def one_pack(self) -> bool:
        """Tell whether these are two versions of one pack; only then a version number can be too low."""
        return self.old.id == self.new.id

    @property
    def step(self) -> Step | None:
        """Return the most important step that a change asks for, None if nothing changed."""
        return min((change.step for change in self.changes), key=STEPS.index, default=None)

    @property
    def required(self) -> str:
        """Return the smallest version that the new pack may have."""
        return required(self.old.version, self.step)

    @property
    def good(self) -> bool:
        """Tell whether the version of the new pack is high enough."""
        return not self.one_pack or numbers(self.new.version) >= numbers(self.required)


def numbers(version: str) -> tuple[int, ...]:
    """Return a version as numbers, which compare as they should: 1.10.0 is above 1.9.0."""
    return tuple(map(int, version.split(".")))


def required(version: str, step: Step | None) -> str:
    """Return the smallest version that may follow `version` after a change; the version itself if there is none.

    >>> required("1.4.2", "minor")
    '1.5.0'
    """
    if step is None:
        return version
    major, minor, patch = numbers(version)
    if major == 0 or step == "patch":
        return f"{major}.{minor}.{patch + 1}"
    return f"{major}.{minor + 1}.0" if step == "minor" else f"{major + 1}.0.0"


def compare(old: Pack, new: Pack) -> Comparison:
    """Return what changed from `old` to `new`, two good packs."""
    missions = (change for mission_id in new.missions for change in _mission(old, new, mission_id))
    return Comparison(old, new, (*missions, *_languages(old, new), *_about(old, new)))


def _mission(old: Pack, new: Pack, mission_id: str) -> Iterator[Change]:
    """Give what changed in one mission."""
    was, now = old.missions[mission_id], new.missions[mission_id]
    if was.do != now.do:
        language = new.languages[0]
        seats, before, after = _said(old, new, was, now, language)
        yield Change("effect", "minor", mission_id, language, before, after, seats)
    if was.players != now.players:
        step: Step = "major" if set(was.players) - set(now.players) else "minor"
        yield Change("players", step, mission_id, None, _span(was.players), _span(now.players))
    for language in _both(old, new):
        titles = old.title(mission_id, language), new.title(mission_id, language)
        if titles[0] != titles[1]:
            yield Change("title", "patch", mission_id, language, *titles)
    if was.do == now.do:  # else the sentences have to change
        yield from _sentences(old, new, mission_id)


def _said(old: Pack, new: Pack, was: Mission, now: Mission, language: str) -> tuple[int | None, str, str]:
    """Return what two missions say, in words that differ: a sentence, that for two players, or else the steps."""
    for seats in (None, 2):
        texts = sentence(old, was.id, language, seats), sentence(new, now.id, language, seats)
        if texts[0] != texts[1]:
            return seats, *texts
    before, after = (", ".join(map(flow, mission.do)) for mission in (was, now))
    return None, before, after


def _sentences(old: Pack, new: Pack, mission_id: str) -> Iterator[Change]:
    """Give the sentences of an unchanged mission that are written in other words."""
    for language in sorted({*old.sentences, *new.sentences}):
        told: tuple[str, str] | None = None
        for seats in (None, 2):
            texts = sentence(old, mission_id, language, seats), sentence(new, mission_id, language, seats)
            if texts[0] != texts[1] and texts != told:
                told = texts
                yield Change("sentence", "patch", mission_id, language, *texts, seats)


def _languages(old: Pack, new: Pack) -> Iterator[Change]:
    for language in sorted({*old.languages} - {*new.languages}):
        yield Change("language", "major", None, language, language, None)
    for language in sorted({*new.languages} - {*old.languages}):
        yield Change("language", "minor", None, language, None, language)


def _about(old: Pack, new: Pack) -> Iterator[Change]:
    """Give what changed in `pack.yaml`."""
    for language in _both(old, new):
        names = old.info.name.get(language), new.info.name.get(language)
        if names[0] != names[1]:
            yield Change("name", "patch", None, language, *names)
        descriptions = old.info.description.get(language), new.info.description.get(language)
        if descriptions[0] != descriptions[1]:
            yield Change("description", "patch", None, language, *descriptions)
    if old.info.authors != new.info.authors:
        yield Change("authors", "patch", None, None, listed(old.info.authors, "and"), listed(new.info.authors, "and"))
    if old.info.license != new.info.license:
        yield Change("license", "major", None, None, old.info.license, new.info.license)


def _both(old: Pack, new: Pack) -> list[str]:
    """Return the languages in which both packs have titles, the source language first."""
    shared = {*old.languages} & {*new.languages}
    return sorted(shared, key=lambda language: (language != SOURCE_LANGUAGE, language))


def _span(players: SeatRange) -> str:
    return f"{players[0]}" if len(players) == 1 else f"{players[0]}-{players[-1]}"
