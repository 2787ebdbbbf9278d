"""What a host may set: `GONG_*` environment variables and `gong.toml` -> one frozen `Settings`.

    >>> load_settings({"GONG_PORT": "8080"}, Path("/srv/gong"))
    Settings(base_url=None, host='127.0.0.1', port=8080, ...)

An environment variable wins over the file, the file over the default; an empty variable counts as not set. Everything
that is wrong is reported at once, one sentence each. Nothing here has a secret default, because there is no secret.
"""

import difflib
import re
import reprlib
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final, Literal

from companion.address import AddressError, BaseUrl, parse_base_url
from companion.errors import UsageError
from companion.languages import available

FILE: Final = "gong.toml"
PREFIX: Final = "GONG_"


class SettingsError(UsageError):
    """Wrong settings; `problems` holds one sentence for each."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems: Final = tuple(problems)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one site.

    Attributes:
        base_url: where the site is reached from outside; printed on cards. A path in it is the prefix of the site.
        host: address of this machine to listen on.
        port: TCP port to listen on; 0 takes a free one.
        pack: folder of the mission pack; None is the newest installed core pack.
        trusted_hosts: Host headers to answer; empty answers all. A leading dot takes subdomains too.
        proxy_hops: number of reverse proxies in front whose X-Forwarded-* headers are believed.
        languages: languages that readers are offered, English included or not; empty offers all.
        store: SQLite file for counts and reports; None counts nothing.
        store_sync: `normal` survives every end of the process, `full` a power cut too.
        log_format: `text` for people, `json` for programs: one object a line.
    """

    base_url: BaseUrl | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    pack: Path | None = None
    trusted_hosts: tuple[str, ...] = ()
    proxy_hops: int = 0
    languages: tuple[str, ...] = ()
    store: Path | None = None
    store_sync: Literal["normal", "full"] = "normal"
    log_format: Literal["text", "json"] = "text"


class _ValueFormError(ValueError):
    """The rest of the sentence that begins with the name of the setting."""


def _base_url(value: Any) -> BaseUrl:
    return parse_base_url(_text(value))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise _ValueFormError("must be text in quotation marks")
    return value


def _host(value: Any) -> str:
    text = _text(value)
    if not re.fullmatch(r"[A-Za-z0-9.:_-]+", text):
        raise _ValueFormError(
            f"must be an address of this machine such as 127.0.0.1 or 0.0.0.0, not {reprlib.repr(text)}"
        )
    return text


def _whole_number(low: int, high: int) -> Callable[[Any], int]:
    def parse(value: Any) -> int:
        number = int(value) if isinstance(value, str) and re.fullmatch("[0-9]{1,9}", value) else value
        if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
            raise _ValueFormError(f"must be a whole number from {low} to {high}, not {reprlib.repr(value)}")
        return number

    return parse


def _path(value: Any) -> Path:
    return Path(_text(value)).expanduser()


def _list(value: Any, what: str) -> list[str]:
    items = [item.strip() for item in value.split(",") if item.strip()] if isinstance(value, str) else value
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        raise _ValueFormError(f"must be a list of {what}")
    return items


def _hosts(value: Any) -> tuple[str, ...]:
    items = _list(value, "host names")
    for item in items:
        if not re.fullmatch(r"\.?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*|\[[0-9A-Fa-f:.]+\]", item):
            raise _ValueFormError(f"must hold host names without scheme, port or path, not {reprlib.repr(item)}")
    if not items:
        raise _ValueFormError("must hold at least one host name; leave it out to answer all")
    return tuple(items)


def _languages(value: Any) -> tuple[str, ...]:
    known = available()
    found = []
    for item in _list(value, "languages"):
        if (tag := {tag.lower(): tag for tag in known}.get(item.lower())) is None:
            raise _ValueFormError(f"must hold some of {', '.join(known)}, not {reprlib.repr(item)}")
        found.append(tag)
    if not found:
        raise _ValueFormError(f"must hold at least one of {', '.join(known)}; leave it out to offer all")
    return tuple(dict.fromkeys(found))


