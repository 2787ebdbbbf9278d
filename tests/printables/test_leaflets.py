"""DESIGN "Printing": rules, missions, score sheets, tuck box, calibration sheet, in every language of the project."""

import ctypes
import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pypdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import deck, languages
from companion.data import data_path
from companion.missions.card_map import mission_id_for
from companion.missions.loader import load_pack
from companion.missions.pack import Pack, find_pack
from companion.missions.wording.sentence import sentence
from companion.rulebook.lookup import rulebook
from companion.rules.scorekeeping.sheets import on_paper
from printables import fonts, missions, rules
from printables.box import CLEARANCE, BoxOptions, build_box, net
from printables.calibration import VERNIER, build_calibration
from printables.document import Printed
from printables.leaflet import LeafletOptions, Side, half_sheet, imposition
from printables.missions import build_missions
from printables.options import PAPERS, DeckOptions, OptionError
from printables.rules import build_rules
from printables.scores import ScoreRules, build_scores
from printables.typesetting import NoRoomError, Place, Run, broken, pour, words_of

MM = 72 / 25.4
LANGUAGES = languages.available()
PACKS = sorted(file.parent.parent.name for file in data_path("missions").glob("*/*/pack.yaml"))
GAMES = ("gong", "gang-of-four", "gnoming")
READABLE = 7.5
"""Points; nothing that is to be read is set smaller."""


@cache
def pack(name: str) -> Pack:
    return load_pack(find_pack(name))


def _scores(game: str) -> Callable[[LeafletOptions], Printed]:
    return lambda options: build_scores(ScoreRules(**on_paper(game)), options)


def _missions(name: str) -> Callable[[LeafletOptions], Printed]:
    return lambda options: build_missions(pack(name), options)


LEAFLETS: dict[str, Callable[[LeafletOptions], Printed]] = {
    "rules": build_rules,
    **{f"missions-{name}": _missions(name) for name in PACKS},
    **{f"scores-{game}": _scores(game) for game in GAMES},
    "calibration": lambda options: build_calibration(DeckOptions(paper=options.paper, language=options.language)),
    "box": lambda options: build_box(
        BoxOptions(paper=options.paper, language=options.language, low_ink=options.low_ink)
    ),
}
"""Everything besides the deck, made from the same options."""


@cache
def made(name: str, language: str = "en", paper: Any = "a4", low_ink: bool = False) -> Printed:
    return LEAFLETS[name](LeafletOptions(paper, "one", language, low_ink))


def reader(printed: Printed) -> pypdf.PdfReader:
    import io

    return pypdf.PdfReader(io.BytesIO(printed.data))


def glyphs(
    printed: Printed,
) -> Iterator[tuple[int, tuple[float, float], tuple[float, float, float, float], str, float]]:
    """Yield page, its size, box in millimetres, character and size in points of everything written."""
    document = pypdfium2.PdfDocument(printed.data)
    try:
        for number, page in enumerate(document):
            text = page.get_textpage()
            width, height = page.get_size()
            for index in range(text.count_chars()):
                character = chr(pdfium.FPDFText_GetUnicode(text, index))
                if character.isspace() or character == "\ufffe":
                    continue
                box = text.get_charbox(index, loose=True)
                matrix = pdfium.FS_MATRIX()
                pdfium.FPDFText_GetMatrix(text, index, ctypes.byref(matrix))
                size = pdfium.FPDFText_GetFontSize(text, index) * (abs(matrix.a) + abs(matrix.b))
                yield number, (width / MM, height / MM), tuple(v / MM for v in box), character, size
    finally:
        document.close()


def words_on(printed: Printed) -> str:
    """Return everything that is written, without any white space: lines break where they like."""
    document = pypdfium2.PdfDocument(printed.data)
    try:
        return _bare(" ".join(page.get_textpage().get_text_range() for page in document))
    finally:
        document.close()


def _bare(text: str) -> str:
    return re.sub(r"[\s\u00a0\u202f\ufffe]+", "", text)


# Every leaflet


