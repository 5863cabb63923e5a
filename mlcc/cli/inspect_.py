"""`mlcc inspect LIB`: prints the description of a compiled file, or what it or a model takes of a machine's memory."""

from __future__ import annotations

import json
from typing import Any

import click

from .options import (
    common_options,
    costs_option,
    input_path,
    parse_shapes,
    remember_input,
    runtime_option,
    shape_option,
    target_option,
    wide_option,
)
from .tables import show_lines, width

#: The options of a model, which is not built yet.
_OF_MODELS = {"target": "--target", "runtime": "--runtime", "costs": "--costs", "shapes": "--shape"}


@click.command("inspect")
@click.argument("library", type=input_path)
@click.option("--json", "as_json", is_flag=True, help="Print the description as JSON.")
@click.option("--schedules", is_flag=True, help="Print the schedules applied to its programs, as YAML for build -s.")
@click.option("--program", metavar="NAME", help="Only the schedule of this program.")
@click.option("--kernels", is_flag=True, help="Registers, shared memory and spills of kernels of `cuda` and `nvptx`.")
@click.option("--memory", is_flag=True, help="Print flash and RAM in bytes: of LIB, or of a model before it is built.")
@target_option
@runtime_option
@costs_option
@shape_option
@wide_option
@common_options
def command(
    library: str, as_json: bool, schedules: bool, program: str | None, kernels: bool, memory: bool, **build: Any
) -> None:  # fmt: skip
    """Show the functions, shapes, target and versions of LIB (.so or .o). Nothing of it is executed.

    With --memory, LIB may be a model or program, which is compiled for --target but not written, and a C file: the
    bytes of code, weights, workspace and stack, and those of each layer.

    \b
    Examples:
      mlcc inspect model.so
      mlcc inspect model.so --json | jq .functions
      mlcc inspect model.so --schedules
      mlcc inspect model.so --program matmul > mine.yaml
      mlcc inspect cuda_model.so --kernels
      mlcc inspect model.onnx --memory --target "llvm -mcpu=cortex-m4"
    """
    if memory:
        _memory(library, as_json, build)
        return
    given = next((option for name, option in _OF_MODELS.items() if build[name]), None)
    if given is not None:
        raise click.UsageError(f"`{given}` belongs to --memory of a model")
    from mlcc.driver.inspection import description_lines, read_description, schedules_text

    remember_input(library)
    data = read_description(library, kernels=kernels)
    if as_json:
        click.echo(json.dumps(data, indent=1, ensure_ascii=False))
    elif schedules or program is not None:
        click.echo(schedules_text(data, library, program), nl=False)
    else:
        show_lines(description_lines(data, library))


def _memory(name: str, as_json: bool, build: dict[str, Any]) -> None:
    """Print what a model or a compiled file takes of a machine's memory."""
    from mlcc.driver.memory import memory_of
    from mlcc.driver.memory_table import memory_lines

    from .session import report

    remember_input(name)
    found = memory_of(name, **{**build, "shapes": parse_shapes(build["shapes"])}, on_warning=report)
    if as_json:
        click.echo(json.dumps(found.data(), indent=1, ensure_ascii=False))
        return
    for line in memory_lines(found, width()):
        click.echo(line)
