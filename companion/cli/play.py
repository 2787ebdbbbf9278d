"""`gong play` and `gong replay`: a match at the terminal, against bots, and its story."""

import os
import secrets
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import click

from companion.cli.dialogue import find_choices, menu_lines
from companion.cli.table import table_lines
from companion.errors import UsageError
from companion.rules.bots import POLICIES, Bot, decide, get_bot
from companion.rules.game import Action, OptionError
from companion.rules.match import Match
from companion.rules.registry import GAME_NAMES, create_game
from companion.rules.saves import SaveFile, SavePathError
from companion.rules.story import Line, Story, tell

HELP: Final = """\
Choose by its number in the menu, by a card's name or code (nebula 4, NB4), or by any words that fit one choice only.
  ?      this help              table  show the table again
  menu   show all choices       quit   leave; a save is kept (so do Ctrl-C and Ctrl-D)"""

SEAT_COLORS: Final = ("cyan", "yellow", "green", "magenta", "blue", "red", "white")
RECALLED: Final = 8
"""How many lines of the story remind a player who comes back."""


class Leave(Exception):  # noqa: N818 - no error
    """The player leaves the match before its end."""


@click.command()
@click.argument("game", metavar="|".join(GAME_NAMES))
@click.option("--seats", type=int, metavar="N", help="Number of players.  [default: 4, or what the game allows]")
@click.option("--human", default="0", show_default=True, metavar="SEAT|none", help="Your seat; `none` lets bots play.")
@click.option("--bot", default="greedy", show_default=True, metavar="|".join(POLICIES), help="How the others play.")
@click.option("--seed", type=int, metavar="S", help="Whole number; the same seed deals the same cards.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeatable.")
@click.option("--language", metavar="TAG", help="Language of the missions, for example fr.")
@click.option(
    "--save", type=click.Path(path_type=Path), metavar="FILE", help="Keep the match here; go on with it if it is there."
)
def play(
    game: str,
    seats: int | None,
    human: str,
    bot: str,
    seed: int | None,
    options: tuple[str, ...],
    language: str | None,
    save: Path | None,
) -> None:
    """Play a match against bots.

    Leave with Ctrl-C at any time: the match is kept in the file of --save, and the same command goes on with it.
    """
    _set_colors()
    chosen = _read_options(options)
    create_game(game, **chosen)  # what is wrong is said before a file is touched
    policy = get_bot(game, bot)
    file = SaveFile(save) if save is not None else None
    if file is not None and file.exists():
        match = file.read()
        _check_same(file.path, match, game, seats, seed, chosen)
    else:
        rules = create_game(game, **chosen)
        count = min(max(4, rules.seat_numbers[0]), rules.seat_numbers[-1]) if seats is None else seats
        match = Match(rules, count, secrets.randbelow(2**32) if seed is None else seed)
    seat = _read_seat(human, match)
    if file is not None:
        file.write(match)
    Terminal(match, seat, policy, file, language).run()


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--until", type=click.IntRange(min=0), metavar="N", help="Stop after this step.")
def replay(file: Path, until: int | None) -> None:
    """Tell the whole story of a saved match, with all hands open."""
    _set_colors()
    match = SaveFile(file).read()
    for line in tell(match, until):
        _say(str(line), line)
    if until is not None and until < len(match.actions):
        click.echo(f"Stopped after step {until} of {len(match.actions)}.", err=True)
    elif not match.state.is_terminal():
        click.echo("The match is not over.", err=True)


