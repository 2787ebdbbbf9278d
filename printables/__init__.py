"""Everything that is printed: faces, backs, QR codes, sheets, leaflets. Knows deck, missions and rulebook only."""

from printables.deck import DeckPdf, build_deck
from printables.files import require_writable, write_whole
from printables.fonts import FontError, MissingCharacterError
from printables.layout import TrimError
from printables.options import DeckOptions, OptionError, parse_offset, parse_trim
from printables.qr import HostTooLongError

__all__ = [
    "DeckOptions",
    "DeckPdf",
    "FontError",
    "HostTooLongError",
    "MissingCharacterError",
    "OptionError",
    "TrimError",
    "build_deck",
    "parse_offset",
    "parse_trim",
    "require_writable",
    "write_whole",
]
