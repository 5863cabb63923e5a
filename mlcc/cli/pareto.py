"""`mlcc pareto MODEL`: sizes, times and errors of a model in several precisions and for several targets."""

from __future__ import annotations

import itertools
import json
from typing import Any

import click

from .completion import parameters, targets
from .options import (
    common_options,
    input_path,
    output_option,
    parse_params,
    parse_shapes,
    remember_input,
    shape_option,
    split_pair,
    wide_option,
)
from .tables import show_table


@click.command("pareto")
@click.argument("model", type=input_path)
@click.option("--precision", "precisions", metavar="TYPES", help="What products round their operands to, separated by "
              "commas; as for build. Default: float32,bfloat16,float16,int8, and for a program float32.")  # fmt: skip
@click.option("-s", "--schedule", "schedules", multiple=True, type=input_path, metavar="FILE",
              help="YAML schedule for the program; repeatable.")  # fmt: skip
@click.option("-p", "--param", "params", multiple=True, metavar="NAME=V1,V2", shell_complete=parameters,
              help="Values of a schedule parameter, each of which is tried; repeatable.")  # fmt: skip
@click.option("--target", "machines", multiple=True, metavar="TARGET", shell_complete=targets,
              help="A machine; repeatable. Default: this one. Times and errors are those of this machine.")  # fmt: skip
@shape_option
@click.option("--calibrate", multiple=True, type=input_path, metavar="FILE", help="Samples for int8, as for build; "
              "default: random ones.")  # fmt: skip
@click.option("--threads", metavar="N1,N2", help="Threads of measured calls; of several numbers, each is one that is "
              "built for. Default: all cores.")  # fmt: skip
@click.option("--repeats", type=click.IntRange(3), default=20, show_default=True, help="Samples of each time.")
@click.option("--max-size", metavar="SIZE", help="Bounds for -o: the fastest variant that keeps to all is written.")
@click.option("--max-arena", metavar="SIZE", help="See --max-size.")
@click.option("--max-latency", metavar="TIME", help="See --max-size: 2ms, 500us.")
@click.option("--max-error", type=click.FloatRange(0, min_open=True), metavar="E", help="See --max-size: 0.01 is 1 %.")
@output_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@wide_option
@common_options
def command(model: str, **options: Any) -> None:
    """Build MODEL in several precisions, and for several targets, and print their sizes, times and errors. Of a program
    with a schedule, values of parameters are tried: tiles, and how far loops are unrolled.

    The error is that of the outputs by their norm against float32, on random inputs. A `*` marks the Pareto front: no
    other row is as small, as fast and as exact, and better in one of these. With bounds, the fastest row that keeps to
    them is named, and written with -o; D205 says what is nearest where none does.

    \b
    Examples:
      mlcc pareto model.onnx
      mlcc pareto model.onnx --calibrate data.npz --max-size 20MB --max-error 0.01 -o model.so
      mlcc pareto kernel.tir -s tile.yaml -p jfactor=4,8,16,32 --threads 1,2
      mlcc pareto model.onnx --precision float32 --target "llvm -mcpu=x86-64-v3" --target "llvm -mcpu=znver4"
    """
    import shutil
    from pathlib import Path

    from mlcc.driver.sizes import parse_size, parse_time
    from mlcc.driver.writing import atomic_path
    from mlcc.quantization.variants import HEADER, PRECISIONS, Bounds, fastest, variants
    from mlcc.runtime import temporary_folder

    from .stage_progress import StageProgress

    remember_input(model)
    usual = PRECISIONS if Path(model).suffix.lower() == ".onnx" else PRECISIONS[:1]
    names = _listed(options["precisions"]) or list(usual)
    given = [split_pair(item, "--param", "NAME=V1,V2") for item in options["params"]]
    choices = [[(name, value) for value in _listed(values)] for name, values in given]
    size, arena, latency = options["max_size"], options["max_arena"], options["max_latency"]
    bounds = Bounds(
        None if size is None else parse_size(size),
        None if arena is None else parse_size(arena, "--max-arena"),
        None if latency is None else parse_time(latency, "--max-latency"),
        options["max_error"],
    )
    with temporary_folder("pareto") as name:
        with StageProgress("pareto", f"{model} {options['precisions']} {options['repeats']}") as progress:
            rows, failed = variants(
                model, Path(name), precisions=names, targets=options["machines"] or (None,),
                schedules=options["schedules"], params=[
                    parse_params(f"{name}={value}" for name, value in taken) for taken in itertools.product(*choices)
                ],
                shapes=parse_shapes(options["shapes"]), calibrate=options["calibrate"],
                threads=_threads(options["threads"]), repeats=options["repeats"], say=progress.announce,
            )  # fmt: skip
        if options["as_json"]:
            click.echo(json.dumps([row.as_data() for row in rows]))
        else:
            _show(HEADER, [row.cells() for row in rows])
        for what, why in failed.items():
            click.echo(f"note: not built: {what} ({why})", err=True)
        if options["output"] or bounds != Bounds():
            chosen = fastest(rows, bounds)
            click.echo(f"chosen: {chosen.label}", err=True)
            if options["output"]:
                with atomic_path(options["output"], executable=True) as path:
                    shutil.copyfile(chosen.path, path)


def _listed(text: str | None) -> list[str]:
    return [item.strip() for item in (text or "").split(",") if item.strip()]


def _threads(text: str | None) -> list[int | None]:
    """`1,2` as numbers. Raises click.UsageError."""
    found = _listed(text)
    if not all(item.isdecimal() and 0 < int(item) < 10**4 for item in found):
        raise click.UsageError(f"--threads takes numbers from 1 on, separated by commas, not {text!r}")
    return [int(item) for item in found] or [None]


def _show(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    """The table, without the columns of parameters and threads where there are none."""
    kept = [at for at in range(len(header)) if at not in (3, 4) or any(row[at] for row in rows)]
    names = {"precision", "target", "parameters", ""}
    left = [at for at, column in enumerate(kept) if header[column] in names]
    drop = [kept.index(column) for column in (6, 2) if column in kept]
    show_table(tuple(header[at] for at in kept), [tuple(row[at] for at in kept) for row in rows], left, drop)
