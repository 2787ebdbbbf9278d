"""The address that is printed on a card: made from the configured base URL and from nothing else (DESIGN: addresses).

>>> card_address(parse_base_url("https://gong.example/"), "NB4")
'https://GONG.EXAMPLE/NB4'
"""

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

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


def parse_base_url(text: str) -> BaseUrl:
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
    servers tell `/gong` from `/GONG`.
    """
    return f"{base.scheme}://{base.host.upper()}{base.prefix}/{code}"
