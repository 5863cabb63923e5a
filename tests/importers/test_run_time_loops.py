"""Loops that are counted at run time: the body is compiled once, and what it keeps is as long as the run says."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx_models import BOOL, FLOAT, INT64, graph_of, model_of, node, onnxruntime_results

import mlcc
from mlcc import reference
from mlcc.diagnostics import MlccError
from mlcc.importers.onnx import from_onnx
from mlcc.ir import Constant, GraphLoop, GraphTuple, walk
from mlcc.relax.transform import LegalizeOps, Normalize
from mlcc.script import parse_module

pytestmark = pytest.mark.onnxruntime
RNG = np.random.default_rng(23)


def floats(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


def check(model: onnx.ModelProto, *runs: dict[str, Any], loops: int = 1) -> None:
    """Each run gives what onnxruntime gives; the module is the same after printing and reading."""
    module = from_onnx(model)
    assert sum(isinstance(n, GraphLoop) for n in walk(module["main"])) == loops
    assert parse_module(module.script()).script() == module.script()
    library = mlcc.build(module)
    for feeds in runs:
        want = onnxruntime_results(model, feeds)
        got = library(*feeds.values())
        for mine, theirs in zip(got if isinstance(got, tuple) else (got,), want, strict=True):
            assert mine.shape == theirs.shape
            np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-6)


def iteration(
    nodes: list[onnx.NodeProto], state: dict[str, Any], results: list[str], **weights: Any
) -> onnx.GraphProto:
    return graph_of(nodes, {"i": (INT64, []), "go": (BOOL, []), **state}, results, weights)


DOUBLE = [
    node("Add", ["s", "s"], ["t"]),
    node("ReduceMax", ["t"], ["m"], keepdims=0),
    node("Less", ["m", "big"], ["k"]),
]
COUNT = [node("Shape", ["x"], ["d"]), node("Gather", ["d", "zero"], ["n"])]
GO_ON = node("Identity", ["go"], ["k"])


def test_a_number_of_iterations_that_is_an_input() -> None:
    body = iteration(
        [node("Cast", ["i"], ["f"], to=FLOAT), node("Add", ["s", "f"], ["t"]), GO_ON],
        {"s": (FLOAT, [3])}, ["k", "t"],
    )  # fmt: skip
    model = model_of([node("Loop", ["n", "", "x"], ["y"], body=body)], {"n": (INT64, []), "x": (FLOAT, [3])}, ["y"])
    check(model, *({"n": np.array(n), "x": floats(3)} for n in (0, 1, 7, 300)))


def test_a_loop_until_a_condition_of_its_data() -> None:
    body = iteration(DOUBLE, {"s": (FLOAT, [2, 3])}, ["k", "t"], big=np.array(100.0, "f4"))
    model = model_of([node("Loop", ["", "c", "x"], ["y"], body=body)], {"c": (BOOL, []), "x": (FLOAT, [2, 3])}, ["y"])
    check(model, *({"c": np.array(c), "x": np.abs(floats(2, 3)) + 0.1} for c in (True, False)))


@pytest.mark.parametrize("limit", [3, 40])
def test_rows_kept_until_a_condition_of_its_data(limit: int) -> None:
    nodes = [*DOUBLE, node("Neg", ["t"], ["r"])]
    body = iteration(nodes, {"s": (FLOAT, [2])}, ["k", "t", "m", "r"], big=np.array(100.0, "f4"))
    nodes = [node("Loop", ["n", "", "x"], ["y", "a", "b"], body=body), node("Exp", ["b"], ["e"])]
    model = model_of(nodes, {"x": (FLOAT, [2])}, ["y", "a", "e"], {"n": np.array(limit)})
    check(model, {"x": np.array([0.5, 1], "f4")}, {"x": np.array([60, 1], "f4")}, {"x": np.array([-1, -2], "f4")},
          loops=1)  # fmt: skip


def test_rows_for_each_row_of_an_input() -> None:
    """The trip count is a dimension: so is the number of rows."""
    body = iteration(
        [node("Gather", ["x", "i"], ["r"]), node("Mul", ["r", "s"], ["t"]), GO_ON],
        {"s": (FLOAT, [4])}, ["k", "t", "r"],
    )  # fmt: skip
    nodes = [*COUNT,
             node("Loop", ["n", "", "one"], ["y", "rows"], body=body), node("Add", ["rows", "x"], ["z"])]  # fmt: skip
    weights = {"zero": np.array(0), "one": np.ones(4, "f4")}
    model = model_of(nodes, {"x": (FLOAT, ["n", 4])}, ["y", "z"], weights)
    check(model, *({"x": floats(n, 4)} for n in (1, 5, 2)))


@pytest.mark.parametrize(("begin", "both"), [(0, False), (0, True), (2, False)])
def test_rows_while_a_counter_is_below_a_dimension(begin: int, both: bool) -> None:
    """As TensorFlow's loops are: without a trip count, and with one counter or two."""
    body = [node("Add", ["j", "one"], ["j1"]), node("Gather", ["x", "j"], ["r"]), node("Exp", ["r"], ["e"])]
    last = ["k"]
    if both:
        body += [node("Add", ["one", "h"], ["h1"]), node("Less", ["h1", "n"], ["k1"]), node("And", ["k0", "k1"], ["k"])]
        last = ["k0"]
    body.insert(1, node("Less", ["j1", "n"], last))
    state: dict[str, Any] = {"j": (INT64, []), **({"h": (INT64, [])} if both else {})}
    graph = iteration(body, state, ["k", "j1", *(["h1"] if both else []), "e"])
    nodes = [*COUNT, node("Less", ["begin", "n"], ["c"]),
             node("Loop", ["M", "c", "begin", *(["begin"] if both else [])], ["jl", *(["hl"] if both else []), "y"],
                  body=graph)]  # fmt: skip
    if begin == 0:  # as many rows as the input has
        nodes += [node("Add", ["y", "x"], ["z"])]
    weights = {"zero": np.array(0), "one": np.array(1), "begin": np.array(begin), "M": np.array(2**63 - 1)}
    model = model_of(nodes, {"x": (FLOAT, ["n", 3])}, ["y", "jl", *(["z"] if begin == 0 else [])], weights)
    check(model, *({"x": floats(n, 3)} for n in (1, 3, 6)))


