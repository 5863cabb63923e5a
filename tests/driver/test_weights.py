"""`--weights`: parameters of programs take tensors of files, by name."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import parser
from tolerances import assert_close

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.script import parse_module

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "importers"))
from safetensors_files import write  # noqa: E402

TEXT = """
@I.ir_module
class Net:
    @R.function
    def main(x: R.Tensor(("n", 3), "float32"), layer_0_weight: R.Tensor((3, 4), "float32"),
             b: R.Tensor((4,), "float32")) -> R.Tensor(("n", 4), "float32"):
        with R.dataflow():
            y = R.add(R.matmul(x, layer_0_weight), b)
            R.output(y)
        return y
"""
RNG = np.random.default_rng(0)
X, W, B = (RNG.standard_normal(shape).astype("float32") for shape in ((2, 3), (3, 4), (4,)))


def test_of_a_program(tmp_path: Path) -> None:
    (tmp_path / "net.relax").write_text(TEXT)
    file = write(tmp_path / "w.safetensors", {"layer.0.weight": W, "b": B})
    library = mlcc.build(tmp_path / "net.relax", weights=file)
    assert_close(library(X), X @ W + B)
    library = mlcc.build(parse_module(TEXT), weights={"b": B})  # the other stays an input
    assert_close(library(X, W), X @ W + B)


def test_of_an_onnx_model(tmp_path: Path) -> None:
    text = '<ir_version: 8, opset_import: ["" : 17]>\n'
    model = parser.parse_model(text + "net (float[2, 3] x, float[3, 4] l_w) => (float[2, 4] y) { y = MatMul(x, l_w) }")
    for item in (*model.graph.input, *model.graph.node):
        if isinstance(item, onnx.NodeProto):
            item.input[1] = "l.w"
        elif item.name == "l_w":
            item.name = "l.w"
    onnx.save(model, tmp_path / "net.onnx")
    library = mlcc.build(tmp_path / "net.onnx", weights=[write(tmp_path / "w.safetensors", {"l.w": W})])
    assert [p.name for p in library.main.spec.inputs] == ["x"]
    assert_close(library(X), X @ W)


def test_what_does_not_fit() -> None:
    module = parse_module(TEXT)
    with pytest.raises(MlccError, match="I141.*layer.0.wait"):
        mlcc.build(module, weights={"layer.0.wait": W})
    with pytest.raises(MlccError, match="I142.*float64"):
        mlcc.build(module, weights={"b": B.astype("float64")})
    with pytest.raises(MlccError, match="I142"):
        mlcc.build(module, weights={"b": X})
    kernel = parse_module('@T.prim_func\ndef f(A: T.Buffer((4,), "float32")):\n    A[0] = T.float32(1)\n')
    with pytest.raises(MlccError, match="T122"):
        mlcc.build(kernel, weights={"A": B})
