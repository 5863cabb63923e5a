"""Which inputs of a program may share the memory of its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mlcc import te, topi
from mlcc.analysis import IN_PLACE, inputs_in_place, reusable
from mlcc.script import parse_prim_func


@pytest.mark.parametrize(
    ("shapes", "result", "expected"),
    [
        ([(4, 5), (4, 5)], lambda a, b: topi.nn.relu(topi.add(a, b)), (0, 1)),
        ([(1, 4, 5), (5,), (1, 4, 5)], lambda a, b, c: topi.add(topi.add(a, b), c), (0, 2)),
        ([(5, 5), (5, 5)], lambda a, b: topi.add(topi.transpose(a), b), (1,)),
        ([(5, 5), (5, 5)], lambda a, b: topi.add(topi.matmul(a, a), b), (1,)),
        ([(5, 5), (5, 5)], lambda a, b: topi.add(topi.matmul(a, b), b), ()),
        ([(4, 5)], lambda a: topi.add(topi.nn.softmax(a), a), ()),
        ([(4, 5)], lambda a: topi.flip(a, axis=0), ()),
        ([(4, 5), (4, 1)], lambda a, b: topi.add(a, b), (0,)),
        ([(4, 5)], lambda a: topi.cast(a, dtype="int32"), ()),
    ],
)
def test_which_inputs_may_be_replaced(
    shapes: list[tuple[int, ...]], result: Callable[..., Any], expected: tuple[int, ...]
) -> None:
    tensors = [te.placeholder(shape, "float32", f"x{n}") for n, shape in enumerate(shapes)]
    assert inputs_in_place(te.create_prim_func([*tensors, result(*tensors)])) == expected


def test_one_of_several_results_may_replace_an_input() -> None:
    """The last one, if what the others need is read from the result, not from the input."""
    a, b = (te.placeholder((4, 5), "float32", name) for name in "ab")
    total = topi.add(a, b)
    assert inputs_in_place(te.create_prim_func([a, b, topi.sum(total, axis=[1]), total])) == (0, 1)
    assert inputs_in_place(te.create_prim_func([a, b, topi.sum(a, axis=[1]), total])) == (1,)
    assert inputs_in_place(te.create_prim_func([a, b, total, topi.sum(total, axis=[1])])) == ()


PROGRAM = """
@T.prim_func
def main(A: T.Buffer((8, 4)), B: T.Buffer((8, 4)), C: T.Buffer({shape})):
    for i, j in T.grid(8, 4):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = {value}
"""


@pytest.mark.parametrize(
    ("value", "shape", "expected"),
    [
        ("A[vi, vj] + B[vi, vj]", "(8, 4)", (0, 1)),
        ("A[vi, vj] + B[7 - vi, vj]", "(8, 4)", (0,)),
        ("A[vi, vj] + B[vi, 0]", "(8, 4)", (0,)),
        ("A[vi, vj] + A[vi, 3]", "(8, 4)", ()),
        ("A[vi, vj]", "(8, 4)", (0,)),  # B is not read
        ("A[vi, vj]", "(9, 4)", ()),
        ("A[vi, vj] + C[vi, vj]", "(8, 4)", ()),
    ],
)
def test_elements_are_read_before_they_are_overwritten(value: str, shape: str, expected: tuple[int, ...]) -> None:
    assert inputs_in_place(parse_prim_func(PROGRAM.format(value=value, shape=shape))) == expected


def test_what_a_program_says_of_itself() -> None:
    func = parse_prim_func(PROGRAM.format(value="A[vi, vj]", shape="(8, 4)"))
    assert reusable(func) == ()
    assert reusable(func.with_attr(IN_PLACE, [0])) == (0,)
