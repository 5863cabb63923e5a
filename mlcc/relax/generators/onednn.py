"""The generator `onednn`: products and convolutions of float32 by oneDNN, the library of deep learning primitives.

Matrix products of any size, symbolic sizes too, become `dnnl_sgemm`, one call for each matrix of a batch, or one for
the batch where the right operand is one matrix. Convolutions without groups become products of the weight with the
matrix of windows. Bias, activations and windows stay tensor programs. The function has the same form in versions 2 and
3 of the library; the one that the machine of the build has is taken, or `onednn:library=libdnnl.so.2`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from ctypes.util import find_library
from typing import Any

from mlcc.ir import GraphFunction

from .matrix_calls import product_of, product_patterns
from .products import as_products
from .registry import Generator
from .results import LibraryCall, Pointer, Scalar


def _generate(
    functions: Sequence[GraphFunction], options: Mapping[str, Any], constants: Mapping[str, Any]
) -> list[LibraryCall]:
    return [_product(func, options) for func in functions]


def _product(func: GraphFunction, options: Mapping[str, Any]) -> LibraryCall:
    """The product of a part, which is one call of `matmul`."""
    p = product_of(func)
    steps = [Scalar(width, "int64", least=1) for width in p.widths]
    args: tuple[Pointer | Scalar, ...] = (
        *(Scalar(ord("T" if turned else "N")) for turned in p.turned),
        *(Scalar(size, "int64") for size in (p.rows, p.columns, p.inner)), Scalar(1.0, p.dtype),
        p.left, steps[0], p.right, steps[1], Scalar(0.0, p.dtype), p.out, steps[2],
    )  # fmt: skip
    return LibraryCall("dnnl_sgemm", options["library"], args, p.loops, options["package"], has_status=True)


GENERATOR = Generator(
    name="onednn",
    summary="matrix products and convolutions by the system's oneDNN",
    generate=_generate,
    patterns=lambda: product_patterns(("float32",)),
    prepare=as_products,
    options={"library": find_library("dnnl") or "libdnnl.so.3", "package": "Debian: libdnnl2 or libdnnl3"},
    doc=__doc__,
)
