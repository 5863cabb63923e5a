"""Arithmetic by element: log_add_exp, ewise_fma, masked_fill, quantize, activations."""

from __future__ import annotations

from typing import Any

from mlcc.ir import GraphExpr
from mlcc.ir import dtype as dt

from .registry import axis_of, c, cast, dtype_of, form, ndim, shape_of


@form("log_add_exp")
def log_add_exp(a: GraphExpr, b: GraphExpr) -> GraphExpr:
    """log(exp(a) + exp(b)), without overflow."""
    far = c("negative", c("abs", c("subtract", a, b)))
    return c("add", c("maximum", a, b), c("log1p", c("exp", far)))


@form("ewise_fma")
def ewise_fma(a: GraphExpr, b: GraphExpr, d: GraphExpr) -> GraphExpr:
    """a * b + d"""
    return c("add", c("multiply", a, b), d)


@form("masked_fill")
def masked_fill(x: GraphExpr, mask: GraphExpr, value: Any) -> GraphExpr:
    """`value` where `mask` holds, else `x`."""
    return c("where", mask, _like(x, value), x)


def _like(x: GraphExpr, value: Any) -> GraphExpr:
    return c("full", shape=list(shape_of(x)), fill_value=value, dtype=dtype_of(x))


@form("nn.relu6")
def relu6(x: GraphExpr) -> GraphExpr:
    """min(max(x, 0), 6)"""
    return c("clip", x, min=0.0, max=6.0)


@form("nn.leakyrelu")
def leakyrelu(data: GraphExpr, alpha: float = 0.01) -> GraphExpr:
    """x where positive, else alpha * x"""
    return c("nn.leaky_relu", data, alpha=alpha)


@form("nn.softplus")
def softplus(data: GraphExpr, beta: float = 1.0, threshold: float = 20.0) -> GraphExpr:
    """log(1 + exp(beta * x)) / beta; x where beta * x exceeds the threshold."""
    scaled = c("multiply", data, beta)
    soft = c("divide", c("nn.softplus", scaled), beta)
    return c("where", c("greater", scaled, threshold), data, soft)


@form("quantize")
def quantize(
    data: GraphExpr, scale: GraphExpr, zero_point: GraphExpr, axis: int = -1, out_dtype: str = "int8"
) -> GraphExpr:
    """round(data / scale) + zero_point, within the range of `out_dtype`; scales along an axis."""
    low, high = dt.int_range(out_dtype)
    whole = c("round", c("divide", data, _along(data, scale, axis)))
    moved = c("add", whole, cast(_along(data, zero_point, axis), dtype_of(data)))
    return cast(c("clip", moved, min=float(low), max=float(high)), out_dtype)


@form("dequantize")
def dequantize(
    data: GraphExpr, scale: GraphExpr, zero_point: GraphExpr, axis: int = -1, out_dtype: str = "float32"
) -> GraphExpr:
    """(data - zero_point) * scale; scales along an axis."""
    moved = c("subtract", cast(data, "int32"), cast(_along(data, zero_point, axis), "int32"))
    return cast(c("multiply", cast(moved, dtype_of(scale)), _along(data, scale, axis)), out_dtype)


def _along(data: GraphExpr, values: GraphExpr, axis: int) -> GraphExpr:
    """Values per element of an axis, with as many dimensions of 1 behind as broadcasting needs."""
    behind = ndim(data) - 1 - axis_of(data, axis) if ndim(data) else 0
    return c("expand_dims", values, axis=list(range(1, behind + 1))) if ndim(values) == 1 and behind else values
