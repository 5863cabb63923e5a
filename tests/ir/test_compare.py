"""Structural equality and hash."""

import subprocess
import sys

import numpy as np
import pytest

from mlcc.ir import (
    BufferStore,
    Constant,
    FloatImm,
    For,
    IntImm,
    IRModule,
    SeqStmt,
    Var,
    const,
    first_difference,
    make_buffer,
    map_nodes,
    prim_func,
    seq,
    structural_equal,
    structural_hash,
)
from mlcc.script import parse_module

from .ir_programs import ALL, GRAPH, GRAPH_SYMBOLIC, MATMUL_RELU

EVERY = {**ALL, "GRAPH_SYMBOLIC": GRAPH_SYMBOLIC}


@pytest.mark.parametrize("name", EVERY)
def test_equal_programs_have_equal_hashes(name):
    a, b = parse_module(EVERY[name]), parse_module(EVERY[name])
    assert structural_equal(a, b)
    assert structural_hash(a) == structural_hash(b)
    assert first_difference(a, b) is None


def test_different_programs_differ():
    modules = [parse_module(text) for text in EVERY.values()]
    assert len({structural_hash(m) for m in modules}) == len(modules)
    assert not structural_equal(modules[0], modules[1])


RENAMED = (
    MATMUL_RELU.replace("vi", "first").replace("Y = T", "Temp = T").replace("Y[", "Temp[").replace(" i, j", " x, y")
)
RENAMED = RENAMED.replace("[i, j", "[x, y").replace("A:", "Left:").replace("A[", "Left[")


def test_names_of_variables_and_buffers_do_not_count():
    assert RENAMED != MATMUL_RELU
    a, b = parse_module(MATMUL_RELU), parse_module(RENAMED)
    assert structural_equal(a, b)
    assert structural_hash(a) == structural_hash(b)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("A[vi, vk] * B[vk, vj]", "B[vk, vj] * A[vi, vk]"),
        ("T.float32(0)", "T.float32(-0.0)"),
        ("T.grid(8, 16, 12)", "T.grid(8, 16, 13)"),
        ('"SSR"', '"SSS"'),
        ('T.block("C")', 'T.block("D")'),
        ("T.reads(Y[vi, vj])", "T.reads()"),
        ('"tir.noalias": True', '"tir.noalias": False'),
        ("def mm_relu", "def other"),
        ("Y = T.alloc_buffer((8, 16))", 'Y = T.alloc_buffer((8, 16), scope="local")'),
        ("C[vi, vj] = T.max(Y[vi, vj], T.float32(0))", "C[vi, vj] = T.max(Y[vj, vi], T.float32(0))"),
        ("for i, j in T.grid(8, 16)", "for j, i in T.grid(8, 16)"),
    ],
)
def test_what_counts(old, new):
    assert old in MATMUL_RELU
    a, b = parse_module(MATMUL_RELU), parse_module(MATMUL_RELU.replace(old, new))
    assert not structural_equal(a, b)
    assert structural_hash(a) != structural_hash(b)
    assert first_difference(a, b) is not None


def test_first_difference_names_the_place_and_both_texts():
    a = parse_module(MATMUL_RELU)
    b = parse_module(MATMUL_RELU.replace("T.max(Y", "T.min(Y"))
    result = first_difference(a, b)
    assert result == (
        "at `mm_relu`.body.block.body.stmts[1].body.body.block.body.value: 'max' is not 'min'\n"
        "--- first\nT.max(Y[vi, vj], T.float32(0))\n--- second\nT.min(Y[vi, vj], T.float32(0))"
    )


def test_order_of_functions_and_keys_does_not_count():
    module = parse_module(GRAPH)
    reordered = IRModule(dict(reversed(module.functions.items())))
    assert structural_equal(module, reordered)
    assert structural_hash(module) == structural_hash(reordered)
    func = module["split"]
    a, b = func.with_attr({"x": 1, "y": [1, 2]}), func.with_attr({"y": (1, 2), "x": 1})
    assert structural_equal(a, b)


