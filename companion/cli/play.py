"""`gong play` and `gong replay`: a match against bots at the terminal, and the transcript of a match."""

import os
import secrets
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from companion.cli.terminal import Terminal, print_line
from companion.errors import UsageError
from companion.rules.bots.policies import POLICIES, get_bot, play_out
from companion.rules.game import Game, OptionError
from companion.rules.match import Match
from companion.rules.registry import GAME_NAMES, create_game
from companion.rules.saves import SaveFile, SavePathError
from companion.rules.transcript import full_transcript
from companion.rules.turns import Turn, list_turns, turn_transcript


@click.command()
@click.argument("game", metavar="|".join(GAME_NAMES))
@click.option("--seats", type=int, metavar="N", help="Number of players.  [default: 4, or what the game allows]")
@click.option("--human", default="0", show_default=True, metavar="SEAT|none", help="Your seat; `none` lets bots play.")
@click.option("--bot", default="greedy", show_default=True, metavar="|".join(POLICIES), help="How the others play.")
@click.option("--seed", type=int, metavar="S", help="Whole number; the same seed deals the same cards.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeatable.")
@click.option("--language", metavar="TAG", help="Language of the missions, for example fr.")
@click.option(
    "--save", type=click.Path(path_type=Path), metavar="FILE", help="Save the match here, or continue the match in it."
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

    Leave with Ctrl-C at any time: --save keeps the match in its file, and the same command continues it.
    """
    _set_colors()
    chosen = read_options(options)
    rules = create_game(game, **chosen)  # before a file is touched: this fails on wrong options
    policy = get_bot(game, bot)
    tongue = _read_language(language, game)
    file = SaveFile(save) if save is not None else None
    if file is not None and file.exists():
        match = file.read()
        _check_same(file.path, match, rules, seats, seed, chosen)
    else:
        count = _usual_seats(rules) if seats is None else seats
        match = Match(rules, count, secrets.randbelow(2**32) if seed is None else seed)
    seat = _read_seat(human, match)
    if file is not None:
        file.write(match)
    Terminal(match, seat, policy, file, tongue).run()


@click.command()
@click.argument("what", metavar="FILE|GAME")
@click.option("--seats", type=int, metavar="N", help="GAME: number of players.  [default: 4, or what the game allows]")
@click.option("--seed", type=int, metavar="S", help="GAME: seed of the series of matches.  [default: 0]")
@click.option("--match", "number", type=click.IntRange(min=0), metavar="N", help="GAME: which match.  [default: 0]")
@click.option("--policy", metavar="|".join(POLICIES), help="GAME: how the bots play.  [default: random]")
@click.option("--pack", metavar="DIR", help="fight: another pack of missions than the core pack.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="GAME: an option of it; repeatable.")
@click.option("--until", type=click.IntRange(min=0), metavar="N", help="Stop after this step.")
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="Print only the last N turns.")
@click.option("--mission", metavar="ID", help="fight: print only the turns with this mission.")
@click.option("--language", metavar="TAG", help="Language of the missions, for example fr.")
def replay(
    what: str, until: int | None, last: int | None, mission: str | None, language: str | None, **simulated: Any
) -> None:
    """Print the transcript of a match, with all hands open.

    FILE is a saved match. GAME is the name of a game: then bots play the match with this seed and number, as they do in
    a simulation; `gong verify` prints such commands.
    """
    _set_colors()
    if until is not None and (last is not None or mission is not None):
        raise UsageError("--until counts steps from the start; it cannot be combined with --last or --mission.")
    match = _simulated(what, **simulated) if what in GAME_NAMES else _saved(Path(what), simulated)
    tongue = _read_language(language, match.game.name)
    lines = full_transcript(match, until, tongue)
    if last is not None or mission is not None:
        lines = turn_transcript(match, _wanted(match, last, mission), tongue)
    for line in lines:
        print_line(str(line), line)
    if until is not None and until < len(match.actions):
        click.echo(f"Stopped after step {until} of {len(match.actions)}.", err=True)
    elif not match.state.is_terminal():
        click.echo("The match is not over.", err=True)


def _saved(path: Path, simulated: Mapping[str, Any]) -> Match:
    """Return the match in a file, which contains its seats, seed and options."""
    given = next((name for name, value in simulated.items() if value not in (None, ())), None)
    if given is not None:
        option = {"number": "match", "options": "option"}.get(given, given)
        raise UsageError(
            f"--{option} goes with the name of a game ({', '.join(GAME_NAMES)}); {str(path)[:80]!r} is a file, which "
            "has its own."
        )
    return SaveFile(path).read()


def _simulated(
    name: str,
    seats: int | None,
    seed: int | None,
    number: int | None,
    policy: str | None,
    pack: str | None,
    options: tuple[str, ...],
) -> Match:
    """Return the match that bots play with this seed and number."""
    chosen = read_options(options)
    if pack is not None:
        if name != "fight":
            raise UsageError("--pack is for fight, the game with missions.")
        if "pack" in chosen:
            raise UsageError("--pack and --option pack are the same; give one of them.")
        chosen["pack"] = pack
    game = create_game(name, **chosen)
    match = Match(game, _usual_seats(game) if seats is None else seats, seed or 0, number or 0)
    play_out(match, [get_bot(name, policy or "random")] * match.seats)
    return match


def _wanted(match: Match, last: int | None, mission: str | None) -> list[Turn]:
    """Return the turns to print."""
    found = list_turns(match)
    if mission is not None:
        if match.game.name != "fight":
            raise UsageError("--mission is for fight, the game with missions.")
        name = mission.strip().upper()
        found = [turn for turn in found if name in turn.missions]
        if not found:
            raise UsageError(f"The mission {mission[:20]!r} did not come up in this match.")
    return found if last is None else found[-last:]


def _usual_seats(game: Game) -> int:
    """Return four, or the nearest number that the game is played by."""
    return min(max(4, game.seat_numbers[0]), game.seat_numbers[-1])


def _set_colors() -> None:
    """Let NO_COLOR (no-color.org) and a terminal that cannot switch colours off."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        click.get_current_context().color = False
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # neither bad bytes nor a poor terminal end the match


def read_options(options: Iterable[str]) -> dict[str, str]:
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
    """Return the seat of the person, None if only bots play."""
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
            f"{path}: the file holds another match ({', '.join(other)}): give another file, or continue that match."
        )
