"""Products of bytes with weights of few bits whose numbers are taken out of their words once for all rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc import reference, te, topi
from mlcc.ir import Expr, PrimFunc
from mlcc.relax.transform.pack_low_bits import LowBits
from mlcc.schedule import schedule_function
from mlcc.target import Target

HASWELL = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=haswell -num-cores=2")
Array = np.ndarray[Any, Any]


def program(
    rows: int, inner: int, columns: int, block: int, bits: int, zero: bool, size: Expr | None = None
) -> tuple[PrimFunc, list[Array], Array]:
    """A product, its operands, and the result, which float32 holds exactly; `size` is a symbolic number of rows."""
    rng = np.random.default_rng([rows, inner, columns, bits])
    x = rng.integers(-127, 128, (rows, inner)).astype(np.int8)
    x.flat[:2] = 127, -127
    q = rng.integers(0, 1 << bits, (inner, columns)).astype(np.uint8)
    q[:4, 0] = (1 << bits) - 1  # the largest sums of products
    x[:, :4] = 127
    factors = (2.0 ** rng.integers(-1, 2, (rows, inner // block))).astype(np.float32)
    scales = (2.0 ** rng.integers(-1, 2, (inner // block, columns))).astype(np.float32)
    zeros: Any = rng.integers(0, 1 << bits, scales.shape).astype(np.uint8) if zero else float(1 << bits - 1)
    parts = LowBits(q, bits, block, scales, zeros).packed(16)
    data = te.placeholder((rows if size is None else size, inner // 4), "int32", name="X")
    given = te.placeholder((data.shape[0], inner // block), name="F")
    weights = [te.placeholder(p.shape, str(p.dtype), name=n) for p, n in zip(parts, "WSZ"[: len(parts)], strict=True)]
    attrs = {} if zero else {"zero_point": zeros}
    total = topi.qnn.dense_panels(data, given, *weights, bits=bits, units=columns, **attrs)
    off = zeros if not zero else np.repeat(zeros.astype(float), block, 0)
    want = (x * np.repeat(factors.astype(float), block, 1)) @ ((q - off) * np.repeat(scales.astype(float), block, 0))
    func = te.create_prim_func([data, given, *weights, total]).with_attr("op", "qnn.dense_panels")
    return func, [x.view(np.int32), factors, *parts], want


SIZES = [(4, 64, 16, 32), (5, 96, 33, 16), (7, 256, 20, 128), (13, 64, 50, 64), (1, 32, 3, 32)]


@pytest.mark.parametrize("zero", [False, True])
@pytest.mark.parametrize("bits", [2, 4, 8])
@pytest.mark.parametrize(("rows", "inner", "columns", "block"), SIZES)
def test_the_scheduled_program_computes_the_product(
    rows: int, inner: int, columns: int, block: int, bits: int, zero: bool
) -> None:
    func, inputs, want = program(rows, inner, columns, block, bits, zero)
    scheduled, found, _ = schedule_function(func, HASWELL)
    assert found is not None
    assert found.name == "dense_panels"
    np.testing.assert_array_equal(reference.run(scheduled, inputs)[0], want)
    if HASWELL.features <= Target.host().features | {"sahf"}:
        result = np.zeros(want.shape, np.float32)
        mlcc.build(scheduled, target=HASWELL)["main"](*inputs, result)
        np.testing.assert_array_equal(result, want)


def test_symbolic_rows() -> None:
    func, _, _ = program(1, 64, 40, 32, 4, True, te.var("n", "int64"))
    scheduled, found, _ = schedule_function(func, HASWELL)
    assert found is not None
    assert found.name == "dense_panels"
    for rows in (1, 5, 12):
        _, inputs, want = program(rows, 64, 40, 32, 4, True)
        np.testing.assert_array_equal(reference.run(scheduled, inputs)[0], want)


@pytest.mark.parametrize(
    ("target", "rows", "operator"),
    [
        ("haswell", 4, "qnn.dense_panels"),
        ("znver3", 128, "qnn.dense_panels"),
        ("haswell", 3, "qnn.dense_bits"),
        ("alderlake", 128, "qnn.dense_bits"),
        ("cascadelake", 128, "qnn.dense_bits"),
        ("sapphirerapids", 128, "nn.dense_widened"),
    ],
)
def test_instructions_decide_which_products_share_numbers(target: str, rows: int, operator: str) -> None:
    """Where words are multiplied as fast as numbers are taken out of them, nothing is shared."""
    costs = Target.parse(f"llvm -mtriple=x86_64-linux-gnu -mcpu={target}").costs
    assert (0 < costs.panel_rows <= rows) == (operator == "qnn.dense_panels")
    assert (0 < costs.widened_rows <= rows) == (operator == "nn.dense_widened")
