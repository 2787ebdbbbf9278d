"""A match: everything needed to play it again exactly, and its plain JSON data (the file: `companion.rules.saves`).

>>> match = Match(create_game("link"), seats=2, seed=7)
>>> match.play(match.state.legal_actions()[0])
>>> match_from_json(match.to_json()).state.to_json() == match.state.to_json()
True
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any, Final

from companion.errors import GongError
from companion.rules.game import Action, Game, IllegalAction, State
from companion.rules.registry import create_game

FORMAT: Final = "gong-match"
VERSION: Final = 1
"""Version of the format. It rises when a reader of today could not read the file."""


class SaveError(GongError):
    """A saved match that cannot be read or does not replay."""


@dataclass
class Match:
    """One play of a game: (game, options, seats, seed, match number, actions).

    Attributes:
        game: the rules with their options.
        seats: number of players.
        seed: any whole number; with `number` it decides all chance.
        number: which match of a series with this seed, 0 first.
        actions: what was done so far; those given at the start are played at once.
        state: where the match stands.

    Raises:
        OptionError: the game is not played by so many.
        IllegalAction: a given action is not legal.
    """

    game: Game
    seats: int
    seed: int
    number: int = 0
    actions: list[Action] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Build the state and play the given actions."""
        given, self.actions = self.actions, []
        self.state: State = self.game.initial_state(self.seats, self.seed, self.number)
        for action in given:
            self.play(action)

    def play(self, action: Action) -> None:
        """Carry out and record one action; IllegalAction leaves the match unchanged."""
        self.state.apply(action)
        self.actions.append(action)

    def start(self) -> Match:
        """Return the same match before its first action."""
        return Match(self.game, self.seats, self.seed, self.number)

    def replay(self) -> Iterator[tuple[Match, Action]]:
        """Yield the match as it stood before each action, with the action; the last state is `self.state`.

        It is one match that moves on: look at it before the next step.
        """
        match = self.start()
        for action in self.actions:
            yield match, action
            match.play(action)

    def digest(self) -> str:
        """Return the SHA-256 of where the match stands: it notices changed actions, seeds and rules."""
        data = [self.state.to_json(), list(self.state.returns())]
        text = json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(text.encode()).hexdigest()

    def to_json(self) -> dict[str, Any]:
        """Return the match as plain JSON data."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "written_by": version("gong-companion"),
            "game": self.game.name,
            "options": self.game.options(),
            "seats": self.seats,
            "seed": self.seed,
            "match": self.number,
            "actions": [list(action) for action in self.actions],
            "digest": self.digest(),
        }


_KEYS: Final[dict[str, type]] = {
    "written_by": str,
    "game": str,
    "options": dict,
    "seats": int,
    "seed": int,
    "match": int,
    "actions": list,
    "digest": str,
}
"""What a file of this version holds beside `format` and `version`."""

_WORDS: Final = {str: "text", dict: "an object", int: "a whole number", list: "a list"}


def match_from_json(data: Any) -> Match:
    """Return the match that `Match.to_json` wrote, played again to where it stood.

    Raises:
        SaveError: another format or version, something missing or of the wrong type, an action that is not legal,
            or another end than when it was saved.
        OptionError: a game, an option or a number of seats that does not exist.
    """
    _check_form(data)
    game = create_game(data["game"], **data["options"])
    match = Match(game, data["seats"], data["seed"], data["match"])
    for step, action in enumerate(map(_action, data["actions"]), 1):
        try:
            match.play(action)
        except IllegalAction as error:
            shown = json.dumps(action)
            shown = shown if len(shown) <= 60 else shown[:57] + "..."
            raise SaveError(f"step {step} {shown} is not allowed: {error}") from None
    if match.digest() != data["digest"]:
        raise SaveError(
            f"after its {len(match.actions)} steps the match does not stand as it did when it was saved by version "
            f"{data['written_by'][:20]} (this is {version('gong-companion')}): the file was changed by hand, or the "
            "rules have changed since."
        )
    return match


def _check_form(data: Any) -> None:
    """Raise SaveError unless `data` has the form of a match of this version."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise SaveError(f'this is not a saved match: "format" is not "{FORMAT}".')
    found = data.get("version")
    if type(found) is not int or found < 1:
        raise SaveError('"version" must be a whole number from 1.')
    if found > VERSION:
        raise SaveError(
            f"it was written by a newer GONG Companion (format version {found}, this one reads {VERSION}): "
            "update this program to read it."
        )
    for key, kind in _KEYS.items():
        if key not in data:
            raise SaveError(f'"{key}" is missing.')
        if type(data[key]) is not kind:  # a bool is no whole number
            raise SaveError(f'"{key}" must be {_WORDS[kind]}.')
    for key in data:
        if key not in _KEYS and key not in ("format", "version"):
            raise SaveError(f"{str(key)[:40]!r} is unknown.")
    if data["match"] < 0:
        raise SaveError('"match" must not be negative.')
    for step, action in enumerate(data["actions"], 1):
        if type(action) is not list or not all(type(word) in (str, int) for word in action):
            raise SaveError(f"step {step} must be a list of texts and whole numbers.")


def _action(words: list[str | int]) -> Action:
    """Return the action that a JSON array is."""
    return tuple(words)
