"""merge: neighbouring nests of one shape become one."""

from __future__ import annotations

import pytest
from bodies import FROM_FOUR, SHARED, TWICE, TWO
from tried import refused, text_after

REVERSED = """
B = T.alloc_buffer((128,))
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = A[vi]
for i in range(128):
    with T.block("C"):
        vi = T.axis.spatial(128, i)
        C[vi] = B[127 - vi]
"""
DEEP = """
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = A[vi]
for i, j in T.grid(128, 2):
    with T.block("C"):
        vi, vj = T.axis.remap("SS", [i, j])
        C[vi, vj] = A[vi]
"""
UNEQUAL = """
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = A[vi]
for i in range(64):
    with T.block("C"):
        vi = T.axis.spatial(64, i)
        C[vi] = A[vi]
"""
BESIDE = """
for i in range(8):
    for j in range(8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj]
    with T.block("X"):
        vi = T.axis.spatial(8, i)
        X[vi] = A[vi, 0]
for i, j in T.grid(8, 8):
    with T.block("C"):
        vi, vj = T.axis.remap("SS", [i, j])
        C[vi, vj] = A[vi, vj]
"""
REFUSED = [
    ("S219", SHARED, "- merge: [[B, i], [D, i]]"),
    ("S286", DEEP, "- merge: [[B, i], [C, j]]"),
    ("S287", UNEQUAL, "- merge: [[B, i], [C, i]]"),
    ("S288", REVERSED, "- merge: [[B, i], [C, i]]"),
    ("S108", TWO, "- merge: [[B, i]]"),
    ("S210", TWO, "- annotate: {block: B, loop: i, ann_key: a, ann_val: 1}\n- merge: [[B, i], [C, i]]"),
    ("S214", FROM_FOUR + FROM_FOUR[1:].replace("B", "C"), "- merge: [[B, i], [C, i]]"),
    ("S216", BESIDE, "- merge: [[B, j], [C, j]]"),
    ("S223", TWO, "- parallel: [C, i]\n- merge: [[B, i], [C, i]]"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


def test_all_loops_of_the_nests() -> None:
    text = text_after(TWICE, "- merge: {loops: [[B, j], [C, j]], as: m}\n- vectorize: $m")
    assert "for i_m in range(5)" in text
    assert "for j_m in T.vectorized(7)" in text
    assert text.index('T.block("B")') < text.index('T.block("C")')


def test_three_at_once() -> None:
    text = text_after(SHARED, "- merge: [[B, i], [C, i], [D, i]]")
    assert text.count("for ") == 1


def test_a_value_that_is_passed_on_in_one_iteration() -> None:
    assert text_after(TWO, "- merge: [[B, i], [C, i]]").count("for ") == 1
