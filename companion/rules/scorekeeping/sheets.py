"""Score sheets for people who play at a real table: they count, show who leads and begins, and undo the last line.

A sheet never changes; entering a round gives a new one, so a site can keep the old one and nothing is half written.

    >>> sheet = new_sheet("gang-of-four", seats=3, names=["Ana", "", "Boris"]).enter([0, 9, 3])
    >>> sheet.totals(), sheet.direction(), sheet.exchange()
    ((0, 18, 3), 'clockwise', Exchange(loser=1, winner=0))
    >>> sheet.undo().totals()
    (0, 0, 0)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, overload

from companion.rules.gang_of_four.cards import load_scores
from companion.rules.gnoming.state import CLOSER_POINTS
from companion.rules.scorekeeping.game_sheets import GangOfFourSheet, GnomingSheet, GongSheet
from companion.rules.scorekeeping.score_sheet import FORMAT, MAX_ROUNDS, VERSION, ScoreError, Sheet, check_keys

SHEETS: Final[dict[str, type[Sheet]]] = {
    "gang-of-four": GangOfFourSheet,
    "gnoming": GnomingSheet,
    "gong": GongSheet,
}
"""The sheets by name of the game."""


@overload
def new_sheet(
    game: Literal["gang-of-four"], seats: int | None = None, names: Sequence[str] = (), **options: int
) -> GangOfFourSheet: ...
@overload
def new_sheet(
    game: Literal["gnoming"], seats: int | None = None, names: Sequence[str] = (), **options: int
) -> GnomingSheet: ...
@overload
def new_sheet(
    game: Literal["gong"], seats: int | None = None, names: Sequence[str] = (), **options: int
) -> GongSheet: ...
@overload
def new_sheet(game: str, seats: int | None = None, names: Sequence[str] = (), **options: int) -> Sheet: ...
def new_sheet(game: str, seats: int | None = None, names: Sequence[str] = (), **options: int) -> Sheet:
    """Return an empty sheet.

    Args:
        game: `gang-of-four`, `gnoming` or `gong`.
        seats: number of players; by default as many as there are names.
        names: names of the players, clockwise; those left out have none.
        options: `target` of Gang of Four (points), `length` of GONG (rounds).

    Raises:
        ScoreError: no such game, option or number of players, or a name that cannot stand on a sheet.
    """
    if game not in SHEETS:
        raise ScoreError(f"There is no score sheet for {game[:40]!r}; there are {', '.join(SHEETS)}.")
    cls = SHEETS[game]
    for option in options:
        if option not in cls.options:
            known = ", ".join(cls.options) or "none"
            raise ScoreError(f"The sheet of {cls.title} has no option {option[:40]!r}; its options are: {known}.")
    count = len(names) if seats is None else seats
    if len(names) > count:
        raise ScoreError(f"There are {len(names)} names for {count} players.")
    chosen: dict[str, Any] = dict(options)
    return cls(names=(*names, *[""] * min(count - len(names), 100)), **chosen)


def sheet_from_json(data: Any) -> Sheet:
    """Return the sheet that `Sheet.to_json` wrote; every line is entered again and checked like a new one.

    Raises:
        ScoreError: another format or version, something missing, unknown or impossible.
    """
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise ScoreError(f'This is not a score sheet: "format" is not "{FORMAT}".')
    if data.get("version") != VERSION or type(data["version"]) is not int:
        raise ScoreError(f"This score sheet has another format version than {VERSION}; update this program to read it.")
    game, names, rounds = data.get("game"), data.get("names"), data.get("rounds")
    if not isinstance(game, str) or game not in SHEETS:
        raise ScoreError(f'This is not a score sheet: "game" must be one of {", ".join(SHEETS)}.')
    check_keys(data, ("format", "version", "game", "names", *SHEETS[game].options, "rounds"), ())
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ScoreError('This is not a score sheet: "names" must be a list of texts.')
    if not isinstance(rounds, list) or len(rounds) > MAX_ROUNDS:
        raise ScoreError(f'This is not a score sheet: "rounds" must be a list of at most {MAX_ROUNDS} lines.')
    sheet: Sheet = new_sheet(game, names=names, **{option: data[option] for option in SHEETS[game].options})
    for number, line in enumerate(rounds, 1):
        if not isinstance(line, Mapping):
            raise ScoreError(f"Round {number}: a line must be an object.")
        try:
            sheet = sheet.enter_json(line)
        except ScoreError as error:
            raise ScoreError(f"Round {number}: {error}") from None
    return sheet


def on_paper(game: str) -> dict[str, Any]:
    """Return the data for a printed sheet of a game: title, seats, rounds, and what is counted.

    Args:
        game: `gang-of-four`, `gnoming` or `gong`.

    Raises:
        ScoreError: no such game.
    """
    if game not in SHEETS:
        raise ScoreError(f"There is no score sheet for {game[:40]!r}; there are {', '.join(SHEETS)}.")
    facts: dict[str, Any] = {"game": game, "title": SHEETS[game].title, "seats": SHEETS[game].seat_numbers[-1]}
    if game == "gang-of-four":
        return {**facts, "points": load_scores()}
    if game == "gnoming":
        return {**facts, "rounds": GnomingSheet.LENGTH, "closer": CLOSER_POINTS}
    return {**facts, "games": ("LINK", "FAMILY", "FIGHT")}
