"""Reading pools and decks: every file is read, every fault is collected, and there is a pool only if there is none.

A pool is a folder with `beings.yaml`, `items.yaml`, `locations.yaml`, if it has tokens `tokens.yaml`, and a folder
`decks` (docs/guimenon.md).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar

from companion.missions.findings import Finding, PackError, listed, nearest, quoted
from companion.missions.locations import Position
from companion.missions.shape import describe
from companion.missions.source import Node, SourceFile, read_source
from companion.rules.game import OptionError
from companion.rules.guimenon.ability_checks import Carrier, Known, check_ability
from companion.rules.guimenon.faults import build
from companion.rules.guimenon.language import Being, CardDeck, Item, Location, LocationDeck, TokenBeing
from companion.rules.guimenon.pool import PLACES, SMALLEST_DECK, Pool, Setup

POOLS: Final = Path(__file__).resolve().parent.parent / "data" / "guimenon"
"""The folder of the pools that come with the rules."""

_NAME: Final = re.compile(r"[a-z0-9-]{1,40}\Z")

E = TypeVar("E", Being, Item, TokenBeing, Location)
D = TypeVar("D", CardDeck, LocationDeck)


class PoolError(PackError):
    """A pool or deck with faults; `findings` has all of them, the message one line for each."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A card or Location and where it stands."""

    source: SourceFile
    node: Node
    value: Being | Item | TokenBeing | Location


def load_setup(pool: str, deck0: str, deck1: str, locations: str) -> Setup:
    """Return the pool and decks that these options mean (see `Guimenon`).

    Raises:
        PoolError: a file is not good.
        OptionError: there is no pool or deck of this name.
    """
    folder = find_pool(pool)
    loaded = _known_pool(folder) if folder.parent == POOLS else load_pool(folder)
    seen: dict[Path, CardDeck] = {}
    for option, text in (("deck0", deck0), ("deck1", deck1)):
        path = find_deck(folder, option, text)
        if path not in seen:
            seen[path] = load_deck(path, loaded)
    decks = seen[find_deck(folder, "deck0", deck0)], seen[find_deck(folder, "deck1", deck1)]
    return Setup(loaded, decks, load_locations(find_deck(folder, "locations", locations), loaded))


def find_pool(text: str) -> Path:
    """Return the folder that the option `pool` means: a pool that comes with the rules, or a path."""
    if not _NAME.match(text):
        if _kind(Path(text)) != "folder":
            raise OptionError(f"The option pool of Guimenon must be a folder or a name; {quoted(text)} is neither.")
        return Path(text)
    names = sorted(path.name for path in POOLS.iterdir() if path.is_dir())
    if text not in names:
        known = f"the pools are {listed(names, 'and')}, and any folder whose path has a slash"
        raise OptionError(f"There is no card pool {quoted(text)}{nearest(text, names)}; {known}.")
    return POOLS / text


def find_deck(folder: Path, option: str, text: str) -> Path:
    """Return the file that an option means: a deck of the pool, or a path."""
    if not _NAME.match(text):
        if _kind(Path(text)) != "file":
            raise OptionError(f"The option {option} of Guimenon must be a file or a name; {quoted(text)} is neither.")
        return Path(text)
    path = folder / "decks" / f"{text}.yaml"
    if _kind(path) != "file":
        names = sorted(file.stem for file in (folder / "decks").glob("*.yaml"))
        known = f"the decks of the pool are {listed(names, 'and')}" if names else "the pool has no decks"
        raise OptionError(f"There is no deck {quoted(text)} for the option {option}{nearest(text, names)}; {known}.")
    return path


def _kind(path: Path) -> str:
    """Return `file` or `folder`, or nothing for what is neither or cannot be a path at all."""
    try:
        return "folder" if path.is_dir() else "file" if path.is_file() else ""
    except (OSError, ValueError):  # a name that is too long, a zero byte
        return ""


@functools.cache
def _known_pool(folder: Path) -> Pool:
    """Return a pool that comes with the rules; it is read once, since it does not change."""
    return load_pool(folder)


def load_pool(folder: Path) -> Pool:
    """Return the pool in a folder.

    Raises:
        PoolError: the pool is not good; the error holds every finding.
    """
    sources: list[SourceFile] = []
    entries: dict[str, _Entry] = {}
    beings: list[Being] = _entries(folder / "beings.yaml", Being, sources, entries)
    items: list[Item] = _entries(folder / "items.yaml", Item, sources, entries)
    tokens: list[TokenBeing] = []
    if (folder / "tokens.yaml").exists():
        tokens = _entries(folder / "tokens.yaml", TokenBeing, sources, entries)
    locations = _entries(folder / "locations.yaml", Location, sources, entries)
    if not _findings(sources):  # a word that a broken card would define must not be called unknown elsewhere
        _check_abilities(entries.values(), tokens)
    _fail_if(sources)
    return Pool(
        cards=MappingProxyType({**{card.id: card for card in beings}, **{card.id: card for card in items}}),
        tokens=MappingProxyType({card.id: card for card in tokens}),
        locations=MappingProxyType({location.id: location for location in locations}),
    )


