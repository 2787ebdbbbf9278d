"""`/scan`: scanning cards with the camera inside the page. Everything happens on the phone; no picture leaves it."""

from typing import Final

from flask import Blueprint, Response

from companion.site.app_state import site
from companion.site.views.http import reader, send

scan = Blueprint("scan", __name__)

PERMISSIONS: Final = "camera=(self), geolocation=(), microphone=(), payment=(), usb=()"
"""Of this page only; no other page may use the camera."""


@scan.get("/scan")
def show() -> Response:
    """Show the camera's page, with the code box for those without one."""
    who, pages = reader(), site().pages
    page = pages.cached(("scan", who.language), lambda: pages.renderer.page("scan.html", who.language, "", level=9))
    response = send(page)
    response.headers["Permissions-Policy"] = PERMISSIONS
    return response
