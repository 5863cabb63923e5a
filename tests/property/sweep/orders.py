"""Interpreters that look at what the plain one takes on trust: the order of iterations, and who touches what."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from mlcc.ir import BlockRealize, Buffer, BufferLoad, BufferStore, For, PrimFunc, Var, free_vars, walk
from mlcc.ir import dtype as dt
from mlcc.reference.formulas import Formula, Formulas, State
from mlcc.reference.tensor import TensorInterpreter

Array = np.ndarray[Any, Any]
#: Kinds of loop whose iterations promise to be independent.
FREE = ("parallel", "vectorized", "thread_binding")


class InOrder(TensorInterpreter):
    """Every loop one iteration at a time; fresh memory is filled with `filler` bytes, of which no result may speak."""

    def __init__(self, func: PrimFunc, filler: int = 0x5A) -> None:
        super().__init__(func, False, {})
        self.filler = filler

    def allocate(self, buffer: Buffer) -> None:
        super().allocate(buffer)
        array = self.state.data[buffer]
        if not dt.is_float(buffer.dtype):
            array.view(np.uint8)[...] = self.filler

    def results(self, arrays: list[Array]) -> list[Array]:
        """What the parameters hold afterwards, when they hold copies of `arrays` first.

        A parameter without blocks around it may be flat: lowered programs have one index for each access.
        """
        sizes: dict[Var, int] = {}
        flat = not isinstance(self.func.body, BlockRealize)
        for param, given in zip(self.func.params, arrays, strict=True):
            buffer = self.func.buffer_map[param]
            for dim, size in zip(buffer.shape, given.shape, strict=True):
                if isinstance(dim, Var):
                    sizes[dim] = size
            copy = np.array(given)
            self.state.data[buffer] = copy.reshape(-1) if flat else copy
        for var, size in sizes.items():
            self.state.values[var] = np.int32(size) if var.dtype == "int32" else np.int64(size)
        self.run()
        found = [self.state.data[self.func.buffer_map[param]] for param in self.func.params]
        return [f.reshape(given.shape) for f, given in zip(found, arrays, strict=True)]


class Shuffled(InOrder):
    """Iterations of free loops run in another order: reversed first, then drawn by `seed`."""

    def __init__(self, func: PrimFunc, seed: int) -> None:
        super().__init__(func)
        self.random = random.Random(seed)
        self.seed = seed
        self._bound = _reduced(func)

    def _for(self, loop: For) -> None:
        if loop.kind not in FREE or loop.var in self._bound:
            super()._for(loop)
            return
        start, extent = self.integer(loop.min), self.integer(loop.extent)
        order = list(range(start, start + extent))[::-1]
        if self.seed:
            self.random.shuffle(order)
        for i in order:
            self.state.values[loop.var] = np.dtype(loop.var.dtype).type(i)
            self.stmt(loop.body)


def _reduced(func: PrimFunc) -> set[Var]:
    """Loops that drive reduce axes: threads that add to one element take turns, whatever their order."""
    found: set[Var] = set()
    for node in walk(func.body):
        if isinstance(node, BlockRealize):
            for axis, value in zip(node.block.iters, node.values, strict=True):
                if axis.kind == "reduce":
                    found.update(free_vars(value))
    return found


class Race(Exception):
    """Two iterations of a parallel loop touch one element, and one of them writes it."""


class Watched(InOrder):
    """Runs a lowered program; raises Race for two iterations of a parallel loop that touch an element of one buffer.

    Buffers allocated inside of the loop are each iteration's own.
    """

    def __init__(self, func: PrimFunc) -> None:
        super().__init__(func)
        self.formulas = _Watching(self._touched)
        #: For every running iteration: what it read and wrote, as (array, element).
        self._running: list[tuple[set[tuple[int, int]], set[tuple[int, int]]]] = []
        self._alive: list[Array] = []

    def allocate(self, buffer: Buffer) -> None:
        super().allocate(buffer)
        self._alive.append(self.state.data[buffer])  # so that no other array has its identity

    def _touched(self, access: BufferLoad | BufferStore, state: State) -> None:
        if not self._running:
            return
        array, where = state.locate(access.buffer, [self.formulas.value(i, state) for i in access.indices])
        lanes = np.broadcast_arrays(*where, state.mask if state.mask is not None else True)
        on = np.asarray(lanes.pop() if isinstance(lanes, list) else lanes[-1], bool)
        elements = np.broadcast_to(np.asarray(where[0]), on.shape)[on]
        written = isinstance(access, BufferStore)
        for reads, writes in self._running:
            (writes if written else reads).update((id(array), int(e)) for e in np.atleast_1d(elements))

    def _store(self, store: BufferStore) -> None:
        super()._store(store)
        self._touched(store, self.state)

    def _for(self, loop: For) -> None:
        if loop.kind != "parallel":
            super()._for(loop)
            return
        start, extent = self.integer(loop.min), self.integer(loop.extent)
        writer: dict[tuple[int, int], int] = {}
        readers: dict[tuple[int, int], int] = {}
        for i in range(start, start + extent):
            self.state.values[loop.var] = np.dtype(loop.var.dtype).type(i)
            reads: set[tuple[int, int]] = set()
            writes: set[tuple[int, int]] = set()
            self._running.append((reads, writes))
            self.stmt(loop.body)
            self._running.pop()
            clash = [e for e in writes if e in writer or e in readers] or [e for e in reads if e in writer]
            if clash:
                name = next(b.name for b, a in self.state.data.items() if id(a) == clash[0][0])
                raise Race(
                    f"iteration {i} of `{loop.var.name}` and an earlier one touch element {clash[0][1]} of `{name}`"
                )
            writer.update(dict.fromkeys(writes, i))
            readers.update(dict.fromkeys(reads, i))


class _Watching(Formulas):
    """Formulas that tell of every load."""

    def __init__(self, tell: Callable[[BufferLoad, State], None]) -> None:
        super().__init__()
        self._tell = tell

    def _load(self, expr: BufferLoad) -> Formula:
        inner = super()._load(expr)

        def evaluate(state: State) -> Any:
            value = inner(state)
            self._tell(expr, state)
            return value

        return evaluate
