"""`gong export`: the whole site as files."""

import os
from pathlib import Path

import click

from companion.errors import UsageError
from companion.settings import load_settings, override


class NoAddressError(UsageError):
    """No base URL is given."""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--base-url", metavar="URL", help="Public address of the files, as printed on the cards.")
def export(folder: Path, base_url: str | None) -> None:
    """Write the whole site to FOLDER, for any file host or CDN.

    Mission pages, lists, rules, tables and helpers in every language; an earlier export is replaced as a whole.
    """
    settings = override(load_settings(os.environ, Path.cwd()), base_url=base_url)
    if settings.base_url is None:
        raise NoAddressError(
            "No base URL: give the public address of the files with --base-url https://..., GONG_BASE_URL or gong.toml."
        )
    from dataclasses import replace

    from companion.site.app import close_app, create_app  # `gong export --help` does not need it
    from companion.site.static_export import site_files, write

    # Files count nothing and see no Host header.
    app = create_app(replace(settings, store=None, trusted_hosts=(), proxy_hops=0, base_url=None))
    try:
        files = site_files(app, settings.base_url.prefix)
    finally:
        close_app(app)
    write(files, folder)
    size = sum(map(len, files.values())) / 1e6
    click.echo(f"{folder}: {len(files)} files, {size:.1f} MB, for {settings.base_url}.")
