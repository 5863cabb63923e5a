"""Tables of text that fit a width: names are shortened in the middle, then the least important columns are left out."""

from __future__ import annotations

from collections.abc import Container, Sequence

#: What names are shortened to before a column is left out, and what is between columns.
_SHORTEST, _BETWEEN = 14, "  "


def table_lines(
    header: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
    left: Container[int] = range(1),
    *,
    width: int | None = None,
    drop: Sequence[int] = (),
) -> list[str]:
    """Columns with two blanks between them, those in `left` (which hold names) aligned to the left.

    No line is longer than `width`, if it is given: names are shortened first, then the columns of `drop` are left out
    in this order, and what is still too long is cut.
    """
    kept = list(range(len(header)))
    waiting = list(drop)
    table = [header, *rows]
    while True:
        widths = _widths(table, kept, left, width)
        if width is None or _total(widths) <= width or not waiting:
            break
        kept.remove(waiting.pop(0))
    lines = []
    for row in table:
        cells = [
            f"{shortened(row[column], size):<{size}}" if column in left else f"{row[column]:>{size}}"
            for column, size in zip(kept, widths, strict=True)
        ]
        line = _BETWEEN.join(cells).rstrip()
        lines.append(line if width is None or len(line) <= width else line[: max(width - 1, 0)] + "…")
    return lines


def _widths(
    table: Sequence[tuple[str, ...]], kept: Sequence[int], left: Container[int], width: int | None
) -> list[int]:
    """The widths of the kept columns; the widest names give way until all fit, or none can be shortened."""
    widths = [max(len(row[column]) for row in table) for column in kept]
    least = [min(size, _SHORTEST) if column in left else size for column, size in zip(kept, widths, strict=True)]
    while width is not None and _total(widths) > width:
        widest = max(range(len(widths)), key=lambda k: widths[k] if widths[k] > least[k] else -1)
        if widths[widest] <= least[widest]:
            break
        widths[widest] -= 1
    return widths


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + len(_BETWEEN) * (len(widths) - 1)


def shortened(text: str, width: int) -> str:
    """The text, without its middle if it is longer than `width`: `fused_conv…add_relu`."""
    if len(text) <= width:
        return text
    end = (width - 1) // 2
    return text[: width - 1 - end] + "…" + (text[-end:] if end > 0 else "")
