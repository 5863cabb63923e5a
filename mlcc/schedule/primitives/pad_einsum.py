"""Round the axes of an einsum up to multiples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mlcc.analysis import same
from mlcc.analysis.control import guards_of
from mlcc.analysis.dependence import Scope
from mlcc.analysis.reducers import find_reducer
from mlcc.analysis.tree import Site
from mlcc.ir import (
    DOTS,
    Binary,
    Block,
    BlockRealize,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Cast,
    Expr,
    IntImm,
    IterVar,
    Range,
    Stmt,
    Var,
    as_int,
    binary,
    const,
    free_vars,
    if_then_else,
    loads_and_stores,
    script,
    substitute,
    update,
)  # fmt: skip

from ..conditions import check_axes_say_all
from ..fields import Kind, declare
from ..interior import is_zero
from ..loops import new_loop
from ..movement import removal_root
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..rewriting import Moves, replace_buffer, rewrite, with_regions
from ..state import Insert, State, position_of


@primitive("pad_einsum")
class PadEinsum(Primitive):
    """Round each axis of an einsum (a reduction of products) up to a multiple: blocks `<buf>_pad` pad the inputs with
    zeros before it, and copy the valid part of the result after it.

    Requires: one positive number for each axis (S285); a reduction that sums products of loads, or a complete block of
    one store, where every axis that is rounded up is an index by itself (S285); bindings that are plain loops from 0,
    alone in a nest, without a guard; every spatial axis in an index of the result, every axis that is rounded up in an
    index of what is summed, buffers as long as the axes, and no index that selects a part of the result or, in a block
    within another, of an input: buffers are copied whole (S285).

    Preserves: the results.

    Before:
        for i, k in T.grid(15, 30):
            with T.block("Y"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    Y[vi] = T.float32(0)
                Y[vi] = Y[vi] + A[vi, vk] * B[vk]

    Step:
        - pad_einsum: {block: Y, padding: [8, 1]}

    After:
        A_pad = T.alloc_buffer((16, 30))
        Y_pad = T.alloc_buffer((16,))
        for i0, i1 in T.grid(16, 30):
            with T.block("A_pad"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                A_pad[v0, v1] = T.if_then_else(v0 < 15, A[v0, v1], T.float32(0))
        for i, k in T.grid(16, 30):
            with T.block("Y"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    Y_pad[vi] = T.float32(0)
                Y_pad[vi] = Y_pad[vi] + A_pad[vi, vk] * B[vk]
        for i0 in range(15):
            with T.block("Y_pad"):
                v0 = T.axis.spatial(15, i0)
                Y[v0] = Y_pad[v0]
    """

    block: BlockRV = declare(Kind.BLOCK)
    padding: tuple[int, ...] = declare(Kind.INTS)

    def check(self, state: State) -> None:
        site = state.block(self.block)
        name = site.block.name
        what = f"cannot pad block `{name}`"
        scope = state.scope(site)
        iters = site.block.iters
        if len(self.padding) != len(iters) or any(p < 1 for p in self.padding):
            raise state.refuse(
                "S285",
                f"{what}: `padding` needs a positive number for each of {len(iters)} axes",
                site,
                field="padding",
            )
        accesses = _pattern(scope, site, self.padding)
        if isinstance(accesses, str):
            raise state.refuse("S285", f"{what}: it is not an einsum", site, notes=[accesses])
        loops = [s.loop for s in site.loops()]
        plain = all(isinstance(v, Var) for v in site.realize.values) and len(loops) == len(iters)
        from_zero = all(as_int(f.min) == 0 for f in loops)
        if not loops or not plain or not from_zero or removal_root(site) is not site.loops()[0]:
            raise state.refuse("S285", f"{what}: it is not alone in a plain nest of loops", site)
        for guard in guards_of(site):
            raise state.refuse("S285", f"{what}: it runs under a guard, `{script(guard)}`", site)
        check_axes_say_all(state, site, what)
        reason = _why_not_padded(site.block, accesses, self.padding)
        if reason is not None:
            raise state.refuse("S285", f"{what}: {reason}", site)

    def apply(self, state: State) -> list[BlockRV]:
        site = state.block(self.block)
        scope = state.scope(site)
        accesses = _pattern(scope, site, self.padding)
        assert not isinstance(accesses, str)
        written, indices, loads = accesses
        sizes = {a.var: _rounded(a.dom.extent, p) for a, p in zip(site.block.iters, self.padding, strict=True)}
        moves: Moves = {}
        block = _widened(site.block, sizes, moves)
        root = removal_root(site)
        parent = next(s for s in root.ancestors() if s.is_loop or s.is_block)
        at = position_of(parent, root)
        inserts: list[Insert] = []
        copies: list[Block] = []
        allocs: list[Buffer] = []
        for buffer in dict.fromkeys(load.buffer for load in loads):
            wide = _padded(buffer, [load.indices for load in loads if load.buffer is buffer], sizes)
            if wide is None:
                continue
            allocs.append(wide)
            block = replace_buffer(block, buffer, wide, moves)
            nest, copy = _copy(buffer, wide, wide.shape, pad=True)
            inserts.append((parent, at, nest))
            copies.append(copy)
        wide_out = _padded(written, [indices], sizes)
        if wide_out is not None:
            allocs.append(wide_out)
            block = replace_buffer(block, written, wide_out, moves)
            nest, copy = _copy(wide_out, written, written.shape, pad=False, name=wide_out.name)
            inserts.append((parent, at + 1, nest))
            copies.append(copy)
        nest, block = _loops(site, block, sizes)
        moves[site.block] = block
        owner = scope.site.block
        state.commit(
            {root: nest}, moves=moves, fields={owner: {"allocs": (*owner.allocs, *allocs)}}, inserts=inserts[::-1]
        )
        return [state.block_ref_of(b) for b in copies]


Accesses = tuple[Buffer, tuple[Expr, ...], list[BufferLoad]]


def _pattern(scope: Scope, site: Site, padding: Sequence[int]) -> Accesses | str:
    """(written buffer, its indices, loads) if axes that are rounded up are indices by themselves; else the reason."""
    moving = {a.var for a, p in zip(site.block.iters, padding, strict=True) if p > 1}
    if scope.why_not_reduction(site) is None:
        reducer = find_reducer(site.block)
        if isinstance(reducer, str):
            return reducer
        factors = _factors(reducer.value)
        if reducer.op != "add" or factors is None:
            return "it does not reduce products of loads"
        if not all(_is_plain(p, moving) for p in (reducer.indices, *(f.indices for f in factors))):
            return "an axis that is rounded up is a part of an index"
        return reducer.buffer, reducer.indices, factors
    why, store = scope.why_not_complete(site), site.block.body
    if why is not None or not isinstance(store, BufferStore):
        return why or "its body is not a single store"
    loads = loads_and_stores(store.value)[0]
    if not all(_is_plain(p, moving) for p in (store.indices, *(load.indices for load in loads))):
        return "an axis that is rounded up is a part of an index"
    return store.buffer, store.indices, loads


def _is_plain(indices: tuple[Expr, ...], moving: set[Var]) -> bool:
    """Whether every axis that is rounded up is an index by itself, and is one index only."""
    alone = [i for i in indices if isinstance(i, Var) and i in moving]
    within = [i for i in indices if not isinstance(i, Var) and moving & set(free_vars(i))]
    return not within and len(alone) == len(set(alone))


def _why_not_padded(block: Block, accesses: Accesses, padding: Sequence[int]) -> str | None:
    """The reason why rounding axes up would change the results, or None.

    Every added term must be a product with a padded zero, and every added result must go to a padded element.
    """
    written, out_indices, loads = accesses
    factors = [(load.buffer, load.indices) for load in loads]
    rounded = {
        a.var for a, p in zip(block.iters, padding, strict=True) if not same(_rounded(a.dom.extent, p), a.dom.extent)
    }
    copied = any(index in rounded for index in out_indices)
    axes = {axis.var for axis in block.iters}
    for index, size in zip(out_indices, written.shape, strict=True):
        if copied and index not in axes and as_int(size) != 1:
            return f"`{written.name}` is copied whole, and `{script(index)}` selects a part of it"
    for buffer, indices in factors:
        if rounded & set(indices) and not set().union(*map(free_vars, indices)) <= axes:
            return f"`{buffer.name}` is copied whole, and a block around selects a part of it"
    for axis in block.iters:
        uses = factors if axis.var in rounded else []
        if axis.kind == "spatial":
            if not any(index is axis.var for index in out_indices):
                return f"`{written.name}` is not indexed by the spatial axis `{axis.var.name}`"
            uses = [*uses, (written, out_indices)] if copied else uses
        elif axis.var in rounded and not any(index is axis.var for _, indices in factors for index in indices):
            return f"nothing that is summed is indexed by `{axis.var.name}`"
        for buffer, indices in uses:
            for index, size in zip(indices, buffer.shape, strict=True):
                if index is axis.var and not same(size, axis.dom.extent):
                    return f"`{buffer.name}` is not as long as axis `{axis.var.name}`"
    return None


def _factors(value: Expr) -> list[BufferLoad] | None:
    """The loads of a product; the dot product of two words is 0 where one is 0, as a product is."""
    if isinstance(value, Cast):
        return _factors(value.value)
    if isinstance(value, BufferLoad):
        return [value]
    if isinstance(value, Binary) and value.op == "mul":
        return _both(value.a, value.b)
    if isinstance(value, Call) and value.op in DOTS and is_zero(value.args[2]):
        return _both(value.args[0], value.args[1])
    if isinstance(value, Call) and value.op == "saturated_pairs":
        return _both(*value.args)
    return [] if isinstance(value, IntImm) else None


def _both(a: Expr, b: Expr) -> list[BufferLoad] | None:
    left, right = _factors(a), _factors(b)
    return None if left is None or right is None else [*left, *right]


def _rounded(extent: Expr, step: int) -> Expr:
    """An extent rounded up to a multiple."""
    value = as_int(extent)
    if value is not None:
        return const(-(-value // step) * step, extent.dtype)
    return extent if step == 1 else (extent + (step - 1)) // step * step


def _padded(buffer: Buffer, accesses: list[tuple[Expr, ...]], sizes: dict[Var, Expr]) -> Buffer | None:
    """The buffer with dimensions that hold the rounded extents of all accesses, or None if it is large enough."""
    shape = tuple(
        _longest(size, [sizes.get(index, size) if isinstance(index, Var) else size for index in used])
        for size, used in zip(buffer.shape, zip(*accesses, strict=True), strict=True)
    )
    if all(map(same, shape, buffer.shape)):
        return None
    return update(buffer, name=f"{buffer.name}_pad", shape=shape, strides=(), elem_offset=None)


def _longest(size: Expr, required: Iterable[Expr]) -> Expr:
    """A dimension of this size that is made as long as each access requires."""
    longest = size
    for item in required:
        have, need = as_int(longest), as_int(item)
        if have is not None and need is not None:
            longest = item if need > have else longest
        elif not same(item, longest):
            longest = item if same(longest, size) else binary("max", longest, item)
    return longest


def _widened(block: Block, sizes: dict[Var, Expr], moves: Moves) -> Block:
    def fn(item: Any) -> Any:
        if isinstance(item, IterVar) and item.var in sizes:
            return update(item, dom=Range(item.dom.min, sizes[item.var]))
        return None

    return rewrite(block, fn, moves)


def _copy(
    source: Buffer, target: Buffer, shape: tuple[Expr, ...], pad: bool, name: str | None = None
) -> tuple[Stmt, Block]:
    axes = tuple(Var(f"v{k}", d.dtype) for k, d in enumerate(shape))
    loops = tuple(Var(f"i{k}", d.dtype) for k, d in enumerate(shape))
    value: Expr = BufferLoad(source, axes)
    if pad:
        inside: Expr = const(True)
        for axis, have, want in zip(axes, source.shape, shape, strict=True):
            if not same(have, want):
                inside = Binary("and", inside, axis < have) if not _is_true(inside) else axis < have
        value = if_then_else(inside, value, const(0, source.dtype))
    iters = tuple(IterVar(a, Range(const(0, a.dtype), d), "spatial") for a, d in zip(axes, shape, strict=True))
    block = with_regions(Block(name or target.name, iters, (), (), BufferStore(target, value, axes)))
    nest: Stmt = BlockRealize(loops, const(True), block)
    for loop, size in reversed(list(zip(loops, shape, strict=True))):
        nest = new_loop(loop, size, nest)
    return nest, block


def _is_true(condition: Expr) -> bool:
    return as_int(condition) == 1


def _loops(site: Site, block: Block, sizes: dict[Var, Expr]) -> tuple[Stmt, Block]:
    realize = site.realize
    extents = {v: sizes[a.var] for a, v in zip(site.block.iters, realize.values, strict=True) if isinstance(v, Var)}
    # new variables: the range of a loop variable never changes
    copies: dict[Var, Expr] = {v: Var(v.name, v.dtype) for v in extents}
    values = tuple(copies[v] for v in realize.values if isinstance(v, Var))
    fresh: dict[Var, Var] = {a.var: Var(a.var.name, a.var.dtype) for a in block.iters}
    copied = _renamed(block, fresh)
    nest: Stmt = update(realize, values=values, block=copied)
    for item in reversed(site.loops()):
        var = copies[item.loop.var]
        assert isinstance(var, Var)
        nest = update(item.loop, var=var, extent=extents[item.loop.var], body=nest)
    return nest, copied


def _renamed(block: Block, fresh: dict[Var, Var]) -> Block:
    """The block with new axis variables: the range of an existing one never changes."""
    values: dict[Var, Expr] = dict(fresh)
    iters = tuple(update(a, var=fresh[a.var]) for a in block.iters)
    new = substitute(update(block, iters=()), values)
    return update(new, iters=iters)
