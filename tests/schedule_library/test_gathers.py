"""What is gathered from channel blocks is computed with channels in the lanes, and transposed from a small buffer."""

from __future__ import annotations

import numpy as np
import pytest

import mlcc
from mlcc.ir import For, walk
from mlcc.schedule import schedule_function
from mlcc.script import parse_prim_func
from mlcc.target import Target

#: Batch, channels, channels in a block, rows, columns of the result; symbolic sizes by name. 21 channels end in a part
#: of a block, 97 and 640 columns are no multiple of a tile, 7 channels are fewer than the lanes.
SHAPES = [
    ("1", 64, 64, "5", "160"),
    ("2", 21, 16, "3", "97"),
    ("1", 48, 8, "1", "640"),
    ("3", 14, 7, "2", "20"),
    ("n", 32, 16, "3", "44"),
    ("1", 16, 16, "h", "w"),
]
SIZES = {"n": 2, "h": 3, "w": 131}


def resize(batch: str, channels: int, block: int, rows: str, columns: str) -> str:
    symbols = [name for name in (batch, rows, columns) if name.isalpha()]
    lines = "".join(f"    {name} = T.int64()\n" for name in symbols)
    args = ", ".join(f"{name}: T.handle" for name in ("x", "p", "q", "y"))
    blocks = -(-channels // block)
    taps = [f"X[vn, vc // {block}, P[vh], Q[vw] + T.int64({t}), vc % {block}]" for t in (0, 1)]
    return f"""
@T.prim_func
def main({args}):
    T.func_attr({{"tir.noalias": True, "op": "resize"}})
{lines}    X = T.match_buffer(x, ({batch}, {blocks}, 6, 9, {block}))
    P = T.match_buffer(p, ({rows},), "int64")
    Q = T.match_buffer(q, ({columns},), "int64")
    Y = T.match_buffer(y, ({batch}, {channels}, {rows}, {columns}))
    for n, c, h, w in T.grid({batch}, {channels}, {rows}, {columns}):
        with T.block("Y"):
            vn, vc, vh, vw = T.axis.remap("SSSS", [n, c, h, w])
            Y[vn, vc, vh, vw] = {taps[0]} * T.float32(0.25) + {taps[1]}
"""


@pytest.mark.cover(1)
@pytest.mark.parametrize("machine", ["native", "x86-64-v3"])
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: "x".join(map(str, shape)))
def test_gathers_of_blocks(shape: tuple[str, int, int, str, str], machine: str) -> None:
    target = Target.parse(f"llvm -mcpu={machine}")
    func, script, _ = schedule_function(parse_prim_func(resize(*shape)), target)
    assert script is not None
    assert script.name == "elementwise"
    assert any(isinstance(node, For) and node.kind == "vectorized" for node in walk(func.body))
    batch, channels, block, rows, columns = shape
    rng = np.random.default_rng(0)
    n, h, w = (SIZES.get(size) or int(size) for size in (batch, rows, columns))
    x = rng.standard_normal((n, -(-channels // block), 6, 9, block)).astype(np.float32)
    p, q = rng.integers(0, 6, h), rng.integers(0, 8, w)
    got = np.asarray(mlcc.build(func, target=target)["main"](x, p, q))
    plain = np.moveaxis(x, -1, 2).reshape(n, -1, 6, 9)[:, :channels]
    want = plain[:, :, p][..., q] * np.float32(0.25) + plain[:, :, p][..., q + 1]
    np.testing.assert_allclose(got, want, rtol=1e-6, atol=1e-6)


def test_a_gather_beside_rows_stays() -> None:
    """With channels in the lanes, what is read by rows would be read with a stride."""
    text = (
        resize("1", 32, 16, "3", "40")
        .replace("Y: T.handle", "Y: T.handle")
        .replace("* T.float32(0.25)", "* X[0, 0, 0, 0, 0]")
    )
    rows = text.replace("X[0, 0, 0, 0, 0]", "Z[vc, vw]").replace("q: T.handle", "q: T.handle, z: T.handle")
    rows = rows.replace("    Y = T", "    Z = T.match_buffer(z, (32, 40))\n    Y = T")
    for source, vectors in ((text, True), (rows, False)):
        func, _, _ = schedule_function(parse_prim_func(source), Target.parse(None))
        assert any(isinstance(node, For) and node.kind == "vectorized" for node in walk(func.body)) == vectors


def test_labels_that_point_at_labels() -> None:
    """Eleven gathers from and by the same values, each with four loads: inlined into one they would be 4^11 loads."""
    steps = [
        f"""
    for i in range(n):
        with T.block("B{k}"):
            vi = T.axis.spatial(n, i)
            B{k}[vi] = B{k - 1}[T.min(T.max(T.Select(B{k - 1}[vi] < 0, B{k - 1}[vi] + n, B{k - 1}[vi]), 0), n - 1)]
"""
        for k in range(1, 12)
    ]
    temporaries = "".join(f'    B{k} = T.alloc_buffer((n,), "int32")\n' for k in range(1, 11))
    text = f"""
@T.prim_func
def main(x: T.handle, y: T.handle):
    T.func_attr({{"tir.noalias": True, "op": "take"}})
    n = T.int32()
    B0 = T.match_buffer(x, (n,), "int32")
    B11 = T.match_buffer(y, (n,), "int32")
{temporaries}{"".join(steps)}"""
    func, _, _ = schedule_function(parse_prim_func(text), Target.parse(None))
    assert sum(1 for _ in walk(func.body)) < 5000
    x = np.random.default_rng(0).integers(-40, 40, 40).astype(np.int32)
    want = x
    for _ in range(11):
        want = want[want]
    np.testing.assert_array_equal(mlcc.build(func)(x), want)
