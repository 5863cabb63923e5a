"""Constant matrices are stored in the order in which the kernel reads them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, Op, TensorStructInfo
from mlcc.ir import dtype as dt

from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass, Pass

if TYPE_CHECKING:
    from mlcc.target import Target


def pack_columns(matrix: np.ndarray[Any, Any], width: int) -> np.ndarray[Any, Any]:
    """[K, N] → [ceil(N / width), K, width], zero-padded: panels of `width` columns, each row of a panel contiguous."""
    inner, columns = matrix.shape
    full, rest = divmod(columns, width)
    packed = np.empty((full + (rest > 0), inner, width), matrix.dtype)
    for panel in range(full):  # panel by panel: a whole transposition of a large matrix misses every cache line
        packed[panel] = matrix[:, panel * width : (panel + 1) * width]
    if rest:
        packed[full, :, :rest] = matrix[:, full * width :]
        packed[full, :, rest:] = 0
    return packed


def panel_width(columns: int, lanes: int, vectors: int) -> int:
    """`vectors` registers per panel, fewer where the matrix is narrower."""
    return lanes * min(vectors, -(-columns // lanes))


def row_count(info: TensorStructInfo) -> int | None:
    """How many rows of the last dimension a tensor has, where that is known."""
    shape = info.static_shape()
    return None if shape is None else math.prod(shape[:-1])


@dataclass(frozen=True)
class PackWeights(FunctionPass):
    """Rewrite products with a constant right-hand matrix to ``nn.dense_packed`` with column panels of `vectors` vectors
    of `vector_bits` bits.

    Fewer vectors leave registers for more rows, and each element of a panel that comes out of a cache then serves more
    of them; so wide panels are for products with fewer than `many_rows` rows, which need them as independent sums.
    """

    name: ClassVar[str] = "PackWeights"
    vector_bits: int = 512
    vectors: int = 4
    many_rows: int = 8

    @classmethod
    def for_target(cls, target: Target) -> Pass:
        return cls(vector_bits=target.vector_bits)

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        return rewrite(func, self.rule, module)

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if not isinstance(value, GraphCall) or not isinstance(value.op, Op) or len(value.args) != 2:
            return None
        x, weight = value.args
        if value.op.name not in ("matmul", "nn.dense") or not isinstance(weight, Constant) or weight.data.ndim != 2:
            return None
        info = x.sinfo
        if (
            value.attrs.get("transpose_a")
            or not isinstance(info, TensorStructInfo)
            or info.ndim < 1
            or value.attrs.get("out_dtype")
        ):
            return None
        dtype = dt.from_numpy(weight.data.dtype)
        if not dt.is_float(dtype) or info.dtype != dtype:
            return None
        transposed = value.op.name == "nn.dense" or bool(value.attrs.get("transpose_b"))
        matrix = weight.data.T if transposed else weight.data
        vectors = self.vectors if (row_count(info) or 1) < self.many_rows else self.vectors // 2
        width = panel_width(matrix.shape[1], max(1, self.vector_bits // dt.bits(dtype)), vectors)
        packed = Constant(pack_columns(matrix, width))
        return GraphCall(Op("nn.dense_packed"), (x, packed), {"units": matrix.shape[1]})
