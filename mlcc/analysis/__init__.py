"""Questions about tensor programs. Nothing here changes a program.

`Analyzer` simplifies, bounds and proves integer expressions under given ranges of variables;
`block_regions` infers what a block reads and writes.
"""

from .affine import Analyzer, conjunction, conjuncts, negation
from .extents import LARGEST_EXTENT, clamped, never_negative
from .in_place import IN_PLACE, inputs_in_place, reusable
from .poly import Digit, Opaque, Poly, to_expr
from .preconditions import REQUIRES, Precondition, preconditions
from .regions import accessed_buffers, block_regions, regions_of_block
from .relax import Interval, relax
from .simplify import bounds, can_prove, same, simplify, simplify_condition, uses_any

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
    "accessed_buffers",
    "block_regions",
    "bounds",
    "can_prove",
    "clamped",
    "conjunction",
    "conjuncts",
    "inputs_in_place",
    "negation",
    "never_negative",
    "preconditions",
    "regions_of_block",
    "relax",
    "reusable",
    "same",
    "simplify",
    "simplify_condition",
    "to_expr",
    "uses_any",
]
