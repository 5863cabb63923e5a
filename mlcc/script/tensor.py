"""Tensor programs: from a decorated function to a `PrimFunc`."""

from __future__ import annotations

from mlcc.diagnostics import Label, MlccError
from mlcc.ir import BlockRealize, Buffer, PrimFunc, Stmt, Var, handle_param, root_realize, update
from mlcc.ir import dtype as dt

from . import syntax as s
from .blocks import Header, mark_broken
from .buffers import buffer_from_type, declare_in_type, is_buffer_type
from .context import Context, Silenced
from .formulas import Formulas
from .statements import Statements

#: Symbolic dimensions that nothing declares are int64, as in graph functions.
FREE_DIMENSION = "int64"


def prim_func(ctx: Context, node: s.Function, options: dict[str, bool]) -> PrimFunc:
    """Resolve one function. `options` are the decorator's: private, s_tir."""
    fx = Formulas(ctx)
    reader = Statements(fx, Header("root", ctx.span(node)))
    ctx.push()
    try:
        _declare_ahead(ctx, reader, fx, node)
        params = _parameters(ctx, reader, fx, node)
        body = reader.suite(node.body)
    finally:
        ctx.pop()
    attrs = dict(reader.attrs)
    if not options.get("private", False):
        attrs.setdefault("global_symbol", node.name)
    if options.get("s_tir", True):
        body = _rooted(reader.headers[0], body)
    return PrimFunc(tuple(params), reader.buffer_map, body, attrs, span=ctx.span(node))


def _rooted(root: Header, body: Stmt) -> Stmt:
    """The body in its root block: the explicit one, or the implicit one with the function's buffers."""
    explicit = isinstance(body, BlockRealize) and body.block.name == "root" and not body.block.iters
    if explicit and root.is_bare:
        return body
    result = root_realize(body, tuple(root.allocs))
    if root.annotations or root.matches or root.reads is not None or root.writes is not None:
        block = update(
            result.block, annotations=root.annotations, match_buffers=tuple(root.matches),
            reads=tuple(root.reads or ()), writes=tuple(root.writes or ()),
        )  # fmt: skip
        result = update(result, block=block)
    return result


def _declare_ahead(ctx: Context, reader: Statements, fx: Formulas, node: s.Function) -> None:
    """Scalars of the signature and ``n = T.int64()`` in the body may be used in any parameter's shape."""
    for statement in s.declared_singly(node.body):
        if not isinstance(statement, s.Assign) or not isinstance(statement.target, s.Name):
            continue
        call = statement.value
        name = ctx.call_name(call, "T")
        if name is None or not isinstance(call, s.Call):
            continue
        try:
            if name == "var" and call.args:
                dtype = fx.dtype_text(call.args[0])
            elif dt.is_known(name) and not call.args and not call.keywords:
                dtype = name
            else:
                continue
        except MlccError:
            continue  # reported where the statement is read
        target = statement.target
        if target.id in reader.declared:
            continue
        ctx.define(target.id, Var(target.id, dtype, span=ctx.span(target)), target)
        reader.declared.add(target.id)


def _parameters(ctx: Context, reader: Statements, fx: Formulas, node: s.Function) -> list[Var]:
    """Scalars first, because shapes may use them; the order of the result is the signature's."""
    result: dict[int, Var] = {}
    buffers: list[tuple[int, s.Parameter]] = []
    seen: dict[str, s.Parameter] = {}
    for i, param in enumerate(node.params):
        if param.name in seen:
            first = Label(ctx.span(seen[param.name]), "first defined here")
            ctx.collect(ctx.error("P123", f"parameter `{param.name}` is defined twice", param, labels=[first]))
            continue
        seen[param.name] = param
        if param.annotation is not None and is_buffer_type(fx, param.annotation):
            buffers.append((i, param))
            continue
        try:
            result[i] = _scalar(ctx, reader, fx, param)
        except (MlccError, Silenced) as error:
            ctx.collect(error)
            mark_broken(fx, s.Name(param.name, param.start, param.end))
    for i, param in buffers:
        try:
            result[i] = _buffer(ctx, reader, fx, param)
        except (MlccError, Silenced) as error:
            ctx.collect(error)
            mark_broken(fx, s.Name(param.name, param.start, param.end))
    return [result[i] for i in sorted(result)]


def _scalar(ctx: Context, reader: Statements, fx: Formulas, param: s.Parameter) -> Var:
    annotation = param.annotation
    if annotation is None:
        raise ctx.error(
            "P128", f"parameter `{param.name}` has no type", param,
            help=f'write `{param.name}: T.Buffer((128, 128), "float32")`, or `T.int32` for a scalar',
        )  # fmt: skip
    name_node = s.Name(param.name, param.start, param.start + len(param.name))
    if _is_pointer(ctx, annotation):
        var = Var(param.name, "handle", span=ctx.span(name_node))
        reader.handles[param.name] = var
    else:
        var = Var(param.name, fx.dtype_text(annotation, "the parameter's type"), span=ctx.span(name_node))
        if var.dtype == "handle":
            reader.handles[param.name] = var
    ctx.define(param.name, var, name_node)
    return var


def _is_pointer(ctx: Context, annotation: s.Syntax) -> bool:
    """``T.handle("float32", "global")`` and ``T.Ptr[T.float32]``."""
    if isinstance(annotation, s.Call):
        return ctx.split(annotation.func) == ("T", "handle")
    return isinstance(annotation, s.Subscript) and ctx.split(annotation.value) == ("T", "Ptr")


def _buffer(ctx: Context, reader: Statements, fx: Formulas, param: s.Parameter) -> Var:
    annotation = param.annotation
    assert annotation is not None
    declare_in_type(fx, annotation, FREE_DIMENSION)
    name_node = s.Name(param.name, param.start, param.start + len(param.name))
    buffer: Buffer = buffer_from_type(fx, param.name, annotation, name_node)
    handle = handle_param(buffer)
    reader.buffer_map[handle] = buffer
    ctx.define(param.name, buffer, name_node)
    return handle
