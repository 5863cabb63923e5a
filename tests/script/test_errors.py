"""Mistakes: the exact code and place, and help where it should help."""

from __future__ import annotations

import pytest

from mlcc.diagnostics import MlccError, render_text
from mlcc.script import parse_expr, parse_module, parse_prim_func

from .conftest import problems

HEAD = '@T.prim_func\ndef f(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8,), "float32")):\n'
GRAPH = '@R.function\ndef main(x: R.Tensor((4,), "float32")):\n'

TENSOR = [
    # layout
    ("B[0] = 1 ? 2", ["P101 3:14"]),
    ("for i in range(4): B[i] = 1; B[0] = 2", ["P101 3:32"]),
    ("B[0]\t= 1", ["P102 3:9"]),
    ("for i in range(8):\n\tB[i] = 1", ["P102 4:5"]),
    ("for i in range(8):\n        B[i] = 1\n    B[i] = 2", ["P103 5:9"]),
    ("B[0] = (1 + 2", ["P104 3:12"]),
    ("B[0] = (1 + 2]", ["P104 3:18"]),
    ("B[0] = 1)", ["P104 3:13"]),
    ("with T.block('B):\n    pass", ["P105 3:18"]),
    # grammar
    ("for i in range(8)\n    B[i] = 1", ["P110 3:22"]),
    ("for i in range(8):\nB[0] = 1", ["P110 4:5"]),
    ("B[0] = = 1\nB[1] = +\nB[2] = 1", ["P110 3:12", "P110 4:13"]),
    ("if B[0] = 1:\n    pass", ["P110 3:13"]),
    ("B[0] = f'x'", ["P110 3:13"]),
    ("try:\n    pass", ["P110 3:9"]),
    ("    B[0] = 1", ["P110 3:1"]),
    # names
    ("for i in range(8):\n    B[i] = A[i, k]", ["P120 4:21"]),
    ("B[0] = max(B[1], 0)", ["P120 3:12"]),
    ("x = y\nB[0] = x\nB[1] = x", ["P120 3:9"]),
    ("for i in rnge(8):\n    B[i] = i\n    B[0] = q", ["P129 3:14", "P120 5:16"]),
    ("B[0] = T.call_extern('int32', '\\x')", ["P105 3:35"]),
    ("B[0] = T.maximum(B[1], 0)", ["P121 3:12"]),
    ("B[0] = R.add(B[1], 0)", ["P121 3:12"]),
    ("with T.blok('B'):\n    pass", ["P127 3:10"]),
    ("with T.block('B'):\n    v = T.axis.spacial(8, 0)\n    B[v] = 1", ["P121 4:13"]),
    ("B[0] = A.vlaod([0])", ["P121 3:12"]),
    # arguments
    ("B[0] = T.exp(B[0], B[1])", ["P122 3:24"]),
    ("B[0] = T.max(B[0])", ["P122 3:12"]),
    ("B[0] = T.max(B[0], B[1], 1, 2, 3)", ["P122 3:36"]),
    ("B[0] = T.max(B[0], c=1)", ["P122 3:24"]),
    ("B[0] = T.max(B[0], B[1], b=1)", ["P122 3:30"]),
    ("for i, j in T.grid(8, 8, 8):\n    pass", ["P122 3:9"]),
    ("for i, j in range(8):\n    pass", ["P122 3:9"]),
    ("for t in T.thread_binding(8):\n    pass", ["P122 3:14"]),
    ("with T.block('B'):\n    v, w = T.axis.remap('SS', [0])\n    pass", ["P122 4:16"]),
    # twice
    ("for i, i in T.grid(8, 8):\n    pass", ["P123 3:12"]),
    ("Y = T.alloc_buffer((8,))\nY = T.alloc_buffer((8,))", ["P123 4:5"]),
    ("with T.block('B'):\n    T.reads()\n    T.reads()", ["P123 5:9"]),
    ("with T.block('B'):\n    T.block_attr({'a': 1, 'a': 2})", ["P123 4:31"]),
    # kinds of values
    ("B[0] = A", ["P124 3:12"]),
    ("for i in range(8):\n    B[i / 2] = 1", ["P124 4:11"]),
    ("B[0.5] = 1", ["P124 3:7"]),
    ("for i in range(8):\n    if i % 2:\n        pass", ["P124 4:12"]),
    ("B[0] = B[1] ** 2", ["P124 3:12"]),
    ("for i in range(2.5):\n    pass", ["P124 3:20"]),
    ("for i in range(3000000000):\n    pass", ["P124 3:20"]),
    ("B[0:4] = 1", ["P127 3:5"]),
    ("B[0] = B[0:4]", ["P124 3:12"]),
    ("x: T.int32 = B[0]", ["P124 3:18"]),
    ("x: T.int3 = 4", ["P125 3:8"]),
    ("Y = T.alloc_buffer((8,), 'f32')", ["P125 3:30"]),
    ("Y = T.alloc_buffer((-8,))", ["P124 3:25"]),
    ("with T.block('B'):\n    T.reads(A[0])", ["P126 4:17"]),
    # statements
    ("return A", ["P127 3:5"]),
    ("break", ["P127 3:5"]),
    ("3", ["P127 3:5"]),
    ("T.alloc_buffer((8,))", ["P127 3:5"]),
    ("v = T.axis.spatial(8, 0)", ["P127 3:9"]),
    ("T.where(True)", ["P127 3:5"]),
    ("a, b = 1, 2", ["P128 3:5"]),
    ("for i in A:\n    pass", ["P129 3:14"]),
    ("for i in range(0, 8, 2):\n    pass", ["P129 3:26"]),
    ("for i in T.serail(8):\n    pass", ["P129 3:14"]),
]  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), TENSOR, ids=[b.split("\n")[0] + e[0][:4] for b, e in TENSOR])
def test_tensor_programs(body: str, expected: list[str]) -> None:
    text = HEAD + "\n".join("    " + line for line in body.split("\n")) + "\n"
    if body == "    B[0] = 1":
        text = HEAD + "    pass\n        B[0] = 1\n"
        expected = ["P110 4:1"]
    assert problems(text) == expected


