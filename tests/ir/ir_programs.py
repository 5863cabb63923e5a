"""Programs that several tests of this folder use, written as text."""

MATMUL_RELU = """
@I.ir_module
class Module:
    @T.prim_func
    def mm_relu(A: T.Buffer((8, 12), "float32"), B: T.Buffer((12, 16), "float32"), C: T.Buffer((8, 16), "float32")):
        T.func_attr({"tir.noalias": True})
        Y = T.alloc_buffer((8, 16))
        for i, j, k in T.grid(8, 16, 12):
            with T.block("Y"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(A[vi, vk], B[vk, vj])
                T.writes(Y[vi, vj])
                with T.init():
                    Y[vi, vj] = T.float32(0)
                Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
        for i, j in T.grid(8, 16):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(Y[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = T.max(Y[vi, vj], T.float32(0))
"""

SCHEDULED = """
@I.ir_module
class Module:
    @T.prim_func
    def mm_relu(A: T.Buffer((8, 12), "float32"), B: T.Buffer((12, 16), "float32"), C: T.Buffer((8, 16), "float32")):
        T.func_attr({"tir.noalias": True})
        Y = T.alloc_buffer((8, 16))
        for i in T.parallel(8):
            for j_0 in range(6):
                for j_1_init in T.vectorized(3):
                    with T.block("Y_init"):
                        vi = T.axis.spatial(8, i)
                        vj = T.axis.spatial(16, j_0 * 3 + j_1_init)
                        T.where(j_0 * 3 + j_1_init < 16)
                        T.reads()
                        T.writes(Y[vi, vj])
                        Y[vi, vj] = T.float32(0)
                for k, j_1 in T.grid(12, 3):
                    with T.block("Y_update"):
                        vi = T.axis.spatial(8, i)
                        vj = T.axis.spatial(16, j_0 * 3 + j_1)
                        vk = T.axis.reduce(12, k)
                        T.where(j_0 * 3 + j_1 < 16)
                        T.reads(Y[vi, vj], A[vi, vk], B[vk, vj])
                        T.writes(Y[vi, vj])
                        Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
                for ax0 in T.unroll(3):
                    with T.block("C"):
                        vi = T.axis.spatial(8, i)
                        vj = T.axis.spatial(16, j_0 * 3 + ax0)
                        T.where(j_0 * 3 + ax0 < 16)
                        T.reads(Y[vi, vj])
                        T.writes(C[vi, vj])
                        C[vi, vj] = T.max(Y[vi, vj], T.float32(0))
"""

FUSED_LOOP = """
@T.prim_func
def fused(A: T.Buffer((6, 10), "float32"), B: T.Buffer((6, 10), "float32")):
    for ij in range(60):
        with T.block("B"):
            vi = T.axis.spatial(6, ij // 10)
            vj = T.axis.spatial(10, ij % 10)
            B[vi, vj] = T.exp(A[vi, vj]) - A[5 - vi, vj]
"""

ARGMAX = """
@T.prim_func
def argmax(A: T.Buffer((5, 9), "float32"), I0: T.Buffer((5,), "int64"), V: T.Buffer((5,), "float32")):
    for i, k in T.grid(5, 9):
        with T.block("argmax"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                I0[vi] = T.int64(-1)
                V[vi] = T.min_value("float32")
            better: T.bool = A[vi, vk] > V[vi]
            index: T.int64 = T.Select(better, T.Cast("int64", vk), I0[vi])
            value: T.float32 = T.Select(better, A[vi, vk], V[vi])
            I0[vi] = index
            V[vi] = value
"""

SYMBOLIC = """
@T.prim_func
def rows(a: T.handle, b: T.handle, scale: T.float32):
    n = T.int64()
    A = T.match_buffer(a, (n, T.int64(4)), "float32")
    B = T.match_buffer(b, (n * T.int64(2), T.int64(4)), "float32")
    for i, j in T.grid(n * T.int64(2), T.int64(4)):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi // T.int64(2), vj] * scale
"""

