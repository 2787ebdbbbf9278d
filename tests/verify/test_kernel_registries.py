"""A verb and a kind of duel are one module each in the kernel; a missing one is refused at import."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.missions.model import DUELS, STEPS
from companion.verify.kernel.declarations import KernelDuel, KernelVerb
from companion.verify.kernel.duels.registry import KIND_NUMBERS, KINDS
from companion.verify.kernel.verbs.registry import OP_NUMBERS, VERBS

KERNEL = Path(sys.modules["companion.verify.kernel"].__path__[0])

HIDE = """
import importlib, pkgutil, sys
listed = pkgutil.iter_modules
def without_one(path):
    return [found for found in listed(path) if "verify/kernel" not in path[0] or found.name != {name!r}]
pkgutil.iter_modules = without_one
try:
    importlib.import_module("companion.verify.operations")
except ImportError as error:
    print(type(error).__name__, error, sep=": ")
"""

WITHOUT_NUMBA = """
import sys
sys.modules.update(dict.fromkeys(("numba", "numpy", "llvmlite")))
from companion.missions.loader import load_pack
from companion.missions.pack import find_pack
from companion.verify.operations import tabulate
print(len(tabulate(load_pack(find_pack())).operations))
"""


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout


def test_numbers_are_the_order_of_the_language():
    assert list(OP_NUMBERS.items()) == [(verb, number) for number, verb in enumerate(STEPS)]
    assert list(KIND_NUMBERS.values()) == list(range(len(DUELS)))
    assert all(isinstance(verb, KernelVerb) for verb in VERBS.values())
    assert all(isinstance(kind, KernelDuel) for kind in KINDS.values())


@pytest.mark.parametrize(
    ("module", "message"),
    [
        ("swap", "The verb 'swap' is missing in companion.verify.kernel.verbs: there is no module swap.py."),
        ("if_", "The verb 'if' is missing in companion.verify.kernel.verbs: there is no module if_.py."),
        ("stare", "The duel 'stare' is missing in companion.verify.kernel.duels: there is no module stare.py."),
    ],
)
def test_a_missing_module_is_one_sentence_at_import(module, message):
    assert run(HIDE.format(name=module)) == f"IncompleteRegistryError: {message}\n"


def test_the_table_needs_no_numba():
    assert int(run(WITHOUT_NUMBA)) > 100


def test_everything_that_is_compiled_is_in_the_fingerprint():
    pytest.importorskip("numba")
    from companion.verify.kernel.run import compiled_sources

    sources = set(compiled_sources())
    assert set(KERNEL.rglob("*.py")) <= sources
    assert {"tally.py", "chance.py", "combinations.py"} <= {source.name for source in sources}


def test_a_number_without_function_is_an_error():
    numba = pytest.importorskip("numba")
    from companion.verify.kernel.dispatch import dispatcher

    double, triple = numba.njit(lambda n: 2 * n), numba.njit(lambda n: 3 * n)
    dispatch = dispatcher([double, triple], ["n"])
    call = numba.njit("int64(int64, int64)")(lambda number, n: dispatch(number, n))
    assert [call(number, 7) for number in range(2)] == [14, 21]
    with pytest.raises(AssertionError, match="no function has this number"):
        call(2, 7)
