"""Elements gathered by indices that are the same for a whole row are rows that are taken."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx_models import FLOAT, INT64, model_of, node, onnxruntime_results

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime


@pytest.mark.parametrize(
    ("dims", "few", "to", "axis", "taken"),
    [
        (["n", 6], ["k", 1], [1, 6], 0, True),
        ([6, "n"], [1, "k"], [6, 1], -1, True),
        (["n", 2, 6], ["k", 1, 1], [1, 2, 6], 0, True),
        (["n", 6], ["k", 1], [1, 5], 0, False),  # not all of a row
        ([6, "n"], ["k", 1], [1, 3], 1, False),  # the same for all of the axis, not of the other dimension
        (["n", 6], ["k", 6], [1, 6], 0, False),
    ],
)
def test_rows(dims: list[Any], few: list[Any], to: list[int], axis: int, taken: bool) -> None:
    nodes = [
        node("Expand", ["i", "shape"], ["wide"]),
        node("GatherElements", ["x", "wide"], ["y"], axis=axis),
    ]
    model = model_of(nodes, {"x": (FLOAT, dims), "i": (INT64, few)}, ["y"], {"shape": np.array(to)})
    module = from_onnx(model)
    assert ("gather_elements" not in module.script()) is taken
    library = mlcc.build(module)["main"]
    rng = np.random.default_rng(len(dims))
    for n, k in ((7, 4), (1, 1), (3, 6), (5, 0)):
        x = rng.standard_normal([n if d == "n" else d for d in dims]).astype("f4")
        i = rng.integers(-n, n, [min(k, 6) if d == "k" else d for d in few])
        got, want = library(x, i), onnxruntime_results(model, {"x": x, "i": i})[0]
        assert got.shape == want.shape
        np.testing.assert_array_equal(got, want)
