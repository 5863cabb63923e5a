"""Norms written out as exporters do become one operator; those whose parts are used, or that are none, stay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

import mlcc
from mlcc.importers.onnx import from_onnx
from mlcc.ir import GraphCall, IRModule, VarBinding, verify
from mlcc.relax.transform import (
    ConvertToDataflow,
    DeadCodeElimination,
    Normalize,
    RecognizeNorms,
    RemoveIdentities,
    Sequential,
)

from .graphs import Array, Ops, assert_close, graph, interpret, normal, operators

EPSILON = 1e-5
WEIGHT, BIAS = normal(7, seed=3), normal(7, seed=4)
LAST = {"axis": [-1], "keepdims": True}


def recognized(body: Any, **shapes: Any) -> IRModule:
    before = graph(body, **(shapes or {"x": (3, 5, 7)}))
    after = DeadCodeElimination()(RecognizeNorms()(before))
    verify(after)
    inputs = [3 * normal(*shape, seed=2) + 1 for shape in (shapes or {"x": (3, 5, 7)}).values()]
    assert_close(interpret(after, *inputs), interpret(before, *inputs))
    return after


def deviation(o: Ops, x: Any) -> Any:
    return o.subtract(x, o.mean(x, **LAST))


def shifted(o: Ops, d: Any) -> Any:
    return o.add(o.mean(o.multiply(d, d), **LAST), EPSILON)


def over_root(o: Ops, x: Any) -> Any:
    d = deviation(o, x)
    return o.divide(d, o.sqrt(shifted(o, d)))


def by_inverse_root(o: Ops, x: Any) -> Any:
    d = deviation(o, x)
    return o.multiply(o.rsqrt(o.add(EPSILON, o.mean(o.power(d, 2.0), **LAST))), d)


def by_reciprocal(o: Ops, x: Any) -> Any:
    d = deviation(o, x)
    return o.multiply(d, o.reciprocal(o.sqrt(shifted(o, d))))


def by_powers(o: Ops, x: Any) -> Any:
    d = deviation(o, x)
    return o.divide(d, o.power(shifted(o, d), 0.5))


def deviation_twice(o: Ops, x: Any) -> Any:
    average = o.mean(x, axis=2, keepdims=True)
    d = o.subtract(average, x)
    return o.multiply(o.subtract(x, average), o.divide(1.0, o.sqrt(shifted(o, d))))


def affine(body: Callable[[Ops, Any], Any]) -> Callable[[Ops, Any], Any]:
    return lambda o, x: o.add(o.multiply(WEIGHT, body(o, x)), BIAS)


def scale_and_shift(o: Ops, x: Any) -> Any:
    """How a batch norm of given statistics is written: by two products with the operand's scale."""
    average = o.mean(x, **LAST)
    scale = o.multiply(o.rsqrt(shifted(o, o.subtract(x, average))), WEIGHT)
    return o.add(o.multiply(x, scale), o.subtract(BIAS, o.multiply(average, scale)))


def root_mean_square(o: Ops, x: Any) -> Any:
    return o.multiply(x, o.reciprocal(o.sqrt(shifted(o, x))))


LAYER_NORMS = [over_root, by_inverse_root, by_reciprocal, by_powers, deviation_twice]


@pytest.mark.parametrize("body", [*LAYER_NORMS, *map(affine, LAYER_NORMS), scale_and_shift])
def test_a_layer_norm_is_one_operator(body: Callable[[Ops, Any], Any]) -> None:
    assert operators(recognized(body)) == ["nn.layer_norm"]
    # what comes before and after it stays
    around = recognized(lambda o, x, y: o.add(o.nn_relu(body(o, o.add(x, y))), y), x=(2, 3, 7), y=(2, 3, 7))
    assert operators(around) == ["add", "nn.layer_norm", "nn.relu", "add"]


@pytest.mark.parametrize(
    "body",
    [
        root_mean_square,
        lambda o, x: o.multiply(WEIGHT, root_mean_square(o, x)),
        lambda o, x: o.multiply(x, o.multiply(o.rsqrt(shifted(o, x)), WEIGHT)),
        lambda o, x: o.divide(x, o.sqrt(o.add(o.mean(o.square(x), **LAST), EPSILON))),
    ],
)
def test_an_rms_norm_is_one_operator(body: Callable[[Ops, Any], Any]) -> None:
    assert operators(recognized(body)) == ["nn.rms_norm"]


def test_factors_and_summands_may_be_computed_and_have_outer_dimensions() -> None:
    def body(o: Ops, x: Any, w: Any, b: Any) -> Any:
        return o.add(o.multiply(over_root(o, x), o.add(w, 1.0)), b)

    assert operators(recognized(body, x=(4, 7), w=(7,), b=(1, 7))) == ["add", "reshape", "nn.layer_norm"]
    # one number for each row is none of the norm
    kept = recognized(body, x=(4, 7), w=(4, 1), b=(4, 7))
    assert sorted(operators(kept)) == ["add", "add", "multiply", "nn.layer_norm"]


def test_the_last_dimensions_together() -> None:
    weight = normal(5, 7, seed=8)

    def body(o: Ops, x: Any) -> Any:
        d = o.subtract(x, o.mean(x, axis=[2, 1], keepdims=True))
        root = o.sqrt(o.add(o.mean(o.multiply(d, d), axis=[1, -1], keepdims=True), 1e-3))
        return o.multiply(o.divide(d, root), weight)

    after = recognized(body)
    assert operators(after) == ["nn.layer_norm"]
    calls = [b.value for b in after.graph_funcs["main"].bindings() if isinstance(b, VarBinding)]
    assert [c.attrs for c in calls if isinstance(c, GraphCall)] == [{"axes": [1, 2], "epsilon": pytest.approx(1e-3)}]


