"""Files of weights: what was written is read, in the file's memory; damaged ones are refused with a reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from safetensors_files import write, write_raw

from mlcc.diagnostics import MlccError
from mlcc.importers.safetensors import fitting, read_weights

RNG = np.random.default_rng(0)
TENSORS: dict[str, Any] = {
    "a.weight": RNG.standard_normal((3, 5)).astype("float32"),
    "a.half": RNG.standard_normal(7).astype("float16"),
    "b.rounded": RNG.standard_normal((2, 2)).astype(ml_dtypes.bfloat16),
    "count": np.array(7),
    "none": np.zeros((0, 3), "float32"),
    "odd": np.array([True]),
    "shifted": np.arange(5, dtype="float32"),
}


def test_tensors_are_read(tmp_path: Path) -> None:
    read = read_weights(write(tmp_path / "w.safetensors", TENSORS))
    assert read.keys() == TENSORS.keys()
    for name, array in TENSORS.items():
        assert read[name].dtype == array.dtype
        assert read[name].shape == array.shape
        np.testing.assert_array_equal(read[name], array)
    assert isinstance(read["a.weight"].base, np.ndarray)
    assert not read["a.weight"].flags.owndata  # the file's memory
    assert read["shifted"].flags.aligned  # copied, as it begins at an odd byte


def test_several_files(tmp_path: Path) -> None:
    first = write(tmp_path / "1.safetensors", {"a": np.ones(2, "float32"), "unlisted": np.ones(1, "float32")})
    second = write(tmp_path / "2.safetensors", {"b": np.zeros(3, "float32")})
    assert read_weights([first, second]).keys() == {"a", "unlisted", "b"}
    index = tmp_path / "model.safetensors.index.json"
    index.write_text(json.dumps({"metadata": {}, "weight_map": {"a": first.name, "b": second.name}}))
    assert read_weights(index).keys() == {"a", "b"}
    with pytest.raises(MlccError, match="I141.*two files have a tensor `b`"):
        read_weights([index, second])
    for table in ({"weight_map": {"c": first.name}}, {"weight_map": 3}, {}, [1]):
        index.write_text(json.dumps(table))
        with pytest.raises(MlccError, match="I140"):
            read_weights(index)


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ({"dtype": "F32", "shape": [2], "data_offsets": [0, 12]}, r"not \[2\] of F32"),
        ({"dtype": "F32", "shape": [4], "data_offsets": [0, 16]}, "not"),
        ({"dtype": "F32", "shape": [-3], "data_offsets": [0, 12]}, "not"),
        ({"dtype": "F8_E4M3", "shape": [12], "data_offsets": [0, 12]}, "type F8_E4M3"),
        ({"dtype": "F32", "shape": [3]}, "has no dtype, shape and data_offsets"),
        ({"dtype": "F32", "shape": 3, "data_offsets": [0, 12]}, "has no dtype"),
        ([1], "has no dtype"),
    ],
)
def test_damaged_entries(entry: Any, why: str, tmp_path: Path) -> None:
    write_raw(tmp_path / "w.safetensors", {"t": entry}, bytes(12))
    with pytest.raises(MlccError, match=f"I140.*{why}"):
        read_weights(tmp_path / "w.safetensors")


@pytest.mark.parametrize(
    "content", [b"", b"short", b"version https://git-lfs.github.com/spec/v1\noid sha256:1", bytes(64)]
)
def test_other_files(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "w.safetensors").write_bytes(content)
    with pytest.raises(MlccError, match="I140"):
        read_weights(tmp_path / "w.safetensors")


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(MlccError, match="D101"):
        read_weights(tmp_path / "none.safetensors")
    with pytest.raises(MlccError, match="D102"):
        read_weights(tmp_path)


def test_names_shapes_and_types_are_compared() -> None:
    weight = np.ones((2, 3), "float32")
    wanted: Any = {"w": ((2, None), "float32"), "b": ((3,), "float32")}
    assert fitting({"w": weight}, wanted, ["w"]).keys() == {"w"}
    with pytest.raises(MlccError) as caught:
        fitting({"w": weight[0], "c": weight, "b": weight[0].astype("float16")}, wanted, ["w", "d"])
    assert [d.code for d in caught.value.diagnostics] == ["I141", "I141", "I142", "I142"]
