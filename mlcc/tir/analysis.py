"""Questions about tensor programs, with TVM's names."""

from __future__ import annotations

from typing import Any

from mlcc.arith import Analyzer
from mlcc.ir import Block, Expr, IRModule, PrimFunc, Var, find_blocks, free_vars, problems, structural_equal


def expr_deep_equal(lhs: Expr, rhs: Expr) -> bool:
    """Whether two expressions are the same as they are written, of the same variables."""
    return structural_equal(lhs, rhs)


def can_prove_equal(lhs: Expr, rhs: Expr) -> bool:
    """Whether two expressions have the same value, as far as simplification shows."""
    return Analyzer().can_prove_equal(lhs, rhs)


def undefined_vars(node: Any, defs: Any = ()) -> list[Var]:
    """The variables that a statement or an expression uses and does not define, without those of `defs`."""
    known = set(defs)
    return [var for var in free_vars(node) if var not in known]


def verify_well_formed(obj: PrimFunc | IRModule, assert_mode: bool = True) -> bool:
    """Whether a program or a module is valid; with `assert_mode` MlccError with the V codes says what is wrong."""
    if assert_mode:
        from mlcc.ir import verify

        verify(obj if isinstance(obj, IRModule) else IRModule.from_expr(obj))
        return True
    return not problems(obj)


def get_block_access_region(block: Block) -> list[list[Any]]:
    """The regions that a block reads, and those that it writes."""
    from mlcc.analysis.regions import regions_of_block

    reads, writes = regions_of_block(block)
    return [list(reads), list(writes)]


def find_anchor_block(mod: IRModule) -> Block | None:
    """The block that does most of the work of a module with one program: the last that reduces, else the last."""
    funcs = list(mod.prim_funcs.values())
    blocks = [item.block for func in funcs for item in find_blocks(func.body) if item.block.name != "root"]
    reducing = [block for block in blocks if any(axis.kind == "reduce" for axis in block.iters)]
    found = reducing or blocks
    return found[-1] if found else None


__all__ = [
    "can_prove_equal", "expr_deep_equal", "find_anchor_block", "get_block_access_region", "undefined_vars",
    "verify_well_formed",
]  # fmt: skip
