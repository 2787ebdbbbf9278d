"""The report: one file that needs nothing else, for a phone and for paper; the same numbers, the same bytes."""

import builtins
import importlib.util
import re
from contextlib import closing
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser

import pytest

from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.verify import report
from companion.verify.findings import BalanceFinding, Verdict, judge
from companion.verify.jobs import SimulationJob
from companion.verify.limits import load_limits
from companion.verify.measurement import adjust, measure
from companion.verify.measures import Measures
from companion.verify.reference import simulate
from companion.verify.report import charts
from companion.verify.report.page import render

PACK = load_pack(find_pack())
LIMITS = load_limits()
JUDGED = ("B02", "B07", "M02", "F01")
COMMAND = "gong verify 'my pack' --seed 3 --report report.html"


@cache
def measures() -> list[Measures]:
    tables = ((2, "random"), (4, "random"), (2, "greedy"))
    jobs = [SimulationJob(PACK, seats, policy, seed=3, matches=25, judged=JUDGED) for seats, policy in tables]
    return adjust([measure(job, simulate(job)) for job in jobs])


@cache
def clean() -> Verdict:
    return judge(measures(), PACK, LIMITS, lambda *_: "")


FINDING = BalanceFinding(
    "my <pack>/bonus.yaml", 12, 7, "V205", "B02 'Meteor & Shower' hurts its player, with 4 random players.", "balance",
    "B02", 4, "random", (), "gong replay fight --seats 4 --match 17",
)  # fmt: skip


@cache
def clean_page() -> str:
    return render(measures(), clean(), LIMITS, COMMAND)


@cache
def spoiled_page() -> str:
    return render(measures()[:1], replace(clean(), findings=(FINDING,)), LIMITS, COMMAND)


VOID = {"meta", "link", "br", "img", "hr", "input"}


