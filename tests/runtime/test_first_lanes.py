"""The first lanes of a vector where the processor masks no elements of that width: nothing else is accessed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from guard_pages import guarded_array

import mlcc
from mlcc.codegen.llvm.first_lanes import first_lanes
from mlcc.ir import Binary, Broadcast, Cast, Ramp, Var, const
from mlcc.script import parse_module

#: Two loops of one instance each, so that values are read and written under the mask of the first lanes.
TEXT = """
@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, b: T.handle, N: T.Buffer((1,), "int64")):
        n = T.int64()
        A = T.match_buffer(a, (n,), "{dtype}")
        B = T.match_buffer(b, (n,), "{dtype}")
        for i in T.vectorized({lanes}):
            if i < N[0]:
                with T.block("copy"):
                    v = T.axis.spatial({lanes}, i)
                    T.writes(B[v])
                    B[v] = A[v]
"""
CASES = [
    ("uint8", 4), ("uint8", 8), ("uint8", 16), ("bool", 8), ("int16", 4), ("int16", 8), ("float16", 8), ("int8", 32),
    ("float32", 4),
]  # fmt: skip


@pytest.mark.every(3)
@pytest.mark.parametrize("cpu", ["x86-64", "haswell"])
@pytest.mark.parametrize(("dtype", "lanes"), CASES)
def test_every_count_at_the_end_of_a_page(dtype: str, lanes: int, cpu: str) -> None:
    if not mlcc.Target.parse("llvm").triple.startswith("x86_64"):
        cpu = "generic"
    library = mlcc.build(parse_module(TEXT.format(dtype=dtype, lanes=lanes)), f"llvm -mcpu={cpu}")
    rng = np.random.default_rng(0)
    for count in range(lanes + 1):
        values: Any = rng.integers(1, 100, max(count, 1)).astype(dtype)
        result = guarded_array(np.zeros_like(values))
        library.main(guarded_array(values), result, np.array([count], np.int64))
        np.testing.assert_array_equal(result[:count], values[:count])
        assert not result[count:].any()


def test_which_conditions_are_of_the_first_lanes() -> None:
    count, lane = Var("c", "int32"), Ramp(const(0, "int64"), const(1, "int64"), 8)
    other = Ramp(const(1, "int64"), const(1, "int64"), 8)
    assert first_lanes(Binary("lt", Cast("int32x8", lane), Broadcast(count, 8))) is count
    assert first_lanes(Binary("lt", Cast("int32x8", other), Broadcast(count, 8))) is None
    assert first_lanes(Binary("le", Cast("int32x8", lane), Broadcast(count, 8))) is None
    assert first_lanes(Binary("lt", Broadcast(count, 8), Cast("int32x8", lane))) is None
