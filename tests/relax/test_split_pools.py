"""Pooling within slices and then across them gives what pooling of the volume gives."""

from __future__ import annotations

from typing import Any

import pytest

from mlcc.ir import Var
from mlcc.relax.transform import SplitPools

from .graphs import assert_close, compiled, graph, interpret, normal, operators

WINDOWS: list[dict[str, Any]] = [
    {"pool_size": 3, "strides": 1, "padding": 1},
    {"pool_size": [3, 2, 3], "strides": [1, 2, 2], "padding": [1, 0, 1, 2, 1, 0]},
    {"pool_size": 3, "strides": 1, "dilation": [2, 1, 1], "padding": [1, 2, 0, 1, 1, 1]},
    {"pool_size": 3, "strides": [1, 2, 2], "ceil_mode": True, "padding": 1},
]


@pytest.mark.cover(1)
@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize(("name", "more"), [("max", {}), ("avg", {}), ("avg", {"count_include_pad": True})])
def test_overlapping_windows(name: str, more: dict[str, Any], window: dict[str, Any]) -> None:
    attrs = {**window, **more}
    before = graph(lambda o, x: getattr(o, f"nn_{name}_pool3d")(x, **attrs), x=(2, 3, 6, 7, 9))
    after = SplitPools()(before)
    assert operators(after) == [f"nn.{name}_pool3d"] * 2
    x = normal(2, 3, 6, 7, 9, seed=4)
    assert_close(compiled(after, x), interpret(before, x))


@pytest.mark.parametrize("window", [{"pool_size": 2, "strides": 2}, {"pool_size": [1, 3, 3], "strides": 1}])
def test_windows_that_share_no_slices_stay_whole(window: dict[str, Any]) -> None:
    module = graph(lambda o, x: o.nn_max_pool3d(x, **window), x=(1, 2, 4, 6, 6))
    assert operators(SplitPools()(module)) == ["nn.max_pool3d"]


IMAGES: list[dict[str, Any]] = [
    {"pool_size": 13, "strides": 1, "padding": 6},
    {"pool_size": [5, 7], "strides": [1, 2], "padding": [1, 3, 3, 0], "ceil_mode": True},
    {"pool_size": 5, "strides": 1, "padding": [2, 4, 2, 4]},
]


@pytest.mark.every(2)
@pytest.mark.parametrize("window", IMAGES)
@pytest.mark.parametrize(
    ("name", "more"), [("max", {}), ("max", {"dilation": [1, 2]}), ("avg", {}), ("avg", {"count_include_pad": True})]
)
def test_large_windows_of_images_of_any_size(name: str, more: dict[str, Any], window: dict[str, Any]) -> None:
    attrs = {**window, **more}

    def pool(o: Any, x: Any) -> Any:
        return getattr(o, f"nn_{name}_pool2d")(x, **attrs)

    height, width = Var("h", "int64"), Var("w", "int64")
    after = SplitPools()(graph(pool, x=(2, 3, height, width)))
    assert operators(after) == [f"nn.{name}_pool2d"] * 2
    for size in ((17, 30), (9, 22)):
        x = normal(2, 3, *size, seed=4)
        assert_close(compiled(after, x), interpret(graph(pool, x=(2, 3, *size)), x))


def test_images_of_known_size_and_small_windows_stay_whole() -> None:
    side = Var("h", "int64")
    for shape, size in (((1, 8, 20, 20), 13), ((1, 8, side, side), 3)):
        module = graph(lambda o, x, size=size: o.nn_max_pool2d(x, pool_size=size, padding=size // 2), x=shape)
        assert operators(SplitPools()(module)) == ["nn.max_pool2d"]
