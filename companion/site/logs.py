"""The log of the site on standard error: lines for people, or one JSON object a line for programs."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Literal

REQUEST = "request"
"""Attribute of a log record of a request: method, path, status and ms, for programs."""


class JsonFormatter(logging.Formatter):
    """Writes a record as one JSON object on one line: time (RFC 3339, UTC), level, logger, message, request, fault."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := getattr(record, REQUEST, None):
            line[REQUEST] = request
        if record.exc_info:
            line["fault"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(form: Literal["text", "json"]) -> None:
    """Send the log of the whole process to standard error in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else logging.Formatter("%(asctime)s %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    # "Task queue depth is 1" only says that a thread has yet to wake up; the log has one line for each request.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
