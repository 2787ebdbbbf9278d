"""The site for any WSGI server: `waitress-serve wsgi:app`, `gunicorn wsgi:app`. Settings: GONG_* and gong.toml."""

import sys

from companion.errors import GongError
from companion.site import create_app

try:
    app = create_app()
except GongError as error:
    sys.exit(f"Error: {error}")
