"""What is known of the sizes of a tensor program, which a call gives as integers.

A size is at least 0. One without which the program has no results is taken for at least 1: when it is 0 there is
nothing to compute (and where sizes follow from others, `skip_empty` sees to it that nothing is). Of
``B[n, m] = A[n, m] * s[m]`` both are; of a sum over `n`, ``B[m] += A[n, m]``, only `m`: the sum of no rows is m zeros.
Of a row that is added in front, ``B[n + 1]``, none is: B has an element where A has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mlcc.ir import Buffer, Expr, PrimFunc, Var, const, free_vars, substitute

from .regions import output_buffers
from .simplify import Analyzer


def program_analyzer(func: PrimFunc) -> Analyzer:
    """An analyzer that knows the sizes of a program, and of no loop.

    An integer parameter in no shape may have any value; so may the offset of a buffer. A stride is at least 1.
    """
    dims = dict.fromkeys(var for buffer in func.buffers for dim in buffer.shape for var in free_vars(dim))
    strides = (var for buffer in func.buffers for stride in buffer.strides for var in free_vars(stride))
    # Not ranges up to the largest extent: a temporary would get room for that.
    return Analyzer(sizes=dims, positive=[*_needed(func, dims), *(v for v in strides if v not in dims)])


def _needed(func: PrimFunc, dims: Iterable[Var]) -> Iterator[Var]:
    """The dimensions without which none of the buffers that the program may write has an element.

    None in the entry program of a model, which checks sizes first.
    """
    results = output_buffers(func) if dims and "num_input" not in func.attrs else ()
    return (var for var in dims if results and all(_is_empty(b, var, dims) for b in results))


def _is_empty(buffer: Buffer, var: Var, dims: Iterable[Var]) -> bool:
    """Whether a buffer has no element when a dimension is 0."""
    return any(dim is var or _vanishes(dim, var, dims) for dim in buffer.shape)


def _vanishes(dim: Expr, var: Var, dims: Iterable[Var]) -> bool:
    if var not in free_vars(dim):
        return False
    sizes = Analyzer(sizes=dims)
    return sizes.interval(sizes.poly(substitute(dim, {var: const(0, var.dtype)})))[1] <= 0
