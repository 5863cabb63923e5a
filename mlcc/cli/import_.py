"""`mlcc import MODEL.onnx`: the model as text that `mlcc build` accepts."""

from __future__ import annotations

import click

from .options import common_options, input_path, output_option, parse_shapes, remember_input, shape_option


@click.command("import")
@click.argument("model", type=input_path)
@shape_option
@click.option("--json", "as_json", is_flag=True, help="Write the JSON form, constants included.")
@output_option
@common_options
def command(model: str, shapes: tuple[str, ...], as_json: bool, output: str | None) -> None:
    """Print MODEL (ONNX) as a module of graph functions.

    \b
    Examples:
      mlcc import model.onnx
      mlcc import model.onnx --shape x=1x3x224x224 -o model.relax
    """
    from mlcc.driver import write_output
    from mlcc.driver.modules import read_module
    from mlcc.ir import script, to_json

    remember_input(model)
    _, module = read_module(model, parse_shapes(shapes))
    text = to_json(module) if as_json else script(module)
    write_output(output or "-", text if text.endswith("\n") else text + "\n")
