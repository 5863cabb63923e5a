"""Puts programs of one's own in the place of those of operators, with other layouts around them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mlcc.analysis.indexmap import IndexMap
from mlcc.analysis.itermap import NotAffine
from mlcc.diagnostics import MlccError
from mlcc.ir import (
    BaseFunc,
    Expr,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
    PrimFunc,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    TupleStructInfo,
    Var,
    const_like,
    walk,
)

from ..infer import output_infos, placeholder, tensor_info
from ..legalize import unique_name
from ..operators import operator_name
from ..rewrite import Emitter, map_branches, rewrite
from .pass_ import Pass

#: The attribute of a program that says of which operator it is.
OPERATOR = "operator_name"


@dataclass(frozen=True)
class AlterOpImpl(Pass):
    """Call another program for each operator: of the programs whose attribute ``operator_name`` is a key of
    `op_impl_map`, calls go to its value.

    `op_buffer_transforms` has for each of these operators a map of indices per buffer, inputs then outputs, from the
    operator's layout to that of the new program: a function (``lambda i: (i // 4, i % 4)``), a `tir.IndexMap`, or
    None. Values are laid out anew before the call and behind it. Raises T206 for a map without an inverse over the
    shape, and for another number of maps than of buffers.
    """

    op_impl_map: Mapping[str, PrimFunc] = field(default_factory=dict)
    op_buffer_transforms: Mapping[str, Sequence[Any] | None] = field(default_factory=dict)

    def __call__(self, module: IRModule) -> IRModule:
        state = _Altered(self, module)
        new = {k: state.function(f) for k, f in module.graph_funcs.items()}
        used = {n.name for f in new.values() for n in walk(f) if isinstance(n, GlobalVar)}
        kept = {k: f for k, f in module.functions.items() if k not in state.replaced or k in used}
        return module.with_functions({**kept, **new, **state.programs})


@dataclass
class _Altered:
    options: AlterOpImpl
    module: IRModule
    programs: dict[str, BaseFunc] = field(default_factory=dict)
    replaced: set[str] = field(default_factory=set)
    named: dict[str, str] = field(default_factory=dict)

    def function(self, func: GraphFunction) -> GraphFunction:
        return map_branches(rewrite(func, self.rule, self.module), self.function)

    def rule(self, out: Emitter, var: GraphVar, value: Any) -> GraphExpr | None:
        if not isinstance(value, GraphCall) or operator_name(value) != "call_tir" or var.sinfo is None:
            return None
        callee, given = value.args[0], value.args[1]
        old = self.module.functions.get(callee.name) if isinstance(callee, GlobalVar) else None
        kind = str(old.attrs.get(OPERATOR, "")) if isinstance(old, PrimFunc) else ""
        new = self.options.op_impl_map.get(kind)
        if new is None or not isinstance(callee, GlobalVar):
            return None
        self.replaced.add(callee.name)
        args = given.fields if isinstance(given, GraphTuple) else (given,)
        infos = output_infos(var.sinfo)
        maps = self.maps(kind, len(args) + len(infos))
        laid = [self.before(out, arg, index_map) for arg, index_map in zip(args, maps, strict=False)]
        inner = [_moved(info, index_map) for info, index_map in zip(infos, maps[len(args) :], strict=True)]
        single = isinstance(var.sinfo, TensorStructInfo)
        info: StructInfo = inner[0] if single else TupleStructInfo(tuple(inner))
        target = self.named.setdefault(kind, self.added(f"{callee.name}_replacement", new))
        new_args = (GlobalVar(target), GraphTuple(tuple(laid)), *value.args[2:])
        call = GraphCall(Op("call_tir"), new_args, {}, (info,), info)
        if not any(maps[len(args) :]):
            return call
        result = out.emit(call, "altered")
        fields = [result] if single else [out.emit(TupleGetItem(result, n), "field") for n in range(len(inner))]
        backs = [self.behind(f, i, m) for f, i, m in zip(fields, infos, maps[len(args) :], strict=True)]
        return backs[0] if single else GraphTuple(tuple(b if isinstance(b, GraphVar) else out.emit(b) for b in backs))

    def maps(self, kind: str, count: int) -> list[IndexMap | None]:
        given = self.options.op_buffer_transforms.get(kind) or [None] * count
        if len(given) != count:
            raise MlccError("T206", f"`{kind}` has {count} buffers, and {len(given)} maps of indices are given",
                            help="one for each input, then for each output; None for a buffer that stays")  # fmt: skip
        return [_index_map(item) for item in given]

    def added(self, name: str, program: PrimFunc) -> str:
        label = unique_name(name, {*self.module.functions, *self.programs})
        self.programs[label] = program.with_attr("global_symbol", label)
        return label

    def before(self, out: Emitter, arg: GraphExpr, index_map: IndexMap | None) -> GraphExpr:
        """An operand in the layout of the new program."""
        if index_map is None:
            return arg
        info = tensor_info(arg)
        new = _moved(info, index_map)
        values = [Var(f"i{n}", "int64") for n in range(len(new.shape or ()))]
        old = index_map.inverse(_sizes(info, index_map), values)
        return out.emit(self.relaid(arg, info, new, values, old), "laid_out")

    def behind(self, value: GraphVar, info: TensorStructInfo, index_map: IndexMap | None) -> GraphExpr:
        """A result in the operator's layout."""
        if index_map is None:
            return value
        return self.relaid(value, tensor_info(value), info, list(index_map.params), index_map.exprs)

    def relaid(
        self, value: GraphExpr, info: TensorStructInfo, new: TensorStructInfo, values: Sequence[Var], at: Sequence[Expr]
    ) -> GraphCall:
        """The call of a program that gives `new` with the element at `values` taken at the indices `at`."""
        from mlcc import te
        from mlcc.ir import substitute

        source = placeholder(info, "x")

        def element(*indices: Any) -> Expr:
            by = {v: i.astype(v.dtype) for v, i in zip(values, indices, strict=True)}
            return source[tuple(substitute(e, by) for e in at)]  # type: ignore[no-any-return]

        result = te.compute(new.shape or (), element, name="relaid")
        name = self.added("layout_transform", te.create_prim_func([source, result]))
        return GraphCall(Op("call_tir"), (GlobalVar(name), GraphTuple((value,))), {}, (new,), new)


def _index_map(given: Any) -> IndexMap | None:
    if given is None or isinstance(given, IndexMap):
        return given
    if hasattr(given, "initial_indices"):  # TVM's form of a map
        return IndexMap(tuple(given.initial_indices), tuple(given.final_indices))
    function: Callable[..., Any] = given
    return IndexMap.from_function(function, function.__code__.co_argcount, "int64")


def _sizes(info: TensorStructInfo, index_map: IndexMap) -> list[Expr]:
    shape = info.shape or ()
    if len(shape) != len(index_map.params):
        raise MlccError("T206", f"a map of {len(index_map.params)} indices for a tensor {info.script()}")
    return [const_like(size, v.dtype) for size, v in zip(shape, index_map.params, strict=True)]


def _moved(info: TensorStructInfo, index_map: IndexMap | None) -> TensorStructInfo:
    """The type in another layout. Raises T206 where elements would have no place of their own."""
    if index_map is None:
        return info
    sizes = _sizes(info, index_map)
    try:
        whole, new = index_map.is_bijective(sizes), index_map.map_shape(sizes)
    except NotAffine:
        whole, new = False, None
    if not whole or new is None:
        raise MlccError("T206", f"a map of indices has no inverse over {info.script()}", help="pad the tensor first")
    return TensorStructInfo(new, info.dtype)
