"""Where players say that a mission did not work."""

from typing import Final

from flask import Blueprint, Response, abort, request

from companion.deck import CARDS, parse_code
from companion.missions.pack import Mission, Pack
from companion.phrases import N_
from companion.site.context import site
from companion.site.views.http import go, reader, send
from companion.store.rows import REASONS, Shown
from companion.store.writing import Store

reports = Blueprint("reports", __name__)

SAID: Final[dict[str, str]] = {
    "impossible": N_("We could not do it"),
    "unclear": N_("We did not understand it"),
    "unfair": N_("It was not fair"),
}
"""What the buttons say."""

ADDRESS: Final = "/report/<pack_id>/<version>/<mission_id>"


def _asked(pack_id: str, version: str, mission_id: str) -> tuple[Store, Pack, Mission]:
    """Return store, pack and mission of the address; without a store there is no such page."""
    store = site().store
    pack = site().pages.library.packs.get((pack_id, version))
    if store is None or pack is None or mission_id not in pack.missions:
        abort(404)
    return store, pack, pack.missions[mission_id]


def _card() -> str:
    """Return the code of the card that was scanned, or nothing: the mission may come from a list."""
    index = parse_code(request.values.get("card", "")[:24])
    return "" if index is None else CARDS[index].code


@reports.get(ADDRESS)
def ask(pack_id: str, version: str, mission_id: str) -> Response:
    """Ask what did not work."""
    _, pack, mission = _asked(pack_id, version, mission_id)
    who = reader()
    return send(site().pages.report(pack, mission, _card(), SAID, who.language, who.seats))


@reports.post(ADDRESS)
def note(pack_id: str, version: str, mission_id: str) -> Response:
    """Note what did not work."""
    store, pack, mission = _asked(pack_id, version, mission_id)
    reason = request.form.get("reason", "")
    if reason not in REASONS:
        abort(400)
    store.report(Shown(_card(), pack.id, pack.version, mission.id, reader().language), reason)
    return go("report/thanks")


@reports.get("/report/thanks")
def thanks() -> Response:
    """Say thank you; reloading this page sends nothing again."""
    heading = N_("Thank you!")
    text = N_("The people who write the missions will see it. Go on with the next card.")
    return send(site().pages.message(heading, text, reader().language, "../"))


assert set(SAID) == set(REASONS)  # noqa: S101 - a reason without its button is a bug
