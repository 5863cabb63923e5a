"""Operators of onnxruntime's own domain, as its graph optimiser writes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mlcc.ir import GraphExpr

from ..context import Context
from ..registry import onnx_op
from ..values import Value
from .elementwise import UNARY, WITH_ATTRIBUTES, identity
from .indexing import gather_nd, range_, trilu
from .nn import conv, gemm
from .norm import layer_norm, rms_norm
from .shape import pad, unsqueeze

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .nn import ConvAttributes, GemmAttributes

DOMAIN = "com.microsoft"


def activated(ctx: Context, x: GraphExpr, name: str, parameters: Sequence[float] = ()) -> GraphExpr:
    """An activation by its ONNX name, its parameters in the order of the operator's attributes."""
    if name in WITH_ATTRIBUTES:
        op, defaults = WITH_ATTRIBUTES[name]
        return ctx.emit(op, x, **{**defaults, **dict(zip(defaults, parameters, strict=False))})
    match name:
        case "":
            return x
        case "Relu" | "Tanh" | "Sigmoid" | "HardSwish":
            return ctx.emit(UNARY[name], x)
        case "Clip":
            low, high = parameters
            return ctx.emit("clip", x, min=low, max=high)
    raise ctx.error("I121", f"the activation `{name}` is not supported")


# ---------------------------------------------------------------- what the standard has taken over
_STANDARD: dict[str, Callable[..., GraphExpr]] = {"GatherND": gather_nd, "Range": range_, "Trilu": trilu}
for _onnx, _convert in _STANDARD.items():
    onnx_op(_onnx, domain=DOMAIN)(_convert)


onnx_op("SampleOp", domain=DOMAIN)(identity)  # the example of its own operators


@onnx_op("ExpandDims", domain=DOMAIN)
def expand_dims(ctx: Context, x: GraphExpr, axis: GraphExpr) -> GraphExpr:
    return unsqueeze(ctx, x, [int(ctx.scalar(axis, "axis"))])


@onnx_op("Pad", domain=DOMAIN)
def pad_(
    ctx: Context, x: GraphExpr, pads: GraphExpr, value: GraphExpr | None = None, *, mode: str = "constant"
) -> GraphExpr:
    """The widths may be a matrix of one row."""
    return pad(ctx, x, ctx.reshape(pads, [2 * ctx.rank(x)]), value, mode=mode)


# ---------------------------------------------------------------- activations
@onnx_op("Gelu", domain=DOMAIN)
@onnx_op("BiasGelu", domain=DOMAIN)
def gelu(ctx: Context, x: GraphExpr, bias: GraphExpr | None = None) -> GraphExpr:
    return ctx.emit("nn.gelu", x if bias is None else ctx.emit("add", x, bias))


@onnx_op("FastGelu", domain=DOMAIN)
def fast_gelu(ctx: Context, x: GraphExpr, bias: GraphExpr | None = None) -> GraphExpr:
    return ctx.emit("nn.gelu_tanh", x if bias is None else ctx.emit("add", x, bias))


@onnx_op("QuickGelu", domain=DOMAIN)
def quick_gelu(ctx: Context, x: GraphExpr, *, alpha: float = 1.702) -> GraphExpr:
    return ctx.emit("nn.quick_gelu", x, alpha=alpha)


# ---------------------------------------------------------------- fused products
@onnx_op("FusedMatMul", domain=DOMAIN)
@onnx_op("TransposeMatMul", domain=DOMAIN)
def fused_matmul(
    ctx: Context,
    a: GraphExpr,
    b: GraphExpr,
    *,
    alpha: float = 1.0,
    transA: int = 0,
    transB: int = 0,
    transBatchA: int = 0,
    transBatchB: int = 0,
) -> GraphExpr:
    a, b = _batch_in_front(ctx, a, transBatchA), _batch_in_front(ctx, b, transBatchB)
    y = ctx.emit("matmul", a, b, transpose_a=bool(transA), transpose_b=bool(transB))
    return y if alpha == 1.0 else ctx.emit("multiply", y, ctx.constant(alpha, ctx.dtype(y)))


def _batch_in_front(ctx: Context, x: GraphExpr, transposed: int) -> GraphExpr:
    """(M, batch…, K) as (batch…, M, K)."""
    rank = ctx.rank(x)
    if not transposed or rank < 3:
        return x
    return ctx.emit("transpose", x, axes=[*range(1, rank - 1), 0, rank - 1])


@onnx_op("FusedGemm", domain=DOMAIN)
def fused_gemm(
    ctx: Context,
    a: GraphExpr,
    b: GraphExpr,
    c: GraphExpr | None = None,
    *,
    activation: str = "",
    activation_alpha: float | None = None,
    activation_beta: float | None = None,
    activation_gamma: float | None = None,
    **attrs: Unpack[GemmAttributes],
) -> GraphExpr:
    parameters = [p for p in (activation_alpha, activation_beta, activation_gamma) if p is not None]
    return activated(ctx, gemm(ctx, a, b, c, **attrs), activation, parameters)


@onnx_op("FusedConv", domain=DOMAIN)
def fused_conv(
    ctx: Context,
    x: GraphExpr,
    w: GraphExpr,
    b: GraphExpr | None = None,
    z: GraphExpr | None = None,
    *,
    activation: str = "",
    activation_params: Sequence[float] = (),
    **attrs: Unpack[ConvAttributes],
) -> GraphExpr:
    y = conv(ctx, x, w, b, **attrs)
    return activated(ctx, y if z is None else ctx.emit("add", y, z), activation, activation_params)


# ---------------------------------------------------------------- norms with a residual
@onnx_op("SkipLayerNormalization", domain=DOMAIN)
def skip_layer_norm(
    ctx: Context,
    x: GraphExpr,
    skip: GraphExpr,
    gamma: GraphExpr,
    beta: GraphExpr | None = None,
    bias: GraphExpr | None = None,
    *,
    epsilon: float = 1e-12,
) -> list[Value]:
    total = _skip_sum(ctx, x, skip, bias)
    return _with_sum(ctx, layer_norm, total, (gamma, beta), epsilon)


@onnx_op("SkipSimplifiedLayerNormalization", domain=DOMAIN)
def skip_rms_norm(
    ctx: Context,
    x: GraphExpr,
    skip: GraphExpr,
    gamma: GraphExpr,
    bias: GraphExpr | None = None,
    *,
    epsilon: float = 1e-12,
) -> list[Value]:
    return _with_sum(ctx, rms_norm, _skip_sum(ctx, x, skip, bias), (gamma,), epsilon)


def _skip_sum(ctx: Context, x: GraphExpr, skip: GraphExpr, bias: GraphExpr | None) -> GraphExpr:
    total = ctx.emit("add", x, skip)
    return total if bias is None else ctx.emit("add", total, bias)


def _with_sum(
    ctx: Context,
    norm: Callable[..., GraphExpr | list[GraphExpr]],
    total: GraphExpr,
    scales: tuple[GraphExpr | None, ...],
    epsilon: float,
) -> list[Value]:
    """The norm, and as fourth output the sum that was normalised."""
    names = list(ctx.node.output) if ctx.node is not None else []
    if any(names[1:3]):
        raise ctx.error("I121", "the mean and the deviation as outputs are not supported")
    count, ctx.output_count = ctx.output_count, 1
    y = norm(ctx, total, *scales, axis=-1, epsilon=epsilon)
    ctx.output_count = count
    results: list[Value] = [y, None, None, total]
    return results[:count]