@pytest.mark.parametrize("limit", ["n", "five", ""])
@pytest.mark.parametrize("scaled", [False, True])
def test_rows_while_the_number_of_the_iteration_is_below_a_dimension(limit: str, scaled: bool) -> None:
    """As TensorFlow's loops with a trip count are, whose condition compares it too; Paddle counts in floats: 1 * j + 1.

    The conditions follow from the trip count: the loop has none, and as many rows as iterations.
    """
    body = [node("Gather", ["x", "j"], ["r"]), node("Exp", ["r"], ["e"]), node("Cast", ["i"], ["fi"], to=FLOAT),
            node("Less", ["fi", "fn"], ["k0"]), node("Cast", ["n"], ["fn"], to=FLOAT),
            node("Add", ["j", "one"], ["j1"]), node("Cast", ["j1"], ["fj"], to=FLOAT),
            node("Less", ["fj", "fn"], ["k1"]), node("And", ["k0", "k1"], ["k"])]  # fmt: skip
    body.insert(0, body.pop(4))
    if scaled:
        body[5:6] = [node("Cast", ["j"], ["f0"], to=FLOAT), node("Mul", ["f0", "scale"], ["f1"]),
                     node("Add", ["f1", "scale"], ["f2"]), node("Cast", ["f2"], ["j1"], to=INT64)]  # fmt: skip
    graph = iteration(body, {"j": (INT64, [])}, ["k", "j1", "e"])
    nodes = [*COUNT, node("Less", ["zero", "n"], ["c"]), node("Loop", [limit, "c", "zero"], ["jl", "y"], body=graph)]
    weights = {"zero": np.array(0), "one": np.array(1), "five": np.array(5), "scale": np.array(1, "f4")}
    model = model_of(nodes, {"x": (FLOAT, ["n", 3])}, ["y", "jl"], weights)
    check(model, *({"x": floats(n, 3)} for n in (1, 3, 6)))
    (loop,) = (v for v in walk(from_onnx(model)["main"]) if isinstance(v, GraphLoop))
    assert isinstance(loop.body.body, GraphTuple)
    assert isinstance(loop.body.body.fields[0], Constant)


