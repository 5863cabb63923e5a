"""ONNX's reference evaluator, with what it computes otherwise than the standard put right."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from .protos import opsets_of

if TYPE_CHECKING:
    import onnx

#: An opset after all others.
_EVERY = 1 << 30


def evaluate(model: onnx.ModelProto, feeds: Mapping[str, Any]) -> list[Any]:
    """The outputs of a model, in order, on inputs by name; raises what the evaluator does, which is of many kinds."""
    from onnx.reference import ReferenceEvaluator

    opset = opsets_of(model.opset_import).get("")
    corrected = [] if opset is None else corrected_operators(opset)
    return list(ReferenceEvaluator(model, new_ops=corrected).run(None, dict(feeds)))


def corrected_operators(opset: int) -> list[type]:
    """Operators to put in the place of the evaluator's, for a model of an opset of the standard's own domain."""
    return [kind for until, kind in _corrected() if opset < until]


@cache
def _corrected() -> list[tuple[int, type]]:
    """Operators of the evaluator of onnx 1.23 that differ from the standard, with the opset in which they agree."""
    from onnx.reference.op_run import OpRun
    from onnx.reference.ops.op_resize import Resize as Interpolation

    class BatchNormalization(OpRun):
        """By the given statistics, where the evaluator mixes them with those of the batch, as training does."""

        op_domain = ""

        def _run(self, x: Any, *operands: Any, epsilon: float | None = None, **_: Any) -> tuple[Any]:
            shape = (-1,) + (1,) * (x.ndim - 2)
            scale, bias, mean, variance = (operand.reshape(shape) for operand in operands)
            deviation = np.sqrt(variance + np.asarray(1e-5 if epsilon is None else epsilon, variance.dtype))
            return (((x - mean) / deviation * scale + bias).astype(x.dtype),)

    class Dropout(OpRun):
        """With a mask of the type of the data, where the evaluator gives booleans, as later opsets do."""

        op_domain = ""

        def _run(self, x: Any, **_: Any) -> tuple[Any, ...]:
            return (x, np.ones_like(x))[: len(self.onnx_node.output)]

    class Erf(OpRun):
        """In the type of the data, where the evaluator computes doubles in float32, too."""

        op_domain = ""

        def _run(self, x: Any) -> tuple[Any]:
            return (np.vectorize(math.erf, otypes=[np.float64])(x).astype(x.dtype),)

    class Resize(Interpolation):
        """With weights of doubles, where the evaluator's cubic ones are of float32, as its attribute is."""

        op_domain = ""

        def _run(self, *operands: Any, cubic_coeff_a: Any = None, **attrs: Any) -> tuple[Any]:
            slope = None if cubic_coeff_a is None else float(cubic_coeff_a)
            result: tuple[Any] = super()._run(*operands, **{**attrs, "cubic_coeff_a": slope})
            return result

    return [(14, BatchNormalization), (10, Dropout), (_EVERY, Erf), (_EVERY, Resize)]
