"""Printing: canonical spellings, and text that reads back as the same program."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcc.ir import (
    COMPARE,
    INTRINSICS,
    Allocate,
    AttrStmt,
    Binary,
    BindingBlock,
    Block,
    BlockRealize,
    Broadcast,
    Buffer,
    BufferRegion,
    BufferStore,
    Call,
    Cast,
    Constant,
    Evaluate,
    Expr,
    FloatImm,
    For,
    GraphCall,
    GraphFunction,
    GraphVar,
    IfThenElse,
    IntImm,
    IRModule,
    IterVar,
    Let,
    LetStmt,
    Not,
    Op,
    PrimFunc,
    Ramp,
    Range,
    Select,
    SeqExpr,
    StringImm,
    Var,
    VarBinding,
    call,
    const,
    first_difference,
    make_buffer,
    prim_func,
    printed_text,
    readable,
    script,
    seq,
    structural_equal,
)
from mlcc.script import parse_module, parse_prim_func

from .ir_programs import ALL, GRAPH, GRAPH_SYMBOLIC, MATMUL_RELU, VIEWS

PROGRAMS = {**ALL, "GRAPH_SYMBOLIC": GRAPH_SYMBOLIC}


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("dialect", ["mlcc", "tvm"])
def test_text_reads_back(name, dialect):
    module = parse_module(PROGRAMS[name])
    text = script(module, dialect=dialect)
    again = parse_module(text)
    assert first_difference(module, again) is None
    assert script(again, dialect=dialect) == text


def test_canonical_text_is_printed_as_it_stands():
    text = "\n".join(script(parse_module(MATMUL_RELU)).splitlines()[2:])
    assert text == MATMUL_RELU.rstrip("\n")


def test_tvm_spellings():
    text = script(parse_module(VIEWS), dialect="tvm")
    for word in ("@T.prim_func(s_tir=True)", "T.sblock(", "T.sblock_attr(", "T.sblock_alloc_buffer("):
        assert word in text
    assert "T.block" not in text
    assert "T.alloc_buffer" not in text
    assert "out_ty=R.Tensor((2, 3)" in script(parse_module(GRAPH), dialect="tvm")


# ---------------------------------------------------------------- expressions
I, J = Var("i"), Var("j")
F, B = make_buffer("F", (8,)), make_buffer("N", (8,), "int32")


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        ((I + 1) * 2, "(i + 1) * 2"),
        (I - (J - 1), "i - (j - 1)"),
        (I - J - 1, "i - j - 1"),
        (I // 4 * 4 + I % 4, "i // 4 * 4 + i % 4"),
        (I // (J * 2), "i // (j * 2)"),
        (I + -1, "i + -1"),
        (-I, "0 - i"),
        (~I + ~(I + J), "~i + ~(i + j)"),
        ((I << 1) + (I >> J), "(i << 1) + (i >> j)"),
        (I << (J + 1), "i << j + 1"),
        ((I & J) | (I ^ 3), "i & j | i ^ 3"),
        ((I < 4).equal(J > 2), "(i < 4) == (j > 2)"),
        (Binary("and", I < 1, Binary("or", I < 2, I < 3)), "i < 1 and (i < 2 or i < 3)"),
        (Not(Binary("and", I < 1, J < 1)), "not (i < 1 and j < 1)"),
        (Binary("and", Not(I < 1), J < 1), "not i < 1 and j < 1"),
        (Not(Not(I < 1)), "T.Not(not i < 1)"),
        (Binary("add", const(1), const(2)), "T.Add(T.int32(1), T.int32(2))"),
        (Binary("mul", I, const(1)), "T.Mul(i, 1)"),
        (Binary("div", I, J), "T.Div(i, j)"),
        (Binary("truncdiv", I, const(2)), "T.truncdiv(i, 2)"),
        (Binary("max", I, J), "T.max(i, j)"),
        (const(4, "int64"), "T.int64(4)"),
        (const(-4, "int64"), "T.int64(-4)"),
        (const(True), "T.bool(True)"),
        (const(0.0), "T.float32(0)"),
        (const(-0.0), "T.float32(-0.0)"),
        (const(0.1), "T.float32(0.1)"),
        (const(float(np.float32(0.1))), "T.float32(0.10000000149011612)"),
        (const(1e30), "T.float32(1e+30)"),
        (const(math.inf), 'T.float32("inf")'),
        (const(-math.inf, "float64"), 'T.float64("-inf")'),
        (const(math.nan, "float16"), 'T.float16("nan")'),
        (Cast("float32", I), 'T.Cast("float32", i)'),
        (Select(I < 1, I, J), "T.Select(i < 1, i, j)"),
        (Let(Var("x"), I + 1, I * 2), "T.Let(i * 2, where={x: i + 1})"),
        (F[I], "F[i]"),
        (Ramp(I * 4, const(1), 4), "T.Ramp(i * 4, 1, 4)"),
        (Broadcast(const(1.0), 8), "T.Broadcast(T.float32(1), 8)"),
        (call("pow", F[I], 2.0), "T.pow(F[i], T.float32(2))"),
        (call("reinterpret", F[I], dtype="int32"), 'T.reinterpret("int32", F[i])'),
        (call("isnan", F[I]), "T.isnan(F[i])"),
        (Call("call_extern", (StringImm("f"), I), "float32"), 'T.call_extern("float32", "f", i)'),
        (Call("call_kernel", (StringImm("k"), I), "int32"), 'T.call_kernel("k", i)'),
        (Call("workspace_ptr", (const(64, "int64"),), "handle"), "T.workspace_ptr(T.int64(64))"),
    ],
)
def test_expressions(expr, text):
    assert script(expr) == text


def _sized(base):
    ints = st.sampled_from([Var("p"), I, J, B[I]]) | st.integers(-9, 9).map(const)
    floats = st.sampled_from([F[I], F[J]]) | st.floats(width=32).map(const)
    bools = st.sampled_from([I < J, F[I] > F[J]])

    def grow(children):
        a, b, c = children
        arithmetic = st.sampled_from(["add", "sub", "mul", "min", "max"])
        integral = st.sampled_from(["floordiv", "floormod", "truncdiv", "truncmod", "bitand", "bitor", "bitxor", "shl"])
        compare = st.sampled_from(sorted(COMPARE))
        new_ints = (
            st.builds(Binary, arithmetic | integral, a, a)
            | st.builds(Select, c, a, a)
            | st.builds(lambda x: Cast("int32", x), b)
            | a.map(lambda x: call("bitwise_not", x))
            | st.builds(lambda x, y: Let(v := Var("x"), x, Binary("add", v, y)), a, a)
        )
        new_floats = (
            st.builds(Binary, arithmetic | st.just("div"), b, b)
            | b.map(lambda x: call("exp", x))
            | st.builds(lambda c, x, y: Call("if_then_else", (c, x, y), "float32"), c, b, b)
            | a.map(lambda x: Cast("float32", x))
        )
        new_bools = (
            st.builds(Binary, compare, a, a)
            | st.builds(Binary, st.sampled_from(["and", "or"]), c, c)
            | c.map(Not)
            | st.builds(Binary, compare, b, b)
        )
        return a | new_ints, b | new_floats, c | new_bools

    state = (ints, floats, bools)
    for _ in range(base):
        state = grow(state)
    return state


_INTS, _FLOATS, _BOOLS = _sized(3)


@settings(max_examples=80, deadline=None)
@given(_INTS, _FLOATS, _BOOLS)
def test_any_expression_reads_back(number, real, condition):
    body = seq(
        BufferStore(B, number, (I,)),
        IfThenElse(condition, BufferStore(F, real, (J,))),
    )
    for var, extent in ((J, 8), (I, 8), (Var("p"), 4)):
        body = For(var, const(0), const(extent), "serial", body)
    func = prim_func([F, B, Var("p")], body, global_symbol="main")
    again = parse_prim_func(script(func))
    assert first_difference(func, again, map_free_vars=True) is None


def test_every_intrinsic_has_a_text_form():
    x, n = F[I], B[I]
    for op, info in INTRINSICS.items():
        if op in ("call_extern", "call_pure_extern", "call_packed", "call_kernel"):
            value = Call(op, (StringImm("f"), x, const(3)), "int32")
        elif op == "if_then_else":
            value = Call(op, (I < J, x, x), "float32")
        elif op in ("bitwise_not", "popcount", "clz"):
            value = Call(op, (n,), "int32")
        elif op in ("workspace_ptr", "weight_ptr"):
            value = Call(op, (const(64, "int64"),), "handle")
        elif op == "address_of":
            value = Call(op, (x,), "handle")
        elif op in ("prefetch", "prefetch_write"):
            value = Call(op, (Call("address_of", (x,), "handle"),), "int32")
        elif op == "reduce_lanes":
            value = Call(op, (StringImm("add"), Broadcast(x, 8)), "float32")
        elif op == "likely":
            value = Call(op, (I < J,), "bool")
        elif op == "reinterpret":
            value = call(op, x, dtype="int32")
        elif op == "ret":
            value = Call(op, (n,), "int32")
        else:
            value = call(op, *[x] * info.arity)
        body = For(I, const(0), const(8), "serial", For(J, const(0), const(8), "serial", Evaluate(value)))
        func = prim_func([F, B], body, global_symbol="main")
        assert f"T.{op}(" in script(func) or op == "bitwise_not"
        assert first_difference(func, parse_prim_func(script(func)), map_free_vars=True) is None, op


# ---------------------------------------------------------------- names
def test_names_are_identifiers_and_unique():
    buffers = [make_buffer(n, (4,)) for n in ("a/b.c", "a_b_c", "1x", "lambda", "数据", "T", "数据")]
    i = Var("i")
    stores = [BufferStore(b, const(0.0), (i,)) for b in buffers]
    func = prim_func(buffers, For(i, const(0), const(4), "serial", seq(*stores)), global_symbol="main")
    head = script(func).splitlines()[1]
    names = [p.split(":")[0].strip() for p in head[head.index("(") + 1 :].split(", ") if ": T.Buffer" in p]
    assert names == ["a_b_c", "a_b_c_1", "v1x", "lambda_1", "数据", "T", "数据_1"]
    assert first_difference(func, parse_prim_func(script(func))) is None


def test_names_of_dialects_are_names_of_buffers_too():
    """They are names of arguments in a library's interface; for TVM, which runs the text, they must be others."""
    text = """
@T.prim_func
def main(I: T.Buffer((8,), "float32"), T: T.Buffer((8,), "float32"), R: T.int32, cls: T.Buffer((8,), "float32")):
    range = T.alloc_buffer((8,))
    for tir in range(8):
        with T.block("metadata"):
            vi = T.axis.spatial(8, tir)
            range[vi] = T[vi] * T.exp(I[vi]) + T.float32(R)
            cls[vi] = range[vi]
"""
    func = parse_prim_func(text)
    assert [p.name for p in func.params if p.dtype != "handle"] == ["R"]
    assert [b.name for b in func.buffers] == ["I", "T", "cls"]
    again = parse_prim_func(script(func))
    assert structural_equal(again, func)
    assert [b.name for b in again.buffers] == ["I", "T", "cls"]
    assert "def main(I_1: T.Buffer((8,)" in script(func, dialect="tvm")


