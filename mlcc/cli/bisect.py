"""`mlcc bisect MODEL.onnx`: which node is wrong, since which pass, and a small model that shows it."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import (
    against_option,
    common_options,
    input_path,
    inputs_option,
    max_error_option,
    max_ulp_option,
    parse_shapes,
    remember_input,
    seed_option,
    shape_option,
    target_option,
)

if TYPE_CHECKING:
    from mlcc.verification import Finding


#: Exits with 1 while the fault is there.
_REPRODUCER = """#!/bin/sh
cd "$(dirname "$0")" && exec mlcc verify part.onnx --inputs inputs.npz "$@"
"""


@click.command("bisect")
@click.argument("model", type=input_path)
@inputs_option
@seed_option
@shape_option
@against_option
@max_error_option
@max_ulp_option
@target_option
@click.option("-o", "--output", type=click.Path(path_type=str), metavar="DIR", help="Default: MODEL-bisect.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@common_options
def command(model: str, **options: Any) -> None:
    """Find the first node of MODEL (ONNX) that computes something else than the reference.

    Every intermediate value is compared. The wrong node is then cut out of the model with the fewest neighbours that
    it needs to be wrong, and the program is interpreted after each pass to name the one that changes its results. The
    small model, its inputs and the expected result are written to a folder. Exit code 1 (D192) where one is found.

    \b
    Examples:
      mlcc bisect model.onnx
      mlcc bisect model.onnx --inputs x.npz --against onnxruntime -o found
    """
    from mlcc.diagnostics import MlccError
    from mlcc.target import Target
    from mlcc.verification import bisect_model
    from mlcc.verification.inputs import make_inputs
    from mlcc.verification.references import chosen
    from mlcc.verification.verify import bounds_of, read_onnx

    from .stage_progress import StageProgress

    remember_input(model)
    source, loaded = read_onnx(model)
    sample = make_inputs(loaded, options["inputs"], options["seed"], parse_shapes(options["shapes"]))
    bounds = replace(bounds_of(loaded), relative=options["max_error"], ulps=options["max_ulp"])
    target = None if options["target"] is None else Target(options["target"])
    with StageProgress("bisect", model) as progress:
        found = bisect_model(loaded, sample, chosen(options["against"]), bounds, target=target, say=progress)
    if found is None:
        click.echo(json.dumps({"found": None}) if options["as_json"] else f"{model}: every value agrees")
        return
    folder = Path(options["output"] or f"{source.stem}-bisect")
    _write(found, folder)
    if options["as_json"]:
        click.echo(json.dumps({"found": found.as_data(), "folder": str(folder)}))
    else:
        click.echo("\n".join(_lines(found, folder)))
    raise MlccError(
        "D192",
        f"node `{found.node}` ({found.operator}) computes a wrong `{found.value}`",
        notes=[f"first wrong after: {found.stage}"],
        help=f"this is a fault in mlcc; please report it with the folder `{folder}`",
    )


def _lines(found: Finding, folder: Path) -> list[str]:
    count = len(found.nodes)
    part = f"{count} nodes" if count > 1 else "1 node"
    return [
        f"first wrong node  {found.node} ({found.operator}), number {found.index} of the graph",
        f"its value         {found.value}: {found.difference}",
        f"first wrong after {found.stage}",
        f"smallest part     {part}: {', '.join(found.nodes[:8])}{' …' if count > 8 else ''}",
        f"written to        {folder}{os.sep}: part.onnx, inputs.npz, expected.npz, repro.sh",
        f"shown by          sh {folder / 'repro.sh'}",
    ]


def _write(found: Finding, folder: Path) -> None:
    """The small model and its data."""
    from mlcc.driver.arrays import write_arrays
    from mlcc.driver.files import file_error
    from mlcc.driver.writing import write_output

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise file_error(error, str(folder), writing=True) from error
    write_output(folder / "part.onnx", found.model.SerializeToString())
    write_arrays(str(folder / "inputs.npz"), found.inputs)
    write_output(folder / "repro.sh", _REPRODUCER, executable=True)
    write_arrays(str(folder / "expected.npz"), found.expected)
