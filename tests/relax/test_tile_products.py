"""Products of bfloat16 and of bytes in tile registers: which ones, with what layouts, and their results."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from mlcc.relax.operators import operator_name
from mlcc.relax.transform import PackWeights, WidenProducts
from mlcc.relax.transform.pack_weights import pack_groups
from mlcc.relax.transform.tile_products import tile_columns
from mlcc.target import Target

from .graphs import compiled, graph, interpret, normal, operators

SAPPHIRE = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=sapphirerapids")
ICELAKE = Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=icelake-server")
BF16: Any = ml_dtypes.bfloat16


def test_panels_of_groups() -> None:
    matrix = np.arange(6 * 5, dtype=np.int32).reshape(6, 5)
    packed = pack_groups(matrix, 4, 2, 8)
    assert packed.shape == (2, 4, 4, 2)
    whole = packed.transpose(0, 2, 1, 3).reshape(8, 8).T
    np.testing.assert_array_equal(whole[:6, :5], matrix)
    assert not whole[6:].any()
    assert not whole[:, 5:].any()
    assert [tile_columns(n) for n in (1, 16, 17, 999)] == [16, 16, 32, 32]


def product(bias: bool = False, transposed: bool = False) -> Any:
    """A product with a matrix of 70 x 45, a constant or the second parameter."""

    def body(o: Any, x: Any, w: Any = None) -> Any:
        weight = (normal(45, 70, seed=1) if transposed else normal(70, 45, seed=1)).astype(BF16)
        y = o.matmul(x, weight if w is None else w, **({"transpose_b": True} if transposed else {}))
        return o.add(y, normal(45, seed=2).astype(BF16)) if bias else y

    return body


@pytest.mark.parametrize("target", [SAPPHIRE, ICELAKE])
@pytest.mark.parametrize("transposed", [False, True])
def test_layouts(target: Target, transposed: bool) -> None:
    """Enough rows are multiplied in tile registers; few, and those of other machines, in float32."""
    for rows in (4, 5, 33):
        module = graph(product(True, transposed), "bfloat16", x=(rows, 70))
        for item in (WidenProducts, PackWeights):
            module = item.for_target(target)(module)
        calls = [b.value for b in module["main"].bindings() if operator_name(b.value) == "nn.dense_packed"]
        shape = calls[0].args[1].sinfo.static_shape()
        in_tiles = target is SAPPHIRE and rows > 4
        assert len(shape) == (4 if in_tiles else 3)
        assert not in_tiles or shape == (2, 48, 32, 2)  # K is rounded up to a multiple of 32, in pairs


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("rows", [5, 16, 33, 70])
def test_results(rows: int, transposed: bool) -> None:
    """Of the graph after the passes, of the compiled model, and for a matrix that is a parameter."""
    shape = (45, 70) if transposed else (70, 45)
    x, w = normal(rows, 70).astype(BF16), normal(*shape, seed=1).astype(BF16)
    total = x.astype(np.float64) @ (w.T if transposed else w).astype(np.float64)
    sizes = np.abs(x.astype(np.float64)) @ np.abs((w.T if transposed else w).astype(np.float64))
    for bias in (False, True):
        want = total + (normal(45, seed=2).astype(BF16).astype(np.float64) if bias else 0)
        module = graph(product(bias, transposed), "bfloat16", x=(rows, 70))
        other = graph(product(bias, transposed), "bfloat16", x=(rows, 70), w=shape)
        packed = PackWeights.for_target(SAPPHIRE)(WidenProducts.for_target(SAPPHIRE)(module))
        assert "nn.dense_packed" in operators(packed)
        once = 2.0**-8 * np.abs(want) * 1.01 + 1e-5 * sizes  # one rounding to bfloat16, and float32's in the sums
        assert (np.abs(np.asarray(interpret(packed, x)[0]).astype(np.float64) - want) <= once).all()
        assert (np.abs(np.asarray(compiled(module, x)[0]).astype(np.float64) - want) <= once).all()
        # where the matrix is no constant, the product is rounded before the addition
        twice = once + (2.0**-8 * np.abs(total) * 1.02 if bias else 0)
        assert (np.abs(np.asarray(compiled(other, x, w)[0]).astype(np.float64) - want) <= twice).all()
