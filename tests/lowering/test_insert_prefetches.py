"""What loops ask for ahead of time: every line of what is read or written later, and little more than that."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc.analysis import simplify
from mlcc.diagnostics import MlccError
from mlcc.ir import (
    BufferLoad,
    Call,
    Cast,
    Expr,
    For,
    IfThenElse,
    PrimFunc,
    Stmt,
    Var,
    as_int,
    const,
    map_children,
    substitute,
    walk,
)
from mlcc.lowering import PASSES, lower
from mlcc.script import parse_prim_func
from mlcc.target import Target

TARGET = Target.parse("llvm -mcpu=sapphirerapids -mtriple=x86_64-unknown-linux-gnu")
#: Tiles of 3 rows by one panel of 32 columns; each of the 5 tiles of rows reads the panel again.
PRODUCT = """
@T.prim_func
def product(A: T.Buffer((15, {depth}), "float32"), B: T.Buffer((2, {depth}, 32), "float32"),
            C: T.Buffer((15, 64), "float32")):
    T.func_attr({{"global_symbol": "main", "tir.noalias": True}})
    for j, i in T.grid(2, 5):
        Y = T.decl_buffer((3, 32), scope="local")
        for r, c in T.grid(3, 32):
            Y[r, c] = T.float32(0)
        for k in T.serial({depth}, annotations={annotations}):
            for r, c in T.grid(3, 32):
                Y[r, c] = Y[r, c] + A[i * 3 + r, k] * B[j, k, c]
        for r, c in T.grid(3, 32):
            C[i * 3 + r, j * 32 + c] = Y[r, c]
