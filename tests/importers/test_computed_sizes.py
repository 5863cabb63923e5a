"""Sizes that a model computes from its data, without a bound: memory for them is taken while the model runs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import onnx
import pytest
from onnx.reference import ReferenceEvaluator
from onnx_models import BOOL, FLOAT, INT64, graph_of, model_of, node
from tolerances import assert_close

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.importers.onnx import from_onnx
from mlcc.runtime import Library

RNG = np.random.default_rng(5)
FLOAT16 = onnx.TensorProto.FLOAT16
ZERO, ONE = np.array(0), np.array(1)


def floats(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype("f4")


def ints(*values: int) -> Any:
    return np.array(values, np.int64)


def check(model: onnx.ModelProto, *runs: dict[str, Any]) -> Library:
    """The library of a model, whose results agree with those of onnx.reference."""
    library, reference = mlcc.build(from_onnx(model)), ReferenceEvaluator(model)
    for feeds in runs:
        got = library(**feeds)
        for mine, theirs in zip(got if isinstance(got, tuple) else (got,), reference.run(None, feeds), strict=True):
            assert mine.shape == theirs.shape
            assert_close(mine, theirs)
    return library


@pytest.fixture(scope="module")
def chain() -> tuple[onnx.ModelProto, Library]:
    """n rows of numbers, through a product, a softmax and a concatenation."""
    nodes = [
        node("Unsqueeze", ["n", "axis0"], ["n1"]), node("Concat", ["n1", "four"], ["shape"], axis=0),
        node("Expand", ["row", "shape"], ["e"]), node("Range", ["zero", "n", "one"], ["r"]),
        node("Cast", ["r"], ["rf"], to=FLOAT), node("Unsqueeze", ["rf", "axis1"], ["column"]),
        node("Mul", ["e", "column"], ["h"]), node("MatMul", ["h", "w"], ["m"]), node("Softmax", ["m"], ["s"], axis=1),
        node("Concat", ["s", "x", "s"], ["y"], axis=0), node("ReduceSum", ["s", "axis0"], ["t"], keepdims=0),
    ]  # fmt: skip
    weights = {"zero": ZERO, "one": ONE, "axis0": ints(0), "axis1": ints(1), "four": ints(4),
               "row": floats(1, 4) / 5000, "w": floats(4, 3)}  # fmt: skip
    model = model_of(nodes, {"n": (INT64, []), "x": (FLOAT, ["k", 3])}, ["y", "t"], weights)
    return model, mlcc.build(from_onnx(model))


def test_values_of_a_computed_size(chain: tuple[onnx.ModelProto, Library]) -> None:
    model, library = chain
    reference = ReferenceEvaluator(model)
    for n in (7, 0, 1, 5000, 33):  # more than there was room for at first, and less again
        feeds = {"n": np.array(n), "x": floats(2, 3)}
        for mine, theirs in zip(library(**feeds), reference.run(None, feeds), strict=True):
            assert mine.shape == theirs.shape
            assert_close(mine, theirs)


def test_sizes_beyond_all_memory_and_below_zero(chain: tuple[onnx.ModelProto, Library]) -> None:
    for n in (2**40, 2**50, 2**62, -1):
        with pytest.raises(MlccError) as error:
            chain[1](np.array(n), floats(2, 3))
        assert error.value.code == "R312"
    assert chain[1](np.array(2), floats(2, 3))[0].shape == (6, 3)


def test_calls_at_the_same_time(chain: tuple[onnx.ModelProto, Library]) -> None:
    x = floats(1, 3)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda n: chain[1](np.array(n % 50 * 200), x)[0], range(100)))
    assert [len(y) for y in results] == [n % 50 * 400 + 1 for n in range(100)]
    assert all(np.array_equal(y[: len(y) // 2], y[len(y) // 2 + 1 :]) for y in results)


def test_a_caller_that_gives_too_little_room(chain: tuple[onnx.ModelProto, Library]) -> None:
    function = chain[1].main
    (rows,) = function.spec.metadata["result_sizes"]
    y, t, count = np.empty((3, 3), "f4"), np.empty(3, "f4"), np.empty((), np.int64)
    x = floats(2, 3)
    with pytest.raises(MlccError, match=r"less room") as error:
        function(np.array(8), x, y, t, count)
    assert error.value.code == "R316"
    assert count == 8
    assert rows in function.spec.metadata["result_shapes"][0][0]
    # Any extents will do that hold so many elements; the result is compact at their begin.
    y = np.empty((60, 3), "f4")
    function(np.array(8), x, y, t, count)
    np.testing.assert_array_equal(y[:18], chain[1](np.array(8), x)[0])


def test_a_prepared_call_makes_room(chain: tuple[onnx.ModelProto, Library]) -> None:
    call = mlcc.build(from_onnx(chain[0])).main.bind({"n": np.array(9000), "x": floats(2, 3)})
    call.repeat(3)
    assert [a.shape for a in call.results()] == [(18002, 3), (3,)]


def test_a_runtime_without_a_heap(chain: tuple[onnx.ModelProto, Library]) -> None:
    with pytest.raises(MlccError, match=r"Expand") as error:
        mlcc.build(from_onnx(chain[0]), runtime="none")
    assert error.value.code == "L121"


def test_slices_between_computed_places() -> None:
    nodes = [
        node("Slice", ["x", "zero", "e"], ["front"]), node("Slice", ["x", "b", "e", "axis1"], ["part"]),
        node("Slice", ["x", "b", "e", "axis1", "back"], ["reversed"]), node("Slice", ["x", "b", "last"], ["rest"]),
        node("Relu", ["front"], ["y0"]), node("Neg", ["part"], ["y1"]), node("Neg", ["reversed"], ["y2"]),
        node("Neg", ["rest"], ["y3"]),
    ]  # fmt: skip
    model = model_of(
        nodes, {"x": (FLOAT, ["h", "w"]), "b": (INT64, [1]), "e": (INT64, [1])}, ["y0", "y1", "y2", "y3"],
        {"zero": ints(0), "axis1": ints(1), "back": ints(-2), "last": ints(2**62)},
    )  # fmt: skip
    bounds = [(0, 3), (1, 100), (-2, -1), (4, 0), (3, -(2**63)), (6, 2), (2, 2)]
    check(model, *({"x": floats(5, 7), "b": ints(b), "e": ints(e)} for b, e in bounds))


def test_shapes_that_are_data() -> None:
    nodes = [
        node("Reshape", ["x", "s"], ["y0"]), node("Tile", ["x", "t"], ["y1"]),
        node("Split", ["x", "p"], ["y2", "y3"], axis=1), node("Expand", ["c", "u"], ["y4"]),
    ]  # fmt: skip
    inputs = {"x": (FLOAT, [6, 4]), "c": (FLOAT, ["m", 1]), **dict.fromkeys("stpu", (INT64, [2]))}
    rows = [
        ((2, 12), (2, 1), (1, 3), (3, 5), 1),
        ((-1, 3), (0, 2), (0, 4), (3, 1), 3),
        ((0, -1), (40, 50), (4, 0), (1, 2), 2),
    ]
    runs = [
        {"x": floats(6, 4), "c": floats(m, 1), "s": ints(*s), "t": ints(*t), "p": ints(*p), "u": ints(*u)}
        for s, t, p, u, m in rows
    ]
    library = check(model_of(nodes, inputs, [f"y{n}" for n in range(5)], opset=13), *runs)
    with pytest.raises(MlccError, match="another size"):
        library(**{**runs[0], "s": ints(5, 5)})
    with pytest.raises(MlccError, match="do not add up"):
        library(**{**runs[0], "p": ints(1, 4)})


def test_ranges_of_floats() -> None:
    kinds: dict[str, Any] = dict.fromkeys(("first", "last", "step"), (FLOAT, []))
    library = mlcc.build(from_onnx(model_of([node("Range", list(kinds), ["y"])], kinds, ["y"])))
    for first, last, step in ((0, 5, 1), (0, 5.5, 0.3), (3, -1, -0.5), (1, 0, 1)):
        arguments = [np.array(v, "f4") for v in (first, last, step)]
        np.testing.assert_allclose(library(*arguments), np.arange(*arguments), rtol=1e-5)
    assert library(*(np.array(v, "f4") for v in (0, np.nan, 1))).shape == (0,)
    for step, word in ((0, "step of a range is 0"), (1e-30, "size `count`")):
        with pytest.raises(MlccError, match=word):
            library(*(np.array(v, "f4") for v in (0, 1e30, step)))


def test_a_loop_whose_iterations_compute_sizes() -> None:
    body = graph_of(
        [
            node("Add", ["i", "k"], ["m"]),
            node("Range", ["zero", "m", "one"], ["r"]),
            node("Cast", ["r"], ["f"], to=FLOAT),
            node("ReduceSum", ["f"], ["s"], keepdims=0),
            node("Add", ["v", "s"], ["w"]),
            node("Identity", ["c"], ["d"]),
        ],
        {"i": (INT64, []), "c": (BOOL, []), "v": (FLOAT, [])},
        ["d", "w", "s"],
    )
    nodes = [node("Loop", ["n", "", "start"], ["y", "rows"], body=body)]
    weights = {"zero": ZERO, "one": ONE, "start": np.array(1, "f4")}
    library = mlcc.build(from_onnx(model_of(nodes, {"n": (INT64, []), "k": (INT64, [])}, ["y", "rows"], weights)))
    for n, k in ((3, 2), (0, 9), (5, 30000), (20, 1)):
        y, rows = library(np.array(n), np.array(k))
        want = [np.arange(i + k).sum() for i in range(n)]
        np.testing.assert_allclose(rows, want, rtol=1e-5)
        np.testing.assert_allclose(y, 1 + sum(want), rtol=1e-5)


def test_a_loop_that_reads_what_it_appends() -> None:
    body = graph_of(
        [
            node("Concat", ["s", "part"], ["longer"], axis=1),
            node("ReduceSum", ["s"], ["t"], keepdims=0),
            node("Less", ["t", "limit"], ["go_on"]),
        ],
        {"i": (INT64, []), "c": (BOOL, []), "s": (FLOAT, [2, "length"])},
        ["go_on", "longer"],
    )
    nodes = [
        node("Slice", ["x", "axis0", "axis1", "axis1"], ["part"]),
        node("Loop", ["n", "yes", "x"], ["all"], body=body), node("Relu", ["all"], ["y"]),
    ]  # fmt: skip
    weights = {"yes": np.array(True), "limit": np.array(9, "f4"), "axis0": ints(0), "axis1": ints(1)}
    model = model_of(nodes, {"n": (INT64, []), "x": (FLOAT, [2, "k"])}, ["y"], weights)
    check(model, *({"n": np.array(n), "x": np.abs(floats(2, 3))} for n in (1, 5, 40)))


# ---------------------------------------------------------------- models as users have them
def test_a_length_regulator() -> None:
    """Text to speech: each phone is repeated for as many frames as were predicted for it."""
    nodes = [
        node("MatMul", ["x", "w"], ["p"]), node("Exp", ["p"], ["d"]), node("Ceil", ["d"], ["ceiled"]),
        node("Cast", ["ceiled"], ["frames"], to=INT64), node("CumSum", ["frames", "zero"], ["ends"]),
        node("ReduceMax", ["ends"], ["total"], keepdims=0), node("Range", ["zero", "total", "one"], ["times"]),
        node("Unsqueeze", ["times", "axis1"], ["t"]), node("LessOrEqual", ["ends", "t"], ["before"]),
        node("Cast", ["before"], ["b"], to=INT64), node("ReduceSum", ["b", "axis1"], ["phone"], keepdims=0),
        node("Gather", ["x", "phone"], ["y"]), node("Transpose", ["y"], ["c"], perm=[1, 0]),
        node("Unsqueeze", ["c", "axis0"], ["image"]), node("Conv", ["image", "filter"], ["wave"], pads=[1, 1]),
    ]  # fmt: skip
    weights = {
        "w": floats(6) / 2,
        "zero": ZERO,
        "one": ONE,
        "axis0": ints(0),
        "axis1": ints(1),
        "filter": floats(2, 6, 3),
    }
    model = model_of(nodes, {"x": (FLOAT, ["phones", 6])}, ["wave", "frames"], weights)
    check(model, *({"x": floats(n, 6) * scale} for n, scale in ((5, 1), (1, 0.1), (9, 3))))


def test_a_decoder() -> None:
    """A table or a text, token by token: each iteration reads all tokens and appends one."""
    body = graph_of(
        [
            node("Gather", ["embedding", "tokens"], ["e"]),
            node("ReduceMean", ["e"], ["m"], axes=[0]),
            node("MatMul", ["m", "w"], ["scores"]),
            node("ArgMax", ["scores"], ["next"], axis=1, keepdims=0),
            node("Concat", ["tokens", "next"], ["more"], axis=0),
            node("Identity", ["c"], ["go_on"]),
            node("ReduceMax", ["scores"], ["best"], keepdims=0),
        ],
        {"i": (INT64, []), "c": (BOOL, []), "tokens": (INT64, ["length"])},
        ["go_on", "more", "best"],
    )
    nodes = [node("Loop", ["n", "yes", "start"], ["y", "scores"], body=body)]
    weights: dict[str, Any] = {"yes": np.array(True), "embedding": floats(10, 6), "w": floats(6, 10)}
    library = mlcc.build(
        from_onnx(model_of(nodes, {"n": (INT64, []), "start": (INT64, ["s"])}, ["y", "scores"], weights))
    )
    for n, start in ((3, [1, 2]), (0, [4]), (300, [9])):
        tokens, best = list(start), []
        for _ in range(n):
            scores = weights["embedding"][tokens].mean(0) @ weights["w"]
            tokens.append(int(scores.argmax()))
            best.append(scores.max())
        mine, scores = library(np.array(n), ints(*start))
        np.testing.assert_array_equal(mine, tokens)
        assert_close(scores, np.array(best, "f4"))


def test_a_grid_in_half_precision() -> None:
    """A detector: the grid of its boxes is a range of a size that is computed in float16."""
    nodes = [
        node("Shape", ["x"], ["dims"]), node("Gather", ["dims", "three"], ["w"]),
        node("Cast", ["w"], ["wide"], to=FLOAT16),
        node("Mul", ["wide", "stride"], ["pixels"]), node("Div", ["pixels", "stride"], ["columns"]),
        node("Range", ["first", "columns", "step"], ["grid"]), node("Unsqueeze", ["grid", "axes"], ["g"]),
        node("Add", ["x", "g"], ["y"]),
    ]  # fmt: skip
    weights = {"three": np.array(3), "stride": np.array(8, "f2"), "first": np.array(0, "f2"), "step": np.array(1, "f2"),
               "axes": ints(0, 1, 2)}  # fmt: skip
    model = model_of(nodes, {"x": (FLOAT16, ["n", 2, "h", "w"])}, ["y"], weights)
    check(model, *({"x": floats(n, 2, 3, w).astype("f2")} for n, w in ((1, 5), (2, 20))))


def test_a_slice_at_a_row_that_may_be_missing() -> None:
    """Of a number of numbers that is known at run time, one is taken, as in a loop over the boxes of a detector."""
    nodes = [
        node("Add", ["i", "one"], ["j"]), node("Slice", ["numbers", "i", "j"], ["a"]), node("Add", ["a", "one"], ["b"]),
        node("Slice", ["x", "a", "b", "axis0"], ["y"]),
    ]  # fmt: skip
    inputs = {"x": (FLOAT, ["n", 5]), "numbers": (INT64, ["k"]), "i": (INT64, [1])}
    model = model_of(nodes, inputs, ["y"], {"one": ints(1), "axis0": ints(0)})
    x, numbers = floats(4, 5), ints(2, 0, 3)
    library = check(model, *({"x": x, "numbers": numbers, "i": ints(i)} for i in (0, 1, 2, -2)))
    with pytest.raises(MlccError) as caught:
        library(x, numbers, ints(3))
    assert caught.value.diagnostic.code == "R312"


@pytest.mark.parametrize(
    ("operator", "numbers"),
    [("Pad", ints(1, 0, 2, 3)), ("Tile", ints(2, 3)), ("CenterCropPad", ints(5, 3)), ("Resize", ints(4, 6))],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_numbers_as_many_as_an_operator_demands(operator: str, numbers: Any) -> None:
    """How many are taken is known at run time, as where TensorFlow's diagonals are written in operators of ONNX."""
    given = ["x", "", "", "taken"] if operator == "Resize" else ["x", "taken"]
    nodes = [node("Slice", ["numbers", "begin", "end"], ["taken"]), node(operator, given, ["y"])]
    inputs = {"x": (FLOAT, ["n", "m"]), "numbers": (INT64, ["k"]), "end": (INT64, [1])}
    model = model_of(nodes, inputs, ["y"], {"begin": ints(0)}, opset=18)
    x, more = floats(2, 3), np.concatenate([numbers, ints(7)])
    library = check(model, *({"x": x, "numbers": one, "end": ints(len(numbers))} for one in (numbers, more)))
    with pytest.raises(MlccError) as caught:
        library(x, more, ints(len(more)))
    assert caught.value.diagnostic.code == "R312"


def test_scales_as_many_as_there_are_axes() -> None:
    nodes = [node("Slice", ["scales", "begin", "end"], ["taken"]), node("Resize", ["x", "", "taken"], ["y"])]
    inputs = {"x": (FLOAT, ["n", "m"]), "scales": (FLOAT, ["k"]), "end": (INT64, [1])}
    model = model_of(nodes, inputs, ["y"], {"begin": ints(0)})
    check(model, {"x": floats(2, 3), "scales": np.array([2, 3, 1], "f4"), "end": ints(2)})
