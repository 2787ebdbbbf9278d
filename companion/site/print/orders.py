"""What a reader of `/print` can order: parsed from the form and checked at once, made later by another process.

>>> parse_options({"paper": "letter"}, "fr").paper
'letter'
"""

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from companion import languages
from companion.address import BaseUrl
from companion.phrases import N_

if TYPE_CHECKING:
    from printables.document import PageProgress
    from printables.options import DeckOptions

Product = Literal["deck", "calibrate", "rules", "missions", "gong", "gang-of-four", "gnoming", "box"]

PRODUCTS: Final[dict[str, str]] = {
    "deck": "gong-deck",
    "calibrate": "gong-calibration",
    "rules": "gong-rules",
    "missions": "gong-missions",
    "gong": "gong-scores",
    "gang-of-four": "gang-of-four-scores",
    "gnoming": "gnoming-scores",
    "box": "gong-box",
}
"""Products and the names of their files."""

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "paper": ("a4", "letter"),
    "duplex": ("long", "short", "fold", "none"),
    "trim": ("63x88", "poker", "44x68", "70x120", "own"),
    "cards": ("56", "55", "54"),
    "marks": ("front", "both", "none"),
}
"""Values of the lists in the form, the default first."""

MAX_NUMBER_LENGTH: Final = 12
"""Characters of a number that are read."""

UNKNOWN: Final = N_("Something in this form is not known here. Start again on this page.")
NUMBER: Final = N_("Write lengths as numbers in millimetres, for example 1.5.")
TRIM: Final = N_("A card must be 40 to 120 mm wide, and 1.25 to 2 times as high as wide.")
ROOM: Final = N_("Such a card does not fit on this paper. Choose a smaller one.")
OFFSET: Final = N_("The backs cannot be moved so far: the paper ends there.")
SIDES: Final = N_("Moving the backs needs backs on the other side of the paper.")
HOST: Final = N_("The address of this site is too long for codes of this size. Choose larger cards.")
BOX: Final = N_("This box does not fit on the paper. Choose smaller or thinner cards.")
THICKNESS: Final = N_("A card is 0.08 to 1 mm thick. Measure the whole deck and divide by the number of cards.")
BOTH: Final = N_("The calibration sheet needs both sides of the paper.")
LETTERS: Final = N_("The fonts lack a letter of this language. Choose another language.")


class OrderError(Exception):
    """An order that cannot be made; `message` is for the reader, marked for translation."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message: Final = message


@dataclass(frozen=True, slots=True)
class Options:
    """What the form chooses, in the words of `gong print deck`; lengths in millimetres.

    Attributes:
        paper: `a4` or `letter`.
        duplex: `long`, `short`, `fold` or `none`.
        x: back offset to the right.
        y: back offset upwards.
        trim: a name of `CHOICES`, or `own` with the next two.
        width: of a card.
        height: of a card.
        cards: `54`, `55` or `56`.
        marks: sides with crop marks.
        low_ink: outlines on white.
        thickness: of one card, for the box.
        language: of the words.
    """

    paper: str = "a4"
    duplex: str = "long"
    x: float = 0.0
    y: float = 0.0
    trim: str = "63x88"
    width: float = 63.0
    height: float = 88.0
    cards: str = "56"
    marks: str = "front"
    low_ink: bool = False
    thickness: float = 0.3
    language: str = "en"


@dataclass(frozen=True)
class Order:
    """One thing to be made.

    Attributes:
        product: what.
        options: how.
        base: where the codes lead, if there are any.
        pack: folder of the missions, from the settings.
        edition: changes when a file of the pack changes, so that an old leaflet is not sent again.
    """

    product: Product
    options: Options
    base: BaseUrl | None
    pack: str
    edition: int = 0

    @cached_property
    def id(self) -> str:
        """Return the name of the job: the same for the same order, so that a double tap prints once."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:24]

    @property
    def text(self) -> str:
        """Return the order as a file holds it."""
        base = None if self.base is None else asdict(self.base)
        return json.dumps({**asdict(self), "base": base}, sort_keys=True)

    @classmethod
    def read(cls, text: str) -> "Order":
        """Return the order that `text` holds.

        Raises:
            OrderError: another version of this program wrote it.
        """
        try:
            data = json.loads(text)
            base = None if data["base"] is None else BaseUrl(**data["base"])
            return cls(data["product"], Options(**data["options"]), base, data["pack"], data["edition"])
        except (ValueError, KeyError, TypeError):
            raise OrderError(UNKNOWN) from None


def parse_options(form: Mapping[str, str], language: str) -> Options:
    """Return the options of a form; missing ones have their default.

    Raises:
        OrderError: a value that the form does not have, or a length that is no number.
    """
    values: dict[str, Any] = {"language": language}
    for name, choices in CHOICES.items():
        value = form.get(name, choices[0])
        if value not in choices:
            raise OrderError(UNKNOWN)
        values[name] = value
    for name in ("x", "y", "width", "height", "thickness"):
        if form.get(name, "").strip():
            values[name] = _length(form[name])
    if asked := form.get("language"):
        found = languages.lookup([asked[:35]], languages.available())
        if found is None:
            raise OrderError(UNKNOWN)
        values["language"] = found
    values["low_ink"] = form.get("low_ink") == "1"
    return Options(**values)


