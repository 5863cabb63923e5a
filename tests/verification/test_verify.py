"""`verify_model`: reports, disputes, references that cannot run a model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.verification import Bounds, references, verify_model
from mlcc.verification.verify import bounds_of

from .models import chain, one_node


def saved(model: onnx.ModelProto, folder: Path) -> str:
    path = folder / "model.onnx"
    onnx.save(model, path)
    return str(path)


def test_a_right_model_passes_on_several_samples(tmp_path: Path) -> None:
    report = verify_model(saved(chain(), tmp_path), samples=2, against=["onnx"])
    assert report.passed
    assert [row.output for row in report.rows] == ["y"]
    assert report.rows[0].difference.relative < 1e-6
    assert report.lines()[0].endswith(f"model.onnx: 2 samples, compared with onnx {onnx.__version__}")
    assert report.lines()[1].endswith("PASS")
    assert report.as_data()["outputs"][0]["max_ulp"] >= 0


def test_given_inputs_and_sizes(tmp_path: Path) -> None:
    path = saved(chain(), tmp_path)
    np.save(tmp_path / "x.npy", np.random.default_rng(0).standard_normal((7, 6)).astype(np.float32))
    assert verify_model(path, items=[str(tmp_path / "x.npy")], against=["onnx"]).passed
    assert verify_model(path, shapes={"n": (3,)}, pinned=True, against=["onnx"]).passed
    with pytest.raises(MlccError, match="D163"):
        verify_model(path, items=[str(tmp_path / "x.npy")] * 2)
    with pytest.raises(MlccError, match="D172"):
        verify_model(path, shapes={"rows": (3,)})


def test_a_library_of_another_model_fails(tmp_path: Path) -> None:
    other = chain()
    other.graph.node[3].op_type = "Add"
    library = mlcc.build(other)
    report = verify_model(saved(chain(), tmp_path), library=library, against=["onnx"])
    assert not report.passed
    assert report.lines()[1].endswith("FAIL")


def test_bounds_are_conditions(tmp_path: Path) -> None:
    path = saved(chain(), tmp_path)
    assert not verify_model(path, bounds=Bounds(relative=1e-12), against=["onnx"], samples=3).passed


def test_where_references_differ_agreement_with_one_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def other(model: Any, path: str | None, sample: Any) -> Sequence[Any]:
        return [value + 0.5 for value in right.run(model, path, sample)]

    right = references.REFERENCES[0]
    doubtful = references.Reference("onnxruntime", "onnx", other)
    monkeypatch.setattr(references, "REFERENCES", (right, doubtful))
    report = verify_model(saved(chain(), tmp_path))
    assert [row.difference.passed for row in report.rows] == [True, False]
    assert list(report.disputed) == ["y"]
    assert report.passed
    assert "the references differ from each other" in report.lines()[-1]


def test_values_of_16_bits_inside_a_model_of_float32(tmp_path: Path) -> None:
    """onnxruntime keeps them in float32 where it has no kernel of 16 bits: its result may differ by their rounding."""
    pytest.importorskip("onnxruntime")
    model = one_node(
        "m (float[40, 30] x) => (float[40, 30] y) { h = Cast<to = 10>(x) r = Relu(h) y = Cast<to = 1>(r) }"
    )
    assert bounds_of(model).relative_for("float32") == bounds_of(model).relative_for("float16") > 1e-3
    assert bounds_of(chain()).relative_for("float32") < 1e-3
    report = verify_model(saved(model, tmp_path))
    assert report.passed
    assert not report.disputed
    assert not verify_model(saved(model, tmp_path), against=["onnxruntime"], bounds=Bounds()).passed


def test_a_reference_that_cannot_run_the_model_is_told(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    model = one_node("m (float[3, 4] x) => (float[3, 4] y) { y = com.microsoft.QuickGelu (x) }")
    report = verify_model(saved(model, tmp_path))
    assert report.passed
    assert list(report.skipped) == ["onnx"]
    assert any("not compared with onnx" in line for line in report.lines())
    with pytest.raises(MlccError, match="no reference runs this model") as error:
        verify_model(saved(model, tmp_path), against=["onnx"])
    assert error.value.code == "D190"


def test_what_has_no_reference(tmp_path: Path) -> None:
    (tmp_path / "k.tir").write_text("@T.prim_func\ndef f(): pass\n")
    for path, against in ((str(tmp_path / "k.tir"), ()), (saved(chain(), tmp_path), ("torch",))):
        with pytest.raises(MlccError) as error:
            verify_model(path, against=against)
        assert error.value.code == "D190"


def test_sizes_that_nobody_knows_are_asked_for(tmp_path: Path) -> None:
    model = one_node("m (float[3, k] x) => (float[3, k] y) { y = Relu (x) }")
    with pytest.raises(MlccError, match="the size `k`") as error:
        verify_model(saved(model, tmp_path))
    assert error.value.code == "D166"
