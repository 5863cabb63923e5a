"""Sets of characters as ranges of code points, and as ranges of the bytes of UTF-8."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache

#: Inclusive ranges of code points.
Ranges = list[tuple[int, int]]
LAST = sys.maxunicode
ALL: Ranges = [(0, LAST)]
CLASSES: dict[str, Ranges] = {
    "d": [(48, 57)],
    "w": [(48, 57), (65, 90), (95, 95), (97, 122)],
    "s": [(9, 10), (12, 13), (32, 32)],
}
NAMED: dict[str, Ranges] = {
    "alnum": [(48, 57), (65, 90), (97, 122)],
    "alpha": [(65, 90), (97, 122)],
    "ascii": [(0, 127)],
    "blank": [(9, 9), (32, 32)],
    "cntrl": [(0, 31), (127, 127)],
    "digit": [(48, 57)],
    "graph": [(33, 126)],
    "lower": [(97, 122)],
    "print": [(32, 126)],
    "punct": [(33, 47), (58, 64), (91, 96), (123, 126)],
    "space": [(9, 13), (32, 32)],
    "upper": [(65, 90)],
    "word": CLASSES["w"],
    "xdigit": [(48, 57), (65, 70), (97, 102)],
}


def merged(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Ascending ranges that neither overlap nor touch."""
    result: Ranges = []
    for low, high in sorted(ranges):
        if result and low <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(result[-1][1], high))
        else:
            result.append((low, high))
    return result


def complement(ranges: Ranges) -> Ranges:
    """The characters that are in none of the ranges."""
    result, begin = [], 0
    for low, high in merged(ranges):
        if begin < low:
            result.append((begin, low - 1))
        begin = high + 1
    return [*result, (begin, LAST)] if begin <= LAST else result


@cache
def _case_partners() -> dict[int, set[int]]:
    """By code point those that differ from it in case alone."""
    groups: dict[str, set[int]] = {}
    for code in range(LAST + 1):
        char = chr(code)
        folded = char.casefold()
        if len(folded) == 1 and (folded != char or char.upper() != char):
            groups.setdefault(folded, {ord(folded)}).add(code)
    return {code: group for group in groups.values() if len(group) > 1 for code in group}


def both_cases(ranges: Ranges) -> Ranges:
    """The ranges, and what differs from them in case alone."""
    more = [
        (other, other)
        for code, group in _case_partners().items()
        if any(low <= code <= high for low, high in ranges)
        for other in group
    ]
    return merged([*ranges, *more])


@cache
def category(name: str) -> Ranges:
    """The characters of a general category, such as `L` or `Lu`; none of other names."""
    codes = [c for c in range(LAST + 1) if unicodedata.category(chr(c)).startswith(name)] if 0 < len(name) < 3 else []
    return merged((c, c) for c in codes)


def utf8(low: int, high: int) -> Iterator[list[tuple[int, int]]]:
    """Sequences of ranges of bytes that are the UTF-8 of the characters in [low, high]; surrogates have none."""
    for first, last in ((0, 0x7F), (0x80, 0x7FF), (0x800, 0xD7FF), (0xE000, 0xFFFF), (0x10000, LAST)):
        if max(low, first) <= min(high, last):
            yield from _same_length(max(low, first), min(high, last))


def _same_length(low: int, high: int) -> Iterator[list[tuple[int, int]]]:
    a, b = chr(low).encode(), chr(high).encode()
    for tail in range(1, len(a)):
        mask = (1 << 6 * tail) - 1
        if low | mask < high | mask:  # the ranges must agree before the last `tail` bytes, or span all of these
            if low & mask:
                yield from _same_length(low, low | mask)
                yield from _same_length((low | mask) + 1, high)
                return
            if high & mask != mask:
                yield from _same_length(low, (high & ~mask) - 1)
                yield from _same_length(high & ~mask, high)
                return
    yield list(zip(a, b, strict=True))
