"""A match: everything needed to play it again exactly, and its file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from companion.errors import GongError
from companion.rules.game import Action, Game, State

FORMAT: Final = "gong-match"
VERSION: Final = 1


class SaveError(GongError):
    """A saved match that cannot be read or does not replay."""


@dataclass
class Match:
    """One play of a game: (game, options, seats, seed, match number, actions).

    >>> match = Match(create_game("link"), seats=2, seed=7)
    >>> match.play(match.state.legal_actions()[0])
    """

    game: Game
    seats: int
    seed: int
    number: int = 0
    actions: list[Action] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Build the state and play the recorded actions."""
        recorded, self.actions = self.actions, []
        self.state: State = self.game.initial_state(self.seats, self.seed, self.number)
        for action in recorded:
            self.play(action)

    def play(self, action: Action) -> None:
        """Carry out and record one action; IllegalAction leaves the match unchanged."""
        self.state.apply(action)
        self.actions.append(action)

    def to_json(self) -> dict[str, Any]:
        """Return the match as plain JSON data."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game.name,
            "options": self.game.options(),
            "seats": self.seats,
            "seed": self.seed,
            "match": self.number,
            "actions": [list(action) for action in self.actions],
        }
