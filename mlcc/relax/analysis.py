"""Questions about graph functions, with TVM's names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from mlcc.analysis import has_reshape_pattern
from mlcc.ir import (
    Binding,
    BindingBlock,
    CallableStructInfo,
    Expr,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphLoop,
    GraphVar,
    IRModule,
    MatchCast,
    ObjectStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
    Var,
    VarBinding,
    as_int,
    children,
    problems,
    structural_equal,
    substitute,
    walk,
)

from .base_check import BaseCheckResult, type_base_check
from .call_graph import named_functions, reached
from .infer import applied_info
from .operators import are_same, has_effects
from .rewrite import graph_vars
from .users import values_of


def remove_all_unused(func: GraphFunction) -> GraphFunction:
    """The function without bindings that do not reach its result; calls with effects stay."""
    from .transform.dead_code import DeadCodeElimination

    kept: GraphFunction = DeadCodeElimination().run(func, IRModule({}))
    return kept


def post_order_visit(expr: GraphExpr, fvisit: Callable[[GraphExpr], object]) -> None:
    """Call `fvisit` on each expression below `expr`, children first, and once on each that is shared."""
    seen: set[int] = set()

    def visit(node: GraphExpr) -> None:
        if id(node) in seen:
            return
        seen.add(id(node))
        for child in children(node):
            visit(child)  # type: ignore[arg-type]
        if isinstance(node, GraphExpr):
            fvisit(node)

    visit(expr)


def all_vars(expr: GraphExpr) -> list[GraphVar]:
    """The variables of an expression, parameters included, in order of appearance."""
    found = dict.fromkeys(expr.params) if isinstance(expr, GraphFunction) else {}
    for node in walk(expr):
        if isinstance(node, GraphVar):
            found[node] = None
        elif isinstance(node, VarBinding):
            found[node.var] = None
    return list(found)


def bound_vars(expr: GraphExpr) -> list[GraphVar]:
    """The parameters and the variables that bindings define."""
    found = list(expr.params) if isinstance(expr, GraphFunction) else []
    for node in walk(expr):
        if isinstance(node, GraphLoop):
            found += node.params
        elif hasattr(node, "var") and isinstance(node.var, GraphVar):
            found.append(node.var)
    return found


def free_vars(expr: GraphExpr) -> list[GraphVar]:
    """The variables that are used and not bound inside."""
    params = set(expr.params) if isinstance(expr, GraphFunction) else set()
    return [var for var in graph_vars(expr) if var not in params]


def all_global_vars(expr: GraphExpr) -> list[GlobalVar]:
    """The functions of the module that an expression names, each once."""
    return list({node.name: node for node in walk(expr) if isinstance(node, GlobalVar)}.values())


def get_var2val(func: GraphFunction) -> dict[GraphVar, GraphExpr]:
    """What each variable of a function is bound to."""
    return values_of(func)


def udchain(block: BindingBlock) -> dict[GraphVar, list[GraphVar]]:
    """For each variable that a block uses or defines, the variables of the block that are computed from it."""
    users: dict[GraphVar, list[GraphVar]] = {}
    for binding in block.bindings:
        users.setdefault(binding.var, [])
        for node in walk(binding.value):
            if isinstance(node, GraphVar) and binding.var not in users.setdefault(node, []):
                users[node].append(binding.var)
    return users


def used_vars(expr: GraphExpr) -> list[GraphVar]:
    """The variables that an expression uses, bound inside or not; parameters and bindings do not use themselves."""
    return list(dict.fromkeys(node for node in walk(expr) if isinstance(node, GraphVar)))


def name_to_binding(func: GraphFunction) -> dict[str, list[Binding]]:
    """The bindings of a function by the names of their variables."""
    found: dict[str, list[Binding]] = {}
    for binding in func.bindings():
        found.setdefault(binding.var.name, []).append(binding)
    return found


def _sizes(items: Iterable[Any]) -> list[Var]:
    """The variables of TensorIR in types, each once."""
    return list(dict.fromkeys(v for item in items if item is not None for v in walk(item) if isinstance(v, Var)))


def tir_vars_in_struct_info(sinfo: StructInfo) -> list[Var]:
    """The symbolic sizes that a type names."""
    return _sizes([sinfo])


tir_vars_in_type = tir_vars_in_struct_info


def definable_tir_vars_in_struct_info(sinfo: StructInfo) -> list[Var]:
    """The symbolic sizes of which a value of the type says what they are: `n` of a dimension `n`, not of `n + 1`."""
    return _whole_dims(sinfo)


definable_tir_vars_in_type = definable_tir_vars_in_struct_info


def _whole_dims(sinfo: StructInfo | None) -> list[Var]:
    match sinfo:
        case TensorStructInfo():
            found = [d for d in sinfo.shape or () if isinstance(d, Var)]
        case ShapeStructInfo():
            found = [d for d in sinfo.values or () if isinstance(d, Var)]
        case PrimStructInfo(value=Var() as value):
            found = [value]
        case TupleStructInfo():
            found = [v for field in sinfo.fields for v in _whole_dims(field)]
        case _:
            found = []
    return list(dict.fromkeys(found))


def defined_symbolic_vars(func: GraphFunction) -> list[Var]:
    """The symbolic sizes that the parameters and the casts of a function define."""
    casts = [node.sinfo for node in walk(func) if isinstance(node, MatchCast)]
    infos = [*(p.sinfo for p in func.params), *casts]
    return list(dict.fromkeys(v for info in infos for v in _whole_dims(info)))


def free_symbolic_vars(func: GraphFunction) -> list[Var]:
    """The symbolic sizes that a function uses and does not define."""
    infos = [getattr(node, "sinfo", None) for node in walk(func)]
    params = [*(p.sinfo for p in func.params), func.ret_sinfo]
    known = set(defined_symbolic_vars(func))
    return [v for v in _sizes([func, *params, *infos]) if v not in known]


def contains_impure_call(expr: GraphExpr, own_name: GlobalVar | GraphVar | None = None) -> bool:
    """Whether an expression calls something with a side effect; calls of the function `own_name` count as pure."""
    return any(isinstance(node, GraphCall) and node.op is not own_name and has_effects(node) for node in walk(expr))


def detect_recursion(mod: IRModule) -> list[list[GlobalVar]]:
    """The groups of graph functions that reach each other, those that call themselves included."""
    calls = named_functions(mod)
    reach = {name: reached(calls, [name]) for name in calls}
    groups: dict[frozenset[str], None] = {}
    for name in sorted(calls):
        if name in reach[name]:
            groups[frozenset({name, *(other for other in reach[name] if name in reach.get(other, ()))})] = None
    return [[GlobalVar(name) for name in sorted(group)] for group in groups]


def computable_at_compile_time(func: GraphFunction) -> list[GraphVar]:
    """The variables of a function that depend on its weights alone: the parameters behind its ``num_input``, and what
    is computed of them and of constants."""
    count = func.attrs.get("num_input")
    if not isinstance(count, int):
        return []
    known = dict.fromkeys(func.params[count:])
    sizes = {v for p in known for v in _whole_dims(p.sinfo)}
    for binding in func.bindings():
        value = binding.value
        pure = not (isinstance(value, GraphCall) and has_effects(value))
        inputs = [node for node in walk(value) if isinstance(node, GraphVar)]
        if pure and all(v in known for v in inputs) and sizes.issuperset(_sizes([value, binding.var.sinfo])):
            known[binding.var] = None
    return list(known)


def struct_info_lca(lhs: StructInfo, rhs: StructInfo) -> StructInfo:
    """The most that is known of a value of either type."""
    if structural_equal(lhs, rhs):
        return lhs
    match lhs, rhs:
        case TensorStructInfo(), TensorStructInfo():
            dtype = lhs.dtype if lhs.dtype == rhs.dtype else ""
            same = lhs.shape is not None and rhs.shape is not None and are_same(lhs.shape, rhs.shape)
            return TensorStructInfo(lhs.shape if same else None, dtype, lhs.ndim if lhs.ndim == rhs.ndim else -1)
        case ShapeStructInfo(), ShapeStructInfo():
            return ShapeStructInfo(None, lhs.ndim if lhs.ndim == rhs.ndim else -1)
        case PrimStructInfo(), PrimStructInfo() if lhs.dtype == rhs.dtype:
            return PrimStructInfo(lhs.dtype)
        case TupleStructInfo(), TupleStructInfo() if len(lhs.fields) == len(rhs.fields):
            return TupleStructInfo(tuple(map(struct_info_lca, lhs.fields, rhs.fields)))
    return ObjectStructInfo()


type_lca = struct_info_lca


def get_static_type(sinfo: StructInfo) -> StructInfo:
    """A type without symbolic sizes: ranks and element types stay."""
    match sinfo:
        case TensorStructInfo():
            return TensorStructInfo(None, sinfo.dtype, sinfo.ndim)
        case ShapeStructInfo():
            return ShapeStructInfo(None, sinfo.ndim)
        case PrimStructInfo():
            return PrimStructInfo(sinfo.dtype)
        case TupleStructInfo():
            return TupleStructInfo(tuple(map(get_static_type, sinfo.fields)))
    return sinfo


def derive_call_ret_type(func_ty: CallableStructInfo, call: GraphCall, ctx: object = None) -> StructInfo:
    """The type of a call of a function of the type `func_ty`, with the sizes that the arguments have."""
    return applied_info(func_ty, call.args)


def erase_to_well_defined(
    ty: StructInfo, shape_var_map: Mapping[Var, Expr] | None = None, var_map: Mapping[Any, Any] | None = None
) -> StructInfo:
    """The type with sizes as `shape_var_map` says; a shape with a symbol that is not in it is left out, and its rank
    stays. `var_map` is accepted for TVM's sake: types name no values here."""
    known = dict(shape_var_map or {})

    def erased(info: StructInfo) -> StructInfo:
        match info:
            case TupleStructInfo():
                return TupleStructInfo(tuple(map(erased, info.fields)))
            case CallableStructInfo():
                return info  # the symbols of a function's type are its own
        if all(v in known for v in _sizes([info])):
            new: StructInfo = substitute(info, known)
            return new
        return get_static_type(info)

    return erased(ty)


