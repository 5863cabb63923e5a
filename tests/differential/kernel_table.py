"""Kernels as tensor expressions, with what NumPy makes of the same inputs: one table for all dtypes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcc import te
from mlcc.ir import PrimFunc, numpy_dtype

FLOATS = ("float16", "bfloat16", "float32", "float64")
SIGNED = ("int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
NUMBERS = (*FLOATS, *SIGNED, *UNSIGNED)
#: One, a prime, and sizes that no vector divides.
SIZES = (1, 13, 67)
#: What one operation may be off by, relative to the largest value: closer than whole models.
TOLERANCE = {"float16": 2e-3, "bfloat16": 1.6e-2, "float32": 2e-6, "float64": 1e-14}

Array = Any


@dataclass(frozen=True)
class Kernel:
    """`expression` on scalars of the tensors; `answer` on whole arrays; `out` the result's dtype if another."""

    expression: Callable[..., Any]
    answer: Callable[..., Array]
    inputs: int = 2
    dtypes: tuple[str, ...] = NUMBERS
    out: str | None = None
    domain: Callable[[Array], Array] = lambda x: x


def _nonzero(x: Array) -> Array:
    return np.where(x == 0, np.ones_like(x), x)


def _positive(x: Array) -> Array:
    return np.abs(x) + np.asarray(0.25, x.dtype)


def _wide(function: Callable[..., Array]) -> Callable[..., Array]:
    """Computed in float64 and rounded once: what a good narrow result is near to."""

    def answer(*arrays: Array) -> Array:
        return function(*(a.astype(np.float64) for a in arrays)).astype(arrays[0].dtype)

    return answer


def _trunc_div(a: Array, b: Array) -> Array:
    # Exact for 64 bits too, which a float quotient is not.
    quotient = np.abs(a.astype(object)) // np.abs(b.astype(object))
    signs = np.sign(a.astype(object)) * np.sign(b.astype(object))
    return (quotient * signs).astype(a.dtype)


