"""Parameters that are tuples become one parameter per tensor, and those that are sizes tensors of these sizes: entries
take tensors only."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Any

from mlcc.ir import (
    Expr,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    PrimStructInfo,
    PrimValue,
    ShapeExpr,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
    update,
    walk,
)  # fmt: skip

from ..rewrite import map_branches, rewrite
from .pass_ import Pass

#: The nesting of a parameter: the index of its tensor among the new parameters, or that of each field.
Nesting = Any


@dataclass(frozen=True)
class ExpandTupleParams(Pass):
    """Replace a parameter that is a tuple by one parameter per tensor: `p: R.Tuple(A, R.Tuple(B, C))` becomes `p_0: A`,
    `p_1_0: B`, `p_1_1: C`.

    The attribute ``input_nesting`` keeps the parameters as they were: each has its name and the index of its tensor, or
    a list of such indices for a tuple. By it callers from Python may pass tuples; ``output_nesting`` says the same of a
    result that is a tuple with tuples in it. Functions that others call stay.
    """

    def __call__(self, module: IRModule) -> IRModule:
        nodes = (node for func in module.graph_funcs.values() for node in walk(func))
        called = {n.op.name for n in nodes if isinstance(n, GraphCall) and isinstance(n.op, GlobalVar)}
        for name, func in module.graph_funcs.items():
            if name in called:
                continue
            nesting = _result_nesting(func.body.body.sinfo)
            if nesting is not None:
                module = module.with_function(name, func := func.with_attr("output_nesting", nesting))
            if any(isinstance(p.sinfo, TupleStructInfo) or _sizes(p.sinfo) is not None for p in func.params):
                module = module.with_function(name, _expanded(func, module))
        return module


def _result_nesting(info: StructInfo | None) -> list[Nesting] | None:
    """The indices of a result's tensors, nested as its tuples are; None for a tensor and for a tuple of tensors."""
    if not isinstance(info, TupleStructInfo) or not any(isinstance(f, TupleStructInfo) for f in info.fields):
        return None
    indices = count()

    def of(part: StructInfo) -> Nesting:
        return [of(f) for f in part.fields] if isinstance(part, TupleStructInfo) else next(indices)

    nesting: list[Nesting] = of(info)
    return nesting


def _sizes(info: StructInfo | None) -> tuple[Expr, ...] | None:
    """The sizes that a parameter stands for; None for one that is no shape and no size, or says none."""
    match info:
        case ShapeStructInfo(values=values):
            return values
        case PrimStructInfo(value=value) if value is not None and value.dtype == "int64":
            return (value,)
    return None


def _expanded(func: GraphFunction, module: IRModule) -> GraphFunction:
    fields = _Fields({param.name for param in func.params} | {binding.var.name for binding in func.bindings()})
    nesting = [[param.name, fields.of(param)] for param in func.params]

    def replaced(part: GraphFunction) -> GraphFunction:
        return map_branches(rewrite(part, lambda *_: None, module, env=fields.values), replaced)

    func = update(replaced(func), params=tuple(fields.params))
    if fields.sizes:
        func = func.with_attr("size_inputs", fields.sizes)
    return func.with_attr("input_nesting", nesting) if len(fields.sizes) < len(fields.values) else func


class _Fields:
    """The new parameters, and the values of those that they replace."""

    def __init__(self, taken: set[str]) -> None:
        self.taken = taken
        self.params: list[GraphVar] = []
        self.values: dict[GraphVar, GraphExpr] = {}
        self.sizes: list[str] = []  # the names of tensors that stand for sizes

    def of(self, param: GraphVar) -> Nesting:
        """Adds the tensors of a parameter; their indices, nested as the parameter is."""
        sizes = _sizes(param.sinfo)
        if sizes is not None:
            single = isinstance(param.sinfo, PrimStructInfo)
            self.values[param] = PrimValue(sizes[0]) if single else ShapeExpr(sizes, param.sinfo)
            self.sizes.append(param.name)
            return self.add(GraphVar(param.name, TensorStructInfo(sizes, "bool"), span=param.span))
        if not isinstance(param.sinfo, TupleStructInfo):
            return self.add(param)
        self.values[param], nesting = self.nested(param.name, param.sinfo, param)
        return nesting

    def nested(self, name: str, info: TupleStructInfo, param: GraphVar) -> tuple[GraphTuple, list[Nesting]]:
        """The tuple of new parameters called `name_0`, `name_1` …, and their indices."""
        made = [self.field(f"{name}_{n}", item, param) for n, item in enumerate(info.fields)]
        return GraphTuple(tuple(value for value, _ in made), info), [nesting for _, nesting in made]

    def field(self, name: str, info: StructInfo, param: GraphVar) -> tuple[GraphExpr, Nesting]:
        """A field as a value of new parameters, and its indices."""
        if isinstance(info, TupleStructInfo):
            return self.nested(name, info, param)
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        new = GraphVar(name, info, span=param.span)
        return new, self.add(new)

    def add(self, new: GraphVar) -> int:
        """Appends a parameter; its index."""
        self.params.append(new)
        return len(self.params) - 1
