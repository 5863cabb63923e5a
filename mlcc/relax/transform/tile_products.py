"""Which matrix products of bfloat16 are computed in tile registers, and how their right-hand matrices are packed.

Those of float16 with constant weights are products of bfloat16 too, with a sum three times as long: of the parts of
their operands (``nn.dense_parts``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from mlcc.ir import Constant, Expr, GraphCall, GraphExpr, as_int
from mlcc.target import Costs
from mlcc.topi.products_in_tiles import fills_tiles
from mlcc.topi.shapes import pads_of, per_dim

from ..operators import NULL, dimensions, is_null, operator_name, static_shape, tensor_dtype
from .blocked_weights import zero_padded

Array = np.ndarray[Any, Any]

#: Columns of a panel (two registers), elements of a group, and the elements along K of a register.
TILE_COLUMNS = 32
TILE_GROUP = 2
TILE_DEPTH = 32
#: The same of bytes: what a row of a register holds.
BYTE_DEPTH = 64
#: Sequences of a register of states, which have two parts.
TILE_SEQUENCES = 8


def in_tiles(call: GraphExpr, costs: Costs) -> bool:
    """Whether a product of bfloat16 or float16 with one matrix has enough rows for tile registers.

    A matrix that is computed at run time is packed first, which takes as long as the product of some rows.
    """
    if operator_name(call) not in ("matmul", "nn.dense") or not isinstance(call, GraphCall):
        return False
    if len(call.args) != 2 or call.attrs.get("transpose_a"):
        return False
    data, weight = call.args
    kind = tensor_dtype(data)
    rows = _tile_rows(data, weight, costs)
    if not rows or kind == "uint8" or call.attrs.get("out_dtype") not in (None, kind, "float32"):
        return False
    shape, dims = static_shape(weight), dimensions(data)
    if shape is None or len(shape) != 2 or 0 in shape or dims is None or len(dims) < 2:
        return False
    if as_int(dims[-1]) is None:  # K is rounded up, of rows as of the matrix: where only the run says that they agree
        return False
    if tensor_dtype(weight) == "float16" and not _pays_parts(call, costs):
        return False
    least = rows if isinstance(weight, Constant) else max(rows, costs.dot_rows)
    return assumed_row_count(dims, costs) >= least


def batches_fill_tiles(left: GraphExpr, right: GraphExpr) -> bool:
    """Whether the product of batches of matrices fills tile registers. Bytes without their zero points are exact in the
    bfloat16 of these, and so is each product of two in float32."""
    return fills_tiles(*(dimensions(value) or () for value in (left, right)))


def lays_out_batches(call: GraphExpr) -> bool:
    """Whether a product is one of such batches whose operands may be rounded, and are laid out for tile registers."""
    if operator_name(call) != "matmul" or not isinstance(call, GraphCall) or len(call.args) != 2:
        return False
    return call.attrs.get("operands") == "bfloat16" and batches_fill_tiles(*call.args)


def assumed_row_count(dims: Sequence[Expr], costs: Costs) -> int:
    """The rows of a tensor, the product of all dimensions but the last; `costs.assumed_rows` if they are symbolic."""
    known = [n for n in map(as_int, dims[:-1]) if n is not None]
    return math.prod(known) if len(known) == len(dims) - 1 or 0 in known else int(costs.assumed_rows)


def conv_in_tiles(call: GraphExpr, costs: Costs) -> bool:
    """Whether a convolution of 16-bit floats or bytes is computed in tile registers: constant weights, an image with
    enough pixels, which are the rows, or of symbolic size, and enough channels to fill a good part of a register. Of
    few channels (:func:`has_few_channels`) windows have enough elements; of groups, results fill blocks or are sums of
    many products in a window, and bytes fill blocks of inputs too: these are padded with a zero point."""
    name = operator_name(call)
    if name not in ("nn.conv1d", "nn.conv2d", "nn.conv3d", "qnn.conv") or not isinstance(call, GraphCall):
        return False
    data, weight = call.args[:2]
    groups = call.attrs.get("groups", 1)
    if not isinstance(weight, Constant):
        return False
    rows = _tile_rows(data, weight, costs)
    if not rows:
        return False
    image, kernel = dimensions(call), static_shape(weight)
    if image is None or kernel is None or call.attrs.get("data_layout", "NCHW")[:2] != "NC":
        return False
    extents = [as_int(n) for n in image]
    if len(kernel) not in (3, 4, 5) or 0 in extents:
        return False
    # The slices of a volume are a batch of images.
    if len(kernel) == 5 and groups > 1:
        return False
    if None not in extents[2:] and math.prod(n or 0 for n in extents[2:]) < rows:
        return False
    if None in extents and (len(kernel) != 4 or has_few_channels(weight, costs)):
        return False
    if tensor_dtype(weight) == "float16" and (
        len(kernel) == 5 or has_few_channels(weight, costs) or not _pays_parts(call, costs)
    ):
        return False
    if has_few_channels(weight, costs) and groups == 1:
        return kernel[0] >= costs.tile_channels and bool(np.prod(kernel[1:]) >= costs.tile_channels)
    if draws_windows(call, costs):
        return kernel[0] >= costs.tile_channels
    block, counts = tile_channels(call), (kernel[0] // groups, kernel[1])
    if reads_patches(call, costs):
        counts = kernel[0], math.prod(kernel[1:])
    # to remove the padding between groups is a pass over memory: too long for single pixels, or few products
    has_window = math.prod(kernel[2:]) > 1 and math.prod(kernel[1:]) >= costs.group_products
    if groups > 1 and counts[0] % block and not has_window:
        return False
    if groups > 1 and block == BYTE_DEPTH and any(n % block for n in counts):
        return False
    filled = block == TILE_DEPTH or min(n / (-(-n // block) * block) for n in counts) >= costs.tile_fill
    return filled and min(counts) >= costs.tile_channels


def recurs_in_tiles(call: GraphCall, costs: Costs) -> bool:
    """Whether a recurrence multiplies states by weights of bfloat16 in tile registers, even that of one sequence:
    weights that L1 does not hold, since to widen them takes longer than to load them."""
    weight = call.args[1]
    if not isinstance(weight, Constant) or not costs.tile_rows_bf16:
        return False
    return tensor_dtype(weight) == "bfloat16" and bool(weight.data.size > costs.near_matrix)


def bytes_recur_in_tiles(call: GraphCall, costs: Costs) -> bool:
    """Whether an LSTM multiplies the bytes of its states by words of constant weights in tile registers: of enough
    sequences, which are the rows."""
    weight, sums = call.args[1], next(iter(call.args[7:8]), NULL)
    dims = dimensions(call.args[0]) or ()
    if not isinstance(weight, Constant) or tensor_dtype(weight) != "int32" or is_null(sums) or len(dims) != 4:
        return False
    return 0 < costs.tile_rows_int8 <= (as_int(dims[1]) or 0)


def multiplies_inputs(call: GraphCall, x: GraphExpr, matrix: Constant, costs: Costs) -> bool:
    """Whether the recurrence of an LSTM in tile registers multiplies its inputs x (S, B, I) by a matrix itself: where
    two blocks of sequences share the weights that are loaded, the gates of all inputs would not stay in L2, and the
    weights do. The steps may be symbolic, which are assumed to be many."""
    weight, dims = call.args[1], dimensions(x)
    if operator_name(call) != "nn.lstm_recurrence":
        return False
    if not recurs_in_tiles(call, costs) or not isinstance(weight, Constant) or dims is None or len(dims) != 3:
        return False
    steps, batch = as_int(dims[0]), as_int(dims[1])
    if batch is None or batch <= TILE_SEQUENCES:
        return False
    if steps is not None and steps * batch * matrix.data.shape[1] <= costs.cached_matrix:
        return False
    # `cached_matrix` is a quarter of L2 in elements: these bytes are three quarters of it.
    return bool(weight.data.size + matrix.data.size <= costs.cached_matrix * 3 // 2)


def has_few_channels(weight: GraphExpr, costs: Costs) -> bool:
    """Whether a register would hold too few of a pixel's channels: it holds elements of a window instead. For those of
    bytes see :func:`draws_windows`."""
    kernel = static_shape(weight)
    return kernel is not None and kernel[1] < costs.tile_channels and tensor_dtype(weight) != "int8"


def draws_windows(call: GraphCall, costs: Costs) -> bool:
    """Whether registers hold elements of the windows of a convolution of bytes of few channels: windows of more bytes
    than one holds, since the words of smaller ones are multiplied in vectors in less time than they are copied."""
    weight, data = call.args[1], dimensions(call.args[0])
    zero, shift = (*call.args[3:], NULL, NULL)[:2]
    kernel = static_shape(weight)
    if kernel is None or data is None or tensor_dtype(weight) != "int8" or call.attrs.get("groups", 1) > 1:
        return False
    is_known = is_null(zero) and is_null(shift) and len(kernel) == 4 and all(as_int(n) is not None for n in data)
    return is_known and kernel[1] < costs.tile_channels and math.prod(kernel[1:]) > BYTE_DEPTH


def reads_patches(call: GraphCall, costs: Costs) -> bool:
    """Whether the windows of a convolution of bytes of few channels are patches of the image, which do not overlap and
    have no padding: their elements become the channels of a pixel, which only moves them."""
    weight, data = call.args[1], dimensions(call.args[0])
    kernel = static_shape(weight)
    if kernel is None or data is None or tensor_dtype(weight) != "int8" or call.attrs.get("groups", 1) > 1:
        return False
    if kernel[1] >= costs.tile_channels or len(kernel) != 4 or any(as_int(n) is None for n in data):
        return False
    pads = pads_of(call.attrs.get("padding", 0), 2)
    strides, steps = (per_dim(call.attrs.get(name), 2, 1, name) for name in ("strides", "dilation"))
    is_apart = all(s >= (k - 1) * d + 1 for s, k, d in zip(strides, kernel[2:], steps, strict=True))
    return is_apart and pads == ((0, 0), (0, 0)) and math.prod(kernel[2:]) > 1


def tile_channels(call: GraphExpr) -> int:
    """The channels of a block of a convolution in tile registers."""
    assert isinstance(call, GraphCall)
    return BYTE_DEPTH if tensor_dtype(call.args[1]) == "int8" else TILE_DEPTH


def _tile_rows(data: GraphExpr, weight: GraphExpr, costs: Costs) -> int:
    """From how many rows on products of these types use tile registers; 0: never."""
    kinds = tensor_dtype(data), tensor_dtype(weight)
    if kinds in (("float16", "float16"), ("float32", "float16")):
        return int(costs.tile_rows_fp16)
    rows = {("bfloat16", "bfloat16"): costs.tile_rows_bf16, ("uint8", "int8"): costs.tile_rows_int8}
    return int(rows.get(kinds, 0))


def in_parts(call: GraphExpr, costs: Costs) -> bool:
    """Whether a product of float16, or of float32 with a constant of float16, is one of the parts of its operands."""
    if not isinstance(call, GraphCall) or len(call.args) < 2 or tensor_dtype(call.args[1]) != "float16":
        return False
    return in_tiles(call, costs) or conv_in_tiles(call, costs)


def _pays_parts(call: GraphCall, costs: Costs) -> bool:
    """Whether a product with a weight of float16 is computed from parts: of static size, with a constant that is
    finite, and enough products with each element to pay for its parts."""
    weight, dims = call.args[1], static_shape(call.args[0])
    if not isinstance(weight, Constant) or dims is None:
        return False
    inner = dims[-1] if weight.data.ndim == 2 else weight.data.shape[1] * int(call.attrs.get("groups", 1))
    strides = call.attrs.get("strides", 1)
    skipped = math.prod(strides) if isinstance(strides, (list, tuple)) else int(strides) ** (weight.data.ndim - 2)
    each = weight.data.size / max(1, inner) / skipped
    return bool(each >= costs.part_products and np.isfinite(weight.data).all())


def pack_conv_registers(weight: Array) -> Array:
    """[O, I, kh, kw] → [O / 32, I / c, kh, kw, 2, 16, c / g, g]: panels of output channels, blocks of c input channels,
    halves of 16 output channels, groups of g input channels, output channels, and the elements of a group.

    Channels are padded to blocks of 64 bytes with zeros: c is 32, g is 2 for bfloat16, 64 and 4 for bytes.
    """
    outputs, inputs, *kernel = weight.shape
    block, group = BYTE_DEPTH // weight.itemsize, 4 // weight.itemsize
    full = zero_padded(weight, (-outputs % block, -inputs % block, 0, 0))
    panels, blocks = full.shape[0] // TILE_COLUMNS, full.shape[1] // block
    split = full.reshape(panels, 2, 16, blocks, block // group, group, *kernel)
    return np.ascontiguousarray(split.transpose(0, 3, 6, 7, 1, 4, 2, 5))


def tile_columns(columns: int) -> int:
    """The columns of a panel: two registers, or one for a matrix that is not wider."""
    return TILE_COLUMNS if columns > TILE_COLUMNS // 2 else TILE_COLUMNS // 2


def lengthened_sums(packed: Array, step: int) -> Array:
    """Recurrent weights (D, P, K, n) with zeros below, K rounded up to a multiple of `step`."""
    return zero_padded(packed, (0, 0, -packed.shape[2] % step, 0))


def lengthened(matrix: Array, step: int) -> Array:
    """[K, N] with zeros below, K rounded up to a multiple of `step`."""
    return zero_padded(matrix, (-matrix.shape[0] % step, 0))
