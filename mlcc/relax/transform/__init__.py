"""Graph passes, one file each."""

from .bind_params import BindParams
from .common_subexpr import EliminateCommonSubexpr
from .dead_code import DeadCodeElimination, RemoveUnusedFunctions
from .fold_constant import FoldConstant
from .fold_scale import FoldScale
from .fuse_ops import FuseOps
from .legalize_ops import LegalizeOps
from .normalize import Normalize
from .pass_ import FunctionPass, Pass, Sequential

#: Every pass by name.
PASSES: dict[str, type[Pass]] = {
    p.name: p
    for p in (
        Normalize, BindParams, FoldConstant, FoldScale, EliminateCommonSubexpr, DeadCodeElimination, FuseOps, LegalizeOps,
        RemoveUnusedFunctions,
    )
}  # fmt: skip

__all__ = [
    "PASSES", "BindParams", "DeadCodeElimination", "EliminateCommonSubexpr", "FoldConstant", "FoldScale", "FunctionPass", "FuseOps",
    "LegalizeOps", "Normalize", "Pass", "RemoveUnusedFunctions", "Sequential",
]  # fmt: skip
