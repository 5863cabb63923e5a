"""Tiles of sequences in recurrences: each sequence is in one, for batches of a number that calls choose."""

from __future__ import annotations

import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

import mlcc
from mlcc.analysis import simplify
from mlcc.ir import Expr, Var, as_int, const, substitute
from mlcc.topi.native.recurrent import row_tiles


@pytest.mark.parametrize("batch", range(20))
def test_each_row_is_in_one_tile(batch: int) -> None:
    size = Var("batch", "int64")

    def number(part: Expr | int) -> int:
        known = as_int(simplify(substitute(part, {size: const(batch, "int64")}))) if isinstance(part, Expr) else part
        assert known is not None
        return known

    for tiles in (row_tiles(size), row_tiles(const(batch, "int64"))):
        rows = [number(first) + n for first, count, high in tiles for n in range(number(count) * high)]
        assert rows == list(range(batch))


@pytest.mark.parametrize(("kind", "gates"), [("LSTM", 4), ("GRU", 3), ("RNN", 1)])
def test_batches_of_any_size(kind: str, gates: int) -> None:
    width, hidden = 5, 20
    rng = np.random.default_rng(gates)
    weights = {
        "W": rng.standard_normal((1, gates * hidden, width)),
        "R": rng.standard_normal((1, gates * hidden, hidden)) / 4,
        "B": rng.standard_normal((1, 2 * gates * hidden)),
    }
    graph = helper.make_graph(
        [helper.make_node(kind, ["x", *weights], ["y"], hidden_size=hidden)],
        "recurrence",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["steps", "batch", width])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(value.astype(np.float32), name) for name, value in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    library, session = mlcc.build(model), onnxruntime.InferenceSession(model.SerializeToString())
    for batch in (1, 2, 3, 4, 5, 6, 7, 11, 14):
        x = rng.standard_normal((3, batch, width)).astype(np.float32)
        (want,) = session.run(None, {"x": x})
        np.testing.assert_allclose(np.asarray(library.main(x)), want, rtol=1e-5, atol=1e-5)
