"""What is folded while importing, and what is too large for it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx_models import node

from mlcc.importers.onnx import folding
from mlcc.importers.onnx.folding import fold_node


def zeros(*shape: int) -> Any:
    """An array that takes no memory."""
    return np.broadcast_to(np.float32(0), shape)


def ints(*values: int) -> Any:
    return np.array(values, np.int64)


@pytest.mark.parametrize(
    ("op", "inputs", "attrs"),
    [
        ("Concat", [zeros(1 << 28), zeros(1 << 28), zeros(1 << 28)], {"axis": 0}),
        ("ConstantOfShape", [ints(1 << 40, 1 << 40)], {}),
        ("Expand", [zeros(1), ints(1 << 20, 1 << 20)], {}),
        ("Tile", [zeros(4), ints(1 << 40)], {}),
        ("Range", [np.int64(0), np.int64(1 << 40), np.int64(1)], {}),
        ("Pad", [zeros(3, 3), ints(0, 1 << 40, 0, 0)], {}),
        ("OneHot", [ints(1, 2), np.int64(1 << 40), np.array([0, 1], np.float32)], {}),
        ("Add", [zeros(1 << 20, 1), zeros(1, 1 << 20)], {}),
        ("MatMul", [zeros(1 << 20, 1), zeros(1, 1 << 20)], {}),
        ("Resize", [zeros(1, 1, 4, 4), None, None, ints(1, 1, 1 << 30, 1 << 30)], {"mode": "nearest"}),
    ],
)
def test_large_results_are_not_computed(
    op: str, inputs: list[Any], attrs: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folding, "_evaluate", None)  # whoever comes there fails
    names = [f"i{n}" if item is not None else "" for n, item in enumerate(inputs)]
    assert fold_node(node(op, names, ["y"], **attrs), inputs, {"": 17}, 1 << 16) is None


@pytest.mark.parametrize(
    ("op", "inputs", "attrs", "want"),
    [
        ("Concat", [ints(1), ints(2, 3)], {"axis": 0}, ints(1, 2, 3)),
        ("Expand", [ints(7), ints(2, 2)], {}, np.full((2, 2), 7)),
        ("Tile", [ints(1, 2), ints(2)], {}, ints(1, 2, 1, 2)),
        ("Range", [np.int64(4), np.int64(0), np.int64(-2)], {}, ints(4, 2)),
        ("Pad", [ints(1, 2), ints(1, 0)], {}, ints(0, 1, 2)),
        ("MatMul", [np.ones((2, 3)), np.ones((3, 2))], {}, np.full((2, 2), 3.0)),
        ("MatMul", [np.ones(3), np.ones(3)], {}, np.float64(3)),
    ],
)
def test_small_results_are(op: str, inputs: list[Any], attrs: dict[str, Any], want: Any) -> None:
    names = [f"i{n}" for n in range(len(inputs))]
    result = fold_node(node(op, names, ["y"], **attrs), inputs, {"": 17}, 1 << 16)
    assert result is not None
    np.testing.assert_array_equal(result[0], want)
