"""Bytes in words of four, as dot-product instructions read them."""

from __future__ import annotations

import numpy as np
import pytest

from mlcc.relax.transform.packed_words import pack_conv_words, pack_matrix_words


def bytes_of(*shape: int) -> np.ndarray:
    return np.random.default_rng(shape).integers(-128, 128, shape).astype("int8")


@pytest.mark.parametrize(("shape", "width"), [((8, 16), 16), ((52, 33), 16), ((4, 1), 8), ((12, 70), 32)])
def test_panels_of_a_matrix(shape: tuple[int, int], width: int) -> None:
    """Unpacked again it is the matrix, with zeros in columns that are missing."""
    matrix = bytes_of(*shape)
    packed = pack_matrix_words(matrix, width)
    assert packed.shape == (-(-shape[1] // width), shape[0] // 4, width)
    wide = np.zeros((shape[0], packed.shape[0] * width), "int8")
    for n in range(4):
        wide[n::4] = np.moveaxis((packed >> 8 * n).astype("int8"), 1, 0).reshape(shape[0] // 4, -1)
    np.testing.assert_array_equal(wide[:, : shape[1]], matrix)
    assert not wide[:, shape[1] :].any()


@pytest.mark.parametrize("shape", [(16, 8, 3, 3), (5, 6, 1, 2), (17, 3, 2, 1)])
def test_products_of_words_are_the_convolution(shape: tuple[int, ...]) -> None:
    """The sum of the four byte products of words is what the packed weight must give."""
    weight, block_in, block_out = bytes_of(*shape), 4, 16
    words = pack_conv_words(weight, block_in, block_out)
    assert words.shape == (-(-shape[0] // 16), -(-shape[1] // 4), *shape[2:], 1, 16)
    x = bytes_of(1, shape[1], *shape[2:])[0].astype(np.int64)
    padded = np.zeros((-(-shape[1] // 4) * 4, *shape[2:]), np.int64)
    padded[: shape[1]] = x
    data = padded.reshape(-1, 4, *shape[2:])
    got = np.zeros((words.shape[0], 16), np.int64)
    for n in range(4):
        taps = (words[..., 0, :] >> 8 * n).astype("int8").astype(np.int64)
        got += np.einsum("oihwb,ihw->ob", taps, data[:, n])
    np.testing.assert_array_equal(got.reshape(-1)[: shape[0]], (weight.astype(np.int64) * x).sum((1, 2, 3)))
