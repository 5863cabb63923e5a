"""`mlcc fmt FILE...`: programs in the canonical form."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mlcc.diagnostics import MlccError, SourceFile

from .options import common_options, input_path, output_option, remember_input

if TYPE_CHECKING:
    from collections.abc import Callable

    from mlcc.driver import InputFile
    from mlcc.ir.printing.lines import Lines


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, type=input_path)
@click.option("-i", "--in-place", is_flag=True, help="Write each file back instead of printing it.")
@click.option("--check", is_flag=True, help="Only tell which files would change; exit 1 if any.")
@click.option(
    "--dialect", type=click.Choice(["mlcc", "tvm"]), default="mlcc", help="Spelling: ours, or that of TVM 0.27."
)
@click.option("--json", "as_json", is_flag=True, help="Print the JSON form, which `mlcc build` reads too.")
@output_option
@common_options
def command(
    files: tuple[str, ...], in_place: bool, check: bool, dialect: str, as_json: bool, output: str | None
) -> int:
    """Print programs and schedules (.yaml) in the canonical form, with their comments.

    \b
    Examples:
      mlcc fmt kernel.tir
      mlcc fmt --dialect tvm kernel.tir > kernel_tvm.py
      mlcc fmt --check *.tir
      mlcc fmt -i tile.yaml
    """
    from mlcc.driver import write_output

    if len(files) > 1 and not (in_place or check):
        raise click.UsageError("several files need --in-place or --check")
    if in_place and (output is not None or "-" in files):
        raise click.UsageError("--in-place writes the files themselves: no -o, no `-`")
    changed: list[str] = []
    for name in files:
        remember_input(name)
        if Path(name).suffix.lower() in _SCHEDULES and (as_json or dialect != "mlcc"):
            raise click.UsageError(f"`{name}` is a schedule: no --json, no --dialect")
        if (in_place or check) and name != "-":
            _check_kind(name, as_json)
        before, text = _both(name, dialect, as_json)
        if check:
            if text != before:
                changed.append(name if name != "-" else "<stdin>")
        elif not in_place:
            write_output(output or "-", text)
        elif text != before:
            write_output(name, text)
    if changed:
        raise MlccError(
            "D150",
            f"{len(changed)} of {len(files)} files are not in the canonical form",
            notes=[f"`{name}` would change" for name in changed],
            help="run `mlcc fmt -i` on them",
        )
    return 0


def _check_kind(name: str, as_json: bool) -> None:
    """Refuse a file that would get another form in its place: a model would be lost to its text."""
    from mlcc.driver import read_input

    kind = "text" if Path(name).suffix.lower() in _SCHEDULES else read_input(name).kind
    if kind not in ("text", "json"):
        raise click.UsageError(f"`{name}` is a model, not text: --in-place and --check take programs and schedules")
    if as_json != (kind == "json"):
        raise click.UsageError(f"`{name}` is {'JSON: give --json' if kind == 'json' else 'no JSON: leave out --json'}")


#: The suffixes of schedule files; other inputs are programs.
_SCHEDULES = (".yaml", ".yml")


def _both(name: str, dialect: str, as_json: bool) -> tuple[str, str]:
    """The text of a file as it is, and in the canonical form."""
    from mlcc.driver import decode_utf8, read_bytes, read_input

    if Path(name).suffix.lower() not in _SCHEDULES:
        source = read_input(name)
        return source.text() if source.kind in ("text", "json") else "", _formatted(source, dialect, as_json)
    from mlcc.schedule.script import formatted, parse_yaml

    text = decode_utf8(name, read_bytes(name))
    parse_yaml(text, name)  # says where it is no YAML
    return text, formatted(text)


def _formatted(source: InputFile, dialect: str, as_json: bool) -> str:
    from mlcc.driver.modules import module_of, verify_module
    from mlcc.ir import script, to_json

    module = module_of(source)
    if source.kind != "onnx":
        verify_module(module)
    text = to_json(module) if as_json else script(module, dialect=dialect, edit=_comments(source))
    return text if text.endswith("\n") else text + "\n"


def _comments(source: InputFile) -> Callable[[Lines], None] | None:
    """What puts the comments of program text back; None for other inputs."""
    if source.kind != "text":
        return None
    from mlcc.script.comments import keep_comments

    return lambda lines: keep_comments(SourceFile(source.name, source.text()), lines)
