"""The site for any WSGI server: `gunicorn companion.wsgi:app`. Settings are GONG_* variables and `gong.toml`."""

import atexit
import os
import sys
from pathlib import Path

from companion.errors import GongError
from companion.settings import load_settings
from companion.site.app import close_app, create_app
from companion.site.serving import logs

try:
    settings = load_settings(os.environ, Path.cwd())
    logs.set_up(settings.log_format)
    app = create_app(settings)
    atexit.register(close_app, app)
except GongError as error:
    sys.exit(f"Error: {error}")