INTS = (*SIGNED, *UNSIGNED)
ELEMENTWISE = {
    "add": Kernel(lambda a, b: a + b, lambda a, b: a + b),
    "sub": Kernel(lambda a, b: a - b, lambda a, b: a - b),
    "mul": Kernel(lambda a, b: a * b, lambda a, b: a * b),
    "max": Kernel(te.max, np.maximum),
    "min": Kernel(te.min, np.minimum),
    "div": Kernel(lambda a, b: a / b, lambda a, b: a / b, dtypes=FLOATS, domain=_nonzero),
    "floordiv": Kernel(te.floor_div, lambda a, b: a // b, dtypes=INTS, domain=_nonzero),
    "floormod": Kernel(te.floor_mod, lambda a, b: a % b, dtypes=INTS, domain=_nonzero),
    "truncdiv": Kernel(te.trunc_div, _trunc_div, dtypes=INTS, domain=_nonzero),
    "less": Kernel(lambda a, b: a < b, lambda a, b: a < b, out="bool"),
    "equal": Kernel(lambda a, b: a.equal(b), lambda a, b: a == b, out="bool"),
    "bits": Kernel(lambda a, b: (a & b) ^ (a | b), lambda a, b: (a & b) ^ (a | b), dtypes=INTS),
    "select": Kernel(
        lambda a, b: te.if_then_else(a < b, a, b * 2), lambda a, b: np.where(a < b, a, b * b.dtype.type(2))
    ),
    "negate": Kernel(lambda a: -a, lambda a: -a, inputs=1, dtypes=(*FLOATS, *SIGNED)),
    "abs": Kernel(te.abs, np.abs, inputs=1, dtypes=(*FLOATS, *SIGNED)),
    "exp": Kernel(te.exp, _wide(np.exp), inputs=1, dtypes=FLOATS),
    "tanh": Kernel(te.tanh, _wide(np.tanh), inputs=1, dtypes=FLOATS),
    "sigmoid": Kernel(te.sigmoid, _wide(lambda x: 1 / (1 + np.exp(-x))), inputs=1, dtypes=FLOATS),
    "log": Kernel(te.log, _wide(np.log), inputs=1, dtypes=FLOATS, domain=_positive),
    "sqrt": Kernel(te.sqrt, _wide(np.sqrt), inputs=1, dtypes=FLOATS, domain=_positive),
    "floor": Kernel(te.floor, np.floor, inputs=1, dtypes=FLOATS),
    "to_float32": Kernel(lambda a: a.astype("float32"), lambda a: a.astype(np.float32), inputs=1, out="float32"),
    "to_int32": Kernel(
        lambda a: a.astype("int32"), lambda a: a.astype(np.int32), inputs=1, out="int32", dtypes=(*FLOATS, *INTS)
    ),
}


def elementwise(dtype: str, size: int) -> dict[str, PrimFunc]:
    """One program per kernel that exists for the dtype, on vectors."""
    programs = {}
    for name, kernel in ELEMENTWISE.items():
        if dtype not in kernel.dtypes:
            continue
        tensors = [te.placeholder((size,), dtype, name=f"x{n}") for n in range(kernel.inputs)]
        result = te.compute((size,), lambda i, k=kernel, t=tensors: k.expression(*(x[i] for x in t)), name="y")
        programs[name] = te.create_prim_func([*tensors, result]).with_attr({"global_symbol": name})
    return programs


def _matmul(a: te.Tensor, b: te.Tensor) -> te.Tensor:
    k = te.reduce_axis((0, a.shape[1]), name="k")
    return te.compute((a.shape[0], b.shape[1]), lambda i, j: te.sum(a[i, k] * b[k, j], axis=k), name="y")


def _rows(reduce: Callable[..., Any]) -> Callable[[te.Tensor], te.Tensor]:
    def build(a: te.Tensor) -> te.Tensor:
        k = te.reduce_axis((0, a.shape[1]), name="k")
        return te.compute((a.shape[0],), lambda i: reduce(a[i, k], axis=k), name="y")

    return build


def reductions(dtype: str, size: int) -> dict[str, PrimFunc]:
    """Sum, product, largest and smallest of rows, and a matrix product."""
    a = te.placeholder((3, size), dtype, name="a")
    b = te.placeholder((size, 5), dtype, name="b")
    result = {
        "sum": [a, _rows(te.sum)(a)],
        "prod": [a, _rows(te.prod)(a)],
        "max": [a, _rows(te.max)(a)],
        "min": [a, _rows(te.min)(a)],
        "matmul": [a, b, _matmul(a, b)],
    }
    return {name: te.create_prim_func(args).with_attr({"global_symbol": name}) for name, args in result.items()}


REDUCTIONS: dict[str, Callable[..., Array]] = {
    "sum": lambda a: a.astype(accumulator(a)).sum(axis=1).astype(a.dtype),
    "prod": lambda a: a.astype(accumulator(a)).prod(axis=1).astype(a.dtype),
    "max": lambda a: a.max(axis=1),
    "min": lambda a: a.min(axis=1),
    "matmul": lambda a, b: (a.astype(accumulator(a)) @ b.astype(accumulator(b))).astype(a.dtype),
}


def accumulator(array: Array) -> Any:
    """Integers wrap in their own type; floats are summed exactly enough to be the truth."""
    return array.dtype if np.issubdtype(array.dtype, np.integer) else np.float64


def values(dtype: str, shape: tuple[int, ...], seed: int) -> Array:
    """Small numbers of both signs, and for integers the extremes of the type."""
    rng = np.random.default_rng(seed)
    kind = numpy_dtype(dtype)
    if not np.issubdtype(kind, np.integer):
        return rng.uniform(-3, 3, shape).astype(kind)
    info = np.iinfo(str(np.dtype(kind)))
    array = rng.integers(max(info.min, -9), 9, shape).astype(kind)
    if array.size > 3:
        array.flat[:2] = info.min, info.max
    return array
