"""One pass for the least and the largest element; grids of dynamically quantised tensors, which take both."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest

import mlcc
from mlcc.relax.transform import DeadCodeElimination, MergeExtremes

from .graphs import Ops, assert_close, compiled, graph, interpret, normal, operators


def both(o: Ops, x: Any) -> Any:
    return o.add(o.max(x), o.min(o.reshape(x, (12,)))), o.max(x, axis=[0])


def test_both_of_a_tensor_and_its_views_are_one_call() -> None:
    before = graph(both, x=(3, 4))
    after = DeadCodeElimination()(MergeExtremes()(before))
    assert operators(after).count("qnn.value_range") == 1
    assert operators(after).count("min") == 0
    assert operators(after).count("max") == 1  # along one dimension
    x = normal(3, 4)
    assert_close(interpret(after, x), interpret(before, x))


@pytest.mark.parametrize("shape", [(1,), (3,), (5, 13), (1, 64), (300, 700)])
def test_any_size(shape: tuple[int, ...]) -> None:
    func = graph(lambda o, x: (o.min(x), o.max(x)), x=shape)
    x = normal(*shape) - 3
    assert_close(compiled(func, x), [x.min(), x.max()])


@pytest.mark.cover(1)
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 768), (7, 33), (130, 257)])
@pytest.mark.parametrize("dims", ["{0}, {1}", "n, {1}", "n, m"])
def test_grids_as_the_standard_has_them(rows: int, columns: int, dims: str) -> None:
    """Every byte, the scale and the zero point; a tensor of zeros has the reference's grid, of the range [0, 1]."""
    text = f"""
<ir_version: 8, opset_import: ["" : 17]>
g (float[{dims.format(rows, columns)}] x) => (uint8[{dims.format(rows, columns)}] y, float scale, uint8 zero) {{
  y, scale, zero = DynamicQuantizeLinear (x)
}}"""
    built = mlcc.build(onnx.parser.parse_model(text))
    for x in (normal(rows, columns), normal(rows, columns) + 9, np.zeros((rows, columns), np.float32)):
        y, scale, zero = (np.array(v) for v in built(x))
        low, high = min(x.min(), np.float32(0)), max(x.max(), np.float32(0))
        assert scale == (high - low or np.float32(1)) / np.float32(255)
        assert zero == np.round(np.clip(-low / scale, 0, 255))
        np.testing.assert_array_equal(y, np.clip(np.round(x / scale) + zero.astype(np.float32), 0, 255))
