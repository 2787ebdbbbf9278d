"""Reloading packs while the site serves: the whole content is loaded and checked, then swapped atomically."""

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

_reload_lock: Final = threading.Lock()


def reload_content(app: Flask) -> bool:
    """Reload the packs and return True if that worked.

    A request sees the old content or the new one, never a mixture. After a failure the old content stays; the log and
    `/readyz` give the reason until a reload works.
    """
    with _reload_lock:
        old: Site = app.extensions[EXTENSION]
        try:
            pages = Pages(load_library(old.settings.pack), old.pages.renderer)
            pages.render_ahead()
        except GongError as error:
            for line in str(error).splitlines():
                log.error("content: %s", line)
            log.error("content: the previous packs stay in place")
            app.extensions[EXTENSION] = replace(old, problem=str(error).splitlines()[0])
            return False
        app.extensions[EXTENSION] = replace(old, pages=pages, problem="")
        current = pages.library.current
        log.info("content: %s %s is in place", current.id, current.version)
        return True


def reload_on_signal(app: Flask) -> None:
    """Reload in a thread when the process gets SIGHUP. Windows lacks the signal: restart there."""
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is not None:
        signal.signal(hangup, lambda *_: threading.Thread(target=reload_content, args=(app,)).start())
