"""Templates -> pages. Knows languages, colours and words; knows nothing of requests, so that pages are made ahead."""

import re
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from gettext import NullTranslations
from typing import Any, Final, Literal, TypeAlias
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from companion import languages
from companion.data import data_path
from companion.deck import COLOR_OF_KIND, GALAXIES, GALAXY_CODES, KINDS
from companion.missions.pack import Pack
from companion.missions.tables import Table
from companion.palette import GALAXY_COLORS, KIND_EMBLEMS, XPHERE_COLORS
from companion.site.content import assets
from companion.site.content.library import Library
from companion.site.content.representation import HTML, SVG, Page, make_page
from companion.words import kind_name, xphere_name

DOMAIN: Final = "site"
DEFAULT_LANGUAGE: Final = languages.SOURCE

Seats: TypeAlias = Literal[2] | None
"""How many play, as far as the wording cares: two, or None for three and more."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A phone's place at a table.

    Attributes:
        table: the table as the phone knows it.
        played: the table whose missions are shown: another one if the phone's own needs a pack that is not installed.
        pack: the pack of these missions.
    """

    table: Table
    played: Table
    pack: Pack

    @classmethod
    def of(cls, table: Table, library: Library) -> "Seat":
        """Return the place at a table, with the current missions where its own are not installed."""
        pack = library.packs.get((table.pack, table.version))
        if pack is not None:
            return cls(table, table, pack)
        current = library.current
        return cls(table, replace(table, pack=current.id, version=current.version), current)

    @property
    def moved(self) -> bool:
        """Tell whether the missions are others than those that the table began with."""
        return self.table != self.played


_translations: ContextVar[NullTranslations] = ContextVar("translations")


class Renderer:
    """Makes pages from the templates, in every language.

    >>> renderer = Renderer()
    >>> renderer.page("privacy.html", "fr", root="").language
    'fr'
    """

    def __init__(self, offered: Sequence[str] = (), *, reports: bool = False) -> None:
        """Read templates and catalogues.

        Args:
            offered: languages that readers may choose; empty means all that there are.
            reports: whether there is somewhere to note that a mission did not work.
        """
        self.languages: Final = tuple(offered) or languages.available()
        self._catalogues: Final = {code: languages.translations(DOMAIN, code) for code in self.languages}
        self._names: Final = [(code, _capital(languages.native_name(code))) for code in self.languages]
        self._environment: Final = _environment()
        self.assets: Final[Mapping[str, Page]] = {
            **assets.files(),
            assets.STYLE: assets.style_sheet(),
            assets.MORE: assets.more_sheet(assets.MORE),
            assets.RULES: assets.more_sheet(assets.RULES),
            assets.HELPERS: assets.more_sheet(assets.HELPERS),
            assets.TABLE: assets.more_sheet(assets.TABLE),
            assets.SCAN: assets.more_sheet(assets.SCAN),
            assets.PRINT: assets.more_sheet(assets.PRINT),
            assets.ICON: make_page(self._environment.get_template(assets.ICON).render(), SVG, level=9),
        }
        self._environment.globals["icon"] = f"data:{SVG},{quote(self.assets[assets.ICON].body, safe='=:;,()')}"
        self._environment.globals["reports"] = reports
        self.name_version("")
        self._environment.globals["assets"] = {n: assets.versioned(n, asset) for n, asset in self.assets.items()}

    def name_version(self, version: str) -> None:
        """Let pages name the version of all content, from which phones notice that there is something new."""
        self._environment.globals["version"] = version

    def page(
        self,
        template: str,
        language: str,
        root: str,
        seats: Seats = None,
        level: int = 6,
        seat: Seat | None = None,
        **values: Any,
    ) -> Page:
        """Return the page that `template` gives.

        Args:
            template: name of a template.
            language: one of `languages`.
            root: what leads from the page to the root of the site: `` on `/NB4`, `../../` on `/a/b/c`.
            seats: how many play.
            level: effort of compression, 1 to 9.
            seat: the place at a table, if the phone is at one.
            values: what the template shows.
        """
        token = _translations.set(self._catalogues[language])
        try:
            text = self._environment.get_template(template).render(
                language=language,
                language_name=dict(self._names)[language],
                direction=languages.direction(language),
                languages=self._names,
                root=root,
                seats=seats,
                seat=seat,
                kind_name=lambda kind: kind_name(kind, language),
                xphere_name=lambda number: xphere_name(number, language),
                **values,
            )
        finally:
            _translations.reset(token)
        return make_page(_WHITE_LINES.sub("\n", text), HTML, language, level)

    def text(self, message: str, language: str) -> str:
        """Return the translation of a message that was marked with `N_`."""
        return self._catalogues[language].gettext(message)


def _capital(name: str) -> str:
    """Return a name as it stands at the start of a line of a menu."""
    return name[:1].upper() + name[1:]


_WHITE_LINES: Final = re.compile(r"\n\s*\n+")


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(data_path("templates")),
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.install_gettext_callables(  # type: ignore[attr-defined]  # added by the i18n extension
        lambda message: _translations.get().gettext(message),
        lambda one, many, n: _translations.get().ngettext(one, many, n),
        newstyle=True,
    )
    environment.globals.update(
        kinds=KINDS,
        galaxy_names=GALAXIES,
        galaxy_codes=GALAXY_CODES,
        kind_of={color: kind for kind, color in COLOR_OF_KIND.items()},
        galaxies=GALAXY_COLORS,
        xpheres=XPHERE_COLORS,
        emblems=KIND_EMBLEMS,
    )
    return environment
