"""Splits vector loops into vectors of the register width, and remainders into vectors of fewer lanes.

    for i in T.vectorized(45): B[i] = A[i]      5 vectors of 8 elements and a masked one of 5, with AVX2

Functions such as `exp` are computed of two vectors at once where a processor sees few of the next one's operations.
"""

from __future__ import annotations

from typing import Any

from mlcc.ir import (
    Binary,
    BufferLoad,
    BufferStore,
    Call,
    Cast,
    Expr,
    For,
    IfThenElse,
    Let,
    LetStmt,
    Node,
    PrimFunc,
    Stmt,
    Var,
    as_int,
    children,
    const,
    map_children,
    seq,
    substitute,
    update,
    walk,
)  # fmt: skip
from mlcc.ir import dtype as dt
from mlcc.target import Target

#: Loops of at most this many vectors are unrolled; longer ones become a loop over vectors.
_UNROLLED = 16
#: The same for bodies with mathematical functions, which are large.
_UNROLLED_FUNCTIONS = 2
#: Functions that are lowered to tens of instructions.
_LONG = frozenset(
    {"exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "tanh", "erf", "sigmoid", "sin", "cos", "pow"}
)


def split_vectors(func: PrimFunc, target: Target) -> PrimFunc:
    """Split vector loops into vectors of the register width, and remainders into powers of two."""

    def visit(node: Any) -> Any:
        new = map_children(node, visit) if isinstance(node, Stmt) else node
        if isinstance(new, For) and new.kind == "vectorized":
            return _split_vector(new, target)
        return new

    return func.with_body(visit(func.body))


def _split_vector(loop: For, target: Target) -> Stmt:
    extent = as_int(loop.extent)
    register = lanes = lanes_of(loop, target)
    if extent is None:
        return _symbolic_vector(loop, lanes)
    if has_functions(loop.body):
        # Each operation of a function waits for the one before: those of another vector fill the time.
        lanes *= min(int(target.costs.function_vectors), _power_of_two(max(1, extent // lanes)))
    if lanes == 1:
        return update(loop, kind="serial")
    # 141 elements in vectors of 16 are 8 full vectors and a remainder of 13, which is one masked vector where masks
    # cost nothing, and vectors of 8, 4 and 1 elements elsewhere. A remainder of one power of two needs no mask.
    full, rest = divmod(extent, lanes)
    if rest == 0 and full == 1:
        return loop
    parts: list[Stmt] = []
    dtype = loop.var.dtype
    if full:
        outer = Var(f"{loop.var.name}_v", dtype)
        start = loop.min + outer * const(lanes, dtype)
        inner = vector_part(loop, start, lanes)
        # Few vectors are unrolled, so that addresses are constants and LLVM can interleave them; functions such as
        # `exp` are tens of instructions each and would only fill the instruction cache.
        kind = "unroll" if full <= (_UNROLLED_FUNCTIONS if has_functions(loop.body) else _UNROLLED) else "serial"
        parts.append(For(outer, const(0, dtype), const(full, dtype), kind, inner))
    at = full * lanes
    # Masked accesses would keep accumulators out of registers.
    if rest.bit_count() > 1 and masks_are_cheap(loop.body, target) and not _in_registers(loop.body, lanes):
        last = vector_part(loop, loop.min + const(at, dtype), lanes if rest > register else register)
        assert isinstance(last, For)
        return seq(*parts, update(last, body=IfThenElse(Binary("lt", last.var, const(rest, dtype)), last.body)))
    return seq(*parts, *in_powers(loop, at, rest))


def _power_of_two(number: int) -> int:
    """The largest that is not more than a number."""
    return 1 << (number.bit_length() - 1)


def in_powers(loop: For, at: int, count: int) -> list[Stmt]:
    """`count` iterations of a vector loop from number `at` on, as vectors of powers of two, the largest first: 13
    elements are vectors of 8, 4 and 1."""
    parts: list[Stmt] = []
    while count:
        width = _power_of_two(count)
        parts.append(vector_part(loop, loop.min + const(at, loop.var.dtype), width))
        at, count = at + width, count - width
    return parts


def masks_are_cheap(body: Stmt, target: Target) -> bool:
    """Whether masked loads and stores of the vectors in a body are as fast as unmasked ones on the target."""
    # AVX-512BW has masked moves of elements of every width. AVX and AVX2 have masked moves of 32 and 64 bits only: LLVM
    # would access masked bytes one by one.
    if target.has_masks:
        return True
    if "avx" not in target.features or target.vector_bits < 256:
        return False
    buffers = [n.buffer for n in walk(body) if isinstance(n, (BufferLoad, BufferStore))]
    return all(dt.bits(buffer.dtype) >= 32 for buffer in buffers)


def _in_registers(body: Stmt, lanes: int) -> bool:
    """Whether a body accumulates in a buffer, or reads accumulators whose rows end within a vector."""
    # A sum in memory, `y[j] = y[j] + ...`, is promoted to a register only if its loads and stores are unmasked.
    stored = {n.buffer for n in walk(body) if isinstance(n, BufferStore)}
    read = {n.buffer for n in walk(body) if isinstance(n, BufferLoad)}
    ragged = (b for b in read if b.scope == "local" and (as_int(b.shape[-1]) or 0) % lanes)
    return any(b.scope == "local" or b in read for b in stored) or any(ragged)


def has_functions(body: Stmt) -> bool:
    return any(isinstance(n, Call) and n.op in _LONG for n in walk(body))


def _symbolic_vector(loop: For, lanes: int) -> Stmt:
    """A vector loop of symbolic extent: full vectors, then a masked one for the remainder."""
    if lanes == 1:
        return update(loop, kind="serial")
    dtype = loop.var.dtype
    # Rounded up: 20 elements in vectors of 16 are 2 vectors, the second with 4 active lanes.
    count = (loop.extent + const(lanes - 1, dtype)) // const(lanes, dtype)
    outer = Var(f"{loop.var.name}_v", dtype)
    start = loop.min + outer * const(lanes, dtype)
    inner = vector_part(loop, start, lanes)
    assert isinstance(inner, For)
    inside = Binary("lt", outer * const(lanes, dtype) + inner.var, loop.extent)
    guarded = update(inner, body=IfThenElse(inside, inner.body))
    return For(outer, const(0, dtype), count, "serial", guarded)


def vector_part(loop: For, start: Expr, lanes: int) -> Stmt:
    """A vector loop of `lanes` iterations from `start`, with a new variable that counts from 0."""
    dtype = loop.var.dtype
    var = Var(loop.var.name, dtype)
    value = start if lanes == 1 else start + var
    body = substitute(loop.body, {loop.var: value})
    return body if lanes == 1 else For(var, const(0, dtype), const(lanes, dtype), "vectorized", body)


def lanes_of(loop: For, target: Target) -> int:
    """The lanes of a vector: the register width divided by that of the widest type in the computation."""
    # The widest type decides, so that each value of the computation is in one register: int8 converted to float32 has
    # 16 lanes in 512 bits, and its 16 bytes are loaded by a load of 128 bits.
    widest = 8
    for node in _of_lanes(loop):
        if isinstance(node, (BufferLoad, BufferStore)):
            bits = max(8, dt.bits(node.buffer.dtype))
            # 16-bit floats are computed in float32
            widest = max(widest, 32 if bits == 16 and dt.is_float(node.buffer.dtype) else bits)
        elif isinstance(node, Cast) and dt.is_float(node.dtype):
            widest = max(widest, 32, dt.bits(node.dtype))
    return max(1, target.vector_bits // widest)


def _of_lanes(loop: For) -> list[Node]:
    """The nodes of a vector loop's body that differ by lane: statements, and some expressions."""
    varying: set[Node] = {loop.var}
    found: list[Node] = []

    def visit(node: Node) -> bool:
        varies = node in varying
        for child in children(node):
            varies |= visit(child)
            if varies and isinstance(node, (Let, LetStmt)):  # its value comes before its body
                varying.add(node.var)
        if varies or isinstance(node, Stmt):
            found.append(node)
        return varies

    visit(loop.body)
    return found
