"""Partitions loops at the iterations where a guard starts or ceases to hold, so that the main part runs without it.

A split by a factor that does not divide the extent leaves a guard: after ``split(j, [15, 9])`` of a loop of 128,

    for j_0 in range(15): for j_1 in range(9): if j_0 * 9 + j_1 < 128: B[j_0 * 9 + j_1] = ...

As a polynomial, the guard is ``127 - j_0 * 9 - j_1 >= 0``. Relaxed over ``j_1`` in 0 .. 8, its least value is
``119 - j_0 * 9``, which is >= 0 for j_0 <= 13 (`_where_positive`). So the loop is partitioned into [0, 14), without the
guard, and [14, 15), where j_0 is the constant 14 and the guard ``j_1 < 2`` shortens the inner loop (`_trim`):

    for j_0 in range(14): for j_1 in range(9): B[j_0 * 9 + j_1] = ...
    for j_1 in range(2): B[126 + j_1] = ...

With a symbolic extent the iterations are not known; then the body is duplicated, and a test of the relaxed guard in
each iteration selects the version without guard (`_unswitch`).
"""

from __future__ import annotations

from typing import Any

from mlcc.analysis import Analyzer, Interval, Poly, conjuncts, relax, simplify, to_expr
from mlcc.ir import (
    AssertStmt,
    Binary,
    BufferLoad,
    Call,
    Expr,
    For,
    IfThenElse,
    IntImm,
    Node,
    PrimFunc,
    Stmt,
    Var,
    as_int,
    children,
    const,
    free_vars,
    map_children,
    seq,
    substitute,
    update,
    walk,
)
from mlcc.ir import dtype as dt
from mlcc.target import Target

from .simplify_loops import NOTHING, is_nothing, simplify_statement
from .vectorize_loops import masks_are_cheap

#: A loop with this annotation set to 0 is not partitioned.
KEY = "partition"
#: The number of IR nodes by which partitioning may grow one function.
_BUDGET = 12000
#: Loops with larger bodies, in IR nodes, are not partitioned: the relative cost of a branch is small there.
_LARGEST = 3000
#: The greatest number of versions of a body for the remainders of a tile of symbolic extent.
_MOST_VERSIONS = 16

#: A guard as a polynomial that is >= 0 where it holds, its condition, and the loops around it.
_Guard = tuple[Poly, Expr, dict[Var, For]]


def partition_loops(func: PrimFunc, target: Target) -> PrimFunc:
    """Partition every loop with suitable guards; vectorized loops only where masked accesses are expensive."""
    if not _guarded(func.body):
        return func
    return func.with_body(_Partitioner(func, target).visit(func.body))


def _guarded(body: Node) -> bool:
    return any(isinstance(n, IfThenElse) or (isinstance(n, Call) and n.op == "if_then_else") for n in walk(body))


