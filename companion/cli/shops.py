"""`gong print images` and `gong print press`: the deck for print shops."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from companion.cli.output import output_name, write
from companion.cli.printing import configured_base_url, printed_language, warn
from companion.cli.progress import progress_bar


def _shared(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that both commands have."""
    for option in (
        click.option("--language", metavar="TAG", default="en", show_default=True, help="Language of the words."),
        click.option(
            "--cards", type=click.Choice(["54", "55", "56"]), default="56", show_default=True,
            help="Without jokers, with one, with both.",
        ),
        click.option("--trim", metavar="63x88|poker", help="Size of a card, if the shop makes several."),
        click.option("--base-url", metavar="URL", help="Where your site is reached, as https://gong.example."),
    ):  # fmt: skip
        command = option(command)
    return command


def _options(shop: str, trim: str | None, cards: str, language: str) -> Any:
    from printables.options import parse_trim
    from printables.singles import ShopOptions

    return ShopOptions(shop, None if trim is None else parse_trim(trim), int(cards), printed_language(language))


@click.command()
@click.option("-o", "--output", required=True, metavar="DIR", help="Folder to fill; new, empty, or of an earlier run.")
@click.option("--shop", type=click.Choice(["tgc", "mpc"]), required=True, help="The Game Crafter or MakePlayingCards.")
@_shared
def images(output: str, shop: str, base_url: str | None, **choices: Any) -> None:
    """Make a picture of each face and of the back, in the exact pixels of a print shop."""
    from printables.files import require_folder, write_folder
    from printables.images import is_picture, pictures
    from printables.shops import PICTURE_SHOPS

    options = _options(shop, **choices)
    base = configured_base_url(base_url)
    path = Path(output)
    require_folder(path, is_picture)
    with progress_bar("Drawing") as progress:
        write_folder(path, pictures(base, options, progress), is_picture)
    maker = PICTURE_SHOPS[shop]
    pixels = maker.product(options.trim).pixels
    click.echo(
        f"{output}: {options.cards} faces and the back for {base}, {pixels[0]} x {pixels[1]} pixels at "
        f"{maker.dpi} dpi, for {maker.name}.",
        err=True,
    )
    warn(base, dense=False, module=0.0)


@click.command()
@click.option("-o", "--output", required=True, metavar="FILE", help="PDF file to write; - writes to standard output.")
@click.option("--shop", type=click.Choice(["dtc"]), default="dtc", show_default=True, help="DriveThruCards.")
@_shared
def press(output: str, shop: str, base_url: str | None, **choices: Any) -> None:
    """Make a PDF in printing inks: each card on two pages, back and face, with bleed."""
    from printables.shops import PRESS_SHOPS
    from printables.singles import build_press

    options = _options(shop, **choices)
    base = configured_base_url(base_url)
    pdf = write(output, lambda progress: build_press(base, options, progress))
    click.echo(
        f"{output_name(output)}: {pdf.cards} cards on {pdf.pages} pages for {base}, in CMYK for "
        f"{PRESS_SHOPS[shop].name}; QR version {pdf.version}, error correction {pdf.level}, "
        f"module {pdf.module:.2f} mm.",
        err=True,
    )
    warn(base, dense=pdf.dense, module=pdf.module)
