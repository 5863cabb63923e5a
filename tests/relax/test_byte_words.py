"""Products of bytes without dot products of four: the words, their weights, and results that are exact."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest

import mlcc
from mlcc.driver import build_files
from mlcc.relax.transform.byte_words import product_rate, word_numbers
from mlcc.target import Target

HASWELL = "llvm -mtriple=x86_64-linux-gnu -mcpu=haswell -num-cores=1"
MODEL = """
<ir_version: 9, opset_import: ["" : 17]>
g (float[5, 37] x, float[1, 37, 9, 7] i) => (float[5, 21] y, float[1, 24, 9, 7] o)
<int8[37, 21] w, int8[24, 37, 3, 3] k, float s = {0.02}, uint8 z = {3}, float t = {0.01}> {
  xq = QuantizeLinear (x, s, z)
  xd = DequantizeLinear (xq, s, z)
  wd = DequantizeLinear (w, t)
  y = MatMul (xd, wd)
  iq = QuantizeLinear (i, s, z)
  id = DequantizeLinear (iq, s, z)
  kd = DequantizeLinear (k, t)
  o = Conv <pads = [1, 1, 1, 1]> (id, kd)
}
"""


def test_weights_of_seven_bits_multiply_as_they_are() -> None:
    costs = Target.parse(HASWELL).costs
    weight = np.full((6, 3), 64, np.int8)
    assert word_numbers(weight, 0, costs) == "int7"
    assert word_numbers(-weight, 0, costs) == "int7"
    weight[2, 1] = 65  # 255 * (65 + 64) exceeds int16
    assert word_numbers(weight, 0, costs) == "int16"
    weight[3, 1] = -128  # of two signs, neighbours cannot
    assert word_numbers(weight, 0, costs) == "int7"
    assert word_numbers(weight[:5], 0, costs) == "int7"
    assert word_numbers(np.full((1, 3), -128, np.int8), 0, costs) == "int7"
    assert word_numbers(np.full((6, 3), 127, np.int8), 0, costs, rows=1) == "int8"  # as many bytes as there are
    assert word_numbers(np.full((6, 3), 127, np.int8), 0, costs, rows=64) == "int16"
    assert product_rate("int7", costs) > product_rate("int16", costs) > 1
    other = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=alderlake").costs
    assert word_numbers(weight, 0, other) == "int8"
    assert product_rate("int8", other) == 0


@pytest.mark.parametrize(("most", "instruction"), [(64, "vpmaddubsw"), (127, "vpmaddwd")])
def test_products_are_exact(most: int, instruction: str, tmp_path: Any) -> None:
    """Of the largest bytes too, whose sums of two an instruction would limit."""
    rng = np.random.default_rng(most)
    model = onnx.parser.parse_model(MODEL)
    weights = {n: rng.choice([-most, most], s).astype(np.int8) for n, s in {"w": (37, 21), "k": (24, 37, 3, 3)}.items()}
    kept = [t for t in model.graph.initializer if t.name not in weights]
    del model.graph.initializer[:]
    model.graph.initializer.extend([*kept, *(onnx.numpy_helper.from_array(v, n) for n, v in weights.items())])
    onnx.save(model, tmp_path / "m.onnx")
    built: Any = {"output": str(tmp_path / "m"), "target": HASWELL, "winograd": False}
    build_files(str(tmp_path / "m.onnx"), emit=("so", "s"), **built)
    assert f"\t{instruction}\t" in (tmp_path / "m.s").read_text()
    if not Target.parse(HASWELL).features <= Target.host().features:
        pytest.skip("this machine has no AVX2")
    x, image = (rng.integers(-9, 300, s).astype(np.float32) / 50 for s in ((5, 37), (1, 37, 9, 7)))
    y, o = mlcc.load(str(tmp_path / "m.so")).main(x, image)
    data, pixels = ((v / np.float32(0.02)).round().clip(-3, 252).astype(np.int64) for v in (x, image))
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(pixels, ((0, 0), (0, 0), (1, 1), (1, 1))), (3, 3), (2, 3))
    scale = np.float64(np.float32(0.02)) * np.float64(np.float32(0.01))
    np.testing.assert_allclose(y, data @ weights["w"].astype(np.int64) * scale, rtol=1e-6)
    np.testing.assert_allclose(
        o, np.einsum("nchwij,ocij->nohw", windows, weights["k"].astype(np.int64)) * scale, rtol=1e-6
    )
