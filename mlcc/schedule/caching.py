"""Copy blocks between a buffer and its cache: shared by cache_read, cache_write and reindex."""

from __future__ import annotations

from mlcc.analysis import Analyzer, to_expr
from mlcc.analysis.regions import Box
from mlcc.analysis.tree import Site
from mlcc.diagnostics import choices_help
from mlcc.ir import (
    TILE_SCOPE,
    Binary,
    Block,
    BlockRealize,
    Buffer,
    BufferLoad,
    BufferRegion,
    BufferStore,
    Expr,
    IterVar,
    Range,
    Stmt,
    Var,
    as_int,
    binary,
    const,
)  # fmt: skip

from .loops import new_loop
from .state import State

SCOPES = (
    "global", "shared", "shared.dyn", "local", "warp", "texture",
    "wmma.matrix_a", "wmma.matrix_b", "wmma.accumulator", TILE_SCOPE,
)  # fmt: skip


def check_scope(state: State, scope: str) -> None:
    """S263 for an unknown storage scope."""
    if scope not in SCOPES:
        raise state.refuse(
            "S263",
            f"`{scope}` is not a storage scope",
            help=choices_help(scope, SCOPES, "storage scopes"),
            field="storage_scope",
        )


def pick_region(state: State, site: Site, which: int | str | Buffer, writes: bool) -> BufferRegion:
    """The region that a step names by its index, its buffer's name, or its buffer. S260 when there is none.

    The name may also be that of a buffer that only the block's guard reads.
    """
    block = site.block
    regions = block.writes if writes else block.reads
    word = "writes" if writes else "reads"
    if isinstance(which, bool) or not isinstance(which, (int, str, Buffer)):
        raise state.refuse(
            "S260", f"`{which}` names no buffer", site, help="write the buffer's name, or its number", field="buffer"
        )
    if not isinstance(which, int):
        named = regions if writes else state.cache.reads(site)
        matches = {
            r.buffer: r for r in reversed(named)
            if which in (r.buffer, r.buffer.name, r.buffer.name.replace(".", "_"))
        }  # fmt: skip
        if len(matches) == 1:
            return next(iter(matches.values()))
        names = [r.buffer.name for r in regions]
        which = which.name if isinstance(which, Buffer) else which
        raise state.refuse(
            "S260",
            f"block `{block.name}` {word} no buffer `{which}`",
            site,
            help=choices_help(which, names, "buffers"),
            field="buffer",
        )
    if not 0 <= which < len(regions):
        raise state.refuse(
            "S260",
            f"block `{block.name}` {word} {len(regions)} regions; there is no number {which}",
            site,
            notes=[f"{k}: `{r.buffer.name}`" for k, r in enumerate(regions)],
            field="buffer",
        )
    return regions[which]


def copy_nest(
    analyzer: Analyzer, name: str, source: Buffer, target: Buffer, box: Box | None = None, limits: Box | None = None
) -> tuple[Stmt, Block]:
    """Loops `ax0`, `ax1` … around a block that copies `source` to `target` (same shape); and the block.

    `box` limits the copy to a part; None copies everything. Loops of extent 1 are kept. Guards skip elements outside
    of `limits`, or of the buffer. A copy of columns [j * 16, j * 16 + 15] of A[8, 60] to A_local:

        for ax0 in range(8):
            for ax1 in range(16):
                A_local[ax0, j * 16 + ax1] = A[ax0, j * 16 + ax1]    where j * 16 + ax1 < 60
    """
    loops: list[tuple[Var, Expr]] = []
    iters: list[IterVar] = []
    values: list[Expr] = []
    predicate: Expr = const(True)
    for k, size in enumerate(target.shape):
        dim = box[k] if box is not None else None
        axis = Var(f"v{k}", size.dtype)
        loop = Var(f"ax{k}", size.dtype)
        extent: Expr = size
        value: Expr = loop
        if dim is not None:
            extent = to_expr(analyzer.merge((dim[1] - dim[0]).shift(1)), size.dtype)
            value = binary("add", to_expr(analyzer.merge(dim[0]), size.dtype), loop)
        analyzer.bind(loop, 0, extent)
        # Guards only where the analysis cannot prove them: of A[8, 60] the last tile of 16 columns is partial, the rows
        # are complete.
        lows: list[Expr] = [const(0, size.dtype)]
        ends = [size]
        inside = limits[k] if limits is not None else None
        if inside is not None:
            low, end = (to_expr(analyzer.merge(p), size.dtype) for p in (inside[0], inside[1].shift(1)))
            # A declared region may reach beyond the buffer, as that of a copied tile at the edge does.
            lows = [low] if analyzer.can_prove(Binary("ge", low, lows[0])) else [low, *lows]
            ends = [end] if analyzer.can_prove(Binary("le", end, size)) else [end, *ends]
        for guard in (*(Binary("le", low, value) for low in lows), *(Binary("lt", value, end) for end in ends)):
            if not analyzer.can_prove(guard):
                predicate = binary("and", predicate, guard)
        loops.append((loop, extent))
        iters.append(IterVar(axis, Range(const(0, size.dtype), size), "spatial"))
        values.append(value)
    at = tuple(axis.var for axis in iters)
    body = BufferStore(target, BufferLoad(source, at), at)
    block = Block(name, tuple(iters), (_point(source, at),), (_point(target, at),), body)
    nest: Stmt = BlockRealize(tuple(values), predicate, block)
    for var, extent in reversed(loops):
        nest = new_loop(var, extent, nest)
    return nest, block


def _point(buffer: Buffer, at: tuple[Var, ...]) -> BufferRegion:
    return BufferRegion(buffer, tuple(Range(v, const(1, v.dtype)) for v in at))


def without_units(analyzer: Analyzer, site: Site, box: Box) -> Box:
    """The box with the variables of loops of extent 1, from `site` upwards, replaced by their only value."""
    loops = [s.loop for s in (site, *site.loops()) if s.is_loop]
    units = {f.var: analyzer.poly(f.min) for f in loops if as_int(f.extent) == 1}
    if not units:
        return box
    return [None if d is None else (analyzer.replace(d[0], units), analyzer.replace(d[1], units)) for d in box]
