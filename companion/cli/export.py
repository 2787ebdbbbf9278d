"""`gong export`: the whole site as files."""

import os
from pathlib import Path

import click

from companion.errors import UsageError
from companion.settings import load_settings, override


class NoAddressError(UsageError):
    """It was not said where the exported site will be."""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--base-url", metavar="URL", help="Where the files will be reached, as printed on the cards.")
def export(folder: Path, base_url: str | None) -> None:
    """Write the whole site to FOLDER as files for any file host or CDN.

    Mission pages, lists, rules, tables and helpers in every language; an export from before is replaced as a whole.
    """
    settings = override(load_settings(os.environ, Path.cwd()), base_url=base_url)
    if settings.base_url is None:
        raise NoAddressError(
            "No base URL: say where the files will be reached with --base-url https://..., GONG_BASE_URL or gong.toml."
        )
    from dataclasses import replace

    from companion.site.app import create_app  # `gong export --help` need not wait for it
    from companion.site.static_export import site_files, write

    # Files count nothing, and trust nobody's Host header because they do not see it.
    app = create_app(replace(settings, store=None, trusted_hosts=(), proxy_hops=0, base_url=None))
    files = site_files(app, settings.base_url.prefix)
    write(files, folder)
    size = sum(map(len, files.values())) / 1e6
    click.echo(f"{folder}: {len(files)} files, {size:.1f} MB, for {settings.base_url}.")
