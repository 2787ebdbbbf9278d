"""A registry finds one declaration for each name in a folder, and refuses to be imported incomplete."""

import sys
from itertools import count

import pytest

from companion.registry import REQUIRED, IncompleteRegistryError, by_number, load, load_classes

DECLARING = """
from dataclasses import dataclass
from typing import Any
from companion.registry import REQUIRED

@dataclass(frozen=True)
class Verb:
    run: Any = REQUIRED
    note: str = ""
"""
NUMBERS = count()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a function that makes a package with these modules and returns its name."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def make(**modules):
        package = tmp_path / f"declared_{next(NUMBERS)}"
        package.mkdir()
        (package / "__init__.py").touch()
        (package / "_base.py").write_text(DECLARING)
        (package / "registry.py").write_text("raise AssertionError('not a declaration')")
        for name, text in modules.items():
            (package / f"{name}.py").write_text(f"from {package.name}._base import Verb\n{text}")
        return package.name

    yield make
    for name in [name for name in sys.modules if name.startswith("declared_")]:
        del sys.modules[name]


def test_declarations_in_the_order_of_the_names(folder):
    package = folder(put="VERB = Verb(run=1)", if_="VERB = Verb(run=2)", give="VERB = Verb(run=3)")
    found = load(package, "verb", "VERB", object, names=["put", "if", "give"])
    assert [(name, verb.run) for name, verb in found.items()] == [("put", 1), ("if", 2), ("give", 3)]


def test_without_names_every_module_counts(folder):
    package = folder(put="VERB = Verb(run=1)", if_="VERB = Verb(run=2)")
    assert list(load(package, "verb", "VERB", object)) == ["if", "put"]


@pytest.mark.parametrize(
    ("modules", "sentence"),
    [
        ({}, "The verb 'put' is missing in {package}: there is no module put.py."),
        ({"put": ""}, "The verb 'put' is incomplete in {package}: put.py declares no VERB."),
        ({"put": "VERB = Verb()"}, "The verb 'put' is incomplete in {package}: VERB in put.py lacks run."),
        (
            {"put": "VERB = Verb(run=1)", "drop": "VERB = Verb(run=1)"},
            "{package} has a module drop.py, but there is no verb 'drop'.",
        ),
        (
            {"put": "from abc import ABC, abstractmethod\nclass VERB(ABC):\n @abstractmethod\n def clause(self): ..."},
            "The verb 'put' is incomplete in {package}: VERB in put.py lacks clause.",
        ),
    ],
)
def test_an_incomplete_folder_is_refused_in_one_sentence(folder, modules, sentence):
    package = folder(**modules)
    with pytest.raises(IncompleteRegistryError) as caught:
        load(package, "verb", "VERB", object, names=["put"])
    assert isinstance(caught.value, ImportError)
    assert str(caught.value) == sentence.format(package=package)


def test_the_class_of_a_declaration_is_checked(folder):
    package = folder(put="VERB = 7")
    with pytest.raises(IncompleteRegistryError, match=r"put\.py declares no VERB"):
        load(package, "verb", "VERB", str)


def test_the_mark_of_a_required_field_is_readable():
    assert repr(REQUIRED) == "REQUIRED"


def test_attributes_that_a_declaration_must_have(folder):
    package = folder(put="VERB = Verb(run=1)")
    with pytest.raises(IncompleteRegistryError) as caught:
        load(package, "verb", "VERB", object, requires=["run", "number", "examples"])
    assert str(caught.value) == f"The verb 'put' is incomplete in {package}: VERB in put.py lacks number, examples."


def test_classes_must_extend_the_base_and_have_the_name_of_their_module(folder):
    package = folder(put="class Put(int): name = 'put'\nVERB = Put", give="class Give(int): name = 'gift'\nVERB = Give")
    with pytest.raises(
        IncompleteRegistryError, match=r"^The verb 'give' is incomplete in .*: VERB in give.py is no str\.$"
    ):
        load_classes(package, "verb", "VERB", str, name_of=lambda cls: cls.name)
    with pytest.raises(IncompleteRegistryError) as caught:
        load_classes(package, "verb", "VERB", int, name_of=lambda cls: cls.name)
    assert str(caught.value) == f"{package}.give declares the verb 'gift'."


def test_declarations_are_sorted_by_numbers_that_differ(folder):
    package = folder(put="class VERB: number = 2", give="class VERB: number = 1", show="class VERB: number = 2")
    found = load(package, "verb", "VERB", type)
    assert list(by_number({name: found[name] for name in ("put", "give")}, "verb")) == ["give", "put"]
    with pytest.raises(IncompleteRegistryError) as caught:
        by_number(found, "verb")
    assert str(caught.value) == "The verbs 'put' and 'show' have the same number 2."
