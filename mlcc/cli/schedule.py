"""`mlcc schedule KERNEL -s FILE`: a tensor program, rescheduled, as text."""

from __future__ import annotations

from typing import Any

import click

from .completion import schedule_files
from .options import (
    common_options,
    costs_option,
    input_path,
    output_option,
    param_option,
    parse_params,
    parse_shapes,
    remember_input,
    shape_option,
    target_option,
    with_depfile,
)
from .session import report


def _print_schema(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from mlcc import resources

        click.echo((resources.schedules() / "schema.json").read_text(encoding="utf-8"), nl=False)
        ctx.exit()


@click.command("schedule")
@click.argument("kernel", type=input_path)
@click.option("-s", "--schedule", "schedules", multiple=True, required=True, type=input_path, metavar="FILE",
              shell_complete=schedule_files,
              help="YAML schedule; several are applied in order.")  # fmt: skip
@param_option
@click.option("--func", metavar="NAME", help="The function to schedule, when the module has several.")
@shape_option
@target_option
@costs_option
@click.option("--show-steps", is_flag=True, help="Print the program before and after every step to stderr.")
@click.option("--trace", type=input_path, metavar="FILE", help="Write the applied steps as YAML that can be replayed.")
@click.option("--verify", is_flag=True, help="Run before and after on random inputs and compare.")
@output_option
@click.option("--schema", is_flag=True, is_eager=True, expose_value=False, callback=_print_schema,
              help="Print the JSON schema of schedule files, by which editors complete and check them.")  # fmt: skip
@with_depfile
@common_options
def command(kernel: str, schedules: tuple[str, ...], **options: Any) -> None:
    """Apply a YAML schedule to KERNEL, a tensor program, and print the result.

    \b
    Examples:
      mlcc schedule mm_relu.tir -s tile.yaml -p jfactor=8
      mlcc schedule mm_relu.tir -s tile.yaml --show-steps --verify -o tiled.tir
      mlcc schedule mm_relu.tir -s tile.yaml | mlcc build - -o mm_relu.so
      mlcc schedule --schema > schema.json
    """
    from mlcc.driver import schedule_files

    if kernel == "-" and "-" in schedules:
        raise click.UsageError("only one of the kernel and the schedules can be standard input")
    for name in (kernel, *schedules):
        remember_input(name)
    schedule_files(
        kernel,
        schedules,
        params=parse_params(options["params"]),
        func=options["func"],
        shapes=parse_shapes(options["shapes"]),
        target=options["target"],
        costs=options["costs"],
        show=_show_step if options["show_steps"] else None,
        trace=options["trace"],
        verify=options["verify"],
        output=options["output"] or "-",
        depfile=options["depfile_path"] or options["depfile"],
        depfile_targets=options["depfile_targets"],
        restat=options["restat"],
        on_warning=report,
    )


def _show_step(title: str, text: str) -> None:
    """One step of `--show-steps`, on stderr, so that stdout stays the program."""
    click.echo(f"# {title}\n{text}", err=True)
