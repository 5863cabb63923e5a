"""Operators on images of symbolic size have the schedules of their own, and give what onnxruntime gives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import helper, numpy_helper
from tolerances import assert_close

from mlcc.driver import build_files
from mlcc.runtime import load

RNG = np.random.default_rng(0)


def normal(*shape: int) -> np.ndarray[Any, Any]:
    return RNG.standard_normal(shape).astype(np.float32)


#: By name: the operator and its attributes, operands after the image of 16 channels, and the schedules that its kernels
#: have between convolutions.
CASES: dict[str, tuple[str, dict[str, Any], list[Any], set[str]]] = {
    "lrn": ("LRN", {"size": 5}, [], {"lrn_nchwc"}),
    "group_norm": ("GroupNormalization", {"num_groups": 2}, [normal(16), normal(16)], {"rowwise"}),
    "depthwise_transposed": (
        "ConvTranspose", {"group": 16, "strides": [2, 2], "pads": [1] * 4}, [normal(16, 1, 4, 4)],
        {"window_transpose_nchwc"},
    ),
    "large_pool": ("MaxPool", {"kernel_shape": [9, 9], "pads": [4] * 4}, [], {"window_nchwc"}),
    "large_mean": ("AveragePool", {"kernel_shape": [7, 9], "pads": [3, 4, 3, 4]}, [], {"window_nchwc"}),
    "nearest": ("Resize", {"mode": "nearest"}, ["", np.float32([1, 1, 3, 2])], {"elementwise"}),
    "linear": ("Resize", {"mode": "linear"}, ["", np.float32([1, 1, 2, 2])], {"elementwise"}),
    "aligned": (
        "Resize", {"mode": "linear", "coordinate_transformation_mode": "align_corners"},
        ["", np.float32([1, 1, 4, 3])], {"elementwise"},
    ),
}  # fmt: skip


def model(name: str, convolved: bool) -> onnx.ModelProto:
    """The operator alone, or between two convolutions of 3 x 3 pixels, of an image (n, 16, h, w)."""
    op, attrs, more, _ = CASES[name]
    constants = {f"w{n}": value for n, value in enumerate(more) if not isinstance(value, str)}
    operands = [value if isinstance(value, str) else f"w{n}" for n, value in enumerate(more)]
    nodes = [helper.make_node(op, ["a" if convolved else "x", *operands], ["b" if convolved else "y"], **attrs)]
    if convolved:
        constants |= {"before": normal(16, 16, 3, 3) / 12, "after": normal(8, 16, 3, 3) / 12}
        nodes = [
            helper.make_node("Conv", ["x", "before"], ["a"], pads=[1] * 4),
            *nodes,
            helper.make_node("Conv", ["b", "after"], ["y"], pads=[1] * 4),
        ]
    given = [helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, ["n", 16, "h", "w"])]
    results = [helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, None)]
    weights = [numpy_helper.from_array(np.asarray(value, np.float32), key) for key, value in constants.items()]
    graph = helper.make_graph(nodes, name, given, results, weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)


@pytest.mark.every(3)
@pytest.mark.parametrize("convolved", [pytest.param(False, marks=pytest.mark.slow), True])
@pytest.mark.parametrize("name", CASES)
def test_operators_on_images_of_any_size(name: str, convolved: bool, tmp_path: Path) -> None:
    proto = model(name, convolved)
    onnx.save(proto, str(tmp_path / "model.onnx"))
    names = {name: str(tmp_path / name) for name in ("model.onnx", "model.so", "used")}
    build_files(names["model.onnx"], output=names["model.so"], dump_schedules=names["used"])
    # the first line: "# program: from …/schedules/name.yaml"
    files = (tmp_path / "used").iterdir()
    used = {Path(file.read_text().splitlines()[0].rsplit(" ", 1)[1]).stem for file in files}
    library = load(tmp_path / "model.so")
    if convolved:
        assert used >= CASES[name][3]
        assert "generic" not in used
    session = onnxruntime.InferenceSession(proto.SerializeToString())
    for n, h, w in ((1, 13, 18), (2, 9, 8), (1, 31, 5)):
        x = normal(n, 16, h, w)
        assert_close(np.asarray(library.main(x)), session.run(None, {"x": x})[0])
