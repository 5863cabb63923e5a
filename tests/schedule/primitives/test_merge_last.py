"""merge_last: a loop runs in the last iterations of the nest before it."""

from __future__ import annotations

import numpy as np
import pytest
from bodies import FROM_FOUR, SHARED, TWO
from tried import refused, text_after

import mlcc
from mlcc import reference
from mlcc.schedule import Schedule
from mlcc.script import parse

PARTS = """
S = T.alloc_buffer((3, 128))
for p, i in T.grid(3, 128):
    with T.block("S"):
        vp, vi = T.axis.remap("SS", [p, i])
        S[vp, vi] = A[vi] + T.Cast("float32", vp)
for i in range(128):
    with T.block("C"):
        vi = T.axis.spatial(128, i)
        C[vi] = S[0, vi] + S[1, vi] + S[2, vi]
"""
#: What iteration i reads is made in a later iteration of the last part.
NEXT = PARTS.replace("S[2, vi]", "S[2, 127 - vi]")
#: A block behind the loop in its nest.
BEHIND = """
S = T.alloc_buffer((3, 128))
for p in range(3):
    for i in range(128):
        with T.block("S"):
            vp, vi = T.axis.remap("SS", [p, i])
            S[vp, vi] = A[vi]
    with T.block("D"):
        vp = T.axis.spatial(3, p)
        D[vp] = A[vp]
for i in range(128):
    with T.block("C"):
        vi = T.axis.spatial(128, i)
        C[vi] = S[0, vi]
"""
SHORTER = PARTS.replace("for i in range(128):", "for i in range(64):").replace("spatial(128, i)", "spatial(64, i)")
REFUSED = [
    ("S219", SHARED, "- merge_last: {loop: [B, i], next: [D, i]}"),
    ("S219", PARTS, "- merge_last: {loop: [S, i], next: [S, p]}"),
    ("S216", BEHIND, "- merge_last: {loop: [S, i], next: [C, i]}"),
    ("S287", SHORTER, "- merge_last: {loop: [S, i], next: [C, i]}"),
    ("S288", NEXT, "- merge_last: {loop: [S, i], next: [C, i]}"),
    (
        "S210",
        TWO,
        "- annotate: {block: B, loop: i, ann_key: a, ann_val: 1}\n- merge_last: {loop: [B, i], next: [C, i]}",
    ),
    ("S214", FROM_FOUR + FROM_FOUR[1:].replace("B", "C"), "- merge_last: {loop: [B, i], next: [C, i]}"),
    ("S223", PARTS, "- parallel: [S, p]\n- merge_last: {loop: [S, i], next: [C, i]}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


def test_in_the_last_iteration_of_each_loop_between() -> None:
    steps = "- split: {loop: [S, p], factors: [null, 1]}\n- merge_last: {loop: [S, i], next: [C, i]}"
    text = text_after(PARTS, steps)
    assert "if p_0 == 2 and p_1 == 0:" in text
    assert text.count("for ") == 1


def test_without_loops_between() -> None:
    assert "if " not in text_after(TWO, "- merge_last: {loop: [B, i], next: [C, i]}")


SUMS = """
@T.prim_func
def f(A: T.Buffer((48, 16), "float32"), C: T.Buffer((48,), "float32")):
    Y = T.alloc_buffer((48,))
    for i, k in T.grid(48, 16):
        with T.block("Y"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                Y[vi] = T.float32(0)
            Y[vi] = Y[vi] + A[vi, vk]
    for i in range(48):
        with T.block("C"):
            vi = T.axis.spatial(48, i)
            C[vi] = Y[vi] * T.float32(2)
"""


def test_partial_sums_are_added_where_the_last_part_is_made() -> None:
    sch = Schedule(parse(SUMS))
    y = sch.get_block("Y")
    segment, _ = sch.split(sch.get_loops(y)[1], [4, 4])
    part = sch.rfactor(segment, 0)
    block, rows = sch.split(sch.get_loops(y)[0], [3, 16])
    sch.compute_at(part, block)
    _, _, row, _ = sch.get_loops(part)
    sch.merge_last(row, rows)
    x = np.random.default_rng(0).standard_normal((48, 16)).astype("float32")
    built = mlcc.build(sch.mod)
    (want,) = reference.run(parse(SUMS), [x])
    np.testing.assert_allclose(built(x), want, rtol=1e-6, atol=1e-6)
