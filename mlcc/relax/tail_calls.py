"""Recursion whose last act is the call becomes a loop (tail-call elimination; Steele, "Lambda", AI Memo 443, 1977).

A function whose result is that of calls of itself, in branches of conditionals::

    def f(n, x):
        if n > 0: r = f(n - 1, x * 2)
        else:     r = x
        return r

is a loop whose state is ``(n, x, r)``, which goes on where a call stood, with its arguments as the next state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Binding,
    BindingBlock,
    Constant,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphIf,
    GraphLoop,
    GraphTuple,
    GraphVar,
    Op,
    SeqExpr,
    ShapeExpr,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    TupleStructInfo,
    VarBinding,
    const,
    update,
    walk,
)  # fmt: skip

from .infer import loop_info, output_infos
from .operators import are_same
from .rewrite import graph_vars, rename


def calls_of(node: object, name: str) -> Iterator[GraphCall]:
    """The calls of the graph function `name` in a node."""
    for item in walk(node):  # type: ignore[arg-type]
        if isinstance(item, GraphCall) and isinstance(item.op, GlobalVar) and item.op.name == name:
            yield item


def without_tail_calls(name: str, func: GraphFunction) -> GraphFunction:
    """A function whose calls of itself are the iterations of a loop. It has at least one, and its types are known.

    Raises T123 where a call is not the last act of the function, always happens, or changes a shape.
    """
    return _Loop(name, func).function()


@dataclass(frozen=True)
class _State:
    """The variables of an iteration: the parameters of the function, and its results."""

    params: tuple[GraphVar, ...]
    results: tuple[GraphVar, ...]

    @property
    def info(self) -> TupleStructInfo:
        """The type of what an iteration gives: whether to go on, and the next state."""
        infos = [v.sinfo for v in (*self.params, *self.results) if v.sinfo is not None]
        return TupleStructInfo((TensorStructInfo((), "bool"), *infos))


class _Loop:
    def __init__(self, name: str, func: GraphFunction) -> None:
        self.name = name
        self.func = func
        call = next(calls_of(func, name))
        self.span = call.span
        info = func.ret_sinfo or func.body.body.sinfo
        if info is None or not all(_is_tensor(p.sinfo) for p in func.params) or not all(map(_is_tensor, _fields(info))):
            raise self.error("whose parameters and results are not tensors of known types", call)
        self.returned = info
        self.ends = False  # whether there is a branch without a call
        self.state = _State(
            tuple(GraphVar(p.name, p.sinfo, span=p.span) for p in func.params),
            tuple(GraphVar(f"r{n}", i) for n, i in enumerate(_fields(info))),
        )

    def error(self, what: str, call: GraphCall | None = None) -> MlccError:
        return MlccError(
            "T123", f"the function `{self.name}` calls itself {what}",
            span=self.span if call is None else call.span,
            help="a call that is the result of a branch becomes a loop; write other recursion as one, with its "
            "intermediate results as parameters",
        )  # fmt: skip

    def function(self) -> GraphFunction:
        body = rename(self.func.body, dict(zip(self.func.params, self.state.params, strict=True)))
        step = _unpacked(self.tail(body))
        if not self.ends:
            raise self.error("always, without an end")
        for call in calls_of(step, self.name):
            raise self.error("and does something with the result", call)
        zeros = [VarBinding(GraphVar(f"{v.name}_0", v.sinfo), _zeros(v.sinfo)) for v in self.state.results]
        starts = (*self.func.params, *(b.var for b in zeros))
        count = GraphVar("i", TensorStructInfo((), "int64"))
        loop = GraphLoop(
            Constant(np.array(np.iinfo(np.int64).max)), Constant(np.array(True)), _tuple(starts),
            (count, *self.state.params, *self.state.results), step, const(0, "int64"), span=self.span,
        )  # fmt: skip
        loop = update(loop, sinfo=loop_info(loop))
        last = GraphVar("last", loop.sinfo)
        first = len(self.func.params)
        results = [
            VarBinding(GraphVar(v.name, v.sinfo), TupleGetItem(last, first + n, v.sinfo))
            for n, v in enumerate(self.state.results)
        ]
        names = tuple(b.var for b in results)
        value: GraphExpr = _tuple(names) if isinstance(self.returned, TupleStructInfo) else names[0]
        block = BindingBlock((*zeros, VarBinding(last, loop), *results))
        return update(self.func, body=SeqExpr((block,), value, self.returned, span=self.func.body.span))

    def tail(self, body: SeqExpr) -> SeqExpr:
        """A sequence that gives whether to go on and the next state, from one that gives the function's result."""
        binding = _last(body)
        value = None if binding is None else binding.value
        if binding is not None and isinstance(value, GraphCall) and any(c is value for c in calls_of(value, self.name)):
            self.check(value)
            fields = (Constant(np.array(True)), *value.args, *self.state.results)
            return _replaced(body, binding, None, _tuple(fields))
        if binding is not None and isinstance(value, GraphIf) and any(calls_of(value, self.name)):
            sides = self.tail(value.true_branch), self.tail(value.false_branch)
            info = self.state.info
            branch = update(value, true_branch=sides[0], false_branch=sides[1], sinfo=info)
            var = GraphVar(binding.var.name, info)
            return _replaced(body, binding, VarBinding(var, branch, span=binding.span), var)
        return self.settled(body)

    def settled(self, body: SeqExpr) -> SeqExpr:
        """The end of the recursion: the parameters stay, and the sequence's value is the result."""
        self.ends = True
        body = _unpacked(body)
        result = _tuple((Constant(np.array(False)), *self.state.params, *_parts(body.body)))
        return SeqExpr(body.blocks, result, result.sinfo, span=body.span)

    def check(self, call: GraphCall) -> None:
        for param, arg in zip(self.state.params, call.args, strict=True):
            own, given = param.sinfo, arg.sinfo
            assert isinstance(own, TensorStructInfo)
            same = isinstance(given, TensorStructInfo) and given.dtype == own.dtype and are_same(given.shape, own.shape)
            if not same:
                raise self.error(f"with another type of `{param.name}`", call)


