"""Operands of a concatenation in its result where that is known at run time only: where the batch is 1.

The concatenation of (n, 64, h, w) and (n, 32, h, w) along the channels has each operand in one piece if n is 1. Then
the operands are computed in the result, and the call of the concatenation is left out; with more images they have
memory of their own, and are copied. The arena has a plan for each case (`plan_arena`). A static batch of 1 needs none
of this (`place_storage`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from mlcc.analysis import Analyzer
from mlcc.ir import Expr, PrimFunc, all_of, as_int, const, free_vars

from .operators import JOINED_AXIS
from .steps import DimStep, KernelStep, SharedBytes, Step, Storage, storages_of, walk_steps, written_by


def share_storage(steps: list[Step], kernels: Mapping[str, PrimFunc]) -> tuple[Expr, ...]:
    """Let the operands of concatenations share the memory of their results where dimensions are 1: these dimensions.

    They are the same for the whole program, those of most concatenations: () where there are none.
    """
    accesses = _Accesses(steps)
    computed = {step.var for step in walk_steps(steps) if isinstance(step, DimStep)}
    found: list[tuple[KernelStep, tuple[Expr, ...]]] = []
    for step in steps:
        if isinstance(step, KernelStep) and step.kernel in kernels:
            outer = _outer(step, kernels[step.kernel])
            sizes = [*outer, *(tensor.storage.nbytes for tensor in step.operands)]
            if outer and not any(computed & set(free_vars(size)) for size in sizes):
                found.append((step, outer))
    if not found:
        return ()
    analyzer = Analyzer()
    keys = [tuple(map(analyzer.poly, outer)) for _, outer in found]
    usual = Counter(keys).most_common(1)[0][0]
    ones = found[keys.index(usual)][1]
    condition = all_of(*(dim.equal(1) for dim in ones))
    for (step, _), key in zip(found, keys, strict=True):
        if key == usual and accesses.may_share(step):
            _share(step, condition)
    return ones


def _outer(step: KernelStep, kernel: PrimFunc) -> tuple[Expr, ...]:
    """The dimensions that are 1 where each operand is one contiguous range of the result; () if it never is, or
    always."""
    axis, shape = kernel.attrs.get(JOINED_AXIS), step.operands[-1].info.shape or ()
    if not isinstance(axis, int):
        return ()
    outer = tuple(dim for dim in shape[:axis] if as_int(dim) != 1)
    return outer if all(as_int(dim) is None for dim in outer) else ()


def _share(step: KernelStep, condition: Expr) -> None:
    step.unless = condition
    *operands, result = step.operands
    offset: Expr = const(0, "int64")
    for operand in operands:
        operand.storage.shared = SharedBytes(result.storage, offset)
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
