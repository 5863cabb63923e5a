"""Adjoint functions: which gradients they return, and what is refused. The rules are in `test_gradients.py`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc import MlccError
from mlcc.ir import IRModule, problems
from mlcc.relax import op
from mlcc.relax.gradients import DIFFERENTIABLE
from mlcc.relax.transform import Gradient
from mlcc.script import parse

from .graphs import graph, interpret, normal, operators

MODEL = """
@I.ir_module
class Module:
    @R.function(private=True)
    def layer(x: R.Tensor(("n", 3), "float32"), w: R.Tensor((3, 2), "float32")):
        with R.dataflow():
            y = R.nn.relu(R.matmul(x, w))
            R.output(y)
        return y

    @R.function
    def main(x: R.Tensor((4, 3), "float32"), w: R.Tensor((3, 2), "float32"), k: R.Tensor((2,), "int64")):
        cls = Module
        y = cls.layer(x, w)
        with R.dataflow():
            frozen = R.grad.no_grad(x)
            loss = R.add(R.sum(R.multiply(y, y)), R.sum(frozen))
            R.output(loss)
        return (y, loss)
"""


def adjoint(module: IRModule, *wanted: Any, index: int = 0) -> IRModule:
    made = Gradient("main", list(wanted) or None, index)(module)
    assert not problems(made)
    assert made["main"] is not made["main_adjoint"]
    return IRModule({"main": made["main_adjoint"].with_attr("global_symbol", "main")})


def test_results_and_gradients_of_chosen_parameters() -> None:
    module = parse(MODEL)
    x, w, k = normal(4, 3), normal(3, 2, seed=1), np.zeros(2, "int64")
    (y, loss), (of_w, of_x) = mlcc.build(adjoint(module, module["main"].params[1], "x", index=1))(x, w, k)
    product = np.maximum(x @ w, 0)
    np.testing.assert_allclose(y, product, rtol=1e-5)
    np.testing.assert_allclose(loss, (product**2).sum() + x.sum(), rtol=1e-5)
    np.testing.assert_allclose(of_w, x.T @ (2 * product), rtol=1e-5)
    np.testing.assert_allclose(of_x, (2 * product) @ w.T, rtol=1e-5)  # nothing of what is frozen


def test_a_parameter_that_nothing_depends_on_has_zeros() -> None:
    module = graph(lambda o, x, y: o.sum(o.exp(x)), x=(3,), y=(2, 2))
    _, (of_x, of_y) = interpret(adjoint(module), normal(3), normal(2, 2))
    np.testing.assert_allclose(of_x, np.exp(normal(3)), rtol=1e-6)
    assert (of_y == np.zeros((2, 2))).all()


def test_uses_of_a_value_are_added() -> None:
    module = graph(lambda o, x: o.sum(o.multiply(o.add(x, x), x)), x=(3,))
    _, (of_x,) = interpret(adjoint(module), normal(3))
    np.testing.assert_allclose(of_x, 4 * normal(3), rtol=1e-6)


def test_a_gradient_of_ones_own() -> None:
    known = DIFFERENTIABLE.get("special.i0")
    try:

        @op.register_gradient("special.i0")
        def rule(orig_var: Any, orig_call: Any, output_grad: Any, ctx: Any) -> list[Any]:
            slope = ctx.emit(op.special.i1(orig_call.args[0]))
            return [op.multiply(output_grad, slope)]

        module = adjoint(graph(lambda o, x: o.sum(o.__getattr__("special.i0")(x)), x=(3,)))
        assert "special.i1" in operators(module)
    finally:
        DIFFERENTIABLE.pop("special.i0")
    assert known is None


@pytest.mark.parametrize(
    ("body", "options", "code"),
    [
        (lambda o, x: o.exp(x), {}, "T139"),  # no scalar
        (lambda o, x: o.sum(o.sort(x)), {}, "T139"),  # no rule
        (lambda o, x: o.sum(o.nn_pad(x, pad_width=[[1, 1]], mode="edge")), {}, "T139"),  # no rule for the mode
        (lambda o, x: o.sum(x), {"require_grads": ["y"]}, "T120"),
        (lambda o, x: o.sum(x), {"target_index": 1}, "T139"),
        (lambda o, x: (o.sum(x), o.sum(x)), {"target_index": 2}, "T139"),
        (lambda o, x: o.sum(x), {"func_name": "f"}, "T122"),
    ],
)
def test_refusals(body: Any, options: Any, code: str) -> None:
    with pytest.raises(MlccError) as error:
        Gradient(**options)(graph(body, x=(3,)))
    assert error.value.code == code


def test_whole_numbers_have_no_gradient() -> None:
    with pytest.raises(MlccError, match="T139"):
        Gradient("main", ["k"], 1)(parse(MODEL))
