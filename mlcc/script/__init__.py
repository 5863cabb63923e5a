"""Text to IR: the TVMScript dialects that mlcc reads.

`parse_module` reads a file, `parse_prim_func` one tensor program, `parse_expr` one expression. The modules `tir`,
`relax` and `ir` serve as `T`, `R` and `I` in Python sources, whose decorated functions are read by the same grammar.
"""

from __future__ import annotations

from .module import parse_expr, parse_module, parse_prim_func

__all__ = ["parse_expr", "parse_module", "parse_prim_func"]
