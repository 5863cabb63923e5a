"""The bytes that loops touch, compared with the elements that are counted by running the loops."""

from __future__ import annotations

from itertools import product

import pytest

from mlcc.ir import For, PrimFunc, walk
from mlcc.script import parse_module
from mlcc.target import Target
from mlcc.view.footprint import Footprint, footprints


def _by_name(text: str) -> dict[str, Footprint]:
    func = next(iter(parse_module(text).prim_funcs.values()))
    return {loop.var.name: touched for loop, touched in footprints(func).items()}


CONV = """
@T.prim_func
def conv(X: T.Buffer((20, 21), "float32"), W: T.Buffer((3, 3), "float32"), Y: T.Buffer((9, 7), "float32")):
    for i, j0, j1, p, q in T.grid(9, 4, 2, 3, 3):
        with T.block("Y"):
            vi = T.axis.spatial(9, i)
            vj = T.axis.spatial(7, j0 * 2 + j1)
            vp, vq = T.axis.remap("RR", [p, q])
            T.where(j0 * 2 + j1 < 7)
            with T.init():
                Y[vi, vj] = T.float32(0)
            Y[vi, vj] = Y[vi, vj] + X[vi * 2 + vp, vj * 3 + vq] * W[vp, vq]
"""


def _box(points: set[tuple[int, int]]) -> int:
    """The elements of the smallest box around points."""
    sizes = [max(p[d] for p in points) - min(p[d] for p in points) + 1 for d in (0, 1)]
    return sizes[0] * sizes[1]


def test_windows_against_counting() -> None:
    touched = _by_name(CONV)
    ranges = {"i": range(9), "j0": range(4), "j1": range(2), "p": range(3), "q": range(3)}
    names = list(ranges)
    for number, name in enumerate(names):
        # The loops outside stand at their first iteration.
        inner = [ranges[n] if k >= number else range(1) for k, n in enumerate(names)]
        x, w, y = set(), set(), set()
        for i, j0, j1, p, q in product(*inner):
            if j0 * 2 + j1 < 7:
                x.add((i * 2 + p, (j0 * 2 + j1) * 3 + q))
                w.add((p, q))
                y.add((i, j0 * 2 + j1))
        assert touched[name] == Footprint((("X", 4 * _box(x)), ("W", 4 * _box(w)), ("Y", 4 * _box(y))), 0, True), name


def test_registers_and_levels() -> None:
    touched = _by_name("""
@T.prim_func
def f(A: T.Buffer((64, 4096), "float32"), B: T.Buffer((64,), "float32")):
    acc = T.alloc_buffer((64,), scope="local")
    for i in range(64):
        for k in range(4096):
            with T.block("acc"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    acc[vi] = T.float32(0)
                acc[vi] = acc[vi] + A[vi, vk]
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = acc[vi]
""")
    target = Target.parse("llvm -mcpu=znver4")
    assert touched["k"] == Footprint((("A", 4 * 4096),), 4, True)
    assert touched["k"].level(target) == "L1"
    assert dict(touched["i"].by_buffer) == {"A": 4 * 64 * 4096, "B": 4 * 64}
    assert touched["i"].registers == 4 * 64
    assert touched["i"].level(target) == "L3"


def test_symbolic_sizes_and_loaded_indices_are_not_exact() -> None:
    touched = _by_name("""
@T.prim_func
def f(a: T.handle, idx: T.Buffer((16,), "int32"), T_: T.Buffer((1000, 8), "float32")):
    n = T.int64()
    A = T.match_buffer(a, (n, 16, 8), "float32")
    for i, j, k in T.grid(n, 16, 8):
        with T.block("A"):
            vi, vj, vk = T.axis.remap("SSS", [i, j, k])
            A[vi, vj, vk] = T_[idx[vj], vk]
""")
    assert touched["k"].exact
    assert dict(touched["k"].by_buffer)["A"] == 32
    assert not touched["i"].exact
    # A gathered row may be any: all of the table counts.
    assert dict(touched["j"].by_buffer)["T_"] == 4 * 8000


@pytest.mark.parametrize("kind", ["parallel", "vectorized"])
def test_kinds_do_not_matter(kind: str) -> None:
    func = next(iter(parse_module(CONV).prim_funcs.values()))
    assert isinstance(func, PrimFunc)
    assert len([node for node in walk(func.body) if isinstance(node, For)]) == len(footprints(func)), kind
