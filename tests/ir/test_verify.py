"""The verifier: what it refuses, where it points, and what it must leave alone."""

import pytest

from mlcc.diagnostics import MlccError, render_text
from mlcc.ir import (
    Binary,
    Block,
    BlockRealize,
    Buffer,
    BufferStore,
    Call,
    Evaluate,
    For,
    GraphCall,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IfThenElse,
    IRModule,
    IterVar,
    LetStmt,
    Not,
    Op,
    Range,
    Select,
    TensorStructInfo,
    TupleGetItem,
    TupleStructInfo,
    Var,
    const,
    from_json,
    make_buffer,
    prim_func,
    problems,
    to_json,
    verify,
)
from mlcc.script import parse_module

from .ir_programs import ALL, GRAPH, GRAPH_SYMBOLIC

HEAD = """@T.prim_func
def main(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128,), "float32"), n: T.int32, c: T.handle):
    m = T.int32()
    C = T.match_buffer(c, (m, 4), "float32")
"""


def check(body, **options):
    lines = "\n".join("    " + line for line in body.strip("\n").split("\n"))
    return problems(parse_module(HEAD + lines, "kernel.tir"), **options)


def codes(body, **options):
    return [p.code for p in check(body, **options)]


@pytest.mark.parametrize("name", [*ALL, "GRAPH_SYMBOLIC"])
def test_good_programs_pass(name):
    module = parse_module({**ALL, "GRAPH_SYMBOLIC": GRAPH_SYMBOLIC}[name])
    verify(module)
    verify(from_json(to_json(module)))


def test_the_wrong_program_of_the_course():
    """A block axis of 128 bound to a loop of 127: marked at the loop and at the axis."""
    with pytest.raises(MlccError) as error:
        verify(
            parse_module(
                """@T.prim_func
def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    for i in range(127):
        with T.block("C"):
            vi = T.axis.spatial(128, i)
            B[vi] = A[vi]
""",
                "k.tir",
            )
        )
    assert (
        render_text(error.value)
        == """\
error[V022]: axis `vi` of block `C` has the domain 0..127 (extent 128), but the loop `i` bound to it runs over 0..126 (extent 127)
  --> k.tir:5:18
   |
 3 |     for i in range(127):
   |     -------------------- this loop has extent 127
 4 |         with T.block("C"):
 5 |             vi = T.axis.spatial(128, i)
   |                  ^^^^^^^^^^^^^^^^^^^^^^ the axis has extent 128
   |
help: give both the same extent: a loop over 128, or an axis over 127
"""  # noqa: E501
    )


AXIS = """
for {loops} in T.grid({extents}):
    with T.block("B"):
        vi = T.axis.spatial({domain}, {value})
        {where}
        B[vi] = T.float32(0)
"""


