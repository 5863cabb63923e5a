"""Programs as single passes of lowering leave them, and whether they compute what they did before."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from mlcc.ir import PrimFunc, walk
from mlcc.lowering import PASSES
from mlcc.reference import random_inputs, run
from mlcc.script import parse_prim_func
from mlcc.target import Target

TARGET = Target.parse("llvm -mcpu=haswell -mtriple=x86_64-unknown-linux-gnu")
NodeT = TypeVar("NodeT")


def around(text: str, name: str, target: Target = TARGET) -> tuple[PrimFunc, PrimFunc]:
    """A program just before and just after a pass."""
    func = parse_prim_func(text)
    for step in PASSES:
        before, func = func, step.run(func, target)
        if step.name == name:
            return before, func
    raise KeyError(name)


def after(text: str, name: str, target: Target = TARGET) -> PrimFunc:
    """A program after a pass; the interpreter finds that it computes what the text says."""
    func = around(text, name, target)[1]
    original = parse_prim_func(text)
    for seed in range(2):
        inputs = random_inputs(original, seed=seed)
        for want, got in zip(run(original, inputs), run(func, inputs), strict=True):
            np.testing.assert_allclose(got, want, rtol=1e-6, atol=1e-6)
    return func


def lowered(text: str) -> PrimFunc:
    """A program after all passes."""
    return around(text, PASSES[-1].name)[1]


def nodes(func: PrimFunc, kind: type[NodeT]) -> list[NodeT]:
    """All nodes of a kind."""
    result: list[Any] = [n for n in walk(func.body) if isinstance(n, kind)]
    return result


def reduction(loops: str, bindings: tuple[str, str], where: str = "pass") -> str:
    """A sum of rows below some loops; `where` is a line of its block."""
    depth = loops.count("\n") + 2
    pad = "    " * depth
    return f"""
@T.prim_func
def f(A: T.Buffer((8, 8), "float32"), C: T.Buffer((8,), "float32")):
    T.func_attr({{"tir.noalias": True}})
{loops}
{pad}with T.block("C"):
{pad}    vi = T.axis.spatial(8, {bindings[0]})
{pad}    vk = T.axis.reduce(8, {bindings[1]})
{pad}    {where}
{pad}    with T.init():
{pad}        C[vi] = T.float32(0)
{pad}    C[vi] = C[vi] + A[vi, vk]
"""
