"""Transposed convolutions on channel blocks: phases, products and plain convolutions give the defined numbers."""

from __future__ import annotations

import numpy as np
import pytest

from mlcc.ir import Var, verify
from mlcc.relax.transform import ConvertLayout, DeadCodeElimination

from .graphs import Ops, assert_close, compiled, graph, interpret, normal, operators

PHASES, DEPTHWISE = "nn.conv2d_transpose_nchwc", "nn.depthwise_conv2d_transpose_nchwc"
#: What it becomes; data's shape; outputs per group; kernel; attributes.
CASES = [
    (PHASES, (1, 12, 5, 7), 8, (4, 4), {"strides": 2, "padding": 1}),
    (PHASES, (2, 5, 4, 3), 20, (3, 3), {"strides": [2, 2], "padding": [1, 0, 1, 1], "output_padding": [1, 0]}),
    (PHASES, (1, 8, 6, 5), 8, (2, 2), {"strides": 2}),
    (PHASES, (1, 8, 3, 4), 12, (5, 2), {"strides": [3, 4], "padding": [2, 0, 4, 1]}),
    (PHASES, (1, 16, 4, 4), 8, (3, 2), {"strides": 2, "dilation": [2, 1], "groups": 2, "padding": 1}),
    (PHASES, (1, 8, 5, 4), 4, (3, 3), {"strides": 2, "groups": 2}),
    (PHASES, (2, 10, 11), 16, (16,), {"strides": 8, "padding": 4}),
    (PHASES, (1, 16, 6), 9, (3,), {"strides": [2], "padding": [1, 1], "output_padding": [1]}),
    (PHASES, (1, 8, 3, 4, 5), 8, (2, 2, 2), {"strides": 2}),
    (PHASES, (1, 9, 2, 3, 4), 12, (3, 1, 4), {"strides": [2, 1, 2], "padding": [1, 0, 1, 0, 0, 2]}),
    (DEPTHWISE, (1, 9, 5, 6), 1, (16, 16), {"strides": 8, "padding": 4, "groups": 9}),
    (DEPTHWISE, (2, 16, 7), 1, (5,), {"strides": 2, "padding": 2, "groups": 16}),
    (DEPTHWISE, (1, 8, 2, 3, 3), 1, (4, 2, 3), {"strides": 2, "padding": 1, "groups": 8}),
    ("nn.conv2d_nchwc", (1, 8, 5, 6), 12, (3, 3), {"padding": [0, 1, 2, 1]}),
    ("nn.conv2d_nchwc", (1, 8, 9), 12, (4,), {"dilation": 2}),
    ("nn.conv2d_nchwc", (1, 9, 4, 5, 6), 16, (2, 3, 1), {}),
    ("nn.conv2d_nchwc", (1, 16, 6, 7), 3, (4, 4), {"strides": 2, "padding": 1}),
    ("nn.conv2d_nchwc", (1, 16, 5, 6), 3, (4, 3), {"strides": [2, 3], "padding": [3, 1, 2, 0], "output_padding": 1}),
    ("nn.add_taps", (1, 16, 5, 6), 3, (5, 3), {"strides": [2, 3], "padding": [3, 1, 2, 0], "output_padding": 1}),
    ("nn.add_taps", (2, 8, 5), 2, (3,), {"strides": 2, "dilation": 3, "padding": [1, 0]}),
    ("nn.add_taps", (1, 4, 3, 3), 3, (2, 1), {"strides": 3}),
    (PHASES, (1, 12, 5, 4), 5, (3, 4), {"strides": [3, 4], "dilation": [2, 3], "groups": 3, "padding": 1}),
    (DEPTHWISE, (1, 9, 5, 4), 1, (3, 2), {"strides": 2, "dilation": [1, 4], "padding": [1, 0, 2, 1], "groups": 9}),
    ("nn.conv2d_nchwc", (1, 8, 13), 2, (8,), {"strides": 4, "padding": 2}),
    ("nn.conv2d_nchwc", (1, 8, 3, 4, 3), 2, (2, 2, 2), {"strides": 2}),
    ("matmul", (2, 7, 1, 1), 12, (4, 4), {}),
    ("matmul", (1, 7, 1, 1), 12, (4, 3), {"strides": 2, "padding": [1, 0, 1, 2]}),
    ("matmul", (1, 6, 1), 5, (7,), {"strides": 3}),
]  # fmt: skip


