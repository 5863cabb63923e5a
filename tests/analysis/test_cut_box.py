"""What a block accesses where its guard leaves out the end of a region."""

from __future__ import annotations

from sites import Sites

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
