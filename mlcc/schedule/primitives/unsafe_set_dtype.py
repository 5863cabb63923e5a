"""Store a buffer in another element type."""

from __future__ import annotations

from typing import Any

from mlcc.ir import BufferLoad, BufferRegion, BufferStore, Cast, Expr, dtype, update

from ..caching import pick_region
from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..rewriting import Moves, is_opaquely_used, rewrite
from ..state import State
from .set_scope import owner_of


@primitive("unsafe_set_dtype")
class UnsafeSetDtype(Primitive):
    """Store a buffer that a block writes in another element type: values are converted when they are stored and read.

    Requires: the buffer exists (S260); a known type (S104); the buffer is no parameter (S264), no view (S265), and no
    pointer to it is taken (S253).

    Preserves: the results, up to what the new type rounds away.

    Before:
        B = T.alloc_buffer((128,))
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)
        for i in range(128):
            with T.block("C"):
                vi = T.axis.spatial(128, i)
                C[vi] = B[vi] + T.float32(1)

    Step:
        - unsafe_set_dtype: {block: B, buffer_index: 0, dtype: float16}

    After:
        B = T.alloc_buffer((128,), "float16")
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = T.Cast("float16", A[vi] * T.float32(2))
        for i in range(128):
            with T.block("C"):
                vi = T.axis.spatial(128, i)
                C[vi] = T.Cast("float32", B[vi]) + T.float32(1)
    """

    block: BlockRV = declare(Kind.BLOCK)
    buffer_index: int | str = declare(Kind.BUFFER)
    dtype: str = declare(Kind.STRING)

    def check(self, state: State) -> None:
        site = state.block(self.block)
        if not dtype.is_known(self.dtype) or dtype.lanes(self.dtype) != 1 or self.dtype == "handle":
            raise state.refuse("S104", f"`{self.dtype}` is not a type of elements", site, field="dtype")
        buffer = pick_region(state, site, self.buffer_index, writes=True).buffer
        owner = owner_of(state, site, buffer, "change the type of")
        if is_opaquely_used(owner.node, buffer):
            raise state.refuse(
                "S253",
                f"cannot change the type of `{buffer.name}`: a pointer to or a view of it is used",
                site,
                field="buffer",
            )

    def apply(self, state: State) -> None:
        site = state.block(self.block)
        old = pick_region(state, site, self.buffer_index, writes=True).buffer
        if old.dtype == self.dtype:
            return
        owner = owner_of(state, site, old, "change the type of")
        new = update(old, dtype=self.dtype)

        def fn(item: Any) -> Any:
            match item:
                case BufferLoad() if item.buffer is old:
                    return Cast(old.dtype, BufferLoad(new, item.indices, span=item.span))
                case BufferStore() if item.buffer is old:
                    return update(item, buffer=new, value=_converted(self.dtype, item.value))
                case BufferRegion() if item.buffer is old:
                    return update(item, buffer=new)
            return None

        moves: Moves = {}
        owner_new = rewrite(owner.realize, fn, moves)
        block = owner_new.block
        new_block = update(block, allocs=tuple(new if b is old else b for b in block.allocs))
        moves[owner.block] = new_block
        state.commit({owner: update(owner_new, block=new_block)}, moves=moves)


def _converted(dtype: str, value: Expr) -> Expr:
    """The value in another type, written out for literals, too."""
    return value if value.dtype == dtype else Cast(dtype, value)
