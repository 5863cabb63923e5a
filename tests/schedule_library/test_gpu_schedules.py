"""The schedules for devices: what each is for, and results of kernels with odd sizes, by CUDA on the CPU."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import onnx
from on_cpu import cuda_on_cpu
from onnx import parser
from tolerances import assert_close

from mlcc.diagnostics import Diagnostic
from mlcc.driver import build
from mlcc.driver.inspection import unpack_schedules

MODELS = Path(__file__).parent.parent.parent / "samples" / "models"
#: One operator per output, all of sizes that no block of threads divides.
WINDOWS = """
<ir_version: 8, opset_import: ["" : 17]>
windows (float[2,6,13,37] x, float[2,6,41] s, float[6,1,3,3] d, float[4,3,3,3] g, float[6,1,2,2] t, float[6,1,5] l)
  => (float[2,6,6,18] a, float[2,6,7,19] b, float[2,6,7,19] c, float[2,4,13,37] e, float[2,6,26,74] f, float[2,6,20] h,
      float[2,6,1,1] i, float[2,6,13,1] j) {
  a = MaxPool <kernel_shape = [3, 3], strides = [2, 2]> (x)
  b = AveragePool <kernel_shape = [3, 3], strides = [2, 2], pads = [1, 1, 1, 1]> (x)
  p = Conv <group = 6, strides = [2, 2], pads = [1, 1, 1, 1]> (x, d)
  c = Relu (p)
  e = Conv <group = 2, pads = [1, 1, 1, 1]> (x, g)
  f = ConvTranspose <group = 6, strides = [2, 2]> (x, t)
  h = Conv <group = 6, strides = [2], pads = [1, 1]> (s, l)
  i = GlobalMaxPool (x)
  j = ReduceSum <keepdims = 1> (x, w)
}
"""


def windows() -> onnx.ModelProto:
    model = parser.parse_model(WINDOWS)
    model.graph.initializer.append(onnx.numpy_helper.from_array(np.array([3]), "w"))
    return model


def test_windows_of_odd_sizes(tmp_path: Path) -> None:
    cuda_on_cpu()
    path = str(tmp_path / "windows.onnx")
    onnx.save(windows(), path)
    notes: list[Diagnostic] = []
    library, plain = build(path, target="cuda", on_warning=notes.append), build(path)
    assert notes == []  # nothing without a schedule, nothing on the host
    used = Counter(item["from"] for item in unpack_schedules(library.spec.metadata["schedules"]).values())
    assert used["windows.yaml"] + used["window_passes.yaml"] >= 6
    rng = np.random.default_rng(2)
    args = [rng.standard_normal(item.shape).astype(np.float32) for item in plain.spec.functions[0].inputs]
    for got, wanted in zip(library["main"](*args), plain["main"](*args), strict=True):
        assert_close(got, wanted)


def test_symbolic_sizes_have_tiles() -> None:
    cuda_on_cpu()
    path = str(MODELS / "transformer.onnx")
    notes: list[Diagnostic] = []
    library, plain = build(path, target="cuda", on_warning=notes.append), build(path)
    # named is the product whose depth is symbolic
    assert [note.code for note in notes] == ["D182"]
    assert ["matmul" in line for line in notes[0].notes] == [True, False]
    (item,) = plain.spec.functions[0].inputs
    for tokens in (1, 33, 70):
        shape = [tokens if isinstance(d, str) else d for d in item.shape]
        x = np.random.default_rng(tokens).standard_normal(shape).astype(np.float32)
        assert_close(library["main"](x), plain["main"](x))


#: Products and sums that blocks of threads compute in parts, and convolutions in tiles of pixels.
PARTS = """
<ir_version: 8, opset_import: ["" : 17]>
parts (float[35,150] a, float[150,70] b, float[1,16,14,14] x, float[32,16,3,3] w, float[3,2100] s, float[1,200] v,
       float[200,70] m, float[1,2,20,70] q, float[1,2,70,40] k)
  => (float[35,70] c, float[1,32,7,7] y, float[3] t, float[2100] u, float[1,70] p, float[1,2,20,40] r) {
  c = MatMul (a, b)
  z = Conv <strides = [2, 2], pads = [1, 1, 1, 1]> (x, w)
  y = Relu (z)
  t = ReduceSum <keepdims = 0> (s, one)
  u = ReduceMax <keepdims = 0, axes = [0]> (s)
  p = MatMul (v, m)
  r = MatMul (q, k)
}
"""


def test_parts_of_sums_and_tiles_of_pixels(tmp_path: Path) -> None:
    cuda_on_cpu()
    model = parser.parse_model(PARTS)
    model.graph.initializer.append(onnx.numpy_helper.from_array(np.array([1]), "one"))
    path = str(tmp_path / "parts.onnx")
    onnx.save(model, path)
    notes: list[Diagnostic] = []
    library, plain = build(path, target="cuda", on_warning=notes.append), build(path)
    assert notes == []
    schedules = unpack_schedules(library.spec.metadata["schedules"]).values()
    used = Counter(item["from"] for item in schedules)
    assert {name: used[name] for name in ("matmul.yaml", "conv2d_tiles.yaml", "columns.yaml")} == {
        "matmul.yaml": 2, "conv2d_tiles.yaml": 1, "columns.yaml": 1,
    }  # fmt: skip
    rng = np.random.default_rng(4)
    args = [rng.standard_normal(item.shape).astype(np.float32) for item in plain.spec.functions[0].inputs]
    for got, wanted in zip(library["main"](*args), plain["main"](*args), strict=True):
        assert_close(got, wanted)
