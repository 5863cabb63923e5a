"""`mlcc verify`, `mlcc bisect` and `mlcc import --report` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import numpy_helper, parser

MLP = str(Path(__file__).parents[2] / "samples/models/mlp.onnx")


def test_verify_prints_a_line_for_each_output(mlcc) -> None:
    ran = mlcc("verify", MLP, "--against", "onnx")
    assert ran.code == 0, ran.err
    head, row = ran.out.splitlines()
    assert head == f"{MLP}: 1 sample, compared with onnx {onnx.__version__}"
    assert row.split()[:2] == ["scores", "onnx"]
    assert row.endswith("PASS")


def test_verify_as_json(mlcc) -> None:
    data = json.loads(mlcc("verify", MLP, "--against", "onnx", "--json").out)
    assert data["passed"] is True
    assert data["outputs"][0]["output"] == "scores"
    assert 0 < data["outputs"][0]["relative"] < 1e-5


def test_a_bound_that_does_not_hold_is_an_error(mlcc) -> None:
    ran = mlcc("verify", MLP, "--against", "onnx", "--max-error", "1e-12")
    assert ran.code == 1
    assert ran.out.splitlines()[1].endswith("FAIL")
    assert "error[D191]" in ran.err
    assert "mlcc bisect" in ran.err


def test_a_library_that_is_there(mlcc, tmp_path: Path) -> None:
    assert mlcc("build", MLP, "-o", str(tmp_path / "mlp.so")).code == 0
    assert mlcc("verify", MLP, "--library", str(tmp_path / "mlp.so"), "--against", "onnx").code == 0
    assert "R321" in mlcc("verify", MLP, "--library", str(tmp_path / "none.so")).err


def test_a_library_states_the_sizes_that_its_model_leaves_open(mlcc, tmp_path: Path) -> None:
    model = parser.parse_model("""<ir_version: 8, opset_import: ["": 17]>
        g (float[n, m] a, float[n, m] b) => (float[n, m] y) { y = Add(a, b) }""")
    onnx.save(model, tmp_path / "add.onnx")
    built = str(tmp_path / "add.onnx"), "-o", str(tmp_path / "add.so")
    for shapes in (["a=3x7", "b=3x7"], ["m=7"]):
        assert mlcc("build", *built, *(f"--shape={shape}" for shape in shapes)).code == 0
        ran = mlcc("verify", built[0], "--library", built[2], "--against", "onnx")
        assert ran.code == 0, ran.err


def test_a_program_has_no_reference(mlcc, tmp_path: Path) -> None:
    (tmp_path / "k.tir").write_text("@T.prim_func\ndef f(): pass\n")
    for command in (["verify"], ["bisect"], ["import", "--report"]):
        ran = mlcc(*command, str(tmp_path / "k.tir"))
        assert ran.code == 1
        assert "error[D190]" in ran.err


def test_bisect_finds_nothing_in_a_right_model(mlcc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = mlcc("bisect", MLP, "--against", "onnx")
    assert (ran.code, ran.out) == (0, f"{MLP}: every value agrees\n")
    assert not list(tmp_path.iterdir())


def test_bisect_writes_what_it_finds(mlcc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is as exact as 1e-12: the first node with a rounding error is found, alone."""
    monkeypatch.chdir(tmp_path)
    model = parser.parse_model(
        """<ir_version: 8, opset_import: ["" : 17]>
        m (float[3, 3000] x) => (float[3, 5] y) { a = Relu (x)  b = MatMul (a, w)  y = Relu (b) }"""
    )
    weights = np.random.default_rng(0).standard_normal((3000, 5)).astype(np.float32)
    model.graph.initializer.append(numpy_helper.from_array(weights, "w"))
    onnx.save(model, "m.onnx")
    ran = mlcc("bisect", "m.onnx", "--against", "onnx", "--max-error", "1e-12")
    assert ran.code == 1
    assert "error[D192]: node `b` (MatMul) computes a wrong `b`" in ran.err
    folder = tmp_path / "m-bisect"
    assert {file.name for file in folder.iterdir()} == {"part.onnx", "inputs.npz", "expected.npz", "repro.sh"}
    assert (folder / "repro.sh").read_text().endswith('exec mlcc verify part.onnx --inputs inputs.npz "$@"\n')
    part = onnx.load(folder / "part.onnx")
    assert [node.op_type for node in part.graph.node] == ["MatMul"]
    assert list(np.load(folder / "inputs.npz")) == ["a"]
    again = mlcc("verify", "m-bisect/part.onnx", "--inputs", "m-bisect/inputs.npz", "--against", "onnx")
    assert again.code == 0  # within what rounding explains


def test_the_report_of_an_import(mlcc, tmp_path: Path) -> None:
    ran = mlcc("import", MLP, "--report", "--against", "onnx")
    assert ran.code == 0, ran.err
    lines = ran.out.splitlines()
    assert lines[0].split() == ["#", "node", "operator", "value", "type", "difference"]
    assert [line.split()[2] for line in lines[1:4]] == ["Gemm", "Relu", "Gemm"]
    assert lines[-1].startswith("3 of 3 values compared with onnx")
    rows = [json.loads(line) for line in mlcc("import", MLP, "--report", "--json").out.splitlines()]
    assert [row["operator"] for row in rows] == ["Gemm", "Relu", "Gemm"]
    assert all(row["passed"] for row in rows)
