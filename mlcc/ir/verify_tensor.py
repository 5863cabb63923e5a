"""Verifies one tensor program in one walk: scopes, types, block axes, accesses."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from . import dtype as dt
from .bounds import UNKNOWN, Bound, Bounds
from .expr import Buffer, BufferLoad, Call, Expr, IntImm, Let, Var, as_int, logical_not
from .function import PrimFunc
from .linear import linear
from .printer import script
from .stmt import (
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
    IterVar,
    LetStmt,
    SeqStmt,
    Stmt,
    While,
)
from .traverse import children, free_vars
from .verify_axes import check_axes
from .verify_regions import outside
from .verify_scope import Report
from .verify_types import check_condition, check_index, check_storable, check_types


class TensorVerifier:
    """Walks a function and reports into `report`."""

    def __init__(self, report: Report, func: PrimFunc, coverage: bool) -> None:
        self.report = report
        self.func = func
        self.coverage = coverage
        self.bounds = Bounds()
        self.vars: set[Var] = set()
        self.buffers: set[Buffer] = set()
        self.loops: dict[Var, For] = {}
        # Loop variables that are out of scope in a block, with the block whose axes should be used.
        self.hidden: dict[Var, Block] = {}
        self.reduce_axes: dict[Var, tuple[IterVar, Block]] = {}
        #: The reduce axes around the place where a buffer is allocated: each of their iterations has its own.
        self.axes_over: dict[Buffer, dict[Var, tuple[IterVar, Block]]] = {}
        self.block: Block | None = None
        #: Views declared by match_buffer, with the viewed buffer.
        self.views: dict[Buffer, Buffer] = {}
        self.written: dict[Buffer, BufferStore] = {}
        self.has_root = isinstance(func.body, BlockRealize) and func.body.block.name == "root"

    def run(self) -> None:
        """Verify the whole function."""
        for param in self.func.params:
            self.vars.add(param)
            buffer = self.func.buffer_map.get(param)
            if buffer is not None:
                self._define_view(buffer)
        for var in self.func.symbolic_vars():
            self.bounds.ranges.setdefault(var, Bound(1, None))
        self.stmt(self.func.body)

    # ------------------------------------------------------------ definitions
    def _define_var(self, var: Var, where: Any) -> None:
        if var in self.vars:
            self.report.add("V012", f"the variable `{var.name}` is defined again inside its own scope", where)
        self.vars.add(var)

    def _define_view(self, buffer: Buffer) -> None:
        """A buffer whose free variables (symbolic shape, strides, offset) are defined by it."""
        extra = () if buffer.elem_offset is None else (buffer.elem_offset,)
        for part in (*buffer.shape, *buffer.strides, *extra):
            self.vars.update(free_vars(part))
        check_storable(self.report, buffer, self.func)
        self.buffers.add(buffer)

    def _define_alloc(self, buffer: Buffer, where: Any) -> None:
        check_storable(self.report, buffer, where)
        for dim in buffer.shape:
            self.expr(dim, where)
        self.buffers.add(buffer)

    def _use_buffer(self, buffer: Buffer, where: Any) -> None:
        if buffer not in self.buffers:
            self.report.add(
                "V011",
                f"the buffer `{buffer.name}` is used where it is not defined",
                where,
                help=f"make it a parameter, or allocate it: `{buffer.name} = T.alloc_buffer(...)`",
            )
            self.buffers.add(buffer)

    # ------------------------------------------------------------ statements
    def stmt(self, stmt: Stmt) -> None:
        """Verify a statement in the current scope."""
        match stmt:
            case SeqStmt():
                for item in stmt.stmts:
                    self.stmt(item)
            case For():
                self._for(stmt)
            case BlockRealize():
                self._realize(stmt)
            case BufferStore():
                self._store(stmt)
            case IfThenElse():
                self.expr(stmt.condition, stmt)
                check_condition(self.report, stmt.condition, stmt)
                with self.bounds.assuming(stmt.condition):
                    self.stmt(stmt.then_body)
                if stmt.else_body is not None:
                    with self.bounds.assuming(logical_not(stmt.condition)):
                        self.stmt(stmt.else_body)
            case LetStmt():
                self._let(stmt.var, stmt.value, stmt)
                self.stmt(stmt.body)
                self.vars.discard(stmt.var)
            case Evaluate():
                self.expr(stmt.value, stmt)
            case While():
                self.expr(stmt.condition, stmt)
                check_condition(self.report, stmt.condition, stmt)
                self.stmt(stmt.body)
            case AssertStmt():
                self.expr(stmt.condition, stmt)
                check_condition(self.report, stmt.condition, stmt)
            case AttrStmt():
                self._attr(stmt)
            case Allocate():
                self._define_alloc(stmt.buffer, stmt)
                self.stmt(stmt.body)
                self.buffers.discard(stmt.buffer)
            case _:
                self.report.add("V013", f"a {type(stmt).__name__} stands where a statement belongs", stmt)

    def _attr(self, stmt: AttrStmt) -> None:
        if isinstance(stmt.node, Buffer) and stmt.key == "workspace_offset":
            self._define_alloc(stmt.node, stmt)
        elif isinstance(stmt.node, Var):
            self.vars.add(stmt.node)
        elif isinstance(stmt.node, Expr):
            self.expr(stmt.node, stmt)
        self.expr(stmt.value, stmt)
        self.stmt(stmt.body)

    def _let(self, var: Var, value: Expr, where: Any) -> None:
        self.expr(value, where)
        self._define_var(var, where)
        if var.dtype != value.dtype:
            message = f"`{var.name}` is `{var.dtype}` but its value `{script(value)}` is `{value.dtype}`"
            self.report.add("V030", message, where)
        if dt.is_int(var.dtype):
            bound = self.bounds.bound(value)
            self.bounds.ranges[var] = Bound(bound.lo, bound.hi, isinstance(value, IntImm))

    def _for(self, loop: For) -> None:
        for part in (loop.min, loop.extent):
            self.expr(part, loop)
            check_index(self.report, part, loop)
        self._define_var(loop.var, loop)
        if dt.is_int(loop.extent.dtype) and loop.var.dtype != loop.extent.dtype:
            message = f"the loop variable `{loop.var.name}` is `{loop.var.dtype}`, its extent `{loop.extent.dtype}`"
            self.report.add("V030", message, loop)
        if loop.kind == "vectorized" and as_int(loop.extent) is None:
            self.report.add(
                "V024",
                f"the vectorized loop `{loop.var.name}` has the extent `{script(loop.extent)}`, which is not constant",
                loop,
                help="split it by the number of lanes and vectorize the inner loop",
            )
        self._loop_range(loop)
        self.loops[loop.var] = loop
        extent = as_int(loop.extent)
        with self.bounds.never(extent is not None and extent <= 0):
            self.stmt(loop.body)
        self.loops.pop(loop.var, None)
        self.vars.discard(loop.var)

    def _loop_range(self, loop: For) -> None:
        start, extent = self.bounds.bound(loop.min), self.bounds.bound(loop.extent)
        constant = isinstance(loop.min, IntImm) and isinstance(loop.extent, IntImm)
        hi = None if start.hi is None or extent.hi is None else start.hi + extent.hi - 1
        self.bounds.ranges[loop.var] = Bound(start.lo, hi, constant or isinstance(loop.min, IntImm))
        if not constant and isinstance(loop.min, IntImm) and not any(v in self.loops for v in free_vars(loop.extent)):
            form = linear(loop.extent)
            self.bounds.symbolic[loop.var] = form._replace(constant=form.constant + loop.min.value - 1)
        if hi is not None and not constant:
            # The end depends on another variable: it may not be reached together with other ends.
            self.bounds.ranges[loop.var] = Bound(start.lo, hi, False)

    # ------------------------------------------------------------ blocks
    def _realize(self, realize: BlockRealize) -> None:
        block = realize.block
        for axis, value in zip(block.iters, realize.values, strict=False):
            self.expr(value, (axis, realize))
            self.expr(axis.dom.min, (axis, realize))
            self.expr(axis.dom.extent, (axis, realize))
        self.expr(realize.predicate, realize)
        check_condition(self.report, realize.predicate, realize)
        if len(block.iters) != len(realize.values):
            message = f"block `{block.name}` has {len(block.iters)} axes and {len(realize.values)} values"
            self.report.add("V013", message, realize)
            return
        trivial = isinstance(realize.predicate, IntImm) and realize.predicate.value
        with ExitStack() as stack:
            if not trivial:
                stack.enter_context(self.bounds.assuming(realize.predicate))
            ranges = check_axes(self.report, self.bounds, self.loops, realize, self.coverage)
            for axis, value, values in zip(block.iters, realize.values, ranges, strict=True):
                self._define_var(axis.var, (axis, realize))
                self.bounds.ranges[axis.var] = values
                if isinstance(value, Var) and values.hi is None and value in self.bounds.symbolic:
                    self.bounds.symbolic[axis.var] = self.bounds.symbolic[value]
            self._block(block, realize)
        self.vars.difference_update(axis.var for axis in block.iters)

    def _block(self, block: Block, realize: BlockRealize) -> None:
        outer_block, outer_hidden, outer_reduce = self.block, self.hidden, self.reduce_axes
        self.block = block
        if block.iters:
            self.hidden = {**outer_hidden, **dict.fromkeys(self.loops, block)}
        own = {a.var: (a, block) for a in block.iters if a.kind == "reduce"}
        self.reduce_axes = {**outer_reduce, **own} if own else outer_reduce
        loops, self.loops = self.loops, {} if block.iters else self.loops
        for buffer in block.allocs:
            self._define_alloc(buffer, (buffer, realize))
            self.axes_over[buffer] = self.reduce_axes
        for match in block.match_buffers:
            self._region(match.source, (match, realize))
            self._define_view(match.buffer)
            self.views[match.buffer] = match.source.buffer
        if block.init is not None:
            self.stmt(block.init)
        self.stmt(block.body)
        # After the body: faults there are better reported there than at an inferred region.
        for region in (*block.reads, *block.writes):
            self._region(region, realize)
        self.buffers.difference_update(block.allocs)
        self.buffers.difference_update(m.buffer for m in block.match_buffers)
        self.loops = loops
        self.block, self.hidden, self.reduce_axes = outer_block, outer_hidden, outer_reduce

    def _region(self, region: BufferRegion, where: Any) -> None:
        self._use_buffer(region.buffer, (region, where))
        self._rank(region.buffer, len(region.region), (region, where))
        for part in region.region:
            self.expr(part.min, (region, where))
            self.expr(part.extent, (region, where))

    # ------------------------------------------------------------ accesses
    def _store(self, store: BufferStore) -> None:
        self.expr(store.value, store)
        for index in store.indices:
            self.expr(index, store)
        buffer = store.buffer
        self._use_buffer(buffer, store)
        self._access(buffer, store.indices, store)
        self._declared(buffer, store.indices, True, store)
        self.written.setdefault(self._viewed(buffer), store)
        expected = buffer.dtype
        lanes = dt.lanes(store.indices[-1].dtype) if store.indices else 1
        if lanes > 1:
            expected = dt.with_lanes(buffer.dtype, lanes)
        if store.value.dtype != expected:
            self.report.add(
                "V030",
                f"a value of type `{store.value.dtype}` is stored to `{buffer.name}`, which holds `{expected}`",
                store,
                help=f'convert it: `T.Cast("{expected}", {script(store.value)})`',
            )
        self._reduce_index(store)
        self._declared_write(store)

    def _viewed(self, buffer: Buffer) -> Buffer:
        while buffer in self.views:
            buffer = self.views[buffer]
        return buffer

    def _reduce_index(self, store: BufferStore) -> None:
        if not self.reduce_axes:
            return
        private = self.axes_over.get(self._viewed(store.buffer), {})
        for index in store.indices:
            for var in free_vars(index):
                if var in self.reduce_axes and var not in private:
                    axis, block = self.reduce_axes[var]
                    self.report.add(
                        "V023",
                        f"the reduce axis `{var.name}` of block `{block.name}` stands in an index of the output "
                        f"`{store.buffer.name}`",
                        store,
                        labels=[(axis, "a reduce axis")],
                        help=f"make it spatial: `{var.name} = T.axis.spatial(...)`",
                    )

    def _declared_write(self, store: BufferStore) -> None:
        """A block that declares its accesses must declare all that it writes."""
        block, target = self.block, self._viewed(store.buffer)
        if block is None or not (block.reads or block.writes) or target in block.allocs:
            return
        if target in {self._viewed(r.buffer) for r in block.writes}:
            return
        declared = [r for r in block.reads if self._viewed(r.buffer) is target]
        names = ", ".join(f"`{r.buffer.name}`" for r in block.writes) or "nothing"
        self.report.add(
            "V041" if declared else "V042",
            f"block `{block.name}` writes `{store.buffer.name}`, which it declares as "
            + ("read only" if declared else "neither read nor written"),
            store,
            labels=[(r, "declared as read here") for r in declared],
            notes=[f"`T.writes` of the block names {names}"],
            help="add it to `T.writes`, or leave both declarations out: they are inferred then",
        )

    def _declared(self, buffer: Buffer, indices: tuple[Expr, ...], stored: bool, *where: Any) -> None:
        """A block that declares its accesses must declare all of each."""
        if (
            self.block is None
            or (found := outside(self.bounds, self.block, self._viewed, buffer, indices, stored)) is None
        ):
            return
        access = script(BufferLoad(buffer, indices))
        self.report.add(
            "V043",
            f"block `{self.block.name}` accesses `{access}`, which it does not declare: {found.reason}",
            *where,
            labels=[(region, "declared here") for region in found.regions],
            notes=[f"the block declares `{script(region)}`" for region in found.regions],
            help="declare all that is accessed, or leave `T.reads` and `T.writes` out: they are inferred then",
        )

    def _rank(self, buffer: Buffer, count: int, where: Any) -> bool:
        if count == len(buffer.shape):
            return True
        if not self.has_root and count == 1:  # lowered: one flat index
            return False
        self.report.add(
            "V020",
            f"`{buffer.name}` has {_dimensions(len(buffer.shape))}, here {count} "
            + ("index is" if count == 1 else "indices are") + " given",
            where,
            notes=[f"its shape is `{_shape(buffer)}`"],
        )  # fmt: skip
        return False

    def _access(self, buffer: Buffer, indices: tuple[Expr, ...], *where: Any) -> None:
        """Check rank and index types, and report indices that are provably out of bounds."""
        if not self._rank(buffer, len(indices), where):
            for index in indices:
                check_index(self.report, index, where)
            return
        for position, (index, dim) in enumerate(zip(indices, buffer.shape, strict=True)):
            check_index(self.report, index, where)
            if not self.bounds.dead and dt.is_int(index.dtype) and dt.lanes(index.dtype) == 1:
                self._in_range(buffer, position, index, dim, where)

    def _in_range(self, buffer: Buffer, position: int, index: Expr, dim: Expr, where: tuple[Any, ...]) -> None:
        size = as_int(dim)
        bound = UNKNOWN if isinstance(index, Var) and index not in self.bounds.ranges else self.bounds.bound(index)
        if bound.empty or not bound.exact:
            return
        text = script(index)
        if bound.lo is not None and bound.lo < 0:
            reason = f"it is as low as {bound.lo}"
        elif size is not None and bound.hi is not None and bound.hi >= size:
            reason = f"it is as high as {bound.hi}"
        elif size is not None and bound.lo is not None and bound.lo >= size:
            reason = f"it is at least {bound.lo}"
        elif size is None and self.bounds.above(index, dim):
            reason = f"it reaches `{script(dim)}`"
        else:
            return
        if isinstance(index, IntImm):
            reason = f"dimension {position} has extent {script(dim)}"
        self.report.add(
            "V021",
            f"the index `{text}` of `{buffer.name}` is out of range: {reason}",
            index,
            *where,
            labels=[((index, *where), f"dimension {position} of `{buffer.name}` has extent {script(dim)}")],
            notes=[f"the shape of `{buffer.name}` is `{_shape(buffer)}`"],
            help="guard the access with a condition (`T.where`, `if`, `T.if_then_else`), or change the loop",
        )

    # ------------------------------------------------------------ expressions
    def expr(self, expr: Expr, *where: Any) -> None:
        """Verify an expression; `where` are the nodes whose location is reported if it has none."""
        match expr:
            case IntImm():
                return
            case Var():
                self._use_var(expr, where)
                return
            case BufferLoad():
                for index in expr.indices:
                    self.expr(index, expr, *where)
                self._use_buffer(expr.buffer, (expr, *where))
                self._access(expr.buffer, expr.indices, expr, *where)
                self._declared(expr.buffer, expr.indices, False, expr, *where)
                return
            case Let():
                self._let(expr.var, expr.value, (expr, *where))
                self.expr(expr.body, *where)
                self.vars.discard(expr.var)
                return
            case Call(op="if_then_else", args=(condition, a, b)):
                self.expr(condition, *where)
                with self.bounds.assuming(condition):
                    self.expr(a, *where)
                with self.bounds.assuming(logical_not(condition)):
                    self.expr(b, *where)
            case _:
                self._children(expr, where)
        check_types(self.report, expr, where)

    def _children(self, expr: Expr, where: tuple[Any, ...]) -> None:
        parts = tuple(children(expr))
        if getattr(expr, "op", None) in ("and", "or") and len(parts) == 2:
            # The right operand of a logical operator is evaluated only when the left one does not decide the result.
            first, second = parts
            assert isinstance(first, Expr)
            assert isinstance(second, Expr)
            self.expr(first, *where)
            with self.bounds.assuming(first if getattr(expr, "op", "") == "and" else logical_not(first)):
                self.expr(second, *where)
            return
        for part in parts:
            if isinstance(part, Expr):
                self.expr(part, *where)

    def _use_var(self, var: Var, where: tuple[Any, ...]) -> None:
        if var not in self.vars:
            self.report.add("V010", f"the variable `{var.name}` is not defined here", var, *where)
            self.vars.add(var)
        elif var in self.hidden and var not in self.loops:
            block = self.hidden[var]
            self.report.add(
                "V014",
                f"block `{block.name}` uses the loop variable `{var.name}` of a loop around it",
                var,
                *where,
                labels=[(block, "the block sees its own axes only")],
                help=f"bind an axis to it: `v{var.name} = T.axis.spatial(extent, {var.name})`",
            )


def _dimensions(count: int) -> str:
    return "1 dimension" if count == 1 else f"{count} dimensions"


def _shape(buffer: Buffer) -> str:
    return f"({', '.join(script(d) for d in buffer.shape)}{',' if len(buffer.shape) == 1 else ''})"
