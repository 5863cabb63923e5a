"""Questions about tensor programs. Nothing here changes a program.

Which module answers which question about indices:

| question | asked of |
|---|---|
| what is the normal form of an expression, are two equal | `Analyzer.poly`, `equal` (`poly`, `normal`) |
| between which numbers does a value lie | `Analyzer.interval` (`ranges`), `simplify.bounds` |
| does a comparison always hold, under ranges and conditions | `Analyzer.can_prove`, `nonneg`, `assume` (`affine`) |
| how is an expression or a condition written shorter | `Analyzer.simplify`, `normal` (`simplify`) |
| which sizes of a program may be 0 | `program_sizes.program_analyzer` |
| which interval does an index cover while some loops run | `relax` |
| are indices a map made by split and fuse, what is its inverse | `itermap.IterMap`, in the terms of `iterators` |
| how are bindings after `split` and `fuse` written as TVM writes them | `bindings` |
| what does a change of layout do to a shape, is it one-to-one | `indexmap.IndexMap` |
| do indices take all combinations of their values | `joint` |
| can equations over bounded integers have a solution | `feasible` |
| can two accesses meet in one element, in different iterations | `conflicts`, and per statement `dependence` |
| which region of a buffer does a block access | `regions` |
| is a load one from a table with an element for every byte | `byte_tables` |
| into which factors of dimensions do shapes of as many elements split | `factors` |
| how much does an instance of a block or a nest of loops compute | `work` |

Two questions are asked below this package, of `mlcc.ir`: which indices are *certainly* out of range (`ir.bounds`, for
the verifier, which judges a program before any analysis may rely on it), and how a range is spelled (`ir.linear`).
"""

from .affine import conjunction, conjuncts, negation
from .byte_tables import byte_index
from .extents import LARGEST_EXTENT, clamped, never_negative, simplified_extent
from .factors import ShapeFactors
from .in_place import IN_PLACE, inputs_in_place, reusable
from .poly import Digit, Opaque, Poly, to_expr
from .preconditions import REQUIRES, Precondition, preconditions
from .program_sizes import program_analyzer
from .regions import accessed_buffers, block_regions, output_buffers, regions_of_block
from .relax import Interval, relax
from .reshapes import has_reshape_pattern, symbolic_divisions
from .simplify import Analyzer, bounds, can_prove, same, simplify, simplify_condition, uses_any

__all__ = [
    "IN_PLACE",
    "Analyzer",
    "Digit",
    "Interval",
    "LARGEST_EXTENT",
    "Opaque",
    "Poly",
    "Precondition",
    "REQUIRES",
    "ShapeFactors",
    "accessed_buffers",
    "block_regions",
    "bounds",
    "byte_index",
    "can_prove",
    "clamped",
    "conjunction",
    "conjuncts",
    "has_reshape_pattern",
    "inputs_in_place",
    "negation",
    "never_negative",
    "output_buffers",
    "preconditions",
    "program_analyzer",
    "regions_of_block",
    "relax",
    "reusable",
    "same",
    "simplified_extent",
    "simplify",
    "simplify_condition",
    "symbolic_divisions",
    "to_expr",
    "uses_any",
]
