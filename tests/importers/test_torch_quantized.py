"""Quantised programs of PyTorch: the operators of pt2e, and torchao's weights, keep their integers in the library."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mlcc

pytest.importorskip("torch.ao.quantization.fx._decomposed")

import torch  # noqa: E402

q = torch.ops.quantized_decomposed
SIZE = 256


def weights(seed: int, *shape: int) -> Any:
    return torch.from_numpy(np.random.default_rng(seed).integers(-127, 128, shape, dtype=np.int8))


def data(seed: int, *shape: int) -> Any:
    return torch.from_numpy(np.random.default_rng(seed).normal(size=shape).astype("float32"))


class Held(torch.nn.Module):
    """A function of an input, weights, scales and zero points, all but the input buffers."""

    def __init__(self, function: Callable[..., Any], **buffers: Any) -> None:
        super().__init__()
        self.function = function
        for name, value in buffers.items():
            self.register_buffer(name, value)

    def forward(self, x: Any) -> Any:
        return self.function(self, x)


def static_layers(m: Any, x: Any) -> Any:
    """A convolution and a product of bytes, as `convert_pt2e` writes them."""
    byte = (0.04, 120, 0, 255, torch.uint8)
    x = q.dequantize_per_tensor(q.quantize_per_tensor(x, *byte), *byte)
    w = q.dequantize_per_channel(m.conv, m.conv_scales, m.conv_zeros, 0, -128, 127, torch.int8)
    y = torch.relu(torch.nn.functional.conv2d(x, w, m.bias, padding=1))
    half = (0.3, 3, 0, 127, torch.uint8)  # a range that is not the type's
    y = q.dequantize_per_tensor(q.quantize_per_tensor(y, *half), *half).mean((2, 3))
    return torch.nn.functional.linear(y, q.dequantize_per_channel(m.w, m.scales, m.zeros, 0, -128, 127, torch.int8))


def rounded(x: Any) -> Any:
    pair = q.choose_qparams.tensor(x, 0, 255, 2**-12, torch.uint8)
    x = q.quantize_per_tensor.tensor(x, *pair, 0, 255, torch.uint8)
    return q.dequantize_per_tensor.tensor(x, *pair, 0, 255, torch.uint8)


def dynamic_layers(m: Any, x: Any) -> Any:
    """Products and convolutions of values whose scales are computed."""
    image = rounded(x[:, :243].reshape(1, 15, 9, 9))
    kernel = q.dequantize_per_channel(m.conv, m.conv_scales, m.conv_zeros, 0, -128, 127, torch.int8)
    y = torch.nn.functional.conv2d(image, kernel, m.bias, groups=5).mean()
    w = q.dequantize_per_channel(m.w, m.scales, m.zeros, 0, -128, 127, torch.int8)
    return torch.nn.functional.linear(rounded(x), w) + y + x @ w.T


def tokens(m: Any, x: Any) -> Any:
    pair = q.choose_qparams_per_token_asymmetric(x, torch.int8)
    x = q.quantize_per_token(x, *pair, -128, 127, torch.int8)
    x = q.dequantize_per_token(x, *pair, -128, 127, torch.int8, torch.float32)
    w = q.dequantize_per_channel_group(m.w, m.groups, None, -128, 127, torch.int8, 32, torch.float32)
    return torch.nn.functional.linear(x, w)


def packed(m: Any, x: Any) -> Any:
    return torch.ops.aten._weight_int8pack_mm(x, m.w, m.scales)


def scales(seed: int, *shape: int) -> Any:
    return torch.from_numpy(np.random.default_rng(seed).uniform(0.001, 0.01, shape).astype("float32"))


LAYERS = {
    "static": (static_layers, {"conv": weights(1, SIZE, 3, 3, 3), "conv_scales": scales(2, SIZE),
                               "conv_zeros": torch.zeros(SIZE, dtype=torch.int64), "bias": data(3, SIZE)}),
    "dynamic": (dynamic_layers, {"conv": weights(1, 5, 3, 3, 3), "conv_scales": scales(2, 5),
                                 "conv_zeros": torch.zeros(5, dtype=torch.int64), "bias": data(3, 5)}),
    "tokens": (tokens, {"groups": scales(4, SIZE, SIZE // 32)}),
    "packed": (packed, {}),
}  # fmt: skip


def difference(got: Any, want: Any) -> float:
    return float(np.abs(np.asarray(got) - want.detach().numpy()).max() / np.abs(want.detach().numpy()).max())


@pytest.mark.parametrize("name", LAYERS)
def test_integers_of_pt2e_stay_integers(name: str, tmp_path: Path) -> None:
    function, more = LAYERS[name]
    buffers = {"w": weights(5, SIZE, SIZE), "scales": scales(6, SIZE), "zeros": torch.zeros(SIZE, dtype=torch.int64)}
    x = data(7, 1, 3, 9, 7) if name == "static" else data(7, 5, SIZE)
    model = Held(function, **buffers, **more).eval()
    program = torch.export.export(model, (x,))
    torch.export.save(program, tmp_path / "net.pt2")
    library = mlcc.build(str(tmp_path / "net.pt2"))
    # A value on the border between two integers may be rounded to either: at most one step of one row.
    assert difference(library(x.numpy()), model(x)) < (4e-3 if name in ("static", "tokens") else 1e-5)
    library.export_library(tmp_path / "net.so")
    assert (tmp_path / "net.so").stat().st_size < 3 * SIZE * SIZE


AO = {
    "int8 weights": ("Int8WeightOnlyConfig", {}), "int8": ("Int8DynamicActivationInt8WeightConfig", {}),
    "int4 groups": ("IntxWeightOnlyConfig", {"weight_dtype": torch.int4}),
    "int4 and int8": ("Int8DynamicActivationIntxWeightConfig", {"weight_dtype": torch.int4}),
}  # fmt: skip


@pytest.mark.parametrize("name", AO)
def test_layers_of_torchao(name: str, tmp_path: Path) -> None:
    ao = pytest.importorskip("torchao.quantization")
    config, options = AO[name]
    layers = (torch.nn.Linear(SIZE, SIZE), torch.nn.ReLU(), torch.nn.Linear(SIZE, 24))
    model = torch.nn.Sequential(*layers).eval()
    ao.quantize_(model, getattr(ao, config)(**options))
    x = data(8, 2, 3, SIZE)
    program = torch.export.export(model, (x,), dynamic_shapes=({0: torch.export.Dim("b", max=64)},))
    library = mlcc.build(mlcc.relax.frontend.torch.from_exported_program(program))
    assert difference(library(x.numpy()), model(x)) < 4e-3
    library.export_library(tmp_path / "net.so")
    assert (tmp_path / "net.so").stat().st_size < 3 * SIZE * SIZE


def test_rows_of_a_table_of_bytes() -> None:
    def rows(m: Any, x: Any) -> Any:
        table = q.dequantize_per_channel(m.w, m.scales, m.zeros, 0, -128, 127, torch.int8)
        return torch.nn.functional.embedding(x, table)

    zeros = torch.arange(SIZE) % 5
    model = Held(rows, w=weights(9, SIZE, 16), scales=scales(10, SIZE), zeros=zeros).eval()
    x = torch.tensor([[3, 0, 255], [7, 7, 100]])
    library = mlcc.build(mlcc.relax.frontend.torch.from_exported_program(torch.export.export(model, (x,))))
    assert difference(library(x.numpy()), model(x)) < 1e-6
