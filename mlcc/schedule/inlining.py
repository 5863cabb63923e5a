"""Inverting a block's store or load: which instance touches a given element."""

from __future__ import annotations

from collections.abc import Sequence

from mlcc.analysis import Analyzer, to_expr
from mlcc.analysis.itermap import IterMap, NotAffine
from mlcc.ir import Block, Expr, IterVar, Var, as_int

from .rewriting import as_vars


def instance_of(
    analyzer: Analyzer, iters: Sequence[IterVar], indices: Sequence[Expr], element: Sequence[Expr]
) -> dict[Var, Expr]:
    """The axes' values for which `indices` are `element`. Raises :class:`NotAffine` when there is no inverse.

    Axes of extent 1 that do not occur take their only value.
    """
    plain = as_vars(indices)
    bindings: dict[Var, Expr] = {}
    if plain is not None:
        bindings = dict(zip(plain, element, strict=True))
    else:
        axes = [axis.var for axis in iters]
        recognised = IterMap(list(indices), axes, analyzer)
        values = [analyzer.poly(e) for e in element]
        for var, poly in recognised.inverse(values).items():
            bindings[var] = to_expr(poly, var.dtype)
    for axis in iters:
        if axis.var in bindings:
            continue
        if as_int(axis.dom.extent) != 1:
            raise NotAffine(f"axis `{axis.var.name}` is not determined by the element")
        bindings[axis.var] = axis.dom.min
    return bindings


def is_single_store(block: Block) -> bool:
    """Whether a block's body is one store."""
    from mlcc.ir import BufferStore

    return isinstance(block.body, BufferStore)
