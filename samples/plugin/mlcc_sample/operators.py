"""Converters of a domain of our own: loading this module registers them."""

from __future__ import annotations

from mlcc.importers.onnx.context import Context
from mlcc.importers.onnx.registry import onnx_op
from mlcc.ir import GraphExpr


@onnx_op("SquaredRelu", domain="sample")
def squared_relu(ctx: Context, x: GraphExpr, *, scale: float = 1.0) -> GraphExpr:
    """`scale * max(x, 0) ** 2`."""
    positive = ctx.emit("nn.relu", x)
    square = ctx.emit("multiply", positive, positive)
    return ctx.emit("multiply", square, ctx.constant(scale, ctx.dtype(x)))