class _Partitioner:
    def __init__(self, func: PrimFunc, target: Target) -> None:
        self.symbolic = func.symbolic_vars()
        self.analyzer = Analyzer(positive=self.symbolic)
        self.target = target
        self.left = _BUDGET

    def visit(self, node: Any) -> Any:
        if isinstance(node, For):
            return self.loop(node)
        if isinstance(node, Stmt):
            return map_children(node, lambda c: self.visit(c) if isinstance(c, Stmt) else c)
        return node

    def loop(self, loop: For) -> Stmt:
        """Partition one loop at the first suitable guard, then its parts and the loops inside them."""
        self.analyzer.bind(loop.var, loop.min, loop.extent)
        low, extent = as_int(loop.min), as_int(loop.extent)
        if loop.annotations.get(KEY, 1) == 0 or (loop.kind == "vectorized" and masks_are_cheap(loop.body, self.target)):
            pass  # disabled by the annotation; or a mask is cheaper than two short vectors
        elif low is not None and extent is not None and extent > 1:
            partitioned = self._split(loop, low, low + extent) or self._unswitch(loop)
            if partitioned is not None:
                return partitioned
        elif loop.kind != "vectorized" and (unswitched := self._unswitch(loop)) is not None:
            return unswitched
        trimmed = self._trim(loop)
        if trimmed is not None:
            return self.visit(trimmed)  # type: ignore[no-any-return]
        self.analyzer.bind(loop.var, loop.min, loop.extent)
        body = self.visit(loop.body)
        return loop if body is loop.body else update(loop, body=body)

    # -- constant bounds -----------------------------------------------------------------------
    def _split(self, loop: For, low: int, high: int) -> Stmt | None:
        size = _size(loop.body)
        if size > min(self.left, _LARGEST):
            return None
        for guard, inner in _guards(loop):
            for poly in _at_least_zero(self.analyzer, guard):
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
        for name, item in inner.items():
            self.analyzer.bind(name, item.min, item.extent)
        worst = relax(self.analyzer, poly, inner)
        if worst is None:
            return None
        always = _where_positive(worst.low, var, low, high)
        # where it never holds for all values, the iterations without any value are split off instead
        ends = always if always is None or always[0] < always[1] else _where_positive(worst.high, var, low, high)
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
        again = self._split(update(loop, body=body), low, high)
        return again.body if isinstance(again, For) else self.visit(body)

    # -- symbolic bounds -----------------------------------------------------------------------
    def _unswitch(self, loop: For) -> Stmt | None:
        """Select, once per iteration, between a body without the guard and one with it.

        Where the guard is around unrolled loops, such as the rows of a register tile, there is a version of the body
        for each possible remainder of rows, so that these are kept in registers too: with tiles of 6 rows of n, one for
        ``n - i * 6 >= 6`` and one each for 5, 4, 3, 2 and 1 rows.
        """
        size = _size(loop.body)
        if size > min(self.left, _LARGEST):
            return None
        guards = [(poly, guard, inner) for guard, inner in _guards(loop, statements_only=True) if inner
                  for poly in _at_least_zero(self.analyzer, guard)]  # fmt: skip
        for poly, _, inner in guards:
            worst = self._relaxed(poly, inner)
            if worst is None or not worst.low.uses({loop.var}):
                continue
            if as_int(loop.extent) is not None and (loop.kind == "vectorized" or not worst.low.uses(self.symbolic)):
                continue  # the remainder of a constant extent is static, and handled by `_split`
            versions = (worst.high - worst.low).value() or 0
            unrolled = all(item.kind == "unroll" for var, item in inner.items() if poly.uses({var}))
            if not unrolled or versions > _MOST_VERSIONS or size * (versions + 1) > self.left:
                versions = 0
            self.left -= size * (versions + 1)
            return self._versions(loop, guards, worst.low, versions)
        return None

    def _relaxed(self, poly: Poly, inner: dict[Var, For]) -> Interval | None:
        for name, item in inner.items():
            self.analyzer.bind(name, item.min, item.extent)
        return relax(self.analyzer, poly, inner)

    def _versions(self, loop: For, guards: list[_Guard], worst: Poly, versions: int) -> Stmt:
        """The loop with a version for ``worst >= 0``, one for each of -1, -2, …, -versions, and one for smaller values.

        `worst` is the least value of a guard's polynomial over the inner loops: -2 means that the last 2 rows of the
        tile are out of range.
        """
        dtype = loop.var.dtype
        body: Stmt
        if versions:
            body = self._body_with(loop, guards, worst, -versions - 1)
        else:
            self.analyzer.bind(loop.var, loop.min, loop.extent)
            body = self.visit(loop.body)
        for value in range(-versions, 1):
            test = Binary("ge", to_expr(worst, dtype), const(value, dtype))
            version = self._body_with(loop, guards, worst, value)
            body = IfThenElse(test, version, None if is_nothing(body) else body)
        self.analyzer.bind(loop.var, loop.min, loop.extent)
        return update(loop, body=body)

    def _body_with(self, loop: For, guards: list[_Guard], worst: Poly, value: int) -> Stmt:
        """The body of a loop under the assumption that `worst` is `value`, for the value 0 that it is >= 0."""
        replaced: dict[int, Expr] = {}
        for poly, guard, inner in guards:
            beyond = poly - worst
            if beyond.uses({loop.var}):
                continue
            interval = self._relaxed(beyond, inner)
            low = interval.low.value() if interval is not None else None
            if value == 0 and low is not None and low >= 0:
                replaced[id(guard)] = IntImm(1, "bool")
            elif value < 0 and not (set(beyond.variables()) - set(inner)):
                left = to_expr(beyond.shift(value), loop.var.dtype)
                replaced[id(guard)] = Binary("ge", left, const(0, loop.var.dtype))
        self.analyzer.bind(loop.var, loop.min, loop.extent)
        body = simplify_statement(_with(loop.body, replaced), self.analyzer)
        return self.visit(body)  # type: ignore[no-any-return]

    def _trim(self, loop: For) -> For | None:
        """``for v in range(n): if v < e: body`` as ``for v in range(min(n, e)): body``; not for vector loops."""
        body = loop.body
        if loop.kind in ("vectorized", "thread_binding") or as_int(loop.min) != 0:
            return None
        if not isinstance(body, IfThenElse) or body.else_body is not None:
            return None
        parts = conjuncts(body.condition)
        for part in parts:
            polys = _at_least_zero(self.analyzer, part)
            if len(polys) != 1 or polys[0].terms.get((loop.var,), 0) != -1:
                continue
            last = polys[0] + Poly.atom(loop.var)
            if last.uses({loop.var}):
                continue
            dtype = loop.var.dtype
            bound = to_expr(last.shift(1), dtype)
            zero = const(0, dtype)
            extent = simplify(Binary("max", Binary("min", loop.extent, bound), zero))
            if loop.kind == "unroll" and last.shift(1).value() is None:
                continue  # an unrolled loop needs a constant extent
            others = [p for p in parts if p is not part]
            inner = body.then_body
            if others:
                from mlcc.ir import all_of

                inner = IfThenElse(all_of(*others), inner)
            return update(loop, extent=extent, body=inner)
        return None


