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


COPY = """
@T.prim_func
def main(A: T.Buffer((4, 60), "float32"), C: T.Buffer((4, 12), "float32")):
    B = T.alloc_buffer((4, 60))
    for h in range(4):
        for i, j in T.grid(2, 8):
            with T.block("B"):
                vh, vc = T.axis.remap("SS", [h, h])
                vd = T.axis.spatial(60, h * 12 + FIRST + i * 8 + j)
                T.where(GUARD)
                B[vc, vd] = A[vh, vd]
        for j in range(12):
            with T.block("C"):
                vh, vd = T.axis.remap("SS", [h, j])
                C[vh, vd] = B[vh, vh * 12 + vd + 12]
"""


def test_a_copy_in_vectors_covers_what_its_guard_leaves() -> None:
    """Twelve columns of a head, of 60, in two vectors of eight."""
    fits, loaded = "i * 8 + j < 12", "A[0, i * 8 + j] < T.float32(1)"
    covered = [("12", fits), ("12", "i * 8 + j < 13"), ("12", f"{fits} and i * 8 + j < 20")]
    not_covered = [("13", fits), *(("12", text) for text in ("i * 8 + j < 11", "i * 8 + j >= 1", "i < 1", loaded))]
    for first, guard in (*covered, *not_covered):
        found = Sites(COPY.replace("FIRST", first).replace("GUARD", guard)).scope.why_not_pipeline()
        assert (found is None) == ((first, guard) in covered), (first, guard)


def test_a_guard_on_two_dimensions_leaves_no_box() -> None:
    text = COPY.replace("FIRST", "12").replace("GUARD", "i * 8 + j + k < 13").replace("T.grid(2, 8)", "T.grid(2, 8, 2)")
    text = text.replace("for i, j in", "for i, j, k in").replace('remap("SS", [h, h])', 'remap("SS", [h, k])', 1)
    assert Sites(text).scope.why_not_pipeline() is not None