@pytest.mark.every(4)
@pytest.mark.parametrize(("name", "shape", "outputs", "kernel", "attrs"), CASES)
def test_transposed(
    name: str, shape: tuple[int, ...], outputs: int, kernel: tuple[int, ...], attrs: dict[str, object]
) -> None:
    rank = len(kernel)
    w = normal(shape[1], outputs, *kernel)
    bias = normal(outputs * int(attrs.get("groups", 1)), *[1] * rank)

    def body(o: Ops, x: object) -> object:
        y = getattr(o, f"nn_conv{rank}d_transpose")(x, w, **attrs)
        return o.nn_relu(o.add(y, bias))

    before = graph(body, x=shape)
    after = DeadCodeElimination()(ConvertLayout(lanes=8)(before))
    verify(after)
    assert name in operators(after)
    x = normal(*shape, seed=9)
    assert_close(compiled(after, x), interpret(before, x))
    x.reshape(-1)[1] = np.nan  # no result has it that has no term of it, in a group of its own or between taps
    x.reshape(-1)[-2] = np.inf
    assert_close(compiled(after, x), interpret(before, x))


def test_between_convolutions_nothing_moves() -> None:
    first, up, last = normal(16, 8, 3, 3), normal(16, 8, 2, 2), normal(8, 8, 1, 1)

    def body(o: Ops, x: object) -> object:
        y = o.nn_relu(o.nn_conv2d(x, first, padding=1))
        y = o.nn_leaky_relu(o.nn_conv2d_transpose(y, up, strides=2))
        return o.nn_conv2d(y, last)

    before = graph(body, x=(1, 8, 5, 6))
    after = DeadCodeElimination()(ConvertLayout(lanes=8)(before))
    names = operators(after)
    assert names.count("nn.to_blocked") == names.count("nn.from_blocked") == 1
    x = normal(1, 8, 5, 6, seed=9)
    assert_close(compiled(after, x), interpret(before, x))


def test_few_channels_of_a_blocked_value() -> None:
    first, up = normal(16, 8, 3, 3), normal(16, 3, 4, 4)

    def body(o: Ops, x: object) -> object:
        return o.tanh(o.nn_conv2d_transpose(o.nn_relu(o.nn_conv2d(x, first)), up, strides=2, padding=1))

    before = graph(body, x=(1, 8, 6, 5))
    after = DeadCodeElimination()(ConvertLayout(lanes=8)(before))
    names = operators(after)
    assert names.count("nn.conv2d_nchwc") == 2
    assert names.count("nn.to_blocked") == 1
    x = normal(1, 8, 6, 5, seed=9)
    assert_close(compiled(after, x), interpret(before, x))


@pytest.mark.every(5)
@pytest.mark.parametrize(("name", "shape", "outputs", "kernel", "attrs"), [c for c in CASES if c[0] != "matmul"])
def test_images_of_any_size(
    name: str, shape: tuple[int, ...], outputs: int, kernel: tuple[int, ...], attrs: dict[str, object]
) -> None:
    """Of images, phase by phase as those of known size; few channels and volumes by one convolution whose
    channels are the phases; their groups stay as they are."""
    symbols = [Var(f"d{n}", "int64") for n in range(len(shape))]
    w = normal(shape[1], outputs, *kernel)

    def body(o: Ops, x: object) -> object:
        return o.nn_relu(getattr(o, f"nn_conv{len(kernel)}d_transpose")(x, w, **attrs))

    before = graph(body, x=(symbols[0], shape[1], *symbols[2:]))
    after = DeadCodeElimination()(ConvertLayout(lanes=8)(before))
    verify(after)
    blocked = {"nn.conv2d_nchwc", "nn.conv2d_transpose_nchwc", "nn.depthwise_conv2d_transpose_nchwc"}
    assert blocked & set(operators(after)) or "groups" in attrs
    assert ("nn.conv2d_transpose_nchwc" in operators(after)) <= (len(kernel) < 3)
    x = normal(*shape, seed=9)
    assert_close(compiled(after, x), interpret(before, x))


def test_a_sum_that_broadcasts_the_channel_of_one_operand_and_the_pixels_of_the_other() -> None:
    w = normal(20, 1, 3, 5)

    def body(o: Ops, x: object) -> object:
        return o.add(o.nn_conv2d(x, w, strides=2, padding=1), x)

    before, x = graph(body, x=(2, 1, 1, 4)), normal(2, 1, 1, 4, seed=9)
    assert_close(compiled(before, x), interpret(before, x))