GRAPHS = [
    ("y = R.add(x, z)\nreturn y", ["P120 3:18"]),
    ("with R.dataflow():\n    y = R.add(x, x)\n    z = R.exp(y)\n    R.output(z)\nreturn y", ["P120 7:12"]),
    ("with R.dataflow():\n    y = R.add(x, x)\nreturn y", ["P127 3:5"]),
    ("with R.dataflow():\n    R.output(y)\nreturn x", ["P120 4:18"]),
    ("y = R.add(x, x)", ["P127 2:1"]),
    ("return x\ny = x", ["P127 4:5"]),
    ("for i in range(3):\n    y = x\nreturn y", ["P127 3:5"]),
    ("if x:\n    y = x\nelse:\n    z = x\nreturn y", ["P127 3:5"]),
    ("y = R.call_tir('f', (x,))\nreturn y", ["P122 3:9"]),
    ("y = R.call_tir('f', (x,), (4,))\nreturn y", ["P122 3:31"]),
    ("y = R.const('a')\nreturn y", ["P124 3:9"]),
    ("y = R.const(300, 'int8')\nreturn y", ["P124 3:9"]),
    ("y: R.Tensr((4,)) = x\nreturn y", ["P124 3:8"]),
    ("y = R.add(x, x)[q]\nreturn y", ["P124 3:21"]),
    ("y = R.dataflow()\nreturn y", ["P127 3:9"]),
    ("R.output(x)\nreturn x", ["P127 3:5"]),
    ("y = T.exp(x)\nreturn y", ["P124 3:15"]),
    ("x[0] = x\nreturn x", ["P127 3:5"]),
    ("y = nothing(x)\nreturn y", ["P120 3:9"]),
]


@pytest.mark.parametrize(("body", "expected"), GRAPHS, ids=[b.split("\n")[0] for b, _ in GRAPHS])
def test_graph_functions(body: str, expected: list[str]) -> None:
    assert problems(GRAPH + "\n".join("    " + line for line in body.split("\n")) + "\n") == expected


MODULES = [
    ("", ["P130 1:1"]),
    ("x = 3\n", ["P130 1:1"]),
    ("def f(A: T.Buffer((8,))):\n    pass\n", ["P130 1:1"]),
    ("class M:\n    pass\n", ["P130 1:1"]),
    ("@I.ir_module\nclass A:\n    pass\n@I.ir_module\nclass B:\n    pass\n", ["P130 5:1"]),
    ("@T.prim_fun\ndef f(A: T.Buffer((8,))):\n    pass\n", ["P121 1:2"]),
    ("@T.prim_func(privat=True)\ndef f(A: T.Buffer((8,))):\n    pass\n", ["P122 1:14"]),
    ("@T.prim_func\ndef f(A):\n    pass\n", ["P128 2:7"]),
    ("@T.prim_func\ndef T(A: T.Buffer((8,))):\n    pass\n", ["P128 2:1"]),
    ("@T.prim_func\ndef f(A: T.int32, A: T.int32):\n    pass\n", ["P123 2:19"]),
    ("@T.prim_func\ndef f(A: T.int32):\n    pass\n@T.prim_func\ndef f(A: T.int32):\n    pass\n", ["P123 5:1"]),
    ("@T.prim_func\ndef f(A: T.int32):\n    pass\nprint(f)\nsch = tvm.Schedule(f)\n", ["P127 4:1", "P127 5:1"]),
    ("@R.function\ndef f(x: R.Object, x: R.Object):\n    return x\n", ["P123 2:20"]),
]


