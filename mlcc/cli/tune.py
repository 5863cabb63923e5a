"""`mlcc tune MODEL -o RECORDS`: measures what schedule files allow, and keeps what is faster."""

from __future__ import annotations

from typing import Any

import click

from .options import (
    common_options,
    costs_option,
    input_path,
    output_option,
    parse_shapes,
    remember_input,
    shape_option,
    target_option,
    wide_option,
)
from .process_age import process_age
from .tables import show_table


@click.command("tune")
@click.argument("model", type=input_path, required=False)
@output_option
@target_option
@costs_option
@click.option(
    "--time", "seconds", default="60s", show_default=True, metavar="TIME", help="Stop after so long: 90s, 5m."
)
@click.option("--trials", type=click.IntRange(1), default=20, show_default=True, help="Measurements of each program.")
@click.option("--resume", is_flag=True, help="Continue the records that -o names: nothing is measured twice.")
@click.option("--records", multiple=True, type=input_path, metavar="FILE", help="Records of other machines, as hints.")
@click.option("-s", "--schedule", "schedules", multiple=True, type=input_path, metavar="FILE",
              help="Schedules to try instead of those of the library.")  # fmt: skip
@click.option("--executor", default="local:1", show_default=True, metavar="WHERE",
              help="Where to measure: local:N, ssh:HOST,HOST, rpc:HOST:PORT, or module:attribute.")  # fmt: skip
@click.option("--compile", "compiled", type=click.Choice(["here", "workers"]), default="here", show_default=True,
              help="Where candidates are compiled: in processes here, or by the workers of --executor.")  # fmt: skip
@click.option("--machine", is_flag=True, help="Without MODEL: measure the cost facts of this machine, for --costs.")
@shape_option
@wide_option
@common_options
def command(model: str | None, output: str | None, **options: Any) -> None:
    """Search for faster schedules of the programs of MODEL, and write every measurement to RECORDS (-o).

    What may be tried is stated in the schedule files (`mlcc explain matmul`). Candidates are measured in processes of
    their own, with weights that are not in cache, and what was faster is confirmed in the whole model. Ctrl-C ends
    the search; what was measured is kept.

    \b
    Examples:
      mlcc tune model.onnx -o records.jsonl
      mlcc build model.onnx --records records.jsonl -o model.so
      mlcc tune kernel.tir -o records.jsonl --trials 64
      mlcc tune model.onnx -o records.jsonl --resume --time 5m
      mlcc tune --machine -o machine.yaml
    """
    if options["machine"]:
        if model is not None:
            raise click.UsageError("--machine takes no MODEL")
        from mlcc.tune.machine import write_costs

        write_costs(output or "-", lambda text: click.echo(text, err=True))
        return
    if model is None:
        raise click.UsageError("Missing argument 'MODEL'.")
    if output is None or output == "-":
        raise click.UsageError("-o names the file of records: each trial is written to it at once")
    for name in (model, *options["records"], *options["schedules"]):
        remember_input(name)
    from mlcc.driver.sizes import parse_time
    from mlcc.tune import tune_file

    from .progress import Line
    from .session import report

    # the time is that of the whole command
    seconds = max(0.0, parse_time(options["seconds"], "--time") - process_age())
    with Line() as line:
        outcome = tune_file(
            model, output, target=options["target"], costs=options["costs"], seconds=seconds,
            trials=options["trials"], resume=options["resume"], records=options["records"],
            schedules=options["schedules"], executor=options["executor"],
            compile_there=options["compiled"] == "workers", shapes=parse_shapes(options["shapes"]),
            say=line, on_warning=report,
        )  # fmt: skip
    show_table(_HEADER, outcome.rows, left=(0, 5), drop=(2, 1))
    for text in outcome.summary():
        click.echo(text)
    if outcome.interrupted:
        raise KeyboardInterrupt


_HEADER = ("program", "% of time", "trials", "before", "best", "schedule now")
