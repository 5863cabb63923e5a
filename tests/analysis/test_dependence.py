"""Producers, consumers, and the properties of blocks that schedule steps ask for."""

from __future__ import annotations

from sites import Sites

PIPELINE = """
@T.prim_func
def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
    B = T.alloc_buffer((64,))
    S = T.alloc_buffer((1,))
    for i_0 in range(8):
        for i_1 in range(8):
            with T.block("B"):
                vi = T.axis.spatial(64, i_0 * 8 + i_1)
                B[vi] = A[vi]
        for i_1 in range(8):
            with T.block("C"):
                vi = T.axis.spatial(64, i_0 * 8 + i_1)
                C[vi] = B[WHERE]
    for k in range(64):
        with T.block("S"):
            vk = T.axis.reduce(64, k)
            with T.init():
                S[0] = T.float32(0)
            S[0] = S[0] + B[vk]
"""


def test_dependences() -> None:
    scope = Sites(PIPELINE.replace("WHERE", "vi")).scope
    b, c, s = scope.blocks
    assert scope.producers(c) == [b]
    assert scope.consumers(b) == [c, s]
    assert scope.is_complete(b)
    assert not scope.is_complete(s)
    assert scope.is_reduction(s)
    assert scope.is_output(c)
    assert not scope.is_output(b)
    assert scope.why_not_pipeline() is None


def test_region_cover_is_judged_inside_the_common_loop() -> None:
    """The tile of B that is there when C runs does not hold its mirror image."""
    reason, where = Sites(PIPELINE.replace("WHERE", "63 - vi")).scope.why_not_pipeline() or ("", None)
    assert reason == "block `C` may read parts of `B` that were not written yet"
    assert where is not None
    assert where.block.name == "C"
