"""mlcc: a machine-learning compiler.

Importing the package loads nothing but this file and `late_names`: every public name is looked up on first use,
so that `mlcc --help` and `mlcc run` stay fast.

    import mlcc
    from mlcc import te, topi, tir, relax
    lib = mlcc.build("model.onnx", target="llvm")
"""

from __future__ import annotations

import time

from mlcc.late_names import loader, provide

__version__ = "0.1.0"

#: When this process began to load the package: sources that are changed later are not what it runs.
LOADED_NS = time.time_ns()

# Public name -> `module:attribute`, or a module as such.
_LAZY = {
    "te": "mlcc.te",
    "topi": "mlcc.topi",
    "tir": "mlcc.tir",
    "ir": "mlcc.ir",
    "relax": "mlcc.relax",
    "script": "mlcc.script",
    "schedule": "mlcc.schedule",
    "target": "mlcc.target",
    "runtime": "mlcc.runtime",
    "reference": "mlcc.reference",
    "diagnostics": "mlcc.diagnostics",
    "backend": "mlcc.backend",
    "rpc": "mlcc.rpc",
    "autotvm": "mlcc.autotvm",
    "meta_schedule": "mlcc.meta_schedule",
    "vm": "mlcc.vm",
    "arith": "mlcc.arith",
    "contrib": "mlcc.contrib",
    "testing": "mlcc.testing",
    "transform": "mlcc.transform",
    "dlight": "mlcc.dlight",
    "s_tir": "mlcc.s_tir",
    "tirx": "mlcc.tir",
    "instrument": "mlcc.ir.instrument",
    "device": "mlcc.runtime:device",
    "lower": "mlcc.driver:lower",
    "nd": "mlcc.runtime.ndarray",
    "Schedule": "mlcc.schedule:Schedule",
    "IRModule": "mlcc.ir:IRModule",
    "PrimFunc": "mlcc.ir:PrimFunc",
    "Target": "mlcc.target:Target",
    "Library": "mlcc.runtime:Library",
    "MlccError": "mlcc.diagnostics:MlccError",
    "InternalError": "mlcc.diagnostics:InternalError",
    "cpu": "mlcc.runtime:cpu",
    "cuda": "mlcc.runtime:cuda",
    "opencl": "mlcc.runtime:opencl",
    "register_func": "mlcc.runtime:register_func",
    "register_global_func": "mlcc.runtime:register_func",
    "get_global_func": "mlcc.runtime:get_global_func",
    "build": "mlcc.driver:build",
    "compile": "mlcc.vm:build",
    "quantize": "mlcc.quantization:quantize",
    "import_model": "mlcc.driver:import_model",
    "load": "mlcc.runtime:load",
    "parse": "mlcc.script:parse",
}

__all__ = ["__version__", *_LAZY]

__getattr__ = loader(__name__, _LAZY)
# TVM's names for running graph functions; the layers that build and load are above `relax`.
provide(
    "mlcc.relax",
    {"vm": "mlcc.vm", "vm_build": "mlcc.vm", "VirtualMachine": "mlcc.vm:VirtualMachine", "build": "mlcc.vm:build"},
)
# Searches are passes and pipelines too; what measures is above the passes.
provide("mlcc.relax.pipeline", {"tuning_pipeline": "mlcc.tune.graph_passes:static_shape_tuning"})
provide(
    "mlcc.relax.transform",
    {
        name: f"mlcc.tune.graph_passes:{name}"
        for name in ("MetaScheduleApplyDatabase", "MetaScheduleTuneIRMod", "MetaScheduleTuneTIR")
    },
)
# What `R` makes in Python, outside of programs in text.
provide(
    "mlcc.script.relax",
    {
        "operators": "mlcc.relax:op",
        "rules": "mlcc.relax.dpl.rules:PatternMatchingRewriter",
        "make_const": "mlcc.relax.calls:const",
        "make_shape": "mlcc.ir:ShapeExpr",
        "make_prim_value": "mlcc.relax.values:prim_value",
        "make_str": "mlcc.ir:StringValue",
        "make_dtype": "mlcc.ir:DTypeValue",
        "make_tuple": "mlcc.relax.values:tuple_of",
    },
)
_PARAMS = ("load_param_dict", "load_param_dict_from_file", "save_param_dict", "save_param_dict_to_file")
provide(
    "mlcc.runtime",
    {
        "load_module": "mlcc.runtime:load",
        "Module": "mlcc.runtime:Library",
        "Executable": "mlcc.runtime:Library",
        "Tensor": "mlcc.runtime.ndarray:NDArray",
        "Device": "mlcc.runtime.ndarray:Device",
        "tensor": "mlcc.runtime.ndarray:array",
        "empty": "mlcc.runtime.ndarray:empty",
        "vm": "mlcc.vm",
        **{name: f"mlcc.runtime.params:{name}" for name in _PARAMS},
    },
)
provide("mlcc.relax.frontend.onnx", {"from_onnx": "mlcc.frontends:from_onnx"})
provide("mlcc.relax.frontend", {"detach_params": "mlcc.frontends:detach_params"})
_TORCH = "mlcc.importers.torch"
provide(
    "mlcc.relax.frontend.torch",
    {name: f"{_TORCH}:{name}" for name in ("from_fx", "from_exported_program")},
)
provide(
    "mlcc.te",
    {"create_schedule": "mlcc.schedule:create_schedule", "thread_axis": "mlcc.schedule:thread_axis"},
)


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(_LAZY))