def load_deck(path: Path, pool: Pool) -> CardDeck:
    """Return the deck in a file: at least 12 different cards of the pool (7.1.1).

    Raises:
        PoolError: the deck is not good; the error names every card that is wrong.
    """
    source = read_source(path, "a deck with name and cards")
    deck = _deck(source, CardDeck)
    _check_ids(source, "cards", deck.cards, pool.cards, "card", pool.tokens)
    _check_number(source, "cards", len(deck.cards), SMALLEST_DECK, "cards")
    _fail_if([source])
    return deck


def load_locations(path: Path, pool: Pool) -> LocationDeck:
    """Return the deck of Locations in a file: at least 3 different ones of the pool (7.1.2).

    Raises:
        PoolError: the deck is not good; the error names every Location that is wrong.
    """
    source = read_source(path, "a deck with name and locations")
    deck = _deck(source, LocationDeck)
    _check_ids(source, "locations", deck.locations, pool.locations, "Location", {})
    _check_number(source, "locations", len(deck.locations), PLACES, "Locations")
    _fail_if([source])
    return deck


def _entries(path: Path, cls: type[E], sources: list[SourceFile], entries: dict[str, _Entry]) -> list[E]:
    """Return the entries of one file, noting what is wrong; ids and names are shared by all files of a pool."""
    source = read_source(path, f"a list of {cls.__name__}s")
    sources.append(source)
    if source.root is None or source.root.broken:
        return []
    if not isinstance(source.root.value, list):
        source.add(source.root.place, "G201", f"the file must be a list, not {describe(source.root)}.")
        return []
    found: list[E] = []
    for node in source.root.value:
        if node.is_broken():
            continue
        value = build(cls, node, source)
        if value is not None and _is_new(source, node, value, entries):
            entries[value.id] = _Entry(source, node, value)
            found.append(value)
    return found


def _is_new(
    source: SourceFile, node: Node, value: Being | Item | TokenBeing | Location, known: dict[str, _Entry]
) -> bool:
    """Return True if no other entry has this id or name, and note it otherwise."""
    for field, other in (
        ("id", known.get(value.id)),
        ("name", next((entry for entry in known.values() if entry.value.name == value.name), None)),
    ):
        if other is not None:
            line, column = other.node.at((field,)).place
            first = f"first at {Path(other.source.path).name}, line {line}, column {column}"
            source.add(
                node.at((field,)).place, "G211", f"the {field} {quoted(getattr(value, field))} is taken, {first}."
            )
            return False
    return True


def _check_abilities(entries: Iterable[_Entry], tokens: Sequence[TokenBeing]) -> None:
    """Note what is wrong with the meaning of abilities."""
    entries = list(entries)
    types = {name for entry in entries if not isinstance(entry.value, Location) for name in entry.value.types}
    known = Known(frozenset(token.id for token in tokens), frozenset(types))
    for entry in entries:
        carrier: Carrier = (
            "location" if isinstance(entry.value, Location) else "item" if isinstance(entry.value, Item) else "being"
        )
        for index, ability in enumerate(entry.value.abilities):
            for fault in check_ability(ability, carrier, known):
                node = entry.node.at(("abilities", index, *fault.path))
                entry.source.add(node.place, fault.code, f"{entry.value.name}: {fault.message}")


def _deck(source: SourceFile, cls: type[D]) -> D:
    """Return the deck in a file; PoolError if its form is wrong."""
    whole = source.root is not None and not source.root.is_broken()
    deck = build(cls, source.root, source) if source.root is not None and whole else None
    if deck is None:
        raise PoolError(source.findings)
    return deck


def _check_ids(
    source: SourceFile, field: str, ids: Sequence[str], known: Iterable[str], noun: str, tokens: Iterable[str]
) -> None:
    """Note ids that stand twice or mean nothing."""
    first: dict[str, int] = {}
    for index, name in enumerate(ids):
        place = _place(source, field, index)
        if name in first:
            line = _place(source, field, first[name])[0]
            source.add(place, "G402", f"the {noun} {name} is in the deck twice, first on line {line}; one copy only.")
        elif name in tokens:
            source.add(place, "G404", f"{name} is a token, which abilities make; it cannot be in a deck.")
        elif name not in known:
            source.add(place, "G403", f"there is no {noun} {quoted(name)} in the pool{nearest(name, known)}.")
        first.setdefault(name, index)


def _check_number(source: SourceFile, field: str, number: int, least: int, noun: str) -> None:
    """Note a deck that is too small."""
    if number < least:
        source.add(_place(source, field), "G401", f"the deck has {number} {noun}; it needs at least {least}.")


def _place(source: SourceFile, *path: str | int) -> Position:
    """Return where a value of a file stands."""
    return (1, 1) if source.root is None else source.root.at(path).place


def _findings(sources: Iterable[SourceFile]) -> list[Finding]:
    return [finding for source in sources for finding in source.findings]


def _fail_if(sources: Iterable[SourceFile]) -> None:
    """Raise PoolError if anything is wrong."""
    findings = _findings(sources)
    if findings:
        raise PoolError(findings)
