"""Runs a graph function: bindings in order, tensor programs through the tensor interpreter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Constant,
    Expr,
    ExternFunc,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphIf,
    GraphLoop,
    GraphTuple,
    GraphVar,
    IRModule,
    MatchCast,
    Op,
    PrimFunc,
    PrimValue,
    SeqExpr,
    ShapeExpr,
    ShapeStructInfo,
    StringValue,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    TupleStructInfo,
    Var,
    VarBinding,
    numpy_dtype,
    script,
)

from .arguments import bind_dim, checked_array, dim_value

#: Operators that reinterpret the same elements in another shape; legalized modules keep them.
VIEWS = frozenset({"reshape", "squeeze", "expand_dims", "flatten"})
#: Runs a tensor program: (program, inputs, outputs given as empty arrays, values of tir_vars).
RunProgram = Callable[[PrimFunc, list[Any], list[Any], list[int]], Any]
#: Evaluates a named operator: (call, argument values) to a value, or NotImplemented.
Operator = Callable[[GraphCall, list[Any]], Any]


class GraphInterpreter:
    """Evaluates graph expressions; tensors are arrays, tuples are tuples, shapes are tuples of integers."""

    def __init__(
        self,
        module: IRModule,
        run_program: RunProgram,
        operator: Operator | None,
        externs: Mapping[str, Callable[..., Any]],
    ) -> None:
        self.module = module
        self.run_program = run_program
        self.operator = operator
        self.externs = externs
        self.values: dict[GraphVar, Any] = {}
        self.sizes: dict[Var, int] = {}

    def call(self, func: GraphFunction, args: list[Any]) -> Any:
        """The result of `func` on argument values."""
        if len(args) != len(func.params):
            raise MlccError("V084", f"the function takes {len(func.params)} arguments, here {len(args)}")
        outer = self.values, self.sizes
        self.values, self.sizes = dict(self.values), dict(self.sizes)
        for param, arg in zip(func.params, args, strict=True):
            self._match(param.sinfo, arg, f"`{param.name}`")
            self.values[param] = arg
        result = self._seq(func.body)
        self.values, self.sizes = outer
        return result

    def _match(self, info: StructInfo | None, value: Any, what: str) -> None:
        """Check a value against its type, binding symbolic dimensions."""
        match info:
            case TensorStructInfo(shape=shape, dtype=dtype) if shape is not None:
                checked_array(value, dtype or np.asarray(value).dtype.name, shape, self.sizes, what)
            case TupleStructInfo():
                if not isinstance(value, (tuple, list)) or len(value) != len(info.fields):
                    raise MlccError("V084", f"{what} is a tuple of {len(info.fields)} values")
                for item, part in zip(info.fields, value, strict=True):
                    self._match(item, part, what)
            case ShapeStructInfo(values=dims) if dims is not None:
                for dim, size in zip(dims, value, strict=True):
                    bind_dim(dim, int(size), self.sizes, what)

    def _seq(self, body: SeqExpr) -> Any:
        for block in body.blocks:
            for binding in block.bindings:
                match binding:
                    case VarBinding(value=GraphFunction() as func):
                        self.values[binding.var] = func
                    case VarBinding():
                        self.values[binding.var] = self.value(binding.value)
                    case MatchCast():
                        self.values[binding.var] = self.value(binding.value)
                        self._match(binding.sinfo, self.values[binding.var], f"`{binding.var.name}`")
        return self.value(body.body)

    def value(self, expr: GraphExpr) -> Any:
        """The value of a graph expression."""
        match expr:
            case GraphVar():
                return self.values[expr]
            case Constant():
                return expr.data
            case GraphTuple():
                return tuple(self.value(f) for f in expr.fields)
            case TupleGetItem():
                return self.value(expr.value)[expr.index]
            case ShapeExpr():
                return tuple(self._size(d) for d in expr.values)
            case PrimValue():
                return self._prim(expr.value)
            case StringValue():
                return expr.value
            case GraphIf():
                branch = expr.true_branch if bool(self.value(expr.condition)) else expr.false_branch
                return self._seq(branch)
            case GraphLoop():
                return self._loop(expr)
            case SeqExpr():
                return self._seq(expr)
            case GraphCall():
                return self._call(expr)
            case GlobalVar():
                return self.module[expr.name]
        raise MlccError("V081", f"the interpreter cannot evaluate `{script(expr)}`")

    def _loop(self, loop: GraphLoop) -> Any:
        limit, go_on, state = (self.value(v) for v in (loop.limit, loop.condition, loop.initial))
        infos = [row.sinfo for row in loop.rows()]
        most = self._size(loop.most)
        stacks = [np.zeros((most, *map(self._size, i.shape or ())), numpy_dtype(i.dtype)) for i in infos
                  if isinstance(i, TensorStructInfo)]  # fmt: skip
        count = 0
        while count < int(limit) and bool(go_on):
            if stacks and count == most:
                raise MlccError("V081", f"a loop that keeps rows runs more than {most} times")
            for param, value in zip(loop.params, (np.array(count, np.int64), *state), strict=True):
                self.values[param] = value
            go_on, *carried = self._seq(loop.body)
            state = carried[: len(state)]
            for stack, row in zip(stacks, carried[len(state) :], strict=True):
                stack[count] = row
            count += 1
        return (*state, *stacks, np.array(count, np.int64))

    def _size(self, dim: Expr) -> int:
        value = dim_value(dim, self.sizes)
        if value is None:
            raise MlccError("V081", f"the dimension `{script(dim)}` has no value")
        return value

    def _prim(self, value: Expr) -> Any:
        size = dim_value(value, self.sizes)
        if size is not None:
            return numpy_dtype(value.dtype).type(size)
        literal = getattr(value, "value", None)
        if isinstance(literal, (int, float)):
            return numpy_dtype(value.dtype).type(literal)
        raise MlccError("V081", f"`{script(value)}` has no value")

    # ------------------------------------------------------------ calls
    def _call(self, call: GraphCall) -> Any:
        op = call.op
        if isinstance(op, Op):
            if op.name in ("call_tir", "call_dps_packed", "call_pure_packed", "call_packed"):
                return self._destination(op.name, call)
            args = [self.value(a) for a in call.args]
            if self.operator is not None:
                result = self.operator(call, args)
                if result is not NotImplemented:
                    return result
            shape = self._result_shape(call)
            if op.name in VIEWS and shape is not None:
                return np.reshape(args[0], shape)
            if op.name == "memory.view":
                return np.ascontiguousarray(args[0]).view(call.attrs["dtype"])
            if op.name == "strided_slice" and shape is not None and len(args) == 1:
                return args[0][self._slices(call, np.ndim(args[0]), shape)]
            if op.name == "dynamic_prefix":
                return args[0][: int(np.reshape(args[1], ())) + int(call.attrs.get("more") or 0)]
            if op.name == "concatenate":
                return np.concatenate(args[0], int(call.attrs.get("axis") or 0))
            raise MlccError(
                "V081",
                f"the interpreter does not know the operator `R.{op.name}`",
                span=call.span,
                help="legalize the module first: operators become tensor programs",
            )
        args = [self.value(a) for a in call.args]
        if isinstance(op, ExternFunc):
            return self._extern(op.name)(*args)
        callee = self.value(op)
        if isinstance(callee, GraphFunction):
            return self.call(callee, args)
        raise MlccError("V081", f"`{script(op)}` cannot be called", span=call.span)

    def _result_shape(self, call: GraphCall) -> tuple[int, ...] | None:
        """The shape of a call's result: inferred, or the shape that it is given (`reshape`)."""
        if isinstance(call.sinfo, TensorStructInfo) and call.sinfo.shape is not None:
            sizes = [dim_value(d, self.sizes) for d in call.sinfo.shape]
            if all(s is not None for s in sizes):
                return tuple(s for s in sizes if s is not None)
        shape = call.args[1] if len(call.args) > 1 else None
        return self.value(shape) if isinstance(shape, ShapeExpr) else None

    def _slices(self, call: GraphCall, rank: int, shape: tuple[int, ...]) -> tuple[slice, ...]:
        """The slices of a `strided_slice` with constant bounds."""
        attrs = call.attrs
        axes = [int(a) % rank for a in attrs.get("axes") or range(rank)]
        begins = [self._number(b) for b in attrs["begin"]]
        steps = [self._number(s) for s in attrs.get("strides") or [1] * len(axes)]
        result = [slice(None)] * rank
        for axis, begin, step in zip(axes, begins, steps, strict=True):
            size = np.shape(self.value(call.args[0]))[axis]
            first = min(max(begin + size if begin < 0 else begin, 0), size)
            last = first + shape[axis] * step
            result[axis] = slice(first, last if last >= 0 else None, step)
        return tuple(result)

    def _number(self, value: Any) -> int:
        return self._size(value) if isinstance(value, Expr) else int(value)

    def _extern(self, name: str) -> Callable[..., Any]:
        fn = self.externs.get(name)
        if fn is None:
            raise MlccError(
                "V081",
                f"the interpreter has no implementation of the library function `{name}`",
                help=f'pass one: `run(..., externs={{"{name}": function}})`',
            )
        return fn

    def _destination(self, name: str, call: GraphCall) -> Any:
        """`call_tir` and its variants: outputs are allocated here and filled by the callee."""
        callee = call.args[0]
        if name in ("call_pure_packed", "call_packed"):
            extern = callee.name if isinstance(callee, ExternFunc) else str(self.value(callee))
            return self._extern(extern)(*[self.value(a) for a in call.args[1:]])
        value = self.value(call.args[1]) if len(call.args) > 1 else ()
        inputs = list(value) if isinstance(value, tuple) else [value]
        infos = [i for s in call.sinfo_args for i in (s.fields if isinstance(s, TupleStructInfo) else (s,))]
        outputs = [self._empty(info) for info in infos]
        if isinstance(callee, ExternFunc):
            self._extern(callee.name)(*inputs, *outputs)
        else:
            func = self.value(callee)
            if not isinstance(func, PrimFunc):
                raise MlccError("V081", f"`{script(callee)}` is not a tensor program", span=call.span)
            extra = self.value(call.args[2]) if len(call.args) > 2 else ()
            self.run_program(func, inputs, outputs, list(extra))
        several = len(call.sinfo_args) == 1 and isinstance(call.sinfo_args[0], TupleStructInfo)
        return tuple(outputs) if several or len(outputs) != 1 else outputs[0]

    def _empty(self, info: StructInfo) -> Any:
        if not isinstance(info, TensorStructInfo) or info.shape is None:
            raise MlccError("V081", f"the output type `{script(info)}` has no shape")
        dtype = numpy_dtype(info.dtype)
        fill = np.nan if np.dtype(dtype).kind in "fV" else 0
        return np.full(tuple(self._size(d) for d in info.shape), fill).astype(dtype)
