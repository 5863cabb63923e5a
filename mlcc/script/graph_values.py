"""Values of graph functions: operator calls, constants, tuples, infix operators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError, closest
from mlcc.ir import (
    Constant,
    DTypeValue,
    Expr,
    ExternFunc,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphIf,
    GraphLoop,
    GraphTuple,
    GraphVar,
    Op,
    PrimValue,
    ShapeExpr,
    StringValue,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    TupleStructInfo,
    const,
    numpy_dtype,
)  # fmt: skip
from mlcc.ir import dtype as dt

from . import syntax as s
from .formulas import Formulas
from .graph_types import NAMES, GraphTypes

_INFIX = {
    "+": "add", "-": "subtract", "*": "multiply", "/": "divide", "//": "floor_divide", "%": "mod", "**": "power",
    "&": "bitwise_and", "|": "bitwise_or", "^": "bitwise_xor", "<<": "left_shift", ">>": "right_shift",
    "and": "logical_and", "or": "logical_or", "<": "less", "<=": "less_equal", ">": "greater",
    ">=": "greater_equal", "==": "equal", "!=": "not_equal",
}  # fmt: skip
_PREFIX = {"-": "negative", "~": "bitwise_not", "not": "logical_not"}
_OUTPUT_CALLS = ("call_tir", "call_dps_packed", "call_tir_inplace", "call_tir_with_grad")
#: A constant whose data the text leaves out; building a module that has one is an error.
OMITTED = "omitted_constant"
_STATEMENTS = ("dataflow", "output", "func_attr", "function", "match_cast")
#: Binds a value to a fresh variable, for arguments that are calls themselves.
Emit = Callable[[GraphExpr], GraphVar]


class ModuleName:
    """What ``cls`` stands for."""


class GraphValues:
    """Resolves expressions of one graph function. `emit` binds a nested value to a variable of its own."""

    def __init__(self, fx: Formulas, types: GraphTypes, emit: Emit) -> None:
        self.fx = fx
        self.ctx = fx.ctx
        self.types = types
        self.emit = emit
        self._constants: dict[int, Constant] = {}

    # ------------------------------------------------------------ entry points
    def bound(self, node: s.Syntax) -> GraphExpr:
        """The value of a binding: arguments are simple, the value itself may be a call."""
        return self._graph(self.any(node), node)

    def leaf(self, node: s.Syntax) -> GraphExpr:
        """A value that may stand as an argument: calls inside are bound first."""
        return self.simple(self.bound(node))

    def simple(self, value: GraphExpr) -> GraphExpr:
        if isinstance(value, (GraphCall, GraphIf, GraphLoop, TupleGetItem)):
            return self.emit(value)
        return value

    def _graph(self, value: Any, node: s.Syntax) -> GraphExpr:
        """A value as a graph expression: numbers, strings and tuples of them have forms of their own."""
        span = self.ctx.span(node)
        match value:
            case GraphExpr():
                return value
            case None:
                return Op("null_value", span=span)
            case bool() | int():
                return PrimValue(const(value, "bool" if isinstance(value, bool) else "int64"), span=span)
            case float():
                return PrimValue(const(value, "float64"), span=span)
            case str():
                return StringValue(value, span=span)
            case Expr():
                return PrimValue(value, span=span)
            case list() | tuple():
                return self._sequence(list(value), node)
        raise self.ctx.error("P124", "this is not a value of a graph function", node)

    def _sequence(self, items: list[Any], node: s.Syntax) -> GraphExpr:
        """Numbers and dimensions make a shape, anything else a tuple."""
        if all(isinstance(item, (int, Expr)) and not isinstance(item, bool) for item in items):
            dims = tuple(self.fx.typed(item, node, "int64") for item in items)
            return ShapeExpr(dims, span=self.ctx.span(node))
        return self.tuple([self.simple(self._graph(item, node)) for item in items], node)

    def tuple(self, fields: list[GraphExpr], node: s.Syntax) -> GraphTuple:
        infos = [item.sinfo for item in fields]
        found = [info for info in infos if info is not None]
        sinfo = TupleStructInfo(tuple(found)) if len(found) == len(infos) and infos else None
        return GraphTuple(tuple(fields), sinfo, span=self.ctx.span(node))

    # ------------------------------------------------------------ by kind of syntax
    def any(self, node: s.Syntax) -> Any:
        """A graph value, or a plain number, string, dimension or sequence."""
        match node:
            case s.Name():
                return self._name(node)
            case s.Call():
                return self._call(node)
            case s.Attribute():
                return self._attribute(node)
            case s.Subscript():
                return self._subscript(node)
            case s.Tuple() | s.List():
                return [self.any(item) for item in node.items]
            case s.Operation():
                left, right = self.any(node.left), self.any(node.right)
                if isinstance(left, GraphExpr) or isinstance(right, GraphExpr):
                    return self._infix(node.op, left, right, node)
                return self.fx.value(node)
            case s.Comparison(ops=[op]):
                left, right = (self.any(item) for item in node.operands)
                if isinstance(left, GraphExpr) or isinstance(right, GraphExpr):
                    return self._infix(op, left, right, node)
                return self.fx.value(node)
            case s.Unary():
                value = self.any(node.operand)
                if isinstance(value, GraphExpr) and node.op in _PREFIX:
                    return GraphCall(Op(_PREFIX[node.op]), (self.simple(value),), span=self.ctx.span(node))
                return self.fx.value(node)
        return self.fx.value(node)

    def _name(self, node: s.Name) -> Any:
        value = self.ctx.find(node.id)
        if value is not None:
            return value
        if self.ctx.functions.get(node.id) not in (None, "module"):
            return GlobalVar(node.id, span=self.ctx.span(node))
        raise self.ctx.unknown(node)

    def _attribute(self, node: s.Attribute) -> Any:
        if isinstance(node.value, s.Name):
            head = node.value.id
            is_module = self.ctx.functions.get(head) == "module"
            if is_module or isinstance(self.ctx.find(head), ModuleName):
                return self._global(node.attr, node)
        path = self.ctx.split(node)
        if path is not None and path[0] == "R":
            # Printed without parentheses: `R.null_value`, an operator as a value.
            return Op(path[1], span=self.ctx.span(node))
        return self.fx.value(node)

    def _global(self, name: str, node: s.Syntax) -> GlobalVar:
        functions = [f for f, kind in self.ctx.functions.items() if kind != "module"]
        if name not in functions:
            suggestion = closest(name, functions)
            raise self.ctx.error(
                "P120",
                f"the module has no function `{name}`",
                node,
                help=f"did you mean `{suggestion}`?" if suggestion else None,
            )
        return GlobalVar(name, span=self.ctx.span(node))

    def _subscript(self, node: s.Subscript) -> Any:
        if isinstance(node.value, s.Subscript) and isinstance(node.value.value, s.Name):
            if node.value.value.id in ("metadata", "meta") and not self.ctx.has(node.value.value.id):
                return self._stored(self.ctx.integer(node.index, "the number of the constant"), node)
        base = self.any(node.value)
        if not isinstance(base, GraphExpr):
            return self.fx.value(node)
        if not isinstance(node.index, s.Literal) or not isinstance(node.index.value, int):
            raise self.ctx.error(
                "P124", "a graph value is indexed by a number: a field of a tuple", node.index,
                help="use `R.take` or `R.strided_slice` for elements of a tensor",
            )  # fmt: skip
        base, index = self.simple(base), node.index.value
        if isinstance(base, GraphTuple):
            if index >= len(base.fields):
                raise self.ctx.error("P124", f"there are only {len(base.fields)} fields", node.index)
            return base.fields[index]
        sinfo: StructInfo | None = None
        if isinstance(base.sinfo, TupleStructInfo):
            if index >= len(base.sinfo.fields):
                raise self.ctx.error("P124", f"there are only {len(base.sinfo.fields)} fields", node.index)
            sinfo = base.sinfo.fields[index]
        return TupleGetItem(base, index, sinfo, span=self.ctx.span(node))

    def _stored(self, index: int, node: s.Syntax) -> GraphExpr:
        """Constant `index` of the table at the end of the text; a text without a table leaves its data out."""
        if self.ctx.constants is None:
            return GraphCall(Op(OMITTED), (), {"index": index}, span=self.ctx.span(node))
        if not 0 <= index < len(self.ctx.constants):
            count = len(self.ctx.constants)
            raise self.ctx.error("P124", f"there is no constant {index}: the text holds {count}", node)
        if index not in self._constants:
            self._constants[index] = Constant(self.ctx.constants.array(index), span=self.ctx.span(node))
        return self._constants[index]

    def _infix(self, op: str, left: Any, right: Any, node: Any) -> GraphCall:
        sides = (node.left, node.right) if isinstance(node, s.Operation) else tuple(node.operands)
        a = self._beside(left, right, sides[0])
        b = self._beside(right, left, sides[1])
        return GraphCall(Op(_INFIX[op]), (self.simple(a), self.simple(b)), span=self.ctx.span(node))

    def _beside(self, value: Any, other: Any, node: s.Syntax) -> GraphExpr:
        """A number beside a tensor is a constant of its type."""
        if isinstance(value, (int, float)):
            info = other.sinfo if isinstance(other, GraphExpr) else None
            like = info.dtype if isinstance(info, TensorStructInfo) else ""
            dtype = like or ("float32" if isinstance(value, float) else "int32")
            return Constant(np.array(value, numpy_dtype(dtype)), span=self.ctx.span(node))
        return self._graph(value, node)

    # ------------------------------------------------------------ calls
    def _call(self, node: s.Call) -> Any:
        path = self.ctx.split(node.func)
        if path is None or path[0] != "R":
            if path is not None or self._is_plain_function(node.func):
                return self.fx.value(node)
            callee = self.leaf(node.func)
            if not isinstance(callee, (GlobalVar, GraphVar, ExternFunc)):
                raise self.ctx.error("P124", "this cannot be called", node.func)
            return self._generic(callee, node, [])
        name = path[1]
        if name in _OUTPUT_CALLS:
            return self._with_output(name, node)
        handler = _HANDLERS.get(name)
        if handler is not None:
            return handler(self, node)
        if name in _STATEMENTS or name in NAMES:
            raise self.ctx.error("P127", f"`R.{name}` is not a value", node.func)
        return self._generic(Op(name, span=self.ctx.span(node.func)), node, [])

    def _is_plain_function(self, func: s.Syntax) -> bool:
        if not isinstance(func, s.Name):
            return False
        return func.id in ("float", "int", "bool") or not (self.ctx.has(func.id) or func.id in self.ctx.functions)

    def _generic(self, op: GraphExpr, node: s.Call, first: list[GraphExpr]) -> GraphCall:
        """Positional values are arguments, keywords attributes; a graph value by keyword is an argument too."""
        args = [*first, *(self.leaf(item) for item in node.args[len(first) :])]
        attrs: dict[str, Any] = {}
        infos: tuple[StructInfo, ...] = ()
        for item in node.keywords:
            if item.name in ("sinfo_args", "ty_args"):
                infos = tuple(self.types.read(part) for part in self.ctx.items(item.value))
                continue
            if item.name in attrs:
                raise self.ctx.error("P122", f"`{item.name}` is given twice", item)
            value = self.attribute(item.value)
            if isinstance(value, GraphExpr):
                args.append(self.simple(value))
            else:
                attrs[item.name] = value
        sinfo = infos[0] if len(infos) == 1 else TupleStructInfo(infos) if infos else None
        return GraphCall(op, tuple(args), attrs, infos, sinfo, span=self.ctx.span(node))

    def attribute(self, node: s.Syntax) -> Any:
        """An attribute's value: numbers, strings, None, lists of them, dimensions; or a graph value."""
        value = self.any(node) if not isinstance(node, s.Dict) else self.fx.attribute_value(node)
        return self._plain(value, node)

    def _plain(self, value: Any, node: s.Syntax) -> Any:
        match value:
            case list() | tuple():
                parts = [self._plain(item, node) for item in value]
                if any(isinstance(item, GraphExpr) for item in parts):
                    return self.tuple([self.simple(self._graph(item, node)) for item in parts], node)
                return parts
            case ShapeExpr():
                return [dim.value if hasattr(dim, "value") else dim for dim in value.values]
            case StringValue() | DTypeValue():
                return value.value
            case PrimValue():
                return value.value
        return value

    def _with_output(self, name: str, node: s.Call) -> GraphCall:
        """``R.call_tir(f, (x,), out_sinfo=R.Tensor(...))``, or the old ``R.call_tir(f, (x,), shape, dtype=...)``."""
        ctx, types = self.ctx, self.types
        keywords = {item.name: item.value for item in node.keywords}
        out = keywords.pop("out_sinfo", None) or keywords.pop("out_ty", None)
        dtype, tir_vars = keywords.pop("dtype", None), keywords.pop("tir_vars", None)
        positional = list(node.args)
        if len(positional) < 2 and "args" in keywords:
            positional.append(keywords.pop("args"))
        if len(positional) < 2:
            raise ctx.error("P122", f"`R.{name}` needs a function and its arguments", node)
        callee = self._callee(positional[0])
        args: list[GraphExpr] = [callee, self._inputs(positional[1])]
        rest = positional[2:]
        if out is None and rest:
            out = rest.pop(0)
        if dtype is None and rest and isinstance(rest[0], s.Literal) and isinstance(rest[0].value, str):
            dtype = rest.pop(0)
        if tir_vars is None and rest:
            tir_vars = rest.pop(0)
        if rest:
            raise ctx.error("P122", f"too many arguments for `R.{name}`", rest[0])
        if out is None:
            raise ctx.error(
                "P122", f"`R.{name}` needs the type of its output", node,
                help='add `out_sinfo=R.Tensor((1, 128), dtype="float32")`',
            )  # fmt: skip
        sinfo = types.read(out) if types.is_type(out) else self._old_output(out, dtype)
        if tir_vars is not None:
            args.append(self._tir_vars(tir_vars))
        attrs = {key: self.attribute(value) for key, value in keywords.items()}
        return GraphCall(Op(name), tuple(args), attrs, (sinfo,), sinfo, span=ctx.span(node))

    def _old_output(self, shape: s.Syntax, dtype: s.Syntax | None) -> StructInfo:
        """Shape and dtype of 2022; a list of shapes is several outputs."""
        if dtype is None:
            raise self.ctx.error("P122", "the output needs a dtype", shape, help='add `dtype="float32"`')
        shapes = shape.items if isinstance(shape, (s.List, s.Tuple)) else []
        if shapes and all(isinstance(item, (s.Tuple, s.List)) for item in shapes):
            dtypes = self.ctx.items(dtype)
            kinds = [self.fx.dtype_text(d) for d in (dtypes if len(dtypes) > 1 else dtypes * len(shapes))]
            if len(kinds) != len(shapes):
                raise self.ctx.error("P122", f"{len(shapes)} shapes but {len(kinds)} dtypes", dtype)
            fields = [TensorStructInfo(self.types.dims(i), k) for i, k in zip(shapes, kinds, strict=True)]
            return TupleStructInfo(tuple(fields))
        return TensorStructInfo(self.types.dims(shape), self.fx.dtype_text(dtype), span=self.ctx.span(shape))

    def _tir_vars(self, node: s.Syntax) -> GraphExpr:
        value = self.any(node)
        if isinstance(value, (list, tuple)):
            return ShapeExpr(tuple(self.fx.typed(v, node, "int64") for v in value), span=self.ctx.span(node))
        return self._graph(value, node)

    def _callee(self, node: s.Syntax) -> GraphExpr:
        if isinstance(node, s.Literal) and isinstance(node.value, str):
            return ExternFunc(node.value, span=self.ctx.span(node))
        return self.leaf(node)

    def _inputs(self, node: s.Syntax) -> GraphExpr:
        """The arguments of a tensor program: a tuple, also when only one is written."""
        if isinstance(node, (s.Tuple, s.List)):
            return self.tuple([self.leaf(item) for item in node.items], node)
        value = self.leaf(node)
        if isinstance(value, GraphTuple) or isinstance(value.sinfo, TupleStructInfo):
            return value
        return self.tuple([value], node)

    # ------------------------------------------------------------ special forms
    def literal(self, node: s.Call) -> Constant:
        """``R.const(0.5, "float32")``, also of nested lists."""
        args = self.ctx.bind(node, "value dtype", 1, "R.const")
        value = self.fx.attribute_value(args["value"])
        dtype = self.fx.dtype_text(args["dtype"]) if "dtype" in args else None
        try:
            array = np.array(value)
            if array.dtype.kind not in "bif":
                raise ValueError("only numbers can be constants")
            kind = dtype or {"b": "bool", "i": "int32", "f": "float32"}[array.dtype.kind]
            if dt.is_int(kind):
                low, high = dt.int_range(kind)
                if array.size and not (low <= int(array.min()) and int(array.max()) <= high):
                    raise ValueError(f"out of range for {kind}")
            array = array.astype(numpy_dtype(kind))
        except (ValueError, TypeError, OverflowError, KeyError) as problem:
            raise self.ctx.error("P124", "this is not a constant", node, notes=[str(problem)]) from None
        array.flags.writeable = False
        return Constant(array, span=self.ctx.span(node))

    def shape(self, node: s.Call) -> ShapeExpr:
        args = self.ctx.bind(node, "values", 0, "R.shape")
        values = self.types.dims(args["values"]) if "values" in args else ()
        return ShapeExpr(values, span=self.ctx.span(node))

    def prim_value(self, node: s.Call) -> PrimValue:
        args = self.ctx.bind(node, "value", 1, "R.prim_value")
        value = self.fx.value(args["value"])
        expr = value if isinstance(value, Expr) else self.fx.typed(
            value, args["value"], "float64" if isinstance(value, float) else None
        )  # fmt: skip
        return PrimValue(expr, span=self.ctx.span(node))

    def text(self, node: s.Call) -> StringValue:
        args = self.ctx.bind(node, "value", 1, "R.str")
        return StringValue(self.ctx.text(args["value"], "the value"), span=self.ctx.span(node))

    def dtype(self, node: s.Call) -> DTypeValue:
        args = self.ctx.bind(node, "value", 1, "R.dtype")
        return DTypeValue(self.fx.dtype_text(args["value"]), span=self.ctx.span(node))

    def make_tuple(self, node: s.Call) -> GraphTuple:
        return self.tuple([self.leaf(item) for item in node.args], node)

    def null(self, node: s.Call) -> Op:
        return Op("null_value", span=self.ctx.span(node))

    def extern(self, node: s.Call) -> ExternFunc:
        args = self.ctx.bind(node, "name", 1, "R.ExternFunc")
        return ExternFunc(self.ctx.text(args["name"], "the name"), span=self.ctx.span(node))

    def packed(self, node: s.Call) -> GraphCall:
        """``R.call_packed("f", x, sinfo_args=...)`` calls the library function itself."""
        func = self._packed_name(node)
        return self._generic(func, s.Call(node.func, node.args[1:], node.keywords, node.start, node.end), [])

    def pure_packed(self, node: s.Call) -> GraphCall:
        path = self.ctx.split(node.func)
        assert path is not None
        return self._generic(Op(path[1]), node, [self._packed_name(node)])

    def _packed_name(self, node: s.Call) -> ExternFunc:
        if not node.args:
            raise self.ctx.error("P122", "the name of the library function is missing", node)
        callee = self._callee(node.args[0])
        if not isinstance(callee, ExternFunc):
            raise self.ctx.error("P124", "expected the name of a library function", node.args[0])
        return callee

    def alloc_tensor(self, node: s.Call) -> GraphCall:
        """``R.builtin.alloc_tensor(R.shape([2]), dtype="float32")``, of 2022 ``R.alloc_tensor((2,), dtype=...)``."""
        call = self._generic(Op("builtin.alloc_tensor"), node, [])
        shape, *rest = call.args if call.args else (None,)
        dtype = call.attrs.get("dtype")
        if rest and isinstance(rest[0], (StringValue, DTypeValue)):
            dtype = rest[0].value
        if not isinstance(shape, ShapeExpr) or not isinstance(dtype, str):
            raise self.ctx.error("P122", "expected a shape and a dtype", node)
        attrs = {**call.attrs, "dtype": dtype}
        sinfo = TensorStructInfo(shape.values, dtype)
        return GraphCall(call.op, (shape,), attrs, (), sinfo, span=call.span)

    def misplaced_cast(self, node: s.Call) -> MlccError:
        raise self.ctx.error(
            "P127", "`R.match_cast` must be bound to a name", node, help="write `x = R.match_cast(...)`"
        )


_HANDLERS: dict[str, Callable[[GraphValues, s.Call], Any]] = {
    "const": GraphValues.literal, "shape": GraphValues.shape, "prim_value": GraphValues.prim_value,
    "str": GraphValues.text, "dtype": GraphValues.dtype, "tuple": GraphValues.make_tuple,
    "null_value": GraphValues.null, "ExternFunc": GraphValues.extern, "call_packed": GraphValues.packed,
    "call_pure_packed": GraphValues.pure_packed, "call_builtin_with_ctx": GraphValues.pure_packed,
    "alloc_tensor": GraphValues.alloc_tensor, "builtin.alloc_tensor": GraphValues.alloc_tensor,
    "match_cast": GraphValues.misplaced_cast,
}  # fmt: skip
