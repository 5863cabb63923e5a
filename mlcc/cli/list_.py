"""`mlcc list KIND`: lists names and summaries, as a table, Markdown or JSON."""

from __future__ import annotations

import textwrap

import click

from .catalogue import KINDS, Entry, entries
from .options import common_options, wide_option
from .tables import width


@click.command("list")
@click.argument("kind", type=click.Choice(KINDS), required=False, metavar="[KIND]")
@click.option("--format", "form", type=click.Choice(["text", "md", "json"]), default="text", help="Form of the list.")
@wide_option
@common_options
def command(kind: str | None, form: str) -> None:
    """List what mlcc knows: ops, onnx (operators that the importer reads), primitives, steps (composite steps of
    the schedule library), schedules (its files), intrinsics (instructions that `tensorize` may name), targets,
    costs, passes, generators (that `mlcc build --extern` names), plugins, quantize (operators that are quantised) or
    codes. Without KIND, how many there are of each.

    \b
    Examples:
      mlcc list primitives
      mlcc list ops --format md > ops.md
    """
    if kind is None:
        for name in KINDS:
            click.echo(f"{name:12} {len(entries(name)):4}")
        return
    rows = entries(kind)
    if form == "json":
        import json

        click.echo(json.dumps([{"name": row.name, "summary": row.summary} for row in rows], indent=1))
    elif form == "md":
        click.echo(_markdown(rows))
    else:
        for row in rows:
            for line in _wrapped(row, max(len(row.name) for row in rows)):
                click.echo(line)


def _wrapped(row: Entry, names: int) -> list[str]:
    """The name, and the summary in a column of its own, as wide as the terminal leaves it."""
    text, limit = f"{row.name:<{names}}  {row.summary}".rstrip(), width()
    if limit is None or len(text) <= limit:
        return [text]
    indent = min(names, limit // 3) + 2
    first = f"{row.name:<{indent - 2}}  "
    return textwrap.wrap(row.summary, limit, initial_indent=first, subsequent_indent=" " * indent)


def _markdown(rows: list[Entry]) -> str:
    lines = ["| name | what it is |", "| --- | --- |"]
    for row in rows:
        summary = row.summary.replace("|", "\\|")
        lines.append(f"| `{row.name}` | {summary} |")
    return "\n".join(lines)
