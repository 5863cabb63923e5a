"""Derivatives of nodes in reverse: from the gradient of a node's result those of its operands.

A rule gets the node, its operands, its results and the gradient of its first result, and gives a gradient for each
operand, None where there is none. What broadcasting repeated is summed up afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import onnx

from mlcc.ir import GraphExpr

from .context import Context
from .protos import attributes
from .shape_args import shape_arg

#: The gradients of a node's operands.
Gradients = Sequence[GraphExpr | None]


class Tape:
    """One node as a rule sees it. `number` makes a constant of the operands' type."""

    def __init__(
        self, ctx: Context, node: onnx.NodeProto, operands: Sequence[GraphExpr | None], result: GraphExpr
    ) -> None:
        self.ctx, self.operands, self.y = ctx, operands, result
        self.attrs = attributes(node)

    @property
    def x(self) -> GraphExpr:
        """The first operand."""
        return self.ctx.tensor(self.operands[0])

    def number(self, value: float) -> GraphExpr:
        """A constant."""
        return self.ctx.constant(value, self.ctx.dtype(self.y))

    def __call__(self, op: str, *args: GraphExpr | float, **attrs: object) -> GraphExpr:
        """Emit an operator."""
        return self.ctx.emit(op, *(self.number(a) if isinstance(a, int | float) else a for a in args), **attrs)


Rule = Callable[[Tape, GraphExpr], Gradients]


def _product(t: Tape, g: GraphExpr) -> Gradients:
    a, b = (t.ctx.tensor(v) for v in t.operands[:2])
    return [t("multiply", g, b), t("multiply", g, a)]


def _quotient(t: Tape, g: GraphExpr) -> Gradients:
    b = t.ctx.tensor(t.operands[1])
    part = t("divide", g, b)
    return [part, t("negative", t("multiply", part, t.y))]


def _power(t: Tape, g: GraphExpr) -> Gradients:
    a, b = (t.ctx.tensor(v) for v in t.operands[:2])
    base = t("multiply", b, t("power", a, t("subtract", b, 1.0)))
    return [t("multiply", g, base), t("multiply", g, t("multiply", t.y, t("log", a)))]


def _swapped(t: Tape, x: GraphExpr) -> GraphExpr:
    rank = t.ctx.rank(x)
    return t("transpose", x, axes=[*range(rank - 2), rank - 1, rank - 2])


def _matrices(t: Tape, g: GraphExpr) -> Gradients:
    a, b = (t.ctx.tensor(v) for v in t.operands[:2])
    if min(t.ctx.rank(a), t.ctx.rank(b)) < 2:
        raise t.ctx.error("I121", "the gradient of a product with a vector is not supported")
    return [t("matmul", g, _swapped(t, b)), t("matmul", _swapped(t, a), g)]


def _gemm(t: Tape, g: GraphExpr) -> Gradients:
    a, b = (t.ctx.tensor(v) for v in t.operands[:2])
    left, right = (bool(t.attrs.get(name, 0)) for name in ("transA", "transB"))
    scaled = t("multiply", g, float(t.attrs.get("alpha", 1.0)))  # type: ignore[arg-type]
    da = t("matmul", scaled, b if right else _swapped(t, b))
    db = t("matmul", a if left else _swapped(t, a), scaled)
    dc = t("multiply", g, float(t.attrs.get("beta", 1.0)))  # type: ignore[arg-type]
    return [_swapped(t, da) if left else da, _swapped(t, db) if right else db, dc][: len(t.operands)]


def _moved_back(t: Tape, g: GraphExpr) -> Gradients:
    """Of what gives the elements another shape."""
    return [t.ctx.reshape(g, list(t.ctx.shape(t.x)))]


def _transposed(t: Tape, g: GraphExpr) -> Gradients:
    order = t.attrs.get("perm") or list(range(t.ctx.rank(t.x)))[::-1]
    return [t("transpose", g, axes=[int(n) for n in np.argsort(order)])]  # type: ignore[arg-type]


def _summed(t: Tape, g: GraphExpr) -> Gradients:
    """Of a sum or a mean: each element has its share of the gradient."""
    dims = list(t.ctx.shape(t.x))
    axes = t.attrs.get("axes")
    if axes is None and len(t.operands) > 1:
        axes = t.ctx.optional_ints(t.operands[1], "axes")
    if axes is None and t.attrs.get("noop_with_empty_axes"):
        return [g]
    gone = {t.ctx.axis(int(n), len(dims)) for n in axes} if axes else set(range(len(dims)))  # type: ignore[attr-defined]
    kept = [1 if n in gone else d for n, d in enumerate(dims)]
    return [t("broadcast_to", t.ctx.reshape(g, kept), shape_arg(dims))]