VIEWS = """
@T.prim_func
def tiles(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):
    for i in range(2):
        with T.block("tile"):
            vi = T.axis.spatial(2, i)
            T.block_attr({"rule": "tile", "sizes": [4, 8]})
            S = T.alloc_buffer((4, 8), scope="local")
            A1 = T.match_buffer(A[vi * 4:vi * 4 + 4, 0:8], (4, 8), "float32", strides=("s0", "s1"), offset_factor=1)
            for a, b in T.grid(4, 8):
                with T.block("S"):
                    va, vb = T.axis.remap("SS", [a, b])
                    S[va, vb] = A1[va, vb] * T.float32(2)
            for a, b in T.grid(4, 8):
                with T.block("B"):
                    va, vb = T.axis.remap("SS", [a, b])
                    B[vi * 4 + va, vb] = S[va, vb] + T.float32(1)
"""

PADDED = """
@T.prim_func
def conv(A: T.Buffer((10,), "float32"), W: T.Buffer((3,), "float32"), C: T.Buffer((10,), "float32")):
    P = T.alloc_buffer((12,))
    for i in range(12):
        with T.block("P"):
            v = T.axis.spatial(12, i)
            P[v] = T.if_then_else(1 <= v and v < 11, A[v - 1], T.float32(0))
    for i, k in T.grid(10, 3):
        with T.block("C"):
            v, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[v] = T.float32(0)
            C[v] = C[v] + P[v + vk] * W[vk]
"""

SEQUENTIAL = """
@T.prim_func
def scan(A: T.Buffer((16,), "float32"), B: T.Buffer((17,), "float32")):
    B[0] = T.float32(0)
    for i in range(16):
        B[i + 1] = B[i] + A[i]
    for i in range(2, 7):
        if i % 2 == 0:
            B[i] = B[i + 1] * T.float32(2)
        elif i == 3:
            B[i] = T.float32(-1)
        else:
            while B[i] < T.float32(10):
                B[i] = B[i] + T.float32(3)
"""

GRAPH = """
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def scale(X: T.Buffer((2, 3), "float32"), Y: T.Buffer((2, 3), "float32")):
        for i, j in T.grid(2, 3):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = X[vi, vj] * T.float32(2)

    @T.prim_func(private=True)
    def split(X: T.Buffer((2, 3), "float32"), Y: T.Buffer((3,), "float32"), Z: T.Buffer((3,), "float32")):
        for i in range(3):
            with T.block("Y"):
                v = T.axis.spatial(3, i)
                Y[v] = X[0, v]
                Z[v] = X[1, v]

    @R.function
    def main(x: R.Tensor((2, 3), "float32"), flag: R.Tensor((), "bool")):
        R.func_attr({"num_input": 1})
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.scale, (x,), out_sinfo=R.Tensor((2, 3), dtype="float32"))
            lv1 = R.call_tir(cls.split, (lv,), out_sinfo=[R.Tensor((3,), "float32"), R.Tensor((3,), "float32")])
            a = lv1[0]
            b = lv1[1]
            R.output(a, b)
        if flag:
            c = a
        else:
            c = b
        return (c, a)
"""

GRAPH_SYMBOLIC = """
@R.function(pure=False)
def main(x: R.Tensor(("n", 4), "float32"), t: R.Tuple(R.Tensor, R.Shape(["n", 2])), o: R.Object) -> R.Tensor(ndim=2):
    n = T.int64()
    m = T.int64()
    with R.dataflow():
        y = R.reshape(x, R.shape([n * 2, 2]))
        z = R.sum(y, axis=[-1], keepdims=True, name="s", scale=0.5, flag=None)
        w = R.match_cast(z, R.Tensor((m, 1), "float32"))
        R.output(w)
    p = R.call_packed("env.log", w, R.const([1, 2], "int64"), R.prim_value(3), R.str("s"), R.dtype("int8"))
    q = R.call_dps_packed("env.f", (w, p), out_sinfo=R.Tensor((m, 1), "float32"))
    return q
"""

ALL = {
    name: text for name, text in globals().items() if name.isupper() and isinstance(text, str) and "prim_func" in text
}
ALL_WITH_GRAPHS = {**ALL, "GRAPH_SYMBOLIC": GRAPH_SYMBOLIC}
