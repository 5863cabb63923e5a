"""Products in float16 by TVM's name."""

from __future__ import annotations

import numpy as np
import pytest

from mlcc.diagnostics import MlccError
from mlcc.ir import TensorStructInfo
from mlcc.relax.transform import ToMixedPrecision

from .graphs import assert_close, compiled, graph, normal, operators

MODULE = graph(lambda o, x, w, v: o.exp(o.matmul(o.nn_relu(o.matmul(x, w)), v)), x=(5, 8), w=(8, 6), v=(6, 4))
INPUTS = normal(5, 8) / 4, normal(8, 6, seed=1) / 4, normal(6, 4, seed=2) / 4


def check(module, *inputs) -> None:
    # wide: operands have 11 bits
    assert_close([r.astype("float32") for r in compiled(module, *inputs)], compiled(MODULE, *INPUTS), share=5e-3)


def test_operands_are_rounded_and_sums_are_not() -> None:
    mixed = ToMixedPrecision()(MODULE)
    text = mixed.script()
    assert text.count('out_dtype="float32"') == 2
    assert operators(mixed).count("cast") == 4  # x, w, v, and the values of relu
    check(mixed, *INPUTS)


def test_sums_are_rounded_on_demand() -> None:
    mixed = ToMixedPrecision(out_dtype="float16")(MODULE)
    assert mixed.script().count('out_dtype="float16"') == 2
    check(mixed, *INPUTS)


def test_parameters_become_narrow() -> None:
    mixed = ToMixedPrecision(fp16_input_names=["w", "v"])(MODULE)
    infos = [p.sinfo for p in mixed.graph_funcs["main"].params]
    assert [i.dtype for i in infos if isinstance(i, TensorStructInfo)] == ["float32", "float16", "float16"]
    assert operators(mixed).count("cast") == 2
    check(mixed, INPUTS[0], *(x.astype(np.float16) for x in INPUTS[1:]))


def test_wrong_options_are_refused() -> None:
    with pytest.raises(MlccError, match="T205"):
        ToMixedPrecision("int8")(MODULE)
    with pytest.raises(MlccError, match="T121"):
        ToMixedPrecision(fp16_input_names=["none"])(MODULE)
