"""Our deck against the same content printed by Chromium, WeasyPrint and typst: seconds, size, codes read. One run.

54 fronts on six A4 pages, 3 x 3 on each, 63 x 88 mm, fonts embedded, every code the same outline in the same place.
The art is as near as markup comes: a sky with three glows, stars, a shaded ball, frame and words. Ours has more of it
(nebulae, six gems, star patterns), which flatters the others. Each runs as a whole process, start included, in turn,
three times; the fastest counts. Processor time is that of the process we start (Chromium's helpers are not in it), and
hardly changes with other work on the machine.

    python benchmarks/bench_pdf.py        GONG_BENCH_PYTHON=PYTHON names an interpreter that has the extra `bench`

What is not installed is left out and named. Our own budget is held by bench_print.py. Exit status 1 if a code of any of
the files cannot be read.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from html import escape
from pathlib import Path

from companion.address import card_address, parse_base_url
from companion.deck import CARDS, Card
from companion.palette import GALAXY_COLORS, KIND_COLORS, XPHERE_COLORS
from companion.words import kind_name, xphere_name
from printables import fonts, qr
from printables.layout import face_layout

RUNS = 3
BASE = parse_base_url("https://gong.example")
FACES = CARDS[:54]
GONG = Path(sys.executable).with_name("gong")
OTHER = os.environ.get("GONG_BENCH_PYTHON") or sys.executable
CHROMIUM = os.environ.get("GONG_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
FONTS = Path(fonts.__file__).parent / "fonts"
FAMILY = "'Exo 2'"  # a name with a figure needs its quotes
LAYOUT = face_layout(63, 88)


def code_path(card: Card) -> tuple[str, int]:
    """Return the outline of a card's code as SVG path data, and its side in modules with the quiet zone."""
    symbol = qr.encode(card_address(BASE, card.code))
    side = symbol.modules + 2 * qr.QUIET
    loops = qr.outline(symbol.matrix)
    data = "".join(
        "M" + "L".join(f"{x + qr.QUIET} {symbol.modules - y + qr.QUIET}" for x, y in loop) + "Z" for loop in loops
    )
    return data, side


def face(card: Card) -> str:
    """Return a face as SVG; SVG is what all three take."""
    assert card.galaxy is not None
    assert card.number is not None
    assert card.kind is not None
    sky, ball, kind = GALAXY_COLORS[card.galaxy], XPHERE_COLORS[card.number - 1], KIND_COLORS[card.kind]
    data, side = code_path(card)
    left, bottom, right, top = LAYOUT.frame
    x, y, panel = LAYOUT.panel[0], 88 - LAYOUT.panel[1] - LAYOUT.panel_side, LAYOUT.panel_side
    gem = (LAYOUT.gem[0], 88 - LAYOUT.gem[1], LAYOUT.gem_radius)
    lights = ((0.3, 0.2, 0.7, sky.glow), (0.8, 0.6, 0.6, sky.glow), (0.4, 0.9, 0.5, sky.spark))
    glows = "".join(
        f'<radialGradient id="g{card.code}{i}" cx="{cx}" cy="{cy}" r="{r}"><stop offset="0" stop-color="{c}"/>'
        f'<stop offset="1" stop-color="{c}" stop-opacity="0"/></radialGradient>'
        for i, (cx, cy, r, c) in enumerate(lights)
    )
    stars = "".join(
        f'<circle cx="{card.index * 7 * i % 63}" cy="{(card.index * 5 + i * 13) % 88}" r=".2" fill="#fff"/>'
        for i in range(1, 40)
    )
    words = (
        (7.6, 13.7, 14.3, "#fff", str(card.number), 800),
        (33.7, 8.6, 5.6, "#fff", str(card.galaxy_name), 800),
        (33.7, 12.2, 2.9, "#fff", xphere_name(card.number, "en"), 600),
        ((left + right) / 2, y - 1.4, 4.5, kind.on_fill, kind_name(card.kind, "en").upper(), 800),
        ((left + right) / 2, 88 - bottom - 3.2, 3.3, kind.on_fill, card.code, 800),
        ((left + right) / 2, 88 - bottom - 0.9, 1.95, kind.on_fill, f"{BASE}/{card.code}", 600),
    )
    text = "".join(
        f'<text x="{tx:.2f}" y="{ty:.2f}" font-size="{size}" font-family="{FAMILY}" font-weight="{weight}" '
        f'text-anchor="middle" fill="{colour}">{escape(label)}</text>'
        for tx, ty, size, colour, label, weight in words
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">'
        f'<defs>{glows}<radialGradient id="b{card.code}" cx=".35" cy=".3" r=".8"><stop offset="0" '
        f'stop-color="{ball.light}"/><stop offset=".45" stop-color="{ball.base}"/><stop offset="1" '
        f'stop-color="{ball.shade}"/></radialGradient></defs>'
        f'<rect width="63" height="88" fill="{sky.deep}"/>'
        + "".join(f'<rect width="63" height="88" fill="url(#g{card.code}{i})"/>' for i in range(3))
        + stars
        + f'<circle cx="{gem[0]}" cy="{gem[1]}" r="{gem[2]}" fill="url(#b{card.code})"/>'
        f'<rect x="{left}" y="{88 - top}" width="{right - left}" height="{top - bottom}" rx="2" fill="{kind.fill}"/>'
        f'<rect x="{x}" y="{y}" width="{panel}" height="{panel}" fill="#fff"/>'
        f'<path transform="translate({x} {y}) scale({panel / side})" d="{data}" fill="#000"/>{text}</svg>'
    )


