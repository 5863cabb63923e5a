"""Products of bytes that are both computed at run time, against their definition in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mlcc.relax.transform import DeadCodeElimination, FuseOps, FuseQuantized
from mlcc.target import Target

from .graphs import compiled, graph, operators


def _bytes(o: Any, x: Any, kind: str) -> Any:
    return o.cast(x, dtype=kind)


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("lead", "sizes", "kinds", "transposed"),
    [
        ((2,), (33, 70, 40), ("uint8", "int8"), False),
        ((1, 3), (16, 258, 17), ("int8", "int8"), True),
        ((2, 1), (7, 20, 30), ("int8", "uint8"), False),  # too few rows for registers
        ((), (20, 40, 30), ("uint8", "uint8"), True),
    ],
)
def test_products_of_bytes_that_the_run_computes(lead: Any, sizes: Any, kinds: Any, transposed: bool) -> None:
    """Both operands have zero points; the sums are exact, and rounded once."""
    rows, inner, columns = sizes
    zeros, steps = [{"uint8": 131, "int8": -20}[kind] for kind in kinds], (np.float32(0.03), np.float32(0.02))

    def body(o: Any, x: Any, w: Any) -> Any:
        left, right = (
            o.dequantize_linear(_bytes(o, v, kind), np.asarray(step), np.array(zero, kind))
            for v, kind, step, zero in zip((x, w), kinds, steps, zeros, strict=True)
        )
        y = o.matmul(left, o.transpose(right, axes=[*range(len(lead)), -1, -2]) if transposed else right)
        return o.quantize_linear(y, np.float32(0.9), np.array(3, "int8"))

    rng = np.random.default_rng([*lead, *sizes])
    ranges = [np.iinfo(kind) for kind in kinds]
    shapes = (*lead, rows, inner), (*lead, inner, columns)
    x, w = (rng.integers(r.min, r.max + 1, s).astype(np.float32) for r, s in zip(ranges, shapes, strict=True))
    sums = (x - zeros[0]).astype(np.int64) @ (w - zeros[1]).astype(np.int64)
    inputs = x, np.ascontiguousarray(w.swapaxes(-1, -2)) if transposed else w
    module = graph(body, x=inputs[0].shape, w=inputs[1].shape)
    want = np.clip(np.rint(sums * (steps[0] * steps[1] / np.float32(0.9))) + 3, -128, 127)
    got = compiled(module, *inputs)[0].astype(np.int64)
    assert np.abs(got - want).max() <= 1
    assert (got != want).mean() < 0.01
    assert np.unique(want).size > 50


@pytest.mark.parametrize(
    ("lead", "sizes", "kinds"),
    [
        ((2,), (33, 64, 40), ("uint8", "int8")),
        ((1, 3), (17, 300, 31), ("int8", "uint8")),
        ((2,), (16, 1000, 16), ("uint8", "uint8")),
    ],
)
def test_integer_products_of_batches_are_exact(lead: Any, sizes: Any, kinds: Any) -> None:
    """All bytes as large as they can be: float32 holds the sums of parts."""
    rows, inner, columns = sizes
    low, high = (np.iinfo(kind).min for kind in kinds), (np.iinfo(kind).max for kind in kinds)
    x, w = (
        np.full(s, n, np.float32) for s, n in zip(((*lead, rows, inner), (*lead, inner, columns)), high, strict=True)
    )
    x[..., 0, ::3], w[..., 1::2, 1] = 5, 7
    starts = [np.array(n, np.float32) for n in low]

    def body(o: Any, x: Any, w: Any, a: Any, b: Any) -> Any:
        names = zip((x, w, a, b), (*kinds, *kinds), strict=True)
        return o.matmul_integer(*(_bytes(o, v, kind) for v, kind in names))

    module = graph(body, x=x.shape, w=w.shape, a=(), b=())
    want = (x - starts[0]).astype(np.int64) @ (w - starts[1]).astype(np.int64)
    np.testing.assert_array_equal(compiled(module, x, w, *starts)[0], want)
    parsed = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=sapphirerapids")
    for item in (FuseQuantized, DeadCodeElimination, FuseOps):
        module = item.for_target(parsed)(module)
    products = {name for name, f in module.graph_funcs.items() if f.attrs.get("anchor") == "matmul"}
    calls = operators(module)
    assert sum(name in products for name in calls) == -(-inner // 258)
    assert not any("strided_slice" in name for name in {*calls} - products)  # the kernels read slices themselves


@pytest.mark.parametrize("lead", [(), (2,)])
def test_integer_products_with_one_matrix_are_exact(lead: tuple[int, ...]) -> None:
    """The matrix is packed by a kernel before, as other ones of bfloat16 that are computed at run time."""

    def body(o: Any, x: Any, w: Any, a: Any, b: Any) -> Any:
        return o.matmul_integer(
            *(_bytes(o, v, kind) for v, kind in ((x, "int8"), (w, "uint8"), (a, "int8"), (b, "uint8")))
        )

    rng = np.random.default_rng(len(lead))
    x, w = (
        rng.integers(-128, 128, (*lead, 40, 700)).astype(np.float32),
        rng.integers(0, 256, (700, 50)).astype(np.float32),
    )
    x[..., 3, :], w[:, 7] = 127, 255
    zeros = np.array(-128, np.float32), np.array(0, np.float32)
    module = graph(body, x=x.shape, w=w.shape, a=(), b=())
    want = (x - zeros[0]).astype(np.int64) @ w.astype(np.int64)
    np.testing.assert_array_equal(compiled(module, x, w, *zeros)[0], want)
    parsed = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=sapphirerapids")
    calls = operators(DeadCodeElimination()(FuseQuantized.for_target(parsed)(module)))
    assert calls.count("matmul") == 3
