"""Every page of the site as bytes. Card pages are made ahead at start, the others when they are asked for."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal
from urllib.parse import urlencode

from companion import languages
from companion.address import BaseUrl
from companion.deck import CARDS, KINDS, Card, Kind
from companion.missions.card_map import card_for, mission_for, missions_of, place_in_kind
from companion.missions.pack import Mission, Pack
from companion.missions.pictograms import pictogram
from companion.missions.selectors import SEATS as PLAYER_COUNTS
from companion.missions.tables import LAST_ROUND, PLAYERS, Table, with_players
from companion.missions.verbs.duel import Duel
from companion.missions.wording.sentence import sentence
from companion.phrases import N_
from companion.site.content.draws import drawn
from companion.site.content.library import Library
from companion.site.content.pictogram_drawing import GroupDrawing, drawings
from companion.site.content.rendering import DEFAULT_LANGUAGE, Renderer, Seat, Seats
from companion.site.content.representation import Page
from companion.site.content.sharing import qr_svg, table_address
from companion.site.content.version import content_version

TableState = Literal["start", "table", "ask", "missing", "pack", "lost"]
"""What a page about tables says: start or join one, this is yours, which of two, no such code, its missions are not
here, the phone has lost it."""

SEATS: Final[tuple[Seats, ...]] = (2, None)


LIST_SKY: Final[dict[Kind, int]] = {"bonus": 3, "malus": 7, "fight": 5}
"""Galaxy whose colours a kind's list is shown in: a blue, a red and a yellow one."""

ABOUT: Final[dict[Kind, str]] = {
    "bonus": N_("Blue missions help you get rid of your cards."),
    "malus": N_("Red missions bring you more cards."),
    "fight": N_("Yellow missions are duels: win, and you get rid of cards."),
}

NONE_SUITS: Final = (
    N_("No mission"),
    N_("No mission of this colour is made for your number of players. Turn over another card."),
)
"""Heading and text of the page of a card that leads nowhere; a pack that passes its check has no such card."""


@dataclass(frozen=True, slots=True)
class Draw:
    """What the page of a draw shows besides the mission."""

    place: int
    total: int
    next: str


