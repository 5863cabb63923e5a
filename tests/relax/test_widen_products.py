"""Products of 16-bit floats run as products of float32: the same graph before and after, within its type's rounding."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import mlcc
from mlcc.ir import GraphCall, IRModule, TensorStructInfo, Var, VarBinding
from mlcc.relax.operators import operator_name
from mlcc.relax.transform import ConvertLayout, DeadCodeElimination, FuseOps, PackWeights, WidenProducts

from .graphs import compiled, graph, interpret, normal, operators

TYPES: dict[str, Any] = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16}
PRODUCTS = ("nn.conv2d", "nn.conv1d", "nn.conv2d_transpose", "matmul", "nn.dense", "nn.batch_matmul")


def product_types(module: IRModule) -> set[str]:
    """The types of all that products read and give."""
    values = [b.value for b in module.graph_funcs["main"].bindings() if isinstance(b, VarBinding)]
    calls = [v for v in values if isinstance(v, GraphCall) and operator_name(v) in PRODUCTS]
    infos = [e.sinfo for c in calls for e in (c, *c.args)]
    return {i.dtype for i in infos if isinstance(i, TensorStructInfo)}


def narrow(dtype: str, *shape: int, seed: int = 0) -> Any:
    """Small random numbers of a type."""
    return (normal(*shape, seed=seed) / 4).astype(TYPES[dtype])


def assert_rounded(got: Any, want: Any, dtype: str) -> None:
    """A few roundings of the type apart, of which the largest number is the measure."""
    step = 2.0**-11 if dtype == "float16" else 2.0**-8
    a, b = (np.asarray(v).astype(np.float64) for v in (got, want))
    assert np.asarray(got).dtype == TYPES[dtype]
    np.testing.assert_allclose(a, b, rtol=0, atol=2 * step * np.abs(b).max())


def block(dtype: str) -> Any:
    """Convolutions whose operand others read too: a residual sum, a pool and a concatenation."""

    def body(o: Any, x: Any) -> Any:
        c = 16
        bias = narrow(dtype, 1, c, 1, 1)
        a = o.nn_relu(o.add(o.nn_conv2d(x, narrow(dtype, c, 5, 3, 3), padding=1), bias))
        b = o.add(o.nn_conv2d(a, narrow(dtype, c, c, 3, 3, seed=1), padding=1), a)
        d = o.nn_max_pool2d(o.nn_relu(b), pool_size=[2, 2], strides=[1, 1], padding=[0, 0, 1, 1])
        joined = o.concatenate([d, b], axis=1)
        y = o.nn_conv2d(joined, narrow(dtype, 2 * c, 1, 3, 3, seed=2), padding=1, groups=2 * c)
        return o.nn_conv2d(y, narrow(dtype, 21, 2 * c, 1, 1, seed=3)), joined

    return body


def rows(dtype: str) -> Any:
    """Products of matrices, with and without a bias, of what is moved before."""

    def body(o: Any, x: Any) -> Any:
        y = o.add(o.matmul(x, narrow(dtype, 20, 24)), narrow(dtype, 24))
        heads = o.transpose(o.reshape(y, (1, 7, 3, 8)), axes=[0, 2, 1, 3])
        scores = o.nn_softmax(o.matmul(heads, o.transpose(heads, axes=[0, 1, 3, 2])), axis=-1)
        merged = o.reshape(o.transpose(o.matmul(scores, heads), axes=[0, 2, 1, 3]), (1, 7, 24))
        wide = o.add(o.nn_dense(merged, narrow(dtype, 9, 24, seed=1)), narrow(dtype, 7, 1))
        return o.multiply(wide, o.sum(y, axis=[-1], keepdims=True)), y

    return body


@pytest.mark.cover(1)
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize(("body", "shape"), [(block, (2, 5, 9, 11)), (rows, (1, 7, 20))])
def test_results_are_those_of_the_narrow_type(dtype: str, body: Any, shape: tuple[int, ...]) -> None:
    module = graph(body(dtype), dtype, x=shape)
    x = narrow(dtype, *shape, seed=9)
    wide = WidenProducts()(module)
    assert product_types(wide) == {"float32"}
    want = interpret(module, x)
    for got in (interpret(wide, x), compiled(module, x)):
        for a, b in zip(got, want, strict=True):
            assert_rounded(a, b, dtype)


def test_what_products_read_is_kept_wide() -> None:
    """Where it is made: no kernel only converts, but for what comes in from outside."""
    module = graph(block("float16"), "float16", x=(1, 5, 9, 11))
    for item in (WidenProducts(), DeadCodeElimination(), ConvertLayout(), PackWeights(), DeadCodeElimination()):
        module = item(module)
    assert not {"cast", "fused_cast_cast"} & set(operators(FuseOps()(module)))


def test_a_bias_is_added_before_rounding() -> None:
    """1024 + 0.25 is 1024 as float16, and so is that plus 0.25; the sum of all three is not."""
    w = np.array([[1024.0], [0.25]], np.float16)

    def body(o: Any, x: Any) -> Any:
        return o.add(o.matmul(x, w), np.full(1, 0.375, np.float16))

    got = compiled(graph(body, "float16", x=(1, 2)), np.ones((1, 2), np.float16))[0]
    assert got[0, 0] == np.float16(1024.625)


def chain(o: Any, x: Any) -> Any:
    """(x w + 1024) - 1024: the sum rounds to a multiple of 1, or 8, in the narrow types."""
    w = np.full((1, 1), 0.375, np.float16)
    return o.subtract(o.add(o.matmul(x, w), np.full(1, 1024, np.float16)), np.full((1, 1), 1024, np.float16))


def test_what_follows_from_a_product_is_not_rounded() -> None:
    module, x = graph(chain, "float16", x=(1, 1)), np.ones((1, 1), np.float16)
    assert compiled(module, x)[0] == np.float16(0.375)
    assert interpret(WidenProducts(rounding="standard")(module), x)[0] == 0
    assert mlcc.build(module, rounding="standard")(x) == 0


def test_values_cast_by_the_model_are_rounded() -> None:
    """A cast of float32 to a narrow type is a step of the model."""
    w = np.ones((1, 1), np.float16)
    module = graph(lambda o, x: o.cast(o.matmul(o.cast(x, dtype="float16"), w), dtype="float32"), x=(1, 1))
    assert compiled(module, np.full((1, 1), 1 + 2**-12, np.float32))[0] == 1


def test_batches_of_unknown_size() -> None:
    w = narrow("bfloat16", 20, 24)
    module = graph(lambda o, x: o.nn_relu(o.matmul(x, w)), "bfloat16", x=(Var("n", "int64"), 20))
    assert product_types(WidenProducts()(module)) == {"float32"}
    for count in (1, 13):
        x = narrow("bfloat16", count, 20)
        want = np.maximum(x.astype(np.float32) @ w.astype(np.float32), 0)
        assert_rounded(compiled(module, x)[0], want.astype(w.dtype), "bfloat16")


def test_other_products_are_left_alone() -> None:
    module = graph(lambda o, x: o.matmul(x, normal(4, 5)), x=(3, 4))
    assert WidenProducts()(module) is module
