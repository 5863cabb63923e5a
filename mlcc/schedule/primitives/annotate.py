"""Attach a key and a value to a block or a loop."""

from __future__ import annotations

from typing import Any

from mlcc.ir import update

from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV, LoopRV
from ..state import State


@primitive("annotate", keeps_iterations=True)
class Annotate(Primitive):
    """Attach a key and a value (a number, string, list or mapping) to a block or a loop.

    Requires: the key is not there yet, or has the same value (S281).

    Preserves: everything; later phases may use the annotation.

    Before:
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)

    Step:
        - annotate: {block: B, loop: i, ann_key: pragma_unroll, ann_val: 4}

    After:
        for i in T.serial(128, annotations={"pragma_unroll": 4}):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)
    """

    block_or_loop: BlockRV | LoopRV = declare(Kind.BLOCK_OR_LOOP)
    ann_key: str = declare(Kind.STRING)
    ann_val: Any = declare(Kind.VALUE)

    def check(self, state: State) -> None:
        site = state.site(self.block_or_loop)
        annotations = site.block.annotations if site.is_block else site.loop.annotations
        if self.ann_key in annotations and annotations[self.ann_key] != self.ann_val:
            raise state.refuse(
                "S281",
                f"`{self.block_or_loop.name}` already has the annotation `{self.ann_key}`",
                site,
                help="`unannotate` it first",
                field="ann_key",
            )

    def apply(self, state: State) -> None:
        site = state.site(self.block_or_loop)
        if site.is_block:
            block = site.block
            new = update(block, annotations={**block.annotations, self.ann_key: self.ann_val})
            state.commit({site: update(site.realize, block=new)}, moves={block: new})
            return
        loop = site.loop
        state.commit({site: update(loop, annotations={**loop.annotations, self.ann_key: self.ann_val})})
