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
from collections.abc import Iterable
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
    package: str, noun: str, attribute: str, expected: type[T], names: Iterable[str] | None = None
) -> dict[str, T]:
    """Import every declaration of a package.

    Args:
        package: the package that holds one module for each name.
        noun: what a name is, for messages: `verb`.
        attribute: the name under which each module declares its object.
        expected: the class of the object; `type` for declarations that are classes themselves.
        names: the names that must be declared, no more and no less, in the order of the result. Without them every
            module counts, in alphabetical order.

    Raises:
        IncompleteRegistryError: a name has no module, a module has no such object, an abstract method is not
            implemented, a required field is not set, or a module belongs to no name.
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
    return {name: _declared(package, noun, name, attribute, expected) for name in wanted}


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


def _declared(package: str, noun: str, name: str, attribute: str, expected: type[T]) -> T:
    module = _module(name)
    declared = getattr(importlib.import_module(f"{package}.{module}"), attribute, None)
    start = f"The {noun} '{name}' is incomplete in {package}"
    if declared is None or not isinstance(declared, expected):
        raise IncompleteRegistryError(f"{start}: {module}.py declares no {attribute}.")
    missing = _missing(declared)
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
