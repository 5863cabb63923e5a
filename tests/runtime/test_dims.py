"""Extents as code: the same numbers as where the loader evaluates them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import llvmlite.binding as llvm
import pytest

from mlcc.codegen.llvm import parse_ir, target_machine
from mlcc.runtime.dims import emit, evaluate_dim
from mlcc.runtime.native_text import native_text
from mlcc.runtime.platform import platform_of
from mlcc.target import Target

BEYOND = -77


def compiled(text: str) -> Callable[[int], int]:
    """The code of an extent over `n`."""
    lines: list[str] = []

    def assign(instruction: str) -> str:
        lines.append(f"  %v{len(lines)} = {instruction}")
        return f"%v{len(lines) - 1}"

    result = emit(text, {"n": "%n"}, assign, BEYOND)
    checks = native_text("checks", platform_of("x86_64-linux-gnu"))
    names = [f"llvm.{name}.with.overflow.i64" for name in ("sadd", "ssub", "smul")]
    declared = [f"declare {{ i64, i1 }} @{name}(i64, i64)" for name in names if f"@{name}(i64 " not in checks]
    body = "\n".join([checks, *declared, "define i64 @extent(i64 %n) {", *lines, f"  ret i64 {result}", "}"])
    target = Target.parse("llvm")
    machine = target_machine(target)
    engine = llvm.create_mcjit_compiler(parse_ir(body, target, machine), machine)
    engine.finalize_object()
    function = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(engine.get_function_address("extent"))
    return lambda n: int(function(n)) if engine else 0  # which keeps the code


@pytest.mark.parametrize("by", [1, 2, 3, 8, 10, 64, 2**40])
@pytest.mark.parametrize("operator", ["//", "%"])
def test_divisions_round_down(operator: str, by: int) -> None:
    text = f"(n - 3) {operator} {by} + n"
    function = compiled(text)
    for n in [*range(-70, 70), 2**40 - 1, 2**40 + 3, -(2**40) - 5, 2**61]:
        assert function(n) == evaluate_dim(text, {"n": n})


@pytest.mark.parametrize("by", [1, 4, 6])
def test_divisions_that_round_up(by: int) -> None:
    function = compiled(f"ceildiv(n, {by})")
    assert [function(n) for n in range(-20, 20)] == [-(-n // by) for n in range(-20, 20)]


def test_what_leaves_the_range_is_beyond() -> None:
    function = compiled("(n * 4 + 1) // 2 - n")
    assert function(2**60) == 2**60
    assert function(2**62) == BEYOND
    assert function(-(2**62)) == BEYOND
