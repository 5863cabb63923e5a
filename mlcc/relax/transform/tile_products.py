"""Which matrix products of bfloat16 are computed in tile registers, and how their right-hand matrices are packed."""

from __future__ import annotations

from typing import Any

import numpy as np

from mlcc.ir import Constant, GraphCall, GraphExpr, TensorStructInfo
from mlcc.target import Costs

from ..operators import operator_name, static_shape, tensor_dtype

Array = np.ndarray[Any, Any]

#: Columns of a panel (two registers), elements of a group, and the elements along K of a register.
TILE_COLUMNS = 32
TILE_GROUP = 2
TILE_DEPTH = 32
#: The same for bytes.
BYTE_GROUP = 4
BYTE_DEPTH = 64


def in_tiles(call: GraphExpr, costs: Costs) -> bool:
    """Whether a product of bfloat16 with one matrix has enough rows for tile registers.

    A matrix that is computed at run time is packed first, which takes as long as the product of some rows.
    """
    if operator_name(call) not in ("matmul", "nn.dense") or not isinstance(call, GraphCall) or not costs.tile_rows_bf16:
        return False
    if len(call.args) != 2 or call.attrs.get("transpose_a"):
        return False
    if call.attrs.get("out_dtype") not in (None, "bfloat16", "float32"):
        return False
    data, weight = call.args
    shape, rows = static_shape(weight), static_shape(data)
    if shape is None or len(shape) != 2 or 0 in shape or {tensor_dtype(v) for v in call.args} != {"bfloat16"}:
        return False
    if rows is None or len(rows) < 2 or 0 in rows or not isinstance(data.sinfo, TensorStructInfo):
        return False
    least = costs.tile_rows_bf16 if isinstance(weight, Constant) else max(costs.tile_rows_bf16, costs.dot_rows)
    return bool(np.prod(rows[:-1]) >= least)


def conv_in_tiles(call: GraphExpr, costs: Costs) -> bool:
    """Whether a convolution of bfloat16 is computed in tile registers: one group of enough channels to fill a good part
    of a register, constant weights, and an image of static size."""
    if operator_name(call) not in ("nn.conv1d", "nn.conv2d") or not isinstance(call, GraphCall):
        return False
    if not costs.tile_rows_bf16 or call.attrs.get("groups", 1) != 1 or not isinstance(call.args[1], Constant):
        return False
    if {tensor_dtype(v) for v in call.args} != {"bfloat16"}:
        return False
    image, kernel = static_shape(call), static_shape(call.args[1])
    if image is None or kernel is None or 0 in image or call.attrs.get("data_layout", "NCHW")[:2] != "NC":
        return False
    return kernel[0] >= costs.tile_channels and kernel[1] >= costs.tile_channels


def pack_conv_registers(weight: Array) -> Array:
    """[O, I, kh, kw] → [O / 32, I / 32, kh, kw, 2, 16, 16, 2], padded with zeros: halves of 16 output channels, pairs
    of input channels, output channels, and the elements of a pair."""
    outputs, inputs, *kernel = weight.shape
    block = TILE_DEPTH
    full = np.pad(weight, ((0, -outputs % block), (0, -inputs % block), (0, 0), (0, 0)))
    split = full.reshape(full.shape[0] // block, 2, 16, full.shape[1] // block, 16, 2, *kernel)
    return np.ascontiguousarray(split.transpose(0, 3, 6, 7, 1, 4, 2, 5))


def tile_columns(columns: int) -> int:
    """The columns of a panel: two registers, or one for a matrix that is not wider."""
    return TILE_COLUMNS if columns > TILE_COLUMNS // 2 else TILE_COLUMNS // 2


def lengthened(matrix: Array, step: int) -> Array:
    """[K, N] with zeros below, K rounded up to a multiple of `step`."""
    short = -matrix.shape[0] % step
    return np.pad(matrix, ((0, short), (0, 0))) if short else matrix
