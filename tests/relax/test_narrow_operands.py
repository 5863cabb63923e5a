"""Products that read 16-bit floats as they are stored: few rows with constant matrices, depthwise convolutions."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import mlcc
from mlcc.ir import Constant, IRModule, Var
from mlcc.relax.operators import operator_name, tensor_dtype
from mlcc.relax.transform import DeadCodeElimination, PackWeights, ReadTransposed, WidenProducts
from mlcc.target import Target

from .graphs import compiled, graph, interpret, normal

TYPES: dict[str, Any] = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16}
HOSTS = {
    name: Target.parse(f"llvm -mtriple=x86_64-linux-gnu -mcpu={name}")
    for name in ("sapphirerapids", "x86-64-v3", "x86-64-v2")
}


def product(dtype: str, inner: int, units: int, transposed: bool = False) -> Any:
    """relu(x W + b), with W (inner, units), or its transpose."""
    shape = (units, inner) if transposed else (inner, units)

    def body(o: Any, x: Any) -> Any:
        weight = (normal(*shape) / np.sqrt(inner)).astype(TYPES[dtype])
        y = o.matmul(x, weight, transpose_b=transposed)
        return o.nn_relu(o.add(y, normal(units).astype(TYPES[dtype])))

    return body


def matrices(module: IRModule, target: Target) -> list[Any]:
    """The packed constant matrices for a target."""
    for item in (WidenProducts, PackWeights):
        module = item.for_target(target)(module)
    calls: list[Any] = [b.value for b in module.graph_funcs["main"].bindings()]
    packed = [c.args[1] for c in calls if operator_name(c) == "nn.dense_packed"]
    return [p.data for p in packed if isinstance(p, Constant)]


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("transposed", [False, True])
def test_one_row_reads_sixteen_bits(dtype: str, transposed: bool) -> None:
    module = graph(product(dtype, 40, 300, transposed), dtype, x=(1, 40))
    (panels,) = matrices(module, HOSTS["sapphirerapids"])
    assert panels.dtype == TYPES[dtype]
    assert panels.shape == (3, 40, 128)
    # without an instruction that widens float16, that is done while compiling
    (panels,) = matrices(module, HOSTS["x86-64-v2"])
    assert panels.dtype == (TYPES[dtype] if dtype == "bfloat16" else np.float32)


def test_more_rows_read_large_matrices_so() -> None:
    """Matrices that would stay in L2 as float32 are widened once for more than two rows."""
    for inner, units, rows, narrow in ((40, 300, 2, True), (40, 300, 3, False), (1024, 1024, 16, True)):
        module = graph(product("float16", inner, units), "float16", x=(rows, inner))
        (panels,) = matrices(module, HOSTS["sapphirerapids"])
        assert (panels.dtype == np.float16) == narrow, (inner, units, rows)


@pytest.mark.parametrize("dtype", TYPES)
def test_rows_of_unknown_number_read_large_matrices_so(dtype: str) -> None:
    for inner, units, narrow in ((40, 300, False), (1024, 1024, True)):
        module = graph(product(dtype, inner, units), dtype, x=(Var("n", "int64"), inner))
        (panels,) = matrices(module, HOSTS["x86-64-v3"])
        assert (panels.dtype == TYPES[dtype]) == narrow, (inner, units)


@pytest.mark.parametrize("dtype", TYPES)
def test_results_of_any_number_of_rows(dtype: str) -> None:
    """Versions for up to 2 and up to 16 rows widen elements in registers, that for more a panel at a time."""
    inner, units = 515, 530
    module = graph(product(dtype, inner, units), dtype, x=(Var("n", "int64"), inner))
    step = 2.0**-11 if dtype == "float16" else 2.0**-8
    library = mlcc.build(module)
    for rows in (0, 1, 2, 3, 7, 16, 17, 40):
        x = normal(rows, inner, seed=rows).astype(TYPES[dtype])
        got = np.asarray(library["main"](x))
        want = interpret(module, x)[0].astype(np.float64)
        assert (got.shape, got.dtype) == ((rows, units), TYPES[dtype])
        np.testing.assert_allclose(got.astype(np.float64), want, rtol=step, atol=step * np.abs(want).max(initial=0))


@pytest.mark.cover(1)
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize(
    ("rows", "inner", "units"), [((1,), 33, 7), ((2,), 129, 130), ((2, 1), 64, 200), ((), 31, 70), ((3,), 1031, 1021)]
)
def test_results(dtype: str, rows: tuple[int, ...], inner: int, units: int) -> None:
    module = graph(product(dtype, inner, units), dtype, x=(*rows, inner))
    x = normal(*rows, inner, seed=1).astype(TYPES[dtype])
    x[..., 3] = 0
    step = 2.0**-11 if dtype == "float16" else 2.0**-8
    want = interpret(module, x)[0].astype(np.float64)
    got = compiled(module, x)[0]
    assert got.dtype == TYPES[dtype]
    np.testing.assert_allclose(got.astype(np.float64), want, rtol=step, atol=step * np.abs(want).max())


@pytest.mark.parametrize("dtype", TYPES)
def test_numbers_that_are_not_finite(dtype: str) -> None:
    """Infinity and NaN in the matrix and in the row give what float32 gives; tiny elements are not lost."""
    weight = normal(6, 5).astype(TYPES[dtype])
    weight[1, 0], weight[2, 1], weight[3, 2] = np.inf, np.nan, -np.inf
    weight[:, 4] = np.array(2.0**-20 if dtype == "float16" else 2.0**-120).astype(TYPES[dtype])
    module = graph(lambda o, x: o.matmul(x, weight), dtype, x=(1, 6))
    x = np.ones((1, 6), TYPES[dtype])
    x[0, 3] = 0 if dtype == "float16" else 2
    with np.errstate(invalid="ignore"):
        want = (x.astype(np.float32) @ weight.astype(np.float32)).astype(TYPES[dtype])
    # wide: one bit of bfloat16
    np.testing.assert_allclose(compiled(module, x)[0].astype(np.float32), want.astype(np.float32), rtol=2.0**-7, atol=0)


def depthwise(channels: int, kernel: int, **attrs: Any) -> Any:
    """relu(depthwise(x) + b) in bfloat16."""

    def body(o: Any, x: Any) -> Any:
        weight = (normal(channels, 1, kernel, kernel) / kernel).astype(TYPES["bfloat16"])
        y = o.nn_conv2d(x, weight, groups=channels, padding=kernel // 2, **attrs)
        return o.nn_relu(o.add(y, normal(1, channels, 1, 1).astype(TYPES["bfloat16"])))

    return body


def test_depthwise_convolutions_read_sixteen_bits() -> None:
    """Only where tile registers compute the convolutions around them."""
    module = graph(depthwise(32, 3), "bfloat16", x=(1, 32, 9, 9))
    for name, dtype in (("sapphirerapids", "bfloat16"), ("x86-64-v2", "float32")):
        target = HOSTS[name]
        calls: list[Any] = [b.value for b in WidenProducts.for_target(target)(module).graph_funcs["main"].bindings()]
        (conv,) = [c for c in calls if operator_name(c) == "nn.conv2d"]
        assert [arg.sinfo.dtype for arg in conv.args] == [dtype, "float32"]


@pytest.mark.parametrize(
    ("channels", "size", "kernel", "attrs"),
    [(32, (9, 11), 3, {}), (19, (14, 7), 3, {"strides": 2}), (16, (5, 6), 5, {"dilation": 2}), (40, (1, 3), 1, {})],
)
def test_results_of_depthwise_convolutions(channels: int, size: Any, kernel: int, attrs: dict[str, Any]) -> None:
    module = graph(depthwise(channels, kernel, **attrs), "bfloat16", x=(2, channels, *size))
    x = normal(2, channels, *size, seed=1).astype(TYPES["bfloat16"])
    x[0, 0, 0, 1], x[1, 1, 0, 2] = np.nan, np.inf
    want = interpret(module, x)[0].astype(np.float64)
    step = 2.0**-8
    got = compiled(module, x)[0].astype(np.float64)
    np.testing.assert_allclose(got, want, rtol=2 * step, atol=step * np.abs(want[np.isfinite(want)]).max())


def attention(scale: float = 1.0) -> Any:
    """Rows of a query with caches of keys and values, which are parameters."""

    def body(o: Any, q: Any, k: Any, v: Any) -> Any:
        keys = o.transpose(k, axes=[0, 2, 1])
        if scale != 1.0:
            keys = o.multiply(keys, np.asarray(scale, np.float16))
        return o.matmul(o.nn_softmax(o.matmul(q, keys)), v)

    return body


def read_types(module: IRModule, target: Target) -> list[str]:
    """The types of the matrices that products read, and whether those are copied in another order before."""
    for item in (WidenProducts, ReadTransposed):
        module = item.for_target(target)(module)
    calls: list[Any] = [b.value for b in DeadCodeElimination()(module).graph_funcs["main"].bindings()]
    return [tensor_dtype(c.args[1]) if operator_name(c) == "matmul" else "copied" for c in calls
            if operator_name(c) in ("matmul", "transpose")]  # fmt: skip


@pytest.mark.parametrize("dtype", TYPES)
def test_a_query_reads_caches_of_sixteen_bits(dtype: str) -> None:
    """Caches are widened in the registers of the products, and not copied: they are larger than all else."""
    for length in (40, Var("n", "int64")):
        module = graph(attention(), dtype, q=(2, 1, 64), k=(2, length, 64), v=(2, length, 64))
        assert read_types(module, HOSTS["sapphirerapids"]) == [dtype, dtype]
    # without an instruction that widens float16 that is done once for all products
    assert (read_types(module, HOSTS["x86-64-v2"]) == [dtype, dtype]) == (dtype == "bfloat16")


def test_more_rows_of_a_query_read_wide_caches() -> None:
    module = graph(attention(), "float16", q=(2, 3, 64), k=(2, 40, 64), v=(2, 40, 64))
    assert read_types(module, HOSTS["sapphirerapids"])[-1] == "float32"


def test_scaled_keys_are_rounded() -> None:
    """A scale that rounds numbers of 16 bits is not applied to the query instead."""
    module = graph(attention(0.3), "float16", q=(2, 1, 64), k=(2, 40, 64), v=(2, 40, 64))
    assert read_types(module, HOSTS["sapphirerapids"])[-1] == "float16"


@pytest.mark.cover(1)
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("rows", [1, 2])
@pytest.mark.parametrize(("length", "scale"), [(40, 1.0), (37, 0.3)])
def test_results_of_a_query(dtype: str, rows: int, length: int, scale: float) -> None:
    module = graph(attention(scale if dtype == "float16" else 1.0), dtype,
                   q=(2, rows, 64), k=(2, length, 64), v=(2, length, 64))  # fmt: skip
    arrays = [normal(2, n, 64, seed=n).astype(TYPES[dtype]) for n in (rows, length, length)]
    step = 2.0**-11 if dtype == "float16" else 2.0**-8
    want = interpret(module, *arrays)[0].astype(np.float64)
    got = compiled(module, *arrays)[0]
    assert got.dtype == TYPES[dtype]
    # wide: the interpreter rounds products and probabilities to 16 bits, which the library keeps as float32
    np.testing.assert_allclose(got.astype(np.float64), want, rtol=4 * step, atol=8 * step * np.abs(want).max())
