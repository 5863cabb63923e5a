"""Reads the state of a loop in the row of a stack where the iteration before has kept it.

In ``while i < n: h = tanh(h @ w + x[i]); stack[i] = h``, `h` is row `i` of the stack, and the next iteration reads it
there: the row is not copied. What the first iteration reads is put into the last row, which only the last one writes:

    row n - 1 = h                       before the loop, if there may be an iteration at all
    row i = tanh(row i - 1 @ w + x[i])  in it, where the row before row 0 is the last one
    h = row count - 1                   after it, if `h` is used there

If there is room for a single row, both are the same. So all that reads a state must end before the next one begins to
be computed, as in `place_states`; or that is computed elementwise.
"""

from __future__ import annotations

from collections.abc import Mapping

from mlcc.ir import Expr, PrimFunc, Select, TensorStructInfo, Var, const, minimum

from .place_state import carried, is_read_before
from .steps import (
    CopyStep,
    DimStep,
    LoopStep,
    RowStep,
    Step,
    Storage,
    Tensor,
    count_of,
    sequences,
    sharing,
    used_outside,
    walk_steps,
)


def read_rows(steps: list[Step], kernels: Mapping[str, PrimFunc]) -> None:
    """Place states, and what is computed as the next ones, in stacks that keep them of each iteration."""
    everywhere = list(walk_steps(steps))
    shared = sharing(steps)
    for body in sequences(steps):
        for loop in [step for step in body if isinstance(step, LoopStep) and step.kept]:
            outside = used_outside(loop, everywhere)
            for copy in list(carried(loop.body)):
                after, state = copy.source.whole_root(), copy.target.storage
                row = next((s for s in loop.body if isinstance(s, RowStep) and s.row.same_address(copy.source)), None)
                if after is None or after in outside or {after, state.root()[0]} & shared or row is None:
                    continue
                if state.host is not None and is_read_before(loop.body, copy, kernels):
                    before, last = _place(row, after, copy.target, loop)
                    loop.body.remove(copy)
                    at = body.index(loop)
                    body[at : at + 1] = [before, loop, *last]


def _place(row: RowStep, after: Storage, state: Tensor, loop: LoopStep) -> tuple[Step, list[Step]]:
    """Place the state and what is computed as the next one; the steps before and after the loop."""
    host, offset = state.storage.host, state.storage.offset
    assert host is not None
    most = (row.stack.info.shape or ())[0]
    one, size = const(1, "int64"), count_of(row.info)

    def last_of(number: Expr) -> Expr:
        """The first element of the row before a number, which is the last row before the first."""
        return (Select(number.equal(const(0, "int64")), most, number) - one) * size

    place = row.place.storage
    after.place(row.stack.storage, place.offset, place.at)
    before = row.stack.part(row.info, last_of(row.number)).storage
    state.storage.place(row.stack.storage, before.offset, before.at)
    # If there is room for no row, nothing is copied.
    rows = TensorStructInfo((minimum(most, one), *(row.info.shape or ())), row.info.dtype)
    count = Var("count", "int64")
    result = Tensor(host, rows, offset)
    begin = CopyStep(result, row.stack.part(rows, (most - one) * size))
    return begin, [DimStep(count, loop.number), CopyStep(row.stack.part(rows, last_of(count)), result)]
