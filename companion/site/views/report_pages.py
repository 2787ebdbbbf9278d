"""Reports of players that a mission did not work."""

from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, request

from companion.deck import CARDS, parse_code
from companion.missions.pack import Mission, Pack
from companion.phrases import N_
from companion.site.app_state import site
from companion.site.views.http import go, reader, send
from companion.store.rows import REASONS, Shown

if TYPE_CHECKING:
    from companion.store.writing import Store

reports = Blueprint("reports", __name__)

REASON_TEXTS: Final[dict[str, str]] = {
    "impossible": N_("We could not do it"),
    "unclear": N_("We did not understand it"),
    "unfair": N_("It was not fair"),
}
"""Texts of the buttons."""

ADDRESS: Final = "/report/<pack_id>/<version>/<mission_id>"


def _asked(pack_id: str, version: str, mission_id: str) -> "tuple[Store, Pack, Mission]":
    """Return store, pack and mission of the address, or abort with 404; without a store there is no such page."""
    store = site().store
    pack = site().pages.library.packs.get((pack_id, version))
    if store is None or pack is None or mission_id not in pack.missions:
        abort(404)
    return store, pack, pack.missions[mission_id]


def _card() -> str:
    """Return the code of the scanned card, or an empty string if the mission was opened from a list."""
    index = parse_code(request.values.get("card", "")[:24])
    return "" if index is None else CARDS[index].code


@reports.get(ADDRESS)
def ask(pack_id: str, version: str, mission_id: str) -> Response:
    """Ask what did not work."""
    _, pack, mission = _asked(pack_id, version, mission_id)
    who = reader()
    return send(site().pages.report(pack, mission, _card(), REASON_TEXTS, who.language, who.seats))


@reports.post(ADDRESS)
def note(pack_id: str, version: str, mission_id: str) -> Response:
    """Store the report."""
    store, pack, mission = _asked(pack_id, version, mission_id)
    reason = request.form.get("reason", "")
    if reason not in REASONS:
        abort(400)
    store.report(Shown(_card(), pack.id, pack.version, mission.id, reader().language), reason)
    return go("report/thanks")


@reports.get("/report/thanks")
def thanks() -> Response:
    """Show a thank-you page, which can be reloaded without sending the report again."""
    heading = N_("Thank you!")
    text = N_("The people who write the missions will see it. Go on with the next card.")
    return send(site().pages.message(heading, text, reader().language, "../"))


assert set(REASON_TEXTS) == set(REASONS)  # noqa: S101 - a reason without its button is a bug