def _where_positive(bound: Poly, var: Var, low: int, high: int) -> tuple[int, int] | None:
    """The values [begin, end) of a variable in [low, high) for which ``bound >= 0``; None: they are not constant."""
    factor = bound.terms.get((var,), 0)
    constant = (bound - Poly.atom(var, factor)).value()
    if constant is None or factor == 0:
        return None
    return (low, min(high, constant // -factor + 1)) if factor < 0 else (max(low, -(constant // factor)), high)


def _size(node: Node) -> int:
    return sum(1 for _ in walk(node))


def _at_least_zero(analyzer: Analyzer, condition: Expr) -> list[Poly]:
    """An inequality of integers as polynomials that are >= 0 where it holds; empty for other conditions."""
    if isinstance(condition, Call) and condition.op == "likely":
        condition = condition.args[0]
    if not isinstance(condition, Binary):
        return []
    # An equality holds at one value of a loop: a range of its own would run once.
    if condition.op not in ("lt", "le", "gt", "ge") or dt.lanes(condition.dtype) > 1:
        return []
    if any(isinstance(n, (BufferLoad, Call)) for n in walk(condition)):
        return []  # its value may change while the loop runs
    return analyzer.comparison_polys(condition)


def _guards(loop: For, *, statements_only: bool = False) -> list[tuple[Expr, dict[Var, For]]]:
    """The guards in a loop that depend on its variable, each with the loops in between."""
    result: list[tuple[Expr, dict[Var, For]]] = []

    def visit(node: Node, inner: dict[Var, For]) -> None:
        if isinstance(node, For):
            inner = {**inner, node.var: node}
        condition: Expr | None = None
        if isinstance(node, IfThenElse):
            condition = node.condition
        elif isinstance(node, Call) and node.op == "if_then_else" and not statements_only:
            condition = node.args[0]
        if condition is not None:
            for part in conjuncts(condition):
                if loop.var in free_vars(part):
                    result.append((part, inner))
        if isinstance(node, AssertStmt):
            return
        for child in children(node):
            visit(child, inner)

    visit(loop.body, {})
    return result


def _with(body: Stmt, replaced: dict[int, Expr]) -> Stmt:
    """The body with some guards, given by `id`, replaced by other conditions."""

    def visit(node: Any) -> Any:
        condition = replaced.get(id(node))
        return map_children(node, visit) if condition is None else condition

    return visit(body)  # type: ignore[no-any-return]