@pytest.mark.parametrize(
    ("language", "paper"), [*((tag, "a4") for tag in LANGUAGES), ("fr", "letter"), ("mk", "letter")]
)
@pytest.mark.parametrize("name", LEAFLETS)
def test_everything_fits_on_its_page(name: str, language: str, paper: Any) -> None:
    """What had no room would have been refused; what was set lies inside the page, away from its edges."""
    printed = made(name, language, paper)
    document = pypdfium2.PdfDocument(printed.data)
    try:
        for page in document:
            text = page.get_textpage()
            width, height = page.get_size()
            assert text.count_rects() > 5
            for index in range(text.count_rects()):
                left, bottom, right, top = text.get_rect(index)
                assert 3 * MM <= left < right <= width - 3 * MM, text.get_text_bounded(left, bottom, right, top)
                assert 3 * MM <= bottom < top <= height - 3 * MM, text.get_text_bounded(left, bottom, right, top)
    finally:
        document.close()
    sizes = {
        (round(float(p.mediabox.width) / MM, 1), round(float(p.mediabox.height) / MM, 1)) for p in reader(printed).pages
    }
    assert sizes <= {PAPERS[paper], PAPERS[paper][::-1]}


@pytest.mark.parametrize("name", ["rules", *(f"missions-{name}" for name in PACKS)])
@pytest.mark.parametrize("language", ["fr", "mk"])  # the longest words, the widest letters
def test_nothing_is_too_small_to_read(name: str, language: str) -> None:
    sizes = {round(size, 3) for *_, size in glyphs(made(name, language))}
    small = {size for size in sizes if size < READABLE - 0.01 and not _on_a_small_card(size)}
    assert not small


def _on_a_small_card(size: float) -> bool:
    """Tell whether letters are the galaxy's two on a card of a picture, which its colour and the text say too."""
    return size == pytest.approx(1.9 * MM, abs=0.01)


@pytest.mark.parametrize("name", LEAFLETS)
def test_the_file_is_ready_for_a_printer(name: str) -> None:
    file = reader(made(name, "mk"))
    assert file.root_object["/ViewerPreferences"]["/PrintScaling"] == "/None"
    assert file.root_object["/Lang"] == "mk"
    assert file.metadata is not None
    assert file.metadata.title
    seen = [file.get_object(number) for number in range(1, len(file.xref[0]) + 1)]
    used = [found for found in seen if isinstance(found, dict) and found.get("/Type") == "/Font"]
    assert used
    assert all("/FontFile2" in font["/FontDescriptor"] for font in used)
    assert not any(isinstance(found, dict) and found.get("/Subtype") == "/Image" for found in seen)


