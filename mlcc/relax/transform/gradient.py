"""Reverse-mode differentiation of graph functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Binding,
    BindingBlock,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    MatchCast,
    Op,
    SeqExpr,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    TupleStructInfo,
    update,
    walk,
)  # fmt: skip
from mlcc.ir import dtype as dt

from ..block_builder import BlockBuilder
from ..clone import copy_with_new_vars
from ..composed.registry import c
from ..gradients import gradient_of
from ..infer import infer
from ..rewrite import Emitter, flattened, rename, with_vars
from .decompose_ops import DecomposeOpsForTraining
from .inline_calls import InlineCalls
from .pass_ import Pass, graph_function, normalized


@dataclass(frozen=True)
class Gradient(Pass):
    """Add a function `<func_name>_adjoint`, which returns what the function returns and the gradients of its parameters
    as a tuple of two: `((loss, …), (d_w, d_b))`.

    `require_grads` are parameters (or their names), all where it is None. What is differentiated is the result, or the
    element `target_index` of a result that is a tuple: a float tensor of rank 0. Calls of other graph functions are
    inlined. A value behind `R.grad.no_grad` counts as a constant.

    Raises T122 for a function that is not there, T120 for a parameter that is none, T139 for what has no gradient.
    """

    func_name: str = "main"
    require_grads: Any = None
    target_index: int = 0

    def __call__(self, module: IRModule) -> IRModule:
        func = graph_function(module, self.func_name)
        positions = _positions(func, self.require_grads)
        inlined = DecomposeOpsForTraining()(normalized(InlineCalls()(module)))[self.func_name]
        assert isinstance(inlined, GraphFunction)
        name = f"{self.func_name}_adjoint"
        adjoint = _adjoint(copy_with_new_vars(inlined), positions, self.target_index, module)
        return module.with_function(name, adjoint.with_attr("global_symbol", name))


def _positions(func: GraphFunction, wanted: Any) -> list[int]:
    """The indices of the parameters whose gradients are wanted."""
    if wanted is None:
        return list(range(len(func.params)))
    names = [p.name for p in func.params]
    items = list(wanted) if isinstance(wanted, (list, tuple)) else [wanted]
    found = []
    for item in items:
        at = [n for n, p in enumerate(func.params) if p is item] or [
            n for n, p in enumerate(names) if p == getattr(item, "name", item)
        ]
        if not at:
            raise MlccError("T120", f"the function has no parameter `{getattr(item, 'name', item)}`",
                            span=func.span, help=f"its parameters are {', '.join(names) or '(none)'}")  # fmt: skip
        found.append(at[0])
    return found


def _adjoint(func: GraphFunction, positions: Sequence[int], target_index: int, module: IRModule) -> GraphFunction:
    bindings = func.bindings()
    result = func.body.body
    out = Emitter(module, [p.name for p in func.params] + [b.var.name for b in bindings])
    out.in_dataflow = True
    local = {b.var: GraphVar(b.var.name, b.var.sinfo, True, span=b.var.span) for b in bindings}
    out.bindings = [with_vars(b, local) for b in bindings]
    result = rename(result, local)
    params = [func.params[n] for n in positions]
    backward = _Backward(out, params)
    grads = backward.run(list(out.bindings), result, target_index)
    tail = GraphTuple(tuple(grads))
    whole = GraphTuple((result, tail))
    visible = {
        v: GraphVar(v.name, v.sinfo, span=v.span)
        for v in dict.fromkeys(n for n in walk(whole) if isinstance(n, GraphVar))
        if v.is_dataflow
    }
    block = BindingBlock(tuple(with_vars(b, visible) for b in out.bindings), is_dataflow=True)
    body = _typed_tuple(rename(whole, visible), module)
    return GraphFunction(
        func.params, SeqExpr((block,) if block.bindings else (), body, body.sinfo), body.sinfo, dict(func.attrs)
    )


def _typed_tuple(value: GraphExpr, module: IRModule) -> GraphExpr:
    if not isinstance(value, GraphTuple):
        return value
    value = update(value, fields=tuple(_typed_tuple(f, module) for f in value.fields), sinfo=None)
    return update(value, sinfo=infer(value, module))


class _Backward:
    """The gradients of values, from the last binding to the first.

    The gradient of a tuple is a list with that of each field, None where nothing has come yet.
    """

    def __init__(self, out: Emitter, params: Sequence[GraphVar]) -> None:
        self.out = out
        self.params = params
        self.grads: dict[GraphVar, Any] = {}
        self.builder = BlockBuilder(out.module)

    def run(self, bindings: Sequence[Binding], result: GraphExpr, target_index: int) -> list[GraphExpr]:
        self.active = self._reached(bindings)
        target = _target(result, target_index)
        if isinstance(target, GraphVar):
            self.grads[target] = c("ones", shape=[], dtype=_tensor(target).dtype)
        with self.builder.rebuilding(self.out), self.builder.block(is_dataflow=True):
            for binding in reversed(bindings):
                grad = self.grads.pop(binding.var, None)
                if grad is not None and binding.var in self.active:
                    self._through(binding, grad)
            return [self._of_param(p) for p in self.params]

    def _reached(self, bindings: Sequence[Binding]) -> set[GraphVar]:
        """The values that depend on a parameter whose gradient is wanted."""
        reached = set(self.params)
        for binding in bindings:
            stops = isinstance(binding.value, GraphCall) and binding.value.op == Op("grad.no_grad")
            if not stops and any(v in reached for v in walk(binding.value) if isinstance(v, GraphVar)):
                reached.add(binding.var)
        return reached

    def _of_param(self, param: GraphVar) -> GraphExpr:
        return self._whole(self.grads.get(param), param.sinfo, param)

    def _whole(self, grad: Any, info: StructInfo | None, param: GraphVar) -> GraphExpr:
        """A gradient with zeros in place of what has none."""
        if isinstance(info, TupleStructInfo):
            parts = grad if isinstance(grad, list) else [None] * len(info.fields)
            return GraphTuple(tuple(self._whole(g, f, param) for g, f in zip(parts, info.fields, strict=True)))
        if not isinstance(info, TensorStructInfo) or not dt.is_float(info.dtype):
            raise _no_gradient(f"`{param.name}` is no tensor of floats, and has no gradient", param)
        return self._bound(grad if grad is not None else _zeros(info))

    def _bound(self, value: GraphExpr) -> GraphExpr:
        flat = flattened(self.out, value)
        return flat if isinstance(flat, GraphVar) else self.out.emit(flat, "grad")

    def _through(self, binding: Binding, grad: Any) -> None:
        """Adds what a binding passes on to the values that it uses."""
        value = binding.value
        if isinstance(grad, GraphExpr):
            grad = self._bound(grad)
        match value:
            case _ if isinstance(binding, MatchCast):
                self._add(value, grad)
            case GraphVar() | GraphTuple():
                self._add(value, grad)
            case TupleGetItem():
                info = value.value.sinfo
                assert isinstance(info, TupleStructInfo)
                self._add(value.value, [grad if n == value.index else None for n in range(len(info.fields))])
            case GraphCall(op=Op()):
                self._call(binding, value, grad)
            case _:
                raise _no_gradient(f"`{type(value).__name__}` has no gradient", value)

    def _call(self, binding: Binding, call: GraphCall, grad: Any) -> None:
        assert isinstance(call.op, Op)
        rule = gradient_of(call.op.name)
        if rule is None:
            raise _no_gradient(f"`R.{call.op.name}` has no gradient", call)
        if isinstance(grad, list):
            assert isinstance(binding.var.sinfo, TupleStructInfo)
            grad = [
                g if g is not None else _zeros(f) if isinstance(f, TensorStructInfo) else None
                for g, f in zip(grad, binding.var.sinfo.fields, strict=True)
            ]
        try:
            parts = rule(binding.var, call, grad, self.builder)
        except NotImplementedError as error:
            raise _no_gradient(f"{error} has no gradient", call) from None
        for arg, part in zip(call.args, parts, strict=False):
            self._add(arg, part)

    def _add(self, value: GraphExpr, grad: Any) -> None:
        if grad is None:
            return
        if isinstance(value, GraphTuple):
            for item, part in zip(value.fields, grad, strict=True):
                self._add(item, part)
        elif isinstance(value, GraphVar) and value in self.active:
            self.grads[value] = self._sum(self.grads.get(value), grad)

    def _sum(self, before: Any, grad: Any) -> Any:
        if isinstance(grad, list):
            return [self._sum(a, b) for a, b in zip(before or [None] * len(grad), grad, strict=True)]
        if isinstance(grad, GraphTuple):
            return self._sum(before, list(grad.fields))
        if grad is None:
            return before
        bound = self._bound(grad)
        return bound if before is None else self._bound(c("add", before, bound))


def _zeros(info: TensorStructInfo) -> GraphExpr:
    return c("zeros", shape=list(info.shape or ()), dtype=info.dtype)


def _tensor(value: GraphExpr) -> TensorStructInfo:
    info = value.sinfo
    assert isinstance(info, TensorStructInfo)
    return info


def _target(result: GraphExpr, index: int) -> GraphExpr:
    """The value that is differentiated."""
    target = result
    if isinstance(result, GraphTuple):
        if not 0 <= index < len(result.fields):
            raise _no_gradient(f"the result has {len(result.fields)} elements, and none is {index}", result)
        target = result.fields[index]
    elif isinstance(result.sinfo, TupleStructInfo):
        raise _no_gradient("the result is a tuple that is bound to a variable", result)
    elif index:
        raise _no_gradient(f"the result is no tuple, and has no element {index}", result)
    info = target.sinfo
    scalar = isinstance(info, TensorStructInfo) and info.shape == () and dt.is_float(info.dtype)
    if not scalar:
        raise _no_gradient("what is differentiated must be a tensor of rank 0 of floats", target)
    return target


def _no_gradient(what: str, value: GraphExpr) -> MlccError:
    return MlccError(
        "T139", what, span=value.span,
        help="`R.grad.no_grad` takes a value out, `relax.op.register_gradient` gives an operator a gradient",
    )  # fmt: skip
