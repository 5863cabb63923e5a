"""Matrix instructions on vectors (Arm's i8mm and bf16): their names, their operands, and their meaning as loops.

One instruction multiplies two rows of 8 bytes, or of 4 bfloat16 numbers, with two such columns, and adds the products
to 2 x 2 sums. Its operands are in memory, each named by the first elements of its two rows; the sums stay in registers
where they are in local memory and all loops over them are unrolled:

    T.neon_usmmla(C[i, j], C[i + 1, j], A[i, k], A[i + 1, k], B[j, k], B[j + 1, k])

is ``C[i + y, j + x] += sum(A[i + y, k + r] * B[j + x, k + r] for r in range(8))`` for x and y of 0 and 1. The second
rows in place of strides keep such calls right when a buffer gets another shape.
"""

from __future__ import annotations

from typing import NamedTuple

from mlcc.diagnostics import MlccError

from . import dtype as dt
from .expr import BufferLoad, Call, Expr, Var, cast, const
from .stmt import BufferStore, For, Stmt

#: Rows and columns of the sums, and the bytes of a row of an operand.
MATRIX_SIDE = 2
MATRIX_BYTES = 8


class MatrixProduct(NamedTuple):
    """Element types of the operands and of the sums."""

    left: str
    right: str
    sums: str


#: The instructions, by the name of the call.
MATRIX_CALLS: dict[str, MatrixProduct] = {
    "neon_smmla": MatrixProduct("int8", "int8", "int32"),
    "neon_ummla": MatrixProduct("uint8", "uint8", "int32"),
    "neon_usmmla": MatrixProduct("uint8", "int8", "int32"),
    "neon_bfmmla": MatrixProduct("bfloat16", "bfloat16", "float32"),
}
MATRIX_OPERANDS = 6


def matrix_meaning(call: Call) -> Stmt:
    """What a matrix instruction does, as loops over elements. Raises MlccError G207 for operands that do not fit."""
    loads = [a for a in call.args if isinstance(a, BufferLoad)]
    kinds = MATRIX_CALLS[call.op]
    if len(loads) != len(call.args) or len(loads) != MATRIX_OPERANDS:
        raise _unfit(call, "its operands must be elements of buffers")
    pairs = [(loads[2 * n], loads[2 * n + 1]) for n in range(3)]
    for (first, second), kind in zip(pairs, (kinds.sums, kinds.left, kinds.right), strict=True):
        if first.buffer is not second.buffer:
            raise _unfit(call, f"`{first.buffer.name}` and `{second.buffer.name}` are not rows of one buffer")
        if first.dtype != kind:
            raise _unfit(call, f"`{first.buffer.name}` holds {first.dtype}, not {kind}")
    i, j, r = (Var(name) for name in ("row", "column", "part"))
    sums, left, right = pairs
    target = _element(sums, i, j)
    product = cast(kinds.sums, _element(left, i, r)) * cast(kinds.sums, _element(right, j, r))
    body: Stmt = BufferStore(target.buffer, target + product, target.indices)
    depth = MATRIX_BYTES // dt.nbytes(kinds.left)
    for var, extent in ((r, depth), (j, MATRIX_SIDE), (i, MATRIX_SIDE)):
        body = For(var, const(0, var.dtype), const(extent, var.dtype), "serial", body)
    return body


def _element(rows: tuple[BufferLoad, BufferLoad], row: Expr, column: Expr) -> BufferLoad:
    """An element of an operand, by its row and its place in it."""
    first, second = rows
    indices = [a + row * (b - a) for a, b in zip(first.indices, second.indices, strict=True)]
    indices[-1] = indices[-1] + column
    return BufferLoad(first.buffer, tuple(indices))


def _unfit(call: Call, why: str) -> MlccError:
    return MlccError("G207", f"`T.{call.op}`: {why}", span=call.span)
