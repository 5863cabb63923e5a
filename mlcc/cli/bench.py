"""`mlcc bench LIB...`: measures compiled libraries, with the uncertainty of the measurement."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from .options import (
    common_options,
    device_option,
    input_path,
    output_option,
    parse_shapes,
    percent_type,
    provider_option,
    remember_input,
    shape_option,
    wide_option,
)
from .stage_progress import StageProgress
from .tables import show_table

if TYPE_CHECKING:
    from mlcc.driver.execute import BenchResult
    from mlcc.driver.profile import Profile


@click.command("bench")
@click.argument("libraries", nargs=-1, type=input_path)
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
@click.option("--profile", is_flag=True, help="The time of every kernel, by the nodes of the model.")
@click.option("--trace", type=input_path, metavar="FILE", help="With --profile: write the calls of kernels as a trace "
              "for Perfetto and Chrome (JSON).")  # fmt: skip
@click.option("--svg", type=input_path, metavar="FILE", help="With --profile: write the roofline as a picture.")
@click.option(
    "--measure-limits",
    is_flag=True,
    help="Measure again what the machine can do; without LIBRARIES: print it as cost facts for `mlcc build --costs`.",
)
@click.option(
    "--fail-if-slower",
    type=percent_type,
    metavar="P%",
    help="Exit with 1 (D198) if a library takes more than P % longer than the first, beyond the noise.",
)
@output_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per library.")
@shape_option
@device_option
@provider_option
@wide_option
@common_options
def command(libraries: tuple[str, ...], inputs: tuple[str, ...], **options: Any) -> None:
    """Measure LIBRARIES: warm-up, repeats, median and spread (interquartile range).

    Several are measured in turns, and each is compared with the first. Models are built first, and kept in the
    cache. With --profile, a library built
    with `mlcc build --profile`, or a model, is broken down: the time of each kernel, and the nodes that it
    comes from. "% limit" is the least time that this machine could take by the time taken: all arithmetic at
    the peak rate, all bytes at the bandwidth of the memory that they fit in. These limits are measured once
    per machine and number of threads, and kept with the cache of kernels.

    \b
    Examples:
      mlcc bench model.so
      mlcc bench naive.so tiled.so --threads 1
      mlcc bench model.onnx
      mlcc bench released.so model.onnx --fail-if-slower 2%
      mlcc bench model.so --json | jq .median_s
      mlcc bench model.onnx --profile
      mlcc bench model.onnx --profile --trace calls.json --svg roofline.svg
      mlcc bench --measure-limits -o machine.yaml
      mlcc bench board.so --device rpc://192.168.1.20:9090
    """
    if not libraries:
        _write_costs(options["measure_limits"], options["output"])
        return
    if options["output"]:
        raise click.UsageError("-o takes the cost facts of --measure-limits without libraries")
    for library in libraries:
        remember_input(library)
    measuring = {key: options[key] for key in ("func", "threads", "repeats", "warmup")}
    measuring["shapes"] = parse_shapes(options["shapes"])
    if options["profile"]:
        if options["device"]:
            raise click.UsageError("--profile measures this machine: it takes no --device")
        _profile(libraries, list(inputs), measuring, options)
        return
    if options["trace"] or options["svg"]:
        raise click.UsageError("--trace and --svg show a profile: give --profile too")
    from mlcc.driver.execute import bench_libraries

    measuring |= {key: options[key] for key in ("device", "providers")}
    if options["fail_if_slower"] is not None and len(libraries) < 2:
        raise click.UsageError("--fail-if-slower compares with the first library: give two or more")
    with StageProgress("bench", f"{' '.join(libraries)} {options['repeats']}") as progress:
        rows = bench_libraries(libraries, list(inputs), flops=options["flops"], say=progress.announce, **measuring)
    _print(rows, options["as_json"])
    _check_slower(rows, options["fail_if_slower"])


def _print(rows: list[BenchResult], as_json: bool) -> None:
    if as_json:
        for row in rows:
            click.echo(json.dumps(row.as_data()))
        return
    show_table(HEADER, [row.cells() for row in rows], drop=(6, 5, 2, 3))
    for row in rows[1:]:
        click.echo(row.verdict(rows[0].library))
    if any(row.measurement.noisy for row in rows):
        click.echo("note: the spread is more than a tenth of the median: the machine is busy", err=True)


def _check_slower(rows: list[BenchResult], allowed: float | None) -> None:
    """`--fail-if-slower`. Raises MlccError D198."""
    from mlcc.diagnostics import MlccError

    slower = [row for row in rows[1:] if allowed is not None and row.slower(allowed)]
    if slower:
        raise MlccError(
            "D198",
            f"slower than `{rows[0].library}` by more than --fail-if-slower {100 * (allowed or 0):g}%",
            notes=[row.verdict(rows[0].library) for row in slower],
        )


def _write_costs(measure: bool, output: str | None) -> None:
    """`--measure-limits` alone: the cost facts of this machine, as a file or on stdout."""
    from mlcc.driver.measured_costs import cost_file
    from mlcc.driver.writing import write_output

    if not measure:
        raise click.UsageError("Missing argument 'LIBRARIES...'.")
    write_output(output or "-", cost_file(_note))


def _profile(libraries: tuple[str, ...], inputs: list[str], measuring: dict[str, Any], options: dict[str, Any]) -> None:
    from mlcc.driver.profiling import profile_library

    if options["svg"] and len(libraries) > 1:
        raise click.UsageError("--svg is a picture of one library")
    with StageProgress("bench --profile", f"{' '.join(libraries)} {measuring['repeats']}") as progress:
        profiles = [
            profile_library(
                library, inputs, **measuring, measure_limits=options["measure_limits"] and not number, say=progress.say
            )
            for number, library in enumerate(libraries)
        ]
    _write_pictures(profiles, options)  # first: the reader of the table may go away
    for number, (library, profile) in enumerate(zip(libraries, profiles, strict=True)):
        if options["as_json"]:
            click.echo(json.dumps(profile.as_data()))
            continue
        if len(libraries) > 1:
            click.echo(("\n" if number else "") + f"{library}:")
        show_table(PROFILE_HEADER, profile.cells(), left=range(2), drop=(6, 2, 5, 1))
        if profile.note:
            _note(f"note: {profile.note}")


def _write_pictures(profiles: list[Profile], options: dict[str, Any]) -> None:
    """The files of `--trace` and `--svg`."""
    from mlcc.driver.writing import write_output

    if options["trace"]:
        from mlcc.view.trace_events import trace_text

        write_output(options["trace"], trace_text(profiles))
    if options["svg"]:
        from mlcc.view.roofline_svg import roofline_svg

        write_output(options["svg"], roofline_svg(profiles[0]))


def _note(text: str) -> None:
    click.echo(text, err=True)


HEADER = ("library", "median", "iqr", "min", "GFLOP/s", "threads", "samples")
PROFILE_HEADER = ("kernel", "nodes", "calls", "time", "%", "GFLOP/s", "GB/s", "% limit")
