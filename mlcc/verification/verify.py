"""`mlcc verify`: a model as `mlcc build` builds it, beside the references, on the same inputs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError
from mlcc.runtime.nesting import flat

from .inputs import Shapes, graph_inputs, make_inputs
from .judge import Bounds, Difference, compare
from .references import CannotRun, Reference, chosen, run_reference

if TYPE_CHECKING:
    import onnx

    from mlcc.driver import Artefact, InputFile
    from mlcc.driver.conditions import Condition
    from mlcc.runtime import Library

Say = Callable[[str], None]
#: Types of floats that are rounded to, the widest tolerance first, by their numbers in ONNX.
_NARROW = {"bfloat16": 16, "float16": 10}


@dataclass(frozen=True, slots=True)
class VerifyRow:
    """One output beside one reference, the worst of all samples."""

    output: str
    reference: str
    difference: Difference


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """The rows, and what could not be compared (`skipped`: a reference and why). `disputed` are the outputs on which
    the references themselves differ by more than the bounds: no judgement is possible there.
    """

    model: str
    samples: int
    references: tuple[str, ...]
    rows: tuple[VerifyRow, ...]
    skipped: Mapping[str, str] = field(default_factory=dict)
    disputed: Mapping[str, Difference] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        """Whether every output agrees with a reference: with each, or with one where they dispute."""
        verdicts: dict[str, list[bool]] = {}
        for row in self.rows:
            verdicts.setdefault(row.output, []).append(row.difference.passed)
        return all(any(list_) if name in self.disputed else all(list_) for name, list_ in verdicts.items())

    def lines(self) -> list[str]:
        """The report as text."""
        many = f"{self.samples} samples" if self.samples != 1 else "1 sample"
        lines = [f"{self.model}: {many}, compared with {' and '.join(self.references)}"]
        lines += [f"  not compared with {name}: {why}" for name, why in self.skipped.items()]
        names = [max((len(text) for text in texts), default=0) for texts in zip(*self._texts(), strict=True)]
        for row, texts in zip(self.rows, self._texts(), strict=True):
            cells = "  ".join(f"{text:<{width}}" for text, width in zip(texts, names, strict=True))
            lines.append(f"  {cells}  {row.difference.verdict}")
        lines += [
            f"  `{name}`: the references differ from each other ({apart})" for name, apart in self.disputed.items()
        ]
        return lines

    def _texts(self) -> list[tuple[str, str, str]]:
        return [(row.output, row.reference, str(row.difference)) for row in self.rows]

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        rows = [{"output": r.output, "reference": r.reference, **r.difference.as_data()} for r in self.rows]
        return {
            "model": self.model,
            "passed": self.passed,
            "samples": self.samples,
            "references": list(self.references),
            "outputs": rows,
            "skipped": dict(self.skipped),
            "disputed": {name: apart.as_data() for name, apart in self.disputed.items()},
        }


def verify_model(
    name: str,
    *,
    library: Library | str | None = None,
    items: Sequence[str] = (),
    seed: int = 0,
    samples: int = 1,
    shapes: Shapes | None = None,
    pinned: bool = False,
    against: Sequence[str] = (),
    bounds: Bounds | None = None,
    options: Mapping[str, Any] | None = None,
    say: Say = lambda text: None,
) -> VerifyReport:
    """Compare the outputs of an ONNX model, built with `options` (those of :func:`mlcc.build`) or in a `library` that
    is there already, with those of the references, on `items` (as `--inputs`) or `samples` times random inputs.

    `shapes` are the sizes of the call; the model is built for them alone if `pinned`. `against` names references.
    Raises MlccError D190 where no reference runs the model, and what building and loading raise.
    """
    source, model = read_onnx(name)
    compiled = _opened(library)
    sizes = {**_fixed_sizes(model, compiled), **(shapes or {})}
    calls = [make_inputs(model, items, seed + number, sizes) for number in range(1 if items else max(1, samples))]
    bounds = bounds or bounds_of(model)
    if compiled is None:
        say("build")
        compiled = _built(source.data if source.path is None else name, sizes if pinned else {}, options)
    function = compiled.main
    path = None if source.path is None else str(source.path)
    comparison = _Comparison(model, path, chosen(against), bounds)
    for call in calls:
        say("run the references")
        result = function(*call.values())
        outputs = flat(result)
        names = [param.name for param in function.spec.outputs]
        comparison.add(call, dict(zip(names, outputs, strict=True)))
    return comparison.report(name, len(calls))


def accuracy(name: str, shapes: Shapes, *, max_error: float | None, max_ulp: float | None) -> Condition:
    """The condition of a build that its outputs are close to those of the references: relative to the largest value of
    an output, and in units in the last place; None for any distance.

    How far they are becomes a part of the artefact.
    """
    asked = {"max_error": max_error, "max_ulp": max_ulp}
    given = {key: limit for key, limit in asked.items() if limit is not None}
    bounds = Bounds(math.inf if max_error is None else max_error, max_ulp)

    def check(artefact: Artefact) -> Mapping[str, Any]:
        from mlcc.driver.emit import load_compiled
        from mlcc.driver.inspection import ACCURACY

        report = verify_model(name, library=load_compiled(artefact), shapes=shapes, bounds=bounds)
        if not report.passed:
            raise MlccError(
                "D191",
                "an output is further from its reference than "
                + " and ".join(f"--{key.replace('_', '-')} {limit:g}" for key, limit in given.items()),
                notes=[*(line.strip() for line in report.lines()[1:]), "nothing was written"],
            )
        data = report.as_data()
        return {ACCURACY: {**given, **{key: data[key] for key in ("samples", "references", "outputs")}}}

    return check


def read_onnx(name: str) -> tuple[InputFile, onnx.ModelProto]:
    """An ONNX file, or one from stdin for `-`, and its model. Raises MlccError D190 for another kind, D101 to D103, and
    I101 and I102 for a model that cannot be read."""
    from mlcc.driver.files import read_input
    from mlcc.importers.onnx import load_model

    source = read_input(name)
    if source.kind != "onnx":
        raise MlccError(
            "D190",
            f"`{name}` is no ONNX model: there is no reference for it",
            help="`mlcc schedule --verify` compares a program before and after its schedule; PyTorch exports ONNX by "
            "`torch.onnx.export(model, (x,), 'model.onnx')`; `mlcc run … --check y.npy` compares with results you have",
        )
    return source, load_model(source.data if source.path is None else source.path)


def bounds_of(model: onnx.ModelProto) -> Bounds:
    """The bounds by the types of values that a model computes: grids, and floats of 16 bits."""
    from mlcc.importers.onnx.support import all_nodes
    from mlcc.quantization.prepare import QUANTIZED

    nodes = [node for _, node in all_nodes(model.graph)]
    kinds = {attr.i for node in nodes if node.op_type == "Cast" for attr in node.attribute if attr.name == "to"}
    kinds |= {value.type.tensor_type.elem_type for value in model.graph.input}
    rounded = next((name for name, kind in _NARROW.items() if kind in kinds), "")
    return Bounds(quantised=any(node.op_type in QUANTIZED for node in nodes), rounded=rounded)


def _fixed_sizes(model: onnx.ModelProto, library: Library | None) -> dict[str, Sequence[int]]:
    """The sizes that a library was built for where the model leaves them open: by dimension, and by input."""
    sizes: dict[str, Sequence[int]] = {}
    inputs = {} if library is None else {param.name: param.shape for param in library.main.spec.inputs}
    for value in graph_inputs(model):
        built = inputs.get(value.name, ())
        dims = value.type.tensor_type.shape.dim
        sizes |= {
            dim.dim_param: (size,) for dim, size in zip(dims, built, strict=False)
            if dim.dim_param and isinstance(size, int)
        }  # fmt: skip
        if built and all(isinstance(size, int) for size in built):
            sizes[value.name] = [int(size) for size in built]
    return sizes


def _opened(library: Library | str | None) -> Library | None:
    from mlcc.driver.execute import open_library

    return open_library(library) if isinstance(library, str) else library


def _built(source: Any, shapes: Shapes, options: Mapping[str, Any] | None) -> Library:
    from mlcc.driver import build, import_model

    if isinstance(source, bytes):
        source = import_model(source, shapes)
        shapes = {}
    return build(source, shapes=shapes, **(options or {}))


class _Comparison:
    """The worst difference of each output from each reference, over several calls."""

    def __init__(self, model: onnx.ModelProto, path: str | None, references: list[Reference], bounds: Bounds) -> None:
        self.model, self.path, self.references, self.bounds = model, path, references, bounds
        self.worst: dict[tuple[str, str], Difference] = {}
        self.disputed: dict[str, Difference] = {}
        self.skipped: dict[str, str] = {}

    def add(self, sample: Mapping[str, Any], outputs: Mapping[str, Any]) -> None:
        """Compare the outputs of one call."""
        results: dict[str, list[Any]] = {}
        for reference in self.references:
            if reference.name in self.skipped:
                continue
            try:
                results[reference.name] = run_reference(reference, self.model, self.path, sample)
            except CannotRun as reason:
                self.skipped[reference.name] = str(reason)
        if not results:
            raise MlccError(
                "D190", "no reference runs this model",
                notes=[f"{name}: {why}" for name, why in self.skipped.items()],
                help="pip install onnxruntime" if len(self.references) == 1 else None,
            )  # fmt: skip
        for name, expected in results.items():
            for (output, actual), want in zip(outputs.items(), expected, strict=True):
                self._note(self.worst, (output, name), compare(want, _as_reference(actual, want), self.bounds))
        first, *others = results.values()
        for other in others:
            for output, want, have in zip(outputs, first, other, strict=True):
                apart = compare(want, have, self.bounds)
                if not apart.passed:
                    self._note(self.disputed, output, apart)

    @staticmethod
    def _note(table: dict[Any, Difference], key: Any, found: Difference) -> None:
        before = table.get(key)
        if before is None or (not found.passed, found.relative) > (not before.passed, before.relative):
            table[key] = found

    def report(self, name: str, samples: int) -> VerifyReport:
        """What was found."""
        used = tuple(str(one) for one in self.references if one.name not in self.skipped)
        order = {key: index for index, key in enumerate(dict.fromkeys(output for output, _ in self.worst))}
        rows = [VerifyRow(output, reference, found) for (output, reference), found in self.worst.items()]
        rows.sort(key=lambda row: order[row.output])
        return VerifyReport(name, samples, used, tuple(rows), self.skipped, self.disputed)


def _as_reference(actual: Any, want: Any) -> Any:
    """A result as the type in which a reference gives it: some have bfloat16 as ml_dtypes, some as uint16."""
    if want.dtype.name == "uint16" and actual.dtype.name == "bfloat16":
        return actual.view("uint16")
    return actual
