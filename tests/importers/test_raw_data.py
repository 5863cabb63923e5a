"""Large weights that are not copied with their model: the same module, whatever the file looks like."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from mlcc.diagnostics import MlccError
from mlcc.importers.onnx import from_onnx, load_model, raw_data
from mlcc.importers.onnx.loading import open_model
from mlcc.ir import Constant, structural_equal, walk

TYPES = [np.float32, np.float64, np.float16, np.int8, np.uint8, np.int32, np.int64, np.uint16]


def model(dtype: type = np.float32, name: str = "w") -> onnx.ModelProto:
    """`x + w` and a small constant; the file has the large one at an odd place."""
    rng = np.random.default_rng(0)
    w: Any = (rng.standard_normal((129, 257)) * 50).astype(dtype)
    small = numpy_helper.from_array(np.array([3], dtype), "s")
    kind = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    nodes = [helper.make_node("Add", ["x", name], ["h"]), helper.make_node("Mul", ["h", "s"], ["y"])]
    inputs = [helper.make_tensor_value_info("x", kind, [129, 257])]
    outputs = [helper.make_tensor_value_info("y", kind, [129, 257])]
    graph = helper.make_graph(nodes, "g", inputs, outputs, [numpy_helper.from_array(w, name), small])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], producer_name="p")


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("mapped", [False, True])
def test_the_module_is_that_of_the_whole_model(tmp_path: Path, dtype: type, mapped: bool) -> None:
    path = tmp_path / "m.onnx"
    whole = model(dtype)
    path.write_bytes(whole.SerializeToString())
    rest, raw = open_model(path, mapped)
    assert list(raw) == ["w"]
    assert rest.ByteSize() < 1000
    assert structural_equal(from_onnx(path, mapped=mapped), from_onnx(whole))
    assert load_model(path) == whole


def test_weights_are_parts_of_the_file() -> None:
    data = model().SerializeToString()
    result = [node.data for node in walk(from_onnx(data)["main"]) if isinstance(node, Constant) and node.data.size > 1]
    assert len(result) == 1
    assert not result[0].flags.owndata
    assert not result[0].flags.writeable


def test_only_what_is_plain_is_left_out() -> None:
    """Contents given twice, elsewhere, as numbers, or of types that a file packs stay in the model."""
    whole = model()
    tensor = whole.graph.initializer[0]
    raw = tensor.raw_data

    def left_out(change: dict[str, object], data: bytes | None = None) -> list[str]:
        other = onnx.ModelProto()
        other.CopyFrom(whole)
        for field, value in change.items():
            setattr(other.graph.initializer[0], field, value)
        serialised = other.SerializeToString() if data is None else data
        rest, result = raw_data.without_raw_data(memoryview(serialised))
        restored = onnx.load_model_from_string(bytes(rest))
        for name, contents in result.items():
            next(t for t in restored.graph.initializer if t.name == name).raw_data = bytes(contents)
        assert restored == onnx.load_model_from_string(serialised)
        return list(result)

    assert left_out({}) == ["w"]
    assert left_out({"data_type": TensorProto.BFLOAT16}) == []
    assert left_out({"data_type": TensorProto.INT4}) == []
    assert left_out({"data_location": TensorProto.EXTERNAL}) == []
    assert left_out({"name": ""}) == []
    assert left_out({"raw_data": raw[:100]}) == []
    assert left_out({}, whole.SerializeToString() * 2) == ["w"]  # protobuf joins messages: the second `w` stays


@pytest.mark.parametrize("cut", [1, 5, 100, 1000, 50_000])
def test_cut_files_are_refused_as_before(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "m.onnx"
    path.write_bytes(model().SerializeToString()[:-cut])
    with pytest.raises(MlccError) as caught:
        from_onnx(path, mapped=True)
    assert caught.value.code.startswith("I1")


@pytest.mark.parametrize(
    "contents", [b"", b"\x3a", b"\x3a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", b"\x0b\x0c", b"text"]
)
def test_what_is_no_model_is_refused(tmp_path: Path, contents: bytes) -> None:
    path = tmp_path / "m.onnx"
    path.write_bytes(contents)
    with pytest.raises(MlccError) as caught:
        from_onnx(path, mapped=True)
    assert caught.value.code == "I101"


def test_contents_that_do_not_fit_the_shape(tmp_path: Path) -> None:
    whole = model()
    whole.graph.initializer[0].dims[0] = 130
    with pytest.raises(MlccError) as caught:
        from_onnx(whole.SerializeToString())
    assert caught.value.code == "I108"


def test_random_bytes_never_break_the_reader() -> None:
    data = bytearray(model().SerializeToString()[-36000:])
    rng = np.random.default_rng(1)
    for _ in range(300):
        changed = bytearray(data[:400] + data[-200:])
        for at in rng.integers(0, len(changed), 4):
            changed[at] = rng.integers(0, 256)
        raw_data.without_raw_data(memoryview(bytes(changed)))


@pytest.mark.parametrize("one_file", [True, False])
def test_external_initializers_are_mapped(tmp_path: Path, one_file: bool) -> None:
    """Large ones are parts of their files, at any offset; small ones are read."""
    rng = np.random.default_rng(1)
    weights = {
        "small": rng.standard_normal((3, 5)).astype("float32"),
        "large": rng.standard_normal((1001, 7)).astype("float32"),
        "half": rng.standard_normal((9001,)).astype("float16"),
    }
    nodes = [helper.make_node("Identity", [name], [f"y_{name}"]) for name in weights]
    outputs = [onnx.ValueInfoProto(name=f"y_{name}") for name in weights]
    graph = helper.make_graph(nodes, "g", [], outputs, [numpy_helper.from_array(w, n) for n, w in weights.items()])
    options: dict[str, Any] = {"all_tensors_to_one_file": one_file, "size_threshold": 0}
    if one_file:
        options["location"] = "w.bin"
    onnx.save_model(helper.make_model(graph), tmp_path / "m.onnx", save_as_external_data=True, **options)
    read, raw = open_model(tmp_path / "m.onnx", mapped=True)
    assert set(raw) == {"large", "half"}
    tensors = {t.name: t for t in read.graph.initializer}
    assert not any(tensors[name].raw_data for name in raw)
    for name in raw:
        np.testing.assert_array_equal(raw_data.array_of(tensors[name], raw[name]), weights[name])
    np.testing.assert_array_equal(numpy_helper.to_array(tensors["small"]), weights["small"])
    read, raw = open_model(tmp_path / "m.onnx")
    assert not raw