def test_a_condition_on_the_number_of_the_iteration_that_allows_one_more() -> None:
    """After iteration i it says whether i is below the number: another one follows where the last was not the end."""
    body = iteration(
        [node("Less", ["i", "n"], ["k"]), node("Add", ["s", "one"], ["t"])], {"s": (INT64, [])}, ["k", "t"]
    )
    nodes = [*COUNT, node("Loop", ["", "go", "zero"], ["y"], body=body)]
    weights = {"zero": np.array(0), "one": np.array(1), "go": np.array(True)}
    model = model_of(nodes, {"x": (FLOAT, ["n", 3])}, ["y"], weights)
    check(model, *({"x": floats(n, 3)} for n in (1, 3, 6)))


def test_rows_while_a_counter_and_the_data_say_so() -> None:
    body = [node("Add", ["j", "one"], ["j1"]), node("Gather", ["x", "j"], ["r"]), node("Less", ["j1", "n"], ["k0"]),
            node("ReduceMax", ["r"], ["m"], keepdims=0), node("Less", ["m", "big"], ["k1"]),
            node("And", ["k0", "k1"], ["k"])]  # fmt: skip
    graph = iteration(body, {"j": (INT64, [])}, ["k", "j1", "r"], big=np.array(0.5, "f4"))
    nodes = [*COUNT, node("Less", ["zero", "n"], ["c"]), node("Loop", ["", "c", "zero"], ["jl", "y"], body=graph)]
    model = model_of(nodes, {"x": (FLOAT, ["n", 3])}, ["y"], {"zero": np.array(0), "one": np.array(1)})
    check(model, *({"x": floats(n, 3)} for n in (1, 3, 6)))


@pytest.mark.parametrize("axis", [0, 1])
def test_a_state_to_which_parts_are_appended(axis: int) -> None:
    body = iteration(
        [node("Gather", ["x", "i"], ["r"]), node("Exp", ["r"], ["e"]), node("Concat", ["s", "e"], ["t"], axis=axis),
         GO_ON],
        {"s": (FLOAT, ["?", "?"])}, ["k", "t"],
    )  # fmt: skip
    nodes = [*COUNT,
             node("Loop", ["n", "", "first"], ["y"], body=body)]  # fmt: skip
    for first in (np.zeros((0, 3) if axis == 0 else (2, 0), "f4"), np.ones((2, 3), "f4")):
        model = model_of(nodes, {"x": (FLOAT, ["n", 2, 3])}, ["y"], {"zero": np.array(0), "first": first})
        check(model, *({"x": floats(n, 2, 3)} for n in (1, 4)))


def test_a_state_that_is_read_after_parts_are_appended() -> None:
    """The iteration needs all that is appended so far, not only what it appends."""
    body = iteration(
        [node("Gather", ["x", "i"], ["r"]), node("Concat", ["s", "r"], ["t"], axis=0),
         node("ReduceMax", ["t"], ["m"], axes=[0], keepdims=0), GO_ON],
        {"s": (FLOAT, ["?", 3])}, ["k", "t", "m"],
    )  # fmt: skip
    nodes = [*COUNT, node("Loop", ["n", "", "first"], ["y", "most"], body=body)]
    first = np.ones((2, 3), "f4") / 4
    model = model_of(nodes, {"x": (FLOAT, ["n", 2, 3])}, ["y", "most"], {"zero": np.array(0), "first": first})
    check(model, *({"x": floats(n, 2, 3)} for n in (1, 4)))


