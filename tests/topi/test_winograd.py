"""Winograd's convolution against sums in float64: interpreted, compiled with its schedule, and how much it rounds."""

from __future__ import annotations

import functools

import numpy as np
import pytest
from evaluation import evaluate, normal

import mlcc
from mlcc import te, topi
from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule
from mlcc.schedule import schedule_function
from mlcc.target import Target
from mlcc.topi import pack_winograd_weight
from mlcc.topi.winograd import transform_weight

#: The largest error relative to the largest result, for random data and up to 512 channels.
BOUND = {2: 1e-6, 4: 5e-6}


def direct(x: np.ndarray, weight: np.ndarray, pads: tuple[int, int, int, int]) -> np.ndarray:
    """The convolution of plain layouts in float64."""
    top, left, below, right = pads
    padded = np.pad(x.astype("float64"), ((0, 0), (0, 0), (top, below), (left, right)))
    h, w = padded.shape[2] - 2, padded.shape[3] - 2
    taps = [(i, j) for i in range(3) for j in range(3)]
    sums = (
        np.tensordot(padded[:, :, i : i + h, j : j + w], weight[:, :, i, j].astype("float64"), (1, 1)) for i, j in taps
    )
    return functools.reduce(np.add, sums).transpose(0, 3, 1, 2)


