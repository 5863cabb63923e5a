"""compute_inline: the value of a block is put where it is read."""

from __future__ import annotations

import pytest
from bodies import CROPPED, FOLDED, GUARDED, LATE, MANY_WRITES, MM, ONE, OPAQUE, POINTER, SHARED, TWO
from kernels import shuffle
from tried import program, refused, text_after

from mlcc.diagnostics import MlccError
from mlcc.schedule import Schedule

STORED_AGAIN = """
B = T.alloc_buffer((8,))
D = T.alloc_buffer((16, 8))
for i in range(16):
    for j in range(8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vj] = A[vi, vj]
    for j in range(8):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = B[vj] + T.float32(1)
for i, j in T.grid(16, 8):
    with T.block("C"):
        vi, vj = T.axis.remap("SS", [i, j])
        C[vi, vj] = D[vi, vj]
"""
HALF_WRITTEN = """
B = T.alloc_buffer((128,))
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        T.where(i < 100)
        B[vi] = A[vi] * T.float32(2)
for i in range(128):
    with T.block("C"):
        vi = T.axis.spatial(128, i)
        C[vi] = B[vi]
"""
REFUSED = [
    ("S201", ONE, "- compute_inline: {block: X}"),
    ("S240", LATE, "- compute_inline: B"),
    ("S243", TWO, "- compute_inline: C"),
    ("S244", "B = T.alloc_buffer((128,))" + ONE, "- compute_inline: B"),
    ("S250", MM, "- compute_inline: Y"),
    ("S251", MANY_WRITES, "- compute_inline: B"),
    ("S252", FOLDED, "- compute_inline: B"),
    ("S253", POINTER, "- compute_inline: B"),
    ("S225", STORED_AGAIN, "- compute_inline: {block: D}"),
    ("S241", OPAQUE, "- compute_inline: B"),
    ("S257", HALF_WRITTEN, "- compute_inline: B"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


def test_every_reader_has_the_value() -> None:
    text = text_after(SHARED, "- compute_inline: B")
    assert "C[vi] = A[vi] * T.float32(2) + T.float32(1)" in text
    assert "D[vi] = A[vi] * T.float32(2) + A[vi]" in text
    assert "alloc_buffer" not in text


def test_indices_are_those_of_the_reader() -> None:
    text = text_after(CROPPED, "- compute_inline: B")
    assert "C[vi] = A[vi] * T.float32(2) + A[vi + 2] * T.float32(2)" in text


def test_the_whole_of_a_chain() -> None:
    """Reshapes and transposes: indices with `//` and `%` are put together."""
    text = text_after(shuffle(), "- compute_inline: B\n- compute_inline: C\n- compute_inline: D")
    assert text.count("T.block(") == 1
    assert "alloc_buffer" not in text


def test_a_guard_that_reads_it_has_the_value() -> None:
    body = GUARDED.replace("T.where(i < 100)", "T.where(B[i] < T.float32(1))")
    assert "T.where(A[i] * T.float32(2) < T.float32(1))" in text_after(body, "- compute_inline: B")


def test_a_reference_is_gone() -> None:
    sch = Schedule(program(TWO))
    block = sch.get_block("B")
    sch.compute_inline(block)
    with pytest.raises(MlccError) as caught:
        sch.get_loops(block)
    assert caught.value.code == "S206"
    assert "`compute_inline`" in caught.value.diagnostic.notes[0]
