"""`gong serve`: the site on this machine."""

import errno
import io
import ipaddress
import logging
import os
import signal
import socket
import sys
import threading
from pathlib import Path

import click

from companion.data import data_path
from companion.errors import GongError, UsageError
from companion.settings import Settings, load_settings, override

log = logging.getLogger("gong.serve")


class ServeError(GongError):
    """The site cannot be served at this address."""


class DebugError(UsageError):
    """The debugger would be open to the network."""


@click.command()
@click.option("--host", metavar="ADDRESS", help="Address to listen on; 0.0.0.0 lets phones in.  [default: 127.0.0.1]")
@click.option("--port", metavar="PORT", help="Port to listen on; 0 takes a free one.  [default: 8000]")
@click.option("--base-url", metavar="URL", help="Public address of the site, as printed on the cards.")
@click.option("--debug", is_flag=True, help="Reload on changes and show errors in the browser; on this machine only.")
def serve(host: str | None, port: str | None, base_url: str | None, debug: bool) -> None:
    """Start the site on this machine and print its address.

    Ctrl-C or SIGTERM stops it; responses that have begun are still sent.
    """
    settings = override(load_settings(os.environ, Path.cwd()), host=host, port=port, base_url=base_url)
    from companion.site.app import (  # `gong serve --help` does not need it
        close_app,
        create_app,
        render_ahead,
        set_network_url,
    )
    from companion.site.context import EXTENSION, resources
    from companion.site.serving import logs
    from companion.site.serving.reload import reload_on_signal
    from companion.site.serving.response_cache import card_paths
    from companion.site.serving.server import Server

    log_handler = logs.set_up(settings.log_format, background=not debug)
    if debug:
        _debug(settings)
        return
    app = create_app(settings, ahead=False)
    resources(app).callback(log_handler.close)
    listening = listen(settings.host, settings.port)
    store = app.extensions[EXTENSION].store
    server = Server(
        app,
        listening,
        inline_paths=card_paths(settings),
        before_sending=store.flush if store else None,
        clear_proxy_headers=settings.proxy_hops == 0,
    )
    signal.signal(signal.SIGTERM, server.stop)
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:  # nohup and the background of a shell ignore it on purpose
        signal.signal(signal.SIGINT, server.stop)
    reload_on_signal(app)
    port_number = listening.getsockname()[1]
    if url := address_for_phones(settings, port_number):
        set_network_url(app, url)
    for line in addresses(settings, port_number):
        click.echo(line)
    if url and sys.stdout and sys.stdout.isatty():
        click.echo(code_for_terminal(url))
    if sys.stdout:  # a service may have none
        sys.stdout.flush()
    # The first request need not wait until all pages are rendered.
    threading.Thread(target=render_ahead, args=(app,), name="ahead", daemon=True).start()
    server.run()
    log.info("Stopped.")
    close_app(app)
    logging.shutdown()
    # Not `sys.exit`: the interpreter would wait for threads that block on a stalled client or log reader.
    os._exit(0)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that is bound to this address.

    Raises:
        ServeError: the port is in use or privileged, or the address is not one of this machine.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return socket.create_server(
            address[:2], family=family, dualstack_ipv6=host == "::" and socket.has_dualstack_ipv6()
        )
    except OSError as error:
        raise ServeError(_why(error, host, port)) from None


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {host} is in use by another program: give another one with --port."
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"This user may not open port {port}: give one from 1024 on with --port."
    if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return f"{host} is not an address of this machine: give --host 127.0.0.1, or 0.0.0.0 for the whole network."
    return f"Cannot listen on {host}, port {port}: {error.strerror}."


def addresses(settings: Settings, port: int) -> list[str]:
    """Return the lines that the command prints: the addresses of the site for this machine and for phones."""
    everywhere = settings.host in ("0.0.0.0", "::")  # noqa: S104 - compared, not bound
    prefix = settings.base_url.prefix if settings.base_url else ""
    here = "127.0.0.1" if everywhere else settings.host
    lines = [f"GONG is open at {_url(here, port, prefix)}"]
    if everywhere:
        for url in [_url(lan, port, prefix) for lan in _own_addresses()]:
            lines.append(f"Phones in the same network: {url}")
            if settings.base_url is None:
                lines.append(
                    f"To print cards that lead there: gong print deck -o deck.pdf --base-url {url.rstrip('/')}"
                )
    elif _is_loopback(settings.host):
        lines.append("Phones cannot reach it; to let them in, start with --host 0.0.0.0")
    if settings.base_url:
        lines.append(f"From outside, as printed on the cards: {settings.base_url}")
    return lines


def address_for_phones(settings: Settings, port: int) -> str | None:
    """Return the address that a phone can open: the one from outside, else the one in the network, else none."""
    if settings.base_url:
        return f"{settings.base_url}/"
    if settings.host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        return next((_url(lan, port, "") for lan in _own_addresses()), None)
    return None if _is_loopback(settings.host) else _url(settings.host, port, "")


def code_for_terminal(url: str) -> str:
    """Return a QR code of the address in half blocks, dark on light whatever the colours of the terminal."""
    import qrcode

    code = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_L, border=4)  # 4: the quiet zone of ISO/IEC 18004
    code.add_data(url)
    lines = io.StringIO()
    code.print_ascii(out=lines, invert=True)
    rows = lines.getvalue().replace("\xa0", " ").splitlines()
    return "\n".join(f"\033[97;40m{row}\033[0m" for row in rows)


def _url(host: str, port: int, prefix: str) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{prefix}/"


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _own_addresses() -> list[str]:
    """Return the address of this machine in its network, or nothing when it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # documentation address; connecting a UDP socket sends nothing
        except OSError:
            return []
        address = str(probe.getsockname()[0])
    return [] if _is_loopback(address) else [address]


def _debug(settings: Settings) -> None:
    if not _is_loopback(settings.host):
        raise DebugError("--debug lets every visitor run code on this machine: use it with --host 127.0.0.1 only.")
    from companion.site.app import close_app, create_app

    app = create_app(settings)
    app.config["PROPAGATE_EXCEPTIONS"] = True
    watched = [path for room in ("templates", "missions", "static", "locales") for path in data_path(room).rglob("*.*")]
    try:
        app.run(settings.host, settings.port, debug=True, extra_files=[str(path) for path in watched])
    finally:
        close_app(app)
