"""Recognises the operation of a reduction: stores `buf[at] = op(buf[at], value)` with the identity as the init.

A reduction may have several results, such as the index and the value of a maximum: the body then binds all new values
by `T.let` before it stores them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mlcc.ir import (
    ASSOCIATIVE,
    COMMUTATIVE,
    Binary,
    Block,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Expr,
    FloatImm,
    IntImm,
    LetStmt,
    Select,
    SeqStmt,
    Stmt,
    Var,
    children,
    max_value,
    min_value,
    select,
    walk,
)  # fmt: skip
from mlcc.ir import dtype as dt

from .simplify import same

_OPS = ("add", "mul", "min", "max")
Exprs = tuple[Expr, ...]
Combine = Callable[[Sequence[Expr], Sequence[Expr]], Exprs]


@dataclass(frozen=True)
class Reducer:
    """``buffers[k][indices] = combine(buffers[indices], values)[k]``, starting from `identities`."""

    op: str
    buffers: tuple[Buffer, ...]
    indices: Exprs
    values: Exprs
    identities: Exprs
    combine: Combine

    @property
    def buffer(self) -> Buffer:
        """The result buffer of a reduction with one result."""
        return self.buffers[0]

    @property
    def value(self) -> Expr:
        """The value that is combined into the accumulator, in a reduction with one result."""
        return self.values[0]


def _picked(first: str, tie: bool) -> Combine:
    """The combiner of an arg-reduction: index and value of an extreme; of equal values the first, with `tie` the least
    index."""

    def combine(old: Sequence[Expr], new: Sequence[Expr]) -> Exprs:
        better: Expr = Binary(first, old[1], new[1])
        replaced = better
        if tie:
            equal = Binary("and", Binary("eq", old[1], new[1]), Binary("lt", old[0], new[0]))
            replaced = Binary("or", better, equal)
        return select(replaced, old[0], new[0]), select(better, old[1], new[1])

    return combine


def _apart(*ops: str) -> Combine:
    """The combiner of two reductions that have nothing to do with each other."""

    def combine(old: Sequence[Expr], new: Sequence[Expr]) -> Exprs:
        return tuple(Binary(op, a, b) for op, a, b in zip(ops, old, new, strict=True))

    return combine


class _Pair(NamedTuple):
    """A reduction with two results: `neutral` are the operations whose identities they start with (None: an index,
    which starts as -1), `ordered` says that the order of the updates matters (which of equal values is first)."""

    name: str
    combine: Combine
    neutral: tuple[str | None, str]
    ordered: bool = False


_PAIRS = (
    _Pair("sums", _apart("add", "add"), ("add", "add")),
    _Pair("extremes", _apart("min", "max"), ("min", "max")),
    _Pair("argmax", _picked("ge", False), (None, "max"), True),
    _Pair("argmax", _picked("gt", True), (None, "max")),
    _Pair("argmin", _picked("le", False), (None, "min"), True),
    _Pair("argmin", _picked("lt", True), (None, "min")),
)


def find_reducer(block: Block) -> Reducer | str:
    """The operation of a reduction block, or the reason why it is not recognised."""
    store, init = block.body, block.init
    if isinstance(store, LetStmt):
        return _find_pair(store, init)
    if not isinstance(store, BufferStore) or not isinstance(init, BufferStore):
        return "its body and its initialisation are not single stores"
    if init.buffer is not store.buffer or not all(map(same, init.indices, store.indices)):
        return "the initialisation stores to another element"
    # The accumulator may be either operand: all of _OPS are commutative.
    value = store.value
    if not isinstance(value, Binary) or value.op not in _OPS:
        return "the update is not a sum, product, minimum or maximum"
    op, other = value.op, combined(store)
    if other is None:
        return "the update does not read the element that it writes"
    if reads(other, (store.buffer,)):
        return f"the update reads `{store.buffer.name}` a second time, besides the element it accumulates into"
    if not is_identity(op, init.value):
        return f"the initial value is not neutral for `{op}`"
    return Reducer(op, (store.buffer,), store.indices, (other,), (init.value,), lambda a, b: (Binary(op, a[0], b[0]),))


def combined(store: BufferStore) -> Expr | None:
    """``x`` of the store ``buf[at] = buf[at] op x`` of a binary operation; None for other stores."""
    value = store.value
    sides = ((value.a, value.b), (value.b, value.a)) if isinstance(value, Binary) else ()
    return next((other for own, other in sides if _is_own(own, store)), None)


def reads(expr: Expr, buffers: Sequence[Buffer]) -> bool:
    """Whether an expression loads from any of the buffers."""
    return any(isinstance(item, BufferLoad) and item.buffer in buffers for item in walk(expr))


def accumulation(store: BufferStore) -> tuple[str, list[BufferLoad]] | None:
    """The operation of ``buf[at] = buf[at] op value`` and the loads of the accumulator; None for other stores.

    Such stores may run in any order. The accumulator may be any operand of a chain of one operation, the minuend of a
    difference (which counts as an addition), or be unchanged on one side of a choice
    (``if_then_else(c, buf[at] + x, buf[at])``); nothing else in the store may read the buffer.
    """
    own = [n for n in walk(store.value) if isinstance(n, BufferLoad) and n.buffer is store.buffer]
    if not own or any(reads(index, (store.buffer,)) for index in store.indices):
        return None
    # buf + buf * x reads the accumulator at one admissible position and at another: 2 loads, 1 leaf.
    op = _chain(store.value, store)
    if op is None or len(own) != _leaves(store.value, store):
        return None
    return op or "keep", own


def _is_own(expr: Expr, store: BufferStore) -> bool:
    return isinstance(expr, BufferLoad) and expr.buffer is store.buffer and all(map(same, expr.indices, store.indices))


def _chain(expr: Expr, store: BufferStore) -> str | None:
    """The operation that combines the accumulator with other operands; "" where `expr` is the accumulator alone."""
    if _is_own(expr, store):
        return ""
    branches = _branches(expr)
    if branches is not None:
        result = [_chain(item, store) for item in branches]
        ops = {op for op in result if op}
        return None if None in result or len(ops) > 1 else next(iter(ops), "")
    if not isinstance(expr, Binary):
        return None
    op = "add" if expr.op == "sub" else expr.op
    if op not in ASSOCIATIVE or op not in COMMUTATIVE:
        return None
    # buf - x + y is buf + (y - x): a minuend only, since x - buf changes the sign of what was summed up before.
    sides = (expr.a,) if expr.op == "sub" else (expr.a, expr.b)
    return op if any(_chain(side, store) in ("", op) for side in sides) else None


def _branches(expr: Expr) -> tuple[Expr, Expr] | None:
    if isinstance(expr, Select):
        return expr.true_value, expr.false_value
    if isinstance(expr, Call) and expr.op == "if_then_else":
        return expr.args[1], expr.args[2]
    return None


def _leaves(expr: Expr, store: BufferStore) -> int:
    """The number of loads of the accumulator at admissible positions of a chain: one on every path."""
    if _is_own(expr, store):
        return 1
    branches = _branches(expr)
    if branches is not None:
        return sum(_leaves(item, store) for item in branches)
    if not isinstance(expr, Binary):
        return 0
    sides = (expr.a,) if expr.op == "sub" else (expr.a, expr.b)
    return max(_leaves(side, store) for side in sides)


def pair_accumulation(body: LetStmt) -> tuple[str, tuple[Buffer, Buffer]] | None:
    """The operation and the result buffers of an update of two results that may run in any order; else None.

    Between equal values the index must decide, or the order of the updates would matter.
    """
    second = body.body
    stored = _stores(second.body) if isinstance(second, LetStmt) else None
    if stored is None or not isinstance(second, LetStmt):
        return None
    first, last = (next((s for s in stored if s.value is let.var), None) for let in (body, second))
    if first is None or last is None or not all(map(same, first.indices, last.indices)):
        return None
    buffers = (first.buffer, last.buffer)
    # The combiners are applied to the loads of the accumulators and to variables, which then match any new values.
    old = tuple(BufferLoad(b, first.indices) for b in buffers)
    for op, combine, _, ordered in _PAIRS:
        holes: dict[Var, Expr | None] = {Var(f"y{k}", b.dtype): None for k, b in enumerate(buffers)}
        if ordered or not all(
            _match(p, e, holes) for p, e in zip(combine(old, tuple(holes)), (body.value, second.value), strict=True)
        ):
            continue
        if not any(reads(value, buffers) for value in holes.values() if value is not None):
            return op, buffers
    return None


def _find_pair(body: LetStmt, init: Stmt | None) -> Reducer | str:
    """The operation of a reduction with two results, or the reason why it is not recognised."""
    second = body.body
    if not isinstance(second, LetStmt):
        return "its body does not bind two results and store them"
    stored, started = _stores(second.body), _stores(init)
    if stored is None or started is None:
        return "its body and its initialisation do not store two results"
    ordered = [next((s for s in stored if s.value is let.var), None) for let in (body, second)]
    first, last = ordered
    if first is None or last is None:
        return "the stored values are not the bound ones"
    starts = [next((s for s in started if s.buffer is item.buffer), None) for item in (first, last)]
    indices = first.indices
    if any(s is None for s in starts) or not all(
        len(s.indices) == len(indices) and all(map(same, s.indices, indices)) for s in (last, *started)
    ):
        return "the results are not stored at the same indices"
    identities = tuple(s.value for s in starts if s is not None)
    buffers = (first.buffer, last.buffer)
    old = tuple(BufferLoad(b, indices) for b in buffers)
    for op, combine, neutral, _ in _PAIRS:
        holes: dict[Var, Expr | None] = {Var(f"y{k}", b.dtype): None for k, b in enumerate(buffers)}
        # An index and a value; others may be of any type.
        if not dt.is_int(buffers[0].dtype) and neutral[0] is None:
            continue
        pattern = combine(old, tuple(holes))
        if all(_match(p, e, holes) for p, e in zip(pattern, (body.value, second.value), strict=True)):
            start = identities[0]
            # No element has index -1: any element replaces the start, even if it equals the neutral value.
            is_index = isinstance(start, IntImm) and start.value == -1
            neutral_start = is_index if neutral[0] is None else is_identity(neutral[0], start)
            if not neutral_start or not is_identity(neutral[1], identities[1]):
                return f"the initial values are not neutral for `{op}`"
            values = tuple(v for v in holes.values() if v is not None)
            if any(reads(value, buffers) for value in values):
                return "the update reads its results a second time, besides the elements it accumulates into"
            return Reducer(op, buffers, indices, values, identities, combine)
    return "the update is neither two sums, a minimum and a maximum, nor the index and value of one of them"


def _stores(body: Stmt | None) -> list[BufferStore] | None:
    """Two stores to different buffers, or None."""
    items = body.stmts if isinstance(body, SeqStmt) else ()
    result = [s for s in items if isinstance(s, BufferStore)]
    return result if len(items) == len(result) == 2 and result[0].buffer is not result[1].buffer else None


def _match(pattern: Expr, expr: Expr, holes: dict[Var, Expr | None]) -> bool:
    """Whether an expression matches `pattern`; each of its variables in `holes` is bound to one expression."""
    if isinstance(pattern, Var) and pattern in holes:
        bound = holes[pattern]
        if bound is None and expr.dtype == pattern.dtype:
            holes[pattern] = expr
            return True
        return bound is not None and same(bound, expr)
    if isinstance(pattern, BufferLoad) or type(pattern) is not type(expr):
        return same(pattern, expr)
    if isinstance(pattern, Binary) and isinstance(expr, Binary) and pattern.op != expr.op:
        return False
    return all(
        isinstance(a, Expr) and isinstance(b, Expr) and _match(a, b, holes)
        for a, b in zip(children(pattern), children(expr), strict=True)
    )


def is_identity(op: str, value: Expr) -> bool:
    """Whether a literal is the identity of a reduction."""
    if not isinstance(value, (IntImm, FloatImm)):
        return False
    dtype = value.dtype
    match op:
        case "add":
            return value.value == 0
        case "mul":
            return value.value == 1
        case "min" | "max":
            limit = max_value(dtype) if op == "min" else min_value(dtype)
            infinite = float("inf") if op == "min" else float("-inf")
            assert isinstance(limit, (IntImm, FloatImm))
            if dt.is_float(dtype):
                # the finite limits are printed with rounding in some dialects
                return value.value == infinite or value.value / limit.value >= 1 - 1e-6
            return value.value == limit.value
    return False