@pytest.mark.parametrize(("text", "expected"), MODULES)
def test_modules(text: str, expected: list[str]) -> None:
    assert problems(text) == expected


@pytest.mark.parametrize(
    "trailer",
    [
        'metadata = mlcc.load_json("""{"relax.expr.Constant": [',
        'metadata = mlcc.load_json("""{"relax.expr.Constant": [}""")',
        'metadata = mlcc.load_json("""{"other": []}""")',
        'metadata = mlcc.load_json("""[1]""")',
        'metadata = tvm.ir.load_json("""{"root": 1, "b64ndarrays": []}""")',
        'metadata = mlcc.load_json("""{"relax.expr.Constant": [{"dtype": "int16", "shape": [2], "data": "AA"}]}""")',
        'metadata = mlcc.load_json("""{"relax.expr.Constant": [{"dtype": "f32", "shape": [], "data": "AAAA"}]}""")',
        'metadata = mlcc.load_json("""{"relax.expr.Constant": [{"dtype": "int8", "shape": [-1], "data": ""}]}""")',
        'metadata = mlcc.load_json("""{"relax.expr.Constant": [{"dtype": "int8", "shape": [1], "data": "?"}]}""")',
        'metadata = mlcc.load_json("""{"relax.expr.Constant": [7]}""")',
    ],
)
def test_damaged_constants(trailer: str) -> None:
    text = GRAPH + '    y = R.add(x, metadata["relax.expr.Constant"][0])\n    return y\n' + trailer + "\n"
    result = problems(text)
    assert [f.split()[0] for f in result] == ["P107"]
    assert result[0].startswith("P107 5:")


def test_a_constant_that_does_not_exist() -> None:
    text = GRAPH + '    y = R.add(x, metadata["relax.expr.Constant"][3])\n    return y\n'
    text += 'metadata = mlcc.load_json("""{"relax.expr.Constant": []}""")\n'
    assert problems(text) == ["P124 3:18"]


@pytest.mark.parametrize("word", ["(", "-", "B[0] + ", "not ", "T.exp("])
def test_deep_nesting_is_refused_or_read(word: str) -> None:
    closing = ")" * 4000 if word.endswith("(") else ""
    operand = "(B[1] > 0.0)" if word == "not " else "B[1]"
    text = HEAD + f"    B[0] = {word * 4000}{operand}{closing}\n"
    try:
        parse_module(text)
        code = ""
    except MlccError as error:
        code = error.code
    assert code in ("", "P132")


@pytest.mark.parametrize(
    ("body", "help_"),
    [
        ("B[0] = T.maximum(B[1], 0)", "did you mean `T.max`?"),
        ("B[0] = T.float3(1)", "did you mean `T.float32`?"),
        ("B[0] = BB[0]", "did you mean `B`?"),
        ("B[0] = min(B[1], 0)", "use `T.min`"),
        ("if B[0] = 1:\n        pass", "`==` compares"),
        ("for i in T.paralel(8):\n        pass", "did you mean `T.parallel`?"),
        ("try:\n        pass", "there are no exceptions in programs"),
        ("for i in range(8)\n        pass", "a line that opens a block ends with `:`"),
        ("B[0] = 0.5 / 0", "division by zero"),
        ("B[0] = f'x'", "f-strings are not part of programs"),
    ],
)  # fmt: skip
def test_help(body: str, help_: str) -> None:
    with pytest.raises(MlccError) as caught:
        parse_module(HEAD + "    " + body + "\n", "k.tir")
    assert help_ in render_text(caught.value)


def test_rendering() -> None:
    text = HEAD + "    for i, j in T.grid(8, 8, 8):\n        B[0] = T.expp(A[1, i])\n"
    with pytest.raises(MlccError) as caught:
        parse_module(text, "k.tir")
    assert (
        render_text(caught.value)
        == """\
error[P122]: 2 loop variables for 3 extents
  --> k.tir:3:9
   |
 3 |     for i, j in T.grid(8, 8, 8):
   |         ^^^^    --------------- 3 extents
   |

error[P121]: unknown `T.expp`
  --> k.tir:4:16
   |
 4 |         B[0] = T.expp(A[1, i])
   |                ^^^^^^
   |
help: did you mean `T.exp`?
"""
    )


def test_too_many_errors_stop_the_reading() -> None:
    with pytest.raises(MlccError) as caught:
        parse_module(HEAD + "    B[0] = q\n" * 100)
    assert len(caught.value.diagnostics) == 20


def test_one_function_is_wanted() -> None:
    with pytest.raises(MlccError) as caught:
        parse_prim_func("@R.function\ndef main(x: R.Object):\n    return x\n")
    assert caught.value.code == "P130"


def test_expressions_alone() -> None:
    with pytest.raises(MlccError) as caught:
        parse_expr("x + y", {})
    assert caught.value.code == "P120"
