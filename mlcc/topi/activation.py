"""Activation functions."""

from __future__ import annotations

import math

from mlcc import te
from mlcc.ir import Expr, cast, const, maximum, minimum, select
from mlcc.ir import dtype as dt
from mlcc.te import Tensor

from .elementwise import elementwise, float_elementwise
from .registry import register
from .shapes import accumulator, broadcast_shape, choice, define, need_same_dtype, norm_axis, read


@register("nn.relu", "elemwise", aliases=["relu"])
def relu(x: Tensor) -> Tensor:
    """max(x, 0)"""
    return elementwise("relu", x, lambda v: maximum(v, const(0, x.dtype)))


@register("nn.leaky_relu", "elemwise")
def leaky_relu(x: Tensor, alpha: float = 0.01) -> Tensor:
    """x where x >= 0, else alpha * x."""
    zero, slope = const(0, x.dtype), const(alpha, x.dtype)
    return elementwise("leaky_relu", x, lambda v: select(v < zero, v * slope, v))


@register("nn.prelu", "broadcast")
def prelu(x: Tensor, slope: Tensor, axis: int | None = None) -> Tensor:
    """x where x >= 0, else slope * x. `slope` broadcasts to x; with `axis` it has one value per index of that axis."""
    need_same_dtype("nn.prelu", x, slope)
    zero = const(0, x.dtype)
    if axis is not None and slope.ndim == 1:
        at = norm_axis(axis, x.ndim)
        return define(x.shape, lambda *i: select(x(*i) < zero, x(*i) * slope(i[at]), x(*i)), name="prelu")
    broadcast_shape("nn.prelu", x, slope)

    def element(*i: Expr) -> Expr:
        return select(x(*i) < zero, x(*i) * read(slope, i, x.shape), x(*i))

    return define(x.shape, element, name="prelu")


@register("nn.elu", "elemwise")
def elu(x: Tensor, alpha: float = 1.0) -> Tensor:
    """x where x >= 0, else alpha * (exp(x) - 1)."""
    return float_elementwise("elu", x, lambda v: select(v < 0.0, (te.exp(v) - 1.0) * alpha, v))


@register("nn.selu", "elemwise")
def selu(x: Tensor, alpha: float = 1.6732632423543772, gamma: float = 1.0507009873554805) -> Tensor:
    """gamma * (x where x > 0, else alpha * (exp(x) - 1))."""
    return float_elementwise("selu", x, lambda v: select(v > 0.0, v, (te.exp(v) - 1.0) * alpha) * gamma)


@register("nn.celu", "elemwise")
def celu(x: Tensor, alpha: float = 1.0) -> Tensor:
    """x where x >= 0, else alpha * (exp(x / alpha) - 1)."""
    return float_elementwise("celu", x, lambda v: select(v < 0.0, (te.exp(v * (1.0 / alpha)) - 1.0) * alpha, v))


def _softplus(v: Expr) -> Expr:
    """log(1 + exp(v)) without overflow."""
    return maximum(v, const(0, v.dtype)) + te.log1p(te.exp(-te.abs(v)))


@register("nn.softplus", "elemwise")
def softplus(x: Tensor) -> Tensor:
    """log(1 + exp(x)), without overflow for large x."""
    return float_elementwise("softplus", x, _softplus)


@register("nn.log_sigmoid", "elemwise")
def log_sigmoid(x: Tensor) -> Tensor:
    """log(1 / (1 + exp(-x))), without overflow."""
    return float_elementwise("log_sigmoid", x, lambda v: -_softplus(-v))


@register("nn.softsign", "elemwise")
def softsign(x: Tensor) -> Tensor:
    """x / (1 + |x|)"""
    return float_elementwise("softsign", x, lambda v: v / (te.abs(v) + 1.0))


@register("nn.mish", "elemwise")
def mish(x: Tensor) -> Tensor:
    """x * tanh(softplus(x)): with e = exp(x), tanh(log(1 + e)) is e * (e + 2) / (e * (e + 2) + 2)."""

    def element(v: Expr) -> Expr:
        e = te.exp(te.min(v, const(20.0, v.dtype)))  # above, the quotient is 1
        n = e * (e + 2.0)
        return v * (n / (n + 2.0))

    return float_elementwise("mish", x, element)


@register("nn.hard_sigmoid", "elemwise")
def hard_sigmoid(x: Tensor, alpha: float = 0.2, beta: float = 0.5) -> Tensor:
    """alpha * x + beta, limited to [0, 1]."""
    return float_elementwise("hard_sigmoid", x, lambda v: _unit(v * alpha + beta))


@register("nn.hard_swish", "elemwise")
def hard_swish(x: Tensor) -> Tensor:
    """x * (x / 6 + 1 / 2 limited to [0, 1])"""
    return float_elementwise("hard_swish", x, lambda v: v * _unit(v * (1.0 / 6.0) + 0.5))


def _unit(v: Expr) -> Expr:
    return minimum(maximum(v, const(0, v.dtype)), const(1, v.dtype))


@register("nn.gelu", "elemwise")
def gelu(x: Tensor, approximate: str = "none") -> Tensor:
    """x times the normal distribution function of x, which is (1 + erf(x / sqrt(2))) / 2; `approximate` "tanh" for the
    formula with tanh."""
    if choice("nn.gelu", "approximate", approximate, ("none", "tanh")) == "tanh":
        # (tanh(y) + 1) / 2 is sigmoid(2 y), which is faster and loses nothing where tanh is near -1
        scale = 2.0 * math.sqrt(2.0 / math.pi)
        return float_elementwise(
            "gelu_tanh", x, lambda v: v * te.sigmoid((v + v * v * v * 0.044715) * scale)
        )  # fmt: skip
    return float_elementwise("gelu", x, lambda v: v * te.normcdf(v))


@register("nn.gelu_tanh", "elemwise")
def gelu_tanh(x: Tensor) -> Tensor:
    """``nn.gelu`` with the formula of tanh."""
    return gelu(x, approximate="tanh")


@register("nn.quick_gelu", "elemwise")
def quick_gelu(x: Tensor, alpha: float = 1.702) -> Tensor:
    """x * sigmoid(alpha * x)"""
    return float_elementwise("quick_gelu", x, lambda v: v * te.sigmoid(v * alpha))


@register("nn.silu", "elemwise", aliases=["nn.swish"])
def silu(x: Tensor) -> Tensor:
    """x * sigmoid(x)"""
    return float_elementwise("silu", x, lambda v: v * te.sigmoid(v))


@register("nn.thresholded_relu", "elemwise")
def thresholded_relu(x: Tensor, alpha: float = 1.0) -> Tensor:
    """x where x > alpha, else 0."""
    limit, zero = const(alpha, x.dtype), const(0, x.dtype)
    return elementwise("thresholded_relu", x, lambda v: select(v > limit, v, zero))


@register("nn.shrink", "elemwise")
def shrink(x: Tensor, lambd: float = 0.5, bias: float = 0.0) -> Tensor:
    """x + bias where x < -lambd, x - bias where x > lambd, else 0."""
    wide = accumulator(x.dtype) if dt.is_float(x.dtype) else "float32"

    def element(v: Expr) -> Expr:
        w = cast(wide, v)
        inner = select(w > lambd, w - bias, const(0, wide))
        return cast(x.dtype, select(w < -lambd, w + bias, inner))

    return elementwise("shrink", x, element)
