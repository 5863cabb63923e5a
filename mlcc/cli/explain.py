"""`mlcc explain NAME`: the manual entry of a code, primitive, composite step, operator, pass or target."""

from __future__ import annotations

import click

from mlcc.diagnostics import MlccError, closest

from .catalogue import KINDS, entries, find
from .completion import explained, one_of
from .options import common_options


@click.command("explain")
@click.argument("name", shell_complete=one_of(explained))
@common_options
def command(name: str) -> None:
    """Explain NAME: a code (S231), a primitive (split), a composite step (split_lanes), a schedule of the
    library (matmul), an operator (nn.conv2d), a pass or a target.

    \b
    Examples:
      mlcc explain S231
      mlcc explain compute_at
    """
    matches = find(name)
    if not matches:
        suggestion = closest(name, [entry.name for kind in KINDS for entry in entries(kind)])
        raise MlccError(
            "D125",
            f"nothing is called `{name}`",
            help=f"did you mean `{suggestion}`?" if suggestion else "`mlcc list` shows what there is",
        )
    for index, entry in enumerate(matches):
        if index:
            click.echo()
        click.echo(f"{entry.name}  ({entry.kind})")
        click.echo()
        click.echo(entry.text.strip() or entry.summary)
