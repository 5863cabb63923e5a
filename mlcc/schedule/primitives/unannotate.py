"""Remove an annotation."""

from __future__ import annotations

from mlcc.diagnostics import choices_help
from mlcc.ir import update

from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV, LoopRV
from ..state import State


@primitive("unannotate", keeps_iterations=True)
class Unannotate(Primitive):
    """Remove an annotation from a block or a loop.

    Requires: the key is there (S282).

    Preserves: everything.

    Before:
        for i in T.serial(128, annotations={"pragma_unroll": 4}):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)

    Step:
        - unannotate: {block: B, loop: i, ann_key: pragma_unroll}

    After:
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)
    """

    block_or_loop: BlockRV | LoopRV = declare(Kind.BLOCK_OR_LOOP)
    ann_key: str = declare(Kind.STRING)

    def check(self, state: State) -> None:
        site = state.site(self.block_or_loop)
        annotations = site.block.annotations if site.is_block else site.loop.annotations
        if self.ann_key not in annotations:
            raise state.refuse(
                "S282",
                f"`{self.block_or_loop.name}` has no annotation `{self.ann_key}`",
                site,
                help=choices_help(self.ann_key, annotations, "annotations"),
                field="ann_key",
            )

    def apply(self, state: State) -> None:
        site = state.site(self.block_or_loop)
        annotations = site.block.annotations if site.is_block else site.loop.annotations
        rest = {k: v for k, v in annotations.items() if k != self.ann_key}
        if site.is_block:
            new = update(site.block, annotations=rest)
            state.commit({site: update(site.realize, block=new)}, moves={site.block: new})
            return
        state.commit({site: update(site.loop, annotations=rest)})
