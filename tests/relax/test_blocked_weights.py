"""Weights in channel blocks: element by element, and packed at run time as at compile time."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from mlcc.ir import Var
from mlcc.relax.transform.blocked_weights import (
    block_channels,
    block_groups,
    dilated_weight,
    pack_conv_weight,
    pack_depthwise_weight,
    same_dims,
    split_phases,
    swapped_weight,
)

from .graphs import Ops, compiled, normal
from .layouts import converted


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_weights_that_are_no_constants_are_packed_by_a_kernel(rank: int) -> None:
    space, kernel = (6, 7, 8)[:rank], (3, 3, 3)[:rank]

    def body(o: Ops, x: object, w: object, d: object) -> object:
        conv = getattr(o, f"nn_conv{rank}d")
        return conv(conv(x, w, padding=1), d, groups=12)

    shapes = {"x": (1, 5, *space), "w": (12, 5, *kernel), "d": (12, 1, *kernel)}
    names = converted(body, run=compiled, **shapes)
    assert "nn.pack_conv_weight" in names
    assert "nn.depthwise_conv2d_nchwc" in names


def test_packing_of_weights() -> None:
    w = normal(20, 12, 3, 3)
    packed = pack_conv_weight(w, 4, 8)
    assert packed.shape == (3, 3, 3, 3, 4, 8)
    assert packed[1, 2, 0, 1, 3, 5] == w[13, 11, 0, 1]
    assert not packed[2, ..., 4:].any()
    depthwise = pack_depthwise_weight(normal(20, 1, 3, 3), 8)
    assert depthwise.shape == (3, 3, 3, 8)
    assert depthwise[2, 1, 1, 3] == normal(20, 1, 3, 3)[19, 0, 1, 1]


def test_blocks_of_channels_and_groups() -> None:
    x = np.arange(10, dtype="float32").reshape(10, 1)
    assert block_channels(x, 0, 4).shape == (3, 1, 4)
    padded = block_groups(x, 2, 4)
    assert padded[:, 0].tolist() == [0, 1, 2, 3, 4, 0, 0, 0, 5, 6, 7, 8, 9, 0, 0, 0]


def test_weights_by_phases() -> None:
    w = normal(2, 3, 5)
    phases = split_phases(w, [2], [1])
    assert phases.shape == (2, 3, 2, 3)
    np.testing.assert_array_equal(phases[:, :, 0], np.stack([w[..., 1], w[..., 3], 0 * w[..., 0]], -1))
    np.testing.assert_array_equal(phases[:, :, 1], w[..., ::2])


def test_swapped_weights() -> None:
    w = normal(4, 3, 2)
    swapped = swapped_weight(w, 2)
    assert swapped.shape == (6, 2, 2)
    dilated = dilated_weight(swapped, [3])
    assert dilated.shape == (6, 2, 4)
    np.testing.assert_array_equal(dilated[4, 1], [w[3, 1, 0], 0, 0, w[3, 1, 1]])


@pytest.mark.parametrize("shape", [(8, 4, 3, 3), (5, 7, 1, 2), (1, 1, 1, 1), (17, 3, 2, 3)])
@pytest.mark.parametrize("blocks", [(4, 8), (3, 16), (1, 1)])
def test_every_element_is_where_it_is_read(shape: tuple[int, ...], blocks: tuple[int, int]) -> None:
    (inner, outer), w = blocks, normal(*shape)
    packed = pack_conv_weight(w, inner, outer)
    assert packed.shape == (-(-shape[0] // outer), -(-shape[1] // inner), *shape[2:], inner, outer)
    for o, i in itertools.product(range(shape[0]), range(shape[1])):
        np.testing.assert_array_equal(packed[o // outer, i // inner, ..., i % inner, o % outer], w[o, i])
    assert np.count_nonzero(packed) == np.count_nonzero(w)  # the rest is padding


def test_shapes_that_are_equal_for_all_sizes() -> None:
    n, m = Var("n", "int64"), Var("m", "int64")
    assert same_dims((n, 3, n * 2), (n, 3, n * 2))
    assert not same_dims((n, 3), (m, 3))
    assert not same_dims((n, 3), (n, 3, 1))
    assert not same_dims(None, (n,))
