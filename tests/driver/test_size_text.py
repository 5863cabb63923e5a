"""Sizes that follow from each other in many steps: as text, and in libraries, headers and modules for the web."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from tolerances import assert_close

from mlcc.diagnostics import MlccError
from mlcc.driver import build, build_files
from mlcc.driver.size_text import size_text
from mlcc.ir import Binary, Expr, Var, call, const, maximum
from mlcc.runtime import evaluate_dim, largest_dim, load
from mlcc.runtime.dims import symbols_of
from mlcc.runtime.wasm import _extent

N = Var("n", "int64")


def doubled(steps: int) -> Expr:
    """A size with 2 ** steps paths through it."""
    size: Expr = N
    for step in range(steps):
        size = (size * size + step) % 1009
    return size


def value_of(n: int, steps: int) -> int:
    for step in range(steps):
        n = (n * n + step) % 1009
    return n


def test_shared_parts_are_written_once() -> None:
    text = size_text(doubled(400), {N: "n"})
    assert len(text) < 400 * 150
    assert symbols_of(text) == ("n",)
    assert evaluate_dim(text, {"n": 7}) == value_of(7, 400)


def test_a_long_sum_is_nested_as_deep_as_a_parser_takes() -> None:
    many = [Var(f"size_{k}", "int64") for k in range(5000)]
    total: Expr = const(0, "int64")
    for var in many:
        total = total + var
    text = size_text(total, {var: var.name for var in many})
    assert set(symbols_of(text)) == {var.name for var in many}  # names of parts are none of the symbols
    assert evaluate_dim(text, {var.name: k for k, var in enumerate(many)}) == sum(range(5000))


@pytest.mark.parametrize("op", ["truncdiv", "truncmod"])
def test_divisions_that_round_towards_zero(op: str) -> None:
    """The workspace of a kernel is as its lowering computes it."""
    for size in (N + 1, N - 4, 3 - N * 2):
        text = size_text(Binary(op, size, const(3, "int64")) + 5, {N: "n"})
        for n in range(9):
            value = int(evaluate_dim(size_text(size, {N: "n"}), {"n": n}))
            signed = int(value / 3)
            assert evaluate_dim(text, {"n": n}) == 5 + (signed if op == "truncdiv" else value - 3 * signed)
    assert size_text(Binary("truncdiv", N + 1, const(2, "int64")), {N: "n"}) == "((n + 1) // 2)"


def test_short_sizes_have_no_parts() -> None:
    assert size_text(maximum(N * 3 - 1, const(4, "int64")), {N: "n"}) == "max(((n * 3) - 1), 4)"


def test_conditions_are_parts_too() -> None:
    long = doubled(40)
    text = size_text(call("if_then_else", long < 500, long * 2, long - 1), {N: "n"})
    for n in (3, 4, 5, 6):
        value = value_of(n, 40)
        assert evaluate_dim(text, {"n": n}) == (value * 2 if value < 500 else value - 1)


def test_the_largest_of_several() -> None:
    first, second = (size_text(doubled(steps), {N: "n"}) for steps in (60, 90))
    text = largest_dim([3, first, 17, second, first])
    for n in range(9):
        assert evaluate_dim(text, {"n": n}) == max(17, value_of(n, 60), value_of(n, 90))
    assert largest_dim([3, "n", 17]) == "max(17, n)"
    assert largest_dim([0, "n"]) == "n"
    assert largest_dim([]) == 0


@pytest.mark.parametrize("text", ["a = n", "a = n; b", "n; n", "a, b = n; a", "a = f(n); a", "a.b = n; n", "a += 1; a"])
def test_parts_that_are_none(text: str) -> None:
    with pytest.raises((MlccError, KeyError), match="R335|b"):
        evaluate_dim(text, {"n": 5})


def test_the_extent_of_a_module_for_the_web() -> None:
    kind, parts, value = _extent("a = n * 2; b = a + 1; b // a")
    assert kind == "let"
    assert [parts, value] == [[["a", ["*", "n", 2]], ["b", ["+", "a", 1]]], ["//", "b", "a"]]


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node.js")
def test_javascript_evaluates_it() -> None:
    import mlcc.runtime.web

    source = (Path(mlcc.runtime.web.__file__).parent / "loader.mjs").read_text()
    code = re.search(r"^const OPERATORS = .*?^function evaluate\(.*?^}", source, re.MULTILINE | re.DOTALL)
    assert code is not None
    extent = json.dumps(_extent(size_text(doubled(80), {N: "n"})))
    script = f"{code[0]}\nconsole.log(evaluate({extent}, {{n: 7}}))"
    assert int(subprocess.check_output(["node", "-e", script])) == value_of(7, 80)


def chain(steps: int) -> onnx.ModelProto:
    """Sizes by arithmetic of many steps, of an output and of what stands in memory before it."""
    node, info = helper.make_node, helper.make_tensor_value_info
    numbers = {"two": 2, "three": 3, "big": 41, "zero": 0}
    nodes = [node("Shape", ["x"], ["s"]), node("Gather", ["s", "zero"], ["v0"])]
    for k in range(steps):
        kind, by = [("Mul", "three"), ("Add", "v0"), ("Div", "two"), ("Mod", "big")][k % 4]
        nodes.append(node(kind, [f"v{k}", by], [f"v{k + 1}"]))
    nodes += [
        node("Unsqueeze", [f"v{steps}", "axis"], ["times"]),
        node("Concat", ["times", "axis1"], ["repeats"], axis=0),
        node("Tile", ["x", "repeats"], ["t"]),
        node("CumSum", ["t", "axis"], ["c"]),
        node("Tanh", ["c"], ["y"]),
    ]
    initializers = [numpy_helper.from_array(np.array(n), name) for name, n in numbers.items()]
    initializers += [numpy_helper.from_array(np.array([n]), name) for name, n in (("axis", 0), ("axis1", 1))]
    inputs, outputs = [info("x", TensorProto.FLOAT, ["n", 2])], [info("y", TensorProto.FLOAT, ["m", 2])]
    graph = helper.make_graph(nodes, "g", inputs, outputs, initializers)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)


def rows(n: int, steps: int) -> int:
    value = n
    for k in range(steps):
        value = [value * 3, value + n, value // 2, value % 41][k % 4]
    return value * n


@pytest.mark.parametrize("target", ["llvm", "c"])
def test_an_output_whose_size_has_many_steps(target: str, tmp_path: Path, linker: str) -> None:
    model = tmp_path / "deep.onnx"
    onnx.save(chain(210), model)
    if target == "c":
        build_files(str(model), output=str(tmp_path / "deep.so"), target="c", opt_level=0)
        library = load(tmp_path / "deep.so")
    else:
        library = build(str(model))
    for n in (3, 5):
        x = np.random.default_rng(n).normal(size=(n, 2)).astype(np.float32)
        got = np.asarray(library["main"](x))
        assert got.shape == (rows(n, 210), 2)
        want = np.tanh(np.cumsum(np.tile(x, (rows(n, 210) // n, 1)), axis=0))
        assert_close(got, want)


@pytest.mark.skipif(shutil.which("g++") is None, reason="no C++ compiler")
def test_the_header_for_cpp_computes_it(tmp_path: Path, linker: str) -> None:
    onnx.save(chain(210), tmp_path / "deep.onnx")
    build_files(str(tmp_path / "deep.onnx"), output=str(tmp_path / "deep.so"), emit=["so,h,hpp"])
    (tmp_path / "main.cpp").write_text(
        '#include <cstdio>\n#include "deep.hpp"\nint main() {\n  deep::Array<float, 2> x({5, 2});\n'
        '  std::printf("%d\\n", int(deep::main(x).y.shape()[0]));\n}\n'
    )
    strict = ["-std=c++17", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-pedantic"]
    command = ["g++", *strict, "main.cpp", "./deep.so", "-Wl,-rpath,.", "-o", "main"]
    subprocess.run(command, cwd=tmp_path, check=True)
    assert int(subprocess.check_output(["./main"], cwd=tmp_path)) == rows(5, 210)
