"""Imported models compiled and run: the numbers of onnx.reference (and of onnxruntime where it is installed)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import helper
from onnx.reference import ReferenceEvaluator
from onnx_models import BOOL, FLOAT, INT64, graph_of, model_of, node, onnxruntime_results
from tolerances import assert_close

import mlcc
from mlcc.importers.onnx import from_onnx
from mlcc.ir import Constant, walk

Arrays = Mapping[str, Any]
RNG = np.random.default_rng(7)


def floats(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


def by_reference(model: onnx.ModelProto, feeds: Arrays) -> list[Any]:
    return list(ReferenceEvaluator(model).run(None, dict(feeds)))


def check(model: onnx.ModelProto, feeds: Arrays, oracle: Any = by_reference, **options: Any) -> None:
    """Compile, run, and compare."""
    want = oracle(model, feeds)
    library = mlcc.build(from_onnx(model, **options))
    bound = options.get("known", {})
    got = library(*(array for name, array in feeds.items() if name not in bound))
    results = got if isinstance(got, tuple) else (got,)
    assert len(results) == len(want)
    for mine, theirs in zip(results, want, strict=True):
        assert mine.dtype == theirs.dtype
        assert mine.shape == theirs.shape
        assert_close(mine, theirs)


def test_a_batch_of_any_size() -> None:
    weights = {"w": floats(5, 3), "b": floats(3)}
    nodes = [node("Gemm", ["x", "w", "b"], ["h"], alpha=0.5, beta=2.0), node("Relu", ["h"], ["y"])]
    model = model_of(nodes, {"x": (FLOAT, ["N", 5])}, ["y"], weights)
    library = mlcc.build(from_onnx(model))
    for size in (1, 2, 7):
        x = floats(size, 5)
        (want,) = ReferenceEvaluator(model).run(None, {"x": x})
        assert_close(library(x), want)


def heads() -> onnx.ModelProto:
    """(N, S, 8) to (N, 2, S, 4) as exporters write it for any N and S: dimensions read, joined, and reshaped to."""
    nodes = [
        node("Shape", ["x"], ["s"]),
        node("Gather", ["s", "zero"], ["n"]),
        node("Gather", ["s", "one"], ["t"]),
        node("Unsqueeze", ["n", "axis"], ["n1"]),
        node("Unsqueeze", ["t", "axis"], ["t1"]),
        node("Concat", ["n1", "t1", "tail"], ["target"], axis=0),
        node("Reshape", ["x", "target"], ["r"]),
        node("Transpose", ["r"], ["h"], perm=[0, 2, 1, 3]),
        node("Transpose", ["r"], ["k"], perm=[0, 2, 3, 1]),
        node("MatMul", ["h", "k"], ["a"]),
        node("Softmax", ["a"], ["y"], axis=-1),
        node("Cast", ["t"], ["count"], to=FLOAT),
    ]
    weights = {
        "zero": np.array(0),
        "one": np.array(1),
        "axis": np.array([0]),
        "tail": np.array([2, 4]),
    }
    return model_of(nodes, {"x": (FLOAT, ["N", "S", 8])}, ["y", "count"], weights)


def test_shape_arithmetic_vanishes_for_static_shapes() -> None:
    check(heads(), {"x": floats(2, 3, 8)}, shapes={"x": (2, 3, 8)})
    main = from_onnx(heads(), shapes={"x": (2, 3, 8)})["main"]
    names = {b.value.op.name for b in main.bindings() if hasattr(b.value, "op")}
    assert names == {"reshape", "transpose", "matmul", "nn.softmax"}


def test_shape_arithmetic_on_symbols() -> None:
    library = mlcc.build(from_onnx(heads()))
    for shape in ((1, 1, 8), (2, 5, 8), (3, 2, 8)):
        x = floats(*shape)
        want = ReferenceEvaluator(heads()).run(None, {"x": x})
        for mine, theirs in zip(library(x), want, strict=True):
            assert_close(mine, theirs)


def test_a_known_input_becomes_a_constant() -> None:
    model = model_of([node("Reshape", ["x", "s"], ["y"])], {"x": (FLOAT, [6]), "s": (INT64, [2])}, ["y"])
    shape = np.array([2, 3])
    check(model, {"x": floats(6), "s": shape}, known={"s": shape})
    assert [p.name for p in from_onnx(model, known={"s": shape})["main"].params] == ["x"]


@pytest.mark.cover(1)
@pytest.mark.parametrize("pads", [[8, 8, 8, 8], [8, 4, 0, 4], [4, 8, 4, 0]])
@pytest.mark.parametrize("size", [3, 5, 9])
def test_windows_that_are_dilated_beyond_the_image(pads: list[int], size: int) -> None:
    """What meets nothing but padding is left out."""
    one = node("Conv", ["x", "w"], ["y"], pads=pads, dilations=[4, 4], strides=[1, 2])
    model = model_of([one], {"x": (FLOAT, [1, 2, size, size])}, ["y"], {"w": floats(3, 2, 3, 3)})
    if all(size + pads[n] + pads[n + 2] > 8 for n in (0, 1)):
        check(model, {"x": floats(1, 2, size, size)})


def test_an_assumed_input_stays_an_input() -> None:
    inputs: dict[str, Any] = {"a": (INT64, []), "b": (INT64, []), "d": (INT64, [])}
    model = model_of([node("Range", ["a", "b", "d"], ["y"])], inputs, ["y"])
    feeds = {"a": np.array(3), "b": np.array(20), "d": np.array(4)}
    check(model, feeds, assumed=feeds)


def branch(op: str) -> onnx.GraphProto:
    return graph_of([node(op, ["x"], [f"out_{op}"])], {}, [f"out_{op}"])


@pytest.mark.parametrize("value", [True, False])
def test_if_by_a_condition_of_run_time(value: bool) -> None:
    nodes = [node("If", ["c"], ["y"], then_branch=branch("Neg"), else_branch=branch("Exp"))]
    model = model_of(nodes, {"x": (FLOAT, [2, 3]), "c": (BOOL, [])}, ["y"])
    check(model, {"x": floats(2, 3), "c": np.array(value)})


def test_if_by_a_known_condition_takes_one_branch() -> None:
    nodes = [node("If", ["c"], ["y"], then_branch=branch("Neg"), else_branch=branch("Exp"))]
    model = model_of(nodes, {"x": (FLOAT, [2, 3])}, ["y"], {"c": np.array(True)})
    check(model, {"x": floats(2, 3)})
    assert "exp" not in from_onnx(model).script()


def doubling(limit: float | None) -> onnx.GraphProto:
    """s -> s + s, collecting s; goes on while its largest element is below the limit."""
    nodes = [node("Add", ["s", "s"], ["t"]), node("Mul", ["t", "w"], ["u"])]
    if limit is None:
        nodes.append(node("Identity", ["c"], ["k"]))
    else:
        nodes += [node("ReduceMax", ["t"], ["m"], keepdims=0), node("Less", ["m", "limit"], ["k"])]
    inputs = {"i": (INT64, []), "c": (BOOL, []), "s": (FLOAT, [3])}
    collected = ["u"] if limit is None else []
    return graph_of(nodes, inputs, ["k", "t", *collected], {"limit": np.array(limit or 0, "f4")})


@pytest.mark.onnxruntime
def test_a_loop_that_collects() -> None:
    nodes = [node("Loop", ["n", "", "x"], ["y", "all"], body=doubling(None))]
    model = model_of(nodes, {"x": (FLOAT, [3]), "w": (FLOAT, [3])}, ["y", "all"], {"n": np.array(4)})
    check(model, {"x": floats(3), "w": floats(3)}, onnxruntime_results)


@pytest.mark.parametrize("scale", [0.1, 1.0, 50.0])
def test_a_loop_that_ends_by_its_data(scale: float) -> None:
    nodes = [node("Loop", ["n", "go", "x"], ["y"], body=doubling(20.0))]
    weights = {"n": np.array(9), "go": np.array(True), "w": np.ones(3, "f4")}
    model = model_of(nodes, {"x": (FLOAT, [3])}, ["y"], weights)
    check(model, {"x": np.array([1, 0.5, 0.25], "f4") * np.float32(scale)})


@pytest.mark.onnxruntime
def test_a_scan_in_both_directions() -> None:
    body = graph_of(
        [node("Add", ["s", "a"], ["t"]), node("Mul", ["t", "b"], ["o"])],
        {"s": (FLOAT, [2]), "a": (FLOAT, [2]), "b": (FLOAT, [2])},
        ["t", "o"],
    )
    attrs = {"num_scan_inputs": 2, "scan_input_axes": [1, 0], "scan_input_directions": [0, 1]}
    outputs = {"scan_output_axes": [1], "scan_output_directions": [1]}
    nodes = [node("Scan", ["s0", "xs", "ys"], ["y", "z"], body=body, **attrs, **outputs)]
    inputs = {"s0": (FLOAT, [2]), "xs": (FLOAT, [2, 4]), "ys": (FLOAT, [4, 2])}
    check(
        model_of(nodes, inputs, ["y", "z"]),
        {"s0": floats(2), "xs": floats(2, 4), "ys": floats(4, 2)},
        onnxruntime_results,
    )


@pytest.mark.onnxruntime
def test_a_function_of_the_model_with_attributes() -> None:
    scaled = node("Elu", ["p"], ["e"])
    reference = onnx.AttributeProto(name="alpha", ref_attr_name="how_much", type=onnx.AttributeProto.FLOAT)
    scaled.attribute.append(reference)
    function = helper.make_function(
        "own", "Bent", ["p"], ["q"], [scaled, node("Neg", ["e"], ["q"])], [helper.make_opsetid("", 17)], ["how_much"]
    )
    nodes = [
        node("Bent", ["x"], ["a"], domain="own", how_much=0.25),
        node("Bent", ["a"], ["y"], domain="own", how_much=2.0),
    ]
    model = model_of(nodes, {"x": (FLOAT, [3, 4])}, ["y"], domains={"own": 1}, functions=[function])
    check(model, {"x": floats(3, 4)}, onnxruntime_results)


def test_sequences_leave_nothing_behind() -> None:
    nodes = [
        node("SplitToSequence", ["x", "parts"], ["s"], axis=1),
        node("SequenceAt", ["s", "last"], ["z"]),
        node("SequenceInsert", ["s", "z", "first"], ["s2"]),
        node("ConcatFromSequence", ["s2"], ["y"], axis=1),
        node("SequenceLength", ["s2"], ["n"]),
    ]
    weights = {"parts": np.array([1, 4, 2]), "last": np.array(-1), "first": np.array(0)}
    check(model_of(nodes, {"x": (FLOAT, [2, 7])}, ["y", "n"], weights), {"x": floats(2, 7)})


def test_quantised_products() -> None:
    nodes = [
        node("QuantizeLinear", ["x", "xs", "xz"], ["q"]),
        node("QLinearMatMul", ["q", "xs", "xz", "w", "ws", "wz", "ys", "yz"], ["p"]),
        node("DequantizeLinear", ["p", "ys", "yz"], ["y"]),
    ]
    weights = {
        "xs": np.array(0.02, "f4"),
        "xz": np.array(120, np.uint8),
        "w": RNG.integers(-128, 128, (5, 3)).astype(np.int8),
        "ws": np.array(0.01, "f4"),
        "wz": np.array(3, np.int8),
        "ys": np.array(0.05, "f4"),
        "yz": np.array(128, np.uint8),
    }
    check(model_of(nodes, {"x": (FLOAT, [4, 5])}, ["y"], weights, opset=21), {"x": floats(4, 5)})


def test_weights_of_four_bits() -> None:
    packed = helper.make_tensor("w", onnx.TensorProto.INT4, [6, 4], RNG.integers(-8, 8, 24).tolist())
    nodes = [node("DequantizeLinear", ["w", "s"], ["d"], axis=0, block_size=3), node("MatMul", ["x", "d"], ["y"])]
    model = model_of(nodes, {"x": (FLOAT, [2, 6])}, ["y"], {"s": floats(2, 4)}, opset=21)
    model.graph.initializer.append(packed)
    check(model, {"x": floats(2, 6)})


def test_names_that_are_no_identifiers_read_back() -> None:
    nodes = [node("Relu", ["in:0"], ["/a/b"]), node("Neg", ["/a/b"], ["out-1"])]
    module = from_onnx(model_of(nodes, {"in:0": (FLOAT, ["batch size", 2])}, ["out-1"]))
    main = module["main"]
    assert main.attrs["input_names"] == ["in:0"]
    assert main.attrs["output_names"] == ["out-1"]
    assert mlcc.parse(module.script()).script() == module.script()


@pytest.mark.onnxruntime
@pytest.mark.parametrize(
    ("opset", "op", "inputs"), [(9, "Upsample", "xk"), (10, "Resize", "xk"), (18, "Resize", "x-k")]
)
def test_resizing_in_old_and_new_opsets(opset: int, op: str, inputs: str) -> None:
    weights = {"k": np.array([1, 1, 1.7, 2.3], "f4")}
    names = [n.replace("-", "") for n in inputs]
    model = model_of([node(op, names, ["y"], mode="linear")], {"x": (FLOAT, [1, 2, 5, 4])}, ["y"], weights, opset=opset)
    check(model, {"x": floats(1, 2, 5, 4)}, onnxruntime_results)


def test_weights_that_layers_share_stay_one_weight() -> None:
    layers = [("x", "a"), ("a", "b"), ("b", "y")]
    nodes = [node("Identity", ["w"], [f"w_{out}"]) for _, out in layers]
    nodes += [node("MatMul", [of, f"w_{out}"], [out]) for of, out in layers]
    module = from_onnx(model_of(nodes, {"x": (FLOAT, [2, 30])}, ["y"], {"w": floats(30, 30)}))
    assert len({id(n.data) for n in walk(module["main"]) if isinstance(n, Constant)}) == 1


@pytest.mark.parametrize("opset", [18, 22, onnx.defs.onnx_opset_version()])
def test_definitions_written_for_an_older_opset(opset: int) -> None:
    """Operators that the standard defines by simpler ones, which have changed since the definition was written."""
    crop = node("CenterCropPad", ["x", "size"], ["y"], axes=[0, 1])
    model = model_of([crop], {"x": (FLOAT, [4, 9, 3])}, ["y"], {"size": np.array([6, 5])}, opset=opset)
    check(model, {"x": floats(4, 9, 3)})
    if opset > 22:
        attend = node("Attention", ["q", "k", "v"], ["y"], q_num_heads=2, kv_num_heads=2, is_causal=1)
        shapes = {name: (FLOAT, [1, 5, 8]) for name in "qkv"}
        check(model_of([attend], shapes, ["y"], opset=opset), {name: floats(1, 5, 8) for name in "qkv"})
