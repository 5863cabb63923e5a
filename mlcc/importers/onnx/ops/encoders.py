"""Operators of ai.onnx.ml that map categories, which are numbers or strings, to numbers or strings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mlcc.ir import GraphExpr
from mlcc.ir import dtype as dt
from mlcc.string_rows import is_text

from ..context import Context, shape_arg
from ..registry import onnx_op
from ..strings import is_string
from ..values import Array
from .strings import chosen_text, index_among

DOMAIN = "ai.onnx.ml"


def key_index(ctx: Context, x: GraphExpr, keys: Array) -> GraphExpr:
    """For each element the index of the first key equal to it, the number of keys where there is none: int64. A NaN
    equals a NaN."""
    if is_string(ctx, x) != is_text(keys):
        raise ctx.error("I117", "the node is malformed: strings are looked up among numbers, or numbers among strings")
    if is_text(keys):
        first: dict[str, int] = {}
        for number, key in enumerate(keys.tolist()):
            first.setdefault(key, number)
        found = index_among(ctx, x, list(first), -1)
        firsts = ctx.constant([*first.values(), len(keys)], "int64")
        none = ctx.constant(len(first), "int64")
        known = ctx.emit("where", ctx.emit("less", found, ctx.constant(0, "int64")), none, found)
        return ctx.emit("take", firsts, known, axis=0)
    dims = ctx.shape(x)
    column = ctx.reshape(x, [*dims, 1])
    same = ctx.emit("equal", column, ctx.constant(keys, ctx.dtype(x)))
    if dt.is_float(ctx.dtype(x)) and np.isnan(keys.astype(np.float64)).any():
        missing = ctx.emit("logical_and", ctx.emit("isnan", column), ctx.constant(np.isnan(keys.astype(np.float64))))
        same = ctx.emit("logical_or", same, missing)
    last = ctx.emit("full", shape_arg([*dims, 1]), fill_value=1, dtype="int32")
    every = ctx.emit("concatenate", [ctx.cast(same, "int32"), last], axis=len(dims))
    return ctx.cast(ctx.emit("argmax", every, axis=len(dims)), "int64")


def table_at(ctx: Context, table: Array, index: GraphExpr) -> GraphExpr:
    """Entries of a table of numbers or strings."""
    return chosen_text(ctx, table.tolist(), index) if is_text(table) else ctx.emit("take", table, index, axis=0)


def _given(attrs: dict[str, Any], what: str) -> Array | None:
    """The list among the attributes ``<what>_tensor``, ``<what>_strings`` …, as an array."""
    kinds = {"tensor": None, "strings": object, "int64s": np.int64, "floats": np.float32}
    for kind, dtype in kinds.items():
        value = attrs.get(f"{what}_{kind}")
        if value is not None and len(value):
            return np.asarray(value, dtype).reshape(-1)
    return None


@onnx_op("LabelEncoder", since=2, domain=DOMAIN)
def label_encoder(
    ctx: Context,
    x: GraphExpr,
    *,
    default_int64: int = -1,
    default_float: float = -0.0,
    default_string: str = "_Unused",
    default_tensor: Array | None = None,
    **attrs: object,
) -> GraphExpr:
    """Each element's value by its key; a default where it is no key."""
    keys, values = _given(attrs, "keys"), _given(attrs, "values")
    if keys is None or values is None or len(keys) != len(values):
        raise ctx.error("I117", "the node is malformed: keys or values are missing")
    if default_tensor is not None:
        default: object = np.asarray(default_tensor).reshape(-1)[0]
    else:
        default = default_string if is_text(values) else default_float if values.dtype.kind == "f" else default_int64
    table = np.array([*values.tolist(), default], values.dtype)
    return table_at(ctx, table, key_index(ctx, x, keys))


@onnx_op("LabelEncoder", domain=DOMAIN)
def label_encoder_of_classes(
    ctx: Context,
    x: GraphExpr,
    *,
    classes_strings: Sequence[str],
    default_int64: int = -1,
    default_string: str = "_Unused",
) -> GraphExpr:
    """Classes to their indices, or indices to classes."""
    return _between(ctx, x, np.asarray(classes_strings, object), np.arange(len(classes_strings)), default_int64,
                    default_string)  # fmt: skip


@onnx_op("CategoryMapper", domain=DOMAIN)
def category_mapper(
    ctx: Context,
    x: GraphExpr,
    *,
    cats_int64s: Sequence[int],
    cats_strings: Sequence[str],
    default_int64: int = -1,
    default_string: str = "_Unused",
) -> GraphExpr:
    """Strings to their numbers, or numbers to their strings."""
    words, numbers = np.asarray(cats_strings, object), np.asarray(cats_int64s, np.int64)
    return _between(ctx, x, words, numbers, default_int64, default_string)


def _between(
    ctx: Context, x: GraphExpr, words: Array, numbers: Array, default_number: int, default_word: str
) -> GraphExpr:
    """Words to numbers, or numbers to words, by the type of `x`."""
    if is_string(ctx, x):
        return table_at(ctx, np.append(numbers, default_number).astype(np.int64), key_index(ctx, x, words))
    return table_at(ctx, np.array([*words, default_word], object), key_index(ctx, x, numbers))


@onnx_op("OneHotEncoder", domain=DOMAIN)
def one_hot_encoder(
    ctx: Context,
    x: GraphExpr,
    *,
    cats_int64s: Sequence[int] | None = None,
    cats_strings: Sequence[str] | None = None,
    zeros: int = 1,
) -> GraphExpr:
    """What is none of the categories gives zeros; without `zeros` it stops the run."""
    keys = np.asarray(cats_strings, object) if cats_strings else np.asarray(cats_int64s or (), np.int64)
    if not keys.size:
        raise ctx.error("I117", "no categories are given")
    index = key_index(ctx, x if is_string(ctx, x) else ctx.cast(x, "int64"), keys)
    if not zeros:
        known = ctx.emit("all", ctx.emit("less", index, ctx.constant(len(keys), "int64")))
        ctx.emit_assert(ctx.reshape(known, []), f"{ctx.where}: an element is none of the categories")
    column = ctx.reshape(index, [*ctx.shape(x), 1])
    return ctx.cast(ctx.emit("equal", column, ctx.constant(np.arange(len(keys)), "int64")), "float32")
