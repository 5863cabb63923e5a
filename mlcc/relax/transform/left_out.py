"""Passes of TVM that have no meaning where the result is a native library, and what does their work."""

from __future__ import annotations

_PLANNED = "a build plans memory and lowers by itself; leave the pass out of the pipeline"
_ONE_DEVICE = "a module is for one target: build it with `--target cuda` or another one"
_WEIGHTS = "weights are part of the library; `LiftTransformParams` takes what is computed of them out of a function"

#: By name: what to use instead.
LEFT_OUT = {
    **dict.fromkeys(
        ("AllocateWorkspace", "CallTIRRewrite", "ComputePrimValue", "KillAfterLastUse",
         "LowerAllocTensor", "LowerRuntimeBuiltin", "RemovePurityChecking", "StaticPlanBlockMemory", "VMBuiltinLower",
         "VMShapeLower"),
        _PLANNED,
    ),
    **dict.fromkeys(
        ("IPCAllReduceRewrite", "LowerGPUIPCAllocStorage", "RealizeVDevice", "RewriteCUDAGraph",
         "SpecializePrimFuncBasedOnCallSite", "UpdateVDevice"),
        _ONE_DEVICE,
    ),
    **dict.fromkeys(("LazyGetInput", "LazySetOutput", "LazyTransformParams"), _WEIGHTS),
    **dict.fromkeys(
        ("AttachAttrLayoutFreeBuffers", "SplitLayoutRewritePreproc"),
        "weights are packed by `PackWeights` of a build, for the registers of the target",
    ),
    "DataflowUseInplaceCalls": "a build lets results take the place of operands that are not read again",
    "FastMathTransform": "functions such as `exp` are polynomials in every library",
    "OptimizeLayoutTransform": "`ConvertLayout` leaves no pairs of conversions in a graph",
    "SplitCallTIRByPattern": "external code generators take operators, before they become programs: `FuseOpsByPattern`",
}  # fmt: skip
