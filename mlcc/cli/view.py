"""`mlcc view MODEL`: a page that shows what the compiler made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .options import (
    common_options,
    costs_option,
    input_path,
    output_path,
    param_option,
    parse_params,
    parse_shapes,
    remember_input,
    shape_option,
    target_option,
)


@click.command("view")
@click.argument("model", type=input_path)
@click.option("-s", "--schedule", "schedules", multiple=True, type=input_path, metavar="FILE",
              help="YAML schedule for the program; repeatable.")  # fmt: skip
@param_option
@shape_option
@target_option
@costs_option
@click.option("--threads", type=click.IntRange(1), metavar="N", help="Threads of measured calls; default: all cores.")
@click.option("--run/--no-run", default=True, help="Whether times are measured, on random inputs; default: they are.")
@click.option("-o", "--output", type=output_path, metavar="FILE", help="The page; `-` is standard output. Default: the "
              "input's name with .html.")  # fmt: skip
@common_options
def command(model: str, output: str | None, schedules: tuple[str, ...], **options: Any) -> None:
    """Write a page (HTML, one file) about MODEL: an ONNX model, a program (.tir, .relax, .py), or a library.

    It shows the graph before and after the passes, every kernel with its nodes, schedule, steps, program, LLVM text
    and assembly (a click on a line lights what comes from it), times against the limits of the machine, and memory over
    time.

    \b
    Examples:
      mlcc view model.onnx -o report.html
      mlcc view kernel.tir -s tile.yaml -p jfactor=8 -o report.html
      mlcc view model.onnx --shape tokens=128 --target "llvm -mcpu=cortex-a72" -o report.html
    """
    from mlcc.driver import write_output
    from mlcc.view.page import page
    from mlcc.view.report import report

    for name in (model, *schedules):
        remember_input(name)
    data = report(
        model,
        schedules=schedules,
        params=parse_params(options["params"]),
        shapes=parse_shapes(options["shapes"]),
        target=options["target"],
        costs=options["costs"],
        threads=options["threads"],
        run=options["run"],
        say=lambda text: click.echo(text, err=True),
    )
    write_output(output or ("stdin.html" if model == "-" else f"{Path(model).stem}.html"), page(data))
