"""Values that stand in a loop's state before its first iteration, of another type than iterations give the state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mlcc.ir import Binding, GraphExpr, GraphVar, TensorStructInfo, Var, all_roots, as_int, walk

from ..context import Context, shape_arg
from ..values import Dim, OpenSequence


def begins(ctx: Context, limit: Dim | GraphExpr | None, condition: GraphExpr | None) -> bool:
    """Whether a loop has a first iteration for certain."""
    known = np.array(True) if condition is None else ctx.known(condition)
    holds = known is not None and known.dtype != object and bool(known.reshape(-1)[0])
    return holds and (limit is None or isinstance(limit, int) and limit > 0)


def placeholders(
    ctx: Context,
    params: Sequence[GraphVar | OpenSequence],
    state: Sequence[Any],
    bindings: Sequence[Binding],
    results: Sequence[Any],
    inner: set[Var],
) -> dict[int, TensorStructInfo]:
    """The types of the `state` after an iteration, by number, where these are others than those of its parameters and
    no iteration reads the parameter, or both are of one element.

    bindings, results: what an iteration computes, and all that it returns.
    inner: dimensions that are counted in the iteration, which no type may name.
    """
    types: dict[int, TensorStructInfo] = {}
    for n, (param, value) in enumerate(zip(params, state, strict=True)):
        if isinstance(param, OpenSequence) or isinstance(value, OpenSequence | list):
            continue
        before, after = ctx.info(param), ctx.info(value)
        counted = inner & {v for d in after.shape or () for v in all_roots(d)}
        if counted or after.script() == before.script():
            continue
        is_read = any(v is param for v in results) or any(item is param for b in bindings for item in walk(b))
        if not is_read or _is_one_element(before, after):
            types[n] = after
    return types


def retyped(ctx: Context, value: GraphExpr, info: TensorStructInfo) -> GraphExpr:
    """The one element of a value, or zeros, as a tensor of the type that iterations give the state."""
    dims = list(info.shape or ())
    if _is_one_element(ctx.info(value), info):
        return ctx.materialized(ctx.reshape(value, dims))
    return ctx.emit("zeros", shape_arg(dims), dtype=info.dtype)


def _is_one_element(before: TensorStructInfo, after: TensorStructInfo) -> bool:
    """Whether both are one element of a type, with another number of dimensions."""
    dims = (*(before.shape or ()), *(after.shape or ()))
    return before.dtype == after.dtype and all(as_int(d) == 1 for d in dims)
