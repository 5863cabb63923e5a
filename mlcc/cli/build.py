"""`mlcc build MODEL`: compiles a model or a program to a native library, or to any intermediate form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .completion import generators, one_of, output_kinds, schedule_files
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
    runtime_option,
    shape_option,
    stem_option,
    target_option,
    with_depfile,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mlcc.driver.conditions import Condition
    from mlcc.driver.precision import PrecisionRequest
    from mlcc.driver.profile import Profile
    from mlcc.runtime import Library


@click.command("build")
@click.argument("model", type=input_path)
@stem_option
@click.option(
    "--emit",
    multiple=True,
    shell_complete=output_kinds,
    metavar="KINDS",
    help="What to write: so,o,a,tar,h,hpp,pc,cmake,s,ll,bc,tir,relax,onnx,json; default: the suffix of -o, else so.",
)
@target_option
@runtime_option
@costs_option
@click.option(
    "-s",
    "--schedule",
    "schedules",
    multiple=True,
    type=input_path,
    shell_complete=schedule_files,
    metavar="FILE",
    help="YAML schedule for the program, or `auto` for those of the library; repeatable.",
)
@param_option
@records_option
@shape_option
@click.option(
    "--weights", multiple=True, type=input_path, metavar="FILE", help="Tensors for weights or parameters by name: "
    ".safetensors, or the index of several (.json); repeatable.",
)  # fmt: skip
@click.option("--prefix", default="mlcc", show_default=True, help="Beginning of the exported C names.")
@click.option("-O", "--opt-level", type=click.IntRange(0, 3), default=2, show_default=True, help="LLVM's level.")
@click.option(
    "--winograd/--no-winograd",
    default=True,
    help="Whether 3x3 convolutions may take Winograd's method, which rounds more and spreads NaN and infinities over "
    "tiles; default: where it is faster.",
)
@precision_option
@click.option(
    "--max-error",
    type=float,
    metavar="E",
    help="Keep layers in float32 where --precision would put an output off by more, relative to its norm (0.01 is "
    "1 %). Without --precision: refuse a library that is further from the references, as `mlcc verify` measures it.",
)
@calibrate_option
@click.option(
    "--report",
    type=output_path,
    is_flag=False,
    flag_value="-",
    metavar="[FILE]",
    help="Print each layer's precision, error and time, or write them to FILE (.json, or text).",
)
@click.option(
    "--max-size",
    metavar="SIZE",
    help="Refuse a library or object of more bytes, such as 20MiB, 1.5MB or 500000, and say what takes them; of an "
    "artefact that is text (C), its weights count.",
)
@click.option(
    "--max-arena", metavar="SIZE", help="Refuse an artefact that needs more memory than this for intermediate values."
)
@click.option(
    "--max-latency", metavar="TIME", help="Refuse one whose call takes longer here, in the median: 2ms, 500us."
)
@click.option(
    "--max-ulp",
    type=click.FloatRange(0),
    metavar="N",
    help="Refuse one whose outputs are further from the ONNX reference on random inputs, as `mlcc verify --max-ulp`.",
)
@click.option(
    "--rounding",
    metavar="HOW",
    default="",
    help="How sums of float16 and bfloat16 round: `standard` is each partial sum, as in ONNX's reference, and slow. "
    "Default: once, after a sum in float32.",
)
@click.option(
    "--profile", is_flag=True, help="Take the time of every kernel, for `mlcc bench --profile`; slightly slower."
)
@click.option(
    "--symbols",
    is_flag=True,
    help="Keep the names of kernels, with the nodes of the model, and the lines of their programs, for perf, gdb and "
    "valgrind; the text of the programs is written as OUTPUT.tir.",
)
@click.option("--allow-extern", is_flag=True, help="Let library functions be provided at load: `mlcc run --provider`.")
@click.option(
    "--extern",
    multiple=True,
    metavar="NAME",
    shell_complete=one_of(generators),
    help="Give parts of the model to a code generator outside of mlcc: blas, c … (`mlcc list generators`), or "
    "blas:library=FILE with options; repeatable.",
)
@click.option(
    "--constants",
    type=click.Choice(("auto", "embed", "file")),
    default="auto",
    help="Where a C file has its weights: in its text, or in FILE.weights.bin beside it, which the compiler includes. "
    "Default: beside it from 1 MiB on (the fact text_weights).",
)
@click.option(
    "--program",
    is_flag=True,
    help="Make a shared library that is also a program: `./net.so < x.npy > y.npy`; `./net.so --help` says more.",
)
@click.option(
    "--selftest",
    is_flag=True,
    help="Keep a made-up call and its results, for `mlcc run --selftest`, `PREFIX_selftest()` and, in a program, "
    "`./net.so --selftest`.",
)
@click.option(
    "--linker",
    type=click.Choice(("auto", "cc", "mlcc")),
    default="auto",
    help="What links a library: a C compiler or ziglang (cc), or mlcc itself (Linux on x86-64 and aarch64). "
    "Default: cc where there is one.",
)
@click.option(
    "--dump-phases", type=click.Path(path_type=str), metavar="DIR", help="Write the program after each phase."
)
@click.option(
    "--dump-schedules", type=click.Path(path_type=str), metavar="DIR", help="Write each program's schedule, for -s."
)
@with_depfile
@common_options
def command(model: str, output: str | None, emit: tuple[str, ...], **options: Any) -> None:
    """Compile MODEL: ONNX (.onnx), PyTorch (.pt2), a program (.tir, .relax, .py) or a saved module (.json).

    \b
    Examples:
      mlcc build model.onnx -o model.so
      mlcc build model.onnx --emit so,h -o out/model
      mlcc build model.onnx --precision bfloat16 --max-error 0.01 --report
      mlcc build model.onnx --precision int8 --calibrate data.npz --max-error 0.05
      mlcc build model.onnx --target "llvm -mcpu=x86-64-v3,sapphirerapids" --max-size 40MB
      mlcc build model.onnx --max-arena 512KiB --max-latency 2ms --max-ulp 64
      mlcc build model.onnx --extern blas -o model.so
      mlcc build model.onnx --program --selftest -o model.so
      mlcc build model.onnx --target "llvm -mcpu=cortex-m4" --runtime none --emit a,h
      mlcc build kernel.tir -s tile.yaml -p jfactor=8 --emit s -o -
      mlcc build model.onnx --records records.jsonl -o model.so
      mlcc build net.pt2 --weights tuned.safetensors -o net.so
      mlcc schedule kernel.tir -s tile.yaml | mlcc build - -o kernel.so
    """
    from mlcc.driver import build_files

    from .build_progress import BuildProgress
    from .session import report, tell

    remember_input(model)
    for name in (*options["schedules"], *options["weights"], *options["records"]):
        remember_input(name)
    with BuildProgress(model) as progress:
        build_files(
            model,
            output=output,
            emit=emit,
            **{name: options[name] for name in _AS_GIVEN},
            params=parse_params(options["params"]),
            shapes=parse_shapes(options["shapes"]),
            precision=precision_request(options),
            depfile=options["depfile_path"] or options["depfile"],
            depfile_targets=options["depfile_targets"],
            restat=options["restat"],
            conditions=_conditions(model, options),
            recipe=True,
            measure=_times,
            observe=progress,
            on_warning=progress.cleared(report),
            on_built=progress.cleared(tell),
        )


def _times(library: Library, name: str, items: Sequence[str]) -> Profile:
    """The times of a library that the graph of kernels shows."""
    from mlcc.driver.profiling import profile_of

    return profile_of(library, name, items)


#: The options that the build takes as they are.
_AS_GIVEN = (
    "target", "runtime", "costs", "records", "schedules", "weights", "prefix", "opt_level", "winograd", "profile",
    "symbols", "allow_extern", "extern", "constants", "linker", "program", "selftest", "max_size", "dump_phases",
    "dump_schedules",
)  # fmt: skip


def _conditions(model: str, options: dict[str, Any]) -> list[Condition]:
    """What --max-arena, --max-latency, --max-ulp and, where no precision is asked for, --max-error ask."""
    from mlcc.driver.conditions import max_arena, max_latency
    from mlcc.driver.precision import check_bound

    shapes = parse_shapes(options["shapes"])
    conditions = []
    if options["max_arena"] is not None:
        conditions.append(max_arena(options["max_arena"]))
    if options["max_latency"] is not None:
        conditions.append(max_latency(options["max_latency"], shapes))
    check_bound(options["max_error"])
    error = options["max_error"] if options["precision"] in ("", "float32") else None
    if error is not None or options["max_ulp"] is not None:
        from mlcc.verification import accuracy

        conditions.append(accuracy(model, shapes, max_error=error, max_ulp=options["max_ulp"]))
    return conditions


def precision_request(options: dict[str, Any]) -> PrecisionRequest:
    """What the options ask of the precision."""
    from mlcc.driver.precision import PrecisionRequest

    wanted = tuple(options[name] for name in ("precision", "max_error", "calibrate", "report", "rounding"))
    if options["precision"] == "int8" or (options["precision"] == "auto" and options["calibrate"]):
        from mlcc.quantization import AutoRequest, IntegerRequest

        return (IntegerRequest if options["precision"] == "int8" else AutoRequest)(*wanted)
    return PrecisionRequest(*wanted)
