"""Patterns over graph functions."""

from __future__ import annotations

import numpy as np

from mlcc import relax
from mlcc.relax.analysis import get_var2val
from mlcc.relax.dpl import (
    is_call_dps_packed,
    is_call_tir,
    is_const,
    is_gv,
    is_op,
    is_tuple,
    is_tuple_get_item,
    is_var,
    wildcard,
)
from mlcc.script import parse


def function() -> relax.Function:
    bb = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((2, 4), "float32"))
    weight = relax.const(np.ones((4, 4), "float32"))
    with bb.function("main", [x]):
        with bb.dataflow():
            product = bb.emit(relax.op.matmul(x, weight))
            total = bb.emit(relax.op.add(product, product))
            out = bb.emit_output(relax.op.nn.softmax(total, axis=-1))
        bb.emit_func_output(out)
    func = bb.get()["main"]
    assert isinstance(func, relax.Function)
    return func


FUNC = function()
VALUES = get_var2val(FUNC)
PRODUCT, TOTAL, OUT = (b.var for b in FUNC.bindings())


def test_calls_are_matched_through_variables() -> None:
    product = is_op("relax.matmul")(wildcard(), is_const())
    pattern = is_op("relax.nn.softmax")(is_op("relax.add")(product, wildcard()))
    found = pattern.extract_matched_expr(OUT, VALUES)
    assert found is not None
    assert found[product] is PRODUCT
    assert not pattern.match(TOTAL, VALUES)
    assert not pattern.match(OUT)  # without the table variables are opaque
    assert not is_op("relax.matmul")(wildcard()).match(PRODUCT, VALUES)
    assert is_op("relax.matmul")(wildcard(), varg_default_wildcard=True).match(PRODUCT, VALUES)


def test_one_pattern_at_two_positions_is_one_value() -> None:
    same = wildcard()
    assert is_op("add")(same, same).match(TOTAL, VALUES)
    assert not is_op("matmul")(same, same).match(PRODUCT, VALUES)


def test_alternatives_conditions_and_negation() -> None:
    product = is_op("matmul")(wildcard(), wildcard())
    assert (product | is_op("exp")(wildcard())).match(PRODUCT, VALUES)
    assert not (product & is_op("exp")(wildcard())).match(PRODUCT, VALUES)
    assert (~is_op("exp")(wildcard())).match(PRODUCT, VALUES)
    assert product.has_dtype("float32").has_shape((2, 4)).has_ndim(2).match(PRODUCT, VALUES)
    assert not product.has_shape((4, 2)).match(PRODUCT, VALUES)
    assert not product.has_dtype("int8").match(PRODUCT, VALUES)
    softmax = is_op("nn.softmax")(wildcard())
    assert softmax.has_attr({"axis": -1}).match(OUT, VALUES)
    assert not softmax.has_attr({"axis": 0}).match(OUT, VALUES)
    assert is_var("x").match(FUNC.params[0])
    assert not is_var("y").match(FUNC.params[0])
    assert product.optional(is_op("exp")).match(PRODUCT, VALUES)


def test_tuples_programs_and_library_functions() -> None:
    module = parse("""
@I.ir_module
class M:
    @T.prim_func(private=True)
    def copy(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("B"):
                vi = T.axis.spatial(4, i)
                B[vi] = A[vi]

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = M
        a = R.call_tir(cls.copy, (x,), out_sinfo=R.Tensor((4,), "float32"))
        b = R.call_dps_packed("env.f", (a,), out_sinfo=R.Tensor((4,), "float32"))
        t = (a, b)
        c = t[1]
        return c
""")
    func = module.graph_funcs["main"]
    values = get_var2val(func)
    a, b, t, c = (binding.var for binding in func.bindings())
    assert is_call_tir("copy", [is_var("x")]).match(a, values)
    assert not is_call_tir("other").match(a, values)
    assert is_call_dps_packed("env.f", [is_call_tir("copy")]).match(b, values)
    assert is_tuple([wildcard(), is_call_dps_packed("env.f")]).match(t, values)
    assert is_tuple_get_item(is_tuple(), 1).match(c, values)
    assert not is_tuple()[0].match(c, values)
    assert is_gv("copy").match(values[a].args[0])  # type: ignore[attr-defined]
