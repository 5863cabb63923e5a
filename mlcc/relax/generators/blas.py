"""The generator `blas`: matrix products by a library with the C interface of BLAS, by default OpenBLAS.

Products of float32 and float64 matrices of any size, symbolic sizes too, become `cblas_sgemm` and `cblas_dgemm`, one
call for each matrix of a batch, or one for the batch where the right operand is one matrix. Convolutions without groups
become products of the weight with the matrix of windows. Bias, activations and windows stay tensor programs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mlcc.analysis import same
from mlcc.ir import Expr, GraphCall, GraphFunction, Var, VarBinding, as_int, const, const_like
from mlcc.topi.shapes import product

from ..infer import tensor_info
from ..legalize import is_inline_constant
from ..operators import dimensions, tensor_dtype
from .products import as_products
from .registry import Generator
from .results import LibraryCall, Pointer, Scalar

_FUNCTIONS = {"float32": "cblas_sgemm", "float64": "cblas_dgemm"}
#: Values of CBLAS's enumerations.
_ROW_MAJOR, _AS_IT_IS, _TRANSPOSED = 101, 111, 112


def _patterns() -> Sequence[tuple[Any, ...]]:
    from ..dpl import is_op, wildcard

    a, b = wildcard(), wildcard()
    return [("matmul", is_op("matmul")(a, b), {}, lambda match: _is_taken(match.matched_expr))]


def _is_taken(call: Any) -> bool:
    """Whether a product is one of matrices of a type that BLAS has, with batches whose sizes are known to agree."""
    assert isinstance(call, GraphCall)
    a, b = call.args
    shapes = dimensions(a), dimensions(b), dimensions(call)
    dtypes = {tensor_dtype(v) for v in (a, b, call)}
    if any(map(is_inline_constant, call.args)) or None in shapes or len(dtypes) > 1 or not dtypes <= set(_FUNCTIONS):
        return False
    left, right, out = (tuple(s or ()) for s in shapes)
    if len(left) < 2 or len(right) < 2:
        return False
    return all(_step(left, axis, out) is not None and _step(right, axis, out) is not None for axis in _batch(out))


def _batch(out: Sequence[Expr]) -> range:
    """The axes of the batch, counted from the end."""
    return range(-len(out), -2)


def _step(shape: Sequence[Expr], axis: int, out: Sequence[Expr]) -> int | None:
    """Whether an operand moves along an axis of the batch: 1, or 0 if it is the same matrix; None if not known."""
    if -axis > len(shape):
        return 0
    if same(shape[axis], out[axis]):
        return 1
    return 0 if as_int(shape[axis]) == 1 else None


def _generate(
    functions: Sequence[GraphFunction], options: Mapping[str, Any], constants: Mapping[str, Any]
) -> list[LibraryCall]:
    return [_product(func, options) for func in functions]


def _product(func: GraphFunction, options: Mapping[str, Any]) -> LibraryCall:
    """The product of a part, which is one call of `matmul`."""
    (binding,) = func.bindings()
    assert isinstance(binding, VarBinding)
    assert isinstance(binding.value, GraphCall)
    call = binding.value
    a, b, out = (tuple(tensor_info(v).shape or ()) for v in (*call.args, binding.var))
    turned_a, turned_b = bool(call.attrs.get("transpose_a")), bool(call.attrs.get("transpose_b"))
    rows, columns = out[-2:]
    inner = a[-2] if turned_a else a[-1]
    batch = list(_batch(out))
    if len(b) == 2 and not turned_a and len(a) == len(out):
        # The matrices on the left follow each other: they are one of more rows.
        rows, batch = const_like(product(a[:-1]), "int64"), []
    loops = tuple((Var(f"b{n}", "int64"), out[axis]) for n, axis in enumerate(batch))

    def slice_of(number: int, shape: Sequence[Expr]) -> Pointer:
        at = [
            loop[0] if _step(shape, axis, out) else const(0, "int64")
            for loop, axis in zip(loops, batch, strict=True)
            if -axis <= len(shape)
        ]
        return Pointer(number, tuple(at))

    places = {param: n for n, param in enumerate(func.params)}
    numbers = [places[arg] for arg in call.args]  # type: ignore[index]  # operands are the part's parameters
    width = {"a": rows if turned_a else inner, "b": inner if turned_b else columns, "c": columns}
    steps = {name: Scalar(dim, least=1) for name, dim in width.items()}
    dtype = tensor_info(binding.var).dtype
    args: tuple[Pointer | Scalar, ...] = (
        Scalar(_ROW_MAJOR), *(Scalar(_TRANSPOSED if turned else _AS_IT_IS) for turned in (turned_a, turned_b)),
        Scalar(rows), Scalar(columns), Scalar(inner), Scalar(1.0, dtype),
        slice_of(numbers[0], a), steps["a"], slice_of(numbers[1], b), steps["b"], Scalar(0.0, dtype),
        slice_of(len(func.params), out), steps["c"],
    )  # fmt: skip
    return LibraryCall(_FUNCTIONS[dtype], options["library"], args, loops, options["package"])


GENERATOR = Generator(
    name="blas",
    summary="matrix products and convolutions by the system's BLAS (OpenBLAS)",
    generate=_generate,
    patterns=_patterns,
    prepare=as_products,
    options={"library": "libopenblas.so.0", "package": "Debian: libopenblas0"},
    doc=__doc__,
)
