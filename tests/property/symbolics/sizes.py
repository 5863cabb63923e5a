"""Sizes that follow from the names of dimensions: what fits what is known before any name has a number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Numbers = Mapping[str, int]


def pooled(size: int, window: int, stride: int, before: int, after: int) -> int:
    """Windows of a pool that rounds up: one that begins beyond the data and what is before them does not count."""
    count = -(-(size + before + after - window) // stride) + 1
    return count - ((count - 1) * stride >= size + before)


@dataclass(frozen=True)
class Size:
    """``base + offset``, where `base` is an expression over the names of dimensions; equal texts are equal sizes."""

    base: str
    offset: int = 0

    def at(self, numbers: Numbers) -> int:
        return int(eval(self.base or "0", {"pooled": pooled}, dict(numbers))) + self.offset

    @property
    def number(self) -> int | None:
        return None if self.base else self.offset

    @property
    def text(self) -> str:
        return f"({self.base}{self.offset:+})" if self.base else str(self.offset)

    def __add__(self, other: int | Size) -> Size:
        if isinstance(other, Size):
            if other.base and self.base:
                return Size(f"{self.text}+{other.text}")
            return Size(self.base or other.base, self.offset + other.offset)
        return Size(self.base, self.offset + other)

    def __mul__(self, factor: int | Size) -> Size:
        if isinstance(factor, Size) and factor.number is not None:
            factor = factor.number
        if isinstance(factor, Size):
            return factor * self.number if self.number is not None else Size(f"{self.text}*{factor.text}")
        if not self.base or factor == 1:
            return Size(self.base, self.offset * factor)
        return Size(f"{self.text}*{factor}")

    def __floordiv__(self, divisor: int) -> Size:
        if not self.base or divisor == 1:
            return Size(self.base, self.offset // divisor)
        return Size(f"{self.text}//{divisor}")

    def rounded_up(self, divisor: int) -> Size:
        """The number of pieces of `divisor` that hold it."""
        return (self + (divisor - 1)) // divisor

    def pooled(self, window: int, stride: int, before: int, after: int) -> Size:
        if self.number is not None:
            return Size("", pooled(self.number, window, stride, before, after))
        return Size(f"pooled({self.text},{window},{stride},{before},{after})")


Shape = tuple[Size, ...]


def fixed(number: int) -> Size:
    return Size("", number)
