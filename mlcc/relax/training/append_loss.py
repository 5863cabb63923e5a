"""A loss at the end of a model's function."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    BindingBlock,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    SeqExpr,
    update,
    walk,
)  # fmt: skip

from ..clone import Clone, copy_with_new_vars
from ..infer import infer
from ..rewrite import rename, with_vars
from ..transform.pass_ import Pass, graph_function, normalized


@dataclass(frozen=True)
class AppendLoss(Pass):
    """Add a function that computes `loss_function` of the first `num_backbone_outputs` results of the function
    `func_name`, and returns the loss and the other results.

    Its parameters are those of the model, then the targets of the loss. Its name is `new_func_name`, or `func_name`
    with ``_loss`` behind it. Raises T122 without such a function, T140 for a loss that does not fit.
    """

    needs_normal_form: ClassVar[bool] = False
    func_name: str = "main"
    loss_function: Any = None
    num_backbone_outputs: int = 1
    new_func_name: str | None = None

    def __call__(self, module: IRModule) -> IRModule:
        name = self.new_func_name or f"{self.func_name}_loss"
        backbone = copy_with_new_vars(graph_function(module, self.func_name))
        joined = self._joined(backbone)
        return normalized(module.with_function(name, joined.with_attr("global_symbol", name)))

    def _joined(self, backbone: GraphFunction) -> GraphFunction:
        loss = self.loss_function
        if not isinstance(loss, GraphFunction):
            raise MlccError(
                "T140", f"a loss is a graph function, not a {type(loss).__name__}",
                help="`MSELoss()(prediction, target)` makes one of types",
            )  # fmt: skip
        result = backbone.body.body
        outputs = list(result.fields) if isinstance(result, GraphTuple) else [result]
        count = self.num_backbone_outputs
        if len(outputs) < count or len(loss.params) < count:
            raise MlccError(
                "T140", f"the loss takes {count} results; `{self.func_name}` has {len(outputs)}, and the loss "
                f"{len(loss.params)} parameters", span=backbone.span,
            )  # fmt: skip
        targets = tuple(GraphVar(p.name, p.sinfo, span=p.span) for p in loss.params[count:])
        clone = Clone(loss.params, (*outputs[:count], *targets), in_dataflow=True)
        bindings = [*backbone.bindings(), *(clone.binding(b) for b in loss.bindings())]
        value = clone.visit(loss.body.body)
        rest = outputs[count:]
        whole: GraphExpr = GraphTuple((value, *rest)) if rest else value
        return _in_one_block(bindings, whole, (*backbone.params, *targets), backbone)


def _in_one_block(
    bindings: list[Any], result: GraphExpr, params: tuple[GraphVar, ...], like: GraphFunction
) -> GraphFunction:
    """A function whose bindings are one dataflow block, of which the variables of the result are the outputs."""
    outside = {v for v in walk(result) if isinstance(v, GraphVar)}
    env: dict[GraphVar, GraphVar] = {}
    for binding in bindings:
        var = binding.var
        if var.is_dataflow is (var in outside):
            env[var] = GraphVar(var.name, var.sinfo, var not in outside, span=var.span)
    block = BindingBlock(tuple(with_vars(b, env) for b in bindings), True)
    body = rename(result, env)
    if isinstance(body, GraphTuple):
        body = update(body, sinfo=infer(update(body, sinfo=None), None))
    return GraphFunction(params, SeqExpr((block,), body, body.sinfo), None, dict(like.attrs))


__all__ = ["AppendLoss"]
