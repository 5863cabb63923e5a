"""Versions of loop bodies of symbolic sizes: without the guards, where these hold for a full iteration.

A tile of 7 pixels of a row of n, in a 3x3 window with a padding of one, is

    for t in range((n + 6) // 7):
        for p in T.unroll(7), r in T.unroll(3):
            if t * 7 + p < n:
                y[p] += if_then_else(1 <= t * 7 + p + r and t * 7 + p + r < n + 1, x[t * 7 + p + r - 1], 0)

The first tile is peeled off (`Unswitcher.peel`), so that ``1 <= p + r`` remains of the load's first condition. Of each
tile there is a version for ``n - t * 7 >= 8``, without any condition, and one for 7, 6, … 1 pixels that are left, in
which all conditions are decided once p and r are unrolled (`_versions`). Conditions that these versions do not decide,
such as those of a window of stride 2 or of its rows, are tested once per iteration (`_interior`). Tiles of vectors have
a version for each number of vectors, with masks in place of the guards (`_ragged_vectors`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlcc.analysis import Interval, Poly, conjuncts, program_analyzer, to_expr
from mlcc.ir import (
    Binary,
    BufferStore,
    Expr,
    For,
    IfThenElse,
    IntImm,
    Node,
    PrimFunc,
    Stmt,
    Var,
    all_of,
    as_int,
    binary,
    const,
    seq,
    substitute,
    update,
    walk,
)
from mlcc.target import Target

from .loop_guards import (
    Contents,
    Guard,
    InTermsOf,
    at_least_zero,
    first_inside,
    guards_of,
    in_branches,
    in_choices,
    in_loads,
    in_terms_of,
    is_under,
    only_prefetches,
    relaxed,
    strictest,
    turn,
    unpartitioned,
    with_conditions,
)
from .simplify_loops import is_nothing, simplify_statement
from .split_vectors import masks_are_cheap

#: The number of IR nodes by which partitioning may grow one function.
_BUDGET = 20000
#: Loops with larger bodies, in IR nodes, are not partitioned: the relative cost of a branch is small there.
LARGEST = 3000
#: The greatest number of versions of a body for the remainders of a tile of symbolic extent.
MOST_VERSIONS = 16
#: Windows that read more elements than this beyond a tile have one version without conditions, and none per element.
_MOST_REACH = 4
#: A test in each iteration would cost much beside bodies of at most so many IR nodes.
_SMALL = 150
#: The greatest number of comparisons that select the version of a body without conditions in its loads.
_MOST_TESTS = 6


class Unswitcher:
    """The versions of a loop's body; `visit` partitions the loops inside of them."""

    def __init__(self, func: PrimFunc, target: Target) -> None:
        self.symbolic = func.symbolic_vars()
        # what is not known while compiling: the sizes, and the variables of loops that they bound
        unbounded = {n.var for n in walk(func.body) if isinstance(n, For) and as_int(n.extent) is None}
        self.unknown = {*self.symbolic, *unbounded}
        self.analyzer = program_analyzer(func)
        self.target = target
        self.left = _BUDGET
        self.results = frozenset(func.buffers)
        #: Whether what is visited is in a loop that is not partitioned.
        self.one_body = False
        self._contents: dict[int, Contents] = {}

    def contents(self, body: Stmt) -> Contents:
        """What a body holds. An id is valid as long as its object lives, which the contents see to."""
        found = self._contents.get(id(body))
        if found is None:
            found = self._contents[id(body)] = Contents(body)
        return found

    def _guards(self, loop: For, body: Stmt, of: Callable[[Node], Expr | None], direct: bool = False) -> list[Guard]:
        return guards_of(self.analyzer, loop, self.contents(body), of, direct)

    def visit(self, node: Any) -> Any:
        """Partition the loops below a node."""
        raise NotImplementedError

    def peel(self, loop: For) -> Stmt | None:
        """The first iteration of an innermost loop apart, where a load's condition fails in it only."""
        size, low = self.contents(loop.body).size, as_int(loop.min)
        if loop.kind != "serial" or low is None or size > min(self.left, LARGEST) or _has_symbolic_loop(loop.body):
            return None
        if not self._guards(loop, loop.body, in_branches) and size <= _SMALL:
            return None  # its range is divided
        # Worth a copy only if a condition fails in the first iteration and holds from the second on: a padding of one.
        if all(first_inside(worst.low, loop.var, low) != low + 1 for _, worst in self._padded(loop, loop.body)):
            return None
        self.left -= size
        one = const(1, loop.var.dtype)
        first = self._range(update(loop, extent=one))
        if isinstance(first, For) and as_int(first.extent) == 1:  # else its inner conditions divided even this range
            first = simplify_statement(substitute(first.body, {loop.var: const(low, one.dtype)}), self.analyzer)
        extent = self.analyzer.simplify(loop.extent - one)
        rest = self._range(update(loop, min=const(low + 1, one.dtype), extent=extent))
        # A symbolic extent may be 0: then the peeled iteration must not run either.
        return IfThenElse(loop.extent >= one, seq(first, rest))

    def _range(self, loop: For) -> Stmt:
        """A part of a loop, simplified in the range of its iterations."""
        self._bind(loop)
        loop = update(loop, body=simplify_statement(loop.body, self.analyzer))
        return self.unswitch(loop) or update(loop, body=self.visit(loop.body))

    def unswitch(self, loop: For) -> Stmt | None:
        """Select, once per iteration, between versions of the body without a guard and one with it.

        Where the guard is around unrolled loops, such as the rows of a register tile, there is a version of the body
        for each possible remainder of rows, so that these are kept in registers too: with tiles of 6 rows of n, one for
        ``n - i * 6 >= 6`` and one each for 5, 4, 3, 2 and 1 rows.
        """
        if self.contents(loop.body).size > min(self.left, LARGEST):
            return None
        guards = self._guards(loop, loop.body, in_branches)
        for guard in guards:
            # The guard at the worst iteration of the inner loops. If that does not depend on this loop, an iteration
            # has nothing to select.
            worst = relaxed(self.analyzer, guard.poly, guard.inner)
            if worst is None or not worst.low.uses({loop.var}):
                continue
            if as_int(loop.extent) is not None and (loop.kind == "vectorized" or not worst.low.uses(self.symbolic)):
                continue  # the remainder of a constant extent is static, and the loop is split there
            vectors = self._ragged_vectors(loop, guards, guard, worst.low)
            if vectors is not None:
                return vectors
            return self._ragged_tile(loop, self._guards(loop, loop.body, in_branches, direct=True), guard, worst)
        return self.ranges(loop) or self._selected(loop)

    def _selected(self, loop: For) -> Stmt | None:
        """The loop with a test in each iteration of whether the conditions of loads hold."""
        inside = self._interior(loop, loop.body)
        return None if inside is None else update(loop, body=inside)

    def _bind(self, loop: For) -> None:
        self.analyzer.bind(loop.var, loop.min, loop.extent)

    # -- padded loads ----------------------------------------------------------------------------
    def _padded(self, loop: For, body: Stmt, direct: bool = False) -> list[tuple[Guard, Interval]]:
        """The conditions of loads that one iteration of a loop tests several times, and that depend on symbolic sizes.

        Each has its range over the inner loops, whose extents are constant. `direct`: also those outside of inner
        loops.
        """
        result = []
        for guard in self._guards(loop, body, in_loads, direct):
            if any(as_int(item.extent) is None for item in guard.loops()):
                continue
            worst = relaxed(self.analyzer, guard.poly, guard.inner)
            if worst is not None and (as_int(loop.extent) is None or worst.low.uses(self.unknown)):
                result.append((guard, worst))
        return result

    def _tests(self, loop: For, conditions: list[tuple[Guard, Interval]]) -> tuple[list[Poly], dict[int, Expr]] | None:
        """What is >= 0 where the conditions of all loads hold, and these conditions as true; None: nowhere, or many."""
        padded = [(guard, worst.low) for guard, worst in conditions if worst.low.uses({loop.var})]
        # Of tests that differ by a constant, only the strictest one. What is proven needs no test; a test that always
        # fails makes the version without conditions dead code.
        tests = [poly for poly in strictest(low for _, low in padded) if not self.analyzer.nonneg(poly)]
        if not padded or len(tests) > _MOST_TESTS or any(self.analyzer.positive(Poly.const(0) - p) for p in tests):
            return None
        return tests, {id(guard.condition): IntImm(1, "bool") for guard, _ in padded}

    def _interior(self, loop: For, body: Stmt) -> Stmt | None:
        """The body of a loop without the conditions of its loads where all of them hold, or as it is."""
        size = self.contents(body).size
        if loop.kind == "unroll" or size > min(self.left, LARGEST):
            return None  # an unrolled loop: the loop around it selects once for all
        result = self._tests(loop, self._padded(loop, body))
        if result is None:
            return None
        tests, holds = result
        self.left -= size
        self._bind(loop)
        inside = self.visit(simplify_statement(with_conditions(body, holds), self.analyzer))
        self._bind(loop)
        return IfThenElse(all_of(*(_holds(poly, loop) for poly in tests)), inside, self.visit(body))

    def ranges(self, loop: For, direct: bool = False) -> Stmt | None:
        """A loop with a small body, or with a choice between two loads, as three. `direct`: also one with a choice
        between a load and a constant, where vectors have masks.

        The one in the middle is without the conditions of loads, where all of them hold; in the others, loads that read
        nothing but padding are zeros. A padded row, ``if_then_else(1 <= j and j < n + 1, x[j - 1], 0)`` for j < n + 2,
        is [0, 1), [1, n + 1) and [n + 1, n + 2): no iteration tests anything.
        """
        size = self.contents(loop.body).size
        if loop.kind != "serial" or size > min(self.left // 3, LARGEST):
            return None
        chooses = any(not item.inner for item in self._guards(loop, loop.body, in_choices, direct=True))
        if not chooses and size > _SMALL and self.contents(loop.body).size_in(loop) > _SMALL:
            return None
        # A constant instead of a load needs no range of its own where vectors of loads have masks that cost nothing.
        padded = self._padded(loop, loop.body, direct=direct or chooses or not self.target.has_masks)
        result = self._tests(loop, padded)
        if result is None:
            return None
        tests, holds = result
        begin, limit = loop.min, self.analyzer.simplify(loop.min + loop.extent)
        end = limit
        lower: list[Poly] = []
        upper: list[Poly] = []
        for poly in tests:
            bound = turn(poly, loop.var)
            if bound is None:
                return None
            if poly.terms[loop.var,] < 0:
                upper.append(poly)
                end = binary("min", end, bound)
            else:
                lower.append(poly)
                begin = binary("max", begin, bound)
        self.left -= 3 * size
        # With a short row, begin may exceed the loop's end, and end may be less than begin. Extents must not be
        # negative.
        begin = self.analyzer.simplify(binary("min", begin, limit))
        end = self.analyzer.simplify(binary("max", end, begin))
        self._bind(loop)
        before, after = (_failing(padded, own) for own in (lower, upper))
        made = []
        for low, high, known in ((loop.min, begin, before), (begin, end, holds), (end, limit, after)):
            self._bind(loop)
            extent = self.analyzer.simplify(high - low)
            if as_int(extent) != 0:
                body = with_conditions(loop.body, known) if known else loop.body
                kept = self.visit(simplify_statement(body, self.analyzer) if known else body)
                made.append(self._of_range(loop, low, high, kept))
        return seq(*made)

    def _of_range(self, loop: For, low: Expr, high: Expr, body: Stmt) -> Stmt:
        """The iterations [low, high) of a loop; as a branch, not as a loop, where there is one at most."""
        extent, one = self.analyzer.simplify(high - low), const(1, loop.var.dtype)
        if as_int(extent) is None and self.analyzer.nonneg(self.analyzer.poly(one - extent)):
            only = low if as_int(low) is not None else self.analyzer.simplify(high - one)
            body = simplify_statement(substitute(body, {loop.var: only}), self.analyzer)
            return IfThenElse(Binary("lt", low, high), body)
        return update(loop, min=low, extent=extent, body=body)

    # -- unrolled tiles --------------------------------------------------------------------------------
    def whole(self, loop: For) -> Stmt | None:
        """An unrolled nest that stores results with a version in which none is guarded, where all guards hold.

        The results of a tile of 4 x 4 pixels are stored by 16 branches at the end of an image only.
        """
        inside, nodes = Contents(loop), [*walk(loop)]
        if any(isinstance(n, For) and n.kind not in ("unroll", "vectorized") for n in nodes):
            return None
        if any(isinstance(n, BufferStore) and n.buffer not in self.results for n in nodes):
            return None
        if inside.size > min(self.left, LARGEST):
            return None
        tests: list[Poly] = []
        holds: dict[int, Expr] = {}
        for node, inner in inside.conditional:
            condition = in_branches(node)
            for part in () if condition is None else conjuncts(condition):
                worst = [relaxed(self.analyzer, poly, inner) for poly in at_least_zero(self.analyzer, part)]
                if not worst or any(item is None for item in worst):
                    return None
                tests += [item.low for item in worst if item is not None]
                holds[id(part)] = IntImm(1, "bool")
        tests = [poly for poly in strictest(tests) if not self.analyzer.nonneg(poly)]
        if not tests or len(tests) > _MOST_TESTS or not all(poly.uses(self.symbolic) for poly in tests):
            return None
        self.left -= inside.size
        full = simplify_statement(with_conditions(loop, holds), self.analyzer)
        return IfThenElse(all_of(*(_holds(poly, loop) for poly in tests)), full, loop)

    # -- the remainder of a row --------------------------------------------------------------------
    def _ragged_tile(self, loop: For, guards: list[Guard], guard: Guard, worst: Interval) -> Stmt:
        """A version for full tiles and for each remainder; or, of many remainders, one for them all."""
        size = self.contents(loop.body).size
        padded = [item for item, _ in self._padded(loop, loop.body)]
        # For 7 unrolled pixels the guard's least value is n - 7 * t - 7 and its greatest n - 7 * t - 1: they differ by
        # 6, and there are remainders of 6, 5, … 1 pixels.
        versions = (worst.high - worst.low).value() or 0
        unrolled = all(item.kind == "unroll" for item in guard.loops())
        # In a loop that is not unrolled, a version for one remainder would keep the guard: nothing is gained.
        if not unrolled or versions > MOST_VERSIONS or size * (versions + 1) > self.left:
            versions, padded = 0, []
        if not versions and (ranges := self._full_and_rest(loop, guards, guard, worst)) is not None:
            return ranges
        reach = max((self._reach(item, worst.low, loop) for item in padded), default=0)
        self.left -= size * (versions + reach + 1)
        return self._versions(loop, [*guards, *padded], worst, versions, reach, is_under(loop.body, guard.condition))

    def _full_and_rest(self, loop: For, guards: list[Guard], guard: Guard, worst: Interval) -> Stmt | None:
        """A loop of which all is under a guard as two: the iterations in which it holds for all of the inner loops, and
        those in which it holds for some. Those after them are left out, and no full iteration tests how much is left.

        ``for v in range(512): for j in T.vectorized(8): if v * 8 + j < n: ...`` runs to ``min(512, n // 8)`` without
        the guard, and from there to ``min(512, (n + 7) // 8)`` with it.
        """
        ends = [self._end(poly, loop) for poly in (worst.low, worst.high)]
        size = self.contents(loop.body).size
        if loop.kind != "serial" or 2 * size > self.left or not is_under(loop.body, guard.condition):
            return None
        if ends[0] is None or ends[1] is None:
            return None
        self.left -= 2 * size
        limit = self.analyzer.simplify(loop.min + loop.extent)
        middle = self.analyzer.simplify(binary("max", loop.min, binary("min", ends[0], limit)))
        end = self.analyzer.simplify(binary("max", middle, binary("min", ends[1], limit)))
        full = self._body_with(loop, guards, worst.low, 0, 0)
        self._bind(loop)
        rest = self.visit(loop.body)
        first = update(loop, extent=self.analyzer.simplify(middle - loop.min), body=full)
        return seq(first, self._of_range(loop, middle, end, rest))

    def _end(self, poly: Poly, loop: For) -> Expr | None:
        """The first value of a loop's variable for which a polynomial that decreases with it is below 0."""
        return turn(poly, loop.var) if poly.terms.get((loop.var,), 0) < 0 else None

    def _form(self, guard: Guard, worst: Poly, loop: For) -> InTermsOf | None:
        """A guard in terms of the least value of that of the tile; a slack needs tests that unrolling decides."""
        form = in_terms_of(self.analyzer, guard.poly, worst, loop.var)
        is_exact = form is None or not form.most or all(item.kind == "unroll" for item in guard.loops())
        return form if is_exact else None

    def _reach(self, guard: Guard, worst: Poly, loop: For) -> int:
        """How far a load's condition may exceed the guard of a full tile, if that is few elements; else 0."""
        form = self._form(guard, worst, loop)
        interval = relaxed(self.analyzer, form.beyond, guard.inner) if form is not None else None
        low = interval.low.value() if interval is not None else None
        if form is None or low is None or low >= 0:
            return 0
        reach = -(low // form.factor)
        return reach if reach <= _MOST_REACH else 0

    def _versions(
        self, loop: For, guards: list[Guard], worst: Interval, versions: int, reach: int, is_all: bool
    ) -> Stmt:
        """The loop with a version for a value >= reach, one for each smaller value down to -versions, and one for less.

        The value is that of ``worst.low``, the least value of a guard's polynomial over the inner loops: -2 means that
        the last 2 rows of the tile are out of range. `reach` elements beyond a full tile are read by windows: at 0 the
        last of them is padding. With `is_all`, the guard is around all that an iteration does.
        """
        # the version of full tiles first, while there is budget for versions of the loops inside
        values = [*range(reach, -versions - 1, -1)]
        bodies = {value: self._body_with(loop, guards, worst.low, value, reach) for value in values}
        rest: Stmt | None
        if versions or (worst.high - worst.low).value() == 0:  # all guards are decided, or this one for all iterations
            rest = self._body_with(loop, guards, worst.low, -versions - 1, reach)
            rest = None if is_nothing(rest) or only_prefetches(rest) else rest
        else:
            self._bind(loop)
            rest = self.visit(loop.body)
            rest = IfThenElse(_holds(worst.high, loop), rest) if is_all else rest
        # Built from the inside to the outside: the first test that runs is that of full tiles, which nearly all
        # iterations take.
        nothing_left = rest is None
        for value in reversed(values):
            rest = IfThenElse(_holds(worst.low, loop, value), bodies[value], rest)
        self._bind(loop)
        assert rest is not None
        return update(self._bounded(loop, worst.low.shift(versions)) if nothing_left else loop, body=rest)

    def _bounded(self, loop: For, used: Poly) -> For:
        """A loop without the iterations at its end that do nothing: where a polynomial, which decreases, is below 0.

        Of the 56 tiles of a chunk of a row, those that are beyond the row would each select among no version. Where the
        extent is symbolic, it is that of the row already.
        """
        end = self._end(used, loop)
        if end is None or loop.kind != "serial" or as_int(loop.extent) is None:
            return loop
        extent = binary("min", loop.extent, end - loop.min)
        return update(loop, extent=self.analyzer.simplify(binary("max", extent, const(0, extent.dtype))))

    def _body_with(self, loop: For, guards: list[Guard], worst: Poly, value: int, reach: int) -> Stmt:
        """The body of a loop under the assumption that `worst` is `value`; not less, for the value `reach`."""
        replaced: dict[int, Expr] = {}
        dtype = loop.var.dtype
        for guard in guards:
            # With the tile of 7 pixels, `beyond` is (n - 7 * t - p - 1) - (n - 7 * t - 7) = 6 - p: the symbolic size
            # cancels. Under the assumption that `worst` is -2, the guard is 4 - p >= 0, which unrolling decides for
            # each p.
            form = self._form(guard, worst, loop)
            if form is None:
                continue
            interval = relaxed(self.analyzer, form.beyond, guard.inner)
            low = interval.low.value() if interval is not None else None
            if value >= 0 and low is not None and low + form.factor * value >= 0:
                replaced[id(guard.condition)] = IntImm(1, "bool")
            # For the value `reach`, `worst` may be greater: the condition is not replaced by an equation.
            elif value < reach and not (set(form.beyond.variables()) - set(guard.inner)):
                replaced[id(guard.condition)] = form.at(value, guard.condition, dtype)
        self._bind(loop)
        body = simplify_statement(with_conditions(loop.body, replaced), self.analyzer)
        inside = self._interior(loop, body) if value == reach else None
        return self.visit(body) if inside is None else inside

    # -- tiles of vectors --------------------------------------------------------------------------
    def _ragged_vectors(self, loop: For, guards: list[Guard], guard: Guard, worst: Poly) -> Stmt | None:
        """Versions for the numbers of vectors in a tile of symbolic width, if a guard differs by lane and by vector.

        A tile of 2 vectors of 16 of n: one version for ``n - t * 32 >= 32``; one with two masked vectors for
        ``n - t * 32 >= 17``, and one with a single one for ``n - t * 32 >= 1``. So no branch is left in the body.
        """
        count = _vectors_of(guard)
        same = [item for item in guards if not (item.poly - guard.poly).uses({*self.symbolic, loop.var})]
        size = self.contents(loop.body).size
        if count is None or any(_vectors_of(item) != count for item in same) or size * (count + 1) > self.left:
            return None
        if not masks_are_cheap(loop.body, self.target):
            return None
        self.left -= size * (count + 1)
        body: Stmt | None = None
        # The test for more vectors is around that for fewer: tiles with more vectors are decided first.
        for number in range(1, count + 1):
            version = self._first_vectors(loop, same, number)
            if version is None:
                return None
            body = IfThenElse(*version, body)
        full = self._body_with(loop, guards, worst, 0, 0)
        self._bind(loop)
        return update(loop, body=IfThenElse(_holds(worst, loop), full, body))

    def _first_vectors(self, loop: For, same: list[Guard], number: int) -> tuple[Expr, Stmt] | None:
        """The condition that vector `number` of a tile is used, and the body with the vectors up to it."""
        limits: dict[int, Expr] = {}
        variables: set[Var] = set()
        least = Poly.const(0)
        for item in same:
            (vector,) = (at for at in item.loops() if at.kind == "unroll")
            # Relaxed over the lanes only, the greatest value is that of lane 0: a vector is used if its first lane is.
            some = relaxed(self.analyzer, item.poly, {at.var: at for at in item.loops() if at is not vector})
            if some is None:
                return None
            limit = Binary("lt", vector.var, const(number, vector.var.dtype))
            limits[id(item.condition)] = binary("and", limit, item.condition)
            variables.add(vector.var)
            least = self.analyzer.replace(some.high, {vector.var: Poly.const(number - 1)})
        self._bind(loop)
        # The limit of the unrolled loop is decided when it is unrolled. Splitting the loop at it would copy the body
        # again.
        body = with_conditions(unpartitioned(loop.body, variables), limits)
        return _holds(least, loop), self.visit(simplify_statement(body, self.analyzer))


def _failing(padded: list[tuple[Guard, Interval]], tests: list[Poly]) -> dict[int, Expr]:
    """The conditions of loads that fail where a test does, if it is the only one, as false."""
    if len(tests) != 1:
        return {}
    fail = (guard for guard, worst in padded if worst.low == worst.high == tests[0])
    return {id(guard.condition): IntImm(0, "bool") for guard in fail}


def _holds(poly: Poly, loop: For, value: int = 0) -> Expr:
    """The test that a polynomial is at least `value`."""
    return Binary("ge", to_expr(poly, loop.var.dtype), const(value, loop.var.dtype))


def _vectors_of(guard: Guard) -> int | None:
    """The number of vectors of a guard that depends on a loop over lanes and on an unrolled one over vectors."""
    loops = {item.kind: item for item in guard.loops()}
    if len(guard.loops()) != 2 or loops.keys() != {"vectorized", "unroll"}:
        return None
    return as_int(loops["unroll"].extent)


def _has_symbolic_loop(body: Stmt) -> bool:
    return any(isinstance(n, For) and as_int(n.extent) is None for n in walk(body))
