"""Rewriting graph functions binding by binding, in administrative normal form: arguments are variables or literals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from mlcc.diagnostics import Location, MlccError, note_location
from mlcc.ir import (
    Binding,
    BindingBlock,
    Constant,
    DTypeValue,
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
    Node,
    Op,
    PrimValue,
    SeqExpr,
    ShapeExpr,
    StringValue,
    TensorStructInfo,
    TupleGetItem,
    Var,
    VarBinding,
    free_vars,
    map_children,
    update,
    walk,
)  # fmt: skip

from .composed import expanded, has_several, is_pending
from .infer import infer, tensor_info
from .operators import canonical, operator_name

N = TypeVar("N", bound=Node)
ATOMS = (GraphVar, Constant, ShapeExpr, PrimValue, StringValue, DTypeValue, GlobalVar, ExternFunc, Op)


class Emitter:
    """Collects the bindings of one function that is being rewritten; `env` maps old variables to their replacements."""

    def __init__(self, module: IRModule | None = None, names: Iterable[str] = ()) -> None:
        self.module = module
        self.blocks: list[BindingBlock] = []
        self.bindings: list[Binding] = []
        self.env: dict[GraphVar, GraphExpr] = {}
        self.used = set(names)
        self.count = 0
        self.location: Location | None = None  # source of the binding being rewritten: the span of all its replacements
        self.in_dataflow = False
        self.of_fields: set[GraphExpr] = set()  # calls of which single results are taken

    def fresh_name(self, hint: str = "lv") -> str:
        name = hint
        while name in self.used:
            self.count += 1
            name = f"{hint}{self.count}"
        self.used.add(name)
        return name

    def resolve(self, expr: GraphExpr) -> GraphExpr:
        """`expr` with renamed variables replaced, tuples included."""
        match expr:
            case GraphVar():
                return self.env.get(expr, expr)
            case GraphTuple():
                fields = tuple(self.resolve(f) for f in expr.fields)
                same = all(a is b for a, b in zip(fields, expr.fields, strict=True))
                return expr if same else replace(expr, fields=fields)
            case TupleGetItem():
                return self.project(self.resolve(expr.value), expr)
            case GraphCall():
                args = tuple(self.resolve(a) for a in expr.args)
                return expr if all(a is b for a, b in zip(args, expr.args, strict=True)) else update(expr, args=args)
            case GraphIf() | GraphLoop():
                return rename(expr, self.env)
        return expr

    def project(self, value: GraphExpr, item: TupleGetItem) -> GraphExpr:
        if isinstance(value, GraphTuple):
            return value.fields[item.index]
        return item if value is item.value else replace(item, value=value)

    def emit(self, value: GraphExpr, hint: str = "lv", like: GraphVar | None = None) -> GraphVar:
        """Bind a value to a new variable (named after `like`, keeping its visibility) and return it."""
        info = value.sinfo or infer(value, self.module)
        if isinstance(value, GraphCall) and value.sinfo is None:
            value = update(value, sinfo=info)
        if isinstance(value, GraphCall) and value.span is None and self.location is not None:
            value = update(value, span=self.location)
        name = like.name if like is not None else self.fresh_name(hint)
        var = GraphVar(name, info, like.is_dataflow if like is not None else True)
        self.bindings.append(VarBinding(var, value))
        return var

    def bound(self, value: GraphExpr) -> GraphExpr:
        """A variable bound to a value whose operands may be calls, or the value if it is an atom."""
        return _atom(self, value)

    def front(self, whole: GraphExpr, count: GraphExpr, like: GraphExpr | None = None) -> GraphVar:
        """The first `count` rows of `whole`, a number computed at run time: their dimension is a new symbol, or that of
        `like`, earlier rows of the same count."""
        info = tensor_info(whole)
        shape = info.shape or ()
        length: Expr = (
            (tensor_info(like).shape or ())[0] if like is not None else Var(self.fresh_name("count"), "int64")
        )
        open_ended = TensorStructInfo(None, info.dtype, len(shape))
        rows = self.emit(GraphCall(Op("dynamic_prefix"), (whole, count), {}, (open_ended,), open_ended))
        return self.cast(rows, TensorStructInfo((length, *shape[1:]), info.dtype))

    def cast(self, value: GraphExpr, known: TensorStructInfo) -> GraphVar:
        """`value` in a shape that is checked at run time."""
        var = GraphVar(self.fresh_name(), known, True)
        self.bindings.append(MatchCast(var, value, known))
        return var

    def close_block(self, is_dataflow: bool) -> None:
        if self.bindings:
            self.blocks.append(BindingBlock(tuple(self.bindings), is_dataflow))
            self.bindings = []


Rule = Callable[[Emitter, GraphVar, GraphExpr], "GraphExpr | None"]


def rewrite(
    func: GraphFunction,
    rule: Rule,
    module: IRModule | None = None,
    env: Mapping[GraphVar, GraphExpr] | None = None,
    settle: Callable[[Emitter, GraphExpr], GraphExpr] = lambda out, value: value,
) -> GraphFunction:
    """Rebuild a function.

    ``rule(emitter, var, value)`` sees each binding with its arguments already rewritten; it returns the new value to
    bind, an atom that replaces the variable, or None to keep the binding. `env` holds initial replacements; `settle`
    maps a value to the form that casts, branches and the function's result use. Branches are not entered: see
    :func:`map_branches`.
    """
    names = [p.name for p in func.params] + [b.var.name for b in func.bindings()]
    out = Emitter(module, names)
    out.env.update(env or {})
    for block in func.body.blocks:
        out.in_dataflow = block.is_dataflow
        for binding in block.bindings:
            if isinstance(binding, MatchCast):
                value = out.resolve(binding.value)
                out.bindings.append(update(binding, value=settle(out, value)))
                continue
            assert isinstance(binding, VarBinding)
            value = out.resolve(binding.value)
            # Branches are not entered: what they read from outside is replaced, in the form that `settle` gives it.
            if isinstance(value, GraphIf | GraphLoop):
                value = rename(value, {v: settle(out, v) for v in graph_vars(value)})
            out.location = binding.value.span
            try:
                new = rule(out, binding.var, value)
            except MlccError:
                raise
            except Exception as error:
                note_location(error, f"at `{binding.var.name} = {value.script()}`")
                if out.location is not None:
                    note_location(error, f"which comes from {out.location}")
                raise
            value = value if new is None else new
            if replaces(value, binding):
                out.env[binding.var] = value
            elif value is binding.value:
                out.bindings.append(binding)
            else:
                out.env[binding.var] = out.emit(value, like=binding.var)
        out.close_block(block.is_dataflow)
    body = settle(out, out.resolve(func.body.body))
    out.close_block(False)
    return update(func, body=update(func.body, blocks=tuple(out.blocks), body=body, sinfo=body.sinfo))


def replaces(value: GraphExpr, binding: VarBinding) -> bool:
    """Whether a new value replaces the variable in later bindings, instead of being bound to it."""
    var = binding.var
    if isinstance(binding.value, GraphVar | Constant):
        return False
    local = isinstance(value, GraphVar) and value.is_dataflow
    if isinstance(value, GraphTuple) and not isinstance(binding.value, GraphTuple):
        return var.is_dataflow
    return isinstance(value, Constant) or (isinstance(value, GraphVar) and (var.is_dataflow or not local))


def rename(item: N, env: Mapping[GraphVar, GraphExpr]) -> N:
    """`item` with variables replaced, inside branches too; variables bound inside keep their names."""

    def visit(node: Node) -> Node:
        return env.get(node, node) if isinstance(node, GraphVar) else map_children(node, visit)

    return visit(item) if env else item  # type: ignore[return-value]


def with_vars(binding: Binding, env: Mapping[GraphVar, GraphVar]) -> Binding:
    """A binding with variables replaced by others: the one that it binds, and those that it uses."""
    return update(rename(binding, env), var=env.get(binding.var, binding.var))


def graph_vars(item: Node) -> list[GraphVar]:
    """The graph variables used and not bound inside, in order of first use."""
    used: dict[GraphVar, None] = {}
    bound: set[GraphVar] = set()
    for node in walk(item):
        if isinstance(node, GraphVar):
            used[node] = None
        elif isinstance(node, Binding):
            bound.add(node.var)
        elif isinstance(node, GraphLoop | GraphFunction):
            bound.update(node.params)
    return [v for v in used if v not in bound]


def map_branches(func: GraphFunction, fn: Callable[[GraphFunction], GraphFunction]) -> GraphFunction:
    """Apply `fn` to every branch of the function's conditionals and every loop body, each wrapped as a function whose
    parameters are its free variables."""

    def branch(body: SeqExpr) -> SeqExpr:
        return fn(GraphFunction(tuple(graph_vars(body)), body, body.sinfo)).body

    def visit(binding: Binding) -> Binding:
        value = binding.value if isinstance(binding, VarBinding) else None
        match value:
            case GraphIf():
                sides = branch(value.true_branch), branch(value.false_branch)
                return update(binding, value=update(value, true_branch=sides[0], false_branch=sides[1]))
            case GraphLoop():
                return update(binding, value=update(value, body=branch(value.body)))
        return binding

    if not any(isinstance(b, VarBinding) and isinstance(b.value, GraphIf | GraphLoop) for b in func.bindings()):
        return func
    blocks = tuple(update(b, bindings=tuple(map(visit, b.bindings))) for b in func.body.blocks)
    return update(func, body=update(func.body, blocks=blocks))


def normalize(func: GraphFunction, module: IRModule | None = None) -> GraphFunction:
    """Administrative normal form with every type inferred: nested calls are bound to variables, and aliases of
    operators are replaced by their registered names."""
    names = [p.name for p in func.params] + [b.var.name for b in func.bindings()]
    out = Emitter(module, [*names, *(v.name for p in func.params if p.sinfo is not None for v in free_vars(p.sinfo))])
    out.of_fields = _of_fields(func)
    body = _normalize_seq(out, func.body)
    return update(func, body=body, ret_sinfo=func.ret_sinfo or body.sinfo)


def _of_fields(func: GraphFunction) -> set[GraphExpr]:
    """The calls of which a single result is taken: `R.nn.batch_norm(…)[0]` is TVM's operator, that of the inventory has
    one result."""
    sources = {node.value for node in walk(func) if isinstance(node, TupleGetItem)}
    if not sources:
        return sources
    bound = {b.value for b in walk(func) if isinstance(b, VarBinding) and b.var in sources}
    return {value for value in sources | bound if isinstance(value, GraphCall) and has_several(operator_name(value))}


def _normalize_seq(out: Emitter, seq: SeqExpr) -> SeqExpr:
    outer, out.blocks = out.blocks, []
    pending, out.bindings = out.bindings, []
    for block in seq.blocks:
        for binding in block.bindings:
            if isinstance(binding, MatchCast):
                out.bindings.append(update(binding, value=_atom(out, binding.value)))
                continue
            assert isinstance(binding, VarBinding)
            value = flattened(out, binding.value)
            info = value.sinfo or infer(value, out.module)
            if isinstance(value, GraphCall) and value.sinfo is None:
                value = update(value, sinfo=info)
            var = binding.var
            if info is not None and info is not var.sinfo:
                var = GraphVar(var.name, info, var.is_dataflow, span=var.span)
                out.env[binding.var] = var
            out.bindings.append(VarBinding(var, value, span=binding.span))
        out.close_block(block.is_dataflow)
    body = _atom(out, seq.body)
    out.close_block(False)
    blocks, out.blocks = tuple(out.blocks), outer
    out.bindings = pending
    return SeqExpr(blocks, body, body.sinfo, span=seq.span)


def _normalize_loop(out: Emitter, loop: GraphLoop) -> GraphLoop:
    initial = _atom(out, loop.initial)
    assert isinstance(initial, GraphTuple)
    infos = (TensorStructInfo((), "int64"), *(f.sinfo for f in initial.fields))
    params = tuple(update(p, sinfo=i) for p, i in zip(loop.params, infos, strict=True))
    out.env.update(zip(loop.params, params, strict=True))
    limit, condition = _atom(out, loop.limit), _atom(out, loop.condition)
    body = _normalize_seq(out, loop.body)
    new = update(loop, limit=limit, condition=condition, initial=initial, params=params, body=body)
    return update(new, sinfo=infer(new, out.module))


def _atom(out: Emitter, expr: GraphExpr) -> GraphExpr:
    """`expr` as an argument: atoms stay, tuples keep atoms inside, everything else is bound to a variable."""
    if isinstance(expr, ATOMS):
        return out.resolve(expr) if isinstance(expr, GraphVar) else expr
    if isinstance(expr, GraphTuple):
        fields = tuple(_atom(out, f) for f in expr.fields)
        new = expr if all(a is b for a, b in zip(fields, expr.fields, strict=True)) else update(expr, fields=fields)
        return update(new, sinfo=infer(new, out.module))
    value = flattened(out, expr)
    return value if isinstance(value, ATOMS) else out.emit(value)


def flattened(out: Emitter, expr: GraphExpr) -> GraphExpr:
    """`expr` with atoms as its operands: calls nested in it are bound to variables."""
    match expr:
        case GraphCall():
            args = tuple(_atom(out, a) for a in expr.args)
            if isinstance(expr.op, GraphVar):  # a function that is bound inside of this one
                expr = update(expr, op=out.resolve(expr.op))
            if is_pending(expr) or expr in out.of_fields:
                return flattened(out, expanded(update(expr, args=args), out))
            if isinstance(expr.op, Op) and (name := canonical(expr.op.name)) != expr.op.name:
                expr = update(expr, op=Op(name, span=expr.op.span))
            return expr if all(a is b for a, b in zip(args, expr.args, strict=True)) else update(expr, args=args)
        case TupleGetItem():
            value = _atom(out, expr.value)
            new_item = expr if value is expr.value else update(expr, value=value)
            return update(new_item, sinfo=infer(new_item, out.module))
        case GraphIf():
            condition = _atom(out, expr.condition)
            true_branch = _normalize_seq(out, expr.true_branch)
            false_branch = _normalize_seq(out, expr.false_branch)
            return update(
                expr, condition=condition, true_branch=true_branch, false_branch=false_branch, sinfo=true_branch.sinfo
            )
        case GraphLoop():
            return _normalize_loop(out, expr)
        case GraphFunction():
            body = _normalize_seq(out, expr.body)
            return update(expr, body=body, ret_sinfo=expr.ret_sinfo or body.sinfo)
    return _atom(out, expr)
