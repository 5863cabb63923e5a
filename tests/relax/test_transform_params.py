"""Weights in a tuple, and what is computed of them in a function of its own."""

from __future__ import annotations

import numpy as np

import mlcc
from mlcc import script
from mlcc.ir import problems
from mlcc.relax.transform import BundleModelParams, LiftTransformParams, Normalize

from .graphs import normal, operators

TEXT = """
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 4), "float32"), w: R.Tensor((3, 4), "float32"), b: R.Tensor((3,), "float32")):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            turned = R.permute_dims(w)
            y = R.add(R.matmul(x, turned), b)
            R.output(y)
        return y

    @R.function
    def other(x: R.Tensor((4,), "float32"), w: R.Tensor((3, 4), "float32"), b: R.Tensor((3,), "float32")):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            double = R.add(w, w)
            y = R.add(R.matmul(double, x), R.exp(b))
            R.output(y)
        return y
"""
X, V, W, B = normal(2, 4), normal(4), normal(3, 4), normal(3)


def test_bundles() -> None:
    made = BundleModelParams()(Normalize()(script.parse(TEXT)))
    assert not problems(made)
    assert [p.name for p in made.graph_funcs["main"].params] == ["x", "model_params"]
    library = mlcc.build(made)
    np.testing.assert_allclose(library["main"](X, (W, B)), X @ W.T + B, rtol=1e-5)


def test_each_function_has_its_own() -> None:
    made = LiftTransformParams()(Normalize()(script.parse(TEXT)))
    assert not problems(made)
    assert operators(made) == ["matmul", "add"]
    assert operators(made, "other_transform_params") == ["add", "exp"]
    library = mlcc.build(made)
    weights = library["main_transform_params"]((W, B))
    np.testing.assert_allclose(library["main"](X, *weights), X @ W.T + B, rtol=1e-5)
    weights = library["other_transform_params"]((W, B))
    np.testing.assert_allclose(library["other"](V, *weights), 2 * W @ V + np.exp(B), rtol=1e-5)


def test_one_function_for_all() -> None:
    made = LiftTransformParams(shared_transform=True)(Normalize()(script.parse(TEXT)))
    assert not problems(made)
    assert set(made) == {"main", "other", "transform_params"}
    library = mlcc.build(made)
    weights = library["transform_params"]((W, B))
    assert len(weights) == 4
    np.testing.assert_allclose(library["main"](X, *weights), X @ W.T + B, rtol=1e-5)
    np.testing.assert_allclose(library["other"](V, *weights), 2 * W @ V + np.exp(B), rtol=1e-5)


def test_values_of_one_name_in_several_functions() -> None:
    """Each function takes its own: names are free to be the same."""
    text = TEXT.replace("double", "turned")
    made = LiftTransformParams(shared_transform=True)(Normalize()(script.parse(text)))
    assert not problems(made)
    library = mlcc.build(made)
    weights = library["transform_params"]((W, B))
    np.testing.assert_allclose(library["main"](X, *weights), X @ W.T + B, rtol=1e-5)
    np.testing.assert_allclose(library["other"](V, *weights), 2 * W @ V + np.exp(B), rtol=1e-5)
