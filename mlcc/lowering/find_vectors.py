"""Vectorizes innermost loops that are vectorizable without analysis of dependences, as C compilers do.

A loop qualifies when its extent is fixed for a call, every store is to consecutive elements, every load is from
consecutive elements, loop-invariant or from a table of bytes, and a buffer that is written is read at the stored
element only. No floating-point operation is reordered, so results do not change.
"""

from __future__ import annotations

from typing import Any

from mlcc.analysis import Analyzer, Digit, byte_index, same
from mlcc.ir import (
    INTRINSICS,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Expr,
    For,
    IfThenElse,
    Node,
    PrimFunc,
    SeqStmt,
    Stmt,
    Var,
    as_int,
    free_vars,
    map_children,
    update,
    walk,
)
from mlcc.ir import dtype as dt
from mlcc.target import Target

from .offsets import offset_of


def find_vectors(func: PrimFunc, target: Target) -> PrimFunc:
    """Mark the innermost serial loops that qualify as `vectorized`."""
    if target.vector_bits < 128:
        return func

    def visit(node: Any, inside_vector: bool) -> Any:
        if isinstance(node, For):
            vector = inside_vector or node.kind == "vectorized"
            body = visit(node.body, vector)
            loop = node if body is node.body else update(node, body=body)
            if node.kind == "serial" and not vector and may_be_vectors(func, loop, target):
                return update(loop, kind="vectorized")
            return loop
        return map_children(node, lambda c: visit(c, inside_vector)) if isinstance(node, Stmt) else node

    return func.with_body(visit(func.body, False))


def may_be_vectors(func: PrimFunc, loop: For, target: Target) -> bool:
    """Whether a loop of a function qualifies."""
    may_alias = frozenset() if func.attrs.get("tir.noalias") else frozenset(func.buffers)
    return _qualifies(loop, may_alias, frozenset(func.sizes()), target.vector_bits)


def _qualifies(loop: For, may_alias: frozenset[Buffer], sizes: frozenset[Var], bits: int) -> bool:
    extent = as_int(loop.extent)
    if not sizes.issuperset(free_vars(loop.extent)) if extent is None else extent < 2:
        return False
    stores = _stores(loop.body, loop.var)
    if not stores:
        return False
    analyzer = Analyzer({loop.var: (loop.min, loop.extent)})
    # A few rows of a tile are computed one by one.
    fused = extent is None or all(extent * dt.bits(store.buffer.dtype) >= bits for store in stores)
    written: dict[Buffer, tuple[Expr, ...]] = {}
    for store in stores:
        if not _consecutive(store, loop.var, analyzer, fused):
            return False
        first = written.setdefault(store.buffer, store.indices)
        if not all(same(a, b) for a, b in zip(first, store.indices, strict=True)):
            return False
    # A vector of few elements is no gain over the scalars that LLVM joins to vectors of several choices.
    whole = extent is not None and all(extent * dt.bits(store.buffer.dtype) % bits == 0 for store in stores)
    if not whole and any(_is_choice(n) for n in walk(loop.body)):
        return False
    loads = [n for n in walk(loop.body) if isinstance(n, BufferLoad)]
    if not all(_load_fits(load, written, loop.var, analyzer, fused) for load in loads):
        return False
    touched = {b for b in (*written, *(n.buffer for n in loads)) if b in may_alias}
    return len(touched) < 2 or not any(b in may_alias for b in written)


def _stores(body: Stmt, var: Var) -> list[BufferStore]:
    """The stores of a body that consists of stores and simple guards only; empty for other bodies."""
    result: list[BufferStore] = []
    for part in body.stmts if isinstance(body, SeqStmt) else (body,):
        if isinstance(part, IfThenElse):
            inner = _stores(part.then_body, var)
            if part.else_body is not None or not inner or not _simple_guard(part.condition):
                return []
            result += inner
        elif isinstance(part, BufferStore) and not any(_impure(n, var) for n in walk(part)):
            result.append(part)
        else:
            return []
    return result


def _simple_guard(condition: Expr) -> bool:
    return not any(isinstance(n, (BufferLoad, Call)) for n in walk(condition))


def _impure(node: Node, var: Var) -> bool:
    """Whether a node is a call that must happen once per iteration, or a lazy choice, which masks would slow down: one
    that differs by iteration. What all iterations choose, as whether a row is padding, is no mask."""
    if not isinstance(node, Call):
        return False
    if _is_choice(node):
        return var in free_vars(node.args[0])
    return not INTRINSICS[node.op].pure or node.op in ("call_pure_extern", "address_of")


def _is_choice(node: Node) -> bool:
    return isinstance(node, Call) and node.op == "if_then_else"


def _consecutive(access: BufferLoad | BufferStore, var: Var, analyzer: Analyzer, fused: bool) -> bool:
    """True when consecutive iterations access consecutive elements; `fused`: also beyond the end of a row."""
    buffer, indices = access.buffer, access.indices
    if buffer.strides or not indices or any(isinstance(n, BufferLoad) for n in walk(indices[-1])):
        return False
    if any(_uses(i, var, analyzer) for i in indices[:-1]):
        return fused and _along_rows(buffer, indices, var, analyzer)
    poly = analyzer.poly(indices[-1])
    return poly.terms.get((var,), 0) == 1 and not (poly - type(poly).atom(var)).uses({var})


def _along_rows(buffer: Buffer, indices: tuple[Expr, ...], var: Var, analyzer: Analyzer) -> bool:
    """True for the accesses of a fused loop to a temporary, ``T[f // 7, f % 7]``: one row after the other."""
    if len(indices) < len(buffer.shape) or any(isinstance(n, BufferLoad) for i in indices for n in walk(i)):
        return False
    offset = analyzer.merge(analyzer.poly(offset_of(buffer, indices)))
    rest = offset - type(offset).atom(var)
    return offset.terms.get((var,), 0) == 1 and not rest.uses({var})


def _uses(index: Expr, var: Var, analyzer: Analyzer) -> bool:
    """Whether an index changes with a variable: ``(i * 16 + j) // 16`` does not, for j < 16."""
    if var not in free_vars(index):
        return False
    return analyzer.poly(index).uses({var})


def _load_fits(
    load: BufferLoad, written: dict[Buffer, tuple[Expr, ...]], var: Var, analyzer: Analyzer, fused: bool
) -> bool:
    target = written.get(load.buffer)
    if target is not None:
        return all(same(a, b) for a, b in zip(target, load.indices, strict=True))
    if len(load.indices) == 1 and load.buffer not in written and byte_index(load.buffer, load.indices[0]) is not None:
        return True
    if not any(var in free_vars(i) for i in load.indices):
        return True
    return _consecutive(load, var, analyzer, fused) or _repeated(load, var, analyzer)


def _repeated(load: BufferLoad, var: Var, analyzer: Analyzer) -> bool:
    """True when a power of two of consecutive iterations access one element: a vector is part of one, repeated."""
    *outer, last = load.indices
    if load.buffer.strides or any(_uses(i, var, analyzer) for i in outer):
        return False
    poly = analyzer.poly(last)
    atoms = [mono for mono in poly.terms if type(poly)({mono: 1}).uses({var})]
    digit = atoms[0][0] if len(atoms) == 1 and len(atoms[0]) == 1 else None
    if not isinstance(digit, Digit) or poly.terms[atoms[0]] != 1 or digit.upper is not None:
        return False
    is_power = digit.lower & (digit.lower - 1) == 0
    return is_power and digit.source == type(poly).atom(var) and not any(isinstance(n, BufferLoad) for n in walk(last))
