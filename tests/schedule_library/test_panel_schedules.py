"""Products with weights of few bits whose numbers are taken out of their words once for all rows."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
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
    name: str, rows: int, inner: int, columns: int, block: int, bits: int, zero: bool, size: Expr | None = None
) -> tuple[PrimFunc, list[Array], Array]:
    """A product, its operands, and the result, which float32 holds exactly; `size` is a symbolic number of rows."""
    rng = np.random.default_rng([rows, inner, columns, bits])
    x = rng.integers(-127, 128, (rows, inner)).astype(np.int8)
    x[:, :4] = 127
    x[0, -1] = -127
    q = rng.integers(0, 1 << bits, (inner, columns)).astype(np.uint8)
    q[:4, 0] = (1 << bits) - 1  # the largest sums of products
    factors = (2.0 ** rng.integers(-1, 2, (rows, inner // block))).astype(np.float32)
    scales = (2.0 ** rng.integers(-1, 2, (inner // block, columns))).astype(np.float32)
    zeros: Any = rng.integers(0, 1 << bits, scales.shape).astype(np.uint8) if zero else float(1 << bits - 1)
    parts = LowBits(q, bits, block, scales, zeros).packed(16)
    exact = x * np.repeat(factors.astype(float), block, 1)
    given = [x.view(np.int32), factors] if name == BYTES else [exact.astype(np.float32)]
    first = [te.placeholder((rows if size is None else size, a.shape[1]), str(a.dtype), name=f"X{n}")
             for n, a in enumerate(given)]  # fmt: skip
    weights = [te.placeholder(p.shape, str(p.dtype), name=n) for p, n in zip(parts, "WSZ"[: len(parts)], strict=True)]
    operator = topi.qnn.dense_panels if name == BYTES else topi.nn.dense_panels
    total = operator(*first, *weights, bits=bits, units=columns, **({} if zero else {"zero_point": zeros}))
    off = zeros if not zero else np.repeat(zeros.astype(float), block, 0)
    want = exact @ ((q - off) * np.repeat(scales.astype(float), block, 0))
    func = te.create_prim_func([*first, *weights, total]).with_attr("op", name)
    return func, [*given, *parts], want


SIZES = [(4, 64, 16, 32), (5, 96, 33, 16), (7, 256, 20, 128), (13, 64, 50, 64), (1, 32, 3, 32)]
BYTES, FLOATS = "qnn.dense_panels", "nn.dense_panels"
SCHEDULES = {BYTES: "dense_panels", FLOATS: "dense_float_panels"}


def forms() -> Iterator[Any]:
    """All combinations; without `--long` each size with each number of bits, and the other choices in turn."""
    choices = list(itertools.product(SCHEDULES, [False, True]))
    for number, (size, bits) in enumerate(itertools.product(SIZES, [2, 4, 8])):
        for turn, (name, zero) in enumerate(choices):
            marks = [] if turn == number % len(choices) else [pytest.mark.slow]
            yield pytest.param(name, *size, bits, zero, marks=marks)


@pytest.mark.cover(1)
@pytest.mark.parametrize(("name", "rows", "inner", "columns", "block", "bits", "zero"), list(forms()))
def test_the_scheduled_program_computes_the_product(
    name: str, rows: int, inner: int, columns: int, block: int, bits: int, zero: bool
) -> None:
    func, inputs, want = program(name, rows, inner, columns, block, bits, zero)
    scheduled, found, _ = schedule_function(func, HASWELL)
    assert found is not None
    assert found.name == SCHEDULES[name]
    np.testing.assert_array_equal(reference.run(scheduled, inputs)[0], want)
    if HASWELL.features <= Target.host().features | {"sahf"}:
        result = np.zeros(want.shape, np.float32)
        mlcc.build(scheduled, target=HASWELL)["main"](*inputs, result)
        np.testing.assert_array_equal(result, want)


@pytest.mark.parametrize("name", SCHEDULES)
def test_symbolic_rows(name: str) -> None:
    func, _, _ = program(name, 1, 64, 40, 32, 4, True, te.var("n", "int64"))
    scheduled, found, _ = schedule_function(func, HASWELL)
    assert found is not None
    assert found.name == SCHEDULES[name]
    for rows in (1, 5, 12):
        _, inputs, want = program(name, rows, 64, 40, 32, 4, True)
        np.testing.assert_array_equal(reference.run(scheduled, inputs)[0], want)


@pytest.mark.parametrize(
    ("target", "rows", "operator"),
    [
        ("haswell", 4, "qnn.dense_panels"),
        ("znver3", 128, "qnn.dense_panels"),
        ("haswell", 3, "qnn.dense_bits"),
        ("alderlake", 128, "qnn.dense_bits"),
        ("cascadelake", 128, "qnn.dense_bits"),
        ("skylake-avx512", 128, "qnn.dense_bits"),
        ("cortex-a72", 128, "qnn.dense_bits"),
        ("sapphirerapids", 128, "nn.dense_widened"),
    ],
)
def test_instructions_decide_which_products_share_numbers(target: str, rows: int, operator: str) -> None:
    """Where words are multiplied as fast as numbers are taken out of them, nothing is shared."""
    arch = "aarch64" if target.startswith("cortex") else "x86_64"
    costs = Target.parse(f"llvm -mtriple={arch}-linux-gnu -mcpu={target}").costs
    assert (0 < costs.panel_rows <= rows) == (operator == "qnn.dense_panels")
    assert (0 < costs.widened_rows <= rows) == (operator == "nn.dense_widened")
