"""Products and convolutions by a library with CBLAS: equal to NumPy and to the build without it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import MlccError
from mlcc.ir import Var
from mlcc.relax.generators import parse_request
from mlcc.relax.transform import ExternalParts

from .compilers import requests_of, stand_in
from .graphs import graph, normal, operators

N, M = Var("n", "int64"), Var("m", "int64")

PRODUCTS: dict[str, tuple[tuple[Any, ...], tuple[Any, ...], dict[str, bool]]] = {
    "plain": ((7, 5), (5, 3), {}),
    "one": ((1, 1), (1, 1), {}),
    "rows of a batch": ((2, 7, 5), (5, 3), {}),
    "turned right": ((2, 7, 5), (3, 5), {"transpose_b": True}),
    "turned left": ((5, 7), (2, 5, 3), {"transpose_a": True}),
    "both turned": ((4, 5, 7), (4, 3, 5), {"transpose_a": True, "transpose_b": True}),
    "batches broadcast": ((2, 1, 7, 5), (4, 5, 3), {}),
    "symbolic rows": ((N, 5), (5, 3), {}),
    "symbolic all": ((2, N, M), (2, M, N), {}),
    "symbolic batch": ((N, 3, 5), (N, 5, 2), {}),
}


def sized(shape: tuple[Any, ...], sizes: dict[Var, int]) -> tuple[int, ...]:
    return tuple(sizes.get(d, d) if isinstance(d, Var) else d for d in shape)


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("what", "dtype"),
    [*((what, "float32") for what in PRODUCTS), ("both turned", "float64"), ("symbolic all", "float64")],
)
def test_products_are_those_of_numpy(what: str, dtype: str) -> None:
    left, right, attrs = PRODUCTS[what]
    module = graph(lambda o, a, b: o.matmul(a, b, **attrs), dtype, a=left, b=right)
    for request in requests_of("blas"):
        library = mlcc.build(module, extern=(request,))
        assert [list(item.functions) for item in library.spec.libraries] == [[f"cblas_{'sd'[dtype == 'float64']}gemm"]]
        for n, m in ((7, 6), (1, 1), (0, 3), (3, 0)) if {N, M} & {*left, *right} else ((0, 0),):
            a, b = (normal(*sized(shape, {N: n, M: m}), dtype=dtype) for shape in (left, right))
            want = np.matmul(np.swapaxes(a, -1, -2) if attrs.get("transpose_a") else a,
                             np.swapaxes(b, -1, -2) if attrs.get("transpose_b") else b)  # fmt: skip
            assert_close(library(a, b), want, f"{request} {n} {m}")


@pytest.mark.cover(1)
@pytest.mark.parametrize(("kernel", "stride", "pad"), [(1, 1, 0), (1, 2, 0), (1, 1, 1), (3, 1, 1), (3, 2, 0)])
def test_convolutions_with_bias_and_activation(kernel: int, stride: int, pad: int) -> None:
    def body(o: Any, x: Any, w: Any) -> Any:
        conv = o.nn_conv2d(x, w, strides=[stride] * 2, padding=[pad] * 4)
        return o.nn_relu(o.add(conv, normal(1, 5, 1, 1)))

    module = graph(body, x=(N, 3, 9, M), w=(5, 3, kernel, kernel))
    plain, (request, *_) = mlcc.build(module), requests_of("blas")
    library = mlcc.build(module, extern=(request,))
    assert library.spec.libraries
    for n, m in ((2, 11), (1, 5), (0, 5)):
        x, w = normal(n, 3, 9, m), normal(5, 3, kernel, kernel)
        assert_close(library(x, w), plain(x, w))


def test_what_blas_does_not_have_stays() -> None:
    def kept(body: Any, dtype: str = "float32", **shapes: Any) -> None:
        module = ExternalParts((parse_request("blas"),))(graph(body, dtype, **shapes))
        assert not module.prim_funcs

    kept(lambda o, a, b: o.matmul(a, b), "int32", a=(4, 5), b=(5, 3))
    kept(lambda o, a, b: o.matmul(a, b), a=(5,), b=(5, 3))  # vectors
    kept(lambda o, a, b: o.matmul(a, b), a=(N, 4, 5), b=(M, 5, 3))  # one of the two may be 1
    kept(lambda o, x, w: o.nn_conv2d(x, w, groups=4, padding=[1] * 4), x=(1, 4, 8, 8), w=(4, 1, 3, 3))


def test_equal_products_share_a_program() -> None:
    def body(o: Any, x: Any, a: Any, b: Any, c: Any) -> Any:
        return o.add(o.matmul(o.matmul(x, a), b), o.matmul(x, c))

    module = graph(body, x=(4, 6), a=(6, 6), b=(6, 6), c=(6, 6))
    parts = ExternalParts((parse_request("blas"),))(module)
    assert len(parts.prim_funcs) == 1
    assert operators(parts).count("call_tir") == 3


def test_more_than_32_bits() -> None:
    module = graph(lambda o, a, b: o.matmul(a, b), a=(2**31, 1), b=(1, 2))
    with pytest.raises(MlccError, match="T128.*2147483648"):
        ExternalParts((parse_request("blas"),))(module)


def test_a_library_that_is_missing() -> None:
    module = graph(lambda o, a, b: o.matmul(a, b), a=(4, 5), b=(5, 3))
    with pytest.raises(MlccError, match="R383.*libno_such_blas.so") as caught:
        mlcc.build(module, extern=("blas:library=libno_such_blas.so,package=Debian: libopenblas0",))
    assert "libopenblas0" in str(caught.value.diagnostics[0].help)
    with pytest.raises(MlccError, match="R383.*`cblas_sgemm`.*libm.so.6"):
        mlcc.build(module, extern=("blas:library=libm.so.6",))


def test_requests() -> None:
    assert parse_request(f"blas:library={stand_in()}").options["library"] == stand_in()
    with pytest.raises(MlccError, match="T128.*`bals`") as caught:
        parse_request("bals")
    assert "blas" in str(caught.value.diagnostics[0].help)
    for text in ("blas:libary=x", "blas:library", "c:library=x"):
        with pytest.raises(MlccError, match="T128.*is no option"):
            parse_request(text)
