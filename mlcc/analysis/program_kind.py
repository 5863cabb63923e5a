"""How a tensor program may be fused with others, by what its blocks read and write.

Kinds are those of operators: each element from the same element (elemwise), after broadcasting (broadcast), from
elements at other indices (injective), from many (reduce), sums of products (anchor), or anything else (opaque).
The distinction is that of the operator patterns published with TVM (Chen et al., OSDI 2018).
"""

from __future__ import annotations

from collections.abc import Iterable

from mlcc.ir import (
    Binary,
    Block,
    BlockRealize,
    BufferLoad,
    BufferStore,
    Call,
    Cast,
    Evaluate,
    Expr,
    IntImm,
    PrimFunc,
    Stmt,
    Var,
    find_blocks,
    loads_and_stores,
    walk,
)

#: Kinds from the easiest to fuse to what cannot be fused, and TVM's numbers for them.
ORDER = ("elemwise", "broadcast", "injective", "reduce", "anchor", "opaque")
NUMBERS = {"elemwise": 0, "broadcast": 1, "injective": 2, "reduce": 3, "anchor": 4, "opaque": 8}


def program_kind(func: PrimFunc) -> str:
    """The kind of a program that is not scheduled: the hardest of its blocks'; opaque with two reductions or more."""
    if not isinstance(func.body, BlockRealize):
        return "opaque"
    if any(isinstance(node, Evaluate) for node in walk(func.body)):
        return "opaque"
    leaves = [item.block for item in find_blocks(func.body.block.body) if not _blocks_in(item.block)]
    kinds = [_block_kind(block) for block in leaves]
    if not kinds or len(kinds) != len(find_blocks(func.body.block.body)):
        return "opaque"
    if sum(kind in ("reduce", "anchor") for kind in kinds) > 1:
        return "opaque"
    written = [buffer for buffer in func.buffers if any(region.buffer is buffer for b in leaves for region in b.writes)]
    if len(written) != 1:
        return "opaque"
    return max(kinds, key=ORDER.index)


def _blocks_in(block: Block) -> bool:
    parts: list[Stmt] = [block.body] if block.init is None else [block.body, block.init]
    return any(find_blocks(part) for part in parts)


def _block_kind(block: Block) -> str:
    stores = [node for node in walk(block.body) if isinstance(node, BufferStore)]
    if len(stores) != 1 or stores[0] is not block.body:
        return "opaque"
    store = stores[0]
    spatial = [axis.var for axis in block.iters if axis.kind == "spatial"]
    reduce = [axis.var for axis in block.iters if axis.kind != "spatial"]
    indices = [index for index in store.indices if not isinstance(index, IntImm)]
    if any(not isinstance(index, Var) for index in indices) or len(set(indices)) != len(indices):
        return "opaque"
    if not set(indices) <= set(spatial):
        return "opaque"
    loads, _ = loads_and_stores(block.body)
    own = [load for load in loads if load.buffer is store.buffer]
    if reduce:
        return ("anchor" if _is_product(store, own) else "reduce") if own and block.init is not None else "opaque"
    if own or block.init is not None:
        return "opaque"
    return max((_load_kind(load, store) for load in loads), key=ORDER.index, default="elemwise")


def _load_kind(load: BufferLoad, store: BufferStore) -> str:
    if any(isinstance(node, BufferLoad) for index in load.indices for node in walk(index)):
        return "opaque"  # a gather
    if len(load.indices) == len(store.indices) and all(map(_same, load.indices, store.indices)):
        return "elemwise"
    variables = [index for index in load.indices if not isinstance(index, IntImm)]
    at = [_position(index, store.indices) for index in variables]
    return "broadcast" if -1 not in at and at == sorted(set(at)) else "injective"


def _position(index: Expr, indices: Iterable[Expr]) -> int:
    return next((n for n, other in enumerate(indices) if isinstance(index, Var) and index is other), -1)


def _same(a: Expr, b: Expr) -> bool:
    return a is b or (isinstance(a, IntImm) and isinstance(b, IntImm) and a.value == b.value)


def _is_product(store: BufferStore, own: list[BufferLoad]) -> bool:
    """Whether a reduction adds products of two loads."""
    value = store.value
    if not (isinstance(value, Binary) and value.op == "add" and len(own) == 1):
        return False
    term = value.b if value.a is own[0] else value.a
    while isinstance(term, Cast):
        term = term.value
    return isinstance(term, Binary) and term.op == "mul" and all(_has_load(side) for side in (term.a, term.b))


def _has_load(expr: Expr) -> bool:
    return any(isinstance(node, BufferLoad) for node in walk(expr)) and not any(
        isinstance(node, Call) and node.op.startswith("call_") for node in walk(expr)
    )
