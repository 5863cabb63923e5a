"""No artefact reads or writes outside of its arguments and its working memory, whatever its sizes come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from guard_pages import call, code_of

import mlcc
from mlcc.runtime import Library
from mlcc.script import parse_module

HEAD = """
from mlcc.script import ir as I
from mlcc.script import relax as R
from mlcc.script import tir as T
"""
_BUILT: dict[str, Library] = {}


def library(text: str) -> Library:
    """The library of a program, built once."""
    if text not in _BUILT:
        _BUILT[text] = mlcc.build(parse_module(HEAD + text))
    return _BUILT[text]


def ones(*shape: int, dtype: str = "float32") -> Any:
    return np.ones(shape, dtype)


PRODUCT = """
@R.function
def main(x: R.Tensor(("b", "n"), "float32"), w: R.Tensor((9, 6), "float32")):
    with R.dataflow():
        y = R.matmul(x, w)
        R.output(y)
    return y
"""
SUM = """
@R.function
def main(x: R.Tensor(("n",), "float32"), y: R.Tensor(("m",), "float32")):
    with R.dataflow():
        z = R.exp(R.add(x, y))
        R.output(z)
    return z
"""
JOINED = """
@R.function
def main(x: R.Tensor(("n", "p"), "float32"), y: R.Tensor(("m", "q"), "float32")):
    with R.dataflow():
        z = R.concat((x, y), axis=0)
        R.output(z)
    return z
"""
SCATTERED = """
@R.function
def main(x: R.Tensor(("n", 5), "float32"), i: R.Tensor(("m", 3), "int64"), u: R.Tensor(("m", 3), "float32")):
    with R.dataflow():
        z = R.scatter_elements(x, i, u, axis=1)
        R.output(z)
    return z
"""
TAKEN = """
@R.function
def main(x: R.Tensor(("n", 4), "float32"), i: R.Tensor(("m",), "int64")):
    with R.dataflow():
        z = R.take(x, i, axis=0)
        R.output(z)
    return z
"""
REVERSED = """
@R.function
def main(x: R.Tensor((3, "n"), "float32"), l: R.Tensor(("m",), "int64")):
    with R.dataflow():
        z = R.reverse_sequence(x, l, seq_axis=0, batch_axis=1)
        R.output(z)
    return z
"""
BOXES = """
@R.function
def main(b: R.Tensor((1, "n", 4), "float32"), s: R.Tensor((1, 2, "m"), "float32")):
    with R.dataflow():
        y = R.vision.non_max_suppression(b, s, limit=5)
        z = y[0]
        R.output(z)
    return z
"""
#: Two windows are cut off `x`: what lies between is kept in the arena, and may be smaller than nothing.
SMALL = """
@R.function
def main(x: R.Tensor(("b", 2, "n"), "float32"), w: R.Tensor((2, 2, 4), "float32")):
    with R.dataflow():
        a = R.nn.conv1d(x, w)
        c = R.nn.conv1d(R.exp(a), w)
        d = R.sum(c, axis=[1, 2])
        R.output(d)
    return d
"""
SHAPED = """
@R.function
def main(x: R.Tensor(("n", "m"), "float32")):
    n = T.int64()
    m = T.int64()
    with R.dataflow():
        y = R.exp(x)
        z = R.reshape(y, R.shape([n, 4]))
        v = R.sum(z, axis=[1])
        R.output(v)
    return v
"""
BRANCHES = """
@R.function
def main(c: R.Tensor((), "bool"), x: R.Tensor(("n", 4), "float32"), y: R.Tensor(("m", 4), "float32")):
    n = T.int64()
    if c:
        z = R.exp(x)
    else:
        z = R.exp(y)
    return R.negative(z)
"""
KERNEL = """
@T.prim_func
def main(a: T.handle, b: T.handle):
    n = T.int64()
    m = T.int64()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (m,), "float32")
    for i in range(n):
        with T.block("B"):
            vi = T.axis.spatial(n, i)
            B[vi] = A[vi] + T.float32(1)
