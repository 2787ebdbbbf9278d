"""The safe YAML reader: places, limits, and refusal of everything that is more than plain data."""

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.missions import source as reader
from companion.missions.source import read_source


@pytest.fixture
def read(tmp_path):
    """Read text or bytes as a pack file."""

    def run(content):
        path = tmp_path / "file.yaml"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_source(path, "something")

    return run


@pytest.mark.parametrize(
    ("content", "line", "column", "code"),
    [
        ("", 1, 1, "M108"),
        ("# only a comment\n", 1, 1, "M108"),
        (b"a: \xff\n", 1, 4, "M104"),
        ("a: é\nb: ".encode() + b"\xe9\n", 2, 4, "M104"),
        ("a: 1\n".encode("utf-16"), 1, 1, "M104"),
        (b"\xef\xbb\xbfa: 1\n", 1, 1, "M105"),
        (b"a: \x00b\n", 1, 4, "M106"),
        ("a: x\nb: \x07\n", 2, 4, "M106"),
        ("a: b\u202ec\n", 1, 5, "M106"),  # turns the reading direction
        ("a: b\u2028c\n", 1, 5, "M106"),
        ("a: 1\rb: 2\r", 1, 5, "M106"),
        ('a: "b\\0"\n', 1, 4, "M106"),
        ('a: "\\u202e"\n', 1, 4, "M106"),
        ('a: "\\ud83d\\ude80"\n', 1, 4, "M106"),  # two escapes for one character
        ('"\\e": 1\n', 1, 1, "M106"),
        ("a:\n\tb: 1\n", 2, 1, "M107"),
        ("a: {b: 1,\tc: 2}\n", 1, 10, "M107"),
        ("a: b: c\n", 1, 5, "M110"),
        ("a: @b\n", 1, 4, "M110"),
        ("a: `b`\n", 1, 4, "M110"),
        ("a: %b\n", 1, 4, "M110"),
        ("a: [1, 2\n", 2, 1, "M109"),
        ("a: 'b\n", 2, 1, "M109"),
        ("a: 'b'c\n", 1, 7, "M109"),
        ("a:\n  - b\n c: d\n", 3, 2, "M109"),
        ("a: 1\n  b: 2\n", 2, 4, "M109"),
        ("a: 1\nb\nc: 2\n", 2, 1, "M109"),
        ("a: {b: 1 c: 2}\n", 1, 11, "M109"),
        ("a: [1 2\nb: 3\n", 2, 2, "M109"),
        ('a: "b\\q"\n', 1, 7, "M109"),
        ("{a: 1}\nb: 2\n", 2, 1, "M109"),
        ("a: 'b\n---\n'\n", 2, 1, "M109"),
        ("a: &x 1\n", 1, 4, "M111"),
        ("a: *x\n", 1, 4, "M111"),
        ("a: !!int 1\n", 1, 4, "M112"),
        ("a: !local 1\n", 1, 4, "M112"),
        ("!!map {a: 1}\n", 1, 1, "M112"),
        ("a: 1\nb: 2\na: 3\n", 3, 1, "M113"),
        ("{a: {b: 1, b: 2}}\n", 1, 12, "M113"),
        ("a: 1\n---\nb: 2\n", 2, 1, "M114"),
        ("%YAML 1.1\n---\na: no\n", 1, 1, "M114"),
        ("%TAG ! tag:x,2000:\n---\na: 1\n", 1, 1, "M114"),
        ("? [a]\n: 1\n", 1, 3, "M117"),
        ("? {a: 1}\n: 1\n", 1, 3, "M117"),
        ("a: " + "[" * 30 + "]" * 30 + "\n", 1, 28, "M115"),
        ("[" * 100_000, 1, 26, "M115"),
        ("- " * 100_000, 1, 51, "M115"),
        ("{a: " * 50_000, 1, 98, "M115"),
        ("- 1\n" * 25_000, 20_000, 3, "M116"),
        (b"x" * 1_048_576, 1, 1, "M103"),
    ],
)
def test_refused(content, line, column, code, read):
    found = read(content)
    assert [(f.line, f.column, f.code) for f in found.findings] == [(line, column, code)]
    assert "\n" not in found.findings[0].message


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a: 1\nb\nc: 2\n", "a colon is missing after this: write it like 'key: value', or check the quotes above."),
        ("a: {b: 1 c: 2}\n", "a comma or a closing bracket is missing before this; the bracket opens on line 1."),
        ("a:\n  [1 2\nb: 3\n", "a comma or a closing bracket is missing before this; the bracket opens on line 2."),
        ("a: 1\nb: [1\n", "the quote or bracket that opens on line 2 is not closed."),
        ("a: 1\nb: 'c\n", "the quote or bracket that opens on line 2 is not closed."),
        ("a: 'b\n---\n'\n", "the quote or bracket that opens on line 1 is not closed."),
        ('a: "\\q"\n', "a backslash in double quotes begins an escape; write it twice, or use single quotes."),
        ("{a: 1}\nb: 2\n", "this does not belong to what stands before it; a file is one list or one mapping."),
    ],
)
def test_faults_of_syntax_are_told_in_words_for_authors(content, message, read):
    assert [finding.message for finding in read(content).findings] == [message]


