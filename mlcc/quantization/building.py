"""Quantising and building in one step: `mlcc build --precision int8`, and the same from Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from onnx import helper

from mlcc.diagnostics import Diagnostic, MlccError
from mlcc.driver import Artefact, build, import_model
from mlcc.driver.emit import load_compiled
from mlcc.driver.kernel_times import layer_seconds
from mlcc.driver.measure import measure_in_turns
from mlcc.driver.precision import (
    AUTO_ERROR,
    Choice,
    Layer,
    PrecisionReport,
    PrecisionRequest,
    check_bound,
    precision_for,
    reports_text,
    with_precision,
)  # fmt: skip
from mlcc.driver.samples import Array, Calibration, Input, read_samples
from mlcc.importers.onnx.protos import node_path
from mlcc.ir import TensorStructInfo, as_int, numpy_dtype
from mlcc.target import Target

from .options import QuantizeOptions
from .quantize import Quantized, quantize

if TYPE_CHECKING:
    from mlcc.driver import BuildOptions, InputFile
    from mlcc.ir import GraphVar, IRModule
    from mlcc.runtime import Library


def build_quantized(
    model: Any,
    calibration: Calibration,
    target: str | Target | None = None,
    *,
    options: QuantizeOptions | None = None,
    max_error: float | None = None,
    shapes: Mapping[str, Sequence[int]] | None = None,
    on_warning: Callable[[Diagnostic], None] | None = None,
    **settings: Any,
) -> Library:
    """Quantise an ONNX model (a path or a ModelProto) to static QDQ of int8, build it, and load the library.

    `calibration`, `options` and `max_error` are as for :func:`quantize`, `target` and `settings` as for
    :func:`mlcc.driver.build`; without `options`, weights have seven bits if the target multiplies these faster. Raises
    MlccError as both do.
    """
    bounded = options or _options([Target.parse(target)])
    if max_error is not None:
        bounded = replace(bounded, max_error=max_error)
    done = quantize(model, calibration, bounded, shapes=shapes, measure=False, on_warning=on_warning)
    return build(done.model, target, shapes=shapes, on_warning=on_warning, **settings)


@dataclass(frozen=True, slots=True)
class IntegerRequest(PrecisionRequest):
    """Products of bytes, on grids that follow from `calibrate`: one file, a folder, or `random`, or several files.

    Layers stay float32 where the error of an output would exceed `max_error`.
    """

    def applied(
        self,
        source: InputFile,
        module: IRModule,
        options: Sequence[BuildOptions],
        shapes: Mapping[str, Sequence[int]] | None,
    ) -> tuple[IRModule, list[BuildOptions], str]:
        """The quantised model, the options of each form, and the text of the report (empty if none is requested)."""
        check_bound(self.max_error)
        if source.kind != "onnx":
            raise MlccError(
                "D183", "`--precision int8` quantises ONNX models",
                help="`mlcc.quantization.quantize_module` does the same for graph functions, from Python",
            )  # fmt: skip
        done = _quantized(source, self, options, shapes, self.max_error)
        integers = import_model(done.model, shapes)
        forms = [replace(item, rounding=self.rounding) for item in options]
        if self.report is None:
            return integers, forms, ""
        reports = {form.target.mcpu: _report(integers, form, done, self.max_error) for form in forms}
        return integers, forms, reports_text(reports, as_json=self.report.endswith(".json"))


@dataclass(frozen=True, slots=True)
class AutoRequest(PrecisionRequest):
    """The fastest precision of which no output is off by more than `max_error` (:data:`AUTO_ERROR` by default).

    With calibration data that is products of bytes too: layers that the bound keeps from them have the precision that
    they have without. A call of both is timed where this machine runs the target's code; for another machine, bytes
    are taken where it has instructions for their products. What is no float32 ONNX model is not quantised.
    """

    def samples(self, module: IRModule) -> list[tuple[Array, ...]]:
        """The first sample of the calibration data."""
        if not self.calibrate:
            return []
        inputs = [_input(param) for param in _parameters(module)]
        first = next(iter(read_samples(_calibration(self), inputs, 1)))
        return [tuple(first[item.name] for item in inputs)]

    def applied(
        self,
        source: InputFile,
        module: IRModule,
        options: Sequence[BuildOptions],
        shapes: Mapping[str, Sequence[int]] | None,
    ) -> tuple[IRModule, list[BuildOptions], str]:
        """The module, quantised or not, the options of each form, and the text of the report (empty if none is
        requested)."""
        check_bound(self.max_error)
        bound = AUTO_ERROR if self.max_error is None else self.max_error
        done = None
        if self.calibrate and source.kind == "onnx":
            try:
                done = _quantized(source, self, options, shapes, bound)
            except MlccError as error:
                if error.code not in ("Q105", "Q113"):  # nothing to quantise, or nothing within the bound
                    raise
        if done is None:
            return super(AutoRequest, self).applied(source, module, options, shapes)
        integers = import_model(done.model, shapes)
        inputs = tuple(done.sample[param.name] for param in _parameters(integers))
        plain, bytes_ = (
            [
                with_precision(
                    item, replace(form, rounding=self.rounding), "auto", max_error=bound, samples=[inputs],
                    report=True, reference=module,
                )
                for form in options
            ]
            for item in (module, integers)
        )  # fmt: skip
        at = _decisive(options)
        kinds = "int8", precision_for("auto", options[at].target) or "float32"
        choices = [
            Choice(f"{kinds[0]}, {kinds[1]}", _error(bytes_[at]), None), Choice(kinds[1], _error(plain[at]), None),
        ]  # fmt: skip
        if _runs(options[at]):
            calls = [_call(item, form[at][0], inputs) for item, form in ((integers, bytes_), (module, plain))]
            times = [taken.best for taken in measure_in_turns(calls, repeats=10)]
            choices = [replace(choice, seconds=time) for choice, time in zip(choices, times, strict=True)]
            faster = times[0] < times[1]
        else:
            faster = options[at].target.has_byte_dots or bool(options[at].target.costs.byte_pairs)
        if not faster or (choices[0].error or 0.0) > bound:
            module, forms, choices = module, plain, choices[::-1]
        else:
            forms = [(form, _merged(_report(integers, form, done, bound), rest, done)) for form, rest in bytes_]
            module = integers
        text = ""
        if self.report is not None:
            reports = {
                form.target.mcpu: replace(report, choices=tuple(choices))
                for form, report in forms
                if report is not None
            }
            text = reports_text(reports, as_json=self.report.endswith(".json"))
        return module, [form for form, _ in forms], text


def _options(targets: Sequence[Target], bound: float | None = None) -> QuantizeOptions:
    """How a model is quantised for some CPUs.

    Weights have seven bits where one adds products of bytes in pairs: these are exact then at the full rate, and all
    forms of an artefact give the same results.
    """
    return QuantizeOptions(max_error=bound, reduce_range=any(target.costs.byte_pairs for target in targets))


def _quantized(
    source: InputFile,
    request: PrecisionRequest,
    forms: Sequence[BuildOptions],
    shapes: Mapping[str, Sequence[int]] | None,
    bound: float | None,
) -> Quantized:
    """The static int8 form of an ONNX model, within a bound of the error if there is one."""
    return quantize(
        source.data if source.path is None else str(source.path),
        _calibration(request) if request.calibrate else None,
        _options([form.target for form in forms], bound),
        shapes=shapes,
        measure=request.report is not None,
        on_warning=forms[0].on_warning,
    )


def _calibration(request: PrecisionRequest) -> Calibration:
    return request.calibrate if len(request.calibrate) > 1 else request.calibrate[0]


def _input(param: GraphVar) -> Input:
    """A parameter of the main function as calibration data are read for it."""
    info = param.sinfo
    if not isinstance(info, TensorStructInfo):
        return Input(param.name, None, np.dtype("float32"))
    shape = None if info.shape is None else tuple(map(as_int, info.shape))
    return Input(param.name, shape, numpy_dtype(info.dtype or "float32"))


def _paths(done: Quantized) -> list[str]:
    """The layers as kernels name the nodes that they compute."""
    return [node_path(helper.make_node(row.op, (), (), row.layer), 0) for row in done.report.layers]


def _report(module: IRModule, form: BuildOptions, done: Quantized, bound: float | None) -> PrecisionReport:
    """The layers with their precision, error and time, for one form; a layer that stays float has no error."""
    names = _paths(done)
    seconds = _seconds(module, form, names, done.sample)
    rows = (
        Layer(row.layer, row.precision, 0.0 if row.precision == "float32" else row.error, seconds.get(name))
        for row, name in zip(done.report.layers, names, strict=True)
    )
    return PrecisionReport(tuple(rows), done.report.error, bound)


def _merged(integers: PrecisionReport, rest: PrecisionReport | None, done: Quantized) -> PrecisionReport:
    """The report of a quantised model, of whose other layers some have 16 bits."""
    if rest is None:
        return integers
    others = {node: row for row in rest.layers for node in row.name.split(", ")}
    rows = (
        replace(others[path], name=row.name) if row.precision == "float32" and path in others else row
        for row, path in zip(integers.layers, _paths(done), strict=True)
    )
    return replace(integers, layers=tuple(rows), error=rest.error)


def _error(chosen: tuple[BuildOptions, PrecisionReport | None]) -> float | None:
    return None if chosen[1] is None else chosen[1].error


def _parameters(module: IRModule) -> Sequence[GraphVar]:
    functions = module.graph_funcs
    return functions.get("main", next(iter(functions.values()))).params


def _decisive(options: Sequence[BuildOptions]) -> int:
    """The form that decides for all, which share the module: the one with the most features that this machine runs,
    if it runs any."""
    return max(range(len(options)), key=lambda n: (_runs(options[n]), len(options[n].target.features)))


def _runs(form: BuildOptions) -> bool:
    """Whether this machine runs the code of a form."""
    host = Target.parse(None)
    return form.target.triple == host.triple and form.target.features <= host.features


def _call(module: IRModule, form: BuildOptions, inputs: Sequence[Array]) -> Callable[[], Any]:
    library = load_compiled(Artefact.of(module, replace(form, observe=None, on_warning=None)))
    return library.main.bind(list(inputs))


def _seconds(
    module: IRModule, form: BuildOptions, names: Sequence[str], sample: Mapping[str, Array]
) -> Mapping[str, float]:
    """The time of the kernel that computes each layer; nothing if this machine cannot run the target's code."""
    if not _runs(form):
        return {}
    library = load_compiled(Artefact.of(module, replace(form, profile=True, observe=None, on_warning=None)))
    inputs = library.main.spec.inputs
    return layer_seconds(library, [sample[item.name] for item in inputs], names)