@pytest.mark.parametrize("name", ["calibration", "box"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_where_size_matters_there_is_a_ruler(name: str, paper: Any) -> None:
    assert _bare("50 mm = 100 %") in words_on(made(name, "en", paper))


PROGRAM = """
import hashlib, sys
from companion.missions.pack import find_pack
from companion.missions.loader import load_pack
from companion.rules.scorekeeping.sheets import on_paper
from printables.options import DeckOptions
from printables.box import BoxOptions, build_box
from printables.calibration import build_calibration
from printables.leaflet import LeafletOptions
from printables.missions import build_missions
from printables.rules import build_rules
from printables.scores import ScoreRules, build_scores
o = LeafletOptions(sides="one", language="fr")
for printed in (
    build_rules(o), *(build_missions(load_pack(find_pack(n)), o) for n in sys.argv[1:]),
    *(build_scores(ScoreRules(**on_paper(g)), o) for g in ("gong", "gang-of-four", "gnoming")),
    build_calibration(DeckOptions(language="fr")), build_box(BoxOptions(language="fr")),
):
    print(hashlib.sha256(printed.data).hexdigest())
"""


def test_same_input_same_bytes_in_another_process() -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "TZ": "Asia/Tokyo"}
    said = subprocess.run(
        [sys.executable, "-c", PROGRAM, *PACKS], env=environment, capture_output=True, text=True, check=True
    )
    assert said.stdout.split() == [hashlib.sha256(made(name, "fr").data).hexdigest() for name in LEAFLETS]


@pytest.mark.parametrize("name", ["rules", "missions-gong-fight", "scores-gong", "box"])
def test_low_ink_uses_less_ink(name: str) -> None:
    def darkness(printed: Printed) -> float:
        import numpy as np

        document = pypdfium2.PdfDocument(printed.data)
        try:
            pages = [np.asarray(page.render(scale=0.4, grayscale=True).to_pil()) for page in document]
        finally:
            document.close()
        return sum(float((255 - page.astype(float)).sum()) for page in pages)

    assert darkness(made(name, "en", "a4", True)) < 0.97 * darkness(made(name, "en"))


# Rules


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_those_of_the_rulebook(language: str) -> None:
    text = words_on(made("rules", language))
    for game in rules.GAMES:
        page = rulebook(game, language)
        assert _bare(page.title.plain) in text
        for section in page.sections:
            assert _bare(section.title.plain) in text, section.id
            for block in section.blocks:
                for said in (*getattr(block, "steps", ()), *getattr(block, "bullets", ())):
                    assert _bare(said.plain) in text, (game, section.id)
                if block.kind in ("text", "note"):
                    assert _bare(getattr(block, block.kind).plain) in text, (game, section.id)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_need_three_sheets(language: str) -> None:
    assert made("rules", language).pages == 6


def _read(sides: list[Side]) -> list[int | None]:
    """Return the pages of a booklet in the order in which one turns them, from the sides of its sheets."""
    sheets = list(zip(sides[::2], sides[1::2], strict=True))
    # The outer halves of the sheets from outside to inside, then back out again.
    first = [page for front, back in sheets for page in (front.right, back.left)]
    last = [page for front, back in reversed(sheets) for page in (back.right, front.left)]
    return first + last


@given(st.integers(1, 60), st.sampled_from(["long", "short"]))
def test_a_folded_booklet_reads_in_order(pages: int, edge: Any) -> None:
    sides = imposition(pages, edge)
    order = _read(sides)
    assert order[:pages] == list(range(1, pages + 1))
    assert order[pages:] == [None] * (len(order) - pages)
    assert len(order) - pages < 4
    assert [side.turned for side in sides] == [False, edge == "long"] * (len(sides) // 2)


@given(st.integers(1, 60))
def test_on_one_side_the_pages_stand_in_order(pages: int) -> None:
    order = [page for side in imposition(pages, "one") for page in (side.left, side.right)]
    assert [page for page in order if page] == list(range(1, pages + 1))


@pytest.mark.parametrize(("edge", "upright"), [("short", True), ("long", False)])
def test_the_second_side_stands_as_the_paper_is_turned(edge: Any, upright: bool) -> None:
    """Page numbers stand at the foot of their half; over the long edge the whole side is upside down."""
    printed = build_rules(LeafletOptions(sides=edge))
    document = pypdfium2.PdfDocument(printed.data)
    try:
        width, _ = half_sheet("a4")
        foot = (0, 0, 2 * width * MM, 9 * MM)
        text = document[1].get_textpage().get_text_bounded(*foot)
    finally:
        document.close()
    assert bool(re.search(r"\b2\b", text)) is upright


# Missions


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PACKS)
def test_every_mission_stands_by_the_code_of_its_card(name: str, language: str) -> None:
    printed = made(f"missions-{name}", language)
    assert printed.pages == 2
    text, current = words_on(printed), pack(name)
    assert text.count(_bare(str(current))) >= 2, "id and version of the pack"
    for card in deck.CARDS:
        if card.is_joker:
            assert card.code in text
            continue
        mission_id = mission_id_for(card.index)
        assert mission_id is not None
        tongue = language if language in current.languages else "en"
        title = current.title(mission_id, tongue)
        low, high = current.missions[mission_id].players[0], current.missions[mission_id].players[-1]
        shown = sentence(current, mission_id, language, 2 if low == high == 2 else None)
        found = re.search(
            re.escape(card.code) + ".{0,30}?" + re.escape(_bare(title)) + ".{0,30}?" + re.escape(_bare(shown)), text
        )
        assert found, (card.code, mission_id)


def test_a_character_that_the_font_lacks_is_refused_with_mission_and_language() -> None:
    current = pack("gong-fight")
    titles = {**current.titles, "fr": {**current.titles["fr"], "B07": "Fusée \U0001f680"}}
    import dataclasses

    broken_pack = dataclasses.replace(current, titles=titles)
    says = r"^Card AN5, mission B07: .*ROCKET.* 'Fusée .*' in language fr;"
    with pytest.raises(fonts.MissingCharacterError, match=says):
        build_missions(broken_pack, LeafletOptions(language="fr"))


def test_a_pack_of_long_sentences_takes_more_pages_and_stays_readable() -> None:
    import dataclasses

    current = pack("gong-fight")
    long = {mission_id: {"more": "Lies words " * 40 + "."} for mission_id in current.missions}
    printed = build_missions(dataclasses.replace(current, sentences={"en": long}), LeafletOptions())
    assert printed.pages > 2
    assert min(size for *_, size in glyphs(printed)) >= READABLE - 0.01


# Score sheets


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_score_sheet_of_gang_of_four_has_the_points_of_the_rules(language: str) -> None:
    points = on_paper("gang-of-four")["points"]
    rows: dict[float, list[tuple[float, str]]] = {}
    for _, _, (left, bottom, *_), character, _ in glyphs(made("scores-gang-of-four", language)):
        rows.setdefault(round(bottom), []).append((left, character))
    lines = ["".join(character for _, character in sorted(row)) for row in rows.values()]
    for numbers in (range(1, 17), points[1:]):
        assert any(line.endswith("".join(map(str, numbers))) for line in lines)
    assert points[1:] == (1, 2, 3, 4, 5, 6, 7, 16, 18, 20, 33, 36, 39, 56, 60, 80)


@pytest.mark.parametrize("game", GAMES)
def test_the_score_sheet_says_how_points_are_counted(game: str) -> None:
    text = words_on(made(f"scores-{game}", "fr"))
    section = {"gong": "rounds", "gang-of-four": "end", "gnoming": "closing"}[game]
    said = rulebook(game, "fr").section(section).blocks[0]
    assert _bare(said.text.plain) in text  # type: ignore[union-attr]


def test_a_column_for_every_player() -> None:
    assert {game: on_paper(game)["seats"] for game in GAMES} == {"gong": 6, "gang-of-four": 4, "gnoming": 7}


# Calibration


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("edge", ["long", "short"])
def test_crosses_lie_behind_the_grids_and_lines_behind_lines(page_of: Any, edge: Any, paper: Any) -> None:
    front, back = page_of(build_calibration(DeckOptions(paper=paper, duplex=edge)))

    def turned(point: tuple[float, float]) -> tuple[float, float]:
        return (front.width - point[0], point[1]) if edge == "long" else (point[0], front.height - point[1])

    def middles(page: Any, length: float, thick: float) -> set[tuple[float, float]]:
        """Return the middles of all lines of this length that cross another one there."""
        found = [
            ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            for a, b, width in page.lines
            if width == pytest.approx(thick, abs=0.01) and abs(abs(a[0] - b[0]) + abs(a[1] - b[1]) - length) < 0.01
        ]
        near = [(round(x, 1), round(y, 1)) for x, y in found]
        return {place for place in near if near.count(place) == 2}

    crosses, grids = middles(front, 18, 0.12), middles(back, 14, 0.28)
    assert len(crosses) == len(grids) == 2
    assert {(round(x, 1), round(y, 1)) for x, y in map(turned, crosses)} == grids


@pytest.mark.parametrize("askew", [(0.0, 0.0), (0.3, -0.7), (-1.2, 1.5)])
def test_the_vernier_tells_the_offset_that_is_needed(page_of: Any, askew: tuple[float, float]) -> None:
    """A printer prints the back askew; the line that meets its partner bears the offset that undoes it."""
    front, back = page_of(build_calibration(DeckOptions()))
    for axis in (0, 1):
        ours, theirs = _vernier(front, axis), _vernier(back, axis)
        if axis == 0:
            ours = sorted(front.width - x for x in ours)
        assert len(ours) == len(theirs) == 2 * VERNIER + 1
        gaps = [abs(mine - (other + askew[axis])) for mine, other in zip(ours, theirs, strict=True)]
        meets = gaps.index(min(gaps)) - VERNIER
        assert min(gaps) < 0.02
        assert -meets / 10 == pytest.approx(-askew[axis])


def _vernier(page: Any, axis: int) -> list[float]:
    """Return where the lines of the vernier along an axis lie: short, thin, all of them across it."""
    other = 1 - axis
    found: dict[float, set[float]] = {}
    for a, b, width in page.lines:
        if (
            abs(a[axis] - b[axis]) < 1e-3
            and width == pytest.approx(0.12, abs=0.005)
            and 3 < abs(a[other] - b[other]) < 6
        ):
            found.setdefault(round(a[other], 2), set()).add(a[axis])
    return sorted(max(found.values(), key=len))


def test_an_offset_moves_the_whole_back_and_nothing_of_the_front(page_of: Any) -> None:
    still, moved = (page_of(build_calibration(DeckOptions(back_offset=offset))) for offset in ((0.0, 0.0), (1.5, -2.0)))
    for number, (x, y) in enumerate(((0.0, 0.0), (1.5, -2.0))):
        assert len(still[number].lines) == len(moved[number].lines)
        for (a, b, _), (c, d, _) in zip(still[number].lines, moved[number].lines, strict=True):
            assert (c[0] - a[0], c[1] - a[1], d[0] - b[0], d[1] - b[1]) == pytest.approx((x, y, x, y), abs=0.001)


def test_scales_are_as_long_as_they_say(page_of: Any) -> None:
    front, _ = page_of(build_calibration(DeckOptions()))
    lengths = [abs(a[0] - b[0]) for a, b, _ in front.lines if abs(a[1] - b[1]) < 1e-6]
    for length in (150.0, 6 * 25.4, 50.0):
        assert lengths.count(pytest.approx(length, abs=0.001)) == 1


@pytest.mark.parametrize("duplex", ["fold", "none"])
def test_calibration_needs_both_sides(duplex: Any) -> None:
    with pytest.raises(OptionError, match="needs both sides of the paper"):
        build_calibration(DeckOptions(duplex=duplex))


# Box


@given(
    st.sampled_from([(63.0, 88.0), (63.5, 88.9), (44.0, 68.0), (57.0, 87.0)]),
    st.sampled_from([54, 55, 56]),
    st.floats(0.08, 0.5),
    st.sampled_from(["a4", "letter"]),
)
def test_a_box_is_as_large_as_the_deck_and_fits_the_paper(trim: Any, cards: int, thickness: float, paper: Any) -> None:
    found = net(BoxOptions(paper=paper, trim=trim, cards=cards, thickness=thickness))
    assert found.inner == pytest.approx(
        (trim[0] + CLEARANCE, trim[1] + CLEARANCE, cards * thickness + CLEARANCE), abs=1e-5
    )
    a, b, c, d, e = found.columns
    width, height, depth = found.inner
    assert (b - a, c - b, d - c, e - d) == pytest.approx((depth, width, depth, width))
    assert found.top - found.bottom == pytest.approx(height)
    assert min(a, found.bottom - depth) >= 5
    assert e + 10 <= found.page[0] - 5
    assert found.top + depth + 13 <= found.page[1] - 5


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"trim": (120.0, 180.0)}, r"^A box for 56 cards of 120 x 180 x 0.3 mm needs .* has no room on A4 paper"),
        ({"thickness": 1.0}, r"^A box for 56 cards .* has no room on A4 paper: choose a smaller trim or thinner cards"),
        ({"thickness": 0.0}, r"^A card of 0 mm is no card: give a thickness from 0.08 to 1 mm"),
        ({"thickness": float("nan")}, "is no card"),
        ({"thickness": -3.0}, "is no card"),
    ],
)
def test_a_box_that_cannot_be(options: Any, sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        build_box(BoxOptions(**options))


def test_the_box_is_cut_and_folded_where_the_net_says(page_of: Any) -> None:
    options = BoxOptions()
    [page] = page_of(build_box(options))
    found = net(options)
    upright = {round(a[0], 2) for a, b, _ in page.lines if abs(a[0] - b[0]) < 1e-6 and abs(a[1] - b[1]) > 80}
    assert {round(x, 2) for x in found.columns} <= upright


# The setting


def test_a_word_wider_than_its_column_is_refused_with_its_language() -> None:
    place = Place("Rules", "de")
    with pytest.raises(NoRoomError, match=r"Rules: 'Donaudampfschiff' \(de\) is too wide for 10.0 mm"):
        broken(words_of([Run("Donaudampfschiff")], place), 4.0, 10.0, place)


@given(st.lists(st.text("abc", min_size=1, max_size=9), min_size=1, max_size=40), st.floats(30, 90))
def test_lines_keep_every_word_and_their_width(parts: list[str], room: float) -> None:
    place = Place("Test", "en")
    words = words_of([Run(" ".join(parts))], place)
    lines = broken(words, 3.0, room, place)
    assert [word for line in lines for word in line] == words
    for line in lines:
        text = " ".join("".join(part for part, _ in word) for word in line)
        assert fonts.width(text, fonts.TEXT, 3.0) <= room + 1e-6


@given(st.lists(st.tuples(st.floats(1, 20), st.booleans()), min_size=1, max_size=30))
def test_columns_keep_order_and_what_belongs_together(heights: list[tuple[float, bool]]) -> None:
    from printables.typesetting import Drawn

    blocks = [Drawn(lambda *_: None, high, before=1.0, keep=keep) for high, keep in heights]
    place = Place("Test", "en")
    try:
        columns = pour(blocks, 60, lambda _: 50.0, place)
    except NoRoomError:
        return
    assert [block for column in columns for _, block in column.placed] == blocks
    for column in columns:
        assert column.used <= 50 + 1e-6
    for column in columns[:-1]:
        assert not column.placed[-1][1].keep


def test_what_is_higher_than_a_column_is_refused() -> None:
    from printables.typesetting import Drawn

    with pytest.raises(NoRoomError, match=r"Rules: a part of the text \(fr\) is higher than a column"):
        pour([Drawn(lambda *_: None, 60.0)], 60, lambda _: 50.0, Place("Rules", "fr"))


def test_french_narrow_spaces_become_spaces_that_the_font_has() -> None:
    [word] = words_of([Run("Gagné\u202f!")], Place("Rules", "fr"))
    assert word == (("Gagné\u00a0!", fonts.TEXT),)


# Words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_translated(language: str) -> None:
    from babel.messages.mofile import read_mo
    from babel.messages.pofile import read_po

    folder = data_path("locales", language.replace("-", "_"), "LC_MESSAGES")
    with (folder / "print.po").open("rb") as file:
        catalogue = read_po(file)
    with (folder / "print.mo").open("rb") as file:
        compiled = read_mo(file)
    messages = {(m.context, m.id): m for m in catalogue if m.id}
    assert set(messages) == _phrases()
    for key, message in messages.items():
        assert message.string, key
        assert not message.fuzzy, key
        assert set(re.findall(r"\{\w+\}", str(message.string))) == set(re.findall(r"\{\w+\}", str(message.id))), key
        found = compiled.get(message.id, message.context)
        assert found is not None, key
        assert found.string == message.string, f"run make translations: {key}"


def _phrases() -> set[tuple[str, str]]:
    from babel.messages.extract import extract_from_dir

    folder = Path(missions.__file__).parent
    found = extract_from_dir(str(folder), [("**.py", "python")], keywords={"phrase": ((1, "c"), 2)})
    return {(context, message) for _, _, message, _, context in found}
