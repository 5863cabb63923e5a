"""Translates tensor expressions to a tensor program: ``create_prim_func([A, B, C])``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mlcc.analysis import block_regions
from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Binary,
    Block,
    BlockRealize,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Cast,
    Expr,
    For,
    IfThenElse,
    IntImm,
    IterVar,
    LetStmt,
    Node,
    PrimFunc,
    Range,
    Select,
    Stmt,
    Var,
    binary,
    cast,
    const,
    handle_param,
    if_then_else,
    loads_and_stores,
    map_children,
    root_realize,
    select,
    seq,
)  # fmt: skip

from .access import settled, whole
from .reduce_node import Reduce, ReduceAxis
from .tensor import ComputeOp, ExternOp, Operation, PartsOp, PlaceholderOp, Tensor, TensorLoad


def create_prim_func(
    tensors: Sequence[Tensor | Var],
    *,
    index_dtype: str | None = None,
    attrs: Mapping[str, Any] | None = None,
) -> PrimFunc:
    """The tensor program with these parameters: placeholders are inputs, results are written.

    Results that are not parameters become temporaries of the root block. A scalar :class:`Var` is a scalar parameter.
    Raises T104 where a placeholder that is read is not a parameter, T105 for a repeated parameter.
    """
    return _Program(tensors, index_dtype).build(attrs or {})


def operations_of(results: Iterable[Tensor]) -> list[Operation]:
    """Every operation behind `results`, inputs first."""
    order: dict[Operation, None] = {}
    stack: list[tuple[Operation, bool]] = [(t.op, False) for t in reversed(list(results))]
    while stack:
        op, ready = stack.pop()
        if op in order:
            continue
        if ready:
            order[op] = None
            continue
        stack.append((op, True))
        stack.extend((t.op, False) for t in reversed(op.input_tensors()) if t.op not in order)
    return list(order)


class _Program:
    """The state of one :func:`create_prim_func`."""

    def __init__(self, params: Sequence[Tensor | Var], index_dtype: str | None) -> None:
        self.params = list(params)
        tensors = [p for p in self.params if isinstance(p, Tensor)]
        if len({id(p) for p in self.params}) != len(self.params):
            twice = next(p for p in self.params if sum(q is p for q in self.params) > 1)
            raise MlccError("T105", f"`{twice.name}` is given twice as a parameter")
        self.ops = operations_of(tensors)
        self._check_inputs(set(tensors))
        self.index = index_dtype or self._widest()
        self.vars: dict[Var, Expr] = {}
        self.buffers: dict[Tensor, Buffer] = {}
        self.names: dict[str, int] = {}
        self.block_names: dict[str, int] = {}
        for item in self.params:
            if isinstance(item, Tensor):
                self.buffers[item] = self._buffer(item)
            else:
                self.names[item.name] = 0

    def _check_inputs(self, inputs: set[Tensor]) -> None:
        missing = [op.name for op in self.ops if isinstance(op, PlaceholderOp) and op.outputs[0] not in inputs]
        if missing:
            names = ", ".join(f"`{n}`" for n in missing)
            raise MlccError(
                "T104", f"the program reads {names}, which the parameters do not name",
                help="add every input to the list given to `create_prim_func`",
            )  # fmt: skip
        if all(isinstance(t.op, PlaceholderOp) for t in inputs):
            raise MlccError("T104", "the parameters name no result: nothing to compute")

    def _widest(self) -> str:
        dims = (d for op in self.ops for t in op.outputs for d in t.shape)
        return "int64" if any(d.dtype == "int64" for d in dims) else "int32"

    def _fresh(self, table: dict[str, int], name: str) -> str:
        """`name`, or `name_1` … where it is taken."""
        if name not in table:
            table[name] = 0
            return name
        while True:
            table[name] += 1
            candidate = f"{name}_{table[name]}"
            if candidate not in table:
                table[candidate] = 0
                return candidate

    def _buffer(self, tensor: Tensor) -> Buffer:
        shape = tuple(self._dim(d) for d in tensor.shape)
        return Buffer(self._fresh(self.names, tensor.name), shape, tensor.dtype)

    def _dim(self, dim: Expr) -> Expr:
        """A dimension in the program's index type; a narrower symbolic dimension is widened."""

        def widen(item: Any) -> Any:
            if isinstance(item, Var) and item.dtype != self.index and item not in self.params:
                return self.vars.setdefault(item, Var(item.name, self.index))
            return item

        return cast(self.index, self.rewrite(dim, widen))

    def build(self, attrs: Mapping[str, Any]) -> PrimFunc:
        body: list[Stmt] = []
        for op in self.ops:
            for tensor in op.outputs:
                if tensor not in self.buffers:
                    self.buffers[tensor] = self._buffer(tensor)
            if isinstance(op, ComputeOp):
                body.append(self.compute(op, [self.buffers[t] for t in op.outputs], None))
            elif isinstance(op, PartsOp):
                output = self.buffers[op.outputs[0]]
                body += [self.compute(p, [output], o) for p, o in zip(op.parts, op.offsets, strict=True)]
            elif isinstance(op, ExternOp):
                body.append(self.extern(op))
        handles: list[Var] = []
        buffer_map: dict[Var, Buffer] = {}
        parameters = {p for p in self.params if isinstance(p, Tensor)}
        for item in self.params:
            if isinstance(item, Tensor):
                handle = handle_param(self.buffers[item])
                buffer_map[handle] = self.buffers[item]
                handles.append(handle)
            else:
                handles.append(item)
        allocs = tuple(b for t, b in self.buffers.items() if t not in parameters)
        root = root_realize(seq(*body), allocs)
        return PrimFunc(tuple(handles), buffer_map, root, {"tir.noalias": True, **attrs})

    # ------------------------------------------------------------ expressions
    def rewrite(self, expr: Any, leaf: Any = None) -> Any:
        """Replace tensor reads by buffer loads and axes by block axes; types are adjusted where an axis was widened."""
        done: dict[Node, Any] = {}

        def visit(item: Any) -> Any:
            if item in done:
                return done[item]
            done[item] = result = self._rewrite_one(item, visit, leaf)
            return result

        return visit(expr)

    def _rewrite_one(self, item: Any, visit: Any, leaf: Any) -> Any:
        match item:
            case Var():
                return self.vars[item] if item in self.vars else leaf(item) if leaf else item
            case TensorLoad():
                indices = tuple(cast(self.index, visit(i)) for i in item.indices)
                return BufferLoad(self.buffers[item.tensor], indices)
            case Binary():
                a, b = visit(item.a), visit(item.b)
                if a is item.a and b is item.b:
                    return item
                return Binary(item.op, a, b) if _plain(a, b) else binary(item.op, a, b)
            case Cast():
                value = visit(item.value)
                return item if value is item.value else cast(item.dtype, value)
            case Select():
                return select(*(visit(e) for e in (item.condition, item.true_value, item.false_value)))
            case Call(op="if_then_else"):
                return if_then_else(*(visit(e) for e in item.args))
            case Call() if item.args:
                new = map_children(item, visit)
                if new is not item and item.dtype == item.args[0].dtype != new.args[0].dtype:
                    return Call(item.op, new.args, new.args[0].dtype)
                return new
        return map_children(item, visit)

    # ------------------------------------------------------------ computes
    def compute(self, op: ComputeOp, buffers: list[Buffer], offset: tuple[Expr, ...] | None) -> Stmt:
        """Loops around one block that writes `buffers`, at `offset` where it is a part."""
        loops: list[tuple[Var, Expr, Expr]] = []
        iters: list[IterVar] = []
        zero = const(0, self.index)
        for axis, dim in zip(op.axes, op.shape, strict=False):
            loops.append(self._axis(axis, zero, self._dim(dim), "spatial", iters))
        for raxis in op.reduce_axes:
            low, extent = self._dim(raxis.dom.min), self._dim(raxis.dom.extent)
            loops.append(self._axis(raxis, low, extent, "reduce", iters))
        values: list[Expr] = [loop[0] for loop in loops]
        if not iters:  # a scalar result: an axis of extent one, so that the block is not mistaken for the root
            iters.append(IterVar(Var("vi", self.index), Range(zero, const(1, self.index)), "spatial"))
            values.append(zero)
        body: Stmt = BlockRealize(tuple(values), const(True), self._block(op, tuple(iters), buffers, offset))
        for var, low, extent in reversed(loops):
            body = For(var, low, extent, "serial", body)
        return body

    def _axis(self, axis: Var, low: Expr, extent: Expr, kind: str, iters: list[IterVar]) -> tuple[Var, Expr, Expr]:
        block_var = Var(f"v_{axis.name}", self.index)
        iters.append(IterVar(block_var, Range(low, extent), kind))
        self.vars[axis] = block_var
        return Var(axis.name, self.index), low, extent

    def _block(
        self,
        op: ComputeOp,
        iters: tuple[IterVar, ...],
        buffers: list[Buffer],
        offset: tuple[Expr, ...] | None,
    ) -> Block:
        where = tuple(self.vars[a] for a in op.axes)
        if offset is not None:
            where = tuple(w + self._dim(o) for w, o in zip(where, offset, strict=True))
        name = self._fresh(self.block_names, op.name)
        notes = dict(op.attrs)
        top = op.body[0]
        if isinstance(top, Reduce):
            init, update = self._reduction(top, buffers, where)
            reads, writes = block_regions(update, iters, init)
            return Block(name, iters, settled(reads), writes, update, init, annotations=notes)
        stores = [BufferStore(b, self.rewrite(e), where) for b, e in zip(buffers, op.body, strict=False)]
        body = seq(*stores)
        reads, writes = block_regions(body, iters)
        return Block(name, iters, settled(reads), writes, body, annotations=notes)

    def _reduction(self, top: Reduce, buffers: list[Buffer], where: tuple[Expr, ...]) -> tuple[Stmt, Stmt]:
        dtypes = tuple(b.dtype for b in buffers)
        start = tuple(self.rewrite(e) for e in top.init) or top.combiner.identity(dtypes)
        init = seq(*(BufferStore(b, cast(b.dtype, s), where) for b, s in zip(buffers, start, strict=False)))
        old = tuple(BufferLoad(b, where) for b in buffers)
        values = top.combiner.combine(old, tuple(self.rewrite(s) for s in top.sources))
        update: Stmt
        if len(buffers) == 1:
            update = BufferStore(buffers[0], cast(dtypes[0], values[0]), where)
        else:  # every new value is computed before any is stored
            names = [Var(f"v_{b.name}", b.dtype) for b in buffers]
            update = seq(*(BufferStore(b, v, where) for b, v in zip(buffers, names, strict=False)))
            for var, value in zip(reversed(names), reversed(values), strict=False):
                update = LetStmt(var, cast(var.dtype, value), update)
        if top.condition is not None:
            update = IfThenElse(self.rewrite(top.condition), update)
        return init, update

    # ------------------------------------------------------------ externs
    def extern(self, op: ExternOp) -> Stmt:
        """One opaque block without data-parallel axes, which reads and writes full buffers."""
        ins = [self.buffers[t] for t in op.inputs]
        outs = [self.buffers[t] for t in op.outputs]
        built = op.fbuild(ins, outs)
        body, allocs = built if isinstance(built, tuple) else (built, ())
        zero, one = const(0, self.index), const(1, self.index)
        axis = IterVar(Var("vi", self.index), Range(zero, one), "opaque")
        name = self._fresh(self.block_names, op.name)
        read_too = {load.buffer for load in loads_and_stores(body)[0]}
        reads = tuple(whole(b) for b in dict.fromkeys([*ins, *(b for b in outs if b in read_too)]))
        block = Block(
            name, (axis,), reads, tuple(whole(b) for b in outs), body,
            allocs=allocs, annotations=dict(op.attrs),
        )  # fmt: skip
        return BlockRealize((zero,), const(True), block)


def _plain(a: Expr, b: Expr) -> bool:
    """Whether two operands have one type and neither is a literal: there is nothing to fold or convert."""
    return a.dtype == b.dtype and not isinstance(a, IntImm) and not isinstance(b, IntImm)


__all__ = ["ReduceAxis", "create_prim_func", "operations_of"]
