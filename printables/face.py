"""The faces: 54 galaxy cards and 2 jokers. Everything that repeats is stored once and placed many times."""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin

from companion.address import BaseUrl, card_address
from companion.deck import GALAXIES, Card, Kind
from companion.palette import KIND_EMBLEMS
from printables import clear_text, constellations, fonts, gong, joker, qr, sky, xpheres
from printables.colour import WHITE, Rgb
from printables.fonts import CAP_HEIGHT, DISPLAY, TEXT
from printables.layout import FaceLayout
from printables.look import GalaxyLook, SparingPen, frame_look, galaxy_look
from printables.pen import Box, Pen, Point
from printables.vocabulary import GAME, JOKER, PrintVocabulary


@dataclass(frozen=True, slots=True)
class FaceMaker:
    """Draws faces with one layout, one language and one site.

    Attributes:
        pen: draws in millimetres.
        layout: places on the card.
        words: in the language of the deck.
        base: the site that the codes lead to.
        bleed: width of the art beyond the trim, in millimetres.
        low_ink: outlines on white instead of full colour.
    """

    pen: Pen
    layout: FaceLayout
    words: PrintVocabulary
    base: BaseUrl
    bleed: float
    low_ink: bool = False

    @property
    def _art(self) -> Pen:
        """Return the pen for pictures that are drawn with radius 1."""
        return SparingPen(self.pen.canvas, 0.15 / self.layout.gem_radius) if self.low_ink else self.pen

    def background(self, card: Card) -> None:
        """Draw the sky of a card with its bleed, the card's lower left corner at the origin."""
        if self.low_ink:
            inset, layout = 1.5 * self.layout.scale, self.layout
            line = joker.look(low_ink=True).text if card.galaxy is None else galaxy_look(card.galaxy, low_ink=True).line
            border = (inset, inset, layout.width - inset, layout.height - inset)
            self.pen.rect(border, stroke=line, width=0.25 * layout.scale, radius=2.4 * layout.scale)
            return
        name = "sky-joker" if card.galaxy is None else f"sky-{card.galaxy}"
        box = self.layout.bleed(self.bleed)
        clear = self.layout.name[1] - 6 * self.layout.scale
        if not self.pen.has_form(name):
            with self.pen.form(name, box):
                if card.galaxy is None:
                    joker.sky(self.pen, box, self.layout.gem, self.layout.width / 2, clear)
                else:
                    sky.paint(self.pen, card.galaxy, box, self.layout.gem, self.layout.width / 2, clear)
        self.pen.place(name)

    def front(self, card: Card, symbol: qr.QrSymbol) -> None:
        """Draw everything of a card but its background, the card's lower left corner at the origin."""
        if card.galaxy is None:
            self._once("joker", self.layout.trim, self._joker)
        else:
            number = card.number or 0
            galaxy = card.galaxy
            self._once(f"middle-{card.code}", self.layout.trim, lambda: self._middle(galaxy, number))
        corner = f"corner-{card.galaxy}-{card.number}"
        self._once(corner, self.layout.trim, lambda: self._corner(card))
        self.pen.place(corner, self.layout.width, self.layout.height, turn=180)
        self._once(f"frame-{card.kind}", self.layout.trim, lambda: self._frame(card.kind))
        self._code(card, symbol)

    def _once(self, name: str, box: Box, draw: Callable[[], None]) -> None:
        if not self.pen.has_form(name):
            with self.pen.form(name, box):
                draw()
        self.pen.place(name)

    # Galaxy cards

    def _middle(self, galaxy: int, number: int) -> None:
        """Draw name, xphere and its orbit."""
        layout, look = self.layout, galaxy_look(galaxy, low_ink=self.low_ink)
        self._names(galaxy, number, look)
        x, y = layout.gem
        radius = layout.gem_radius
        gem = f"gem-{number}"
        if not self.pen.has_form(gem):
            with self.pen.form(gem, xpheres.BOX):
                xpheres.paint(self._art, number)
        self._orbit((x, y), radius, look, number, front=False)
        if self.low_ink:
            self.pen.circle(x, y, radius * 0.86, fill=WHITE)  # hides the far half of the orbit
        self.pen.place(gem, x, y, scale=radius)
        self._orbit((x, y), radius, look, number, front=True)

    def _orbit(self, middle: Point, radius: float, look: GalaxyLook, moons: int, *, front: bool) -> None:
        """Draw one half of the orbit round a gem; as many moons as the number run on the front half."""
        wide, high, tilt = radius * 1.46, radius * 0.40, 14.0
        half = [pi + pi * i / 40 if front else pi * i / 40 for i in range(41)]
        with self.pen.at(*middle, turn=tilt):
            arc = [(wide * cos(a), high * sin(a)) for a in half]
            self.pen.canvas.setLineCap(1)
            self.pen.path([arc], stroke=look.halo, width=radius * 0.085, closed=False)
            self.pen.path([arc], stroke=look.line, width=radius * 0.042, closed=False)
            if front:
                for i in range(moons):
                    angle = 1.5 * pi + (i - (moons - 1) / 2) * 0.34
                    place = (wide * cos(angle), high * sin(angle))
                    self.pen.circle(*place, radius * 0.105, fill=look.star, stroke=look.halo, width=radius * 0.03)

    def _names(self, galaxy: int, number: int, look: GalaxyLook) -> None:
        layout = self.layout
        name = GALAXIES[galaxy]
        spacing = 0.35 * layout.scale
        room = layout.name_width - spacing * (len(name) - 1)
        size = fonts.fit(name, DISPLAY, 5.6 * layout.scale, room)
        x, y = layout.name
        self.pen.text(
            x,
            y,
            name,
            DISPLAY,
            size,
            look.text,
            align="centre",
            spacing=spacing,
            halo=look.halo,
            halo_width=0.7 * layout.scale,
        )
        xphere = self.words.xpheres[number - 1]
        size = fonts.fit(xphere, TEXT, 2.9 * layout.scale, layout.name_width)
        self.pen.text(
            x, y - 3.6 * layout.scale, xphere, TEXT, size, look.text,
            align="centre", spacing=0.12, halo=look.halo, halo_width=0.5 * layout.scale,
        )  # fmt: skip

    def _corner(self, card: Card) -> None:
        """Draw number and star pattern of the upper left corner."""
        layout, pen = self.layout, self.pen
        x, y = layout.corner
        if card.galaxy is None or card.number is None:
            self._joker_corner()
            return
        look = galaxy_look(card.galaxy, low_ink=self.low_ink)
        number = str(card.number)
        size = layout.number_size
        x = layout.badge[0] - fonts.width(number, DISPLAY, size) / 2
        if self.low_ink:
            pen.text(x, y, number, DISPLAY, size, look.number_top)
        else:
            pen.text(x, y, number, DISPLAY, size, look.number_top, halo=look.halo, halo_width=1.5 * layout.scale)
            with pen.inside_text(x, y, number, DISPLAY, size):
                top, bottom = y + size * CAP_HEIGHT, y
                pen.slope((0, bottom), (0, top), (look.number_bottom, look.number_top), (0.0, 0.75))
        if number == "6":  # turned over it would be a nine
            bar = (x + 0.12 * size, y - 0.115 * size, x + 0.50 * size, y - 0.05 * size)
            pen.rect(bar, fill=look.number_bottom, stroke=look.halo, width=0.35 * layout.scale)
        pen.circle(*layout.badge, layout.badge_radius, fill=look.badge, stroke=look.line, width=0.28 * layout.scale)
        constellations.draw(pen, card.galaxy, *layout.badge, layout.badge_radius * 0.66, look.star, look.line)

    # Jokers

    def _joker(self) -> None:
        layout = self.layout
        art = self._art
        middle, radius = stand_place(layout)
        with self.pen.at(layout.gem[0], middle, scale=radius):
            gong.stand(art)
            self._disc()
            gong.mallet(art)
        look = joker.look(low_ink=self.low_ink)
        self.pen.text(
            layout.width / 2, layout.name[1] + 0.2 * layout.scale, GAME, DISPLAY, 6.6 * layout.scale, look.text,
            align="centre", spacing=0.9 * layout.scale, halo=look.halo, halo_width=0.9 * layout.scale,
        )  # fmt: skip

    def _disc(self) -> None:
        if not self.pen.has_form("gong"):
            with self.pen.form("gong", gong.BOX):
                gong.disc(self._art)
        self.pen.canvas.doForm("gong")

    def _joker_corner(self) -> None:
        layout = self.layout
        look = joker.look(low_ink=self.low_ink)
        radius = 4.4 * layout.scale
        x, y = layout.badge[0], layout.height - layout.corner[0] - radius
        self.pen.circle(x, y, radius * 1.14, fill=look.halo)
        with self.pen.at(x, y, scale=radius):
            self._disc()
        size = 2.5 * layout.scale
        self.pen.text(
            x,
            y - radius - 3.0 * layout.scale,
            JOKER,
            DISPLAY,
            size,
            look.text,
            align="centre",
            halo=look.halo,
            halo_width=0.6 * layout.scale,
        )

    # The code and what it leads to

    def _frame(self, kind: Kind | None) -> None:
        """Draw the coloured frame with icon and word, and leave the place of the panel to the code."""
        layout, pen = self.layout, self.pen
        look = frame_look(kind, low_ink=self.low_ink)
        scale = layout.scale
        left, bottom, right, top = layout.frame
        edge = (left - 0.35 * scale, bottom - 0.35 * scale, right + 0.35 * scale, top + 0.35 * scale)
        if not self.low_ink:
            pen.rect(
                (edge[0] - 0.3, edge[1] - 0.3, edge[2] + 0.3, edge[3] + 0.3),
                fill=(0.03, 0.03, 0.06),
                radius=2.5 * scale,
            )
            pen.rect(edge, fill=look.edge, radius=2.3 * scale)
        pen.rect(
            layout.frame,
            fill=look.fill,
            stroke=look.edge if self.low_ink else None,
            width=0.6 * scale,
            radius=2.0 * scale,
        )
        header = layout.panel[1] + layout.panel_side
        middle = (header + top) / 2
        word = JOKER if kind is None else self.words.kinds[kind]
        icon = 4.5 * scale
        gap = 1.1 * scale
        spacing = 0.25 * scale
        room = right - left - 2 * scale - icon - gap
        size = fonts.fit(word, DISPLAY, 4.5 * scale, room - spacing * (len(word) - 1))
        total = icon + gap + fonts.width(word, DISPLAY, size, spacing)
        x = (left + right - total) / 2
        if kind is None:
            with pen.at(x + icon / 2, middle, scale=icon / 2):
                self._disc()
        else:
            emblem(pen, kind, x, middle - icon / 2, icon, look.text)
        pen.text(x + icon + gap, middle - size * CAP_HEIGHT / 2, word, DISPLAY, size, look.text, spacing=spacing)

    def _code(self, card: Card, symbol: qr.QrSymbol) -> None:
        """Draw the QR code, and under it code and address in clear."""
        layout, pen = self.layout, self.pen
        look = frame_look(card.kind, low_ink=self.low_ink)
        qr.draw(pen, symbol, *layout.panel, layout.panel_side)
        left, bottom, right, _ = layout.frame
        scale = layout.scale
        room = (left + 0.9 * scale, bottom + 0.7 * scale, right - 0.9 * scale, layout.panel[1] - 0.6 * scale)
        clear_text.draw(pen, card.code, f"{self.base}/{card.code}", room, scale, look.text)


def emblem(pen: Pen, kind: Kind, x: float, y: float, size: float, colour: Rgb) -> None:
    """Draw a kind's icon in a square whose lower left corner is given."""
    unit = size / 24
    pen.path([[(x + px * unit, y + (24 - py) * unit) for px, py in shape] for shape in KIND_EMBLEMS[kind]], fill=colour)


def stand_place(layout: FaceLayout) -> tuple[float, float]:
    """Return height and radius of the jokers' gong: its stand reaches at most from the frame to the title."""
    floor, ceiling = layout.frame[3] + 1.1 * layout.scale, layout.name[1] - 1.1 * layout.scale
    radius = min(layout.gem_radius, (ceiling - floor) / (gong.STAND_TOP - gong.STAND_BOTTOM))
    return (floor + ceiling - radius * (gong.STAND_TOP + gong.STAND_BOTTOM)) / 2, radius


def symbol_for(base: BaseUrl, card: Card) -> qr.QrSymbol:
    """Return the code of a card."""
    return qr.encode(card_address(base, card.code))
