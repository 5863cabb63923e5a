"""Elementwise calls and products as C text: equal to the build without it, at symbolic sizes too."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc.ir import EXTERNAL, Var
from mlcc.relax.generators import parse_request
from mlcc.relax.transform import ExternalParts

from .compilers import needs_compiler
from .graphs import graph, normal

pytestmark = needs_compiler
N = Var("n", "int64")


def texts(module: Any) -> list[str]:
    parts = ExternalParts((parse_request("c"),))(module)
    return [str(func.attrs[EXTERNAL]["c"]) for func in parts.prim_funcs.values()]


def test_a_layer_is_one_function() -> None:
    def body(o: Any, x: Any, w: Any) -> Any:
        return o.nn_relu(o.add(o.matmul(o.tanh(x), w), normal(3)))

    module = graph(body, x=(N, 5), w=(5, 3))
    (text,) = texts(module)
    assert text.count("for (int64_t k ") == 1
    assert text.count("malloc(") == 1
    assert "tanhf(x[i0 * 5 + i1])" in text
    assert "int64_t n" in text
    plain, library = mlcc.build(module), mlcc.build(module, extern=("c",))
    for n in (1, 7, 0):
        x, w = normal(n, 5), normal(5, 3)
        assert_close(library(x, w), plain(x, w))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_every_formula(dtype: str) -> None:
    def body(o: Any, x: Any, y: Any) -> Any:
        total = o.add(o.exp(o.minimum(x, y)), o.log(o.add(o.abs(o.maximum(x, y)), np.asarray(1, dtype))))
        total = o.subtract(total, o.divide(o.sqrt(o.abs(x)), o.sigmoid(o.negative(y))))
        return o.multiply(o.nn_relu(total), o.erf(o.tanh(x)))

    module = graph(body, dtype, x=(2, N, 3), y=(N, 1))
    (text,) = texts(module)
    assert text.count("malloc(") == 1  # of what is read at other indices than its own, the part of y
    plain, library = mlcc.build(module), mlcc.build(module, extern=("c",))
    for n in (5, 1):
        x, y = normal(2, n, 3, dtype=dtype), normal(n, 1, dtype=dtype)
        assert_close(library(x, y), plain(x, y))


def test_products_turned_and_in_batches_with_values_that_several_nests_read() -> None:
    def body(o: Any, x: Any, w: Any) -> Any:
        both = o.exp(x)
        return o.matmul(both, o.multiply(w, np.float32(-0.5)), transpose_b=True)

    module = graph(body, x=(2, 1, 4, 5), w=(3, N, 5))
    assert len(texts(module)) == 1
    x, w = normal(2, 1, 4, 5), normal(3, 6, 5)
    assert_close(mlcc.build(module, extern=("c",))(x, w), np.matmul(np.exp(x), np.swapaxes(-0.5 * w, -1, -2)))


def test_not_a_number_and_infinity() -> None:
    def body(o: Any, x: Any) -> Any:
        return o.maximum(o.nn_relu(x), o.minimum(x, np.float32(np.inf)))

    x = np.array([np.nan, np.inf, -np.inf, -0.5, 0.5], np.float32)
    module = graph(body, x=(5,))
    assert_close(mlcc.build(module, extern=("c",))(x), mlcc.build(module)(x))


def test_names_that_c_has_itself() -> None:
    module = graph(lambda o, x, y: o.add(x, y), double=(N, 3), malloc=(N, 3))
    assert_close(mlcc.build(module, extern=("c",))(normal(4, 3), normal(4, 3)), 2 * normal(4, 3))
