"""Graph functions as text: signatures, bindings, calls, types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..derived_dim import DerivedDim
from ..expr import Expr, Var
from ..graph import (
    Binding,
    BindingBlock,
    CallableStructInfo,
    Constant,
    DTypeValue,
    ExternFunc,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphIf,
    GraphLoop,
    GraphTuple,
    GraphVar,
    MatchCast,
    ObjectStructInfo,
    Op,
    PrimStructInfo,
    PrimValue,
    SeqExpr,
    ShapeExpr,
    ShapeStructInfo,
    StringValue,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    TupleStructInfo,
    VarBinding,
)
from ..named_dim import all_roots
from ..traverse import free_vars
from .constants import SHORT, ConstantTable, inline_constant
from .dialect import Dialect
from .exprs import ExprPrinter, quote
from .lines import Lines
from .names import Names

#: Calls whose output type is written `out_sinfo=`.
WITH_OUTPUT = frozenset({"call_tir", "call_dps_packed", "call_tir_inplace", "call_tir_with_grad"})
#: Calls whose first argument is a library function's name.
_PACKED = frozenset({"call_packed", "call_pure_packed", "call_builtin_with_ctx"})


class GraphPrinter:
    """Prints graph functions into `out`; long constants go to `table`."""

    def __init__(self, dialect: Dialect, names: Names, out: Lines, table: ConstantTable, module: str | None) -> None:
        self.dialect = dialect
        self.names = names
        self.out = out
        self.table = table
        self.module = module
        self.exprs = ExprPrinter(dialect, names)
        self.exprs.bare_int = "int64"
        # In a signature the dimensions are not defined yet: they are printed as strings.
        self.quote_dims = False

    # ------------------------------------------------------------ functions
    def function(self, func: GraphFunction, name: str, *, local: bool = False) -> None:
        """The decorated definition of `func` under `name`."""
        self.names.push()
        private = not local and "global_symbol" not in func.attrs
        options = ["private=True"] * private + ["pure=False"] * (not func.is_pure)
        self.out.add(f"@R.function({', '.join(options)})" if options else "@R.function")
        new = [v for v in _defined_first(symbolic_vars(func)) if self.names.get(v) is None]
        if self.dialect.name == "tvm":
            new = [v for v in new if not isinstance(v, DerivedDim)]
        for var in new:
            self.names.define(var, var.name)
        self.quote_dims = bool(new)
        params = [self._annotated(p) for p in func.params]
        result = "" if func.ret_sinfo is None else f" -> {self.sinfo(func.ret_sinfo)}"
        self.quote_dims = False
        self.out.add(f"def {name}({', '.join(params)}){result}:", func, *func.params)
        with self.out.indented():
            attrs = {k: v for k, v in func.attrs.items() if not (k == "global_symbol" and v == name)}
            if attrs:
                self.out.add(f"R.func_attr({self._function_attrs(attrs)})")
            for var in new:
                size = f"size({self.exprs.expr(var.value)})" if isinstance(var, DerivedDim) else f"{var.dtype}()"
                self.out.add(f"{self.names.of(var, var.name)} = T.{size}", var)
            if self.module is not None and not local:
                if any(isinstance(n, GlobalVar) for n in graph_nodes(func.body)):
                    self.out.add(f"cls = {self.module}")
            self._blocks(func.body)
            self.out.add(f"return {self.expr(func.body.body)}", func.body.body)
        self.names.pop()

    def _function_attrs(self, attrs: Mapping[str, Any]) -> str:
        """Attributes of a function. The values of weights that are parameters (`detach_params` gives them) are written
        as constants are; TVM's text, which has no form for arrays here, goes without long ones."""
        params = attrs.get("params", ())
        if not any(isinstance(item, np.ndarray) for item in params):
            return self.exprs.attrs(attrs)
        rest = self.exprs.attrs({key: value for key, value in attrs.items() if key != "params"})
        if self.dialect.name == "tvm" and any(item.size > SHORT for item in params):
            return rest
        arrays = [Constant(np.asarray(item)) for item in params]
        texts = ", ".join(inline_constant(item) or self.table.reference(item) for item in arrays)
        return f'{rest[:-1]}{", " if rest != "{}" else ""}"params": [{texts}]}}'

    def _annotated(self, var: GraphVar) -> str:
        name = self.names.define(var, var.name)
        return name if var.sinfo is None else f"{name}: {self.sinfo(var.sinfo)}"

    def _blocks(self, body: SeqExpr) -> None:
        for block in body.blocks:
            if block.is_dataflow:
                self._dataflow(block)
            else:
                for binding in block.bindings:
                    self._binding(binding)

    def _dataflow(self, block: BindingBlock) -> None:
        self.out.add("with R.dataflow():", block)
        with self.out.indented():
            for binding in block.bindings:
                self._binding(binding)
            outputs = [b.var for b in block.bindings if not b.var.is_dataflow]
            self.out.add(f"R.output({', '.join(self.var(v) for v in outputs)})")

    def _binding(self, binding: Binding) -> None:
        var = binding.var
        match binding:
            case VarBinding(value=GraphFunction() as func):
                self.function(func, self.names.define(var, var.name), local=True)
                return
            case VarBinding(value=GraphIf() as branch):
                self._if(var, branch)
                return
            case VarBinding(value=GraphLoop() as loop):
                self._loop(var, loop)
                return
            case VarBinding():
                text = self.expr(binding.value)
            case MatchCast():
                text = f"R.match_cast({self.expr(binding.value)}, {self.sinfo(binding.sinfo)})"
            case _:
                raise TypeError(f"not a binding: {type(binding).__name__}")
        self.out.add(f"{self._annotated(var)} = {text}", binding, var)

    def _if(self, var: GraphVar, branch: GraphIf) -> None:
        """Print an `if`; both suites end by binding the name of the result."""
        name = self.names.define(var, var.name)
        target = name if var.sinfo is None else f"{name}: {self.sinfo(var.sinfo)}"
        head = f"if {self.expr(branch.condition)}:"
        for body in (branch.true_branch, branch.false_branch):
            self.out.add(head, branch, var)
            self.names.push()
            with self.out.indented():
                self._blocks(body)
                self.out.add(f"{target} = {self.expr(body.body)}")
            self.names.pop()
            head = "else:"

    def _loop(self, var: GraphVar, loop: GraphLoop) -> None:
        """Print a loop; its suite ends by binding the name of the result to the result of one iteration."""
        name = self.names.define(var, var.name)
        args = [self.expr(loop.limit), self.expr(loop.condition), self.expr(loop.initial)]
        head = f"R.loop({', '.join(args)}, most={self.exprs.expr(loop.most)})"
        self.names.push()
        params = ", ".join(self.names.define(p, p.name) for p in loop.params)
        self.out.add(f"for {params} in {head}:", loop, var)
        with self.out.indented():
            self._blocks(loop.body)
            self.out.add(f"{name} = {self.expr(loop.body.body)}")
        self.names.pop()

    # ------------------------------------------------------------ values
    def var(self, var: GraphVar) -> str:
        return self.names.get(var) or self.names.define(var, var.name)

    def expr(self, expr: GraphExpr) -> str:
        """A graph value as text."""
        match expr:
            case GraphVar():
                return self.var(expr)
            case GraphCall():
                return self._call(expr)
            case Constant():
                return inline_constant(expr) or self.table.reference(expr)
            case GraphTuple():
                return self._tuple(expr)
            case TupleGetItem():
                return f"{self.expr(expr.value)}[{expr.index}]"
            case ShapeExpr():
                return f"R.shape([{self.exprs.list_of(expr.values)}])"
            case PrimValue():
                return f"R.prim_value({self.exprs.expr(expr.value)})"
            case StringValue():
                return f"R.str({quote(expr.value)})"
            case DTypeValue():
                return f"R.dtype({quote(expr.value)})"
            case GlobalVar():
                return f"cls.{expr.name}" if self.module is not None else expr.name
            case ExternFunc():
                return f"R.ExternFunc({quote(expr.name)})"
            case Op():
                return f"R.{expr.name}"
        raise TypeError(f"{type(expr).__name__} has no text form inside an expression")

    def _tuple(self, expr: GraphTuple) -> str:
        if not expr.fields:
            return "R.tuple()"
        return f"({', '.join(map(self.expr, expr.fields))}{',' if len(expr.fields) == 1 else ''})"

    def _call(self, call: GraphCall) -> str:
        name = call.op.name if isinstance(call.op, Op) else ""
        args = [self.expr(a) for a in call.args]
        if name in WITH_OUTPUT:
            return self._call_with_output(name, call)
        if isinstance(call.op, ExternFunc):
            name, args = "call_packed", [quote(call.op.name), *args]
        elif name in _PACKED and args and isinstance(call.args[0], (ExternFunc, StringValue)):
            first = call.args[0]
            args[0] = quote(first.name if isinstance(first, ExternFunc) else first.value)
        if name == "strided_slice" and self.dialect.name == "tvm":  # TVM takes tuples of numbers there
            shapes = [a if isinstance(a, ShapeExpr) else None for a in call.args]
            args = [
                t if s is None else f"({''.join(f'{self.exprs.expr(v)}, ' for v in s.values)})"
                for s, t in zip(shapes, args, strict=True)
            ]
        args += self._attrs(call.attrs)
        if call.sinfo_args:
            args.append(f"sinfo_args=({', '.join(map(self.sinfo, call.sinfo_args))},)")
        head = f"R.{name}" if name else self.expr(call.op)
        return f"{head}({', '.join(args)})"

    def _call_with_output(self, name: str, call: GraphCall) -> str:
        callee = call.args[0]
        if name == "call_tir" and isinstance(callee, ExternFunc) and self.dialect.name == "tvm":
            name = "call_dps_packed"
        args = [quote(callee.name) if isinstance(callee, ExternFunc) else self.expr(callee)]
        rest = list(call.args[1:])
        if rest and isinstance(rest[0], GraphTuple) and not rest[0].fields:
            args.append("()")
            rest = rest[1:]
        args += [self.expr(a) for a in rest if not isinstance(a, ShapeExpr)]
        out = call.sinfo_args
        if len(out) == 1 and isinstance(out[0], TupleStructInfo):
            args.append(f"{self.dialect.output}=[{', '.join(map(self.sinfo, out[0].fields))}]")
        else:
            args += [f"{self.dialect.output}={self.sinfo(s)}" for s in out]
        args += [f"tir_vars={self.expr(a)}" for a in rest if isinstance(a, ShapeExpr)]
        return f"R.{name}({', '.join([*args, *self._attrs(call.attrs)])})"

    def _attrs(self, attrs: Any) -> list[str]:
        return [f"{k}={self.attr(attrs[k])}" for k in attrs]

    def attr(self, value: Any) -> str:
        if isinstance(value, Expr):
            return self.exprs.expr(value)
        if isinstance(value, (list, tuple)):
            return f"[{', '.join(map(self.attr, value))}]"
        return self.exprs.value(value)

    # ------------------------------------------------------------ types
    def sinfo(self, info: StructInfo) -> str:
        """A type: ``R.Tensor((1, "n"), dtype="float32")``."""
        match info:
            case TensorStructInfo():
                return self._tensor(info)
            case ShapeStructInfo():
                if info.values is not None:
                    return f"R.Shape([{', '.join(map(self._dim, info.values))}])"
                return f"R.Shape(ndim={info.ndim})" if info.ndim >= 0 else "R.Shape"
            case TupleStructInfo():
                return f"R.Tuple({', '.join(map(self.sinfo, info.fields))})"
            case PrimStructInfo():
                if info.value is not None:
                    return f"R.Prim(value={self._dim(info.value)})"
                return f"R.Prim({quote(info.dtype)})"
            case ObjectStructInfo():
                return "R.Object" if self.dialect.name == "mlcc" else "R.Any"
            case CallableStructInfo():
                return self._callable(info)
        raise TypeError(f"not a type: {type(info).__name__}")

    def _tensor(self, info: TensorStructInfo) -> str:
        parts = []
        if info.shape is not None:
            dims = ", ".join(map(self._dim, info.shape))
            parts.append(f"({dims}{',' if len(info.shape) == 1 else ''})")
        if info.dtype:
            parts.append(f"dtype={quote(info.dtype)}")
        if info.shape is None and info.ndim >= 0:
            parts.append(f"ndim={info.ndim}")
        return f"R.Tensor({', '.join(parts)})" if parts else "R.Tensor"

    def _callable(self, info: CallableStructInfo) -> str:
        if info.params is None:
            return f"R.Callable(ret={self.sinfo(info.ret)}, purity={info.purity})"
        params = ", ".join(map(self.sinfo, info.params))
        comma = "," if len(info.params) == 1 else ""
        return f"R.Callable(({params}{comma}), {self.sinfo(info.ret)}, {info.purity})"

    def _dim(self, dim: Expr) -> str:
        text = self.exprs.expr(dim)
        return quote(text) if self.quote_dims and free_vars(dim) else text


