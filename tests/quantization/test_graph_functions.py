"""Quantisation as a pass on graph functions."""

from __future__ import annotations

import numpy as np
import pytest

import mlcc
from mlcc.ir import GraphCall, IRModule, VarBinding
from mlcc.quantization.graph_functions import Quantize, operands_of, prepare, quantize_module
from mlcc.quantization.grids import grid_of
from mlcc.relax.operators import operator_name
from mlcc.relax.transform import FuseQuantized

from .models import MODELS, Array, Net, by_onnxruntime, feeds, relative


def two_layers() -> IRModule:
    net = Net(4, 16)
    return mlcc.import_model(net.model(net.linear(net("Relu", net.linear(net.x, 16, 32)), 32, 8)))


def compiled(module: IRModule, x: Array) -> Array:
    result = mlcc.build(module)(x)
    return np.array(result[0] if isinstance(result, list | tuple) else result)


def normal(seed: int) -> Array:
    return np.random.default_rng(seed).standard_normal((4, 16)).astype("f4")


@pytest.mark.every(2)
@pytest.mark.parametrize("name", MODELS)
def test_modules_have_the_error_of_models(name: str) -> None:
    model = MODELS[name]()
    samples = feeds(model)
    module = quantize_module(mlcc.import_model(model), [[sample["x"]] for sample in samples])
    got, want = compiled(module, samples[0]["x"]), by_onnxruntime(model, samples[0])[0]
    assert 0 < relative(got, want) < 0.03


def test_products_become_integer() -> None:
    module = quantize_module(two_layers(), [[normal(i)] for i in range(3)])
    func = FuseQuantized()(module).graph_funcs["main"]
    names = [operator_name(b.value) for b in func.bindings() if isinstance(b, VarBinding)]
    assert names.count("qnn.dense_packed") == 2
    x = normal(1)
    assert relative(compiled(module, x), compiled(two_layers(), x)) < 0.02


def test_operands_without_a_grid_stay_float() -> None:
    module = prepare(two_layers())
    func = module.graph_funcs["main"]
    first, second = operands_of(func)
    assert first is func.params[0]
    result = Quantize({second: grid_of(0, 12, "uint8")})(module).graph_funcs["main"]
    products = [
        b.value
        for b in result.bindings()
        if isinstance(b, VarBinding) and isinstance(b.value, GraphCall) and operator_name(b.value) == "matmul"
    ]
    assert products[0].args[0] is result.params[0]
    assert products[1].args[0] not in result.params
    names = [operator_name(b.value) for b in result.bindings() if isinstance(b, VarBinding)]
    assert names.count("quantize_linear") == 1


def test_refusals() -> None:
    net = Net(4, 16)
    with pytest.raises(mlcc.MlccError, match="Q105"):
        quantize_module(mlcc.import_model(net.model(net("Relu", net.x))), [[normal(0)]])
    with pytest.raises(mlcc.MlccError, match="Q109"):
        quantize_module(two_layers(), [])
    nan = np.full((4, 16), np.nan, np.float32)
    with pytest.raises(mlcc.MlccError, match="Q111"):
        quantize_module(two_layers(), [[nan]])
