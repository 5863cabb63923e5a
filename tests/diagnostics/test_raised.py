"""Codes whose raising no other test is about, and: every code of the tables is named by a test that raises it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import parser

import mlcc
from mlcc.codegen.llvm.compile import compile_ir
from mlcc.diagnostics import MlccError, all_codes
from mlcc.driver.verify import verify_schedule
from mlcc.importers.onnx import from_onnx
from mlcc.ir import (
    Constant,
    For,
    GraphLoop,
    GraphTuple,
    GraphVar,
    IRModule,
    PrimFunc,
    SeqExpr,
    TensorStructInfo,
    Var,
    const,
    problems,
)
from mlcc.relax.infer import loop_info
from mlcc.script import parse_module
from mlcc.target import Target

TESTS = Path(__file__).resolve().parents[1]
HOST = Target.host()


def kernel(body: str, **buffers: str) -> IRModule:
    shapes = ", ".join(f'{name}: T.Buffer({shape}, "float32")' for name, shape in buffers.items())
    return parse_module(f"@T.prim_func\ndef f({shapes}):\n    {body}\n")


def onnx_model(text: str) -> onnx.ModelProto:
    return parser.parse_model(f'<ir_version: 8, opset_import: ["" : 17]>\n{text}')


# ---------------------------------------------------------------- modules
def test_an_expression_where_a_statement_belongs() -> None:
    loop = For(Var("i"), const(0), const(8), "serial", const(1))
    assert [p.code for p in problems(PrimFunc((), {}, loop))] == ["V013"]


def test_a_call_of_no_function_of_the_module() -> None:
    module = parse_module(
        """
@I.ir_module
class Module:
    @T.prim_func
    def double(x: T.Buffer((8,), "float32"), y: T.Buffer((8,), "float32")):
        for i in range(8):
            y[i] = x[i] * T.float32(2)

    @R.function
    def main(x: R.Tensor((8,), "float32")):
        with R.dataflow():
            y = R.call_tir(Module.double, (x,), out_sinfo=R.Tensor((8,), "float32"))
            R.output(y)
        return y
"""
    )
    assert [p.code for p in problems(IRModule({"main": module["main"]}))] == ["V063"]


def test_a_loop_whose_state_changes_its_type() -> None:
    first, state = Constant(np.zeros(3, np.float32)), GraphVar("s", TensorStructInfo((const(3, "int64"),), "float32"))
    index = GraphVar("i", TensorStructInfo((), "int64"))
    after = GraphTuple((Constant(np.array(True)), Constant(np.zeros(4, np.float32))))
    body = SeqExpr((), after)
    loop = GraphLoop(
        Constant(np.array(5)), Constant(np.array(True)), GraphTuple((first,)), (index, state), body, const(5)
    )
    with pytest.raises(MlccError, match="T209.*changes its type"):
        loop_info(loop)


def test_a_size_that_an_algorithm_needs() -> None:
    module = parse_module(
        """
@R.function
def main(x: R.Tensor((1, 2, 3, "d"), "float32")):
    with R.dataflow():
        y = R.nn.attention(x, x, x)
        R.output(y)
    return y
"""
    )
    with pytest.raises(MlccError, match="T206.*where the depth is symbolic"):
        mlcc.build(module)


# ---------------------------------------------------------------- ONNX
def test_a_sequence_input_of_unknown_length() -> None:
    with pytest.raises(MlccError, match="I104.*whose length must be known"):
        from_onnx(onnx_model("g (seq(float[3]) s) => (int64 n) { n = SequenceLength(s) }"))


def test_a_loop_without_an_end() -> None:
    body = "<body = b (int64 i, bool c, float[2] s) => (bool d, float[2] t) { d = Identity(c) t = Add(s, s) }>"
    model = onnx_model(
        f"g (float[2] x) => (float[2] y) {{ c = Constant<value = bool {{1}}>() y = Loop(, c, x) {body} }}"
    )
    with pytest.raises(MlccError, match="I126"):
        from_onnx(model)


# ---------------------------------------------------------------- code and artefacts
def test_a_packed_call_in_a_kernel() -> None:
    with pytest.raises(MlccError, match="G204.*no provider"):
        mlcc.build(kernel('T.evaluate(T.call_packed("my_function"))', x="(8,)"))


def test_an_unknown_output_form() -> None:
    with pytest.raises(MlccError, match="G203.*unknown output form `obj`"):
        compile_ir("", HOST, "obj")


def test_an_output_whose_size_no_input_gives() -> None:
    library = mlcc.build(
        parse_module(
            """
@T.prim_func
def f(x: T.Buffer((1,), "float32"), y: T.handle):
    n = T.int64()
    Y = T.match_buffer(y, (n,), "float32")
    for i in range(n):
        Y[i] = x[0]
"""
        )
    )
    with pytest.raises(MlccError, match="R314.*is not determined"):
        library["f"](np.ones(1, np.float32))


def test_a_module_without_functions() -> None:
    with pytest.raises(MlccError, match="D171"):
        mlcc.build(IRModule({}))


def test_a_path_that_cannot_be_followed(tmp_path: Path) -> None:
    (tmp_path / "circle").symlink_to("circle")
    with pytest.raises(MlccError, match="D113"):
        mlcc.build(kernel("x[0] = T.float32(1)", x="(8,)"), output=tmp_path / "circle" / "k.o")


def test_a_schedule_that_changes_the_result() -> None:
    two, three = (kernel(f"y[0] = x[0] * T.float32({n})", x="(1,)", y="(1,)") for n in (2, 3))
    with pytest.raises(MlccError, match="D130.*changes what `f` computes"):
        verify_schedule(two, three, "f", HOST)


def test_another_machine_cannot_verify() -> None:
    other = "aarch64" if HOST.arch != "aarch64" else "x86_64"
    module = kernel("x[0] = T.float32(1)", x="(8,)")
    with pytest.raises(MlccError, match="D131.*is not this machine"):
        verify_schedule(module, module, "f", Target.parse(f"llvm -mtriple={other}-linux-gnu"))


# ---------------------------------------------------------------- all of them
def _named() -> Iterator[str]:
    """The codes in the names of cases, in expected outputs and in the strings of tests."""
    code = re.compile(r"\b[PVTISLGRDQ]\d{3}\b")
    for folder in (TESTS / "diagnostics" / "cases").iterdir():
        yield folder.name[:4]
    for file in TESTS.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from code.findall(node.value)


def test_every_code_is_raised_by_a_test() -> None:
    assert sorted(set(all_codes()) - set(_named())) == []
