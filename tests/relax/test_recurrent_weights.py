"""Recurrent weights packed while compiling equal those that the operators pack."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from mlcc import reference, te, topi
from mlcc.relax.transform import FoldConstant
from mlcc.relax.transform.recurrent_weights import (
    pack_recurrent,
    pack_recurrent_pairs,
    pack_recurrent_tiles,
    pack_recurrent_words,
    unpack_recurrent_words,
)

from .graphs import constants, graph, operators


@pytest.mark.parametrize("cell", topi.RECURRENT_CELLS)
@pytest.mark.parametrize("hidden", [5, 16, 37])
def test_packing_agrees_with_the_operator(cell: str, hidden: int) -> None:
    gates, unit, width = topi.RECURRENT_CELLS[cell]
    r = np.random.default_rng(hidden).standard_normal((2, gates * hidden, hidden)).astype("float32")
    data = te.placeholder(r.shape, name="r")
    (want,) = reference.run(te.create_prim_func([data, topi.nn.pack_recurrent(data, cell)]), [r])
    np.testing.assert_array_equal(pack_recurrent(r, gates, unit, width), want)


@pytest.mark.parametrize("hidden", [21, 32])
def test_words_of_recurrent_weights(hidden: int) -> None:
    """Byte i of word w is weight i * words + w of its column; weights beyond the hidden size are 0."""
    r = np.random.default_rng(0).integers(-128, 128, (2, 4 * hidden, hidden)).astype("int8")
    packed = pack_recurrent(r, 4, 16, 64)
    data = te.placeholder(packed.shape, "int8", name="r")
    (words,) = reference.run(te.create_prim_func([data, topi.nn.pack_recurrent_words(data)]), [packed])
    assert words.shape == (2, 2, 8, 64)
    by_byte = np.moveaxis(words.view("int8").reshape(2, 2, 8, 64, 4), -1, 2).reshape(2, 2, 32, 64)
    np.testing.assert_array_equal(by_byte[:, :, :hidden], packed)
    assert not by_byte[:, :, hidden:].any()
    np.testing.assert_array_equal(pack_recurrent_words(packed, 8), words)


def test_pairs_of_recurrent_weights() -> None:
    """The two numbers of a word are half of the padded hidden size apart."""
    packed = pack_recurrent(np.random.default_rng(0).standard_normal((2, 84, 21)).astype(ml_dtypes.bfloat16), 4, 16, 64)
    words = pack_recurrent_pairs(packed, 16)
    assert (words.shape, words.dtype) == ((2, 2, 16, 64), np.int32)
    low, high = np.moveaxis(words.view(ml_dtypes.bfloat16).reshape(2, 2, 16, 64, 2), -1, 0)
    np.testing.assert_array_equal(np.concatenate([low, high], 2)[:, :, :21], packed)
    assert not high[:, :, 5:].any()


def test_weights_of_tile_registers() -> None:
    """Row r of a gate's register has elements 2 r and 2 r + 1 along H, of 16 units; beyond H they are 0."""
    r = np.arange(2 * 84 * 21, dtype="uint16").reshape(2, 84, 21)  # any elements of 16 bits
    packed = pack_recurrent(r, 4, 16, 64)
    tiles = pack_recurrent_tiles(packed, 16, 32)
    assert tiles.shape == (2, 2, 1, 4, 16, 16, 2)
    for gate, unit, k in [(0, 0, 0), (1, 5, 7), (3, 20, 20), (2, 17, 13)]:
        assert tiles[1, unit // 16, 0, gate, k // 2, unit % 16, k % 2] == r[1, gate * 21 + unit, k]
    assert not tiles[..., 10, :, 1].any()
    assert not tiles[..., 11:, :, :].any()


def test_bytes_of_tile_registers() -> None:
    """Words are taken apart again; a row of a register has groups of four elements along H."""
    r = np.random.default_rng(0).integers(-128, 128, (2, 84, 21)).astype("int8")
    packed = pack_recurrent(r, 4, 16, 64)
    numbers = unpack_recurrent_words(pack_recurrent_words(packed, 8))
    np.testing.assert_array_equal(numbers[:, :, :21], packed)
    assert not numbers[:, :, 21:].any()
    tiles = pack_recurrent_tiles(numbers, 16, 64)
    assert tiles.shape == (2, 2, 1, 4, 16, 16, 4)
    for gate, unit, k in [(0, 0, 0), (1, 5, 7), (3, 20, 20), (2, 17, 13)]:
        assert tiles[1, unit // 16, 0, gate, k // 4, unit % 16, k % 4] == r[1, gate * 21 + unit, k]


def test_constant_weights_are_packed_once() -> None:
    r = np.random.default_rng(0).integers(-128, 128, (1, 4 * 21, 21)).astype("int8")

    def body(o, x):
        packed = o.nn_pack_recurrent_words(o.nn_pack_recurrent(r, cell="lstm"))
        return o.add(o.cast(packed, dtype="float32"), x)

    folded = FoldConstant()(graph(body, x=(1,)))
    assert operators(folded) == ["add"]
    words = pack_recurrent_words(pack_recurrent(r, 4, 16, 64), 8).astype("float32")
    assert any(c.shape == words.shape and (c == words).all() for c in constants(folded))
