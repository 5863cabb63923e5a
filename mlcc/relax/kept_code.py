"""The statements of an entry program by which it shares what follows from sizes alone with other calls.

A call enters the area of its function (`mlcc/runtime/native/kept.c`) at the start, and leaves it on every way out.
While it is there, the parts that it found filled stay as they are: steps read the values where they are kept. A value
is copied from there only where it must lie elsewhere: in the memory of a result, in that of a joined value, or in
memory that a later step overwrites.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from mlcc.ir import (
    FINALLY,
    Allocate,
    AttrStmt,
    Buffer,
    BufferLoad,
    BufferStore,
    Call,
    Evaluate,
    Expr,
    Stmt,
    StringImm,
    const,
    seq,
)

from .steps import KeptStep, Step, Storage, storages_of, walk_steps, written_by

#: What the functions of the runtime begin with that keep values between calls.
KEPT = "mlcc_rt_kept"
#: The elements of the variable of a call: whether it entered the area, whether it may write the current part, and
#: from then on whether it found each part.
_ENTERED, _WRITES, _FOUND = 0, 1, 2


@dataclass(frozen=True)
class KeptCode:
    """What a call asks of the area of its function: for its `parts`, in order. `places` are the storages whose values
    are read where they are kept: the part of each, and the byte of the area."""

    parts: Sequence[KeptStep] = ()
    places: Mapping[Storage, tuple[KeptStep, Expr]] = field(default_factory=dict)
    state: Buffer = field(default_factory=lambda: _state(0))

    @classmethod
    def of(cls, steps: Sequence[Step]) -> KeptCode:
        """The code for a program, whose values have their places already."""
        parts = [step for step in steps if isinstance(step, KeptStep)]
        if not parts:
            return cls()
        writers = _writers(steps)
        places = {}
        for part in parts:
            for tensor, at in part.offsets():
                storage = tensor.storage
                if storage.kind == "temp" and storage.host is None and writers.get(storage) == {id(part)}:
                    places[storage] = (part, at)
        return cls(parts, places, _state(len(parts)))

    def outside(self, part: KeptStep) -> KeptCode:
        """The code inside of a part, which computes its own values in the memory of the call."""
        return replace(self, places={one: place for one, place in self.places.items() if place[0] is not part})

    def around(self, body: Stmt) -> Stmt:
        """The whole program, between the statements that enter the area and leave it."""
        if not self.parts:
            return body
        first = self.parts[0]
        sizes = Buffer("kept_sizes", (const(max(len(first.sizes), 1), "int64"),), "int64", scope="local")
        elements = [BufferLoad(sizes, (const(n, "int64"),)) for n in range(max(len(first.sizes), 1))]
        stated = [BufferStore(sizes, dim, at.indices) for dim, at in zip(first.sizes, elements, strict=False)]
        given = (Call("address_of", (elements[0],), "handle"), const(len(first.sizes), "int32"))
        enter = self._set(_ENTERED, self._call(first, "enter", *given))
        leave = self._call(first, "leave", self._get(_ENTERED))
        inside = Allocate(self.state, seq(enter, AttrStmt(None, FINALLY, leave, body)))
        return Allocate(sizes, seq(*stated, inside))

    def find(self, part: KeptStep) -> tuple[Stmt, Expr]:
        """Asks whether a part is there, and the answer."""
        number = _FOUND + part.part
        asked = self._call(part, "find", self._get(_ENTERED), const(part.part, "int32"))
        return self._set(number, asked), self._get(number).not_equal(0)

    def begin(self, part: KeptStep, end: Expr) -> tuple[Stmt, Expr]:
        """Asks whether the call may write a part, which ends before a byte, and the answer."""
        asked = self._call(part, "begin", self._get(_ENTERED), const(part.part, "int32"), end)
        return self._set(_WRITES, asked), self._get(_WRITES).not_equal(0)

    def end(self, part: KeptStep) -> Stmt:
        """A part is there from now on."""
        return Evaluate(self._call(part, "end", const(part.part, "int32")))

    def copy(self, part: KeptStep, name: str, at: Expr, own: Expr, nbytes: Expr) -> Stmt:
        """`read` a value, or `write` it."""
        return Evaluate(self._call(part, name, at, own, nbytes))

    def address(self, storage: Storage, own: Expr, at: Expr) -> Expr:
        """Where a value of `places` is: kept, or in the memory of the call."""
        part, _ = self.places[storage]
        return self._call(part, "at", self._get(_FOUND + part.part), at, own, dtype="handle")

    def _call(self, part: KeptStep, name: str, *args: Expr, dtype: str = "int32") -> Expr:
        return Call("call_extern", (StringImm(f"{KEPT}_{name}"), const(part.area, "int32"), *args), dtype)

    def _get(self, element: int) -> BufferLoad:
        return BufferLoad(self.state, (const(element, "int64"),))

    def _set(self, element: int, value: Expr) -> Stmt:
        return BufferStore(self.state, value, (const(element, "int64"),))


def _state(parts: int) -> Buffer:
    return Buffer("kept", (const(_FOUND + parts, "int64"),), "int32", scope="local")


def _writers(steps: Sequence[Step]) -> dict[Storage, set[int]]:
    """What writes each storage: the parts of `steps`, by identity, and 0 for all else; 0, too, for memory that is
    shared under a condition."""
    writers: dict[Storage, set[int]] = {}
    for step in steps:
        part = id(step) if isinstance(step, KeptStep) else 0
        for inner in walk_steps([step]):
            for storage in written_by(inner):
                writers.setdefault(storage.root()[0], set()).add(part)
            for storage in storages_of(inner):
                if storage.shared is not None:
                    for one in (storage.root()[0], storage.shared.host.root()[0]):
                        writers.setdefault(one, set()).add(0)
    return writers
