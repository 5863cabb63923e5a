"""Products and convolutions by oneDNN: equal to NumPy and to the build without it, alone and with other generators."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import MlccError

from .compilers import needs_compiler, requests_of
from .graphs import graph, normal
from .test_extern_blas import PRODUCTS, M, N, sized


@pytest.mark.every(2)
@pytest.mark.parametrize("what", PRODUCTS)
def test_products_are_those_of_numpy(what: str) -> None:
    left, right, attrs = PRODUCTS[what]
    module = graph(lambda o, a, b: o.matmul(a, b, **attrs), a=left, b=right)
    for request in requests_of("onednn"):
        library = mlcc.build(module, extern=(request,))
        assert [list(item.functions) for item in library.spec.libraries] == [["dnnl_sgemm"]]
        for n, m in ((7, 6), (1, 1), (0, 3)) if {N, M} & {*left, *right} else ((0, 0),):
            a, b = (normal(*sized(shape, {N: n, M: m})) for shape in (left, right))
            want = np.matmul(np.swapaxes(a, -1, -2) if attrs.get("transpose_a") else a,
                             np.swapaxes(b, -1, -2) if attrs.get("transpose_b") else b)  # fmt: skip
            assert_close(library(a, b), want, f"{request} {n} {m}")


@needs_compiler
def test_a_module_of_own_kernels_library_calls_and_c(tmp_path: Path) -> None:
    def body(o: Any, x: Any, w: Any, v: Any) -> Any:
        conv = o.nn_relu(o.nn_conv2d(x, w, strides=[2, 2], padding=[1] * 4))
        return o.nn_softmax(o.matmul(o.tanh(o.mean(conv, axis=[2, 3])), v))

    module = graph(body, x=(N, 3, 9, M), w=(5, 3, 3, 3), v=(5, 4))
    plain = mlcc.build(module)
    for request in requests_of("onednn"):
        library = mlcc.build(module, extern=(request, "c"))
        library.export_library(tmp_path / "mixed.so")
        for loaded in (library, mlcc.load(tmp_path / "mixed.so")):
            x, w, v = normal(2, 3, 9, 11), normal(5, 3, 3, 3), normal(5, 4)
            assert_close(loaded(x, w, v), plain(x, w, v))


def test_a_status_and_a_missing_library_are_errors() -> None:
    module = graph(lambda o, a, b: o.matmul(a, b), a=(N, 5), b=(5, 3))
    library = mlcc.build(module, extern=(requests_of("onednn")[0],))
    with pytest.raises(MlccError, match="`dnnl_sgemm` of .* failed"):
        library(normal(77, 5), normal(5, 3))
    assert_close(library(a := normal(78, 5), b := normal(5, 3)), a @ b)
    with pytest.raises(MlccError, match="R383.*libno_such_dnnl.so"):
        mlcc.build(module, extern=("onednn:library=libno_such_dnnl.so",))
