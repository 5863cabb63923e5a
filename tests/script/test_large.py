"""Numbers and programs of any size: read and compiled, or refused with a code and the limit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.ir import (
    MOST_LEVELS,
    BufferStore,
    PrimFunc,
    from_json,
    map_nodes,
    script,
    structural_equal,
    to_json,
    update,
    verify,
    walk,
)
from mlcc.reference import run
from mlcc.script import parse_module

KERNEL = """
@T.prim_func
def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = {}
"""
LONG = "9" * 5000

#: Expressions that nest to a given depth.
DEEP = {
    "sum": lambda n: "A[vi]" + " + A[vi]" * n,
    "parentheses": lambda n: "(" * n + "A[vi]" + " + 1.0)" * n,
    "calls": lambda n: "T.exp(" * n + "A[vi]" + ")" * n,
    "signs": lambda n: "-" * n + "A[vi]",
    "choices": lambda n: "T.if_then_else(vi < 3, " * n + "A[vi]" + ", 1.0)" * n,
    "conditions": lambda n: "T.if_then_else(" + " and ".join(["vi < 3"] * n) + ", A[vi], 1.0)",
    "indices": lambda n: "A[" + "(" * (n // 2) + "vi" + " + 1) // 2" * (n // 2) + "]",
}


@pytest.mark.parametrize(
    "text",
    [
        KERNEL.format(f"A[vi] + {LONG}"),
        KERNEL.format(f"A[vi + {LONG}]"),
        KERNEL.format(f"A[vi] * T.float32({LONG})"),
        KERNEL.format(f"A[vi] * 0x{LONG}"),
        KERNEL.format(f"A[vi] * 1_{LONG}"),
        KERNEL.format(f"A[vi] * ({10**200} * {10**200})"),
        KERNEL.format('A[vi] * int(float("inf"))'),
        KERNEL.format("A[vi]").replace("8,", f"{LONG},"),
        KERNEL.format("A[vi]").replace("range(8)", f"range({LONG})"),
    ],
)
def test_long_numbers(text: str) -> None:
    with pytest.raises(MlccError) as caught:
        parse_module(text, "k.tir")
    assert caught.value.code == "P124"
    assert caught.value.span is not None
    assert len(caught.value.message) < 1000


@pytest.mark.every(2)
@pytest.mark.parametrize("name", DEEP)
def test_deep_expressions_are_compiled(name: str, tmp_path: Path) -> None:
    """A thousand levels are no different from one: the library computes what the interpreter does."""
    levels = {"calls": 300, "conditions": 400, "indices": 120}.get(name, 1000)  # what is slow in LLVM is shorter
    module = parse_module(KERNEL.format(DEEP[name](levels)))
    assert structural_equal(parse_module(script(module)), module)
    assert structural_equal(from_json(to_json(module)), module)
    a = np.linspace(-3, -1, 8, dtype=np.float32)
    (expected,) = run(module["f"], [a])
    result = np.asarray(mlcc.build(module, target="llvm")(a))
    np.testing.assert_allclose(result, expected, rtol=1e-5)


@pytest.mark.cover(1)
@pytest.mark.parametrize("name", DEEP)
@pytest.mark.parametrize("levels", [MOST_LEVELS + 10, 20 * MOST_LEVELS])
def test_deeper_ones_are_refused(name: str, levels: int) -> None:
    with pytest.raises(MlccError, match=rf"more than {MOST_LEVELS} levels deep") as caught:
        parse_module(KERNEL.format(DEEP[name](2 * levels if name == "indices" else levels)), "k.tir")
    assert caught.value.code == "P132"
    assert caught.value.span is not None


def deepened(levels: int) -> PrimFunc:
    """The kernel with a sum of so many terms, built by code."""
    func = parse_module(KERNEL.format("A[vi]"))["f"]
    assert isinstance(func, PrimFunc)
    (store,) = (n for n in walk(func) if isinstance(n, BufferStore))
    value = store.value
    for _ in range(levels):
        value = value + 1.0
    return func.with_body(map_nodes(func.body, lambda n: update(n, value=value) if n is store else None))


def test_deep_programs_that_code_builds_are_refused() -> None:
    func = deepened(3 * MOST_LEVELS)
    for attempt in (verify, mlcc.build):
        with pytest.raises(MlccError) as caught:
            attempt(func)
        assert caught.value.code == "V071"


def test_deep_json_is_refused() -> None:
    text = to_json(mlcc.IRModule({"f": deepened(MOST_LEVELS + 10)}))
    with pytest.raises(MlccError, match=rf"more than {MOST_LEVELS} levels deep") as caught:
        from_json(text)
    assert caught.value.code == "V092"
