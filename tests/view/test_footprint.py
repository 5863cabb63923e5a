"""The bytes that loops touch, compared with the elements that are counted by running the loops."""

from __future__ import annotations

from itertools import product

import pytest

from mlcc.analysis import simplify
from mlcc.ir import (
    BlockRealize,
    BufferRegion,
    Expr,
    For,
    Node,
    PrimFunc,
    Var,
    as_int,
    children,
    const,
    substitute,
    walk,
)
from mlcc.schedule import apply_script
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


def _counted(func: PrimFunc, loop: For, line: int) -> int:
    """The distinct cache lines that a loop touches at the first iteration of the loops around it, by running it."""
    touched: set[tuple[str, int]] = set()

    def run(node: Node, values: dict[Var, Expr], inside: bool) -> None:
        if isinstance(node, For):
            within = inside or node is loop
            for value in range(extent_of(node.extent) if within else 1):
                run(node.body, {**values, node.var: const(value, node.var.dtype)}, within)
        elif isinstance(node, BlockRealize) and node.block.iters:
            axes = {item.var: number(value, values) for item, value in zip(node.block.iters, node.values, strict=True)}
            if inside and as_int(number(node.predicate, values)):
                for region in (*node.block.reads, *node.block.writes):
                    access(region, axes)
        else:
            for child in children(node):
                run(child, values, inside)

    def access(region: BufferRegion, axes: dict[Var, Expr]) -> None:
        buffer, starts = region.buffer, [extent_of(number(item.min, axes)) for item in region.region]
        for steps in product(*(range(extent_of(item.extent)) for item in region.region)):
            offset = 0
            for start, step, extent in zip(starts, steps, buffer.shape, strict=True):
                offset = offset * extent_of(extent) + start + step
            touched.add((buffer.name, offset * 4 // line))

    def extent_of(expr: Expr) -> int:
        value = as_int(expr)
        assert value is not None
        return value

    def number(expr: Expr, values: dict[Var, Expr]) -> Expr:
        return simplify(substitute(expr, values))

    run(func.body, {}, False)
    return len(touched)


MATMUL = """
@T.prim_func
def mm(A: T.Buffer((16, 48), "float32"), B: T.Buffer((48, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    for i, j, k in T.grid(16, 16, 48):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
"""
TILES = """
steps:
- get_loops: {block: C, as: [i, j, k]}
- split: {loop: i, factors: [null, 8], as: [i0, i1]}
- split: {loop: j, factors: [null, 4], as: [j0, j1]}
- split: {loop: k, factors: [null, 24], as: [k0, k1]}
- reorder: [j0, k0, i0, k1, i1, j1]
"""


def test_the_lines_of_every_tile_against_counting() -> None:
    """Tiles of four columns take a whole line for each row."""
    func = apply_script(parse_module(MATMUL), TILES)[0]["mm"]
    assert isinstance(func, PrimFunc)
    found = footprints(func, 64)
    assert len(found) == 6
    for loop, touched in found.items():
        assert touched.lines == 64 * _counted(func, loop, 64), loop.var.name
    narrow = next(touched for loop, touched in found.items() if loop.var.name == "k_1")
    assert dict(narrow.by_buffer)["B"] == 24 * 4 * 4
    assert narrow.lines > 2 * narrow.nbytes


def test_a_narrow_tile_of_many_rows_takes_a_larger_cache() -> None:
    """Two columns of a thousand rows are 8 KiB in 64 KiB of lines."""
    target = Target.parse("llvm -mcpu=znver4")
    touched = _by_name("""
@T.prim_func
def f(A: T.Buffer((1024, 512), "float32"), B: T.Buffer((1024, 2), "float32")):
    for j, i in T.grid(2, 1024):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj]
""")
    assert dict(touched["j"].by_buffer) == {"A": 8192, "B": 8192}
    assert touched["j"].lines == 1024 * 64 + 8192
    assert (touched["j"].level(target), touched["j"].is_scattered(target)) == ("L2", True)
