"""Operators on single elements, of one operand or of two that are broadcast."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from mlcc.ir import GraphExpr

from ..calls import const
from ..composed.registry import axis_of, c, cast, dtype_of, ndim, reshape, typed
from .registry import gradient, unbroadcast

_ROOT = math.sqrt(2)
_DENSITY = 1 / math.sqrt(2 * math.pi)


def _where(condition: GraphExpr, yes: Any, no: Any, like: GraphExpr) -> GraphExpr:
    """`yes` where a condition holds, else `no`, numbers in the type of `like`."""
    sides = [side if isinstance(side, GraphExpr) else _number(side, like) for side in (yes, no)]
    return c("where", condition, *sides)


def _number(value: float, like: GraphExpr) -> GraphExpr:
    return const(value, dtype_of(like))


def _gelu_slope(x: GraphExpr) -> GraphExpr:
    """Φ(x) + x φ(x)"""
    below = c("multiply", c("add", c("erf", c("divide", x, _ROOT)), 1.0), 0.5)
    density = c("multiply", c("exp", c("multiply", c("multiply", x, x), -0.5)), _DENSITY)
    return c("add", below, c("multiply", x, density))


def _tanh_gelu_slope(x: GraphExpr) -> GraphExpr:
    scale = math.sqrt(2 / math.pi)
    square = c("multiply", x, x)
    inner = c("multiply", c("multiply", x, c("add", c("multiply", square, 0.044715), 1.0)), scale)
    t = c("tanh", inner)
    slope = c("multiply", c("add", c("multiply", square, 3 * 0.044715), 1.0), scale)
    half = c("multiply", c("add", t, 1.0), 0.5)
    return c("add", half, c("multiply", c("multiply", x, 0.5), c("multiply", _one_minus(c("multiply", t, t)), slope)))


def _one_minus(x: GraphExpr) -> GraphExpr:
    return c("add", c("negative", x), 1.0)


def _silu_slope(x: GraphExpr) -> GraphExpr:
    s = c("sigmoid", x)
    return c("multiply", s, c("add", c("multiply", x, _one_minus(s)), 1.0))


#: The derivative at x of a function of one element, from x and from its value y.
SLOPES: dict[str, Callable[[GraphExpr, GraphExpr], GraphExpr]] = {
    "exp": lambda x, y: y,
    "exp2": lambda x, y: c("multiply", y, math.log(2)),
    "expm1": lambda x, y: c("add", y, 1.0),
    "log": lambda x, y: c("reciprocal", x),
    "log2": lambda x, y: c("reciprocal", c("multiply", x, math.log(2))),
    "log10": lambda x, y: c("reciprocal", c("multiply", x, math.log(10))),
    "log1p": lambda x, y: c("reciprocal", c("add", x, 1.0)),
    "sqrt": lambda x, y: c("multiply", c("reciprocal", y), 0.5),
    "rsqrt": lambda x, y: c("multiply", c("divide", y, x), -0.5),
    "reciprocal": lambda x, y: c("negative", c("multiply", y, y)),
    "square": lambda x, y: c("multiply", x, 2.0),
    "abs": lambda x, y: c("sign", x),
    "negative": lambda x, y: c("negative", c("ones_like", x)),
    "sin": lambda x, y: c("cos", x),
    "cos": lambda x, y: c("negative", c("sin", x)),
    "tan": lambda x, y: c("add", c("multiply", y, y), 1.0),
    "sinh": lambda x, y: c("cosh", x),
    "cosh": lambda x, y: c("sinh", x),
    "tanh": lambda x, y: _one_minus(c("multiply", y, y)),
    "asin": lambda x, y: c("rsqrt", _one_minus(c("multiply", x, x))),
    "acos": lambda x, y: c("negative", c("rsqrt", _one_minus(c("multiply", x, x)))),
    "atan": lambda x, y: c("reciprocal", c("add", c("multiply", x, x), 1.0)),
    "asinh": lambda x, y: c("rsqrt", c("add", c("multiply", x, x), 1.0)),
    "acosh": lambda x, y: c("rsqrt", c("add", c("multiply", x, x), -1.0)),
    "atanh": lambda x, y: c("reciprocal", _one_minus(c("multiply", x, x))),
    "erf": lambda x, y: c("multiply", c("exp", c("negative", c("multiply", x, x))), 2 / math.sqrt(math.pi)),
    "sigmoid": lambda x, y: c("multiply", y, _one_minus(y)),
    "nn.relu": lambda x, y: cast(c("greater", x, 0.0), dtype_of(x)),
    "nn.silu": lambda x, y: _silu_slope(x),
    "nn.gelu_tanh": lambda x, y: _tanh_gelu_slope(x),
    "nn.softsign": lambda x, y: c("square", c("reciprocal", c("add", c("abs", x), 1.0))),
    "nn.log_sigmoid": lambda x, y: c("sigmoid", c("negative", x)),
}
#: Functions whose derivative is zero wherever it is defined, and that have one operand.
STEPS = ("ceil", "floor", "round", "trunc", "sign", "zeros_like", "ones_like", "full_like", "isnan", "isinf",
         "isfinite", "logical_not", "bitwise_not")  # fmt: skip
#: Comparisons and the like of two operands.
STEPS_OF_TWO = ("equal", "not_equal", "greater", "greater_equal", "less", "less_equal", "logical_and", "logical_or",
                "logical_xor", "floor_divide", "bitwise_and", "bitwise_or", "bitwise_xor", "left_shift",
                "right_shift")  # fmt: skip


def _declare(name: str, slope: Callable[[GraphExpr, GraphExpr], GraphExpr]) -> None:
    @gradient(name)
    def rule(g: GraphExpr, y: GraphExpr, x: GraphExpr) -> GraphExpr:
        return c("multiply", g, slope(x, y))


for _name, _slope in SLOPES.items():
    _declare(_name, _slope)


@gradient(*STEPS, *STEPS_OF_TWO)
def _step(g: GraphExpr, y: GraphExpr, *operands: Any, **attrs: Any) -> list[None]:
    return [None] * len(operands)


@gradient("identity", "nn.dropout")
def _identity(g: GraphExpr, y: GraphExpr, x: GraphExpr, rate: float = 0.0) -> GraphExpr:
    return g


@gradient("cast")
def _cast(g: GraphExpr, y: GraphExpr, x: GraphExpr, dtype: str) -> GraphExpr:
    return cast(g, dtype_of(x))


@gradient("nn.gelu")
def _gelu(g: GraphExpr, y: GraphExpr, x: GraphExpr, approximate: str = "none") -> GraphExpr:
    return c("multiply", g, _gelu_slope(x) if approximate == "none" else _tanh_gelu_slope(x))


@gradient("nn.leaky_relu")
def _leaky_relu(g: GraphExpr, y: GraphExpr, x: GraphExpr, alpha: float = 0.01) -> GraphExpr:
    return _where(c("greater", x, 0.0), g, c("multiply", g, float(alpha)), x)


@gradient("nn.elu")
def _elu(g: GraphExpr, y: GraphExpr, x: GraphExpr, alpha: float = 1.0) -> GraphExpr:
    return _where(c("greater", x, 0.0), g, c("multiply", g, c("add", y, float(alpha))), x)


@gradient("nn.softplus")
def _softplus(g: GraphExpr, y: GraphExpr, x: GraphExpr) -> GraphExpr:
    return c("multiply", g, c("sigmoid", x))


@gradient("clip")
def _clip(
    g: GraphExpr, y: GraphExpr, x: GraphExpr, low: Any = None, high: Any = None, **limits: Any
) -> tuple[GraphExpr, ...]:
    low, high = limits.get("min", low), limits.get("max", high)
    inside = g
    if low is not None:
        inside = _where(c("less", x, float(low)), 0.0, inside, x)
    if high is not None:
        inside = _where(c("greater", x, float(high)), 0.0, inside, x)
    return (inside,)


# ---------------------------------------------------------------- two operands
@gradient("add")
def _add(g: GraphExpr, y: GraphExpr, a: GraphExpr, b: GraphExpr) -> tuple[Any, ...]:
    return unbroadcast(g, a), unbroadcast(g, b)


@gradient("subtract")
def _subtract(g: GraphExpr, y: GraphExpr, a: GraphExpr, b: GraphExpr) -> tuple[Any, ...]:
    return unbroadcast(g, a), unbroadcast(c("negative", g), b)


@gradient("multiply")
def _multiply(g: GraphExpr, y: GraphExpr, a: GraphExpr, b: GraphExpr) -> tuple[Any, ...]:
    return unbroadcast(c("multiply", g, b), a), unbroadcast(c("multiply", g, a), b)


@gradient("divide")
def _divide(g: GraphExpr, y: GraphExpr, a: GraphExpr, b: GraphExpr) -> tuple[Any, ...]:
    part = c("divide", g, b)
    return unbroadcast(part, a), unbroadcast(c("negative", c("multiply", part, y)), b)


@gradient("power")
def _power(g: GraphExpr, y: GraphExpr, a: GraphExpr, b: GraphExpr) -> tuple[Any, ...]:
    base = c("multiply", c("multiply", g, b), c("power", a, c("add", b, -1.0)))
    # the logarithm of zero: y is zero for positive exponents, and so is the slope
    safe = c("log", _where(c("greater", a, 0.0), a, c("ones_like", a), a))
    return unbroadcast(base, a), unbroadcast(c("multiply", g, c("multiply", y, safe)), b)


def _chosen(name: str) -> Callable[..., tuple[Any, ...]]:
    def rule(g: GraphExpr, y: GraphExpr, a: GraphExpr, b: GraphExpr) -> tuple[Any, ...]:
        zero = c("zeros_like", g)
        first = c(name, a, b)
        return unbroadcast(c("where", first, g, zero), a), unbroadcast(c("where", first, zero, g), b)

    return rule


gradient("maximum")(_chosen("greater"))
gradient("minimum")(_chosen("less"))


@gradient("where")
def _select(g: GraphExpr, y: GraphExpr, condition: GraphExpr, a: GraphExpr, b: GraphExpr) -> tuple[Any, ...]:
    zero = c("zeros_like", g)
    return None, unbroadcast(c("where", condition, g, zero), a), unbroadcast(c("where", condition, zero, g), b)


@gradient("nn.bias_add")
def _bias_add(g: GraphExpr, y: GraphExpr, data: GraphExpr, bias: GraphExpr, axis: int = 1) -> tuple[Any, ...]:
    at = axis_of(data, int(axis))
    return g, typed(c("sum", g, axis=[n for n in range(ndim(data)) if n != at]))


@gradient("nn.prelu")
def _prelu(g: GraphExpr, y: GraphExpr, x: GraphExpr, slope: GraphExpr, axis: int | None = None) -> tuple[Any, ...]:
    wide = slope
    if axis is not None:
        at = axis_of(x, int(axis))
        wide = reshape(slope, [-1 if n == at else 1 for n in range(ndim(x))])
    positive, zero = c("greater", x, 0.0), c("zeros_like", g)
    own = c("where", positive, g, c("multiply", g, wide))
    other = unbroadcast(c("where", positive, zero, c("multiply", g, x)), wide)
    return own, other if axis is None or other is None else reshape(other, [-1])
