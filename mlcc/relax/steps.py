"""The form between graph functions and statements: storages that hold values, and steps that compute them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from mlcc.analysis import clamped, same
from mlcc.diagnostics import Location
from mlcc.ir import Binary, Buffer, Expr, IntImm, TensorStructInfo, Var, as_int, const
from mlcc.ir import dtype as dt

from .plan_memory import ALIGNMENT, Lifetime


@dataclass(eq=False)
class Storage:
    """Bytes that hold a value.

    `kind`: ``input`` and ``output`` (an argument's `buffer`), ``const`` (at `offset` of the constants), ``temp`` (in
    the arena). A temp with a `host` lies at byte `offset` of it, or `at` bytes, which a run computes, behind that; one
    that is `shared` lies in another temp where some
    dimensions are 1, else in bytes of its own. `scope` is the branch that defines the value. `slot` is its
    number in the plan of the arena, or of the `segment` that is allocated when that dimension has been computed.
    """

    nbytes: Expr
    kind: str = "temp"
    buffer: Buffer | None = None
    offset: int = 0
    host: Storage | None = None
    at: Expr | None = None
    scope: int = 0
    life: Lifetime | None = None
    slot: int = -1
    segment: Var | None = None
    shared: SharedBytes | None = None

    def root(self) -> tuple[Storage, int]:
        """The outermost storage that contains this one, and the byte offset in it."""
        storage, offset = self, 0
        while storage.host is not None:
            storage, offset = storage.host, offset + storage.offset
        return storage, offset

    def moved(self) -> Expr | None:
        """The bytes from :meth:`root` and its offset to this one, where a run computes them."""
        parts: list[Expr] = []
        storage: Storage | None = self
        while storage is not None:
            parts += [] if storage.at is None else [storage.at]
            storage = storage.host
        return sum(parts[1:], parts[0]) if parts else None

    def place(self, host: Storage, offset: int = 0, at: Expr | None = None) -> None:
        """Make this temp a part of `host`."""
        self.host, self.offset, self.at = host, offset, at


@dataclass(frozen=True)
class SharedBytes:
    """The bytes at `offset` of `host`, which hold another value where some dimensions are 1."""

    host: Storage
    offset: Expr


@dataclass(eq=False)
class Tensor:
    """A value of type `info` at byte `offset` of a storage."""

    storage: Storage
    info: TensorStructInfo
    offset: int = 0

    @property
    def nbytes(self) -> Expr:
        return nbytes_of(self.info)

    def is_whole(self) -> bool:
        """Whether the value fills its storage."""
        return self.offset == 0 and same_size(self.storage.nbytes, self.nbytes)

    def whole_root(self) -> Storage | None:
        """The temporary that the value occupies entirely, else None."""
        root, offset = self.storage.root()
        whole = root.kind == "temp" and offset + self.offset == 0 and same_size(root.nbytes, self.nbytes)
        return root if whole and self.storage.moved() is None else None

    def same_address(self, other: Tensor) -> bool:
        """Whether two tensors are the same bytes."""
        (a, at), (b, other_at) = self.storage.root(), other.storage.root()
        moved, other_moved = self.storage.moved(), other.storage.moved()
        if a is not b or at + self.offset != other_at + other.offset:
            return False
        return moved is other_moved if moved is None or other_moved is None else same(moved, other_moved)

    def alias(self) -> Tensor:
        """The same bytes as a storage of its own, which may be placed elsewhere."""
        storage = Storage(self.nbytes, scope=self.storage.scope)
        storage.place(self.storage, self.offset)
        return Tensor(storage, self.info)

    def part(self, info: TensorStructInfo, elements: Expr | int) -> Tensor:
        """A view of type `info` that begins with an element."""
        return self.behind(info, elements * dt.nbytes(info.dtype))

    def behind(self, info: TensorStructInfo, nbytes: Expr | int) -> Tensor:
        """A view of type `info` that begins with a byte."""
        if isinstance(nbytes, int):
            return Tensor(self.storage, info, self.offset + nbytes)
        storage = Storage(nbytes_of(info), scope=self.storage.scope)
        storage.place(self.storage, self.offset, nbytes)
        return Tensor(storage, info)


@dataclass
class KernelStep:
    """A call of a tensor program: its operands in parameter order, scalars and dimensions, and its scratch memory.

    The last `outputs` operands are its results; `sizes` maps its symbolic dimensions to expressions of the caller;
    `location` is its source location in the model. Where `unless` holds, there is nothing to do. `changed` are operands
    before the last `outputs` that it writes, too.
    """

    kernel: str
    operands: list[Tensor]
    outputs: int
    scalars: tuple[Expr, ...] = ()
    scratch: Storage | None = None
    sizes: Mapping[Var, Expr] = field(default_factory=dict)
    location: Location | None = None
    unless: Expr | None = None
    changed: list[Tensor] = field(default_factory=list)


@dataclass
class KeptStep:
    """Compute values that follow from the dimensions `sizes` alone by `body`, unless they are kept from another call.

    The `results` are what is read elsewhere of what `body` computes. They are kept as a part, by number, of an `area`,
    of which the part begins at a byte: there they are read if nothing else writes to their memory, else copied to it.
    """

    body: list[Step]
    results: list[Tensor]
    area: int
    part: int
    begin: Expr
    sizes: tuple[Var, ...] = ()

    def offsets(self) -> Iterator[tuple[Tensor, Expr]]:
        """Each result and its byte offset in the area."""
        at = self.begin
        for tensor in self.results:
            yield tensor, at
            at = at + _padded(tensor.nbytes)

    @property
    def nbytes(self) -> Expr:
        return sum((_padded(tensor.nbytes) for tensor in self.results), const(0, "int64"))


@dataclass
class CopyStep:
    """Copy `source` to `target`; omitted if both ended up at the same address."""

    source: Tensor
    target: Tensor


@dataclass
class JoinStep:
    """Concatenate `operands` contiguously; those that were placed in the result need no copy, as they may be where all
    sizes are static."""

    operands: list[Tensor]
    result: Tensor
    location: Location | None = None

    def offsets(self) -> Iterator[tuple[Tensor, Expr | int]]:
        """Each operand and its byte offset in the result."""
        at: Expr | int = 0
        for operand in self.operands:
            yield operand, at
            size = as_int(operand.nbytes)
            at = at + (operand.nbytes if size is None else size)

    def places(self) -> list[tuple[Tensor, int]]:
        """The offsets where all of them are known, else none."""
        pairs = [(operand, at) for operand, at in self.offsets() if isinstance(at, int)]
        return pairs if len(pairs) == len(self.operands) and as_int(self.operands[-1].nbytes) is not None else []


@dataclass
class CheckStep:
    """Fail with `message` unless `condition` holds; or, if there is a `code`, return it."""

    condition: Expr
    message: str
    code: int | None = None


@dataclass
class AssertStep:
    """Fail with `message` unless a bool scalar computed at run time is true."""

    condition: Tensor
    message: str


@dataclass
class DimStep:
    """Define the dimension `var` as the value of an int64 scalar tensor plus `more`. `location` is its source in the
    model."""

    var: Var
    value: Tensor
    location: Location | None = None
    more: int = 0


@dataclass
class BranchStep:
    """Execute one of two sequences, selected by a bool scalar."""

    condition: Tensor
    then: list[Step] = field(default_factory=list)
    other: list[Step] = field(default_factory=list)


@dataclass
class LoopStep:
    """Repeat `body` at most `limit` times, while `go_on` holds; `number` counts the iterations.

    `kept` are the stacks of per-iteration rows, with capacity for `most` iterations; more iterations are an error.
    """

    limit: Tensor
    go_on: Tensor
    number: Tensor
    kept: list[Tensor]
    most: Expr
    body: list[Step] = field(default_factory=list)


@dataclass
class RowStep:
    """Copy `row` to row `number` of `stack`, unless it was computed there."""

    row: Tensor
    stack: Tensor
    number: Var

    @property
    def info(self) -> TensorStructInfo:
        """The type of a row of the stack."""
        return TensorStructInfo((self.stack.info.shape or ())[1:], self.stack.info.dtype)

    @property
    def place(self) -> Tensor:
        """The row of the stack."""
        return self.stack.part(self.row.info, self.number * count_of(self.row.info))


Step = KernelStep | KeptStep | CopyStep | JoinStep | CheckStep | AssertStep | DimStep | BranchStep | LoopStep | RowStep


def nbytes_of(info: TensorStructInfo) -> Expr:
    """Size in bytes, an int64 expression. Negative dimensions count as 0, so that a plan is valid for all values."""
    return _product(const(dt.nbytes(info.dtype), "int64"), info)


def count_of(info: TensorStructInfo) -> Expr:
    """The number of elements, as :func:`nbytes_of`."""
    return _product(const(1, "int64"), info)


def _product(total: Expr, info: TensorStructInfo) -> Expr:
    for dim in info.shape or ():
        total = total * clamped(dim)
    return total


def _padded(nbytes: Expr) -> Expr:
    """A size such that a value after it is aligned as all are."""
    return (nbytes + (ALIGNMENT - 1)) // ALIGNMENT * ALIGNMENT


def same_size(a: Expr, b: Expr) -> bool:
    """Whether two sizes are equal: products of equal factors, as those of a value (n, 33, 2) and its view (n, 66)."""
    if same(a, b):
        return True
    (scale, left), (other_scale, right) = _factors(a), _factors(b)
    for factor in left:
        found = next((n for n, one in enumerate(right) if same(factor, one)), None)
        if found is None:
            return False
        del right[found]
    return scale == other_scale and not right


def _factors(size: Expr) -> tuple[int, list[Expr]]:
    """The constant of a product, and its other factors."""
    if isinstance(size, Binary) and size.op == "mul":
        (scale, left), (other_scale, right) = _factors(size.a), _factors(size.b)
        return scale * other_scale, left + right
    return (size.value, []) if isinstance(size, IntImm) else (1, [size])


def sequences(steps: list[Step]) -> Iterator[list[Step]]:
    """The list of steps itself, and those of branches, loops and parts in it."""
    for step in list(steps):
        match step:
            case BranchStep():
                yield from sequences(step.then)
                yield from sequences(step.other)
            case LoopStep() | KeptStep():
                yield from sequences(step.body)
    yield steps


def walk_steps(steps: list[Step]) -> Iterator[Step]:
    """Every step in order; the steps of a branch and of a loop follow it."""
    for step in steps:
        yield step
        if isinstance(step, BranchStep):
            yield from walk_steps(step.then)
            yield from walk_steps(step.other)
        elif isinstance(step, LoopStep | KeptStep):
            yield from walk_steps(step.body)


def storages_of(step: Step) -> Iterator[Storage]:
    """The storages that a step reads or writes itself."""
    match step:
        case KernelStep():
            yield from (t.storage for t in step.operands)
            if step.scratch is not None:
                yield step.scratch
        case KeptStep():
            yield from (t.storage for t in step.results)
        case CopyStep():
            yield step.source.storage
            yield step.target.storage
        case JoinStep():
            yield from (t.storage for t in step.operands)
            yield step.result.storage
        case BranchStep() | AssertStep():
            yield step.condition.storage
        case DimStep():
            yield step.value.storage
        case LoopStep():
            yield from (t.storage for t in (step.limit, step.go_on, step.number, *step.kept))
        case RowStep():
            yield from (t.storage for t in (step.row, step.stack))


def used_outside(loop: LoopStep, everywhere: list[Step]) -> set[Storage]:
    """The root storages that steps other than those in a loop's body access; `everywhere` are all of the program."""
    inside = {id(step) for step in walk_steps(loop.body)}
    return {part.root()[0] for step in everywhere if id(step) not in inside for part in storages_of(step)}


def sharing(steps: list[Step]) -> set[Storage]:
    """The storages that share memory under a condition on the sizes, and those whose memory is shared."""
    found: set[Storage] = set()
    for storage in (part for step in walk_steps(steps) for part in storages_of(step)):
        if storage.shared is not None:
            found |= {storage, storage.shared.host}
    return found


def written_by(step: Step) -> Iterator[Storage]:
    """The storages that a step writes itself."""
    match step:
        case KernelStep():
            yield from (t.storage for t in (*step.operands[len(step.operands) - step.outputs :], *step.changed))
            if step.scratch is not None:
                yield step.scratch
        case KeptStep():
            yield from (t.storage for t in step.results)
        case CopyStep():
            yield step.target.storage
        case JoinStep():
            yield step.result.storage
        case LoopStep():
            yield from (t.storage for t in (step.go_on, step.number, *step.kept))
        case RowStep():
            yield step.stack.storage
