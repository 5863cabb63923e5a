"""`--dump-phases`: what changed, once, and no large constants."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def test_functions_are_written_when_they_change_and_large_constants_never(mlcc, tmp_path: Path) -> None:
    weights = numpy_helper.from_array(np.random.default_rng(0).standard_normal((256, 256), np.float32), "w")
    node = helper.make_node("MatMul", ["x", "w"], ["y"], name="product")
    shapes: list[Any] = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [4, 256]) for name in "xy"]
    graph = helper.make_graph([node], "net", [shapes[0]], [shapes[1]], [weights])
    model = tmp_path / "net.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]), str(model))
    folder = tmp_path / "phases"
    assert mlcc("build", model, "--dump-phases", folder, "-o", tmp_path / "net.o").code == 0
    files = sorted(folder.iterdir())
    texts = [file.read_text() for file in files]
    assert sum(map(len, texts)) < 256 * 256  # the constant alone has 4 bytes for each element
    assert "R.matmul" in texts[0] or "R.nn.dense" in texts[0]
    # A file without a function names the last one that has it.
    before = ""
    for file, text in zip(files, texts, strict=True):
        if file.suffix == ".relax":
            same = text.startswith("# unchanged, in ")
            assert same or "def " in text
            if same and "def " not in text:
                named = folder / text.split(" in ")[1].partition(":")[0]
                assert named.is_file()
                assert "def main" in named.read_text()
            before = text
    assert before
