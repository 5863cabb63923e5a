"""Change the layout of a buffer."""

from __future__ import annotations

from typing import Any

from mlcc.analysis.indexmap import IndexMap
from mlcc.analysis.itermap import NotAffine
from mlcc.analysis.tree import Site
from mlcc.ir import Buffer, PrimFunc, Var, update

from ..caching import pick_region
from ..fields import Kind, declare
from ..layouts import IndexFunction, changer, index_map_of, map_accesses
from ..padding import (
    assume_padding,
    can_compute_padding,
    check_padding,
    fill_padding,
    is_input,
    is_padding,
    pad_producer,
    padded_inverse,
    padding_at,
)  # fmt: skip
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..rewriting import Moves, is_view_source, replace_param_buffer
from ..state import State


@primitive("transform_layout")
class TransformLayout(Primitive):
    """Change the layout of a buffer by an index map; every access is rewritten.

    `buffer` is `[read, k]` or `[write, k]` of the block, or a name. The map may cover a larger box than the
    buffer when `pad_value` gives the value of the padding (a number, or a function of the new indices such as
    `"i, j -> 0"`). A producer that stores at its axes and has plain loops of its own gets new loops over the full
    box; after others a block `buffer_B_padding` fills the padding. A parameter's new shape shows in the function's
    signature; the caller must fill an input's padding, which `T.assume` states in a block
    `buffer_A_assumptions`.

    Requires: the buffer exists (S260) and is no view (S265); as many indices as dimensions (S268); a map that
    is bijective, or with `assume_injective_transform` taken to be injective (S269, S266 when it needs padding); with
    `pad_value`, one of the buffer's type, and a buffer computed in the block's own scope, or an input (S266); a
    parameter's shape that still determines every symbolic size, unless another parameter's does (S236).

    Preserves: the results, up to the layout of parameters.

    Before:
        B = T.alloc_buffer((16, 8))
        for i, j in T.grid(16, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj]
        for i, j in T.grid(16, 8):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, vj]

    Step:
        - transform_layout: {block: B, buffer: [write, 0], index_map: "i, j -> i // 4, j, i % 4"}

    After:
        B = T.alloc_buffer((4, 8, 4))
        for i, j in T.grid(16, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi // 4, vj, vi % 4] = A[vi, vj]
        for i, j in T.grid(16, 8):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi // 4, vj, vi % 4]
    """

    block: BlockRV = declare(Kind.BLOCK)
    buffer: Any = declare(Kind.BUFFER)
    index_map: IndexFunction = declare(Kind.INDEX_MAP)
    pad_value: Any = declare(Kind.VALUE, None)
    assume_injective_transform: bool = declare(Kind.BOOL, False)

    def _buffer(self, state: State, site: Site) -> Buffer:
        return buffer_of(state, site, self.buffer)

    def check(self, state: State) -> None:
        site = state.block(self.block)
        buffer = self._buffer(state, site)
        root = state.tree.root
        if is_view_source(root.node, buffer):
            raise state.refuse(
                "S265", f"cannot change the layout of `{buffer.name}`: a view of it is used", site, field="buffer"
            )
        index_map = index_map_of(self.index_map, buffer.shape)
        symbols = state.func.symbolic_vars()
        if index_map.map_shape(buffer.shape, symbols) is None:
            raise state.refuse(
                "S269", f"the new shape of `{buffer.name}` cannot be computed from the map", site, field="index_map"
            )
        self._check_sizes(state, site, buffer, index_map)
        if not is_padding(self.pad_value, buffer.dtype):
            raise state.refuse(
                "S266", f"`{buffer.name}` holds {buffer.dtype}, not `{self.pad_value}`", site, field="pad_value"
            )
        if index_map.is_bijective(buffer.shape, symbols):
            return
        if self.pad_value is None:
            if self.assume_injective_transform:
                return
            self._refuse(state, site, buffer, index_map)
        axes = tuple(Var(f"i{k}", e.dtype) for k, e in enumerate(index_map.exprs))
        padding_at(self.pad_value, axes, buffer.dtype)
        check_padding(state, site, buffer, index_map)

    def _check_sizes(self, state: State, site: Site, buffer: Buffer, index_map: IndexMap) -> None:
        """S236 when a symbolic size was a dimension of this parameter only, and would no longer be."""
        symbols = state.func.symbolic_vars()
        new = index_map.map_shape(buffer.shape, symbols) or ()
        lost = [dim for dim in buffer.shape if isinstance(dim, Var) and dim not in new]
        others = {dim for b in state.func.buffers if b is not buffer for dim in b.shape}
        gone = next((dim for dim in lost if dim not in others and dim not in state.func.params), None)
        if gone is not None and any(b is buffer for b in state.func.buffers):
            raise state.refuse(
                "S236",
                f"`{gone.name}` would have no value: no shape of a parameter would say it any more",
                site,
                help=f"let another parameter have `{gone.name}` as a dimension, or change the layout of a copy "
                "(`cache_read`)",
                field="index_map",
            )

    def _refuse(self, state: State, site: Site, buffer: Buffer, index_map: IndexMap) -> None:
        symbols = state.func.symbolic_vars()
        try:
            padded_inverse(index_map, buffer.shape, symbols)
        except NotAffine as reason:
            raise state.refuse(
                "S269",
                f"the layout map of `{buffer.name}` is not bijective",
                site,
                notes=[str(reason)],
                field="index_map",
            ) from None
        raise state.refuse(
            "S266", f"the new layout of `{buffer.name}` has more elements than the buffer", site,
            help="say with `pad_value` what the others hold", field="index_map")  # fmt: skip

    def apply(self, state: State) -> None:
        site = state.block(self.block)
        buffer = self._buffer(state, site)
        index_map = index_map_of(self.index_map, buffer.shape)
        symbols = state.func.symbolic_vars()
        shape = index_map.map_shape(buffer.shape, symbols)
        assert shape is not None
        new = update(buffer, shape=shape, strides=(), elem_offset=None)
        if self.pad_value is None or index_map.is_bijective(buffer.shape, symbols):
            transform(state, buffer, new, index_map)
        elif not is_input(state, buffer) and can_compute_padding(state, site, buffer):
            pad_producer(state, site, buffer, new, index_map, self.pad_value)
        else:
            new = update(new, shape=padded_inverse(index_map, buffer.shape, symbols)[1])
            transform(state, buffer, new, index_map)
            if is_input(state, new):
                assume_padding(state, buffer, new, index_map, self.pad_value)
            else:
                fill_padding(state, state.block(self.block), buffer, new, index_map, self.pad_value)


