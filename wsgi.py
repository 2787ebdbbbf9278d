"""The site for any WSGI server, from a checkout: `wsgi:app`. In an installed package: `companion.wsgi:app`."""

from companion.wsgi import app

__all__ = ["app"]