"""
SPREAD = {"prefetch": ["B", 0, 1, "spread"]}
WRITTEN = {"prefetch_written": 1}


def product(depth: int, annotations: dict[str, object]) -> PrimFunc:
    return lowered(parse_prim_func(PRODUCT.format(depth=depth, annotations=annotations)))


def lowered(func: PrimFunc) -> PrimFunc:
    """The program up to its requests."""
    for step in PASSES:
        func = step.run(func, TARGET)
        if step.name == "insert_prefetches":
            break
    return func


def number(expr: Expr, known: Mapping[Var, Expr]) -> int:
    """The value of an expression of known variables; no conversion between integers changes it here."""

    def plain(node: Any) -> Any:
        return plain(node.value) if isinstance(node, Cast) else map_children(node, plain)

    value = as_int(simplify(plain(substitute(expr, known))))
    assert value is not None
    return value


def calls(stmt: Stmt, op: str) -> bool:
    return any(isinstance(n, Call) and n.op == op for n in walk(stmt))


def requests(func: PrimFunc, op: str, steps: range | None = None, **at: int) -> list[tuple[int, ...]]:
    """The places that the loop over k asks for in all its iterations, or in some."""
    loops = {n.var.name: n.var for n in walk(func.body) if isinstance(n, For)}
    loop = next(n for n in walk(func.body) if isinstance(n, For) and n.var.name == "k")
    result = []
    for value in range(as_int(loop.extent) or 0) if steps is None else steps:
        known = {loops[name]: const(n, loops[name].dtype) for name, n in {**at, "k": value}.items()}
        skipped = {
            id(call) for n in walk(loop.body) if isinstance(n, IfThenElse) and calls(n, op)
            and not number(n.condition, known) for call in walk(n.then_body)
        }  # fmt: skip
        for call in walk(loop.body):
            if isinstance(call, Call) and call.op == op and id(call) not in skipped:
                load = next(n for n in walk(call) if isinstance(n, BufferLoad))
                result.append(tuple(number(i, known) for i in load.indices))
    return result


def test_iterations_without_requests_are_no_loops_of_their_own() -> None:
    """Of 3 * 8 iterations the first ones request the 6 lines of a tile; the body of the product is there once."""
    text = PRODUCT.format(depth=24, annotations={"prefetch_written": 2}).replace("k]", "l * 8 + k]")
    text = text.replace("        for k in T.serial(24", "        for l in range(3):\n         for k in T.serial(8")
    func = lower(parse_prim_func(text.replace("B[j, k,", "B[j, l * 8 + k,")), TARGET)
    assert any(isinstance(n, IfThenElse) for n in walk(func.body))
    assert sum(n.var.name == "k" for n in walk(func.body) if isinstance(n, For)) == 1


@pytest.mark.parametrize("depth", [10, 24])
def test_the_next_panel_is_dealt_out_over_the_tiles(depth: int) -> None:
    func = product(depth, SPREAD)
    asked = [requests(func, "prefetch", j=0, i=i) for i in range(5)]
    assert all(len(lines) == depth for lines in asked)  # one of the 2 lines of each step, in each of 5 tiles
    lines = {tuple(at) for at in itertools.chain(*asked)}
    offsets = {(j * depth + k) * 32 + c for j, k, c in lines}
    assert offsets >= set(range(depth * 32, 2 * depth * 32, 16))  # all lines of the second panel
    first = [min((j * depth + k) * 32 + c for j, k, c in tile) for tile in asked]
    share = -(-2 * depth // 5) * 16
    assert first == [depth * 32 + i * share for i in range(5)]


@pytest.mark.parametrize(("depth", "tiles"), [(24, 1), (24, 2), (24, 4), (24, 5), (40, 11)])
def test_an_unknown_number_of_tiles_shares_the_requests(depth: int, tiles: int) -> None:
    text = PRODUCT.format(depth=depth, annotations=SPREAD)
    text = text.replace("A: T.Buffer((15, ", "a: T.handle, _a: T.Buffer((1, ")
    text = text.replace("C: T.Buffer((15, 64)", "c: T.handle, _c: T.Buffer((1, 64)")
    matched = f"""
    n = T.int64()
    A = T.match_buffer(a, (n * 3, {depth}), "float32")
    C = T.match_buffer(c, (n * 3, 64), "float32")
    for j, i in T.grid(2, n):"""
    func = lowered(parse_prim_func(text.replace("\n    for j, i in T.grid(2, 5):", matched)))
    n = next(v for v in walk(func.body) if isinstance(v, Var) and v.name == "n")
    func = func.with_body(substitute(func.body, {n: const(tiles, n.dtype)}))
    asked = [requests(func, "prefetch", j=0, i=i) for i in range(tiles)]
    lines = [at for tile in asked for at in tile]
    wanted = 2 * depth
    assert len(set(lines)) >= wanted
    assert len(lines) <= wanted + 3 * tiles  # each once, but for what shares are rounded up to
    # no step asks for more lines than it must: two tiles share the two lines of each step
    most = max(len(requests(func, "prefetch", range(k, k + 1), j=0, i=0)) for k in range(depth))
    assert most == -(-2 // tiles)


def test_a_copy_of_a_panel_asks_for_what_it_copies() -> None:
    """The tiles read a panel that was widened before them: they request the next one in 16 bits, once."""
    text = PRODUCT.format(depth=24, annotations=SPREAD).replace("* B[j, k, c]", "* W[k, c]")
    text = text.replace('B: T.Buffer((2, 24, 32), "float32")', 'B: T.Buffer((2, 24, 32), "float16")')
    stage = """
    for j in range(2):
      W = T.decl_buffer((24, 32))
      for m, v in T.grid(24, 32):
          W[m, v] = T.Cast("float32", B[j, m, v])
      for i in range(5):"""
    func = lowered(parse_prim_func(text.replace("\n    for j, i in T.grid(2, 5):", stage)))
    asked = [requests(func, "prefetch", j=0, i=i) for i in range(5)]
    offsets = {(j * 24 + k) * 32 + c for j, k, c in itertools.chain(*asked)}
    assert offsets >= set(range(24 * 32, 2 * 24 * 32, 32))  # a line has 32 of its elements
    assert sum(map(len, asked)) <= 5 * 24


@pytest.mark.parametrize("tiles", [2, 3, 5])
def test_tiles_behind_a_guard_take_no_share(tiles: int) -> None:
    """A band of 5 tiles, of which only the first n are in the image: they request all of the next panel."""
    text = PRODUCT.format(depth=24, annotations=SPREAD)
    text = text.replace("A: T.Buffer((15, 24)", "a: T.handle, _a: T.Buffer((1, 24)")
    text = text.replace(
        ":\n    T.func_attr", ":\n    n = T.int32()\n    A = T.match_buffer(a, (n * 3, 24))\n    T.func_attr", 1
    )
    head, body = text.split("        Y = T.decl_buffer")
    guarded = "\n".join(
        "    " + line if line.strip() else line for line in ("        Y = T.decl_buffer" + body).split("\n")
    )
    func = lowered(parse_prim_func(head + "        if i < n:\n" + guarded))
    n = next(v for v in walk(func.body) if isinstance(v, Var) and v.name == "n")
    func = func.with_body(substitute(func.body, {n: const(tiles, n.dtype)}))
    lines = [at for i in range(tiles) for at in requests(func, "prefetch", j=0, i=i)]
    assert len(set(lines)) >= 2 * 24


@pytest.mark.parametrize("rows", [1, 4, 6, 13])
def test_tiles_of_guarded_rows_take_no_share(rows: int) -> None:
    """The guard is that of each row: ceil(rows / 3) of the 5 tiles read the panel, and request the next one."""
    text = PRODUCT.format(depth=24, annotations=SPREAD)
    text = text.replace("A: T.Buffer((15, 24)", "a: T.handle, _a: T.Buffer((1, 24)")
    text = text.replace(
        ":\n    T.func_attr", ":\n    n = T.int32()\n    A = T.match_buffer(a, (n, 24))\n    T.func_attr", 1
    )
    text = text.replace("                Y[r, c] = Y", "              if i * 3 + r < n:\n                Y[r, c] = Y")
    func = lowered(parse_prim_func(text))
    n = next(v for v in walk(func.body) if isinstance(v, Var) and v.name == "n")
    func = func.with_body(substitute(func.body, {n: const(rows, n.dtype)}))
    lines = [at for i in range(-(-rows // 3)) for at in requests(func, "prefetch", j=0, i=i)]
    assert len(set(lines)) >= 2 * 24


@pytest.mark.parametrize("depth", [4, 6, 40])
def test_each_line_that_is_written_is_asked_for_once(depth: int) -> None:
    """A tile has 6 lines: a short loop asks for several of them at a time, a long one is done early."""
    func = product(depth, WRITTEN)
    asked = requests(func, "prefetch_write", j=1, i=2)
    want = [(row, column) for row in (6, 7, 8) for column in (32, 48)]
    assert sorted(set(asked)) == want
    assert len(asked) == (8 if depth == 4 else 6)
    loops = [n for n in walk(func.body) if isinstance(n, For) and n.var.name == "k"]
    assert len(loops) == 1


def test_lines_of_rows_with_a_remainder_are_requested() -> None:
    """The row of 75 elements has two stores, of full vectors and of the remainder; the temporary row has none."""
    text = """