def test_nesting_of_sequences_does_not_count():
    buffer = make_buffer("A", (4,))
    one, two, three = (BufferStore(buffer, const(float(i)), (const(i),)) for i in range(3))
    assert structural_equal(SeqStmt((one, SeqStmt((two, three)))), seq(one, two, three))
    assert structural_equal(SeqStmt((SeqStmt((one,)),)), one)
    assert structural_hash(SeqStmt((one, SeqStmt((two, three))))) == structural_hash(seq(one, two, three))


def test_free_variables():
    x, y = Var("x"), Var("y")
    assert structural_equal(x + 1, x + 1)
    assert not structural_equal(x + 1, y + 1)
    assert structural_equal(x + 1, y + 1, map_free_vars=True)
    assert not structural_equal(x + y, x + x, map_free_vars=True)
    assert not structural_equal(Var("x", "int64"), x, map_free_vars=True)
    assert structural_hash(x + y) == structural_hash(y + x)
    assert structural_hash(x + y) != structural_hash(x + x)
    a, b = make_buffer("A", (4,)), make_buffer("A", (4,))
    assert not structural_equal(a[x], b[x])
    assert structural_equal(a[x], b[x], map_free_vars=True)
    assert not structural_equal(a[x], make_buffer("A", (5,))[x], map_free_vars=True)


def test_the_same_variable_in_two_loops():
    buffer, i, j = make_buffer("A", (4,)), Var("i"), Var("j")

    def loop(var):
        return For(var, const(0), const(4), "serial", BufferStore(buffer, const(0.0), (var,)))

    assert structural_equal(seq(loop(i), loop(i)), seq(loop(i), loop(j)))


def test_contents_of_constants_count():
    a, b = np.arange(5, dtype="float32"), np.arange(5, dtype="float32")
    assert structural_equal(Constant(a), Constant(b))
    assert structural_hash(Constant(a)) == structural_hash(Constant(b))
    b[2] = np.nan
    assert not structural_equal(Constant(a), Constant(b))
    assert structural_equal(Constant(b), Constant(b.copy()))
    assert not structural_equal(Constant(a), Constant(a.reshape(5, 1)))
    assert not structural_equal(Constant(a), Constant(a.astype("float64")))
    view = np.arange(10, dtype="float32").reshape(2, 5).T
    assert structural_equal(Constant(view), Constant(view.copy()))


def test_literals():
    assert not structural_equal(IntImm(1), IntImm(1, "int64"))
    assert not structural_equal(FloatImm(0.0), FloatImm(-0.0))
    assert structural_equal(FloatImm(float("nan")), FloatImm(-float("nan")))


def test_the_hash_is_the_same_in_every_process():
    code = (
        "from ir.ir_programs import MATMUL_RELU\nfrom mlcc.script import parse_module\n"
        "from mlcc.ir import structural_hash\nprint(structural_hash(parse_module(MATMUL_RELU)))"
    )
    result = [
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": str(seed), "PYTHONPATH": ":".join(p for p in sys.path if p), "PATH": ""},
        ).stdout.strip()
        for seed in (1, 2)
    ]
    assert result == [structural_hash(parse_module(MATMUL_RELU))] * 2


def test_a_rewrite_is_noticed_anywhere():
    func = parse_module(MATMUL_RELU)["mm_relu"]
    for n, item in enumerate(iter_literals(func)):
        changed = map_nodes(func, lambda node, item=item: IntImm(item.value + 1, item.dtype) if node is item else None)  # type: ignore[misc]
        assert not structural_equal(func, changed), n
    assert structural_equal(func, prim_func([], func.body).with_body(func.body).with_attr({})) is False


def iter_literals(func):
    from mlcc.ir import walk

    return [n for n in walk(func.body) if isinstance(n, IntImm) and n.dtype == "int32"]
