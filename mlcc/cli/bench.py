"""`mlcc bench LIB...`: how fast compiled libraries run, and how sure that is."""

from __future__ import annotations

from typing import Any

import click

from .options import common_options, input_path, parse_shapes, remember_input, shape_option


@click.command("bench")
@click.argument("libraries", nargs=-1, required=True, type=input_path)
@click.option("--inputs", "-i", multiple=True, metavar="FILE", help="As for `mlcc run`; default: random inputs.")
@click.option("--func", metavar="NAME", help="The function to call; default: main, or the only one.")
@click.option(
    "--threads", type=click.IntRange(1), metavar="N", help="Threads; default: MLCC_NUM_THREADS, or all cores."
)
@click.option("--repeats", type=click.IntRange(1), default=20, show_default=True, help="Samples to take.")
@click.option("--warmup", type=float, default=0.2, show_default=True, metavar="SECONDS", help="Time to run first.")
@click.option(
    "--flops", type=float, metavar="N", help="Operations per call, for GFLOP/s, when the library does not say."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per library.")
@shape_option
@common_options
def command(libraries: tuple[str, ...], inputs: tuple[str, ...], **options: Any) -> None:
    """Measure LIBRARIES: warm-up, repeats, median and spread (interquartile range).

    \b
    Examples:
      mlcc bench model.so
      mlcc bench naive.so tiled.so --threads 1
      mlcc bench model.so --json | jq .median_s
    """
    from mlcc.driver.execute import bench_library

    for library in libraries:
        remember_input(library)
    rows = []
    for library in libraries:
        result = bench_library(
            library,
            list(inputs),
            func=options["func"],
            threads=options["threads"],
            repeats=options["repeats"],
            warmup=options["warmup"],
            flops=options["flops"],
            shapes=parse_shapes(options["shapes"]),
        )
        rows.append(result)
        if options["as_json"]:
            import json

            click.echo(json.dumps(result.as_data()))
    if not options["as_json"]:
        _table([row.cells() for row in rows])
        if any(row.measurement.noisy for row in rows):
            click.echo("note: the spread is more than a tenth of the median: the machine is busy", err=True)


HEADER = ("library", "median", "iqr", "min", "GFLOP/s", "threads", "samples")


def _table(rows: list[tuple[str, ...]]) -> None:
    table = [HEADER, *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(HEADER))]
    for row in table:
        cells = [f"{cell:<{width}}" if not column else f"{cell:>{width}}" for column, (cell, width) in
                 enumerate(zip(row, widths, strict=True))]  # fmt: skip
        click.echo("  ".join(cells).rstrip())
