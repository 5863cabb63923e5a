"""`mlcc inspect LIB`: prints the description of a compiled file, without loading it."""

from __future__ import annotations

import json

import click

from .options import common_options, input_path, remember_input


@click.command("inspect")
@click.argument("library", type=input_path)
@click.option("--json", "as_json", is_flag=True, help="Print the description as JSON.")
@click.option("--schedules", is_flag=True, help="Print the schedules applied to its programs, as YAML for build -s.")
@click.option("--program", metavar="NAME", help="Only the schedule of this program.")
@click.option("--kernels", is_flag=True, help="Registers, shared memory and spills of kernels of `cuda` and `nvptx`.")
@common_options
def command(library: str, as_json: bool, schedules: bool, program: str | None, kernels: bool) -> None:
    """Show the functions, shapes, target and versions of LIB (.so or .o). Nothing of it is executed.

    \b
    Examples:
      mlcc inspect model.so
      mlcc inspect model.so --json | jq .functions
      mlcc inspect model.so --schedules
      mlcc inspect model.so --program matmul > mine.yaml
      mlcc inspect cuda_model.so --kernels
    """
    from mlcc.driver.inspection import description_lines, read_description, schedules_text

    remember_input(library)
    data = read_description(library, kernels=kernels)
    if as_json:
        click.echo(json.dumps(data, indent=1, ensure_ascii=False))
    elif schedules or program is not None:
        click.echo(schedules_text(data, library, program), nl=False)
    else:
        for line in description_lines(data, library):
            click.echo(line)