def graph_nodes(body: GraphExpr) -> list[Any]:
    """Every graph node below, nested functions included; tensor expressions are not entered."""
    result: list[Any] = []
    stack: list[Any] = [body]
    while stack:
        item = stack.pop()
        result.append(item)
        match item:
            case GraphFunction():
                stack.append(item.body)
            case SeqExpr():
                stack.append(item.body)
                stack.extend(reversed(item.blocks))
            case BindingBlock():
                stack.extend(reversed(item.bindings))
            case VarBinding() | MatchCast() | TupleGetItem():
                stack.append(item.value)
            case GraphCall():
                stack.extend(reversed((item.op, *item.args)))
            case GraphTuple():
                stack.extend(reversed(item.fields))
            case GraphIf():
                stack.extend((item.false_branch, item.true_branch, item.condition))
            case GraphLoop():
                stack.extend((item.body, item.initial, item.condition, item.limit))
    return result


def _defined_first(found: list[Var]) -> list[Var]:
    """Variables with those that they follow from: these first, and dimensions that follow from others last."""
    result: dict[Var, None] = dict.fromkeys(v for var in found for v in all_roots(var))

    def define(var: Var) -> None:
        for part in free_vars(var.value) if isinstance(var, DerivedDim) and var not in result else ():
            define(part)
        result[var] = None

    for var in found:
        define(var)
    return list(result)