def blocked(x: np.ndarray, block: int) -> np.ndarray:
    n, c, h, w = x.shape
    return np.ascontiguousarray(x.reshape(n, c // block, block, h, w).transpose(0, 1, 3, 4, 2))


def plain(x: np.ndarray) -> np.ndarray:
    n, c, h, w, block = x.shape
    return x.transpose(0, 1, 4, 2, 3).reshape(n, c * block, h, w)


def rounding(got: np.ndarray, want: np.ndarray) -> float:
    return float(np.abs(got - want).max() / np.abs(want).max())


@pytest.mark.cover(1)
@pytest.mark.parametrize("tile", [2, 4])
@pytest.mark.parametrize(
    ("size", "pads", "band"),
    [((3, 3), (0, 0, 0, 0), 1), ((5, 7), (1, 1, 1, 1), 1), ((9, 4), (1, 0, 2, 1), 2), ((4, 4), (1, 1, 1, 1), 3)],
)
def test_what_it_computes(tile: int, size: tuple[int, int], pads: tuple[int, int, int, int], band: int) -> None:
    x, weight = normal(2, 4, *size), normal(8, 4, 3, 3)
    packed = pack_winograd_weight(weight, tile, 2, 4)
    for attrs in ({"band": band}, {"band": 2, "group": 3}):
        got = evaluate("nn.winograd_conv2d_nchwc", blocked(x, 2), packed, padding=pads, **attrs)
        assert rounding(plain(got), direct(x, weight, pads)) < BOUND[tile]


@pytest.mark.every(2)
@pytest.mark.parametrize("tile", [2, 4])
@pytest.mark.parametrize(
    ("size", "steps"),
    # rows left over for no phase, one of them, all of them; other steps of rows and columns
    [((5, 5), (2, 2)), ((9, 12), (2, 2)), ((17, 24), (2, 2)), ((14, 19), (3, 2)), ((8, 11), (1, 4)), ((3, 2), (5, 2))],
)
def test_dilated_tiles(tile: int, size: tuple[int, int], steps: tuple[int, int]) -> None:
    x, weight = normal(2, 4, *size), normal(8, 4, 3, 3)
    packed, pads = pack_winograd_weight(weight, tile, 2, 4), (steps[0], steps[1], steps[0], steps[1])
    attrs = {"band": 2, "group": 3, "dilation": list(steps)}
    got = plain(evaluate("nn.winograd_conv2d_nchwc", blocked(x, 2), packed, padding=pads, **attrs))
    spread = np.zeros((8, 4, 1 + 2 * steps[0], 1 + 2 * steps[1]), "float32")
    spread[:, :, :: steps[0], :: steps[1]] = weight
    padded = np.pad(x.astype("float64"), ((0, 0), (0, 0), (steps[0],) * 2, (steps[1],) * 2))
    windows = np.lib.stride_tricks.sliding_window_view(padded, spread.shape[2:], (2, 3))
    assert rounding(got, np.einsum("ncyxij,ocij->noyx", windows, spread)) < BOUND[tile]


def test_dilated_tiles_are_numbered() -> None:
    packed = pack_winograd_weight(normal(8, 4, 3, 3), 4, 2, 4)
    with pytest.raises(MlccError, match="needs a `group`") as error:
        evaluate("nn.winograd_conv2d_nchwc", blocked(normal(1, 4, 9, 9), 2), packed, dilation=2)
    assert error.value.code == "T203"


def test_weights_are_padded_to_blocks() -> None:
    x, weight = normal(1, 3, 5, 5), normal(5, 3, 3, 3)
    packed = pack_winograd_weight(weight, 4, 4, 4)
    assert packed.shape == (6, 6, 2, 4, 4)
    wide = np.concatenate([x, normal(1, 1, 5, 5)], 1)
    got = plain(evaluate("nn.winograd_conv2d_nchwc", blocked(wide, 4), packed))
    assert rounding(got[:, :5], direct(x, weight, (0, 0, 0, 0))) < BOUND[4]
    assert not got[:, 5:].any()


def test_weights_keep_their_type() -> None:
    assert transform_weight(normal(2, 3, 3, 3), 2).dtype == np.float32


@pytest.mark.parametrize("shape", [(5, 5, 1, 4, 2), (6, 4, 1, 4, 2), (6, 6, 1, 4, 3), (6, 6, 1, 6, 2)])
def test_weights_that_do_not_fit(shape: tuple[int, ...]) -> None:
    with pytest.raises(MlccError) as caught:
        evaluate("nn.winograd_conv2d_nchwc", normal(1, 2, 5, 5, 2), normal(*shape))
    assert caught.value.code == "T203"


def compiled(x: np.ndarray, weight: np.ndarray, tile: int, band: int, vectors: int) -> tuple[np.ndarray, np.ndarray]:
    """The convolution with a bias, a clamp and a sum behind it, compiled with its schedule; and in float64."""
    lanes = Target.parse(None).vector_lanes("float32")
    (_, _, h, w), o = x.shape, weight.shape[0]
    bias, other = normal(1, o, 1, 1), normal(x.shape[0], o, h, w)
    arrays = [blocked(x, lanes), pack_winograd_weight(weight, tile, lanes, vectors * lanes), blocked(bias, lanes)]
    arrays.append(blocked(other, lanes))
    tensors = [te.placeholder(a.shape, "float32", f"p{n}") for n, a in enumerate(arrays)]
    y = topi.call_operator("nn.winograd_conv2d_nchwc", tensors[:2], {"padding": 1, "band": band})
    result = topi.add(topi.nn.relu(topi.add(y, tensors[2])), tensors[3])
    func = te.create_prim_func([*tensors, result]).with_attr(
        {"global_symbol": "main", "tir.noalias": True, "op": "nn.winograd_conv2d_nchwc"}
    )
    scheduled, script, _ = schedule_function(func, Target.parse(None))
    assert script is not None
    assert script.name == "winograd_nchwc"
    call = mlcc.build(IRModule({"main": scheduled})).bind(arrays)
    call()
    want = np.maximum(direct(x, weight, (1, 1, 1, 1)) + bias, 0) + other
    return plain(np.asarray(call.outputs[0] if isinstance(call.outputs, list | tuple) else call.outputs)), want


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("batch", "blocks", "size", "tile", "band", "vectors"),
    [
        (1, (1, 2), (8, 8), 4, 2, 2),  # tiles that fit
        (1, (2, 1), (7, 13), 4, 2, 1),  # edges both ways
        (2, (1, 3), (9, 5), 2, 1, 3),  # a batch, a ragged last band
        (1, (1, 4), (30, 30), 4, 4, 2),  # several bands, a ragged register tile
        (1, (6, 2), (6, 6), 2, 3, 2),
    ],
)
def test_compiled(
    batch: int, blocks: tuple[int, int], size: tuple[int, int], tile: int, band: int, vectors: int
) -> None:
    lanes = Target.parse(None).vector_lanes("float32")
    x, weight = normal(batch, blocks[0] * lanes, *size), normal(blocks[1] * lanes, blocks[0] * lanes, 3, 3)
    got, want = compiled(x, weight, tile, band, vectors)
    assert rounding(got, want) < BOUND[tile]


@pytest.mark.parametrize("tile", [2, 4])
def test_rounding_of_long_sums(tile: int) -> None:
    lanes = Target.parse(None).vector_lanes("float32")
    got, want = compiled(normal(1, 512, 14, 14), normal(2 * lanes, 512, 3, 3), tile, 14 // tile, 2)
    assert rounding(got, want) < BOUND[tile]
