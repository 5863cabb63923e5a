"""Symbolic sizes that become numbers, and parameters of other types."""

from __future__ import annotations

import numpy as np
import pytest

from mlcc import MlccError, script
from mlcc.ir import TensorStructInfo, problems
from mlcc.relax.analysis import defined_symbolic_vars
from mlcc.relax.transform import BindSymbolicVars, UpdateParamType

from .graphs import interpret, normal

TEXT = """
@R.function
def main(x: R.Tensor(("n", "m"), "float32"), y: R.Tensor(("m",), "float32")):
    n = T.int64()
    m = T.int64()
    with R.dataflow():
        a = R.add(x, y)
        b = R.reshape(a, R.shape([n * m]))
        R.output(b)
    return b
"""


def test_by_name_and_by_variable() -> None:
    module = script.parse(TEXT)
    n, m = defined_symbolic_vars(module.graph_funcs["main"])
    made = BindSymbolicVars({"n": 2, m: 3}, "main")(module)
    assert not problems(made)
    main = made.graph_funcs["main"]
    assert [p.sinfo.static_shape() for p in main.params] == [(2, 3), (3,)]
    assert main.body.body.sinfo.static_shape() == (6,)
    np.testing.assert_array_equal(interpret(made, normal(2, 3), normal(3))[0], (normal(2, 3) + normal(3)).reshape(-1))


def test_what_is_not_there() -> None:
    for wrong, code in ((BindSymbolicVars({"k": 2}), "T120"), (BindSymbolicVars({"n": 2}, "f"), "T122")):
        with pytest.raises(MlccError, match=code):
            wrong(script.parse(TEXT))


def test_parameters_of_other_types() -> None:
    made = UpdateParamType(lambda p: TensorStructInfo((2, 3), "float64") if p.name == "x" else None)(
        script.parse(TEXT.replace('("m",), "float32"', '(3,), "float64"').replace("R.shape([n * m])", "R.shape([6])"))
    )
    assert not problems(made)
    result = made.graph_funcs["main"].body.body.sinfo
    assert isinstance(result, TensorStructInfo)
    assert (result.static_shape(), result.dtype) == ((6,), "float64")