"""
TEMPORARY = """
@T.prim_func
def main(a: T.handle, b: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    C = T.alloc_buffer((n - 6000,), "float32")
    D = T.alloc_buffer((n,), "float32")
    for i in range(n):
        with T.block("D"):
            vi = T.axis.spatial(n, i)
            D[vi] = A[vi] + T.float32(1)
    for i in range(n - 6000):
        with T.block("C"):
            vi = T.axis.spatial(n - 6000, i)
            C[vi] = A[vi] + D[vi]
    for i in range(n):
        with T.block("B"):
            vi = T.axis.spatial(n, i)
            B[vi] = D[vi] + C[0]
"""

CASES: list[tuple[str, str, Sequence[Any], Sequence[tuple[int, ...]] | None, str]] = [
    ("product", PRODUCT, [ones(3, 9), ones(9, 6)], None, "ok"),
    ("product too short", PRODUCT, [ones(3, 5), ones(9, 6)], None, "R312"),
    ("product too long", PRODUCT, [ones(3, 10), ones(9, 6)], None, "R312"),
    ("product of nothing", PRODUCT, [ones(0, 9), ones(9, 6)], None, "ok"),
    ("sum", SUM, [ones(5000), ones(5000)], None, "ok"),
    ("sum with one", SUM, [ones(5000), ones(1)], None, "ok"),
    ("sum of different", SUM, [ones(5000), ones(7)], None, "R312"),
    ("sum of different, the second longer", SUM, [ones(7), ones(5000)], [(7,)], "R312"),
    ("joined", JOINED, [ones(3, 2000), ones(2, 2000)], None, "ok"),
    ("joined of different widths", JOINED, [ones(3, 20), ones(2, 2000)], None, "R312"),
    ("scattered", SCATTERED, [ones(4, 5), ones(4, 3, dtype="int64"), ones(4, 3)], None, "ok"),
    ("scattered beyond", SCATTERED, [ones(4, 5), ones(4000, 3, dtype="int64"), ones(4000, 3)], None, "R312"),
    ("taken", TAKEN, [ones(4, 4), ones(7, dtype="int64") * 1000], None, "ok"),
    ("taken from nothing", TAKEN, [ones(0, 4), ones(7, dtype="int64")], None, "R312"),
    ("nothing taken from nothing", TAKEN, [ones(0, 4), ones(0, dtype="int64")], None, "ok"),
    ("reversed", REVERSED, [ones(3, 4), ones(4, dtype="int64") * 3], None, "ok"),
    ("reversed beyond the end", REVERSED, [ones(3, 4), ones(4, dtype="int64") * 99999], None, "ok"),
    ("reversed by few lengths", REVERSED, [ones(3, 5000), ones(4, dtype="int64")], None, "R312"),
    ("boxes", BOXES, [ones(1, 9, 4), ones(1, 2, 9)], None, "ok"),
    ("more scores than boxes", BOXES, [ones(1, 9, 4), ones(1, 2, 5000)], None, "R312"),
    ("small", SMALL, [ones(2, 2, 7), ones(2, 2, 4)], None, "ok"),
    ("too small once", SMALL, [ones(2, 2, 5), ones(2, 2, 4)], None, "R312"),
    ("too small twice", SMALL, [ones(2000, 2, 1), ones(2, 2, 4)], None, "R312"),
    ("shaped", SHAPED, [ones(3000, 4)], None, "ok"),
    ("shaped to more", SHAPED, [ones(3000, 3)], None, "R312"),
    ("shaped to less", SHAPED, [ones(3000, 5)], None, "R312"),
    ("kernel", KERNEL, [ones(5000)], [(5000,)], "ok"),
    ("kernel with a short result", KERNEL, [ones(5000)], [(4,)], "R312"),
    ("temporary", TEMPORARY, [ones(9000)], None, "ok"),
    ("temporary of negative size", TEMPORARY, [ones(50)], None, "R312"),
]


@pytest.mark.every(2)
@pytest.mark.parametrize(("text", "inputs", "shapes", "code"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_sizes(text: str, inputs: Sequence[Any], shapes: Any, code: str, linker: str) -> None:
    assert code_of(library(text), inputs, shapes) == code


def test_the_message_names_the_sizes(linker: str) -> None:
    with pytest.raises(mlcc.MlccError, match="the sizes do not fit together: its operands must have `n == 9`"):
        call(library(PRODUCT), [ones(3, 5), ones(9, 6)])


@pytest.mark.parametrize("sizes", [(1 << 33, 1 << 33), (1 << 62, 8), (1 << 47, 1), ((1 << 63) - 1, 2)])
def test_sizes_beyond_64_bits_are_refused(sizes: tuple[int, int], linker: str) -> None:
    """The extents of a tensor that claims to be large; nothing is read of it."""
    from guard_pages import claimed

    assert claimed(library(SHAPED), [sizes], [(sizes[0],)]) in ("R306", "R310")
