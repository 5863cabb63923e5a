"""Partitions loops at the iterations where a guard starts or ceases to hold, so that the main part runs without it.

A split by a factor that does not divide the extent leaves a guard: after ``split(j, [15, 9])`` of a loop of 128,

    for j_0 in range(15): for j_1 in range(9): if j_0 * 9 + j_1 < 128: B[j_0 * 9 + j_1] = ...

As a polynomial, the guard is ``127 - j_0 * 9 - j_1 >= 0``. Relaxed over ``j_1`` in 0 .. 8, its least value is
``119 - j_0 * 9``, which is >= 0 for j_0 <= 13 (`_where_positive`). So the loop is partitioned into [0, 14), without the
guard, and [14, 15), where j_0 is the constant 14 and the guard ``j_1 < 2`` shortens the inner loop (`_trim`):

    for j_0 in range(14): for j_1 in range(9): B[j_0 * 9 + j_1] = ...
    for j_1 in range(2): B[126 + j_1] = ...

With a symbolic extent the iterations are not constant: then versions of the body are selected (`unswitch_loops`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mlcc.analysis import Poly, conjuncts, same, simplify
from mlcc.ir import (
    DIVISIONS,
    Allocate,
    AttrStmt,
    Binary,
    BufferLoad,
    Call,
    Expr,
    For,
    IfThenElse,
    Node,
    PrimFunc,
    SeqStmt,
    Stmt,
    Var,
    all_of,
    as_int,
    const,
    free_vars,
    logical_not,
    map_children,
    seq,
    substitute,
    update,
    walk,
)
from mlcc.target import Target

from .idle_iterations import last_needed
from .loop_guards import KEY, at_least_zero, conditions, in_any, in_branches, relaxed, turn, where_positive
from .simplify_loops import NOTHING, is_nothing, lasting, simplify_statement
from .split_vectors import masks_are_cheap
from .unswitch_loops import LARGEST, MOST_VERSIONS, Unswitcher


def partition_loops(func: PrimFunc, target: Target) -> PrimFunc:
    """Partition every loop with suitable guards; vectorized loops only where masked accesses are expensive."""
    if not _guarded(func.body):
        return func
    return func.with_body(_Partitioner(func, target).visit(func.body))


def _with_one_guard(loop: For) -> For:
    """The parts of a vector have the guard of their row each: as one guard of the body, it can bound the loop."""
    parts = loop.body.stmts if isinstance(loop.body, SeqStmt) else ()
    guards = [part.condition for part in parts if isinstance(part, IfThenElse) and part.else_body is None]
    if len(parts) < 2 or len(guards) < len(parts) or not all(same(guards[0], guard) for guard in guards[1:]):
        return loop
    if any(isinstance(n, (BufferLoad, Call)) for n in walk(guards[0])):
        return loop  # an earlier part may change what it reads
    bodies = [part.then_body for part in parts if isinstance(part, IfThenElse)]
    return update(loop, body=IfThenElse(guards[0], seq(*bodies)))


def _is_most(poly: Poly, size: Var) -> bool:
    """Whether ``poly >= 0`` is an upper limit of a size: ``7 - n >= 0``."""
    return poly.shift(-poly.constant).scaled(-1).single_var() is size


def _unrolled(test: Expr, inner: Mapping[Var, For]) -> bool:
    """Whether a test is of the variable of an unrolled loop."""
    return any(v in inner and inner[v].kind == "unroll" for v in free_vars(test))


def _around(loop: Stmt) -> Stmt:
    """A choice of versions of a loop's body that is the same in all iterations, around the loop.

    Each version then is a loop of its own, of which the address of one iteration follows from that of the last.
    """
    choice = loop.body if isinstance(loop, For) and loop.kind == "serial" else None
    if not isinstance(loop, For) or not isinstance(choice, IfThenElse) or choice.else_body is None:
        return loop
    if any(n is loop.var or isinstance(n, (BufferLoad, Call)) for n in walk(choice.condition)):
        return loop
    if any(isinstance(n, Binary) and n.op in DIVISIONS and as_int(n.b) is None for n in walk(choice.condition)):
        return loop  # by 0, where there is no iteration
    first, other = (_around(update(loop, body=body)) for body in (choice.then_body, choice.else_body))
    return IfThenElse(choice.condition, first, other)


def _guarded(body: Node) -> bool:
    return any(isinstance(n, IfThenElse) or (isinstance(n, Call) and n.op == "if_then_else") for n in walk(body))


class _Partitioner(Unswitcher):
    """Splits loops at constants, and selects versions of their bodies at symbolic bounds."""

    def visit(self, node: Any) -> Any:
        if isinstance(node, For):
            return _around(self.loop(node))
        if isinstance(node, IfThenElse):
            return self._branch(node)
        if isinstance(node, Stmt):
            return map_children(node, lambda c: self.visit(c) if isinstance(c, Stmt) else c)
        return node

    def _branch(self, branch: IfThenElse) -> IfThenElse:
        """Both sides of a branch, each with what its condition says: after one for rows of less than 8 pixels, no tile
        of 7 in the first column is ragged. The other side is first, while there is budget for versions of it.
        """
        other = branch.else_body
        if other is not None:
            with self.analyzer.assuming(lasting(logical_not(branch.condition), other)):
                other = self.visit(other)
        then_body = self._by_size(branch)
        if then_body is None:
            with self.analyzer.assuming(lasting(branch.condition, branch.then_body)):
                then_body = self.visit(branch.then_body)
        if then_body is branch.then_body and other is branch.else_body:
            return branch
        return update(branch, then_body=then_body, else_body=other)

    def _by_size(self, branch: IfThenElse) -> Stmt | None:
        """What a branch for few values of a symbolic size does, as a version for each of them.

        Where rows of less than 8 pixels are one tile, ``if p < w`` in its unrolled loops is decided in each version.
        """
        limits = self.analyzer.comparison_polys(branch.condition)
        for size in self.symbolic:
            most = min((limit.constant for limit in limits if _is_most(limit, size)), default=0)
            cost = most * self.contents(branch.then_body).size
            if 1 <= most <= MOST_VERSIONS and cost <= min(self.left, LARGEST) and self._asks(branch.then_body, size):
                self.left -= cost
                return self._versions_of(branch.then_body, size, range(1, most + 1))
        return None

    def _asks(self, body: Stmt, size: Var) -> bool:
        """Whether branches in unrolled loops compare their variables with a size."""
        tests = ((in_branches(node), inner) for node, inner in self.contents(body).conditional)
        return any(t is not None and size in free_vars(t) and _unrolled(t, inner) for t, inner in tests)

    def _versions_of(self, body: Stmt, size: Var, values: range) -> Stmt:
        """The versions, inside of parallel loops: each of these remains one fork and join."""
        if not self._asks(body, size):
            return self.visit(body)  # type: ignore[no-any-return]
        if isinstance(body, (Allocate, AttrStmt, SeqStmt)) or (isinstance(body, For) and body.kind == "parallel"):
            if isinstance(body, For):
                self.analyzer.bind(body.var, body.min, body.extent)
            inside = map_children(body, lambda c: self._versions_of(c, size, values) if isinstance(c, Stmt) else c)
            # Its last iteration may still have fewer columns than the others.
            return self.loop(inside) if isinstance(inside, For) else inside
        versions: Stmt | None = None  # of no pixels at all, none
        for value in values:
            known = const(value, size.dtype)
            version = self.visit(simplify_statement(substitute(body, {size: known}), self.analyzer))
            versions = IfThenElse(Binary("eq", size, known), version, versions)
        assert versions is not None
        return versions

    def loop(self, loop: For) -> Stmt:
        """Partition one loop at the first suitable guard, then its parts and the loops inside them."""
        if not self.contents(loop.body).conditional:
            return loop  # as most loops: neither it nor a loop inside it has a guard
        loop = _with_one_guard(loop)
        self.analyzer.bind(loop.var, loop.min, loop.extent)
        if loop.kind == "unroll" and self.one_body and (whole := self.whole(loop)) is not None:
            return whole
        low, extent = as_int(loop.min), as_int(loop.extent)
        if loop.annotations.get(KEY, 1) == 0 or (loop.kind == "vectorized" and masks_are_cheap(loop.body, self.target)):
            pass  # disabled by the annotation; or a mask is cheaper than two short vectors
        elif loop.kind == "thread_binding":
            pass  # the parts of a loop over threads would be two launches
        elif low is not None and extent is not None and extent > 1:
            partitioned = self._split(loop, low, low + extent) or self.unswitch(loop)
            if partitioned is not None:
                return partitioned
        elif loop.kind != "vectorized" and (unswitched := self.peel(loop) or self.unswitch(loop)) is not None:
            return unswitched
        trimmed = self._trim(loop)
        if trimmed is not None:
            return self.visit(trimmed)  # type: ignore[no-any-return]
        loop = self._without_idle(loop)
        self.analyzer.bind(loop.var, loop.min, loop.extent)
        before = self.one_body
        self.one_body |= loop.kind == "serial" and loop.annotations.get(KEY, 1) == 0
        body = self.visit(loop.body)
        self.one_body = before
        return loop if body is loop.body else update(loop, body=body)

    # -- constant bounds -----------------------------------------------------------------------
    def _split(self, loop: For, low: int, high: int) -> Stmt | None:
        contents = self.contents(loop.body)
        size = contents.size
        if size > min(self.left, LARGEST):
            return None
        # Split at one guard only. The parts are visited again, so that further guards split only the part that has
        # them.
        for guard, inner in conditions(loop, contents, in_any):
            for poly in at_least_zero(self.analyzer, guard):
                ends = self._holds(poly, loop.var, inner, low, high)
                if ends is None:
                    continue
                self.left -= size
                return self._partitioned(loop, low, *ends, high)
        return None

    def _holds(self, poly: Poly, var: Var, inner: dict[Var, For], low: int, high: int) -> tuple[int, int] | None:
        """The iterations [begin, end) with ``poly >= 0`` for all values of the inner loops, or else for some of them.

        None when these are all iterations or none, or when the bounds are not constant.
        """
        worst = relaxed(self.analyzer, poly, inner)
        if worst is None:
            return None
        always = where_positive(worst.low, var, low, high)
        # where it never holds for all values, the iterations without any value are split off instead
        ends = always if always is None or always[0] < always[1] else where_positive(worst.high, var, low, high)
        return None if ends is None or ends[0] >= ends[1] or ends == (low, high) else ends

    def _partitioned(self, loop: For, low: int, begin: int, end: int, high: int) -> Stmt:
        """The loop over [low, high) as up to three loops, split at `begin` and `end`."""
        ranges = [(low, begin), (begin, end), (end, high)]
        if loop.kind == "parallel":
            return self._parallel(loop, ranges)
        parts = [self._part(loop, a, b) for a, b in ranges if a < b]
        return seq(*(p for p in parts if not is_nothing(p)))

    def _part(self, loop: For, low: int, high: int) -> Stmt:
        """The loop restricted to [low, high), with the guards that are decided there removed."""
        dtype = loop.var.dtype
        # One iteration needs no loop: with the variable constant, inner guards become constant bounds.
        if high - low == 1 and loop.kind != "thread_binding":
            body = substitute(loop.body, {loop.var: const(low, dtype)})
            return self.visit(simplify_statement(body, self.analyzer))  # type: ignore[no-any-return]
        self.analyzer.bind(loop.var, low, high - low)
        body = simplify_statement(loop.body, self.analyzer)
        if is_nothing(body):
            return NOTHING
        part = update(loop, min=const(low, dtype), extent=const(high - low, dtype), body=body)
        return self.visit(part)  # type: ignore[no-any-return]

    def _parallel(self, loop: For, ranges: list[tuple[int, int]]) -> Stmt:
        """A parallel loop remains one fork and join: a branch inside it selects the part."""
        (low, begin), (_, end), (_, high) = ranges
        var, dtype = loop.var, loop.var.dtype
        body: Stmt = self._inside(loop, begin, end)
        # An iteration of a parallel loop is large: the tests that select its part cost little beside its body.
        if end < high:
            body = IfThenElse(Binary("lt", var, const(end, dtype)), body, self._inside(loop, end, high))
        if low < begin:
            body = IfThenElse(Binary("lt", var, const(begin, dtype)), self._inside(loop, low, begin), body)
        self.analyzer.bind(var, loop.min, loop.extent)
        return update(loop, body=body)

    def _inside(self, loop: For, low: int, high: int) -> Stmt:
        """The body of a parallel loop for the iterations [low, high), partitioned again at the remaining guards."""
        if high - low == 1:
            body = substitute(loop.body, {loop.var: const(low, loop.var.dtype)})
            return self.visit(simplify_statement(body, self.analyzer))  # type: ignore[no-any-return]
        self.analyzer.bind(loop.var, low, high - low)
        body = simplify_statement(loop.body, self.analyzer)
        # The body may have more guards. `_split` nests their branches inside the same parallel loop: a second loop
        # would be a second fork and join.
        again = self._split(update(loop, body=body), low, high)
        return again.body if isinstance(again, For) else self.visit(body)

    def _trim(self, loop: For) -> For | None:
        """``for v in range(n): if v < e: body`` as ``for v in range(min(n, e)): body``; not for vector loops.

        A lower bound is trimmed likewise, in a serial loop, and both where `v` has a factor: ``4 <= i + 2 * v`` is
        ``(5 - i) // 2 <= v``.
        """
        body = loop.body
        if (
            loop.kind in ("vectorized", "thread_binding")
            or not isinstance(body, IfThenElse)
            or body.else_body is not None
        ):
            return None
        parts = conjuncts(body.condition)
        for part in parts:
            polys = at_least_zero(self.analyzer, part)
            bound = turn(polys[0], loop.var) if len(polys) == 1 else None
            if bound is None:
                continue
            begins, bound = polys[0].terms[loop.var,] > 0, self.analyzer.simplify(bound)
            if begins and loop.kind != "serial":
                continue
            if loop.kind == "unroll" and (as_int(bound) is None or as_int(loop.min) is None):
                continue  # an unrolled loop needs a constant extent
            others = [p for p in parts if p is not part]
            inner = IfThenElse(all_of(*others), body.then_body) if others else body.then_body
            return update(_from(loop, bound) if begins else _to(loop, bound), body=inner)
        return None

    def _without_idle(self, loop: For) -> For:
        """A serial loop up to the last iteration that leaves something behind."""
        end = last_needed(self.analyzer, loop) if loop.kind == "serial" else None
        if end is None or self.analyzer.can_prove(end >= loop.min + loop.extent):
            return loop
        return _to(loop, self.analyzer.simplify(end))


def _from(loop: For, begin: Expr) -> For:
    """The iterations of a loop from a value on, which may lie beyond it for small symbolic sizes."""
    end = loop.min + loop.extent
    begin = simplify(Binary("min", Binary("max", loop.min, begin), end))
    return update(loop, min=begin, extent=simplify(end - begin))


def _to(loop: For, end: Expr) -> For:
    """The iterations of a loop up to a value, which may lie before it for small symbolic sizes."""
    extent = Binary("min", loop.min + loop.extent, end) - loop.min
    return update(loop, extent=simplify(Binary("max", extent, const(0, loop.var.dtype))))
