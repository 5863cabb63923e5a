"""Matrix instructions on vectors (i8mm and bf16 of AArch64): 2 x 2 sums of products of two rows by two columns.

Without the instruction the call becomes its meaning, loops over elements, as every target can run them.
"""

from __future__ import annotations

from mlcc.ir import MATRIX_BYTES, MATRIX_CALLS, BufferLoad, Call, matrix_meaning
from mlcc.ir import dtype as dt

from .address import address, difference
from .emitter import Emitter, Pointer

#: By type of the sums: the feature, and the vectors of the sums and of each operand.
_FORMS = {"int32": ("i8mm", "<4 x i32>", "<16 x i8>"), "float32": ("bf16", "<4 x float>", "<8 x bfloat>")}
_NAMES = {name: f"llvm.aarch64.neon.{name.removeprefix('neon_')}" for name in MATRIX_CALLS}


def matrix_call(f: Emitter, expr: Call) -> str:
    """One matrix instruction: three vectors are loaded, and the sums stored where they were."""
    meaning = matrix_meaning(expr)  # raises for operands that do not fit
    feature, sums, operand = _FORMS[MATRIX_CALLS[expr.op].sums]
    if f.target.arch != "aarch64" or feature not in f.target.features:
        f.statement(meaning)
        return "0"
    c0, c1, a0, a1, b0, b1 = (a for a in expr.args if isinstance(a, BufferLoad))
    acc, a, b = _loaded(f, c0, c1, sums), _loaded(f, a0, a1, operand), _loaded(f, b0, b1, operand)
    name = _NAMES[expr.op]
    if sums == "<4 x i32>":
        name += ".v4i32.v16i8"
    total = f.call(name, sums, (sums, acc), (operand, a), (operand, b), pure=True)
    _store(f, total, c0, c1, sums)
    return "0"


def _place(f: Emitter, load: BufferLoad) -> Pointer:
    return address(f, f.buffers[load.buffer], load.indices[0], f.memory_type(load.dtype), dt.nbytes(load.dtype))


def _are_adjacent(f: Emitter, first: BufferLoad, second: BufferLoad) -> bool:
    """Whether the second row begins where the first one ends."""
    apart = difference(f, second.indices[0], first.indices[0])
    return apart is not None and apart * dt.nbytes(first.dtype) == MATRIX_BYTES


def _loaded(f: Emitter, first: BufferLoad, second: BufferLoad, kind: str) -> str:
    """Both rows as one vector."""
    at = _place(f, first)
    if _are_adjacent(f, first, second):
        return f.assign(f"load {kind}, ptr {at.operand}, align {at.align}")
    rows = [f.assign(f"load i64, ptr {p.operand}, align {p.align}") for p in (at, _place(f, second))]
    pair = "poison"
    for lane, row in enumerate(rows):
        pair = f.assign(f"insertelement <2 x i64> {pair}, i64 {row}, i32 {lane}")
    return f.assign(f"bitcast <2 x i64> {pair} to {kind}")


def _store(f: Emitter, total: str, first: BufferLoad, second: BufferLoad, kind: str) -> None:
    at = _place(f, first)
    if _are_adjacent(f, first, second):
        f.put(f"store {kind} {total}, ptr {at.operand}, align {at.align}")
        return
    half = f"<2 x {kind.split()[-1]}"
    for lanes, p in (("<i32 0, i32 1>", at), ("<i32 2, i32 3>", _place(f, second))):
        row = f.assign(f"shufflevector {kind} {total}, {kind} poison, <2 x i32> {lanes}")
        f.put(f"store {half} {row}, ptr {p.operand}, align {p.align}")
