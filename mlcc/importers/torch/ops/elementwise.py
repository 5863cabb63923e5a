"""Operators on elements: arithmetic with PyTorch's promotion of types, comparisons, functions, activations."""

from __future__ import annotations

import math
from typing import Any

import torch

from mlcc.ir import Constant, GraphExpr

from ..registry import aten
from ..tensors import dtype_of
from ..translation import Translation
from .quantize import dequantized

#: ATen's name to the graph's, of operators on one tensor that may compute in the type of the result.
_UNARY = {
    "abs": "abs", "acos": "acos", "acosh": "acosh", "asin": "asin", "asinh": "asinh", "atan": "atan", "atanh": "atanh",
    "ceil": "ceil", "cos": "cos", "cosh": "cosh", "erf": "erf", "exp": "exp", "exp2": "exp2", "expm1": "expm1",
    "floor": "floor", "log": "log", "log10": "log10", "log1p": "log1p", "log2": "log2", "neg": "negative",
    "reciprocal": "reciprocal", "relu": "nn.relu", "round": "round", "rsqrt": "rsqrt", "sigmoid": "sigmoid",
    "sign": "sign", "sgn": "sign", "sin": "sin", "sinh": "sinh", "sqrt": "sqrt", "tan": "tan", "tanh": "tanh",
    "trunc": "trunc",
    "silu": "nn.silu", "hardswish": "nn.hard_swish", "mish": "nn.mish",
}  # fmt: skip
#: Those that leave integers as they are.
_WHOLE = {"ceil", "floor", "round", "trunc"}

#: ATen's name to the graph's, of operators on two tensors of the type of the result.
_BINARY = {
    "mul": "multiply", "maximum": "maximum", "minimum": "minimum", "fmod": "fmod", "atan2": "atan2",
    "bitwise_and": "bitwise_and", "bitwise_or": "bitwise_or", "bitwise_xor": "bitwise_xor",
    "bitwise_left_shift": "left_shift", "bitwise_right_shift": "right_shift",
}  # fmt: skip
#: Operators on truth values.
_LOGIC = {
    "bitwise_and": "logical_and", "bitwise_or": "logical_or", "bitwise_xor": "logical_xor", "mul": "logical_and",
    "minimum": "logical_and", "maximum": "logical_or",
}  # fmt: skip
_COMPARE = {"eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal"}


def _define() -> None:
    def unary(name: str, op: str) -> None:
        @aten(name)
        def convert(t: Translation, x: GraphExpr) -> GraphExpr:
            if name in _WHOLE and not t.dtype.startswith(("float", "bfloat")):
                return x
            return t.emit(op, t.cast(x))

    def binary(name: str, op: str) -> None:
        @aten(name)
        def convert(t: Translation, a: Any, b: Any) -> GraphExpr:
            kind = _LOGIC.get(name, op) if t.dtype == "bool" else op
            return t.emit(kind, t.operand(a, t.dtype), t.operand(b, t.dtype))

    def compare(name: str, op: str) -> None:
        @aten(name)
        def convert(t: Translation, a: Any, b: Any) -> GraphExpr:
            dtype = common_dtype(t, a, b)
            return t.emit(op, t.operand(a, dtype), t.operand(b, dtype))

    for table, make in ((_UNARY, unary), (_BINARY, binary), (_COMPARE, compare)):
        for name, op in table.items():
            make(name, op)


def common_dtype(t: Translation, *values: Any) -> str:
    """The type in which PyTorch compares the arguments of the node. A bool is compared as an integer."""
    assert t.node is not None
    given = []
    for arg, value in zip(t.node.args, values, strict=False):
        fake = arg.meta["val"] if isinstance(arg, torch.fx.Node) else value
        given.append(fake if isinstance(fake, (torch.Tensor, int, float, bool)) else 0)
    dtype = torch.result_type(given[0], given[1])
    return "uint8" if dtype == torch.bool else dtype_of(dtype)


_define()


@aten("add")
def add(t: Translation, a: Any, b: Any, alpha: Any = 1) -> GraphExpr:
    """a + alpha * b; a sum of truth values is their disjunction."""
    if t.dtype == "bool":
        return t.emit("logical_or", t.operand(a, "bool"), t.operand(b, "bool"))
    right = t.operand(b, t.dtype)
    if alpha != 1:
        right = t.emit("multiply", right, t.constant(alpha))
    return t.emit("add", t.operand(a, t.dtype), right)


@aten("sub")
def sub(t: Translation, a: Any, b: Any, alpha: Any = 1) -> GraphExpr:
    right = t.operand(b, t.dtype)
    if alpha != 1:
        right = t.emit("multiply", right, t.constant(alpha))
    return t.emit("subtract", t.operand(a, t.dtype), right)


@aten("rsub")
def rsub(t: Translation, a: Any, b: Any, alpha: Any = 1) -> GraphExpr:
    return sub(t, b, a, alpha)


