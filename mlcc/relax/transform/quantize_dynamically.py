"""Rounds the operands of products to bytes, with scales that are computed at run time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, Op, TensorStructInfo

from ..operators import operator_name, tensor_dtype
from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass


@dataclass(frozen=True)
class QuantizeDynamically(FunctionPass):
    """Round both operands of each float32 matrix product to int8 on a symmetric grid of the whole tensor.

    The scale of an operand is its largest magnitude divided by 127, computed when the function runs, so no calibration
    is needed; an operand that several products read is rounded once. Each rounded element is off by at most half the
    scale. `mlcc.quantization` has calibrated, per-channel and weight-only forms, with their errors measured.
    """

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        rounded: dict[GraphExpr, GraphVar] = {}

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            if not isinstance(value, GraphCall) or operator_name(value) not in ("matmul", "nn.dense"):
                return None
            if any(tensor_dtype(x) != "float32" for x in value.args[:2]):
                return None
            operands = [_rounded(out, x, rounded) for x in value.args[:2]]
            return GraphCall(value.op, (*operands, *value.args[2:]), value.attrs)

        return rewrite(func, rule, module)


def _rounded(out: Emitter, x: GraphExpr, rounded: dict[GraphExpr, GraphVar]) -> GraphVar:
    """The value as the float32 numbers that its bytes stand for."""
    if x not in rounded:
        info = x.sinfo
        assert isinstance(info, TensorStructInfo)
        least = Constant(np.asarray(np.finfo(np.float32).tiny, np.float32))  # so that zeros have a scale too
        largest = out.emit(GraphCall(Op("max"), (out.emit(GraphCall(Op("abs"), (x,))),)))
        scale = out.emit(
            GraphCall(Op("multiply"), (largest, Constant(np.asarray(1 / np.iinfo(np.int8).max, np.float32))))
        )
        scale = out.emit(GraphCall(Op("maximum"), (scale, least)))
        zero = Constant(np.asarray(0, np.int8))
        integers = out.emit(GraphCall(Op("quantize_linear"), (x, scale, zero)))
        rounded[x] = out.emit(GraphCall(Op("dequantize_linear"), (integers, scale, zero)))
    return rounded[x]