class Page(HTMLParser):
    """The elements of a page; complains about what is not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        assert len({name for name, _ in attrs}) == len(attrs), f"an attribute twice in {tag}"
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_it_is_one_file_that_needs_nothing_else():
    page = Page(clean_page())
    for tag, attributes in page.elements:
        assert tag not in ("script", "link", "iframe", "img", "object")
        for name in ("src", "href", "xlink:href"):
            value = attributes.get(name) or "#"
            assert value.startswith("#"), (tag, value)
    assert "url(http" not in clean_page() and "@import" not in clean_page() and "data:" not in clean_page()
    assert set(re.findall(r"url\(([^)]{2})", clean_page())) <= {"#r", "#g", "#c"}
    policy = next(a["content"] for t, a in page.elements if a.get("http-equiv") == "Content-Security-Policy")
    assert policy == "default-src 'none'; style-src 'unsafe-inline'"
    assert len(clean_page()) < 700_000


def test_ids_are_there_once_and_links_lead_somewhere():
    page = Page(clean_page())
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [a["href"] for _, a in page.elements if a.get("href")] + [
        f"#{name}" for name in re.findall(r"url\(#([^)]+)\)", clean_page())
    ]
    assert {link[1:] for link in links} <= set(ids)
    for _, attributes in page.elements:
        assert set((attributes.get("aria-labelledby") or "").split()) <= set(ids)


def test_every_picture_has_words_for_those_who_do_not_see_it():
    pictures = re.findall(r'<svg class="picture".*?</svg>', clean_page(), re.DOTALL)
    assert len(pictures) == 2 * (3 + 3 + 3 + 3)  # two policies: effects, hands, course, branches
    for picture in pictures:
        assert 'role="img"' in picture
        assert re.search(r"<title [^>]*>[^<]{20,}</title><desc [^>]*>[^<]{30,}</desc>", picture)
    assert clean_page().count("<figcaption>") == len(pictures)


def test_text_in_pictures_is_text_in_the_colours_and_the_font_of_the_page():
    pictures = "".join(re.findall(r'<svg class="picture".*?</svg>', clean_page(), re.DOTALL))
    assert ">B02 Meteor Shower</text>" in pictures
    assert "DejaVu" not in pictures and "font-family" not in pictures
    colors = set(re.findall(r"(?:fill|stroke): ([^;\"]+)", pictures))
    assert colors - {"none"} == {color for color in colors if color.startswith("var(--")}
    for paint in {color[4:-1] for color in colors if color.startswith("var(")}:
        assert f"{paint}:" in clean_page().partition("</style>")[0]


def test_kinds_are_told_by_word_and_emblem_not_by_colour_alone():
    for kind, word in (("bonus", "Bonus"), ("malus", "Malus"), ("fight", "Fight")):
        assert re.search(rf'<h4><svg class="emblem kind-{kind}"[^>]*>.*?</svg> {word}</h4>', clean_page())


def test_missions_are_sorted_by_their_effect():
    [picture] = re.findall(
        r'<svg class="picture"[^>]*aria-labelledby="random-effect-bonus-title.*?</svg>', clean_page(), re.DOTALL
    )
    effects = {}
    for name in ("B02", "B07"):
        found = [it.missions[name].effect.value for it in measures() if it.job.policy == "random"]
        effects[name] = sum(found) / len(found)
    order = re.findall(r">(B\d\d) [^<]*</text>", picture)
    assert order == sorted(effects, key=effects.get, reverse=True)


def test_the_same_numbers_give_the_same_bytes():
    again = [measure(it.job, simulate(it.job)) for it in measures()[:1]]
    first = render(adjust(again), clean(), LIMITS, COMMAND)
    assert render(adjust(measures()[:1]), clean(), LIMITS, COMMAND) == first
    assert not re.search(r"20\d\d-\d\d-\d\d", first)


def test_what_somebody_set_for_other_pictures_changes_nothing():
    import matplotlib

    def picture() -> str:
        found = measures()[0].lengths
        shown = charts.Lengths(2, found.counts, found.median, found.p90, found.p99)
        return charts.lengths("some", [shown], "Lengths", "How many turns matches last.")

    usual, size = picture(), matplotlib.rcParams["font.size"]
    with matplotlib.rc_context({"font.size": 30, "svg.fonttype": "path", "lines.linewidth": 9, "axes.grid": True}):
        assert picture() == usual
        assert matplotlib.rcParams["font.size"] == 30
    assert matplotlib.rcParams["font.size"] == size


def test_a_pack_without_findings_is_told_so_first():
    page = Page(clean_page())
    assert (
        page.text.index("No findings")
        < page.text.index("Pictures")
        < page.text.index("Findings")
        < page.text.index("Tables")
    )
    assert "<title>gong-fight 1.0.0: no findings" in clean_page()


def test_findings_are_told_with_their_place_and_command():
    page = Page(spoiled_page())
    assert "1 finding" in page.text
    assert "V205 B02 'Meteor & Shower' hurts its player, with 4 random players." in page.text
    assert "my <pack>/bonus.yaml:12:7" in page.text
    assert "gong replay fight --seats 4 --match 17" in page.text
    assert "<pack>" not in spoiled_page()
    assert re.search(r'<tr class="marked"><th scope="row">B02 ', spoiled_page())
    assert '<tr class="marked"' not in clean_page()


def test_tables_tell_what_was_measured():
    page = Page(clean_page())
    first = measures()[0]
    row = re.search(r"<tr><th scope=\"row\">2 random</th>(.*?)</tr>", clean_page())[1]
    cells = re.findall(r"<td>([^<]*)</td>", row)
    lengths = first.lengths
    assert cells[:5] == ["25", *(str(it) for it in (lengths.median, lengths.p90, lengths.p99, lengths.longest))]
    assert f"{100 * first.seats[0].wins.value:.1f} %" in page.text
    for mission in PACK.missions:
        assert clean_page().count(f'<th scope="row">{mission} ') >= 2


def test_the_limits_and_the_command_stand_in_it():
    page = Page(clean_page())
    assert "median_turns" in page.text and "[20, 50]" in page.text
    assert COMMAND in page.text
    assert "Seed 3." in page.text


def test_a_run_that_ended_when_it_had_seen_enough_says_so():
    text = Page(render(measures()[:1], clean(), LIMITS, COMMAND, fixed=False)).text
    assert "confidence sequences" in text and "--matches" in text
    assert "confidence sequences" not in Page(clean_page()).text


def test_nothing_judged_leaves_the_effects_out():
    jobs = [SimulationJob(PACK, 2, seed=3, matches=10)]
    page = render(adjust([measure(job, simulate(job)) for job in jobs]), Verdict((), 1, 0), LIMITS, COMMAND)
    assert "Does a mission help to win?" not in page
    assert "Who gets cards" in page


def test_it_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.verify.report.page.render", lambda *_, **__: "the page, é")
    path = tmp_path / "report.html"
    path.write_text("older")
    report.write(path, measures(), clean(), LIMITS, COMMAND)
    assert path.read_text("utf-8") == "the page, é"
    with pytest.raises(report.ReportPathError, match="cannot be written"):
        report.write(tmp_path / "none" / "report.html", measures(), clean(), LIMITS, COMMAND)
    assert list(tmp_path.iterdir()) == [path]


def test_a_wrong_place_is_refused_before_anything_is_simulated(tmp_path, gong):
    status, out, err = gong("verify", "--report", tmp_path)
    assert (status, out) == (2, "")
    assert err == f"Error: {tmp_path} is a folder; name the file of the report, such as {tmp_path / 'report.html'}.\n"
    status, out, err = gong("verify", "--report", tmp_path / "none" / "report.html")
    assert (status, out) == (2, "")
    assert "there is no folder" in err


def test_without_matplotlib_it_is_said_before_anything_is_simulated(tmp_path, gong, monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *more: None if name == "matplotlib" else find(name, *more)
    )
    status, out, err = gong("verify", "--report", tmp_path / "report.html")
    assert (status, out) == (2, "")
    assert err == (
        "Error: A report needs matplotlib for its pictures; install it with: pip install 'gong-companion[verify]'\n"
    )


def test_a_run_without_a_report_needs_no_matplotlib(gong, readable, monkeypatch):
    real = builtins.__import__

    def guarded(name, *more):
        assert not name.startswith("matplotlib"), "matplotlib is imported without a report"
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", guarded)
    assert gong("verify", "--seats", "2", "--policy", "random", "--matches", "3", "--judge", "none")[0] == 0


def test_the_command_writes_a_report(tmp_path, gong, readable):
    path = tmp_path / "my report.html"
    words = ("verify", "--seats", "2", "--policy", "random", "--matches", "20", "--judge", "B01", "--report", path)
    status, _, err = gong(*words)
    assert status == 0
    assert str(path) in err
    text = Page(path.read_text("utf-8")).text
    assert f"gong verify --seats 2 --policy random --matches 20 --judge B01 --report '{path}'" in text


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_a_phone_and_asks_the_network_for_nothing(tmp_path, browser, scheme):
    path = tmp_path / "report.html"
    path.write_text(spoiled_page(), "utf-8")
    asked, said = [], []
    with closing(browser.new_page(viewport={"width": 360, "height": 640}, color_scheme=scheme)) as page:
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: said.append(message.text))
        page.goto(path.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        sizes = page.evaluate(
            """[...document.querySelectorAll('.flow svg text')].filter(t => t.checkVisibility())
               .map(t => t.getBoundingClientRect().height)"""
        )
        assert len(sizes) > 200
        assert min(sizes) > 9  # px; numbers on axes
        ink = page.evaluate("getComputedStyle(document.querySelector('.picture text')).fill")
        ground = page.evaluate("getComputedStyle(document.querySelector('figure')).backgroundColor")
        assert ink != ground
    assert asked == [path.as_uri()]
    assert said == []


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_it_prints_on_a4(tmp_path, browser):
    from pypdf import PdfReader

    path, paper = tmp_path / "report.html", tmp_path / "report.pdf"
    path.write_text(clean_page(), "utf-8")
    with closing(browser.new_page(color_scheme="dark")) as page:  # paper is light whatever the screen is
        page.goto(path.as_uri())
        page.pdf(path=paper, prefer_css_page_size=True, print_background=True)
    pages = PdfReader(paper).pages
    assert 4 <= len(pages) <= 12
    assert [round(float(side)) for side in pages[0].mediabox[2:]] == [595, 842]
    assert "25 simulated matches for each of 2 and 4 players" in pages[0].extract_text()
