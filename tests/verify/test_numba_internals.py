"""The kernel extends numba's compiler through parts that numba and llvmlite do not document, and uses these:

models, templates and lowering to read and write `m[place]` at a bare address, the code generator's description of the
processor to choose the fast `pdep`, two undocumented options of `njit`, and llvmlite's typed loads and stores.
"""

import importlib
import inspect
from operator import attrgetter

import pytest

numba = pytest.importorskip("numba")
llvmlite = pytest.importorskip("llvmlite")

PARTS = [
    ("numba.extending", "models.PrimitiveModel.__init__", ["dmm", "fe_type", "be_type"]),
    ("numba.extending", "register_model", []),
    ("numba.extending", "lower_builtin", []),
    ("numba.core.typing.templates", "AbstractTemplate", []),
    ("numba.core.typing.templates", "infer_global", ["val"]),
    ("numba.core.base", "BaseContext.get_dummy_value", []),
    ("numba.core.registry", "cpu_target.target_context.codegen", []),
    ("llvmlite.ir", "IRBuilder.load", ["ptr", "typ"]),
    ("llvmlite.ir", "IRBuilder.gep", ["ptr", "indices", "source_etype"]),
    ("llvmlite.ir", "IRBuilder.inttoptr", []),
    ("llvmlite.ir", "IRBuilder.ctpop", []),
    ("llvmlite.ir", "IRBuilder.cttz", []),
    ("llvmlite.ir", "IRBuilder.ctlz", []),
    ("llvmlite.ir", "IRBuilder.lshr", []),
]
"""Module, name in it, and the parameters that the kernel counts on."""

CHANGED = (
    f"companion/verify/kernel/memory.py counts on a part of numba {numba.__version__} or llvmlite"
    f" {llvmlite.__version__} that has changed: "
)


@pytest.mark.parametrize(("module", "name", "parameters"), PARTS, ids=str)
def test_parts_that_are_not_documented_are_still_there(module, name, parameters):
    try:
        found = attrgetter(name)(importlib.import_module(module))
    except (ImportError, AttributeError) as error:
        pytest.fail(f"{CHANGED}{module}.{name} is missing ({error}).", pytrace=False)
    missing = set(parameters) - set(inspect.signature(found).parameters) if parameters else set()
    assert not missing, f"{CHANGED}{module}.{name} has no parameter {', '.join(sorted(missing))}."


def test_the_code_generator_describes_the_processor():
    from numba.core.registry import cpu_target

    described = cpu_target.target_context.codegen().magic_tuple()
    assert len(described) == 3, f"{CHANGED}magic_tuple() is {described}, not (triple, processor, features)."
    assert all(isinstance(part, str) for part in described), f"{CHANGED}magic_tuple() is {described}."


def test_options_of_njit_are_still_known():
    from numba.core.registry import cpu_target

    known = set(vars(cpu_target.options)) | {name for cls in cpu_target.options.__mro__ for name in vars(cls)}
    missing = {"no_cpython_wrapper", "no_cfunc_wrapper", "nogil", "error_model", "inline"} - known
    assert not missing, f"{CHANGED}njit has no option {', '.join(sorted(missing))}."


def test_memory_is_read_and_written_at_its_address():
    import numpy as np

    from companion.verify.kernel.memory import memory_of

    @numba.njit("int64(int64)")
    def increase(address):
        m = memory_of(address)
        m[1] = m[1] + 1
        return m[1]

    block = np.array([5, 6, 7])
    assert increase(block.ctypes.data) == 7, f"{CHANGED}m[place] reads or writes another place."
    assert block.tolist() == [5, 7, 7], f"{CHANGED}m[place] = value writes another place."
