"""Rules for targets with threads in blocks: cuda, nvptx, opencl."""

from .base import LibraryRule


class Matmul(LibraryRule):
    """Products of matrices, and convolutions: tiles in shared memory and registers."""

    files = ("matmul", "conv2d")


class GEMV(LibraryRule):
    """Products with a vector: a row per thread or per block."""

    files = ("matmul", "reductions")


class Reduction(LibraryRule):
    """Sums and other reductions along axes."""

    files = ("reductions", "windows")


class GeneralReduction(LibraryRule):
    """Reductions in several stages, as softmax and normalisations."""

    files = ("reductions", "windows")


class Transpose(LibraryRule):
    """Elements in another order."""

    files = ("elementwise",)


class Fallback(LibraryRule):
    """What no other rule takes: a thread per element."""

    files = ("elementwise", "generic")


__all__ = ["GEMV", "Fallback", "GeneralReduction", "Matmul", "Reduction", "Transpose"]
