"""Tensor programs as text: functions, blocks, loops and statements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..compare import structural_equal
from ..expr import Buffer, Expr, IntImm, Var
from ..function import PrimFunc
from ..linear import range_end
from ..node import Node
from ..stmt import (
    Allocate,
    AssertStmt,
    AttrStmt,
    Block,
    BlockRealize,
    BufferRegion,
    BufferStore,
    Evaluate,
    For,
    IfThenElse,
    LetStmt,
    MatchBuffer,
    SeqStmt,
    Stmt,
    While,
)
from ..traverse import free_vars, walk
from .dialect import Dialect
from .exprs import ExprPrinter, quote
from .lines import Lines
from .names import Names


def is_literal_int(expr: Expr, value: int) -> bool:
    return isinstance(expr, IntImm) and expr.value == value


class TensorPrinter:
    """Prints statements into `out` with the names of `names`."""

    def __init__(self, dialect: Dialect, names: Names, out: Lines) -> None:
        self.dialect = dialect
        self.names = names
        self.out = out
        self.exprs = ExprPrinter(dialect, names)
        # The loops in scope by variable, to recognise axes that are loop variables.
        self.loops: dict[Var, For] = {}

    # ------------------------------------------------------------ functions
    def function(self, func: PrimFunc, name: str) -> None:
        """The decorated definition of `func` under `name`."""
        self.names.push()
        self._decorator(func)
        symbolic = func.symbolic_vars()
        plain = {p: self._is_plain(func.buffer_map[p]) for p in func.params if p in func.buffer_map}
        params, matches = [], []
        for param in func.params:
            buffer = func.buffer_map.get(param)
            if buffer is None:
                params.append(f"{self.names.define(param, param.name)}: T.{param.dtype}")
            elif plain[param]:
                shown = self.names.define(buffer, buffer.name)
                params.append(f"{shown}: {self._buffer_type('T.Buffer', buffer)}")
            else:
                hint = f"var_{param.name}" if param.name == buffer.name else param.name
                params.append(f"{self.names.define(param, hint)}: T.handle")
                matches.append((param, buffer))
        self.out.add(f"def {name}({', '.join(params)}):", func, *func.params, *func.buffers)
        with self.out.indented():
            self._body(func, name, symbolic, matches)
        self.names.pop()

    def _decorator(self, func: PrimFunc) -> None:
        head = self.dialect.prim_func if _has_root(func) else self.dialect.lowered_func
        if "global_symbol" not in func.attrs:
            head = f"{head[:-1]}, private=True)" if head.endswith(")") else f"{head}(private=True)"
        self.out.add(head)

    def _body(self, func: PrimFunc, name: str, symbolic: tuple[Var, ...], matches: list[tuple[Var, Buffer]]) -> None:
        attrs = {k: v for k, v in func.attrs.items() if not (k == "global_symbol" and v == name)}
        # Attributes that use symbolic sizes must be printed after their definitions.
        late = {k: v for k, v in attrs.items() if isinstance(v, Expr) and free_vars(v)}
        self._attrs({k: v for k, v in attrs.items() if k not in late})
        defined = {*func.params, *symbolic}
        for var in (*symbolic, *(v for v in _unbound(func) if v not in defined)):
            self.out.add(f"{self.names.define(var, var.name)} = T.{var.dtype}()", var)
        for param, buffer in matches:
            target = self.names.define(buffer, buffer.name)
            self.out.add(f"{target} = {self._buffer_call('T.match_buffer', buffer, self.names.of(param, ''))}", buffer)
        self._attrs(late)
        if _has_root(func) and _is_implicit_root(func.body):
            root = func.root
            self._allocs(root)
            self.out.positions.setdefault(id(root), (len(self.out.lines) - 1, 0, 0))
            self.suite(root.body)
        else:
            self.suite(func.body)

    def _attrs(self, attrs: Mapping[str, Any]) -> None:
        if attrs and self.dialect.name == "tvm":
            attrs = {k.replace("tir.", "tirx.", 1) if k.startswith("tir.") else k: v for k, v in attrs.items()}
        if attrs:
            self.out.add(f"T.func_attr({self.exprs.attrs(attrs)})")

    def _is_plain(self, buffer: Buffer) -> bool:
        """True when the type can be printed in the function header: all its dimensions are literals."""
        extra = () if buffer.elem_offset is None else (buffer.elem_offset,)
        return all(isinstance(e, IntImm) for e in (*buffer.shape, *buffer.strides, *extra))

    def _options(self, buffer: Buffer) -> list[str]:
        """Keyword options that differ from the defaults; undefined variables in them are quoted."""
        options = []
        if buffer.scope != "global":
            options.append(f"scope={quote(buffer.scope)}")
        if buffer.strides:
            comma = "," if len(buffer.strides) == 1 else ""
            options.append(f"strides=({', '.join(map(self._free_dim, buffer.strides))}{comma})")
        if buffer.elem_offset is not None:
            options.append(f"elem_offset={self._free_dim(buffer.elem_offset)}")
        if buffer.align:
            options.append(f"align={buffer.align}")
        if buffer.offset_factor:
            options.append(f"offset_factor={buffer.offset_factor}")
        return options

    def _free_dim(self, expr: Expr) -> str:
        if isinstance(expr, Var) and self.names.get(expr) is None:
            return quote(self.names.define(expr, expr.name))
        return self.exprs.expr(expr)

    def _buffer_type(self, head: str, buffer: Buffer) -> str:
        parts = [self.exprs.tuple_of(buffer.shape), quote(buffer.dtype), *self._options(buffer)]
        return f"{head}({', '.join(parts)})"

    def _buffer_call(self, head: str, buffer: Buffer, source: str) -> str:
        parts = [source, self.exprs.tuple_of(buffer.shape), quote(buffer.dtype), *self._options(buffer)]
        return f"{head}({', '.join(parts)})"

    def _new_buffer(self, head: str, buffer: Buffer) -> str:
        parts = [self.exprs.tuple_of(buffer.shape)]
        if buffer.dtype != "float32":
            parts.append(quote(buffer.dtype))
        return f"{head}({', '.join([*parts, *self._options(buffer)])})"

    def _allocs(self, block: Block) -> None:
        for buffer in block.allocs:
            text = self._new_buffer(self.dialect.alloc_buffer, buffer)
            self.out.add(f"{self.names.define(buffer, buffer.name)} = {text}", buffer)

    # ------------------------------------------------------------ statements
    def suite(self, stmt: Stmt) -> None:
        """A statement, or a sequence of statements, as the indented lines of a suite."""
        stmts = stmt.stmts if isinstance(stmt, SeqStmt) else (stmt,)
        if not stmts:
            self.out.add("pass")
        for i, item in enumerate(stmts):
            self.stmt(item, last=i == len(stmts) - 1)

    def nested(self, stmt: Stmt) -> None:
        """A suite with a scope of its own."""
        self.names.push()
        with self.out.indented():
            self.suite(stmt)
        self.names.pop()

    def stmt(self, stmt: Stmt, last: bool = True) -> None:
        """One statement; `last`: nothing follows it in its suite, so a `let` may run to the end."""
        match stmt:
            case BufferStore():
                value = self.exprs.expr_for(stmt.value, stmt.buffer.dtype)
                self.out.add(f"{self.exprs.access(stmt.buffer, stmt.indices)} = {value}", stmt)
            case For():
                self._for(stmt)
            case BlockRealize():
                self._block(stmt)
            case SeqStmt():
                self.suite(stmt)
            case IfThenElse():
                self._if(stmt)
            case LetStmt() | Allocate():
                self._scoped(stmt, last)
            case Evaluate():
                self.out.add(f"T.evaluate({self.exprs.expr_for(stmt.value, 'int32')})", stmt)
            case While():
                self.out.add(f"while {self.exprs.expr(stmt.condition)}:", stmt)
                self.nested(stmt.body)
            case AssertStmt():
                self.out.add(f"assert {self.exprs.expr(stmt.condition)}, {quote(stmt.message)}", stmt)
            case AttrStmt(key="workspace_offset", node=Buffer()) if self.names.get(stmt.node) is None:
                self._scoped(stmt, last)
            case AttrStmt():
                target = self._attr_node(stmt.node)
                value = self.exprs.typed(stmt.value)
                self.out.add(f"with T.attr({target}, {quote(stmt.key)}, {value}):", stmt)
                self.nested(stmt.body)
            case Block():
                # A block without its realisation occurs only in fragments that are printed for messages.
                self._block(BlockRealize(tuple(i.var for i in stmt.iters), IntImm(1, "bool"), stmt))
            case _:
                raise TypeError(f"not a statement: {type(stmt).__name__}")

    def _attr_node(self, item: Any) -> str:
        if isinstance(item, Buffer):
            return self.exprs.buffer(item)
        return self.exprs.value(item)

    def _scoped(self, stmt: LetStmt | Allocate | AttrStmt, last: bool) -> None:
        """`x: T.int32 = e` where its scope may extend to the end of the suite, else a `with`."""
        if isinstance(stmt, LetStmt):
            value = self.exprs.expr_for(stmt.value, stmt.var.dtype)
            name = self.names.define(stmt.var, stmt.var.name)
            tvm = self.dialect.name == "tvm"
            kind = f"T.let[T.{stmt.var.dtype}]" if tvm else f"T.{stmt.var.dtype}"
            line, block = f"{name}: {kind} = {value}", f"with T.LetStmt({value}) as {name}:"
        elif isinstance(stmt, AttrStmt):
            # Lowered code: the attribute declares a buffer in the workspace.
            value = self._new_buffer("T.workspace_buffer", stmt.node)
            value = f"{value[:-1]}, offset={self.exprs.typed(stmt.value)})"
            name = self.names.define(stmt.node, stmt.node.name)
            line, block = f"{name} = {value}", f"with {value} as {name}:"
        else:
            value = self._new_buffer(self.dialect.allocate, stmt.buffer)
            if stmt.annotations and self.dialect.name != "tvm":
                value = f"{value[:-1]}, annotations={self.exprs.attrs(stmt.annotations)})"
            name = self.names.define(stmt.buffer, stmt.buffer.name)
            line, block = f"{name} = {value}", f"with {value} as {name}:"
        if last or self.dialect.name == "tvm":  # which has no `with` form; unique names make that harmless
            self.out.add(line, stmt)
            self.suite(stmt.body)
        else:
            self.out.add(block, stmt)
            self.nested(stmt.body)

    def _if(self, stmt: IfThenElse) -> None:
        word = "if"
        current: Stmt = stmt
        while isinstance(current, IfThenElse):
            self.out.add(f"{word} {self.exprs.expr(current.condition)}:", current)
            self.nested(current.then_body)
            if current.else_body is None:
                return
            word, current = "elif", current.else_body
        self.out.add("else:")
        self.nested(current)

    # ------------------------------------------------------------ loops
    def _for(self, loop: For) -> None:
        self.names.push()
        nest = _grid(loop)
        if len(nest) > 1:
            extents = self.exprs.list_of(item.extent for item in nest)
            head = f"T.grid({extents})"
        else:
            head = self._loop_head(loop)
        names = [self.names.define(item.var, item.var.name) for item in nest]
        self.out.add(f"for {', '.join(names)} in {head}:", *nest, *[item.var for item in nest])
        for item in nest:
            self.loops[item.var] = item
        self.nested(nest[-1].body)
        self.names.pop()

    def _loop_head(self, loop: For) -> str:
        if is_literal_int(loop.min, 0):
            args = [self.exprs.expr(loop.extent)]
        else:
            args = [self.exprs.expr(loop.min), self.exprs.expr(range_end(loop.min, loop.extent))]
        if loop.kind == "serial" and not loop.annotations and loop.thread is None:
            return f"range({', '.join(args)})"
        if loop.thread is not None:
            args.append(f"thread={quote(loop.thread)}")
        if loop.annotations:
            args.append(f"annotations={self.exprs.attrs(loop.annotations)}")
        return f"T.{loop.kind}({', '.join(args)})"

    # ------------------------------------------------------------ blocks
    def _block(self, realize: BlockRealize) -> None:
        block = realize.block
        self.out.add(f"with {self.dialect.block}({quote(block.name)}):", realize, block)
        self.names.push()
        with self.out.indented():
            self._axes(realize)
            if not is_literal_int(realize.predicate, 1):
                self.out.add(f"T.where({self.exprs.expr(realize.predicate)})", realize.predicate)
            self._regions("T.reads", block.reads)
            self._regions("T.writes", block.writes)
            if block.annotations:
                self.out.add(f"{self.dialect.block_attr}({self.exprs.attrs(block.annotations)})")
            self._allocs(block)
            for match in block.match_buffers:
                self._match(match)
            if block.init is not None:
                self.out.add("with T.init():", block.init)
                self.nested(block.init)
            self.suite(block.body)
        self.names.pop()

    def _regions(self, head: str, regions: tuple[BufferRegion, ...]) -> None:
        self.out.add(f"{head}({', '.join(map(self.exprs.region, regions))})", *regions)

    def _match(self, match: MatchBuffer) -> None:
        source = self.exprs.region(match.source)
        text = self._buffer_call("T.match_buffer", match.buffer, source)
        self.out.add(f"{self.names.define(match.buffer, match.buffer.name)} = {text}", match, match.buffer)

    def _axes(self, realize: BlockRealize) -> None:
        """Axes in order: runs of two or more plain loop variables as one `remap`."""
        pairs = list(zip(realize.block.iters, realize.values, strict=True))
        i = 0
        while i < len(pairs):
            run = i
            while run < len(pairs) and self._is_remap(*pairs[run]):
                run += 1
            if run - i >= 2:
                self._remap(pairs[i:run])
                i = run
                continue
            axis, value = pairs[i]
            extent = self.exprs.expr(axis.dom.extent)
            if not is_literal_int(axis.dom.min, 0):
                extent = (
                    f"({self.exprs.expr(axis.dom.min)}, {self.exprs.expr(range_end(axis.dom.min, axis.dom.extent))})"
                )
            text = f"T.axis.{axis.kind}({extent}, {self.exprs.expr_for(value, axis.var.dtype)})"
            self.out.add(f"{self.names.define(axis.var, axis.var.name)} = {text}", axis, axis.var)
            i += 1

    def _remap(self, pairs: list[tuple[Any, Expr]]) -> None:
        values = self.exprs.list_of(value for _, value in pairs)
        kinds = "".join(axis.kind[0].upper() for axis, _ in pairs)
        names = [self.names.define(axis.var, axis.var.name) for axis, _ in pairs]
        nodes = [item for axis, _ in pairs for item in (axis, axis.var)]
        self.out.add(f'{", ".join(names)} = T.axis.remap("{kinds}", [{values}])', *nodes)

    def _is_remap(self, axis: Any, value: Expr) -> bool:
        """True when `remap` can express the axis: its value is a loop variable with the axis' domain."""
        if axis.kind not in ("spatial", "reduce") or not isinstance(value, Var):
            return False
        loop = self.loops.get(value)
        return (
            loop is not None
            and axis.var.dtype == value.dtype
            and _same_bound(loop.min, axis.dom.min)
            and _same_bound(loop.extent, axis.dom.extent)
        )


