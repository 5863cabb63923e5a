"""`mlcc import MODEL.onnx`: the model as text that `mlcc build` accepts, or a report of its nodes."""

from __future__ import annotations

import json
from typing import Any

import click

from .options import (
    against_option,
    common_options,
    input_path,
    inputs_option,
    output_option,
    parse_shapes,
    remember_input,
    seed_option,
    shape_option,
)


@click.command("import")
@click.argument("model", type=input_path)
@shape_option
@click.option("--json", "as_json", is_flag=True, help="Write the JSON form, constants included.")
@click.option(
    "--report", is_flag=True, help="Print no module, but every node's result beside a reference's on the same inputs."
)
@inputs_option
@seed_option
@against_option
@output_option
@common_options
def command(model: str, shapes: tuple[str, ...], as_json: bool, output: str | None, **options: Any) -> None:
    """Print MODEL (ONNX) as a module of graph functions.

    With --report, every intermediate value is computed by mlcc and by a reference (see `mlcc verify`), and the table
    says how far they are apart. Errors add up from node to node; `mlcc bisect` finds a node that is wrong by itself.

    \b
    Examples:
      mlcc import model.onnx
      mlcc import model.onnx --shape x=1x3x224x224 -o model.relax
      mlcc import model.onnx --report
    """
    from mlcc.driver import write_output
    from mlcc.driver.modules import read_module
    from mlcc.ir import script, to_json

    from .session import report

    remember_input(model)
    if options["report"]:
        write_output(output or "-", _report(model, parse_shapes(shapes), as_json, options))
        return
    _, module = read_module(model, parse_shapes(shapes), on_warning=report)
    text = to_json(module) if as_json else script(module)
    write_output(output or "-", text if text.endswith("\n") else text + "\n")


def _report(model: str, shapes: dict[str, tuple[int, ...]], as_json: bool, options: dict[str, Any]) -> str:
    """The table of `--report`, or its JSON: an object per value."""
    from mlcc.tables import table_lines
    from mlcc.verification import compare_nodes
    from mlcc.verification.inputs import make_inputs
    from mlcc.verification.nodes import HEADER
    from mlcc.verification.references import chosen
    from mlcc.verification.verify import bounds_of, read_onnx

    from .stage_progress import StageProgress

    _, loaded = read_onnx(model)
    sample = make_inputs(loaded, options["inputs"], options["seed"], shapes)
    with StageProgress("import --report", model) as progress:
        bounds = bounds_of(loaded)
        found = compare_nodes(loaded, sample, chosen(options["against"]), bounds, progress)
    if as_json:
        return "".join(json.dumps(row.as_data()) + "\n" for row in found.rows)
    lines = [*table_lines(HEADER, [row.cells() for row in found.rows], left=range(len(HEADER))), found.summary()]
    return "\n".join(lines) + "\n"