class Terminal:
    """The dialogue of one person, or nobody, with a match."""

    def __init__(self, match: Match, human: int | None, bot: Bot, file: SaveFile | None, language: str | None) -> None:
        self.match = match
        self.human = human
        self.bot = bot
        self.file = file
        self.language = language
        self.story = Story(match, () if human is None else (human,))

    def run(self) -> None:
        """Play to the end or until the player leaves; the save holds every step either way."""
        try:
            self._recall()
            while (seat := self.match.state.current_player()) is not None:
                action = self._ask() if seat == self.human else decide(self.bot, self.match)
                self._tell(self.story.step(action))
        except (KeyboardInterrupt, Leave):
            click.echo()
        finally:
            self._keep()
        if not self.match.state.is_terminal():
            where = (
                "it was not saved (--save FILE keeps it)" if self.file is None else f"it is kept in {self.file.path}"
            )
            click.echo(f"You left the match after {len(self.match.actions)} steps; {where}.", err=True)

    def _recall(self) -> None:
        """Tell how the match began, or the last lines of it when it goes on."""
        match = self.match
        past = Story(match.start(), self.story.known)
        self._tell(past.begin())
        lines = [line for action in match.actions for line in past.step(action)]
        if len(lines) > RECALLED:
            click.echo(f"      ... {len(match.actions)} steps so far; the last of them:")
        self._tell(lines[-RECALLED:])

    def _ask(self) -> Action:
        """Return what the person chooses; the only possible action is no question."""
        legal = self.match.state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        self._keep()
        labels = [self.match.state.describe(action) for action in legal]
        self._show_table()
        self._show_menu(labels)
        while True:
            typed = _read_line()
            word = typed.casefold()
            if word in ("q", "quit", "exit"):
                raise Leave
            if word in ("?", "h", "help"):
                click.echo(HELP)
            elif word == "table":
                self._show_table()
            elif word == "menu":
                self._show_menu(labels)
            else:
                places = find_choices(typed, labels)
                if len(places) == 1:
                    return legal[places[0]]
                if places:
                    click.echo(f"{typed[:40]!r} can be {len(places)} choices:")
                    self._show_menu(labels, places)
                elif typed:
                    click.echo(
                        f"Nothing to choose fits {typed[:40]!r}: type a number from 1 to {len(labels)}, or ? for help."
                    )

    def _show_table(self) -> None:
        if self.human is not None:
            click.echo()
            for line in table_lines(self.match.game.name, self.match.state.view(self.human)):
                click.echo(f"  {line}")

    def _show_menu(self, labels: list[str], places: list[int] | None = None) -> None:
        click.echo()
        for line in menu_lines(labels, shutil.get_terminal_size().columns, places):
            click.echo(click.style(line, bold=True))

    def _tell(self, lines: Iterable[Line]) -> None:
        """Print lines for the person. Steps have no numbers here: a gap would tell of what nobody may notice."""
        for line in lines:
            mine = line.kind == "step" and line.seat == self.human
            name = f"Seat {line.seat}{' (you)' if mine else ''}: " if line.kind == "step" else ""
            indent = "" if line.kind in ("title", "step", "result") else "  "
            won = line.kind == "result" and self.human is not None and self.match.state.returns()[self.human] == 1
            _say(f"{indent}{name}{line.text}{' Well done!' if won else ''}", line, strong=mine)

    def _keep(self) -> None:
        if self.file is not None:
            self.file.write(self.match)


def _read_line() -> str:
    """Return what is typed, without spaces around it; the end of the input leaves the match."""
    click.echo("> ", nl=False)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise Leave
    if not sys.stdin.isatty():
        click.echo(line.rstrip("\n"))  # so that the record of a piped dialogue is whole
    return line.strip()


def _say(text: str, line: Line, *, strong: bool = False) -> None:
    """Print a line of the story, in the colour of its seat."""
    if line.kind == "step" and line.seat is not None:
        text = click.style(text, fg=SEAT_COLORS[line.seat % len(SEAT_COLORS)], bold=strong)
    elif line.kind in ("title", "result"):
        text = click.style(text, bold=True)
    elif line.kind == "secret":
        text = click.style(text, dim=True)
    click.echo(text)


def _set_colors() -> None:
    """Let NO_COLOR (no-color.org) and a terminal that cannot switch colours off."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        click.get_current_context().color = False
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # neither bad bytes nor a poor terminal end the match


def _read_options(options: Iterable[str]) -> dict[str, str]:
    """Return the options of `NAME=VALUE` texts."""
    found: dict[str, str] = {}
    for option in options:
        name, sign, value = option.partition("=")
        name = name.strip().replace("-", "_")
        if not sign or not name:
            raise OptionError(f"--option {option[:40]!r} must be written NAME=VALUE, for example jokers=false.")
        if name in found:
            raise OptionError(f"--option {name} is given twice.")
        found[name] = value.strip()
    return found


def _read_seat(text: str, match: Match) -> int | None:
    """Return the seat of the person, None for nobody."""
    if text.casefold() == "none":
        return None
    if text.isdecimal() and len(text) < 3 and int(text) < match.seats:
        return int(text)
    raise UsageError(f"--human must be a seat from 0 to {match.seats - 1} or none, not {text[:20]!r}.")


def _check_same(
    path: Path, match: Match, game: str, seats: int | None, seed: int | None, options: dict[str, str]
) -> None:
    """Raise SavePathError unless the saved match is the one that the command line asks for."""
    other = []
    if match.game.name != game:
        other.append(f"game {match.game.name}")
    else:
        wanted = create_game(game, **options).options()
        other += [
            f"{name}={value}"
            for name, value in match.game.options().items()
            if name in options and value != wanted[name]
        ]
    if seats is not None and seats != match.seats:
        other.append(f"{match.seats} seats")
    if seed is not None and seed != match.seed:
        other.append(f"seed {match.seed}")
    if other:
        raise SavePathError(
            f"{path}: another match is kept there ({', '.join(other)}): give another file, or play that one."
        )
