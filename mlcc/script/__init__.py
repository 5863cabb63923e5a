"""Text to IR: the TVMScript dialects that mlcc reads.

`parse` reads a module and verifies it, `parse_module` only reads it, `parse_prim_func` reads one tensor program,
`parse_expr` one expression. The modules `tir`, `relax` and `ir` serve as `T`, `R` and `I` in Python sources, whose
decorated functions are read by the same grammar, and verified:

    from mlcc.script import ir as I, tir as T, relax as R

    @I.ir_module
    class Module:
        @T.prim_func
        def scale(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")): ...
"""

from __future__ import annotations

from . import ir, relax, tir
from .ir import ir_module
from .module import from_source, parse, parse_expr, parse_module, parse_prim_func
from .tir import prim_func

tirx = tir  # TVM's name of the dialect since 0.24

__all__ = [
    "from_source", "ir", "ir_module", "parse", "parse_expr", "parse_module", "parse_prim_func", "prim_func", "relax",
    "tir", "tirx",
]  # fmt: skip
