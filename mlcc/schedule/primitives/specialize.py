"""A second version of the program, for calls with few iterations."""

from __future__ import annotations

from functools import reduce
from math import prod
from typing import Any

from mlcc.analysis.tree import Tree
from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Block,
    BlockRealize,
    Expr,
    IfThenElse,
    PrimFunc,
    Stmt,
    Var,
    as_int,
    binary,
    const,
    map_children,
    update,
)

from ..few_sizes import in_range
from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..renewing import renewed
from ..state import State


@primitive("specialize")
class Specialize(Primitive):
    """Compute calls in which a block has fewer instances along some axes than a number by another schedule.

    Usually the last step. The other schedule is applied to the program as it was given, before any step; what the
    present schedule has made becomes the branch for all other calls. Names of blocks of the former end in `_few`.
    `axes` are positions of axes of `block`, in the program as it was given, some of symbolic extent; the product of
    their extents is compared when the function runs. Where it is the size of one variable, the other schedule sees the
    program in this range of it: of fewer than 5 rows in blocks of 16, there is one block.
    `schedule` is a file, of the library if it is not a path, or the text of one; `params` are texts such as `rows=4`.

    Requires: a block that the given program has (S201); axes of it whose extents are not all constants (S237); a
    schedule that can be read (S112) and matches the program (S111); no step so far, and none of that schedule, has
    given a parameter another layout or type (S238).

    Preserves: the results, as both schedules do.

    Before:
        @T.prim_func
        def main(a: T.handle, b: T.handle):
            n = T.int32()
            A = T.match_buffer(a, (n,), "float32")
            B = T.match_buffer(b, (n,), "float32")
            for i in range(n):
                with T.block("B"):
                    vi = T.axis.spatial(n, i)
                    B[vi] = A[vi] * T.float32(2)

    Step:
        - parallel: {loop: i, block: B}
        - specialize: {block: B, axes: [0], below: 8, schedule: "{steps: []}"}

    After:
        @T.prim_func
        def main(a: T.handle, b: T.handle):
            n = T.int32()
            A = T.match_buffer(a, (n,), "float32")
            B = T.match_buffer(b, (n,), "float32")
            if n < 8:
                for i in range(n):
                    with T.block("B_few"):
                        vi = T.axis.spatial(n, i)
                        B[vi] = A[vi] * T.float32(2)
            else:
                for i in T.parallel(n):
                    with T.block("B"):
                        vi = T.axis.spatial(n, i)
                        B[vi] = A[vi] * T.float32(2)
    """

    block: BlockRV = declare(Kind.BLOCK)
    axes: tuple[int, ...] = declare(Kind.INTS)
    below: int = declare(Kind.INT)
    schedule: str = declare(Kind.STRING)
    params: tuple[str, ...] = declare(Kind.STRINGS, ())

    def check(self, state: State) -> None:
        self._extents(state)
        for which, func in (("an earlier step", state.func), ("the other schedule", self._other(state))):
            changed = next((b for b, own in zip(state.given.buffers, func.buffers, strict=True) if b is not own), None)
            if changed is not None:
                raise state.refuse(
                    "S238", f"{which} has changed the parameter `{changed.name}`: one function has one form of it",
                    state.tree.root, field="schedule",
                )  # fmt: skip

    def _extents(self, state: State) -> list[Expr]:
        """The extents of the axes, in the program as it was given. S201, S237."""
        found = Tree(state.given.body).find_blocks(self.block.name)
        if len(found) != 1:
            raise state.refuse(
                "S201", f"`{state.name}`, as it was given, has no block `{self.block.name}`", field="block"
            )
        iters = found[0].block.iters
        extents = [iters[n].dom.extent for n in self.axes if n in range(len(iters))]
        if len(extents) < len(self.axes) or all(as_int(extent) is not None for extent in extents):
            raise state.refuse(
                "S237", f"axes {list(self.axes)} of `{self.block.name}` have no size that calls choose",
                field="axes",
            )  # fmt: skip
        return extents

    def _few(self, state: State) -> Expr:
        """The condition of the calls that take the other schedule."""
        count = reduce(lambda a, b: binary("mul", a, b), self._extents(state))
        few = binary("lt", count, const(self.below, count.dtype))
        given = self._given(state)
        return few if given is state.given else binary("and", binary("gt", count, const(0, count.dtype)), few)

    def _given(self, state: State) -> PrimFunc:
        """The program that was given, in the range of the size that the condition is about, if it is about one."""
        extents = self._extents(state)
        sizes = [extent for extent in extents if as_int(extent) is None]
        most = (self.below - 1) // max(1, prod(as_int(extent) or 1 for extent in extents))
        size = sizes[0]
        if len(sizes) > 1 or not isinstance(size, Var) or most < 1:
            return state.given
        return state.plan((self, "given"), lambda: in_range(state.given, size, most))

    def _other(self, state: State) -> PrimFunc:
        """The program that was given, by the other schedule."""
        from ..script import scheduled_by  # runs schedules, whose steps are primitives

        def make() -> PrimFunc:
            return scheduled_by(self.schedule, state.name, self._given(state), state.target, self.params)

        try:
            return state.plan(self, make)
        except MlccError as error:
            error.field = "schedule"
            raise

    def apply(self, state: State) -> None:
        other = self._other(state).body
        assert isinstance(other, BlockRealize)
        copy = _renamed(renewed(other, {}, {}))
        assert isinstance(copy, BlockRealize)
        root = state.tree.root
        both = IfThenElse(self._few(state), copy.block.body, root.block.body)
        allocs = (*root.block.allocs, *copy.block.allocs)
        block = update(root.block, body=both, allocs=allocs)
        state.commit({root: update(root.realize, block=block)}, moves={root.block: block})


def _renamed(stmt: Stmt) -> Stmt:
    """With block names of their own: a step that names a block means one."""

    def rename(node: Any) -> Any:
        node = map_children(node, rename)
        return update(node, name=f"{node.name}_few") if isinstance(node, Block) else node

    return rename(stmt)  # type: ignore[no-any-return]
