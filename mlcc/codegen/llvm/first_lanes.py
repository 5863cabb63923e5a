"""Accesses of the first lanes of a vector, for processors that mask no elements of such a width.

LLVM accesses the lanes of a mask one by one where no instruction does: eight branches for eight bytes under AVX2. Of
the mask ``l < c``, which every end of a row has, it is known that the first c lanes are meant, and two accesses that
overlap reach all of them:

    5 of 8 bytes:   bytes 0-3 by one load, bytes 1-4 by another, shifted by one byte: 0 1 2 3 4
    3 of 8 bytes:   fewer than half: of the first 4 bytes, bytes 0-1 by one load, 1-2 by another
    11 of 16 bytes: bytes 0-7 by one load, bytes 3-10 by another
"""

from __future__ import annotations

from collections.abc import Callable

from mlcc.ir import Binary, Broadcast, Cast, Expr, Ramp, as_int

from .control import branch
from .emitter import Emitter
from .types import with_lanes

#: Those whose integers begin with the first byte, and that load from any address.
_ARCHITECTURES = ("x86_64", "aarch64")
#: The widest vector, in bytes: two general registers.
_WIDEST = 16


def first_lanes(condition: Expr) -> Expr | None:
    """How many lanes a condition ``l < c`` holds for, from the first on; None for any other condition."""
    if not isinstance(condition, Binary) or condition.op != "lt" or not isinstance(condition.b, Broadcast):
        return None
    lane = condition.a.value if isinstance(condition.a, Cast) else condition.a
    counts = isinstance(lane, Ramp) and as_int(lane.base) == 0 and as_int(lane.stride) == 1
    return condition.b.value if counts else None


def is_apart(f: Emitter, size: int, lanes: int) -> bool:
    """Whether LLVM would access the lanes of the mask one by one, and two general registers hold the first of them."""
    masked = f.target.has_masks or ("avx" in f.target.features and size >= 4)
    whole = size * lanes in (4, 8, _WIDEST)
    return f.mask_count is not None and whole and not masked and f.target.arch in _ARCHITECTURES


def load_first(f: Emitter, at: str, element: str, size: int, lanes: int) -> str:
    """The first lanes of a vector in memory, and 0 in the others."""
    word = f"i{8 * size * lanes}"
    value = _load(f, at, _bytes(f, size, lanes), size * lanes, size)
    return f.assign(f"bitcast {word} {value} to {with_lanes(element, lanes)}")


def store_first(f: Emitter, value: str, at: str, element: str, size: int, lanes: int) -> None:
    """Store the first lanes of a vector."""
    word = f"i{8 * size * lanes}"
    bits = f.assign(f"bitcast {with_lanes(element, lanes)} {value} to {word}")
    _store(f, at, _bytes(f, size, lanes), bits, size * lanes, size)


def _bytes(f: Emitter, size: int, lanes: int) -> str:
    """The number of bytes in the lanes of the mask, as an operand of 64 bits."""
    assert f.mask_count is not None
    kind = f.type_of(f.mask_count.dtype)
    count = f.call(f"llvm.smax.{kind}", kind, (kind, f.value(f.mask_count)), (kind, "0"), pure=True)
    count = f.call(f"llvm.smin.{kind}", kind, (kind, count), (kind, str(lanes)), pure=True)
    count = count if kind == "i64" else f.pure(f"zext {kind} {count} to i64", count)
    return count if size == 1 else f.assign(f"shl nuw nsw i64 {count}, {size.bit_length() - 1}")


def _load(f: Emitter, at: str, count: str, room: int, size: int) -> str:
    """The first `count` of `room` bytes as an integer."""
    word = f"i{8 * room}"
    if room == size:  # one element, or none
        return _if_any(f, count, word, lambda: f.assign(f"load {word}, ptr {at}, align 1"))
    half = room // 2
    large = f.assign(f"icmp uge i64 {count}, {half}")

    def two() -> str:
        after = f.assign(f"sub i64 {count}, {half}")
        low, high = (_widened(f, _loaded(f, p, half), half, room) for p in (at, _offset(f, at, after)))
        high = f.assign(f"shl {word} {high}, {_shift(f, after, word)}")
        return f.assign(f"or {word} {low}, {high}")

    return branch(f, large, word, two, lambda: _widened(f, _load(f, at, count, half, size), half, room))


def _store(f: Emitter, at: str, count: str, value: str, room: int, size: int) -> None:
    """Store the first `count` of the `room` bytes of an integer."""
    word = f"i{8 * room}"
    if room == size:
        _when(f, f.assign(f"icmp ne i64 {count}, 0"), lambda: f.put(f"store {word} {value}, ptr {at}, align 1"))
        return
    half = room // 2
    part = f"i{8 * half}"
    low = f.assign(f"trunc {word} {value} to {part}")

    def two() -> None:
        after = f.assign(f"sub i64 {count}, {half}")
        high = f.assign(f"lshr {word} {value}, {_shift(f, after, word)}")
        f.put(f"store {part} {low}, ptr {at}, align 1")
        high = f.assign(f"trunc {word} {high} to {part}")
        f.put(f"store {part} {high}, ptr {_offset(f, at, after)}, align 1")

    _when(f, f.assign(f"icmp uge i64 {count}, {half}"), two, lambda: _store(f, at, count, low, half, size))


def _loaded(f: Emitter, at: str, nbytes: int) -> str:
    return f.assign(f"load i{8 * nbytes}, ptr {at}, align 1")


def _widened(f: Emitter, value: str, nbytes: int, room: int) -> str:
    return f.assign(f"zext i{8 * nbytes} {value} to i{8 * room}")


def _offset(f: Emitter, at: str, nbytes: str) -> str:
    return f.assign(f"getelementptr i8, ptr {at}, i64 {nbytes}")


def _shift(f: Emitter, nbytes: str, word: str) -> str:
    bits = f.assign(f"shl i64 {nbytes}, 3")
    if word == "i64":
        return bits
    return f.assign(f"{'zext' if word == 'i128' else 'trunc'} i64 {bits} to {word}")


def _if_any(f: Emitter, count: str, word: str, value: Callable[[], str]) -> str:
    return branch(f, f.assign(f"icmp ne i64 {count}, 0"), word, value, lambda: "0")


def _when(f: Emitter, condition: str, yes: Callable[[], None], no: Callable[[], None] | None = None) -> None:
    def done(statements: Callable[[], None] | None) -> Callable[[], str]:
        def emit() -> str:
            if statements is not None:
                statements()
            return "0"

        return emit

    branch(f, condition, "i1", done(yes), done(no))
