"""`mlcc.quantize`: a float ONNX model to a quantised one."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from fnmatch import fnmatchcase
from itertools import islice
from typing import Any

import onnx
from onnx import helper

from mlcc.diagnostics import Diagnostic, MlccError, Severity, choices_help
from mlcc.driver.onnx_inputs import inputs_of
from mlcc.driver.samples import Calibration, Sample, read_samples

from .calibrate import calibrate, means_of, needs_of
from .dynamic import DynamicLayers
from .equalize import equalize
from .error_model import ErrorModel, most_sensitive
from .errors import output_errors
from .graph import Graph
from .grids import Grid
from .integer_layers import IntegerLayers
from .operators import OPERATORS, SELECTABLE, selected
from .options import QuantizeOptions
from .plan import Plan, plan_of
from .prepare import BLOCKED, PER_AXIS, prepared
from .ranges import GridForm, grid_for
from .report import LayerReport, Report
from .static import write_static
from .weight_only import WeightLayers, write_twins

#: Samples on which errors are measured, and those on which layers to keep are searched: the first ones.
ERROR_SAMPLES, SEARCH_SAMPLES = 8, 4
OnWarning = Callable[[Diagnostic], None]


@dataclass(frozen=True)
class Quantized:
    """The result: the model, what is known of its errors, and the first sample, if there are any."""

    model: onnx.ModelProto
    report: Report
    sample: Sample = field(default_factory=dict)


def quantize(
    model: Any,
    calibration: Calibration | None = None,
    options: QuantizeOptions | None = None,
    *,
    shapes: Mapping[str, Sequence[int]] | None = None,
    samples: int | None = None,
    measure: bool = True,
    target: str | None = None,
    on_warning: OnWarning | None = None,
    on_progress: Callable[[str], None] | None = None,
    **settings: Any,
) -> Quantized:
    """Quantise an ONNX model (a path or a ModelProto, which stays as it is).

    `calibration` is an .npz or .npy file, a folder of them, `random`, a mapping from input names to arrays, or an
    iterable of such mappings; static quantisation needs it. `settings` are fields of :class:`QuantizeOptions`, instead
    of `options`. `shapes` gives dynamic sizes for `random`; `samples` limits how many are used. With `measure`, the
    errors of layers and outputs are measured on the first samples. Raises MlccError Q101 to Q112, I and D codes.
    """
    chosen = replace(options or QuantizeOptions(), **settings)
    chosen.check()
    if calibration is None and (chosen.is_static or chosen.max_error is not None):
        raise MlccError(
            "Q101",
            "there is no calibration data, which grids of activations and errors are computed from",
            help="give --calibrate data.npz, --calibrate FOLDER, or --calibrate random to try it out",
        )
    if isinstance(calibration, str) and calibration == "random" and on_warning is not None:
        on_warning(Diagnostic(
            "Q102",
            "the model is calibrated with random inputs",
            help="ranges and errors hold for such inputs only: calibrate with data as the model will see it",
            severity=Severity.WARNING,
        ))  # fmt: skip
    work = _Work(model, chosen, shapes or {}, calibration, samples, target, on_progress or (lambda text: None))
    return work.run(measure)


class _Work:
    """One quantisation."""

    def __init__(
        self,
        source: Any,
        options: QuantizeOptions,
        shapes: Mapping[str, Sequence[int]],
        calibration: Calibration | None,
        limit: int | None,
        target: str | None,
        progress: Callable[[str], None],
    ) -> None:
        self.options, self.target, self.progress = options, target, progress
        self.report = Report(options={**asdict(options), "keep": list(options.keep)})
        with self.timed("prepare"):
            self.graph = prepared(source, BLOCKED if options.needs_blocks else PER_AXIS)
        self.inputs = inputs_of(self.graph.inputs, shapes)
        self.calibration, self.limit = calibration, limit
        self.first: list[Sample] = []

    @contextmanager
    def timed(self, phase: str) -> Iterator[None]:
        start = time.perf_counter()
        self.progress(phase)
        yield
        self.report.seconds[phase] = round(time.perf_counter() - start, 3)

    def samples(self) -> Iterator[Sample]:
        """All samples; the first ones stay for the measurement of errors."""
        if self.calibration is None:
            return
        self.first = []
        for sample in read_samples(self.calibration, self.inputs, self.limit):
            if len(self.first) < ERROR_SAMPLES:
                self.first.append(sample)
            self.report.samples += 1
            yield sample

    # ------------------------------------------------------------ steps
    def run(self, measure: bool) -> Quantized:
        rows = self._rows()
        plan = self._plan(self.graph, rows)
        if not plan.layers:
            raise self._nothing()
        if self.options.equalize:
            equalize(self.graph)
        self.report.bytes_before = _constant_bytes(self.graph)
        needs = needs_of(self.graph, plan, self.options)
        with self.timed("calibrate"):
            if self.options.is_static:
                calibrate(self.graph, needs, self.samples(), self.target)
            elif self.calibration is not None:
                self.first = list(islice(self.samples(), ERROR_SAMPLES))
        self.needs = needs
        self.report.layers = [
            LayerReport(node.name, node.op_type, self._precision(node) if node.name in plan.layers else "float32")
            for node in plan_of(self.graph, rows, asks=self.options.is_static).layers.values()
        ]
        kept: list[str] = []
        if self.first and (measure or self.options.max_error is not None):
            with self.timed("errors of layers"):
                kept = self._measure_layers(plan)
            self.progress("errors of outputs")
        model = self._within_bound(rows, kept)
        if self.first and measure and self.options.max_error is None:
            with self.timed("errors of outputs"):
                self._measure_outputs(model)
        self.report.bytes_after = sum(len(t.raw_data) or t.ByteSize() for t in model.graph.initializer)
        return Quantized(model, self.report, self.first[0] if self.first else {})

    def _rows(self) -> frozenset[str]:
        """The rows of the operator table that are quantised."""
        matrices = ("MatMul", "Gemm")
        weights = matrices if self.options.block else (*matrices, "Conv", "ConvTranspose")
        possible = {"float": weights, "dynamic": (*matrices, "Conv")}
        defaults = possible.get(self.options.activations)
        try:
            rows = selected(self.options.ops, None if defaults is None else frozenset(defaults))
        except KeyError as error:
            selectable = [name for name, row in OPERATORS.items() if row.kind in SELECTABLE]
            raise MlccError(
                "Q112", f"`{error.args[0]}` is no operator that can be quantised",
                help=choices_help(str(error.args[0]), selectable, "operators"),
            ) from None  # fmt: skip
        wide = rows - set(possible.get(self.options.activations, rows))
        if wide:
            raise MlccError("Q114", f"`{min(wide)}` cannot be quantised with {self.options.activations} activations")
        return rows

    def _keeps(self, more: Collection[str] = ()) -> Callable[[onnx.NodeProto], bool]:
        """Whether a node stays in float: by name, by result or by operator. Raises Q112 for what matches nothing."""
        patterns = self.options.keep
        for pattern in patterns:
            if not any(_matches(node, pattern) for node in self.graph.nodes):
                nodes = [node.name for node in self.graph.nodes]
                raise MlccError(
                    "Q112", f"`--keep {pattern}` matches no node", help=choices_help(pattern, nodes, "nodes")
                )
        kept = set(more)
        return lambda node: node.name in kept or any(_matches(node, pattern) for pattern in patterns)

    def _plan(self, graph: Graph, rows: frozenset[str], more: Collection[str] = ()) -> Plan:
        """What is quantised of a graph where the nodes `more` stay in float, too."""
        return plan_of(graph, rows, self._keeps(more), asks=self.options.is_static)

    def _nothing(self) -> MlccError:
        counts = Counter(node.op_type for node in self.graph.nodes)
        listed = ", ".join(f"{count} {name}" for name, count in counts.most_common(8))
        return MlccError(
            "Q105",
            "nothing in the model can be quantised",
            notes=[f"it consists of {listed or 'no nodes'}"],
            help="products with constant float32 weights can be, as far as --ops and --keep allow",
        )

    def _precision(self, node: onnx.NodeProto) -> str:
        options = self.options
        if options.activations == "float":
            return f"{options.weights} weights" + (f", blocks of {options.block}" if options.block else "")
        return f"{options.activations} x int8" if node.op_type in _PRODUCTS else options.activations

    # ------------------------------------------------------------ writing
    def _twins(self, graph: Graph, plan: Plan) -> Any:
        """What emits the integer forms of a plan's layers into `graph`."""
        if self.options.activations == "float":
            return WeightLayers(graph, self.options)
        if self.options.activations == "dynamic":
            return DynamicLayers(graph, self.options)
        return IntegerLayers(graph, plan, self._grids(plan), self.options, means_of(self.needs))

    def _grids(self, plan: Plan) -> dict[str, Grid]:
        form = GridForm(self.options.activations, self.options.symmetric, self.options.percentile)
        return {name: grid_for(self.needs[name], self.options.method, form) for name in plan.observed}

    def _write(self, rows: frozenset[str], kept: Collection[str]) -> onnx.ModelProto:
        graph = self.graph.copy()
        plan = self._plan(graph, rows, kept)
        twins = self._twins(graph, plan)
        if self.options.is_static:
            write_static(graph, plan, twins)
        else:
            write_twins(graph, plan.layers, twins)
        model = graph.model()
        helper.set_model_props(
            model, {**{p.key: p.value for p in model.metadata_props}, "mlcc.quantized": str(self.options)}
        )
        return model

    # ------------------------------------------------------------ errors
    def _measure_layers(self, plan: Plan) -> list[str]:
        """Fill in the errors of layers; the layers to keep for the bound of the error."""
        graph = self.graph.copy()
        model = ErrorModel(plan.layers, self._twins(graph, self._plan(graph, self._rows())), self.target)
        errors, self.wanted = model.layer_errors(self.first), model.float_outputs(self.first)
        alone: dict[str, float] = {}
        kept: list[str] = []
        if self.options.max_error is not None:
            alone, kept = most_sensitive(model, self.first[:SEARCH_SAMPLES], self.options.max_error)
        for layer in self.report.layers:
            layer.error, layer.effect = errors.get(layer.layer), alone.get(layer.layer)
        self.order = sorted(alone, key=lambda name: -alone[name])
        return kept

    def _within_bound(self, rows: frozenset[str], kept: list[str]) -> onnx.ModelProto:
        """The model with layers kept in float until its measured error is within the bound: first the layers `kept`,
        then more of them, down to a single layer that is quantised. Raises Q113 if that is off by more, too."""
        bound = self.options.max_error
        if bound is None:
            return self._write(rows, ())

        def left(count: int) -> list[str]:
            """The layers that are quantised where so many are kept; a sum or a pool is not by itself."""
            return list(self._plan(self.graph, rows, self.order[:count]).layers)

        last = next(count for count in reversed(range(len(self.order))) if left(count))
        count, step = min(len(kept), last), 1
        while True:
            model, names = self._write(rows, self.order[:count]), left(count)
            error = self._measure_outputs(model)
            if error <= bound:
                for layer in self.report.layers:
                    layer.precision = layer.precision if layer.layer in names else "float32"
                return model
            if count == last:
                break
            # The written model rounds values of kept layers too where they are computed from integers.
            count, step = min(count + step, last), 2 * step
        raise MlccError(
            "Q113", f"no layer can be quantised with an error of at most {bound:g}",
            notes=[f"with `{'`, `'.join(names)}` alone, which {'have' if names[1:] else 'has'} the least effect, "
                   f"the error is {error:.2e}"],
            help="raise the bound, calibrate with more samples, or lower to 16 bits instead: "
                 "`mlcc build --precision bfloat16`",
        )  # fmt: skip

    def _measure_outputs(self, model: onnx.ModelProto) -> float:
        errors = output_errors(model, self.first, self.wanted, self.target)
        self.report.outputs = dict(errors.by_name)
        return errors.worst


_PRODUCTS = frozenset(name for name, row in OPERATORS.items() if row.kind == "product")


def _matches(node: onnx.NodeProto, pattern: str) -> bool:
    return any(fnmatchcase(name, pattern) for name in (node.name, node.op_type, *node.output))


def _constant_bytes(graph: Graph) -> int:
    used = {name for node in graph.nodes for name in node.input}
    return sum(len(t.raw_data) or t.ByteSize() for name, t in graph.tensors.items() if name in used)
