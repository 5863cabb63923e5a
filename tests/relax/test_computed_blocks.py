"""Plain values that are computed in channel blocks again, where an image in blocks needs them."""

from __future__ import annotations

import numpy as np
import pytest

from mlcc.relax.transform import ConvertLayout, DeadCodeElimination

from .graphs import Ops, assert_close, compiled, graph, interpret, normal, operators
from .layouts import converted

FIRST, LAST = normal(16, 4, 1, 1), normal(8, 16, 3, 3)
GAMMA, BETA = normal(16, 1, 1), normal(16, 1, 1, seed=1)


@pytest.mark.parametrize("size", [(9, 7), (1, 1)])
def test_factors_of_a_norm_over_channels(size: tuple[int, int]) -> None:
    """x * (r * gamma) + (beta - m * (r * gamma)) has no value that is copied to blocks."""

    def body(o: Ops, x: object, r: object, m: object) -> object:
        y = o.nn_conv2d(x, FIRST)
        scale = o.multiply(r, GAMMA)
        y = o.add(o.multiply(y, scale), o.subtract(BETA, o.multiply(m, scale)))
        return o.nn_conv2d(y, LAST, padding=1)

    names = converted(body, run=compiled, x=(2, 4, *size), r=(2, 1, *size), m=(2, 1, *size))
    assert names.count("nn.to_blocked") == 1  # the image
    assert names.count("nn.from_blocked") == 1
    assert names.count("multiply") == 3


def test_sequences() -> None:
    first, last, gamma = normal(16, 4, 1), normal(8, 16, 3), normal(16, 1)

    def body(o: Ops, x: object, r: object) -> object:
        return o.nn_conv1d(o.multiply(o.nn_conv1d(x, first), o.divide(gamma, r)), last, padding=1)

    names = converted(body, run=compiled, x=(2, 4, 13), r=(2, 1, 13))
    assert names.count("nn.to_blocked") == 1


def test_a_scalar_is_an_operand_too() -> None:
    def body(o: Ops, x: object, r: object, s: object) -> object:
        total = o.sum(s, axis=[0], keepdims=False)
        y = o.multiply(o.nn_conv2d(x, FIRST), o.multiply(o.multiply(r, GAMMA), total))
        return o.nn_conv2d(y, LAST)

    names = converted(body, run=compiled, x=(2, 4, 5, 6), r=(2, 1, 5, 6), s=(3,))
    assert names.count("nn.to_blocked") == 1


@pytest.mark.parametrize(
    ("shape", "operand"),
    [
        ((2, 16, 5, 6), GAMMA),  # an image of as many channels would be copied itself
        ((2, 1, 5, 6), normal(16, 5, 6)),  # a constant that differs by pixel
        ((2, 1, 1, 6), GAMMA),  # a row for all rows
    ],
)
def test_what_is_copied(shape: tuple[int, ...], operand: np.ndarray) -> None:
    def body(o: Ops, x: object, r: object) -> object:
        whole = o.broadcast_to(o.multiply(r, operand), shape=(2, 16, 5, 6)) if shape[2] == 1 else o.multiply(r, operand)
        y = o.nn_conv2d(x, FIRST)
        return o.nn_conv2d(o.multiply(y, o.add(whole, o.multiply(whole, GAMMA))), LAST)

    shapes = {"x": (2, 4, 5, 6), "r": shape}
    inputs = [normal(*one) for one in shapes.values()]
    after = DeadCodeElimination()(ConvertLayout(lanes=8)(graph(body, **shapes)))
    assert_close(compiled(after, *inputs), interpret(graph(body, **shapes), *inputs))
    assert operators(after).count("nn.to_blocked") == 2


def test_a_value_that_is_needed_plain_too_is_computed_in_both_layouts() -> None:
    def body(o: Ops, x: object, r: object) -> object:
        scale = o.multiply(r, GAMMA)
        return o.nn_conv2d(o.multiply(o.nn_conv2d(x, FIRST), scale), LAST), scale

    names = converted(body, run=compiled, x=(2, 4, 5, 6), r=(2, 1, 5, 6))
    assert names.count("multiply") == 3
    assert names.count("nn.to_blocked") == 1
