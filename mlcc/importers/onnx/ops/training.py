"""Training as a part of a graph: gradients, and one step of an optimiser (Momentum, Adagrad, Adam)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlcc.ir import GraphExpr

from ..context import Context
from ..registry import onnx_op

DOMAIN = "ai.onnx.preview.training"


class Arithmetic:
    """Elementwise formulas on values of the graph; numbers become constants of the dtype of the other operand."""

    def __init__(self, ctx: Context, dtype: str) -> None:
        self.ctx = ctx
        self.dtype = dtype

    def __call__(self, op: str, *operands: GraphExpr | float) -> GraphExpr:
        fixed = (self.ctx.constant(v, self.dtype) if isinstance(v, (int, float)) else v for v in operands)
        return self.ctx.emit(op, *fixed)

    def mix(self, a: GraphExpr | float, x: GraphExpr, b: GraphExpr | float, y: GraphExpr) -> GraphExpr:
        """``a * x + b * y``"""
        return self("add", self("multiply", a, x), self("multiply", b, y))


def _groups(inputs: Sequence[GraphExpr], size: int) -> list[tuple[GraphExpr, ...]]:
    """Inputs come sorted by kind: all tensors, all gradients, all states. Gives one tuple for each tensor."""
    count = len(inputs) // size
    return [tuple(inputs[k * count + n] for k in range(size)) for n in range(count)]


def _step(
    ctx: Context, inputs: Sequence[GraphExpr], size: int, update: Callable[..., Sequence[GraphExpr]]
) -> list[GraphExpr]:
    """Apply ``update(math, x, gradient, *states)`` to every tensor; results sorted by kind again."""
    rows = [update(Arithmetic(ctx, ctx.dtype(group[0])), *group) for group in _groups(inputs, size)]
    return [row[k] for k in range(size - 1) for row in rows]


@onnx_op("Momentum", domain=DOMAIN)
def momentum(
    ctx: Context,
    rate: GraphExpr,
    count: GraphExpr,
    *inputs: GraphExpr,
    alpha: float,
    beta: float,
    mode: str,
    norm_coefficient: float,
) -> GraphExpr | list[GraphExpr]:
    first = ctx.emit("equal", count, ctx.constant(0, ctx.dtype(count)))

    def update(m: Arithmetic, x: GraphExpr, g: GraphExpr, v: GraphExpr) -> Sequence[GraphExpr]:
        g = m("add", m("multiply", x, norm_coefficient), g)
        share = ctx.emit("where", first, ctx.constant(1.0, m.dtype), ctx.constant(beta, m.dtype))
        new = m.mix(alpha, v, share, g)
        step = m("add", g, m("multiply", new, alpha)) if mode == "nesterov" else new
        return m("subtract", x, m("multiply", rate, step)), new

    return _step(ctx, inputs, 3, update)


@onnx_op("Adagrad", domain=DOMAIN)
def adagrad(
    ctx: Context,
    rate: GraphExpr,
    count: GraphExpr,
    *inputs: GraphExpr,
    decay_factor: float = 0.0,
    epsilon: float = 0.0,
    norm_coefficient: float = 0.0,
) -> GraphExpr | list[GraphExpr]:
    def update(m: Arithmetic, x: GraphExpr, g: GraphExpr, h: GraphExpr) -> Sequence[GraphExpr]:
        decayed = m("add", m("multiply", ctx.cast(count, m.dtype), decay_factor), 1.0)
        g = m("add", m("multiply", x, norm_coefficient), g)
        new = m("add", h, m("multiply", g, g))
        step = m("divide", m("multiply", m("divide", rate, decayed), g), m("add", m("sqrt", new), epsilon))
        return m("subtract", x, step), new

    return _step(ctx, inputs, 3, update)


@onnx_op("Adam", domain=DOMAIN)
def adam(
    ctx: Context,
    rate: GraphExpr,
    count: GraphExpr,
    *inputs: GraphExpr,
    alpha: float = 0.9,
    beta: float = 0.999,
    epsilon: float = 0.0,
    norm_coefficient: float = 0.0,
    norm_coefficient_post: float = 0.0,
) -> GraphExpr | list[GraphExpr]:
    first = ctx.emit("equal", count, ctx.constant(0, ctx.dtype(count)))

    def update(m: Arithmetic, x: GraphExpr, g: GraphExpr, v: GraphExpr, h: GraphExpr) -> Sequence[GraphExpr]:
        g = m("add", m("multiply", x, norm_coefficient), g)
        v_new = m.mix(alpha, v, 1.0 - alpha, g)
        h_new = m.mix(beta, h, 1.0 - beta, m("multiply", g, g))
        steps = ctx.cast(count, m.dtype)
        left = m("subtract", ctx.constant(1.0, m.dtype), m("power", ctx.constant(beta, m.dtype), steps))
        right = m("subtract", ctx.constant(1.0, m.dtype), m("power", ctx.constant(alpha, m.dtype), steps))
        corrected = m("divide", m("multiply", rate, m("sqrt", left)), right)
        speed = ctx.emit("where", first, rate, corrected)
        step = m("divide", m("multiply", speed, v_new), m("add", m("sqrt", h_new), epsilon))
        x_new = m("subtract", x, step)
        return m("multiply", x_new, 1.0 - norm_coefficient_post), v_new, h_new

    return _step(ctx, inputs, 4, update)


@onnx_op("Gradient", domain=DOMAIN)
def gradient(
    ctx: Context, *inputs: GraphExpr, xs: Sequence[str], y: str, zs: Sequence[str] | None = None
) -> list[GraphExpr]:
    """The derivatives of the sum of tensor `y` with respect to the tensors `xs`, at the values of `inputs`: those of
    `xs`, then those of `zs`, on which `y` depends too."""
    names = [*xs, *(zs or ())]
    if ctx.differentiate is None or len(names) != len(inputs):
        raise ctx.error("I117", "the node is malformed: it has not one input per name in `xs` and `zs`")
    return ctx.differentiate(dict(zip(names, inputs, strict=True)), xs, y)
