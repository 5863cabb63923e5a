"""Administrative normal form, with all types inferred."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mlcc.ir import GraphFunction, IRModule

from ..rewrite import normalize
from .pass_ import FunctionPass


@dataclass(frozen=True)
class Normalize(FunctionPass):
    """Give nested calls variables of their own, call operators by their first names and infer every type; the form that
    all other passes expect."""

    name: ClassVar[str] = "Normalize"

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        return normalize(func, module)
