"""Operators that make tensors: full, arange, eye, one_hot, trilu."""

from __future__ import annotations

import math

from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, cast, const, select
from mlcc.ir import dtype as dt
from mlcc.te import Tensor

from .registry import register
from .shapes import Dims, define, norm_axis


def _check_dtype(name: str, dtype: str) -> None:
    if dtype not in dt.SCALARS:
        raise MlccError("T205", f"`{name}`: unknown dtype `{dtype}`")


@register("full", "injective")
def full(shape: Dims, fill_value: float | Expr | Tensor = 0.0, dtype: str = "float32") -> Tensor:
    """Every element `fill_value`: a number, or a tensor without dimensions."""
    _check_dtype("full", dtype)
    if isinstance(fill_value, Tensor):
        if fill_value.shape:
            raise ValueError("`fill_value` has dimensions")
        return define(tuple(shape), lambda *i: fill_value().astype(dtype), name="full")
    if isinstance(fill_value, Expr):
        return define(tuple(shape), lambda *i: fill_value.astype(dtype), name="full")
    return define(tuple(shape), lambda *i: const(fill_value, dtype), name="full")


@register("zeros", "injective")
def zeros(shape: Dims, dtype: str = "float32") -> Tensor:
    """Every element 0."""
    return full(shape, 0, dtype)


@register("ones", "injective")
def ones(shape: Dims, dtype: str = "float32") -> Tensor:
    """Every element 1."""
    return full(shape, 1, dtype)


@register("full_like", "injective")
def full_like(data: Tensor, fill_value: float = 0.0, dtype: str | None = None) -> Tensor:
    """Of the shape of `data` (and its dtype), every element `fill_value`."""
    kind = dtype or data.dtype
    _check_dtype("full_like", kind)
    return define(data.shape, lambda *i: const(fill_value, kind), name="full_like")


@register("arange", "injective")
def arange(start: float = 0, stop: float | None = None, step: float = 1, dtype: str = "int64") -> Tensor:
    """start, start + step … below `stop`; with `stop` None, from 0 below `start`."""
    _check_dtype("arange", dtype)
    if stop is None:
        start, stop = 0, start
    if step == 0:
        raise MlccError("T205", "`arange`: the step is 0")
    count = max(0, math.ceil((stop - start) / step))

    def element(i: Expr) -> Expr:
        return cast(dtype, i) * const(step, dtype) + const(start, dtype)

    return define((count,), element, name="arange")


@register("range_like", "injective")
def range_like(start: Tensor, delta: Tensor, size: Dims) -> Tensor:
    """start, start + delta … : `size` values from tensors without dimensions."""
    return define(tuple(size), lambda i: cast(start.dtype, i) * delta() + start(), name="range_like")


@register("eye", "injective")
def eye(n: int, m: int | None = None, k: int = 0, dtype: str = "float32") -> Tensor:
    """n rows and m columns (default n), 1 on diagonal k and 0 elsewhere."""
    _check_dtype("eye", dtype)
    one, zero = const(1, dtype), const(0, dtype)
    return define((n, n if m is None else m), lambda i, j: select((i + k).equal(j), one, zero), name="eye")


@register("eye_like", "injective")
def eye_like(data: Tensor, k: int = 0, dtype: str | None = None) -> Tensor:
    """A matrix of the shape of `data` (and its dtype), 1 on diagonal k and 0 elsewhere."""
    kind = dtype or data.dtype
    _check_dtype("eye_like", kind)
    if data.ndim != 2:
        raise MlccError("T203", "`eye_like` takes a matrix")
    one, zero = const(1, kind), const(0, kind)
    return define(data.shape, lambda i, j: select((i + k).equal(j), one, zero), name="eye_like")


@register("trilu", "injective")
def trilu(data: Tensor, upper: bool = True, k: int | Expr = 0) -> Tensor:
    """The last two dimensions above (`upper`) or below diagonal k, 0 elsewhere."""
    if data.ndim < 2:
        raise MlccError("T203", "`trilu` takes at least two dimensions")
    zero = const(0, data.dtype)

    def element(*i: Expr) -> Expr:
        diagonal = i[-2] + (cast(i[-1].dtype, k) if isinstance(k, Expr) else k)
        keep = i[-1] >= diagonal if upper else i[-1] <= diagonal
        return select(keep, data(*i), zero)

    return define(data.shape, element, name="trilu")


@register("one_hot", "injective")
def one_hot(
    indices: Tensor,
    on_value: Tensor | None = None,
    off_value: Tensor | None = None,
    depth: int = 1,
    axis: int = -1,
    dtype: str = "float32",
) -> Tensor:
    """A new dimension `axis` of extent `depth`: the on value at the index (negative: from the end), else the off value.

    The values are tensors of one element, or 1 and 0 of `dtype`. An index outside selects nothing.
    """
    at = norm_axis(axis, indices.ndim + 1)
    kind = on_value.dtype if on_value is not None else dtype
    shape: tuple[Expr | int, ...] = (*indices.shape[:at], depth, *indices.shape[at:])

    def scalar(t: Tensor | None, default: int) -> Expr:
        return t(*([0] * t.ndim)) if t is not None else const(default, kind)

    def element(*i: Expr) -> Expr:
        raw = indices(*i[:at], *i[at + 1 :])
        index = raw if not dt.is_float(raw.dtype) else cast("int64", raw)
        if dt.is_float(raw.dtype) or dt.is_signed(index.dtype):
            # One comparison: vectors would load the index of a second one under the mask of the first.
            index = select(index < 0, index + depth, index)
        hit = index.equal(cast(index.dtype, i[at]))
        return select(hit, scalar(on_value, 1), scalar(off_value, 0))

    return define(shape, element, name="one_hot")


@register("shape_of", "opaque")
def shape_of(data: Tensor, dtype: str = "int64") -> Tensor:
    """The dimensions of `data` as a tensor."""

    def element(i: Expr) -> Expr:
        value: Expr = const(0, dtype)
        for n, dim in reversed(list(enumerate(data.shape))):
            value = select(i.equal(n), cast(dtype, dim), value)
        return value

    return define((data.ndim,), element, name="shape_of")
