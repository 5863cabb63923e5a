"""The compilation pipeline as data: the named phases in order, each with the reason for its position.

`mlcc list passes` prints this table, `--dump-phases` writes the program after each, and the pipeline
runs it: the order is stated here only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mlcc.diagnostics import MlccError, choices_help
from mlcc.plugins import installed


@dataclass(frozen=True, slots=True)
class Phase:
    """`name` is a graph pass of `mlcc.relax.transform` or a step of the pipeline; `why` explains its position."""

    name: str
    why: str

    @property
    def needed(self) -> bool:
        """Whether nothing can be built without it; a pass context may leave out the others."""
        return self.name in _NEEDED


#: The passes that bring a module into the form that the steps after the graph passes take.
_NEEDED = frozenset({"Normalize", "LambdaLift", "InlineCalls", "ExpandTupleParams", "LegalizeOps"})

GRAPH_PHASES: tuple[Phase, ...] = (
    Phase("Normalize", "later passes rely on the type and shape of every value"),
    Phase("LambdaLift", "functions inside of others are calls of the module's, which are inlined next"),
    Phase("InlineCalls", "an artefact's entries call programs only, and fusion works across the calls"),
    Phase("RemoveUnusedFunctions", "no time is spent on functions that no entry reaches"),
    Phase("ExpandTupleParams", "only entries are left, and these take tensors; later passes see them one by one"),
    Phase("DecomposeOpsForTraining", "the statistics of batches are reductions that later passes may move and fuse"),
    Phase("ConvertToDataflow", "later passes fuse and reorder in dataflow blocks only"),
    Phase("RoundAsStandard", "sums that are to be rounded at each step are not the sums that later passes match"),
    Phase("FuseQuantized", "weights are still integers: constants are not folded yet"),
    Phase("PackLowBits", "constants are not folded yet, and products of bytes by bytes are no longer among these"),
    Phase("FoldConstant", "later passes match constant shapes and scales, which exporters compute from constants"),
    Phase("RemoveIdentities", "identities would separate operators that later passes match as neighbours"),
    Phase("RecognizeActivations", "constants are folded, and none of them is part of a weight yet"),
    Phase("SplitEinsum", "all later passes treat einsums of two operands as matrix products"),
    Phase("DilateConvolutions", "no identities are between movements; scales become part of weights next"),
    Phase("MoveTransposes", "a bias next to its convolution becomes part of it, and a scale part of its weights"),
    Phase("FoldScale", "batch norms become part of the weights, which creates more constants to fold"),
    Phase("FoldConstant", "scaled weights are computed at compile time"),
    Phase("EliminateCommonSubexpr", "equal calls are merged before fusion copies them into groups"),
    Phase("DeadCodeElimination", "later passes count the users of values"),
    Phase("RecognizeNorms", "equal deviations are one value, and the users of intermediate values are exact"),
    Phase("DeadCodeElimination", "the decomposed norms are dead, but still count as users"),
    Phase("RecognizeSoftmax", "attention is matched from its softmax"),
    Phase("SplitBatches", "attention is matched between two products without a reshape in between"),
    Phase("MoveActivations", "activations after a concatenation can then fuse with the producers of its operands"),
    Phase("MoveShuffles", "a shuffle next to a layout conversion is one movement with it"),
    Phase("SplitRecurrent", "the product with all inputs of a sequence is one matrix product, which may be lowered"),
    Phase("WidenForPrecision", "products of another 16-bit type are lowered from float32, as all are"),
    Phase("LowerPrecision", "norms and activations are matched in float32, the type in which they stay"),
    Phase("MergeInputs", "products with inputs are lowered, and recurrent weights not packed for registers yet"),
    Phase("WidenProducts", "norms and activations are matched in narrow types; layouts and panels are of float32"),
    Phase("DeadCodeElimination", "calls that were moved or widened have left dead ones behind"),
    Phase("ExternalParts", "operators are whole and their weights plain, as code generators outside of mlcc read them"),
    Phase("SkipUnreadPixels", "users are exact, and convolutions are still named operators, whose strides may change"),
    Phase("SplitPools", "overlapping windows share slices; the result converts to channel blocks next"),
    Phase("ConvertLayout", "convolutions are converted while they are still named operators"),
    Phase("MergeExtremes", "reductions on channel blocks have their final form, and are not fused with others yet"),
    Phase("MergeSiblings", "narrow products of one operand are merged before each is packed separately"),
    Phase("PackWeights", "the remaining matrices are packed in the order in which kernels read them"),
    Phase("FlattenRows", "a tile of rows needs a single row dimension; row-wise epilogues stay fusible"),
    Phase("StackColumns", "rows have one dimension; transposes of heads are not part of an attention yet"),
    Phase("FuseAttention", "products and the movements of their operands have their final form"),
    Phase(
        "ReadTransposed",
        "the remaining products of few rows are not part of an attention, which reads transposed itself",
    ),
    Phase("FuseNorms", "rows are matrices and products are packed: the kernel of a panel can compute its statistics"),
    Phase("JoinMovements", "passes that match the transposes of operands and rows have run; fusion comes next"),
    Phase("DeadCodeElimination", "fusion counts users, and dead ones would prevent it"),
    Phase("AnnotateTIROpPattern", "programs of the module fuse with operators and each other by their patterns"),
    Phase("FuseOps", "operators are grouped while they still have names"),
    Phase("LegalizeOps", "each group becomes one tensor program, which schedules can work on"),
    Phase("DeadCodeElimination", "legalisation leaves values that only views used"),
    Phase("RemoveUnusedFunctions", "groups whose programs are shared are unreachable"),
)

PROGRAM_PHASES: tuple[Phase, ...] = (
    Phase("schedule", "tensor programs still have the blocks and loops that schedules name; cached programs skip it"),
    Phase("lower", "blocks become flat loops over flat buffers, which determines the workspace of each program"),
    Phase("plan-memory", "graph functions become programs that call lowered ones in one arena"),
    Phase("codegen", "each flat program becomes a separate LLVM module"),
    Phase(
        "optimize", "programs are compiled separately: in parallel, and only those that changed since the last build"
    ),
    Phase("assemble", "the runtime, the checked entries and the weights are linked last"),
)

#: Phases that choose layouts and forms for the vectors and caches of CPUs: a device's programs stay as operators are.
_OF_CPUS = frozenset({
    "PackLowBits", "SplitPools", "ConvertLayout", "MergeSiblings", "PackWeights", "StackColumns", "FuseAttention",
    "ReadTransposed", "FuseNorms",
})  # fmt: skip


def graph_phases(*, on_device: bool) -> tuple[Phase, ...]:
    """The graph phases of a target, with the passes of installed packages where these say.

    Those of a device lack what is for CPUs. Raises MlccError D226 for a pass that names no phase.
    """
    phases = [*GRAPH_PHASES]
    names = [phase.name for phase in GRAPH_PHASES]
    for name, item in _installed().items():
        if item.before not in names:
            raise MlccError(
                "D226",
                f"the pass {name} of `{item.__module__}` is to run before `{item.before}`, which is no phase",
                help=choices_help(item.before, names, "phases"),
            )
        position = next(at for at, phase in enumerate(phases) if phase.name == item.before)
        phases.insert(position, Phase(name, f"a pass of an installed package, before {item.before}"))
    return tuple(phase for phase in phases if not (on_device and phase.name in _OF_CPUS))


def _installed() -> dict[str, Any]:
    if not any(group == "mlcc.passes" for group, _, _ in installed()):
        return {}
    from mlcc.relax.transform import installed_passes

    return dict(installed_passes())