def _mean(t: Tape, g: GraphExpr) -> Gradients:
    (whole,) = _summed(t, g)
    assert whole is not None
    ones = t.ctx.emit("sum", t.ctx.emit("full_like", t.x, fill_value=1.0))
    share = t("divide", ones, t("sum", t.ctx.emit("full_like", t.y, fill_value=1.0)))
    return [t("divide", whole, share)]


def _softmax(t: Tape, g: GraphExpr) -> Gradients:
    axis = t.ctx.axis(int(t.attrs.get("axis", -1)), t.ctx.rank(t.x))  # type: ignore[call-overload]
    if t.ctx.opset < 13 and axis != t.ctx.rank(t.x) - 1:
        raise t.ctx.error("I121", "the gradient of a softmax over several axes is not supported")
    inner = t("sum", t("multiply", g, t.y), axis=[axis], keepdims=True)
    return [t("multiply", t.y, t("subtract", g, inner))]


def _each(factor: Callable[[Tape], GraphExpr]) -> Rule:
    """The rule of an elementwise function with this derivative."""
    return lambda t, g: [t("multiply", g, factor(t))]


RULES: dict[str, Rule] = {
    "Add": lambda t, g: [g, g],
    "Sub": lambda t, g: [g, t("negative", g)],
    "Mul": _product,
    "Div": _quotient,
    "Pow": _power,
    "Sum": lambda t, g: [g] * len(t.operands),
    "MatMul": _matrices,
    "Gemm": _gemm,
    "Identity": lambda t, g: [g],
    "Neg": lambda t, g: [t("negative", g)],
    "Abs": _each(lambda t: t("sign", t.x)),
    "Exp": _each(lambda t: t.y),
    "Log": lambda t, g: [t("divide", g, t.x)],
    "Reciprocal": _each(lambda t: t("negative", t("multiply", t.y, t.y))),
    "Sqrt": lambda t, g: [t("divide", g, t("multiply", t.y, 2.0))],
    "Sin": _each(lambda t: t("cos", t.x)),
    "Cos": _each(lambda t: t("negative", t("sin", t.x))),
    "Tanh": _each(lambda t: t("subtract", 1.0, t("multiply", t.y, t.y))),
    "Sigmoid": _each(lambda t: t("multiply", t.y, t("subtract", 1.0, t.y))),
    "Softplus": _each(lambda t: t("sigmoid", t.x)),
    "Relu": lambda t, g: [t("where", t("greater", t.x, 0.0), g, 0.0)],
    "Softmax": _softmax,
    "ReduceSum": _summed,
    "ReduceMean": _mean,
    "Transpose": _transposed,
    **dict.fromkeys(("Reshape", "Flatten", "Squeeze", "Unsqueeze"), _moved_back),
}


def operand_gradients(
    ctx: Context, node: onnx.NodeProto, operands: Sequence[GraphExpr | None], result: GraphExpr, gradient: GraphExpr
) -> list[GraphExpr | None]:
    """The gradient of each operand, of its shape. Raises I121 for a node without a rule."""
    rule = RULES.get(node.op_type) if node.domain in ("", "ai.onnx") else None
    if rule is None:
        raise ctx.error("I121", f"the gradient of `{node.op_type}` is not supported")
    parts = rule(Tape(ctx, node, operands, result), gradient)
    every = zip(parts, operands, strict=False)
    return [None if g is None or x is None else _of_shape(ctx, g, x) for g, x in every]


def _of_shape(ctx: Context, gradient: GraphExpr, x: GraphExpr) -> GraphExpr:
    """A gradient summed over the axes along which `x` was repeated."""
    more = ctx.rank(gradient) - ctx.rank(x)
    dims = ctx.shape(x)
    axes = [*range(more), *(n + more for n, d in enumerate(dims) if d == 1 and ctx.shape(gradient)[n + more] != 1)]
    total = ctx.emit("sum", gradient, axis=axes, keepdims=True) if axes else gradient
    return ctx.reshape(total, list(dims))
