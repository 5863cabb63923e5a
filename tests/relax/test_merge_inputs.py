"""The recurrence of an LSTM multiplies its inputs itself where their gates would not stay in L2."""

from __future__ import annotations

import numpy as np
import pytest

from mlcc import relax
from mlcc.ir import Constant, GraphCall, Op, TensorStructInfo
from mlcc.ir.dtype import numpy_dtype
from mlcc.relax.operators import operator_name
from mlcc.relax.transform import DeadCodeElimination, MergeInputs, Normalize, SplitRecurrent
from mlcc.target import costs_of

#: Facts of a target with tile registers and a small L2.
FACTS = (("near_matrix", 10), ("cached_matrix", 8000), ("tile_rows_bf16", 5))


def operators(facts: tuple, steps: int, batch: int, dtype: str = "bfloat16", biased: bool = True) -> list[str | None]:
    """The operators of an LSTM of 40 units and 3 inputs."""
    shapes = [(1, 160, 3), (1, 160, 40), (1, 320)][: 3 if biased else 2]
    weights = [Constant(np.ones(shape, numpy_dtype(dtype))) for shape in shapes]
    x = relax.Var("x", TensorStructInfo((steps, batch, 3), dtype))
    bb = relax.BlockBuilder()
    with bb.function("main", [x]):
        with bb.dataflow():
            y = bb.emit_output(bb.emit(GraphCall(Op("nn.lstm"), (x, *weights), {})))
        bb.emit_func_output(y)
    merged = DeadCodeElimination()(MergeInputs(costs_of(facts=facts))(SplitRecurrent()(Normalize()(bb.get()))))
    return [operator_name(b.value) for b in merged.graph_funcs["main"].bindings()]


@pytest.mark.parametrize("biased", [True, False])
def test_the_product_with_the_inputs_is_gone(biased: bool) -> None:
    assert "matmul" not in operators(FACTS, 3, 17, biased=biased)


@pytest.mark.parametrize(
    ("facts", "steps", "batch", "dtype"),
    [
        (FACTS, 3, 17, "float32"),  # no tile registers
        (FACTS[:2], 3, 17, "bfloat16"),
        (FACTS, 2, 17, "bfloat16"),  # the gates stay in L2
        (FACTS, 100, 8, "bfloat16"),  # one block of sequences
        ((FACTS[0], ("cached_matrix", 5000), FACTS[2]), 3, 17, "bfloat16"),  # the weights do not
    ],
)
def test_it_stays(facts: tuple, steps: int, batch: int, dtype: str) -> None:
    assert "matmul" in operators(facts, steps, batch, dtype)
