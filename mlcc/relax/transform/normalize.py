"""Administrative normal form, with all types inferred."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mlcc.ir import IRModule

from .pass_ import Pass, normalized


@dataclass(frozen=True)
class Normalize(Pass):
    """Bind nested calls to variables, replace aliases of operators by their registered names and infer every type: the
    form that all other passes expect, and into which they bring other modules first."""

    needs_normal_form: ClassVar[bool] = False

    def __call__(self, module: IRModule) -> IRModule:
        return normalized(module)
