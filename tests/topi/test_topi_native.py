"""Operators with bodies of their own, compiled: the machine code gives what the reference interpreter gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from evaluation import evaluate, normal
from tolerances import assert_close

import mlcc
from mlcc import te, topi
from mlcc.ir import IRModule, Var
from mlcc.reference import run

KEYS = np.random.default_rng(0).integers(0, 9, (3, 17)).astype("float32")
PLACES = np.random.default_rng(1).integers(-3, 3, (2, 17))
CASES: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "nn.lstm": ([normal(3, 2, 4), normal(1, 20, 4), normal(1, 20, 5), normal(1, 40)], {}),
    "nn.gru": ([normal(3, 2, 4), normal(2, 15, 4), normal(2, 15, 5)], {"direction": "bidirectional"}),
    "nn.rnn": ([normal(3, 2, 4), normal(1, 5, 4), normal(1, 5, 5)], {"direction": "reverse"}),
    "argsort": ([KEYS], {"descending": True}),
    "topk": ([KEYS], {"k": 4}),
    "cumsum": ([KEYS], {"axis": 1, "reverse": True}),
    "scatter_elements": ([KEYS, PLACES, normal(2, 17)], {"reduction": "add"}),
    "det": ([normal(2, 4, 4)], {}),
    "linalg.qr": ([normal(2, 4, 3)], {}),
    "linalg.lu_factor": ([normal(2, 4, 4)], {}),
    "special.erfinv": ([np.linspace(-1, 1, 17).astype("float32")], {}),
    "special.digamma": ([np.linspace(-4, 20, 33).astype("float32")], {}),
    "concatenate": ([[KEYS, KEYS[:, :3]]], {"axis": 1}),
    "argmax": ([KEYS], {"axis": 1, "select_last_index": True}),
    "matmul": ([normal(3, 7).astype("float16"), normal(7, 5).astype("float16")], {}),
    "nn.relu": ([np.array([np.nan, -1, np.inf, -np.inf, 2], "float32")], {}),
    "clip": ([np.array([np.nan, -1, np.inf, -np.inf, 2], "float32")], {"min": -0.5, "max": 1.0}),
}


def _tensors(value: Any, tensors: list[te.Tensor]) -> Any:
    if isinstance(value, list):
        return [_tensors(v, tensors) for v in value]
    tensors.append(te.placeholder(value.shape, str(value.dtype), "p"))
    return tensors[-1]


def _flat(values: list[Any]) -> list[np.ndarray]:
    return [x for v in values for x in (_flat(v) if isinstance(v, list) else [v])]


@pytest.mark.every(2)
@pytest.mark.parametrize("name", CASES)
def test_compiled(name: str) -> None:
    inputs, attrs = CASES[name]
    tensors: list[te.Tensor] = []
    result = topi.call_operator(name, [_tensors(i, tensors) for i in inputs], attrs)
    outputs = list(result) if isinstance(result, tuple) else [result]
    func = te.create_prim_func([*tensors, *outputs]).with_attr("global_symbol", "main")
    arrays = [np.ascontiguousarray(a) for a in _flat(inputs)]
    want = run(func, arrays)
    library = mlcc.build(IRModule({"main": func}))
    got = [np.empty(w.shape, w.dtype) for w in want]
    library["main"](*arrays, *got)
    for a, b in zip(got, want, strict=True):
        assert_close(a, b)


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("largest", [False, True])
def test_running_extremes(axis: int, largest: bool) -> None:
    data = np.random.default_rng(2).integers(0, 5, (7, 9)).astype("float32")
    data[3, 4] = np.nan
    accumulate = (np.maximum if largest else np.minimum).accumulate
    values, places = evaluate("running_extreme", data, axis=axis, largest=largest)
    np.testing.assert_array_equal(values, accumulate(data, axis))
    np.testing.assert_array_equal(np.take_along_axis(data, places, axis), values)


def test_running_log_sums() -> None:
    data = np.array([[-np.inf, 1.0, 800.0, -800.0, 801.0], [np.inf, 1.0, 2.0, 3.0, 4.0]])
    wanted = np.logaddexp.accumulate(data, 1)
    assert_close(evaluate("cumulative_log_sum_exp", data, axis=1), wanted)


@pytest.mark.parametrize("dtype", ["bool", "float32", "int64"])
@pytest.mark.parametrize("dense", [0.0, 0.02, 0.5, 1.0])
def test_places_that_are_not_zero(dtype: str, dense: float) -> None:
    """Rows around the length that is passed over at once where all of it is 0, and none at all."""
    data = te.placeholder((Var("n", "int64"), Var("m", "int64")), dtype, "data")
    rows, places = (topi.call_operator(name, [data], {}) for name in ("nonzero_rows", "nonzero_places"))
    func = te.create_prim_func([data, *rows, *places]).with_attr("global_symbol", "main")
    library, rng = mlcc.build(func)["main"], np.random.default_rng(5)
    for shape in ((1, 1), (3, 31), (2, 32), (5, 33), (4, 70), (0, 9), (9, 0), (40, 97)):
        x = np.where(rng.random(shape) < dense, rng.integers(1, 9, shape), 0).astype(dtype)
        got_rows, count, got_places, same_count = (np.asarray(v) for v in library(x))
        want = np.argwhere(x)
        assert count[0] == same_count[0] == len(want)
        np.testing.assert_array_equal(got_rows[: len(want)], want)
        np.testing.assert_array_equal(got_places[: len(want)], np.flatnonzero(x))
        coordinates = evaluate("unravel_index", got_places[: len(want)], shape=shape)
        np.testing.assert_array_equal(coordinates, want.T)
