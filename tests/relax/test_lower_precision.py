"""Products of a float32 model on rounded operands: what is rounded, what stays, and how far results are off."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from mlcc.ir import GraphCall, IRModule, VarBinding
from mlcc.relax.operators import operator_name, tensor_dtype
from mlcc.relax.transform import (
    ConvertLayout,
    DeadCodeElimination,
    FuseOps,
    LowerPrecision,
    PackWeights,
    WidenProducts,
)

from .graphs import compiled, graph, interpret, normal, operators

TYPES: dict[str, Any] = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16}
#: Bits of the significand, the leading one included.
BITS = {"float16": 11, "bfloat16": 8}


def calls(module: IRModule, name: str) -> list[GraphCall]:
    result = [b.value for b in module.graph_funcs["main"].bindings() if isinstance(b, VarBinding)]
    return [v for v in result if isinstance(v, GraphCall) and operator_name(v) == name]


def convolutions(o: Any, x: Any) -> Any:
    """A value that a product, a residual sum, a pool and a concatenation read."""
    a = o.nn_relu(o.add(o.nn_conv2d(x, normal(16, 5, 3, 3) / 4, padding=1), normal(1, 16, 1, 1)))
    b = o.add(o.nn_conv2d(a, normal(16, 16, 3, 3, seed=1) / 8, padding=1), a)
    joined = o.concatenate([o.nn_max_pool2d(b, pool_size=[3, 3], strides=[1, 1], padding=1), b], axis=1)
    return o.nn_conv2d(joined, normal(21, 32, 1, 1, seed=3) / 4), joined


def encoder(o: Any, x: Any) -> Any:
    """Heads of an attention, which products read through movements, and a norm, which stays float32."""
    y = o.add(o.matmul(x, normal(20, 24) / 4), normal(24))
    heads = o.transpose(o.reshape(y, (1, 7, 3, 8)), axes=[0, 2, 1, 3])
    scores = o.nn_softmax(o.matmul(heads, o.transpose(heads, axes=[0, 1, 3, 2])), axis=-1)
    merged = o.reshape(o.transpose(o.matmul(scores, heads), axes=[0, 2, 1, 3]), (1, 7, 24))
    return o.nn_layer_norm(o.nn_dense(merged, normal(9, 24, seed=1)), normal(9), normal(9, seed=1), axes=[-1]), y


CASES = [(convolutions, (2, 5, 9, 11)), (encoder, (1, 7, 20))]


@pytest.mark.cover(1)
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize(("body", "shape"), CASES)
def test_results_are_within_a_few_roundings(dtype: str, body: Any, shape: tuple[int, ...]) -> None:
    """Compiled and interpreted results differ from float32 by a few roundings of the narrow type, and do differ."""
    module = graph(body, x=shape)
    lowered = LowerPrecision(dtype)(module)
    x = normal(*shape, seed=9)
    exact = interpret(module, x)
    for got in (interpret(lowered, x), compiled(lowered, x)):
        for a, b in zip(got, exact, strict=True):
            assert a.dtype == np.float32
            error = np.abs(a - b).max() / np.abs(b).max()
            assert 0 < error < 6 * 2.0 ** -BITS[dtype]


@pytest.mark.parametrize(("body", "shape"), CASES)
def test_products_read_narrow_operands_and_sum_in_float32(body: Any, shape: tuple[int, ...]) -> None:
    lowered = LowerPrecision("bfloat16")(graph(body, x=shape))
    products = [c for name in ("nn.conv2d", "matmul", "nn.dense") for c in calls(lowered, name)]
    assert products
    assert {tensor_dtype(v) for c in products for v in c.args} == {"bfloat16"}
    assert {tensor_dtype(c) for c in products} == {"float32"}
    others = [c for name in ("add", "nn.relu", "nn.softmax", "nn.layer_norm") for c in calls(lowered, name)]
    assert {tensor_dtype(c) for c in others} == {"float32"}


def test_movements_carry_the_narrow_type() -> None:
    lowered = DeadCodeElimination()(LowerPrecision("bfloat16")(graph(convolutions, x=(2, 5, 9, 11))))
    assert [tensor_dtype(c) for c in calls(lowered, "nn.max_pool2d")] == ["bfloat16"]


def test_operands_are_exactly_the_rounded_ones() -> None:
    """A product of integers that bfloat16 holds is exact; one of 257 is that of 256."""
    module = LowerPrecision("bfloat16")(graph(lambda o, x: o.matmul(x, np.eye(4, dtype="float32") * 3), x=(1, 4)))
    x = np.array([[1, 255, 257, 65536]], "float32")
    np.testing.assert_array_equal(compiled(module, x)[0], [[3, 765, 768, 196608]])


def test_residual_sums_read_norms_unrounded() -> None:
    """The norm's result is multiplied rounded, and added as it is."""
    scale, shift, w = normal(8), normal(8, seed=1), np.zeros((8, 8), "float32")

    def body(o: Any, x: Any) -> Any:
        y = o.nn_layer_norm(x, scale, shift, axes=[-1])
        return o.add(o.matmul(y, w), y)

    module, x = graph(body, x=(4, 8)), normal(4, 8, seed=2)
    lowered = LowerPrecision("bfloat16")(module)
    assert [tensor_dtype(c.args[0]) for c in calls(lowered, "matmul")] == ["bfloat16"]
    np.testing.assert_array_equal(interpret(lowered, x)[0], interpret(module, x)[0])


