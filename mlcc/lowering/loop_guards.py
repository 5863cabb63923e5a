"""The guards in a loop: conditions of branches and of padded loads, as polynomials that are >= 0 where they hold.

The guard ``i * 4 + j < n`` is ``n - i * 4 - j - 1 >= 0``. Relaxed over ``j`` in 0 .. 3, its least value is
``n - i * 4 - 4``: where that is >= 0, the guard holds for every j.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from mlcc.analysis import LARGEST_EXTENT, Analyzer, Digit, Interval, Poly, conjuncts, relax, to_expr
from mlcc.ir import (
    AssertStmt,
    Binary,
    BufferLoad,
    BufferStore,
    Call,
    Evaluate,
    Expr,
    For,
    IfThenElse,
    Node,
    Stmt,
    Var,
    While,
    binary,
    children,
    const,
    free_vars,
    map_children,
    update,
    walk,
)
from mlcc.ir import dtype as dt

#: A loop with this annotation set to 0 is not partitioned.
KEY = "partition"


class Guard(NamedTuple):
    """A condition, the polynomial that is >= 0 where it holds, and the loops between it and the loop in question."""

    poly: Poly
    condition: Expr
    inner: Mapping[Var, For]

    def loops(self) -> list[For]:
        """The inner loops on which the guard depends."""
        return [item for var, item in self.inner.items() if self.poly.uses({var})]


def relaxed(analyzer: Analyzer, poly: Poly, inner: Mapping[Var, For]) -> Interval | None:
    """The range of a polynomial over the iterations of inner loops."""
    for name, item in inner.items():
        analyzer.bind(name, item.min, item.extent)
    return relax(analyzer, poly, inner)


def in_branches(node: Node) -> Expr | None:
    """The condition of a branch."""
    return node.condition if isinstance(node, IfThenElse) else None


def in_loads(node: Node) -> Expr | None:
    """The condition of a value that is only computed where it holds: a padded load."""
    return node.args[0] if isinstance(node, Call) and node.op == "if_then_else" else None


def in_choices(node: Node) -> Expr | None:
    """The condition of a value that is loaded from elsewhere where it fails: no vector of loads has a mask for it."""
    if not isinstance(node, Call) or node.op != "if_then_else":
        return None
    return node.args[0] if any(isinstance(n, BufferLoad) for n in walk(node.args[2])) else None


def in_any(node: Node) -> Expr | None:
    """The condition of a branch or of a padded load."""
    condition = in_branches(node)
    return in_loads(node) if condition is None else condition


class Contents:
    """What all questions about one loop's body begin with, found once for them all."""

    def __init__(self, body: Stmt) -> None:
        self.body = body

    @cached_property
    def size(self) -> int:
        """The number of IR nodes."""
        return node_count(self.body)

    def size_in(self, loop: For) -> int:
        """The number of IR nodes, where an expression that is the same in all iterations of a loop counts as one.

        Addresses of fused loops have hundreds of nodes, which are computed once before the loop.
        """

        def count(node: Node, varying: frozenset[Var]) -> tuple[bool, int]:
            if isinstance(node, For):
                varying |= {node.var}
            parts = [count(child, varying) for child in children(node)]
            varies = node in varying if isinstance(node, Var) else any(part for part, _ in parts)
            whole = varies or isinstance(node, Stmt)
            return varies, 1 + (sum(size for _, size in parts) if whole else 0)

        return count(self.body, frozenset({loop.var}))[1]

    @cached_property
    def conditional(self) -> list[tuple[Node, dict[Var, For]]]:
        """The branches and the padded values, each with the loops around it.

        Not those of prefetches alone: their branches cost less than copies of the bodies of the loops around them.
        """
        result: list[tuple[Node, dict[Var, For]]] = []
        stack: list[tuple[Node, dict[Var, For]]] = [(self.body, {})]
        while stack:
            node, inner = stack.pop()
            if isinstance(node, For):
                inner = {**inner, node.var: node}
            elif isinstance(node, AssertStmt) or (isinstance(node, IfThenElse) and only_prefetches(node)):
                continue
            elif in_any(node) is not None:
                result.append((node, inner))
            stack += [(child, inner) for child in (*children(node),)[::-1] if child.CHILDREN]
        return result


