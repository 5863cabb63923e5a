"""Split loops where a guard begins or ends to hold, so that the main part runs without it.

A split that does not divide leaves ``if j_0 * 9 + j_1 < 128`` around the inner loops. Relaxed over the
loops inside, such a guard tells for which iterations of the outer loop it always holds: those become
a loop of their own, and the few others keep the guard, or a shorter inner loop in its place.
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

#: A loop annotated with 0 keeps one body: its guards stay where they are.
KEY = "partition"
#: Nodes that one function may gain by splitting.
_BUDGET = 12000
#: Pieces whose bodies are larger than this are not split (a branch costs little there).
_LARGEST = 3000
#: As many bodies there are at most for what is left of a tile of symbolic length.
_MOST_VERSIONS = 16

#: A guard as a normal form that is >= 0, the condition itself, and the loops around it.
_Guard = tuple[Poly, Expr, dict[Var, For]]


def partition_loops(func: PrimFunc, target: Target) -> PrimFunc:
    """Partition every loop whose guards allow it; loops that are one vector only where masks are dear."""
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
        """One loop: split at the first guard that allows it, then the pieces, then inner loops."""
        self.analyzer.bind(loop.var, loop.min, loop.extent)
        low, extent = as_int(loop.min), as_int(loop.extent)
        if loop.annotations.get(KEY, 1) == 0 or (loop.kind == "vectorized" and masks_are_cheap(loop.body, self.target)):
            pass  # asked for; or a mask, which costs less than two short vectors
        elif low is not None and extent is not None and extent > 1:
            found = self._split(loop, low, low + extent) or self._unswitch(loop)
            if found is not None:
                return found
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
                return self._pieces(loop, low, *ends, high)
        return None

    def _holds(self, poly: Poly, var: Var, inner: dict[Var, For], low: int, high: int) -> tuple[int, int] | None:
        """The iterations [begin, end) in which ``poly >= 0`` whatever the inner loops do, or else somewhere in them.

        None when that is all of them, none of them, or not known as numbers.
        """
        for name, item in inner.items():
            self.analyzer.bind(name, item.min, item.extent)
        worst = relax(self.analyzer, poly, inner)
        if worst is None:
            return None
        always = _where_positive(worst.low, var, low, high)
        found = always if always is None or always[0] < always[1] else _where_positive(worst.high, var, low, high)
        return None if found is None or found[0] >= found[1] or found == (low, high) else found

    def _pieces(self, loop: For, low: int, begin: int, end: int, high: int) -> Stmt:
        ranges = [(low, begin), (begin, end), (end, high)]
        if loop.kind == "parallel":
            return self._parallel(loop, ranges)
        pieces = [self._piece(loop, a, b) for a, b in ranges if a < b]
        return seq(*(p for p in pieces if not is_nothing(p)))

    def _piece(self, loop: For, low: int, high: int) -> Stmt:
        dtype = loop.var.dtype
        if high - low == 1 and loop.kind != "thread_binding":
            body = substitute(loop.body, {loop.var: const(low, dtype)})
            return self.visit(simplify_statement(body, self.analyzer))  # type: ignore[no-any-return]
        self.analyzer.bind(loop.var, low, high - low)
        body = simplify_statement(loop.body, self.analyzer)
        if is_nothing(body):
            return NOTHING
        piece = update(loop, min=const(low, dtype), extent=const(high - low, dtype), body=body)
        return self.visit(piece)  # type: ignore[no-any-return]

    def _parallel(self, loop: For, ranges: list[tuple[int, int]]) -> Stmt:
        """A parallel loop stays one loop: the parts are chosen between inside it."""
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
        """The body of a parallel loop for the iterations [low, high), split again at the guards that are left."""
        if high - low == 1:
            body = substitute(loop.body, {loop.var: const(low, loop.var.dtype)})
            return self.visit(simplify_statement(body, self.analyzer))  # type: ignore[no-any-return]
        self.analyzer.bind(loop.var, low, high - low)
        body = simplify_statement(loop.body, self.analyzer)
        again = self._split(update(loop, body=body), low, high)
        return again.body if isinstance(again, For) else self.visit(body)

    # -- symbolic bounds -----------------------------------------------------------------------
    def _unswitch(self, loop: For) -> Stmt | None:
        """Choose, once per iteration, between a body without the guard and one with it.

        Where the guard is around unrolled loops, such as the rows of a tile in registers, there is a body for each
        number of rows that may be left, so that these stay in registers too.
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
                continue  # what is left of a constant extent is known, and split off
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
        """The loop with a body for ``worst >= 0``, one for each of -1, -2, …, -versions, and one for what is left."""
        dtype = loop.var.dtype
        rest: Stmt
        if versions:
            rest = self._body_with(loop, guards, worst, -versions - 1)
        else:
            self.analyzer.bind(loop.var, loop.min, loop.extent)
            rest = self.visit(loop.body)
        for value in range(-versions, 1):
            test = Binary("ge", to_expr(worst, dtype), const(value, dtype))
            body = self._body_with(loop, guards, worst, value)
            rest = IfThenElse(test, body, None if is_nothing(rest) else rest)
        self.analyzer.bind(loop.var, loop.min, loop.extent)
        return update(loop, body=rest)

    def _body_with(self, loop: For, guards: list[_Guard], worst: Poly, value: int) -> Stmt:
        """The body of a loop where `worst` is `value`, or 0 or more for 0."""
        known: dict[int, Expr] = {}
        for poly, guard, inner in guards:
            beyond = poly - worst
            if beyond.uses({loop.var}):
                continue
            found = self._relaxed(beyond, inner)
            low = found.low.value() if found is not None else None
            if value == 0 and low is not None and low >= 0:
                known[id(guard)] = IntImm(1, "bool")
            elif value < 0 and not (set(beyond.variables()) - set(inner)):
                known[id(guard)] = Binary("ge", to_expr(beyond.shift(value), loop.var.dtype), const(0, loop.var.dtype))
        self.analyzer.bind(loop.var, loop.min, loop.extent)
        body = simplify_statement(_with(loop.body, known), self.analyzer)
        return self.visit(body)  # type: ignore[no-any-return]

    def _trim(self, loop: For) -> For | None:
        """``for v: if v < e: body`` as a shorter loop, for a loop that is not vectorised."""
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
                continue  # it would no longer unroll
            others = [p for p in parts if p is not part]
            inner = body.then_body
            if others:
                from mlcc.ir import all_of

                inner = IfThenElse(all_of(*others), inner)
            return update(loop, extent=extent, body=inner)
        return None


