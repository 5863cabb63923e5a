"""From a model to a module that trains it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from mlcc.diagnostics import MlccError
from mlcc.ir import GraphFunction, GraphTuple, IRModule, StructInfo, update

from ..transform.decompose_ops import DecomposeOpsForInference, DecomposeOpsForTraining
from ..transform.gradient import Gradient
from ..transform.legalize_ops import LegalizeOps
from ..transform.pass_ import Pass, graph_function
from .append_loss import AppendLoss
from .loss import Loss
from .optimizer import Optimizer

BACKBONE = "backbone"


@dataclass(frozen=True)
class SetupTrainer(Pass):
    """Make a trainer's module of one with a function `backbone`, whose attributes `param_num` and `state_num` say how
    many of the last parameters are weights, and how many states (such as the statistics of a batch norm).

    `backbone(inputs…, params…, states…)` returns its results and then the new states. Added are `backbone_loss`,
    `backbone_loss_adjoint` (the loss and the new states, then the gradients of the weights) and `optimizer`. The
    attributes `input_num` and `optim_state` (the optimizer's first state) are added too. `loss_args` are the types of
    the loss's operands. Batch norms take their given statistics in `backbone` and those of the batch in the loss.
    `legalize` makes tensor programs of all operators, which a build does in any case.

    Raises T140 for a module that is not of this form.
    """

    BACKBONE_FUNC: ClassVar[str] = BACKBONE
    BACKBONE_LOSS_FUNC: ClassVar[str] = f"{BACKBONE}_loss"
    ADJOINT_FUNC: ClassVar[str] = f"{BACKBONE}_loss_adjoint"
    OPTIMIZER_FUNC: ClassVar[str] = "optimizer"

    loss: Loss
    optimizer: Optimizer
    loss_args: Sequence[StructInfo]
    legalize: bool = True

    def __call__(self, module: IRModule) -> IRModule:
        func, params, states = _counted(module)
        inputs = len(func.params) - params - states
        loss = self.loss(*self.loss_args)
        module = AppendLoss(BACKBONE, loss, self.loss.num_backbone_outputs, self.BACKBONE_LOSS_FUNC)(module)
        module = DecomposeOpsForInference(BACKBONE)(module)
        module = DecomposeOpsForTraining(self.BACKBONE_LOSS_FUNC)(module)
        with_loss = graph_function(module, self.BACKBONE_LOSS_FUNC)
        weights = list(with_loss.params[inputs : inputs + params])
        module = Gradient(self.BACKBONE_LOSS_FUNC, require_grads=weights, target_index=0)(module)
        self.optimizer.init(weights)
        update_func = self.optimizer.get_function().with_attr("global_symbol", self.OPTIMIZER_FUNC)
        module = module.with_function(self.OPTIMIZER_FUNC, update_func)
        attrs = {**module.attrs, "input_num": inputs, "optim_state": self.optimizer.state}
        module = update(module, attrs=attrs)
        return LegalizeOps()(module) if self.legalize else module


def _counted(module: IRModule) -> tuple[GraphFunction, int, int]:
    """The model's function, and the counts of its weights and states."""
    func = graph_function(module, BACKBONE)
    counts = []
    for key in ("param_num", "state_num"):
        value = module.attrs.get(key)
        if not isinstance(value, int):
            raise MlccError(
                "T140", f"the module has no whole number `{key}` among its attributes",
                help='`I.module_attrs({"param_num": 2, "state_num": 0})` in its text',
            )  # fmt: skip
        counts.append(value)
    params, states = counts
    if len(func.params) < params + states:
        raise MlccError(
            "T140", f"`{BACKBONE}` has {len(func.params)} parameters, fewer than {params} weights and {states} states",
            span=func.span,
        )  # fmt: skip
    result = func.body.body
    if states and (not isinstance(result, GraphTuple) or len(result.fields) <= states):
        raise MlccError(
            "T140", f"`{BACKBONE}` returns a tuple of its results and its {states} new states", span=func.span
        )
    return func, params, states


__all__ = ["SetupTrainer"]
