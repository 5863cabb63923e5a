"""A graph function built step by step: each emit_te adds a tensor program and a call of it."""

import numpy as np
from tensor_ops import te_matmul, te_relu

import mlcc
from mlcc import relax

A = relax.Var("A", relax.TensorStructInfo((128, 128), "float32"))
B = relax.Var("B", relax.TensorStructInfo((128, 128), "float32"))

bb = relax.BlockBuilder()
with bb.function("main"):
    with bb.dataflow():
        C = bb.emit_te(te_matmul, A, B)
        D = bb.emit_te(te_relu, C)
        R = bb.emit_output(D)
    bb.emit_func_output(R, params=[A, B])

MyModule = bb.get()
MyModule.show()

vm = relax.VirtualMachine(relax.vm.build(MyModule, target="llvm"), mlcc.cpu())
a, b = (np.random.default_rng(seed).random((128, 128), dtype="float32") for seed in (0, 1))
np.testing.assert_allclose(vm["main"](a, b), np.maximum(a @ b, 0), rtol=1e-5)
print("equal to NumPy")
