"""Marks tensor programs with how they may be fused."""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.analysis.program_kind import NUMBERS, program_kind
from mlcc.analysis.scheduled import is_scheduled
from mlcc.ir import IRModule, PrimFunc

from ..operators import OP_PATTERN
from .pass_ import Pass


@dataclass(frozen=True)
class AnnotateTIROpPattern(Pass):
    """Give each tensor program the attribute ``op_pattern`` by which FuseOps fuses its calls: 0 elementwise,
    1 broadcast, 2 injective, 3 reduction, 4 sums of products, 8 opaque. Programs that have one keep it; those
    that were scheduled are opaque: their schedules are for the loops that they have.
    """

    def __call__(self, module: IRModule) -> IRModule:
        return module.map_prim_funcs(_annotated)


def _annotated(func: PrimFunc) -> PrimFunc:
    if OP_PATTERN in func.attrs:
        return func
    return func.with_attr(OP_PATTERN, NUMBERS["opaque" if is_scheduled(func) else program_kind(func)])
