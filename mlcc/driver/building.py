"""The entry points of a build, for the commands and for Python callers."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mlcc.deep_calls import deep
from mlcc.diagnostics import Diagnostic, MlccError
from mlcc.ir import IRModule, PrimFunc, verify
from mlcc.target import DEVICE_KINDS

from .artefact import Artefact
from .conditions import Condition
from .dumps import dumper, folder_at
from .files import InputFile
from .listing import listing_file
from .modules import OnWarning, Shapes, module_of, read_module, with_shapes
from .options import BuildOptions, Measure
from .origin import origin_of
from .outputs import Output, depfile_path, is_linked, library_suffix, plan_outputs
from .precision import FULL_PRECISION, PrecisionRequest, with_precision
from .prerequisites import write_depfile
from .recipes import recipe_of
from .runtimes import check_program
from .scheduling import given_schedules, schedule_text
from .selftest import tested
from .sizes import check_size, check_weights, parse_size
from .summary import Built, summary
from .unscheduled import tell_unscheduled
from .weights import WeightsLike, weights_of, with_weights
from .writing import atomic_path, check_apart, is_replaceable, write_output

if TYPE_CHECKING:
    from mlcc.relax.generators import Request
    from mlcc.runtime import Library
    from mlcc.target import Target

Observer = Callable[[str, Any], None]
#: What is done with an artefact: it is written to outputs, of which none may have more bytes than a number.
Writer = Callable[[Artefact, Sequence[Output], "int | None"], object]


def build_files(
    model: str, *, output: str | None = None, emit: Sequence[str] = (),
    target: str | Target | None = None, runtime: str | None = None, costs: str | None = None,
    schedules: Sequence[str] = (), params: Mapping[str, Any] | None = None, records: Sequence[str] = (),
    shapes: Shapes | None = None, weights: Sequence[str] | Mapping[str, Any] = (), prefix: str = "mlcc",
    opt_level: int = 2, winograd: bool = True, precision: PrecisionRequest = FULL_PRECISION, profile: bool = False,
    symbols: bool = False, allow_extern: bool = False, extern: Sequence[str] = (), constants: str = "auto",
    linker: str = "auto", program: bool = False, selftest: bool = False, max_size: int | str | None = None,
    conditions: Sequence[Condition] = (), recipe: bool = False, dump_phases: str | None = None,
    dump_schedules: str | None = None, depfile: str | bool = False, depfile_targets: Sequence[str] = (),
    restat: bool = False, writer: Writer | None = None, measure: Measure | None = None, observe: Observer | None = None,
    on_warning: Callable[[Diagnostic], None] | None = None, on_built: Callable[[Built], None] | None = None,
) -> tuple[Output, ...]:  # fmt: skip
    """Build one input file (`-` is stdin) and write each output; returns the outputs.

    Nothing is written unless all of the compilation succeeded. `on_warning` is called with each diagnostic that does
    not stop the build, and at its end with a note (D182) of the programs that no schedule of the library matches.
    A `target` of several CPUs gives a form for each; `runtime` is one of :data:`mlcc.target.RUNTIMES`. `max_size`
    refuses a larger artefact, `conditions` may refuse it too. With `allow_extern`, library functions may be called that
    are provided at load. `extern` names code generators outside of mlcc that take parts of the model:
    ``blas:library=libmkl_rt.so.2``. `depfile` is a path, or True for the first output's with `.d`; its rule makes
    `depfile_targets`, or the outputs. `weights`: safetensors files, or arrays by name. `records`: measurements. For
    `constants`, `linker`, `program` and `selftest` see :class:`BuildOptions`. With `recipe` the artefact says how it
    was made, with `restat` files of the same bytes keep their time. `on_built` gets the summary. `writer` takes an
    artefact that is not to be written. `symbols` keeps names and lines of kernels (.tir).
    """
    from .cost_files import targets_with_costs

    start, given = time.monotonic(), locals()
    limit = parse_size(max_size) if max_size is not None else None
    machines = targets_with_costs(target, costs, runtime)
    outputs = plan_outputs(
        output, emit, "stdin" if model == "-" else Path(model).stem, library_suffix(machines[0].triple)
    )
    dependencies = depfile_path(depfile, outputs[0].path, depfile_targets)
    source, module = read_module(model, shapes, mapped=True, weights=weights or None, on_warning=on_warning)
    options = BuildOptions(
        machines[0], origin_of(module).get("name", source.stem), prefix, opt_level, tuple(schedules),
        dict(params or {}), winograd=winograd, profile=profile, allow_extern=allow_extern, extern=_requests(extern),
        constants=constants, measure=measure, linker=linker, program=program, selftest=selftest, on_warning=on_warning,
        objects=is_linked(outputs), symbols=listing_file(outputs, machines) if symbols else "",
        observe=observe if dump_phases is None else dumper(folder_at(Path(dump_phases)), observe),
    )  # fmt: skip
    check_program(options, [item.kind for item in outputs])
    files = [*schedules, *_paths(weights), *records, *([costs] if costs else []), *precision.files]
    check_apart([item.path for item in outputs], [model, *files])
    if recipe:
        options = replace(options, recipe=recipe_of(source, machines, {**given, **precision.settings}, files))
    forms = _forms(module, options, machines, records, on_warning)
    module, forms, layers = precision.applied(source, module, forms, shapes)
    artefact = _accepted(tested(Artefact.of(module, *forms)), conditions)
    (writer or partial(write_outputs, restat=restat))(artefact, outputs, limit)
    _tell(artefact)
    _dump_schedules(dump_schedules, artefact)
    if precision.report is not None:
        write_output(precision.report, layers)
    write_depfile(dependencies, outputs, source, files, depfile_targets)
    if on_built is not None and (built := summary(artefact, outputs, time.monotonic() - start)) is not None:
        on_built(built)
    return outputs


def _paths(weights: Sequence[str] | Mapping[str, Any]) -> Sequence[str]:
    """The files of weights, where they are files."""
    return () if isinstance(weights, Mapping) else weights


def _forms(
    module: IRModule,
    options: BuildOptions,
    targets: Sequence[Target],
    records: Sequence[str],
    tell: Callable[[Diagnostic], None] | None = None,
) -> list[BuildOptions]:
    """The settings for each target, with what records choose for it."""
    from .graph_choices import target_for, targets_of
    from .records import read_records
    from .tuned import choices_of, tell_unused

    if not records:
        return [replace(options, target=t) for t in targets]
    rows = read_records(records)
    chosen = [target_for(rows, module, t) for t in targets]
    if tell is not None:
        tell_unused(rows, [item for t in targets for item in targets_of(rows, t)], given_schedules(options), tell)
    return [replace(options, target=t, tuned=choices_of(rows, t)) for t in chosen]


def _accepted(artefact: Artefact, conditions: Sequence[Condition]) -> Artefact:
    """The artefact with what the conditions found out, if none of them refuses it."""
    found: dict[str, Any] = {}
    for condition in conditions:
        found |= condition(artefact) or {}
    return Artefact(artefact.forms, artefact.selftest, found) if found else artefact


def _tell(artefact: Artefact) -> None:
    """Say what no schedule is meant for."""
    for compilation in artefact.forms:
        tell_unscheduled(compilation)


def _requests(extern: Sequence[str]) -> tuple[Request, ...]:
    """The code generators that are named. Raises T128."""
    if not extern:
        return ()
    from mlcc.relax.generators import parse_request

    return tuple(map(parse_request, extern))


def _dump_schedules(folder: str | None, artefact: Artefact) -> None:
    """One YAML file per program: what was applied to it, ready to be edited and given to `-s`. A folder per form."""
    for compilation in artefact.forms if folder is not None else ():
        inner = folder_at(Path(folder or "") / compilation.options.form)
        for name, applied in compilation.scheduled.applied.items():
            write_output(inner / f"{name}.yaml", schedule_text(name, applied))


def write_outputs(
    artefact: Artefact, outputs: Sequence[Output], max_size: int | None = None, *, restat: bool = False
) -> None:
    """Compute every output, then write them all. Raises D184 for machine code of more than `max_size` bytes.

    With `restat`, a file that has the bytes already keeps its time, so that what was made of it is not made again.
    """
    from .c_files import weights_are_beside, weights_path, write_weights
    from .emit import IN_PLACE, check_kind, make, source_beside_weights, write_in_place

    check_weights(artefact, max_size)
    with ExitStack() as files:
        written: list[tuple[Output, bytes | str]] = []
        for item in outputs:
            if item.kind in IN_PLACE and is_replaceable(item.path):
                # Written in place to avoid a copy of the weights; what may fail is computed before the file exists.
                check_kind(artefact, item.kind)
                if artefact.options.target.kind == "llvm":
                    _ = artefact.objects if item.kind == "so" else artefact.linkable
                path = files.enter_context(atomic_path(item.path, executable=item.kind == "so", restat=restat))
                write_in_place(artefact, item.kind, path, Path(item.path).name)
                check_size(artefact, item.path, path.stat().st_size, max_size)
            elif item.kind == "c" and item.path != "-" and weights_are_beside(artefact):
                check_kind(artefact, item.kind)
                written.append((item, source_beside_weights(artefact, item.path)))
                write_weights(artefact, files.enter_context(atomic_path(weights_path(item.path), restat=restat)))
            else:
                written.append((item, result := make(artefact, item.kind, item.path)))
                if item.kind in (*IN_PLACE, "wasm"):
                    check_size(artefact, item.path, len(result), max_size)
        for item, result in written:
            write_output(item.path, result, executable=item.kind == "so", restat=restat)
    if artefact.options.symbols and (text := artefact.compilation.programs.listing.text):
        write_output(f"{outputs[0].path}.tir", text, restat=restat)


@deep
def build(
    source: str | os.PathLike[str] | IRModule | PrimFunc | Any,
    args: Sequence[Any] | str | Target | None = None,
    target: str | Mapping[str, Any] | Target | None = None,
    *,
    output: str | os.PathLike[str] | None = None,
    schedules: Sequence[str] = (),
    params: Mapping[str, Any] | None = None,
    shapes: Shapes | None = None,
    runtime: str | None = None,
    costs: str | None = None,
    records: Sequence[str] = (),
    prefix: str = "mlcc",
    opt_level: int = 2,
    winograd: bool = True,
    precision: str = "",
    max_error: float | None = None,
    samples: Sequence[Sequence[Any]] = (),
    rounding: str = "",
    weights: WeightsLike | None = None,
    profile: bool = False,
    allow_extern: bool = False,
    extern: Sequence[str] = (),
    max_size: int | str | None = None,
    name: str | None = None,
    on_warning: Callable[[Diagnostic], None] | None = None,
) -> Library:
    """Compile a module, a function, an ONNX model or a file, and load the library.

    `source` is a path (.onnx, .tir, .relax, .py, .json), an IRModule, a PrimFunc, a Schedule, an onnx.ModelProto,
    or what `te.create_schedule` gives, with `args` its tensors in the order of the parameters and `name` the
    function's name. `args` may be left out: ``build(module, "llvm")`` gives the target. The shared library is kept
    only if `output` says where (`.so` or `.o`). `costs` is a file of cost facts, `records` those of measurements.
    `precision`, of `float32`, `bfloat16`, `float16` and `auto`, is what products of a float32 model round their
    operands to. With `max_error`, layers stay float32 where the relative error of an output would exceed it on
    `samples`, each the inputs of one call. With `rounding` "standard", every partial sum of 16-bit floats is rounded.
    """
    from .cost_files import targets_with_costs

    if not isinstance(args, list | tuple):
        args, target = None, args or target
    module = _module_from(source, shapes, weights, on_warning) if args is None else lower(source, args, name)
    label = name or (Path(source).stem if isinstance(source, str | os.PathLike) else module.name.lower())
    limit = None if max_size is None else parse_size(max_size)
    machines = targets_with_costs(target, costs, runtime)
    options = BuildOptions(
        machines[0], label, prefix, opt_level, tuple(schedules), dict(params or {}), winograd=winograd, objects=True,
        rounding=rounding, profile=profile, allow_extern=allow_extern, extern=_requests(extern), on_warning=on_warning,
    )  # fmt: skip
    if machines[0].kind in DEVICE_KINDS and not module.graph_funcs and output is None:
        from .device import build_device

        return build_device(module, options)  # type: ignore[return-value]  # called as a library is
    forms = [
        with_precision(module, form, precision, max_error=max_error, samples=samples)[0]
        for form in _forms(module, options, machines, records, on_warning)
    ]
    library = _loaded(artefact := Artefact.of(module, *forms), output, label, limit)
    _tell(artefact)
    return library


def lower(
    source: Any, args: Sequence[Any] | None = None, name: str | None = None, simple_mode: bool = False
) -> IRModule:
    """The module of a schedule, of `te.create_schedule` (with its tensors as `args`), of a program or of a module.

    TVM's way to look at a scheduled program; the blocks are still there. `simple_mode` is accepted for TVM's sake.
    """
    from mlcc.schedule import StageSchedule

    if isinstance(source, StageSchedule):
        label = name or "main"
        return _module_from(IRModule({label: source.prim_func(source.tensors if args is None else args, label)}), None)
    if args is not None:
        raise MlccError(
            "D104", f"a list of tensors belongs to `te.create_schedule`, not to a `{type(source).__name__}`",
            help="leave it out: the program's parameters say the order",
        )  # fmt: skip
    return _module_from(source, None)


def _loaded(artefact: Artefact, output: str | os.PathLike[str] | None, label: str, limit: int | None) -> Library:
    """The library, loaded from the file `output` or without one."""
    from .emit import ELSEWHERE, foreign_library, load_compiled, make

    def export(path: str) -> None:
        write_outputs(artefact, plan_outputs(path, (), label), limit)

    def text() -> str:
        return str(make(artefact, "ll" if artefact.options.target.kind == "llvm" else "c"))

    if output is None:
        library = load_compiled(artefact)
        library.exporter, library.text = export, text
        return library
    from mlcc.runtime import load, platform_of
    from mlcc.runtime.link import is_host

    path = os.fspath(output)
    export(path)
    try:
        return load(path)  # which exports by copying the file, so that the artefact's weights can be released
    except MlccError as error:
        # A library for another C library has this machine's format, and cannot be loaded all the same.
        if error.code not in ELSEWHERE and is_host(platform_of(artefact.options.target.triple)):
            raise
        library = foreign_library(artefact, error)
        library.exporter, library.text = export, text
        return library


def _module_from(
    source: Any, shapes: Shapes | None, weights: WeightsLike | None = None, on_warning: OnWarning | None = None
) -> IRModule:
    if isinstance(source, str | os.PathLike):
        return read_module(os.fspath(source), shapes, mapped=True, weights=weights, on_warning=on_warning)[1]
    if weights is not None:
        return with_weights(_module_from(source, shapes, on_warning=on_warning), weights_of(weights))
    if isinstance(source, InputFile):
        return module_of(source, shapes, on_warning=on_warning)
    if isinstance(source, IRModule):
        verify(source)
        return with_shapes(source, shapes)
    if isinstance(source, PrimFunc):
        name = str(source.attrs.get("global_symbol", "main"))
        return _module_from(IRModule({name: source}), shapes)
    inner = getattr(source, "mod", None)
    if isinstance(inner, IRModule):  # a Schedule
        return _module_from(inner, shapes)
    if hasattr(source, "graph") and hasattr(source, "opset_import"):
        from mlcc.importers.onnx import from_onnx

        return from_onnx(source, shapes, on_warning=on_warning)
    raise MlccError(
        "D104",
        f"cannot build from a value of type `{type(source).__name__}`",
        help="give a path, an IRModule, a PrimFunc, a Schedule or an onnx.ModelProto",
    )


def import_model(source: Any, shapes: Shapes | None = None) -> IRModule:
    """An ONNX model (path, bytes or ModelProto) as a module of graph functions."""
    from mlcc.importers.onnx import from_onnx

    return from_onnx(source, shapes)
