"""`gong print calibrate`, `rules`, `missions`, `scores` and `box`: what is printed besides the cards."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from companion.cli.output import output_name, write
from companion.cli.printing import printed_language
from companion.errors import UsageError

if TYPE_CHECKING:
    from printables.document import Printed, Progress

GAMES: Final = ("gong", "gang-of-four", "gnoming")
"""Games with a score sheet (`companion.rules.scorekeeping.sheets.SHEETS`)."""


class PackFolderError(UsageError):
    """A folder that was named as a pack and is none."""


_output = click.option(
    "-o", "--output", required=True, metavar="FILE", help="PDF file to write; - writes to standard output."
)
_paper = click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Size of the sheets."
)
_language = click.option("--language", metavar="TAG", default="en", show_default=True, help="Language of the words.")
_low_ink = click.option("--low-ink", is_flag=True, help="No coloured grounds.")
_sides = click.option(
    "--duplex", type=click.Choice(["long", "short", "none"]), default="long", show_default=True,
    help="Both sides, turned over the long or the short edge, or one side.",
)  # fmt: skip
_trim = click.option(
    "--trim", metavar="63x88|poker|WxH", default="63x88", show_default=True, help="Size of a card in millimetres."
)


def _leaflet(language: str, duplex: str = "none", **choices: Any) -> Any:
    from printables.leaflet import LeafletOptions

    sides: Any = "one" if duplex == "none" else duplex
    return LeafletOptions(sides=sides, language=printed_language(language), **choices)


def _write(file: str, what: str, build: "Callable[[Progress], Printed]") -> None:
    """Make a printed thing, write it whole, and say so."""
    printed = write(file, build)
    pages = "1 page" if printed.pages == 1 else f"{printed.pages} pages"
    click.echo(f"{output_name(file)}: {what} on {pages}.", err=True)


@click.command()
@_output
@_paper
@click.option(
    "--duplex", type=click.Choice(["long", "short"]), default="long", show_default=True,
    help="Edge over which the printer turns the paper.",
)  # fmt: skip
@click.option(
    "--back-offset", metavar="X,Y", default="0,0", show_default=True,
    help="Move the back by so many millimetres, to check an offset that was read.",
)  # fmt: skip
@_trim
@_language
def calibrate(output: str, back_offset: str, trim: str, language: str, **choices: Any) -> None:
    """Print a test sheet: is the scale right, and which back offset does this printer need?"""
    from printables.calibration import build_calibration
    from printables.options import DeckOptions, parse_offset, parse_trim

    options = DeckOptions(
        back_offset=parse_offset(back_offset), trim=parse_trim(trim), language=printed_language(language), **choices
    )
    _write(output, "the calibration sheet", partial(build_calibration, options))


@click.command()
@_output
@_paper
@_sides
@_language
@_low_ink
def rules(output: str, **choices: Any) -> None:
    """Print the rules of LINK, FAMILY, FIGHT and the jokers as a booklet to fold."""
    from printables.rules import build_rules

    _write(output, "the rules", partial(build_rules, _leaflet(**choices)))


@click.command()
@_output
@click.option(
    "--pack", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Another pack than the core pack."
)
@_paper
@_sides
@_language
@_low_ink
def missions(output: str, folder: Path | None, **choices: Any) -> None:
    """Print all 54 missions by the code of their card, so that the deck outlives every website."""
    from companion.missions.loader import load_pack
    from companion.missions.pack import find_pack
    from printables.missions import build_missions

    if folder is not None and not folder.is_dir():
        what = "is a file" if folder.exists() else "does not exist"
        raise PackFolderError(f"{folder} {what}; name the folder of a pack, the one that holds pack.yaml.")
    options = _leaflet(**choices)
    pack = load_pack(folder or find_pack())
    _write(output, f"the missions of {pack}", partial(build_missions, pack, options))


@click.command()
@_output
@click.option("--game", type=click.Choice(GAMES), default=GAMES[0], show_default=True, help="Game to count.")
@_paper
@_language
@_low_ink
def scores(output: str, game: str, **choices: Any) -> None:
    """Print a score sheet, with how points are counted."""
    from companion.rules.scorekeeping.sheets import on_paper
    from printables.scores import ScoreRules, build_scores

    facts = ScoreRules(**on_paper(game))
    _write(output, f"a score sheet of {facts.title}", partial(build_scores, facts, _leaflet(**choices)))


@click.command()
@_output
@_paper
@_trim
@click.option(
    "--cards", type=click.Choice(["54", "55", "56"]), default="56", show_default=True,
    help="How many cards it holds.",
)  # fmt: skip
@click.option(
    "--thickness", metavar="MM", type=float, default=0.3, show_default=True,
    help="Of one card in millimetres, its sleeve included.",
)  # fmt: skip
@_language
@click.option("--low-ink", is_flag=True, help="Outlines on white paper.")
def box(output: str, trim: str, cards: str, language: str, **choices: Any) -> None:
    """Print a tuck box for the deck, to cut, fold and glue."""
    from printables.box import BoxOptions, build_box
    from printables.options import parse_trim

    options = BoxOptions(trim=parse_trim(trim), cards=int(cards), language=printed_language(language), **choices)
    _write(output, f"a box for {options.cards} cards", partial(build_box, options))
