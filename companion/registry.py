"""Registries of declarations: one module for each name, found in a folder, complete or not imported at all.

    >>> VERBS = load("companion.rules.fight.verbs", "verb", "VERB", Verb, names=STEPS)
    >>> VERBS["put"].apply

Each module of the package declares one object under a fixed name. A name that is a Python keyword has a module that
ends in an underscore: `if` is declared in `if_.py`. The module `registry` and modules whose names begin with an
underscore declare nothing.
"""

from __future__ import annotations

import dataclasses
import importlib
import keyword
import pkgutil
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

T = TypeVar("T")


class IncompleteRegistryError(ImportError):
    """A declaration is missing, incomplete or unknown; the message is one sentence that names it and its package."""


class _Required:
    def __repr__(self) -> str:
        return "REQUIRED"


REQUIRED: Final[Any] = _Required()
"""Default of a dataclass field that every declaration has to set; `load` reports the fields that still hold it."""


def load(
    package: str,
    noun: str,
    attribute: str,
    expected: type[T],
    names: Iterable[str] | None = None,
    requires: Iterable[str] = (),
) -> dict[str, T]:
    """Import every declaration of a package.

    Args:
        package: the package that holds one module for each name.
        noun: what a name is, for messages: `verb`.
        attribute: the name under which each module declares its object.
        expected: the class of the object; `type` for declarations that are classes themselves.
        names: the names that must be declared, no more and no less, in the order of the result. Without them every
            module counts, in alphabetical order.
        requires: attributes that every declaration must have.

    Raises:
        IncompleteRegistryError: a name has no module, a module has no such object, the object lacks an attribute, an
            abstract method or a field marked as `REQUIRED`, or a module belongs to no name.
    """
    found = {_name(module): module for module in _modules(package)}
    wanted = sorted(found) if names is None else list(names)
    for name in wanted:
        if name not in found:
            raise IncompleteRegistryError(
                f"The {noun} '{name}' is missing in {package}: there is no module {_module(name)}.py."
            )
    for name, module in found.items():
        if name not in wanted:
            raise IncompleteRegistryError(f"{package} has a module {module}.py, but there is no {noun} '{name}'.")
    return {name: _declared(package, noun, name, attribute, expected, tuple(requires)) for name in wanted}


def load_classes(
    package: str,
    noun: str,
    attribute: str,
    base: type[T],
    name_of: Callable[[type[T]], str],
    requires: Iterable[str] = (),
) -> dict[str, type[T]]:
    """Import every declaration of a package whose declarations are subclasses of `base`.

    Args:
        package: as for `load`.
        noun: as for `load`.
        attribute: as for `load`.
        base: the class that all of them extend.
        name_of: returns the name that a class gives itself; it must be that of its module.
        requires: as for `load`.

    Raises:
        IncompleteRegistryError: as `load` does, and for a class that is no subclass of `base` or has another name.
    """
    found = load(package, noun, attribute, type, requires=requires)
    for name, declared in found.items():
        if not issubclass(declared, base):
            message = f"{attribute} in {_module(name)}.py is no {base.__name__}"
            raise IncompleteRegistryError(f"The {noun} '{name}' is incomplete in {package}: {message}.")
        if name_of(declared) != name:
            raise IncompleteRegistryError(f"{package}.{_module(name)} declares the {noun} '{name_of(declared)}'.")
    return found


def by_number(declarations: dict[str, T], noun: str) -> dict[str, T]:
    """Return declarations in the order of their attribute `number`.

    Raises:
        IncompleteRegistryError: two of them have the same number.
    """
    found: dict[int, str] = {}
    for name, declared in declarations.items():
        number = getattr(declared, "number")  # noqa: B009 - any declaration with numbers has it
        if number in found:
            raise IncompleteRegistryError(f"The {noun}s '{found[number]}' and '{name}' have the same number {number}.")
        found[number] = name
    return {name: declarations[name] for _, name in sorted(found.items())}


def _modules(package: str) -> list[str]:
    path = importlib.import_module(package).__path__
    names = (info.name for info in pkgutil.iter_modules(path))
    return [name for name in names if name != "registry" and not name.startswith("_")]


def _name(module: str) -> str:
    """Return what a module declares: `if` for `if_`."""
    return module[:-1] if keyword.iskeyword(module[:-1]) and module.endswith("_") else module


def _module(name: str) -> str:
    """Return the module that declares a name: `if_` for `if`."""
    return f"{name}_" if keyword.iskeyword(name) else name


def _declared(package: str, noun: str, name: str, attribute: str, expected: type[T], requires: tuple[str, ...]) -> T:
    module = _module(name)
    declared = getattr(importlib.import_module(f"{package}.{module}"), attribute, None)
    start = f"The {noun} '{name}' is incomplete in {package}"
    if declared is None or not isinstance(declared, expected):
        raise IncompleteRegistryError(f"{start}: {module}.py declares no {attribute}.")
    missing = [*_missing(declared), *(name for name in requires if not hasattr(declared, name))]
    if missing:
        raise IncompleteRegistryError(f"{start}: {attribute} in {module}.py lacks {', '.join(missing)}.")
    return declared


def _missing(declared: object) -> list[str]:
    """Return the abstract methods of a class, or the required fields that a dataclass object has not set."""
    if isinstance(declared, type):
        return sorted(getattr(declared, "__abstractmethods__", ()))
    if dataclasses.is_dataclass(declared):
        return [field.name for field in dataclasses.fields(declared) if getattr(declared, field.name) is REQUIRED]
    return sorted(getattr(type(declared), "__abstractmethods__", ()))
