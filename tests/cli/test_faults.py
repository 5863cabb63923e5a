"""A fault of ours says where it was: the pass, the node, and the program as it was before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Mlcc = Callable[..., Any]
MODEL = """
from mlcc.script import ir as I
from mlcc.script import relax as R

@R.function
def main(x: R.Tensor((3, 4), "float32")):
    with R.dataflow():
        y = R.exp(x)
        z = R.add(y, y)
        R.output(z)
    return z
"""


def broken(*_: Any, **__: Any) -> Any:
    raise ZeroDivisionError("it broke")


@pytest.fixture
def ran(mlcc: Mlcc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], tuple[str, dict[str, str]]]:
    """Patches a function, builds, and gives what was said and the files of the reproducer."""

    def run(name: str) -> tuple[str, dict[str, str]]:
        monkeypatch.setenv("MLCC_CRASH_DIR", str(tmp_path))
        monkeypatch.setenv("MLCC_CACHE_DIR", "")
        monkeypatch.setattr(name, broken)
        (tmp_path / "m.relax").write_text(MODEL)
        done = mlcc("build", tmp_path / "m.relax", "-o", tmp_path / "m.so")
        assert done.code == 70
        assert done.err.startswith("internal error: it broke\n")
        (folder,) = tmp_path.glob("mlcc-crash-*")
        return done.err, {path.name: path.read_text() for path in folder.iterdir()}

    return run


def test_a_pass_over_nodes(ran: Any) -> None:
    said, files = ran("mlcc.relax.transform.fold_constant.evaluate")
    assert "note: at `y = R.exp(x)`\n" in said
    assert "note: in the pass FoldConstant\n" in said
    assert said.index("R.exp") < said.index("FoldConstant")
    assert "R.exp(x)" in files["before-FoldConstant.relax"]


def test_lowering(ran: Any) -> None:
    said, files = ran("mlcc.lowering.vectorize_loops._Vectorizer")
    assert "note: in the pass vectorize_loops\n" in said
    assert "note: in lower of the program `" in said
    assert "T.prim_func" in files["before-vectorize_loops.tir"]


def test_code_generation(ran: Any) -> None:
    said, files = ran("mlcc.driver.programs.unit_of")
    assert "note: in codegen of the program `" in said
    assert "T.prim_func" in files["before-codegen.tir"]


def test_a_program_that_cannot_be_printed(ran: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mlcc.driver.pipeline.script", broken)
    said, files = ran("mlcc.relax.transform.fold_constant.evaluate")
    assert "note: in the pass FoldConstant\n" in said
    assert files.get("before-FoldConstant.relax", "") == ""


def test_a_node_of_a_model(mlcc: Mlcc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import onnx
    from onnx import TensorProto, helper

    value = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [3]) for name in "xy"]
    graph = helper.make_graph([helper.make_node("Exp", ["x"], ["y"], name="the_node")], "g", value[:1], value[1:])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), tmp_path / "m.onnx")
    monkeypatch.setenv("MLCC_CRASH_DIR", str(tmp_path))
    monkeypatch.setattr("mlcc.importers.onnx.importer.evaluate_symbolic", broken)
    done = mlcc("build", tmp_path / "m.onnx", "-o", tmp_path / "m.so")
    assert done.code == 70
    assert "note: at node `the_node` (Exp)" in done.err
