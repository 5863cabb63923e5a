"""Parameters become constants, by name."""

from __future__ import annotations

import numpy as np
import pytest

import mlcc
from mlcc import relax
from mlcc.diagnostics import MlccError
from mlcc.ir import as_int, structural_equal, verify
from mlcc.relax.transform import (
    BindParams,
    Normalize,
)
from mlcc.script import parse_module

from .graphs import assert_close, compiled, normal

LINEAR = """
@R.function
def main(x: R.Tensor((2, 3), "float32"), w: R.Tensor((3, 4), "float32"), b: R.Tensor((4,), "float32")):
    with R.dataflow():
        z = R.add(R.matmul(x, w), b)
        R.output(z)
    return z
"""


def test_bind_params() -> None:
    x, w, b = normal(2, 3), normal(3, 4), normal(4)
    module = BindParams("main", {"w": w, "b": b})(Normalize()(parse_module(LINEAR)))
    verify(module)
    assert [p.name for p in module.graph_funcs["main"].params] == ["x"]
    assert_close(compiled(module, x), [x @ w + b])


def test_bind_params_is_spelled_as_in_the_course() -> None:
    params = {"w": normal(3, 4), "b": normal(4)}
    module = relax.transform.BindParams("main", params)(parse_module(LINEAR))
    assert "constant" in module.script().lower() or "R.const" in module.script()


@pytest.mark.parametrize(
    ("code", "params"),
    [
        ("T120", {"v": normal(4)}),
        ("T121", {"b": normal(5)}),
        ("T121", {"b": np.zeros(4, "float64")}),
    ],
)
def test_bind_params_refuses(code: str, params: dict[str, object]) -> None:
    with pytest.raises(MlccError) as caught:
        BindParams("main", params)(parse_module(LINEAR))
    assert caught.value.code == code


def test_bind_params_of_no_graph_function() -> None:
    with pytest.raises(MlccError) as caught:
        BindParams("other", {})(parse_module(LINEAR))
    assert caught.value.code == "T122"


SYMBOLIC = """
@R.function
def main(x: R.Tensor(("n", "k"), "float32"), w: R.Tensor(("k", "m"), "float32"), b: R.Tensor(("m",), "float32")):
    with R.dataflow():
        z = R.add(R.matmul(x, w), b)
        R.output(z)
    return z
"""


def test_symbolic_sizes_are_those_of_the_constants() -> None:
    w, b = normal(3, 4), normal(4)
    module = BindParams("main", {"w": w, "b": b})(Normalize()(parse_module(SYMBOLIC)))
    verify(module)
    (x,) = module.graph_funcs["main"].params
    assert [as_int(d) for d in x.sinfo.shape] == [None, 3]
    for rows in (1, 5):
        assert_close(compiled(module, normal(rows, 3)), [normal(rows, 3) @ w + b])


def test_constants_that_disagree_about_a_size() -> None:
    with pytest.raises(MlccError) as caught:
        BindParams("main", {"w": normal(3, 4), "b": normal(5)})(Normalize()(parse_module(SYMBOLIC)))
    assert caught.value.code == "T121"


def test_another_rank() -> None:
    with pytest.raises(MlccError) as caught:
        BindParams("main", {"b": normal(4, 1)})(parse_module(SYMBOLIC))
    assert caught.value.code == "T121"


def test_tensors_of_the_runtime_and_nothing_at_all() -> None:
    w = normal(3, 4)
    module = Normalize()(parse_module(LINEAR))
    texts = [BindParams("main", {"w": value})(module).script() for value in (w, mlcc.nd.array(w))]
    assert texts[0] == texts[1]
    assert structural_equal(BindParams("main", {})(module), module)
