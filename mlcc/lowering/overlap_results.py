"""Computes what follows on sums in tile registers while the tile unit makes the sums of the next iteration.

A block of sums ends with stores of its registers and with vector code for its results, such as biases, activations and
rounding. The tile unit has nothing to do meanwhile: the results are more instructions than the processor looks ahead.
So the results of a block are computed between the products of the next one, some rows in each step:

    for i in range(8):                             for i in range(8):
        zero the sums                                  zero the sums
        for k in range(16):                            for k in range(16):
            load and multiply tiles of block i             load and multiply tiles of block i
        store the sums to S             becomes            if i > 0:
        for r in range(32):                                    for r in range(k * 2, k * 2 + 2):
            Y[i * 32 + r] = relu(S[r])                             Y[(i - 1) * 32 + r] = relu(S[r])
                                                       store the sums to S
                                                       if i == 7:
                                                           for r in range(32):
                                                               Y[i * 32 + r] = relu(S[r])

The sums of block i are stored after the last results of block i - 1 were computed, so that no second S is needed. Where
a block consists of several registers that are stored one after the other, between steps, there are two: that of block i
is S[i % 2]. Results move past the products of one block only, so that these must neither read what the results write,
nor write what they read besides S.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from mlcc.ir import (
    TILE_DOTS,
    Allocate,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Evaluate,
    Expr,
    For,
    IfThenElse,
    Node,
    PrimFunc,
    SeqStmt,
    Stmt,
    Var,
    as_int,
    as_loops,
    binary,
    cast,
    const,
    free_vars,
    is_instruction,
    loads_and_stores,
    map_children,
    map_nodes,
    seq,
    substitute,
    update,
    walk,
)
from mlcc.ir import dtype as dt
from mlcc.target import Target

from .loop_guards import only_prefetches
from .simplify_loops import NOTHING

#: Rows of results in one step that are written out; more of them are a loop.
_UNROLLED = 4


class _Block(NamedTuple):
    """One block of sums: `work` makes them, `after` stores them, `results` is computed from them. `kept` is memory that
    lives in the body; of the buffers `twice` there must be one for each of two blocks."""

    kept: list[Allocate]
    start: list[Stmt]
    work: Stmt
    after: list[Stmt]
    condition: Expr | None
    results: For
    twice: set[Buffer]


def overlap_results(func: PrimFunc, target: Target) -> PrimFunc:
    """Move results of blocks of sums in tile registers into the steps of the next block, where a target has them."""
    if "amx-tile" not in target.features or not _has_products(func.body):
        return func

    parameters = frozenset() if func.attrs.get("tir.noalias") else frozenset(func.buffers)

    def visit(node: Any) -> Any:
        if not isinstance(node, Stmt):
            return node
        new = map_children(node, visit)
        if not isinstance(new, For) or new.kind != "serial":
            return new
        block = _block(new, target, parameters)
        return new if block is None else _overlapped(new, block)

    return func.with_body(visit(func.body))


def _block(loop: For, target: Target, same: frozenset[Buffer]) -> _Block | None:
    """The parts of a loop body that is one block of sums and its results; None where it is not, or must stay so. The
    buffers `same` may be the same memory."""
    kept: list[Allocate] = []
    stmts = list(_statements(loop.body, kept))
    at = [n for n, stmt in enumerate(stmts) if _has_products(stmt)]
    if len(at) != 1 or as_int(loop.extent) == 1 or at[0] + 1 == len(stmts):
        return None
    start, work, after, last = stmts[: at[0]], stmts[at[0]], stmts[at[0] + 1 : -1], stmts[-1]
    condition, results = None, last
    if isinstance(results, IfThenElse) and results.else_body is None:
        condition, results = results.condition, results.then_body
    if not _nest(work) or not all(_is_tiles(stmt) for stmt in after) or _has_tiles(last):
        return None
    if not isinstance(results, For) or results.kind != "serial" or as_int(results.extent) is None:
        return None
    # Memory that ends with the body is kept for the results; its size must be that of every iteration.
    if any(loop.var in free_vars(extent) for item in kept for extent in item.buffer.shape):
        return None
    read, written = _accesses(seq(*start, work))
    read_later, written_later = _accesses(last)
    twice = written & read_later
    if (read | written) & written_later:
        return None
    if (read | written) & same and (read_later | written_later) & same:
        return None
    if not twice <= {item.buffer for item in kept if not item.buffer.strides}:
        return None
    # Two of what fills the L1 cache would be read from further away.
    if any(2 * (_bytes(buffer) or target.l1_bytes) > target.l1_bytes for buffer in twice):
        return None
    return _Block(kept, start, work, after, condition, results, twice)


def _bytes(buffer: Buffer) -> int | None:
    """The size of a buffer, if it is known."""
    extents = [as_int(extent) for extent in buffer.shape]
    return None if None in extents else math.prod(e for e in extents if e is not None) * dt.nbytes(buffer.dtype)


def _statements(body: Stmt, kept: list[Allocate]) -> Iterator[Stmt]:
    """The statements of a sequence, those that memory is allocated for too; `kept` becomes what is allocated."""
    match body:
        case Allocate():
            kept.append(body)
            yield from _statements(body.body, kept)
        case SeqStmt(stmts):
            for stmt in stmts:
                yield from _statements(stmt, kept)
        case _:
            yield body


def _nest(work: Stmt) -> list[For]:
    """The loops around products, outer to inner, as far as each iteration is run and their number is known."""
    nest: list[For] = []
    while isinstance(work, For) and work.kind == "serial" and as_int(work.extent) is not None:
        nest.append(work)
        inside = [stmt for stmt in _statements(work.body, []) if _has_products(stmt)]
        if len(inside) != 1:
            break
        work = inside[0]
    return nest


def _has_products(stmt: Stmt) -> bool:
    return any(isinstance(n, Call) and n.op in TILE_DOTS for n in walk(stmt))


def _has_tiles(stmt: Stmt) -> bool:
    return any(is_instruction(n) for n in walk(stmt) if isinstance(n, Evaluate))


def _is_tiles(stmt: Stmt) -> bool:
    """Whether a statement consists of instructions on tile registers and loops."""
    return all(is_instruction(n) for n in walk(stmt) if isinstance(n, Evaluate | BufferStore))


def _accesses(stmt: Stmt) -> tuple[set[Buffer], set[Buffer]]:
    """The buffers that a statement reads, and those that it writes. Prefetches access nothing; a call that is no
    instruction may write to what it names."""
    plain = map_nodes(as_loops(stmt), lambda n: NOTHING if isinstance(n, Evaluate) and only_prefetches(n) else None)
    loads, stores = loads_and_stores(plain)
    named = {load.buffer for n in walk(plain) if isinstance(n, Evaluate) for load in loads_and_stores(n)[0]}
    return {load.buffer for load in loads}, {store.buffer for store in stores} | named


def _overlapped(loop: For, block: _Block) -> Stmt:
    """The loop with the results of each iteration in the steps of the next, and those of the last after it."""
    var, one = loop.var, const(1, loop.var.dtype)
    turn = binary("truncmod", var - loop.min, const(2, var.dtype))
    doubled = {item: _doubled(item) for item in block.twice}

    def with_two(stmt: Stmt) -> Stmt:
        return _moved(stmt, doubled, turn) if doubled else stmt

    moved = with_two(_when(block.condition, _rows(block)))
    earlier = IfThenElse(binary("gt", var, loop.min), substitute(moved, {var: var - one}))
    work = with_two(block.work)
    step = _nest(work)[-1]
    longer = update(step, body=seq(step.body, earlier))
    work = map_nodes(work, lambda n: longer if n is step else None)
    last = binary("eq", var, loop.min + loop.extent - one)
    rest = IfThenElse(last, with_two(_when(block.condition, block.results)))
    needed = _accesses(block.results)[0]
    body = seq(*map(with_two, block.start), work, *map(with_two, block.after), rest)
    for item in reversed(block.kept):
        if item.buffer not in needed:
            body = update(item, body=body)
    result: Stmt = update(loop, body=body)
    for item in reversed(block.kept):
        if item.buffer in needed:
            result = update(item, buffer=doubled.get(item.buffer, item.buffer), body=result)
    return result


def _doubled(buffer: Buffer) -> Buffer:
    return update(buffer, shape=(const(2, buffer.shape[0].dtype), *buffer.shape))


def _moved(stmt: Stmt, doubled: dict[Buffer, Buffer], turn: Expr) -> Stmt:
    """The statement with the accesses of each buffer in one half of another."""

    def moved(node: Node) -> Node | None:
        if isinstance(node, (BufferLoad, BufferStore)) and node.buffer in doubled:
            indices = (cast(node.indices[0].dtype, turn), *node.indices)
            return update(node, buffer=doubled[node.buffer], indices=indices)
        return None

    return map_nodes(stmt, moved)


def _when(condition: Expr | None, body: Stmt) -> Stmt:
    return body if condition is None else IfThenElse(condition, body)


def _rows(block: _Block) -> Stmt:
    """The rows of results that belong to one step: with 32 rows and 16 steps, rows 2 k and 2 k + 1 to step k."""
    rows = block.results
    dtype = rows.var.dtype
    steps, step = 1, const(0, dtype)
    for item in _nest(block.work):
        extent = as_int(item.extent) or 1
        step = step * const(extent, dtype) + cast(dtype, item.var - item.min)
        steps *= extent
    count = as_int(rows.extent) or 1
    share = -(-count // steps)
    nth = Var(rows.var.name + "_n", dtype)
    number = step * const(share, dtype) + nth
    body = substitute(rows.body, {rows.var: rows.min + number})
    if share * steps != count:
        body = IfThenElse(binary("lt", number, const(count, dtype)), body)
    if share == 1:
        return substitute(body, {nth: const(0, dtype)})
    kind = "unroll" if share <= _UNROLLED else "serial"
    return update(rows, var=nth, min=const(0, dtype), extent=const(share, dtype), body=body, kind=kind)
