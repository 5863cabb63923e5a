"""Steps as statements of the entry program: calls with pointers into arguments, arena and constants."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from mlcc.ir import (
    Allocate,
    AssertStmt,
    Buffer,
    BufferLoad,
    Call,
    Evaluate,
    Expr,
    IfThenElse,
    SeqStmt,
    Stmt,
    StringImm,
    Var,
    as_int,
    const,
    seq,
    substitute,
)
from mlcc.ir import dtype as dt

from .marks import Marks
from .plan_memory import ArenaPlan
from .steps import (
    AssertStep,
    BranchStep,
    CheckStep,
    CopyStep,
    DimStep,
    JoinStep,
    KernelStep,
    Step,
    Storage,
    Tensor,
    walk_steps,
)


@dataclass(frozen=True)
class StepCode:
    """Turns steps into statements for one plan of the arena; with `marks`, the time of each is taken. `sizes` are
    where the dimensions that are computed stand."""

    arena: ArenaPlan
    marks: Marks | None = None
    sizes: Mapping[Var, Expr] = field(default_factory=dict)

    def program(self, steps: list[Step]) -> Stmt:
        """All statements, and the variable in which the computed dimensions are kept."""
        dims = [step.var for step in walk_steps(steps) if isinstance(step, DimStep)]
        if not dims:
            return self.body(steps)
        kept = Buffer("sizes", (const(len(dims), "int64"),), "int64", scope="local")
        sizes = {var: BufferLoad(kept, (const(n, "int64"),)) for n, var in enumerate(dims)}
        return Allocate(kept, replace(self, sizes=sizes).body(steps))

    def body(self, steps: list[Step]) -> Stmt:
        """The statements of steps in order."""
        stmts: list[Stmt] = []
        for step in steps:
            made = self.statements(step)
            stmts += made
            if made and self.marks is not None:
                stmts += self.marks.after(step)
        return SeqStmt(tuple(stmts))

    def statements(self, step: Step) -> list[Stmt]:
        match step:
            case KernelStep():
                scratch = [] if step.scratch is None else [self.pointer(step.scratch)]
                pointers = [self.address(t) for t in step.operands]
                scalars = [substitute(s, self.sizes) for s in step.scalars]
                call = Call("call_kernel", (StringImm(step.kernel), *pointers, *scalars, *scratch), "int32")
                return [Evaluate(call)]
            case CopyStep():
                return [] if step.source.same_place(step.target) else [self.copy(step.source, step.target)]
            case JoinStep():
                return self.join(step)
            case CheckStep():
                return [AssertStmt(substitute(step.condition, self.sizes), step.message)]
            case AssertStep():
                return [self.fetched(step.condition, lambda flag: AssertStmt(flag, step.message))]
            case DimStep():
                return [self.fetch(step.value, self.sizes[step.var])]
            case BranchStep():
                return [self.fetched(step.condition, lambda flag: self.choice(flag, step))]

    def join(self, step: JoinStep) -> list[Stmt]:
        copies = []
        for piece, at in step.offsets():
            target = Tensor(step.result.storage, piece.info, step.result.offset + at)
            if not piece.same_place(target) and as_int(piece.nbytes) != 0:
                copies.append(self.copy(piece, target))
        return copies

    def copy(self, source: Tensor, target: Tensor) -> Stmt:
        args = (StringImm("memcpy"), self.address(target), self.address(source), substitute(source.nbytes, self.sizes))
        return Evaluate(Call("call_extern", args, "handle"))

    def choice(self, flag: Expr, step: BranchStep) -> Stmt:
        return IfThenElse(flag, self.body(step.then), self.body(step.other))

    def fetched(self, tensor: Tensor, use: Callable[[Expr], Stmt]) -> Stmt:
        """What `use` makes of a number that was computed. It is copied to a variable first: it may lie anywhere in the
        arena, where no buffer is."""
        variable = Buffer("value", (const(1, "int64"),), tensor.info.dtype, scope="local")
        number = BufferLoad(variable, (const(0, "int64"),))
        return Allocate(variable, seq(self.fetch(tensor, number), use(number)))

    def fetch(self, tensor: Tensor, place: Expr) -> Stmt:
        """One number from a tensor to an element of a variable."""
        size = const(dt.nbytes(tensor.info.dtype), "int64")
        args = (StringImm("memcpy"), Call("address_of", (place,), "handle"), self.address(tensor), size)
        return Evaluate(Call("call_extern", args, "handle"))

    def address(self, tensor: Tensor) -> Expr:
        return self.pointer(tensor.storage, tensor.offset)

    def pointer(self, part: Storage, extra: int = 0) -> Expr:
        """The address of byte `extra` of a storage."""
        storage, offset = part.root()
        offset += extra
        if storage.kind == "const":
            return Call("weight_ptr", (const(storage.offset + offset, "int64"),), "handle")
        if storage.kind == "temp":
            return Call("workspace_ptr", (self.arena.offsets[storage.slot] + offset,), "handle")
        assert storage.buffer is not None
        return Call("address_of", (BufferLoad(storage.buffer, _element_at(storage.buffer, offset)),), "handle")


def _element_at(buffer: Buffer, nbytes: int) -> tuple[Expr, ...]:
    """The indices of the element at a byte offset; only buffers of static shape have views at an offset."""
    rest = nbytes // dt.nbytes(buffer.dtype)
    indices: list[Expr] = []
    for dim in reversed(buffer.shape):
        extent = as_int(dim) or 1
        indices.append(const(rest % extent if rest else 0, "int64"))
        rest //= extent
    return tuple(reversed(indices))
