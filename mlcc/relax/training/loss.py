"""Losses: objects that make a graph function of predictions and targets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlcc.diagnostics import MlccError, choices_help
from mlcc.ir import GraphExpr, GraphFunction, GraphVar, StructInfo

from .. import op
from ..block_builder import BlockBuilder

REDUCTIONS = ("mean", "sum", "none")


def _variable(value: GraphVar | StructInfo, name: str) -> GraphVar:
    """A parameter: of the name and type of a variable, or of a type alone."""
    if isinstance(value, GraphVar):
        return GraphVar(value.name, value.sinfo)
    if isinstance(value, StructInfo):
        return GraphVar(name, value)
    raise MlccError("T140", f"`{name}` of a loss is a variable or a type, not a {type(value).__name__}")


class Loss:
    """The base of losses. A subclass defines ``__call__``, which takes types (or variables) and returns a function.

    `num_backbone_outputs` says how many results of the model it takes first. `reduction`: "mean" of the elements, their
    "sum", or "none". Raises T140 for another.
    """

    def __init__(self, loss_name: str, num_backbone_outputs: int, reduction: str = "mean") -> None:
        if reduction not in REDUCTIONS:
            raise MlccError(
                "T140", f"a loss has no reduction `{reduction}`", help=choices_help(reduction, REDUCTIONS, "reductions")
            )
        self._loss_name = loss_name
        self._reduction = reduction
        self._num_backbone_outputs = num_backbone_outputs

    @property
    def num_backbone_outputs(self) -> int:
        """How many results of the model the loss takes."""
        return self._num_backbone_outputs

    def __call__(self, *args: Any) -> GraphFunction:
        raise NotImplementedError(f"{type(self).__name__} defines no __call__")

    def _with_reduction(self, expr: GraphExpr) -> GraphExpr:
        """The losses of elements as one number, as `reduction` says."""
        return expr if self._reduction == "none" else getattr(op, self._reduction)(expr)

    def _function(self, body: Callable[..., GraphExpr], **operands: GraphVar | StructInfo | None) -> GraphFunction:
        """A function of those operands that are given, with one dataflow block."""
        params = {name: _variable(value, name) for name, value in operands.items() if value is not None}
        builder = BlockBuilder()
        with builder.function(self._loss_name, list(params.values())):
            with builder.dataflow():
                loss = builder.emit_output(body(**params))
            builder.emit_func_output(loss)
        made = builder.get()[self._loss_name]
        assert isinstance(made, GraphFunction)
        return made


class L1Loss(Loss):
    """The absolute difference of predictions and targets."""

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__("l1_loss", 1, reduction)

    def __call__(self, predictions: GraphVar | StructInfo, targets: GraphVar | StructInfo) -> GraphFunction:
        """The function of predictions and targets of one shape."""
        return self._function(
            lambda predictions, targets: self._with_reduction(op.abs(op.subtract(predictions, targets))),
            predictions=predictions, targets=targets,
        )  # fmt: skip


class MSELoss(Loss):
    """The square of the difference of predictions and targets."""

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__("mse_loss", 1, reduction)

    def __call__(self, predictions: GraphVar | StructInfo, targets: GraphVar | StructInfo) -> GraphFunction:
        """The function of predictions and targets of one shape."""
        return self._function(
            lambda predictions, targets: self._with_reduction(op.square(op.subtract(predictions, targets))),
            predictions=predictions, targets=targets,
        )  # fmt: skip


class CrossEntropyLoss(Loss):
    """The negative log likelihood of classes under the softmax of predictions (N, C, …). Targets (N, …) equal to
    `ignore_index` count nothing."""

    def __init__(self, reduction: str = "mean", ignore_index: int = -100) -> None:
        super().__init__("cross_entropy_loss", 1, reduction)
        self.ignore_index = ignore_index

    def __call__(
        self, predictions: GraphVar | StructInfo, targets: GraphVar | StructInfo,
        weights: GraphVar | StructInfo | None = None,
    ) -> GraphFunction:  # fmt: skip
        """The function; `weights` (C,) has a factor for each class."""
        return self._function(self._likelihood, predictions=predictions, targets=targets, weights=weights)

    def _likelihood(self, predictions: GraphExpr, targets: GraphExpr, weights: GraphExpr | None = None) -> GraphExpr:
        axis = 1 if len(getattr(predictions.sinfo, "shape", None) or (0, 0)) > 1 else 0
        loss: GraphExpr = op.nn.nll_loss(
            op.nn.log_softmax(predictions, axis=axis), targets, *([] if weights is None else [weights]),
            reduction=self._reduction, ignore_index=self.ignore_index,
        )  # fmt: skip
        return loss


class CategoricalCrossEntropyLoss(Loss):
    """The cross entropy of predictions (N, C) with targets of ones and zeros. The class `ignore_index` counts nothing;
    without one (the default) the reduction is over all N C elements."""

    def __init__(self, reduction: str = "mean", ignore_index: int = -100) -> None:
        super().__init__("categorical_cross_entropy_loss", 1, reduction)
        self.ignore_index = ignore_index

    def __call__(
        self, predictions: GraphVar | StructInfo, targets: GraphVar | StructInfo,
        weights: GraphVar | StructInfo | None = None,
    ) -> GraphFunction:  # fmt: skip
        """The function; `weights` (C,) has a factor for each class."""
        return self._function(self._entropy, predictions=predictions, targets=targets, weights=weights)

    def _entropy(self, predictions: GraphExpr, targets: GraphExpr, weights: GraphExpr | None = None) -> GraphExpr:
        logits = op.nn.log_softmax(predictions)
        if self.ignore_index >= 0:
            classes = op.cast(op.argmax(targets, axis=1), dtype="int64")
            loss: GraphExpr = op.nn.nll_loss(
                logits, classes, *([] if weights is None else [weights]),
                reduction=self._reduction, ignore_index=self.ignore_index,
            )  # fmt: skip
            return loss
        product = op.multiply(logits, op.cast(targets, dtype=_dtype(predictions)))
        if weights is not None:
            product = op.multiply(product, weights)
        return self._with_reduction(op.negative(product))


def _dtype(value: GraphExpr) -> str:
    return str(getattr(value.sinfo, "dtype", "float32"))
