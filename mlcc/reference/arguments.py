"""Arguments of functions: which parameters are outputs, symbolic dimensions, random inputs."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mlcc.analysis import output_buffers
from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Expr,
    GraphFunction,
    PrimFunc,
    TensorStructInfo,
    Var,
    as_int,
    numpy_dtype,
    script,
    substitute,
    walk,
)
from mlcc.ir import dtype as dt

Array = np.ndarray[Any, Any]


def bind_dim(dim: Expr, size: int, sizes: dict[Var, int], what: str) -> None:
    """Bind a symbolic dimension to an argument's extent, or check it. Raises V084."""
    expected = dim_value(dim, sizes)
    if isinstance(dim, Var) and expected is None:
        sizes[dim] = size
        return
    if expected is not None and expected != size:
        raise MlccError("V084", f"{what} has {size} where the shape says `{script(dim)}` = {expected}")


def dim_value(dim: Expr, sizes: Mapping[Var, int]) -> int | None:
    """The value of a dimension, or None while a variable in it is unknown."""
    from mlcc.ir import const

    return as_int(substitute(dim, {v: const(n, v.dtype) for v, n in sizes.items()}))


def checked_array(value: Any, dtype: str, shape: Sequence[Expr], sizes: dict[Var, int], what: str) -> Array:
    """`value` as an array of `dtype` with a matching shape. Raises V084."""
    array = np.asarray(value)
    expected = numpy_dtype(dtype)
    if array.dtype != expected:
        raise MlccError("V084", f"{what} is {array.dtype.name}, not {dtype}")
    if array.ndim != len(shape):
        raise MlccError("V084", f"{what} has {array.ndim} dimensions, not {len(shape)}")
    for dim, size in zip(shape, array.shape, strict=True):
        bind_dim(dim, size, sizes, what)
    return array


def random_array(shape: Sequence[int], dtype: str, rng: np.random.Generator) -> Array:
    """Normally distributed floats, the full range of 8-bit integers, small values (0..7) of wider integers."""
    target = numpy_dtype(dtype)
    if dt.is_float(dtype):
        return rng.standard_normal(tuple(shape)).astype(target)
    if dtype == "bool":
        return rng.integers(0, 2, tuple(shape)).astype(target)
    low, high = dt.int_range(dtype)
    if dt.bits(dtype) > 8:
        low, high = 0, 7
    return rng.integers(low, high, tuple(shape), endpoint=True).astype(target)


def random_inputs(
    func: PrimFunc | GraphFunction, seed: int = 0, *, sizes: Mapping[str, int] | None = None
) -> list[Array]:
    """Random arguments for the inputs of `func` (the parameters that it does not write, for a tensor program).

    Symbolic dimensions take their value from `sizes` by name, else a small prime each.
    """
    rng = np.random.default_rng(seed)
    values: dict[Var, int] = {}

    def size(dim: Expr) -> int:
        for var in [n for n in walk(dim) if isinstance(n, Var)]:
            if var not in values:
                fallback = (5, 7, 11, 13)[zlib.crc32(var.name.encode()) % 4]
                values[var] = (sizes or {}).get(var.name, fallback)
        value = dim_value(dim, values)
        if value is None:
            raise MlccError("V084", f"the dimension `{script(dim)}` has no value")
        return value

    arrays = []
    if isinstance(func, PrimFunc):
        outputs = output_buffers(func)
        for param in func.params:
            buffer = func.buffer_map.get(param)
            if buffer is None:
                values[param] = (sizes or {}).get(param.name, 7)
                arrays.append(np.asarray(values[param], numpy_dtype(param.dtype)))
            elif buffer not in outputs:
                arrays.append(random_array([size(d) for d in buffer.shape], buffer.dtype, rng))
        return arrays
    for graph_param in func.params:
        info = graph_param.sinfo
        if not isinstance(info, TensorStructInfo) or info.shape is None or not info.dtype:
            raise MlccError("V084", f"the shape and type of `{graph_param.name}` are not known")
        arrays.append(random_array([size(d) for d in info.shape], info.dtype, rng))
    return arrays