def _where_positive(bound: Poly, var: Var, low: int, high: int) -> tuple[int, int] | None:
    """The values [begin, end) of a variable in [low, high) for which ``bound >= 0``; None: not known as numbers."""
    factor = bound.terms.get((var,), 0)
    rest = (bound - Poly.atom(var, factor)).value()
    if rest is None or factor == 0:
        return None
    return (low, min(high, rest // -factor + 1)) if factor < 0 else (max(low, -(rest // factor)), high)


def _size(node: Node) -> int:
    return sum(1 for _ in walk(node))


def _at_least_zero(analyzer: Analyzer, condition: Expr) -> list[Poly]:
    """An inequality of integers as normal forms that are >= 0 when it holds."""
    if isinstance(condition, Call) and condition.op == "likely":
        condition = condition.args[0]
    if not isinstance(condition, Binary) or not dt.is_int(condition.a.dtype):
        return []
    if dt.lanes(condition.dtype) > 1:
        return []
    if any(isinstance(n, (BufferLoad, Call)) for n in walk(condition)):
        return []
    a, b = analyzer.poly(condition.a), analyzer.poly(condition.b)
    match condition.op:
        case "lt":
            return [(b - a).shift(-1)]
        case "le":
            return [b - a]
        case "gt":
            return [(a - b).shift(-1)]
        case "ge":
            return [a - b]
    return []


def _guards(loop: For, *, statements_only: bool = False) -> list[tuple[Expr, dict[Var, For]]]:
    """The guards below a loop that depend on its variable, each with the loops in between."""
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


def _with(body: Stmt, known: dict[int, Expr]) -> Stmt:
    """The body with other conditions in place of some guards, which are told by their identity."""

    def visit(node: Any) -> Any:
        cached = known.get(id(node))
        return map_children(node, visit) if cached is None else cached

    return visit(body)  # type: ignore[no-any-return]
