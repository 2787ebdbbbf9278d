"""Reading cards with the camera inside the page: `/scan`. Everything happens on the phone; no picture leaves it."""

from typing import Final

from flask import Blueprint, Response

from companion.site.context import site
from companion.site.views.http import reader, send

scan = Blueprint("scan", __name__)

PERMISSIONS: Final = "camera=(self), geolocation=(), microphone=(), payment=(), usb=()"
"""What this one page may ask for; every other page may not use the camera."""


@scan.get("/scan")
def show() -> Response:
    """Show the camera's page, with the code box for those without one."""
    who, pages = reader(), site().pages
    page = pages.once(("scan", who.language), lambda: pages.renderer.page("scan.html", who.language, "", level=9))
    response = send(page)
    response.headers["Permissions-Policy"] = PERMISSIONS
    return response