def conditions(loop: For, contents: Contents, of: Callable[[Node], Expr | None]) -> list[tuple[Expr, dict[Var, For]]]:
    """The conjuncts in the body of a loop that depend on its variable, each with the loops in between."""
    result: list[tuple[Expr, dict[Var, For]]] = []
    for node, inner in contents.conditional:
        condition = of(node)
        # Only conjuncts that may change from one iteration to the next: others do not divide the iterations.
        if condition is not None:
            result.extend((part, inner) for part in conjuncts(condition) if loop.var in free_vars(part))
    return result


def guards_of(
    analyzer: Analyzer, loop: For, contents: Contents, of: Callable[[Node], Expr | None], direct: bool = False
) -> list[Guard]:
    """The guards in the body of a loop that depend on its variable and are inside further loops; `direct`: or not."""
    guards = []
    for part, inner in conditions(loop, contents, of):
        for name, item in inner.items():
            analyzer.bind(name, item.min, item.extent)
        # Lanes do not decide whether a whole vector is in a row that is rounded up to vectors.
        polys = [analyzer.tightened_sign(poly) for poly in at_least_zero(analyzer, part)] if inner or direct else []
        guards += [Guard(poly, part, inner) for poly in polys if poly.uses({loop.var})]
    return guards


def at_least_zero(analyzer: Analyzer, condition: Expr) -> list[Poly]:
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


class InTermsOf(NamedTuple):
    """A polynomial as ``factor * worst + beyond + slack`` with a slack from 0 to `most`, which is not known."""

    factor: int
    beyond: Poly
    most: int

    def at(self, value: int, condition: Expr, dtype: str) -> Expr:
        """The `condition` that the polynomial is >= 0, where `worst` is `value`."""
        zero, least = const(0, dtype), self.beyond.shift(self.factor * value)
        always = Binary("ge", to_expr(least, dtype), zero)
        if not self.most:
            return always
        some = Binary("ge", to_expr(least.shift(self.most), dtype), zero)
        return binary("or", always, binary("and", some, condition))


def in_terms_of(analyzer: Analyzer, poly: Poly, worst: Poly, var: Var) -> InTermsOf | None:
    """A guard in terms of another one's least value, of which its distance does not depend on a variable.

    The last element that a window of stride 2 reads is bounded by the size n, the pixels by (n + 1) // 2: for the pixel
    p of a tile of 7 and the tap r, the guard is ``n - 14 * t - 2 * p - r >= 0`` and `worst` ``(n + 1) // 2 - 7 * t -
    7``. With n + 1 = 2 * ((n + 1) // 2) + s, s in 0 .. 1, the guard is ``2 * worst + 13 - 2 * p - r + s``.
    """
    # of `t < (n + 6) // 7` the second form is that of `n - 7 * t > 0`
    for form in (poly, analyzer.undivided(poly)):
        beyond = form - worst
        if not beyond.uses({var}):
            return InTermsOf(1, beyond, 0)
    for mono, one in worst.terms.items():
        if one != 1 or len(mono) != 1 or not isinstance(mono[0], Digit) or mono[0].upper is not None:
            continue
        source, lower = mono[0].source, mono[0].lower
        size = source.shift(-source.constant).single_var()
        times = poly.terms.get((size,), 0) if size is not None else 0
        beyond = poly - source.scaled(times) - (worst - Poly.atom(mono[0])).scaled(times * lower)
        if times > 0 and not beyond.uses({var, size}):
            return InTermsOf(times * lower, beyond, times * (lower - 1))
    return None


def lanes_inside(loop: For, guard: Expr, analyzer: Analyzer) -> Expr | None:
    """How many iterations of a loop from 0 on a guard holds for; None where these are not its first ones."""
    polys = at_least_zero(analyzer, guard)
    # `l < c` is c - l - 1 >= 0
    count = polys[0] + Poly.atom(loop.var, 1).shift(1) if len(polys) == 1 else None
    return None if count is None or count.uses({loop.var}) else to_expr(count, loop.var.dtype)


