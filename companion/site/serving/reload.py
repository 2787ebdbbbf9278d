"""Changed packs come in while the site serves: checked whole, swapped in one move, or not at all."""

import logging
import signal
import threading
from dataclasses import replace
from typing import Final

from flask import Flask

from companion.errors import GongError
from companion.site.content.library import load_library
from companion.site.content.pages import Pages
from companion.site.context import EXTENSION, Site

log = logging.getLogger("gong.content")

_one_at_a_time: Final = threading.Lock()


def reload_content(app: Flask) -> bool:
    """Load the packs again and swap them in; tell whether that was possible.

    A request sees the old content or the new one, never something between. A broken pack leaves the old one in place;
    why stands in the log and at `/readyz` until a good one is loaded.
    """
    with _one_at_a_time:
        old: Site = app.extensions[EXTENSION]
        try:
            pages = Pages(load_library(old.settings.pack), old.pages.renderer)
            pages.make_ahead()
        except GongError as error:
            for line in str(error).splitlines():
                log.error("content: %s", line)
            log.error("content: the packs of before stay in place")
            app.extensions[EXTENSION] = replace(old, problem=str(error).splitlines()[0])
            return False
        app.extensions[EXTENSION] = replace(old, pages=pages, problem="")
        current = pages.library.current
        log.info("content: %s %s is in place", current.id, current.version)
        return True


def reload_on_signal(app: Flask) -> None:
    """Reload when the process gets SIGHUP, beside the requests. Windows has no such signal: restart there."""
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is not None:
        signal.signal(hangup, lambda *_: threading.Thread(target=reload_content, args=(app,)).start())
