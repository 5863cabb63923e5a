"""Pads that do not fit their tensor are the user's mistake, whatever is wrong with them."""

from __future__ import annotations

import numpy as np
import pytest
from onnx_models import FLOAT, model_of, node

from mlcc import MlccError
from mlcc.importers.onnx import from_onnx


@pytest.mark.parametrize(
    ("pads", "value", "axes"),
    [
        ([1, 1], None, None),
        ([1, 1, 1, 1, 1], None, None),
        ([1, 1], None, [0, 1]),
        ([1, 1, 1, 1], None, [1, -1]),
        ([0, 1, 0, 1], [], None),
        ([0, 1, 0, 1], [1, 2], None),
    ],
)
def test_malformed_pads(pads: list[int], value: list[float] | None, axes: list[int] | None) -> None:
    weights = {"pads": np.array(pads, "int64")}
    names = ["x", "pads", ""]
    if value is not None:
        weights["value"], names[2] = np.array(value, "float32"), "value"
    if axes is not None:
        weights["axes"] = np.array(axes, "int64")
        names.append("axes")
    model = model_of([node("Pad", names, ["y"])], {"x": (FLOAT, [3, 4])}, ["y"], weights, opset=18)
    with pytest.raises(MlccError) as caught:
        from_onnx(model)
    assert caught.value.code == "I117"
