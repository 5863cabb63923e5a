"""Buffers of blocks whose sizes depend on the block's axes, and on what is in memory."""

from __future__ import annotations

import numpy as np
import pytest

import mlcc
from mlcc import reference
from mlcc.script import parse_module

HEAD = """
@T.prim_func
def main(x: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32")):
    for i in {loop}:
        with T.block("P"):
            vi = T.axis.spatial({extent}, i)
            T.reads(x[0:4])
            T.writes(B[0:4])
"""
FILL = """
            for j, k in T.grid({rows}, {columns}):
                with T.block("Q"):
                    vj = T.axis.spatial({rows}, j)
                    vk = T.axis.spatial({columns}, k)
                    t[vj, vk] = vj * 5 + vi * vk
"""
READ = """
            with T.block("R"):
                vz = T.axis.spatial(1, 0)
                T.reads(x[0:4], t[0:{rows}, 0:{columns}])
                T.writes(B[vi])
                B[vi] = t[x[vi] % {rows}, x[1] % {columns}]
"""
SUM = """
            for j, k, r in T.grid({rows}, {columns}, 3):
                with T.block("Q"):
                    vj = T.axis.spatial({rows}, j)
                    vk = T.axis.spatial({columns}, k)
                    vr = T.axis.reduce(3, r)
                    with T.init():
                        t[vj, vk] = vi
                    t[vj, vk] = t[vj, vk] + vr * vk + vj
"""
VIEW = """
            with T.block("R"):
                vz = T.axis.spatial(1, 0)
                T.reads(t[0:x[vi], 0:2], x[0:4])
                T.writes(B[vi])
                v = T.match_buffer(t[0:x[vi], 1:2], (x[vi], 1), "int32", offset_factor=1, strides=[2, 1])
                B[vi] = v[x[vi] - 1, 0]
"""
INNER = """
            for l in range(1):
                with T.block("I"):
                    vl = T.axis.spatial(1, l)
                    T.reads(x[0:4])
                    T.writes(B[vi])
                    t = T.alloc_buffer((x[vi], vi + 1), "int32")
"""


def indented(text: str) -> str:
    return text.replace("\n    ", "\n            ")


def case(alloc: str, rows: str, columns: str, loop: str = "range(4)", fill: str = FILL, read: str = READ) -> str:
    sizes = {"rows": rows, "columns": columns}
    extent = "1" if loop == "range(1)" else "4"
    return HEAD.format(loop=loop, extent=extent) + f"            {alloc}" + fill.format(**sizes) + read.format(**sizes)


CASES = {
    "loaded": case('t = T.alloc_buffer((x[vi], 2), "int32")', "x[vi]", "2"),
    "loaded_columns": case('t = T.alloc_buffer((2, x[vi]), "int32")', "2", "x[vi]"),
    "axis": case('t = T.alloc_buffer((vi + 1, vi + 2), "int32")', "(vi + 1)", "(vi + 2)"),
    "parallel": case('t = T.alloc_buffer((x[vi], vi + 1), "int32")', "x[vi]", "(vi + 1)", loop="T.parallel(4)"),
    "one_iteration": case('t = T.alloc_buffer((x[vi], vi + 2), "int32")', "x[vi]", "(vi + 2)", loop="range(1)"),
    "strides": case('t = T.alloc_buffer((2, x[vi]), "int32", strides=[x[vi] + vi, 1])', "2", "x[vi]"),
    "reduction": case('t = T.alloc_buffer((x[vi], 2), "int32")', "x[vi]", "2", fill=SUM),
    "view": case('t = T.alloc_buffer((x[vi], 2), "int32")', "x[vi]", "2", read=VIEW),
    "nested": HEAD.format(loop="range(4)", extent="4")
    + INNER
    + indented((FILL + READ).format(rows="x[vi]", columns="(vi + 1)")),
}


@pytest.mark.parametrize("name", CASES)
def test_sizes(name: str) -> None:
    module = parse_module(CASES[name], "sizes.tir")
    x, result = np.array([3, 1, 4, 2], np.int32), np.full(4, -1, np.int32)
    (wanted,) = reference.run(module.prim_funcs["main"], [x, result.copy()])
    mlcc.build(module)["main"](x, result)
    np.testing.assert_array_equal(result, wanted)
    assert (wanted != -1).sum() == (1 if name == "one_iteration" else 4)
