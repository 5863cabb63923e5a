"""Which products of few rows read constant matrices of 16-bit floats as they are, and widen them in registers.

Such a product takes the time of reading its matrix: in 16 bits, half of the time that float32 takes. Each element is
widened once per tile of rows, so that many rows multiply a matrix in float32, or in tile registers, in less time.
"""

from __future__ import annotations

import math

from mlcc.ir import Constant, GraphCall, GraphExpr
from mlcc.target import Costs

from ..operators import operator_name, static_shape, tensor_dtype


def reads_narrow_matrix(call: GraphExpr, costs: Costs) -> bool:
    """Whether a product of 16-bit floats with a constant matrix (K, N), or (N, K), has so few rows."""
    if operator_name(call) not in ("matmul", "nn.dense") or not isinstance(call, GraphCall) or len(call.args) != 2:
        return False
    data, weight = call.args
    if call.attrs.get("transpose_a") or not isinstance(weight, Constant) or weight.data.ndim != 2:
        return False
    rows = static_shape(data)
    if not _is_widened_by_instructions(weight, costs) or not rows or 0 in (*rows, *weight.data.shape):
        return False
    from_memory = weight.data.size > costs.cached_matrix
    return math.prod(rows[:-1]) <= (costs.narrow_matrix_rows if from_memory else costs.narrow_panel_rows)


def keeps_narrow(weight: Constant, costs: Costs) -> bool:
    """Whether a matrix that is read in every step of a recurrence stays in 16 bits: a large one."""
    return _is_widened_by_instructions(weight, costs) and weight.data.size > costs.cached_matrix


def _is_widened_by_instructions(weight: Constant, costs: Costs) -> bool:
    return {"bfloat16": True, "float16": bool(costs.half_conversion)}.get(tensor_dtype(weight), False)