@pytest.mark.parametrize(
    ("loops", "extents", "domain", "value", "where", "reported"),
    [
        ("i, z", "128, 1", "128", "i", "", []),
        ("i, z", "127, 1", "128", "i", "", ["V022"]),
        ("i, z", "128, 1", "127", "i", "", ["V022"]),
        ("i, z", "128, 1", "127", "i", "T.where(i < 127)", []),
        ("i, z", "128, 1", "127", "i", "T.where(127 > i)", []),
        ("i, z", "128, 1", "127", "i", "T.where(i <= 126 and z < 1)", []),
        ("i, z", "128, 1", "126", "i", "T.where(i < 127)", ["V022"]),
        ("i, j", "32, 4", "128", "i * 4 + j", "", []),
        ("i, j", "32, 4", "127", "i * 4 + j", "", ["V022"]),
        ("i, j", "32, 4", "127", "i * 4 + j", "T.where(i * 4 + j < 127)", []),
        ("i, j", "32, 4", "126", "i * 4 + j", "T.where(i * 4 + j < 127)", ["V022"]),
        ("i, j", "32, 4", "127", "i * 4 + j", "T.where(j + 4 * i < 127)", []),
        ("i, j", "32, 4", "127", "i * 4 + j", "T.where(not i * 4 + j >= 127)", []),
        ("i, j", "32, 4", "127", "i * 4 + j", "T.where(i % 3 == 0)", []),  # not understood: silent
        ("i, j", "43, 3", "128", "i * 3 + j", "T.where(i * 3 + j < 128)", []),
        ("i, j", "32, 4", "(1, 129)", "i * 4 + j", "", ["V022"]),
        ("i, j", "32, 4", "128", "127 - (i * 4 + j)", "", []),
        ("i, j", "32, 4", "128", "126 - (i * 4 + j)", "", ["V022"]),
        ("ij, z", "128, 1", "32", "ij // 4", "", []),
        ("ij, z", "128, 1", "31", "ij // 4", "", ["V022"]),
        ("ij, z", "128, 1", "4", "ij % 4", "", []),
        ("ij, z", "128, 1", "3", "ij % 4", "", ["V022"]),
        ("i, j", "128, 2", "128", "i // 2 * 2 + i % 2", "", []),
        ("i, j", "128, 2", "129", "T.min(i + j, 128)", "", []),
    ],
)
def test_axes(loops, extents, domain, value, where, reported):
    text = AXIS.format(loops=loops, extents=extents, domain=domain, value=value, where=where or "T.reads()")
    assert [c for c in codes(text) if c != "V021"] == reported


def test_a_scheduled_program_may_compute_part_of_a_domain():
    text = AXIS.format(loops="i, z", extents="100, 1", domain="128", value="i", where="T.reads()")
    assert codes(text) == ["V022"]
    assert codes(text, coverage=False) == []


@pytest.mark.parametrize(
    ("body", "reported"),
    [
        ("for i in range(128):\n    B[i] = A[i, 127]", []),
        ("for i in range(128):\n    B[i] = A[i, 128]", ["V021"]),
        ("for i in range(128):\n    B[i] = A[-1, i]", ["V021"]),
        ("for i in range(129):\n    B[i] = A[0, 0]", ["V021"]),
        ("for i in range(1, 129):\n    B[i] = A[0, 0]", ["V021"]),
        ("for i in range(1, 129):\n    B[i - 1] = A[0, 0]", []),
        ("for i in range(128):\n    if i < 127:\n        B[i + 1] = A[0, 0]", []),
        (
            "for i in range(128):\n    if i < 127:\n        B[i] = A[0, 0]\n    else:\n        B[i + 1] = A[0, 0]",
            ["V021"],
        ),
        ("for i in range(128):\n    if i > 0 or A[0, 0] > 0:\n        B[i - 1] = A[0, 0]", []),
        ("for i in range(128):\n    if not (i < 1 or i > 126):\n        B[i - 1] = A[i + 1, 0]", []),
        ("for i in range(128):\n    B[i] = T.if_then_else(i < 127, A[i + 1, 0], A[i, 0])", []),
        ("for i in range(128):\n    B[i] = T.if_then_else(i < 127, A[i, 0], A[i + 1, 0])", ["V021"]),
        ("for i in range(128):\n    B[i] = T.Select(i < 127, A[i + 1, 0], A[i, 0])", ["V021"]),
        ("for i in range(128):\n    if i < 127 and A[i + 1, 0] > 0:\n        B[i] = T.float32(0)", []),
        ("for i in range(128):\n    if A[i + 1, 0] > 0 and i < 127:\n        B[i] = T.float32(0)", ["V021"]),
        ("for i, j in T.grid(128, 128):\n    if i + j < 128:\n        B[i + j] = T.float32(0)", []),
        ("for i, j in T.grid(128, 128):\n    B[i + j] = T.float32(0)", ["V021"]),
        ("for i in range(128):\n    for j in range(128 - i):\n        B[i + j] = T.float32(0)", []),
        ("for i in range(128):\n    B[T.min(i + 1, 127)] = T.float32(0)", []),
        ("for i in range(128):\n    x: T.int32 = i + 1\n    if x < 128:\n        B[x] = T.float32(0)", []),
        ("for i in range(0):\n    B[i + 500] = T.float32(0)", []),
        ("if False:\n    B[500] = T.float32(0)", []),
        ("for i in range(n):\n    B[i + 128] = T.float32(0)", ["V021"]),
        ("for i in range(n):\n    B[i] = T.float32(0)", []),
        ("for i in range(m):\n    C[i, 0] = T.float32(0)", []),
        ("for i in range(m):\n    C[i + 1, 0] = T.float32(0)", ["V021"]),
        ("for i in range(m):\n    C[m - 1 - i, 0] = T.float32(0)", []),
        ("for i in range(m):\n    if i + 1 < m:\n        C[i + 1, 0] = T.float32(0)", []),
        ("for i in range(m - 1):\n    C[i + 1, 0] = T.float32(0)", []),
        ("for i in range(m + 1):\n    C[i, 0] = T.float32(0)", ["V021"]),
        ("for i in range(m):\n    C[i, 4] = T.float32(0)", ["V021"]),
    ],
)
def test_accesses(body, reported):
    assert codes(body) == reported


