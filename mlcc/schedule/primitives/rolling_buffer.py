"""Turn a buffer into a circular one that holds only what the next iterations need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mlcc.analysis import Digit, Poly, conjuncts, regions_of_block, uses_any
from mlcc.analysis.dependence import Scope, common_ancestor
from mlcc.analysis.regions import Dim
from mlcc.analysis.tree import Site
from mlcc.ir import (
    Binary,
    Block,
    BlockRealize,
    Buffer,
    BufferLoad,
    BufferStore,
    Expr,
    Stmt,
    Var,
    as_int,
    binary,
    const,
    map_children,
    substitute,
    update,
)  # fmt: skip

from ..caching import pick_region
from ..conditions import check_not_output
from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..rewriting import Moves, is_opaquely_used
from ..state import State


@dataclass(frozen=True)
class _Roll:
    """How the box that a producer writes moves from one iteration to the next.

    For `B[i * 4 : i * 4 + 6]` (the example of `RollingBuffer`): axis 0 has `size` 6, and `dims` is {0: (i, 2)}:
    along dimension 0 the box follows loop `i`, and two consecutive iterations share 6 - 4 = 2 elements.
    """

    buffer: Buffer
    axis: int
    size: Expr
    dims: dict[int, tuple[Var, int]]


@primitive("rolling_buffer")
class RollingBuffer(Primitive):
    """Shrink a buffer to a circular buffer of what one iteration writes; compute only what is new in each iteration.

    The dimension that moves with the outermost loop becomes circular: its index is taken modulo the length of the
    box that one iteration writes. Where the boxes of two iterations overlap, a guard skips the elements that the
    previous one has computed. Spatial axes at that position become opaque in all blocks of the scope, because their
    values must now be visited in order.

    Requires: the written buffer exists (S260); the block is complete, or a reduction with its `T.init()` (S241), and
    writes no result (S243); no pointer to or view of the buffer is taken (S253); nothing else writes it (S261); a loop
    over the block and all its consumers, whose iterations (or those of a serial loop above it) write overlapping parts
    `h * 4` to `h * 4 + 5`, at the block's axes, of which the consumers read no more (S297).

    Preserves: the results.

    Before:
        B = T.alloc_buffer((10,))
        for i_0 in range(2):
            for ax0 in range(6):
                with T.block("B"):
                    vi = T.axis.spatial(10, i_0 * 4 + ax0)
                    B[vi] = A[vi] * T.float32(2)
            for i_1, k in T.grid(4, 3):
                with T.block("C"):
                    vi = T.axis.spatial(8, i_0 * 4 + i_1)
                    vk = T.axis.reduce(3, k)
                    with T.init():
                        C[vi] = T.float32(0)
                    C[vi] = C[vi] + B[vi + vk]

    Step:
        - rolling_buffer: {block: B, write_buffer_index: 0}

    After:
        B = T.alloc_buffer((6,))
        for i_0 in range(2):
            for ax0 in range(6):
                with T.block("B"):
                    vi = T.axis.opaque(10, i_0 * 4 + ax0)
                    T.where(i_0 < 1 or 2 <= ax0)
                    B[vi % 6] = A[vi] * T.float32(2)
            for i_1, k in T.grid(4, 3):
                with T.block("C"):
                    vi = T.axis.opaque(8, i_0 * 4 + i_1)
                    vk = T.axis.reduce(3, k)
                    with T.init():
                        C[vi] = T.float32(0)
                    C[vi] = C[vi] + B[(vi + vk) % 6]
    """

    block: BlockRV = declare(Kind.BLOCK)
    write_buffer_index: int | str = declare(Kind.BUFFER)

    def check(self, state: State) -> None:
        site = state.block(self.block)
        scope = state.scope(site)
        buffer = pick_region(state, site, self.write_buffer_index, writes=True).buffer
        check_not_output(state, scope, site, "roll the result of")
        facts = state.cache.of(site)
        # An element must depend on its own iteration only, so that skipping a second computation changes nothing: a
        # block that adds to what is there would add once instead of twice.
        fresh = facts.block.init is not None and facts.data_parallel and not facts.writes_use_reduce
        if not fresh and (not facts.spatial or facts.in_place):
            raise state.refuse(
                "S241", f"cannot roll `{buffer.name}`: block `{site.block.name}` adds to it", site, field="buffer"
            )
        if is_opaquely_used(scope.site.node, buffer):
            raise state.refuse(
                "S253", f"cannot roll `{buffer.name}`: a pointer to or a view of it is used", site, field="buffer"
            )
        # An earlier reader would see what the circular buffer no longer holds; another writer may overwrite what is
        # skipped.
        here = scope.position[id(site)]
        for written in state.cache.of(site).writes:
            users = [*scope.writers[written], *scope.readers.get(written, ())]
            other = next((s for s in users if s is not site and scope.position[id(s)] < here), None)
            other = other or next((s for s in scope.writers[written] if s is not site), None)
            if other is not None:
                raise state.refuse(
                    "S261",
                    f"cannot roll `{buffer.name}`: block `{other.block.name}` uses `{written.name}` too",
                    site,
                    field="buffer",
                )
        roll = _roll(state, scope, site, buffer)
        if isinstance(roll, str):
            raise state.refuse("S297", f"cannot roll `{buffer.name}`: {roll}", site, field="buffer")

    def apply(self, state: State) -> None:
        site = state.block(self.block)
        scope = state.scope(site)
        buffer = pick_region(state, site, self.write_buffer_index, writes=True).buffer
        roll = _roll(state, scope, site, buffer)
        assert isinstance(roll, _Roll)
        shape = (*buffer.shape[: roll.axis], roll.size, *buffer.shape[roll.axis + 1 :])
        short = update(buffer, shape=shape)
        moves: Moves = {}
        edits: dict[Site, Stmt | None] = {}
        for child in scope.blocks:
            realize = _rolled(child.realize, roll, short, moves)
            if child is site:
                realize = update(realize, predicate=_guard(state, site, roll))
            edits[child] = realize
        owner = scope.site.block
        allocs = tuple(short if b is buffer else b for b in owner.allocs)
        state.commit(edits, moves=moves, fields={owner: {"allocs": allocs}})


def _roll(state: State, scope: Scope, site: Site, buffer: Buffer) -> _Roll | str:
    """How the box of the buffer moves, or the reason why the buffer cannot be rolled."""
    users = [s for s in scope.readers.get(buffer, ()) if s is not site]
    top = common_ancestor(site, users[0]) if users else scope.site
    for user in users:
        if not top.is_above(user):
            top = common_ancestor(site, user)
    if not users or not top.is_loop:
        return "no loop is over the block and all its consumers"
    region = next(r for r in site.block.writes if r.buffer is buffer)
    box, exact = state.cache.region_box(site, region, state.cache.loops_between(top, site))
    # Dimension by dimension: which loop moves the box, and how many elements of two successive boxes coincide.
    dims: dict[int, tuple[Var, int]] = {}
    for n, dim in enumerate(box):
        overlap = _overlap(dim)
        if overlap is None:
            return f"the part of dimension {n} is not a multiple of one loop"
        if overlap[0] is not None and overlap[1] > 0:
            dims[n] = overlap[0], overlap[1]
    above = [*top.loops(), top]
    # The outermost of these loops rolls: inner ones start over with each of its iterations.
    rolling = next((s for s in above if any(v is s.loop.var for v, _ in dims.values())), None)
    if rolling is None:
        return "the parts that two iterations write do not overlap"
    axis = next(n for n, (v, _) in dims.items() if v is rolling.loop.var)
    reason = _why_not(state, site, buffer, above[above.index(rolling) :], [box[n] for n in range(len(box))])
    if reason is not None or not exact:
        return reason or "the part is not a whole box"
    for user in users:
        if not all(state.cache.covers(site, user, r) for r in user.block.reads if r.buffer is buffer):
            return f"block `{user.block.name}` may read more than was written"
    # The buffer keeps one box along the rolled axis; its index is taken modulo that extent.
    low, high = box[axis] or (Poly.const(0), Poly.const(0))
    return _Roll(buffer, axis, const((high - low).shift(1).value() or 0, buffer.shape[axis].dtype), dims)


def _overlap(dim: Dim) -> tuple[Var | None, int] | None:
    """The loop that one dimension of a box moves with, and how many elements two iterations share; None if unknown.

    [i * 4, i * 4 + 5]: (i, 2).  [i // 2, i // 2 + 2]: (i, 2), as the start advances by at most 1.  [0, 7]: (None, 0).
    """
    if dim is None or (size := (dim[1] - dim[0]).shift(1).value()) is None:
        return None
    if dim[0].value() is not None:
        return None, 0
    if len(dim[0].terms) != 1:
        return None
    ((mono, step),) = dim[0].terms.items()
    if len(mono) != 1 or step <= 0:
        return None
    atom = mono[0]
    # The start i * 3 // 2 advances by 1 or 2: the larger step is a safe bound of what is new.
    if isinstance(atom, Digit) and atom.upper is None and step == 1 and len(atom.source.terms) == 1:
        ((mono, times),) = atom.source.terms.items()
        step = -(-times // atom.lower)
        atom = mono[0]
    return (atom, size - step) if len(mono) == 1 and isinstance(atom, Var) and step > 0 else None


def _why_not(state: State, site: Site, buffer: Buffer, loops: list[Site], box: list[Dim]) -> str | None:
    """The reason why a skipped element might not be in the buffer already, or None."""
    odd = next((s for s in loops if s.loop.kind not in ("serial", "unroll") or as_int(s.loop.min) != 0), None)
    if odd is not None:
        return f"loop `{odd.loop.var.name}` does not run one iteration after another from 0"
    # A skipped element must be finished. Summed over a loop above, it has only some of its terms.
    outer = {s.loop.var for s in site.loops()} - set(state.cache.loops_between(loops[-1], site))
    for item, value in zip(site.block.iters, site.realize.values, strict=True):
        if item.kind != "spatial" and uses_any(value, outer):
            return f"axis `{item.var.name}` is summed over a loop above"
    # With two dimensions moved by one loop, consecutive boxes share a corner only. One condition per dimension would
    # skip more than that.
    used = [v for dim in box if dim is not None for v in dim[0].variables()]
    if len(set(used)) < len(used):
        return "two dimensions move with one loop"
    region = next(r for r in site.block.writes if r.buffer is buffer)
    axes = [a.var for a in site.block.iters]
    if any(n >= len(axes) or r.min is not axes[n] or as_int(r.extent) != 1 for n, r in enumerate(region.region)):
        return "the block does not write at its own axes, in their order"
    return None


def _guard(state: State, site: Site, roll: _Roll) -> Expr:
    """The block's guard, and the condition that the previous iteration has not computed this element."""
    guard = site.realize.predicate
    for n, (var, shared) in roll.dims.items():
        zero: dict[Var, Expr] = {var: const(0, var.dtype)}
        # Relative to the box, elements 0 and 1 of B[i * 4 : i * 4 + 6] are elements 4 and 5 of the previous one. They
        # are skipped unless i is 0: `i < 1 or 2 <= ax0`.
        offset = state.analyzer.simplify(substitute(site.realize.values[n], zero))
        first = Binary("lt", var, const(1, var.dtype))
        part = Binary("or", first, Binary("le", const(shared, offset.dtype), offset))
        guard = part if not conjuncts(guard) else Binary("and", guard, part)
    return guard


def _rolled(realize: BlockRealize, roll: _Roll, short: Buffer, moves: Moves) -> BlockRealize:
    """A block, and the blocks in it, with the circular buffer; spatial axes at the position of its dimension opaque."""

    def at(indices: tuple[Expr, ...]) -> tuple[Expr, ...]:
        # Any 6 consecutive indices have distinct remainders modulo 6: a live element is never overwritten within a box.
        wrapped = binary("floormod", indices[roll.axis], roll.size)
        return (*indices[: roll.axis], wrapped, *indices[roll.axis + 1 :])

    def visit(node: Any) -> Any:
        new = map_children(node, visit)
        match new:
            case BufferLoad() if new.buffer is roll.buffer:
                return BufferLoad(short, at(new.indices), span=new.span)
            case BufferStore() if new.buffer is roll.buffer:
                return BufferStore(short, new.value, at(new.indices), span=new.span)
            case Block():
                moves[node] = new = _opaque(new, roll, short)
        return new

    return visit(realize)  # type: ignore[no-any-return]


def _opaque(block: Block, roll: _Roll, short: Buffer) -> Block:
    # Opaque: the order of iterations now matters, so that `reorder` or `parallel` must not change it.
    iters = tuple(
        update(a, kind="opaque") if n == roll.axis and a.kind == "spatial" else a for n, a in enumerate(block.iters)
    )
    fresh = {r.buffer: r for part in regions_of_block(block) for r in part}
    reads, writes = (
        tuple(fresh[short] if r.buffer is roll.buffer and short in fresh else r for r in part)
        for part in (block.reads, block.writes)
    )
    return update(block, iters=iters, reads=reads, writes=writes)
