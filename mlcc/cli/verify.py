"""`mlcc verify MODEL.onnx`: does the compiled model compute what the model says?"""

from __future__ import annotations

import json
from typing import Any

import click

from .options import (
    against_option,
    common_options,
    input_path,
    inputs_option,
    max_error_option,
    max_ulp_option,
    param_option,
    parse_params,
    parse_shapes,
    remember_input,
    seed_option,
    shape_option,
    target_option,
    wide_option,
)
from .tables import show_lines


@click.command("verify")
@click.argument("model", type=input_path)
@inputs_option
@seed_option
@click.option("--samples", type=click.IntRange(1), default=1, show_default=True, help="How many random inputs.")
@shape_option
@click.option("--pinned", is_flag=True, help="Build for the sizes of the inputs, not for symbolic ones.")
@click.option("--library", type=input_path, metavar="LIB", help="Compare this library of the model; do not build one.")
@against_option
@max_error_option
@max_ulp_option
@target_option
@click.option("-s", "--schedule", "schedules", multiple=True, type=input_path, metavar="FILE", help="As for build.")
@param_option
@click.option("--precision", metavar="TYPE", default="", help="As for build: bfloat16, float16, auto.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@wide_option
@common_options
def command(model: str, **options: Any) -> None:
    """Build MODEL (ONNX), run it, and compare its outputs with references on the same inputs.

    Each output is compared with the reference evaluator of ONNX and with onnxruntime: the largest difference in
    units in the last place, and relative to the largest value. Exit code 1 (D191) where one is off by more than
    rounding explains. `mlcc bisect` then finds the node.

    \b
    Examples:
      mlcc verify model.onnx
      mlcc verify model.onnx --inputs x.npy --max-ulp 64
      mlcc verify model.onnx --shape n=4 --samples 3 --against onnxruntime
      mlcc verify model.onnx --library model.so
      mlcc verify model.onnx --precision bfloat16 --max-error 0.02
    """
    from mlcc.diagnostics import MlccError
    from mlcc.verification import Bounds, verify_model

    from .session import report as tell
    from .stage_progress import StageProgress

    remember_input(model)
    given = options["max_error"] is not None or options["max_ulp"] is not None
    with StageProgress("verify", model) as progress:
        report = verify_model(
            model,
            library=options["library"],
            items=options["inputs"],
            seed=options["seed"],
            samples=options["samples"],
            shapes=parse_shapes(options["shapes"]),
            pinned=options["pinned"],
            against=options["against"],
            bounds=Bounds(options["max_error"], options["max_ulp"]) if given else None,
            options={
                "target": options["target"],
                "schedules": options["schedules"],
                "params": parse_params(options["params"]),
                "precision": options["precision"],
                "on_warning": tell,
            },
            say=progress,
        )
    if options["as_json"]:
        click.echo(json.dumps(report.as_data()))
    else:
        show_lines(report.lines())
    if not report.passed:
        raise MlccError(
            "D191",
            f"`{model}` computes something else than its reference",
            help=f"`mlcc bisect {model}` finds the first node that is wrong",
        )
