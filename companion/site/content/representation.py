"""A finished answer: bytes with their type, compressed once, with strong validators (RFC 9110 8.8)."""

import gzip
import hashlib
from dataclasses import dataclass

HTML = "text/html; charset=utf-8"
CSS = "text/css; charset=utf-8"
SVG = "image/svg+xml"
JSON = "application/json"
MANIFEST = "application/manifest+json"
PNG = "image/png"
SCRIPT = "text/javascript; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Page:
    """Bytes that may be sent again and again.

    Attributes:
        body: the bytes as they are.
        gzipped: the same, compressed.
        digest: what the entity tags are made from; it changes with every change of `body`.
        content_type: value of the Content-Type header.
        language: language of the text for Content-Language, or None.
    """

    body: bytes
    gzipped: bytes
    digest: str
    content_type: str
    language: str | None = None

    def etag(self, coding: str) -> str:
        """Return the strong entity tag of the representation: `identity` and `gzip` are different bytes."""
        return self.digest if coding == "identity" else f"{self.digest}-{coding}"


def make_page(text: str | bytes, content_type: str = HTML, language: str | None = None, level: int = 6) -> Page:
    """Return the page with this text; `level` is the effort of compression, 1 to 9."""
    body = text.encode() if isinstance(text, str) else text
    # The time of compression is left out: the same text gives the same bytes in every process.
    return Page(
        body,
        gzip.compress(body, level, mtime=0),
        hashlib.sha256(body).hexdigest()[:20],
        content_type,
        language,
    )
