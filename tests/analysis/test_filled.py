"""Whether a block stores every element of the region that it declares."""

from __future__ import annotations

import pytest
from sites import Sites

TEXT = """
@T.prim_func
def main(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), D: T.Buffer((8, 8), "int32"), n: T.int32):
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            T.reads(A[0:64])
            T.writes({region})
            {body}
"""
LOOP = "for j in range({}):\n                "


@pytest.mark.parametrize(
    ("region", "body", "expected"),
    [
        ("B[vi]", "B[vi] = 1", True),
        ("B[vi]", "B[vi + 1] = 1", False),
        ("B[vi:vi + 2]", "B[vi] = 1", False),
        ("B[0:64]", "B[vi] = 1", False),
        ("B[vi * 8:vi * 8 + 8]", LOOP.format(8) + "B[vi * 8 + j] = 1", True),
        ("B[vi * 8:vi * 8 + 8]", LOOP.format(7) + "B[vi * 8 + j] = 1", False),
        ("B[vi * 8:vi * 8 + 8]", LOOP.format(4) + "B[vi * 8 + j * 2] = 1", False),
        ("B[vi * 8:vi * 8 + n]", LOOP.format("n") + "B[vi * 8 + j] = 1", True),
        ("B[vi * 8:vi * 8 + n]", LOOP.format("n - 1") + "B[vi * 8 + j] = 1", False),
        ("B[vi * 3:vi * 3 + 3]", "B[vi * 3] = 1\n            B[vi * 3 + 2] = 1", False),
        ("B[vi * 2:vi * 2 + 2]", "B[vi * 2 + 1] = 1\n            B[vi * 2] = 1", True),
        ("B[0:64]", "B[A[vi]] = 1", False),
        ("D[0:8, 0:8]", LOOP.format(8) + "D[j, j] = 1", False),
        ("D[vi, 0:8]", LOOP.format(4) + "D[vi, j] = 1\n                D[vi, j + 4] = 1", True),
        ("D[0:2, 0:2]", "D[0, 0] = 1\n            D[1, 1] = 1", False),
        ("B[vi]", "if A[vi] > 0:\n                B[vi] = 1", True),  # conditions are another question
        ("B[vi]", "T.evaluate(T.call_extern('int32', 'f', T.address_of(B[vi])))", True),
    ],
)
def test_regions(region: str, body: str, expected: bool) -> None:
    sites = Sites(TEXT.format(region=region, body=body))
    block = sites["B"].block
    assert sites.facts._is_filled(block, block.writes[0]) is expected
    assert sites.facts._is_filled(block, block.reads[0])
