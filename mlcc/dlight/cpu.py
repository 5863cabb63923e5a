"""Rules for processors."""

from .base import LibraryRule


class Matmul(LibraryRule):
    """Products of matrices in tiles of registers."""

    files = ("matmul", "matmul_registers", "matmul_tiles", "dense_packed", "dense_packed_deep", "dense_matrix")


class GEMV(LibraryRule):
    """Products with a vector."""

    files = ("matmul_row", "dense_packed")


class Reduction(LibraryRule):
    """Reductions along rows or columns."""

    files = ("reduce_rows", "reduce_columns", "reduce_wide_columns", "rowwise", "columnwise")


class Fallback(LibraryRule):
    """What no other rule takes."""

    files = ("elementwise", "generic")


__all__ = ["GEMV", "Fallback", "Matmul", "Reduction"]
