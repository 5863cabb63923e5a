"""Features of lowered programs: counts that can be computed by hand."""

from __future__ import annotations

import pytest

from mlcc.lowering import lower
from mlcc.schedule import Candidate, candidates, parse_script
from mlcc.script import parse_module
from mlcc.target import Target
from mlcc.tune.features import features, predicted

TARGET = Target.parse("llvm -mcpu=x86-64-v3 -num-cores=4")
COPY = """
@T.prim_func
def main(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32")):
    for i, j in T.grid(64, 32):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2) + T.float32(1)
"""


def _features(steps: str, text: str = COPY) -> dict[str, float]:
    func = parse_module(text).prim_funcs["main"]
    scheduled, _ = Candidate(parse_script(f"steps: [{steps}]")).apply(func, TARGET)
    return features(lower(scheduled, TARGET), TARGET)


def test_counts_of_a_copy() -> None:
    plain = _features("")
    assert plain["arithmetic"] == 2 * 64 * 32
    assert plain["loads"] == plain["stores"] == 64 * 32
    assert plain["near"] * 32 == 2 * 64 * 32 * 4, "both buffers once"
    vectors = _features("{split: {loop: B.j, factors: [null, 8], as: [o, v]}}, {vectorize: v}")
    assert vectors["arithmetic"] == 2 * 64 * 4
    assert vectors["loads"] == vectors["stores"] == 64 * 4
    assert predicted(vectors, TARGET) < predicted(plain, TARGET)


def test_threads() -> None:
    vectors = "{split: {loop: B.j, factors: [null, 8], as: [o, v]}}, {vectorize: v}"
    shared = _features(f"{vectors}, {{parallel: B.i}}")
    assert (shared["forks"], shared["shared"], shared["imbalance"]) == (1.0, 1.0, 1.0)
    uneven = _features(f"{vectors}, {{split: {{loop: B.i, factors: [5, null], as: [p, q]}}}}, {{parallel: p}}")
    assert uneven["imbalance"] == pytest.approx(8 / 5), "two of eight slots of four cores are idle"


MATMUL = """
@T.prim_func
def main(A: T.Buffer((96, 64), "float32"), B: T.Buffer((64, 96), "float32"), C: T.Buffer((96, 96), "float32")):
    for i, j, k in T.grid(96, 96, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
"""


def test_a_register_tile_is_predicted_to_be_better() -> None:
    func = parse_module(MATMUL).prim_funcs["main"]
    found = {item.text(): item for item in candidates(func, TARGET) if item.script.name == "matmul_registers"}
    tiles = {}
    for vectors, rows in ((1, 1), (2, 6)):
        option = next(o for o in found.values() if dict(o.searched)["vectors"] == vectors
                      and dict(o.searched)["rows"] == rows)  # fmt: skip
        tiles[vectors, rows] = features(lower(option.apply(func, TARGET)[0], TARGET), TARGET)
    assert tiles[2, 6]["registers"] == pytest.approx(15 / 16), "12 sums, two vectors of B and one of A"
    assert tiles[2, 6]["loads"] < tiles[1, 1]["loads"]
    assert predicted(tiles[2, 6], TARGET) < predicted(tiles[1, 1], TARGET)
