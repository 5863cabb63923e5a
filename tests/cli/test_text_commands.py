"""Commands from text to text: fmt, import, list, explain."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

KERNEL = """
@T.prim_func
def twice(x: T.Buffer((8,), "float32"), y: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("y"):
            vi = T.axis.spatial(8, i)
            y[vi] = x[vi] * T.float32(2)
"""


@pytest.fixture
def kernel(tmp_path: Path) -> Path:
    path = tmp_path / "k.tir"
    path.write_text(KERNEL)
    return path


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    w = numpy_helper.from_array(np.arange(12, dtype=np.float32).reshape(4, 3), "w")
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["t"]), helper.make_node("Relu", ["t"], ["y"])],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 4])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 3])],
        [w],
    )
    path = tmp_path_factory.mktemp("model") / "m.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    return path


def test_fmt_is_idempotent_through_pipes(mlcc, mlcc_process, kernel: Path) -> None:
    once = mlcc("fmt", kernel).out
    assert "T.axis.spatial(8, i)" in once
    assert mlcc_process("fmt", "-", stdin=once).out == once
    assert mlcc_process("fmt", "-", stdin=mlcc("fmt", "--json", kernel).out).out == once


def test_fmt_in_place_and_check(mlcc, kernel: Path) -> None:
    assert mlcc("fmt", "--check", kernel).code == 1
    assert mlcc("fmt", "-i", kernel).out == ""
    assert mlcc("fmt", "--check", kernel).code == 0
    assert os.listdir(kernel.parent) == ["k.tir"]


def test_fmt_keeps_comments(mlcc, kernel: Path) -> None:
    kernel.write_text(KERNEL.replace("    for i", "    # each\n    for i").replace("(2)\n", "(2)  # twice\n"))
    assert mlcc("fmt", "-i", kernel).code == 0
    text = kernel.read_text()
    assert "        # each\n        for i in range(8):\n" in text
    assert text.endswith("T.float32(2)  # twice\n")
    assert "#" not in mlcc("fmt", "--json", kernel).out
    assert mlcc("fmt", "--check", kernel).code == 0


def test_fmt_speaks_tvm(mlcc, kernel: Path) -> None:
    assert "T.sblock(" in mlcc("fmt", "--dialect", "tvm", kernel).out


def test_fmt_usage(mlcc, kernel: Path) -> None:
    assert mlcc("fmt", kernel, kernel).code == 2
    assert mlcc("fmt", "-i", kernel, "-o", "x").code == 2
    assert mlcc("fmt").code == 2


def test_fmt_in_place_keeps_what_a_file_is(mlcc, kernel: Path, model: Path) -> None:
    """A model would be lost to its text."""
    before = model.read_bytes()
    assert "is a model" in mlcc("fmt", "-i", model).err
    assert model.read_bytes() == before
    assert "no JSON" in mlcc("fmt", "-i", "--json", kernel).err
    assert kernel.read_text() == KERNEL
    data = kernel.with_suffix(".json")
    data.write_text(mlcc("fmt", "--json", kernel).out)
    assert "give --json" in mlcc("fmt", "-i", data).err
    assert mlcc("fmt", "-i", "--json", data).code == 0


def test_import_prints_what_fmt_reads(mlcc, mlcc_process, model: Path) -> None:
    text = mlcc("import", model).out
    assert "R.function" in text
    assert mlcc_process("fmt", "-", stdin=text).out == text


def test_import_with_shape(mlcc, model: Path) -> None:
    assert "R.Tensor((5, 4)" in mlcc("import", model, "--shape", "x=5x4").out


def test_import_from_stdin(model: Path) -> None:
    command = [sys.executable, "-m", "mlcc", "import", "-"]
    done = subprocess.run(command, input=model.read_bytes(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert b"R.function" in done.stdout


def test_import_of_garbage(mlcc, tmp_path: Path, model: Path) -> None:
    (tmp_path / "garbage.onnx").write_bytes(bytes(range(256)) * 4)
    (tmp_path / "cut.onnx").write_bytes(model.read_bytes()[:-7])
    for name in ("garbage.onnx", "cut.onnx"):
        ran = mlcc("import", tmp_path / name)
        assert ran.code == 1
        assert ran.err.startswith("error[I"), ran.err


@pytest.mark.parametrize(
    "kind",
    [
        "ops",
        "onnx",
        "primitives",
        "steps",
        "schedules",
        "intrinsics",
        "targets",
        "costs",
        "passes",
        "generators",
        "codes",
    ],
)
def test_every_listed_thing_can_be_explained(mlcc, kind: str) -> None:
    rows = json.loads(mlcc("list", kind, "--format", "json").out)
    assert rows
    for row in rows[:: max(1, len(rows) // 5)]:
        assert row["summary"], row["name"]
        ran = mlcc("explain", row["name"])
        assert ran.code == 0
        assert row["name"].lower() in ran.out.lower()


def test_list_without_kind_counts(mlcc) -> None:
    lines = mlcc("list").out.splitlines()
    assert [line.split()[0] for line in lines] == [
        "ops",
        "onnx",
        "primitives",
        "steps",
        "schedules",
        "intrinsics",
        "targets",
        "costs",
        "passes",
        "generators",
        "plugins",
        "quantize",
        "codes",
    ]
    # plug-ins are what is installed
    assert all(int(line.split()[1]) > 0 for line in lines if not line.startswith("plugins"))


def test_fmt_reads_schedules(mlcc, tmp_path: Path) -> None:
    schedule = tmp_path / "t.yaml"
    schedule.write_text("steps:   # why\n  - fuse: [i,  j]\n")
    assert mlcc("fmt", schedule).out == "steps:  # why\n- fuse: [i, j]\n"
    assert "error[D150]" in mlcc("fmt", "--check", schedule).err
    assert mlcc("fmt", "-i", schedule).code == 0
    assert mlcc("fmt", "--check", schedule).code == 0
    assert mlcc("fmt", "--json", schedule).code == 2
    schedule.write_text("steps: [\n")
    assert mlcc("fmt", schedule).err.startswith("error[S1")