@T.prim_func
def f(A: T.Buffer((4, 75), "float32"), B: T.Buffer((4, 75), "float32"), C: T.Buffer((4, 75), "float32")):
    T.func_attr({"global_symbol": "main", "tir.noalias": True})
    for i in range(4):
        E = T.decl_buffer((75,))
        S = T.decl_buffer((1,))
        for j in T.vectorized(75):
            C[i, j] = A[i, j]
        S[0] = T.float32(0)
        for k in T.serial(75, annotations={"prefetch_written": 1}):
            E[k] = A[i, k] * A[i, k]
            S[0] = S[0] + E[k]
        for j in T.vectorized(75):
            E[j] = E[j] + S[0]
        for j in T.vectorized(75):
            B[i, j] = E[j] * S[0]
"""
    func = lowered(parse_prim_func(text))
    written = [n.args[0] for n in walk(func.body) if isinstance(n, Call) and n.op == "prefetch_write"]
    buffers = {n.buffer.name for call in written for n in walk(call) if isinstance(n, BufferLoad)}
    assert buffers == {"B"}
    assert {column for _, column in requests(func, "prefetch_write", i=2)} >= set(range(0, 64, 16))


def test_the_loops_around_share_the_requests() -> None:
    text = """
@T.prim_func
def main(A: T.Buffer((4, 8, 16), "float32"), B: T.Buffer((4, 8, 48), "float32")):
    for p in range(4):
        S = T.decl_buffer((8, 48))
        for i in range(8):
            for k in T.serial(2, annotations={"prefetch_written": 2}):
                for j in range(24):
                    S[i, k * 24 + j] = A[p, i, k] * T.float32(3)
        for r, j in T.grid(8, 48):
            B[p, r, j] = S[r, j] + T.float32(1)
