"""`gong missions`: begin, check, compare and release packs, show a mission, print the schemas for editors."""

import json
import shlex
from pathlib import Path

import click

from companion import data, deck, languages
from companion.cli import pack_reports
from companion.errors import UsageError
from companion.missions.card_map import card_for, mission_for
from companion.missions.diff import compare
from companion.missions.findings import Finding, PackError, listed, nearest, quoted
from companion.missions.flow import flow
from companion.missions.loader import check_pack, load_pack
from companion.missions.pack import Mission, Pack, find_pack
from companion.missions.release import release as freeze
from companion.missions.release import too_low
from companion.missions.selectors import SEATS
from companion.missions.wording.sentence import language_for, sentence
from companion.words import kind_name

SCHEMAS = ("mission", "pack", "titles", "sentences")


class NoSuchFolder(UsageError):  # noqa: N818 - its message is shown to users
    """A folder that was named and is not there."""


class NoSuchMission(UsageError):  # noqa: N818
    """A mission, or a wording of it, that does not exist."""


_FOLDER = click.Path(path_type=Path)
_format = click.option(
    "--format",
    "form",
    type=click.Choice(pack_reports.FORMATS),
    default="text",
    show_default=True,
    help="Output format.",
)


@click.group()
def missions() -> None:
    """Write mission packs, check them, and look at missions."""


@missions.command()
@click.argument("folders", nargs=-1, metavar="[DIR]...", type=_FOLDER)
@_format
def check(folders: tuple[Path, ...], form: str) -> None:
    """Check packs: shape, names, texts, limits, balance, and whether a released version has changed.

    DIR is the folder of a pack; without one, every installed pack is checked. Each fault is one line on standard
    output, `file:line:column: CODE message`; docs/missions.md explains the codes. The status is 1 if there is any.
    """
    require_folders(folders)
    found: list[Finding] = []
    good: list[Pack] = []
    for folder in folders or _installed():
        pack, findings = check_pack(folder)
        found += findings
        if pack:
            good.append(pack)
    pack_reports.findings(found, good, form)
    if found:
        raise click.exceptions.Exit(1)


@missions.command()
@click.argument("wanted", metavar="ID|CODE")
@click.option("--language", metavar="TAG", default=languages.SOURCE, show_default=True, help="Language, such as fr.")
@click.option("--seats", type=click.IntRange(SEATS[0], SEATS[-1]), help="Number of players.")
@click.option("--pack", "folder", type=_FOLDER, metavar="DIR", help="Another pack than the core pack.")
def show(wanted: str, language: str, seats: int | None, folder: Path | None) -> None:
    """Show a mission: its title, the sentence a player reads, its card and its steps.

    ID is a mission such as B07, CODE that of a card such as ZE5. A card whose mission does not suit the number of
    players leads to the next one of its kind that does; two players have simpler words.
    """
    tongue = language_for(language)
    if folder is not None:
        require_folders((folder,))
    pack = load_pack(folder or find_pack())
    mission, card = _mission(pack, wanted, seats)
    click.echo(f"{mission.id}  {pack.title(mission.id, tongue)}")
    click.echo(sentence(pack, mission.id, tongue, seats))
    click.echo(f"{kind_name(mission.kind, tongue)}, card {card.code} ({card.name}), {pack}")
    for step in mission.do:
        click.echo(f"- {flow(step)}")


@missions.command()
@click.argument("folder", metavar="DIR", type=_FOLDER)
@click.option("--id", "pack_id", metavar="ID", help="Name of the pack for ever, such as my-pack.  [default: from DIR]")
@click.option(
    "--language", "tags", metavar="TAG", multiple=True, default=[languages.SOURCE], show_default=True,
    help="Language of the titles, such as fr; give it several times for several languages.",
)  # fmt: skip
def new(folder: Path, pack_id: str | None, tags: tuple[str, ...]) -> None:
    """Create a pack: 54 missions that check clean, with comments, for you to change.

    DIR is a new or empty folder, such as my-pack, or my-pack/1.0.0 to keep versions side by side. Editors that know
    the YAML language server complete and check what you type.
    """
    from companion.missions.authoring import new_pack  # imports the schemas; `check` starts faster without them

    begun = new_pack(folder, pack_id, tags)
    click.echo(f"{begun.id} {begun.version} is in {folder}, with titles in {listed(begun.languages, 'and')}.", err=True)
    if begun.untranslated:
        click.echo(f"The titles in {listed(begun.untranslated, 'and')} wait for their translation.", err=True)
    click.echo(f"Change its files, then: gong missions check {shlex.quote(str(folder))}", err=True)


