"""Strings as rows of bytes: a matrix (N, W) of uint8 holds N strings in UTF-8, each followed by zeros up to width W.

No string has a zero byte inside it. A string that is as wide as the matrix is followed by none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Expr, as_int, cast, const, maximum, minimum
from mlcc.te import StmtBuilder, Tensor

from ..registry import register
from ..shapes import define, need_rank

#: White space of one byte in UTF-8, as ranges: tab to carriage return, the separators, the space.
_BLANK = ((9, 13), (28, 32))
#: White space of two and three bytes: the bytes before the last, and the ranges of the last.
_WIDE_BLANK: tuple[tuple[tuple[int, ...], tuple[tuple[int, int], ...]], ...] = (
    ((0xC2,), ((0x85, 0x85), (0xA0, 0xA0))),
    ((0xE1, 0x9A), ((0x80, 0x80),)),
    ((0xE2, 0x80), ((0x80, 0x8A), (0xA8, 0xA9), (0xAF, 0xAF))),
    ((0xE2, 0x81), ((0x9F, 0x9F),)),
    ((0xE3, 0x80), ((0x80, 0x80),)),
)


def need_bytes(op: str, *tensors: Tensor) -> None:
    """Raises T202 for operands that are not uint8, T203 for those that are no matrices."""
    for tensor in tensors:
        need_rank(op, tensor, 2)
        if tensor.dtype != "uint8":
            raise MlccError("T202", f"`{op}`: strings are rows of uint8, not of {tensor.dtype}")


def byte_at(b: StmtBuilder, rows: Buffer, row: Expr, at: Expr) -> Expr:
    """The byte at a position of a row as int32, 0 behind its width."""
    width = rows.shape[1]
    inside = cast("int32", b.load(rows, row, minimum(at, width - 1)))
    return te.if_then_else(at < width, inside, const(0, "int32"))


@register("strings.stack", "injective")
def stack(a: Tensor, b: Tensor) -> Tensor:
    """The rows of `a`, then those of `b`, as wide as the wider of the two."""
    need_bytes("strings.stack", a, b)
    if as_int(a.shape[1]) is not None and as_int(b.shape[1]) is not None:
        width: Any = max(as_int(a.shape[1]) or 0, as_int(b.shape[1]) or 0)
    else:
        width = maximum(a.shape[1], b.shape[1])

    def part(x: Tensor, row: Expr, at: Expr) -> Expr:
        value = x(maximum(minimum(row, x.shape[0] - 1), 0), minimum(at, x.shape[1] - 1))
        return te.if_then_else(at < x.shape[1], value, const(0, "uint8"))

    def element(n: Expr, w: Expr) -> Expr:
        return te.if_then_else(n < a.shape[0], part(a, n, w), part(b, n - a.shape[0], w))

    return define((a.shape[0] + b.shape[0], width), element, "stack")


@register("strings.find", "opaque")
def find(rows: Tensor, keys: Tensor) -> Tensor:
    """For each string the index of the equal one among `keys` (K, V), which are in the order of their bytes: int64
    (N,), -1 for none. A binary search."""
    need_bytes("strings.find", rows, keys)

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(rows.shape[0].dtype)
        longest = maximum(rows.shape[1], keys.shape[1])
        low, high, at, differs = (b.alloc(n, (1,), b.index, "local") for n in ("low", "high", "at", "differs"))
        with b.loop("n", rows.shape[0]) as n:
            b.store(outs[0], -1, n)
            b.store(low, 0, 0)
            b.store(high, keys.shape[0], 0)
            searching, half = b.load(low, 0) < b.load(high, 0), (b.load(low, 0) + b.load(high, 0)) >> 1
            with b.repeat_while(searching), b.let("middle", half) as middle:
                _compare(b, ins[0], n, ins[1], middle, longest, at, differs)
                with b.when(b.load(differs, 0).equal(0)):
                    b.store(outs[0], middle, n)
                    b.store(low, b.load(high, 0), 0)
                with b.otherwise():
                    with b.when(b.load(differs, 0) > 0):
                        b.store(low, middle + 1, 0)
                    with b.otherwise():
                        b.store(high, middle, 0)
        return b.finish()

    result: Tensor = te.extern((rows.shape[0],), [rows, keys], build, "int64", "find")
    return result


def _compare(
    b: StmtBuilder, x: Buffer, row: Expr, y: Buffer, other: Expr, longest: Expr, at: Buffer, differs: Buffer
) -> None:
    """Sets `differs` to the difference of the first bytes in which two strings differ, or to 0."""
    b.store(at, 0, 0)
    b.store(differs, 0, 0)
    with b.repeat_while(te.all(b.load(differs, 0).equal(0), b.load(at, 0) < longest)):
        here = b.load(at, 0)
        mine = byte_at(b, x, row, here)
        b.store(differs, mine - byte_at(b, y, other, here), 0)
        # Both end here: what follows are zeros.
        b.store(at, te.if_then_else(te.all(mine.equal(0), b.load(differs, 0).equal(0)), longest, here + 1), 0)


@register("strings.concatenate", "opaque")
def concatenate(a: Tensor, b: Tensor) -> Tensor:
    """Each string of `a` (N, V) followed by that of `b` (N, W): (N, V + W)."""
    need_bytes("strings.concatenate", a, b)

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        s = StmtBuilder(a.shape[0].dtype)
        end = s.alloc("end", (1,), s.index, "local")
        with s.loop("n", a.shape[0]) as n:
            _clear(s, outs[0], n)
            s.store(end, 0, 0)
            for part in ins:
                with s.loop("w", part.shape[1]) as w, s.when(s.load(part, n, w).not_equal(const(0, "uint8"))):
                    _append(s, outs[0], n, end, s.load(part, n, w))
        return s.finish()

    result: Tensor = te.extern((a.shape[0], a.shape[1] + b.shape[1]), [a, b], build, "uint8", "concatenate")
    return result


def _clear(b: StmtBuilder, out: Buffer, row: Expr) -> None:
    with b.loop("w", out.shape[1]) as w:
        b.store(out, 0, row, w)


def _append(b: StmtBuilder, out: Buffer, row: Expr, end: Buffer, byte: Expr) -> None:
    b.store(out, byte, row, minimum(b.load(end, 0), out.shape[1] - 1))
    b.store(end, b.load(end, 0) + 1, 0)


@register("strings.matches", "opaque")
def matches(rows: Tensor, transitions: Tensor, starts: Tensor, stops: Tensor) -> Tensor:
    """Whether an automaton accepts each whole string: bool (N,). It begins in state ``starts[0]``, and goes from state
    s on byte c to ``transitions[s, c]``, a negative number for none; a string may end in state s if ``stops[s, 2]``."""
    need_bytes("strings.matches", rows)
    need_rank("strings.matches", transitions, 2)

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(rows.shape[0].dtype)
        state, at, width = (
            b.alloc("state", (1,), b.index, "local"),
            b.alloc("at", (1,), b.index, "local"),
            rows.shape[1],
        )
        with b.loop("n", rows.shape[0]) as n:
            b.store(state, b.load(ins[2], 0), 0)
            b.store(at, 0, 0)
            goes_on, here = te.all(b.load(at, 0) < width, b.load(state, 0) >= 0), byte_at(b, ins[0], n, b.load(at, 0))
            with b.repeat_while(goes_on), b.let("byte", here) as byte:
                with b.when(byte.equal(0)):
                    b.store(at, width, 0)
                with b.otherwise():
                    b.store(state, b.load(ins[1], b.load(state, 0), cast(b.index, byte)), 0)
                    b.store(at, b.load(at, 0) + 1, 0)
            ended = b.load(ins[3], maximum(b.load(state, 0), 0), 2)
            b.store(outs[0], te.all(b.load(state, 0) >= 0, ended), n)
        return b.finish()

    result: Tensor = te.extern((rows.shape[0],), [rows, transitions, starts, stops], build, "bool", "matches")
    return result


# ---------------------------------------------------------------- pieces
@register("strings.split", "opaque")
def split(rows: Tensor, delimiter: Tensor, limit: int = -1) -> tuple[Tensor, ...]:
    """Where the pieces of each string begin and how long they are, (P, N) each, of which each string fills the front
    of a column; how many there are, (N,); and the most, (1,). All int64.

    The pieces are separated by the bytes of `delimiter` (D,), or by white space (Unicode's) where it has none; then no
    piece is empty. After `limit` separations, unless it is negative, the rest is one piece, as ``str.split`` has it.
    """
    need_bytes("strings.split", rows)
    need_rank("strings.split", delimiter, 1)
    length, (count, width) = as_int(delimiter.shape[0]), rows.shape
    if length is None:
        raise MlccError("T206", "`strings.split`: the length of the delimiter must be known")
    most: Any = width // length + 1 if length else (width + 1) // 2
    most = minimum(most, limit + 1) if limit >= 0 else most

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(count.dtype)
        cut = _Cutter(b, ins, outs, most, limit, length)
        b.store(outs[3], 0, 0)
        with b.loop("n", count) as n:
            cut.row(n)
        no_more_pieces(b, outs)
        return b.finish()

    shapes = [(most, count), (most, count), (count,), (1,)]
    results: tuple[Tensor, ...] = te.extern(shapes, [rows, delimiter], build, ["int64"] * 4, "split")
    return results


def no_more_pieces(b: StmtBuilder, outs: list[Buffer]) -> None:
    """Makes the pieces empty that strings do not have, up to the most that one has."""
    starts, lengths, counts, largest = outs
    with b.loop("n", counts.shape[0]) as n:
        used = cast(b.index, b.load(counts, n))
        with b.loop("k", te.max(cast(b.index, b.load(largest, 0)) - used, 0)) as k:
            at = minimum(used + k, starts.shape[0] - 1)
            b.store(starts, 0, at, n)
            b.store(lengths, 0, at, n)


class _Cutter:
    """The statements that find the pieces of one string."""

    def __init__(
        self, b: StmtBuilder, ins: list[Buffer], outs: list[Buffer], most: Expr, limit: int, length: int
    ) -> None:
        self.b, self.rows, self.delimiter = b, ins[0], ins[1]
        self.starts, self.lengths, self.counts, self.largest = outs
        self.most, self.limit, self.length = most, limit, length
        names = ("at", "begin", "pieces", "size")
        self.at, self.begin, self.pieces, self.size = (b.alloc(n, (1,), b.index, "local") for n in names)

    def row(self, n: Expr) -> None:
        """The pieces of string `n`."""
        b, at = self.b, self.at
        self._measure(n)
        b.store(at, 0, 0)
        b.store(self.begin, -1 if self.length == 0 else 0, 0)
        b.store(self.pieces, 0, 0)
        with b.repeat_while(b.load(at, 0) < b.load(self.size, 0)):
            here = b.load(at, 0)
            (self._at_blank if self.length == 0 else self._at_delimiter)(n, here)
        if self.length:
            self._close(n, b.load(self.size, 0))
        else:
            with b.when(b.load(self.begin, 0) >= 0):
                self._close(n, b.load(self.size, 0))
        b.store(self.counts, b.load(self.pieces, 0), n)
        b.store(self.largest, te.max(b.load(self.largest, 0), cast("int64", b.load(self.pieces, 0))), 0)

    def _measure(self, n: Expr) -> None:
        b, width = self.b, self.rows.shape[1]
        b.store(self.size, 0, 0)
        with b.repeat_while(byte_at(b, self.rows, n, b.load(self.size, 0)).not_equal(0)):
            b.store(self.size, te.min(b.load(self.size, 0) + 1, width), 0)

    def _may_cut(self) -> Expr | None:
        return None if self.limit < 0 else self.b.load(self.pieces, 0) < self.limit

    def _at_blank(self, n: Expr, here: Expr) -> None:
        """White space ends a piece, and the first byte after it begins one."""
        b = self.b
        with b.let("blank", blank_length(lambda k: byte_at(b, self.rows, n, here + k))) as blank:
            ends = b.load(self.begin, 0) >= 0
            may = self._may_cut()
            with b.when(blank > 0):
                with b.when(ends if may is None else te.all(ends, may)):
                    self._close(n, here)
                    b.store(self.begin, -1, 0)
                b.store(self.at, here + cast(b.index, blank), 0)
            with b.otherwise():
                with b.when(b.load(self.begin, 0) < 0):
                    b.store(self.begin, here, 0)
                b.store(self.at, here + 1, 0)

    def _at_delimiter(self, n: Expr, here: Expr) -> None:
        b = self.b
        same = [
            byte_at(b, self.rows, n, here + k).equal(cast("int32", b.load(self.delimiter, k)))
            for k in range(self.length)
        ]
        may = self._may_cut()
        with b.when(te.all(*same, *([] if may is None else [may])) if len(same) > 1 or may is not None else same[0]):
            self._close(n, here)
            b.store(self.at, here + self.length, 0)
            b.store(self.begin, b.load(self.at, 0), 0)
        with b.otherwise():
            b.store(self.at, here + 1, 0)

    def _close(self, n: Expr, end: Expr) -> None:
        b = self.b
        index = minimum(b.load(self.pieces, 0), cast(b.index, self.most) - 1)
        b.store(self.starts, b.load(self.begin, 0), index, n)
        b.store(self.lengths, end - b.load(self.begin, 0), index, n)
        b.store(self.pieces, b.load(self.pieces, 0) + 1, 0)


def blank_length(byte: Callable[[int], Expr]) -> Expr:
    """The bytes of the white space that begins with ``byte(0)``, 0 for other characters: int32."""

    def within(value: Expr, ranges: tuple[tuple[int, int], ...]) -> Expr:
        tests = [te.all(value >= low, value <= high) if low < high else value.equal(low) for low, high in ranges]
        return te.any(*tests) if len(tests) > 1 else tests[0]

    result: Expr = te.if_then_else(within(byte(0), _BLANK), const(1, "int32"), const(0, "int32"))
    for lead, last in _WIDE_BLANK:
        begins = [byte(k).equal(value) for k, value in enumerate(lead)]
        result = te.if_then_else(te.all(*begins, within(byte(len(lead)), last)), const(len(lead) + 1, "int32"), result)
    return result


@register("strings.slices", "injective")
def slices(rows: Tensor, starts: Tensor, lengths: Tensor) -> Tensor:
    """Pieces of the strings as rows: piece k of string n has ``lengths[k, n]`` bytes from ``starts[k, n]`` on, an
    empty string for a length of 0: (N, K, W)."""
    need_bytes("strings.slices", rows)
    width = rows.shape[1]

    def element(n: Expr, k: Expr, w: Expr) -> Expr:
        at = cast(n.dtype, starts(k, n)) + w
        value = rows(n, maximum(minimum(at, width - 1), 0))
        return te.if_then_else(cast("int64", w) < lengths(k, n), value, const(0, "uint8"))

    return define((rows.shape[0], starts.shape[0], width), element, "slices")


# ---------------------------------------------------------------- characters
@register("strings.replace_characters", "opaque")
def replace_characters(
    rows: Tensor, characters: Tensor, replacements: Tensor, growth: tuple[int, int] = (1, 1)
) -> Tensor:
    """The strings with characters replaced: code point ``characters[k]`` (int32, ascending) by the bytes of
    ``replacements[k]``, which zeros follow. No replacement has more than ``growth[0]`` bytes per ``growth[1]`` bytes of
    the character. Bytes that are not UTF-8 stay."""
    need_bytes("strings.replace_characters", rows, replacements)
    more, per = growth
    width = (rows.shape[1] * more + (per - 1)) // per if more != per else rows.shape[1]

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(rows.shape[0].dtype)
        names = ("at", "end", "low", "high")
        at, end, low, high = (b.alloc(name, (1,), b.index, "local") for name in names)
        with b.loop("n", rows.shape[0]) as n:
            _clear(b, outs[0], n)
            b.store(at, 0, 0)
            b.store(end, 0, 0)
            with b.repeat_while(byte_at(b, ins[0], n, b.load(at, 0)).not_equal(0)):
                here = b.load(at, 0)
                first = byte_at(b, ins[0], n, here)
                with (
                    b.let("size", character_length(b, ins[0], n, here)) as size,
                    b.let("code", _code_point(b, ins[0], n, here, first, size)) as code,
                ):
                    _search(b, ins[1], code, low, high)
                    found = te.all(
                        b.load(low, 0) < characters.shape[0],
                        b.load(ins[1], minimum(b.load(low, 0), characters.shape[0] - 1)).equal(code),
                    )
                    with b.when(found), b.loop("r", replacements.shape[1]) as r:
                        byte = b.load(ins[2], minimum(b.load(low, 0), characters.shape[0] - 1), r)
                        with b.when(byte.not_equal(const(0, "uint8"))):
                            _append(b, outs[0], n, end, byte)
                    with b.otherwise(), b.loop("k", size) as k:
                        _append(b, outs[0], n, end, byte_at(b, ins[0], n, here + k))
                    b.store(at, here + cast(b.index, size), 0)
        return b.finish()

    operands = [rows, characters, replacements]
    result: Tensor = te.extern((rows.shape[0], width), operands, build, "uint8", "replace_characters")
    return result


def character_length(b: StmtBuilder, rows: Buffer, row: Expr, at: Expr) -> Expr:
    """The bytes of the character at a position: 1 to 4, 1 for a byte that begins none."""
    first = byte_at(b, rows, row, at)

    def follows(k: int) -> Expr:
        return (byte_at(b, rows, row, at + k) & 0xC0).equal(0x80)

    one = const(1, "int32")
    two = te.if_then_else(te.all((first & 0xE0).equal(0xC0), follows(1)), const(2, "int32"), one)
    three = te.if_then_else(te.all((first & 0xF0).equal(0xE0), follows(1), follows(2)), const(3, "int32"), two)
    whole = te.all((first & 0xF8).equal(0xF0), follows(1), follows(2), follows(3))
    return te.if_then_else(whole, const(4, "int32"), three)


def _code_point(b: StmtBuilder, rows: Buffer, row: Expr, at: Expr, first: Expr, size: Expr) -> Expr:
    """The code point of a character of `size` bytes; -1 for a byte that begins none."""

    def tail(k: int) -> Expr:
        return byte_at(b, rows, row, at + k) & 0x3F

    two = ((first & 0x1F) << 6) | tail(1)
    three = ((first & 0x0F) << 12) | (tail(1) << 6) | tail(2)
    four = ((first & 0x07) << 18) | (tail(1) << 12) | (tail(2) << 6) | tail(3)
    one = te.if_then_else(first < 128, first, const(-1, "int32"))
    long = te.if_then_else(size.equal(3), three, four)
    return te.if_then_else(size.equal(1), one, te.if_then_else(size.equal(2), two, long))


def _search(b: StmtBuilder, table: Buffer, value: Expr, low: Buffer, high: Buffer) -> None:
    """Sets `low` to the first entry of an ascending table that is not below `value`."""
    b.store(low, 0, 0)
    b.store(high, table.shape[0], 0)
    searching, half = b.load(low, 0) < b.load(high, 0), (b.load(low, 0) + b.load(high, 0)) >> 1
    with b.repeat_while(searching), b.let("middle", half) as middle:
        with b.when(b.load(table, middle) < value):
            b.store(low, middle + 1, 0)
        with b.otherwise():
            b.store(high, middle, 0)
