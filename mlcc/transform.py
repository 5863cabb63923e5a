"""Passes over modules under TVM's name `transform`: `mlcc.transform.PassContext(opt_level=3)`, `module_pass` …"""

from mlcc.ir.transform import CreatedPass as ModulePass
from mlcc.ir.transform import (
    Pass,
    PassContext,
    PassInfo,
    PrintIR,
    Sequential,
    function_pass,
    module_pass,
    prim_func_pass,
    register_config,
)

__all__ = [
    "ModulePass", "Pass", "PassContext", "PassInfo", "PrintIR", "Sequential",
    "function_pass", "module_pass", "prim_func_pass", "register_config",
]  # fmt: skip
