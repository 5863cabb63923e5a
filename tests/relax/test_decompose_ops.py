"""Batch norms of training and of inference."""

from __future__ import annotations

import numpy as np
import pytest
from tolerances import assert_close

from mlcc import MlccError, script
from mlcc.relax.transform import DecomposeOpsForInference, DecomposeOpsForTraining, Normalize

from .graphs import compiled, interpret, normal, operators

NORM = """
@R.function
def main(x: R.Tensor((4, 3, 2), "float32"), g: R.Tensor((3,), "float32"), b: R.Tensor((3,), "float32"),
         m: R.Tensor((3,), "float32"), v: R.Tensor((3,), "float32")):
    with R.dataflow():
        n = R.nn.batch_norm(x, g, b, m, v, axis=1, momentum=0.2)
        y = n[0]
        mean = n[1]
        variance = n[2]
        R.output(y, mean, variance)
    return (y, mean, variance)
"""
VALUES = [normal(4, 3, 2), normal(3, seed=1), normal(3, seed=2), normal(3, seed=3), normal(3, seed=4) ** 2 + 0.1]


def test_both_forms_and_what_a_build_makes_of_it() -> None:
    module = Normalize()(script.parse(NORM))
    assert operators(module) == ["nn.batch_norm_in_training"]
    x, g, b, m, v = VALUES
    trained = DecomposeOpsForTraining()(module)
    assert "nn.batch_norm_in_training" not in operators(trained)
    mean, variance = x.mean((0, 2)), x.var((0, 2))
    want = [
        (x - mean[:, None]) / np.sqrt(variance[:, None] + 1e-5) * g[:, None] + b[:, None],
        m * 0.8 + mean * 0.2, v * 0.8 + variance * 0.2,
    ]  # fmt: skip
    for got in (interpret(module, *VALUES), interpret(trained, *VALUES), compiled(module, *VALUES)):
        for a, c in zip(got, want, strict=True):
            assert_close(a, c.astype(a.dtype))
    inferred = interpret(DecomposeOpsForInference("main")(module), *VALUES)
    want = [(x - m[:, None]) / np.sqrt(v[:, None] + 1e-5) * g[:, None] + b[:, None], m, v]
    for a, c in zip(inferred, want, strict=True):
        assert_close(a, c.astype(a.dtype))


def test_the_short_form_of_the_inventory_has_one_result() -> None:
    text = NORM.replace(", momentum=0.2", "").replace(
        "        y = n[0]\n        mean = n[1]\n        variance = n[2]\n", ""
    )
    text = text.replace("R.output(y, mean, variance)", "R.output(n)").replace("(y, mean, variance)", "n")
    assert operators(Normalize()(script.parse(text))) == ["nn.batch_norm"]


def test_a_function_that_is_not_there() -> None:
    with pytest.raises(MlccError, match="T122"):
        DecomposeOpsForTraining("other")(script.parse(NORM))