def test_no_message_names_a_kind_of_file(read, tmp_path):
    """The same reader reads packs, the rulebook and the cards of a deck."""
    for content in ("", b"\xff", b"x" * 1_048_576, "a: \u202e", 'a: "\\0"', "%YAML 1.2\n---\na: 1", "- 1\n" * 25_000):
        assert not any("pack" in finding.message for finding in read(content).findings)
    for path in (tmp_path, tmp_path / "missing.yaml"):
        assert not any("pack" in finding.message for finding in read_source(path, "something").findings)


def test_the_bomb_of_aliases_is_not_lit(read):
    levels = "".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]\n" for n in range(1, 10))
    found = read("l0: &l0 [x]\n" + levels)
    assert {finding.code for finding in found.findings} == {"M111"}
    assert len(found.findings) == 10


def test_each_anchor_is_told_once_with_all_its_places(read):
    [finding] = read("a: &x 1\nb: *x\nc: *x\n").findings
    assert "(also at 2:4 and 3:4)" in finding.message


def test_tabs_are_told_once_and_counted(read):
    [finding] = read("a:\n\tb: 1\n\tc: 2\n").findings
    assert "2 lines" in finding.message


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"), ("yes", "yes"), ("on", "on"), ("off", "off"), ("y", "y"), ("true", True), ("false", False),
        ("null", None), ("~", None), ("3-6", "3-6"), ("1.0.0", "1.0.0"), ("7", 7), ("-7", -7), ("007", 7),
        ("1.5", 1.5), ("1e3", 1000.0), (".inf", ".inf"), ("0x1F", "0x1F"), ("1_000", "1_000"), ("12:30", "12:30"),
        ("2024-01-01", "2024-01-01"), ("'7'", "7"), ('"true"', "true"), ("<<", "<<"), ("=", "="),
    ],
)  # fmt: skip
def test_scalars_of_yaml_1_2(text, value, read):
    found = read(f"a: {text}\n")
    assert not found.findings
    assert found.root.plain() == {"a": value}
    assert type(found.root.plain()["a"]) is type(value)


@pytest.mark.parametrize("digits", [10, 500, 5000])
def test_a_number_of_many_digits_stays_text(digits, read):
    assert read(f"a: {'9' * digits}\n").root.plain() == {"a": "9" * digits}


def test_keys_are_words_as_they_are_written(read):
    assert read("no: 1\ntrue: 2\n7: 3\n~: 4\n").root.plain() == {"no": 1, "true": 2, "7": 3, "~": 4}


def test_the_merge_key_is_a_key_like_any_other(read):
    assert read("<<: {a: 1}\nb: 2\n").root.plain() == {"<<": {"a": 1}, "b": 2}


def test_windows_line_ends(read):
    found = read("a: 1\r\nb:\r\n  - c\r\n")
    assert found.root.plain() == {"a": 1, "b": ["c"]}
    assert found.root.value["b"].value[0].place == (3, 5)


def test_places_count_characters_from_one(read):
    root = read('é: "ü"\nlist:\n  - {x: 1, y: [2, 3]}\n').root
    assert root.keys == {"é": (1, 1), "list": (2, 1)}
    assert root.value["é"].place == (1, 4)
    entry = root.value["list"].value[0]
    assert (entry.place, entry.keys) == ((3, 5), {"x": (3, 6), "y": (3, 12)})
    assert root.at(("list", 0, "y", 1)).place == (3, 19)
    assert root.at(("list", 0, "missing", "deeper")).place == (3, 5)


def test_a_file_that_may_not_be_read(tmp_path, monkeypatch):
    def refuse(*_args, **_options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(reader.Path, "open", refuse)
    [finding] = read_source(tmp_path / "x.yaml", "something").findings
    assert (finding.code, finding.message) == ("M102", "the file cannot be read (Permission denied).")


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-999_999_999, 999_999_999) | st.text('abc é:#-{}[]"\\\n?%@🚀', max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abcé-", min_size=1), inner, max_size=4),
    max_leaves=12,
)


@given(plain, st.booleans(), st.sampled_from([None, 1, 4]))
def test_reads_json_which_is_a_part_of_yaml_1_2(tmp_path_factory, value, ascii_only, indent):
    assume(not (ascii_only and "🚀" in str(value)))  # JSON writes it as two escapes; see test_refused
    path = tmp_path_factory.getbasetemp() / "json.yaml"
    path.write_text(json.dumps(value, ensure_ascii=ascii_only, indent=indent), encoding="utf-8")
    found = read_source(path, "something")
    assert found.findings == []
    assert found.root.plain() == value


@given(st.text() | st.text("ab:-[]{}&*!#|>'\"%@`? \n\t", max_size=60) | st.binary(max_size=80))
def test_never_raises(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    found = read_source(path, "something")
    assert found.root is not None or found.findings
    for finding in found.findings:
        assert finding.line >= 1
        assert finding.column >= 1
