"""`mlcc extract LIB`: the texts from which a library was made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .options import common_options, input_path, output_option, remember_input, source_option

if TYPE_CHECKING:
    from mlcc.driver.artefact import Artefact


@click.command("extract")
@click.argument("library", type=input_path)
@click.option("--tir", "form", flag_value="tir", default="tir", help="Its scheduled programs and its graph. Default.")
@click.option("--graph", "form", flag_value="relax", help="Its graph of operators, as it was imported.")
@click.option("--schedules", "form", flag_value="yaml", help="The schedules applied to its programs, for `build -s`.")
@click.option("--program", metavar="NAME", help="Only the schedule of this program.")
@source_option
@output_option
@common_options
def command(library: str, form: str, program: str | None, folders: tuple[str, ...], output: str | None) -> None:
    """Print what LIB (.so, .o or .a of `mlcc build`) was made from, as text that builds the same bytes.

    The first line of a text is the command that builds the library from it. A text that was changed is a program of
    its own. Schedules are in the library; programs and graphs are made again from its model, which is looked for
    beside it.

    \b
    Examples:
      mlcc extract net.so -o net.tir; mlcc build net.tir -o again/net.so; cmp net.so again/net.so
      mlcc extract net.so --graph | less
      mlcc extract net.so --schedules --program matmul > mine.yaml
    """
    from mlcc.driver.writing import write_output

    remember_input(library)
    if program is not None or form == "yaml":
        from mlcc.driver.inspection import read_description, schedules_text

        write_output(output or "-", schedules_text(read_description(library), library, program))
        return
    from mlcc.driver.extraction import extracted
    from mlcc.driver.inspection import source_of

    from .rebuild import build_again, places_of, settings_for

    made: list[Artefact] = []
    source, settings = source_of(library, places_of(library, folders)), settings_for(library, folders)
    build_again(source, settings, library, writer=lambda artefact, *_: made.append(artefact))
    write_output(output or "-", extracted(library, made[0], form))
