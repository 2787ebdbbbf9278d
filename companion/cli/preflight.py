"""`gong print check`: is this PDF safe to print, and does every code scan?"""

import json
from pathlib import Path
from typing import Any

import click

from companion.cli.pack_reports import FORMATS, escaped
from companion.cli.progress import progress_bar


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--shop", type=click.Choice(["dtc"]), help="Also check what this print shop asks for: DriveThruCards.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How to tell.")
def check(file: str, shop: str | None, form: str) -> None:
    """Look at a deck in PDF, of this or any other program, before it is printed.

    Fonts, boxes, ink, white around codes, size of modules, every code read at 72 to 300 dpi, missing cards, backs
    behind fronts. Exit status 1 if anything is not good.
    """
    from printables.preflight import check as look

    with progress_bar("Checking") as progress:
        report = look(Path(file), shop, progress)
    tell = {"text": _text, "json": _json, "github": _github}[form]
    tell(report)
    if not report.good:
        click.get_current_context().exit(1)


def _text(report: Any) -> None:
    for finding in report.findings:
        place = f"{finding.place}: " if finding.place else ""
        click.echo(f"{report.path}: {finding.code} {place}{finding.message}")
    cards = {symbol.card for symbol in report.symbols if symbol.card}
    facts = [f"{report.pages} pages", f"{len(report.symbols)} codes of {len(cards)} cards"]
    modules = [symbol.module for symbol in report.symbols if symbol.module]
    if modules:
        facts.append(f"modules of {min(modules):.2f} mm or more")
    if report.most_ink is not None:
        facts.append(f"at most {report.most_ink:.0%} of ink")
    elif report.ink_note:
        facts.append(f"ink not measured ({report.ink_note})")
    if report.pdfx:
        facts.append("says that it follows PDF/X-1a")
    count = len(report.findings)
    verdict = "good" if report.good else f"{count} finding{'s' * (count > 1)}"
    click.echo(f"{report.path}: {', '.join(facts)}: {verdict}.")


def _json(report: Any) -> None:
    data = {
        "good": report.good,
        "path": str(report.path),
        "pages": report.pages,
        "pdfx": report.pdfx,
        "ink": None if report.most_ink is None else round(report.most_ink, 4),
        "ink_note": report.ink_note or None,
        "findings": [
            {"code": finding.code, "page": finding.page, "card": finding.card, "message": finding.message}
            for finding in report.findings
        ],
        "codes": [
            {
                "page": symbol.page + 1,
                "card": symbol.card,
                "text": symbol.text,
                "modules": symbol.modules or None,
                "level": symbol.level or None,
                "module_mm": round(symbol.module, 3) or None,
                "quiet_modules": round(symbol.quiet, 2),
                "contrast": round(symbol.contrast, 3),
                "not_read": [{"decoder": name, "dpi": dpi} for name, dpi in symbol.missed],
            }
            for symbol in report.symbols
        ],
    }
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def _github(report: Any) -> None:
    for finding in report.findings:
        place = f"{finding.place}: " if finding.place else ""
        message = f"{place}{finding.message}".replace("%", "%25")
        click.echo(f"::error file={escaped(str(report.path))},title={finding.code}::{message}")