class Pages:
    """The pages of one library.

    >>> pages = Pages(load_library(), Renderer())
    >>> pages.card(deck.card("NB4"), "fr", None).language
    'fr'
    """

    def __init__(self, library: Library, renderer: Renderer) -> None:
        self.library: Final = library
        self.renderer: Final = renderer
        self.version: Final = content_version(library.current, library.packs)
        renderer.name_version(self.version)
        self._made: dict[tuple[object, ...], Page] = {}

    def render_ahead(self, pause: float = 0) -> None:
        """Render the page of every card and every list in every language.

        Args:
            pause: seconds to sleep after each card, so that requests are served meanwhile.
        """
        for language in self.renderer.languages:
            for seats in SEATS:
                for card in CARDS:
                    self.card(card, language, seats)
                    time.sleep(pause)
                for kind in KINDS:
                    self.listing(kind, language, seats)

    def once(self, key: tuple[object, ...], make: Callable[[], Page]) -> Page:
        """Return the page of this key, made the first time. Only for pages of which there is a limited number."""
        page = self._made.get(key)
        if page is None:
            page = self._made[key] = make()
        return page

    def card(self, card: Card, language: str, seats: Seats) -> Page:
        """Return the page behind the card without a table: its mission, or the help of a joker."""
        return self.once(("card", card.index, language, seats), lambda: self._card(card, language, seats))

    def card_at(self, seat: Seat, card: Card, language: str, seats: Seats, root: str = "") -> Page:
        """Return the page behind the card at a table."""
        return self._card(card, language, seats, seat, root, level=6)

    def mission_of(self, card: Card, seats: Seats, seat: Seat | None = None) -> tuple[Pack, Mission] | None:
        """Return the mission that a card leads to, at a table or without one, and its pack; None if there is none."""
        pack = self.library.current if seat is None else seat.pack
        mission = mission_for(pack.missions, card, seats, None if seat is None else seat.played)
        return None if mission is None else (pack, mission)

    def _card(
        self, card: Card, language: str, seats: Seats, seat: Seat | None = None, root: str = "", level: int = 9
    ) -> Page:
        found = self.mission_of(card, seats, seat)
        if found is None and not card.is_joker:
            return self.message(*NONE_SUITS, language, root)
        if found is None:
            return self.renderer.page("joker.html", language, root, seats, level, seat, card=card)
        return self._mission(*found, language, seats, root, card=card, level=level, seat=seat)

    def mission(self, pack: Pack, mission: Mission, language: str, seats: Seats, seat: Seat | None = None) -> Page:
        """Return the page that shows one mission for ever (`/m/<pack>/<version>/<id>`)."""
        if seat is not None:
            return self._mission(pack, mission, language, seats, "../../../", seat=seat)
        key = ("mission", pack.id, pack.version, mission.id, language, seats)
        return self.once(key, lambda: self._mission(pack, mission, language, seats, "../../../", level=9))

    def drawn(self, kind: Kind, seed: str, n: int, language: str, seats: Seats, seat: Seat | None = None) -> Page:
        """Return the page of the n-th draw of a seed (`/draw/<kind>/<seed>/<n>`)."""
        pack = self.library.current
        total = len(missions_of(pack.missions, kind))
        draw = Draw((n - 1) % total + 1, total, str(n + 1))
        mission = self.drawn_mission(kind, seed, n)
        return self._mission(pack, mission, language, seats, "../../../", draw=draw, seat=seat)

    def drawn_mission(self, kind: Kind, seed: str, n: int) -> Mission:
        """Return the mission of the n-th draw of a seed."""
        missions = missions_of(self.library.current.missions, kind)
        return missions[drawn(kind, seed, n, len(missions))]

    def draw(self, kind: Kind, language: str) -> Page:
        """Return the page that draws by script, for phones without network and for file hosts."""
        pack, galaxy = self.library.current, LIST_SKY[kind]
        return self.renderer.page("draw.html", language, "../", kind=kind, pack=pack, galaxy=galaxy)

    def report(
        self, pack: Pack, mission: Mission, card: str, reasons: Mapping[str, str], language: str, seats: Seats
    ) -> Page:
        """Return the page that asks why a mission did not work; `reasons` are messages marked with `N_`."""
        return self.renderer.page(
            "report.html",
            language,
            "../../../",
            seats,
            pack=pack,
            card=card,
            galaxy=CARDS[card_for(mission.id)].galaxy,
            reasons=[(reason, self.renderer.text(words, language)) for reason, words in reasons.items()],
            **self._shown(pack, mission, language, seats),
        )

    def _mission(
        self,
        pack: Pack,
        mission: Mission,
        language: str,
        seats: Seats,
        root: str,
        card: Card | None = None,
        draw: Draw | None = None,
        level: int = 6,
        seat: Seat | None = None,
    ) -> Page:
        shown = self._shown(pack, mission, language, seats)
        suits = seats is None or seats in mission.players
        known = seats is not None or seat is not None
        limits = mission.players if card and not known and mission.players != PLAYER_COUNTS else None
        phone = any(getattr(step, "phone", False) for step in mission.do)  # has a substitute, rules/missions.md 8.4.8
        duel = next((helper_address(step) for step in mission.do if isinstance(step, Duel)), None)
        return self.renderer.page(
            "mission.html",
            language,
            root,
            seats,
            level,
            seat,
            pack=pack,
            mission=mission,
            card=card,
            place=None if card is None else place_in_kind(card),
            draw=draw,
            galaxy=(card or CARDS[card_for(mission.id)]).galaxy,
            suits=suits,
            limits=limits,
            phone=phone,
            duel=duel,
            pictures=self._pictures(mission, language, seats),
            **shown,
        )

    def _pictures(self, mission: Mission, language: str, seats: Seats) -> tuple[GroupDrawing, ...]:
        return drawings(pictogram(mission.do, seats), languages.direction(language) == "rtl")

    def _shown(self, pack: Pack, mission: Mission, language: str, seats: Seats) -> dict[str, Any]:
        """Return title and sentence, and in which language they are where that is another one."""
        title_language = languages.lookup([language, DEFAULT_LANGUAGE], pack.languages) or pack.languages[0]
        return {
            "id": mission.id,
            "title": pack.title(mission.id, title_language),
            "sentence": sentence(pack, mission.id, language, seats),
            "title_language": None if title_language == language else title_language,
        }

    def listing(self, kind: Kind, language: str, seats: Seats, seat: Seat | None = None) -> Page:
        """Return the list of the missions of a kind, with the button that draws one."""
        if seat is not None:
            return self._listing(kind, language, seats, seat, level=6)
        return self.once(("list", kind, language, seats), lambda: self._listing(kind, language, seats))

    def _listing(self, kind: Kind, language: str, seats: Seats, seat: Seat | None = None, level: int = 9) -> Page:
        pack = self.library.current if seat is None else seat.pack
        return self.renderer.page(
            "list.html",
            language,
            "",
            seats,
            level,
            seat,
            kind=kind,
            galaxy=LIST_SKY[kind],
            about=self.renderer.text(ABOUT[kind], language),
            pack=pack,
            missions=[
                {
                    **self._shown(pack, mission, language, seats),
                    "pictures": self._pictures(mission, language, seats),
                }
                for mission in missions_of(pack.missions, kind)
            ],
        )

    def home(self, language: str, seats: Seats, seat: Seat | None = None) -> Page:
        """Return the start page."""
        return self.renderer.page("home.html", language, "", seats, seat=seat)

    def table(
        self,
        language: str,
        root: str,
        state: TableState,
        seat: Seat | None = None,
        *,
        own: Table | None = None,
        base: BaseUrl | None = None,
        typed: str = "",
        near: Sequence[str] = (),
        go_on: str = "",
    ) -> Page:
        """Return a page about a table.

        Args:
            language: of its words.
            root: what leads from the page to the root of the site.
            state: what there is to say.
            seat: the table it is about.
            own: the table that the phone is at, if that is another one.
            base: the address that other phones can use, if it is known.
            typed: a code that is none.
            near: codes that may have been meant.
            go_on: code of the card that the phone was about to show.
        """
        address = table_address(base, str(seat.table)) if base and seat else ""
        return self.renderer.page(
            "table.html",
            language,
            root,
            state=state,
            at=seat,
            own=own,
            qr=qr_svg(address) if address else "",
            link=f"{base}/t/{seat.table}" if base and seat else "",
            with_players=with_players,
            players_of=PLAYERS,
            last=LAST_ROUND,
            typed=typed,
            near=near,
            go_on=go_on,
            current=self.library.current,
        )

    def privacy(self, language: str, seats: Seats) -> Page:
        """Return the page that says what is kept."""
        return self.renderer.page("privacy.html", language, "", seats)

    def message(self, heading: str, text: str, language: str, root: str, **values: str) -> Page:
        """Return a page that says that something is not as expected; `text` is a message marked with `N_`."""
        return self.renderer.page(
            "message.html",
            language,
            root,
            heading=self.renderer.text(heading, language),
            text=self.renderer.text(text, language) % values if values else self.renderer.text(text, language),
        )


def helper_address(duel: Duel) -> str:
    """Return where the helper for a duel is, with what it has to know: `duels/tap_race#seconds=8`."""
    fields = type(duel).model_fields
    values = {name: getattr(duel, name) for name in duel.helper_fields}
    unusual = {name: value for name, value in values.items() if name == "guesser" or value != fields[name].default}
    return f"duels/{duel.kind}{'#' if unusual else ''}{urlencode(unusual)}"


assert set(ABOUT) == set(LIST_SKY) == set(KINDS)  # noqa: S101 - a kind without its list is a bug