def test_a_sequence_to_which_values_are_appended() -> None:
    body = iteration(
        [node("Gather", ["x", "i"], ["r"]), node("SequenceInsert", ["s", "r"], ["t"]), GO_ON],
        {"s": (FLOAT, ["?"])}, ["k", "t"],
    )  # fmt: skip
    sequence = onnx.helper.make_tensor_sequence_value_info("s", FLOAT, None)
    body.input[2].CopyFrom(sequence)
    nodes = [*COUNT, node("SequenceEmpty", [], ["e"]),
             node("Loop", ["n", "", "e"], ["q"], body=body), node("ConcatFromSequence", ["q"], ["u"], axis=0),
             node("ConcatFromSequence", ["q"], ["y"], axis=1, new_axis=1), node("SequenceLength", ["q"], ["l"]),
             node("SequenceAt", ["q", "zero"], ["v"])]  # fmt: skip
    model = model_of(nodes, {"x": (FLOAT, ["n", 3])}, ["y", "u", "l", "v"], {"zero": np.array(0)})
    check(model, *({"x": floats(n, 3)} for n in (1, 4)))


def test_states_that_change_places() -> None:
    body = iteration(
        [node("Identity", ["b"], ["c"]), node("Neg", ["a"], ["d"]), GO_ON],
        {"a": (FLOAT, [2]), "b": (FLOAT, [2])}, ["k", "c", "d"],
    )  # fmt: skip
    inputs = {"n": (INT64, []), "x": (FLOAT, [2]), "y": (FLOAT, [2])}
    model = model_of([node("Loop", ["n", "", "x", "y"], ["u", "v"], body=body)], inputs, ["u", "v"])
    check(model, *({"n": np.array(n), "x": floats(2), "y": floats(2)} for n in range(4)))


def test_a_loop_in_a_loop() -> None:
    inner = iteration([node("Add", ["p", "x"], ["q"]), GO_ON], {"p": (FLOAT, [2])}, ["k", "q"])
    body = iteration(
        [node("Loop", ["n", "", "s"], ["t"], body=inner), node("Tanh", ["t"], ["u"]), node("Identity", ["go"], ["k2"])],
        {"s": (FLOAT, [2])}, ["k2", "u"],
    )  # fmt: skip
    model = model_of([node("Loop", ["n", "", "x"], ["y"], body=body)], {"n": (INT64, []), "x": (FLOAT, [2])}, ["y"])
    check(model, *({"n": np.array(n), "x": floats(2)} for n in (0, 1, 3)), loops=2)


@pytest.mark.parametrize("reverse", [0, 1])
def test_a_scan_over_a_dimension(reverse: int) -> None:
    body = graph_of([node("MatMul", ["s", "w"], ["h"]), node("Add", ["h", "a"], ["b"]), node("Tanh", ["b"], ["t"]),
                     node("Neg", ["t"], ["o"])],
                    {"s": (FLOAT, [1, 4]), "a": (FLOAT, [1, 4])}, ["t", "o"])  # fmt: skip
    attrs = {"scan_input_axes": [1], "scan_input_directions": [reverse], "scan_output_axes": [2],
             "scan_output_directions": [reverse], "num_scan_inputs": 1}  # fmt: skip
    inputs: Any = {"s0": (FLOAT, [1, 4]), "x": (FLOAT, [1, "n", 4])}
    model = model_of(
        [node("Scan", ["s0", "x"], ["y", "z"], body=body, **attrs)], inputs, ["y", "z"], {"w": floats(4, 4)}
    )
    check(model, *({"s0": floats(1, 4), "x": floats(1, n, 4)} for n in (1, 6)))


def test_what_is_counted_inside_a_body() -> None:
    """The number of positive elements differs between iterations."""
    body = iteration(
        [node("Gather", ["x", "i"], ["r"]), node("Greater", ["r", "zf"], ["p"]), node("Compress", ["r", "p"], ["c"]),
         node("ReduceSum", ["c"], ["m"], keepdims=0), GO_ON],
        {}, ["k", "m"], zf=np.array(0.0, "f4"),
    )  # fmt: skip
    nodes = [*COUNT, node("Loop", ["n", ""], ["y"], body=body)]
    model = model_of(nodes, {"x": (FLOAT, ["n", 7])}, ["y"], {"zero": np.array(0)})
    check(model, *({"x": floats(n, 7)} for n in (1, 6)))