def _length(text: str) -> float:
    try:
        value = float(text.strip()[:MAX_NUMBER_LENGTH].replace(",", "."))
    except ValueError:
        raise OrderError(NUMBER) from None
    if not math.isfinite(value) or abs(value) > 1000:
        raise OrderError(NUMBER)
    return round(value, 3) + 0.0  # minus zero is zero


def parse_product(name: str | None) -> Product:
    """Return the product of this name.

    Raises:
        OrderError: there is none.
    """
    if name not in PRODUCTS:
        raise OrderError(UNKNOWN)
    return name  # type: ignore[return-value]


def deck_options(options: Options) -> "DeckOptions":
    """Return the options of a deck; its sheets can be planned with them.

    Raises:
        OrderError: they do not go together, or not with the paper.
    """
    from printables.layout import TrimError, face_layout
    from printables.options import DeckOptions, PrintOptionError, parse_trim
    from printables.sheet import plan

    trim = (options.width, options.height) if options.trim == "own" else parse_trim(options.trim)
    choices: dict[str, Any] = {
        "paper": options.paper, "duplex": options.duplex, "trim": trim, "cards": int(options.cards),
        "language": options.language, "low_ink": options.low_ink, "marks": options.marks,
    }  # fmt: skip
    still = DeckOptions(**choices)
    try:
        face_layout(*trim)
    except TrimError:
        raise OrderError(TRIM) from None
    try:
        plan(still)
    except PrintOptionError:
        raise OrderError(ROOM) from None
    if (options.x, options.y) == (0.0, 0.0):
        return still
    try:
        moved = DeckOptions(back_offset=(options.x, options.y), **choices)
    except PrintOptionError:
        raise OrderError(SIDES) from None
    try:
        plan(moved)
    except PrintOptionError:
        raise OrderError(OFFSET) from None
    return moved


def check_order(order: Order) -> None:
    """Make sure that an order can be made, without making it.

    Raises:
        OrderError: it cannot.
    """
    from printables import qr
    from printables.box import THICKEST, THINNEST, BoxOptions, net
    from printables.fonts import MissingCharacterError
    from printables.layout import face_layout
    from printables.options import PrintOptionError
    from printables.qr import HostTooLongError
    from printables.vocabulary import words

    if order.product == "deck":
        deck = deck_options(order.options)
        assert order.base is not None  # noqa: S101 - the page offers no deck without it
        try:
            qr.require_fit(order.base, face_layout(*deck.trim).panel_side)
            words(deck.language)
        except HostTooLongError:
            raise OrderError(HOST) from None
        except MissingCharacterError:
            raise OrderError(LETTERS) from None
    elif order.product == "calibrate":
        if order.options.duplex not in ("long", "short"):
            raise OrderError(BOTH)
        deck_options(order.options)
    elif order.product == "box":
        if not THINNEST <= order.options.thickness <= THICKEST:
            raise OrderError(THICKNESS)
        try:
            net(_box_options(order.options, BoxOptions))
        except PrintOptionError:
            raise OrderError(BOX) from None


def _box_options(options: Options, cls: Any) -> Any:
    sheet = Options(**{**asdict(options), "duplex": "none", "x": 0.0, "y": 0.0})
    try:
        trim = deck_options(sheet).trim
    except OrderError as error:
        raise OrderError(BOX if error.message == ROOM else error.message) from None
    return cls(
        paper=options.paper, trim=trim, cards=int(options.cards), thickness=options.thickness,
        language=options.language, low_ink=options.low_ink,
    )  # fmt: skip


def make_pdf(order: Order, progress: "PageProgress") -> bytes:
    """Return the PDF of an order.

    Raises:
        GongError: it cannot be made after all.
        OrderError: likewise.
    """
    options = order.options
    if order.product == "deck":
        from printables.deck_pdf import build_deck

        assert order.base is not None  # noqa: S101 - checked when it was ordered
        return build_deck(order.base, deck_options(options), progress).data
    if order.product == "calibrate":
        from printables.calibration import build_calibration

        return build_calibration(deck_options(options), progress).data
    if order.product == "box":
        from printables.box import BoxOptions, build_box

        return build_box(_box_options(options, BoxOptions), progress).data
    from printables.leaflet import LeafletOptions

    sides: Any = options.duplex if options.duplex in ("long", "short") else "one"
    paper: Any = options.paper
    leaflet = LeafletOptions(paper, sides, options.language, options.low_ink)
    if order.product == "rules":
        from printables.rules import build_rules

        return build_rules(leaflet, progress).data
    if order.product == "missions":
        from companion.missions.loader import load_pack
        from printables.mission_leaflet import build_missions

        return build_missions(load_pack(Path(order.pack)), leaflet, progress).data
    from companion.rules.scorekeeping.sheets import on_paper
    from printables.scores import ScoreRules, build_scores

    return build_scores(ScoreRules(**on_paper(order.product)), leaflet, progress).data


def changed_options(options: Options) -> dict[str, str]:
    """Return the options that differ from the defaults, as parameters of a query."""
    normal = Options(language=options.language)
    changed = [f.name for f in fields(Options) if getattr(options, f.name) != getattr(normal, f.name)]
    return {name: "1" if getattr(options, name) is True else str(getattr(options, name)) for name in changed}
