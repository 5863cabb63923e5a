"""DFT and STFT models against NumPy's transforms: axes, lengths, few and many rows, rows known at run time only."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx_models import FLOAT, model_of, node
from tolerances import assert_close

import mlcc
from mlcc.importers.onnx import from_onnx

Array = np.ndarray[Any, Any]


def spectrum(x: Array, axis: int, length: int | None, inverse: bool, onesided: bool) -> Array:
    axis %= x.ndim
    z = x[..., 0].astype("float64") + (1j * x[..., 1] if x.shape[-1] == 2 else 0)
    if inverse and onesided:
        return np.fft.irfft(z, length, axis=axis)[..., None]
    y = (np.fft.ifft if inverse else np.fft.fft)(z, length, axis=axis)
    if onesided:
        y = np.take(y, range(y.shape[axis] // 2 + 1), axis)
    return np.stack([y.real, y.imag], -1)


@pytest.mark.every(4)
@pytest.mark.parametrize(
    ("shape", "axis", "length", "inverse", "onesided"),
    [
        ((40, 60, 1), 1, None, False, False),
        ((3, 10, 4, 1), 1, None, False, True),
        ((3, 10, 4, 2), 2, 7, False, False),
        ((20, 33, 2), -2, 64, True, False),
        ((9, 33, 2), 1, None, True, True),
        ((9, 33, 2), 1, 65, True, True),
        # few rows: in two steps
        ((1, 1024, 1), 1, None, False, True),
        ((2, 120, 2), 1, None, True, False),
        ((2, 6, 120, 1), 2, 120, True, False),
        ((1, 211, 1), 1, None, False, False),
        # a long one with many rows
        ((9, 5000, 2), 1, None, False, False),
    ],
)
def test_transforms(shape: tuple[int, ...], axis: int, length: int | None, inverse: bool, onesided: bool) -> None:
    x = np.random.default_rng(len(shape)).standard_normal(shape).astype("float32")
    values = {"axis": np.int64(axis)} | ({} if length is None else {"length": np.int64(length)})
    inputs = ["x", "" if length is None else "length", "axis"]
    nodes = [node("DFT", inputs, ["y"], inverse=int(inverse), onesided=int(onesided))]
    got = mlcc.build(from_onnx(model_of(nodes, {"x": (FLOAT, shape)}, ["y"], values, opset=20)))(x)
    want = spectrum(x, axis, length, inverse, onesided)
    assert got.shape == want.shape
    assert np.abs(got - want).max() <= 1e-6 * np.abs(want).max()


@pytest.mark.parametrize("rows", [1, 19])
def test_rows_known_at_run_time(rows: int) -> None:
    nodes = [node("DFT", ["x"], ["y"], axis=2, onesided=1)]
    library = mlcc.build(from_onnx(model_of(nodes, {"x": (FLOAT, ["n", 3, 30, 1])}, ["y"])))
    x = np.random.default_rng(rows).standard_normal((rows, 3, 30, 1)).astype("float32")
    np.testing.assert_allclose(library(x), spectrum(x, 2, None, False, True), rtol=0, atol=1e-5)


@pytest.mark.parametrize(("size", "step", "windowed"), [(60, 25, True), (33, 33, False)])
def test_frames(size: int, step: int, windowed: bool) -> None:
    rng = np.random.default_rng(size)
    x, window = rng.standard_normal((2, 400, 1)).astype("float32"), rng.random(size).astype("float32")
    values = {"step": np.int64(step), "size": np.int64(size)} | ({"window": window} if windowed else {})
    nodes = [node("STFT", ["x", "step", "window" if windowed else "", "size"], ["y"])]
    got = mlcc.build(from_onnx(model_of(nodes, {"x": (FLOAT, x.shape)}, ["y"], values)))(x)
    starts = range(0, 400 - size + 1, step)
    frames = np.stack([x[:, s : s + size] for s in starts], 1) * (window[:, None] if windowed else 1)
    assert_close(got, spectrum(frames, 2, None, False, True))


def test_frames_of_a_signal_whose_length_is_known_at_run_time() -> None:
    window, values = np.hanning(32).astype("float32"), {"step": np.int64(10)}
    model = model_of([node("STFT", ["x", "step", "window"], ["y"])], {"x": (FLOAT, ["n", "t"])}, ["y"],
                     {**values, "window": window})  # fmt: skip
    library = mlcc.build(from_onnx(model))
    for rows, length in ((1, 32), (2, 81)):
        x = np.random.default_rng(length).standard_normal((rows, length)).astype("float32")
        frames = np.stack([x[:, s : s + 32] for s in range(0, length - 31, 10)], 1) * window
        assert_close(library(x), spectrum(frames[..., None], 2, None, False, True))
