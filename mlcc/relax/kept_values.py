"""Values that follow from the sizes of a call alone are kept for the next call of the same sizes.

A build for any size computes positions, masks and tables by shapes in each call, where a build for one size has them
as constants. What no data reaches is therefore computed once for the sizes of a call: the steps before the first use of
such a value become a :class:`KeptStep`, which is left out if the value is in the memory of the module.

Example: in ``n = dims(x); t = sin(n); u = t @ w; y = x + t; z = y @ u``, where `w` is a constant, the steps of `n`, `t`
and `u` read no data. The first use is that of `t`: ``kept(n, t) -> t; y = x + t; kept(u) -> u; z = y @ u``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from mlcc.analysis.work import operations
from mlcc.ir import Block, BufferLoad, Call, Expr, PrimFunc, Var, all_roots, as_int, const, walk

from .steps import (
    CopyStep,
    DimStep,
    JoinStep,
    KeptStep,
    KernelStep,
    Step,
    Storage,
    Tensor,
    storages_of,
    walk_steps,
    written_by,
)

#: As many parts has the area of a function (`mlcc/runtime/native/kept.c`).
PARTS = 64
#: What costs less per element, in additions, takes no longer than the copy of what it computes.
_LEAST_WORK = 12
#: What a program must not do whose results follow from what it reads.
_EFFECTS = {"call_extern", "call_packed", "call_kernel"}


@dataclass(frozen=True)
class Keep:
    """What keeping values takes: `programs` are what kernels compute, by name, and `area` is the number of the memory
    for what is kept."""

    programs: Mapping[str, PrimFunc]
    area: int


def keep_values(steps: Sequence[Step], results: Iterable[Tensor], dims: Sequence[Var], keep: Keep) -> list[Step]:
    """The steps of a function with those that read no data inside of `KeptStep`s, where these save work.

    `results` are what the function returns, `dims` the dimensions of its inputs.
    """
    finder = _Finder(frozenset(dims), keep.programs, list(steps))
    if not dims or not finder.found:
        return list(steps)
    wanted = {tensor.storage.root()[0] for tensor in results}
    after: list[Step] = []
    kept: list[KeptStep] = []
    begin: Expr = const(0, "int64")
    for step in (*steps, None):
        if step is not None and id(step) in finder.found:
            continue
        read = wanted if step is None else {s.root()[0] for inner in walk_steps([step]) for s in storages_of(inner)}
        body = finder.taken(read)
        if body:
            part = KeptStep(body, finder.results_of(body, wanted), keep.area, len(kept), begin)
            worth = len(kept) < PARTS and finder.saves_work(body, part.results, wanted)
            after += [part] if worth else body
            if worth:
                kept.append(part)
                begin = begin + part.nbytes
        after += [step] if step is not None else []
    used = {root for step in finder.found.values() for root in _roots(step)}
    for part in kept:
        part.sizes = tuple(dim for dim in dims if dim in used)
    return after


@dataclass(frozen=True)
class _Reads:
    """What a program reads of its parameters, by position, and its work per element; None where it has effects."""

    positions: frozenset[int]
    work: int

    @classmethod
    def of(cls, func: PrimFunc) -> _Reads | None:
        nodes = list(walk(func.body))
        if any(isinstance(n, Call) and n.op in _EFFECTS for n in nodes):
            return None
        blocks = [n for n in nodes if isinstance(n, Block)]
        loaded = {n.buffer for n in nodes if isinstance(n, BufferLoad)}
        loaded |= {match.source.buffer for block in blocks for match in block.match_buffers}
        buffers = [func.buffer_map[p] for p in func.params if p in func.buffer_map]
        reduces = any(axis.kind == "reduce" for block in blocks for axis in block.iters)
        work = _LEAST_WORK if reduces else operations(func.body)
        return cls(frozenset(n for n, buffer in enumerate(buffers) if buffer in loaded), work)


class _Finder:
    """Finds the steps of a sequence that read no data, and takes them out by what is wanted of them."""

    def __init__(self, dims: Set[Var], programs: Mapping[str, PrimFunc], steps: list[Step]) -> None:
        self.programs = programs
        self.facts: dict[str, _Reads | None] = {}
        self.steps = steps
        self.every = every = list(walk_steps(steps))
        self.writers: dict[Storage, int] = {}
        for step in every:
            for storage in written_by(step):
                root = storage.root()[0]
                self.writers[root] = self.writers.get(root, 0) + 1
        self.readers = _readers(every)
        self.found: dict[int, Step] = {}
        self.made: dict[Storage, Step] = {}
        for step in steps:
            if isinstance(step, DimStep) and step.value.storage.root()[0] in self.made:
                dims = dims | {step.var}  # what is computed of no data is the same in each call of these sizes
            if self._has_no_data(step, dims):
                self.found[id(step)] = step
                self.made.update((storage.root()[0], step) for storage in written_by(step))
                self._leave_unread(step)
        self.left = dict(self.found)

    def taken(self, wanted: Iterable[Storage]) -> list[Step]:
        """The steps that some values need and that have not been taken, in order."""
        stack, needed = list(wanted), set()
        while stack:
            step = self.made.get(stack.pop())
            if step is not None and id(step) in self.left and id(step) not in needed:
                needed.add(id(step))
                stack += [storage.root()[0] for storage in self._read(step)]
        taken = [step for step in self.left.values() if id(step) in needed]
        for step in taken:
            del self.left[id(step)]
        return taken

    def results_of(self, body: list[Step], wanted: Set[Storage]) -> list[Tensor]:
        """What is read elsewhere of the values that some steps compute."""
        inside = {id(step) for step in body}
        written = {tensor.storage.root()[0]: tensor for step in body for tensor in _written(step)}
        return [tensor for root, tensor in written.items() if root in wanted or self.readers.get(root, set()) - inside]

    def saves_work(self, body: list[Step], results: list[Tensor], wanted: Set[Storage]) -> bool:
        """Whether steps take longer than what keeping their results takes: nothing where many elements are read where
        they are kept, a copy where they are a result of the function or copied anyway."""
        for tensor in results:
            root = tensor.storage.root()[0]
            if as_int(tensor.nbytes) is None and root not in wanted and not self._is_copied(root):
                return True
        facts = [self._facts(step.kernel) for step in body if isinstance(step, KernelStep)]
        return sum(fact.work for fact in facts if fact is not None) >= _LEAST_WORK

    def _is_copied(self, root: Storage) -> bool:
        """Whether all that is done with a value is to copy it, as to the state of a loop."""
        readers = self.readers.get(root, set())
        return all(isinstance(step, CopyStep) for step in self.every if id(step) in readers)

    def _has_no_data(self, step: Step, dims: Set[Var]) -> bool:
        if isinstance(step, KernelStep):
            if step.unless is not None or step.changed or self._facts(step.kernel) is None:
                return False
        elif not isinstance(step, CopyStep | JoinStep):
            return False
        own = [storage.root()[0] for storage in written_by(step)]
        return (
            all(storage.kind == "temp" and storage.scope == 0 and self.writers[storage] == 1 for storage in own)
            and all(s.kind == "const" or s in self.made for s in (storage.root()[0] for storage in self._read(step)))
            and _roots(step) <= dims
        )

    def _leave_unread(self, step: Step) -> None:
        """Values whose sizes alone count are no longer named: they need not live until the step, which may move."""
        if isinstance(step, KernelStep):
            read = self._facts(step.kernel)
            assert read is not None
            for n in set(range(len(step.operands) - step.outputs)) - read.positions:
                step.operands[n] = step.operands[-1]

    def _read(self, step: Step) -> Iterator[Storage]:
        match step:
            case KernelStep():
                fact = self._facts(step.kernel)
                inputs = step.operands[: len(step.operands) - step.outputs]
                yield from (t.storage for n, t in enumerate(inputs) if fact is None or n in fact.positions)
            case CopyStep():
                yield step.source.storage
            case JoinStep():
                yield from (t.storage for t in step.operands)

    def _facts(self, kernel: str) -> _Reads | None:
        if kernel not in self.facts:
            program = self.programs.get(kernel)
            self.facts[kernel] = None if program is None else _Reads.of(program)
        return self.facts[kernel]


def _readers(steps: list[Step]) -> dict[Storage, set[int]]:
    """The steps that access each storage, without the one that writes it alone."""
    readers: dict[Storage, set[int]] = {}
    for step in steps:
        written = {storage.root()[0] for storage in written_by(step)}
        for storage in storages_of(step):
            root = storage.root()[0]
            if root not in written:
                readers.setdefault(root, set()).add(id(step))
    return readers


def _written(step: Step) -> list[Tensor]:
    match step:
        case KernelStep():
            return step.operands[len(step.operands) - step.outputs :]
        case CopyStep():
            return [step.target]
        case JoinStep():
            return [step.result]
    return []


def _roots(step: Step) -> set[Var]:
    """The dimensions that a step follows from."""
    exprs: list[Expr] = [storage.root()[0].nbytes for storage in storages_of(step)]
    if isinstance(step, KernelStep):
        exprs += step.scalars
    return {root for expr in exprs for root in all_roots(expr)}
