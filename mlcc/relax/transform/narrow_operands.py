"""Which products read operands of 16-bit floats as they are stored, and widen them in registers.

A product of few rows takes the time of reading its matrix: in 16 bits, half of the time that float32 takes. Each
element is widened once per tile of rows, so that many rows multiply a matrix in float32, or in tile registers, in less
time. A depthwise convolution takes the time of reading its image, and so do the steps of a recurrence with weights that
are larger than a cache.
"""

from __future__ import annotations

from mlcc.ir import Constant, GraphCall, GraphExpr, TensorStructInfo, as_int
from mlcc.target import Costs

from ..operators import dimensions, operator_name, tensor_dtype
from .pack_weights import row_count


def reads_narrow_matrix(call: GraphExpr, costs: Costs) -> bool:
    """Whether a product of 16-bit floats with a constant matrix (K, N), or (N, K), has so few rows, or a number of them
    that a call chooses: its kernel has a version for few."""
    if operator_name(call) not in ("matmul", "nn.dense") or not isinstance(call, GraphCall) or len(call.args) != 2:
        return False
    data, weight = call.args
    if call.attrs.get("transpose_a") or not isinstance(weight, Constant) or weight.data.ndim != 2:
        return False
    dims = dimensions(data)
    if not _is_widened_by_instructions(weight, costs) or not dims or 0 in (*map(as_int, dims), *weight.data.shape):
        return False
    assert isinstance(data.sinfo, TensorStructInfo)
    rows, from_memory = row_count(data.sinfo), weight.data.size > costs.cached_matrix
    if rows is None:
        return from_memory
    return bool(rows <= (costs.narrow_matrix_rows if from_memory else costs.narrow_panel_rows))


def reads_narrow_batches(call: GraphExpr, costs: Costs) -> bool:
    """Whether a product of 16-bit floats has so few rows for each matrix of a batch, which is no constant."""
    if operator_name(call) != "matmul" or not isinstance(call, GraphCall) or len(call.args) != 2:
        return False
    data, matrices = call.args
    dims = dimensions(data) or ()
    if call.attrs.get("transpose_a") or isinstance(matrices, Constant) or len(dims) < 3:
        return False
    if not _is_widened_by_instructions(matrices, costs) or len(dimensions(matrices) or ()) != len(dims):
        return False
    rows = as_int(dims[-2])
    return rows is not None and 0 < rows <= costs.narrow_panel_rows


def keeps_narrow(weight: Constant, costs: Costs) -> bool:
    """Whether a matrix that is read in every step of a recurrence stays in 16 bits: a large one."""
    return _is_widened_by_instructions(weight, costs) and weight.data.size > costs.cached_matrix


def reads_narrow_image(call: GraphExpr, costs: Costs) -> bool:
    """Whether a depthwise convolution of bfloat16 reads its image in 16 bits: where the convolutions around it, which
    tile registers or pairs compute, store it so."""
    if operator_name(call) not in ("nn.conv1d", "nn.conv2d") or not isinstance(call, GraphCall):
        return False
    weight = call.args[1]
    if not costs.tile_rows_bf16 and not costs.pair_products:
        return False
    if not isinstance(weight, Constant) or tensor_dtype(weight) != "bfloat16":
        return False
    return weight.data.shape[1] == 1 and bool(call.attrs.get("groups", 1) == weight.data.shape[0] > 1)


def _is_widened_by_instructions(weight: GraphExpr, costs: Costs) -> bool:
    return {"bfloat16": True, "float16": bool(costs.half_conversion)}.get(tensor_dtype(weight), False)