def _same_bound(a: Expr, b: Expr) -> bool:
    if isinstance(a, IntImm):
        return isinstance(b, IntImm) and a.value == b.value and a.dtype == b.dtype
    return a is b or structural_equal(a, b)


def _grid(loop: For) -> list[For]:
    """`loop` and the loops directly inside it that are printed as one `T.grid`."""
    nest = [loop]
    seen: set[Var] = set()
    current: Stmt = loop
    while isinstance(current, For) and _is_grid_loop(current):
        if current is not loop:
            if not isinstance(current.extent, IntImm) and any(v in seen for v in free_vars(current.extent)):
                break
            nest.append(current)
        seen.add(current.var)
        current = current.body
    return nest


def _is_grid_loop(loop: For) -> bool:
    return loop.kind == "serial" and not loop.annotations and loop.thread is None and is_literal_int(loop.min, 0)


def _has_root(func: PrimFunc) -> bool:
    return isinstance(func.body, BlockRealize) and func.body.block.name == "root" and not func.body.block.iters


def _is_implicit_root(body: Stmt) -> bool:
    """True when the root block need not be printed: parsing its body at function level restores it."""
    if not isinstance(body, BlockRealize) or not is_literal_int(body.predicate, 1):
        return False
    root, inner = body.block, body.block.body
    inner_root = isinstance(inner, BlockRealize) and inner.block.name == "root"
    extra = root.reads or root.writes or root.annotations or root.match_buffers or root.init is not None
    return not extra and not inner_root


def _unbound(func: PrimFunc) -> list[Var]:
    """Variables that the body uses without a definition."""
    bound: set[Var] = set()
    shapes: dict[Var, None] = {}
    for item in walk(func.body):
        if isinstance(item, Block):
            for match in item.match_buffers:
                bound.update(_buffer_vars(match.buffer))
            shapes.update((v, None) for b in item.allocs for dim in b.shape for v in free_vars(dim))
    used = dict.fromkeys([*free_vars(func.body), *shapes])
    return [v for v in used if v not in bound and v.dtype != "handle"]


def _buffer_vars(buffer: Buffer) -> list[Var]:
    extra: tuple[Node, ...] = () if buffer.elem_offset is None else (buffer.elem_offset,)
    return [v for e in (*buffer.strides, *extra) for v in free_vars(e)]