def test_a_name_is_free_again_after_its_scope():
    loops = [For(v := Var("i"), const(0), const(4), "serial", BufferStore(F, const(0.0), (v,))) for _ in range(2)]
    inner = For(Var("i"), const(0), const(2), "parallel", loops[0])
    text = script(seq(inner, loops[1]))
    assert [line.split()[1] for line in text.splitlines() if line.strip().startswith("for")] == ["i", "i_1", "i"]


# ---------------------------------------------------------------- statements
def _reads_back(func):
    assert first_difference(func, parse_prim_func(script(func))) is None


def test_a_let_before_other_statements_prints_in_a_with():
    x, i = Var("x"), Var("i")
    let = LetStmt(x, i + 1, BufferStore(F, const(1.0), (x,)))
    body = For(i, const(0), const(4), "serial", seq(let, BufferStore(F, const(0.0), (i,))))
    func = prim_func([F], body, global_symbol="main")
    assert "with T.LetStmt(i + 1) as x:" in script(func)
    _reads_back(func)
    at_end = func.with_body(prim_func([F], For(i, const(0), const(4), "serial", let)).body)
    assert "x: T.int32 = i + 1" in script(at_end)
    _reads_back(at_end)


def test_lowered_functions_read_back():
    a, t = Buffer("A", (const(64),), align=64), make_buffer("t", (8,), scope="local")
    i, p = Var("i"), Var("p", "handle")
    index = (Ramp(i * 8, const(1), 8),)
    value = Binary("add", a[index[0]], Broadcast(FloatImm(1.0), 8))
    body = seq(
        Allocate(t, BufferStore(t, const(0.0), (const(0),))),
        For(i, const(0), const(8), "parallel", BufferStore(a, value, index)),
        Evaluate(
            Call("call_kernel", (StringImm("k"), p, Call("workspace_ptr", (const(0, "int64"),), "handle")), "int32")
        ),
    )
    handle = Var("A", "handle")
    func = PrimFunc((handle, p), {handle: a}, body, {"global_symbol": "main", "workspace_bytes": 64})
    text = script(func)
    assert text.startswith("@T.prim_func(s_tir=False)")
    assert 'with T.decl_buffer((8,), scope="local") as t:' in text
    _reads_back(func)


