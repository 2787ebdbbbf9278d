"""`/print`: the cards of this site and what belongs to them, made as PDF by a process beside the site."""

import contextlib
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, current_app, request

from companion.missions.pack import find_pack
from companion.phrases import N_
from companion.site.app_state import resources, site
from companion.site.content.representation import Page
from companion.site.print.orders import (
    CHOICES,
    PRODUCTS,
    Options,
    Order,
    OrderError,
    changed_options,
    check_order,
    deck_options,
    parse_options,
    parse_product,
)
from companion.site.print.preview import sheet_preview
from companion.site.print.queue import ClientLimitError, PrintQueue, QueueFullError, QueueUnavailableError
from companion.site.views.http import NO_STORE, go, reader, send

printing = Blueprint("printing", __name__)

EXTENSION: Final = "gong-print"

RETRY_AFTER: Final = 30
"""Seconds after which a refused order may be sent again."""

REFRESH: Final = 1
"""Seconds after which the page of a job is loaded again."""

NO_ROOM: Final = N_("This site has run out of space. Please tell whoever runs it.")
BUSY: Final = N_("Many people are printing just now. Try again in half a minute.")
CLIENT_LIMIT: Final = N_("Two files ordered from your connection are waiting already. Try again in half a minute.")


@printing.record_once
def _open(state: Any) -> None:
    """Give the application its queue."""
    queue = PrintQueue()
    state.app.extensions[EXTENSION] = queue
    resources(state.app).callback(queue.close)


def _queue() -> PrintQueue:
    return cast(PrintQueue, current_app.extensions[EXTENSION])


@printing.get("/print")
def choose() -> Response:
    """Show the form with the choices of the query, and a picture of the first sheet."""
    language = reader().language
    try:
        return send(_form(parse_options(request.args, language), language))
    except OrderError as error:
        return send(_form(Options(language=language), language, error.message), 400, NO_STORE)


@printing.post("/print")
def order() -> Response:
    """Take an order and lead to the page of its job."""
    language = reader().language
    options = Options(language=language)
    try:
        options = parse_options(request.form, language)
        product = parse_product(request.form.get("what"))
        base = site().settings.base_url
        if product == "deck" and base is None:
            return send(_form(options, language), 409, NO_STORE)
        folder = site().settings.pack or find_pack()
        wanted = Order(product, options, base if product == "deck" else None, str(folder.resolve()), _edition(folder))
        check_order(wanted)
        _queue().add(wanted, request.remote_addr or "")
    except OrderError as error:
        return send(_form(options, language, error.message), 400, NO_STORE)
    except ClientLimitError:
        return _refuse(options, language, CLIENT_LIMIT, 429)
    except QueueFullError:
        return _refuse(options, language, BUSY, 503)
    except QueueUnavailableError as error:
        return _unavailable(options, language, error)
    return go(f"print/{wanted.id}")


def _refuse(options: Options, language: str, message: str, status: int) -> Response:
    response = send(_form(options, language, message), status, NO_STORE)
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def _unavailable(options: Options, language: str, error: QueueUnavailableError, root: str = "") -> Response:
    current_app.logger.error("the print queue cannot be used: %s", error)
    return send(_form(options, language, NO_ROOM, root), 507, NO_STORE)


def _edition(folder: Path) -> int:
    """Return the time of the latest change in the folder of a pack, 0 if the folder was removed."""
    latest = 0
    for path in folder.rglob("*.yaml"):
        with contextlib.suppress(FileNotFoundError):  # an editor is just replacing it
            latest = max(latest, path.stat().st_mtime_ns)
    return latest


@printing.get("/print/<job>")
def show(job: str) -> Response:
    """Show how far a job is; the page is loaded again until the file is ready."""
    language = reader().language
    try:
        status = _queue().status(job)
    except QueueUnavailableError as error:
        return _unavailable(Options(language=language), language, error, "../")
    again = ""
    if status.order is not None:
        again = urlencode(changed_options(status.order.options))
    page = site().pages.renderer.page(
        "print_job.html", language, "../", job=job, status=status, again=again,
        file=None if status.order is None else f"{PRODUCTS[status.order.product]}.pdf",
        megabytes=f"{max(0.1, status.size / 1e6):.1f}",
    )  # fmt: skip
    response = send(page, 404 if status.name == "gone" else 200, NO_STORE)
    if status.name in ("waiting", "making"):
        response.headers["Refresh"] = str(REFRESH)
    return response


@printing.get("/print/<job>/<name>")
def download(job: str, name: str) -> Response:
    """Send the file of a job."""
    if name not in {f"{file}.pdf" for file in PRODUCTS.values()}:
        abort(404)
    data = _queue().file(job)
    if data is None:
        return go(f"print/{job}")
    headers = {"Cache-Control": NO_STORE, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, 200, headers, content_type="application/pdf")


def _form(options: Options, language: str, message: str | None = None, root: str = "") -> Page:
    """Return the page with the form; `message` explains why there is no job."""
    renderer = site().pages.renderer
    sheet = None
    try:
        sheet = sheet_preview(deck_options(options))
    except OrderError as error:
        message = message or error.message
    values: dict[str, Any] = {
        "options": options,
        "choices": CHOICES,
        "changed": bool(changed_options(options)),
        "sheet": sheet,
    }
    return renderer.page(
        "print.html", language, root, base=site().settings.base_url,
        message=None if message is None else renderer.text(message, language), **values,
    )  # fmt: skip