def test_the_interpreter_runs_loops() -> None:
    body = iteration(DOUBLE, {"s": (FLOAT, [2])}, ["k", "t", "m"], big=np.array(100.0, "f4"))
    loop = node("Loop", ["n", "", "x"], ["y", "a"], body=body)
    model = model_of([loop], {"x": (FLOAT, [2])}, ["y", "a"], {"n": np.array(20)})
    x = np.array([0.5, 1], "f4")
    got = reference.run(LegalizeOps()(Normalize()(from_onnx(model))), [x])
    for mine, theirs in zip(got, onnxruntime_results(model, {"x": x}), strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-6)


@pytest.mark.parametrize(
    ("nodes", "result", "code"),
    [
        ([node("Exp", ["s"], ["e"]), node("Concat", ["s", "e"], ["t"], axis=0)], "t", "I127"),
        ([node("ReduceSum", ["s"], ["t"], keepdims=0)], "t", "I127"),
        ([node("Cast", ["s"], ["t"], to=INT64)], "t", "I127"),
    ],
)
def test_a_state_that_changes_is_refused(nodes: list[onnx.NodeProto], result: str, code: str) -> None:
    body = iteration([*nodes, GO_ON], {"s": (FLOAT, ["?"])}, ["k", result])
    model = model_of([node("Loop", ["n", "", "x"], ["y"], body=body)], {"n": (INT64, []), "x": (FLOAT, [2])}, ["y"])
    with pytest.raises(MlccError) as error:
        from_onnx(model)
    assert error.value.code == code


def test_rows_of_a_loop_without_a_bound_are_counted_first() -> None:
    body = iteration(DOUBLE, {"s": (FLOAT, [2])}, ["k", "t", "m"], big=np.array(100.0, "f4"))
    loop = node("Loop", ["", "", "x"], ["y", "a"], body=body)
    model = model_of([loop, node("Exp", ["a"], ["e"])], {"x": (FLOAT, [2])}, ["y", "e"])
    check(model, *({"x": np.array([least, 1], "f4")} for least in (0.5, 60, 1e-3)), loops=2)


def test_rows_whose_size_each_iteration_computes() -> None:
    """They are stacked where they are as long as each other, and end the run where they are not."""
    body = iteration(
        [node("Greater", ["s", "zero"], ["is_large"]), node("Compress", ["x", "is_large"], ["r"], axis=1),
         node("Mul", ["s", "half"], ["t"]), GO_ON],
        {"s": (FLOAT, [4])}, ["k", "t", "r"], half=np.array(0.5, "f4"), zero=np.array(0.01, "f4"),
    )  # fmt: skip
    nodes = [node("Loop", ["n", "", "s"], ["last", "rows"], body=body), node("Exp", ["rows"], ["y"])]
    model = model_of(nodes, {"n": (INT64, []), "s": (FLOAT, [4]), "x": (FLOAT, [2, 4])}, ["y"])
    large = np.array([1, -1, 2, -3], "f4")
    check(model, *({"n": np.array(n), "s": large, "x": floats(2, 4)} for n in (3, 1)))
    library = mlcc.build(from_onnx(model))
    assert library(np.array(0), large, floats(2, 4)).shape == (0, 2, 0)
    with pytest.raises(MlccError, match="rows of different sizes"):
        library(np.array(2), large / 64, floats(2, 4))


def test_a_state_that_grows_without_a_bound_is_refused() -> None:
    nodes = [*DOUBLE, node("Concat", ["out", "t"], ["more"], axis=0)]
    body = iteration(nodes, {"s": (FLOAT, [2]), "out": (FLOAT, ["?"])}, ["k", "t", "more"], big=np.array(100.0, "f4"))
    loop = node("Loop", ["", "", "x", "x"], ["y", "all"], body=body)
    with pytest.raises(MlccError) as error:
        from_onnx(model_of([loop], {"x": (FLOAT, [2])}, ["y", "all"]))
    assert error.value.code == "I125"


