"""The way from a module to a library as data: the named phases in order, each with its reason.

`mlcc list passes` prints this table, `--dump-phases` writes the program after each, and the pipeline
runs it; there is no other order anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phase:
    """`name` is a graph pass of `mlcc.relax.transform` or a step of the pipeline; `why` it stands here."""

    name: str
    why: str


GRAPH_PHASES: tuple[Phase, ...] = (
    Phase("Normalize", "every later pass may ask any value for its type and shape"),
    Phase("InlineCalls", "an artefact's entries call programs only, and fusion works across the calls"),
    Phase("RemoveUnusedFunctions", "nothing is spent on functions that no entry calls"),
    Phase("ConvertToDataflow", "later passes fuse and reorder in dataflow blocks only"),
    Phase("FuseQuantized", "weights are integers until constants are folded; products of bytes stay that from here on"),
    Phase("FoldConstant", "shapes and scales computed from constants must be constants for what follows"),
    Phase("RemoveIdentities", "what changes nothing would stand between operators that belong together"),
    Phase("RecognizeActivations", "constants are known, and none of them has moved into weights yet"),
    Phase("SplitEinsum", "products written as einsums are found as products by all that follows"),
    Phase("FoldScale", "batch norms become part of the weights, which leaves more to fold"),
    Phase("FoldConstant", "the scaled weights are computed now, not on every call"),
    Phase("EliminateCommonSubexpr", "equal calls are merged before fusion copies them into groups"),
    Phase("DeadCodeElimination", "what follows asks how often a value is used"),
    Phase("RecognizeNorms", "equal deviations are one value, and it is known that nothing else uses a norm's parts"),
    Phase("DeadCodeElimination", "the parts of norms are left over, and still count as users"),
    Phase("RecognizeSoftmax", "attention is looked for by its softmax"),
    Phase("SplitBatches", "attention is looked for between two products, where no reshape may stand"),
    Phase("MoveActivations", "what stood after a concatenation can now be fused into what made its pieces"),
    Phase("MoveShuffles", "a shuffle next to a change of layout is one movement with it"),
    Phase("WidenProducts", "norms and activations are found in the types they have; layouts and panels are of float32"),
    Phase("DeadCodeElimination", "what was moved or widened has left its old calls behind"),
    Phase("SplitPools", "windows that overlap share their slices, in blocks of channels too"),
    Phase("ConvertLayout", "convolutions take their blocked form while they are still named operators"),
    Phase("SplitRecurrent", "the product with all inputs of a sequence is one matrix product, to be packed next"),
    Phase("MergeSiblings", "narrow products of one operand become one before each is packed in panels of its own"),
    Phase("PackWeights", "matrices that no layout claimed are packed in the order in which kernels read them"),
    Phase("FlattenRows", "a tile of rows is a rectangle only where one dimension counts them; epilogues stay fusible"),
    Phase("StackColumns", "rows are counted by one dimension; what moves heads must not be part of an attention yet"),
    Phase("FuseAttention", "scores between two products never reach memory; what moves the operands is known by now"),
    Phase("ReadTransposed", "what stayed a product of few rows is no attention's, whose kernel transposes as it reads"),
    Phase("FuseNorms", "rows are matrices and products are packed: what makes a panel of a row can describe it"),
    Phase("DeadCodeElimination", "fusion counts users, and dead ones would stop it"),
    Phase("FuseOps", "operators are grouped while they still have names"),
    Phase("LegalizeOps", "each group becomes one tensor program, which schedules can work on"),
    Phase("DeadCodeElimination", "legalisation leaves the values that only views used"),
    Phase("RemoveUnusedFunctions", "groups that became equal programs are left over"),
)

PROGRAM_PHASES: tuple[Phase, ...] = (
    Phase("schedule", "tensor programs still have the blocks and loops that schedules name; none that the cache knows"),
    Phase("lower", "blocks become flat loops over flat buffers; the workspace of each program is known after it"),
    Phase("plan-memory", "graph functions become programs that call lowered ones in one arena"),
    Phase("codegen", "each flat program becomes LLVM text of its own"),
    Phase("optimize", "programs are compiled apart: in parallel, and only those that changed since the last build"),
    Phase("assemble", "the runtime, the checked entries and the weights are linked in last"),
)
