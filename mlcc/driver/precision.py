"""Chooses the precision of each layer of a model: lower where that is requested, float32 where it would cost too much.

The choice is made by running the model. One run of an instrumented model gives the error of every layer by itself (see
`MeasurePrecision`). If the outputs of the fully lowered model are off by more than the bound, the layers with the
largest errors for their work stay float32: as few of them as the bound allows, found by bisection over their number.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError, choices_help

from .measure import human_time
from .node_names import shortened
from .options import NARROW, BuildOptions
from .phases import GRAPH_PHASES
from .pipeline import Compilation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mlcc.ir import GraphFunction, IRModule
    from mlcc.runtime import Function, Library
    from mlcc.target import Target

    from .files import InputFile
    from .modules import Shapes

    Array = NDArray[Any]

#: What `--precision` accepts.
PRECISIONS = ("float32", *NARROW, "auto")
#: The relative error that `auto` allows: what users accept of a lowered model.
AUTO_ERROR = 0.01


@dataclass(frozen=True, slots=True)
class PrecisionRequest:
    """What a build command asks: one of :data:`PRECISIONS` or nothing, the largest error of an output, files of inputs
    on which errors are measured (one call each), where the table of layers goes (JSON if it ends in `.json`), and how
    sums of 16-bit floats round (one of `ROUNDINGS`, or nothing)."""

    name: str = ""
    max_error: float | None = None
    calibrate: tuple[str, ...] = ()
    report: str | None = None
    rounding: str = ""

    @property
    def files(self) -> list[str]:
        """The files that a build depends on."""
        return [name for name in self.calibrate if name != "random"]

    @property
    def settings(self) -> dict[str, Any]:
        """What of it decides the result, by the names of the options."""
        return {
            "precision": self.name, "max_error": self.max_error, "calibrate": self.calibrate, "rounding": self.rounding,
        }  # fmt: skip

    def samples(self, module: IRModule) -> list[tuple[Array, ...]]:
        """The inputs of the main function on which errors are measured; none: random ones."""
        return [read_sample(item, module) for item in self.calibrate]

    def applied(
        self, source: InputFile, module: IRModule, options: Sequence[BuildOptions], shapes: Shapes | None
    ) -> tuple[IRModule, list[BuildOptions], str]:
        """What is built: the module of `source`, the options of each form with the chosen precision, as
        :func:`with_precision`; and the text of the report, empty if none is requested."""
        samples = self.samples(module)
        wanted = self.report is not None
        chosen: list[BuildOptions] = []
        reports: dict[str, PrecisionReport] = {}
        for item in options:
            form, report = with_precision(
                module,
                replace(item, rounding=self.rounding),
                self.name,
                max_error=self.max_error,
                samples=samples,
                report=wanted,
            )
            chosen.append(form)
            if report is not None:
                reports[item.target.mcpu] = report
        return module, chosen, reports_text(reports, as_json=(self.report or "").endswith(".json"))


#: Every model in the precision that it states.
FULL_PRECISION = PrecisionRequest()


@dataclass(frozen=True, slots=True)
class Layer:
    """One product of a model: its nodes, the type of its operands, and the relative error that this type causes by
    itself (0 for float32; None if it was not measured). `seconds` is the time of its kernel, None if not measured."""

    name: str
    precision: str
    error: float | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A model as a whole in one way: its precisions, the relative error of its outputs, and the seconds of a call (None
    where this machine cannot run the target's code)."""

    name: str
    error: float | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class PrecisionReport:
    """The layers of a model in order, and the relative error of its outputs; None if it was not measured."""

    layers: tuple[Layer, ...]
    error: float | None = None
    bound: float | None = None
    #: The precisions that `auto` compared, the one taken first.
    choices: tuple[Choice, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """For JSON; times in seconds."""
        rows = [
            {"layer": row.name, "precision": row.precision, "error": row.error, "seconds": row.seconds}
            for row in self.layers
        ]
        data: dict[str, Any] = {"error": self.error, "max_error": self.bound, "layers": rows}
        if self.choices:
            data["choices"] = [asdict(choice) for choice in self.choices]
        return data


#: Short names that people try, for a suggestion.
_SHORT = {
    "bf16": "bfloat16",
    "fp16": "float16",
    "half": "float16",
    "f16": "float16",
    "fp32": "float32",
    "f32": "float32",
}


def precision_for(name: str, target: Target) -> str:
    """The 16-bit type that `--precision NAME` lowers to on a target; empty for none. D183 for an unknown name."""
    if name not in ("", *PRECISIONS):
        way_out = choices_help(_SHORT.get(name, name), PRECISIONS, "precisions") + ", and `int8` of ONNX models"
        if name == "int8":
            way_out = (
                "`mlcc.quantization.build_quantized` quantises with samples, as `mlcc build --precision int8` does"
            )
        elif name.startswith(("int", "uint")):
            way_out = (
                "`mlcc quantize` writes a model of integers from samples of its inputs, and `mlcc build` keeps them so"
            )
        raise MlccError("D183", f"there is no precision `{name}`", help=way_out)
    if name == "auto":
        return "bfloat16" if target.costs.tile_rows_bf16 or target.costs.pair_products else ""
    return name if name in NARROW else ""


def check_bound(max_error: float | None) -> None:
    """Raise MlccError D183 for a bound of the error that is no positive number."""
    if max_error is not None and not max_error > 0:
        raise MlccError("D183", f"`--max-error {max_error}`: the bound is a positive number", help="such as 0.01")


def with_precision(
    module: IRModule,
    options: BuildOptions,
    precision: str,
    *,
    max_error: float | None = None,
    samples: Sequence[Sequence[Array]] = (),
    report: bool = False,
    reference: IRModule | None = None,
) -> tuple[BuildOptions, PrecisionReport | None]:
    """The options of a build with a precision chosen per layer, and the report if one is requested.

    `precision` is one of :data:`PRECISIONS`. `samples` are inputs of the main function; without any, random ones are
    taken. The error of an output is ``‖y - y32‖ / ‖y32‖``, that of a model the largest over outputs and samples; y32
    are the outputs of `reference`, of the module itself if there is none.
    Raises MlccError D183 (unknown precision, bound out of range).
    """
    lowered = precision_for(precision, options.target)
    check_bound(max_error)
    bound = AUTO_ERROR if max_error is None and precision == "auto" else max_error
    wanted = replace(options, precision=lowered)
    if bound is None and not report:
        return wanted, None
    trial = _Trial(module, wanted, tuple(map(tuple, samples)), reference)
    keep = frozenset[str]() if bound is None or not lowered else trial.kept(bound)
    chosen = replace(wanted, keep=keep)
    if not report:
        return chosen, None
    error = trial.error(keep) if lowered or reference is not None else 0.0
    return chosen, PrecisionReport(trial.rows(chosen), error, bound)


def read_sample(item: str, module: IRModule) -> tuple[Array, ...]:
    """The inputs of the main function from one file: `.npz` by name, or the `.npy` of its only input."""
    from .arrays import place_inputs, read_inputs

    main = _main(module)
    names = [] if main is None else [param.name for param in main.params]
    return tuple(place_inputs(read_inputs([item]), names))


def reports_text(reports: Mapping[str, PrecisionReport], *, as_json: bool) -> str:
    """The reports of an artefact's forms by CPU; that of the only form stands alone, as :func:`report_text`."""
    if len(reports) < 2:
        return "".join(report_text(report, as_json=as_json) for report in reports.values())
    if as_json:
        return json.dumps({cpu: report.as_data() for cpu, report in reports.items()}, indent=1) + "\n"
    return "\n".join(f"{cpu}\n{report_text(report, as_json=False)}" for cpu, report in reports.items())


def report_text(report: PrecisionReport, *, as_json: bool) -> str:
    """The report as JSON, or as a table with the layers in the order of the model."""
    if as_json:
        return json.dumps(report.as_data(), indent=1) + "\n"
    rows = [("layer", "precision", "error", "time")]
    for row in report.layers:
        rows.append((shortened(row.name.split(", ")), row.precision, _percent(row.error), _time(row.seconds)))
    seconds = [row.seconds for row in report.layers if row.seconds is not None]
    rows.append(("outputs", "", _percent(report.error), _time(sum(seconds) if seconds else None)))
    taken = ["taken", *["compared"] * len(report.choices)]
    for choice, name in zip(report.choices, taken, strict=False):
        rows.append((name, choice.name, _percent(choice.error), _time(choice.seconds)))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = (f"{a:<{widths[0]}}  {b:<{widths[1]}}  {c:>{widths[2]}}  {d:>{widths[3]}}".rstrip() for a, b, c, d in rows)
    return "\n".join(lines) + "\n"


def _time(seconds: float | None) -> str:
    return "-" if seconds is None else human_time(seconds)


def _percent(error: float | None) -> str:
    return "-" if error is None else f"{100 * error:.3g} %"


@dataclass(frozen=True)
class _Trial:
    """Measures a model at the precision of `options` on `samples`, on this machine."""

    module: IRModule
    options: BuildOptions
    samples: tuple[tuple[Array, ...], ...]
    #: The model whose outputs are the right ones, where that is another.
    reference: IRModule | None = None

    @cached_property
    def quiet(self) -> BuildOptions:
        """The options of trial builds: for this machine if that of the target is another, without messages."""
        from mlcc.target import Target

        host = Target.parse(None)
        target = self.options.target
        runs = target.triple == host.triple and target.features <= host.features
        return replace(self.options, target=target if runs else host, observe=None, on_warning=None, profile=False)

    @cached_property
    def graph(self) -> IRModule:
        """The module in which layers are found."""
        names = [phase.name for phase in GRAPH_PHASES]
        return Compilation(self.module, self.quiet).after(GRAPH_PHASES[: names.index("LowerPrecision")])

    @cached_property
    def layers(self) -> tuple[str, ...]:
        from mlcc.relax.transform.measure_precision import layers_of

        main = _main(self.graph)
        return () if main is None else layers_of(main)

    @cached_property
    def inputs(self) -> tuple[tuple[Array, ...], ...]:
        from .call_inputs import gather_inputs

        return self.samples or (tuple(gather_inputs(self._exact.spec, (), 0)),)

    @cached_property
    def _exact(self) -> Function:
        return self._built(self.reference or self.module, replace(self.quiet, precision="")).main

    @cached_property
    def expected(self) -> list[list[Array]]:
        """The outputs in float32, by sample."""
        return [_outputs(self._exact, sample) for sample in self.inputs]

    def _built(self, module: IRModule, options: BuildOptions) -> Library:
        from .artefact import Artefact
        from .emit import load_compiled

        return load_compiled(Artefact.of(module, options))

    @cached_property
    def errors(self) -> Mapping[str, float]:
        """The largest error of each layer over the samples."""
        from mlcc.relax.transform.measure_precision import MeasurePrecision

        if not self.layers:
            return {}
        measured = MeasurePrecision(self.options.precision)(self.graph)
        function = self._built(measured, replace(self.quiet, precision="")).main
        largest: dict[str, float] = {}
        for sample in self.inputs:
            for name, error in zip(self.layers, _outputs(function, sample)[0].tolist(), strict=True):
                largest[name] = max(largest.get(name, 0.0), _number(error))
        return largest

    def error(self, keep: frozenset[str]) -> float:
        """The largest relative error of an output with these layers in float32."""
        import numpy as np

        if keep >= set(self.layers) and self.reference is None:
            return 0.0
        function = self._built(self.module, replace(self.quiet, keep=keep)).main
        worst = 0.0
        for sample, expected in zip(self.inputs, self.expected, strict=True):
            for got, exact in zip(_outputs(function, sample), expected, strict=True):
                if exact.dtype.kind == "f":
                    gap = np.linalg.norm(_flat(got) - _flat(exact))
                    worst = max(worst, _number(gap / max(np.linalg.norm(_flat(exact)), np.finfo("float32").tiny)))
        return worst

    def kept(self, bound: float) -> frozenset[str]:
        """The layers that stay float32 so that the error is at most `bound`: the fewest, in the order of `ranked`."""
        if self.error(frozenset()) <= bound:
            return frozenset()
        ranked = self.ranked()
        fewest = _first(len(ranked), lambda count: self.error(frozenset(ranked[:count])) <= bound)
        return frozenset(ranked[:fewest])

    def ranked(self) -> list[str]:
        """The layers in the order in which they are kept in float32: those first whose error is largest for their work.

        Errors of layers add up as their squares, as errors that know nothing of each other do.
        """
        from mlcc.relax.transform.measure_precision import work_of

        main = _main(self.graph)
        work = {} if main is None else work_of(main)
        return sorted(self.errors, key=lambda name: -(self.errors[name] ** 2) / work[name])

    def rows(self, chosen: BuildOptions) -> tuple[Layer, ...]:
        """Every layer with its precision, error and time."""
        lowered = self.options.precision
        seconds = self._seconds(chosen)
        errors = self.errors if lowered else {}
        return tuple(
            Layer(name, "float32", 0.0, seconds.get(name))
            if not lowered or name in chosen.keep
            else Layer(name, lowered, errors.get(name), seconds.get(name))
            for name in dict.fromkeys(self.layers)
        )

    def _seconds(self, chosen: BuildOptions) -> Mapping[str, float]:
        """The time of the kernel that computes each layer; nothing if this machine cannot run the target's code."""
        from .kernel_times import layer_seconds

        if self.quiet.target != self.options.target:
            return {}
        library = self._built(self.module, replace(self.quiet, keep=chosen.keep, profile=True))
        return layer_seconds(library, self.inputs[0], self.layers)


def _main(module: IRModule) -> GraphFunction | None:
    """The graph function that is measured."""
    functions = module.graph_funcs
    return functions.get("main") or next(iter(functions.values()), None)


def _outputs(function: Function, sample: Sequence[Array]) -> list[Array]:
    bound = function.bind(list(sample))
    bound()
    return list(bound.results())


def _flat(array: Array) -> Array:
    import numpy as np

    return np.asarray(array, np.float64).ravel()


def _number(error: float) -> float:
    """An error; results that are not numbers are infinitely wrong."""
    return error if error == error else float("inf")


def _first(last: int, holds: Callable[[int], bool]) -> int:
    """The least number from 1 to `last` for which `holds`, which is taken to be monotone; `last` always does."""
    low, high = 1, last
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return high