def buffer_of(state: State, site: Site, which: Any) -> Buffer:
    """The buffer that a step names: ``("read" | "write", k)``, a name, or the buffer itself."""
    if isinstance(which, Buffer):
        return which
    if isinstance(which, str) and which not in ("read", "write"):
        for writes in (False, True):
            regions = site.block.writes if writes else site.block.reads
            if any(r.buffer.name == which for r in regions):
                return pick_region(state, site, which, writes).buffer
        return pick_region(state, site, which, writes=False).buffer
    if isinstance(which, tuple) and len(which) == 2 and which[0] in ("read", "write"):
        return pick_region(state, site, which[1], writes=which[0] == "write").buffer
    raise state.refuse(
        "S260",
        "the buffer is not named",
        site,
        help="write `[read, 0]`, `[write, 0]`, or the buffer's name",
        field="buffer",
    )


def transform(state: State, old: Buffer, new: Buffer, index_map: IndexMap) -> None:
    """Rewrite the whole function for a bijective change of layout."""
    moves: Moves = {}
    change = changer(state.analyzer, index_map)
    body = map_accesses(state.tree.root.node, old, new, change, moves)
    func: PrimFunc | None = None
    if any(b is old for b in state.func.buffers):
        func = replace_param_buffer(state.func, old, new)
    state.commit({state.tree.root: body}, moves=moves, func=func)
