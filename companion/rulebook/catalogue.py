"""The messages of the rulebook to translate, and the faults of a translation.

    python -m companion.rulebook.catalogue extract FILE.pot    write the messages for `pybabel update`
    python -m companion.rulebook.catalogue check               report faults in the catalogues

`make translations` does both (docs/rulebook.md).
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from companion import languages
from companion.data import data_path
from companion.missions.findings import quoted
from companion.rulebook.book import DOMAIN, Book
from companion.rulebook.text import MarkupError, TranslatedText, marks, spans

_PROJECT: Final = "gong-companion"
_HOLDER: Final = "The GONG Companion authors"


class _MessageRecorder:
    """A translator into English that records the messages."""

    def __init__(self) -> None:
        self.catalog = Catalog(project=_PROJECT, version="1", copyright_holder=_HOLDER)
        self.file = ""

    def translate(self, message: str, context: str | None) -> TranslatedText:
        """Return the message itself; it is noted with the file where it stands first."""
        if self.catalog.get(message, context) is None:
            self.catalog.add(message, context=context, locations=[(self.file, 0)])
        return TranslatedText(message, languages.SOURCE)


def template(book: Book) -> Catalog:
    """Return all messages of the rulebook, in the order in which one reads them."""
    recorder = _MessageRecorder()
    recorder.file = "rulebook/book.yaml"
    book.read_words(recorder)
    book.card_names(recorder)
    for game in book.games:
        recorder.file = f"rulebook/{game}.yaml"
        book.read(game, recorder, languages.SOURCE)
    return recorder.catalog


def write_template(book: Book, path: Path) -> None:
    """Write the messages of the rulebook as a template for catalogues."""
    with path.open("wb") as file:
        write_po(file, template(book), width=100, include_lineno=False)


def translated() -> tuple[str, ...]:
    """Return the languages that have a catalogue of the rulebook."""
    files = data_path("locales").glob(f"*/LC_MESSAGES/{DOMAIN}.po")
    return tuple(sorted(file.parents[1].name.replace("_", "-") for file in files))


def read_catalogue(language: str) -> Catalog:
    """Return the catalogue of a language as its translator left it."""
    folder = language.replace("-", "_")
    with data_path("locales", folder, "LC_MESSAGES", f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, locale=folder, domain=DOMAIN)


def faults(catalog: Catalog, messages: Catalog) -> Iterator[str]:
    """Yield what is wrong in a translation of `messages`, one sentence for each fault."""
    for message in messages:
        if not message.id:
            continue
        english = str(message.id)
        where = f"{message.context}: " if message.context else ""
        entry = catalog.get(english, message.context)
        if entry is None or not entry.string:
            yield f"{where}{quoted(english)} is not translated."
        elif entry.fuzzy:
            yield f"{where}{quoted(english)} is marked fuzzy; look at its translation and take the mark away."
        else:
            fault = _markup_fault(english, str(entry.string))
            if fault:
                yield f"{where}{quoted(english)}: {fault}."


def _markup_fault(english: str, words: str) -> str | None:
    """Return what is wrong with the cards, the bold words or the number in a translation."""
    try:
        spans(words)
    except MarkupError as error:
        return str(error)
    if marks(english) != marks(words):
        needed = " ".join(marks(english)) or "none, like the English text"
        return f"the translation needs the marks {needed}"
    if english.count("%") != words.count("%"):
        return "the translation needs the % for the number as well"
    return None


def main(arguments: list[str]) -> int:
    """Run a command; untranslated messages are reported, but are no failure."""
    match arguments:
        case ["extract", path]:
            write_template(Book(data_path("rulebook")), Path(path))
        case ["check"]:
            messages = template(Book(data_path("rulebook")))
            for language in translated():
                for fault in faults(read_catalogue(language), messages):
                    sys.stderr.write(f"{DOMAIN}, {language}: {fault}\n")
        case _:
            sys.stderr.write((__doc__ or "") + "\n")
            return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
