"""What the compiled functions share: one block of whole numbers, and a few instructions of the processor.

The functions pass the block on as a bare address: an array would travel as seven values, be counted for the garbage
collector, and every index would be asked whether it is negative. Nothing is allocated while matches are played.
"""

import operator
from typing import Any, Final

from llvmlite import ir
from numba import njit, types
from numba.core.registry import cpu_target
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import intrinsic, lower_builtin, models, register_model

_OPTIONS: Final = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

compiled: Final = njit(**_OPTIONS)
"""Compiles a function when a compiled one calls it."""

inline: Final = njit(inline="always", **_OPTIONS)
"""Puts a function into its one caller before anything is compiled: what calls is compiled with all it calls again."""

INT: Final = types.int64
WORD: Final = ir.IntType(64)


class Memory(types.Type):
    """The address of the first of many 64-bit whole numbers: `m[place]`."""

    def __init__(self) -> None:
        super().__init__(name="Memory")


MEMORY: Final = Memory()


@register_model(Memory)
class _MemoryModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, WORD.as_pointer())


@intrinsic
def memory_of(_: Any, address: Any) -> Any:
    """Return the memory that begins at an address."""

    def build(_: Any, builder: Any, __: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], WORD.as_pointer())

    return MEMORY(address), build


@infer_global(operator.getitem)
class _Get(AbstractTemplate):
    """Reading `m[place]`."""

    def generic(self, args: Any, kws: Any) -> Any:  # noqa: ARG002 - as numba calls it
        """Return what is read from which place, or None for anything but a memory."""
        return INT(MEMORY, INT) if isinstance(args[0], Memory) else None


@infer_global(operator.setitem)
class _Set(AbstractTemplate):
    """Writing `m[place] = value`."""

    def generic(self, args: Any, kws: Any) -> Any:  # noqa: ARG002 - as numba calls it
        """Return what is written to which place, or None for anything but a memory."""
        return types.none(MEMORY, INT, INT) if isinstance(args[0], Memory) else None


@lower_builtin(operator.getitem, Memory, types.Integer)
def _get(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return builder.load(builder.gep(args[0], [args[1]], source_etype=WORD), typ=WORD)


@lower_builtin(operator.setitem, Memory, types.Integer, types.Integer)
def _set(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    builder.store(args[2], builder.gep(args[0], [args[1]], source_etype=WORD))
    return context.get_dummy_value()


@intrinsic
def popcount(_: Any, mask: Any) -> Any:
    """Return how many bits are set."""
    return INT(INT), lambda _, builder, __, args: builder.ctpop(args[0])


@intrinsic
def lowest(_: Any, mask: Any) -> Any:
    """Return the place of the lowest bit of a mask that is not 0."""
    return INT(INT), lambda _, builder, __, args: builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))


@intrinsic
def highest(_: Any, mask: Any) -> Any:
    """Return the place of the highest bit of a mask that is not 0."""

    def build(_: Any, builder: Any, __: Any, args: Any) -> Any:
        return builder.sub(ir.Constant(WORD, 63), builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1)))

    return INT(INT), build


@intrinsic
def plus(_: Any, a: Any, b: Any) -> Any:
    """Add modulo 2^64; with `+` the compiler may take for granted that nothing overflows."""
    return INT(INT, INT), lambda _, builder, __, args: builder.add(*args)


@intrinsic
def times(_: Any, a: Any, b: Any) -> Any:
    """Multiply modulo 2^64."""
    return INT(INT, INT), lambda _, builder, __, args: builder.mul(*args)


@intrinsic
def shift_right(_: Any, word: Any, places: Any) -> Any:
    """Shift in zeros: the words of chance have no sign."""
    return INT(INT, INT), lambda _, builder, __, args: builder.lshr(args[0], args[1])


@intrinsic
def _deposit(_: Any, bits: Any, mask: Any) -> Any:
    def build(_: Any, builder: Any, __: Any, args: Any) -> Any:
        kind = ir.FunctionType(WORD, [WORD, WORD])
        name = "llvm.x86.bmi.pdep.64"
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        return builder.call(function, args)

    return INT(INT, INT), build


@compiled
def select_anywhere(mask, k):
    """Return the place of bit number `k` (0 first) of a mask that has more: halving, for any processor."""
    place = 0
    for width in (32, 16, 8, 4, 2, 1):
        low = shift_right(mask, place) & ((1 << width) - 1)
        count = popcount(low)
        if k >= count:
            k -= count
            place += width
    return place


@compiled
def _select_by_deposit(mask, k):
    return lowest(_deposit(1 << k, mask))


def has_fast_deposit() -> bool:
    """Return True if the processor that is compiled for spreads bits in one fast instruction (BMI2, not Zen 1 or 2)."""
    _, processor, features = cpu_target.target_context.codegen().magic_tuple()
    return "+bmi2" in features.split(",") and processor not in ("znver1", "znver2")


select = _select_by_deposit if has_fast_deposit() else select_anywhere
"""Return the place of bit number `k` of a mask."""
