"""The regions that blocks are found to read and write."""

from __future__ import annotations

import pytest

from mlcc.analysis import block_regions
from mlcc.analysis.tree import Tree
from mlcc.script import parse_module

REGIONS = """
@T.prim_func
def main(A: T.Buffer((16, 16), "float32"), X: T.Buffer((16,), "int32"), B: T.Buffer((16, 16), "float32")):
    for i in range(12):
        with T.block("window"):
            vi = T.axis.spatial(12, i)
            for y in range(3):
                B[vi, 0] = A[vi + y, 2] + A[vi + 1, 5]
    for i, k in T.grid(16, 16):
        with T.block("sum"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi, 0] = T.float32(0)
            B[vi, 0] = B[vi, 0] + A[vk, vi]
    for i in range(16):
        with T.block("gather"):
            vi = T.axis.spatial(16, i)
            B[vi, 1] = A[X[vi], vi]
    for i in range(16):
        with T.block("update"):
            vi = T.axis.spatial(16, i)
            B[vi, 2] = B[vi, 2] + T.float32(1)
"""


@pytest.mark.parametrize(
    ("name", "reads", "writes"),
    [
        ("window", ["A[v_i:v_i + 3, 2:6]"], ["B[v_i, 0]"]),
        ("sum", ["A[v_k, v_i]"], ["B[v_i, 0]"]),
        ("gather", ["A[0:16, v_i]", "X[v_i]"], ["B[v_i, 1]"]),
        ("update", ["B[v_i, 2]"], ["B[v_i, 2]"]),
    ],
)
def test_regions(name: str, reads: list[str], writes: list[str]) -> None:
    func = parse_module(REGIONS, "regions.tir")["main"]
    block = next(s.block for s in Tree(func.body).blocks.values() if s.block.name == name)
    result = block_regions(block.body, block.iters, block.init)
    text = [[r.script().replace("vi", "v_i").replace("vk", "v_k") for r in regions] for regions in result]
    assert text == [reads, writes]
