"""`gong print scan`: how well the codes of a PDF scan, measured on simulated phone photos."""

import json
import os
from pathlib import Path
from typing import Any

import click

from companion.cli.progress import progress_bar

_SYNTHETIC = "Simulated photos compare decks and show what fails first; they cannot promise how a real phone behaves."


@click.command()
@click.argument("file", metavar="FILE")
@click.option(
    "--scenes", type=click.IntRange(1, 100_000), default=300, show_default=True, help="Number of mixed scenes."
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    default=1,
    show_default=True,
    help="The same seed gives the same scenes.",
)
@click.option("--jobs", type=click.IntRange(1, 256), help="Number of processes; one for each processor by default.")
@click.option("--axes/--no-axes", default=True, show_default=True, help="Also test each effect alone.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--sheet", metavar="FILE.png", help="Write a contact sheet of the scenes that failed.")
def scan(file: str, scenes: int, seed: int, jobs: int | None, axes: bool, as_json: bool, sheet: str | None) -> None:
    """Test the codes of a deck in PDF with simulated phone photos, and report how many each decoder reads.

    Mixed scenes have distance, tilt, blur, low light, shadow, glare, bends, scratches, ink and compression at once;
    then each is made worse alone until a code fails. Always test with a real phone too.
    """
    from printables.camera.contact import contact_sheet
    from printables.camera.scan import scan as photograph
    from printables.output_files import require_writable, write_whole

    if sheet is not None:
        require_writable(Path(sheet))
    with progress_bar("Photographing") as progress:
        workers = jobs or os.cpu_count() or 1
        report = photograph(Path(file), scenes, seed, workers=workers, axes=axes, progress=progress)
    if sheet is not None:
        write_whole(Path(sheet), contact_sheet(report))
        click.echo(f"{sheet}: {len(report.failed)} scenes that failed.", err=True)
    if as_json:
        click.echo(json.dumps(_data(report), indent=2, ensure_ascii=False))
    else:
        for line in _table(report):
            click.echo(line)


def _rates(report: Any) -> dict[str, float]:
    from printables.decoders import NAMES

    rates = {name: report.rate(name) for name in NAMES}
    return {**rates, "zxing or zbar": report.rate("zxing", "zbar"), "any": report.rate(*NAMES)}


def _table(report: Any) -> list[str]:
    from printables.camera.scenes import AXES

    lines = [f"{report.path}: {len(report.faces)} codes, {len(report.shots)} mixed scenes of seed {report.seed}."]
    lines += [_SYNTHETIC, "", f"  {'mixed scenes read by':<24}"]
    lines += [f"    {name:<22}{rate:>8.1%}" for name, rate in _rates(report).items()]
    if report.axes:
        lines += ["", f"  {'read without a miss up to':<26}{'zxing':>10}{'zbar':>10}{'opencv':>10}"]
        for axis in AXES:
            found = report.axes[axis.name]
            cells = "".join(f"{_number(found[name]):>10}" for name in ("zxing", "zbar", "opencv"))
            lines.append(f"    {f'{axis.name}, {axis.unit}' if axis.unit else axis.name:<24}{cells}")
    grades = [face.quality for face in report.faces]
    unused = [grade.unused for grade in grades if grade.unused is not None]
    lines += [
        "",
        "  print quality in the manner of ISO/IEC 15415, lowest of all codes",
        f"    contrast {min(g.contrast for g in grades):.2f}, modulation {min(g.modulation for g in grades):.2f}, "
        f"unused error correction {f'{min(unused):.2f}' if unused else 'unknown'}, "
        f"grade {max(grade.grade for grade in grades)}",
    ]
    return lines


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3g}"


def _data(report: Any) -> dict[str, Any]:
    return {
        "synthetic": True,
        "note": _SYNTHETIC,
        "path": str(report.path),
        "seed": report.seed,
        "scenes": len(report.shots),
        "rates": {name: round(rate, 4) for name, rate in _rates(report).items()},
        "axes": report.axes,
        "codes": [
            {
                "page": face.page,
                "card": face.name,
                "contrast": round(face.quality.contrast, 3),
                "modulation": round(face.quality.modulation, 3),
                "unused_error_correction": None if face.quality.unused is None else round(face.quality.unused, 3),
                "grade": face.quality.grade,
            }
            for face in report.faces
        ],
        "failed": [
            {"scene": shot.number, "card": report.faces[shot.face].name, "read_by": list(shot.read),
             **shot.scene.as_data()}
            for shot in report.failed
        ],
    }  # fmt: skip
