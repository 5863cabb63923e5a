"""A canonical encoding of programs as a flat list of tokens, with variables numbered where they are defined."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from .derived_dim import DerivedDim
from .expr import (
    Binary,
    Broadcast,
    Buffer,
    BufferLoad,
    Call,
    Cast,
    FloatImm,
    IntImm,
    Let,
    Not,
    Ramp,
    Select,
    StringImm,
    Var,
)
from .function import PrimFunc
from .graph import (
    BindingBlock,
    CallableStructInfo,
    Constant,
    DataflowVar,
    DTypeValue,
    ExternFunc,
    GlobalVar,
    GraphCall,
    GraphFunction,
    GraphLoop,
    GraphVar,
    MatchCast,
    Op,
    PrimStructInfo,
    SeqExpr,
    ShapeStructInfo,
    StringValue,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    VarBinding,
)
from .module import IRModule
from .node import Node
from .stmt import (
    Allocate,
    AssertStmt,
    AttrStmt,
    Block,
    BufferRegion,
    BufferStore,
    For,
    IterVar,
    LetStmt,
    MatchBuffer,
    SeqStmt,
    Stmt,
)

#: The plain fields that are encoded, by class, in addition to the fields named in `CHILDREN`.
_PLAIN: dict[type, tuple[str, ...]] = {
    IntImm: ("value", "dtype"),
    StringImm: ("value",),
    Binary: ("op",),
    Not: (),
    Cast: ("dtype",),
    Select: (),
    Call: ("op", "dtype"),
    Ramp: ("lanes",),
    Broadcast: ("lanes",),
    AssertStmt: ("message",),
    ShapeStructInfo: ("ndim",),
    TensorStructInfo: ("dtype", "ndim"),
    PrimStructInfo: ("dtype",),
    CallableStructInfo: ("purity",),
    StringValue: ("value",),
    DTypeValue: ("value",),
    GlobalVar: ("name",),
    ExternFunc: ("name",),
    Op: ("name",),
    TupleGetItem: ("index",),
}


class _Data:
    """Tensor contents as one token: compared by bytes, hashed on demand only."""

    __slots__ = ("array",)

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array = array

    def bytes(self) -> np.ndarray[Any, Any]:
        return np.ascontiguousarray(self.array).reshape(-1).view(np.uint8)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Data):
            return False
        return self.array is other.array or np.array_equal(self.bytes(), other.bytes())

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return hashlib.blake2b(self.bytes().data, digest_size=16).hexdigest()


class Encoder:
    """Encodes nodes as tokens. `number_free`: free variables are numbered by order of use, not kept by identity;
    `names`: the names of variables and buffers are encoded too."""

    def __init__(self, number_free: bool, trace: bool = False, names: bool = False) -> None:
        self.tokens: list[Any] = []
        self.number_free = number_free
        self._names = names
        self._ids: dict[int, int] = {}
        self._count = 0
        self._defining = False
        self._path: list[str] = []
        #: With `trace`: (path, innermost node) of each token.
        self.trace: list[tuple[tuple[str, ...], Any]] | None = [] if trace else None
        self._owner: Any = None

    # ------------------------------------------------------------ plumbing
    def _emit(self, *tokens: Any) -> None:
        self.tokens.extend(tokens)
        if self.trace is not None:
            self.trace.extend([(tuple(self._path), self._owner)] * len(tokens))

    def _child(self, name: str, item: Any) -> None:
        if self.trace is None:
            self.visit(item)
            return
        self._path.append(name)
        self.visit(item)
        self._path.pop()

    def _children(self, name: str, items: tuple[Any, ...]) -> None:
        self._emit(len(items))
        for i, item in enumerate(items):
            self._child(f"{name}[{i}]", item)

    def visit(self, item: Any) -> None:
        """Append the encoding of a node, or of None."""
        if item is None:
            self._emit(None)
            return
        before = self._owner
        if self.trace is not None:
            self._owner = item
        special = _SPECIAL.get(type(item))
        if special is not None:
            special(self, item)
        else:
            self._generic(item)
        self._owner = before

    def _generic(self, item: Node) -> None:
        cls = type(item)
        self._emit(cls.__name__)
        for name in _PLAIN.get(cls, ()):
            self._emit(getattr(item, name))
        for name in item.CHILDREN:
            value = getattr(item, name)
            if isinstance(value, tuple):
                self._children(name, value)
            else:
                self._child(name, value)

    # ------------------------------------------------------------ identities
    def define(self, item: Any) -> None:
        """Number a variable or buffer from here on."""
        self._count += 1
        self._ids[id(item)] = self._count
        if self._names:
            self._emit(item.name)

    def _use(self, kind: str, item: Any) -> None:
        number = self._ids.get(id(item))
        if number is not None:
            self._emit(kind, number)
        elif self._defining or self.number_free:
            self.define(item)
            self._emit(f"new {kind}", self._count)
            self._described(item)
        else:
            self._emit(kind, item)

    def _described(self, item: Any) -> None:
        if isinstance(item, Var):
            self._emit(item.dtype)
        elif isinstance(item, Buffer):
            self._buffer(item)
        elif isinstance(item, GraphVar):
            self._emit(item.is_dataflow)
            self.visit(item.sinfo)

    def _define_var(self, var: Var) -> None:
        self.define(var)
        self._emit(var.dtype)

    def _buffer(self, buffer: Buffer) -> None:
        """Encode the fields of a buffer; variables not defined yet (symbolic shapes and strides) are defined here."""
        before, self._defining = self._defining, True
        self._emit(buffer.dtype, buffer.scope, buffer.align, buffer.offset_factor)
        self._children("shape", buffer.shape)
        self._children("strides", buffer.strides)
        self._child("elem_offset", buffer.elem_offset)
        self._defining = before

    def _define_buffer(self, buffer: Buffer) -> None:
        self.define(buffer)
        self._buffer(buffer)

    def _define_sinfo(self, info: StructInfo | None) -> None:
        before, self._defining = self._defining, True
        self._child("type", info)
        self._defining = before

    # ------------------------------------------------------------ values
    def value(self, value: Any) -> None:
        """An attribute value; lists and tuples are the same."""
        match value:
            case None | str() | bytes():
                self._emit(value)
            case bool() | int():
                self._emit(int(value))
            case float():
                self._emit(_float_bits(value))
            case Node():
                self.visit(value)
            case Mapping():
                self._emit("{", len(value))
                for key in sorted(value, key=str):
                    self._emit(str(key))
                    self.value(value[key])
            case list() | tuple():
                self._emit("[", len(value))
                for item in value:
                    self.value(item)
            case np.ndarray():
                self._emit(value.dtype.name, value.shape, _Data(value))
            case _ if hasattr(value, "item"):
                self.value(value.item())
            case _:
                raise TypeError(f"cannot compare a value of type {type(value).__name__}")

    def attrs(self, name: str, attrs: Mapping[str, Any]) -> None:
        if self.trace is not None:
            self._path.append(name)
        self.value(attrs)
        if self.trace is not None:
            self._path.pop()

    # ------------------------------------------------------------ tensor programs
    def float_imm(self, item: FloatImm) -> None:
        self._emit("FloatImm", item.dtype, _float_bits(item.value))

    def var(self, item: Var) -> None:
        self._use("Var", item)

    def derived_dim(self, item: DerivedDim) -> None:
        """By what it follows from: it is defined nowhere."""
        number = self._ids.get(id(item))
        if number is not None:
            self._emit("DerivedDim", number)
            return
        self._emit("new DerivedDim")
        self._child("value", item.value)
        self.define(item)

    def buffer(self, item: Buffer) -> None:
        self._use("Buffer", item)

    def load(self, item: BufferLoad) -> None:
        self._emit("BufferLoad")
        self._use("Buffer", item.buffer)
        self._children("indices", item.indices)

    def store(self, item: BufferStore) -> None:
        self._emit("BufferStore")
        self._use("Buffer", item.buffer)
        self._children("indices", item.indices)
        self._child("value", item.value)

    def buffer_region(self, item: BufferRegion) -> None:
        self._emit("BufferRegion")
        self._use("Buffer", item.buffer)
        self._children("region", item.region)

    def match_buffer(self, item: MatchBuffer) -> None:
        self._emit("MatchBuffer")
        self._child("source", item.source)
        self._define_buffer(item.buffer)

    def let(self, item: Let | LetStmt) -> None:
        self._emit(type(item).__name__)
        self._child("value", item.value)
        self._define_var(item.var)
        self._child("body", item.body)

    def allocate(self, item: Allocate) -> None:
        self._emit("Allocate")
        self.attrs("annotations", item.annotations)
        self._define_buffer(item.buffer)
        self._child("body", item.body)

    def for_loop(self, item: For) -> None:
        self._emit("For", item.kind, item.thread)
        self.attrs("annotations", item.annotations)
        self._child("min", item.min)
        self._child("extent", item.extent)
        self._define_var(item.var)
        self._child("body", item.body)

    def iter_var(self, item: IterVar) -> None:
        self._emit("IterVar", item.kind)
        self._child("dom", item.dom)
        self._define_var(item.var)

    def block(self, item: Block) -> None:
        self._emit("Block", item.name)
        self._children("iters", item.iters)
        self.attrs("annotations", item.annotations)
        self._emit(len(item.allocs))
        for buffer in item.allocs:
            self._define_buffer(buffer)
        self._children("reads", item.reads)
        self._children("writes", item.writes)
        self._children("match_buffers", item.match_buffers)
        self._child("init", item.init)
        self._child("body", item.body)

    def seq_stmt(self, item: SeqStmt) -> None:
        stmts = tuple(_flat(item))
        if len(stmts) == 1:
            self._child("", stmts[0])
            return
        self._emit("SeqStmt")
        self._children("stmts", stmts)

    def attr_stmt(self, item: AttrStmt) -> None:
        self._emit("AttrStmt", item.key)
        if item.key == "workspace_offset" and isinstance(item.node, Buffer):
            # In lowered code this declares the buffer.
            self._define_buffer(item.node)
        else:
            self.value(item.node)
        self._child("value", item.value)
        self._child("body", item.body)

    def prim_func(self, item: PrimFunc) -> None:
        self._emit("PrimFunc", len(item.params))
        for i, param in enumerate(item.params):
            self._define_var(param)
            if self.trace is not None:
                self._path.append(f"params[{i}]")
            buffer = item.buffer_map.get(param)
            if buffer is None:
                self._emit(None)
            else:
                self._define_buffer(buffer)
            if self.trace is not None:
                self._path.pop()
        self.attrs("attrs", item.attrs)
        self._child("body", item.body)

    # ------------------------------------------------------------ graph functions
    def graph_var(self, item: GraphVar) -> None:
        self._use("GraphVar", item)

    def constant(self, item: Constant) -> None:
        self._emit("Constant", item.data.dtype.name, item.data.shape, _Data(item.data))

    def graph_call(self, item: GraphCall) -> None:
        self._emit("GraphCall")
        self._child("op", item.op)
        self._children("args", item.args)
        self.attrs("attrs", item.attrs)
        self._children("sinfo_args", item.sinfo_args)

    def _bind(self, var: GraphVar) -> None:
        self.define(var)
        self._emit(var.is_dataflow)
        self._define_sinfo(var.sinfo)

    def var_binding(self, item: VarBinding) -> None:
        self._emit("VarBinding")
        if isinstance(item.value, GraphFunction):  # a local function may call itself
            self._bind(item.var)
            self._child("value", item.value)
            return
        self._child("value", item.value)
        self._bind(item.var)

    def match_cast(self, item: MatchCast) -> None:
        self._emit("MatchCast")
        self._child("value", item.value)
        self._define_sinfo(item.sinfo)
        self._bind(item.var)

    def seq_expr(self, item: SeqExpr) -> None:
        self._emit("SeqExpr")
        self._children("blocks", tuple(_merged(item.blocks)))
        self._child("body", item.body)

    def graph_loop(self, item: GraphLoop) -> None:
        self._emit("GraphLoop", len(item.params))
        for name in ("limit", "condition", "initial", "most"):
            self._child(name, getattr(item, name))
        for param in item.params:
            self._bind(param)
        self._child("body", item.body)

    def graph_function(self, item: GraphFunction) -> None:
        self._emit("GraphFunction", item.is_pure, len(item.params))
        for param in item.params:
            self._bind(param)
        self._define_sinfo(item.ret_sinfo)
        self.attrs("attrs", item.attrs)
        self._child("body", item.body)

    def module(self, item: IRModule) -> None:
        self._emit("IRModule", len(item.functions))
        for name in sorted(item.functions):
            self._emit(name)
            self._child(f"`{name}`", item.functions[name])
        self.attrs("attrs", item.attrs)
        self.attrs("global_infos", item.global_infos)


_SPECIAL: dict[type, Callable[[Encoder, Any], None]] = {
    FloatImm: Encoder.float_imm,
    Var: Encoder.var,
    DerivedDim: Encoder.derived_dim,
    Buffer: Encoder.buffer,
    BufferLoad: Encoder.load,
    BufferStore: Encoder.store,
    BufferRegion: Encoder.buffer_region,
    MatchBuffer: Encoder.match_buffer,
    Let: Encoder.let,
    LetStmt: Encoder.let,
    Allocate: Encoder.allocate,
    For: Encoder.for_loop,
    IterVar: Encoder.iter_var,
    Block: Encoder.block,
    SeqStmt: Encoder.seq_stmt,
    AttrStmt: Encoder.attr_stmt,
    PrimFunc: Encoder.prim_func,
    GraphVar: Encoder.graph_var,
    DataflowVar: Encoder.graph_var,
    Constant: Encoder.constant,
    GraphCall: Encoder.graph_call,
    VarBinding: Encoder.var_binding,
    MatchCast: Encoder.match_cast,
    SeqExpr: Encoder.seq_expr,
    GraphFunction: Encoder.graph_function,
    GraphLoop: Encoder.graph_loop,
    IRModule: Encoder.module,
}


def _float_bits(value: float) -> bytes:
    """The bits of a double: zeros keep their sign, all NaNs are encoded alike."""
    return struct.pack("<d", value) if value == value else b"nan"


def _flat(stmt: Stmt) -> Iterator[Stmt]:
    if isinstance(stmt, SeqStmt):
        for item in stmt.stmts:
            yield from _flat(item)
    else:
        yield stmt


def _merged(blocks: tuple[BindingBlock, ...]) -> Iterator[BindingBlock]:
    """Adjacent plain blocks merged, empty ones dropped: the boundaries between them do not appear in text."""
    held: tuple[Any, ...] = ()
    for block in blocks:
        if not block.is_dataflow:
            held += block.bindings
            continue
        if held:
            yield BindingBlock(held)
            held = ()
        yield block
    if held:
        yield BindingBlock(held)