@aten("div")
def div(t: Translation, a: Any, b: Any, rounding_mode: str | None = None) -> GraphExpr:
    left, right = t.operand(a, t.dtype), t.operand(b, t.dtype)
    if t.dtype.startswith(("float", "bfloat")):
        quotient = t.emit("divide", left, right)
        return quotient if rounding_mode is None else t.emit(rounding_mode, quotient)
    return t.emit("floor_divide", left, right) if rounding_mode == "floor" else t.onnx("Div", left, right)


@aten("floor_divide")
def floor_divide(t: Translation, a: Any, b: Any) -> GraphExpr:
    return div(t, a, b, "floor")


@aten("remainder")
def remainder(t: Translation, a: Any, b: Any) -> GraphExpr:
    return t.emit("floor_mod", t.operand(a, t.dtype), t.operand(b, t.dtype))


@aten("pow")
def power(t: Translation, a: Any, b: Any) -> GraphExpr:
    if b == 2 and isinstance(a, GraphExpr):
        x = t.cast(a)
        return t.emit("multiply", x, x)
    if b in (0.5, -0.5) and t.dtype.startswith("float"):
        return t.emit("sqrt" if b == 0.5 else "rsqrt", t.cast(a))
    return t.emit("power", t.operand(a, t.dtype), t.operand(b, t.dtype))


@aten("where.self", "where.ScalarSelf", "where.ScalarOther", "where.Scalar")
def where(t: Translation, condition: GraphExpr, a: Any, b: Any) -> GraphExpr:
    return t.emit("where", t.cast(condition, "bool"), t.operand(a, t.dtype), t.operand(b, t.dtype))


@aten("logical_and", "logical_or", "logical_xor")
def logical(t: Translation, a: GraphExpr, b: GraphExpr) -> GraphExpr:
    assert t.node is not None
    name = str(t.node.target).split(".")[1]
    return t.emit(name, t.cast(a, "bool"), t.cast(b, "bool"))


@aten("logical_not")
def logical_not(t: Translation, x: GraphExpr) -> GraphExpr:
    return t.emit("logical_not", t.cast(x, "bool"))


@aten("bitwise_not")
def bitwise_not(t: Translation, x: GraphExpr) -> GraphExpr:
    return t.emit("logical_not" if t.dtype == "bool" else "bitwise_not", x)


@aten("isnan", "isinf", "isfinite")
def classify(t: Translation, x: GraphExpr) -> GraphExpr:
    assert t.node is not None
    name = str(t.node.target).split(".")[1]
    if not t.ctx.dtype(x).startswith(("float", "bfloat")):
        return t.full(t.dims, name == "isfinite", "bool")
    return t.emit(name, x)


@aten("clamp", "clamp.Tensor")
def clamp(t: Translation, x: GraphExpr, min: Any = None, max: Any = None) -> GraphExpr:
    """A NaN stays, and a lower bound above the upper one gives the upper one."""
    x = t.cast(x)
    if min is not None:
        x = t.emit("maximum", x, t.operand(min, t.dtype))
    return x if max is None else t.emit("minimum", x, t.operand(max, t.dtype))


@aten("hardtanh")
def hardtanh(t: Translation, x: GraphExpr, min_val: float = -1.0, max_val: float = 1.0) -> GraphExpr:
    return t.emit("clip", x, min=min_val, max=max_val)


@aten("hardsigmoid")
def hardsigmoid(t: Translation, x: GraphExpr) -> GraphExpr:
    return t.onnx("HardSigmoid", x, alpha=1 / 6, beta=0.5)


@aten("leaky_relu")
def leaky_relu(t: Translation, x: GraphExpr, negative_slope: float = 0.01) -> GraphExpr:
    return t.onnx("LeakyRelu", x, alpha=float(negative_slope))


@aten("elu")
def elu(t: Translation, x: GraphExpr, alpha: float = 1.0, scale: float = 1.0, input_scale: float = 1.0) -> GraphExpr:
    """scale * (x > 0 ? x : alpha * (exp(input_scale * x) - 1))"""
    below = t.emit("multiply", t.emit("expm1", t.emit("multiply", x, t.constant(input_scale))), t.constant(alpha))
    y = t.emit("where", t.emit("greater", x, t.constant(0)), x, below)
    return y if scale == 1 else t.emit("multiply", y, t.constant(scale))


@aten("gelu")
def gelu(t: Translation, x: GraphExpr, approximate: str = "none") -> GraphExpr:
    return t.emit("nn.gelu_tanh" if approximate == "tanh" else "nn.gelu", x)


@aten("softplus")
def softplus(t: Translation, x: GraphExpr, beta: float = 1.0, threshold: float = 20.0) -> GraphExpr:
    """log(1 + exp(beta x)) / beta, and x itself above the threshold."""
    scaled = t.emit("multiply", x, t.constant(beta)) if beta != 1 else x
    y = t.emit("nn.softplus", scaled)
    y = t.emit("divide", y, t.constant(beta)) if beta != 1 else y
    return t.emit("where", t.emit("greater", scaled, t.constant(threshold)), x, y)