"""
    func = lowered(parse_prim_func(text))
    asked = [place for i in range(8) for place in requests(func, "prefetch_write", p=1, i=i)]
    # rows of 48 numbers take three lines, requested by 8 x 2 iterations: two by the first eight of them at the most
    assert {(row, column) for _, row, column in asked} == {(row, 16 * line) for row in range(8) for line in range(3)}
    assert len(asked) <= 32


def test_a_loop_over_parts_of_a_sum_asks_once() -> None:
    """Both parts of a row are sums of the same lines, which the last one stores."""
    text = """
@T.prim_func
def main(A: T.Buffer((4, 8, 4), "float32"), B: T.Buffer((4, 8, 48), "float32")):
    for p in range(4):
        S = T.decl_buffer((8, 48))
        for q in range(2):
            for i in range(8):
                for k in T.serial(2, annotations={"prefetch_written": 3}):
                    for j in range(24):
                        S[i, k * 24 + j] = A[p, i, q * 2 + k] * T.float32(3)
                if q == 1:
                    for j in range(48):
                        B[p, i, j] = S[i, j] + T.float32(1)
"""
    func = lowered(parse_prim_func(text))
    asked = [place for q in range(2) for i in range(8) for place in requests(func, "prefetch_write", p=1, q=q, i=i)]
    assert {(row, column) for _, row, column in asked} == {(row, 16 * line) for row in range(8) for line in range(3)}
    assert len(asked) <= 32


def test_requests_change_no_result() -> None:
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((15, 40)).astype(np.float32), rng.standard_normal((2, 40, 32)).astype(np.float32)
    results = []
    for asked in ({}, {**SPREAD, **WRITTEN}):
        func = parse_prim_func(PRODUCT.format(depth=40, annotations=asked))
        results.append(np.asarray(mlcc.build(func)["main"](a, b)))
    np.testing.assert_array_equal(*results)


def test_annotations_that_cannot_be_read_are_refused() -> None:
    with pytest.raises(MlccError) as caught:
        product(10, {"prefetch": ["B", 0]})
    assert caught.value.code == "L120"


def test_registers_of_weights_are_requested_as_a_whole() -> None:
    """Two loads of 16 rows of 64 bytes in each step, shared by the three tiles of rows that read a panel."""
    text = """
@T.prim_func
def main(W: T.Buffer((2, 6, 2, 16, 64), "int8"), Y: T.Buffer((48, 64), "int32")):
    for p, i in T.grid(2, 3):
        B = T.alloc_buffer((2, 16, 64), "int8", scope="amx.tile")
        C = T.alloc_buffer((2, 16, 16), "int32", scope="amx.tile")
        for k in T.serial(6, annotations={"prefetch": ["W", 0, 1, "spread"]}):
            for j in T.unroll(2):
                T.amx_tileload(B[j, 0, 0], W[p, k, j, 0, 0], W[p, k, j, 1, 0])
        for j in T.unroll(2):
            T.amx_tilestore(Y[i * 16, p * 32 + j * 16], Y[i * 16 + 1, p * 32 + j * 16], C[j, 0, 0])
"""
    func = lowered(parse_prim_func(text))
    asked = [place for i in range(3) for place in requests(func, "prefetch", p=0, i=i)]
    lines = [int(np.dot(place, (12288, 2048, 1024, 64, 1))) // 64 for place in asked]
    assert set(range(6 * 32, 2 * 6 * 32)) <= set(lines)
    assert len(lines) <= 6 * 33


def test_a_tile_of_two_panels_asks_for_the_rows_of_both() -> None:
    """Step k reads row k of two panels, which lie apart; each row is 2 cache lines."""
    text = """
@T.prim_func
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((4, 8, 32), "float32"), C: T.Buffer((128,), "float32")):
    for j in range(2):
        Y = T.decl_buffer((64,), scope="local")
        for c in range(64):
            Y[c] = T.float32(0)
        for k in T.serial(8, annotations={"prefetch": ["B", 1, 3]}):
            for v, c in T.grid(8, 8):
                Y[v * 8 + c] = Y[v * 8 + c] + A[k] * B[j * 2 + v // 4, k, v % 4 * 8 + c]
        for c in range(64):
            C[j * 64 + c] = Y[c]
"""
    asked = requests(lowered(parse_prim_func(text)), "prefetch", j=1)
    lines = [int(np.dot(place, (256, 32, 1))) // 16 for place in asked]
    assert lines == [panel * 16 + (k + 3) * 2 + n for k in range(8) for panel in (2, 3) for n in (0, 1)]
