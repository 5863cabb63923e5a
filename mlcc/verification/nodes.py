"""Every intermediate value of a model beside a reference: `mlcc import --report`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError

from .judge import Bounds, Difference, compare
from .references import CannotRun, Reference, flat
from .submodels import computed_values, cut, exposing, segments

if TYPE_CHECKING:
    import onnx

Say = Callable[[str], None]
#: How many nodes are built at once where each of their values is an output.
SEGMENT = 256


@dataclass(frozen=True, slots=True)
class NodeRow:
    """One value: the node that computes it, and how far mlcc's is from the reference's (None if it is no tensor)."""

    index: int
    node: str
    operator: str
    value: str
    dtype: str
    shape: tuple[int, ...]
    difference: Difference | None

    def cells(self) -> tuple[str, ...]:
        """The row as text."""
        found = self.difference
        sizes = "x".join(map(str, self.shape)) or "scalar"
        text, verdict = ("not compared", "") if found is None else (str(found), found.verdict)
        return (str(self.index), self.node, self.operator, self.value, f"{self.dtype} {sizes}".strip(), text, verdict)

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        about = {"index": self.index, "node": self.node, "operator": self.operator, "value": self.value}
        found = {} if self.difference is None else self.difference.as_data()
        return {**about, "dtype": self.dtype, "shape": list(self.shape), **found}


HEADER = ("#", "node", "operator", "value", "type", "difference", "")


@dataclass(frozen=True, slots=True)
class NodeReport:
    """All rows, in the order of the nodes."""

    reference: str
    rows: tuple[NodeRow, ...]

    @property
    def wrong(self) -> list[NodeRow]:
        """The rows whose difference rounding does not explain."""
        return [row for row in self.rows if row.difference is not None and not row.difference.passed]

    def summary(self) -> str:
        """One line: how many values, and the first wrong one."""
        compared = sum(row.difference is not None for row in self.rows)
        text = f"{compared} of {len(self.rows)} values compared with {self.reference}"
        if not self.wrong:
            return f"{text}: all agree"
        first = self.wrong[0]
        return f"{text}: {len(self.wrong)} differ, first `{first.value}` of node `{first.node}` ({first.operator})"


def reference_values(
    references: Sequence[Reference], model: onnx.ModelProto, sample: Mapping[str, Any]
) -> tuple[Reference, dict[str, Any]]:
    """Every value of a run by the first reference that computes them all, inputs and constants of nodes among them.

    Sequences and absent values are left out. Raises MlccError D190 where none runs the model.
    """
    whole = exposing(model, computed_values(model))
    names = [value.name for value in whole.graph.output]
    reasons = []
    for reference in references:
        try:
            results = reference.run(whole, None, sample)
        except CannotRun as reason:
            reasons.append(f"{reference.name}: {reason}")
            continue
        except Exception as error:  # each engine has its own kinds
            reasons.append(f"{reference.name}: {(str(error).strip() or type(error).__name__).splitlines()[0][:200]}")
            continue
        found = {name: value for name, value in zip(names, results, strict=True) if _is_tensor(value)}
        return reference, {**sample, **found}
    raise MlccError("D190", "no reference runs this model with all its values as outputs", notes=reasons)


def _is_tensor(value: Any) -> bool:
    return value is not None and not isinstance(value, list | dict)


def compiled_values(
    model: onnx.ModelProto, names: Sequence[str], values: Mapping[str, Any]
) -> Iterator[tuple[list[int], Callable[[], dict[str, Any]]]]:
    """Segments of nodes, and what computes those of the named values that are theirs by code of mlcc, which keeps each
    of them: operators fuse less than in a build.

    A model of at most :data:`SEGMENT` nodes is one segment; those of a larger one read what the reference computed,
    `values`, for what comes before them. LLVM's time grows with the square of the number of outputs.
    """
    nodes, wanted = model.graph.node, set(names)
    if len(nodes) <= SEGMENT:
        given = {item.name for item in model.graph.input}
        sample = {name: value for name, value in values.items() if name in given}
        yield list(range(len(nodes))), partial(computed, exposing(model, names), sample)
        return
    left = dict.fromkeys(names)
    for part in segments(model, values, SEGMENT):
        own = [name for index in part for name in nodes[index].output if name in wanted and name in left]
        if own:
            yield part, partial(computed, *cut(model, part, own, values))
        for name in own:
            del left[name]


def computed(model: onnx.ModelProto, sample: Mapping[str, Any]) -> dict[str, Any]:
    """The outputs of a model by code of mlcc."""
    from mlcc.backend import MlccRep

    results = MlccRep(model).run(dict(sample))
    return dict(zip((value.name for value in model.graph.output), results, strict=True))


def compare_nodes(
    model: onnx.ModelProto,
    sample: Mapping[str, Any],
    references: Sequence[Reference],
    bounds: Bounds,
    say: Say = lambda text: None,
) -> NodeReport:
    """Compare every value that a node of the main graph computes. Raises MlccError D190, and what a build raises."""
    say("run the reference")
    reference, expected = reference_values(references, model, sample)
    names = [name for name in computed_values(model) if name in expected]
    say("build with every value as an output")
    actual = dict[str, Any]()
    for _, run in compiled_values(model, names, expected):
        actual |= run()
    return NodeReport(str(reference), tuple(_rows(model, expected, actual, bounds)))


def _rows(
    model: onnx.ModelProto, expected: Mapping[str, Any], actual: Mapping[str, Any], bounds: Bounds
) -> list[NodeRow]:
    import numpy as np

    rows = []
    for index, node in enumerate(model.graph.node):
        title = node.name or next((name for name in node.output if name), f"#{index}")
        for name in filter(None, node.output):
            if name not in expected:
                rows.append(NodeRow(index, title, node.op_type, name, "", (), None))
                continue
            want, have = flat([expected[name]])[0], flat([actual[name]])[0]
            found = compare(want, have, bounds)
            shape = tuple(int(size) for size in np.shape(want))
            rows.append(NodeRow(index, title, node.op_type, name, want.dtype.name, shape, found))
    return rows
