"""Elementwise operators: a row each where ONNX and the inventory agree, a function where attributes need care."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import onnx

from mlcc.ir import GraphExpr
from mlcc.string_rows import STRING

from ..context import Context
from ..protos import element_type
from ..registry import onnx_op
from ..strings import is_string
from .strings import numbers_of_text, text_of_numbers

#: ONNX name → operator, one input, no attributes.
UNARY = {
    "Abs": "abs",
    "Neg": "negative",
    "Exp": "exp",
    "Log": "log",
    "Sqrt": "sqrt",
    "Reciprocal": "reciprocal",
    "Floor": "floor",
    "Ceil": "ceil",
    "Round": "round",
    "Sign": "sign",
    "Erf": "erf",
    "Sin": "sin",
    "Cos": "cos",
    "Tan": "tan",
    "Asin": "asin",
    "Acos": "acos",
    "Atan": "atan",
    "Sinh": "sinh",
    "Cosh": "cosh",
    "Tanh": "tanh",
    "Asinh": "asinh",
    "Acosh": "acosh",
    "Atanh": "atanh",
    "Sigmoid": "sigmoid",
    "Relu": "nn.relu",
    "Softsign": "nn.softsign",
    "Softplus": "nn.softplus",
    "Mish": "nn.mish",
    "HardSwish": "nn.hard_swish",
    "Not": "logical_not",
    "BitwiseNot": "bitwise_not",
    "IsNaN": "isnan",
}
#: ONNX name → operator, two inputs with broadcasting, no attributes.
BINARY = {
    "Add": "add",
    "Sub": "subtract",
    "Mul": "multiply",
    "Pow": "power",
    "And": "logical_and",
    "Or": "logical_or",
    "Xor": "logical_xor",
    "Equal": "equal",
    "Greater": "greater",
    "GreaterOrEqual": "greater_equal",
    "Less": "less",
    "LessOrEqual": "less_equal",
    "BitwiseAnd": "bitwise_and",
    "BitwiseOr": "bitwise_or",
    "BitwiseXor": "bitwise_xor",
}
#: ONNX name → (operator, {attribute: default}): attributes pass through under their own names.
WITH_ATTRIBUTES: dict[str, tuple[str, dict[str, object]]] = {
    "LeakyRelu": ("nn.leaky_relu", {"alpha": 0.01}),
    "Elu": ("nn.elu", {"alpha": 1.0}),
    "Selu": ("nn.selu", {"alpha": 1.67326319217681884765625, "gamma": 1.05070102214813232421875}),
    "Celu": ("nn.celu", {"alpha": 1.0}),
    "HardSigmoid": ("nn.hard_sigmoid", {"alpha": 0.2, "beta": 0.5}),
    "ThresholdedRelu": ("nn.thresholded_relu", {"alpha": 1.0}),
    "Shrink": ("nn.shrink", {"lambd": 0.5, "bias": 0.0}),
}


def _legacy_broadcast(ctx: Context, a: GraphExpr, b: GraphExpr, broadcast: int, axis: int | None) -> GraphExpr:
    """Before opset 7 the second operand aligns at `axis`: append unit dimensions until the ranks agree."""
    if not broadcast or axis is None:
        return b
    missing = ctx.rank(a) - ctx.rank(b) - (axis if axis >= 0 else axis + ctx.rank(a))
    if missing <= 0:
        return b
    return ctx.emit("expand_dims", b, axis=list(range(ctx.rank(b), ctx.rank(b) + missing)))


def _define_tables() -> None:
    for onnx_name, name in UNARY.items():
        onnx_op(onnx_name)(lambda ctx, x, *, consumed_inputs=None, name=name: ctx.emit(name, x))
    for onnx_name, name in BINARY.items():

        def convert(
            ctx: Context,
            a: GraphExpr,
            b: GraphExpr,
            *,
            broadcast: int = 0,
            axis: int | None = None,
            consumed_inputs: Sequence[int] | None = None,
            name: str = name,
        ) -> GraphExpr:
            return ctx.emit(name, a, _legacy_broadcast(ctx, a, b, broadcast, axis))

        onnx_op(onnx_name)(convert)
    for onnx_name, (name, defaults) in WITH_ATTRIBUTES.items():

        def with_attributes(
            ctx: Context, x: GraphExpr, *, name: str = name, defaults: dict[str, object] = defaults, **attrs: object
        ) -> GraphExpr:
            attrs.pop("consumed_inputs", None)
            return ctx.emit(name, x, **{**defaults, **attrs})

        onnx_op(onnx_name)(with_attributes)


_define_tables()


@onnx_op("Identity")
def identity(ctx: Context, x: GraphExpr) -> list[GraphExpr]:
    return [x]


@onnx_op("Div")
def div(
    ctx: Context,
    a: GraphExpr,
    b: GraphExpr,
    *,
    broadcast: int = 0,
    axis: int | None = None,
    consumed_inputs: Sequence[int] | None = None,
) -> GraphExpr:
    b = _legacy_broadcast(ctx, a, b, broadcast, axis)
    return ctx.emit("divide", a, b)


@onnx_op("Mod")
def mod(ctx: Context, a: GraphExpr, b: GraphExpr, *, fmod: int = 0) -> GraphExpr:
    return ctx.emit("fmod" if fmod else "floor_mod", a, b)


@onnx_op("BitShift")
def bit_shift(ctx: Context, a: GraphExpr, b: GraphExpr, *, direction: str) -> GraphExpr:
    return ctx.emit("left_shift" if direction == "LEFT" else "right_shift", a, b)


def _variadic(name: str) -> Callable[..., GraphExpr]:
    def convert(ctx: Context, *values: GraphExpr, consumed_inputs: Sequence[int] | None = None) -> GraphExpr:
        result = values[0]
        for value in values[1:]:
            result = ctx.emit(name, result, value)
        return result

    return convert


for _onnx, _name in {"Max": "maximum", "Min": "minimum", "Sum": "add"}.items():
    onnx_op(_onnx)(_variadic(_name))


@onnx_op("Mean")
def mean(ctx: Context, *values: GraphExpr, consumed_inputs: Sequence[int] | None = None) -> GraphExpr:
    total = _variadic("add")(ctx, *values)
    return ctx.emit("divide", total, ctx.constant(len(values), ctx.dtype(total)))


@onnx_op("Where", since=9)
def where(ctx: Context, condition: GraphExpr, a: GraphExpr, b: GraphExpr) -> GraphExpr:
    return ctx.emit("where", condition, a, b)


@onnx_op("PRelu")
def prelu(ctx: Context, x: GraphExpr, slope: GraphExpr, *, consumed_inputs: Sequence[int] | None = None) -> GraphExpr:
    if ctx.opset < 7 and ctx.rank(slope) == 1 and ctx.rank(x) > 2:  # one slope per channel
        slope = ctx.emit("expand_dims", slope, axis=list(range(1, ctx.rank(x) - 1)))
    return ctx.emit("nn.prelu", x, slope)


@onnx_op("Gelu", since=20)
def gelu(ctx: Context, x: GraphExpr, *, approximate: str = "none") -> GraphExpr:
    return ctx.emit("nn.gelu_tanh" if approximate == "tanh" else "nn.gelu", x)


@onnx_op("Clip")
def clip_attributes(
    ctx: Context,
    x: GraphExpr,
    *,
    min: float = -3.4028234663852886e38,
    max: float = 3.4028234663852886e38,
    consumed_inputs: Sequence[int] | None = None,
) -> GraphExpr:
    return ctx.emit("clip", x, min=min, max=max)


@onnx_op("Clip", since=11)
def clip(ctx: Context, x: GraphExpr, low: GraphExpr | None = None, high: GraphExpr | None = None) -> GraphExpr:
    numbers = [ctx.number(v) for v in (low, high)]
    if all(k is not None or v is None for k, v in zip(numbers, (low, high), strict=False)):
        limits = {n: ctx.single(k, n) for n, k in zip(("min", "max"), numbers, strict=False) if k is not None}
        if not limits:
            return x
        if limits.get("min", 0) <= limits.get("max", np.inf):
            return ctx.emit("clip", x, **limits)
    if low is not None:
        x = ctx.emit("maximum", x, low)
    return x if high is None else ctx.emit("minimum", x, high)


@onnx_op("IsInf", since=10)
def is_inf(ctx: Context, x: GraphExpr, *, detect_negative: int = 1, detect_positive: int = 1) -> GraphExpr:
    return ctx.emit("isinf", x, detect_negative=bool(detect_negative), detect_positive=bool(detect_positive))


@onnx_op("Cast")
def cast(ctx: Context, x: GraphExpr, *, to: int, saturate: int = 1, round_mode: str = "up") -> GraphExpr:
    number = to if isinstance(to, int) else onnx.TensorProto.DataType.Value(str(to).upper())
    dtype, form = element_type(number, "the target")
    return _converted(ctx, x, dtype, form, saturate, round_mode)


@onnx_op("CastLike", since=15)
def cast_like(ctx: Context, x: GraphExpr, like: GraphExpr, *, saturate: int = 1, round_mode: str = "up") -> GraphExpr:
    return _converted(ctx, x, ctx.dtype(like), ctx.narrow.get(like), saturate, round_mode)


def _converted(ctx: Context, x: GraphExpr, dtype: str, form: str | None, saturate: int, round_mode: str) -> GraphExpr:
    if is_string(ctx, x):
        return x if form == STRING else numbers_of_text(ctx, x, dtype, form)
    if form is None:
        return ctx.cast(x, dtype)
    if ctx.narrow.get(x) == form:
        return x
    if form == STRING:
        return text_of_numbers(ctx, x)
    return ctx.encode(x, form, saturate=bool(saturate), round_mode=round_mode)


@onnx_op("BitCast", since=26)
def bit_cast(ctx: Context, x: GraphExpr, *, to: int) -> GraphExpr:
    dtype, form = element_type(to, "the target")
    if form is not None or x in ctx.narrow:
        raise ctx.error("I109", "bit casts of types of at most 8 bits are not supported")
    return x if ctx.dtype(x) == dtype else ctx.emit("bitcast", x, dtype=dtype)


@onnx_op("Binarizer", domain="ai.onnx.ml")
def binarizer(ctx: Context, x: GraphExpr, *, threshold: float = 0.0) -> GraphExpr:
    return ctx.cast(ctx.emit("greater", x, ctx.constant(threshold, ctx.dtype(x))), ctx.dtype(x))
