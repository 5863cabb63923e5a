"""Tables of text."""

from __future__ import annotations

from collections.abc import Container, Sequence


def table_lines(header: tuple[str, ...], rows: Sequence[tuple[str, ...]], left: Container[int] = range(1)) -> list[str]:
    """Columns with two blanks between them, those in `left` aligned to the left."""
    table = [header, *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(header))]
    lines = []
    for row in table:
        cells = [f"{cell:<{width}}" if column in left else f"{cell:>{width}}" for column, (cell, width) in
                 enumerate(zip(row, widths, strict=True))]  # fmt: skip
        lines.append("  ".join(cells).rstrip())
    return lines
