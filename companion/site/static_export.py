"""The whole site as files, for any file host or CDN: `gong export`.

Every language is a site of its own in its folder, made from what phones keep for days without network: the same pages,
each in a folder as its `index.html`, with the links between them made right. At the root are the addresses that are
printed on the cards, in capitals and in small letters; a script leads from there to the reader's language.

    >>> files = site_files(create_app(Settings(base_url=base_url)))
    >>> sorted(files)[:2]
    ['404.html', 'AN1/index.html']
"""

import hashlib
import json
import re
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from flask import Flask

from companion.deck import CARDS
from companion.errors import GongError
from companion.site.app_state import EXTENSION, Site
from companion.site.views.http import CONTENT_SECURITY_POLICY, IMMUTABLE, SECURITY_HEADERS, YEAR

SUMS: Final = "SHA256SUMS"
"""Checksums of all other files, in the form of `sha256sum --check`; it also marks a folder as an export."""

LEAD: Final = "lead.js"
"""Script that leads to the reader's language; it stands in the head, so that nothing is seen twice."""

ICONS: Final = ("icon-180.png", "icon-192.png", "icon-512.png", "icon-512-maskable.png")

LINK: Final = re.compile(r'\b(href|src|action|data-scan|data-root)="([^"]*)"')
WITHOUT_SERVER: Final = re.compile(r'\s*<a [^>]*href="(?:\.\./)*print"[^>]*>.*?</a>', re.DOTALL)
"""What only a server can do: printing."""


class ExportError(GongError):
    """The site cannot be written to this folder."""


def site_files(app: Flask, prefix: str = "") -> dict[str, bytes]:
    """Return every file of the exported site by its path, in the order of the paths.

    Args:
        app: the site.
        prefix: path below which the files will be reached, such as `/gong`; the page of what is not there needs it.
    """
    site: Site = app.extensions[EXTENSION]
    offered = site.pages.renderer.languages
    files: dict[str, bytes] = {}
    client = app.test_client()

    def get(address: str) -> bytes:
        answer = client.get(f"/{address}", headers={"Sec-Purpose": "prefetch"})
        assert answer.status_code == 200, f"{address}: {answer.status_code}"  # noqa: S101 - a page that is not there
        return bytes(answer.data)

    for language in offered:
        for path, content in _language(site, language, offered, get, prefix):
            files[f"{language}/{path}"] = content
    first = offered[0]
    lead = files[f"{first}/{LEAD}"]
    for card in CARDS:  # what is printed, and what a hand types
        page = files[f"{first}/{card.code}/index.html"].decode()
        for code in (card.code, card.code.lower()):
            files[f"{code}/index.html"] = _moved(page, f"{first}/{card.code}", code).encode()
    files["index.html"] = _moved(files[f"{first}/index.html"].decode(), first, "").encode()
    files["404.html"] = files[f"{first}/404.html"]
    files[LEAD] = lead
    files["_headers"] = _headers().encode()
    files["robots.txt"] = b"User-agent: *\nDisallow:\n"
    files[SUMS] = "".join(
        f"{hashlib.sha256(content).hexdigest()}  {path}\n" for path, content in sorted(files.items())
    ).encode()
    return dict(sorted(files.items()))


