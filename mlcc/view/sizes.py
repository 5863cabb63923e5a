"""Amounts for people: bytes with binary units."""

from __future__ import annotations


def human_bytes(count: float) -> str:
    """`1.5 KiB`: three significant digits at most; bytes as they are."""
    for scale, unit in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if count >= scale:
            value = count / scale
            return f"{value:.0f} {unit}" if value >= 100 or value == int(value) else f"{value:.2g} {unit}"
    return f"{count:.0f} B"
