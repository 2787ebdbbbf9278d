"""`gong missions`: check packs, show a mission, print the schemas for editors."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import click

from companion import data, deck, languages
from companion.errors import UsageError
from companion.missions import (
    Finding,
    Mission,
    Pack,
    card_for,
    check_pack,
    find_pack,
    kind_name,
    load_pack,
    mission_id_for,
    sentence,
)
from companion.missions.findings import listed, nearest, quoted
from companion.missions.selectors import SEATS

FORMATS = ("text", "json", "github")
SCHEMAS = ("mission", "pack", "titles", "sentences")


class NoSuchFolder(UsageError):  # noqa: N818 - a sentence for the person at the terminal
    """A folder that was named and is not there."""


class NoSuchMission(UsageError):  # noqa: N818
    """A mission, or a wording of it, that does not exist."""


class NoSuchLanguage(UsageError):  # noqa: N818
    """A language without wording."""


@click.group()
def missions() -> None:
    """Check mission packs and look at missions."""


@missions.command()
@click.argument("folders", nargs=-1, metavar="[DIR]...", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How to tell it.")
def check(folders: tuple[Path, ...], form: str) -> None:
    """Check packs: shape, names, texts, limits and balance.

    DIR is the folder of a pack; without one, every installed pack is checked. Each fault is one line on standard
    output, `file:line:column: CODE message`; docs/missions.md explains the codes. The status is 1 if there is any.
    """
    for folder in folders:
        if not folder.is_dir():
            what = "is a file" if folder.exists() else "does not exist"
            raise NoSuchFolder(f"{folder} {what}; name the folder of a pack, the one that holds pack.yaml.")
    found: list[Finding] = []
    good: list[Pack] = []
    for folder in folders or _installed():
        pack, findings = check_pack(folder)
        found += findings
        if pack:
            good.append(pack)
    _report(found, good, form)
    if found:
        raise click.exceptions.Exit(1)


@missions.command()
@click.argument("mission_id", metavar="ID")
@click.option("--language", metavar="TAG", default=languages.SOURCE, show_default=True, help="Language, such as fr.")
@click.option("--seats", type=click.IntRange(SEATS[0], SEATS[-1]), help="Number of players; two have simpler words.")
@click.option(
    "--pack", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Another pack than the core pack."
)
def show(mission_id: str, language: str, seats: int | None, folder: Path | None) -> None:
    """Show a mission: its title, the sentence a player reads, its card and its steps.

    ID is a mission such as B07, or the code of a card such as ZE5.
    """
    tongue = languages.lookup([language], languages.available())
    if tongue is None:
        known = languages.available()
        message = f"There is no wording in {quoted(language)}{nearest(language, known)}"
        raise NoSuchLanguage(f"{message}; the languages are {listed(known, 'and')}.")
    pack = load_pack(folder or find_pack())
    mission = _mission(pack, mission_id)
    if seats is not None and seats not in mission.players:
        few, many = mission.players[0], mission.players[-1]
        raise NoSuchMission(f"{mission.id} is for {few if few == many else f'{few} to {many}'} players, not {seats}.")
    card = deck.CARDS[card_for(mission.id)]
    click.echo(f"{mission.id}  {pack.title(mission.id, tongue)}")
    click.echo(sentence(pack, mission.id, tongue, seats))
    click.echo(f"{kind_name(mission.kind, tongue)}, card {card.code} ({card.name}), {pack}")
    for step in mission.model_dump(by_alias=True, exclude_defaults=True)["do"]:
        click.echo(f"- {_flow(step)}")


@missions.command("schema")
@click.argument("name", metavar="|".join(SCHEMAS), type=click.Choice(SCHEMAS), default="mission")
def print_schema(name: str) -> None:
    """Print the JSON Schema (draft-07) of a kind of pack file, for editors."""
    from companion.missions.schema import schema  # only needed here; `check` starts faster without it

    click.echo(json.dumps(schema(name), indent=2, ensure_ascii=False))


def _installed() -> list[Path]:
    """Return the folder of every installed pack and version, as short as it can be written from here."""
    here = Path.cwd()
    folders = sorted(file.parent for file in data.data_path("missions").glob("*/*/pack.yaml"))
    return [folder.relative_to(here) if folder.is_relative_to(here) else folder for folder in folders]


def _mission(pack: Pack, typed: str) -> Mission:
    """Return the mission that somebody means by its id or by the code of its card."""
    wanted = typed.strip().upper()
    if wanted in pack.missions:
        return pack.missions[wanted]
    card = deck.parse_code(typed)
    by_card = None if card is None else mission_id_for(card)
    if by_card:
        return pack.missions[by_card]
    if card is not None:
        raise NoSuchMission(f"{deck.CARDS[card].name} leads to a help page, not to a mission.")
    message = f"There is no mission {quoted(typed)}{nearest(typed, pack.missions)}"
    raise NoSuchMission(f"{message}; ids are B01 to B18, M01 to M18, F01 to F18.")


def _report(found: Iterable[Finding], good: Iterable[Pack], form: str) -> None:
    """Write the findings, and in text form a line for each good pack."""
    if form == "json":
        findings = [
            {"path": f.path, "line": f.line, "column": f.column, "code": f.code, "message": f.message} for f in found
        ]
        click.echo(json.dumps({"good": not findings, "findings": findings}, indent=2, ensure_ascii=False))
        return
    for finding in found:
        click.echo(_annotation(finding) if form == "github" else str(finding))
    for pack in good if form == "text" else ():
        tongues = listed(pack.languages, "and")
        click.echo(f"{pack}: {len(pack.missions)} missions, titles in {tongues}: good.")


def _annotation(finding: Finding) -> str:
    """Return a finding as a workflow command that marks the line in a pull request."""
    message = finding.message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    path = finding.path.replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
    return f"::error file={path},line={finding.line},col={finding.column},title={finding.code}::{message}"


def _flow(value: object) -> str:
    """Return plain data as the YAML an author would write on one line."""
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{key}: {_inside(item)}" for key, item in value.items())
        return pairs if len(value) == 1 and isinstance(next(iter(value.values())), Mapping) else f"{{{pairs}}}"
    return _inside(value)


def _inside(value: object) -> str:
    """Return plain data in flow style."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_inside(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_inside, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)
