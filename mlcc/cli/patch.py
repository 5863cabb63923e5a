"""`mlcc patch LIB`: other weights in a library that stands."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from .options import common_options, input_path, remember_input, rewriting_option, source_option
from .tables import show_table

if TYPE_CHECKING:
    from mlcc.driver.artefact import Artefact


@click.command("patch")
@click.argument("library", type=input_path)
@click.option(
    "--weights", multiple=True, type=input_path, metavar="FILE",
    help="The model with other weights (.onnx), tensors by the model's names (.safetensors, .npz), or one of them: "
    "NAME=w.npy; repeatable.",
)  # fmt: skip
@click.option("--list", "listed", is_flag=True, help="Print the names, types and shapes of the model's tensors.")
@source_option
@rewriting_option
@common_options
def command(library: str, weights: tuple[str, ...], listed: bool, folders: tuple[str, ...], output: str | None) -> None:
    """Replace the weights of LIB (.so of `mlcc build`) without compiling it again.

    The passes fold and pack the new tensors as they did the old ones. The code of the library does not change: where it
    would, because a number of a tensor is part of it, the library is refused (D201) and must be built again.

    \b
    Examples:
      mlcc patch net.so --weights retrained.onnx -o new.so
      mlcc patch net.so --weights layers.npz --source models -o new.so
      mlcc patch net.so --list
      mlcc patch net.so --weights fc1.weight=w.npy -o new.so
    """
    from mlcc.driver.patching import patch_library, replaceable
    from mlcc.driver.sizes import human_size

    from .rebuild import build_again, places_of, settings_for

    remember_input(library)
    if listed:
        rows = [
            (name, kind, "x".join(map(str, shape)))
            for name, kind, shape in replaceable(library, places_of(library, folders))
        ]
        show_table(("tensor", "type", "shape"), rows, left=range(3))
        return
    if output is None or not weights:
        raise click.UsageError("give the weights, and the file to write: --weights FILE -o new.so")
    start = time.monotonic()
    settings = settings_for(library, folders)

    def made(source: str, tensors: Mapping[str, Any]) -> Artefact:
        kept: list[Artefact] = []
        given = {"weights": tensors, "recipe": False} if tensors else {}
        build_again(source, {**settings, **given}, library, writer=lambda artefact, *_: kept.append(artefact))
        return kept[0]

    nbytes = patch_library(library, weights, output, places_of(library, folders), made)
    click.echo(f"patched {output}: weights {human_size(nbytes)}, {time.monotonic() - start:.2g} s", err=True)
