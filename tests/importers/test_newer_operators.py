"""Operators of a later opset than the model states, as exporters write them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx import helper
from onnx.reference import ReferenceEvaluator
from onnx_models import BOOL, FLOAT, graph_of, model_of, node
from tolerances import assert_close

import mlcc
from mlcc.diagnostics import Diagnostic
from mlcc.importers.onnx import from_onnx

#: Operator, opset that brought it, inputs beside the data, attributes: converters, and bodies of the standard.
NEWER: list[tuple[str, int, dict[str, Any], dict[str, Any]]] = [
    ("CumProd", 26, {"axis": np.int64(1)}, {"reverse": 1}),
    ("BitwiseNot", 18, {}, {}),
    ("Gelu", 20, {}, {"approximate": "tanh"}),
    ("HardSwish", 14, {}, {}),
    ("Swish", 24, {}, {}),
]


def imported(model: Any) -> tuple[Any, list[Diagnostic]]:
    told: list[Diagnostic] = []
    return mlcc.build(from_onnx(model, on_warning=told.append))["main"], told


@pytest.mark.parametrize(("op", "since", "others", "attrs"), NEWER)
def test_it_is_taken_as_in_the_first_opset_that_has_it(op: str, since: int, others: Any, attrs: Any) -> None:
    dtype = np.int32 if op.startswith("Bitwise") else np.float32
    x = (np.random.default_rng(0).standard_normal((3, 5)) * 3).astype(dtype)

    def model(opset: int) -> Any:
        nodes = [node(op, ["x", *others], ["a"], **attrs), node(op, ["a", *others], ["y"], **attrs)]
        element = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
        return model_of(nodes, {"x": (element, x.shape)}, ["y"], others, opset=opset)

    run, told = imported(model(since - 1))
    assert [item.code for item in told] == ["I136"]  # one for both nodes
    assert f"`{op}` came with opset {since}, and the model imports {since - 1}" in told[0].message
    want: Any = ReferenceEvaluator(model(since)).run(None, {"x": x})
    assert_close(run(x), want[0])
    assert not imported(model(since))[1]


def test_in_a_branch_and_in_a_function() -> None:
    inner = helper.make_function("own", "F", ["p"], ["q"], [node("Gelu", ["p"], ["q"])], [helper.make_opsetid("", 17)])
    branches = {f"{kind}_branch": graph_of([node("Mish", ["f"], ["u"])], {}, ["u"]) for kind in ("then", "else")}
    nodes = [node("F", ["x"], ["f"], domain="own"), node("If", ["c"], ["y"], **branches)]
    told = imported(model_of(nodes, {"x": (FLOAT, [3]), "c": (BOOL, [])}, ["y"], domains={"own": 1},
                             functions=[inner]))[1]  # fmt: skip
    assert [item.message.split("`")[-2] for item in told] == ["Gelu", "Mish"]


def test_a_function_of_the_model_has_the_meaning_that_it_states() -> None:
    own = helper.make_function("", "Swish", ["p"], ["q"], [node("Neg", ["p"], ["q"])], [helper.make_opsetid("", 17)])
    run, told = imported(model_of([node("Swish", ["x"], ["y"])], {"x": (FLOAT, [3])}, ["y"], functions=[own]))
    x = np.float32([1, -2, 3])
    assert_close(run(x), -x)
    assert not told


def test_an_operator_that_no_opset_has() -> None:
    with pytest.raises(mlcc.MlccError, match="opset 17") as caught:
        from_onnx(model_of([node("CumMedian", ["x"], ["y"])], {"x": (FLOAT, [3])}, ["y"]))
    assert caught.value.code == "I120"
