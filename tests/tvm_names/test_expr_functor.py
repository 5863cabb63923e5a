"""Graphs rewritten by visitors and mutators, as in the courses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc import ir, relax, topi
from mlcc.diagnostics import MlccError
from mlcc.ir import IRModule, verify


def two_layers() -> IRModule:
    """relu(x w0 + b0) w1 + b1, with constant weights."""
    rng = np.random.default_rng(0)
    bb = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((1, 6), "float32"))
    with bb.function("main", [x]):
        with bb.dataflow():
            value: Any = x
            for n, (rows, columns) in enumerate(((6, 5), (5, 3))):
                weight = relax.const(rng.standard_normal((rows, columns)).astype("float32"))
                value = bb.emit(relax.op.matmul(value, weight))
                value = bb.emit(relax.op.add(value, relax.const(np.full(columns, n + 1, "float32"))))
                if n == 0:
                    value = bb.emit(relax.op.nn.relu(value))
            out = bb.emit_output(value)
        bb.emit_func_output(out)
    return bb.get()


@relax.expr_functor.mutator
class ProductsWithBias(relax.PyExprMutator):
    """Outlines each product with the bias that is added to it into a function of its own."""

    def __init__(self, mod: IRModule) -> None:
        super().__init__()
        self.mod_ = mod
        self.counter = 0

    def transform(self) -> IRModule:
        for gv, func in self.mod_.functions.items():
            if isinstance(func, relax.Function) and not func.attrs.get("Primitive"):
                self.builder_.update_func(gv, relax.analysis.remove_all_unused(self.visit_expr(func)))
        return self.builder_.get()

    def visit_call_(self, call: relax.Call) -> relax.Expr:
        call = self.visit_expr_post_order(call)
        product = self.lookup_binding(call.args[0]) if call.op == ir.Op.get("relax.add") else None
        if not isinstance(product, relax.Call) or product.op != ir.Op.get("relax.matmul"):
            return call
        operands: list[Any] = [*product.args, call.args[1]]
        params = [
            relax.Var(name, relax.TensorStructInfo(arg.struct_info.shape, arg.struct_info.dtype))
            for name, arg in zip("xwb", operands, strict=True)
        ]
        bb = relax.BlockBuilder()
        name = f"product_bias{self.counter}"
        self.counter += 1
        with bb.function(name, params):
            with bb.dataflow():
                inner = bb.emit(relax.op.matmul(params[0], params[1]))
                out = bb.emit_output(relax.op.add(inner, params[2]))
            bb.emit_func_output(out)
        outlined: Any = bb.get()[name]
        callee = self.builder_.add_func(outlined.with_attr("Primitive", 1), name)
        return relax.Call(callee, operands, None, None)


@relax.expr_functor.mutator
class ToPrograms(relax.PyExprMutator):
    """Replaces operators by programs of topi."""

    def __init__(self, mod: IRModule, table: dict[str, Any]) -> None:
        super().__init__(mod)
        self.mod_ = mod
        self.table = {ir.Op.get(name): make for name, make in table.items()}

    def visit_call_(self, call: relax.Call) -> relax.Expr:
        call = self.visit_expr_post_order(call)
        make = self.table.get(call.op) if isinstance(call.op, ir.Op) else None
        return call if make is None else make(self.builder_, call)

    def transform(self) -> IRModule:
        for gv, func in self.mod_.graph_funcs.items():
            self.builder_.update_func(gv, self.visit_expr(func))
        return self.builder_.get()


TABLE = {
    "relax.matmul": lambda bb, call: bb.call_te(topi.matmul, *call.args),
    "relax.add": lambda bb, call: bb.call_te(topi.add, *call.args),
    "relax.nn.relu": lambda bb, call: bb.call_te(topi.nn.relu, *call.args),
}


@ir.transform.module_pass(opt_level=2, name="Outline")
class Outline:
    def transform_module(self, mod: IRModule, ctx: Any) -> IRModule:
        return ProductsWithBias(mod).transform()


def test_outlined_lowered_and_fused_it_computes_the_same() -> None:
    module = two_layers()
    x = np.random.default_rng(1).standard_normal((1, 6)).astype("float32")
    want = np.asarray(mlcc.build(module)(x))
    outline: Any = Outline
    outlined = outline()(module)
    verify(outlined)
    assert [n for n in outlined.functions if n != "main"] == ["product_bias0", "product_bias1"]
    assert "R.matmul" not in outlined["main"].script()
    np.testing.assert_allclose(mlcc.build(outlined)(x), want, rtol=1e-6)
    lowered = ToPrograms(outlined, TABLE).transform()
    verify(lowered)
    assert "R.matmul" not in lowered.script()
    final = relax.transform.FuseTIR()(lowered)
    verify(final)
    assert sorted(final.prim_funcs) == ["product_bias0", "product_bias1", "relu"]
    # wide: products of 6 and 5 elements, in another order
    np.testing.assert_allclose(mlcc.build(final)(x), want, rtol=1e-4, atol=1e-5)


def test_values_that_nest_calls_are_brought_into_normal_form() -> None:
    class Square(relax.PyExprMutator):
        def visit_call_(self, call: relax.Call) -> relax.Expr:
            call = self.visit_expr_post_order(call)
            if call.op != ir.Op.get("relax.nn.relu"):
                return call
            return relax.op.multiply(relax.op.exp(call.args[0]), relax.op.negative(call.args[0]))

    module = two_layers()
    func = Square().visit_expr(module["main"])
    changed = IRModule({"main": func})
    verify(changed)
    calls = [b.value for b in func.bindings() if isinstance(b.value, relax.Call)]
    assert [call.op.name for call in calls if isinstance(call.op, ir.Op)] == [
        "matmul", "add", "exp", "negative", "multiply", "matmul", "add",
    ]  # fmt: skip
    assert mlcc.build(changed)(np.ones((1, 6), np.float32)).shape == (1, 3)


def test_branches_are_entered_and_an_unchanged_function_stays() -> None:
    text = """
