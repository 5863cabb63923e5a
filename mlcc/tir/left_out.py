"""Passes on tensor programs of TVM that have no place of their own here, and what does their work."""

from __future__ import annotations

_LOWERED = "a build lowers programs by itself (`mlcc build --emit ll`, `mlcc.lowering.lower`)"
_DEVICE = "code of devices is made from `bind`, scopes and barriers by a build (`--target cuda`, `--emit cu`)"
_NARROW = "types that a machine lacks are widened by a build"
_OPTIMISED = (
    "LLVM and the compilers of C and CUDA find expressions that repeat, and move what is the same in every iteration"
)
_OVERLAPPED = (
    "processors overlap loads with computation; `cache_read`, `compute_at` and `unroll` of a schedule say what is near"
)
_OPTIONS = "options are those of `PassContext(config=…)`"
_CHECKED = "programs are verified wherever they come in (`mlcc.ir.verify`)"

#: By name: what to use instead.
LEFT_OUT = {
    **dict.fromkeys(
        ("LowerTVMBuiltin", "MakePackedAPI", "LowerTIRx", "LowerTIRxOpaque", "PointerValueTypeRewrite", "RemoveAssume",
         "LowerAutoCopy", "RemoveStoreUndef", "TilePrimitiveDispatch", "InlinePrivateFunctions",
         "AnnotateIrregularLoop", "InjectVirtualThread", "UseAssumeToReduceBranches"),
        _LOWERED,
    ),
    **dict.fromkeys(
        ("SplitHostDevice", "LowerWarpMemory", "InferFragment", "InjectPTXAsyncCopy", "InjectPTXLDG32",
         "InjectPermutedLayout", "LowerAsyncDMA", "LowerCrossThreadReduction", "LowerThreadAllreduce", "LowerVtcmAlloc",
         "ManifestSharedMemoryLocalStage", "MergeSharedMemoryAllocations", "ThreadSync", "TransformMmaBufferLayout",
         "UnifyThreadBinding", "LiftThreadBinding", "VerifyVTCMLimit", "DecorateDeviceScope"),
        _DEVICE,
    ),
    **dict.fromkeys(
        ("BF16ComputeLegalize", "BF16StorageLegalize", "FP8ComputeLegalize", "FP8StorageLegalize",
         "ForceNarrowIndexToInt32", "NarrowDataType"),
        _NARROW,
    ),
    **dict.fromkeys(("VerifyMemory",), _CHECKED),
    **dict.fromkeys(("CommonSubexprElim", "HoistExpression"), _OPTIMISED),
    **dict.fromkeys(("InjectDoubleBuffer", "InjectSoftwarePipeline"), _OVERLAPPED),
    **dict.fromkeys(
        ("StmtSimplifyConfig", "UnrollLoopConfig", "RemoveNoOpConfig", "HoistIfThenElseConfig", "HoistExpressionConfig",
         "LoopPartitionConfig", "InjectDoubleBufferConfig", "HoistedConditionals", "HoistedLetBindings"),
        _OPTIONS,
    ),
    "RenormalizeSplitPattern": "`Simplify` brings indices into one form",
    "RemoveWeightLayoutRewriteBlock": "weights are laid out by a build, before programs are searched",
    "InstrumentProfileIntrinsics": "`mlcc build --profile` measures every program of a library",
}  # fmt: skip
