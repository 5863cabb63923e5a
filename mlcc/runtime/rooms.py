"""Room for outputs whose size only the run knows: the caller chooses it, and gets the sizes where it is too little."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .arguments import Array, Slot, allocate_output, bind_symbols
from .dims import bare_symbol, evaluate_dim
from .spec import FunctionSpec

#: What an entry returns where an output has too little room (`ERRORS` of `entry`).
NO_ROOM = 16
#: The elements for which an output has room at the first run; what later runs need is remembered.
_FIRST = 4096


class Rooms:
    """The room that the outputs of a function get: as much as the last run that had too little of it needed."""

    def __init__(self, spec: FunctionSpec, slots: Sequence[Slot]) -> None:
        self._spec, self._slots = spec, slots
        names = spec.metadata.get("rooms", ())
        self._outputs = [
            (slot, shape)
            for slot, shape in zip(
                (s for s in slots if s.param.role == "output"), spec.metadata.get("result_shapes", ()), strict=False
            )
            if any(bare_symbol(dim) in names for dim in slot.param.shape)
        ]
        #: By symbol, the extent that an output gets.
        self.extents: dict[str, int] = {}
        for slot, _ in self._outputs:
            own = [symbol for dim in slot.param.shape if (symbol := bare_symbol(dim)) in names and symbol is not None]
            self.extents |= dict(zip(own, [_FIRST, *[1] * (len(own) - 1)], strict=True))

    def grow(self, arrays: list[Array]) -> None:
        """Replace the outputs that were too small for the run by ones that it needs."""
        values = sizes_of(self._spec, self._slots, arrays)
        for slot, shape in self._outputs:
            needed = [evaluate_dim(dim, values) for dim in shape]
            if math.prod(needed) > arrays[slot.index].size:
                pairs = zip(slot.param.shape, needed, strict=True)
                own = {s: n for dim, n in pairs if (s := bare_symbol(dim)) is not None and s in self.extents}
                self.extents = {**self.extents, **own}
                arrays[slot.index] = allocate_output(self._spec, slot, {**values, **own})


def sizes_of(spec: FunctionSpec, slots: Sequence[Slot], arrays: Sequence[Array]) -> dict[str, int]:
    """The values of the symbols of a function after a run, with those that its last outputs say."""
    names = spec.metadata.get("result_sizes", ())
    outputs = [arrays[slot.index] for slot in slots if slot.param.role == "output"]
    said = zip(names, outputs[len(outputs) - len(names) :], strict=True)
    return {**bind_symbols(slots, list(arrays)), **{name: int(array) for name, array in said}}
