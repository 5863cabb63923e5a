"""Cases of ONNX's suite with one input of another rank or size: refused with a code, or programs that stay within it.

    PYTHONPATH=.:tests:tests/property python -m operand_shapes [OPERATOR…]

An operator that does not look at the shapes of its operands reads memory beyond them, and nothing else says so: the
verifier of programs does, which builds do not run on mlcc's own.
"""

from __future__ import annotations

import copy
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
import onnx
from suite_cases import node_cases

from mlcc import MlccError
from mlcc.importers.onnx import from_onnx
from mlcc.ir import PrimFunc, verify
from mlcc.relax.transform import pass_of

#: What is larger takes long to import.
_MOST_BYTES = 20_000
#: Operators of nothing whose programs check in each run how much there is, or take the address alone.
_CHECK_EMPTY = ("ImageDecoder", "TopK")
#: Cases of each operator; they differ in their number of inputs or in their attributes.
_CASES = 3


class Variant(NamedTuple):
    """A case of the suite, and the other shape of one of its inputs."""

    operator: str
    case: str
    model: onnx.ModelProto
    place: int
    shape: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.case}, input {self.place} of {list(self.shape)}"


def _other_shapes(dims: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Fewer and more dimensions, and each of some extents one more, one less, 1 and 0."""
    found = [(), (*dims, 2), (2, *dims)]
    if dims:
        found += [dims[1:], dims[:-1]]
    for axis in {0, min(1, len(dims) - 1), len(dims) - 1} if dims else ():
        sizes = dims[axis] + 1, max(dims[axis] - 1, 0), 1, 0
        found += [(*dims[:axis], size, *dims[axis + 1 :]) for size in sizes]
    return [shape for shape in dict.fromkeys(found) if shape != dims]


@cache
def variants() -> tuple[Variant, ...]:
    """All variants of the cases of single operators."""
    models = [(case.name, case.model) for case in node_cases() if case.model is not None]
    kept: dict[tuple[str, str], dict[object, tuple[str, onnx.ModelProto]]] = {}
    for name, model in sorted(models, key=lambda item: (item[1].ByteSize(), item[0])):
        if len(model.graph.node) == 1 and "_expanded" not in name and model.ByteSize() < _MOST_BYTES:
            (node,) = model.graph.node
            form = len(model.graph.input), tuple(sorted(a.name for a in node.attribute))
            kept.setdefault((node.domain, node.op_type), {}).setdefault(form, (name, model))
    return tuple(_variants(kept))


def _variants(kept: dict[tuple[str, str], dict[object, tuple[str, onnx.ModelProto]]]) -> Iterator[Variant]:
    for (_, operator), forms in sorted(kept.items()):
        for name, model in list(forms.values())[-_CASES:]:
            for place, value in enumerate(model.graph.input):
                if value.type.HasField("tensor_type"):
                    shapes = _other_shapes(tuple(d.dim_value for d in value.type.tensor_type.shape.dim))
                    if operator in _CHECK_EMPTY:
                        shapes = [shape for shape in shapes if 0 not in shape]
                    yield from (Variant(operator, name, model, place, shape) for shape in shapes)


def fault(variant: Variant) -> str | None:
    """What is wrong with what mlcc makes of a variant."""
    model = copy.deepcopy(variant.model)
    shape = model.graph.input[variant.place].type.tensor_type.shape
    del shape.dim[:]
    for size in variant.shape:
        shape.dim.add().dim_value = size
    for value in model.graph.output:
        if value.type.HasField("tensor_type"):
            value.type.tensor_type.ClearField("shape")
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = pass_of("LegalizeOps")()(from_onnx(model))
    except MlccError:
        return None
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    for func in module.functions.values():
        if isinstance(func, PrimFunc):
            try:
                verify(func, coverage=False)
            except MlccError as error:
                return str(error)
    return None


def faults(chosen: Iterable[Variant]) -> dict[str, str]:
    """The faults of some variants."""
    return {str(variant): text for variant in chosen if (text := fault(variant)) is not None}


def main(operators: list[str]) -> int:
    chosen = [v for v in variants() if not operators or v.operator in operators]
    found = faults(chosen)
    for name, text in found.items():
        print(f"{name}\n    {text[:400]}")
    print(f"{len(chosen)} variants of {len(Counter(v.operator for v in chosen))} operators, {len(found)} faults")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
