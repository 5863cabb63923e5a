# %% a model of two programs
import tempfile

import numpy as np

import mlcc as tvm
from mlcc import meta_schedule as ms
from mlcc import relax
from mlcc.script import ir as I
from mlcc.script import relax as R
from mlcc.script import tir as T


@I.ir_module
class Model:
    @T.prim_func
    def linear(x: T.handle, w: T.handle, b: T.handle, z: T.handle):
        X = T.match_buffer(x, (1, 24), "float32")
        W = T.match_buffer(w, (16, 24), "float32")
        B = T.match_buffer(b, (16,), "float32")
        Z = T.match_buffer(z, (1, 16), "float32")
        Y = T.alloc_buffer((1, 16), "float32")
        for i, j, k in T.grid(1, 16, 24):
            with T.block("Y"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    Y[vi, vj] = T.float32(0)
                Y[vi, vj] = Y[vi, vj] + X[vi, vk] * W[vj, vk]
        for i, j in T.grid(1, 16):
            with T.block("Z"):
                vi, vj = T.axis.remap("SS", [i, j])
                Z[vi, vj] = Y[vi, vj] + B[vj]

    @R.function
    def main(x: R.Tensor((1, 24), "float32"), w: R.Tensor((16, 24), "float32"), b: R.Tensor((16,), "float32")):
        cls = Model
        with R.dataflow():
            out = R.call_tir(cls.linear, (x, w, b), out_sinfo=R.Tensor((1, 16), dtype="float32"))
            R.output(out)
        return out


# %% a schedule with a choice in it
def random_schedule(sch: tvm.tir.Schedule):
    block = sch.get_block("Y", func_name="main")
    i, j, k = sch.get_loops(block=block)
    j0, j1 = sch.split(loop=j, factors=sch.sample_perfect_tile(loop=j, n=2))
    sch.reorder(i, j0, k, j1)
    sch.decompose_reduction(block, k)
    return sch


program = tvm.IRModule.from_expr(Model["linear"].with_attr("global_symbol", "main"))
one = random_schedule(tvm.tir.Schedule(program))
print(one.trace)
one.mod.show()

# %% searched, and put back into the model
folder = tempfile.mkdtemp()
database = ms.tune_tir(
    mod=program,
    target="llvm --num-cores=1",
    max_trials_global=4,
    num_trials_per_iter=4,
    space=ms.space_generator.ScheduleFn(random_schedule),
    work_dir=folder,
)
best = ms.tir_integration.compile_tir(database, program, "llvm --num-cores=1")
best.trace.show()
rng = np.random.default_rng(0)
w, b, x = (rng.normal(size=s).astype("float32") for s in ((16, 24), (16,), (1, 24)))
bound = relax.transform.BindParams("main", {"w": tvm.nd.array(w), "b": tvm.nd.array(b)})(Model)
name = bound.get_global_var("linear")
bound.update_func(name, best.mod["main"].with_attr("global_symbol", "linear"))
vm = relax.VirtualMachine(relax.build(bound, target="llvm"), tvm.cpu())
np.testing.assert_allclose(vm["main"](tvm.nd.array(x)).numpy(), x @ w.T + b, rtol=1e-5, atol=1e-5)
