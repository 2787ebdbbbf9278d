"""`gong play` and `gong replay`: a match at the terminal, against bots, and its story."""

import os
import secrets
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from companion.cli.terminal import Terminal, say
from companion.errors import UsageError
from companion.rules.bots import POLICIES, get_bot
from companion.rules.game import Game, OptionError
from companion.rules.match import Match
from companion.rules.registry import GAME_NAMES, create_game
from companion.rules.saves import SaveFile, SavePathError
from companion.rules.story import tell


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
    rules = create_game(game, **chosen)  # what is wrong is said before a file is touched
    policy = get_bot(game, bot)
    tongue = _read_language(language, game)
    file = SaveFile(save) if save is not None else None
    if file is not None and file.exists():
        match = file.read()
        _check_same(file.path, match, rules, seats, seed, chosen)
    else:
        count = min(max(4, rules.seat_numbers[0]), rules.seat_numbers[-1]) if seats is None else seats
        match = Match(rules, count, secrets.randbelow(2**32) if seed is None else seed)
    seat = _read_seat(human, match)
    if file is not None:
        file.write(match)
    Terminal(match, seat, policy, file, tongue).run()


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--until", type=click.IntRange(min=0), metavar="N", help="Stop after this step.")
@click.option("--language", metavar="TAG", help="Language of the missions, for example fr.")
def replay(file: Path, until: int | None, language: str | None) -> None:
    """Tell the whole story of a saved match, with all hands open."""
    _set_colors()
    match = SaveFile(file).read()
    for line in tell(match, until, _read_language(language, match.game.name)):
        say(str(line), line)
    if until is not None and until < len(match.actions):
        click.echo(f"Stopped after step {until} of {len(match.actions)}.", err=True)
    elif not match.state.is_terminal():
        click.echo("The match is not over.", err=True)


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


def _read_language(tag: str | None, game: str) -> str:
    """Return the language of the missions: the one that is asked for, else that of the environment, else English."""
    from companion import languages  # only FIGHT has missions

    if game != "fight":
        if tag is not None:
            raise UsageError("--language is for fight, whose missions are translated.")
        return languages.SOURCE
    known = languages.available()
    if tag is not None:
        found = languages.lookup([tag], known)
        if found is None:
            raise UsageError(f"There are no missions in the language {tag[:20]!r}; there are {', '.join(known)}.")
        return found
    variables = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    wishes = [*os.environ.get("LANGUAGE", "").split(":"), *filter(None, variables)]
    return languages.lookup([wish.partition(".")[0] for wish in wishes], known) or languages.SOURCE


def _read_seat(text: str, match: Match) -> int | None:
    """Return the seat of the person, None for nobody."""
    if text.casefold() == "none":
        return None
    if text.isdecimal() and len(text) < 3 and int(text) < match.seats:
        return int(text)
    raise UsageError(f"--human must be a seat from 0 to {match.seats - 1} or none, not {text[:20]!r}.")


def _check_same(
    path: Path, match: Match, rules: Game, seats: int | None, seed: int | None, options: Iterable[str]
) -> None:
    """Raise SavePathError unless the saved match is the one that the command line asks for."""
    other = []
    if match.game.name != rules.name:
        other.append(f"game {match.game.name}")
    else:
        wanted = rules.options()
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
