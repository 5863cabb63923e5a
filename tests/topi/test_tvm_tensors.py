"""TVM's names of operators on tensors, beside NumPy."""

from __future__ import annotations

import functools
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from evaluation import applied
from tolerances import assert_close

from mlcc import topi
from mlcc.diagnostics import MlccError
from mlcc.topi import tvm_networks, tvm_tensors

Array = np.ndarray[Any, Any]


def random(*shape: int, seed: int = 0) -> Array:
    return np.random.default_rng([seed, *shape]).standard_normal(shape).astype("float32")


PLACES = np.array([[0, 3], [1, 1], [2, 0]])
A, B = random(3, 4), random(3, 4, seed=1)
V = random(5)

CASES: list[tuple[str, tuple[Any, ...], Any]] = [
    ("fast_exp", (A,), np.exp(A)),
    ("fast_erf", (A,), np.vectorize(math.erf)(A)),
    ("fast_tanh", (A,), np.tanh(A)),
    ("elemwise_sum", ([A, B, A],), A + B + A),
    ("log_add_exp", (A * 100, B * 100), np.logaddexp(A * 100, B * 100)),
    ("zeros_like", (A,), np.zeros_like(A)),
    ("ones_like", (A,), np.ones_like(A)),
    ("expand_like", (random(4), A, 0), np.broadcast_to(random(4), (3, 4))),
    ("expand_like", (random(3), A, (-1,)), np.broadcast_to(random(3)[:, None], (3, 4))),
    ("slice_like", (random(5, 6), A), random(5, 6)[:3, :4]),
    ("slice_like", (random(5, 6), A, (-1,)), random(5, 6)[:, :4]),
    ("tensordot", (random(2, 3, 4), random(3, 4, 5), 2), np.tensordot(random(2, 3, 4), random(3, 4, 5), 2)),
    (
        "tensordot",
        (random(2, 3, 4), random(4, 2, 5), ((2, 0), (0, 1))),
        np.tensordot(random(2, 3, 4), random(4, 2, 5), ((2, 0), (0, 1))),
    ),
    ("meshgrid", ([V, random(3), random(2)],), np.meshgrid(V, random(3), random(2), indexing="ij")),
    ("meshgrid", ([V, random(3), random(2)], "xy"), np.meshgrid(V, random(3), random(2), indexing="xy")),
    ("shape", (A,), np.array([3, 4], np.int32)),
    ("ndarray_size", (A,), np.array(12, np.int32)),
    ("sliding_window", (A, 0, (2, 3), (1, 1)), np.lib.stride_tricks.sliding_window_view(A, (2, 3))),
    ("sliding_window", (random(2, 7), 1, (3,), (2,)),
     np.lib.stride_tricks.sliding_window_view(random(2, 7), 3, axis=1)[:, ::2]),
    ("adv_index", (A, [np.array([[0], [2]]), np.array([3, 1, 1])]), A[np.array([[0], [2]]), np.array([3, 1, 1])]),
    ("adv_index", (A, [np.array([2, 0])]), A[[2, 0]]),
    ("gather", (A, 1, PLACES), np.take_along_axis(A, PLACES, 1)),
    ("gather", (A, np.array([2, 0]), 0), A[[2, 0]]),
    ("invert_permutation", (np.array([2, 0, 3, 1]),), np.array([1, 3, 0, 2])),
    ("div", (A, B), A / B),
    ("floordiv", (PLACES, PLACES * 2 - 3), PLACES // (PLACES * 2 - 3)),
    ("floormod", (PLACES, PLACES * 2 - 3), PLACES % (PLACES * 2 - 3)),
    ("nn.reflect_pad", (A, (1, 2), (2, 0)), np.pad(A, ((1, 2), (2, 0)), "reflect")),
    ("nn.replicate_pad", (A, (1, 2)), np.pad(A, ((1, 1), (2, 2)), "edge")),
    ("nn.circular_pad", (A, (1, 2)), np.pad(A, ((1, 1), (2, 2)), "wrap")),
    ("hamming_window", (7, False), np.hamming(7).astype("float32")),
]  # fmt: skip


@pytest.mark.parametrize("case", range(len(CASES)), ids=[f"{n}-{case[0]}" for n, case in enumerate(CASES)])
def test_names_beside_numpy(case: int) -> None:
    name, args, want = CASES[case]
    got = applied(functools.reduce(getattr, name.split("."), topi), *args)
    pairs = zip(got, want, strict=True) if isinstance(got, list) else [(got, want)]
    for result, wanted in pairs:
        assert result.shape == wanted.shape
        assert_close(result, wanted)


@pytest.mark.parametrize("axis", [0, 1])
def test_a_mask_of_sequences(axis: int) -> None:
    data, lengths = random(4, 3, 2), np.array([1, 4, 0, 2][: 4 if axis else 3], np.int64)
    time, batch = np.arange(data.shape[axis]), lengths
    inside = time[:, None] < batch if axis == 0 else time < batch[:, None]
    assert_close(applied(topi.sequence_mask, data, lengths, -1.0, axis), np.where(inside[..., None], data, -1))


@pytest.mark.parametrize(("begin", "end", "strides"), [((0, 1), (3, 4), (2, 1)), ((-2, 0), (5, -1), (1, 2))])
def test_a_slice_is_set(begin: Any, end: Any, strides: Any) -> None:
    want = A.copy()
    place = tuple(slice(b, e, s) for b, e, s in zip(begin, end, strides, strict=True))
    values = random(*want[place].shape, seed=5)
    want[place] = values
    assert_close(applied(topi.strided_set, A, values, begin, end, strides), want)


def test_sparse_values_become_dense() -> None:
    rows = np.array([[0, 1], [2, 3]])
    want = np.full((3, 4), 0.5, "float32")
    want[rows[:, 0], rows[:, 1]] = [1, 2]
    got = applied(lambda i, v: topi.sparse_to_dense(i, (3, 4), v, 0.5), rows, np.array([1, 2], "float32"))
    assert_close(got, want)
    got = applied(lambda i, v: topi.sparse_to_dense(i, (4,), v), np.array([3, 1]), np.array([1, 2], "float32"))
    assert_close(got, [0, 2, 0, 1])


@pytest.mark.parametrize("k", [0, 1, -2])
def test_a_diagonal_is_set(k: int) -> None:
    data = random(2, 4, 5)
    length = np.diagonal(data, k, 1, 2).shape[-1]
    diagonal = random(2, length, seed=3)
    want = data.copy()
    for n in range(length):
        want[:, n + max(-k, 0), n + max(k, 0)] = diagonal[:, n]
    assert_close(applied(topi.matrix_set_diag, data, diagonal, k), want)


@pytest.mark.parametrize("align", ["LEFT_LEFT", "RIGHT_LEFT", "LEFT_RIGHT", "RIGHT_RIGHT"])
def test_a_band_of_diagonals_is_set(align: str) -> None:
    data, low, high = random(4, 5), -2, 3
    lengths = {k: len(np.diagonal(data, k)) for k in range(low, high + 1)}
    longest = max(lengths.values())
    band = random(high - low + 1, longest, seed=3)
    want = data.copy()
    for k, length in lengths.items():
        right = align.split("_")[k < 0] == "RIGHT"
        shift = longest - length if right else 0
        for n in range(length):
            want[n + max(-k, 0), n + max(k, 0)] = band[high - k, n + shift]
    assert_close(applied(topi.matrix_set_diag, data, band, (low, high), align), want)


@pytest.mark.parametrize("right", [False, True])
def test_places_in_sorted_numbers(right: bool) -> None:
    rows = np.sort(np.array([[1, 3, 3, 7], [0, 2, 4, 4]], np.float32), -1)
    values = np.array([[3, 0, 9], [4, 2, 1]], np.float32)
    side: Any = "right" if right else "left"
    want = np.stack([np.searchsorted(r, v, side) for r, v in zip(rows, values, strict=True)])
    assert_close(applied(topi.searchsorted, rows, values, right), want)
    assert_close(
        applied(topi.searchsorted, rows[0], values, right),
        np.searchsorted(rows[0], values, side),
    )


@pytest.mark.parametrize("onesided", [False, True])
def test_short_time_fourier_transforms(onesided: bool) -> None:
    data, window = random(2, 21), np.hanning(8).astype("float32")
    frames = np.lib.stride_tricks.sliding_window_view(data, 8, axis=1)[:, ::3] * window
    want = (np.fft.rfft if onesided else np.fft.fft)(frames).transpose(0, 2, 1)
    got = applied(topi.stft, data, 8, 3, 8, window, False, onesided)
    assert_close(got, np.stack([want.real, want.imag], -1))


@pytest.mark.parametrize("multiply", [True, False])
def test_correlation(multiply: bool) -> None:
    a, b = random(1, 3, 6, 7), random(1, 3, 6, 7, seed=1)
    got = applied(topi.nn.correlation_nchw, a, b, 3, 2, 1, 2, 3, multiply)
    pa, pb = (np.pad(x[0], [(0, 0), (3, 3), (3, 3)]) for x in (a, b))
    rows, columns = 12 - 6, 13 - 6
    want = np.zeros((9, rows, columns))
    for q, (dy, dx) in enumerate((y, x) for y in (-2, 0, 2) for x in (-2, 0, 2)):
        for y in range(rows):
            for x in range(columns):
                one = pa[:, y + 2 : y + 5, x + 2 : x + 5]
                other = pb[:, y + 2 + dy : y + 5 + dy, x + 2 + dx : x + 5 + dx]
                want[q, y, x] = (one * other if multiply else abs(one - other)).mean()
    assert_close(got[0], want)


def test_regions() -> None:
    data = random(2, 3, 8, 9)
    rois = np.array([[0, 1, 1, 6, 5], [1, 0, 2, 8, 7]], "float32")
    got = applied(topi.vision.roi_align_nchw, data, rois, (2, 3), 1.0, "avg", 2)
    same = applied(
        lambda d, r, i: topi.vision.roi_align(d, r, i, 2, 3, 2, 1.0, "avg", False), data, rois[:, 1:], np.array([0, 1])
    )
    assert_close(got, same)
    pooled = applied(topi.vision.roi_pool_nchw, data, np.array([[1, 2, 2, 5, 5]], "float32"), 2, 1.0)
    assert_close(pooled[0, :, 0, 0], data[1, :, 2:4, 2:4].max((1, 2)))


def test_every_name_has_a_test() -> None:
    here = Path(__file__).parent
    text = "".join((here / f"test_tvm_{what}.py").read_text() for what in ("networks", "tensors"))
    letters = ("ncw", "nchw", "ncdhw")  # names that the tests compose
    composed = {f"nn.{g}conv{n}d_transpose_{letters[n - 1]}" for n in (1, 2, 3) for g in ("", "group_")}
    composed |= {f"nn.pool{n}d" for n in (1, 2, 3)} | {"nn.adaptive_pool", "nn.adaptive_pool1d", "nn.adaptive_pool3d"}
    names = {*tvm_networks.NAMES, *tvm_tensors.NAMES} - composed
    assert sorted(n for n in names if n.rsplit(".", 1)[-1] not in text) == []


def test_wrong_settings_are_refused() -> None:
    for fn, args in (
        (topi.sequence_mask, (A, V, 0.0, 2)),
        (topi.meshgrid, ([V], "zz")),
        (topi.matrix_set_diag, (A, V, 0, "MIDDLE")),
        (topi.expand_like, (A, A, 0)),
        (topi.strided_set, (A, A, (0,), (1,), (-1,))),
    ):
        with pytest.raises(MlccError) as caught:
            applied(fn, *args)
        assert caught.value.code == "T206"
