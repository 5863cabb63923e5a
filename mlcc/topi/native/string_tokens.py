"""Pieces of strings that an automaton finds."""

from __future__ import annotations

from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Expr, cast, const, minimum
from mlcc.te import StmtBuilder, Tensor

from ..registry import register
from .strings import byte_at, character_length, need_bytes, no_more_pieces


@register("strings.tokens", "opaque")
def tokens(
    rows: Tensor, transitions: Tensor, starts: Tensor, stops: Tensor, between: bool = False, shortest: int = 1
) -> tuple[Tensor, ...]:
    """The matches of an automaton in each string (N, W), or what is `between` them, of at least `shortest` characters.

    The first match is taken, of those that begin there the longest, and the next one is sought behind it; no match is
    empty. The automaton: from state s it goes on byte c to ``transitions[s, c]``; it begins in ``starts`` at the
    beginning of the string, after a part of a word, or after another byte; ``stops[s]`` says whether a match may end
    in state s before another byte, before a part of a word, and at the end. The results are those of `strings.split`.
    """
    need_bytes("strings.tokens", rows)
    if shortest < 1:
        raise MlccError("T205", f"`strings.tokens`: no piece has {shortest} characters")
    count, width = rows.shape
    most = (width + 1) // (shortest + 1) if between else width // shortest

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(count.dtype)
        scan = _Scanner(b, ins, outs, most, between, shortest)
        b.store(outs[3], 0, 0)
        with b.loop("n", count) as n:
            scan.row(n)
        no_more_pieces(b, outs)
        return b.finish()

    operands = [rows, transitions, starts, stops]
    shapes = [(most, count), (most, count), (count,), (1,)]
    results: tuple[Tensor, ...] = te.extern(shapes, operands, build, ["int64"] * 4, "tokens")
    return results


class _Scanner:
    """The statements that find the pieces of one string."""

    def __init__(
        self, b: StmtBuilder, ins: list[Buffer], outs: list[Buffer], most: Expr, between: bool, shortest: int
    ) -> None:
        self.b, self.between, self.shortest, self.most = b, between, shortest, most
        self.rows, self.transitions, self.entry, self.stops = ins
        self.starts, self.lengths, self.counts, self.largest = outs
        names = ("at", "begin", "pieces", "state", "ahead", "longest", "letters", "letter")
        locals_ = (b.alloc(name, (1,), b.index, "local") for name in names)
        self.at, self.begin, self.pieces, self.state, self.ahead, self.longest, self.letters, self.letter = locals_

    def row(self, n: Expr) -> None:
        """The pieces of string `n`."""
        b = self.b
        for buffer in (self.at, self.begin, self.pieces):
            b.store(buffer, 0, 0)
        with b.repeat_while(byte_at(b, self.rows, n, b.load(self.at, 0)).not_equal(0)):
            self._match(n)
            here, length = b.load(self.at, 0), b.load(self.longest, 0)
            with b.when(length > 0):
                if self.between:
                    self._close(n, b.load(self.begin, 0), here)
                else:
                    self._close(n, here, here + length)
                b.store(self.at, here + length, 0)
                b.store(self.begin, b.load(self.at, 0), 0)
            with b.otherwise():
                b.store(self.at, here + cast(b.index, character_length(b, self.rows, n, here)), 0)
        if self.between:
            self._close(n, b.load(self.begin, 0), b.load(self.at, 0))
        b.store(self.counts, b.load(self.pieces, 0), n)
        b.store(self.largest, te.max(b.load(self.largest, 0), cast("int64", b.load(self.pieces, 0))), 0)

    def _match(self, n: Expr) -> None:
        """Sets `longest` to the length of the longest match that begins here, 0 for none."""
        b, index = self.b, self.b.index
        here = b.load(self.at, 0)
        before = byte_at(b, self.rows, n, te.max(here - 1, 0))
        context = te.if_then_else(here.equal(0), const(0, index),
                                  te.if_then_else(_in_word(before), const(1, index), const(2, index)))  # fmt: skip
        b.store(self.state, b.load(self.entry, context), 0)
        b.store(self.ahead, 0, 0)
        b.store(self.longest, 0, 0)
        with b.repeat_while(b.load(self.state, 0) >= 0):
            ahead, state = b.load(self.ahead, 0), b.load(self.state, 0)
            with b.let("byte", byte_at(b, self.rows, n, here + ahead)) as byte:
                kind = te.if_then_else(byte.equal(0), const(2, index),
                                       te.if_then_else(_in_word(byte), const(1, index), const(0, index)))  # fmt: skip
                with b.when(b.load(self.stops, state, kind)):
                    b.store(self.longest, ahead, 0)
                step = cast(index, b.load(self.transitions, state, cast(index, byte)))
                b.store(self.state, te.if_then_else(byte.equal(0), const(-1, index), step), 0)
                b.store(self.ahead, ahead + 1, 0)

    def _close(self, n: Expr, begin: Expr, end: Expr) -> None:
        b = self.b
        if self.shortest == 1:
            enough = end > begin
        else:
            b.store(self.letters, 0, 0)
            b.store(self.letter, begin, 0)
            with b.repeat_while(b.load(self.letter, 0) < end):
                size = character_length(b, self.rows, n, b.load(self.letter, 0))
                b.store(self.letter, b.load(self.letter, 0) + cast(b.index, size), 0)
                b.store(self.letters, b.load(self.letters, 0) + 1, 0)
            enough = b.load(self.letters, 0) >= self.shortest
        with b.when(enough):
            index = minimum(b.load(self.pieces, 0), cast(b.index, self.most) - 1)
            b.store(self.starts, begin, index, n)
            b.store(self.lengths, end - begin, index, n)
            b.store(self.pieces, b.load(self.pieces, 0) + 1, 0)


def _in_word(byte: Expr) -> Expr:
    """Whether a byte is a letter, a digit or an underscore of ASCII."""
    letter = te.all((byte | 32) >= ord("a"), (byte | 32) <= ord("z"))
    result: Expr = te.any(letter, te.all(byte >= ord("0"), byte <= ord("9")), byte.equal(ord("_")))
    return result
