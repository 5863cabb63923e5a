# %% a model of operators
import numpy as np

import mlcc as tvm
from mlcc import relax, topi


def make(batch):
    rng = np.random.default_rng(0)
    x = relax.Var("x", relax.TensorStructInfo((batch, 12), "float32"))
    bb = relax.BlockBuilder()
    with bb.function("main", [x]):
        with bb.dataflow():
            value = x
            for rows, columns in ((12, 9), (9, 5)):
                w = relax.const(rng.normal(size=(rows, columns)).astype("float32"), "float32")
                b = relax.const(rng.normal(size=(columns,)).astype("float32"), "float32")
                value = bb.emit(relax.op.add(relax.op.matmul(value, w), b))
                value = bb.emit(relax.op.nn.relu(value))
            out = bb.emit_output(value)
        bb.emit_func_output(out)
    return bb.get()


Model = make(3)
Model.show()


# %% multiply and add become one call, by a rewriting of expressions
@relax.expr_functor.mutator
class ToFma(relax.PyExprMutator):
    def visit_call_(self, call):
        call = self.visit_expr_post_order(call)
        if call.op != tvm.ir.Op.get("relax.add"):
            return call
        value = self.lookup_binding(call.args[0])
        if value is None or value.op != tvm.ir.Op.get("relax.matmul"):
            return call
        return relax.op.linear(value.args[0], relax.op.permute_dims(value.args[1]), call.args[1])


@tvm.ir.transform.module_pass(opt_level=2, name="Fma")
class Fma:
    def transform_module(self, mod, ctx):
        for name, func in mod.functions.items():
            if not isinstance(func, relax.Function):
                continue
            updated = relax.analysis.remove_all_unused(ToFma(mod).visit_expr(func))
            mod = tvm.IRModule({**mod.functions, name: updated})
        return mod


changed = Fma()(Model)
changed.show()


# %% product, sum and activation as a function of their own
@relax.expr_functor.mutator
class Fuser(relax.PyExprMutator):
    def __init__(self, mod):
        super().__init__(mod)
        self.mod_, self.counter = mod, 0
        self.add, self.matmul = tvm.ir.Op.get("relax.add"), tvm.ir.Op.get("relax.matmul")

    def transform(self):
        for name, func in self.mod_.functions.items():
            if not isinstance(func, relax.Function) or "Primitive" in func.attrs:
                continue
            self.builder_.update_func(name, relax.analysis.remove_all_unused(self.visit_expr(func)))
        return self.builder_.get()

    def visit_call_(self, call):
        call = self.visit_expr_post_order(call)
        if call.op != self.add:
            return call
        value = self.lookup_binding(call.args[0])
        if value is None or value.op != self.matmul:
            return call
        x, w, b = value.args[0], value.args[1], call.args[1]
        params = [relax.Var(n, v.struct_info) for n, v in (("x", x), ("w", w), ("b", b))]
        bb = relax.BlockBuilder()
        name = f"fused_matmul_add{self.counter}"
        self.counter += 1
        with bb.function(name, params):
            with bb.dataflow():
                out = bb.emit_output(bb.emit(relax.op.add(bb.emit(relax.op.matmul(*params[:2])), params[2])))
            bb.emit_func_output(out)
        group = bb.get()[name].with_attr("Primitive", 1)
        return relax.Call(self.builder_.add_func(group, name), [x, w, b])


@tvm.ir.transform.module_pass(opt_level=2, name="FuseMatmulAdd")
class FuseMatmulAdd:
    def transform_module(self, mod, ctx):
        return Fuser(mod).transform()


fused = FuseMatmulAdd()(Model)
fused.show()
assert [str(n) for n in fused.functions if "fused" in str(n)]


# %% operators become programs, by a table
def lower_matmul(bb, call):
    return bb.call_te(topi.matmul, *call.args)


def lower_add(bb, call):
    return bb.call_te(topi.add, *call.args)


def lower_relu(bb, call):
    return bb.call_te(topi.nn.relu, *call.args)


TABLE = {"relax.matmul": lower_matmul, "relax.add": lower_add, "relax.nn.relu": lower_relu}


@relax.expr_functor.mutator
class Lowering(relax.PyExprMutator):
    def __init__(self, mod, table):
        super().__init__(mod)
        self.mod_ = mod
        self.table = {tvm.ir.Op.get(k): v for k, v in table.items()}

    def visit_call_(self, call):
        call = self.visit_expr_post_order(call)
        return self.table[call.op](self.builder_, call) if call.op in self.table else call

    def transform(self):
        for name, func in self.mod_.functions.items():
            if isinstance(func, relax.Function):
                self.builder_.update_func(name, self.visit_expr(func))
        return self.builder_.get()


@tvm.ir.transform.module_pass(opt_level=0, name="LowerToTensorIR")
class LowerToTensorIR:
    def transform_module(self, mod, ctx):
        return Lowering(mod, TABLE).transform()


lowered = LowerToTensorIR()(fused)
lowered.show()
final = relax.transform.FuseTIR()(lowered)
final.show()

# %% all compute the same
x = np.random.default_rng(1).normal(size=(3, 12)).astype("float32")
results = [
    relax.VirtualMachine(relax.build(mod, "llvm"), tvm.cpu())["main"](tvm.nd.array(x)).numpy()
    for mod in (Model, changed, fused, final)
]
for other in results[1:]:
    np.testing.assert_allclose(other, results[0], rtol=1e-5, atol=1e-5)
