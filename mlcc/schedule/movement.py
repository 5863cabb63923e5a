"""Moving a block under a loop of another: the common part of compute_at and reverse_compute_at.

Invariant: after the move every value is computed before it is read, and every instance of a block that is
moved to its producers runs (in the order its inputs come to be).
"""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.analysis import Poly, to_expr, uses_any
from mlcc.analysis.dependence import Scope
from mlcc.analysis.joint import meet_everywhere
from mlcc.analysis.regions import Box, RegionUnion
from mlcc.analysis.relax import relax, steps_without_gaps
from mlcc.analysis.tree import Site
from mlcc.ir import (
    Binary,
    BlockRealize,
    Buffer,
    BufferRegion,
    Expr,
    For,
    IterVar,
    Stmt,
    Var,
    as_int,
    binary,
    const,
    script,
    update,
)  # fmt: skip

from .caching import without_units
from .conditions import (
    check_axes_say_all,
    check_complete_or_reduction,
    check_inputs_stay,
    check_not_output,
    check_pipeline,
    check_reduction_order,
)
from .domains import Limits, Unsolvable, invert_region
from .loops import new_loop
from .state import State, statements_of


@dataclass
class Move:
    """A move of `block` under `loop`: `compute_at`, or `reverse_compute_at` with `reverse`.

    `compute_at` moves a producer under a loop of its consumers, and computes there the part that they read in one
    iteration; `reverse_compute_at` moves a consumer under a loop of its producers, and processes the part that they
    write. The part is a box, inverted to a range per axis (`domains`), and the new nest iterates over these ranges.
    For example, with B[v] = A[v] + 1 for v in [0, 64) and a consumer that reads B[i * 16 + j] in `i < 4, j < 16`:

        compute_at(B, i):   for i in range(4):
                                for ax0 in range(16): B at v = i * 16 + ax0
                                for j in range(16): the consumer

    The box of one iteration of `i` is [i * 16, i * 16 + 15]. Where a consumer reads B[i * 16 + j - 1 : … + 1] (a
    halo), the box has 18 elements, and the new nest is guarded by `0 <= v` and `v < 64`.
    """

    state: State
    block: Site
    loop: Site
    reverse: bool
    preserve_unit_loops: bool
    index: int

    def __post_init__(self) -> None:
        self.verb = f"move block `{self.block.block.name}` under loop `{self.loop.loop.var.name}`"
        self.scope: Scope
        self.position = 0
        self.domain: dict[Var, Limits] = {}

    # -- conditions --------------------------------------------------------------------------

    def check(self) -> None:
        """Check all conditions, and compute the position and the domains that `apply` uses."""
        state, block, loop = self.state, self.block, self.loop
        self.scope = state.scope(block)
        short = "move"
        check_pipeline(state, self.scope, block, short)
        check_complete_or_reduction(state, self.scope, block, short)
        if loop.scope() is not self.scope.site or loop.is_above(block):
            why = "the loop is already over the block" if loop.is_above(block) else "they are in different blocks"
            raise state.refuse("S242", f"cannot {self.verb}: {why}", block, labels=[(loop, "this loop")], field="loop")
        if not self.reverse:
            check_not_output(state, self.scope, block, short)
        self._check_neighbours()
        self._find_position()
        self._check_guard()
        check_axes_say_all(state, block, f"cannot {self.verb}")
        self._check_own_loops()
        self._check_running()
        check_reduction_order(state, block, self.verb, self.reverse)
        check_inputs_stay(state, block, self.verb)
        if self.reverse:
            self._check_reductions()
        self._solve()

    def _check_neighbours(self) -> None:
        neighbours = self.scope.producers(self.block) if self.reverse else self.scope.consumers(self.block)
        word = "producer" if self.reverse else "consumer"
        if not neighbours and not self.reverse:
            raise self.state.refuse(
                "S245", f"cannot {self.verb}: the block has no consumers", self.block,
                notes=["nobody reads what it writes"],
            )  # fmt: skip
        outside = [s for s in neighbours if not self.loop.is_above(s)]
        if outside:
            name = outside[0].block.name
            raise self.state.refuse(
                "S245",
                f"cannot {self.verb}: its {word} `{name}` is not under that loop",
                self.block,
                labels=[(outside[0], f"this {word}"), (self.loop, "the loop")],
                field="loop",
            )

    def _find_position(self) -> None:
        children = statements_of(self.loop)
        first, last = 0, len(children)
        producers = self.scope.producers(self.block)
        consumers = self.scope.consumers(self.block)
        below = self.loop.blocks_below()
        # A consumer that runs before the loop would read what is not computed yet.
        early = next((s for s in consumers if self.scope.position[id(s)] < self.scope.position[id(below[0])]), None)
        if early is not None and not producers:
            raise self.state.refuse(
                "S246",
                f"cannot {self.verb}: its consumer `{early.block.name}` runs before that loop",
                self.block,
                field="loop",
            )
        for k, child in enumerate(children):
            if any(child is s or child.is_above(s) for s in producers):
                first = max(first, k + 1)
            if any(child is s or child.is_above(s) for s in consumers):
                last = min(last, k)
        # With the children [P, X, C], a producer, another statement and a consumer, 1 and 2 are possible.
        at = {-1: last, -2: first}.get(self.index, self.index)
        if first > last or not first <= at <= last:
            raise self.state.refuse(
                "S246",
                f"cannot {self.verb}: there is no position after its producers and before its consumers",
                self.block,
                labels=[(self.loop, "under this loop")],
                notes=[] if first > last else [f"`index` may be {first} to {last}, not {self.index}"],
                field="loop",
            )
        self.position = at

    def _check_guard(self) -> None:
        """The new nest is guarded only by the axes' domains: a stricter guard would be lost."""
        if not self.state.cache.guards_are_harmless(self.block):
            raise self.state.refuse(
                "S247",
                f"cannot {self.verb}: its guard says more than the domains of its axes",
                self.block,
                notes=[f"the guard is `{script(self.block.realize.predicate)}`"],
                help="write the condition into the value (`T.if_then_else`), where that computes the same",
            )

    def _check_own_loops(self) -> None:
        """The block's own loops are replaced by serial ones: their kinds and annotations would be lost."""
        for site in own_loops(self.block):
            if site.loop.kind != "serial" or site.loop.annotations:
                what = site.loop.kind if site.loop.kind != "serial" else "annotated"
                raise self.state.refuse(
                    "S223",
                    f"cannot {self.verb}: its loop `{site.loop.var.name}` is {what}, which would be lost",
                    site,
                    field="block",
                    help="move the block first, then set the kinds of its new loops",
                )

    def _check_running(self) -> None:
        """Nobody may read what the block has accumulated so far: the new nest computes the whole sum at once."""
        for reader in self.scope.readers_of(self.block):
            shared = {s.loop.var for s in self.block.loops() if s.is_above(reader) and as_int(s.loop.extent) != 1}
            for axis, value in zip(self.block.block.iters, self.block.realize.values, strict=True):
                if axis.kind != "spatial" and uses_any(value, shared):
                    raise self.state.refuse(
                        "S248",
                        f"cannot {self.verb}: block `{reader.block.name}` reads what it has accumulated so far",
                        self.block,
                        labels=[(axis, f"`{axis.var.name}` runs over a loop of both"), (reader, "this reader")],
                    )

    def _check_reductions(self) -> None:
        """A consumer must not move below a loop over which its producer still accumulates."""
        # A reduction loop at or above the target: at the new position, the producer has accumulated only some of the
        # terms.
        outer = {s.loop.var for s in (self.loop, *self.loop.loops())}
        for producer in self.scope.producers(self.block):
            for axis, value in zip(producer.block.iters, producer.realize.values, strict=True):
                if axis.kind != "spatial" and uses_any(value, outer):
                    raise self.state.refuse(
                        "S248",
                        f"cannot {self.verb}: block `{producer.block.name}` is not finished there",
                        self.block,
                        labels=[(axis, f"`{axis.var.name}` runs over a loop at or above the target")],
                        help="choose a loop above the reduction, or `reorder` the reduction loops inside",
                        field="loop",
                    )

    # -- domains -----------------------------------------------------------------------------

    def _solve(self) -> None:
        state, block = self.state, self.block.block
        try:
            regions = block.reads if self.reverse else block.writes
            required = self._required({r.buffer for r in regions})
            for region in regions:
                box = required.get(region.buffer)
                if box is None:
                    continue
                domains = invert_region(state.analyzer, block, region, box, self.reverse)
                for var, limits in domains.items():
                    self.domain[var] = self._joined(var, limits)
            if self.reverse:
                self._check_all_run()
        except Unsolvable as reason:
            raise state.refuse(
                "S247", f"cannot {self.verb}: {reason}", self.block, labels=[(self.loop, "this loop")]
            ) from None

    def _joined(self, var: Var, limits: Limits) -> Limits:
        earlier = self.domain.get(var)
        if earlier is None or earlier == limits:
            return limits
        if self.reverse:
            raise Unsolvable("its producers make different parts under that loop")
        # Consumers that read different parts: the producer computes the hull of them. It may compute more than is read.
        analyzer = self.state.analyzer
        return analyzer.minmax("min", earlier[0], limits[0]), analyzer.minmax("max", earlier[1], limits[1])

    def _required(self, buffers: set[Buffer]) -> dict[Buffer, Box]:
        """Per buffer, the box that one iteration of the loop touches: read by consumers, or written by producers."""
        state = self.state
        union = RegionUnion(state.analyzer)
        neighbours = self.scope.producers(self.block) if self.reverse else self.scope.consumers(self.block)
        for other in neighbours:
            regions = other.block.writes if self.reverse else state.cache.reads(other)
            for region in regions:
                if region.buffer not in buffers:
                    continue
                inner = self._inner_loops(other, region.buffer)
                box, exact = state.cache.region_box(other, region, inner)
                box = without_units(state.analyzer, self.loop, box)
                # A consumer must process exactly what was written, a producer may compute more than is read.
                if not self.reverse:
                    box = self._without_overhang(other, region, box)
                if self.reverse and not exact and not self._widened(box):
                    raise Unsolvable(f"what block `{other.block.name}` writes there is not a box")
                union.add(region.buffer, box)
        return union.boxes

    def _without_overhang(self, other: Site, region: BufferRegion, box: Box) -> Box:
        """A box without what only the last tile of a ragged split covers, where it is the same in every iteration.

        It is then all that is ever read, and axes stay in their domains; constant ends are clipped later (`_limits`).
        """
        analyzer = self.state.analyzer
        axes = {axis.var: None for axis in other.block.iters}
        trimmed: Box = []
        for item, dim in zip(region.region, box, strict=True):
            size = as_int(item.extent)
            whole = None
            # With n split by 4, the loops reach up to (n + 3) // 4 * 4 - 1, but the guard keeps the axis below n.
            # Relaxed over the axes instead of the loops, the box ends at n - 1.
            if size is not None and dim is not None and not _uses_loops(dim, self.loop) and not _constant(dim):
                whole = relax(analyzer, analyzer.poly(item.min), axes)
            limits = dim if whole is None or size is None else (whole.low, whole.high.shift(size - 1))
            trimmed.append(dim if limits is None or _uses_loops(limits, self.loop) else limits)
        return trimmed

    def _widened(self, box: Box) -> bool:
        return all(dim is None for dim in box)

    def _inner_loops(self, other: Site, buffer: Buffer) -> dict[Var, None]:
        """The loops below the target; for shared memory also the thread loops above it, which fill it together."""
        inner = self.state.cache.loops_between(self.loop, other)
        if buffer.scope.startswith("shared"):
            for site in (self.loop, *self.loop.loops()):
                if (site.loop.thread or "").startswith("threadIdx"):
                    inner[site.loop.var] = None
        return inner

    def _check_all_run(self) -> None:
        """Over all iterations of the loops around it, the moved block must cover the full domain of every axis.

        Per axis: the first range starts at or below the domain, the last ends at or above it, and consecutive
        ranges leave no gap (`i * 16` with ranges of 16 or more; not of 15).
        """
        analyzer = self.state.analyzer
        outer = dict.fromkeys(s.loop.var for s in (self.loop, *self.loop.loops()))
        # A loop that moves two axes visits the diagonal of their domains only: v = i, w = i.
        if not meet_everywhere(analyzer, [limits[0] for limits in self.domain.values()], outer):
            raise Unsolvable("one loop would move two of its axes at once")
        for axis in self.block.block.iters:
            limits = self.domain.get(axis.var)
            if limits is None:
                continue
            low, high = (relax(analyzer, p, outer) for p in limits)
            dom_low, dom_high = analyzer.range_of(axis.var)
            size = (limits[1] - limits[0]).shift(1).value()
            gapless = not limits[0].uses(outer) or (
                size is not None and steps_without_gaps(analyzer, limits[0], size, outer)
            )
            if (
                low is None
                or high is None
                or dom_low is None
                or dom_high is None
                or not gapless
                or not analyzer.nonneg(dom_low - low.low)
                or not analyzer.nonneg(high.high - dom_high)
            ):
                raise Unsolvable(f"not every value of axis `{axis.var.name}` would be computed")

    # -- the new nest ------------------------------------------------------------------------

    def apply(self) -> None:
        """Remove the old nest, and insert the new one below the loop."""
        reason = f"was replaced when block `{self.block.block.name}` was moved"
        gone = {s.loop.var: reason for s in own_loops(self.block)}
        self.state.commit(
            {removal_root(self.block): None}, inserts=[(self.loop, self.position, self._new_nest())], gone=gone
        )

    def _new_nest(self) -> Stmt:
        """Loops `ax0`, `ax1` … over the ranges of the axes, guarded where a value may lie outside of its domain."""
        block = self.block.block
        loops: list[For] = []
        values: list[Expr] = []
        guards: list[Expr] = []
        for axis in block.iters:
            value, loop = self._axis_value(axis, len(loops))
            values.append(value)
            if loop is not None:
                loops.append(loop)
            guards += self._axis_guards(axis, value)
        predicate: Expr = const(True)
        for guard in guards:
            predicate = binary("and", predicate, guard)
        nest: Stmt = BlockRealize(tuple(values), predicate, block, span=self.block.realize.span)
        for loop in reversed(loops):
            nest = update(loop, body=nest)
        return nest

    def _limits(self, axis: IterVar) -> Limits:
        """The range of an axis in the new nest: the required one, clipped to its domain where both are constant."""
        analyzer = self.state.analyzer
        low, high = analyzer.range_of(axis.var)
        assert low is not None
        assert high is not None
        required = self.domain.get(axis.var)
        if required is None:
            return low, high
        ends = [p.value() for p in (*required, low, high)]
        if all(e is not None for e in ends):
            # A halo at the border, such as [-1, 64] of a domain [0, 63]: clipped here, it needs no guard.
            a, b, c, d = (e or 0 for e in ends)
            return Poly.const(max(a, c)), Poly.const(min(b, d))
        # a symbolic start with one value, such as `v = i`: no loop is needed
        if not (required[1] - required[0]).terms and required[0].value() is None:
            return required
        # at least as long as the domain, at every iteration: iterate over the domain
        excess = analyzer.interval((required[1] - required[0]) - (high - low))
        if excess[0] >= 0 and not _uses_loops(required, self.loop):
            return low, high
        return required

    def _axis_value(self, axis: IterVar, number: int) -> tuple[Expr, For | None]:
        analyzer = self.state.analyzer
        low, high = self._limits(axis)
        dtype = axis.var.dtype
        size = analyzer.merge((high - low).shift(1))
        if size.value() is None:
            # An extent that varies with the loops around (at borders) is replaced by its constant upper bound; the
            # axis' guard then skips the excess values.
            most = analyzer.interval(size)[1]
            if not isinstance(most, float) and _varies(size, self.loop):
                size = Poly.const(most)
        extent = to_expr(size, dtype)
        start = to_expr(analyzer.merge(low), dtype)
        if as_int(extent) == 1 and not self.preserve_unit_loops:
            return start, None
        var = Var(f"ax{number}", dtype)
        # Bound before the guards are derived: its range proves most of them.
        analyzer.bind(var, 0, extent)
        value = binary("add", start, var)
        return value, new_loop(var, extent, self.block.node)

    def _axis_guards(self, axis: IterVar, value: Expr) -> list[Expr]:
        analyzer = self.state.analyzer
        low, extent = axis.dom.min, axis.dom.extent
        end = analyzer.simplify(binary("add", low, extent))
        guards = [Binary("le", low, value), Binary("lt", value, end)]
        # In the middle of a buffer both hold, and only borders and ragged ends keep a guard.
        return [analyzer.tightened(g) for g in guards if not analyzer.can_prove(g)]


def _varies(size: Poly, loop: Site) -> bool:
    return size.uses({s.loop.var for s in (loop, *loop.loops())})


def _uses_loops(limits: Limits, loop: Site) -> bool:
    return any(_varies(p, loop) for p in limits)


def _constant(limits: Limits) -> bool:
    return all(p.value() is not None for p in limits)


def own_loops(block: Site) -> list[Site]:
    """The loops that would be empty without the block, innermost first."""
    root = removal_root(block)
    loops: list[Site] = []
    current: Site | None = block
    while current is not None and current is not root:
        current = current.parent
        if current is not None and current.is_loop:
            loops.append(current)
    return loops


def removal_root(block: Site) -> Site:
    """The outermost loop of the perfect nest around a block; the block itself when it shares its loop with others."""
    top = block
    for above in block.ancestors():
        if not above.is_loop:
            break
        top = above
    return top
