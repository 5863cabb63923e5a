"""Separate the initialisation of a reduction from its updates."""

from __future__ import annotations

from mlcc.analysis import Analyzer, block_regions, conjunction, same, uses_any
from mlcc.analysis.control import guards_of
from mlcc.analysis.order import Order
from mlcc.analysis.tree import Site
from mlcc.ir import (
    Block,
    BlockRealize,
    BufferRegion,
    Expr,
    IterVar,
    Range,
    SeqStmt,
    Stmt,
    Var,
    as_int,
    binary,
    map_children,
    seq,
    substitute,
    update,
)  # fmt: skip

from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV, LoopRV
from ..state import State


@primitive("decompose_reduction")
class DecomposeReduction(Primitive):
    """Put the initialisation of a reduction into a block of its own, right before a loop.

    `Y` becomes `Y_init`, over copies of the spatial loops at or below the loop (`j_1` → `j_1_init`, kinds
    kept), and `Y_update`, which only accumulates.

    Requires: the loop is over the block (S270); the block is a reduction (S271); no loop above the given one
    feeds a reduce axis (S272); every loop at or below it feeds an axis (S277); nothing below the loop uses an element
    before it is initialised there (S279).

    Preserves: the results.

    Before:
        for i, k in T.grid(16, 32):
            with T.block("Y"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    Y[vi] = T.float32(0)
                Y[vi] = Y[vi] + A[vi, vk]

    Step:
        - decompose_reduction: {block: Y, loop: k}

    After:
        for i in range(16):
            with T.block("Y_init"):
                vi = T.axis.spatial(16, i)
                T.reads()
                T.writes(Y[vi])
                Y[vi] = T.float32(0)
            for k in range(32):
                with T.block("Y_update"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    T.reads(Y[vi], A[vi, vk])
                    T.writes(Y[vi])
                    Y[vi] = Y[vi] + A[vi, vk]
    """

    block: BlockRV = declare(Kind.BLOCK)
    loop: LoopRV = declare(Kind.LOOP)

    def check(self, state: State) -> None:
        site, loop = state.block(self.block), state.loop(self.loop)
        name, at = site.block.name, loop.loop.var.name
        scope = state.scope(site)
        if not any(loop is s for s in site.loops()):
            raise state.refuse("S270", f"loop `{at}` is not over block `{name}`", loop, labels=[(site, "the block")])
        why = scope.why_not_reduction(site)
        if why is not None:
            raise state.refuse("S271", f"cannot decompose block `{name}`: it is not a reduction", site, notes=[why])
        above = {s.loop.var for s in loop.loops()}
        above |= {axis.var for outer in site.ancestors() if outer.is_block for axis in outer.block.iters}
        for axis, value in zip(site.block.iters, site.realize.values, strict=True):
            if axis.kind == "reduce" and uses_any(value, above):
                raise state.refuse(
                    "S272",
                    f"cannot decompose block `{name}` at loop `{at}`: a loop above it feeds a reduce axis",
                    loop,
                    labels=[(axis, f"`{axis.var.name}` is already running")],
                    help="choose the outermost loop that feeds a reduce axis, or one above it",
                )

        for item in site.loops():
            inside = item is loop or loop.is_above(item)
            fed = any(uses_any(value, (item.loop.var,)) for value in site.realize.values)
            if inside and not fed and as_int(item.loop.extent) != 1:
                raise state.refuse(
                    "S277",
                    f"cannot decompose block `{name}` at loop `{at}`: loop `{item.loop.var.name}` feeds no axis",
                    item,
                    help="choose a loop below it, so that each repetition starts anew",
                    field="loop",
                )

        self._check_early(state, site, loop)

    def _check_early(self, state: State, site: Site, loop: Site) -> None:
        """S279 when something below the loop that runs before the initialisation would see it, or what it reads."""
        tie = Order(state.cache, state.scope(site)).hoisted(site, loop)
        if tie is not None:
            name, at = site.block.name, loop.loop.var.name
            raise state.refuse(
                "S279",
                f"cannot decompose block `{name}` at loop `{at}`: an element of `{tie.first.buffer.name}` is used "
                "below that loop before it is initialised",
                loop,
                labels=[(tie.first.node, "it is initialised here"), (tie.second.node, "and used before here")],
                help="choose a loop further inside, which does not run over that use",
            )

    def apply(self, state: State) -> BlockRV:
        site, loop = state.block(self.block), state.loop(self.loop)
        harmless = state.cache.guards_are_harmless(site)
        init_nest, init_block = _init_nest(state.analyzer, site, loop, harmless)
        update_block = _update_block(site.block)
        below = _replace_block(loop, site, update(site.realize, block=update_block))
        edit: Stmt = SeqStmt((init_nest, below))
        state.commit({loop: seq(edit)}, moves={site.block: update_block})
        return state.block_ref_of(init_block)


