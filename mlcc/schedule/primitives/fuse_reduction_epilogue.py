"""Start a sum from the terms that its epilogue adds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mlcc.analysis import same
from mlcc.analysis.control import guards_of
from mlcc.analysis.reducers import Reducer, find_reducer
from mlcc.analysis.tree import Site
from mlcc.ir import (
    Binary,
    BufferLoad,
    BufferStore,
    Expr,
    FloatImm,
    IntImm,
    Stmt,
    Var,
    binary,
    const,
    substitute,
    update,
)  # fmt: skip

from ..conditions import check_last_value, check_not_output, check_pipeline
from ..fields import Kind, declare
from ..movement import removal_root
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..rewriting import loads_of, with_regions
from ..state import State


@dataclass(frozen=True)
class _Fused:
    """The initial value of the sum, and the value stored after every step."""

    store: BufferStore
    start: Expr
    step: Expr


@primitive("fuse_reduction_epilogue")
class FuseReductionEpilogue(Primitive):
    """Accumulate a sum directly in the buffer of its epilogue, starting from the terms that the epilogue adds.

    An epilogue adds terms (a bias) to each sum, and may clamp the result by `T.max` and `T.min`. The clamp is then
    applied after every step of the sum, not just after the last one. The buffer of the sum stays, unused.

    Requires: a stage pipeline (S240); the first block is a sum from 0 (S271, S273), all of whose instances run (S298),
    and no result (S243), which loops over both blocks do not compute again (S228); the second is complete (S241) and
    its only reader (S256), without a guard, and has the same spatial axes in the same order; it stores, at the same
    indices, the sum once, plus other terms, within bounds (S298), none of which is computed after the sum (S262).

    Preserves: the results, up to the order of additions, of an epilogue without bounds. With `T.max` or `T.min` the
    results differ: clamped to [-5, 5], 6 + (-2) is 4 before, and 3 after.

    Before:
        Y = T.alloc_buffer((16, 8))
        for i, j, k in T.grid(16, 8, 32):
            with T.block("Y"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    Y[vi, vj] = T.float32(0)
                Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
        for i, j in T.grid(16, 8):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = Y[vi, vj] + C[vj]

    Step:
        - fuse_reduction_epilogue: {reduction_block: Y, epilogue_block: D}

    After:
        Y = T.alloc_buffer((16, 8))
        for i, j, k in T.grid(16, 8, 32):
            with T.block("Y"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(C[vj], A[vi, vk], B[vk, vj])
                T.writes(D[vi, vj])
                with T.init():
                    D[vi, vj] = C[vj]
                D[vi, vj] = D[vi, vj] + A[vi, vk] * B[vk, vj]
    """

    reduction_block: BlockRV = declare(Kind.BLOCK)
    epilogue_block: BlockRV = declare(Kind.BLOCK)

    def check(self, state: State) -> None:
        total, after = state.block(self.reduction_block), state.block(self.epilogue_block)
        scope = state.scope(after)
        what = f"cannot fuse `{after.block.name}` into `{total.block.name}`"
        check_pipeline(state, scope, after, "fuse")
        if total.scope() is not scope.site:
            raise state.refuse("S298", f"{what}: they are in different blocks", total)
        why = scope.why_not_reduction(total)
        if why is not None:
            raise state.refuse("S271", f"{what}: `{total.block.name}` is not a reduction", total, notes=[why])
        why = scope.why_not_complete(after)
        if why is not None:
            raise state.refuse("S241", f"{what}: it is not complete", after, notes=[why])
        check_not_output(state, scope, total, "fuse into")
        reducer = find_reducer(total.block)
        if isinstance(reducer, str) or reducer.op != "add":
            notes = [reducer] if isinstance(reducer, str) else [f"it is a {reducer.op}"]
            raise state.refuse("S273", f"{what}: `{total.block.name}` is no sum", total, notes=notes)
        other = next((s for s in scope.readers.get(reducer.buffer, ()) if s is not after), None)
        if other is not None:
            why = f"`{other.block.name}` reads the sum, too"
            raise state.refuse("S256", f"{what}: {why}", other, field="reduction_block")
        fused = self._fused(state, total, after, reducer)
        if isinstance(fused, str):
            raise state.refuse("S298", f"{what}: {fused}", after)
        check_last_value(state, total, after, f"fuse `{after.block.name}` into `{total.block.name}`")
        trial = state.copy()
        self.apply(trial)
        moved = trial.block(self.reduction_block)
        late = trial.scope(moved).uncovered(moved)
        if late is not None:
            raise state.refuse("S262", f"{what}: parts of `{late.name}` are computed after the sum", after)

    def _fused(self, state: State, total: Site, after: Site, reducer: Reducer) -> _Fused | str:
        """The stores of the fused block, or the reason why the blocks cannot be fused."""
        axes = [a for a in total.block.iters if a.kind == "spatial"]
        own = after.block.iters
        store = after.block.body
        if guards_of(after) or not state.cache.guards_are_harmless(total):
            return "one of them has a guard"
        if not isinstance(store, BufferStore) or store.buffer.dtype != reducer.buffer.dtype:
            return "it is not a single store of numbers of the same type"
        if len(axes) != len(own) or any(
            not same(getattr(a.dom, end), getattr(b.dom, end))
            for a, b in zip(axes, own, strict=True)
            for end in ("min", "extent")
        ):
            return "their spatial axes differ"
        renamed: dict[Var, Expr] = {b.var: a.var for a, b in zip(axes, own, strict=True)}
        store = substitute(store, renamed)
        loads = loads_of(store, reducer.buffer)
        if len(loads) != 1 or not all(map(same, loads[0].indices, reducer.indices)):
            return "it does not read exactly one result of the reduction, at its own indices"
        if len(store.indices) != len(reducer.indices) or not all(map(same, store.indices, reducer.indices)):
            return "it stores elsewhere than where the sum is"
        value = total.block.body
        assert isinstance(value, BufferStore)
        # The accumulator becomes the element that the epilogue stores: `Y += a * b; C = max(Y, 0)` is `C = max(C + a *
        # b, 0)`.
        step = _with_load(value.value, reducer, BufferLoad(store.buffer, store.indices))
        epilogue = _epilogue(store.value, loads[0], step)
        if epilogue is None:
            return "it is not a sum of its terms within bounds"
        return _Fused(store, epilogue[0], epilogue[1])

    def apply(self, state: State) -> None:
        total, after = state.block(self.reduction_block), state.block(self.epilogue_block)
        reducer = find_reducer(total.block)
        assert isinstance(reducer, Reducer)
        fused = self._fused(state, total, after, reducer)
        assert isinstance(fused, _Fused)
        renamed: dict[Var, Expr] = dict(
            zip(
                (b.var for b in after.block.iters),
                (a.var for a in total.block.iters if a.kind == "spatial"),
                strict=True,
            )
        )
        terms = [substitute(r, renamed) for r in after.block.reads if r.buffer is not reducer.buffer]
        epilogue_buffers = {r.buffer for r in terms}
        joined = update(
            total.block,
            reads=(*terms, *(r for r in total.block.reads if r.buffer not in epilogue_buffers)),
            writes=tuple(update(r, buffer=fused.store.buffer) for r in total.block.writes),
            init=BufferStore(fused.store.buffer, fused.start, fused.store.indices),
            body=BufferStore(fused.store.buffer, fused.step, fused.store.indices),
        )
        # A buffer that both blocks read has one region for both.
        new = with_regions(joined)
        edits: dict[Site, Stmt | None] = {total: update(total.realize, block=new), removal_root(after): None}
        reason = f"vanished when block `{after.block.name}` was fused into `{new.name}`"
        state.commit(
            edits,
            moves={total.block: new},
            gone={s.loop.var: reason for s in after.loops()},
            gone_blocks={after.block: f"was fused into `{new.name}`"},
        )


def _with_load(value: Expr, reducer: Reducer, load: BufferLoad) -> Expr:
    """The sum's step with its accumulator load replaced."""
    assert isinstance(value, Binary)
    first = isinstance(value.a, BufferLoad) and value.a.buffer is reducer.buffer
    return Binary("add", load, value.b) if first else Binary("add", value.a, load)


def _epilogue(value: Expr, total: BufferLoad, step: Expr) -> tuple[Expr, Expr] | None:
    """The initial value and the step of the fused sum, or None if the epilogue has another form.

    Terms are added to the initial value; bounds apply to both: `max(total + c, 0)` gives the initial value
    `max(c, 0)` and the step `max(step, 0)`.
    """
    if value is total:
        return const(0, total.dtype), step
    if not isinstance(value, Binary) or value.op not in ("add", "min", "max"):
        return None
    left = _contains(value.a, total)
    start_and_step = _epilogue(value.a if left else value.b, total, step)
    if start_and_step is None:
        return None
    other = value.b if left else value.a
    inner = value.a if left else value.b
    if value.op == "add":
        bounded = isinstance(inner, Binary) and inner.op in ("min", "max")
        return None if bounded else (_combined("add", left, start_and_step[0], other), start_and_step[1])
    step = Binary(value.op, start_and_step[1], other) if left else Binary(value.op, other, start_and_step[1])
    return _combined(value.op, left, start_and_step[0], other), step


def _contains(value: Any, total: BufferLoad) -> bool:
    return any(load is total for load in loads_of(value, total.buffer))


def _combined(op: str, left: bool, start: Expr, other: Expr) -> Expr:
    """An operation on the initial value of the sum, with constants folded."""
    if isinstance(start, (IntImm, FloatImm)):
        if op == "add" and start.value == 0:
            return other
        if op != "add" and isinstance(other, (IntImm, FloatImm)):
            chosen = min(start.value, other.value) if op == "min" else max(start.value, other.value)
            return const(chosen, start.dtype)
    return binary(op, start, other) if left else binary(op, other, start)
