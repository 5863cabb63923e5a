"""Administrative normal form and types."""

from __future__ import annotations

import pytest

from mlcc import relax
from mlcc.diagnostics import MlccError
from mlcc.ir import GraphCall, GraphTuple, Op, TensorStructInfo, TupleGetItem, VarBinding, structural_equal, verify
from mlcc.relax import operator_name
from mlcc.relax.transform import Normalize
from mlcc.script import parse_module

NESTED = """
@R.function
def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((2, 3), "float32")):
    with R.dataflow():
        z = R.nn.relu(R.add(R.multiply(x, y), y))
        R.output(z)
    return z
"""

BRANCHES = """
@R.function
def main(c: R.Tensor((), "bool"), x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
    if c:
        r = R.nn.relu(R.add(x, x))
    else:
        r = R.negative(x)
    return r
"""


def test_nested_calls_get_variables_with_types() -> None:
    module = Normalize()(parse_module(NESTED))
    verify(module)
    bindings = [b for b in module.graph_funcs["main"].bindings() if isinstance(b, VarBinding)]
    assert [operator_name(b.value) for b in bindings if isinstance(b.value, GraphCall)] == [
        "multiply",
        "add",
        "nn.relu",
    ]
    for binding in bindings:
        assert isinstance(binding.var.sinfo, TensorStructInfo)
        assert binding.var.sinfo.static_shape() == (2, 3)


def test_normal_form_stays() -> None:
    module = Normalize()(parse_module(NESTED))
    assert structural_equal(Normalize()(module), module)


def test_branches_are_normalised_in_their_scope() -> None:
    module = Normalize()(parse_module(BRANCHES))
    verify(module)
    (binding,) = module.graph_funcs["main"].bindings()
    branch = binding.value.true_branch
    names = [b.value.op.name for block in branch.blocks for b in block.bindings]
    assert names == ["add", "nn.relu"]


def test_symbolic_shapes_are_inferred() -> None:
    text = NESTED.replace("(2, 3)", '("n", 3)')
    module = Normalize()(parse_module(text))
    last = module.graph_funcs["main"].bindings()[-1].var.sinfo
    assert isinstance(last, TensorStructInfo)
    first = module.graph_funcs["main"].params[0].sinfo
    assert isinstance(first, TensorStructInfo)
    assert last.shape is not None
    assert first.shape is not None
    assert last.shape[0] is first.shape[0]


def test_types_of_tuples_and_their_fields() -> None:
    x = relax.Var("x", TensorStructInfo((2, 3), "float32"))
    pair = GraphTuple((x, x))
    info = relax.infer(pair)
    assert [f.static_shape() for f in relax.output_infos(info)] == [(2, 3), (2, 3)]
    item = TupleGetItem(relax.Var("p", info), 1)
    assert relax.infer(item) is relax.output_infos(info)[1]


def test_a_field_out_of_range() -> None:
    pair = relax.Var("p", relax.TupleStructInfo((TensorStructInfo((2,)),)))
    with pytest.raises(MlccError) as caught:
        relax.infer(TupleGetItem(pair, 3))
    assert caught.value.code == "T208"


@pytest.mark.parametrize(
    ("code", "call"),
    [
        ("T207", GraphCall(Op("nn.relu"), (relax.Var("x", TensorStructInfo(None, "float32", 2)),))),
        ("T201", GraphCall(Op("nn.rleu"), (relax.Var("x", TensorStructInfo((2,), "float32")),))),
    ],
)
def test_wrong_uses_have_codes(code: str, call: GraphCall) -> None:
    with pytest.raises(MlccError) as caught:
        relax.infer(call)
    assert caught.value.code == code
