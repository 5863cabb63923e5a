"""TensorIR from tensor expressions: single operators, a fused pair, an intermediate result as a parameter."""

import numpy as np
from tensor_ops import te_matmul, te_relu

import mlcc
from mlcc import te

A = te.placeholder((128, 128), "float32", name="A")
B = te.placeholder((128, 128), "float32", name="B")
C = te_matmul(A, B)
D = te_relu(C)

te.create_prim_func([A, B, C]).show()  # the product alone
te.create_prim_func([A, B, D]).show()  # both: C becomes a buffer inside
te.create_prim_func([A, B, C, D]).show()  # both, and the caller sees C

te_func = te.create_prim_func([A, B, D]).with_attr({"global_symbol": "mm_relu"})
lib = mlcc.build(mlcc.IRModule({"mm_relu": te_func}), target="llvm")
a, b = (np.random.default_rng(seed).random((128, 128), dtype="float32") for seed in (0, 1))
c = np.empty((128, 128), "float32")
lib["mm_relu"](a, b, c)
np.testing.assert_allclose(c, np.maximum(a @ b, 0), rtol=1e-5)
print("equal to NumPy")
