"""Tensor programs: literals, types, loops, blocks, lets, calls."""

from __future__ import annotations

from typing import Any

import pytest

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Allocate,
    AssertStmt,
    AttrStmt,
    Binary,
    Block,
    BlockRealize,
    BufferLoad,
    BufferStore,
    Call,
    Cast,
    Evaluate,
    FloatImm,
    For,
    IfThenElse,
    IntImm,
    LetStmt,
    PrimFunc,
    Ramp,
    Select,
    SeqStmt,
    Stmt,
    Var,
    While,
    find_blocks,
    walk,
)  # fmt: skip
from mlcc.script import parse_expr, parse_module, parse_prim_func

from .conftest import body_of, round_trip


def inner(func: PrimFunc) -> Stmt:
    return func.root.body


def stored(text: str, params: str) -> object:
    result = [n for n in walk(body_of(text, params).body) if isinstance(n, BufferStore)]
    return result[-1].value


@pytest.mark.parametrize(
    ("dtype", "text", "kind"),
    [
        ("float32", "0", FloatImm), ("int8", "-5", IntImm), ("bool", "True", IntImm), ("float16", "1.5", FloatImm),
        ("int64", "2 ** 0 if False else 3", IntImm), ("uint8", "0xff", IntImm), ("float64", "1e-05", FloatImm),
        ("int32", "7 // 2 * 3 % 4 + (1 << 3)", IntImm), ("bfloat16", 'T.bfloat16("inf")', FloatImm),
    ],
)  # fmt: skip
def test_bare_numbers_take_the_buffers_type(dtype: str, text: str, kind: type[IntImm | FloatImm]) -> None:
    value: Any = stored(f"A[0] = {text}", f'A: T.Buffer((4,), "{dtype}")')
    assert isinstance(value, kind)
    assert value.dtype == dtype


def test_bare_numbers_take_the_other_operands_type() -> None:
    params = 'A: T.Buffer((4,), "float16"), N: T.Buffer((4,), "int64")'
    value = stored("A[0] = 2 * A[1] + 1", params)
    assert isinstance(value, Binary)
    assert value.b.dtype == "float16"
    value = stored("N[0] = T.max(N[1] + 1, 3)", params)
    assert isinstance(value, Binary)
    assert (value.op, value.b.dtype) == ("max", "int64")


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("x + 1 * 2 - y", "x + 2 - y"),
        ("(x + y) * 2 // 3 % 4", "(x + y) * 2 // 3 % 4"),
        ("0 <= x < 4", "0 <= x and x < 4"),
        ("not x < 4 or y == 2 and x != y", "not x < 4 or y == 2 and x != y"),
        ("x & 3 | y ^ 1 << 2", "x & 3 | y ^ 4"),
        ("(x << y) >> 2 & ~x", "x << y >> 2 & ~x"),
        ("-x", "0 - x"),
        ("-f", "f * T.float32(-1)"),
        ("f if x > 2 else 0", "T.if_then_else(x > 2, f, T.float32(0))"),
        ("T.if_then_else(x > 2, f, 0, dtype='float32')", "T.if_then_else(x > 2, f, T.float32(0))"),
        ("T.Select(x > 2, f, 1.5)", "T.Select(x > 2, f, T.float32(1.5))"),
        ("T.exp(f, dtype='float32') + T.pow(f, 2)", "T.exp(f) + T.pow(f, T.float32(2))"),
        ("T.Cast('int64', x) + 1", "T.Cast(\"int64\", x) + T.int64(1)"),
        ("T.cast(x, 'float32') + x.astype('float32')", 'T.Cast("float32", x) + T.Cast("float32", x)'),
        ("T.float32(x)", 'T.Cast("float32", x)'),
        ("T.float32(3)", "T.float32(3)"),
        ("T.float32('-inf')", 'T.float32("-inf")'),
        ("T.min_value('int8')", "T.int8(-128)"),
        ("T.max_value('float16')", "T.float16(65504)"),
        ("T.infinity('float32')", 'T.float32("inf")'),
        ("T.ceildiv(x, 4)", "(x + 3) // 4"),
        ("T.floordiv(x, 2) + T.truncmod(x, y)", "x // 2 + T.truncmod(x, y)"),
        ("T.bitwise_and(x, 1) + T.shift_left(y, 2)", "(x & 1) + (y << 2)"),
        ("T.likely(x < 3)", "T.likely(x < 3)"),
        ("T.reinterpret('int32', f)", 'T.reinterpret("int32", f)'),
        ("T.call_extern('float32', 'sinf', f)", 'T.call_extern("float32", "sinf", f)'),
        ("T.call_extern('sinf', f, dtype='float32')", 'T.call_extern("float32", "sinf", f)'),
        ("T.call_intrin('float32', 'tir.exp', f)", "T.exp(f)"),
        ("T.Let(z + 1, where={z: x * 2})", "T.Let(z + 1, where={z: x * 2})"),
        ("T.Ramp(x * 4, 1, 4)", "T.Ramp(x * 4, 1, 4)"),
        ("T.broadcast(f, 4) * 2", "T.Broadcast(f, 4) * T.Broadcast(T.float32(2), 4)"),
        ("T.all(x < 1, y < 2, x != y)", "x < 1 and y < 2 and x != y"),
        ("tir.max(x, tvm.tir.min(y, 3))", "T.max(x, T.min(y, 3))"),
        ("T.Add(1, 2)", "T.Add(T.int32(1), T.int32(2))"),
        ("T.isnan(f)", "T.isnan(f)"),
        ("b and not c", "b and not c"),
    ],
)  # fmt: skip
def test_expression(text: str, printed: str) -> None:
    names = {"x": Var("x"), "y": Var("y"), "f": Var("f", "float32"), "b": Var("b", "bool"), "c": Var("c", "bool")}
    assert parse_expr(text, names).script() == printed