def where_positive(bound: Poly, var: Var, low: int, high: int) -> tuple[int, int] | None:
    """The values [begin, end) of a variable in [low, high) for which ``bound >= 0``; None: they are not constant."""
    factor = bound.terms.get((var,), 0)
    # 119 - 9 * j >= 0 holds up to j = 119 // 9 = 13, so end is 14. 2 * j - 5 >= 0 holds from -(-5 // 2) = 3 on: the
    # floor division of the negated bound rounds up.
    constant = (bound - Poly.atom(var, factor)).value()
    if constant is None or factor == 0:
        return None
    return (low, min(high, constant // -factor + 1)) if factor < 0 else (max(low, -(constant // factor)), high)


def turn(poly: Poly, var: Var) -> Expr | None:
    """The first value of a variable for which ``poly >= 0``, or, where it decreases, the first for which it is not;
    None where it is no line of the variable.

    ``2 * j - 5 >= 0`` holds from (1 + 5) // 2 = 3 on: rounded up. ``n - j >= 0`` ceases to hold at n // 1 + 1.
    """
    factor = poly.terms.get((var,), 0)
    rest, dtype = poly - Poly.atom(var, factor), var.dtype
    if factor == 0 or rest.uses({var}):
        return None
    value = to_expr(rest, dtype)
    if factor < 0:
        return value // const(-factor, dtype) + const(1, dtype)
    return (const(factor - 1, dtype) - value) // const(factor, dtype)


def first_inside(bound: Poly, var: Var, low: int) -> int | None:
    """The first value of a variable from `low` on for which ``bound >= 0``, if it is so from there on and constant."""
    ends = where_positive(bound, var, low, LARGEST_EXTENT)
    return ends[0] if ends is not None and ends[1] == LARGEST_EXTENT else None


def strictest(polys: Iterable[Poly]) -> list[Poly]:
    """Of polynomials that differ by a constant, the least: where it is >= 0, the others are."""
    least: dict[Poly, int] = {}
    for poly in polys:
        # n - 4 * i - 4 and n - 4 * i - 1 have the same moving part n - 4 * i. The first is the stricter test.
        moving = poly.shift(-poly.constant)
        least[moving] = min(poly.constant, least.get(moving, poly.constant))
    return [moving.shift(constant) for moving, constant in least.items()]


# -- bodies ------------------------------------------------------------------------------------
def with_conditions(body: Stmt, replaced: Mapping[int, Expr]) -> Stmt:
    """The body with some conditions, given by `id`, replaced by others."""

    def visit(node: Any) -> Any:
        # By identity: equal conditions elsewhere may be inside other loops, where they are not decided.
        condition = replaced.get(id(node))
        if condition is not None:
            return condition
        new = map_children(node, visit)
        return binary("and", new.a, new.b) if isinstance(new, Binary) and new.op == "and" else new

    return visit(body)  # type: ignore[no-any-return]


def unpartitioned(body: Stmt, variables: set[Var]) -> Stmt:
    """The body with its loops over some variables excluded from partitioning."""

    def visit(node: Any) -> Any:
        new = map_children(node, visit) if isinstance(node, Stmt) else node
        if isinstance(new, For) and new.var in variables:
            return update(new, annotations={**new.annotations, KEY: 0})
        return new

    return visit(body)  # type: ignore[no-any-return]


def is_under(body: Stmt, guard: Expr) -> bool:
    """Whether all that a body does is under a guard."""
    while isinstance(body, For):
        body = body.body
    branch = isinstance(body, IfThenElse) and body.else_body is None
    return branch and any(part is guard for part in conjuncts(body.condition))  # type: ignore[attr-defined]


def only_prefetches(body: Stmt) -> bool:
    """Whether a body computes nothing: what it prefetches is of no use then."""
    effects = (n for n in walk(body) if isinstance(n, BufferStore | Evaluate | AssertStmt | While))
    values = (n.value if isinstance(n, Evaluate) else None for n in effects)
    return all(isinstance(value, Call) and value.op.startswith("prefetch") for value in values)


def node_count(node: Node) -> int:
    """The number of IR nodes: the measure of what duplicating a body costs."""
    return sum(1 for _ in walk(node))
