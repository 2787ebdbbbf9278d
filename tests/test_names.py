"""One name, one thing (DESIGN 1): a public class, type or module name is used once in the product."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

PER_GAME = {"cards", "game", "state", "wording"}
"""Modules that each package of a game has, with the same meaning in each."""

PER_ROOM = {
    "declarations": "what the entries of a registry are declared with",
    "findings": "a report of what is wrong, and its codes",
    "registry": "the entries of a room by their names",
}
"""Modules that several rooms have, with the same meaning in each."""

PER_ENTRY = {"verbs", "duels", "bots", "cli"}
"""Folders with one module for each verb, kind of duel, game or command; the module has the name of its entry."""


def modules() -> list[Path]:
    """Return the modules of the product."""
    files = [path for room in ("companion", "printables") for path in (ROOT / room).rglob("*.py")]
    return sorted(path for path in files if "_data" not in path.parts)


def public_types(path: Path) -> set[str]:
    """Return the public classes and type aliases that a module defines: names in CamelCase."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        match node:
            case ast.ClassDef(name=name):
                found.add(name)
            case ast.Assign(targets=targets):
                found.update(target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
    return {name for name in found if not name.startswith("_") and name[0].isupper() and not name.isupper()}


def test_a_type_name_means_one_thing():
    places = defaultdict(list)
    for path in modules():
        for name in public_types(path):
            places[name].append(str(path.relative_to(ROOT)))
    shared = {name: found for name, found in sorted(places.items()) if len(found) > 1}
    assert not shared


def test_a_module_name_means_one_thing():
    places = defaultdict(list)
    for path in modules():
        if path.stem == "__init__" or path.stem in PER_ROOM or {path.parent.name, path.parent.parent.name} & PER_ENTRY:
            continue
        if path.stem in PER_GAME and path.parent.parent.name == "rules":
            continue
        places[path.stem].append(str(path.relative_to(ROOT)))
    shared = {name: found for name, found in sorted(places.items()) if len(found) > 1}
    assert not shared


def test_package_files_import_nothing_of_their_room():
    for path in modules():
        if path.name == "__init__.py" and path.parent.name != "cli":
            nodes = ast.parse(path.read_text("utf-8")).body
            assert all(isinstance(node, ast.Expr) for node in nodes), f"{path} holds more than a docstring"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_long_module_says_why(path):
    text = path.read_text("utf-8")
    if text.count("\n") > 400:
        assert "one module because" in (ast.get_docstring(ast.parse(text)) or "").lower(), "over 400 lines: split it"