def test_expressions_have_places() -> None:
    expr = parse_expr("x + T.exp(y) * 2", {"x": Var("x", "float32"), "y": Var("y", "float32")})
    assert isinstance(expr, Binary)
    assert expr.span is not None
    assert expr.span.text == "x + T.exp(y) * 2"
    assert isinstance(expr.b, Binary)
    assert expr.b.a.span is not None
    assert expr.b.a.span.text == "T.exp(y)"


def test_loops() -> None:
    func = body_of("""
        for i in T.parallel(8):
            for j in T.vectorized(0, 8):
                for k in T.unroll(2, 6, annotations={"pragma": 1, "list": [1, "a", None, T.int64(3)]}):
                    for t in T.thread_binding(0, 4, thread="threadIdx.x"):
                        for u in range(i + 1, i + 4):
                            A[i, j] = A[i, j] + T.float32(k + t + u)
    """)
    loops = [n for n in walk(func.body) if isinstance(n, For)]
    assert [loop.kind for loop in loops] == ["parallel", "vectorized", "unroll", "thread_binding", "serial"]
    assert [n.extent.script() for n in loops] == ["8", "8", "4", "4", "3"]
    assert loops[3].thread == "threadIdx.x"
    assert loops[2].annotations["pragma"] == 1
    assert loops[0].span is not None
    assert loops[0].span.text == "for i in T.parallel(8):"


def test_int64_loops_and_axes() -> None:
    func = body_of("""
        for i, j in T.grid(T.int64(8), T.int64(8)):
            with T.block("A"):
                vi = T.axis.spatial(8, i)
                vj = T.axis.spatial(T.int64(8), j)
                A[vi, vj] = A[vi, vj + 0]
    """)
    (realize,) = [r for r in find_blocks(func.body) if r.block.name == "A"]
    assert [axis.var.dtype for axis in realize.block.iters] == ["int64", "int64"]
    assert [axis.dom.extent.dtype for axis in realize.block.iters] == ["int64", "int64"]


def test_block_with_everything() -> None:
    func = body_of("""
        for i, j, k in T.grid(2, 4, 8):
            with T.block("T.B"):
                vi = T.axis.spatial((0, 8), i * 4 + j)
                vk = T.axis.reduce(8, k)
                vs = T.axis.scan(3, 0)
                vo = T.axis.opaque(1, 0)
                T.where(i * 4 + j < 7 and k < 8)
                T.reads(A[vi, 0:8], B[vi])
                T.writes(B[vi:vi + 1])
                T.block_attr({"x": {"y": [1, 2.5]}, "z": "s"})
                S = T.alloc_buffer((4,), "int8", scope="local", align=16)
                V = T.match_buffer(A[vi, 0:8], (8,), strides=["s"], offset_factor=1)
                with T.init():
                    B[vi] = 0
                B[vi] = B[vi] + V[vk] + T.float32(S[0])
    """)
    (realize,) = [r for r in find_blocks(func.body) if r.block.name == "T.B"]
    block = realize.block
    assert [axis.kind for axis in block.iters] == ["spatial", "reduce", "scan", "opaque"]
    assert block.annotations == {"x": {"y": [1, 2.5]}, "z": "s"}
    assert (block.allocs[0].scope, block.allocs[0].align, block.allocs[0].dtype) == ("local", 16, "int8")
    assert block.match_buffers[0].source.script() == "A[vi, 0:8]"
    assert block.init is not None
    assert block.writes[0].script() == "B[vi]"
    assert realize.predicate.script() == "i * 4 + j < 7 and k < 8"


