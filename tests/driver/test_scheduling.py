"""Which programs the library's schedules are for."""

from __future__ import annotations

import numpy as np

import mlcc
from mlcc.ir import TensorStructInfo
from mlcc.relax import BlockBuilder, Var, const, op


def test_programs_without_elements_keep_their_loops() -> None:
    """Schedules divide by numbers of rows, which are 0 here."""
    x = Var("x", TensorStructInfo((0, 8, 8), "float32"))
    builder = BlockBuilder()
    with builder.function("main", [x]):
        with builder.dataflow():
            y = builder.emit_output(op.matmul(x, const(np.ones((8, 16), "float32"))))
        builder.emit_func_output(y)
    assert mlcc.build(builder.get())(np.zeros((0, 8, 8), "float32")).shape == (0, 8, 16)
