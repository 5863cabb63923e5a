"""Square tiles of elements transposed in registers."""

from __future__ import annotations

from mlcc.diagnostics import MlccError
from mlcc.ir import BufferLoad, Call, IntImm
from mlcc.ir import dtype as dt

from .address import address, index_constant, index_value
from .emitter import Emitter


def transpose_tile(f: Emitter, expr: Call) -> str:
    """Load `side` rows of `side` elements with the row stride `stride`, and store the columns contiguously.

    With the rows as ``v[0] ... v[side - 1]``, each of log2(side) rounds interleaves v[k] with v[k + side / 2] into
    v[2 * k] and v[2 * k + 1]: the linear index of an element in the tile, ``row * side + column``, is rotated by one
    bit. After log2(side) rotations, row and column are exchanged. For side 4, element (1, 2) is at 0b0110, then at
    0b1100, then at 0b1001: (2, 1).
    """
    to, start, stride, count, present = expr.args
    if not isinstance(count, IntImm) or count.value & (count.value - 1) or count.value < 2:
        raise MlccError("G201", "`transpose_tile` needs a power of two as the side of its tile", span=expr.span)
    side = count.value
    target, source = (pointer.args[0] for pointer in (to, start) if isinstance(pointer, Call))
    assert isinstance(target, BufferLoad)
    assert isinstance(source, BufferLoad)
    element, size = f.memory_type(source.dtype), dt.nbytes(source.dtype)
    vector = f"<{side} x {element}>"
    first, align = address(f, f.buffers[source.buffer], source.indices[0], element, size)
    step = index_value(f, stride)
    last = None if index_constant(f, present) == side else _before(f, index_value(f, present))
    rows = []
    for row in range(side):
        number = str(row) if last is None or row == 0 else _least(f, row, last)
        offset = f.pure(f"mul nsw i64 {step}, {number}", step, number)
        at = f.pure(f"getelementptr inbounds {element}, ptr {first}, i64 {offset}", first, offset)
        rows.append(f.assign(f"load {vector}, ptr {at}, align {align if row == 0 else size}"))
    for _ in range(side.bit_length() - 1):
        pairs = [(rows[k], rows[k + side // 2]) for k in range(side // 2)]
        rows = [_interleaved(f, vector, a, b, half, side) for a, b in pairs for half in (0, 1)]
    out, align = address(f, f.buffers[target.buffer], target.indices[0], element, size)
    for row, value in enumerate(rows):
        at = f.pure(f"getelementptr inbounds {element}, ptr {out}, i64 {row * side}", out)
        f.put(f"store {vector} {value}, ptr {at}, align {size if row else align}")
    return "0"


def _before(f: Emitter, count: str) -> str:
    return f.pure(f"sub nsw i64 {count}, 1", count)


def _least(f: Emitter, row: int, last: str) -> str:
    inside = f.pure(f"icmp slt i64 {row}, {last}", last)
    return f.pure(f"select i1 {inside}, i64 {row}, i64 {last}", inside, last)


def _interleaved(f: Emitter, vector: str, a: str, b: str, half: int, side: int) -> str:
    """The elements of one half of a and of b, interleaved."""
    picks = [k + part * side for k in range(half * side // 2, (half + 1) * side // 2) for part in (0, 1)]
    order = ", ".join(f"i32 {p}" for p in picks)
    return f.assign(f"shufflevector {vector} {a}, {vector} {b}, <{side} x i32> <{order}>")