def test_regions_are_inferred() -> None:
    func = body_of("""
        for i in range(8):
            with T.block("B"):
                vi = T.axis.spatial(8, i)
                with T.init():
                    B[vi] = 0
                for k in range(4):
                    B[vi] += A[vi, k + 1] * A[vi, k * 2]
    """)
    (realize,) = [r for r in find_blocks(func.body) if r.block.name == "B"]
    assert [r.script() for r in realize.block.reads] == ["A[vi, 0:7]"]
    assert [r.script() for r in realize.block.writes] == ["B[vi]"]


def test_root_block() -> None:
    implicit = body_of("Y = T.alloc_buffer((8,))\nfor i in range(8):\n    Y[i] = B[i]")
    assert implicit.root.name == "root"
    assert [b.name for b in implicit.root.allocs] == ["Y"]
    explicit = body_of("""
        with T.block("root"):
            T.reads()
            T.writes()
            T.block_attr({"a": 1})
            Y = T.alloc_buffer((8,))
            for i in range(8):
                Y[i] = B[i]
    """)
    assert explicit.root.annotations == {"a": 1}
    assert [b.name for b in explicit.root.allocs] == ["Y"]


def test_lowered_functions_have_no_root() -> None:
    func = parse_prim_func("""
@T.prim_func(private=True, s_tir=False)
def f(p: T.handle("float32", "global"), n: T.int64, B: T.Buffer((8,), "float32")):
    with T.decl_buffer((4,), scope="local") as S:
        S[0] = T.float32(0)
    R1 = T.decl_buffer((4,), "int8")
    R1[0] = 1
    with T.attr(B, "pragma", T.int32(4)):
        T.attr(None, "key", "text")
        B[T.Ramp(0, 1, 4)] = B.vload([4], dtype="float32x4")
    with T.workspace_buffer((4,), "int8", offset=T.int64(0)) as W:
        V = T.workspace_buffer((16,), offset=T.int64(64))
        W[0] = 1
    T.evaluate(T.call_kernel("k", p, T.workspace_ptr(T.int64(64)), n))
""")
    assert "global_symbol" not in func.attrs
    assert isinstance(func.body, SeqStmt)
    kinds = [type(n) for n in walk(func.body)]
    assert kinds.count(Allocate) == 2
    assert kinds.count(AttrStmt) == 4
    assert Ramp in kinds
    assert not any(issubclass(k, (Block, BlockRealize)) for k in kinds)
    # TVM's own text does not say whether a function has been lowered.
    round_trip(func, ("mlcc",))


def test_control_flow() -> None:
    func = body_of("""
        assert B[0] > 0, "positive"
        with T.Assert(B[1] > 0, "too"):
            pass
        for i in range(8):
            if i < 2:
                B[i] = 1
            elif i < 4:
                B[i] = 2
            else:
                pass
        while B[0] < 10:
            B[0] += 1
        T.evaluate(0)
        T.call_packed("f", B.data, 3)
    """)
    kinds = [type(n) for n in walk(func.body)]
    for kind, count in ((AssertStmt, 2), (IfThenElse, 2), (While, 1), (Evaluate, 2)):
        assert kinds.count(kind) == count


def test_lets() -> None:
    func = body_of("""
        x: T.int32 = 3
        y = x + 1
        with T.LetStmt(y * 2) as z:
            B[z] = 0
        w: T.let[T.float32] = B[y]
        with T.let(v, w * 2):
            B[x] = v
        w += 1
        B[y] = w
    """)
    lets = [n for n in walk(func.body) if isinstance(n, LetStmt)]
    assert [n.var.name for n in lets] == ["x", "y", "z", "w", "v", "w"]
    assert [n.var.dtype for n in lets] == ["int32", "int32", "int32", "float32", "float32", "float32"]


def test_symbolic_dimensions_in_every_spelling() -> None:
    for header, decl in (
        ("a: T.handle, B: T.Buffer((4,))", 'n = T.int64()\n    A = T.match_buffer(a, (n, 4), "float32")'),
        ("a: T.handle, B: T.Buffer((4,))", 'n = T.var("int64")\n    A = T.match_buffer(a, [n, 4])'),
        ('A: T.Buffer(("n", 4)), B: T.Buffer((4,))', "n = T.int64()"),
        ("A: T.Buffer((n, 4)), B: T.Buffer((4,))", "pass"),
        ("A: T.Buffer((n, 4)), B: T.Buffer((4,))", "n = T.int64()"),
    ):
        loop = "for i in range(n):\n        A[i, 0] = 1"
        func = parse_prim_func(f"@T.prim_func\ndef f({header}):\n    {decl}\n    {loop}\n")
        (n,) = func.symbolic_vars()
        assert (n.name, n.dtype) == ("n", "int64")
        (result,) = [x for x in walk(func.body) if isinstance(x, For)]
        assert result.extent is n
        round_trip(func)


