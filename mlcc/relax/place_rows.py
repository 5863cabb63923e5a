"""Computes what a loop keeps of each iteration in its row of the stack, which then is not copied there.

In ``while i < n: row = f(x, i); stack[i] = row``, `row` lies at byte ``i * size`` of the stack.
"""

from __future__ import annotations

from .steps import LoopStep, RowStep, Step, Storage, storages_of, walk_steps


def place_rows(steps: list[Step]) -> None:
    """Place rows in their stacks that only iterations of their loop use, in memory of their own."""
    everywhere = list(walk_steps(steps))
    shared = {part.shared.host for step in everywhere for part in storages_of(step) if part.shared is not None}
    for loop in (step for step in everywhere if isinstance(step, LoopStep)):
        inside = {id(step) for step in walk_steps(loop.body)}
        outside = {part.root()[0] for step in everywhere if id(step) not in inside for part in storages_of(step)}
        for step in (step for step in loop.body if isinstance(step, RowStep)):
            row: Storage | None = step.row.whole_root()
            if row is not None and row.shared is None and row not in shared and row not in outside:
                place = step.place.storage
                row.place(step.stack.storage, place.offset, place.at)