def test_an_access_is_marked_at_its_index():
    (problem,) = check("for i in range(128):\n    B[i] = A[i * 2 + 1, 0]")
    assert problem.span.text == "i * 2 + 1"
    assert problem.message == "the index `i * 2 + 1` of `A` is out of range: it is as high as 255"


def test_a_block_sees_its_own_axes_only():
    body = """
for i, k in T.grid(128, 4):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = A[vi, k]"""
    (problem,) = check(body)
    assert (problem.code, problem.span.text) == ("V014", "A[vi, k]")
    opaque = 'for i in range(128):\n    with T.block("B"):\n        B[i] = T.float32(0)'
    assert codes(opaque) == []


def test_several_problems_are_reported_together():
    assert codes("B[128] = T.float32(0)\nB[0] = A[0]\nB[1] = T.Cast('int32', A[0, 0])") == ["V021", "V020", "V030"]


# ---------------------------------------------------------------- trees that text cannot say
I = Var("i")
F = make_buffer("F", (8,))


def tree(body, params=(F,), allocs=()):
    return [p.code for p in problems(prim_func(list(params), body, allocs))]


def test_scopes():
    other = make_buffer("G", (8,))
    store = BufferStore(F, const(0.0), (I,))
    assert tree(For(I, const(0), const(8), "serial", store)) == []
    assert tree(store) == ["V010"]
    assert tree(BufferStore(other, const(0.0), (const(0),))) == ["V011"]
    assert tree(BufferStore(other, const(0.0), (const(0),)), allocs=(other,)) == []
    inner = For(I, const(0), const(8), "serial", store)
    assert tree(For(I, const(0), const(8), "serial", inner)) == ["V012"]
    n = Var("n")
    assert tree(store, (Buffer("F", (n,)), F)) == ["V010"]
    assert tree(For(I, const(0), n, "serial", store)) == ["V010"]
    nested = Block("b", (), (), (), BufferStore(other, const(0.0), (const(0),)), None, (other,))
    after = BufferStore(other, const(0.0), (const(0),))
    from mlcc.ir import seq

    assert tree(seq(BlockRealize((), const(True), nested), after)) == ["V011"]


def test_types():
    x = F[const(0)]
    zero = (const(0),)
    assert tree(BufferStore(F, const(0), zero)) == ["V030"]
    assert tree(BufferStore(F, x, (const(0.0),))) == ["V031"]
    assert tree(BufferStore(F, Binary("add", x, const(1)), zero)) == ["V030"]
    assert tree(BufferStore(F, Select(const(1), x, x), zero)) == ["V032"]
    assert tree(IfThenElse(const(1), BufferStore(F, x, zero))) == ["V032"]
    assert tree(BufferStore(F, Select(Not(x), x, x), zero)) == ["V032", "V032"]
    assert tree(Evaluate(Call("expp", (x,), "float32"))) == ["V033"]
    assert tree(Evaluate(Call("exp", (x, x), "float32"))) == ["V033"]
    assert tree(LetStmt(Var("v", "int64"), const(1), Evaluate(const(0)))) == ["V030"]
    assert tree(Evaluate(Binary("div", const(1), const(2)))) == ["V030"]
    assert tree(For(Var("i", "int64"), const(0), const(8), "serial", Evaluate(const(0)))) == ["V030"]