def test_several_dimensions_declared_at_once() -> None:
    func = parse_prim_func("""
@T.prim_func
def f(A: T.Buffer(("n", "m")), B: T.Buffer((n, m))):
    n, m = T.int64(), T.int32()
    for i, j in T.grid(n, m):
        B[i, j] = A[i, j]
""")
    assert [(v.name, v.dtype) for v in func.symbolic_vars()] == [("n", "int64"), ("m", "int32")]
    round_trip(func)


def test_statements_on_one_line() -> None:
    func = parse_prim_func("""
@T.prim_func
def f(a: T.handle, b: T.handle):
    n = T.int32(); m = T.int32();
    A = T.match_buffer(a, (n, m)); B = T.match_buffer(b, (n, m))
    for i, j in T.grid(n, m):
        B[i, j] = A[i, j]; B[i, j] = B[i, j] + 1
""")
    assert len([n for n in walk(func.body) if isinstance(n, BufferStore)]) == 2
    round_trip(func)


def test_memory_named_twice() -> None:
    """Lowered programs allocate memory and name it again as a buffer."""
    func = parse_prim_func("""
@T.prim_func
def f(A: T.Buffer((16,)), C: T.Buffer((16,))):
    B = T.allocate([16], "float32", "global")
    B_1 = T.Buffer((16,), data=B)
    A_1 = T.Buffer((16,), data=A.data)
    for i in range(16):
        B_1[i] = A_1[i]
        C[i] = B[i]
""")
    assert len([n for n in walk(func.body) if isinstance(n, Allocate)]) == 1
    buffers = [n.buffer for n in walk(func.body) if isinstance(n, BufferLoad)]
    assert [b.name for b in buffers] == ["A", "B"]
    with pytest.raises(MlccError) as caught:
        parse_prim_func("@T.prim_func\ndef f(A: T.Buffer((4, 4))):\n    B = T.Buffer((16,), data=A.data)\n    B[0] = 1")
    assert caught.value.code == "P127"


def test_scalar_parameters_and_shapes_with_them() -> None:
    func = parse_prim_func("""
@T.prim_func
def f(A: T.Buffer((n // 4 + 1,), "float32"), n: T.int32, flag: T.bool, s: T.float32):
    if flag:
        A[n // 4] = s
""")
    assert [p.dtype for p in func.params] == ["handle", "int32", "bool", "float32"]
    assert func.symbolic_vars() == ()
    round_trip(func)


def test_buffer_options() -> None:
    func = parse_prim_func("""
@T.prim_func
def f(A: T.Buffer((4, 8), "float32", strides=(16, 1), elem_offset=8, align=64, offset_factor=1, scope="shared"),
      B: T.Buffer[8, "int8"], C: T.Buffer[(2, 3)], D: T.Buffer((), "float64")):
    D[()] = 1.0
    C[0, 1] = A.shape[1] + 0.5
""")
    a, b, c, d = func.buffers
    assert [s.script() for s in a.strides] == ["16", "1"]
    assert (a.align, a.offset_factor, a.scope) == (64, 1, "shared")
    assert (b.dtype, len(b.shape), len(c.shape), c.dtype, len(d.shape)) == ("int8", 1, 2, "float32", 0)
    round_trip(func)


def test_module_level() -> None:
    module = parse_module("""
from tvm.script import ir as I, tir as T
@I.ir_module
class Mine:
    "A docstring."
    I.module_attrs({"k": 1, "names": ["a", "b"]})
    I.module_global_infos({"vdevice": [I.vdevice("llvm")]})
    ext = R.ExternFunc("env.ext")
    @T.prim_func(private=True, check_well_formed=False)
    def f(A: T.Buffer((4,), "float32")):
        ...
    @T.prim_func
    def g(A: T.Buffer((4,), "float32")):
        pass
""")
    assert module.name == "Mine"
    assert list(module.functions) == ["ext", "f", "g"]
    assert module.attrs == {"k": 1, "names": ["a", "b"]}
    assert module.prim_funcs["f"].attrs == {}
    assert module.prim_funcs["g"].attrs == {"global_symbol": "g"}
    round_trip(module)


def test_casts_and_calls_have_types() -> None:
    params = 'A: T.Buffer((8,), "int8"), F: T.Buffer((8,), "float32")'
    value = stored("F[0] = T.Cast('float32', A[0]) / 3", params)
    assert isinstance(value, Binary)
    assert isinstance(value.a, Cast)
    assert isinstance(value.b, FloatImm)
    assert isinstance(stored("F[0] = T.tanh(F[1])", params), Call)
    assert isinstance(stored("F[0] = T.Select(A[0] > 0, F[0], F[1])", params), Select)
    assert isinstance(stored("F[0] = F[T.int64(1)]", params), BufferLoad)
