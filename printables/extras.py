"""What only some installations have: the libraries that rasterise and measure printed pages."""

import importlib
from typing import Any

from companion.errors import GongError


class MissingExtraError(GongError):
    """A library of an optional extra is not installed."""


def need(module: str) -> Any:
    """Return a module of the extra `scan`, imported now.

    Raises:
        MissingExtraError: it is not installed, or a library of the system that it needs is not.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        more = " and Debian's package libzbar0" if module.startswith("pyzbar") else ""
        raise MissingExtraError(
            f"This needs what the extra `scan` brings ({error}): install it with "
            f"pip install 'gong-companion[scan]'{more}."
        ) from None
