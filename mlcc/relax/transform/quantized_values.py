"""Descriptions of the values of a quantised model: bytes with a scale, or sums of scaled integers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mlcc.ir import MAGIC, Constant, GraphCall, GraphExpr, GraphVar, Op
from mlcc.ir import dtype as dt

from ..operators import tensor_dtype
from ..rewrite import Emitter
from .fold_scale import along

Array = np.ndarray[Any, Any]


def signed_numbers(matrix: Array, zero: Array) -> tuple[Array, Array]:
    """(int8 matrix, int32 vector per column) that add up to ``matrix - zero``; the vector is 0 if that fits int8.

    A uint8 matrix with zero point 10 has values -10 … 245: it becomes ``matrix - 128``, plus 118 in every column.
    """
    numbers = matrix.astype(np.int32) - zero.astype(np.int32)
    least = np.iinfo(np.int8).min
    if numbers.min() >= least and numbers.max() < -least:
        return numbers.astype(np.int8), np.zeros(matrix.shape[1:], np.int32)
    shift = (-least if matrix.dtype == np.uint8 else 0) - zero.astype(np.int32)
    return (numbers - shift).astype(np.int8), np.ascontiguousarray(np.broadcast_to(shift, matrix.shape[1:]))


@dataclass(frozen=True)
class Stored:
    """A float value that equals ``(data - zero) * scale``; `data` is uint8."""

    data: GraphVar
    scale: np.float32
    zero: int


@dataclass(frozen=True)
class Weight:
    """A constant ``(data - zero) * scale`` with zero point and scale per tensor, or per index of `axis`."""

    data: Array
    scale: Array
    zero: Array
    axis: int

    def value(self) -> Array:
        """The dequantised values, float32."""
        return self.centred().astype(np.float32) * self._along(self.scale)

    def centred(self) -> Array:
        """data - zero as int32."""
        centred: Array = self.data.astype(np.int32) - self._along(self.zero)
        return centred

    def unsigned(self) -> tuple[Array, int] | None:
        """The same as uint8, and its zero point; None for other integers than bytes, or several scales."""
        if self.data.itemsize > 1 or self.scale.size > 1 or self.zero.size > 1:
            return None
        shift = -int(np.iinfo(self.data.dtype).min)
        return (self.data.astype(np.int16) + shift).astype(np.uint8), int(self.zero.reshape(())) + shift

    def signed(self, axis: int) -> tuple[Array, Array] | None:
        """(int8 numbers, int32 vector along `axis`) that add up to ``data - zero``, see :func:`signed_numbers`; None
        for other constants than bytes, or if scales vary along another axis."""
        varies = max(self.scale.size, self.zero.size) > 1 and self.axis % self.data.ndim != axis
        if self.data.dtype.itemsize != 1 or not self.data.size or varies:
            return None
        columns = np.moveaxis(self.data, axis, -1)
        numbers, shift = signed_numbers(columns.reshape(-1, columns.shape[-1]), self.zero)
        return np.ascontiguousarray(np.moveaxis(numbers.reshape(columns.shape), -1, axis)), shift

    def transposed(self, axes: tuple[int, ...]) -> Weight:
        """The constant with its dimensions permuted."""
        axis = axes.index(self.axis % self.data.ndim) if self.scale.size > 1 else 0
        return replace(self, data=np.ascontiguousarray(self.data.transpose(axes)), axis=axis)

    def _along(self, vector: Array) -> Array:
        if vector.size == 1:
            return vector.reshape([1] * self.data.ndim)
        return along(vector, self.axis, self.data.ndim)


@dataclass(frozen=True)
class Term:
    """``value * scale``, the scale shaped to broadcast. `value` holds integers as float32, up to `bound`. If it is the
    result of a product, ``rebias(b)`` emits the product with the integers `b` (one per channel, along `axis`) added."""

    value: GraphVar
    scale: Array
    axis: int = 0
    rebias: Callable[[Array], GraphVar] | None = None
    bound: float = np.inf


@dataclass(frozen=True)
class Linear:
    """The sum of terms and `bias`, clamped to [low, high]."""

    terms: tuple[Term, ...]
    bias: Array
    low: float | None = None
    high: float | None = None

    def limited(self, low: float | None, high: float | None) -> Linear:
        """The value clamped to [low, high] as well."""
        lows = [v for v in (self.low, low) if v is not None]
        highs = [v for v in (self.high, high) if v is not None]
        return replace(self, low=max(lows, default=None), high=min(highs, default=None))

    def __neg__(self) -> Linear:
        """The negative of a value without limits."""
        return replace(self, terms=tuple(replace(t, scale=-t.scale) for t in self.terms), bias=-self.bias)

    @property
    def is_limited(self) -> bool:
        return self.low is not None or self.high is not None


def shifted_bias(linear: Linear, bias: Array, rank: int) -> Linear:
    """`linear` plus constants. A bias of integer multiples of a product's scale, as quantisers produce, is added to the
    integer accumulators: 0.6 for a scale of 0.02 is 30."""
    term = linear.terms[0]
    if len(linear.terms) > 1 or term.rebias is None or linear.is_limited:
        return replace(linear, bias=linear.bias + bias)
    count = np.float64(bias) / np.float64(term.scale)
    rounded = np.rint(count)
    is_close = np.abs(count - rounded) <= np.abs(rounded) * 2.0**-21 + 1e-4
    if not is_close.all() or np.abs(rounded).max(initial=0) >= 2**30:
        return replace(linear, bias=linear.bias + bias)
    vector = _vector(rounded, term.axis, rank)
    if vector is None:
        return replace(linear, bias=linear.bias + bias)
    biased = replace(
        term, value=term.rebias(vector.astype(np.int64)), bound=term.bound + np.abs(rounded).max(initial=0)
    )
    return replace(linear, terms=(biased,))


def _vector(data: Array, axis: int, rank: int) -> Array | None:
    """What varies along `axis` of a tensor of `rank` at most, as a vector, or one number; None for anything else."""
    full = data.reshape([1] * (rank - data.ndim) + list(data.shape)) if data.ndim <= rank else data
    if full.ndim != rank or full.shape[axis % rank] != full.size:
        return full.reshape(1) if full.size == 1 else None
    return full.reshape(-1)


def emit(out: Emitter, op: str, *args: GraphExpr | Array | np.float32, **attrs: Any) -> GraphVar:
    """Bind a call of an operator; arrays become constants."""
    operands = tuple(a if isinstance(a, GraphExpr) else Constant(np.asarray(a)) for a in args)
    return out.emit(GraphCall(Op(op), operands, attrs))


def dequantized(out: Emitter, stored: Stored, like: GraphVar) -> GraphVar:
    """Bind the float32 value of bytes, which replaces `like`."""
    value = centred(out, stored)
    return out.emit(GraphCall(Op("multiply"), (value, Constant(np.asarray(stored.scale)))), like=like)


def centred(out: Emitter, stored: Stored) -> GraphVar:
    """data - zero as float32."""
    value = emit(out, "cast", stored.data, dtype="float32")
    return value if stored.zero == 0 else emit(out, "subtract", value, np.float32(stored.zero))


def requantized(out: Emitter, linear: Linear, scale: np.float32, zero: int) -> GraphVar:
    """A sum divided by `scale`, rounded, as unsigned bytes; scales are combined at compile time."""
    total: GraphVar | None = None
    for term in linear.terms:
        part = emit(out, "multiply", term.value, (term.scale / scale).astype(np.float32))
        total = part if total is None else emit(out, "add", total, part)
    assert total is not None
    if linear.bias.any():
        total = emit(out, "add", total, (linear.bias / scale).astype(np.float32))
    limits = {"low": linear.low, "high": linear.high}
    bounds: dict[str, Any] = {
        k: float(np.float32(v) / scale) for k, v in limits.items() if v is not None and np.isfinite(v)
    }
    largest = np.abs(linear.bias).max(initial=0) / scale
    largest += sum(term.bound * np.abs(term.scale).max(initial=0) / scale for term in linear.terms)
    if largest < MAGIC / 4:
        bounds["bounded"] = True
    return emit(out, "qnn.saturate", total, dtype="uint8", zero_point=zero, **bounds)


def divided(out: Emitter, x: GraphExpr, step: np.float32, zero: int, fused: bool) -> GraphVar:
    """``x / step`` for all values that are not clamped to a byte; by products where these are `fused` with a sum."""
    with np.errstate(over="ignore", invalid="ignore"):
        exact = 1 / np.float64(step)
        factor = np.float32(exact)
        rest = np.float32(exact - np.float64(factor))
        bounds = [np.float32(n * np.float64(step)) for n in (-zero, 255 - zero)]
    numbers = np.abs(np.array([step, factor, *(n for n in (rest, *bounds) if n)]))
    if not fused or not (numbers > np.finfo(np.float32).tiny).all() or not np.isfinite(numbers).all():
        return emit(out, "divide", x, step)
    return emit(out, "qnn.scaled", x, *bounds, factor, rest) if rest else emit(out, "multiply", x, factor)


def number(value: GraphExpr) -> Any:
    """The value of a constant with one element, or None."""
    return value.data.reshape(()).item() if isinstance(value, Constant) and value.data.size == 1 else None


def is_byte(value: GraphExpr) -> bool:
    """Whether the dtype of a tensor is int8 or uint8."""
    kind = tensor_dtype(value)
    return bool(kind) and dt.is_int(kind) and dt.bits(kind) == 8
