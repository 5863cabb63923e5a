"""Translates steps to statements of the entry program: calls with pointers into arguments, arena and constants."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from mlcc.analysis import simplify
from mlcc.diagnostics import NodePath
from mlcc.ir import (
    Allocate,
    AssertStmt,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Evaluate,
    Expr,
    IfThenElse,
    Not,
    SeqStmt,
    Stmt,
    StringImm,
    Var,
    While,
    all_of,
    as_int,
    const,
    seq,
)
from mlcc.ir import dtype as dt

from .derived_sizes import DerivedSizes
from .kept_code import KeptCode
from .marks import Marks
from .plan_memory import ArenaPlan
from .steps import (
    AssertStep,
    BranchStep,
    CheckStep,
    CopyStep,
    DimStep,
    JoinStep,
    KeptStep,
    KernelStep,
    LoopStep,
    RowStep,
    Step,
    Storage,
    Tensor,
    walk_steps,
)


@dataclass(frozen=True)
class StepCode:
    """Translates steps for one plan of the arena; `marks` collects the calls and may add timing code. `sizes` states
    sizes by the variable that holds the dimensions computed at run time, `segments` maps these to the memory that has
    been allocated for values of such sizes; `shared` is how values are shared with other calls."""

    arena: ArenaPlan
    marks: Marks
    sizes: DerivedSizes = field(default_factory=lambda: DerivedSizes(()))
    segments: Mapping[Var, Buffer] = field(default_factory=dict)
    shared: KeptCode = field(default_factory=KeptCode)

    def program(self, steps: list[Step]) -> Stmt:
        """All statements, inside the allocation of the variable that holds the computed dimensions and sizes."""
        sizes = DerivedSizes([step.var for step in walk_steps(steps) if isinstance(step, DimStep)])
        shared = KeptCode.of(steps)
        body = shared.around(replace(self, sizes=sizes, shared=shared).body(steps))
        return sizes.final(seq(*sizes.after(), body))

    def body(self, steps: list[Step]) -> Stmt:
        """The statements of steps in order."""
        stmts: list[Stmt] = []
        sized: DimStep | None = None
        known: list[tuple[Var, int]] = []
        for number, step in enumerate(steps):
            if sized is not None and not isinstance(step, CheckStep):  # the checks are of the size itself
                stmts.append(self.with_segment(sized, steps[number:]))
                break
            statements = self.statements(step)
            stmts += statements
            if statements:
                stmts += self.marks.after(step)
            if isinstance(step, DimStep):
                known.append((step.var, len(stmts)))
                if step.var in self.arena.segments:
                    sized = step
        for var, place in reversed(known):
            stmts[place:place] = self.sizes.after(var)
        return SeqStmt(tuple(stmts))

    def with_segment(self, step: DimStep, after: list[Step]) -> Stmt:
        """The statements of steps inside the allocation of the values whose size `step` has determined."""
        nbytes = self.sizes.use(self.arena.segments[step.var].nbytes)
        name = step.location.path if isinstance(step.location, NodePath) else step.var.name
        buffer = Buffer(name, (nbytes,), "uint8", scope="heap")
        inside = replace(self, segments={**self.segments, step.var: buffer})
        return Allocate(buffer, inside.body(after))

    def statements(self, step: Step) -> list[Stmt]:
        match step:
            case KernelStep():
                scratch = [] if step.scratch is None else [self.pointer(step.scratch)]
                pointers = [self.address(t) for t in step.operands]
                scalars = [self.sizes.use(s) for s in step.scalars]
                args = (StringImm(step.kernel), *pointers, *scalars, *scratch)
                call: Stmt = Evaluate(Call("call_kernel", args, "int32"))
                return [call if step.unless is None else IfThenElse(Not(step.unless), call)]
            case KeptStep():
                return [self.kept(step)]
            case CopyStep():
                return [] if step.source.same_address(step.target) else [self.copy(step.source, step.target)]
            case JoinStep():
                return self.join(step)
            case CheckStep():
                condition = self.sizes.use(step.condition)
                if step.code is not None:
                    returned = Evaluate(Call("ret", (const(step.code, "int32"),), "int32"))
                    return [IfThenElse(Not(condition), returned)]
                return [AssertStmt(condition, step.message)]
            case AssertStep():
                return [self.fetched(step.condition, lambda flag: AssertStmt(flag, step.message))]
            case DimStep():
                size = self.sizes.dimension(step.var)
                assert isinstance(size, BufferLoad)
                more = [BufferStore(size.buffer, size + step.more, size.indices)] if step.more else []
                return [self.fetch(step.value, size), *more]
            case BranchStep():
                return [self.fetched(step.condition, lambda flag: self.choice(flag, step))]
            case LoopStep():
                tensors = (step.limit, step.go_on, step.number)
                return [self.fetched_all(tensors, lambda limit, go_on, count: self.loop(step, limit, go_on, count))]
            case RowStep():
                return [] if step.row.same_address(step.place) else [self.copy(step.row, step.place)]

    def join(self, step: JoinStep) -> list[Stmt]:
        copies = []
        for operand, at in step.offsets():
            target = step.result.behind(operand.info, at)
            if not operand.same_address(target) and as_int(operand.nbytes) != 0:
                copies.append(self.copy(operand, target))
        return copies

    def kept(self, step: KeptStep) -> Stmt:
        """Compute what is not kept for these sizes, and keep it if there is room and no other call keeps it now; copy
        what is kept to where it must be."""
        inside = replace(self, shared=self.shared.outside(step))
        asked, found = self.shared.find(step)
        read, written = [], []
        for tensor, at in step.offsets():
            place, own, nbytes = self.sizes.use(at), inside.address(tensor), self.sizes.use(tensor.nbytes)
            written.append(self.shared.copy(step, "write", place, own, nbytes))
            if tensor.storage not in self.shared.places:
                read.append(self.shared.copy(step, "read", place, own, nbytes))
        begun, writes = self.shared.begin(step, self.sizes.use(step.begin + step.nbytes))
        keep = IfThenElse(writes, seq(*written, self.shared.end(step)))
        computed = seq(inside.body(step.body), begun, keep)
        return seq(asked, IfThenElse(found, seq(*read), computed) if read else IfThenElse(Not(found), computed))

    def copy(self, source: Tensor, target: Tensor) -> Stmt:
        args = (StringImm("memcpy"), self.address(target), self.address(source), self.sizes.use(source.nbytes))
        return Evaluate(Call("call_extern", args, "handle"))

    def choice(self, flag: Expr, step: BranchStep) -> Stmt:
        return IfThenElse(flag, self.body(step.then), self.body(step.other))

    def loop(self, step: LoopStep, limit: Expr, go_on: Expr, count: Expr) -> Stmt:
        assert isinstance(count, BufferLoad)
        most = [count < self.sizes.use(step.most)] if step.kept else []
        message = "a loop of the model runs more often than there is room for what it keeps"
        checks = [AssertStmt(condition, message) for condition in most]
        after = (BufferStore(count.buffer, count + 1, count.indices), self.store(count, step.number))
        body = seq(*checks, self.body(step.body), *after, self.fetch(step.go_on, go_on))
        return While(all_of(go_on, count < limit), body)

    def fetched_all(self, tensors: Sequence[Tensor], use: Callable[..., Stmt]) -> Stmt:
        """Like :meth:`fetched`, for several scalar tensors."""
        if len(tensors) == 1:
            return self.fetched(tensors[0], use)
        return self.fetched(tensors[0], lambda first: self.fetched_all(tensors[1:], partial(use, first)))

    def store(self, number: Expr, tensor: Tensor) -> Stmt:
        """Copy a scalar from a variable to a tensor."""
        size = const(dt.nbytes(tensor.info.dtype), "int64")
        args = (StringImm("memcpy"), self.address(tensor), Call("address_of", (number,), "handle"), size)
        return Evaluate(Call("call_extern", args, "handle"))

    def fetched(self, tensor: Tensor, use: Callable[[Expr], Stmt]) -> Stmt:
        """The statement that `use` returns for the value of a scalar tensor. The value is first copied to a variable:
        it may lie anywhere in the arena, which loads cannot address."""
        variable = Buffer("value", (const(1, "int64"),), tensor.info.dtype, scope="local")
        number = BufferLoad(variable, (const(0, "int64"),))
        return Allocate(variable, seq(self.fetch(tensor, number), use(number)))

    def fetch(self, tensor: Tensor, target: Expr) -> Stmt:
        """Copy a scalar tensor to an element of a variable."""
        size = const(dt.nbytes(tensor.info.dtype), "int64")
        args = (StringImm("memcpy"), Call("address_of", (target,), "handle"), self.address(tensor), size)
        return Evaluate(Call("call_extern", args, "handle"))

    def address(self, tensor: Tensor) -> Expr:
        return self.pointer(tensor.storage, tensor.offset)

    def pointer(self, part: Storage, extra: int = 0) -> Expr:
        """The address of byte `extra` of a storage."""
        storage, offset = part.root()
        offset, moved = offset + extra, part.moved()
        more = None if moved is None else self.sizes.use(moved)
        if storage.kind == "const":
            return Call("weight_ptr", (_sum(const(storage.offset + offset, "int64"), more),), "handle")
        if storage.kind == "temp":
            position = _sum(self.position(storage) + offset, more)
            if storage.segment is None:
                own: Expr = Call("workspace_ptr", (position,), "handle")
            else:
                own = Call("address_of", (BufferLoad(self.segments[storage.segment], (position,)),), "handle")
            if storage not in self.shared.places:
                return own
            return self.shared.address(storage, own, self.sizes.use(self.shared.places[storage][1] + offset))
        assert storage.buffer is not None
        indices = _element_at(storage.buffer, offset)
        if moved is not None:
            more = self.sizes.use(simplify(moved // dt.nbytes(storage.buffer.dtype)))
            indices = (*indices[:-1], indices[-1] + more)
        return Call("address_of", (BufferLoad(storage.buffer, indices),), "handle")

    def position(self, storage: Storage) -> Expr:
        """The byte of the arena, or of its segment, at which a temporary begins."""
        return self.sizes.use(self._planned(storage))

    def _planned(self, storage: Storage) -> Expr:
        if storage.segment is not None:
            return self.arena.segments[storage.segment].offsets[storage.slot]
        return self.arena.offsets[storage.slot]


def _sum(position: Expr, more: Expr | None) -> Expr:
    return position if more is None else position + more


def _element_at(buffer: Buffer, nbytes: int) -> tuple[Expr, ...]:
    """The indices of the element at a byte offset.

    What an innermost dimension of symbolic size is given may reach beyond it: the elements of an argument follow each
    other, so that the address is right, and the dimensions outside of it are not needed.
    """
    rest = nbytes // dt.nbytes(buffer.dtype)
    indices: list[Expr] = []
    for dim in reversed(buffer.shape):
        extent = as_int(dim) or rest + 1
        indices.append(const(rest % extent, "int64"))
        rest //= extent
    return tuple(reversed(indices))
