"""What follows from sizes alone is not computed in the kernels that read it, where it is worth to be kept."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc.ir import Var
from mlcc.relax.transform import FuseOps
from mlcc.target import Target

from .graphs import Ops, assert_close, graph, normal
from .test_fuse_ops import groups

N, M = Var("n", "int64"), Var("m", "int64")


def numbers(o: Ops, dtype: str = "int64") -> Any:
    """0, 1, 2 … as a matrix of n rows."""
    ones = o.broadcast_to(np.array(1, dtype), shape=[N * M])
    return o.reshape(o.cumsum(ones, axis=0, exclusive=True), shape=[N, M])


def fused(body: Any, keeps: bool = True) -> list[str]:
    return groups(FuseOps(keeps=keeps)(graph(body, x=(N, M))))


def test_a_mask_that_reads_a_table_is_apart() -> None:
    def body(o: Ops, x: Any) -> Any:
        mask = o.less(o.multiply(numbers(o), np.array(3, "int64")), np.array(50, "int64"))
        return o.multiply(o.cast(mask, dtype="float32"), x)

    assert fused(body)[-2:] == ["multiply+less", "cast+multiply"]
    assert fused(body, keeps=False)[-1:] == ["multiply+less+cast+multiply"]


def test_a_slow_function_is_apart() -> None:
    def body(o: Ops, x: Any) -> Any:
        return o.add(x, o.sin(o.range_like(np.float32(0), np.float32(1), size=[M])))

    assert fused(body) == ["range_like+sin", "add"]


def test_what_is_cheap_stays() -> None:
    def body(o: Ops, x: Any) -> Any:
        return o.multiply(x, o.add(o.range_like(np.float32(0), np.float32(1), size=[M]), np.float32(1)))

    assert fused(body) == ["range_like+add+multiply"]


def test_copies_are_made_where_they_are_read() -> None:
    def body(o: Ops, x: Any) -> Any:
        row = o.sin(o.range_like(np.float32(0), np.float32(1), size=[M]))
        return o.add(x, o.broadcast_to(row, shape=[N, M]))

    assert fused(body) == ["range_like+sin", "broadcast_to+add"]


@pytest.mark.parametrize("size", [(3, 7), (5, 4), (1, 1), (0, 3)])
def test_builds_are_right(size: tuple[int, int]) -> None:
    def body(o: Ops, x: Any) -> Any:
        mask = o.less(o.multiply(numbers(o), np.array(3, "int64")), np.array(50, "int64"))
        return o.add(o.multiply(o.cast(mask, dtype="float32"), x), o.sin(numbers(o, "float32")))

    library = mlcc.build(graph(body, x=(N, M)))
    x = normal(*size)
    places = np.arange(x.size).reshape(size)
    want = (places * 3 < 50) * x + np.sin(places)
    for _ in range(2):
        assert_close([np.asarray(library.main(x))], [want.astype(np.float32)])


def test_targets_without_memory_for_it() -> None:
    assert FuseOps.for_target(Target.parse("llvm")).keeps
    assert not FuseOps.for_target(Target.parse("c")).keeps
