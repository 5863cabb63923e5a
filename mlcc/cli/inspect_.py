"""`mlcc inspect LIB`: what a compiled file says of itself, read without loading it."""

from __future__ import annotations

import json

import click

from .options import common_options, input_path, remember_input


@click.command("inspect")
@click.argument("library", type=input_path)
@click.option("--json", "as_json", is_flag=True, help="Print the description as JSON.")
@common_options
def command(library: str, as_json: bool) -> None:
    """Show the functions, shapes, target and versions of LIB (.so or .o). Nothing of it is executed.

    \b
    Examples:
      mlcc inspect model.so
      mlcc inspect model.so --json | jq .functions
    """
    from mlcc.driver.execute import description_lines, read_description

    remember_input(library)
    data = read_description(library)
    if as_json:
        click.echo(json.dumps(data, indent=1, ensure_ascii=False))
    else:
        for line in description_lines(data, library):
            click.echo(line)