def _language(
    site: Site, language: str, offered: tuple[str, ...], get: Callable[[str], bytes], prefix: str
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of one language."""
    address = f"offline/{language}.json"
    bundle = json.loads(get(address))
    pages: dict[str, str] = bundle["pages"]
    known = {path.partition("?")[0].rstrip("/") for path in pages}
    for path, html in pages.items():
        plain, _, two = path.partition("?")
        plain = plain.rstrip("/")
        place = "/".join(filter(None, (plain, "2" if two else "")))
        up = "../" * len(PurePosixPath(place).parts)
        made = _page(html, path.partition("?")[0], up, known, offered)
        yield f"{place}/index.html".lstrip("/"), made.encode()
    yield "404.html", _page(bundle["absent"], "", f"{prefix}/{language}/", known, offered).encode()
    for path, data in bundle["data"].items():
        yield path, json.dumps(data).encode()
    yield address, _bundle_of_files(bundle).encode()
    for name, asset in site.pages.renderer.assets.items():
        yield f"static/{name}", asset.body
    for name in ("sw.js", *ICONS):
        yield name, get(name)
    yield "manifest.webmanifest", get(f"manifest.webmanifest?lang={language}")
    yield LEAD, site.pages.renderer.assets["js/lead.js"].body


def _bundle_of_files(bundle: Mapping[str, Any]) -> str:
    """Return the bundle for the service worker, its pages marked as those of a file host."""
    pages = {path: _marked(html) for path, html in bundle["pages"].items()}
    return json.dumps({**bundle, "pages": pages, "absent": _marked(bundle["absent"])}, ensure_ascii=False)


def _marked(html: str) -> str:
    """Return the page with the mark that it is one of a file host, and without what needs a server."""
    return WITHOUT_SERVER.sub("", html.replace("<html ", "<html data-static ", 1))


def _page(html: str, path: str, up: str, known: set[str], offered: tuple[str, ...]) -> str:
    """Return a page as a file.

    Args:
        html: the page, as the site answers it.
        path: its address below the root, where its links count from.
        up: what leads from the file to the root of its language.
        known: addresses of all pages.
        offered: all languages.
    """

    def link(match: re.Match[str]) -> str:
        name, value = match[1], match[2]
        asked = re.fullmatch(r"\?lang=([A-Za-z-]+)", value)
        if asked and asked[1] in offered:
            plain = path.rstrip("/")
            return f'{name}="{up}../{asked[1]}/{plain}{"/" if plain else ""}{value}"'
        parts = urlsplit(value)
        if parts.scheme or value.startswith(("#", "?")) or (name == "action" and not value):
            return match[0]
        target = urlsplit(urljoin(f"http://site/{path}", value)).path.removeprefix("/")
        plain = target.rstrip("/")
        if plain in known and plain:
            target = f"{plain}/"
        elif plain.startswith("t/"):
            target = f"t/#{plain[2:]}"
        query = f"?{parts.query}" if parts.query else ""
        fragment = f"#{parts.fragment}" if parts.fragment else ""
        return f'{name}="{(up + target) or "./"}{query}{fragment}"'

    html = LINK.sub(link, _marked(html))
    policy = CONTENT_SECURITY_POLICY.replace("; frame-ancestors 'none'", "")  # a header only
    head = (
        f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<script src="{up}{LEAD}" data-languages="{" ".join(offered)}" data-up="{up}../"></script>'
    )
    return html.replace('<meta charset="utf-8">', head, 1)


def _moved(html: str, old: str, new: str) -> str:
    """Return a page, made for the folder `old`, for the folder `new`; what it needs stays where it is."""
    up = "../" * len(PurePosixPath(new).parts)

    def link(match: re.Match[str]) -> str:
        name, value = match[1], match[2]
        if urlsplit(value).scheme or value.startswith(("#", "?")) or (name == "action" and not value):
            return match[0]
        target = urljoin(f"http://site/{old}/", value).removeprefix("http://site/")
        return f'{name}="{(up + target) or "./"}"'

    return re.sub(r'data-up="[^"]*"', f'data-up="{up}" data-root-page', LINK.sub(link, html), count=1)


def _headers() -> str:
    """Return what file hosts that read a file `_headers` should send (Netlify, Cloudflare Pages)."""
    lines = ["/*", f"  Content-Security-Policy: {CONTENT_SECURITY_POLICY}"]
    lines += [f"  {name}: {value}" for name, value in SECURITY_HEADERS.items() if name != "Permissions-Policy"]
    lines += [f"  Strict-Transport-Security: max-age={YEAR}", "  Cache-Control: no-cache"]
    lines += ["/*/static/*.css", "  ! Cache-Control", f"  Cache-Control: {IMMUTABLE}"]
    return "\n".join(lines) + "\n"


def write(files: Mapping[str, bytes], folder: Path) -> None:
    """Write the files to a folder; an export from before is replaced in one move, files of others in it stay.

    Raises:
        ExportError: the folder holds something else, or cannot be written. What was there before is untouched.
    """
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / SUMS).is_file())):
        raise ExportError(f"{folder} is not an exported site: give a new or an empty folder.")
    mark = secrets.token_hex(4)
    beside = folder.absolute().with_name(f".{folder.name}.{mark}.part")
    before = folder.absolute().with_name(f".{folder.name}.{mark}.before")
    try:
        for path, content in files.items():
            file = beside / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        if folder.exists():
            _keep_others(folder, beside)
            folder.rename(before)
        beside.rename(folder)
    except OSError as error:
        if before.exists() and not folder.exists():
            before.rename(folder)
        raise ExportError(f"Cannot write {folder}: {error.strerror}.") from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)
        shutil.rmtree(before, ignore_errors=True)


def _keep_others(old: Path, new: Path) -> None:
    """Copy what is no part of the old export, such as `.git` or `CNAME`, to the new one.

    Raises:
        ExportError: the new export has a file of its own at the place of such a file.
    """
    sums = old / SUMS
    ours = (
        {PurePosixPath(line.split("  ", 1)[1]) for line in sums.read_text("utf-8").splitlines()}
        if sums.is_file()
        else set()
    )
    ours |= {PurePosixPath(SUMS)} | {parent for path in ours for parent in path.parents}
    for path in sorted(old.rglob("*")):
        place = PurePosixPath(path.relative_to(old).as_posix())
        if place in ours:
            continue
        if path.is_dir() and not path.is_symlink():
            (new / place).mkdir(parents=True, exist_ok=True)
        elif (new / place).exists():
            raise ExportError(f"{path} is not of the export, which needs its place: move it away.")
        else:
            (new / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, new / place, follow_symlinks=False)
