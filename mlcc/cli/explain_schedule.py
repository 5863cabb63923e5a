"""`mlcc explain-schedule KERNEL -s FILE`: what each step of a schedule does to the loop nest."""

from __future__ import annotations

import sys
from typing import Any

import click

from mlcc.diagnostics import MlccError, stream_has_color

from .options import (
    common_options,
    costs_option,
    input_path,
    param_option,
    parse_params,
    parse_shapes,
    remember_input,
    shape_option,
    target_option,
)


@click.command("explain-schedule")
@click.argument("kernel", type=input_path)
@click.option("-s", "--schedule", "schedules", multiple=True, required=True, type=input_path, metavar="FILE",
              help="YAML schedule; several are applied in order.")  # fmt: skip
@param_option
@click.option("--func", metavar="NAME", help="The function to schedule, when the module has several.")
@shape_option
@target_option
@costs_option
@common_options
def command(kernel: str, schedules: tuple[str, ...], **options: Any) -> None:
    """Show a YAML schedule step by step: the line of the file, what became of it, and what it changed in the loop nest.

    To the right of a loop stands what all its iterations touch in memory while the loops around it stand, and the
    smallest cache that holds this. `vk+=k` is a reduction axis.

    \b
    Examples:
      mlcc explain-schedule mm_relu.tir -s tile.yaml
      mlcc explain-schedule mm_relu.tir -s tile.yaml -p jfactor=8 --target "llvm -mcpu=cortex-a72"
    """
    from mlcc.view.explanation import explain_schedule, painted

    if kernel == "-" and "-" in schedules:
        raise click.UsageError("only one of the kernel and the schedules can be standard input")
    for name in (kernel, *schedules):
        remember_input(name)
    lines = explain_schedule(
        kernel,
        schedules,
        params=parse_params(options["params"]),
        func=options["func"],
        shapes=parse_shapes(options["shapes"]),
        target=options["target"],
        costs=options["costs"],
    )
    for line in lines:
        if isinstance(line, MlccError):
            sys.stdout.flush()
            raise line
        click.echo(painted(line, color=stream_has_color(sys.stdout)))
