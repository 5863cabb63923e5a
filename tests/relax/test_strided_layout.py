"""Strides of moved tensors: NumPy's for static sizes, and for symbolic ones those that hold for every size."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

from mlcc.analysis import Analyzer, Poly
from mlcc.ir import Var
from mlcc.relax.transform.strided_layout import StridedLayout

B, T = Var("b", "int64"), Var("t", "int64")


def polys(*dims: Any) -> list[Poly]:
    analyzer = Analyzer()
    return [Poly.const(d) if isinstance(d, int) else analyzer.poly(d) for d in dims]


def test_heads_of_one_projection() -> None:
    layout = StridedLayout.contiguous(polys(B, T, 768)).reshaped(polys(B, T, 12, 64))
    assert layout is not None
    heads = layout.transposed([0, 2, 1, 3])
    assert list(heads.strides) == polys(T * 768, 64, 768, 1)
    assert heads.has_contiguous_rows
    assert heads.reshaped(polys(B, 12, T * 64)) is None
    assert heads.reshaped(polys(B * 12, T, 64)) is None
    assert not layout.transposed([0, 2, 3, 1]).has_contiguous_rows


def test_a_slice_keeps_the_strides() -> None:
    whole = StridedLayout.contiguous(polys(B * T, 3 * 768))
    part = whole.sliced(polys(B * T, 768))
    assert list(part.strides) == polys(2304, 1)
    split = part.reshaped(polys(B, T, 12, 64))
    assert split is not None
    assert list(split.strides) == polys(T * 2304, 2304, 64, 1)
    assert part.reshaped(polys(B * T * 768)) is None


def test_products_of_other_symbols_do_not_match() -> None:
    layout = StridedLayout.contiguous(polys(B, T))
    assert layout.reshaped(polys(T, B)) is not None  # contiguous memory has any shape of its size
    assert layout.reshaped(polys(B * B)) is None
    assert layout.transposed(None).reshaped(polys(B, T)) is None


@pytest.mark.every(8)
@pytest.mark.parametrize("seed", range(200))
def test_static_sizes_are_as_numpy_says(seed: int) -> None:
    """Random transposes, slices and reshapes: strides where NumPy makes a view, None where it copies."""
    rng = random.Random(seed)
    shape = [rng.choice([1, 2, 3, 4, 6]) for _ in range(rng.randint(1, 4))]
    array: np.ndarray[Any, Any] = np.arange(int(np.prod(shape))).reshape(shape)
    layout: StridedLayout | None = StridedLayout.contiguous(polys(*shape))
    for _ in range(rng.randint(1, 5)):
        assert layout is not None
        match rng.randrange(3):
            case 0:
                axes = rng.sample(range(array.ndim), array.ndim)
                array, layout = array.transpose(axes), layout.transposed(axes)
            case 1:
                sizes = [rng.randint(1, n) for n in array.shape]
                array = array[tuple(slice(n) for n in sizes)]
                layout = layout.sliced(polys(*sizes))
            case _:
                new = rng.choice(list(shapes_of(array.size)))
                view = array.reshape(new)
                if not np.may_share_memory(view, array):
                    assert layout.reshaped(polys(*new)) is None
                    return
                array, layout = view, layout.reshaped(polys(*new))
        assert layout is not None
        for size, stride, ours in zip(array.shape, array.strides, layout.strides, strict=True):
            assert size == 1 or ours.value() == stride // array.itemsize


def shapes_of(size: int) -> Any:
    """The shapes of up to four dimensions with so many elements."""
    divisors = [n for n in range(1, size + 1) if size % n == 0]
    for rank in (1, 2, 3, 4):
        for dims in itertools.product(divisors, repeat=rank):
            if np.prod(dims) == size:
                yield dims