def html() -> str:
    faces = "".join(f"<div>{face(card)}</div>" for card in FACES)
    sources = "".join(
        f'@font-face{{font-family:"Exo 2";font-weight:{weight};src:url("{(FONTS / name).as_uri()}")}}'
        for weight, name in ((800, "Exo2-ExtraBold.ttf"), (600, "Exo2-SemiBold.ttf"))
    )
    return (
        f'<!doctype html><meta charset="utf-8"><style>{sources}@page{{size:A4;margin:16.5mm 10.5mm}}'
        "body{margin:0;font-size:0;width:189mm}div{display:inline-block;width:63mm;height:88mm}svg{display:block}"
        f"</style><body>{faces}"
    )


def typst(folder: Path) -> str:
    cells = []
    for card in FACES:
        (folder / f"{card.code}.svg").write_text(face(card), "utf-8")
        cells.append(f'image("{card.code}.svg", width: 63mm, height: 88mm)')
    return (
        '#set page(paper: "a4", margin: (x: 10.5mm, y: 16.5mm))\n'
        f"#grid(columns: (63mm,) * 3, rows: 88mm, {', '.join(cells)})\n"
    )


def commands(folder: Path) -> dict[str, list[str | Path]]:
    """Return the command that makes each file, and print what is missing."""
    (folder / "deck.html").write_text(html(), "utf-8")
    (folder / "deck.typ").write_text(typst(folder), "utf-8")
    found: dict[str, list[str | Path]] = {
        "GONG Companion": [GONG, "print", "deck", "-o", folder / "GONG Companion.pdf", "--base-url", str(BASE),
                           "--cards", "54", "--duplex", "none"],
    }  # fmt: skip
    if CHROMIUM:
        found["Chromium"] = [
            CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
            "--no-pdf-header-footer", f"--user-data-dir={folder / 'profile'}", "--allow-file-access-from-files",
            f"--print-to-pdf={folder / 'Chromium.pdf'}", (folder / "deck.html").as_uri(),
        ]  # fmt: skip
    else:
        print("Chromium is not installed: name it in GONG_CHROMIUM.")
    programs = {
        "WeasyPrint": ("weasyprint", "weasyprint.HTML(sys.argv[1]).write_pdf(sys.argv[2])", "deck.html"),
        "typst": ("typst", "typst.compile(sys.argv[1], output=sys.argv[2], font_paths=[sys.argv[3]])", "deck.typ"),
    }
    for name, (module, program, source) in programs.items():
        if subprocess.run([OTHER, "-c", f"import {module}"], capture_output=True, check=False).returncode:
            print(
                f"{name} is not installed: pip install 'gong-companion[bench]', or name a Python in GONG_BENCH_PYTHON."
            )
        else:
            found[name] = [
                OTHER,
                "-c",
                f"import sys, {module}; {program}",
                folder / source,
                folder / f"{name}.pdf",
                FONTS,
            ]
    return found


def codes_read(path: Path) -> int:
    """Return how many of the 54 codes are read from a file at 150 dpi, without inversion."""
    import pypdfium2
    import zxingcpp

    wanted = {card_address(BASE, card.code) for card in FACES}
    document = pypdfium2.PdfDocument(path)
    try:
        pages = [page.render(scale=150 / 72, grayscale=True).to_pil() for page in document]
    finally:
        document.close()
    return len(wanted & {code.text for page in pages for code in zxingcpp.read_barcodes(page, try_invert=False)})


def processor_time() -> float:
    """Return the seconds that all processes we started have used."""
    used = os.times()
    return used.children_user + used.children_system


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        makers = commands(folder)
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in makers}
        for _ in range(RUNS):
            for maker, command in makers.items():
                start, before = time.perf_counter(), processor_time()
                subprocess.run(command, cwd=folder, check=True, capture_output=True)
                times[maker].append((time.perf_counter() - start, processor_time() - before))
        print(f"54 fronts on A4; {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        print(f"{'':16}{'fastest':>9}{'processor':>12}{'runs':>24}{'size':>10}{'codes':>8}")
        good = True
        for maker, seconds in times.items():
            path = folder / f"{maker}.pdf"
            read = codes_read(path)
            good = good and read == len(FACES)
            runs = "  ".join(f"{s:.2f}" for s, _ in seconds)
            fastest, used = min(seconds)[0], min(used for _, used in seconds)
            size = path.stat().st_size / 1e6
            print(f"{maker:16}{fastest:7.2f} s{used:10.2f} s{runs:>24}{size:7.2f} MB{read:5}/54")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
