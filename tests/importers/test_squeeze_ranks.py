"""`Squeeze` without axes: which dimensions it drops may depend on a run, where a library has one rank."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx_models import FLOAT, model_of, node

import mlcc
from mlcc.diagnostics import Diagnostic, Severity
from mlcc.importers.onnx import from_onnx


def squeezed(*dims: int | str, before: list[onnx.NodeProto] | None = None) -> onnx.ModelProto:
    return model_of(
        [*(before or [node("Relu", ["x"], ["s"])]), node("Squeeze", ["s"], ["y"])], {"x": (FLOAT, dims)}, ["y"]
    )


def warned(model: onnx.ModelProto, **shapes: tuple[int, ...]) -> list[Diagnostic]:
    told: list[Diagnostic] = []
    from_onnx(model, shapes, on_warning=told.append)
    return told


def test_a_batch_that_may_be_one_is_told() -> None:
    told: list[Diagnostic] = []
    library = mlcc.build(squeezed("batch", 1, 3), on_warning=told.append)
    assert [(item.code, item.severity) for item in told] == [("I128", Severity.WARNING)]
    assert "`batch` may be 1 in a run" in told[0].message
    assert "`--shape batch=1`" in (told[0].help or "")
    assert library(np.ones((2, 1, 3), np.float32)).shape == (2, 3)
    assert library(np.ones((1, 1, 3), np.float32)).shape == (1, 3)
    alone = mlcc.build(squeezed("batch", 1, 3), shapes={"batch": (1,)}, on_warning=told.append)
    assert alone(np.ones((1, 1, 3), np.float32)).shape == (3,)
    assert len(told) == 1


def test_a_dimension_that_is_never_one_is_not_told() -> None:
    doubled = [node("Concat", ["x", "x"], ["s"], axis=0)]
    assert warned(squeezed("n", 1, before=doubled)) == []
    assert warned(squeezed(2, 1)) == []
    assert warned(squeezed("n", 1), x=(4, 1)) == []


def test_the_command_tells(mlcc: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    onnx.save(squeezed("batch", 1, 3), "m.onnx")
    ran = mlcc("import", "m.onnx")  # type: ignore[operator]
    assert ran.code == 0
    assert ran.err.startswith("warning[I128]: node `make_y` (Squeeze): without `axes`")
