"""Small kernels, written as tensor expressions, that schedules are tried on."""

from __future__ import annotations

from mlcc import te
from mlcc.ir import PrimFunc


def mm_relu(n: int = 7, m: int = 10, depth: int = 6) -> PrimFunc:
    A = te.placeholder((n, depth), "float32", name="A")
    B = te.placeholder((depth, m), "float32", name="B")
    k = te.reduce_axis((0, depth), "k")
    Y = te.compute((n, m), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="Y")
    C = te.compute((n, m), lambda i, j: te.max(Y[i, j], 0.0), name="C")
    return te.create_prim_func([A, B, C])


def conv(channels: int = 3, size: int = 6, outputs: int = 5) -> PrimFunc:
    """Padding, convolution, bias, relu."""
    A = te.placeholder((1, channels, size, size), "float32", name="A")
    W = te.placeholder((outputs, channels, 3, 3), "float32", name="W")
    bias = te.placeholder((outputs,), "float32", name="Bias")

    def inside(b, c, y, x):
        return te.if_then_else(te.all(y >= 1, y < size + 1, x >= 1, x < size + 1), A[b, c, y - 1, x - 1], 0.0)

    P = te.compute((1, channels, size + 2, size + 2), inside, name="pad")
    rc, ry, rx = (te.reduce_axis((0, e), n) for e, n in ((channels, "rc"), (3, "ry"), (3, "rx")))
    Y = te.compute(
        (1, outputs, size, size),
        lambda b, c, y, x: te.sum(P[b, rc, y + ry, x + rx] * W[c, rc, ry, rx], axis=[rc, ry, rx]),
        name="conv",
    )
    D = te.compute((1, outputs, size, size), lambda b, c, y, x: Y[b, c, y, x] + bias[c], name="add")
    C = te.compute((1, outputs, size, size), lambda b, c, y, x: te.max(D[b, c, y, x], 0.0), name="relu")
    return te.create_prim_func([A, W, bias, C])


def softmax(n: int = 5, m: int = 9) -> PrimFunc:
    A = te.placeholder((n, m), "float32", name="A")
    k = te.reduce_axis((0, m), "k")
    M = te.compute((n,), lambda i: te.max(A[i, k], axis=k), name="M")
    E = te.compute((n, m), lambda i, j: te.exp(A[i, j] - M[i]), name="E")
    q = te.reduce_axis((0, m), "k")
    S = te.compute((n,), lambda i: te.sum(E[i, q], axis=q), name="S")
    R = te.compute((n, m), lambda i, j: E[i, j] / S[i], name="R")
    return te.create_prim_func([A, R])


def shuffle(n: int = 6, m: int = 8) -> PrimFunc:
    """Transposes and reshapes: indices with `//` and `%`."""
    A = te.placeholder((n, m), "float32", name="A")
    B = te.compute((m, n), lambda i, j: A[j, i] * 2.0, name="B")
    C = te.compute((n * m,), lambda i: B[i // n, i % n] + 1.0, name="C")
    D = te.compute((n, m // 2, 2), lambda i, j, k: C[i * m + j * 2 + k], name="D")
    E = te.compute((n, m // 2), lambda i, j: D[i, j, 0] + D[n - 1 - i, j, 1], name="E")
    return te.create_prim_func([A, E])


def stencil(n: int = 20) -> PrimFunc:
    """Windows over windows, then pooling."""
    A = te.placeholder((n,), "float32", name="A")
    B = te.compute((n,), lambda i: A[i] + 1.0, name="B")
    C = te.compute((n - 2,), lambda i: B[i] + B[i + 1] * B[i + 2], name="C")
    D = te.compute((n - 4,), lambda i: C[i] + C[i + 2], name="D")
    k = te.reduce_axis((0, 2), "k")
    P = te.compute(((n - 4) // 2,), lambda i: te.max(D[i * 2 + k], axis=k), name="P")
    return te.create_prim_func([A, P])


def branches(n: int = 6, m: int = 5) -> PrimFunc:
    """Two results, a value read twice, a reduction over rows."""
    A = te.placeholder((n, m), "float32", name="A")
    B = te.compute((n, m), lambda i, j: A[i, j] * 2.0, name="B")
    C = te.compute((n, m), lambda i, j: B[i, j] + 1.0, name="C")
    D = te.compute((n, m), lambda i, j: B[i, j] - C[i, j], name="D")
    k = te.reduce_axis((0, n), "k")
    S = te.compute((m,), lambda j: te.sum(D[k, j], axis=k), name="S")
    return te.create_prim_func([A, C, S])


def symbolic_mm() -> PrimFunc:
    """A product with any number of rows."""
    n = te.var("n")
    A = te.placeholder((n, 6), "float32", name="A")
    B = te.placeholder((6, 10), "float32", name="B")
    k = te.reduce_axis((0, 6), "k")
    Y = te.compute((n, 10), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="Y")
    C = te.compute((n, 10), lambda i, j: te.max(Y[i, j], 0.0), name="C")
    return te.create_prim_func([A, B, C])


def symbolic_chain() -> PrimFunc:
    """Reshapes and a sum over a symbolic dimension."""
    n = te.var("n")
    A = te.placeholder((n, 4), "float32", name="A")
    B = te.compute((n, 4), lambda i, j: A[i, j] * 2.0, name="B")
    C = te.compute((n * 4,), lambda i: B[i // 4, i % 4] + 1.0, name="C")
    k = te.reduce_axis((0, n), "k")
    S = te.compute((4,), lambda j: te.sum(C[k * 4 + j], axis=k), name="S")
    D = te.compute((n, 4), lambda i, j: C[i * 4 + j] - S[j], name="D")
    return te.create_prim_func([A, D])


KERNELS = (mm_relu, conv, softmax, shuffle, stencil, branches, symbolic_mm, symbolic_chain)
