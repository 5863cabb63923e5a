"""Attention in the forms that exporters write: the results of onnxruntime, from kernels that all have a schedule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from attention_forms import FUSED, UNFUSED, model_text
from tolerances import assert_close

from mlcc.diagnostics import Diagnostic
from mlcc.driver import Artefact, BuildOptions
from mlcc.driver.emit import load_compiled
from mlcc.importers.onnx import from_onnx
from mlcc.target import Target

pytestmark = pytest.mark.onnxruntime


def feeds(model: onnx.ModelProto) -> dict[str, Any]:
    """Random inputs; the second half of the keys of the first sequence is hidden, and all of one query's."""
    rng = np.random.default_rng(7)
    result: dict[str, Any] = {}
    for item in model.graph.input:
        kind = item.type.tensor_type
        shape = [d.dim_value for d in kind.shape.dim]
        dtype = onnx.helper.tensor_dtype_to_np_dtype(kind.elem_type)
        if item.name in ("mask", "keep", "keys_kept", "ids"):
            kept = rng.random(shape) < 0.7
            kept[..., 0] = True
            if item.name != "ids":
                kept[0, :, -1, shape[-1] // 2 :] = False
            result[item.name] = np.where(kept, 0, -np.inf).astype(dtype) if item.name == "mask" else kept.astype(dtype)
        else:
            result[item.name] = rng.standard_normal(shape).astype(dtype)
    return result


def check(opset: int, body: str, results: str = "y") -> list[tuple[str, str]]:
    """Compares with onnxruntime, and gives the kernels with the files that scheduled them."""
    ort = pytest.importorskip("onnxruntime")
    model = onnx.parser.parse_model(model_text(opset, body, results))
    arrays = feeds(model)
    reported: list[Diagnostic] = []
    artefact = Artefact.of(from_onnx(model), BuildOptions(Target.host(), on_warning=reported.append))
    got = load_compiled(artefact).main(*arrays.values())
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    for mine, theirs in zip(got if isinstance(got, tuple) else (got,), session.run(None, arrays), strict=True):
        assert mine.dtype == theirs.dtype
        assert_close(mine, theirs)
    assert not reported
    return [(n, Path(k.schedule["from"]).stem if k.schedule else "") for n, k in artefact.compilation.kernels.items()]


@pytest.mark.every(5)
@pytest.mark.parametrize("form", FUSED)
def test_one_kernel(form: str) -> None:
    kernels = check(*FUSED[form])
    assert kernels[-1] == ("attention", "attention")
    assert {schedule for _, schedule in kernels[:-1]} <= {"elementwise", "reduce_rows"}  # of masks


@pytest.mark.every(2)
@pytest.mark.parametrize("form", UNFUSED)
def test_several_kernels(form: str) -> None:
    schedules = [schedule for _, schedule in check(*UNFUSED[form])]
    assert schedules.count("matmul") == 2
    assert {"rowwise", "columnwise"} & set(schedules)
    assert "generic" not in schedules
