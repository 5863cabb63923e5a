"""Models of one 16-bit type that are built in the other: which are widened, and how far results are off."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from mlcc.ir import GraphCall, IRModule, VarBinding
from mlcc.relax.operators import operator_name, tensor_dtype
from mlcc.relax.transform import DeadCodeElimination, LowerPrecision, WidenForPrecision

from .graphs import compiled, graph, interpret, normal

TYPES: dict[str, Any] = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16}


def network(dtype: str) -> IRModule:
    kind = TYPES[dtype]

    def body(o: Any, x: Any) -> Any:
        y = o.nn_gelu(o.add(o.matmul(x, (normal(20, 24) / 4).astype(kind)), normal(24).astype(kind)))
        return o.matmul(y, (normal(24, 9) / 4).astype(kind))

    return graph(body, dtype, x=(7, 20))


def operand_types(module: IRModule) -> set[str | None]:
    values = [b.value for b in module.graph_funcs["main"].bindings() if isinstance(b, VarBinding)]
    products = [v for v in values if isinstance(v, GraphCall) and operator_name(v) == "matmul"]
    return {tensor_dtype(a) for v in products for a in v.args}


@pytest.mark.parametrize(("stored", "asked"), [("float16", "bfloat16"), ("bfloat16", "float16")])
def test_products_are_of_the_asked_type(stored: str, asked: str) -> None:
    module = network(stored)
    wide = WidenForPrecision(asked)(module)
    assert operand_types(wide) == {"float32"}
    lowered = DeadCodeElimination()(LowerPrecision(asked)(wide))
    assert operand_types(lowered) == {asked}
    x = normal(7, 20).astype(TYPES[stored])
    want = np.asarray(interpret(module, x)[0], np.float64)
    for got in (interpret(lowered, x)[0], compiled(lowered, x)[0]):
        assert got.dtype == TYPES[stored]
        # wide: operands of two products are rounded to 8 bits
        np.testing.assert_allclose(np.asarray(got, np.float64), want, atol=3 * 2.0**-8 * np.abs(want).max())


@pytest.mark.parametrize(("stored", "asked"), [("float16", "float16"), ("float16", ""), ("bfloat16", "int8")])
def test_others_stay(stored: str, asked: str) -> None:
    module = network(stored)
    assert WidenForPrecision(asked)(module) is module
