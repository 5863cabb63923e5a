"""`mlcc view MODEL`: a page that shows what the compiler made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .options import (
    calibrate_option,
    common_options,
    costs_option,
    input_path,
    output_path,
    param_option,
    parse_params,
    parse_shapes,
    precision_option,
    records_option,
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
@precision_option
@click.option("--max-error", type=float, metavar="E", help="As for build: which layers stay in float32.")
@calibrate_option
@records_option
@click.option("--source", "folders", multiple=True, type=click.Path(path_type=str), metavar="DIR", help="Where the "
              "model and the files of a library's build are; repeatable. Default: beside it, and here.")  # fmt: skip
@click.option("--threads", type=click.IntRange(1), metavar="N", help="Threads of measured calls; default: all cores.")
@click.option("--run/--no-run", default=True, help="Whether times are measured, on random inputs; default: they are.")
@click.option("-o", "--output", type=output_path, metavar="FILE", help="The page; `-` is standard output. Default: the "
              "input's name with .html.")  # fmt: skip
@common_options
def command(model: str, output: str | None, schedules: tuple[str, ...], **options: Any) -> None:
    """Write a page (HTML, one file) about MODEL: an ONNX model, a program (.tir, .relax, .py), or a library.

    It shows the graph before and after the passes, every kernel with its nodes, schedule, steps, program, LLVM text
    and assembly (a click on a line lights what comes from it), times against the limits of the machine, and memory over
    time. A library is compiled again from the model, settings and files that it names, where they are found; else the
    page has what the library says of itself.

    \b
    Examples:
      mlcc view model.onnx -o report.html
      mlcc view kernel.tir -s tile.yaml -p jfactor=8 -o report.html
      mlcc view model.onnx --shape tokens=128 --target "llvm -mcpu=cortex-a72" -o report.html
      mlcc view model.onnx --precision bfloat16 -o report.html
      mlcc view model.so --source models -o report.html
    """
    from mlcc.driver import write_output
    from mlcc.driver.model_cache import is_model
    from mlcc.driver.sizes import human_size
    from mlcc.view.page import page
    from mlcc.view.report import report

    from .stage_progress import StageProgress

    for name in (model, *schedules, *options["records"]):
        remember_input(name)
    about: dict[str, Any] = {key: options[key] for key in ("threads", "run")}
    with StageProgress("view", model) as progress:
        about["say"] = progress.say
        if model == "-" or is_model(model):
            data = report(model, schedules=schedules, **_settings(options), **about)
        else:
            data = _of_library(model, schedules, options, about)
    text = page(data)
    output = output or ("stdin.html" if model == "-" else f"{Path(model).stem}.html")
    write_output(output, text)
    if output != "-":
        count = len(data["kernels"])
        size = human_size(len(text.encode()))
        click.echo(f"wrote {output} ({size}): {count} kernel{'' if count == 1 else 's'}", err=True)


def _settings(options: dict[str, Any]) -> dict[str, Any]:
    """What the options give to the build."""
    from .build import precision_request
    from .session import report

    return {
        **{key: options[key] for key in ("target", "costs", "records")},
        "params": parse_params(options["params"]),
        "shapes": parse_shapes(options["shapes"]),
        "precision": precision_request({**options, "report": None, "rounding": ""}),
        "on_warning": report,
    }


#: What a recipe may ask for that changes no kernel: a page does without.
_ASIDE = ("linker", "profile", "program", "selftest")


def _of_library(library: str, schedules: tuple[str, ...], options: dict[str, Any], about: dict[str, Any]) -> Any:
    """The data of a page about a library: of its build, where all that it was made from is there; times are its own
    where it takes them, else those of the same code with a clock."""
    from mlcc import __version__
    from mlcc.diagnostics import MlccError
    from mlcc.driver.inspection import read_description
    from mlcc.view.libraries import library_report
    from mlcc.view.report import report

    from .rebuild import sources_of

    fixed = ("params", "target", "costs", "precision", "max_error", "calibrate", "records")
    if schedules or any(options[name] for name in fixed):
        raise MlccError(
            "D120", f"`{library}` is compiled: no schedule, target or precision applies to it", help="give the model"
        )
    shapes, timed = parse_shapes(options["shapes"]), bool(read_description(library).get("profile_slots"))
    try:
        source, settings = sources_of(library, options["folders"])
        settings = {key: value for key, value in settings.items() if key not in _ASIDE}
        made = report(source, **settings, **{**about, "run": about["run"] and not timed})
    except MlccError as error:
        way_out = f" ({error.diagnostic.help})" if error.diagnostic.help else ""
        about["say"](f"note: graphs and code are not shown: {error.diagnostic.message}{way_out}")
        return library_report(library, shapes=shapes, **about)
    own = library_report(library, shapes=shapes, **{**about, "run": about["run"] and timed})
    if own["version"] != __version__:
        about["say"](f"note: the library was made by mlcc {own['version']}, and the code is what {__version__} makes")
    kept = ("title", "description", "times") if timed else ("title", "description")
    return {**made, **{key: own[key] for key in kept}}
