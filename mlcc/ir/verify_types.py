"""Types of tensor-program expressions: the checks of single nodes, which need no scope."""

from __future__ import annotations

from mlcc.diagnostics import closest

from . import dtype as dt
from .expr import COMPARE, LOGICAL, Binary, Buffer, BufferLoad, Call, Cast, Expr, Not, Select
from .intrinsics import INTRINSICS
from .printer import script
from .verify_scope import Report


def check_types(report: Report, expr: Expr, where: object) -> None:
    """Report type mistakes of one node (not of its children)."""
    match expr:
        case Binary():
            _binary(report, expr, where)
        case BufferLoad():
            pass
        case Not():
            if not dt.is_bool(expr.a.dtype):
                report.add("V032", f"`not` of `{expr.a.dtype}` in `{script(expr)}`", expr, where, help="compare first")
        case Select():
            check_condition(report, expr.condition, expr, where)
            _same(report, expr, expr.true_value, expr.false_value, where)
        case Cast():
            _cast(report, expr, where)
        case Call():
            _call(report, expr, where)


def check_storable(report: Report, buffer: Buffer, where: object) -> None:
    """Report a buffer with an element type that cannot be stored in memory."""
    if buffer.dtype not in dt.SCALARS:
        message = f"the buffer `{buffer.name}` cannot hold elements of type `{buffer.dtype}`"
        report.add("V034", message, buffer, where, help="use a scalar type; vectors come from `vectorize` or `T.Ramp`")


def _cast(report: Report, expr: Cast, where: object) -> None:
    kind, _, lanes = dt.parts(expr.dtype)
    if kind in ("handle", "void") or dt.parts(expr.value.dtype).kind in ("handle", "void"):
        message = f"no cast leads from `{expr.value.dtype}` to `{expr.dtype}`"
    elif lanes != dt.lanes(expr.value.dtype):
        message = f"a cast from `{expr.value.dtype}` to `{expr.dtype}` changes the number of lanes"
    else:
        return
    report.add(
        "V034", f"{message} in `{script(expr)}`", expr, where, help="use `T.Broadcast` for a vector of one value"
    )


def _binary(report: Report, expr: Binary, where: object) -> None:
    if expr.a.dtype != expr.b.dtype:
        _same(report, expr, expr.a, expr.b, where)
    elif expr.op in LOGICAL and not dt.is_bool(expr.a.dtype):
        report.add("V032", f"`{expr.op}` of `{expr.a.dtype}` in `{script(expr)}`", expr, where, help="compare first")
    elif expr.op == "div" and dt.is_int(expr.a.dtype):
        message = f"`/` on `{expr.a.dtype}` in `{script(expr)}`"
        report.add("V030", message, expr, where, help="use `//` for floor division, or cast to a float first")
    elif dt.is_bool(expr.a.dtype) and expr.op not in (*LOGICAL, *COMPARE, "bitand", "bitor", "bitxor", "min", "max"):
        report.add("V030", f"arithmetic on `bool` in `{script(expr)}`", expr, where, help="cast to a number first")


def _same(report: Report, expr: Expr, a: Expr, b: Expr, where: object) -> None:
    if a.dtype != b.dtype:
        message = f"operands of different types in `{script(expr)}`: `{a.dtype}` and `{b.dtype}`"
        report.add("V030", message, expr, where, help=f'convert one of them: `T.Cast("{a.dtype}", ...)`')


def check_condition(report: Report, condition: Expr, *where: object) -> None:
    """Report a condition that is not a bool."""
    if not dt.is_bool(condition.dtype):
        message = f"the condition `{script(condition)}` is `{condition.dtype}`, not `bool`"
        report.add("V032", message, condition, *where, help=f"compare: `{script(condition)} != 0`")


def check_index(report: Report, index: Expr, where: object) -> None:
    """Report an index that is not an integer."""
    if not dt.is_int(index.dtype):
        message = f"the index `{script(index)}` is `{index.dtype}`, not an integer"
        report.add("V031", message, index, where, help='convert it: `T.Cast("int32", ...)`')


def _call(report: Report, expr: Call, where: object) -> None:
    info = INTRINSICS.get(expr.op)
    if info is None:
        suggestion = closest(expr.op, INTRINSICS)
        report.add(
            "V033",
            f"unknown intrinsic `{expr.op}`",
            expr,
            where,
            help=f"did you mean `T.{suggestion}`?" if suggestion else "library functions are called by `T.call_extern`",
        )
        return
    if info.arity >= 0 and info.arity != len(expr.args):
        report.add("V033", f"`T.{expr.op}` takes {info.arity} arguments, here {len(expr.args)}", expr, where)
    elif expr.op == "if_then_else":
        check_condition(report, expr.args[0], expr, where)
        _same(report, expr, expr.args[1], expr.args[2], where)
    elif info.arity == 2 and expr.op != "ldexp":
        _same(report, expr, expr.args[0], expr.args[1], where)
