"""`mlcc bisect`: the first wrong node of a model, the stage that makes it wrong, and a small model that shows it.

1. Every value is an output: the first one that differs from the reference is that of a wrong node, unless the error has
   only grown over many nodes. A large model is built in segments, which read what the reference computed.
2. If none differs so, and the whole model is wrong, the fault needs operators side by side (fusion, layouts): the first
   segment with a wrong end has it, and halving finds the first node that is wrong at the end of a part of it. Where no
   segment is wrong by itself, the whole model is cut after one node, and halved.
3. The part loses nodes from its start, whose results become inputs, for as long as it stays wrong: halving again, then
   node by node.
4. The program of the small model is interpreted after each pass, to name the first that changes its results.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError

from .apart import Crashed, apart
from .judge import Bounds, Difference, compare, never
from .nodes import SEGMENT, compiled_values, computed, reference_values
from .references import Reference, flat
from .stages import UNKNOWN, first_wrong_stage
from .submodels import computed_values, cut, read_by, segments

if TYPE_CHECKING:
    import onnx

    from mlcc.driver import BuildOptions
    from mlcc.target import Target

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Finding:
    """A wrong node: its index, title, operator and wrong value; `stage` is the pass or phase (see `stages`).

    `model` is a part that shows it on `inputs`, which should give `expected`; `nodes` are the part's node titles.
    """

    index: int
    node: str
    operator: str
    value: str
    difference: Difference
    stage: str
    nodes: tuple[str, ...]
    model: onnx.ModelProto
    inputs: Mapping[str, Any]
    expected: Mapping[str, Any]

    def as_data(self) -> dict[str, Any]:
        """For JSON, without the model."""
        about = {"index": self.index, "node": self.node, "operator": self.operator, "value": self.value}
        return {**about, "stage": self.stage, "nodes": list(self.nodes), **self.difference.as_data()}


def bisect_model(
    model: onnx.ModelProto,
    sample: Mapping[str, Any],
    references: Sequence[Reference],
    bounds: Bounds,
    *,
    target: Target | None = None,
    say: Say = lambda text: None,
) -> Finding | None:
    """The first wrong node of a model on one sample, or None where every value and the outputs agree.

    Raises MlccError D190 where no reference runs the model, and what a build of the whole model raises.
    """
    say("run the reference")
    _, values = reference_values(references, model, sample)
    search = _Search(model, values, bounds, target, say)
    seen = search.exposed()
    part = seen if seen is not None and search.is_wrong(seen) else search.fused()
    if part is not None:
        return search.finding(search.shrunk(part))
    return None if seen is None else search.only_exposed(seen)


class _Search:
    def __init__(
        self, model: onnx.ModelProto, values: dict[str, Any], bounds: Bounds, target: Target | None, say: Say
    ) -> None:
        self.model, self.values, self.bounds, self.say = model, values, bounds, say
        self.target = target
        self.nodes = model.graph.node
        self.producer = {name: index for index, node in enumerate(self.nodes) for name in node.output if name}
        self.reads = [read_by(node) for node in self.nodes]

    def exposed(self) -> list[int] | None:
        """The part that ends in the first wrong value where all values are outputs."""
        names = [name for name in computed_values(self.model) if name in self.values]
        self.say("build with every value as an output")
        try:
            found = apart(partial(self._first_exposed, names))
        except Crashed:  # which value it was is for parts to show
            return None
        return None if found is None else self._part_before(self.producer[found[0]], found[1])

    def _first_exposed(self, names: list[str]) -> tuple[str, list[int]] | None:
        """The first wrong value, and the segment that computes it."""
        for segment, run in compiled_values(self.model, names, self.values):
            for name, value in run().items():
                if not self._compared(name, value).passed:
                    return name, segment
        return None

    def fused(self) -> list[int] | None:
        """The part that ends in the first node that is wrong at the end of a part of the whole model."""
        ends = [self.producer[item.name] for item in self.model.graph.output if item.name in self.producer]
        wrong = next((part for part in map(self._part_before, ends) if self.is_wrong(part)), None)
        if wrong is None:
            return None
        wrong = self._wrong_segment() or wrong
        low, high = 0, len(wrong) - 1  # the part that ends in wrong[high] is wrong
        while low < high:
            middle = (low + high) // 2
            if self.is_wrong(self._part_before(wrong[middle], wrong)):
                high = middle
            else:
                low = middle + 1
        return self._part_before(wrong[high], wrong)

    def _wrong_segment(self) -> list[int] | None:
        """The first segment of a large model with a wrong end, up to there; half of its nodes are also in the next."""
        if len(self.nodes) <= SEGMENT:
            return None
        last = {name: index for index, names in enumerate(self.reads) for name in names}
        last |= {item.name: len(self.nodes) for item in self.model.graph.output}
        for segment in segments(self.model, self.values, SEGMENT, SEGMENT // 2):
            made = [str(name) for index in segment for name in self.nodes[index].output if name in self.values]
            found = self._first_wrong(segment, [name for name in made if last.get(name, -1) > segment[-1]])
            part = [] if found is None else self._part_before(self.producer[found], segment)
            if part and self.is_wrong(part):
                return part
        return None

    def _first_wrong(self, part: list[int], ends: list[str]) -> str | None:
        """The first of the values at the ends of a part that it computes wrong."""
        from mlcc.driver import build, import_model

        if not ends:
            return None
        self.say(f"a segment of {len(part)} nodes, from {_title(self.nodes[part[0]])}")
        piece, inputs = cut(self.model, part, ends, self.values)
        arrays = flat(list(inputs.values()))
        try:
            library = build(import_model(piece), self.target)
            results = flat([apart(lambda: library(*arrays))])
        except MlccError:
            return None
        except Crashed:
            return ends[-1]
        shown = [item.name for item in piece.graph.output]
        return next((n for n, r in zip(shown, results, strict=True) if not self._compared(n, r).passed), None)

    def shrunk(self, part: list[int]) -> list[int]:
        """The part without the nodes that it does not need to be wrong: from its start by halving, then one by one."""
        low, high = 0, len(part) - 1  # part[low:] is wrong
        while low < high:
            middle = (low + high + 1) // 2
            if self.is_wrong(part[middle:]):
                low = middle
            else:
                high = middle - 1
        part = part[low:]
        for index in part[:-1]:
            rest = [other for other in part if other != index]
            if self.is_wrong(rest):
                part = rest
        return part

    def finding(self, part: list[int]) -> Finding:
        """The description of a part that is wrong."""
        piece, inputs, found = self._run(part)
        node = self.nodes[part[-1]]
        value = self._end(part)
        self.say("interpret the program after each pass")
        return Finding(
            index=part[-1],
            node=_title(node),
            operator=node.op_type,
            value=value,
            difference=found,
            stage=self._stage(piece, inputs, value),
            nodes=tuple(_title(self.nodes[index]) for index in part),
            model=piece,
            inputs=inputs,
            expected={value: self.values[value]},
        )

    def only_exposed(self, part: list[int]) -> Finding:
        """The description of a part that is wrong only where all values are outputs."""
        node, value = self.nodes[part[-1]], self._end(part)
        names = [name for index in part for name in self.nodes[index].output if name in self.values]
        piece, inputs = cut(self.model, part, names, self.values)
        found = self._compared(value, apart(lambda: computed(piece, inputs))[value])
        expected = {name: self.values[name] for name in names}
        titles = tuple(_title(self.nodes[index]) for index in part)
        return Finding(part[-1], _title(node), node.op_type, value, found, UNKNOWN, titles, piece, inputs, expected)

    def _stage(self, piece: onnx.ModelProto, inputs: Mapping[str, Any], value: str) -> str:
        from mlcc.driver import import_model

        def right(results: Sequence[Any]) -> bool:
            return all(self._compared(value, result).passed for result in results)

        return first_wrong_stage(import_model(piece), self._options(), flat(list(inputs.values())), right)

    def _options(self) -> BuildOptions:
        from mlcc.driver import BuildOptions
        from mlcc.target import Target

        return BuildOptions(self.target or Target.host())

    def is_wrong(self, part: list[int]) -> bool:
        """Whether a part computes a wrong value; a part that cannot be built does not show the fault."""
        self.say(f"a part of {len(part)} nodes, up to {_title(self.nodes[part[-1]])}")
        try:
            return not self._run(part)[2].passed
        except MlccError:
            return False

    def _run(self, part: list[int]) -> tuple[onnx.ModelProto, dict[str, Any], Difference]:
        from mlcc.driver import build, import_model

        value = self._end(part)
        piece, inputs = cut(self.model, part, [value], self.values)
        library, arrays = build(import_model(piece), self.target), flat(list(inputs.values()))
        try:
            found = self._compared(value, apart(lambda: library(*arrays)))
        except Crashed as signal:
            found = never(f"ends with {signal}")
        return piece, inputs, found

    def _compared(self, value: str, result: Any) -> Difference:
        return compare(flat([self.values[value]])[0], flat([result])[0], self.bounds)

    def _end(self, part: list[int]) -> str:
        """The value at the end of a part."""
        return next(str(name) for name in self.nodes[part[-1]].output if name in self.values)

    def _part_before(self, last: int, within: Collection[int] | None = None) -> list[int]:
        """The nodes that a node needs, and itself, in order, or those of them that are `within` a part; what is no
        tensor cannot be an input, and stays within."""
        allowed, wanted, pending = None if within is None else set(within), set[int](), [last]
        while pending:
            index = pending.pop()
            if index not in wanted and (allowed is None or index in allowed):
                wanted.add(index)
                pending += [self.producer[name] for name in self.reads[index] if name in self.producer]
        return sorted(wanted)


def _title(node: onnx.NodeProto) -> str:
    return str(node.name or next((name for name in node.output if name), node.op_type))
