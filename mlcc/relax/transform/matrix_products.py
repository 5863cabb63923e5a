"""Which products are computed two rows by two columns at a time, and how their matrices are packed.

Some CPUs multiply two rows of 8 bytes, or of 4 bfloat16 numbers, with two such columns by one instruction (AArch64's
smmla and bfmmla; `costs.matrix_rows_int8`, `costs.matrix_rows_bf16`). The elements along the sum that one instruction
multiplies are a group, and columns of a panel lie one after the other, each with its group.
"""

from __future__ import annotations

from dataclasses import replace

from mlcc.ir import MATRIX_BYTES, GraphExpr
from mlcc.target import Costs

from .tile_products import in_tiles

#: Columns of a panel: four vectors of two columns each.
MATRIX_COLUMNS = 8
#: Numbers of bfloat16 in a group; of bytes there are as many as it has bytes.
MATRIX_NUMBERS = MATRIX_BYTES // 2


def in_matrix_products(call: GraphExpr, costs: Costs) -> bool:
    """Whether a product of bfloat16 with one matrix has enough rows. A matrix that is computed at run time is packed
    first, as for tile registers."""
    return in_tiles(call, replace(costs, tile_rows_bf16=costs.matrix_rows_bf16, tile_rows_fp16=0))
