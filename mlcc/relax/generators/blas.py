"""The generator `blas`: matrix products by a library with the C interface of BLAS, by default OpenBLAS.

Products of float32 and float64 matrices of any size, symbolic sizes too, become `cblas_sgemm` and `cblas_dgemm`, one
call for each matrix of a batch, or one for the batch where the right operand is one matrix. Convolutions without groups
become products of the weight with the matrix of windows. Bias, activations and windows stay tensor programs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mlcc.ir import GraphFunction

from .matrix_calls import product_of, product_patterns
from .products import as_products
from .registry import Generator
from .results import LibraryCall, Pointer, Scalar

_FUNCTIONS = {"float32": "cblas_sgemm", "float64": "cblas_dgemm"}
#: Values of CBLAS's enumerations.
_ROW_MAJOR, _AS_IT_IS, _TRANSPOSED = 101, 111, 112


def _generate(
    functions: Sequence[GraphFunction], options: Mapping[str, Any], constants: Mapping[str, Any]
) -> list[LibraryCall]:
    return [_product(func, options) for func in functions]


def _product(func: GraphFunction, options: Mapping[str, Any]) -> LibraryCall:
    """The product of a part, which is one call of `matmul`."""
    p = product_of(func)
    steps = [Scalar(width, least=1) for width in p.widths]
    args: tuple[Pointer | Scalar, ...] = (
        Scalar(_ROW_MAJOR), *(Scalar(_TRANSPOSED if turned else _AS_IT_IS) for turned in p.turned),
        Scalar(p.rows), Scalar(p.columns), Scalar(p.inner), Scalar(1.0, p.dtype),
        p.left, steps[0], p.right, steps[1], Scalar(0.0, p.dtype), p.out, steps[2],
    )  # fmt: skip
    return LibraryCall(_FUNCTIONS[p.dtype], options["library"], args, p.loops, options["package"])


GENERATOR = Generator(
    name="blas",
    summary="matrix products and convolutions by the system's BLAS (OpenBLAS)",
    generate=_generate,
    patterns=lambda: product_patterns(_FUNCTIONS),
    prepare=as_products,
    options={"library": "libopenblas.so.0", "package": "Debian: libopenblas0"},
    doc=__doc__,
)
