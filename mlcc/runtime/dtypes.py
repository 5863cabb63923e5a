"""How each element type is spelled in DLPack, LLVM, C and NumPy."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from mlcc.diagnostics import MlccError, closest


class ElementType(NamedTuple):
    """One element type. `llvm` is the type of a scalar parameter of a kernel, `c` that in C."""

    name: str
    code: int
    bits: int
    llvm: str
    c: str

    @property
    def size(self) -> int:
        """Bytes of one element."""
        return self.bits // 8


_TABLE = {
    t.name: t
    for t in (
        ElementType("bool", 6, 8, "i1", "uint8_t"),
        *(ElementType(f"int{b}", 0, b, f"i{b}", f"int{b}_t") for b in (8, 16, 32, 64)),
        *(ElementType(f"uint{b}", 1, b, f"i{b}", f"uint{b}_t") for b in (8, 16, 32, 64)),
        ElementType("float16", 2, 16, "half", "uint16_t"),
        ElementType("float32", 2, 32, "float", "float"),
        ElementType("float64", 2, 64, "double", "double"),
        ElementType("bfloat16", 4, 16, "bfloat", "uint16_t"),
    )
}


def element_type(name: str) -> ElementType:
    """The entry for a dtype; R335 if it cannot be an argument of an artefact."""
    entry = _TABLE.get(name)
    if entry is None:
        suggestion = closest(name, _TABLE)
        raise MlccError(
            "R335",
            f"an argument cannot have elements of type `{name}`",
            help=f"did you mean `{suggestion}`?" if suggestion else f"one of {', '.join(_TABLE)}",
        )
    return entry


@cache
def numpy_dtype(name: str) -> np.dtype[Any]:
    """NumPy's dtype for an element type.

    `bfloat16` is ml_dtypes' where that package is installed, else `uint16`, the raw bits.
    """
    if element_type(name).name != "bfloat16":
        return np.dtype(name)
    try:
        dtype: np.dtype[Any] = np.dtype(import_module("ml_dtypes").bfloat16)
        return dtype
    except ModuleNotFoundError:
        return np.dtype("uint16")


def dtype_name(dtype: np.dtype[Any]) -> str:
    """The name of a NumPy dtype in native byte order, as mlcc spells it."""
    return dtype.name if dtype.isnative else f"{dtype.name} (swapped byte order)"


def accepts(dtype: np.dtype[Any], wanted: str) -> bool:
    """Whether an array of `dtype` can be handed over as `wanted` without converting its elements.

    As at the C interface, a bool may come as uint8; the bits of a bfloat16 may come as uint16.
    """
    if dtype == numpy_dtype(wanted):
        return True
    return (wanted, dtype.name) in (("bool", "uint8"), ("bfloat16", "uint16")) and dtype.isnative
