"""Operators on strings (see mlcc.importers.onnx.strings for what a value of strings is)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from mlcc.ir import GraphExpr
from mlcc.string_rows import to_rows

from ..context import Context, shape_arg
from ..registry import onnx_op
from ..regular_expressions import PatternError, automaton
from ..strings import as_bytes, from_bytes, noted, rows_of, total
from ..values import Array, Dim
from .data_sized import true_places


def key_rows(words: Sequence[str]) -> tuple[Array, Array]:
    """Different words in the order of their bytes, as rows of bytes, and the index that each has among `words`."""
    order = sorted(range(len(words)), key=lambda n: words[n].encode())
    return to_rows(np.array([words[n] for n in order] or [""], object)), np.array(order or [-1], np.int64)


def index_among(ctx: Context, x: GraphExpr, words: Sequence[str], missing: int = -1) -> GraphExpr:
    """For each string its index among different words, `missing` where it is none: int64 of the shape of `x`."""
    keys, order = key_rows(words)
    found = ctx.call("strings.find", rows_of(ctx, x), ctx.constant(keys))
    # The last entry is where -1 leads.
    number = ctx.call("take", ctx.constant(np.append(order if words else [missing], missing), "int64"),
                      _wrapped(ctx, found, len(order)), axis=0)  # fmt: skip
    return ctx.call("reshape", number, shape_arg(list(ctx.shape(x))))


def _wrapped(ctx: Context, index: GraphExpr, last: int) -> GraphExpr:
    """Negative indices as `last`."""
    return ctx.call("where", ctx.call("less", index, ctx.constant(0, "int64")), ctx.constant(last, "int64"), index)


def chosen_text(ctx: Context, words: Sequence[str], index: GraphExpr) -> GraphExpr:
    """The words that integers index: a value of strings of their shape."""
    pool = ctx.constant(to_rows(np.array(list(words) or [""], object)))
    number = ctx.call("cast", index, dtype="int64")
    return noted(ctx, ctx.call("identity", number) if number is index else number, pool)


# ---------------------------------------------------------------- comparison and construction
@onnx_op("Equal", since=19, strings=True)
def equal(ctx: Context, a: GraphExpr, b: GraphExpr) -> GraphExpr:
    left, right = (as_bytes(ctx, v) for v in (a, b))
    rank = max(ctx.rank(a), ctx.rank(b))
    if ctx.shape(left)[-1] is not ctx.shape(right)[-1]:
        left, right = _as_wide(ctx, left, right), _as_wide(ctx, right, left)
    shapes: list[list[Dim]] = [[*[1] * (rank + 1 - ctx.rank(v)), *ctx.shape(v)] for v in (left, right)]
    left, right = (ctx.call("reshape", v, shape_arg(s)) for v, s in zip((left, right), shapes, strict=True))
    return ctx.call("all", ctx.call("equal", left, right), axis=[-1])


def _as_wide(ctx: Context, value: GraphExpr, other: GraphExpr) -> GraphExpr:
    """`value` with as many bytes per string as the wider of the two has."""
    *dims, width = ctx.shape(value)
    flat = ctx.call("reshape", value, shape_arg([total(dims), width]))
    none = ctx.call("zeros", shape_arg([0, ctx.shape(other)[-1]]), dtype="uint8")
    wide = ctx.call("strings.stack", flat, none)
    return ctx.call("reshape", wide, shape_arg([*dims, ctx.shape(wide)[-1]]))


@onnx_op("StringConcat", since=20)
def string_concat(ctx: Context, a: GraphExpr, b: GraphExpr) -> GraphExpr:
    shape = ctx.shape(ctx.call("add", a, b))
    rows = [rows_of(ctx, ctx.emit("broadcast_to", v, shape_arg(shape))) for v in (a, b)]
    return from_bytes(ctx, ctx.call("strings.concatenate", *rows), shape)


@onnx_op("StringSplit", since=20)
def string_split(ctx: Context, x: GraphExpr, *, delimiter: str = "", maxsplit: int | None = None) -> list[GraphExpr]:
    """As many columns as the string with the most pieces has, which each run counts."""
    rows, shape = rows_of(ctx, x), list(ctx.shape(x))
    mark = np.frombuffer(delimiter.encode(), np.uint8)
    limit = -1 if maxsplit is None else maxsplit
    starts, lengths, counts, most = ctx.emit_multi("strings.split", 4, rows, ctx.constant(mark), limit=limit)
    pieces, columns = pieces_of(ctx, rows, starts, lengths, most)
    return [from_bytes(ctx, pieces, [*shape, columns]), ctx.reshape(counts, shape)]


def pieces_of(
    ctx: Context, rows: GraphExpr, starts: GraphExpr, lengths: GraphExpr, most: GraphExpr
) -> tuple[GraphExpr, Dim]:
    """The bytes of the pieces that `strings.split` found, (N, K, W), and K."""
    starts = ctx.emit_prefix(starts, most)
    lengths = ctx.emit_prefix(lengths, most, starts)
    return ctx.call("strings.slices", rows, starts, lengths), ctx.shape(starts)[0]


@onnx_op("RegexFullMatch", since=20)
def regex_full_match(ctx: Context, x: GraphExpr, *, pattern: str = "") -> GraphExpr:
    return ctx.reshape(ctx.call("strings.matches", rows_of(ctx, x), *compiled(ctx, pattern)), list(ctx.shape(x)))


def compiled(ctx: Context, pattern: str) -> list[GraphExpr]:
    """The automaton of a regular expression, as constants. Raises I121 for what none can do."""
    try:
        machine = automaton(pattern)
    except PatternError as error:
        raise ctx.error("I121", f"the pattern `{pattern}` is not supported: {error}") from None
    return [ctx.constant(table) for table in (machine.transitions, machine.starts, machine.stops)]


# ---------------------------------------------------------------- letters
@cache
def _case_table(action: str) -> tuple[Array, Array, tuple[int, int]]:
    """The characters that Unicode's full mapping to lower or upper case changes, their replacements, and how much
    longer a text may become."""
    mapped = str.lower if action == "LOWER" else str.upper
    changed = [(ord(c), new) for c in map(chr, range(sys.maxunicode + 1)) if (new := mapped(c)) != c]
    sizes = [Fraction(len(new.encode()), len(chr(c).encode())) for c, new in changed]
    growth = max([Fraction(1), *sizes])
    words = to_rows(np.array([new for _, new in changed], object))
    return np.array([c for c, _ in changed], np.int32), words, (growth.numerator, growth.denominator)


def in_case(ctx: Context, x: GraphExpr, action: str) -> GraphExpr:
    """The strings in lower or upper case."""
    codes, replacements, growth = _case_table(action)
    tables = ctx.constant(codes), ctx.constant(replacements)
    rows = ctx.call("strings.replace_characters", rows_of(ctx, x), *tables, growth=growth)
    return from_bytes(ctx, rows, ctx.shape(x))


@onnx_op("StringNormalizer", since=10)
def string_normalizer(
    ctx: Context,
    x: GraphExpr,
    *,
    case_change_action: str = "NONE",
    is_case_sensitive: int = 0,
    locale: str = "",
    stopwords: Sequence[str] = (),
) -> GraphExpr:
    """What is no stop word is kept, in another case; where nothing is left, an empty string. Cases are Unicode's,
    whatever the locale."""
    if case_change_action not in ("NONE", "LOWER", "UPPER"):
        raise ctx.error("I117", f"there is no action `{case_change_action}`")
    axis = ctx.rank(x) - 1
    if axis not in (0, 1) or (axis == 1 and ctx.static_dim(x, 0) != 1):
        raise ctx.error("I117", "the node is malformed: the strings are neither (C,) nor (1, C)")
    result = x if case_change_action == "NONE" else in_case(ctx, x, case_change_action)
    if not stopwords:
        return result
    same: Callable[[str], str] = str.upper if case_change_action == "UPPER" else str.lower
    compared = x
    if not is_case_sensitive:
        compared = in_case(ctx, x, "LOWER") if case_change_action == "NONE" else result
        stopwords = [same(word) for word in stopwords]
    found = index_among(ctx, compared, list(dict.fromkeys(stopwords)))
    kept = true_places(ctx, ctx.call("less", ctx.reshape(found, [ctx.shape(x)[axis]]), ctx.constant(0, "int64")))
    # An empty string follows, which is taken where nothing else is.
    flat = ctx.emit("reshape", result, shape_arg([ctx.shape(x)[axis]]))
    more = ctx.emit("concatenate", [flat, ctx.literal(np.array([""], object))], axis=0)
    return _at_least_one(ctx, more, kept, ctx.shape(x), axis)


def _at_least_one(ctx: Context, more: GraphExpr, kept: GraphExpr, shape: Sequence[Dim], axis: int) -> GraphExpr:
    """The elements of `more` at the indices `kept`; its last one where there are none."""
    length = ctx.symbolic_value(np.array([ctx.shape(kept)[0]], dtype=object))
    last = ctx.symbolic_value(np.array([shape[-1]], dtype=object))
    padded = ctx.call("concatenate", [kept, last], axis=0)
    count = ctx.call("maximum", length, ctx.constant([1], "int64"))
    some = ctx.emit_prefix(ctx.emit("take", more, padded, axis=0), count)
    return some if axis == 0 else ctx.emit("reshape", some, shape_arg([1, ctx.shape(some)[0]]))


# ---------------------------------------------------------------- numbers
def text_of_numbers(ctx: Context, x: GraphExpr) -> GraphExpr:
    """Integers and bools in decimal; floats in the shortest text that reads as them."""
    if x in ctx.narrow:
        x = ctx.cast(
            x, "float32" if "float" in ctx.narrow[x] else "int8" if ctx.narrow[x].startswith("int") else "uint8"
        )
    dims = list(ctx.shape(x))
    writer = "strings.of_integers" if ctx.dtype(x) in _INTEGERS else "strings.of_floats"
    return from_bytes(ctx, ctx.call(writer, ctx.call("reshape", x, shape_arg([total(dims)]))), dims)


def numbers_of_text(ctx: Context, x: GraphExpr, dtype: str, form: str | None) -> GraphExpr:
    """The numbers that strings say; the run stops at one that says none."""
    target = dtype if form is None and dtype in ("float64", "float32", "int64") else "float32"
    target = "int64" if form is None and dtype in _INTEGERS else target
    numbers, faults = ctx.emit_multi("strings.to_numbers", 2, rows_of(ctx, x), dtype=target)
    right = ctx.call("equal", ctx.call("reshape", faults, shape_arg([])), ctx.constant(0, "int64"))
    ctx.emit_assert(right, f"{ctx.where}: a string is no number of type {form or dtype}")
    result = ctx.cast(ctx.reshape(numbers, list(ctx.shape(x))), dtype if form is None else target)
    return result if form is None else ctx.encode(result, form)


_INTEGERS = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
