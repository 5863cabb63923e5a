"""Quantising and building in one step: `mlcc build --precision int8`, and the same from Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from onnx import helper

from mlcc.diagnostics import Diagnostic, MlccError
from mlcc.driver import Artefact, build, import_model
from mlcc.driver.emit import load_compiled
from mlcc.driver.kernel_times import layer_seconds
from mlcc.driver.precision import Layer, PrecisionReport, PrecisionRequest, reports_text
from mlcc.driver.samples import Array, Calibration
from mlcc.importers.onnx.protos import node_path
from mlcc.target import Target

from .options import QuantizeOptions
from .quantize import Quantized, quantize

if TYPE_CHECKING:
    from mlcc.driver import BuildOptions, InputFile
    from mlcc.ir import IRModule
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
    :func:`mlcc.driver.build`. Raises MlccError as both do.
    """
    bounded = options or QuantizeOptions()
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
        if source.kind != "onnx":
            raise MlccError(
                "D183", "`--precision int8` quantises ONNX models",
                help="`mlcc.quantization.quantize_module` does the same for graph functions, from Python",
            )  # fmt: skip
        calibration: Calibration | None = (
            self.calibrate if len(self.calibrate) > 1 else next(iter(self.calibrate), None)
        )
        done = quantize(
            source.data if source.path is None else str(source.path),
            calibration,
            QuantizeOptions(max_error=self.max_error),
            shapes=shapes,
            measure=self.report is not None,
            on_warning=options[0].on_warning,
        )
        integers = import_model(done.model, shapes)
        forms = [replace(item, rounding=self.rounding) for item in options]
        if self.report is None:
            return integers, forms, ""
        reports = {form.target.mcpu: self._report(integers, form, done) for form in forms}
        return integers, forms, reports_text(reports, as_json=self.report.endswith(".json"))

    def _report(self, module: IRModule, form: BuildOptions, done: Quantized) -> PrecisionReport:
        """The layers with their precision, error and time, for one form."""
        layers = done.report.layers
        # As kernels name the nodes that they compute.
        names = [node_path(helper.make_node(row.op, (), (), row.layer), 0) for row in layers]
        seconds = _seconds(module, form, names, done.sample)
        rows = (
            Layer(row.layer, row.precision, row.error, seconds.get(name))
            for row, name in zip(layers, names, strict=True)
        )
        return PrecisionReport(tuple(rows), done.report.error, self.max_error)


def _seconds(
    module: IRModule, form: BuildOptions, names: Sequence[str], sample: Mapping[str, Array]
) -> Mapping[str, float]:
    """The time of the kernel that computes each layer; nothing if this machine cannot run the target's code."""
    host = Target.parse(None)
    if form.target.triple != host.triple or not form.target.features <= host.features:
        return {}
    library = load_compiled(Artefact.of(module, replace(form, profile=True, observe=None, on_warning=None)))
    inputs = library.main.spec.inputs
    return layer_seconds(library, [sample[item.name] for item in inputs], names)
