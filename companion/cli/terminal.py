"""The dialogue of one person with a match, or a match of bots: what is printed, asked and saved."""

import shutil
import sys
from collections.abc import Iterable
from typing import Final

import click

from companion.cli.dialogue import find_choices, menu_lines
from companion.cli.table_lines import table_lines
from companion.rules.bots.policies import Bot, decide
from companion.rules.game import Action
from companion.rules.match import Match
from companion.rules.saves import SaveFile
from companion.rules.transcript import Line, Transcript, mission_annotator

HELP: Final = """\
Choose by its number in the menu, by a card's name or code (nebula 4, NB4), or by any words that fit one choice only.
  ?      this help              table  show the table again
  menu   show all choices       quit   leave the match; --save keeps it (also Ctrl-C, Ctrl-D)"""

SEAT_COLORS: Final = ("cyan", "yellow", "green", "magenta", "blue", "red", "white")
RECALLED: Final = 8
"""Number of transcript lines that a continued match starts with."""


class Leave(Exception):  # noqa: N818 - no error
    """The player leaves the match before its end."""


class Terminal:
    """The dialogue of one person with a match; without a person the bots play alone."""

    def __init__(self, match: Match, human: int | None, bot: Bot, file: SaveFile | None, language: str) -> None:
        self.match = match
        self.human = human
        self.bot = bot
        self.file = file
        self.annotate = mission_annotator(match, language)
        self.transcript = Transcript(match, () if human is None else (human,), self.annotate)

    def run(self) -> None:
        """Play to the end or until the player leaves; the save holds every step either way."""
        try:
            self._recall()
            while (seat := self.match.state.current_player()) is not None:
                action = self._ask() if seat == self.human else decide(self.bot, self.match)
                self._print(self.transcript.step(action))
        except (KeyboardInterrupt, Leave):
            click.echo()
        finally:
            self._save()
        if not self.match.state.is_terminal():
            where = (
                "it was not saved (--save FILE keeps it)" if self.file is None else f"it is saved in {self.file.path}"
            )
            count = len(self.match.actions)
            steps = "1 step" if count == 1 else f"{count} steps"
            click.echo(f"You left the match after {steps}; {where}.", err=True)

    def _recall(self) -> None:
        """Print the beginning of the match, or its last lines if it is continued."""
        match = self.match
        past = Transcript(match.start(), self.transcript.known, self.annotate)
        self._print(past.begin())
        lines = [line for action in match.actions for line in past.step(action)]
        if len(lines) > RECALLED:
            click.echo(f"      ... {len(match.actions)} steps so far; the last of them:")
        self._print(lines[-RECALLED:])

    def _ask(self) -> Action:
        """Return what the person chooses; the only possible action is no question."""
        legal = self.match.state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        self._save()
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
                    click.echo(f"{typed[:40]!r} matches {len(places)} choices:")
                    self._show_menu(labels, places)
                elif typed:
                    click.echo(
                        f"No choice matches {typed[:40]!r}: type a number from 1 to {len(labels)}, or ? for help."
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

    def _print(self, lines: Iterable[Line]) -> None:
        """Print lines for the person; steps have no numbers, as a gap would reveal a hidden action."""
        for line in lines:
            mine = line.kind == "step" and line.seat == self.human
            name = f"Seat {line.seat}{' (you)' if mine else ''}: " if line.kind == "step" else ""
            indent = "" if line.kind in ("title", "step", "result") else "  "
            won = line.kind == "result" and self.human is not None and self.match.state.returns()[self.human] == 1
            print_line(f"{indent}{name}{line.text}{' Well done!' if won else ''}", line, strong=mine)

    def _save(self) -> None:
        if self.file is not None:
            self.file.write(self.match)


def _read_line() -> str:
    """Return what is typed, without spaces around it; the end of the input leaves the match."""
    click.echo("Your choice (? for help)> ", nl=False)  # click flushes
    line = "" if sys.stdin is None else sys.stdin.readline()  # there is no stdin after `<&-`
    if not line:
        raise Leave
    if not sys.stdin.isatty():
        click.echo(line.rstrip("\n"))  # so that the record of a piped dialogue is whole
    return line.strip()


def print_line(text: str, line: Line, *, strong: bool = False) -> None:
    """Print a line of a transcript, in the colour of its seat."""
    if line.kind == "step" and line.seat is not None:
        text = click.style(text, fg=SEAT_COLORS[line.seat % len(SEAT_COLORS)], bold=strong)
    elif line.kind in ("title", "result"):
        text = click.style(text, bold=True)
    elif line.kind == "mission":
        text = click.style(text, italic=True)
    elif line.kind == "secret":
        text = click.style(text, dim=True)
    click.echo(text)