def test_residual_sums_read_inputs_unrounded() -> None:
    """The input of a post-norm transformer is multiplied rounded, and added as it is."""
    module, x = graph(lambda o, x: o.add(o.matmul(x, np.zeros((8, 8), "float32")), x), x=(4, 8)), normal(4, 8)
    lowered = LowerPrecision("bfloat16")(module)
    assert [tensor_dtype(c.args[0]) for c in calls(lowered, "matmul")] == ["bfloat16"]
    np.testing.assert_array_equal(interpret(lowered, x)[0], x)


def test_infinities_and_nans_pass() -> None:
    module = LowerPrecision("bfloat16")(graph(lambda o, x: o.matmul(x, np.eye(3, dtype="float32")), x=(3, 3)))
    x = np.diag(np.array([np.inf, np.nan, -np.inf], "float32"))
    got = compiled(module, x)[0]
    assert np.isnan(got[1, 1])
    assert np.isnan(got[0, 1])  # inf * 0


def test_layers_that_are_kept_stay_as_they_are() -> None:
    module = graph(lambda o, x: o.matmul(o.matmul(x, normal(4, 4)), normal(4, 4, seed=1)), x=(3, 4))
    first = next(b.var.name for b in module.graph_funcs["main"].bindings())
    lowered = LowerPrecision("bfloat16", frozenset({first}))(module)
    assert [tensor_dtype(c.args[1]) for c in calls(lowered, "matmul")] == ["float32", "bfloat16"]
    names = {b.var.name for b in module.graph_funcs["main"].bindings()}
    assert LowerPrecision("bfloat16", frozenset(names))(module) is module


def test_nothing_is_lowered_without_a_precision() -> None:
    module = graph(convolutions, x=(2, 5, 9, 11))
    assert LowerPrecision()(module) is module


def test_where_products_are_widened_only_one_form_is_stored() -> None:
    """No kernel only converts: each value is rounded where it is computed."""
    module = graph(convolutions, x=(1, 5, 9, 11))
    for item in (LowerPrecision("bfloat16"), WidenProducts(), DeadCodeElimination(), ConvertLayout(), PackWeights(),
                 DeadCodeElimination()):  # fmt: skip
        module = item(module)
    assert not {"cast"} & set(operators(FuseOps()(module)))


@pytest.mark.parametrize(("rows", "lowered"), [(1, False), (2, True)])
def test_a_row_with_a_matrix_of_the_run_stays(rows: int, lowered: bool) -> None:
    """A query with its cache: rounding the cache would take longer than the product."""
    module = graph(lambda o, q, k: o.matmul(q, o.transpose(k, axes=[0, 2, 1])), q=(3, rows, 8), k=(3, 20, 8))
    assert (LowerPrecision("bfloat16")(module) is not module) == lowered
    weights = graph(lambda o, x: o.matmul(x, normal(8, 20)), x=(1, 8))
    assert LowerPrecision("bfloat16")(weights) is not weights