def test_attributes_and_annotations_read_back():
    i = Var("i")
    loop = For(i, const(0), const(4), "unroll", BufferStore(F, const(0.0), (i,)), annotations={"b": [1, 2], "a": "x"})
    body = AttrStmt(F, "pragma", const(1), loop)
    func = prim_func([F], body, global_symbol="main", zeta=None, alpha={"k": [0.5, True, "s"], "e": const(1, "int64")})
    assert '"alpha": {"e": T.int64(1), "k": [0.5, True, "s"]}, "zeta": None' in script(func)
    assert 'T.unroll(4, annotations={"a": "x", "b": [1, 2]})' in script(func)
    _reads_back(func)


def test_ranges_that_do_not_start_at_zero():
    i, j, v = Var("i"), Var("j"), Var("v")
    axis = IterVar(v, Range(const(2), const(3)), "spatial")
    one = (BufferRegion(F, (Range(v, const(1)),)),)
    block = BlockRealize((j,), const(True), Block("b.c", (axis,), (), one, BufferStore(F, const(0.0), (v,))))
    body = For(i, const(1), const(2), "serial", For(j, const(2), const(3), "vectorized", block))
    func = prim_func([F], body, global_symbol="main")
    text = script(func)
    assert "in range(1, 3):" in text
    assert "T.vectorized(2, 5)" in text
    assert "T.axis.spatial((2, 5), j)" in text
    assert 'T.block("b.c")' in text
    _reads_back(func)