def _last(body: SeqExpr) -> VarBinding | None:
    """The binding of a sequence's value, through other names for it; None if anything else uses it."""
    bindings = {b.var: b for block in body.blocks for b in block.bindings}
    value, uses = body.body, _uses(body)
    while isinstance(value, GraphVar):
        binding: Binding | None = bindings.get(value)
        if not isinstance(binding, VarBinding) or uses(value) > 1:
            return None
        if not isinstance(binding.value, GraphVar):
            return binding
        value = binding.value
    return None


def _uses(body: SeqExpr) -> Callable[[GraphVar], int]:
    """How many bindings, and the result, use a variable."""
    users: list[list[GraphVar]] = [graph_vars(body.body)]
    users += [graph_vars(b.value) for block in body.blocks for b in block.bindings]
    return lambda var: sum(var in names for names in users)


def _replaced(body: SeqExpr, old: VarBinding, new: VarBinding | None, value: GraphExpr) -> SeqExpr:
    """The sequence with another binding for `old`, or none, and another result. Other names of `old` are dropped."""
    gone = {old.var}
    blocks: list[BindingBlock] = []
    for block in body.blocks:
        bindings: list[Binding] = []
        for item in block.bindings:
            if item is old:
                bindings += [] if new is None else [new]
            elif isinstance(item, VarBinding) and isinstance(item.value, GraphVar) and item.value in gone:
                gone.add(item.var)
            else:
                bindings.append(item)
        blocks.append(update(block, bindings=tuple(bindings)))
    return SeqExpr(tuple(b for b in blocks if b.bindings), value, value.sinfo, span=body.span)


def _unpacked(body: SeqExpr) -> SeqExpr:
    """The sequence with a tuple of tensors as its value."""
    values = _parts(body.body)
    items = [VarBinding(GraphVar(f"t{n}", v.sinfo), v) for n, v in enumerate(values) if isinstance(v, TupleGetItem)]
    if not items:
        return body
    result = _tuple(tuple(b.var for b in items))
    return SeqExpr((*body.blocks, BindingBlock(tuple(items))), result, result.sinfo, span=body.span)


def _parts(value: GraphExpr) -> tuple[GraphExpr, ...]:
    """The tensors of a result."""
    if isinstance(value, GraphTuple):
        return value.fields
    if isinstance(value.sinfo, TupleStructInfo):
        return tuple(TupleGetItem(value, n, info) for n, info in enumerate(value.sinfo.fields))
    return (value,)


def _fields(info: StructInfo) -> tuple[StructInfo, ...]:
    return info.fields if isinstance(info, TupleStructInfo) else (info,)


def _is_tensor(info: StructInfo | None) -> bool:
    return isinstance(info, TensorStructInfo) and info.shape is not None and bool(info.dtype)


def _tuple(fields: tuple[GraphExpr, ...]) -> GraphTuple:
    infos = tuple(f.sinfo for f in fields)
    return GraphTuple(fields, TupleStructInfo(infos))  # type: ignore[arg-type]


def _zeros(info: StructInfo | None) -> GraphCall:
    assert isinstance(info, TensorStructInfo)
    (kind,) = output_infos(info)
    return GraphCall(Op("zeros"), (ShapeExpr(info.shape or ()),), {"dtype": kind.dtype}, sinfo=info)
