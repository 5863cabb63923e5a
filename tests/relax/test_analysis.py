"""Questions about graph functions."""

from __future__ import annotations

from mlcc import relax, script
from mlcc.ir import ObjectStructInfo, TensorStructInfo, TupleStructInfo, Var
from mlcc.relax import analysis
from mlcc.relax.transform import Normalize

TEXT = """
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), "float32"), w: R.Tensor((3, 4), "float32")):
        R.func_attr({"num_input": 1})
        n = T.int64()
        m = T.int64()
        with R.dataflow():
            t = R.permute_dims(w)
            y = R.matmul(x, t)
            z = R.match_cast(y, R.Tensor((m, 3), "float32"))
            R.output(z)
        return z

    @R.function
    def even(x: R.Tensor((), "bool")) -> R.Tensor((), "bool"):
        cls = Module
        return cls.odd(x)

    @R.function
    def odd(x: R.Tensor((), "bool")) -> R.Tensor((), "bool"):
        cls = Module
        y = R.print(x, format="{}")
        return cls.even(x)
"""
MODULE = script.parse(TEXT)
MAIN = Normalize()(script.parse(TEXT.split("    @R.function\n    def even")[0])).graph_funcs["main"]


def test_variables() -> None:
    assert [v.name for v in analysis.used_vars(MAIN)][-1] in {"x", "w", "t", "y", "z"}
    assert set(analysis.name_to_binding(MAIN)) == {"t", "y", "z"}
    assert [v.name for v in analysis.computable_at_compile_time(MAIN)] == ["w", "t"]


def test_symbolic_sizes() -> None:
    assert [v.name for v in analysis.defined_symbolic_vars(MAIN)] == ["n", "m"]
    assert analysis.free_symbolic_vars(MAIN) == []
    n = Var("n", "int64")
    info = TupleStructInfo((TensorStructInfo((n + 1, 2), "float32"), TensorStructInfo((n,), "float32")))
    assert analysis.tir_vars_in_struct_info(info) == [n]
    assert analysis.definable_tir_vars_in_struct_info(info.fields[0]) == []
    assert analysis.definable_tir_vars_in_struct_info(info) == [n]


def test_effects_and_recursion() -> None:
    assert not analysis.contains_impure_call(MAIN)
    assert analysis.contains_impure_call(MODULE.graph_funcs["odd"])
    assert [[v.name for v in group] for group in analysis.detect_recursion(MODULE)] == [["even", "odd"]]


def test_what_two_types_share() -> None:
    a, b = TensorStructInfo((2, 3), "float32"), TensorStructInfo((2, 4), "float32")
    lca = analysis.struct_info_lca(a, b)
    assert isinstance(lca, TensorStructInfo)
    assert (lca.shape, lca.dtype, lca.ndim) == (None, "float32", 2)
    assert analysis.struct_info_lca(a, a) is a
    pair = analysis.struct_info_lca(TupleStructInfo((a, a)), TupleStructInfo((a, b)))
    assert isinstance(pair, TupleStructInfo)
    assert pair.fields[0] is a
    assert isinstance(analysis.struct_info_lca(a, pair), ObjectStructInfo)
    static = analysis.get_static_type(TupleStructInfo((a,)))
    assert isinstance(static, TupleStructInfo)
    assert static.fields[0].shape is None  # type: ignore[attr-defined]


def test_types_that_hold_others() -> None:
    n = Var("n", "int64")
    any_tensor, wide = TensorStructInfo(None, ""), TensorStructInfo((n, 4), "float32")
    static = TensorStructInfo((2, 4), "float32")
    results = analysis.BaseCheckResult
    for base, derived, want in (
        (relax.ObjectStructInfo(), static, results.PASS),
        (static, relax.ObjectStructInfo(), results.FAIL_L1),
        (any_tensor, wide, results.PASS),
        (wide, any_tensor, results.FAIL_L1),
        (static, TensorStructInfo(None, "float32", 2), results.FAIL_L2),
        (static, wide, results.FAIL_L2),
        (wide, wide, results.PASS),
        (static, TensorStructInfo((2, 5), "float32"), results.FAIL_L0),
        (static, TensorStructInfo((2, 4), "int8"), results.FAIL_L0),
        (relax.TupleStructInfo((any_tensor, static)), relax.TupleStructInfo((static, wide)), results.FAIL_L2),
        (relax.TupleStructInfo((static,)), static, results.FAIL_L0),
        (relax.ShapeStructInfo(None, 2), relax.ShapeStructInfo((n, 4)), results.PASS),
        (relax.PrimStructInfo("int64"), relax.PrimStructInfo("int32"), results.FAIL_L0),
    ):
        assert analysis.type_base_check(base, derived) == want, (base, derived)


def test_sizes_of_types() -> None:
    n, m = Var("n", "int64"), Var("m", "int64")
    info = relax.TupleStructInfo((TensorStructInfo((n, 4), "float32"), relax.ShapeStructInfo((m, n))))
    assert analysis.collect_non_negative_expressions(info) == [n, m]
    erased = analysis.erase_to_well_defined(info, {n: m})
    assert erased.script() == 'R.Tuple(R.Tensor((m, 4), dtype="float32"), R.Shape(ndim=2))'
    kind = relax.CallableStructInfo((TensorStructInfo((n, 4), "float32"),), TensorStructInfo((n,), "float32"))
    call = relax.Call(relax.Var("f", kind), (relax.Var("x", TensorStructInfo((3, 4), "float32")),))
    assert analysis.derive_call_ret_type(kind, call).script() == 'R.Tensor((3,), dtype="float32")'
