"""What lets another phone in: an address as a picture to scan."""

from functools import lru_cache

from markupsafe import Markup

from companion.address import BaseUrl


@lru_cache(maxsize=256)
def qr_svg(address: str) -> Markup:
    """Return a QR code as SVG: dark on white in every colour scheme, with its quiet zone (ISO/IEC 18004, 5.3.8).

    Raises:
        HostTooLongError: the address is longer than the largest code holds.
    """
    from printables import qr  # here, because it brings the library for PDF along, which the start should not wait for

    symbol = qr.encode(address)
    side = symbol.modules + 2 * qr.QUIET
    path = "".join(
        "M" + "L".join(f"{x + qr.QUIET} {symbol.modules - y + qr.QUIET}" for x, y in loop) + "z"
        for loop in qr.outline(symbol.matrix)
    )
    return Markup(  # noqa: S704 - numbers only
        f'<svg class="qr" viewBox="0 0 {side} {side}" aria-hidden="true" focusable="false">'
        f'<path fill="#fff" d="M0 0H{side}V{side}H0z"/><path fill="#000" d="{path}"/></svg>'
    )


def table_address(base: BaseUrl, table: str) -> str:
    """Return the address of a table, host in capitals, which makes a smaller code and is the same to every browser."""
    return f"{base.scheme}://{base.host.upper()}{base.prefix}/t/{table}"
