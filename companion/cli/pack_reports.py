"""Output of `gong missions` as text for people, as JSON for programs, and as annotations for pull requests."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import click

from companion.languages import Domain
from companion.missions.diff import VERSION_PARTS, Comparison, PackChange
from companion.missions.findings import Finding, listed
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import Pack
from companion.missions.release import Release
from companion.missions.status import DOMAINS, PackStatus, PackTexts, TranslatedShare

FORMATS = ("text", "json", "github")


def findings(found: Iterable[Finding], good: Iterable[Pack], form: str) -> None:
    """Print the findings, and in text form a line for each good pack."""
    found = tuple(found)
    if form == "json":
        _json({"good": not found, "findings": [_as_data(finding) for finding in found]})
        return
    for finding in found:
        click.echo(annotation(finding) if form == "github" else str(finding))
    for pack in good if form == "text" else ():
        tongues = listed(pack.languages, "and")
        click.echo(f"{pack}: {len(pack.missions)} missions, titles in {tongues}: good.")


def released(done: Release, form: str) -> None:
    """Print that a version is released."""
    if form == "json":
        about = {"id": done.pack.id, "version": done.pack.version, "new": done.new}
        _json({"good": True, "findings": [], **about, "file": str(done.file), "files": done.files})
    elif form == "text":
        what = "is released" if done.new else "was released before and has not changed"
        click.echo(f"{done.pack} {what}: {len(done.files)} files are frozen by {done.file}.")


def comparison(compared: Comparison, finding: Finding | None, form: str) -> None:
    """Print what changed between two packs, and what is wrong with the version of the new one."""
    if form == "json":
        _json({
            "good": finding is None,
            "old": {"id": compared.old.id, "version": compared.old.version},
            "new": {"id": compared.new.id, "version": compared.new.version},
            "step": compared.step,
            "required": compared.required if compared.one_pack else None,
            "changes": [_change_as_data(change) for change in compared.changes],
            "findings": [_as_data(finding)] if finding else [],
        })  # fmt: skip
    elif form == "github":
        if finding:
            click.echo(annotation(finding))
    else:
        for change in compared.changes:
            for line in _change_lines(change, compared):
                click.echo(line)
        click.echo(str(finding) if finding else _verdict(compared))


_WORDS: Mapping[str, str] = {
    "effect": "does something else", "sentence": "in other words", "title": "another title", "name": "another name",
    "description": "another description", "authors": "other authors", "license": "another licence",
}  # fmt: skip


def _change_lines(change: PackChange, compared: Comparison) -> Iterator[str]:
    """Return the lines about one change."""
    where = "the pack" if change.mission is None else f"{change.mission} {_title(compared, change.mission)}"
    if change.what == "language":
        was = "speaks" if change.before is None else "no longer speaks"
        yield f"{where} {was} {change.language} ({change.step})"
    elif change.what == "players":
        yield f"{where}: for {change.after} players, before for {change.before} ({change.step})"
    else:
        language = f" in {change.language}" if change.language and change.what != "effect" else ""
        two = " for two players" if change.seats == 2 else ""
        yield f"{where}: {_WORDS[change.what]}{language}{two} ({change.step})"
        for sign, text in (("-", change.before), ("+", change.after)):
            if text is not None:
                yield f"  {sign} {text}"


def _title(compared: Comparison, mission_id: str) -> str:
    return compared.new.title(mission_id, compared.new.languages[0])


def _verdict(compared: Comparison) -> str:
    """Return the last line: what the changes ask for."""
    if not compared.one_pack:
        return f"{compared.old} and {compared.new} are two packs; neither needs a number above the other's."
    if not compared.changes:
        return f"{compared.old} and {compared.new} say and do the same."
    counts = {step: sum(change.step == step for change in compared.changes) for step in VERSION_PARTS}
    counted = listed([f"{count} {step}" for step, count in counts.items() if count], "and")
    changes = f"{counted} change{'s' * (len(compared.changes) > 1)}"
    needed = f"{compared.required} or higher is right, and it is {compared.new.version}"
    return f"{changes} since {compared.old}: {needed}."


def statuses(
    packs: Sequence[PackStatus], catalogues: Mapping[str, Mapping[Domain, TranslatedShare]], form: str
) -> None:
    """Print how far the languages of packs and of the project are."""
    if form == "json":
        _json({"packs": [_status_as_data(pack) for pack in packs], "catalogues": _catalogues_as_data(catalogues)})
    elif form == "github":
        for line in _warnings(packs, catalogues):
            click.echo(line)
    else:
        for pack in packs:
            for line in _pack_table(pack):
                click.echo(line)
            click.echo()
        for line in _catalogue_table(catalogues):
            click.echo(line)


def _warnings(packs: Sequence[PackStatus], catalogues: Mapping[str, Mapping[Domain, TranslatedShare]]) -> Iterator[str]:
    """Return an annotation for each language of a pack, and for each catalogue, that is not complete."""
    for pack in packs:
        for tag, texts in pack.texts.items():
            if texts.titles and not texts.complete:
                file = escaped(str(pack.folder / "titles" / f"{tag}.yaml"))
                yield f"::warning file={file}::In {tag} there is no {listed(_missing(texts), 'and')}."
    for tag, shares in catalogues.items():
        for domain, share in shares.items():
            if share.translated < share.messages:
                left = f"{share.messages - share.translated} of {share.messages}"
                yield f"::warning title={domain} {tag}::{left} messages wait for their translation."


def _missing(texts: PackTexts) -> Iterator[str]:
    titles = len(MISSION_IDS) - texts.titles
    if titles:
        yield f"title for {titles} mission{'s' * (titles > 1)}"
    if not texts.name:
        yield "name of the pack"
    if not texts.description:
        yield "description of it"


def _pack_table(pack: PackStatus) -> Iterator[str]:
    state = "released" if pack.released else "not released"
    faults = f", {pack.findings} finding{'s' * (pack.findings > 1)} (gong missions check)" if pack.findings else ""
    yield f"{pack.id or '?'} {pack.version or '?'} in {pack.folder}: {state}{faults}"
    yield _row("language", "titles", "by hand", "name", "description")
    for tag, texts in pack.texts.items():
        described = "yes" if texts.description else "no"
        titles = f"{texts.titles}/{len(MISSION_IDS)}"
        yield _row(tag, titles, str(texts.sentences), "yes" if texts.name else "no", described)


def _catalogue_table(catalogues: Mapping[str, Mapping[Domain, TranslatedShare]]) -> Iterator[str]:
    yield "Words of the project"
    yield _row("language", *DOMAINS)
    for tag, shares in catalogues.items():
        yield _row(tag, *(f"{shares[domain].percent} %" for domain in DOMAINS))


def _row(first: str, *others: str) -> str:
    return f"  {first:<10}" + "".join(f"{cell:>13}" for cell in others)


def _json(data: Mapping[str, Any]) -> None:
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def _as_data(finding: Finding) -> dict[str, Any]:
    return {field: getattr(finding, field) for field in ("path", "line", "column", "code", "message")}


def _change_as_data(change: PackChange) -> dict[str, Any]:
    fields = ("what", "step", "mission", "language", "seats", "before", "after")
    return {field: getattr(change, field) for field in fields}


def _status_as_data(pack: PackStatus) -> dict[str, Any]:
    texts = {
        tag: {
            "titles": found.titles, "missions": len(MISSION_IDS), "sentences": found.sentences, "name": found.name,
            "description": found.description,
        }
        for tag, found in pack.texts.items()
    }  # fmt: skip
    about = {"path": str(pack.folder), "id": pack.id, "version": pack.version, "released": pack.released}
    return {**about, "findings": pack.findings, "languages": texts}


def _catalogues_as_data(catalogues: Mapping[str, Mapping[Domain, TranslatedShare]]) -> dict[str, Any]:
    return {
        tag: {domain: {"translated": share.translated, "messages": share.messages} for domain, share in shares.items()}
        for tag, shares in catalogues.items()
    }


def annotation(finding: Finding, message: str | None = None) -> str:
    """Return a finding as a workflow command that marks the line in a pull request, perhaps in other words."""
    message = (message or finding.message).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    place = f"file={escaped(finding.path)},line={finding.line},col={finding.column},title={finding.code}"
    return f"::error {place}::{message}"


def escaped(path: str) -> str:
    """Return a path as a workflow command holds it."""
    return path.replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
