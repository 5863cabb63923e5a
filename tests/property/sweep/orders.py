"""Interpreters that look at what the plain one takes on trust: the order of iterations, and who touches what."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from mlcc.ir import BlockRealize, Buffer, BufferLoad, BufferStore, Call, For, PrimFunc, Var, free_vars, walk
from mlcc.reference.formulas import Formula, Formulas, State
from mlcc.reference.tensor import TensorInterpreter

Array = np.ndarray[Any, Any]
#: Kinds of loop whose iterations promise to be independent.
FREE = ("parallel", "vectorized", "thread_binding")


def unlikely(array: Array) -> None:
    """Fill fresh memory with NaN, or with bytes that make large whole numbers."""
    if array.dtype.kind == "f":
        array[...] = np.nan
    else:
        array.reshape(-1).view(np.uint8)[...] = 1 if array.dtype.kind == "b" else 0x5A


def drawn(seed: int) -> Callable[[Array], None]:
    """Fill fresh memory with small numbers of both signs, so that guards that read it go either way."""
    rng = np.random.default_rng(seed)

    def fill(array: Array) -> None:
        array[...] = rng.integers(-9, 10, array.shape).astype(array.dtype)

    return fill


class InOrder(TensorInterpreter):
    """Every loop one iteration at a time; fresh memory is what `fill` leaves in it, of which no result may speak."""

    def __init__(self, func: PrimFunc, fill: Callable[[Array], None] = unlikely) -> None:
        super().__init__(func, False, {})
        self.fill = fill

    def allocate(self, buffer: Buffer) -> None:
        super().allocate(buffer)
        self.fill(self.state.data[buffer])

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
        result = [self.state.data[self.func.buffer_map[param]] for param in self.func.params]
        return [f.reshape(given.shape) for f, given in zip(result, arrays, strict=True)]


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
    result: set[Var] = set()
    for node in walk(func.body):
        if isinstance(node, BlockRealize):
            for axis, value in zip(node.block.iters, node.values, strict=True):
                if axis.kind == "reduce":
                    result.update(free_vars(value))
    return result


class Race(Exception):
    """Two iterations of a parallel loop touch one element, and what they find or leave depends on which comes first."""


Element = tuple[int, int]
#: Stands for several values.
MIXED = object()


class _Touched:
    """What one iteration does to memory: elements that it reads before it writes them, and what it writes."""

    def __init__(self) -> None:
        self.reads: set[Element] = set()
        self.writes: dict[Element, Any] = {}

    def read(self, element: Element) -> None:
        if element not in self.writes:
            self.reads.add(element)

    def write(self, element: Element, value: Any) -> None:
        known = self.writes.setdefault(element, value)
        if known is not value and known != value:
            self.writes[element] = MIXED

    def clash(self, earlier: _Touched) -> Element | None:
        """An element over which two iterations race. That both write one value, as tiles with a halo do, is no race."""
        for element, value in self.writes.items():
            if element in earlier.reads:
                return element
            if element in earlier.writes and (value is MIXED or earlier.writes[element] != value):
                return element
        return next((element for element in self.reads if element in earlier.writes), None)

    def add(self, other: _Touched) -> None:
        """What iterations do together."""
        self.reads |= other.reads
        self.writes.update(other.writes)


class Watched(InOrder):
    """Runs a lowered program; raises Race for iterations of a parallel loop that are not independent.

    Buffers allocated inside of the loop are each iteration's own.
    """

    def __init__(self, func: PrimFunc) -> None:
        super().__init__(func)
        self.formulas = _Watching(self._loaded)
        self._running: list[_Touched] = []
        self._alive: list[Array] = []

    def allocate(self, buffer: Buffer) -> None:
        super().allocate(buffer)
        self._alive.append(self.state.data[buffer])  # so that no other array has its identity

    def _elements(self, access: BufferLoad | BufferStore) -> tuple[Array, list[int]]:
        """The array and the elements of it that an access touches, on the lanes that are on."""
        state = self.state
        array, where = state.locate(access.buffer, [self.formulas.value(i, state) for i in access.indices])
        index, on = np.broadcast_arrays(where[0], True if state.mask is None else state.mask)
        return array, [int(e) for e in np.atleast_1d(index)[np.atleast_1d(on)]]

    def _loaded(self, load: BufferLoad) -> None:
        if self._running:
            array, elements = self._elements(load)
            for touched in self._running:
                for element in elements:
                    touched.read((id(array), element))

    def _store(self, store: BufferStore) -> None:
        super()._store(store)
        if self._running:
            array, elements = self._elements(store)
            for touched in self._running:
                for element in elements:
                    touched.write((id(array), element), array[element])

    def _for(self, loop: For) -> None:
        if loop.kind != "parallel":
            super()._for(loop)
            return
        start, extent = self.integer(loop.min), self.integer(loop.extent)
        before = _Touched()
        for i in range(start, start + extent):
            self.state.values[loop.var] = np.dtype(loop.var.dtype).type(i)
            touched = _Touched()
            self._running.append(touched)
            self.stmt(loop.body)
            self._running.pop()
            clash = touched.clash(before)
            if clash is not None:
                name = next((b.name for b, a in self.state.data.items() if id(a) == clash[0]), "a buffer")
                where = f"element {clash[1]} of `{name}`"
                raise Race(f"iteration {i} of `{loop.var.name}` and an earlier one touch {where}")
            before.add(touched)


def has_pointers(func: PrimFunc) -> bool:
    """Whether a lowered program passes addresses, of which the interpreter knows nothing."""
    return any(isinstance(node, Call) and node.op == "address_of" for node in walk(func.body))


class _Watching(Formulas):
    """Formulas that tell of every load."""

    def __init__(self, tell: Callable[[BufferLoad], None]) -> None:
        super().__init__()
        self._tell = tell

    def _load(self, expr: BufferLoad) -> Formula:
        inner = super()._load(expr)

        def evaluate(state: State) -> Any:
            value = inner(state)
            self._tell(expr)
            return value

        return evaluate
