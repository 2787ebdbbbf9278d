"""The missions of one colour, drawing one without a card, and one mission for ever."""

import re
from typing import cast

from flask import Blueprint, Response, abort

from companion.deck import KINDS, Kind
from companion.missions.tables import looks_like_pack
from companion.site.content.draws import LAST, new_seed
from companion.site.context import site
from companion.site.views.error_pages import NoSuchPackHere
from companion.site.views.http import go, reader, send, shown

lists = Blueprint("lists", __name__)

KIND = f"any({', '.join(KINDS)})"


@lists.get(f"/<{KIND}:kind>")
def listing(kind: str) -> Response:
    """Show the list of a kind."""
    who = reader()
    return send(site().pages.listing(cast(Kind, kind), who.language, who.seats, who.seat))


@lists.get(f"/draw/<{KIND}:kind>")
def start(kind: str) -> Response:
    """Begin to draw: a fresh seed in the address, so that reload and "back" show the same again."""
    return go(f"draw/{kind}/{new_seed()}/1")


@lists.get(f"/draw/<{KIND}:kind>/<seed>/<int:n>")
def draw(kind: str, seed: str, n: int) -> Response:
    """Show the n-th draw of a seed."""
    if not re.fullmatch("[a-z0-9]{1,32}", seed) or not 1 <= n <= LAST:
        abort(404)
    who = reader()
    pages = site().pages
    mission = pages.drawn_mission(cast(Kind, kind), seed, n)
    response = send(pages.drawn(cast(Kind, kind), seed, n, who.language, who.seats, who.seat))
    return shown(response, "", pages.library.current, mission.id, who.language)


@lists.get("/m/<pack_id>/<version>/<mission_id>")
def mission(pack_id: str, version: str, mission_id: str) -> Response:
    """Show one mission of one version of a pack, for ever."""
    pack = site().pages.library.packs.get((pack_id, version))
    if pack is None and looks_like_pack(pack_id, version):
        raise NoSuchPackHere(f"{pack_id} {version}")
    if pack is None or mission_id not in pack.missions:
        abort(404)
    who = reader()
    response = send(site().pages.mission(pack, pack.missions[mission_id], who.language, who.seats, who.seat))
    return shown(response, "", pack, mission_id, who.language)
