"""One compiled function out of many, chosen by number.

numba cannot call a function that it finds in a table without losing what it knows of it. So the dispatcher is generated
as source with one comparison for each function, which LLVM can turn into a jump table.
"""

from collections.abc import Sequence

from companion.verify.kernel.declarations import CompiledFunction
from companion.verify.kernel.memory import inline


def dispatcher(functions: Sequence[CompiledFunction], parameters: Sequence[str]) -> CompiledFunction:
    """Return a function `dispatch(number, *parameters)` that returns what the function with this number returns.

    The numbers are those of the table, whose writer knows the same functions; another number is an error in the kernel.
    """
    arguments = ", ".join(parameters)
    lines = [f"def dispatch(number, {arguments}):"]
    for number in range(len(functions)):
        lines += [f"    if number == {number}:", f"        return function_{number}({arguments})"]
    lines.append("    raise AssertionError('no function has this number')")
    namespace = {f"function_{number}": function for number, function in enumerate(functions)}
    exec("\n".join(lines), namespace)  # noqa: S102 - of names and numbers only
    dispatch: CompiledFunction = inline(namespace["dispatch"])
    return dispatch
