"""Batch norms of given statistics become part of the convolution before them."""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphVar, IRModule

from ..analysis import remove_all_unused
from ..operators import operator_name
from ..rewrite import Emitter, rewrite
from .decompose_ops import DecomposeOpsForInference
from .fold_scale import Folder
from .pass_ import Pass


@dataclass(frozen=True)
class FoldBatchnormToConv2D(Pass):
    """Scale the constant weights of a convolution by the batch norm of constant statistics that is its only user, and
    add a bias in its place. Norms are those of inference (`DecomposeOpsForInference`), behind a bias too. A build folds
    more than these (`FoldScale`)."""

    def __call__(self, module: IRModule) -> IRModule:
        norms = DecomposeOpsForInference()(module)
        return norms.map_graph_funcs(lambda f: remove_all_unused(rewrite(f, _NormFolder(f).rule, module)))


class _NormFolder(Folder):
    """Folds what a norm is written as, and nothing else."""

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if operator_name(value) == "nn.batch_norm" and isinstance(value, GraphCall) and self.follows_conv(value):
            return super().rule(out, var, value)
        bound = out.emit(value, like=var)
        self.note(bound, value, var)
        return bound

    def follows_conv(self, norm: GraphCall) -> bool:
        """Whether a norm follows a convolution of constant weights without other users, or one with a bias."""
        source: GraphExpr = norm.args[0]
        call = self.only(source)
        if call is not None and operator_name(call) == "add" and isinstance(call.args[1], Constant):
            source = call.args[0]
            call = self.only(source)
        return call is not None and operator_name(call) == "nn.conv2d" and isinstance(call.args[1], Constant)

    def only(self, value: GraphExpr) -> GraphCall | None:
        call = self.defs.get(value) if isinstance(value, GraphVar) and self.uses.get(value, 0) == 1 else None
        return call if isinstance(call, GraphCall) else None
