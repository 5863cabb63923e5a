"""transform_layout: a buffer's layout by an index map."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from bodies import GEMM, ONE, SYMBOLIC, TWO, VIEW
from kernels import softmax
from tried import only, program, refused, text_after

import mlcc
from mlcc.ir import script
from mlcc.reference import random_inputs, run
from mlcc.schedule import Schedule, apply_script
from mlcc.script import parse_prim_func

INTEGERS = """
@T.prim_func
def main(A: T.Buffer((7, 5), "int32"), B: T.Buffer((7, 5), "int32")):
    for i, j in T.grid(7, 5):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * 2
"""
REFUSED = [
    ("S260", ONE, '- transform_layout: {block: B, buffer: 3, index_map: "i -> i"}'),
    ("S265", VIEW, '- transform_layout: {block: B, buffer: [read, 0], index_map: "i -> i // 2, i % 2"}'),
    ("S266", TWO, '- transform_layout: {block: B, buffer: [write, 0], index_map: "i -> i // 3, i % 3"}'),
    (
        "S266",
        ONE,
        '- transform_layout: {block: B, buffer: [read, 0], index_map: "i -> i // 3, i % 3", pad_value: "i, j -> i"}',
    ),
    *(
        (
            "S266",
            ONE,
            f'- transform_layout: {{block: B, buffer: [read, 0], index_map: "i -> i // 3, i % 3", pad_value: {value}}}',
        )
        for value in ('"0.0<<"', '""', "[1]", "{a: 1}")
    ),
    ("S268", TWO, '- transform_layout: {block: B, buffer: [write, 0], index_map: "i, j -> i, j"}'),
    ("S268", TWO, '- transform_layout: {block: B, buffer: [write, 0], index_map: "i -> f(i)"}'),
    ("S268", TWO, '- transform_layout: {block: B, buffer: [write, 0], index_map: "i, j, *k -> i"}'),
    ("S268", TWO, '- transform_layout: {block: B, buffer: [write, 0], index_map: "*i, *j -> i"}'),
    ("S268", TWO, '- transform_layout: {block: B, buffer: [write, 0], index_map: "*i -> *j"}'),
    ("S269", TWO, '- transform_layout: {block: B, buffer: [write, 0], index_map: "i -> i // 2"}'),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize(
    ("index_map", "shape"),
    [
        ("i, j -> j, i", "(6, 7)"),
        ("i, j -> j // 3, i, j % 3", "(2, 7, 3)"),
        ("i, j -> i * 6 + j", "(42,)"),
        ("*lead, j -> j, *lead", "(6, 7)"),
        ("i, *none, j -> j, *none, i", "(6, 7)"),
    ],
)
def test_every_access_is_rewritten(index_map: str, shape: str) -> None:
    text = text_after(GEMM, f"- transform_layout: {{block: Y, buffer: [write, 0], index_map: '{index_map}'}}")
    assert f"Y = T.alloc_buffer({shape})" in text


@pytest.mark.parametrize("rows", [2, 4, 5])
def test_padding_of_what_is_computed(rows: int) -> None:
    """A sum does not store at its axes once: a block of its own fills the padding."""
    index_map = f"i, j -> i // {rows}, j, i % {rows}"
    text = text_after(GEMM, f"- transform_layout: {{block: Y, buffer: Y, index_map: '{index_map}', pad_value: 0.0}}")
    assert f"Y = T.alloc_buffer(({-(-7 // rows)}, 6, {rows}))" in text


def test_blocks_larger_than_the_buffer() -> None:
    """`j // 32, j % 32` are blocks of 32 also where `j` stays below 12: what is left of the only block is padding."""
    step = "- transform_layout: {block: E, buffer: [write, 0], index_map: 'i, j -> i, j // 32, j %% 32'%s}"
    refused("S266", softmax(5, 12), step % "")
    assert "E = T.alloc_buffer((5, 1, 32))" in text_after(softmax(5, 12), step % ", pad_value: 0.0")


def test_padding_of_an_input_is_up_to_the_caller() -> None:
    before = only(program(GEMM))
    sch = Schedule(before)
    sch.transform_layout("Y", ("read", 0), lambda i, k: (i // 4, k, i % 4), pad_value=0.0)
    assumption = "T.assume(not (v_axis0 == 1 and v_axis2 == 3) or A[v_axis0, v_k, v_axis2] == T.float32(0))"
    assert assumption in script(sch.func)
    a, b, c = inputs = random_inputs(before, seed=4)
    wanted = run(before, inputs)[0]
    padded = np.zeros((8, 5), np.float32)
    padded[:7] = a
    packed = np.ascontiguousarray(padded.reshape(2, 4, 5).transpose(0, 2, 1))
    np.testing.assert_allclose(run(sch.func, [packed, b, c])[0], wanted, rtol=1e-5)
    result = np.zeros((7, 6), np.float32)
    mlcc.build(sch.mod)["main"](packed, b, c, result)
    np.testing.assert_allclose(result, wanted, rtol=1e-5)


@pytest.mark.parametrize("value", [lambda i, j, k: i + 1, "i, j, k -> i + 1"])
@pytest.mark.parametrize("prepare", [None, "- split: {loop: i, block: B, factors: [null, 4]}"])
def test_padding_may_be_a_function(value: str | Callable[..., object], prepare: str | None) -> None:
    """A producer in a plain nest computes the padding; after others a block of its own does."""
    sch = Schedule(parse_prim_func(INTEGERS))
    if prepare is not None:
        sch.split(sch.get_loops("B")[0], [None, 4])
    sch.transform_layout("B", ("write", 0), "i, j -> i // 4, j, i % 4", pad_value=value)
    assert ("buffer_B_padding" in script(sch.func)) == (prepare is not None)
    a = np.arange(35, dtype=np.int32).reshape(7, 5)
    result = run(sch.func, [a])[0]
    wanted = np.full((8, 5), 2, np.int32)
    wanted[:7] = a * 2
    np.testing.assert_array_equal(result, wanted.reshape(2, 4, 5).transpose(0, 2, 1))
    replayed, _ = apply_script(parse_prim_func(INTEGERS), sch.trace.to_yaml())
    assert script(replayed["main"]) == script(sch.func)


def test_a_layout_keeps_a_value_for_every_symbolic_size() -> None:
    """The only parameter whose shape has `n` would have it no longer."""
    text = SYMBOLIC.replace("b, (n,)", "b, (1,)").replace("range(n)", "range(1)").replace("spatial(n", "spatial(1")
    refused(
        "S236",
        text,
        "- transform_layout: {block: B, buffer: [read, 0], index_map: 'i -> i // 4, i % 4', pad_value: 0.0}",
    )