def used(what: str) -> Callable[[Ops, Any], Any]:
    def body(o: Ops, x: Any) -> Any:
        average = o.mean(x, **LAST)
        d = o.subtract(x, average)
        root = o.sqrt(shifted(o, d))
        y = o.divide(d, root)
        return y, {"mean": average, "deviation": d, "root": root}[what]

    return body


def mean_along(*axes: int, keepdims: bool = True) -> Callable[[Ops, Any], Any]:
    def body(o: Ops, x: Any) -> Any:
        average = o.mean(x, axis=list(axes), keepdims=keepdims)
        d = o.subtract(x, average)
        return o.divide(d, o.sqrt(o.add(o.mean(o.multiply(d, d), axis=list(axes), keepdims=keepdims), EPSILON)))

    return body


@pytest.mark.parametrize(
    "body",
    [
        used("mean"),
        used("deviation"),
        used("root"),
        mean_along(1),
        mean_along(0, 2),
        mean_along(-1, keepdims=False),
        lambda o, x: o.divide(deviation(o, x), o.add(o.sqrt(shifted(o, deviation(o, x))), 1.0)),
        lambda o, x: o.sqrt(shifted(o, x)),
        lambda o, x: o.multiply(x, o.sqrt(shifted(o, x))),
        lambda o, x: o.add(x, o.divide(x, o.add(x, o.sqrt(shifted(o, x))))),
    ],
)
def test_what_is_no_norm_stays(body: Callable[[Ops, Any], Any]) -> None:
    names = operators(recognized(body, x=(7, 7, 7)))
    assert not [n for n in names if n.endswith("_norm")]


def test_a_norm_used_with_two_weights_is_made_once() -> None:
    def body(o: Ops, x: Any) -> Any:
        y = over_root(o, x)
        return o.multiply(y, WEIGHT), o.multiply(y, BIAS)

    assert operators(recognized(body)) == ["nn.layer_norm", "multiply", "multiply"]


def exported(x: Array, rms: bool, wide: bool) -> onnx.ModelProto:
    """A norm written out with operators of opset 13, in float32 with conversions where `wide`."""
    kind = helper.np_dtype_to_tensor_dtype(x.dtype)
    inner = np.dtype("float32") if wide else x.dtype
    weight, bias = (numpy_helper.from_array(v.astype(x.dtype), n) for v, n in ((WEIGHT, "w"), (BIAS, "b")))
    numbers = [numpy_helper.from_array(np.asarray(v, inner), n) for v, n in ((2.0, "two"), (EPSILON, "eps"))]
    node = helper.make_node
    nodes = [node("Cast", ["x"], ["v"], to=TensorProto.FLOAT) if wide else node("Identity", ["x"], ["v"])]
    if not rms:
        nodes += [node("ReduceMean", ["v"], ["m"], axes=[-1]), node("Sub", ["v", "m"], ["d"])]
    d = "v" if rms else "d"
    nodes += [
        node("Pow", [d, "two"], ["s"]),
        node("ReduceMean", ["s"], ["var"], axes=[-1]),
        node("Add", ["var", "eps"], ["shifted"]),
        node("Sqrt", ["shifted"], ["root"]),
        node("Div", [d, "root"], ["n"]),
        node("Cast", ["n"], ["c"], to=kind) if wide else node("Identity", ["n"], ["c"]),
        node("Mul", ["c", "w"], ["y" if rms else "p"]),
    ]
    nodes += [] if rms else [node("Add", ["p", "b"], ["y"])]
    inputs, outputs = ([helper.make_tensor_value_info(n, kind, x.shape)] for n in "xy")
    result = helper.make_graph(nodes, "norm", inputs, outputs, [weight, *([] if rms else [bias]), *numbers])
    return helper.make_model(result, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)


def exact(x: Array, rms: bool) -> Array:
    wide = x.astype("float64")
    with np.errstate(all="ignore"):
        d = wide if rms else wide - wide.mean(-1, keepdims=True)
        y = d / np.sqrt((d * d).mean(-1, keepdims=True) + EPSILON) * WEIGHT.astype(x.dtype)
    return np.asarray(y if rms else y + BIAS.astype(x.dtype))


@pytest.mark.cover(1)
@pytest.mark.parametrize("rms", [False, True], ids=["layer", "rms"])
@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_results_are_those_of_the_exported_model(dtype: str, rms: bool) -> None:
    x = normal(9, 7, seed=5).astype(dtype)
    x[1] += 100
    x[2] *= 100
    x[3], x[4, 2], x[5, 1], x[6, 0] = 3.0, np.nan, np.inf, -np.inf
    model = exported(x, rms, wide=dtype == "float16")
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    want = session.run(None, {"x": x})[0]
    imported = from_onnx(model)
    passes = (Normalize(), ConvertToDataflow(), RemoveIdentities(), RecognizeNorms(), DeadCodeElimination())
    assert operators(Sequential(passes=passes)(imported)) == ["nn.rms_norm" if rms else "nn.layer_norm"]
    got = np.asarray(mlcc.build(imported)(x))
    np.testing.assert_array_equal(np.isnan(got), np.isnan(want))
    tolerance = 5e-6 if dtype == "float32" else 2e-3
    true, finite = exact(x, rms), np.isfinite(want)
    scale = np.abs(true[finite]).max()
    written_out = np.abs(want[finite] - true[finite]).max()
    assert np.abs(got[finite] - true[finite]).max() <= max(written_out * 1.5, tolerance * scale)
