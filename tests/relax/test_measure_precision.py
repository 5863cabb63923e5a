"""The error of each layer by itself, against the same products in NumPy."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from tolerances import assert_close

from mlcc.relax.transform import MeasurePrecision
from mlcc.relax.transform.measure_precision import layers_of, work_of

from .graphs import compiled, graph, normal

W = [normal(5, 7), normal(7, 3, seed=1)]


def two(o: Any, x: Any) -> Any:
    return o.matmul(o.nn_relu(o.matmul(x, W[0])), W[1])


def relative(x: Any, w: Any) -> float:
    exact = x @ w
    rounded = [v.astype(ml_dtypes.bfloat16).astype("float32") for v in (x, w)]
    return float(np.linalg.norm(exact - rounded[0] @ rounded[1]) / np.linalg.norm(exact))


def test_every_layer_on_the_exact_values_of_the_others() -> None:
    module = graph(two, x=(4, 5))
    x = normal(4, 5, seed=3)
    errors = compiled(MeasurePrecision("bfloat16")(module), x)[0]
    want = [relative(x, W[0]), relative(np.maximum(x @ W[0], 0), W[1])]
    assert_close(errors, want)
    assert len(layers_of(module.graph_funcs["main"])) == 2


def test_a_result_of_zeros_has_no_error() -> None:
    errors = compiled(MeasurePrecision("float16")(graph(two, x=(4, 5))), np.zeros((4, 5), "float32"))[0]
    np.testing.assert_array_equal(errors, 0)


def test_a_model_without_products_stays() -> None:
    module = graph(lambda o, x: o.nn_relu(x), x=(4, 5))
    assert MeasurePrecision()(module) is module


@pytest.mark.parametrize(
    ("body", "shape", "work"),
    [
        (lambda o, x: o.matmul(x, W[0]), (4, 5), 4 * 5 * 7),
        (lambda o, x: o.nn_conv2d(x, normal(6, 2, 3, 3), groups=2), (1, 4, 5, 5), 6 * 3 * 3 * 2 * 3 * 3),
        (lambda o, x: o.nn_conv2d_transpose(x, normal(4, 6, 2, 2), strides=[2, 2]), (1, 4, 5, 5), 4 * 25 * 6 * 4),
    ],
)
def test_work_is_the_number_of_multiplications(body: Any, shape: tuple[int, ...], work: int) -> None:
    assert list(work_of(graph(body, x=shape).graph_funcs["main"]).values()) == [work]
