"""Operands of a concatenation in its result where that is known at run time only: where the batch is 1.

The concatenation of (n, 64, h, w) and (n, 32, h, w) along the channels has each operand in one piece if n is 1. Then
the operands are computed in the result, and the call of the concatenation is left out; with more images they have the
memory of their own that the plan gives them, and are copied. A static batch of 1 needs none of this (`place_storage`).
"""

from __future__ import annotations

from collections.abc import Mapping

from mlcc.ir import Expr, PrimFunc, all_of, as_int, const, free_vars

from .operators import JOINED_AXIS
from .steps import DimStep, KernelStep, SharedBytes, Step, Storage, storages_of, walk_steps, written_by


def share_storage(steps: list[Step], kernels: Mapping[str, PrimFunc]) -> None:
    """Let the operands of concatenations share the memory of their results, under a condition on the sizes."""
    accesses = _Accesses(steps)
    computed = {step.var for step in walk_steps(steps) if isinstance(step, DimStep)}
    for step in steps:
        if isinstance(step, KernelStep) and step.kernel in kernels:
            condition = _condition(step, kernels[step.kernel])
            sizes = [] if condition is None else [condition, *(t.storage.nbytes for t in step.operands)]
            if (
                condition is not None
                and not any(computed & set(free_vars(size)) for size in sizes)
                and (accesses.may_share(step))
            ):
                _share(step, condition)


def extend_lifetimes(steps: list[Step]) -> None:
    """A result lives as long as the operands that share its memory."""
    for step in steps:
        if isinstance(step, KernelStep) and step.unless is not None:
            *operands, result = (tensor.storage for tensor in step.operands)
            lives = [storage.life for storage in (result, *operands) if storage.life is not None]
            assert result.life is not None
            result.life.start = min(life.start for life in lives)
            result.life.end = max(life.end for life in lives)


def _condition(step: KernelStep, kernel: PrimFunc) -> Expr | None:
    """That each operand is one contiguous range of the result; None if it never is, or always."""
    axis, shape = kernel.attrs.get(JOINED_AXIS), step.operands[-1].info.shape or ()
    if not isinstance(axis, int):
        return None
    symbolic = [dim for dim in shape[:axis] if as_int(dim) != 1]
    if not symbolic or any(as_int(dim) is not None for dim in symbolic):
        return None
    return all_of(*(dim.equal(1) for dim in symbolic))


def _share(step: KernelStep, condition: Expr) -> None:
    step.unless = condition
    *operands, result = step.operands
    offset: Expr = const(0, "int64")
    for operand in operands:
        operand.storage.shared = SharedBytes(result.storage, offset, condition)
        offset = offset + operand.nbytes


class _Accesses:
    """Which steps access and which write each storage that is no part of another one, by number."""

    def __init__(self, steps: list[Step]) -> None:
        self.number: dict[int, int] = {}
        self.first: dict[Storage, int] = {}
        self.written: dict[Storage, int] = {}
        for n, step in enumerate(walk_steps(steps)):
            self.number[id(step)] = n
            for part in storages_of(step):
                self.first.setdefault(part.root()[0], n)
            for part in written_by(step):
                self.written[part.root()[0]] = n

    def may_share(self, step: KernelStep) -> bool:
        """Whether all operands can be computed in the result: temporaries of their own, complete before the step and
        never overwritten after it, as the result is not."""
        *operands, result = (tensor.storage for tensor in step.operands)
        number = self.number[id(step)]
        apart = len({*operands, result}) == len(operands) + 1
        return (
            apart
            and all(_is_free(tensor.storage) and tensor.is_whole() for tensor in step.operands)
            and all(storage.shared is None and self.written[storage] < number for storage in operands)
            and self.first[result] == self.written[result] == number
        )


def _is_free(storage: Storage) -> bool:
    return storage.kind == "temp" and storage.host is None and storage.scope == 0
