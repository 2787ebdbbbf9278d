"""The front door: pages behind cards are answered before the framework is asked.

What the framework once said to a question, it would say again until the content changes; so its answer is kept and
given as it is. A question is all that an answer depends on (path, our cookies, languages, compression, entity tag,
host, scheme). Answers here cannot differ from those of the framework, because they are those.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from flask import Flask

from companion.deck import CARDS
from companion.settings import Settings
from companion.site.context import EXTENSION, LANGUAGE, PLAYERS, SHOWN, TABLE, Site
from companion.site.serving.counting import count, has_reader
from companion.store import Shown

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST: Final = 4096
"""Answers kept; when there are more, all are forgotten and learned again. Their pages are in memory anyway."""

CODES: Final = {f"/{card.code}": card for card in CARDS}
CHOICES: Final = re.compile(rf"(?:^|;) *({LANGUAGE}|{PLAYERS}|{TABLE})=([^;]*)")

Question: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the framework said, and what is to be counted when somebody reads it."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes
    shown: Shown | None


class FrontDoor:
    """The WSGI layer right around the application."""

    def __init__(self, app: Flask, inner: "WSGIApplication") -> None:
        self._app: Final = app
        self._inner: Final = inner
        self._content: object = None
        self._answers: dict[Question, Answer] = {}

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a question that was asked before, or pass it on."""
        question = _question(environ)
        if question is None:
            return self._inner(environ, start_response)
        site: Site = self._app.extensions[EXTENSION]
        if site.pages is not self._content:  # new content: nothing said before counts
            self._content, self._answers = site.pages, {}
        answers = self._answers
        answer = answers.get(question)
        if answer is None:
            return self._learn(environ, start_response, question, answers)
        if answer.shown and site.store and has_reader(int(answer.status[:3]), environ):
            count(site.store, answer.shown, environ)
        start_response(answer.status, list(answer.headers))
        return (answer.body,)

    def _learn(
        self,
        environ: "WSGIEnvironment",
        start_response: "StartResponse",
        question: Question,
        answers: dict[Question, Answer],
    ) -> Iterable[bytes]:
        """Ask the framework, which counts too, and keep what it says."""
        said: list[tuple[str, list[tuple[str, str]]]] = []

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            said.append((status, headers))
            return start_response(status, headers, exc_info) if exc_info else start_response(status, headers)

        parts = self._inner(environ, start)
        try:
            whole = tuple(parts)
        finally:
            getattr(parts, "close", lambda: None)()
        status, headers = said[-1]
        if status[:3] in ("200", "304") and all(name.lower() != "set-cookie" for name, _ in headers):
            if len(answers) >= MOST:
                answers.clear()
            body = whole[0] if len(whole) == 1 else b"".join(whole)
            # The server adds the time of each answer.
            kept = [(name, value) for name, value in headers if name != "Date"]
            answers[question] = Answer(status, kept, body, environ.get(SHOWN))
        return whole


def card_paths(settings: Settings) -> frozenset[str]:
    """Return the paths of the cards as they reach the server, with the prefix of the site and without."""
    prefix = settings.base_url.prefix if settings.base_url else ""
    return frozenset({*CODES, *(f"{prefix}{path}" for path in CODES)})


def _question(environ: "WSGIEnvironment") -> Question | None:
    """Return all that the answer depends on, or None if this is no plain question for a card."""
    path = environ.get("PATH_INFO", "")
    if path not in CODES or environ["REQUEST_METHOD"] != "GET" or environ.get("QUERY_STRING"):
        return None
    if "HTTP_RANGE" in environ:
        return None
    choices = CHOICES.findall(environ.get("HTTP_COOKIE", ""))
    if any(name == TABLE for name, _ in choices):
        return None  # there are too many tables
    return (
        path,
        *choices,
        *(environ.get(f"HTTP_{name}", "") for name in ("ACCEPT_LANGUAGE", "ACCEPT_ENCODING", "IF_NONE_MATCH", "HOST")),
        environ["wsgi.url_scheme"],
    )
