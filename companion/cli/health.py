"""`gong health`: whether the site on this machine answers, for container engines and service managers."""

import http.client
import os
from pathlib import Path
from typing import Final

import click

from companion.errors import GongError
from companion.settings import Settings, load_settings, override

TIMEOUT: Final = 3.0
"""Longest time to wait for a response (s)."""


class HealthError(GongError):
    """The site does not respond, or not with ok."""


@click.command()
@click.option("--host", metavar="ADDRESS", help="Address it listens on.  [default: as set]")
@click.option("--port", metavar="PORT", help="Port it listens on.  [default: as set]")
def health(host: str | None, port: str | None) -> None:
    """Check that the site with these settings is running.

    The request goes to this machine, with a Host that the site trusts and the prefix that it lives below. The status
    is 1 if the site does not answer or is not ready.
    """
    settings = override(load_settings(os.environ, Path.cwd()), host=host, port=port)
    click.echo(ask(settings))


def ask(settings: Settings) -> str:
    """Return the response of the site to `/readyz`.

    Raises:
        HealthError: the site does not respond, or not with ok.
    """
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared, not bound
    address = everywhere.get(settings.host, settings.host)
    prefix = settings.base_url.prefix if settings.base_url else ""
    where = f"{address}, port {settings.port}"
    connection = http.client.HTTPConnection(address, settings.port, timeout=TIMEOUT)
    try:
        connection.request("GET", f"{prefix}/readyz", headers={"Host": trusted_host(settings)})
        response = connection.getresponse()
        body = response.read(4096).decode("utf-8", "replace").strip()
    except (OSError, http.client.HTTPException) as error:
        raise HealthError(
            f"The site at {where} does not answer: {getattr(error, 'strerror', None) or error}."
        ) from None
    finally:
        connection.close()
    if response.status != http.client.OK or not body.startswith("ok"):
        raise HealthError(f"The site at {where} answers {response.status}: {body.splitlines()[0] if body else ''}")
    return body


def trusted_host(settings: Settings) -> str:
    """Return a Host header that the site answers to."""
    if settings.trusted_hosts:
        return settings.trusted_hosts[0].removeprefix(".")
    return settings.base_url.host if settings.base_url else f"{settings.host}:{settings.port}"
