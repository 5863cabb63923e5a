# %% a model as modules
import numpy as np

import mlcc as tvm
from mlcc import dlight as dl
from mlcc import relax
from mlcc.relax.frontend import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(12, 8)
        self.relu1 = nn.ReLU()
        self.fc2 = nn.Linear(8, 3, bias=False)

    def forward(self, x):
        return self.fc2(self.relu1(self.fc1(x)))


# %% as graph functions
mod, params = Net().export_tvm(spec={"forward": {"x": nn.spec.Tensor((1, 12), "float32")}})
mod.show()

# %% a pipeline, default schedules, and a build
with tvm.target.Target("llvm"):
    lowered = relax.get_pipeline("zero")(mod)
    scheduled = dl.ApplyDefaultSchedule(dl.cpu.Matmul(), dl.cpu.Fallback())(lowered)
ex = tvm.compile(scheduled, target="llvm")
vm = relax.VirtualMachine(ex, tvm.cpu())

# %% the same numbers as in NumPy
rng = np.random.default_rng(0)
x = rng.random((1, 12)).astype("float32")
weights = [rng.random(tuple(p.shape)).astype("float32") for _, p in params]
result = vm["forward"](tvm.runtime.tensor(x), *map(tvm.runtime.tensor, weights))
w1, b1, w2 = weights
np.testing.assert_allclose(result.numpy(), np.maximum(x @ w1.T + b1, 0) @ w2.T, rtol=1e-5)

# %% a graph with infix operators, and a pass over it
bb = relax.BlockBuilder()
a = relax.Var("a", relax.TensorStructInfo((4, 6), "float32"))
with bb.function("main", [a]):
    with bb.dataflow():
        first, second = bb.emit(relax.op.split(a * 2.0, 2, axis=1))
        out = bb.emit_output(relax.op.tril(first, 1) + second)
    bb.emit_func_output(out)
mod = relax.transform.FoldConstant()(bb.get())
data = rng.random((4, 6)).astype("float32")
want = np.tril(data[:, :3] * 2, 1) + data[:, 3:] * 2
np.testing.assert_allclose(tvm.compile(mod, "llvm")["main"](data), want, rtol=1e-6)
