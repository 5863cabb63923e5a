"""Loops whose iterations know their numbers when the model is imported: rows are slices, and nothing counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx_models import BOOL, FLOAT, INT64, graph_of, model_of, node, onnxruntime_results

import mlcc
from mlcc.importers.onnx import from_onnx
from mlcc.ir import GraphCall, GraphLoop, Op, walk
from mlcc.relax import operator_name
from mlcc.script import parse_module

pytestmark = pytest.mark.onnxruntime
INT32 = onnx.TensorProto.INT32
RNG = np.random.default_rng(41)
N = [node("Shape", ["x"], ["d"], start=0, end=1), node("Squeeze", ["d"], ["n"])]
GO_ON = node("Identity", ["go"], ["k"])
WEIGHTS = {"zero": np.array(0), "one": np.array(1), "two": np.array(2), "z1": np.array([0]), "o1": np.array([1])}


def loop(
    nodes: list[onnx.NodeProto], *, begin: int = 0, step: int = 1, kind: int = INT64, rows: bool = False, less: int = 0
) -> onnx.ModelProto:
    """A loop over the rows of `x` with a counter `c` and a state `y`, next `t`; it keeps `r` if `rows`."""
    count = node("Add", ["c", "step"], ["c1"])
    state: dict[str, Any] = {"i": (INT64, []), "go": (BOOL, []), "c": (kind, []), "y": (FLOAT, ["n", 4])}
    dtype = np.int64 if kind == INT64 else np.int32
    weights = {**WEIGHTS, "step": np.array(step, dtype), "half": np.array(0.5, "f4")}
    body = graph_of([*nodes, count, GO_ON], state, ["k", "c1", "t", *(["r"] if rows else [])], weights)
    outer = [*N, node("Sub", ["n", "less"], ["trips"]), node("Loop", ["trips", "", "begin", "x"],
             ["last", "out", *(["kept"] if rows else [])], body=body)]  # fmt: skip
    given = {**WEIGHTS, "begin": np.array(begin, dtype), "less": np.array(less)}
    return model_of(outer, {"x": (FLOAT, ["n", 4])}, ["last", "out", *(["kept"] if rows else [])], given)


def loops(model: onnx.ModelProto) -> list[GraphLoop]:
    module = from_onnx(model)
    assert parse_module(module.script()).script() == module.script()
    return [v for v in walk(module["main"]) if isinstance(v, GraphLoop)]


def operators(found: GraphLoop) -> list[str]:
    return [operator_name(v) for v in walk(found.body) if isinstance(v, GraphCall) and isinstance(v.op, Op)]


def check(model: onnx.ModelProto, *sizes: int) -> None:
    library = mlcc.build(model)
    for n in sizes:
        x = RNG.standard_normal((n, 4)).astype(np.float32)
        for mine, theirs in zip(library(x), onnxruntime_results(model, {"x": x}), strict=True):
            assert mine.shape == theirs.shape or not mine.size == theirs.size == 0 or n < 2
            np.testing.assert_allclose(mine.reshape(-1), theirs.reshape(-1), rtol=1e-5, atol=1e-5)


SCALED = [node("Mul", ["y", "half"], ["h"]), node("Cast", ["c"], ["f"], to=FLOAT), node("Add", ["h", "f"], ["t"])]


@pytest.mark.parametrize(("begin", "step", "kind"), [(0, 1, INT64), (3, -2, INT32), (-1, 5, INT64)])
def test_a_counter_is_no_state(begin: int, step: int, kind: int) -> None:
    """Of what only computes elements, several iterations are one, and what is left over is a second loop."""
    model = loop(SCALED, begin=begin, step=step, kind=kind)
    found = loops(model)
    assert [len(one.initial.fields) for one in found] == [1, 1]
    assert [operators(one).count("multiply") for one in found] == [8, 1]
    check(model, 1, 7, 8, 9, 33)


def test_a_row_by_the_number_is_a_view() -> None:
    """``x[i]`` begins at a number of bytes that the run knows: nothing is copied, and no kernel moves it."""
    nodes = [node("Gather", ["x", "c"], ["g"]), node("CumSum", ["g", "zero"], ["r"]), node("Add", ["y", "r"], ["t"])]
    model = loop(nodes, rows=True)
    (found,) = loops(model)
    assert "take" not in operators(found)
    (part,) = (v for v in walk(found.body) if isinstance(v, GraphCall) and operator_name(v) == "strided_slice")
    assert part.attrs["inbound"] is True
    check(model, 1, 2, 5, 19)


@pytest.mark.parametrize("end", ["next", "all", "back"])
def test_slices_by_the_number(end: str) -> None:
    """Rows from ``i`` to ``i + 1``, to the end, and up to ``-i``, which becomes shorter with each iteration."""
    nodes = [node("Unsqueeze", ["i", "z1"], ["b"]), node("Add", ["b", "o1"], ["e"]), node("Neg", ["e"], ["m"])]
    bounds = {"next": ["b", "e"], "all": ["b", "big"], "back": ["z1", "m"]}[end]
    nodes += [node("Constant", [], ["big"], value=onnx.numpy_helper.from_array(np.array([2**31 - 1]))),
              node("Slice", ["x", *bounds, "z1"], ["s"]), node("ReduceSum", ["s", "z1"], ["a"]),
              node("Add", ["y", "a"], ["t"])]  # fmt: skip
    model = loop(nodes, less=1 if end == "back" else 0)
    (found,) = loops(model)
    names = operators(found)
    assert "strided_slice" in names
    assert "take" not in names
    check(model, 2, 3, 8, 17)


def test_columns_that_are_moved_by_the_number() -> None:
    """The product of all elements before, as tf2onnx writes it: what is cut off at the end is padded at the front."""
    nodes = [node("Unsqueeze", ["i", "z1"], ["b0"]), node("Add", ["b0", "o1"], ["b"]), node("Neg", ["b"], ["e"]),
             node("Slice", ["x", "z1", "e", "z1"], ["s"]), node("Concat", ["b", "z1", "z1", "z1"], ["pads"], axis=0),
             node("Pad", ["s", "pads", "half"], ["p"]), node("Mul", ["y", "p"], ["t"])]  # fmt: skip
    model = loop(nodes, less=1)
    check(model, 2, 3, 9, 40)


def test_masks_of_tensorflow() -> None:
    """``x[i]`` with a step that no dimension has, an end that a mask leaves out, and float32 in the place of int32."""
    far = np.array([10**9], "i4")
    nodes = [node("Unsqueeze", ["c", "z1"], ["b"]), node("Cast", ["b"], ["f"], to=FLOAT),
             node("Constant", [], ["most"], value=onnx.numpy_helper.from_array(far.astype("f4"))),
             node("Constant", [], ["far"], value=onnx.numpy_helper.from_array(far)),
             node("Constant", [], ["no"], value=onnx.numpy_helper.from_array(np.array([False]))),
             node("Constant", [], ["behind"], value=onnx.numpy_helper.from_array(-far)),
             node("Max", ["f", "most"], ["e0"]), node("Cast", ["e0"], ["e1"], to=INT32),
             node("Equal", ["e1", "far"], ["q"]), node("And", ["q", "no"], ["w"]),
             node("Where", ["w", "behind", "e1"], ["e"]),
             node("Constant", [], ["z"], value=onnx.numpy_helper.from_array(np.array([0], "i4"))),
             node("Slice", ["x", "b", "e", "z", "far"], ["s"]), node("Add", ["y", "s"], ["t0"]),
             node("Tanh", ["t0"], ["t"])]  # fmt: skip
    model = loop(nodes, kind=INT32)
    found = loops(model)
    assert all("where" not in operators(one) and "take" not in operators(one) for one in found)
    check(model, 1, 2, 9, 30)


def test_rows_that_may_be_outside_are_clipped() -> None:
    """A counter from 2 on goes beyond the rows: its slices are not taken for certain."""
    nodes = [node("Unsqueeze", ["c", "z1"], ["b"]), node("Add", ["b", "o1"], ["e"]),
             node("Slice", ["x", "b", "e", "z1"], ["s"]), node("ReduceSum", ["s", "z1"], ["a"]),
             node("Add", ["y", "a"], ["t"])]  # fmt: skip
    model = loop(nodes, begin=2)
    assert not any(v.attrs.get("inbound") for one in loops(model) for v in walk(one) if isinstance(v, GraphCall))
    check(model, 1, 2, 5)


def test_a_loop_that_its_data_ends() -> None:
    """A counter stays a state where the number of iterations is not known, and is what it counted at the end."""
    nodes = [node("Gather", ["x", "c"], ["g"]), node("Add", ["y", "g"], ["t"]),
             node("ReduceMax", ["t"], ["m"], keepdims=0), node("Less", ["m", "half"], ["k"]),
             node("Add", ["c", "one"], ["c1"])]  # fmt: skip
    state: dict[str, Any] = {"i": (INT64, []), "go": (BOOL, []), "c": (INT64, []), "y": (FLOAT, ["n", 4])}
    body = graph_of(nodes, state, ["k", "c1", "t"], {"one": np.array(1), "half": np.array(1.5, "f4")})
    outer = [*N, node("Loop", ["n", "", "zero", "x"], ["last", "out"], body=body)]
    model = model_of(outer, {"x": (FLOAT, ["n", 4])}, ["last", "out"], WEIGHTS)
    (found,) = loops(model)
    assert len(found.initial.fields) == 2
    check(model, 2, 5, 9, 40)


def test_a_loop_in_a_loop() -> None:
    """The inner loop reads the row that the number of the outer one says, element by element."""
    inner = graph_of(
        [node("Gather", ["g", "j"], ["e"]), node("Add", ["s", "e"], ["s1"]), node("Identity", ["go2"], ["k2"])],
        {"j": (INT64, []), "go2": (BOOL, []), "s": (FLOAT, [])}, ["k2", "s1"],
    )  # fmt: skip
    nodes = [node("Gather", ["x", "i"], ["g"]), node("Loop", ["i", "", "half"], ["total"], body=inner),
             node("Mul", ["y", "total"], ["t"])]  # fmt: skip
    body = graph_of([*nodes, GO_ON], {"i": (INT64, []), "go": (BOOL, []), "y": (FLOAT, ["n", "m"])}, ["k", "t"],
                    {"half": np.array(0.5, "f4")})  # fmt: skip
    outer = [*N, node("Loop", ["n", "", "x"], ["out"], body=body)]
    model = model_of(outer, {"x": (FLOAT, ["n", "m"])}, ["out"], WEIGHTS)
    library = mlcc.build(model)
    for shape in ((1, 3), (4, 5), (3, 3)):
        x = RNG.standard_normal(shape).astype(np.float32)
        (want,) = onnxruntime_results(model, {"x": x})
        np.testing.assert_allclose(library(x), want, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("backward", [0, 1])
def test_scans_take_views(backward: int) -> None:
    body = graph_of(
        [node("Mul", ["s", "r"], ["m"]), node("Add", ["m", "r"], ["t"]), node("Identity", ["t"], ["o"])],
        {"s": (FLOAT, [4]), "r": (FLOAT, [4])}, ["t", "o"],
    )  # fmt: skip
    scan = node("Scan", ["one", "x"], ["last", "out"], body=body, num_scan_inputs=1, scan_input_directions=[backward])
    model = model_of([scan], {"x": (FLOAT, ["n", 4])}, ["last", "out"], {"one": np.ones(4, "f4")})
    (found,) = loops(model)
    assert "take" not in operators(found)
    check(model, 1, 2, 7, 30)


def test_an_axis_that_is_a_scalar() -> None:
    """As onnx's own loops over sequences write it, for `Unsqueeze` of the number of an iteration."""
    nodes = [node("Unsqueeze", ["i", "zero"], ["b"]), node("Add", ["b", "o1"], ["e"]),
             node("Slice", ["x", "b", "e", "z1"], ["s"]), node("Add", ["y", "s"], ["t"])]  # fmt: skip
    check(loop(nodes), 1, 2, 9)
