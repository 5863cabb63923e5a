"""Statements of tensor programs: syntax to IR."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from mlcc.diagnostics import Label, MlccError, Span
from mlcc.ir import (
    Allocate,
    AssertStmt,
    AttrStmt,
    Buffer,
    BufferStore,
    Evaluate,
    Expr,
    For,
    IfThenElse,
    LetStmt,
    MatchBuffer,
    SeqStmt,
    Stmt,
    StringImm,
    Var,
    While,
    as_int,
    seq,
)  # fmt: skip
from mlcc.ir import dtype as dt

from . import syntax as s
from .blocks import Axes, Header, mark_broken, realize
from .buffers import TYPE_PARAMETERS, dimension, is_none, make
from .calls import vector_indices
from .context import Silenced
from .formulas import Formulas, broadcast_to
from .loops import Loop, LoopHeaders

_ALLOC = ("alloc_buffer", "sblock_alloc_buffer")
_PARAMETERS = f"{TYPE_PARAMETERS} data annotations"
#: What allocates in lowered code, with its parameters.
_ALLOCATE = dict.fromkeys(("decl_buffer", "buffer_decl", "Buffer"), _PARAMETERS)
_ALLOCATE["allocate"] = "shape dtype scope condition annotations"
_BLOCK = ("block", "sblock")
_BLOCK_ATTR = ("block_attr", "sblock_attr")
#: Wraps the statements that follow in the same suite.
Wrapper = Callable[[Stmt], Stmt]


class Statements:
    """Resolves the statements of one tensor program. `headers` are the blocks that are open, the root first."""

    def __init__(self, fx: Formulas, root: Header) -> None:
        self.fx = fx
        self.ctx = fx.ctx
        self.axes = Axes(fx)
        self.loops = LoopHeaders(fx, self.axes.domains)
        self.headers = [root]
        #: Function-level names: symbolic dimensions declared ahead, and handles to be matched.
        self.declared: set[str] = set()
        self.handles: dict[str, Var] = {}
        self.buffer_map: dict[Var, Buffer] = {}
        self.attrs: dict[str, Any] = {}

    # ------------------------------------------------------------ suites
    def suite(self, body: list[s.Statement]) -> Stmt:
        """The statements of one suite, in the scope that is open. Failed ones are collected and left out."""
        out: list[Stmt] = []
        pending: list[tuple[int, Wrapper]] = []
        for statement in s.declared_singly(body):
            try:
                result = self.statement(statement)
            except (MlccError, Silenced) as error:
                self.ctx.collect(error)
                if isinstance(statement, s.Assign):
                    mark_broken(self.fx, statement.target)
                continue
            if isinstance(result, Stmt):
                out.append(result)
            elif result is not None:
                pending.append((len(out), result))
        # Lets cover the rest of their suite: close them from the last to the first.
        for position, wrap in reversed(pending):
            out[position:] = [wrap(_sequence(out[position:]))]
        return _sequence(out)

    def nested(self, body: list[s.Statement]) -> Stmt:
        """A suite with a scope of its own."""
        self.ctx.push()
        try:
            return self.suite(body)
        finally:
            self.ctx.pop()

    def statement(self, node: s.Statement) -> Stmt | Wrapper | None:
        """One statement: IR, or a wrapper of what follows, or None for a declaration."""
        match node:
            case s.Assign():
                return self._assign(node)
            case s.For():
                return self._for(node)
            case s.With():
                return self._with(node)
            case s.Evaluate():
                return self._evaluate(node)
            case s.If():
                test = self.fx.condition(node.test)
                orelse = self.nested(node.orelse) if node.orelse else None
                # The branches are read in the order in which they stand, for the order of errors.
                return IfThenElse(test, self.nested(node.body), orelse, span=self.ctx.span(node))
            case s.Augment():
                return self._augment(node)
            case s.While():
                test = self.fx.condition(node.test)
                return While(test, self.nested(node.body), span=self.ctx.span(node))
            case s.Assert():
                message = "assertion failed" if node.message is None else self.ctx.text(node.message, "the message")
                return AssertStmt(self.fx.condition(node.test), message, span=self.ctx.span(node))
            case s.Jump(word="pass") | s.Import():
                return None
            case s.Return(value=None):
                return None
            case s.Return():
                raise self.ctx.error(
                    "P127", "a tensor program returns nothing", node, help="write results into a buffer parameter"
                )
            case s.Jump():
                raise self.ctx.error("P127", f"`{node.word}` is not supported in tensor programs", node)
        what = "function" if isinstance(node, s.Function) else "class"
        raise self.ctx.error("P127", f"a {what} cannot stand inside a tensor program", node)

    # ------------------------------------------------------------ assignments
    def _assign(self, node: s.Assign) -> Stmt | Wrapper | None:
        target, value = node.target, node.value
        if isinstance(target, s.Subscript):
            if value is None or node.annotation is not None:
                raise self.ctx.error("P127", "a store needs a value", node)
            return self._store(target, value, node)
        if value is None:
            self._declare(node)
            return None
        name = self.ctx.call_name(value, "T")
        if name is not None and isinstance(value, s.Call):
            if name.startswith("axis."):
                self._inside_block(value, f"T.{name}")
                self.axes.read(self.headers[-1], name[5:], target, value)
                return None
            special: Stmt | Wrapper | Literal[False] | None = self._definition(name, target, value, node)
            if special is not False:
                return special
        return self._let(target, node.annotation, value, node)

    def _inside_block(self, call: s.Call, what: str) -> None:
        if len(self.headers) == 1:
            raise self.ctx.error(
                "P127", f"`{what}` belongs into a block", call, help='put it under `with T.block("name"):`'
            )

    def _name(self, target: s.Syntax) -> s.Name:
        if not isinstance(target, s.Name):
            raise self.ctx.error("P128", "expected one name here", target)
        return target

    def _declare(self, node: s.Assign) -> None:
        """``n: T.int32`` without a value declares a symbolic variable."""
        target = self._name(node.target)
        assert node.annotation is not None
        self.ctx.define(target.id, Var(target.id, self.fx.dtype_text(node.annotation), span=self.ctx.span(target)))

    def _definition(self, name: str, target: s.Syntax, call: s.Call, node: s.Assign) -> Any:
        """``X = T.alloc_buffer(...)`` and the like; False when `name` defines nothing special."""
        if name in _ALLOC:
            var = self._name(target)
            args = self.ctx.bind(call, TYPE_PARAMETERS, 1, f"T.{name}")
            buffer = make(self.fx, var.id, args, var)
            self.ctx.define_once(var.id, buffer, var, "buffer")
            self.headers[-1].allocs.append(buffer)
            return None
        if name == "match_buffer":
            return self._match_buffer(self._name(target), call)
        if name in _ALLOCATE:
            var = self._name(target)
            args = self.ctx.bind(call, _ALLOCATE[name], 1, f"T.{name}")
            buffer = make(self.fx, var.id, args, var)
            if "data" in args:
                buffer = self._same_memory(args["data"], buffer)
            self.ctx.define_once(var.id, buffer, var, "buffer")
            if "data" in args:
                return None
            return self._allocate(buffer, args, self.ctx.span(node))
        if name == "workspace_buffer":
            return self._workspace_buffer(self._name(target), call, node)
        if name == "var" or (not call.args and not call.keywords and dt.is_known(name)):
            var = self._name(target)
            if var.id not in self.declared:
                dtype = name
                if name == "var":
                    args = self.ctx.bind(call, "dtype name", 1, "T.var")
                    dtype = self.fx.dtype_text(args["dtype"])
                self.ctx.define_once(var.id, Var(var.id, dtype, span=self.ctx.span(var)), var, "variable")
            self.declared.discard(var.id)
            return None
        return False

    def _same_memory(self, node: s.Syntax, declared: Buffer) -> Buffer:
        """The buffer that ``T.Buffer(shape, dtype, data=X)`` names again; P127 for another shape, type or layout."""
        owner = node.value if isinstance(node, s.Attribute) and node.attr == "data" else node
        buffer = self._buffer(owner)
        same = [as_int(e) for e in buffer.shape] == [as_int(e) for e in declared.shape] and not declared.strides
        if not same or buffer.dtype != declared.dtype:
            raise self.ctx.error("P127", f"`{buffer.name}` cannot be used in another shape, type or layout", node)
        return buffer

    def _workspace_buffer(self, target: s.Name, call: s.Call, node: Any) -> Wrapper:
        """Lowered code: ``X = T.workspace_buffer((64,), offset=T.int64(0))`` lives at an offset of the workspace."""
        args = self.ctx.bind(call, f"{TYPE_PARAMETERS} offset", 1, "T.workspace_buffer")
        if "offset" not in args:
            raise self.ctx.error("P122", "`T.workspace_buffer` needs `offset`", call)
        offset = self.fx.index(args.pop("offset"))
        buffer = make(self.fx, target.id, args, target)
        self.ctx.define_once(target.id, buffer, target, "buffer")
        span = self.ctx.span(node)
        return lambda body: AttrStmt(buffer, "workspace_offset", offset, body, span=span)

    def _match_buffer(self, target: s.Name, call: s.Call) -> None:
        names = f"param {TYPE_PARAMETERS}"
        args = self.ctx.bind(call, names, 2, "T.match_buffer")
        source = args.pop("param")
        handle = self.handles.get(source.id) if isinstance(source, s.Name) else None
        if handle is not None:
            if handle in self.buffer_map:
                raise self.ctx.error("P123", f"`{handle.name}` is matched twice", source)
            buffer = make(self.fx, target.id, args, target)
            self.buffer_map[handle] = buffer
        else:
            region = self.fx.region(source)
            if "dtype" not in args:
                args["dtype"] = s.Literal(region.buffer.dtype, call.start, call.end)
            for item in self.ctx.items(args.get("strides", s.List([], 0, 0))):
                dimension(self.fx, item)
            buffer = make(self.fx, target.id, args, target)
            self.headers[-1].matches.append(MatchBuffer(buffer, region, span=self.ctx.span(call)))
        self.ctx.define_once(target.id, buffer, target, "buffer")

    def _store(self, target: s.Subscript, value: s.Syntax, node: Any) -> Stmt:
        buffer = self._buffer(target.value)
        items = self.fx.elements(target.index)
        if any(isinstance(item, s.Slice) for item in items):
            raise self.ctx.error("P127", "a whole slice cannot be assigned", target, help="loop over its elements")
        indices = tuple([self.fx.index(item) for item in items])
        return self._stored(buffer, self.fx.value(value), value, indices, node)

    def _stored(self, buffer: Buffer, value: Any, value_node: s.Syntax, indices: tuple[Expr, ...], node: Any) -> Stmt:
        lanes = dt.lanes(indices[-1].dtype) if indices else 1
        typed = broadcast_to(self.fx.typed(value, value_node, buffer.dtype), lanes)
        return BufferStore(buffer, typed, indices, span=self.ctx.span(node))

    def _buffer(self, node: s.Syntax) -> Buffer:
        value = self.fx.value(node)
        if not isinstance(value, Buffer):
            raise self.ctx.error("P124", "only elements of buffers can be assigned", node)
        return value

    def _let(self, target: s.Syntax, annotation: s.Syntax | None, value: s.Syntax, node: Any) -> Wrapper:
        name = self._name(target)
        dtype = None if annotation is None else self._let_dtype(annotation)
        raw = self.fx.value(value)
        if isinstance(raw, Buffer):
            raise self.ctx.error("P127", f"`{raw.name}` is a buffer and cannot be renamed", value)
        expr = self.fx.typed(raw, value, dtype)
        if dtype is not None and expr.dtype != dtype:
            raise self.ctx.error(
                "P124", f"`{name.id}` is declared {dtype}, but this has type {expr.dtype}", value,
                labels=[Label(self.ctx.span(annotation), "declared here")], help=f'convert: `T.Cast("{dtype}", ...)`',
            )  # fmt: skip
        var = Var(name.id, expr.dtype, span=self.ctx.span(name))
        self.ctx.define(name.id, var, name)
        span = self.ctx.span(node)
        return lambda body: LetStmt(var, expr, body, span=span)

    def _let_dtype(self, annotation: s.Syntax) -> str:
        """``T.int32``, ``T.let[T.int32]`` or a string."""
        if isinstance(annotation, s.Subscript) and self.ctx.split(annotation.value) == ("T", "let"):
            annotation = annotation.index
        return self.fx.dtype_text(annotation, "the type")

    def _augment(self, node: s.Augment) -> Stmt | Wrapper:
        """``A[i] += e`` is a store, ``x += e`` a new binding of `x`."""
        before = self.fx.value(node.target)
        if not isinstance(before, Expr):
            raise self.ctx.error("P124", "only elements of buffers and scalars can be updated", node.target)
        value = self.fx.value(node.value)
        target_like = s.Operation(node.op, node.target, node.value, node.target.start, node.value.end)
        if isinstance(value, float) and not dt.is_float(before.dtype):
            self.fx.typed(value, node.value, before.dtype)
        result = self.fx.combine(node.op, before, value, target_like, (node.target, node.value))
        if isinstance(node.target, s.Subscript):
            buffer = self._buffer(node.target.value)
            indices = tuple([self.fx.index(item) for item in self.fx.elements(node.target.index)])
            return self._stored(buffer, result, node.value, indices, node)
        name = self._name(node.target)
        var = Var(name.id, result.dtype, span=self.ctx.span(name))
        self.ctx.define(name.id, var, name)
        span = self.ctx.span(node)
        return lambda body: LetStmt(var, result, body, span=span)

    # ------------------------------------------------------------ calls as statements
    def _evaluate(self, node: s.Evaluate) -> Stmt | Wrapper | None:
        value = node.value
        if isinstance(value, s.Literal):
            if isinstance(value.value, str) or value.value is ...:
                return None
            raise self.ctx.error("P127", "a number alone does nothing", node)
        name = self.ctx.call_name(value, "T")
        if name is not None and isinstance(value, s.Call):
            handled: Stmt | Wrapper | Literal[False] | None = self._declaration(name, value)
            if handled is not False:
                return handled
        if isinstance(value, s.Call) and isinstance(value.func, s.Attribute) and value.func.attr == "vstore":
            return self._vector_store(value, node)
        if not isinstance(value, s.Call):
            raise self.ctx.error(
                "P127", "this expression does nothing here", node, help="assign it, or use `T.evaluate(...)`"
            )
        return Evaluate(self.fx.expr(value), span=self.ctx.span(node))

    def _declaration(self, name: str, call: s.Call) -> Any:
        """Read a statement that declares a property of the block or function; False for an ordinary call."""
        header = self.headers[-1]
        if name == "evaluate":
            args = self.ctx.bind(call, "value", 1, "T.evaluate")
            return Evaluate(self.fx.expr(args["value"]), span=self.ctx.span(call))
        if name in ("reads", "writes"):
            if getattr(header, name) is not None:
                raise self.ctx.error("P123", f"`T.{name}` is given twice", call)
            items = call.args
            if len(items) == 1 and isinstance(items[0], (s.List, s.Tuple)):
                items = items[0].items
            setattr(header, name, [self.fx.region(item) for item in items])
            return None
        if name == "where":
            self._inside_block(call, "T.where")
            if header.predicate is not None:
                raise self.ctx.error("P123", "`T.where` is given twice", call, help="join conditions by `and`")
            header.predicate = self.fx.condition(self.ctx.bind(call, "predicate", 1, "T.where")["predicate"])
            return None
        if name in _BLOCK_ATTR:
            args = self.ctx.bind(call, "attrs", 1, f"T.{name}")
            header.annotations.update(self.fx.annotations(args["attrs"], f"`T.{name}`"))
            return None
        if name == "func_attr":
            if len(self.headers) > 1:
                raise self.ctx.error("P127", "`T.func_attr` belongs at the top of the function", call)
            args = self.ctx.bind(call, "attrs", 1, "T.func_attr")
            annotations = self.fx.annotations(args["attrs"], "`T.func_attr`")
            self.attrs.update({_attr_key(key): value for key, value in annotations.items()})
            return None
        if name == "attr":
            return self._attr(call)
        if name == "buffer_store":
            args = self.ctx.bind(call, "buffer value indices", 3, "T.buffer_store")
            indices = tuple(self.fx.index(item) for item in self.ctx.items(args["indices"]))
            return self._stored(
                self._buffer(args["buffer"]), self.fx.value(args["value"]), args["value"], indices, call
            )
        if name in _ALLOC:
            raise self.ctx.error("P127", "a buffer needs a name", call, help=f"write `X = T.{name}(...)`")
        if name in _BLOCK or name == "init":
            raise self.ctx.error("P127", f"`T.{name}` opens a block", call, help=f"write `with T.{name}(...):`")
        return False

    def _vector_store(self, call: s.Call, node: s.Evaluate) -> Stmt:
        """``A.vstore([i], value)``"""
        assert isinstance(call.func, s.Attribute)
        buffer = self._buffer(call.func.value)
        args = self.ctx.bind(call, "begin value", 2, "vstore")
        value = self.fx.expr(args["value"], buffer.dtype)
        indices = [self.fx.index(item) for item in self.ctx.items(args["begin"])]
        return BufferStore(buffer, value, vector_indices(indices, dt.lanes(value.dtype)), span=self.ctx.span(node))

    def _attr(self, call: s.Call) -> Wrapper:
        """``T.attr(node, "key", value)`` over what follows."""
        args = self.ctx.bind(call, "node key value", 3, "T.attr")
        key = self.ctx.text(args["key"], "the key")
        target = self.fx.value(args["node"])
        if isinstance(target, (int, float)) and not isinstance(target, bool):
            target = self.fx.typed(target, args["node"], None)
        raw = self.fx.value(args["value"])
        value = StringImm(raw) if isinstance(raw, str) else self.fx.typed(raw, args["value"], None)
        span = self.ctx.span(call)
        return lambda body: AttrStmt(target, key, value, body, span=span)

    # ------------------------------------------------------------ loops
    def _for(self, node: s.For) -> Stmt:
        self.ctx.push()
        try:
            loops: list[Loop] = []
            kind, extra = "serial", dict[str, Any]()
            try:
                kind, loops, extra = self.loops.read(node)
            except (MlccError, Silenced) as error:
                # The body is read nevertheless, to report its errors too.
                self.ctx.collect(error)
                mark_broken(self.fx, node.target)
            body = self.suite(node.body)
        finally:
            self.ctx.pop()
        span = self.ctx.span(node)
        for var, begin, extent in reversed(loops):
            body = For(var, begin, extent, kind, body, **extra, span=span)
        return body

    # ------------------------------------------------------------ with
    def _with(self, node: s.With) -> Stmt | None:
        if len(node.items) != 1:
            raise self.ctx.error("P127", "one `with` opens one block", node)
        item = node.items[0]
        name = self.ctx.call_name(item.value, "T")
        call = item.value
        if name is None or not isinstance(call, s.Call):
            raise self.ctx.error("P127", "expected `with T.block(...)` or `with T.init()`", item.value)
        if name in _BLOCK:
            return self._block(call, node)
        if name == "init":
            header = self.headers[-1]
            if header.init is not None:
                raise self.ctx.error("P123", "`T.init` is given twice", node)
            if len(self.headers) == 1:
                raise self.ctx.error("P127", "`T.init` belongs into a block", node)
            header.init = self.nested(node.body)
            return None
        return self._scoped_with(name, call, item, node)

    def _block(self, call: s.Call, node: s.With) -> Stmt:
        args = self.ctx.bind(call, "name no_realize exec_scope", 0, "T.block")
        label = self.ctx.text(args["name"], "the block's name") if "name" in args else ""
        header = Header(label, self.ctx.span(node))
        self.headers.append(header)
        try:
            body = self.nested(node.body)
        finally:
            self.headers.pop()
        return realize(header, body)

    def _scoped_with(self, name: str, call: s.Call, item: s.WithItem, node: s.With) -> Stmt:
        """`with` in place of a statement over the rest: LetStmt, attr, Assert, allocate."""
        self.ctx.push()
        try:
            wrap = self._opened(name, call, item, node)
            return wrap(self.suite(node.body))
        finally:
            self.ctx.pop()

    def _opened(self, name: str, call: s.Call, item: s.WithItem, node: s.With) -> Wrapper:
        span = self.ctx.span(node)
        match name:
            case "LetStmt":
                args = self.ctx.bind(call, "value type var", 1, "T.LetStmt")
                if item.target is None:
                    raise self.ctx.error("P127", "`T.LetStmt` needs a name", node, help="write `... as x:`")
                return self._let(item.target, args.get("type"), args["value"], node)
            case "let" | "Let":
                args = self.ctx.bind(call, "var value", 2, f"T.{name}")
                return self._let(args["var"], None, args["value"], node)
            case "attr":
                return self._attr(call)
            case "Assert":
                args = self.ctx.bind(call, "condition message", 2, "T.Assert")
                test, message = self.fx.condition(args["condition"]), self.ctx.text(args["message"], "the message")
                return lambda body: seq(AssertStmt(test, message, span=span), body)
            case "workspace_buffer":
                if item.target is None:
                    raise self.ctx.error("P127", "a buffer needs a name", node, help="write `... as X:`")
                return self._workspace_buffer(self._name(item.target), call, node)
            case "decl_buffer" | "buffer_decl" | "alloc_buffer" | "allocate":
                names = _ALLOCATE[name] if name == "allocate" else f"{TYPE_PARAMETERS} annotations"
                args = self.ctx.bind(call, names, 1 + (name == "allocate"), f"T.{name}")
            case "realize":
                raise self.ctx.error("P127", "`T.realize` is not supported", node)
            case _:
                raise self.ctx.error("P127", f"`T.{name}` opens nothing", call, help="blocks: `with T.block(...):`")
        if item.target is None:
            raise self.ctx.error("P127", "a buffer needs a name", node, help="write `... as X:`")
        var = self._name(item.target)
        buffer = make(self.fx, var.id, args, var)
        self.ctx.define_once(var.id, buffer, var, "buffer")
        return self._allocate(buffer, args, span)

    def _allocate(self, buffer: Buffer, args: dict[str, s.Syntax], span: Span | None) -> Wrapper:
        stated = args.get("annotations")
        annotations = {} if stated is None or is_none(stated) else self.fx.annotations(stated, "`annotations`")
        return lambda body: Allocate(buffer, body, annotations, span=span)


def _sequence(stmts: list[Stmt]) -> Stmt:
    return seq(*stmts) if stmts else SeqStmt(())


def _attr_key(key: str) -> str:
    return "tir." + key.removeprefix("tirx.") if key.startswith("tirx.") else key