@missions.command()
@click.argument("old", metavar="OLD", type=_FOLDER)
@click.argument("new", metavar="NEW", type=_FOLDER)
@_format
def diff(old: Path, new: Path, form: str) -> None:
    """Show what changed between two versions of a pack, and whether the new version number is high enough.

    OLD and NEW are folders of packs. The status is 1 if the number must be higher.
    """
    require_folders((old, new))
    comparison = compare(load_pack(old), load_pack(new))
    finding = too_low(comparison)
    pack_reports.comparison(comparison, finding, form)
    if finding:
        raise click.exceptions.Exit(1)


@missions.command()
@click.argument("folder", metavar="DIR", type=_FOLDER)
@_format
def release(folder: Path, form: str) -> None:
    """Freeze a version: write the hashes of its files, with which `check` compares them from then on.

    DIR is the folder of a good pack. Where versions lie side by side, its number must be high enough for what changed
    since the version before. A released version can only be followed by another one.
    """
    require_folders((folder,))
    try:
        done = freeze(folder)
    except PackError as error:
        pack_reports.findings(error.findings, (), form)
        raise click.exceptions.Exit(1) from None
    pack_reports.released(done, form)


@missions.command()
@click.argument("folders", nargs=-1, metavar="[DIR]...", type=_FOLDER)
@_format
def status(folders: tuple[Path, ...], form: str) -> None:
    """Show which languages the packs cover, and how many words of the project are translated.

    DIR is the folder of a pack, good or not; without one, every installed pack is shown.
    """
    from companion.missions.status import catalogues
    from companion.missions.status import status as status_of

    require_folders(folders)
    pack_reports.statuses([status_of(folder) for folder in folders or _installed()], catalogues(), form)


@missions.command("schema")
@click.argument("name", metavar="|".join(SCHEMAS), type=click.Choice(SCHEMAS), default="mission")
def print_schema(name: str) -> None:
    """Print the JSON Schema (draft-07) of a kind of pack file, for editors."""
    from companion.missions.schema import schema  # only needed here; `check` starts faster without it

    click.echo(json.dumps(schema(name), indent=2, ensure_ascii=False))


def require_folders(folders: tuple[Path, ...]) -> None:
    """Make sure that every folder that was named is one."""
    for folder in folders:
        if not folder.is_dir():
            what = "is a file" if folder.exists() else "does not exist"
            raise NoSuchFolder(f"{folder} {what}; name the folder of a pack, the one that holds pack.yaml.")


def _installed() -> list[Path]:
    """Return the folder of every installed pack and version, as short as it can be written from here."""
    here = Path.cwd()
    folders = sorted(file.parent for file in data.data_path("missions").glob("*/*/pack.yaml"))
    return [folder.relative_to(here) if folder.is_relative_to(here) else folder for folder in folders]


def _mission(pack: Pack, typed: str, seats: int | None) -> tuple[Mission, deck.Card]:
    """Return the mission with an id and its own card, or the mission that a card leads to and that card.

    Raises:
        NoSuchMission: there is none, or it is not for so many players.
    """
    mission = pack.missions.get(typed.strip().upper())
    if mission is not None:
        if seats is not None and seats not in mission.players:
            few, many = mission.players[0], mission.players[-1]
            made_for = few if few == many else f"{few} to {many}"
            raise NoSuchMission(f"{mission.id} is for {made_for} players, not {seats}.")
        return mission, deck.CARDS[card_for(mission.id)]
    index = deck.parse_code(typed)
    if index is None:
        message = f"There is no mission and no card {quoted(typed)}{nearest(typed, pack.missions)}"
        raise NoSuchMission(f"{message}; ids are B01 to B18, M01 to M18, F01 to F18, codes of cards are like ZE5.")
    card = deck.CARDS[index]
    if card.is_joker:
        raise NoSuchMission(f"{card.name} leads to a help page, not to a mission.")
    mission = mission_for(pack.missions, card, seats)
    if mission is None:
        raise NoSuchMission(f"{pack} has no {card.kind} mission for {seats} players.")
    return mission, card
