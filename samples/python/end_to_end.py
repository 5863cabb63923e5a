"""Graph functions that call tensor programs and functions of the environment; parameters bound as constants."""

from pathlib import Path

import numpy as np

import mlcc
from mlcc import relax

HERE = Path(__file__).resolve().parent

MyModule = mlcc.parse((HERE.parent / "kernels/mlp_call_tir.relax").read_text(), "mlp_call_tir.relax")
MyModuleMixture = mlcc.parse((HERE.parent / "kernels/mlp_mixture.relax").read_text(), "mlp_mixture.relax")


@mlcc.register_func("env.linear", override=True)
def linear(x, w, b, out):
    np.matmul(x.numpy(), w.numpy().T, out=out.numpy())
    np.add(out.numpy(), b.numpy(), out=out.numpy())


@mlcc.register_func("env.relu", override=True)
def relu(x, out):
    np.maximum(x.numpy(), 0, out=out.numpy())


rng = np.random.default_rng(0)
shapes = {"w0": (128, 784), "b0": (128,), "w1": (10, 128), "b1": (10,)}
params = {name: rng.uniform(-0.1, 0.1, shape).astype("float32") for name, shape in shapes.items()}
image = rng.random((1, 784), dtype="float32")
wanted = np.maximum(image @ params["w0"].T + params["b0"], 0) @ params["w1"].T + params["b1"]

for name, module in {"call_tir": MyModule, "mixture": MyModuleMixture}.items():
    vm = relax.VirtualMachine(relax.vm.build(module, target="llvm"), mlcc.cpu())
    result = vm["main"](mlcc.nd.array(image), *(mlcc.nd.array(p) for p in params.values()))
    np.testing.assert_allclose(result.numpy(), wanted, rtol=1e-4, atol=1e-5)
    bound = relax.transform.BindParams("main", params)(module)
    vm = relax.VirtualMachine(relax.vm.build(bound, target="llvm"), mlcc.cpu())
    np.testing.assert_allclose(vm["main"](image), wanted, rtol=1e-4, atol=1e-5)
    print(f"{name}: class {int(result.numpy().argmax())}, with and without bound parameters")
