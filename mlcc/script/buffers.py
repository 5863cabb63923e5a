"""Buffers as they are declared: ``T.Buffer``, ``T.match_buffer``, ``T.alloc_buffer`` and their options."""

from __future__ import annotations

from mlcc.ir import Buffer, Expr, IntImm, Var, as_int

from . import syntax as s
from .driver import parse_formula
from .formulas import Formulas

_OPTIONS = "data strides elem_offset scope align offset_factor buffer_type axis_separators"
TYPE_PARAMETERS = f"shape dtype {_OPTIONS}"


def is_buffer_type(fx: Formulas, node: s.Syntax) -> bool:
    """True for ``T.Buffer(...)`` and ``T.Buffer[...]``."""
    if isinstance(node, s.Call):
        path = fx.ctx.split(node.func)
    elif isinstance(node, s.Subscript):
        path = fx.ctx.split(node.value)
    else:
        return False
    return path == ("T", "Buffer")


def buffer_from_type(fx: Formulas, name: str, node: s.Syntax, definition: s.Syntax | s.Parameter) -> Buffer:
    """The buffer of an annotation, in either spelling."""
    if isinstance(node, s.Subscript):
        node = _as_call(node)
    assert isinstance(node, s.Call)
    return make(fx, name, fx.ctx.bind(node, TYPE_PARAMETERS, 1, "T.Buffer"), definition)


def _as_call(node: s.Subscript) -> s.Call:
    """``T.Buffer[(4, 8), "float32"]`` as ``T.Buffer((4, 8), "float32")``. Without a dtype every element is a
    dimension."""
    index = node.index
    args: list[s.Syntax] = [index]
    if isinstance(index, s.Tuple) and index.items:
        last = index.items[-1]
        typed = isinstance(last, (s.Literal, s.Attribute)) and not (
            isinstance(last, s.Literal) and isinstance(last.value, int)
        )
        if typed or isinstance(index.items[0], (s.Tuple, s.List)):
            args = list(index.items)
    return s.Call(node.value, args, [], node.start, node.end)


def make(fx: Formulas, name: str, args: dict[str, s.Syntax], definition: s.Syntax | s.Parameter) -> Buffer:
    """A buffer from bound arguments (see :data:`TYPE_PARAMETERS`)."""
    shape = _shape(fx, args["shape"])
    dtype = fx.dtype_text(args["dtype"]) if "dtype" in args else "float32"
    index_dtype = shape[0].dtype if shape else fx.int_dtype
    strides: tuple[Expr, ...] = ()
    if "strides" in args and not is_none(args["strides"]):
        strides = tuple(dimension(fx, item, index_dtype) for item in fx.ctx.items(args["strides"]))
    offset = None
    if "elem_offset" in args and not is_none(args["elem_offset"]):
        offset = dimension(fx, args["elem_offset"], index_dtype)
        offset = None if as_int(offset) == 0 else offset  # where a buffer starts unless it says otherwise
    scope = fx.ctx.text(args["scope"], "the scope") if "scope" in args else "global"
    align = fx.ctx.integer(args["align"], "the alignment") if "align" in args else 0
    factor = fx.ctx.integer(args["offset_factor"], "the offset factor") if "offset_factor" in args else 0
    return Buffer(
        name, shape, dtype, scope or "global", strides, offset, max(0, align), factor, span=fx.ctx.span(definition)
    )


def _shape(fx: Formulas, node: s.Syntax) -> tuple[Expr, ...]:
    """The dimensions: a tuple, a list, one number, or a name for a tuple of numbers in Python."""
    if isinstance(node, s.Name):
        found = fx.ctx.find(node.id)
        if isinstance(found, tuple):
            return tuple(fx.typed(item, node, fx.int_dtype) for item in found)
    return tuple(dimension(fx, item) for item in fx.ctx.items(node))


def is_none(node: s.Syntax) -> bool:
    """Whether an argument is the literal None."""
    return isinstance(node, s.Literal) and node.value is None


def dimension(fx: Formulas, node: s.Syntax, dtype: str | None = None) -> Expr:
    """A dimension or stride. A string names an expression over symbolic dimensions; a name that is not
    defined becomes one, of `dtype`."""
    if isinstance(node, s.Literal) and isinstance(node.value, str):
        # The formula stands inside the quotes, so that errors point into the text.
        node = parse_formula(fx.ctx.source, node.start + 1, node.end - 1)
        declare_free(fx, node, dtype or fx.int_dtype)
    result = fx.index(node)
    if isinstance(result, IntImm) and result.value < 0:
        raise fx.ctx.error("P124", f"a dimension cannot be {result.value}", node)
    return result


def declare_free(fx: Formulas, node: s.Syntax, dtype: str) -> None:
    """Define every unknown name in an expression as a symbolic dimension."""
    match node:
        case s.Name():
            if not fx.ctx.has(node.id):
                fx.ctx.define(node.id, Var(node.id, dtype, span=fx.ctx.span(node)), node)
        case s.Operation():
            declare_free(fx, node.left, dtype)
            declare_free(fx, node.right, dtype)
        case s.Unary():
            declare_free(fx, node.operand, dtype)
        case s.Call():
            for item in node.args:
                declare_free(fx, item, dtype)
        case s.Tuple() | s.List():
            for item in node.items:
                declare_free(fx, item, dtype)


def declare_in_type(fx: Formulas, node: s.Syntax, dtype: str) -> None:
    """Free names in the shape of a ``T.Buffer`` annotation are symbolic dimensions too."""
    if isinstance(node, s.Subscript):
        node = _as_call(node)
    if isinstance(node, s.Call) and node.args:
        declare_free(fx, node.args[0], dtype)
