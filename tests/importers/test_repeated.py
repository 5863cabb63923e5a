"""Values that repeat along a batch of any size are computed while importing, and no others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
import pytest
from onnx_models import FLOAT, INT64, model_of, node, onnxruntime_results

import mlcc
from mlcc.importers.onnx import from_onnx
from mlcc.ir import Constant, walk
from mlcc.relax import transform

RNG = np.random.default_rng(5)
CORE = RNG.standard_normal((1, 3, 4)).astype(np.float32)
WEIGHTS = {
    "core": CORE,
    "square": RNG.standard_normal((4, 4)).astype(np.float32),
    "row": RNG.standard_normal(4).astype(np.float32),
    "three_by_four": np.array([3, 4], np.int64),
    **{f"i{k}": np.array([k], np.int64) for k in (-1, 0, 1, 2, 3, 4, 9)},
    "both": np.array([0, 2], np.int64),
    "scalar1": np.array(1, np.int64),
    "merged": np.array([-1, 4], np.int64),
    "parted": np.array([-1, 3, 2, 2], np.int64),
    "flat": np.array([0, 12], np.int64),
    "three": np.array([3], np.int64),
}
#: A batch that is expanded, "r" of shape (n, 3, 4); and "z", zeros of this shape.
HEAD = [
    node("Shape", ["x"], ["sizes"], end=1),
    node("Concat", ["sizes", "three_by_four"], ["shape"], axis=0),
    node("Expand", ["core", "shape"], ["r"]),
    node("ConstantOfShape", ["shape"], ["z"]),
]

#: What follows from constants alone.
FOLDED = {
    "elements": [node("Sin", ["r"], ["a"]), node("Add", ["a", "row"], ["b"]), node("Mul", ["b", "r"], ["y"])],
    "zeros": [node("MatMul", ["z", "square"], ["a"]), node("Add", ["a", "row"], ["y"])],
    "matmul": [node("MatMul", ["r", "square"], ["a"]), node("Sin", ["a"], ["y"])],
    "heads": [
        node("Reshape", ["r", "parted"], ["a"]),
        node("Transpose", ["a"], ["b"], perm=[0, 2, 1, 3]),
        node("Sin", ["b"], ["y"]),
    ],
    "flat": [node("Reshape", ["r", "flat"], ["a"]), node("Cos", ["a"], ["y"])],
    "reduce": [node("ReduceMean", ["r"], ["a"], axes=[-1], keepdims=0), node("Sin", ["a"], ["y"])],
    "cumsum": [node("CumSum", ["r", "scalar1"], ["a"]), node("Sin", ["a"], ["y"])],
    "concat": [node("Concat", ["r", "z"], ["a"], axis=2), node("Sin", ["a"], ["y"])],
    "split": [node("Split", ["r"], ["a", "b"], axis=2), node("Sub", ["a", "b"], ["c"]), node("Sin", ["c"], ["y"])],
    "slice": [node("Slice", ["r", "i1", "i3", "i1"], ["a"]), node("Sin", ["a"], ["y"])],
    "gather": [node("Gather", ["r", "both"], ["a"], axis=1), node("Sin", ["a"], ["y"])],
    "first": [node("Gather", ["r", "i0"], ["a"], axis=0), node("Sin", ["a"], ["y"])],
    "merged zeros": [node("Cos", ["z"], ["o"]), node("Reshape", ["o", "merged"], ["a"]), node("Sin", ["a"], ["y"])],
    "tile": [
        node("Concat", ["sizes", "i1", "i2"], ["t"], axis=0),
        node("Tile", ["core", "t"], ["a"]),
        node("Sin", ["a"], ["y"]),
    ],
}  # fmt: skip
#: What depends on how long the batch is, and what an input has a part in.
NOT_FOLDED = {
    "sum of the batch": [node("ReduceSum", ["r", "i0"], ["a"], keepdims=1), node("Sin", ["a"], ["y"])],
    "sum of all": [node("ReduceSum", ["r"], ["a"], keepdims=1), node("Sin", ["a"], ["y"])],
    "contraction": [
        node("Transpose", ["r"], ["a"], perm=[1, 2, 0]),
        node("Transpose", ["r"], ["b"], perm=[1, 0, 2]),
        node("MatMul", ["a", "b"], ["c"]),
        node("Sin", ["c"], ["y"]),
    ],
    "sums along the batch": [node("CumSum", ["r", "scalar0"], ["a"]), node("Sin", ["a"], ["y"])],
    "merged": [node("Reshape", ["r", "merged"], ["a"]), node("Sin", ["a"], ["y"])],
    "positions": [
        node("Squeeze", ["sizes"], ["count"]),
        node("Range", ["scalar0", "count", "scalar1"], ["p"]),
        node("Cast", ["p"], ["a"], to=FLOAT),
        node("Sin", ["a"], ["y"]),
    ],
    "longer batch": [node("Concat", ["r", "core"], ["a"], axis=0), node("Sin", ["a"], ["y"])],
    "an input": [node("Add", ["r", "x"], ["a"]), node("Sin", ["a"], ["y"])],
}  # fmt: skip
WEIGHTS["scalar0"] = np.array(0, np.int64)


def model(nodes: Sequence[onnx.NodeProto]) -> Any:
    return model_of([*HEAD, *nodes], {"x": (FLOAT, ["n", 3, 4])}, ["y"], WEIGHTS)


def text_of(nodes: Sequence[onnx.NodeProto]) -> str:
    """The program of a model, as text, without what nothing uses."""
    return str(transform.DeadCodeElimination()(from_onnx(model(nodes))))


def check(nodes: Sequence[onnx.NodeProto]) -> None:
    library = mlcc.build(model(nodes))
    for n in (1, 2, 5):
        x = RNG.standard_normal((n, 3, 4)).astype(np.float32)
        (want,) = onnxruntime_results(model(nodes), {"x": x})
        got = np.asarray(library(x))
        assert got.shape == want.shape
        np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("case", FOLDED)
def test_what_repeats_is_computed_while_importing(case: str) -> None:
    text = text_of(FOLDED[case])
    assert not any(f"R.{op}(" in text for op in ("sin", "cos", "matmul", "mean", "cumsum")), text
    check(FOLDED[case])


@pytest.mark.parametrize("case", NOT_FOLDED)
def test_what_depends_on_the_size_of_a_batch_is_computed_at_run_time(case: str) -> None:
    assert "R.sin(" in text_of(NOT_FOLDED[case])
    check(NOT_FOLDED[case])


def test_elements_that_are_chosen_from_equal_ones_are_known() -> None:
    """A mask of ones that is resized to the nearest elements, and read at indices that count along the batch."""
    nodes = [
        node("Unsqueeze", ["z", "i0"], ["image"]),
        node("Cos", ["image"], ["ones"]),
        node("Shape", ["ones"], ["all"]),
        node("Slice", ["all", "i0", "i2"], ["head"]),
        node("Concat", ["head", "i9", "i9"], ["larger"], axis=0),
        node("Resize", ["ones", "", "", "larger"], ["resized"], mode="nearest"),
        node("Squeeze", ["resized", "i0"], ["back"]),
        node("Squeeze", ["sizes"], ["count"]),
        node("Range", ["scalar0", "count", "scalar1"], ["p"]),
        node("Gather", ["back", "p"], ["a"], axis=0),
        node("Sin", ["a"], ["y"]),
    ]
    assert "R.sin(" not in text_of(nodes)
    check(nodes)


def test_weights_that_are_expanded_are_stored_once() -> None:
    nodes = [node("Mul", ["r", "x"], ["a"]), node("Mul", ["a", "core"], ["y"])]
    module = transform.DeadCodeElimination()(from_onnx(model(nodes)))
    found = {id(n) for n in walk(module["main"]) if isinstance(n, Constant) and np.array_equal(n.data, CORE)}
    assert len(found) == 1
    check(nodes)


def test_integers_stay_integers() -> None:
    nodes = [
        node("Cast", ["z"], ["w"], to=INT64),
        node("Add", ["w", "i3"], ["a"]),
        node("Mod", ["a", "i2"], ["b"]),
        node("Cast", ["b"], ["y"], to=FLOAT),
    ]
    check(nodes)


def _assignment(start: str, step: str, columns: list[int], batch_first: bool = True) -> list[onnx.NodeProto]:
    """r[:, :, columns] = z + 7, by indices of all items of the batch."""
    indices = [node("Constant", [], [f"c{k}"], value_ints=v) for k, v in (("r", [0, 1, 2]), ("c", columns))]
    order = ["items", "rows", "columns"] if batch_first else ["rows", "items", "columns"]
    return [
        *indices,
        node("Squeeze", ["sizes"], ["count"]),
        node("Range", [start, "count", step], ["p"]),
        node("Unsqueeze", ["p", "all3"], ["b"]),
        node("Concat", ["sizes", "i3", "width"], ["box"], axis=0),
        node("Expand", ["b", "box"], ["b1"]),
        node("Unsqueeze", ["b1", "i3"], ["items"]),
        node("Reshape", ["cr", "rowed"], ["r1"]),
        node("Expand", ["r1", "box"], ["r2"]),
        node("Unsqueeze", ["r2", "i3"], ["rows"]),
        node("Expand", ["cc", "box"], ["c1"]),
        node("Unsqueeze", ["c1", "i3"], ["columns"]),
        node("Concat", order, ["at"], axis=3),
        node("Slice", ["z", "i0", "width", "i2"], ["z2"]),
        node("Cos", ["z2"], ["values"]),
        node("ScatterND", ["r", "at", "values"], ["a"]),
        node("Sin", ["a"], ["y"]),
    ]


MORE = {"all3": np.array([1, 2], np.int64), "width": np.array([2], np.int64), "rowed": np.array([1, 3, 1], np.int64)}
WEIGHTS.update(MORE)


def test_items_of_a_batch_that_are_assigned_to_alike_are_known() -> None:
    nodes = _assignment("scalar0", "scalar1", [3, 1])
    assert "scatter" not in text_of(nodes)
    check(nodes)


def test_items_that_are_not_assigned_to_alike_are_not() -> None:
    """From the second item on."""
    nodes = _assignment("scalar1", "scalar1", [3, 1])
    nodes = [n if n.output[0] != "p" else node("Range", ["scalar1", "more", "scalar1"], ["p"]) for n in nodes]
    nodes.insert(3, node("Add", ["count", "scalar1"], ["more"]))
    assert "scatter" in text_of(nodes)