def test_regions():
    x = Var("x")
    region = BufferRegion(make_buffer("A", (64, 64)), (Range(x * 13 + 1, const(13)), Range(const(0), const(64))))
    assert script(region) == "A[x * 13 + 1:x * 13 + 14, 0:64]"
    symbolic = BufferRegion(make_buffer("A", (64,)), (Range(x * 4, Binary("min", const(4), x)),))
    assert script(symbolic) == "A[x * 4:x * 4 + T.min(4, x)]"


def test_a_private_function_has_no_symbol():
    func = prim_func([F], BufferStore(F, const(0.0), (const(0),)))
    assert script(func).startswith("@T.prim_func(private=True)\ndef main(")
    other = script(IRModule({"f": func.with_attr("global_symbol", "g")}))
    assert 'T.func_attr({"global_symbol": "g"})' in other


# ---------------------------------------------------------------- constants
def _with_constants(*arrays):
    x = GraphVar("x")
    out = GraphVar("y")
    value = GraphCall(Op("concat"), (x, *map(Constant, arrays)))
    body = SeqExpr((BindingBlock((VarBinding(out, value),)),), out)
    return IRModule({"main": GraphFunction((x,), body, None, {"global_symbol": "main"})})


def test_short_constants_stand_in_place():
    module = _with_constants(np.array(0.1, "float32"), np.array([[1, 2]], "int64"), np.array([True, False]))
    text = script(module)
    assert 'R.const(0.10000000149011612, "float32"), R.const([[1, 2]], "int64"), R.const([True, False], "bool")' in text
    assert "metadata" not in text
    assert first_difference(module, parse_module(text)) is None


