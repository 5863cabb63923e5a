"""Leaves out all of a program whose results have no element, where their sizes follow from others.

A loop over no rows does nothing, and most passes need no more: of ``for i in range(n)`` with n = 0 nothing remains. But
of ``n - 1`` rows, n = 0 makes the last vector of minus one row, and where the results have no element, sizes of 0 are
taken for 1 (see `program_analyzer`). Such programs begin with a test:

    for i in range((n + 6) // 8): ...       becomes       if 0 < n - 1:
                                                              for i in range((n + 6) // 8): ...
"""

from __future__ import annotations

from mlcc.analysis import Analyzer, output_buffers
from mlcc.ir import Buffer, Expr, IfThenElse, IntImm, PrimFunc, Var, all_of, any_of, const
from mlcc.target import Target


def skip_empty(func: PrimFunc, _target: Target) -> PrimFunc:
    """Test first whether any result has an element. The entry program of a model computes nothing itself."""
    if not _derives_sizes(func) or "num_input" in func.attrs:
        return func
    sizes = Analyzer(sizes=func.sizes())
    tests = [_has_elements(result, sizes) for result in output_buffers(func)]
    if not tests or any(isinstance(test, IntImm) for test in tests):
        return func
    return func.with_body(IfThenElse(any_of(*tests), func.body))


def _derives_sizes(func: PrimFunc) -> bool:
    """Whether a call gives other integers than the dimensions of operands."""
    dims = [dim for buffer in func.buffers for dim in buffer.shape]
    return len(func.sizes()) > len(func.symbolic_vars()) or not all(isinstance(dim, Var | IntImm) for dim in dims)


def _has_elements(buffer: Buffer, sizes: Analyzer) -> Expr:
    """The condition that a buffer has an element, without dimensions that are at least 1 for all sizes."""
    unknown = (dim for dim in dict.fromkeys(buffer.shape) if not sizes.positive(sizes.poly(dim)))
    return all_of(*(const(0, dim.dtype) < dim for dim in unknown))
