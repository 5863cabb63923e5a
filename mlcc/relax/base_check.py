"""Whether one type holds every value of another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum

from mlcc.analysis import same
from mlcc.ir import (
    CallableStructInfo,
    Expr,
    ObjectStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
    as_int,
    structural_equal,
)


class BaseCheckResult(IntEnum):
    """How far one type is from holding the values of another.

    FAIL_L0: no value is of both. FAIL_L1: some may be, and their kind, rank or element type is known at run time only.
    FAIL_L2: as FAIL_L1, of sizes. PASS: every value of the second type is one of the first.
    """

    FAIL_L0 = 0
    FAIL_L1 = 1
    FAIL_L2 = 2
    PASS = 3


FAIL_L0, FAIL_L1, FAIL_L2, PASS = BaseCheckResult


def type_base_check(base: StructInfo, derived: StructInfo) -> BaseCheckResult:
    """Whether every value of the type `derived` is one of the type `base`."""
    match base, derived:
        case ObjectStructInfo(), _:
            return PASS
        case _, ObjectStructInfo():
            return FAIL_L1
        case TensorStructInfo(), TensorStructInfo():
            kind = _stated(base.dtype or None, derived.dtype or None)
            return min(kind, _ranks(base, derived), _sizes(base.shape, derived.shape))
        case ShapeStructInfo(), ShapeStructInfo():
            return min(_ranks(base, derived), _sizes(base.values, derived.values))
        case PrimStructInfo(), PrimStructInfo():
            values = tuple(None if info.value is None else (info.value,) for info in (base, derived))
            return min(_stated(base.dtype, derived.dtype), _sizes(*values))
        case TupleStructInfo(), TupleStructInfo():
            if len(base.fields) != len(derived.fields):
                return FAIL_L0
            return _least(map(type_base_check, base.fields, derived.fields))
        case CallableStructInfo(), CallableStructInfo():
            return _functions(base, derived)
    return FAIL_L0


def _least(results: Iterable[BaseCheckResult]) -> BaseCheckResult:
    return min(results, default=PASS)


def _stated(base: object, derived: object) -> BaseCheckResult:
    """Of a rank or an element type; None: unknown."""
    if base is None or base == derived:
        return PASS
    return FAIL_L1 if derived is None else FAIL_L0


def _ranks(*infos: TensorStructInfo | ShapeStructInfo) -> BaseCheckResult:
    return _stated(*(None if info.ndim < 0 else info.ndim for info in infos))


def _sizes(base: Sequence[Expr] | None, derived: Sequence[Expr] | None) -> BaseCheckResult:
    if base is None:
        return PASS
    if derived is None:
        return FAIL_L2
    return FAIL_L0 if len(base) != len(derived) else _least(map(_size, base, derived))


def _size(base: Expr, derived: Expr) -> BaseCheckResult:
    if same(base, derived):
        return PASS
    return FAIL_L2 if as_int(base) is None or as_int(derived) is None else FAIL_L0


def _functions(base: CallableStructInfo, derived: CallableStructInfo) -> BaseCheckResult:
    if base.purity and not derived.purity:
        return FAIL_L0
    result = type_base_check(base.ret, derived.ret)
    if base.params is None:
        return result
    if derived.params is None:
        return min(result, FAIL_L1)
    if len(base.params) != len(derived.params):
        return FAIL_L0
    equal = all(map(structural_equal, base.params, derived.params))
    # A function takes what the other one takes if its parameters hold the values of the other's.
    return result if equal else min(result, _least(map(type_base_check, derived.params, base.params)))
