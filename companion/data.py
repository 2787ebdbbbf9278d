"""Where the data lies: the one function that finds it, from a checkout and from an installed wheel."""

from pathlib import Path
from typing import Final, Literal

Room = Literal["missions", "templates", "rulebook", "locales", "static", "fonts"]

_PACKAGE: Final = Path(__file__).resolve().parent
_CHECKOUT: Final = _PACKAGE.parent


def data_path(room: Room, *parts: str) -> Path:
    """Return the path of a file or folder of data.

    Args:
        room: which kind of data.
        parts: names below the room's folder.
    """
    if room in ("locales", "static"):
        base = _PACKAGE / room
    elif room == "fonts":
        base = _CHECKOUT / "printables" / "fonts"  # `printables` is installed beside `companion`
    else:
        installed = _PACKAGE / "_data" / room
        base = installed if installed.is_dir() else _CHECKOUT / room
    return base.joinpath(*parts)
