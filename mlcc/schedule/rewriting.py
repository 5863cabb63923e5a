"""Rewriting of block bodies that records which block replaces which."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from mlcc.analysis import regions_of_block
from mlcc.analysis.regions import accessed_buffers
from mlcc.ir import (
    Block,
    BlockRealize,
    Buffer,
    BufferLoad,
    BufferRegion,
    BufferStore,
    Call,
    Expr,
    IterVar,
    MatchBuffer,
    Node,
    PrimFunc,
    Var,
    free_vars,
    map_children,
    substitute,
    update,
    walk,
)  # fmt: skip

N = TypeVar("N", bound=Node)
Moves = dict[Block, Block]
Regions = tuple[BufferRegion, ...]


def rewrite(node: N, fn: Callable[[Any], Any], moves: Moves) -> N:
    """Rewrite bottom-up; ``fn(node)`` gives the replacement or None. Changed blocks are recorded in `moves`."""

    def visit(current: Any) -> Any:
        new = map_children(current, visit)
        changed = fn(new)
        result = new if changed is None else changed
        if isinstance(current, Block) and result is not current:
            moves[current] = result
        return result

    return visit(node)  # type: ignore[no-any-return]


def with_axes(block: Block, iters: tuple[IterVar, ...], values: Mapping[Var, Expr]) -> Block:
    """The block with other axes, and its old ones replaced by `values`; its regions are still the old ones."""
    return update(
        block,
        iters=iters,
        match_buffers=tuple(substitute(m, values) for m in block.match_buffers),
        body=substitute(block.body, values),
        init=substitute(block.init, values) if block.init is not None else None,
    )


def with_regions(block: Block, only: Iterable[Buffer] | None = None) -> Block:
    """The block with its reads and writes recomputed from its body; existing buffers keep their order."""
    declared = (block.reads, block.writes)
    reads, writes = (_like(new, old) for new, old in zip(regions_of_block(block), declared, strict=True))
    reads = _explicit(block, "explicit_read_region", reads, block.reads)
    writes = _explicit(block, "explicit_write_region", writes, block.writes)
    if only is not None:
        keep = set(only)
        writes = tuple(w for w in writes if w.buffer in keep)
    return update(block, reads=reads, writes=writes)


def _explicit(block: Block, key: str, new: Regions, old: Regions) -> Regions:
    """The new regions, except for those that an annotation marks as declared by hand."""
    if key not in block.annotations:
        return new
    axes = {axis.var for axis in block.iters}
    kept = {
        r.buffer: r
        for k, r in enumerate(old)
        if k in block.annotations[key]
        and len(r.region) == len(r.buffer.shape)
        and all(v in axes for part in r.region for v in free_vars(part))
    }
    return tuple(kept.get(r.buffer, r) for r in new)


def _like(new: tuple[BufferRegion, ...], old: tuple[BufferRegion, ...]) -> tuple[BufferRegion, ...]:
    """The regions in the order of the old ones, if all of these still exist."""
    positions = {region.buffer: k for k, region in enumerate(old)}
    if len(positions) != len(old) or {r.buffer for r in new} != set(positions):
        return new
    return tuple(sorted(new, key=lambda region: positions[region.buffer]))


def replace_buffer(node: N, old: Buffer, new: Buffer, moves: Moves) -> N:
    """Use `new` for `old` everywhere below."""

    def fn(item: Any) -> Any:
        match item:
            case BufferLoad() if item.buffer is old:
                return BufferLoad(new, item.indices, span=item.span)
            case BufferStore() | BufferRegion() if item.buffer is old:
                return update(item, buffer=new)
            case Block() if any(b is old for b in item.allocs):
                return update(item, allocs=tuple(new if b is old else b for b in item.allocs))
        return None

    return rewrite(node, fn, moves)


def replace_param_buffer(func: PrimFunc, old: Buffer, new: Buffer) -> PrimFunc:
    """The function with a parameter's buffer replaced (its body untouched)."""
    from dataclasses import replace

    return replace(func, buffer_map={k: new if b is old else b for k, b in func.buffer_map.items()})


def is_view_source(node: Node, buffer: Buffer) -> bool:
    """Whether a view (match_buffer) is taken of the buffer."""
    return any(isinstance(n, MatchBuffer) and n.source.buffer is buffer for n in walk(node))


def is_opaquely_used(node: Node, buffer: Buffer) -> bool:
    """Whether a pointer to the buffer is taken, or a view of it."""
    for item in walk(node):
        if isinstance(item, MatchBuffer) and item.source.buffer is buffer:
            return True
        if isinstance(item, Call) and item.op == "address_of":
            if any(isinstance(a, BufferLoad) and a.buffer is buffer for a in item.args):
                return True
    return False


def loads_of(node: Node, buffer: Buffer) -> list[BufferLoad]:
    """Every load of a buffer below."""
    return [n for n in walk(node) if isinstance(n, BufferLoad) and n.buffer is buffer]


def touches(realize: BlockRealize, buffer: Buffer) -> bool:
    """Whether a block accesses a buffer, or its guard or bindings do."""
    block = realize.block
    if any(r.buffer is buffer for r in (*block.reads, *block.writes)):
        return True
    return buffer in accessed_buffers(realize)


def copy_name(buffer: Buffer, scope: str) -> str:
    """The name of a cache of a buffer: `C_local`, `A_shared_dyn`."""
    return f"{buffer.name}_{scope.replace('.', '_')}"


def as_vars(exprs: Iterable[Expr]) -> list[Any] | None:
    """The expressions when all are distinct variables, else None."""
    items = list(exprs)
    if all(isinstance(e, Var) for e in items) and len(set(map(id, items))) == len(items):
        return items
    return None
