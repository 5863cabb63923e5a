"""Private graph functions: inlined, and with the parameters and results that are used."""

from __future__ import annotations

import numpy as np

from mlcc import script
from mlcc.ir import IRModule, problems
from mlcc.relax.transform import (
    ExpandTupleArguments,
    InlinePrivateFunctions,
    Normalize,
    RemoveUnusedOutputs,
    RemoveUnusedParameters,
)

from .graphs import CALLS, interpret, normal

TEXT = """
@I.ir_module
class Module:
    @R.function(private=True)
    def part(pair: R.Tuple(R.Tensor((2,), "float32"), R.Tensor(("n",), "float32")), unused: R.Tensor((3,), "float32")):
        n = T.int64()
        with R.dataflow():
            a = pair[0]
            b = pair[1]
            u = R.exp(a)
            v = R.sin(b)
            w = R.add(a, a)
            R.output(u, v, w)
        return (u, v, w)

    @R.function
    def main(x: R.Tensor((2,), "float32"), y: R.Tensor((4,), "float32"), z: R.Tensor((3,), "float32")):
        cls = Module
        r = cls.part((x, y), z)
        s = r[2]
        t = r[1]
        return (s, t)
"""
INPUTS = [normal(2), normal(4), normal(3)]
WANT = [2 * INPUTS[0], np.sin(INPUTS[1])]


def check(module: IRModule) -> None:
    assert not problems(module)
    for got, want in zip(interpret(module, *INPUTS), WANT, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-6)


def test_inlining_removes_what_is_private() -> None:
    made = InlinePrivateFunctions()(Normalize()(script.parse(TEXT)))
    assert list(made) == ["main"]
    check(made)
    made = InlinePrivateFunctions()(Normalize()(script.parse(CALLS)))
    assert list(made.graph_funcs) == ["main"]


def test_public_functions_stay() -> None:
    text = TEXT.replace("@R.function(private=True)", "@R.function")
    module = Normalize()(script.parse(text))
    for made in (InlinePrivateFunctions()(module), RemoveUnusedParameters()(module), RemoveUnusedOutputs()(module)):
        assert len(made.graph_funcs["part"].params) == 2
        check(made)


def test_tuples_are_passed_as_their_fields() -> None:
    made = ExpandTupleArguments()(Normalize()(script.parse(TEXT)))
    assert [p.name for p in made.graph_funcs["part"].params] == ["pair_0", "pair_1", "unused"]
    check(made)


def test_parameters_and_results_that_nobody_uses_are_gone() -> None:
    module = Normalize()(script.parse(TEXT))
    made = RemoveUnusedOutputs()(RemoveUnusedParameters()(module))
    func = made.graph_funcs["part"]
    assert [p.name for p in func.params] == ["pair"]
    assert len(func.body.body.fields) == 2
    check(made)
    one = script.parse(TEXT.replace("s = r[2]", "s = r[1]").replace("WANT", ""))
    made = RemoveUnusedOutputs()(Normalize()(one))
    assert not problems(made)
    np.testing.assert_allclose(interpret(made, *INPUTS)[0], WANT[1], rtol=1e-6)


def test_a_parameter_that_says_a_size_stays() -> None:
    text = TEXT.replace("unused: R.Tensor((3,)", 'unused: R.Tensor(("k",)')
    text = text.replace("n = T.int64()", "n = T.int64()\n        k = T.int64()")
    made = RemoveUnusedParameters()(Normalize()(script.parse(text)))
    assert len(made.graph_funcs["part"].params) == 2