@pytest.mark.parametrize("limit", [7.5, 8.0, None])
def test_a_state_that_grows_and_is_read_until_a_counter_ends_the_loop(limit: float | None) -> None:
    """As tf2onnx writes a decoder: no trip count, a counter compared as a float, and another reason to stop."""
    step = [
        node("Add", ["c", "one"], ["d"]), node("Cast", ["d"], ["f"], to=FLOAT), node("Less", ["f", "limit"], ["few"]),
        node("ReduceMax", ["s"], ["m"], keepdims=1), node("Mul", ["m", "x"], ["r"]),
        node("Concat", ["s", "r"], ["t"], axis=0), node("ReduceMax", ["r"], ["a"], keepdims=0),
        node("Less", ["a", "big"], ["small"]), node("And", ["few", "small"], ["k"]),
    ]  # fmt: skip
    numbers = {"one": np.array(1, "i4"), "big": np.array(100.0, "f4"), "zero": np.array(0, "i4")}
    if limit is not None:
        numbers["limit"] = np.array(limit, "f4")
    state = {"c": (onnx.TensorProto.INT32, []), "s": (FLOAT, ["?"])}
    nodes = [node("Loop", ["", "", "zero", "x"], ["n", "y"], body=iteration(step, state, ["k", "d", "t"]))]
    if limit is None:
        nodes[:0] = [node("Size", ["z"], ["size"]), node("Cast", ["size"], ["limit"], to=FLOAT)]
    model = model_of(nodes, {"x": (FLOAT, [1]), "z": (FLOAT, ["m"])}, ["n", "y"], numbers)
    check(model, *({"x": np.array([x], "f4"), "z": floats(rows)} for x, rows in ((1.01, 5), (3, 9), (1.01, 9))))


def test_a_counter_that_is_no_whole_number_bounds_no_loop() -> None:
    """From -0.5 to below 3 are four steps of 1, not three."""
    step = [
        node("Add", ["c", "one"], ["d"]), node("Less", ["d", "limit"], ["few"]), node("Add", ["s", "s"], ["t"]),
        node("ReduceMax", ["t"], ["m"], keepdims=0), node("Less", ["m", "big"], ["small"]),
        node("And", ["few", "small"], ["k"]),
    ]  # fmt: skip
    body = iteration(step, {"c": (FLOAT, []), "s": (FLOAT, [2])}, ["k", "d", "t", "t"])
    numbers = {"one": np.array(1, "f4"), "begin": np.array(-0.5, "f4"), "limit": np.array(3, "f4")}
    loop = node("Loop", ["", "", "begin", "x"], ["n", "y", "rows"], body=body)
    model = model_of([loop], {"x": (FLOAT, [2])}, ["n", "y", "rows"], {**numbers, "big": np.array(100.0, "f4")})
    check(model, {"x": np.array([1, 2], "f4")}, loops=2)


def test_a_sequence_of_unknown_length_is_no_result() -> None:
    body = iteration([node("SequenceInsert", ["s", "x"], ["t"]), GO_ON], {"s": (FLOAT, ["?"])}, ["k", "t"])
    body.input[2].CopyFrom(onnx.helper.make_tensor_sequence_value_info("s", FLOAT, None))
    nodes = [*COUNT, node("SequenceEmpty", [], ["e"]), node("Loop", ["n", "", "e"], ["y"], body=body)]
    with pytest.raises(MlccError, match="whose length is known at run time only") as error:
        from_onnx(model_of(nodes, {"x": (FLOAT, ["n", 3])}, ["y"], {"zero": np.array(0)}))
    assert error.value.code == "I110"


def test_states_of_a_scan_keep_their_shapes() -> None:
    """What broadcasts to the state's shape, for all that is known before run time, must turn out to have it."""
    scan = node("Scan", ["start", "x"], ["last"], num_scan_inputs=1, body=graph_of(
        [node("Add", ["s", "row"], ["t"])], {"s": (FLOAT, ["n"]), "row": (FLOAT, ["m"])}, ["t"], {}
    ))  # fmt: skip
    model = model_of([scan], {"start": (FLOAT, ["n"]), "x": (FLOAT, ["rows", "m"])}, ["last"])
    check(model, {"start": floats(5), "x": floats(7, 5)}, {"start": floats(5), "x": floats(7, 1)})
    with pytest.raises(MlccError) as caught:
        mlcc.build(from_onnx(model))(floats(1), floats(7, 5))
    assert caught.value.diagnostic.code.startswith("R")
