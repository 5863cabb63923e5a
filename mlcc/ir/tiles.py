"""Tile instructions: their names, their operands, and their meaning as loops over elements.

A buffer of storage scope `amx.tile` lives in tile registers of 16 rows by 64 bytes: its last dimensions are one
register, the dimensions before them number the registers. The instructions are calls that name elements:

    T.amx_tilezero(C[r, 0, 0])
    T.amx_tileload(A[r, 0, 0], X[i, k], X[i + 1, k])     rows begin at X[i, k], X[i + 1, k], and so on, evenly spaced
    T.amx_tileloaddt1(A[r, 0, 0], X[i, k], X[i + 1, k])  the same of data that is not read again while it is in L1
    T.amx_tdpbf16ps(C[r, 0, 0], A[r, 0, 0], B[s, 0, 0])  C += A * B, B in groups of two (bytes: of four) rows
    T.amx_tilestore(Y[i, j], Y[i + 1, j], C[r, 0, 0])

The second row in place of a stride keeps such calls right when a buffer gets another shape. Analyses, the interpreter
and lowering take the meaning of a call from :func:`tile_meaning`; only code generation knows the instructions.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from mlcc.diagnostics import MlccError

from . import dtype as dt
from .expr import BufferLoad, Call, Expr, Var, cast, const
from .stmt import BufferStore, For, Stmt

#: The storage scope of tile registers, the rows of a register and the bytes of a row.
TILE_SCOPE = "amx.tile"
TILE_ROWS = 16
TILE_BYTES = 64


class TileDot(NamedTuple):
    """Element types of the operands and of the sums; four bytes or two 16-bit floats are multiplied per sum."""

    left: str
    right: str
    sums: str


#: The multiplications, by the name of the call.
TILE_DOTS: dict[str, TileDot] = {
    "amx_tdpbf16ps": TileDot("bfloat16", "bfloat16", "float32"),
    "amx_tdpfp16ps": TileDot("float16", "float16", "float32"),
    "amx_tdpbusd": TileDot("uint8", "int8", "int32"),
    "amx_tdpbssd": TileDot("int8", "int8", "int32"),
    "amx_tdpbsud": TileDot("int8", "uint8", "int32"),
    "amx_tdpbuud": TileDot("uint8", "uint8", "int32"),
}
#: All tile instructions, with their numbers of operands.
TILE_CALLS: dict[str, int] = {
    "amx_tilezero": 1, **dict.fromkeys(("amx_tileload", "amx_tileloaddt1", "amx_tilestore", *TILE_DOTS), 3),
}  # fmt: skip


def tile_elements(dtype: str) -> int:
    """The elements of a row of a tile register."""
    return TILE_BYTES // dt.nbytes(dtype)


def tile_meaning(call: Call) -> Stmt:
    """What a tile instruction does, as loops over elements. Raises MlccError G205 for operands that do not fit."""
    operands = [a for a in call.args if isinstance(a, BufferLoad)]
    if len(operands) != len(call.args) or len(operands) != TILE_CALLS[call.op]:
        raise _unfit(call, "its operands must be elements of buffers")
    match call.op, operands:
        case "amx_tilezero", [tile]:
            zero = const(0, tile.dtype)
            return _rows(lambda i, j: BufferStore(tile.buffer, zero, _in_tile(call, tile, i, j)), tile)
        case "amx_tileload" | "amx_tileloaddt1", [tile, first, second]:
            return _rows(lambda i, j: BufferStore(tile.buffer, _element(first, second, tile, i, j),
                                                  _in_tile(call, tile, i, j)), tile)  # fmt: skip
        case "amx_tilestore", [first, second, tile]:

            def stored(i: Expr, j: Expr) -> Stmt:
                value = BufferLoad(tile.buffer, _in_tile(call, tile, i, j))
                return BufferStore(first.buffer, value, _in_memory(first, second, tile, i, j))

            return _rows(stored, tile)
        case _, [sums, left, right]:
            return _dot(call, sums, left, right)
    raise _unfit(call, "it is not a tile instruction")


def _rows(body: Callable[[Expr, Expr], Stmt], tile: BufferLoad) -> Stmt:
    i, j = Var("row"), Var("column")
    return _loop(i, TILE_ROWS, _loop(j, tile_elements(tile.dtype), body(i, j)))


def _loop(var: Var, extent: int, body: Stmt) -> Stmt:
    return For(var, const(0, var.dtype), const(extent, var.dtype), "serial", body)


def _inner(tile: BufferLoad) -> tuple[int, ...] | None:
    """The dimensions that are one row of a register; None where the buffer has one dimension for all."""
    if len(tile.indices) == 1:
        return None
    dims: list[int] = []
    for dim in reversed(tile.buffer.shape):
        extent = getattr(dim, "value", 0)
        dims.insert(0, extent)
        if math.prod(dims) == tile_elements(tile.dtype):
            return tuple(dims)
    return ()


def _parts(at: Expr, dims: tuple[int, ...]) -> list[Expr]:
    """A position in a row as indices of its dimensions."""
    parts: list[Expr] = []
    for k, dim in enumerate(dims):
        below = math.prod(dims[k + 1 :])
        part = at if below == 1 else at // below
        parts.append(part if k == 0 else part % dim)
    return parts


def _in_tile(call: Call, tile: BufferLoad, row: Expr, column: Expr) -> tuple[Expr, ...]:
    inner = _inner(tile)
    if tile.buffer.scope != TILE_SCOPE:
        raise _unfit(call, f"`{tile.buffer.name}` is not in the storage scope `{TILE_SCOPE}`")
    if inner is None:
        return (tile.indices[0] + row * tile_elements(tile.dtype) + column,)
    rows = -len(inner) - 1
    if not inner or len(tile.indices) < -rows or getattr(tile.buffer.shape[rows], "value", 0) != TILE_ROWS:
        raise _unfit(
            call, f"the last dimensions of `{tile.buffer.name}` are not {TILE_ROWS} rows of {TILE_BYTES} bytes"
        )
    indices = list(tile.indices)
    indices[rows] = indices[rows] + row
    for k, part in enumerate(_parts(column, inner)):
        indices[rows + 1 + k] = indices[rows + 1 + k] + part
    return tuple(indices)


def _in_memory(first: BufferLoad, second: BufferLoad, tile: BufferLoad, row: Expr, column: Expr) -> tuple[Expr, ...]:
    indices = [a + row * (b - a) for a, b in zip(first.indices, second.indices, strict=True)]
    parts = _parts(column, _inner(tile) or ()) if len(indices) > 1 else []
    if not parts:
        parts = [column]
    for k, part in enumerate(reversed(parts)):
        indices[-1 - k] = indices[-1 - k] + part
    return tuple(indices)


def _element(first: BufferLoad, second: BufferLoad, tile: BufferLoad, row: Expr, column: Expr) -> Expr:
    return BufferLoad(first.buffer, _in_memory(first, second, tile, row, column))


def _dot(call: Call, sums: BufferLoad, left: BufferLoad, right: BufferLoad) -> Stmt:
    """``sums[i, j] += left[i, k] * right[k // group, j * group + k % group]``."""
    kinds = TILE_DOTS[call.op]
    group = 4 // dt.nbytes(kinds.left)
    i, j, k, part = (Var(name) for name in ("row", "column", "group", "part"))

    def operand(tile: BufferLoad, kind: str, row: Expr, word: Expr) -> Expr:
        """An element of a register that holds elements, or words of them."""
        if tile.dtype == kind:
            return cast(kinds.sums, BufferLoad(tile.buffer, _in_tile(call, tile, row, word * group + part)))
        if tile.dtype != "int32" or group != 4:
            raise _unfit(call, f"`{tile.buffer.name}` holds {tile.dtype}, not {kind}")
        bits = cast("uint32", BufferLoad(tile.buffer, _in_tile(call, tile, row, word)))
        return cast("int32", cast(kind, bits >> cast("uint32", part * 8)))

    if sums.dtype != kinds.sums:
        raise _unfit(call, f"`{sums.buffer.name}` holds {sums.dtype}, not {kinds.sums}")
    at = _in_tile(call, sums, i, j)
    product = operand(left, kinds.left, i, k) * operand(right, kinds.right, k, j)
    step = BufferStore(sums.buffer, BufferLoad(sums.buffer, at) + product, at)
    inner = _loop(i, TILE_ROWS, _loop(j, TILE_ROWS, step))
    return _loop(k, TILE_ROWS, _loop(part, group, inner))


def _unfit(call: Call, why: str) -> MlccError:
    return MlccError("G205", f"`T.{call.op}`: {why}", span=call.span)
