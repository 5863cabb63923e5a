"""Replace a block by a tensor intrinsic."""

from __future__ import annotations

from typing import Any

from mlcc.analysis import to_expr
from mlcc.analysis.tree import Site
from mlcc.ir import (
    Block,
    Buffer,
    BufferRegion,
    Expr,
    MatchBuffer,
    PrimFunc,
    Range,
    Var,
    binary,
    const,
    update,
)  # fmt: skip

from ..fields import Kind, declare
from ..intrinsics import TensorIntrin, buffers_of
from ..primitive import Primitive, primitive
from ..refs import BlockRV, LoopRV
from ..renewing import renewed, renewed_view
from ..state import State
from ..unify import Mismatch, Unifier
from .blockize import Blockize


@primitive("tensorize")
class Tensorize(Primitive):
    """Replace the loops at and below a loop, or the body of a block, by a tensor intrinsic.

    An intrinsic is two functions: `desc` describes the computation as loops over one block, `impl` implements it. The
    loops become a block `X_o` (as by `blockize`), which is compared with `desc`; then its body is that of `impl`, to
    which parts of the program's buffers are passed as views. Intrinsics are given in the file, under `intrinsics`
    (as text, or as the name of a `.tir` file), or from Python with `TensorIntrin.register`.

    Requires: an intrinsic of that name (S293) whose two functions match (S294); what `blockize` requires of a
    loop (S216, S280); a block that computes what `desc` describes (S295): the same loops, axes, expressions and types;
    buffers may have further leading dimensions, and be in `local` memory where the description has no storage scope.

    Preserves: the results, if `impl` computes what `desc` describes.

    Before:
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] + T.float32(1)

    Step:
        intrinsics:
          increment8: |
            @T.prim_func
            def desc(X: T.Buffer((8,)), Y: T.Buffer((8,))):
                for i in range(8):
                    with T.block("Y"):
                        vi = T.axis.spatial(8, i)
                        Y[vi] = X[vi] + T.float32(1)
            @T.prim_func
            def impl(X: T.Buffer((8,), offset_factor=1), Y: T.Buffer((8,), offset_factor=1)):
                for i in T.vectorized(8):
                    Y[i] = X[i] + T.float32(1)
        steps:
        - split: {loop: i, block: B, factors: [null, 8]}
        - tensorize: {block: B, loop: i_1, tensor_intrin: increment8}

    After:
        for i_0 in range(16):
            with T.block("B_o"):
                vi_o = T.axis.spatial(16, i_0)
                T.reads(A[vi_o * 8:vi_o * 8 + 8])
                T.writes(B[vi_o * 8:vi_o * 8 + 8])
                X = T.match_buffer(A[vi_o * 8:vi_o * 8 + 8], (8,), "float32", offset_factor=1)
                Y = T.match_buffer(B[vi_o * 8:vi_o * 8 + 8], (8,), "float32", offset_factor=1)
                for i in T.vectorized(8):
                    Y[i] = X[i] + T.float32(1)
    """

    block_or_loop: BlockRV | LoopRV = declare(Kind.BLOCK_OR_LOOP)
    tensor_intrin: str = declare(Kind.STRING)
    preserve_unit_iters: bool = declare(Kind.BOOL, True)

    def check(self, state: State) -> None:
        intrin = state.intrin(self.tensor_intrin)
        trial = state.copy()
        self._unified(trial, self._outer(trial), intrin)

    def _outer(self, state: State) -> Site:
        """The block to replace; for a loop, the block that `blockize` would create."""
        if isinstance(self.block_or_loop, BlockRV):
            site = state.block(self.block_or_loop)
            state.scope(site)
            return site
        step: Any = Blockize
        primitive = step(self.block_or_loop, self.preserve_unit_iters)
        primitive.check(state)
        return state.block(primitive.apply(state))

    def _unified(self, state: State, site: Site, intrin: TensorIntrin) -> Unifier:
        block, want = site.block, intrin.desc.root
        unifier = Unifier(state.analyzer)
        try:
            unifier.match(want.body, block.body)
            unused = [b.name for b in intrin.desc.buffers if b not in unifier.mapping]
            if unused:
                raise Mismatch(f"the description does not use its parameter `{unused[0]}`")
            unifier.check_regions(want, block)
        except Mismatch as why:
            raise state.refuse(
                "S295",
                f"block `{block.name}` does not do what intrinsic `{intrin.name}` does",
                site,
                notes=[str(why)],
                field="tensor_intrin",
            ) from None
        return unifier

    def apply(self, state: State) -> None:
        intrin = state.intrin(self.tensor_intrin)
        site = self._outer(state)
        unifier = self._unified(state, site, intrin)
        block = site.block
        views = _Views(intrin, unifier)
        impl = intrin.impl.root
        new = update(
            block,
            reads=tuple(views.region(r) for r in impl.reads),
            writes=tuple(views.region(r) for r in impl.writes),
            match_buffers=(*block.match_buffers, *views.matches),
            annotations={**block.annotations, **impl.annotations},
        )
        inner = renewed(update(impl, iters=(), reads=(), writes=(), init=None), views.vars, views.views)
        assert isinstance(inner, Block)
        new = update(new, body=inner.body, allocs=(*block.allocs, *inner.allocs))
        state.commit({site: update(site.realize, block=new)}, moves={block: new})


class _Views:
    """The parameters of an implementation as views of the program's buffers."""

    def __init__(self, intrin: TensorIntrin, unifier: Unifier) -> None:
        self.vars: dict[Var, Expr] = {}
        self.views: dict[Buffer, Buffer] = {}
        self.matches: list[MatchBuffer] = []
        self._places = {
            mine: unifier.mapping[other]
            for mine, other in zip(_buffers(intrin, intrin.impl), _buffers(intrin, intrin.desc), strict=True)
        }
        fresh: dict[Var, Var] = {}
        for buffer, (actual, _) in self._places.items():
            self.views[buffer] = view = update(renewed_view(buffer, fresh), scope=actual.scope)
            whole = BufferRegion(buffer, tuple(Range(const(0, e.dtype), e) for e in buffer.shape))
            self.matches.append(MatchBuffer(view, self.region(whole)))
        self.vars.update(fresh)

    def region(self, inside: BufferRegion) -> BufferRegion:
        """A region of a parameter as a region of the program's buffer."""
        buffer, start = self._places[inside.buffer]
        front = len(start) - len(inside.region)
        types = [e.dtype for e in buffer.shape]
        low = [to_expr(p, d) for p, d in zip(start, types, strict=True)]
        ranges = [Range(p, const(1, p.dtype)) for p in low[:front]]
        for p, r in zip(low[front:], inside.region, strict=True):
            ranges.append(Range(binary("add", p, r.min), r.extent))
        return BufferRegion(buffer, tuple(ranges))


def _buffers(intrin: TensorIntrin, func: PrimFunc) -> list[Buffer]:
    return buffers_of(intrin.name, func)
