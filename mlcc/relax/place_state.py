"""Places the next state of a loop in the memory of the state, which then is not copied at the end of an iteration.

The state of ``while i < n: x = x * 0.9 + b[i]`` is read a last time by what computes the next one, elementwise: that
may overwrite it. Where all that reads a state comes before the next one begins to be computed, as in recurrent layers,
the next state may be written there by anything:

    gates = h @ w + x[i]          the last step that reads h
    h' = sigmoid(gates) * c       written to the memory of h
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mlcc.analysis import reusable
from mlcc.ir import PrimFunc

from .steps import (
    CheckStep,
    CopyStep,
    KernelStep,
    LoopStep,
    Step,
    Storage,
    Tensor,
    same_size,
    storages_of,
    used_outside,
    walk_steps,
    written_by,
)


def place_states(steps: list[Step], kernels: Mapping[str, PrimFunc]) -> None:
    """Place values of iterations in the states that they become, if these have no later use, innermost loops first."""
    everywhere = list(walk_steps(steps))
    for loop in reversed([step for step in everywhere if isinstance(step, LoopStep)]):
        outside = used_outside(loop, everywhere)
        for copy in carried(loop.body):
            source = copy.source.storage.root()[0]
            if source not in outside and _may_hold(copy) and is_read_before(loop.body, copy, kernels):
                source.place(copy.target.storage)


def carried(body: list[Step]) -> Iterator[CopyStep]:
    """The copies that end an iteration, each of which may have a check of its sizes."""
    for step in reversed(body):
        if isinstance(step, CopyStep):
            yield step
        elif not isinstance(step, CheckStep):
            return


def _may_hold(copy: CopyStep) -> bool:
    """Whether the source of a copy is all of a temporary that may be all of the target's storage."""
    source, host = copy.source.whole_root(), copy.target.storage.root()[0]
    if source is None or source is host or source.shared is not None or host.shared is not None:
        return False
    return copy.target.is_whole() and same_size(source.nbytes, copy.target.storage.nbytes)


def is_read_before(body: list[Step], copy: CopyStep, kernels: Mapping[str, PrimFunc]) -> bool:
    """Whether each step but the copy that accesses the target's memory ends before the source's is written, or
    computes the source and may overwrite the target."""
    source, state = (t.storage.root()[0] for t in (copy.source, copy.target))
    first: int | None = None
    for number, step in enumerate(body):
        accessed = [part.root()[0] for part in _all_storages(step)]
        if first is None and source in accessed:
            first = number
            if state in accessed and not _overwrites(step, copy.target, source, kernels):
                return False
        elif first is not None and state in accessed and step is not copy:
            return False
    return first is not None


def _all_storages(step: Step) -> Iterator[Storage]:
    """The storages that a step accesses, and those of the steps in it."""
    for inner in walk_steps([step]):
        yield from storages_of(inner)


def _overwrites(step: Step, state: Tensor, source: Storage, kernels: Mapping[str, PrimFunc]) -> bool:
    """Whether a step computes all of `source` by a kernel that reads `state`, and may write there what it computes."""
    if not isinstance(step, KernelStep) or step.kernel not in kernels:
        return False
    host, result = state.storage.root()[0], step.operands[-1]
    if [*written_by(step)] != [result.storage] or result.whole_root() is not source:
        return False
    reads = [n for n, tensor in enumerate(step.operands[:-1]) if tensor.storage.root()[0] is host]
    return (
        len(reads) == 1 and reads[0] in reusable(kernels[step.kernel]) and step.operands[reads[0]].same_address(state)
    )