@I.ir_module
class M:
    @R.function
    def main(c: R.Tensor((), "bool"), x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        if c:
            r = R.exp(x)
        else:
            s = R.exp(x)
            r = R.add(s, s)
        return r
"""

    class Negate(relax.PyExprMutator):
        def visit_call_(self, call: relax.Call) -> relax.Expr:
            call = self.visit_expr_post_order(call)
            return relax.op.negative(call.args[0]) if call.op == ir.Op.get("exp") else call

    module = relax.transform.Normalize()(mlcc.parse(text))
    func = Negate().visit_expr(module["main"])
    lib = mlcc.build(IRModule({"main": func}))
    x = np.arange(4, dtype=np.float32)
    np.testing.assert_array_equal(lib(np.array(True), x), -x)
    np.testing.assert_array_equal(lib(np.array(False), x), -2 * x)
    same = relax.PyExprMutator().visit_expr(module["main"])
    assert ir.structural_equal(same, module["main"])


def test_a_visitor_sees_every_call_and_every_definition() -> None:
    @relax.expr_functor.visitor
    class Names(relax.PyExprVisitor):
        def __init__(self) -> None:
            self.calls: list[str] = []
            self.defined: list[str] = []

        def visit_call_(self, call: relax.Call) -> None:
            super().visit_call_(call)
            self.calls.append(call.op.name)  # type: ignore[attr-defined]

        def visit_var_def_(self, var: relax.Var) -> None:
            self.defined.append(var.name_hint)

    names = Names()
    names.visit_expr(two_layers()["main"])
    assert names.calls == ["matmul", "add", "nn.relu", "matmul", "add"]
    assert names.defined[0] == "x"
    assert len(names.defined) == 7


def test_misuse_is_refused() -> None:
    with pytest.raises(MlccError, match="T127"):
        relax.expr_functor.mutator(int)
    with pytest.raises(MlccError, match="T127"):
        relax.PyExprMutator().visit_expr(3)
    with pytest.raises(AttributeError):
        relax.PyExprVisitor().visit_nothing_


def test_questions_about_functions() -> None:
    func: Any = two_layers()["main"]
    seen: list[Any] = []
    relax.analysis.post_order_visit(func, seen.append)
    assert seen[-1] is func
    assert len(relax.analysis.get_var2val(func)) == 6
    assert relax.analysis.free_vars(func) == []
    assert relax.analysis.free_vars(func.body) == [func.params[0]]
    assert len(relax.analysis.bound_vars(func)) == 7
    assert relax.analysis.all_vars(func)[0] is func.params[0]
    users = relax.analysis.udchain(func.body.blocks[0])
    assert [len(v) for v in users.values()] == [1, 1, 1, 1, 1, 1, 0]
    assert relax.analysis.well_formed(two_layers())


def test_linear_and_nested_calls_are_emitted_in_normal_form() -> None:
    bb = relax.BlockBuilder()
    x, w, b = (
        relax.Var(n, relax.TensorStructInfo(s, "float32")) for n, s in (("x", (2, 3, 4)), ("w", (5, 4)), ("b", (5,)))
    )
    with bb.function("main", [x, w, b]):
        y = bb.emit(relax.op.linear(x, w, b))
        bb.emit_func_output(relax.op.exp(relax.op.negative(y)))
    module = bb.get()
    verify(module)
    calls = [b.value.op.name for b in module.graph_funcs["main"].bindings()]  # type: ignore[attr-defined]
    assert calls == ["transpose", "matmul", "add", "negative", "exp"]
    rng = np.random.default_rng(2)
    given = [rng.standard_normal(s).astype("float32") for s in ((2, 3, 4), (5, 4), (5,))]
    want = np.exp(-(given[0] @ given[1].T + given[2]))
    # wide: products of 4 elements under an exponential
    np.testing.assert_allclose(mlcc.build(module)(*given), want, rtol=1e-4)
