"""Convolutions by oneDNN's primitives: equal to mlcc's own, with constant and given weights, from several threads."""

from __future__ import annotations

import ctypes.util
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import relax

from .compilers import has_compiler
from .graphs import graph, normal

HEADERS = any(
    (Path(folder) / "oneapi/dnnl/dnnl.h").is_file() for folder in ("/usr/include", "/usr/local/include")
) and ctypes.util.find_library("dnnl") == "libdnnl.so.2"  # fmt: skip
pytestmark = pytest.mark.skipif(
    not (HEADERS and has_compiler()), reason="needs the headers of oneDNN 2 (libdnnl-dev) and a C compiler"
)

CASES: dict[str, tuple[tuple[int, ...], tuple[int, ...], dict[str, Any]]] = {
    "image": ((2, 6, 9, 11), (8, 6, 3, 3), {"padding": [1, 0, 1, 2], "strides": [2, 1]}),
    "groups": ((1, 32, 7, 7), (32, 1, 3, 3), {"padding": [1, 1], "groups": 32}),
    "dilated": ((1, 4, 12, 10), (6, 2, 3, 2), {"dilation": [2, 3], "groups": 2}),
    "row": ((2, 3, 17), (5, 3, 4), {"strides": [3], "padding": [2, 1]}),
    "volume": ((1, 2, 5, 6, 4), (3, 2, 2, 3, 1), {"padding": [1, 0, 0]}),
}


@pytest.mark.parametrize("what", CASES)
@pytest.mark.parametrize("is_fixed", [True, False], ids=["constant", "given"])
def test_convolutions_are_those_of_mlcc(what: str, is_fixed: bool, tmp_path: Path) -> None:
    data, weight, attrs = CASES[what]
    name = f"nn_conv{len(data) - 2}d"
    x, w, v = normal(*data), normal(*weight), normal(*weight)

    def body(o: Any, x: Any, *given: Any) -> Any:
        first, second = (relax.const(w), relax.const(v)) if is_fixed else given
        return o.nn_relu(o.add(getattr(o, name)(x, first, **attrs), getattr(o, name)(x, second, **attrs)))

    module = graph(body, x=data) if is_fixed else graph(body, x=data, w=weight, v=weight)
    inputs = (x,) if is_fixed else (x, w, v)
    library = mlcc.build(module, extern=("onednn_convolutions", "onednn"))
    library.export_library(tmp_path / "model.so")
    assert b"libdnnl.so.2" in (tmp_path / "model.so").read_bytes()
    want = mlcc.build(module)(*inputs)
    for _ in range(2):
        assert_close(library(*inputs), want, what)
    if not is_fixed:  # other weights at the same address
        w[...], v[...] = normal(*weight), normal(*weight)
        assert_close(library(*inputs), mlcc.build(module)(*inputs), what)
    with ThreadPoolExecutor(3) as pool:
        for result in pool.map(lambda _: library(*inputs), range(6)):
            assert_close(result, mlcc.build(module)(*inputs) if not is_fixed else want, what)


def test_what_is_left_goes_to_others() -> None:
    n = relax.Var("x", relax.TensorStructInfo((mlcc.tir.Var("n", "int64"), 3, 8, 8), "float32"))
    bb = relax.BlockBuilder()
    w = normal(4, 3, 3, 3)
    with bb.function("main", [n]):
        bb.emit_func_output(bb.emit(relax.op.nn.conv2d(n, relax.const(w))))
    library = mlcc.build(bb.get(), extern=("onednn_convolutions", "onednn"))
    x = normal(2, 3, 8, 8)
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), (2, 3))
    assert_close(library(x), np.einsum("nchwij,ocij->nohw", windows, w))
