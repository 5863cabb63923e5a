"""How the numbers of a product of bytes become words, by what the target multiplies.

Instructions that add four products of bytes (VNNI, sdot) read words of four. Others add two products of int16, exactly
(pmaddwd), so data and weights are widened; or they add two products of bytes and limit the sum to int16 (pmaddubsw):
that is exact for weights of which no two neighbours could exceed it, as those of seven bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mlcc.ir import GraphExpr
from mlcc.target import Costs

from ..rewrite import Emitter
from .quantized_values import emit

Array = np.ndarray[Any, Any]
#: The largest unsigned byte; a pair of products of it may reach the limits of int16.
_MOST_DATA, _LEAST, _MOST = 255, -(2**15), 2**15 - 1


def word_numbers(weight: Array, axis: int, costs: Costs, rows: int | None = None) -> str:
    """What the words of a product with int8 `weight` hold along `axis`: "int8", four bytes; "int16", two numbers; or
    "int7", four bytes whose sums of two products fit int16.

    A product of few `rows` takes the time of reading its matrix, which stays bytes."""
    if not costs.byte_pairs:
        return "int8"
    if _pairs_fit(weight, axis):
        return "int7"
    return "int8" if rows is not None and rows <= costs.narrow_matrix_rows else "int16"


def product_rate(numbers: str, costs: Costs) -> float:
    """Products of bytes in words of `numbers` in the time of one of float32; 0 where these never win."""
    return float(costs.narrow_rate if numbers == "int7" else costs.byte_rate)


def widened(out: Emitter, data: GraphExpr, numbers: str) -> GraphExpr:
    """Data, uint8, as the elements of such words."""
    return emit(out, "cast", data, dtype="int16") if numbers == "int16" else data


def widened_weight(weight: Array, numbers: str) -> Array:
    """The weight, int8, as the elements of such words."""
    return weight.astype(np.int16) if numbers == "int16" else weight


def numbers_attr(numbers: str) -> dict[str, str]:
    """The attribute that says it of a product; none for four bytes."""
    return {} if numbers == "int8" else {"numbers": numbers}


def _pairs_fit(weight: Array, axis: int) -> bool:
    """Whether the products of any unsigned bytes with two neighbours along `axis` have sums that fit int16."""
    moved = np.moveaxis(weight, axis, -1).astype(np.int32)
    even = np.pad(moved, [(0, 0)] * (moved.ndim - 1) + [(0, moved.shape[-1] % 2)])
    pairs = even.reshape(*even.shape[:-1], -1, 2)
    most, least = (bound(pairs, 0).sum(-1) * _MOST_DATA for bound in (np.maximum, np.minimum))
    return bool(most.max(initial=0) <= _MOST and least.min(initial=0) >= _LEAST)
