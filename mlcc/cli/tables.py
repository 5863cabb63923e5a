"""Tables and lines on stdout: as wide as the terminal, and whole where it is none or `--wide` is given."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Container, Iterable, Sequence

import click

from mlcc.tables import shortened, table_lines

from .session import SESSION


def width() -> int | None:
    """The width that lines must keep to; None for any."""
    return None if SESSION.wide or not sys.stdout.isatty() else shutil.get_terminal_size().columns


def show_table(
    header: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
    left: Container[int] = range(1),
    drop: Sequence[int] = (),
) -> None:
    """Print a table (see :func:`mlcc.tables.table_lines`)."""
    for line in table_lines(header, rows, left, width=width(), drop=drop):
        click.echo(line)


def show_lines(lines: Iterable[str]) -> None:
    """Print lines, those that are too long without their middle."""
    limit = width()
    for line in lines:
        click.echo(line if limit is None else shortened(line, limit))
