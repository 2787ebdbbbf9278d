"""The address that is printed on a card: made from the configured base URL and from nothing else (DESIGN: addresses).

And the other way round: what an address means, whatever site it was printed for.

>>> card_address(parse_base_url("https://gong.example/"), "NB4")
'https://GONG.EXAMPLE/NB4'
>>> read_address("https://gone.example/cards/nb4?from=qr")
'NB4'
"""

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from companion.deck import CARDS
from companion.errors import UsageError


class AddressError(UsageError):
    """A base URL that cannot be printed on cards."""


@dataclass(frozen=True, slots=True)
class BaseUrl:
    """Where a site lives.

    Attributes:
        scheme: `https` or `http`.
        host: host name in lower case (punycode for other scripts), with `:port` if it is not the scheme's own.
        prefix: path below which the site lives, empty or starting with a slash and not ending with one.
    """

    scheme: str
    host: str
    prefix: str = ""

    def __str__(self) -> str:
        return f"{self.scheme}://{self.host}{self.prefix}"


_HOST = re.compile(r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*")
_NUMERIC = re.compile(r"[0-9.]+")
_PREFIX = re.compile(r"(/(?!\.{1,2}(/|$))[A-Za-z0-9._~-]+)*")


def parse_base_url(text: str) -> BaseUrl:  # noqa: C901 - one test per fault
    """Return the base URL that `text` gives.

    Raises:
        AddressError: no scheme, another scheme than http or https, no host, half an IP address, port 0, a query, a
            fragment, a user name, or characters that do not belong into a host or a path.
    """
    example = "write it like https://gong.example or http://192.168.1.20:8000"
    shown = text if len(text) <= 80 else text[:77] + "..."
    if re.search(r"[\s\x00-\x1f\x7f]", text):
        raise AddressError(f"The base URL {shown!r} contains a space or control character: {example}.")
    if not re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", text):
        raise AddressError(f"The base URL {shown!r} does not start with https:// or http://: {example}.")
    try:
        parts = urlsplit(text)
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode("ascii").lower()
    except (ValueError, UnicodeError):
        raise AddressError(f"The base URL {shown!r} has no usable host or port: {example}.") from None
    if parts.scheme not in ("http", "https"):
        raise AddressError(f"The base URL {shown!r} must start with https:// or http://, not {parts.scheme}://.")
    if "?" in text or "#" in text:
        raise AddressError(f"The base URL {shown!r} must not have a query or fragment (? or #): {example}.")
    if parts.username is not None or parts.password is not None:
        raise AddressError(f"The base URL {shown!r} must not contain a user name or password: {example}.")
    ipv6 = ":" in host
    if "%" in host or (not ipv6 and not _HOST.fullmatch(host)):  # % begins the zone of an IPv6 address
        raise AddressError(f"The base URL {shown!r} has no usable host name: {example}.")
    if _NUMERIC.fullmatch(host) and not _is_ipv4(host):  # browsers would take 192.168.1 for 192.168.0.1
        raise AddressError(f"The base URL {shown!r} needs the four numbers of an IP address from 0 to 255: {example}.")
    if port == 0:
        raise AddressError(f"The base URL {shown!r} cannot have port 0: {example}.")
    prefix = parts.path.rstrip("/")
    if not _PREFIX.fullmatch(prefix):
        raise AddressError(
            f"The path {parts.path!r} of the base URL may hold only letters, digits and . _ ~ - / signs."
        )
    if ipv6:
        host = f"[{host}]"
    if port is not None and port != {"http": 80, "https": 443}[parts.scheme]:
        host = f"{host}:{port}"
    return BaseUrl(parts.scheme, host, prefix)


def _is_ipv4(host: str) -> bool:
    try:
        ipaddress.IPv4Address(host)
    except ValueError:
        return False
    return True


def card_address(base: BaseUrl, code: str) -> str:
    """Return the address printed on the card with this code: scheme lower case, host and code upper case.

    Upper case lets host and code share a QR alphanumeric segment; the path prefix keeps its letters, because many
    servers distinguish `/gong` and `/GONG`.
    """
    return f"{base.scheme}://{base.host.upper()}{base.prefix}/{code}"


LONGEST_READ: Final = 300
"""Longest scanned text that is looked at, in characters."""

_CODES: Final = frozenset(card.code for card in CARDS)
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/]*")
_TABLE: Final = re.compile(r"[A-Za-z]{5}")
_MISSION: Final = re.compile(r"[BMF][0-9]{2}")
_NAME: Final = re.compile(r"[A-Za-z0-9-][A-Za-z0-9.-]{0,39}")
"""A part of an address that may be repeated: it cannot lead up, and means nothing to a browser."""


def read_address(text: str) -> str | None:
    """Return the page of this site, by its path, that a scanned text of any site means, or None.

    Steps and test vectors: docs/site.md, tests/vectors/addresses.json; `companion/static/js/address.js` does the same.
    """
    text = text.strip(" \t\r\n")
    if len(text) > LONGEST_READ:
        return None
    address, _, fragment = text.partition("#")
    path, _, query = address.partition("?")
    parts = [part for part in _SCHEME.sub("", path, count=1).split("/") if part]
    values = [pair.partition("=")[2] for pair in query.split("&")]
    return (
        _table(parts) or _code(parts) or _code(reversed(values)) or _code(fragment.split("/")) or _mission(parts[-4:])
    )


def _code(parts: Iterable[str]) -> str | None:
    """Return the last card code among the parts."""
    codes = [part.upper() for part in parts if part.upper() in _CODES]
    return codes[-1] if codes else None


def _table(parts: list[str]) -> str | None:
    """Return the path of the table, or of a card at it: `t`, five letters, and what follows."""
    for at in range(len(parts) - 1, 0, -1):
        rest = parts[at + 1 :]
        if parts[at - 1].lower() != "t" or not _TABLE.fullmatch(parts[at]):
            continue
        if len(rest) <= 4 and all(map(_NAME.fullmatch, rest)):
            return "/".join(["t", parts[at].upper(), *rest])
    return None


def _mission(parts: list[str]) -> str | None:
    """Return the path of one mission: `m`, pack, version, id."""
    if len(parts) < 4 or parts[0] != "m" or not all(map(_NAME.fullmatch, parts)) or not _MISSION.fullmatch(parts[3]):
        return None
    return "/".join(parts)
