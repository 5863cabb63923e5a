"""`T` in Python sources: ``from mlcc.script import tir as T``.

    @T.prim_func
    def scale(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        for i in range(128):
            B[i] = A[i] * T.float32(2)

`scale` is then a :class:`mlcc.ir.PrimFunc`. Every other name evaluates to a placeholder.
"""

from __future__ import annotations

from typing import Any

from .decorators import anything, caller, function_decorator

__getattr__ = anything("T")


def prim_func(func: Any = None, *, private: bool = False, check_well_formed: bool = True, s_tir: bool = True) -> Any:
    """Read the decorated function as a tensor program. The options are read from the source."""
    options = {"private": private, "check_well_formed": check_well_formed, "s_tir": s_tir}
    return function_decorator(func, caller(), options)