def _replace_block(loop: Site, site: Site, new: Stmt) -> Stmt:
    """The loop with the block's realisation replaced."""
    if site is loop:
        return new
    above = site.parent
    assert above is not None
    return _replace_block(loop, above, map_children(above.node, lambda child: new if child is site.node else child))


def _init_nest(analyzer: Analyzer, site: Site, loop: Site, harmless: bool) -> tuple[Stmt, Block]:
    """The initialisation over copies of the spatial loops, guarded as the block is at the start of its reduction.

    `harmless` guards only cut off ends: they hold at the start of a reduction if they do at any step of it.
    """
    block, realize = site.block, site.realize
    spatial = [(a, v) for a, v in zip(block.iters, realize.values, strict=True) if a.kind == "spatial"]
    chain = [s for s in site.loops() if s is loop or loop.is_above(s)]
    # Loops that drive spatial axes are copied; over the others the initialisation would run again and again.
    used = [s for s in chain if any(uses_any(v, (s.loop.var,)) for _, v in spatial)]
    dropped = {s.loop.var for s in chain if s not in used}
    loops = {s.loop.var: Var(f"{s.loop.var.name}_init", s.loop.var.dtype) for s in used}
    loop_values: dict[Var, Expr] = dict(loops)
    axes = {a.var: Var(a.var.name, a.var.dtype) for a, _ in spatial}
    axis_values: dict[Var, Expr] = dict(axes)
    assert block.init is not None
    iters = tuple(IterVar(axes[a.var], a.dom, a.kind, span=a.span) for a, _ in spatial)
    body = substitute(block.init, axis_values)
    reads, _ = block_regions(body, iters)
    new = Block(
        f"{block.name}_init",
        iters,
        reads,
        tuple(substitute(w, axis_values) for w in block.writes),
        body,
        annotations=block.annotations,
        span=getattr(block.init, "span", None),
    )
    # The guards at the first step of the reduction: a result that no step reaches must not be initialised either.
    starts: dict[Var, Expr] = {s.loop.var: s.loop.min for s in chain if s.loop.var in dropped}
    at_start = [substitute(p, starts) for p in guards_of(site, loop)]
    # A fused loop that drives both kinds of axes comes to later steps of the reduction, too.
    both = [s.loop.var for s in used] if at_start and not harmless else []
    for axis, value in zip(block.iters, realize.values, strict=True):
        if axis.kind == "reduce" and uses_any(value, both):
            at_start.append(binary("eq", substitute(value, starts), axis.dom.min))
    predicate = substitute(conjunction(p for p in at_start if not analyzer.can_prove(p)), loop_values)
    nest: Stmt = BlockRealize(tuple(substitute(v, loop_values) for _, v in spatial), predicate, new)
    for item in reversed(used):
        header = item.loop
        low, extent = substitute(header.min, loop_values), substitute(header.extent, loop_values)
        nest = update(header, var=loops[header.var], min=low, extent=extent, body=nest)
    return nest, new


def _update_block(block: Block) -> Block:
    missing = [w for w in block.writes if not any(_same_region(w, r) for r in block.reads)]
    return update(block, name=f"{block.name}_update", init=None, reads=(*missing, *block.reads))


def _same_region(a: BufferRegion, b: BufferRegion) -> bool:
    pairs = zip(a.region, b.region, strict=False)
    return a.buffer is b.buffer and all(_same_range(x, y) for x, y in pairs)


def _same_range(a: Range, b: Range) -> bool:
    return same(a.min, b.min) and same(a.extent, b.extent)