def test_a_program_without_spans_is_shown_as_printed():
    axis = IterVar(v := Var("v"), Range(const(0), const(8)), "spatial")
    block = BlockRealize((I,), const(True), Block("b", (axis,), (), (), BufferStore(F, const(0.0), (v,))))
    func = prim_func([F], For(I, const(0), const(7), "serial", block), global_symbol="f")
    text = render_text(problems(func)[0])
    assert "for i in range(7):" in text
    assert "this loop has extent 7" in text
    assert "v = T.axis.spatial(8, i)" in text
    assert "--> <function f>:5:13" in text


# ---------------------------------------------------------------- graph functions
def graph(old, new):
    assert old in GRAPH
    return [p.code for p in problems(parse_module(GRAPH.replace(old, new)), operators=["nn.relu"])]


@pytest.mark.parametrize(
    ("old", "new", "reported"),
    [
        ("num_input", "num_inputs", []),
        ("cls.scale, (x,)", "cls.scale, (x, x)", ["V066"]),
        ("cls.scale, (x,)", "cls.scale, (flag,)", ["V067"]),
        (
            'out_sinfo=R.Tensor((2, 3), dtype="float32")',
            'out_sinfo=R.Tensor((2, 4), dtype="float32")',
            ["V067", "V067"],
        ),
        ('out_sinfo=R.Tensor((2, 3), dtype="float32")', 'out_sinfo=R.Tensor((2, 3), dtype="int8")', ["V067", "V067"]),
        ("R.call_tir(cls.scale, (x,), out", "R.call_tir(cls.main, (x,), out", ["V066"]),
        ("Y[vi, vj] = X[vi, vj]", "X[vi, vj] = X[vi, vj]", ["V040"]),
        ("a = lv1[0]", "a = R.nn.relu(lv)", []),
        ("a = lv1[0]", "a = R.nn.rellu(lv)", ["V064"]),
    ],
)
def test_graph_functions(old, new, reported):
    assert graph(old, new) == reported


def test_operators_may_be_a_predicate():
    module = parse_module(GRAPH.replace("a = lv1[0]", "a = R.nn.rellu(lv)"))
    assert problems(module) == []
    assert [p.code for p in problems(module, operators=lambda name: name == "nn.relu")] == ["V064"]
    (problem,) = problems(module, operators={"nn.relu"})
    assert problem.help == "did you mean `R.nn.relu`?"


def test_graph_scopes():
    from mlcc.ir import BindingBlock, SeqExpr, VarBinding

    info = TensorStructInfo((2,))
    x, a, b = GraphVar("x", info), GraphVar("a", info, True), GraphVar("b", info)
    relu = Op("nn.relu")
    flow = BindingBlock((VarBinding(a, GraphCall(relu, (x,))), VarBinding(b, GraphCall(relu, (a,)))), True)

    def reported(*blocks, result=b):
        return [p.code for p in problems(IRModule({"main": GraphFunction((x,), SeqExpr(blocks, result))}))]

    assert reported(flow) == []
    assert reported(flow, result=a) == ["V061"]
    assert reported(result=b) == ["V060"]
    assert reported(flow, flow) == ["V012"]
    pair = GraphVar("p", TupleStructInfo((info, info)))
    binding = BindingBlock((VarBinding(pair, GraphTuple((x, x))),))
    assert reported(binding, result=TupleGetItem(pair, 1)) == []
    assert reported(binding, result=TupleGetItem(pair, 2)) == ["V062"]
