"""Graph passes, one file each."""

from .bind_params import BindParams
from .choose_winograd import ChooseWinograd
from .common_subexpr import EliminateCommonSubexpr
from .convert_layout import ConvertLayout
from .convert_to_dataflow import ConvertToDataflow
from .dead_code import DeadCodeElimination, RemoveUnusedFunctions
from .flatten_rows import FlattenRows
from .fold_constant import FoldConstant
from .fold_scale import FoldScale
from .fuse_attention import FuseAttention
from .fuse_norms import FuseNorms
from .fuse_ops import FuseOps
from .fuse_quantized import FuseQuantized
from .inline_calls import InlineCalls
from .legalize_ops import LegalizeOps
from .merge_siblings import MergeSiblings
from .move_ops import MoveActivations, MoveShuffles
from .normalize import Normalize
from .pack_weights import PackWeights
from .pass_ import FunctionPass, Pass, Sequential
from .read_transposed import ReadTransposed
from .recognize_activations import RecognizeActivations
from .recognize_norms import RecognizeNorms
from .recognize_softmax import RecognizeSoftmax
from .remove_identities import RemoveIdentities
from .split_batches import SplitBatches
from .split_einsum import SplitEinsum
from .split_pools import SplitPools
from .split_recurrent import SplitRecurrent
from .stack_columns import StackColumns
from .widen_products import WidenProducts

#: Every pass by name.
PASSES: dict[str, type[Pass]] = {
    p.name: p
    for p in (
        Normalize, InlineCalls, ConvertToDataflow, BindParams, FoldConstant, FoldScale, EliminateCommonSubexpr,
        MoveActivations, MoveShuffles, SplitPools, ConvertLayout, ChooseWinograd, SplitRecurrent, MergeSiblings,
        PackWeights, FlattenRows, FuseAttention, DeadCodeElimination, FuseOps, LegalizeOps, RemoveUnusedFunctions,
        FuseNorms, SplitEinsum, RemoveIdentities, FuseQuantized, StackColumns,
        RecognizeActivations, RecognizeNorms, RecognizeSoftmax, SplitBatches,
        WidenProducts, ReadTransposed,
    )
}  # fmt: skip

__all__ = [
    "PASSES", "BindParams", "ChooseWinograd", "ConvertLayout", "ConvertToDataflow", "DeadCodeElimination",
    "EliminateCommonSubexpr", "FlattenRows", "FoldConstant", "FoldScale", "FunctionPass", "FuseAttention", "FuseOps",
    "FuseNorms", "FuseQuantized", "InlineCalls", "LegalizeOps", "MergeSiblings", "MoveActivations", "MoveShuffles",
    "Normalize", "PackWeights", "Pass", "ReadTransposed", "RecognizeActivations", "RecognizeNorms",
    "RecognizeSoftmax", "RemoveIdentities", "RemoveUnusedFunctions", "Sequential", "SplitBatches", "SplitEinsum",
    "SplitPools", "SplitRecurrent", "StackColumns", "WidenProducts",
]  # fmt: skip