def collect_non_negative_expressions(ty: StructInfo) -> list[Expr]:
    """The sizes of a type, of tensors, shapes and their tuples, that are no numbers: they are zero or more."""
    match ty:
        case TensorStructInfo():
            found = list(ty.shape or ())
        case ShapeStructInfo():
            found = list(ty.values or ())
        case TupleStructInfo():
            found = [size for field in ty.fields for size in collect_non_negative_expressions(field)]
        case _:
            found = []
    return list(dict.fromkeys(size for size in found if as_int(size) is None))


def well_formed(item: IRModule | GraphFunction) -> bool:
    """Whether a module or a function is valid; `mlcc.ir.problems` says what is wrong."""
    return not problems(item)


check_well_formed = well_formed


def __getattr__(name: str) -> Any:
    """Raises AttributeError; for a question of TVM's that has another answer here, with that."""
    if name in _ELSEWHERE:
        raise AttributeError(f"`relax.analysis.{name}` is not in mlcc: {_ELSEWHERE[name]}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


_ELSEWHERE = {
    "estimate_memory_usage": "`mlcc inspect MODEL --memory` prints what a library takes, before it is built",
    "suggest_layout_transforms": "`Schedule.transform_layout` changes one buffer, and `ConvertLayout` a graph",
}

__all__ = [
    "BaseCheckResult",
    "all_global_vars",
    "all_vars",
    "bound_vars",
    "check_well_formed",
    "collect_non_negative_expressions",
    "computable_at_compile_time",
    "contains_impure_call",
    "definable_tir_vars_in_struct_info",
    "definable_tir_vars_in_type",
    "defined_symbolic_vars",
    "derive_call_ret_type",
    "detect_recursion",
    "erase_to_well_defined",
    "free_symbolic_vars",
    "free_vars",
    "get_static_type",
    "get_var2val",
    "has_reshape_pattern",
    "name_to_binding",
    "post_order_visit",
    "remove_all_unused",
    "struct_info_lca",
    "tir_vars_in_struct_info",
    "tir_vars_in_type",
    "type_base_check",
    "type_lca",
    "udchain",
    "used_vars",
    "well_formed",
]
