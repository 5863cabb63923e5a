"""Computes what a loop keeps of each iteration in its row of the stack, which then is not copied there.

In ``while i < n: row = f(x, i); stack[i] = row``, `row` lies at byte ``i * size`` of the stack.
"""

from __future__ import annotations

from .steps import LoopStep, RowStep, Step, Storage, sharing, used_outside, walk_steps


def place_rows(steps: list[Step]) -> None:
    """Place rows in their stacks that only iterations of their loop use, in memory of their own."""
    everywhere = list(walk_steps(steps))
    shared = sharing(steps)
    for loop in (step for step in everywhere if isinstance(step, LoopStep)):
        outside = used_outside(loop, everywhere)
        for step in (step for step in loop.body if isinstance(step, RowStep)):
            row: Storage | None = step.row.whole_root()
            if row is not None and row not in shared and row not in outside:
                place = step.place.storage
                row.place(step.stack.storage, place.offset, place.at)
