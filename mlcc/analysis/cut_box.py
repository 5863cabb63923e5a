"""The elements that a block accesses where its guard leaves out the ends of a region."""

from __future__ import annotations

from collections.abc import Container, Sequence

from mlcc.ir import Expr, Var

from .poly import Poly
from .regions import Box
from .relax import relax
from .simplify import Analyzer


def cut_box(analyzer: Analyzer, starts: Sequence[Poly], guards: Sequence[Expr], inner: Container[Var]) -> Box | None:
    """The box of the indices `starts` over the loops `inner`, of which each element is accessed under `guards`; None
    if that is not proven.

    A copy of 12 columns in vectors of 8, ``B[h * 12 + i * 8 + j] = …`` where ``i * 8 + j < 12``, writes ``[h * 12, h *
    12 + 11]`` for i < 2, j < 8: the index takes all values up to the end that the guard gives it, index + (11 - i * 8 -
    j), in which no inner loop is left. A guard on the loops of two dimensions at once gives no box.
    """
    moving = [{v for v in start.variables() if v in inner} for start in starts]
    if any(a & b for k, a in enumerate(moving) for b in moving[:k]):
        return None
    ends: list[tuple[Poly, Poly]] = []
    for start in starts:
        interval = relax(analyzer, start, inner)
        if interval is None or not interval.exact:
            return None
        ends.append((interval.low, interval.high))
    for guard in guards:
        signs = analyzer.comparison_polys(guard)
        if not signs:
            return None
        for sign in signs:
            names = {v for v in sign.variables() if v in inner}
            dims = [n for n, own in enumerate(moving) if names & own]
            if len(dims) != 1 or not names <= moving[dims[0]]:
                return None
            (dim,) = dims
            bound, (low, high) = starts[dim] + sign, ends[dim]
            if bound.uses(moving[dim]):
                return None
            if analyzer.nonneg(high - bound):
                ends[dim] = low, bound
            elif not analyzer.nonneg(bound - high):
                return None
    return [*ends]
