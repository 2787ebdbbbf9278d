"""`gong print`: the deck on paper."""

import ipaddress
import os
from pathlib import Path
from typing import Any, Final

import click

from companion.address import BaseUrl
from companion.cli import LazyGroup
from companion.cli.output import output_name, write
from companion.errors import UsageError
from companion.languages import available, lookup
from companion.settings import load_settings, override, variable


class NoBaseUrlError(UsageError):
    """Nobody said where the site is that the cards lead to."""


class NoSuchLanguageError(UsageError):
    """A language that the project does not speak."""


_COMMANDS: Final = {
    "box": "companion.cli.leaflets:box",
    "calibrate": "companion.cli.leaflets:calibrate",
    "check": "companion.cli.preflight:check",
    "images": "companion.cli.shops:images",
    "missions": "companion.cli.leaflets:missions",
    "press": "companion.cli.shops:press",
    "rules": "companion.cli.leaflets:rules",
    "scan": "companion.cli.camera:scan",
    "scores": "companion.cli.leaflets:scores",
}
"""Commands that live in modules of their own."""


@click.group("print", cls=LazyGroup, lazy=_COMMANDS)
def printing() -> None:
    """Print cards whose codes lead to your site, and what belongs to them."""


@printing.command()
@click.option("-o", "--output", required=True, metavar="FILE", help="PDF file to write; - writes to standard output.")
@click.option("--base-url", metavar="URL", help="Where your site is reached, for example https://gong.example.")
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Size of the sheets."
)
@click.option(
    "--duplex", type=click.Choice(["long", "short", "fold", "none"]), default="long", show_default=True,
    help="Backs on the other side, turned over the long or the short edge; beside the fronts, to fold; or none.",
)  # fmt: skip
@click.option(
    "--back-offset", metavar="X,Y", default="0,0", show_default=True,
    help="Move every back by so many millimetres to the right and upwards.",
)  # fmt: skip
@click.option(
    "--trim", metavar="63x88|poker|WxH", default="63x88", show_default=True, help="Size of a card in millimetres."
)
@click.option(
    "--cards", type=click.Choice(["54", "55", "56"]), default="56", show_default=True,
    help="Without jokers, with one, with both.",
)  # fmt: skip
@click.option("--language", metavar="TAG", default="en", show_default=True, help="Language of the words on the cards.")
@click.option("--low-ink", is_flag=True, help="Outlines on white paper.")
@click.option(
    "--marks", type=click.Choice(["front", "both", "none"]), default="front", show_default=True,
    help="Sides with crop marks.",
)  # fmt: skip
def deck(
    output: str, base_url: str | None, back_offset: str, trim: str, cards: str, language: str, **choices: Any
) -> None:
    """Print the deck: faces with codes, backs, crop marks, as one PDF."""
    from printables.deck import build_deck
    from printables.options import DeckOptions, parse_offset, parse_trim

    options = DeckOptions(
        back_offset=parse_offset(back_offset),
        trim=parse_trim(trim),
        cards=int(cards),
        language=printed_language(language),
        **choices,
    )
    base = configured_base_url(base_url)
    pdf = write(output, lambda progress: build_deck(base, options, progress))
    click.echo(
        f"{output_name(output)}: {pdf.cards} cards on {pdf.pages} pages for {base}; QR version {pdf.version}, "
        f"error correction {pdf.level}, module {pdf.module:.2f} mm.",
        err=True,
    )
    warn(base, dense=pdf.dense, module=pdf.module)


def warn(base: BaseUrl, *, dense: bool, module: float) -> None:
    """Say what may keep phones from the site: small modules, or an address that they cannot reach."""
    if dense:
        click.echo(
            f"Warning: the codes are dense (module {module:.2f} mm): print in best quality on smooth paper, "
            "or use a shorter host.",
            err=True,
        )
    if _only_here(base):
        click.echo(
            f"Warning: phones cannot reach {base}: print for this machine's address in your network, which "
            "gong serve --host 0.0.0.0 tells.",
            err=True,
        )


def printed_language(tag: str) -> str:
    """Return the language that a tag asks for: `fr` for `fr-CA`."""
    languages = available()
    found = lookup([tag], languages)
    if found is None:
        raise NoSuchLanguageError(f"There are no cards in language {tag[:40]!r}: choose from {', '.join(languages)}.")
    return found


def configured_base_url(option: str | None) -> BaseUrl:
    """Return the base URL from the option, the environment or the settings file."""
    settings = override(load_settings(os.environ, Path.cwd()), base_url=option)
    if settings.base_url is None:
        raise NoBaseUrlError(
            "Where is the site that the cards lead to? Give --base-url https://gong.example, set "
            f'{variable("base_url")}, or write base_url = "https://gong.example" into gong.toml.'
        )
    return settings.base_url


def _only_here(base: BaseUrl) -> bool:
    """Tell whether an address means the machine itself, which no phone can reach, or no machine at all (0.0.0.0)."""
    host = base.host.rsplit(":", 1)[0] if not base.host.endswith("]") else base.host
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
