"""The precision that a build chooses for each layer: what it keeps to a bound, what it reports, what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.driver import build_files
from mlcc.driver.modules import read_module
from mlcc.driver.options import BuildOptions
from mlcc.driver.precision import PrecisionRequest, precision_for, with_precision
from mlcc.target import Target

WIDTHS = (24, 40, 40, 8)
#: A layer whose operands cancel: bfloat16 is off by several per cent there and nowhere else.
FRAIL = "second"


def random(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng([seed, *shape]).standard_normal(shape).astype("float32")


def model(path: Path) -> Path:
    """Three products; the second multiplies large numbers whose sums are small."""
    weights = [random(a, b, seed=k) / np.float32(np.sqrt(a)) for k, (a, b) in enumerate(zip(WIDTHS, WIDTHS[1:]))]  # noqa: B905
    weights[1] = np.concatenate([weights[1][:20] * 8, -weights[1][:20] * np.float32(7.5)])
    inits = [numpy_helper.from_array(w, f"w{k}") for k, w in enumerate(weights)]
    twice = numpy_helper.from_array(np.tile(np.eye(20, dtype="float32"), (1, 2)), "twice")
    nodes = [
        helper.make_node("MatMul", ["x", "w0"], ["a"], name="first"),
        helper.make_node("Slice", ["a", "zero", "twenty", "one"], ["b"]),
        helper.make_node("Concat", ["b", "b"], ["c"], axis=1),
        helper.make_node("MatMul", ["c", "w1"], ["d"], name=FRAIL),
        helper.make_node("Tanh", ["d"], ["e"]),
        helper.make_node("MatMul", ["e", "w2"], ["y"], name="third"),
    ]
    scalars = [numpy_helper.from_array(np.array([n]), name) for name, n in (("zero", 0), ("twenty", 20), ("one", 1))]
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", 1, [6, WIDTHS[0]])],
        [helper.make_tensor_value_info("y", 1, [6, WIDTHS[-1]])],
        [*inits, twice, *scalars],
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), path)
    return path


def run(path: Path, **settings: Any) -> Any:
    return mlcc.build(str(path), **settings).main(random(6, WIDTHS[0], seed=5))


def error(got: Any, want: Any) -> float:
    return float(np.linalg.norm(got - want) / np.linalg.norm(want))


def test_nothing_is_lowered_unless_asked(tmp_path: Path) -> None:
    path = model(tmp_path / "m.onnx")
    np.testing.assert_array_equal(run(path), run(path, precision="float32"))
    assert 1e-4 < error(run(path, precision="bfloat16"), run(path)) < 0.2


@pytest.mark.parametrize("bound", [0.03, 0.004, 1e-9])
def test_the_bound_holds(tmp_path: Path, bound: float) -> None:
    path = model(tmp_path / "m.onnx")
    sample = [random(6, WIDTHS[0], seed=5)]
    got = run(path, precision="bfloat16", max_error=bound, samples=[sample])
    assert error(got, run(path)) <= bound


def test_the_frail_layer_is_kept(tmp_path: Path) -> None:
    path = model(tmp_path / "m.onnx")
    _, module = read_module(str(path))
    options, report = with_precision(module, BuildOptions(Target.parse(None)), "bfloat16", max_error=0.01, report=True)
    assert report is not None
    assert report.error is not None
    assert report.error <= 0.01
    assert any(FRAIL in name for name in options.keep)
    kept = {row.name for row in report.layers if row.precision == "float32"}
    assert kept == options.keep
    assert all(row.error == 0 for row in report.layers if row.name in kept)
    assert all(0 < (row.error or 0) < 0.01 for row in report.layers if row.name not in kept)


def test_report_as_table_and_json(tmp_path: Path) -> None:
    path = model(tmp_path / "m.onnx")
    for name in ("r.json", "r.txt"):
        wanted = PrecisionRequest("bfloat16", report=str(tmp_path / name))
        build_files(str(path), output=str(tmp_path / "m.so"), precision=wanted)
    data = json.loads((tmp_path / "r.json").read_text())
    assert [row["precision"] for row in data["layers"]] == ["bfloat16"] * 3
    assert all(row["seconds"] > 0 for row in data["layers"])
    lines = (tmp_path / "r.txt").read_text().splitlines()
    assert len(lines) == 5
    assert lines[0].split() == ["layer", "precision", "error", "time"]


def test_files_of_inputs_are_samples(tmp_path: Path) -> None:
    """On zeros no layer is off: everything is lowered."""
    path = model(tmp_path / "m.onnx")
    np.savez(tmp_path / "x.npz", x=np.zeros((6, WIDTHS[0]), "float32"))
    wanted = PrecisionRequest("bfloat16", 1e-6, (str(tmp_path / "x.npz"),), str(tmp_path / "r.json"))
    build_files(str(path), output=str(tmp_path / "m.so"), precision=wanted)
    data = json.loads((tmp_path / "r.json").read_text())
    assert {row["precision"] for row in data["layers"]} == {"bfloat16"}
    np.savez(tmp_path / "bad.npz", other=np.zeros(3))
    wrong = PrecisionRequest("bfloat16", 0.1, (str(tmp_path / "bad.npz"),))
    with pytest.raises(MlccError, match="D162"):
        build_files(str(path), output=str(tmp_path / "n.so"), precision=wrong)
    assert not (tmp_path / "n.so").exists()


def test_auto_is_what_the_target_is_fastest_in() -> None:
    assert precision_for("auto", Target.parse("llvm -mcpu=sapphirerapids")) == "bfloat16"
    assert precision_for("auto", Target.parse("llvm -mcpu=znver4 -mtriple=x86_64-linux-gnu")) == "bfloat16"
    assert precision_for("auto", Target.parse("llvm -mcpu=haswell")) == ""
    assert precision_for("float32", Target.parse("llvm -mcpu=sapphirerapids")) == ""


@pytest.mark.parametrize(
    "settings", [{"precision": "fp8"}, {"rounding": "up"}, {"max_error": 0.0}, {"max_error": float("nan")}]
)
def test_refused(tmp_path: Path, settings: dict[str, Any]) -> None:
    with pytest.raises(MlccError, match="D183"):
        mlcc.build(str(model(tmp_path / "m.onnx")), **settings)
