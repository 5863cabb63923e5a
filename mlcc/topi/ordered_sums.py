"""Sums of 16-bit floats whose partial sums are rounded, in a stated order, as a reference without accumulators sums."""

from __future__ import annotations

from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Expr, ExprLike, cast, const, const_like
from mlcc.te import StmtBuilder, Tensor

from .registry import register
from .shapes import Dims, Ints, accumulator, norm_axes, product


@register("ordered_sum", "opaque")
def ordered_sum(data: Tensor, axis: int | Ints | None = None, keepdims: bool = False, mean: bool = False) -> Tensor:
    """The sum over `axis` (default: all), or the mean, in the order of the elements, each partial sum rounded.

    The last dimensions of float16, if all of them are reduced, are summed in float32 and rounded once: so does NumPy,
    whose sums the ONNX reference gives. The sum of a mean is rounded before it is divided. float16, bfloat16.
    """
    if data.dtype not in ("float16", "bfloat16"):
        raise MlccError("T204", f"`ordered_sum` takes float16 and bfloat16, got `{data.dtype}`")
    axes = norm_axes(axis, data.ndim)
    wide = accumulator(data.dtype)
    kept = [n for n in range(data.ndim) if n not in axes]
    shape: Dims = [
        const_like(1, d.dtype) if n in axes else d for n, d in enumerate(data.shape) if keepdims or n in kept
    ]
    first = data.ndim
    while data.dtype == "float16" and first - 1 in axes:
        first -= 1
    runs = [n for n in axes if n >= first]  # summed at once
    count = product([data.shape[n] for n in axes])

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(data.shape[0].dtype if data.ndim else "int64")
        total = b.alloc("total", (1,), data.dtype)
        part = b.alloc("part", (1,), wide)
        at: dict[int, ExprLike] = {}

        def over(dims: list[int], body: Any) -> None:
            """Loops over dimensions, the first one outermost, around ``body()``."""
            if not dims:
                body()
                return
            with b.loop(f"i{dims[0]}", data.shape[dims[0]]) as var:
                at[dims[0]] = var
                over(dims[1:], body)

        def element() -> Expr:
            return cast(wide, b.load(ins[0], *(at[n] for n in range(data.ndim))))

        def step() -> None:
            b.store(part, const(0, wide), 0)
            over(runs, lambda: b.store(part, b.load(part, 0) + element(), 0))
            b.store(total, cast(wide, b.load(total, 0)) + b.load(part, 0), 0)

        def result() -> None:
            b.store(total, const(0, data.dtype), 0)
            over([n for n in axes if n not in runs], step)
            value = cast(wide, b.load(total, 0))
            where = [at[n] if n in kept else 0 for n in range(data.ndim) if keepdims or n in kept]
            b.store(outs[0], value / cast(wide, const_like(count, "int64")) if mean else value, *where)

        over(kept, result)
        return b.finish()

    created: Tensor = te.extern(tuple(shape), [data], build, data.dtype, "ordered_sum")
    return created