@aten("log_sigmoid_forward")
def log_sigmoid(t: Translation, x: GraphExpr) -> list[Any]:
    return [t.emit("nn.log_sigmoid", x), None]


@aten("prelu", "_prelu_kernel")
def prelu(t: Translation, x: GraphExpr, weight: GraphExpr) -> GraphExpr:
    if t.rank(weight) == 1 and t.rank(x) > 1:
        weight = t.reshape(weight, [t.shape(weight)[0], *[1] * (t.rank(x) - 2)])
    negative = t.emit("multiply", x, weight)
    return t.emit("where", t.emit("greater", x, t.constant(0)), x, negative)


@aten("glu")
def glu(t: Translation, x: GraphExpr, dim: int = -1) -> GraphExpr:
    axis = t.axis(dim, t.rank(x))
    size = t.static(t.shape(x)[axis], "gated axis") // 2
    halves = [
        t.emit("strided_slice", x, begin=[s], end=[s + size], axes=[axis], strides=[1]) for s in (0, size)
    ]  # fmt: skip
    return t.emit("multiply", halves[0], t.emit("sigmoid", halves[1]))


@aten("_to_copy", "to.dtype", "type_as")
def to_copy(t: Translation, x: GraphExpr, dtype: Any = None) -> GraphExpr:
    """A float is cut to an integer, as in C; a truth value is whether a number is not zero."""
    if t.dtype == "bool" and t.ctx.dtype(x) != "bool":
        return t.emit("not_equal", x, t.constant(0, t.ctx.dtype(x)))
    if (
        isinstance(x, Constant)
        and x.data.ndim == 2
        and t.ctx.dtype(x) in ("int8", "uint8")
        and t.result.is_floating_point()
    ):
        return dequantized(t, x, 1.0, None, None, 0, t.dtype)  # a product may read the bytes
    return t.cast(x)


@aten(
    "clone", "alias", "detach", "lift_fresh_copy", "contiguous", "native_dropout_inference", "alias_copy",
    "_conj", "_conj_physical",
)  # fmt: skip
def same(t: Translation, x: GraphExpr, *_: Any, **__: Any) -> GraphExpr:
    return x


@aten("copy")
def copy(t: Translation, x: GraphExpr, source: GraphExpr, non_blocking: bool = False) -> GraphExpr:
    return t.expand(t.cast(source), t.dims)


@aten("logit")
def logit(t: Translation, x: GraphExpr, eps: float | None = None) -> GraphExpr:
    if eps is not None:
        x = t.emit("clip", x, min=eps, max=1 - eps)
    return t.emit("log", t.emit("divide", x, t.emit("subtract", t.constant(1), x)))


@aten("square")
def square(t: Translation, x: GraphExpr) -> GraphExpr:
    return t.emit("multiply", x, x)


@aten("deg2rad")
def deg2rad(t: Translation, x: GraphExpr) -> GraphExpr:
    return t.emit("multiply", t.cast(x), t.constant(math.pi / 180))


@aten("hypot")
def hypotenuse(t: Translation, a: Any, b: Any) -> GraphExpr:
    """sqrt(a² + b²), by the ratio of the smaller to the larger, whose square cannot overflow."""
    a, b = (t.emit("abs", t.operand(v, t.dtype)) for v in (a, b))
    large, small = t.emit("maximum", a, b), t.emit("minimum", a, b)
    exact = t.emit("logical_or", t.emit("equal", large, t.constant(0)), t.emit("isinf", large))
    ratio = t.emit("divide", small, t.emit("where", exact, t.constant(1), large))
    length = t.emit("multiply", large, t.emit("sqrt", t.emit("add", t.emit("multiply", ratio, ratio), t.constant(1))))
    return t.emit("where", exact, large, length)


#: The most divisions that Euclid's algorithm takes for numbers of so many bits (those of Fibonacci).
_DIVISIONS = {8: 12, 16: 23, 32: 46, 64: 92}


def _common_divisor(t: Translation, a: GraphExpr, b: GraphExpr) -> GraphExpr:
    """By Euclid's algorithm, in as many steps as the type may need: `fmod` gives 0 for a divisor of 0."""
    zero = t.constant(0)
    for _ in range(_DIVISIONS[int(t.dtype.lstrip("uint"))]):
        rest = t.emit("fmod", a, b)
        a, b = t.emit("where", t.emit("equal", b, zero), a, b), rest
    return t.emit("abs", a)


@aten("gcd", "lcm")
def common_divisor(t: Translation, a: Any, b: Any) -> GraphExpr:
    """The largest number that divides both; 0 of two zeros. The smallest that both divide."""
    assert t.node is not None
    a, b = t.operand(a, t.dtype), t.operand(b, t.dtype)
    divisor = _common_divisor(t, a, b)
    if "gcd" in str(t.node.target):
        return divisor
    return t.emit("abs", t.emit("multiply", t.emit("divide", a, divisor), b))
