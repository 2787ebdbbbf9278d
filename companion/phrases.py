"""Messages for players, and the translator that formats them in a language.

A message is a whole phrase in English with a context that names its grammatical role. Translations come from the
gettext domain `wording` (sentences of the missions) or `print` (printed things); a language may use any of a message's
placeholders, in any order, or leave one out.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion import languages


@dataclass(frozen=True, slots=True)
class Phrase:
    """A message.

    Attributes:
        context: the grammatical role, part of the key in the catalogue.
        one: the English text; for messages with a count the text for 1.
        many: the English text for other counts, or None.
    """

    context: str
    one: str
    many: str | None = None


def phrase(context: str, text: str) -> Phrase:
    """Mark a message for extraction."""
    return Phrase(context, text)


def phrases(context: str, one: str, many: str) -> Phrase:
    """Mark a message with a count for extraction."""
    return Phrase(context, one, many)


def N_(message: str) -> str:  # noqa: N802 - the name that gettext tools look for
    """Mark a plain message for extraction; it is translated where it is shown."""
    return message


class Translator:
    """Formats messages in one language.

    Attributes:
        language: tag of the language.
        seats: number of players if it is known; two players have simpler words.
    """

    def __init__(self, language: str, seats: int | None = None, domain: languages.Domain = "wording") -> None:
        self.language = language
        self.seats = seats
        self._catalogue = languages.translations(domain, language)

    def format(self, message: Phrase, n: int | None = None, /, **values: object) -> str:
        """Return `message` in this language with its placeholders filled.

        Args:
            message: the message.
            n: the count that decides between singular and plural; also the value of `{n}`.
            values: values of the other placeholders.
        """
        if message.many is None:
            text = self._catalogue.pgettext(message.context, message.one)
        else:
            text = self._catalogue.npgettext(message.context, message.one, message.many, 1 if n is None else n)
        return text.format(n=n, **values)

    @property
    def pair(self) -> bool:
        """Return True if exactly two people play."""
        return self.seats == 2
