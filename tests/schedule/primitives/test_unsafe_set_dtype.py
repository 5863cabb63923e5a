"""unsafe_set_dtype: a buffer of another element type."""

from __future__ import annotations

import numpy as np
import pytest
from bodies import GEMM, ONE, POINTER, TWICE, TWO, WRITTEN_VIEW
from sketches import sketch
from tried import applied, only, program, refused, text_after

import mlcc
from mlcc.ir import script, structural_equal
from mlcc.reference import run
from mlcc.schedule import apply_script

REFUSED = [
    ("S264", ONE, "- unsafe_set_dtype: {block: B, buffer_index: 0, dtype: float16}"),
    ("S104", ONE, "- unsafe_set_dtype: {block: B, buffer_index: 0, dtype: float7}"),
    ("S253", POINTER, "- unsafe_set_dtype: {block: B, buffer_index: 0, dtype: float16}"),
    ("S260", TWO, "- unsafe_set_dtype: {block: B, buffer_index: 1, dtype: float16}"),
    ("S265", WRITTEN_VIEW, "- unsafe_set_dtype: {block: C, buffer_index: 0, dtype: float16}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize("dtype", ["float64", "float16", "bfloat16"])
def test_values_are_converted(dtype: str) -> None:
    """Doubled integers up to 16 are exact in all of these types."""
    step = f"- unsafe_set_dtype: {{block: B, buffer_index: 0, dtype: {dtype}}}\n"
    before = only(sketch(TWICE))
    after, _ = apply_script(sketch(TWICE), step)
    text = script(after)
    assert f'B = T.alloc_buffer((5, 7), "{dtype}")' in text
    assert f'T.Cast("{dtype}", ' in text or f"T.{dtype}(" in text
    a = np.arange(-17, 18, dtype=np.float32).reshape(5, 7)
    want = run(before, [a])[0]
    np.testing.assert_array_equal(run(only(after), [a])[0], want)
    got = np.empty_like(a)
    mlcc.build(after)["main"](a, got)
    np.testing.assert_array_equal(got, want)


def test_the_type_it_has_already() -> None:
    step = "- unsafe_set_dtype: {block: B, buffer_index: B, dtype: float32}"
    assert structural_equal(applied(TWICE, step), only(program(TWICE)))


def test_a_sum_is_accumulated_in_the_wider_type() -> None:
    text = text_after(GEMM, "- unsafe_set_dtype: {block: Y, buffer_index: 0, dtype: float64}")
    assert 'Y = T.alloc_buffer((7, 6), "float64")' in text