@pytest.mark.parametrize("dtype", ["float32", "float16", "int8", "uint64", "bool", "float64"])
def test_long_constants_stand_at_the_end(dtype):
    data = np.arange(30).reshape(5, 3, 2).astype(dtype)
    module = _with_constants(data, np.full((2,), np.nan, "float32"), np.zeros((0, 3), "float32"), data[::2].T)
    text = script(module)
    assert text.count('metadata["relax.expr.Constant"]') == 4
    assert text.splitlines()[-1].startswith('metadata = mlcc.load_json("""{"relax.expr.Constant": [{"dtype": ')
    assert first_difference(module, parse_module(text)) is None
    short = script(module, show_meta=False)
    assert short.splitlines()[-1].startswith("# Metadata omitted")


def test_people_are_not_shown_data(capsys):
    """A constant of 4 KiB is written, and read again in this process where it is not."""
    module = _with_constants(np.arange(1024, dtype="float32"))
    assert len(module.script()) > 4096
    module.show("plain")
    for text in (repr(module), capsys.readouterr().out, module._repr_html_(), repr(module["main"])):
        assert 100 < len(text) < 2048
    assert first_difference(module, parse_module(repr(module))) is None


def test_one_constant_used_twice_is_stored_once():
    shared = Constant(np.arange(20, dtype="float32"))
    x, out = GraphVar("x"), GraphVar("y")
    value = GraphCall(Op("add"), (shared, shared))
    func = GraphFunction((x,), SeqExpr((BindingBlock((VarBinding(out, value),)),), out))
    assert script(func).count('"dtype"') == 1


# ---------------------------------------------------------------- places
def test_locations_of_nodes_in_the_printed_text():
    module = parse_module(MATMUL_RELU)
    func = module["mm_relu"]
    shown = printed_text(func, "after step 1")
    loop = func.root.body.stmts[1]
    assert shown.span(loop).text == "for i, j in T.grid(8, 16):"
    block = loop.body.body.block
    assert shown.span(block).text == 'with T.block("C"):'
    assert shown.span(block.iters[0]).text == 'vi, vj = T.axis.remap("SS", [i, j])'
    assert shown.span(block.body).text == "C[vi, vj] = T.max(Y[vi, vj], T.float32(0))"
    assert str(shown.span(loop)) == "after step 1:13:5"
    assert shown.span(IntImm(1)) is None


def test_methods_print(capsys):
    func = parse_module(MATMUL_RELU)["mm_relu"]
    func.show()
    assert capsys.readouterr().out == func.script() + "\n"
    assert structural_equal(parse_prim_func(func.script()), func)


def test_long_expressions_in_messages() -> None:
    n = Var("n", "int64")
    size: Expr = n
    for _ in range(60):
        size = (size + 1) // 2 * size
    text = readable(size)
    assert text.count("…") > 1
    assert len(text) < 500
    assert readable((n + 1) // 2 * 8) == "(n + 1) // 2 * 8"
