"""The WSGI layers around the application: the log of requests, and the prefix the site lives below."""

import logging
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from companion.site.serving.logs import REQUEST

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

SHOWN: Final = 120
"""Longest path in a log line, in characters."""

log = logging.getLogger("gong.access")


def safe_path(environ: "WSGIEnvironment") -> str:
    """Return the path of a request for a log: printable ASCII on one line, cut when long, then with its length."""
    path = quote(environ.get("PATH_INFO", "").encode("latin-1", "replace"), safe="/-._~")
    return path if len(path) <= SHOWN else f"{path[:SHOWN]}...({len(path)})"


class AccessLog:
    """Writes one line for every request: method, path, status, milliseconds. Neither who asked nor with what."""

    def __init__(self, app: "WSGIApplication") -> None:
        self.app = app

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Pass the request on and write the line when the answer is known."""
        path = safe_path(environ)  # before other layers move parts of it
        status = "-"

        def start(given: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            nonlocal status
            status = given[:3]
            return start_response(given, headers, exc_info) if exc_info else start_response(given, headers)

        began = time.perf_counter()
        try:
            return self.app(environ, start)
        finally:
            took = (time.perf_counter() - began) * 1000
            method = quote(environ["REQUEST_METHOD"][:16])
            request = {
                "method": method,
                "path": path,
                "status": int(status) if status.isdigit() else None,
                "ms": round(took, 1),
            }
            log.info("%s %s %s %.1f ms", method, path, status, took, extra={REQUEST: request})


class Prefix:
    """Lets the site live below a path, whether the server in front keeps the path or takes it away."""

    def __init__(self, app: "WSGIApplication", prefix: str) -> None:
        self.app = app
        self.prefix = prefix

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Pass the request on with the prefix in SCRIPT_NAME."""
        path = environ.get("PATH_INFO", "")
        if path == self.prefix or path.startswith(f"{self.prefix}/"):
            environ["PATH_INFO"] = path[len(self.prefix) :]
        environ["SCRIPT_NAME"] = self.prefix
        return self.app(environ, start_response)
