"""Results as long as the data say, and what is computed from them, against onnxruntime."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx_models import BOOL, FLOAT, INT64, graph_of, model_of, node

import mlcc
from mlcc.importers.onnx import from_onnx
from mlcc.runtime import make_header
from mlcc.script import parse_module

pytestmark = pytest.mark.onnxruntime
RNG = np.random.default_rng(2)


def signs(*shape: int) -> Any:
    return RNG.integers(-1, 2, shape).astype(np.float32)


def flags(size: int) -> Any:
    return RNG.random(size) > 0.5


def check(
    nodes: Sequence[onnx.NodeProto], inputs: Any, outputs: list[str], runs: Sequence[Sequence[Any]], weights: Any = None
) -> None:
    """One library, and several runs of it."""
    ort = pytest.importorskip("onnxruntime")
    model = model_of(nodes, inputs, outputs, weights)
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    library = mlcc.build(from_onnx(model))
    for feeds in runs:
        got = library(*feeds)
        want = session.run(None, dict(zip(inputs, feeds, strict=True)))
        for mine, theirs in zip(got if isinstance(got, tuple) else (got,), want, strict=True):
            assert mine.dtype == theirs.dtype
            assert mine.shape == theirs.shape
            np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-6)


def test_locations_of_what_is_not_zero() -> None:
    x = signs(3, 4)
    check([node("NonZero", ["x"], ["y"])], {"x": (FLOAT, [3, 4])}, ["y"], [[x], [x * 0], [x * 0 + 1]])
    check([node("NonZero", ["x"], ["y"])], {"x": (BOOL, ["n"])}, ["y"], [[flags(5)], [flags(0)], [flags(31)]])


def test_elements_at_those_places() -> None:
    nodes = [
        node("NonZero", ["x"], ["i"]),
        node("Transpose", ["i"], ["t"]),
        node("GatherND", ["x", "t"], ["g"]),
        node("Exp", ["g"], ["y"]),
    ]
    check(nodes, {"x": (FLOAT, ["n", 4])}, ["y", "t"], [[signs(3, 4)], [signs(9, 4)]])


def test_slices_that_are_kept() -> None:
    inputs = {"x": (FLOAT, [3, "n"]), "c": (BOOL, [4])}
    none = np.zeros(4, bool)
    check([node("Compress", ["x", "c"], ["y"], axis=1)], inputs, ["y"], [[signs(3, 4), flags(4)], [signs(3, 6), none]])
    nodes = [node("Compress", ["x", "c"], ["u"]), node("ReduceSum", ["u"], ["y"]), node("Shape", ["u"], ["s"])]
    check(nodes, inputs, ["y", "s", "u"], [[signs(3, 4), flags(4)], [signs(3, 7), none]])


@pytest.mark.parametrize("ordered", [0, 1])
def test_different_values(ordered: int) -> None:
    one = [node("Unique", ["x"], ["y", "i", "v", "n"], sorted=ordered)]
    check(one, {"x": (FLOAT, [17])}, ["y", "i", "v", "n"], [[RNG.integers(-3, 4, 17).astype("f4")] for _ in range(3)])
    runs = [[RNG.integers(-2, 3, (n, 3))] for n in (1, 6)]
    check([node("Unique", ["x"], ["y"], sorted=ordered)], {"x": (INT64, ["n", 3])}, ["y"], runs)


def boxes(count: int, entries: int = 2) -> Any:
    corners = RNG.random((entries, count, 4)).astype(np.float32)
    corners[..., 2:] = corners[..., :2] + RNG.random((entries, count, 2)).astype(np.float32) * 0.5
    return corners


LIMITS = {"m": np.array([4]), "iou": np.array([0.3], "f4"), "low": np.array([0.2], "f4")}


@pytest.mark.parametrize("centred", [0, 1])
def test_boxes_that_do_not_overlap(centred: int) -> None:
    one = node("NonMaxSuppression", ["b", "s", "m", "iou", "low"], ["y"], center_point_box=centred)
    inputs = {"b": (FLOAT, [2, "n", 4]), "s": (FLOAT, [2, 3, "n"])}
    runs = [[boxes(n), RNG.random((2, 3, n)).astype("f4")] for n in (1, 12, 30)]
    check([one], inputs, ["y"], runs, LIMITS)


@pytest.mark.cover(1)
@pytest.mark.parametrize("limit", [1, 37, 1000])
@pytest.mark.parametrize("spread", [3.0, 40.0])
def test_many_boxes_with_equal_scores(limit: int, spread: float) -> None:
    """Few survive among boxes that are close together, most among boxes that are not; of equal scores the first."""
    ort = pytest.importorskip("onnxruntime")
    corners = boxes(403, 1)
    corners += RNG.random((1, 403, 1)).astype("f4") * np.float32(spread)
    corners[0, 5] = corners[0, 6]
    corners[0, 9, 2:] = corners[0, 9, :2]  # no area
    scores = (RNG.integers(-3, 40, (1, 2, 403)) / 32).astype("f4")
    weights = {"m": np.array([limit]), "iou": np.array([0.4], "f4")}
    model = model_of(
        [node("NonMaxSuppression", ["b", "s", "m", "iou"], ["y"])],
        {"b": (FLOAT, [1, 403, 4]), "s": (FLOAT, [1, 2, 403])},
        ["y"],
        weights,
    )
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    (want,) = session.run(None, {"b": corners, "s": scores})
    np.testing.assert_array_equal(mlcc.build(from_onnx(model))(corners, scores), want)


def test_boxes_without_a_finite_area_cover_none() -> None:
    """Boxes of area zero, with NaN or infinite corners: neither they nor what they contain is suppressed."""
    ordinary = boxes(40, 1)[0]
    repeated = np.repeat(ordinary[:20], 2, axis=0)
    odd = repeated.copy()
    odd[::4, 2] = odd[::4, 0]
    odd[1::4, 3] = np.nan
    odd[2::4, 1] = -np.inf
    corners = np.concatenate([odd, repeated])[None]
    scores = np.linspace(1, 0.5, 80, dtype="f4").reshape(1, 1, 80)
    weights = {"m": np.array([80]), "iou": np.array([0.999], "f4")}
    inputs = {"b": (FLOAT, [1, 80, 4]), "s": (FLOAT, [1, 1, 80])}
    library = mlcc.build(
        from_onnx(model_of([node("NonMaxSuppression", ["b", "s", "m", "iou"], ["y"])], inputs, ["y"], weights))
    )
    (_, _, kept) = library(corners, scores).T
    finite = np.isfinite(odd).all(1) & (odd[:, 0] != odd[:, 2])
    first = [k for k in range(40) if not (finite[k] and finite[:k][(odd[:k] == odd[k]).all(1)].any())]
    later = [40 + k for k in range(0, 40, 2) if not finite[[k, k + 1]].any()]
    np.testing.assert_array_equal(kept, [*first, *later])


def test_what_follows_a_suppression() -> None:
    nodes = [
        node("NonMaxSuppression", ["b", "s", "m", "iou", "low"], ["sel"]),
        node("Gather", ["sel", "two"], ["i"], axis=1),
        node("Squeeze", ["i", "one"], ["j"]),
        node("Squeeze", ["b", "zero"], ["bb"]),
        node("Gather", ["bb", "j"], ["g"], axis=0),
        node("Concat", ["g", "extra"], ["h"], axis=0),
        node("MatMul", ["h", "w"], ["y"]),
        node("Softmax", ["y"], ["z"], axis=0),
        node("ReduceMax", ["z"], ["q"], axes=[0], keepdims=0),
    ]
    weights = {
        "two": np.array([2]),
        "one": np.array([1]),
        "zero": np.array([0]),
        "extra": signs(2, 4),
        "w": signs(4, 5),
    }
    runs = [[boxes(12, 1), RNG.random((1, 1, 12)).astype("f4")] for _ in range(3)]
    check(nodes, {"b": (FLOAT, [1, 12, 4]), "s": (FLOAT, [1, 1, 12])}, ["z", "q", "sel"], runs, {**LIMITS, **weights})


def test_the_length_as_a_value() -> None:
    fill = onnx.numpy_helper.from_array(np.array([2.5], "f4"))
    nodes = [
        node("NonZero", ["x"], ["i"]),
        node("Shape", ["i"], ["s"]),
        node("Slice", ["s", "b", "e"], ["k"]),
        node("ConstantOfShape", ["k"], ["o"], value=fill),
        node("Cast", ["s"], ["f"], to=FLOAT),
    ]
    check(nodes, {"x": (FLOAT, [3, 4])}, ["o", "f"], [[signs(3, 4)]], {"b": np.array([1]), "e": np.array([2])})


def test_two_lengths() -> None:
    nodes = [node("NonZero", ["x"], ["i"]), node("NonZero", ["z"], ["j"]), node("Concat", ["i", "j"], ["y"], axis=1)]
    runs = [[signs(3, 4), signs(2, 5)], [signs(3, 4) * 0, signs(2, 5)]]
    check(nodes, {"x": (FLOAT, [3, 4]), "z": (FLOAT, [2, 5])}, ["y"], runs)


def test_a_length_inside_a_branch() -> None:
    then = graph_of([node("NonZero", ["x"], ["i"]), node("ReduceSum", ["i"], ["a"], keepdims=0)], {}, ["a"])
    other = graph_of([node("Constant", [], ["a"], value_int=7)], {}, ["a"])
    one = node("If", ["c"], ["y"], then_branch=then, else_branch=other)
    runs = [[np.array(flag), signs(3, 4)] for flag in (True, False)]
    check([one], {"c": (BOOL, []), "x": (FLOAT, [3, 4])}, ["y"], runs)


def nonzero_model() -> onnx.ModelProto:
    return model_of([node("NonZero", ["x"], ["y"])], {"x": (FLOAT, [3, 4])}, ["y"])


def test_the_module_can_be_written_and_read() -> None:
    x = signs(3, 4)
    library = mlcc.build(parse_module(from_onnx(nonzero_model()).script()))
    np.testing.assert_array_equal(library(x), np.nonzero(x))


def test_the_size_is_an_output_of_the_interface(tmp_path: Path) -> None:
    """From C: a buffer for the largest result, and a number after it."""
    path = tmp_path / "n.so"
    mlcc.build(from_onnx(nonzero_model()), output=path)
    library, x = mlcc.load(path), signs(3, 4)
    spec = library["main"].spec
    assert [(p.name, p.shape) for p in spec.outputs] == [("y", (2, 12)), ("count", ())]
    whole, count = np.empty((2, 12), np.int64), np.empty((), np.int64)
    library(x, whole, count)
    size = np.count_nonzero(x)
    assert count == size
    np.testing.assert_array_equal(whole.reshape(-1)[: 2 * size].reshape(2, size), np.nonzero(x))
    call = library["main"].bind([x])
    call()
    np.testing.assert_array_equal(call.results()[0], np.nonzero(x))


def test_the_header_says_what_the_sizes_are(tmp_path: Path) -> None:
    path = tmp_path / "n.so"
    mlcc.build(from_onnx(nonzero_model()), output=path)
    text = make_header(mlcc.load(path).spec)
    assert "y is compact with shape [2, count] after a run" in text
    assert "The last outputs say those sizes: count" in text


def test_the_largest_of_what_is_found() -> None:
    nodes = [
        node("Greater", ["x", "low"], ["g"]),
        node("NonZero", ["g"], ["i"]),
        node("Squeeze", ["i", "zero"], ["j"]),
        node("Gather", ["x", "j"], ["v"]),
        node("Shape", ["v"], ["n"]),
        node("Concat", ["n", "five"], ["both"], axis=0),
        node("ReduceMin", ["both"], ["k"]),
        node("TopK", ["v", "k"], ["y", "at"]),
    ]
    weights = {"low": np.float32(0), "zero": np.array([0]), "five": np.array([5])}
    runs = [[RNG.standard_normal(20).astype("f4")] for _ in range(3)] + [[-np.ones(20, "f4")]]
    check(nodes, {"x": (FLOAT, [20])}, ["y", "at"], runs, weights)


def test_ranges_up_to_symbolic_ends() -> None:
    nodes = [
        node("Shape", ["x"], ["s"]),
        node("Gather", ["s", "i"], ["n"], axis=0),
        node("Cast", ["n"], ["f"], to=FLOAT),
        node("Range", ["zero", "f", "one"], ["y"]),
        node("Range", ["two", "n", "three"], ["z"]),
    ]
    weights = {"i": np.array(0), "zero": np.float32(0), "one": np.float32(1), "two": np.array(2), "three": np.array(3)}
    runs = [[signs(n, 2)] for n in (1, 2, 3, 9)]
    check(nodes, {"x": (FLOAT, ["n", 2])}, ["y", "z"], runs, weights)


def test_branches_that_give_different_lengths() -> None:
    nodes = [node("NonZero", ["x"], ["i"]), node("Transpose", ["i"], ["a"])]
    fill = onnx.numpy_helper.from_array(np.array([7]))
    other = graph_of([node("ConstantOfShape", ["sh"], ["a"], value=fill)], {}, ["a"], {"sh": np.array([20, 2])})
    one = node("If", ["c"], ["u"], then_branch=graph_of(nodes, {}, ["a"]), else_branch=other)
    runs = [[np.array(flag), signs(3, 4)] for flag in (True, False)]
    check([one, node("Mul", ["u", "u"], ["y"])], {"c": (BOOL, []), "x": (FLOAT, [3, 4])}, ["y"], runs)


def test_a_loop_over_what_is_counted() -> None:
    nodes = [node("NonZero", ["x"], ["i"]), node("Shape", ["i"], ["s"]), node("Gather", ["s", "one"], ["n"])]
    body = graph_of([node("Identity", ["c"], ["d"]), node("Sub", ["x", "v"], ["w"])],
                    {"k": (INT64, []), "c": (BOOL, []), "v": (FLOAT, [4])}, ["d", "w", "w"])  # fmt: skip
    nodes.append(node("Loop", ["n", "", "x"], ["y", "rows"], body=body))
    runs = [[signs(4)], [np.zeros(4, "f4")], [np.ones(4, "f4")]]
    check(nodes, {"x": (FLOAT, [4])}, ["y", "rows"], runs, {"one": np.array(1)})
