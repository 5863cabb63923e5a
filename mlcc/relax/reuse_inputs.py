"""Places results in the memory of operands that have no later use: ``c = a + b`` overwrites `a`.

The attribute ``in_place`` of a kernel lists the operands that it may overwrite (`mlcc.analysis.inputs_in_place`).
"""

from __future__ import annotations

from collections.abc import Mapping

from mlcc.analysis import reusable
from mlcc.ir import PrimFunc

from .place_state import place_states
from .read_rows import read_rows
from .steps import KeptStep, KernelStep, Step, Storage, Tensor, same_size, sharing, storages_of, walk_steps


def reuse_inputs(steps: list[Step], kernels: Mapping[str, PrimFunc]) -> None:
    """Place each result in an operand that its kernel may overwrite and that has its last use there; first, what loops
    compute in the rows that keep it (`read_rows`), or in the states that it becomes (`place_states`).

    Storages that share memory where the batch is 1 are neither: another value of that memory may still be in use. Nor
    are values that are kept between calls, which are read where they are kept.
    """
    read_rows(steps, kernels)
    place_states(steps, kernels)
    last = _last_uses(steps)
    apart = sharing(steps)
    apart |= {tensor.storage.root()[0] for step in steps if isinstance(step, KeptStep) for tensor in step.results}
    for index, step in enumerate(walk_steps(steps)):
        if not isinstance(step, KernelStep) or not step.outputs or step.kernel not in kernels:
            continue
        result = step.operands[-1]
        if not _is_free(result.storage) or result.storage in apart or not result.is_whole():
            continue
        for number in reusable(kernels[step.kernel]):
            host = step.operands[number].whole_root()
            if host is None or host in apart or not _can_hold(host, result):
                continue
            if last[host] != index or _uses(step, host) != 1:
                continue
            last[host] = last.get(result.storage, index)
            result.storage.place(host)
            break


def _last_uses(steps: list[Step]) -> dict[Storage, int]:
    """The index of the last step that accesses each root storage."""
    return {part.root()[0]: index for index, step in enumerate(walk_steps(steps)) for part in storages_of(step)}


def _is_free(storage: Storage) -> bool:
    return storage.kind == "temp" and storage.host is None


def _can_hold(host: Storage, result: Tensor) -> bool:
    return host is not result.storage and host.scope == result.storage.scope and same_size(host.nbytes, result.nbytes)


def _uses(step: KernelStep, storage: Storage) -> int:
    return sum(part.root()[0] is storage for part in storages_of(step))