def _one_of(*allowed: str) -> Callable[[Any], str]:
    def parse(value: Any) -> str:
        if value not in allowed:
            raise _ValueFormError(f"must be {' or '.join(allowed)}, not {reprlib.repr(value)}")
        return str(value)

    return parse


_PARSERS: Final[dict[str, Callable[[Any], Any]]] = {
    "base_url": _base_url,
    "host": _host,
    "port": _whole_number(0, 65535),
    "pack": _path,
    "trusted_hosts": _hosts,
    "proxy_hops": _whole_number(0, 9),
    "languages": _languages,
    "store": _path,
    "store_sync": _one_of("normal", "full"),
    "log_format": _one_of("text", "json"),
}

_PATHS: Final = ("pack", "store")
"""Settings that are paths; in a file they are meant from where the file is."""


def variable(name: str) -> str:
    """Return the environment variable of the setting `name`: `GONG_BASE_URL` for `base_url`."""
    return f"{PREFIX}{name.upper()}"


def load_settings(environ: Mapping[str, str], folder: Path) -> Settings:
    """Return the settings given by the environment and by `gong.toml` in `folder`.

    Raises:
        SettingsError: everything that is wrong, one sentence each: the file cannot be read, a name is unknown, a value
            has the wrong form.
    """
    problems = _misspelled(environ)
    path = folder / FILE
    given = {name: (str(path), value) for name, value in _read(path, problems).items()}
    for name in _PARSERS:
        if value := environ.get(variable(name)):
            given[name] = ("", value)
    values: dict[str, Any] = {}
    for name, (source, value) in given.items():
        shown = f"{source}: {name}" if source else variable(name)
        try:
            values[name] = _PARSERS[name](value)
            if source and name in _PATHS:
                values[name] = folder / values[name]
        except AddressError as error:
            problems.append(f"{shown}: {error}")
        except _ValueFormError as error:
            problems.append(f"{shown} {error}.")
    if problems:
        raise SettingsError(problems)
    return Settings(**values)


def _misspelled(environ: Mapping[str, str]) -> list[str]:
    """Return a sentence for each variable that is nearly one of ours; other GONG_* variables may be the host's own."""
    known = {variable(name) for name in _PARSERS}
    problems = []
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in known:
            nearest = difflib.get_close_matches(name.removeprefix(PREFIX).lower(), _PARSERS, 1, cutoff=0.8)
            if nearest:
                problems.append(f"There is no setting {name}; did you mean {variable(nearest[0])}?")
    return problems


def _read(path: Path, problems: list[str]) -> dict[str, Any]:
    """Return the known settings of the file, adding a sentence to `problems` for all that is wrong."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        problems.append(f"{path}: cannot be read: {error.strerror}.")
        return {}
    except UnicodeDecodeError:
        problems.append(f"{path}: is not UTF-8 text.")
        return {}
    except tomllib.TOMLDecodeError as error:
        problems.append(f"{path}: is not valid TOML: {error}.")
        return {}
    for name in [name for name in table if name not in _PARSERS]:
        nearest = difflib.get_close_matches(name, _PARSERS, 1)
        hint = f"did you mean {nearest[0]}?" if nearest else f"known are {', '.join(_PARSERS)}."
        problems.append(f"{path}: there is no setting {name!r}; {hint}")
        del table[name]
    return table


def override(settings: Settings, **options: Any) -> Settings:
    """Return `settings` with the options that are not None, in the same forms as in the environment.

    Raises:
        SettingsError: an option has the wrong form.
    """
    problems: list[str] = []
    values: dict[str, Any] = {}
    for name, value in options.items():
        if value is None:
            continue
        try:
            values[name] = _PARSERS[name](value)
        except AddressError as error:
            problems.append(str(error))
        except _ValueFormError as error:
            problems.append(f"--{name.replace('_', '-')} {error}.")
    if problems:
        raise SettingsError(problems)
    return replace(settings, **values)


assert set(_PARSERS) == {field.name for field in fields(Settings)}  # noqa: S101 - a setting without a parser is a bug
