"""`mlcc list KIND`: lists names and summaries, as a table, Markdown or JSON."""

from __future__ import annotations

import click

from .catalogue import KINDS, Entry, entries
from .options import common_options, wide_option
from .tables import show_lines


@click.command("list")
@click.argument("kind", type=click.Choice(KINDS), required=False)
@click.option("--format", "form", type=click.Choice(["text", "md", "json"]), default="text", help="Form of the list.")
@wide_option
@common_options
def command(kind: str | None, form: str) -> None:
    """List what mlcc knows: ops, onnx (operators that the importer reads), primitives, steps (composite steps of
    the schedule library), schedules (its files), intrinsics (instructions that `tensorize` may name), targets,
    costs, passes, generators (that `mlcc build --extern` names) or codes.

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
        width = max((len(row.name) for row in rows), default=0)
        show_lines(f"{row.name:<{width}}  {row.summary}".rstrip() for row in rows)


def _markdown(rows: list[Entry]) -> str:
    lines = ["| name | what it is |", "| --- | --- |"]
    for row in rows:
        summary = row.summary.replace("|", "\\|")
        lines.append(f"| `{row.name}` | {summary} |")
    return "\n".join(lines)
