"""Questions about tensor programs, with TVM's names."""

from __future__ import annotations

from math import prod
from typing import Any

from mlcc.arith import Analyzer
from mlcc.ir import (
    Allocate,
    Block,
    Expr,
    For,
    IRModule,
    LetStmt,
    PrimFunc,
    Var,
    as_int,
    find_blocks,
    free_vars,
    problems,
    structural_equal,
    walk,
)
from mlcc.ir import dtype as dt


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


def estimate_tir_flops(mod: PrimFunc | IRModule) -> float:
    """The arithmetic operations of the tensor programs of a module, or of one, of sizes that are known; others count
    as nothing."""
    from mlcc.driver.flops import count_flops

    module = mod if isinstance(mod, IRModule) else IRModule({"main": mod})
    return float(sum(count_flops(module, name) or 0 for name in module.prim_funcs))


def calculate_allocated_bytes(func_or_mod: PrimFunc | IRModule) -> dict[str, dict[str, int]]:
    """The bytes of the temporaries of known sizes, by the name of the program (``main`` for one alone) and by scope."""
    module = func_or_mod if isinstance(func_or_mod, IRModule) else IRModule({"main": func_or_mod})
    result: dict[str, dict[str, int]] = {}
    for name, func in module.prim_funcs.items():
        scopes = result.setdefault(name, {})
        for node in walk(func.body):
            buffers = node.allocs if isinstance(node, Block) else (node.buffer,) if isinstance(node, Allocate) else ()
            for buffer in buffers:
                sizes = [as_int(dim) for dim in buffer.shape]
                count = prod(size for size in sizes if size is not None) if None not in sizes else 0
                scopes[buffer.scope] = scopes.get(buffer.scope, 0) + count * dt.nbytes(buffer.dtype)
    return result


def verify_ssa(func: PrimFunc) -> bool:
    """Whether each variable of a program is defined once: by a loop, an axis, a ``let`` or the parameters."""
    defined: list[Var] = [*func.params]
    for node in walk(func.body):
        if isinstance(node, Block):
            defined += [axis.var for axis in node.iters]
        elif isinstance(node, (For, LetStmt)):
            defined.append(node.var)
    return len(defined) == len(set(defined))


get_sblock_access_region, find_anchor_sblock = get_block_access_region, find_anchor_block

__all__ = [
    "calculate_allocated_bytes", "can_prove_equal", "estimate_tir_flops", "expr_deep_equal", "find_anchor_block",
    "find_anchor_sblock", "get_block_access_region", "get_sblock_access_region", "undefined_vars", "verify_ssa",
    "verify_well_formed",
]  # fmt: skip