def sinfo_vars(info: StructInfo | None) -> list[Var]:
    """Symbolic dimensions of a type, in order."""
    match info:
        case TensorStructInfo():
            return [v for d in info.shape or () for v in free_vars(d)]
        case ShapeStructInfo():
            return [v for d in info.values or () for v in free_vars(d)]
        case PrimStructInfo():
            return [] if info.value is None else free_vars(info.value)
        case TupleStructInfo():
            return [v for f in info.fields for v in sinfo_vars(f)]
        case CallableStructInfo():
            return [v for f in (*(info.params or ()), info.ret) for v in sinfo_vars(f)]
    return []


def symbolic_vars(func: GraphFunction) -> list[Var]:
    """Symbolic dimensions that occur anywhere in `func`, the signature's first."""
    result: dict[Var, None] = {}
    for param in func.params:
        result.update((v, None) for v in sinfo_vars(param.sinfo))
    result.update((v, None) for v in sinfo_vars(func.ret_sinfo))
    for item in graph_nodes(func.body):
        match item:
            case GraphFunction():
                for info in (*(p.sinfo for p in item.params), item.ret_sinfo):
                    result.update((v, None) for v in sinfo_vars(info))
            case VarBinding():
                result.update((v, None) for v in sinfo_vars(item.var.sinfo))
            case MatchCast():
                for info in (item.var.sinfo, item.sinfo):
                    result.update((v, None) for v in sinfo_vars(info))
            case GraphCall():
                for info in item.sinfo_args:
                    result.update((v, None) for v in sinfo_vars(info))
            case ShapeExpr():
                result.update((v, None) for d in item.values for v in free_vars(d))
            case PrimValue():
                result.update((v, None) for v in free_vars(item.value))
    return list(result)
