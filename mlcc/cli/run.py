"""`mlcc run LIB`: call a compiled library, or a model, on arrays."""

from __future__ import annotations

from typing import Any

import click

from .options import (
    common_options,
    device_option,
    input_path,
    output_option,
    parse_shapes,
    provider_option,
    remember_input,
    seed_type,
    shape_option,
)


@click.command("run")
@click.argument("library", type=input_path, metavar="LIB")
@click.option(
    "--inputs", "-i", multiple=True, metavar="FILE", help="x.npy, name=x.npy, x.npz or `-`; repeatable, in order."
)
@click.argument("more", nargs=-1, type=input_path, metavar="[INPUTS]...")
@output_option
@click.option("--func", metavar="NAME", help="The function to call; default: main, or the only one.")
@click.option("--check", type=input_path, metavar="FILE", help="Compare the outputs with a .npy or .npz file.")
@click.option("--rtol", type=float, default=1e-5, show_default=True, help="Relative tolerance of --check.")
@click.option("--atol", type=float, default=1e-6, show_default=True, help="Absolute tolerance of --check.")
@click.option(
    "--threads", type=click.IntRange(1), metavar="N", help="Threads; default: MLCC_NUM_THREADS, or all cores."
)
@click.option("--random", type=seed_type, metavar="SEED", help="Make up the inputs that are not given.")
@click.option(
    "--selftest", is_flag=True, help="Run the self-test of a library built with --selftest, and nothing else."
)
@shape_option
@device_option
@provider_option
@common_options
def command(library: str, inputs: tuple[str, ...], more: tuple[str, ...], **options: Any) -> None:
    """Run LIB (.so or .o, as `mlcc build` writes them) and print or write its outputs.

    A model or a program (.onnx, .pt2, .tir …) is built first, for this machine and for the sizes of --shape, and kept
    in the cache: the next run begins at once.

    \b
    Examples:
      mlcc run model.so --inputs x.npy
      mlcc run model.so --inputs image=x.npy -o y.npz
      mlcc run model.so x.npy --check expected.npy --rtol 1e-3
      mlcc run model.so --random 0
      mlcc run model.so --selftest
      mlcc run model.onnx --random 0
      cat x.npy | mlcc run model.so - -o - > y.npy
      mlcc run board.so x.npy --device rpc://192.168.1.20:9090
    """
    from mlcc.driver.execute import run_library, run_selftest

    from .stage_progress import StageProgress

    remember_input(library)
    items = [*inputs, *more]
    if items.count("-") > 1 or (library == "-" and items):
        raise click.UsageError("standard input can be read only once")
    if options["selftest"]:
        if items or options["device"] is not None:
            raise click.UsageError("--selftest takes no inputs, and runs on this machine")
        run_selftest(library, options["threads"], options["providers"], click.echo)
        return
    with StageProgress("run", library) as progress:
        run_library(
            library,
            items,
            output=options["output"],
            func=options["func"],
            check=options["check"],
            rtol=options["rtol"],
            atol=options["atol"],
            threads=options["threads"],
            seed=options["random"],
            shapes=parse_shapes(options["shapes"]),
            echo=progress.cleared(click.echo),
            device=options["device"],
            providers=options["providers"],
            say=progress.announce,
        )
