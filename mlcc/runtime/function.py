"""One function of a loaded library: calling it, binding it, timing it."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError
from mlcc.string_rows import from_rows

from .arguments import (
    Array,
    Slot,
    allocate_output,
    as_array,
    bind_symbols,
    check_apart,
    check_shapes,
)
from .dims import evaluate_dim
from .dtypes import element_type
from .ndarray import NDArray
from .nesting import packed, signature, unpacked
from .objects import closed, opened
from .repeat import repeater
from .rooms import NO_ROOM, Rooms, sizes_of
from .spec import FunctionSpec, ScalarSpec
from .timing import Evaluator

if TYPE_CHECKING:
    from .library import Library

_INTEGERS = {
    1: (ctypes.c_int8, ctypes.c_uint8), 2: (ctypes.c_int16, ctypes.c_uint16),
    4: (ctypes.c_int32, ctypes.c_uint32), 8: (ctypes.c_int64, ctypes.c_uint64),
}  # fmt: skip


def _scalar_type(dtype: str) -> Any:
    """The ctypes type in which a scalar passes to the raw entry."""
    kind = element_type(dtype)
    if dtype in ("float32", "float64"):
        return ctypes.c_float if dtype == "float32" else ctypes.c_double
    return _INTEGERS[kind.size][0 if kind.code == 0 else 1]


def _scalar_value(value: Array, ctype: Any) -> Any:
    """The scalar as its ctypes type expects it: the raw bits if C has no such type."""
    if value.dtype.kind in "iuf" and value.dtype.itemsize > 2 or value.dtype.kind in "iu":
        return ctype(value.item())
    return ctype.from_buffer_copy(value.tobytes())


class Function:
    """A function of a library.

    `f(x, y)` with the inputs returns the outputs (one array, or a tuple); `f(x, y, out)` with every
    parameter writes into the given outputs and returns nothing. Keywords are parameter names.
    """

    def __init__(self, library: Library, spec: FunctionSpec) -> None:
        self.library = library
        self.spec = spec
        self.name = spec.name
        texts, formats = spec.metadata.get("strings", ()), spec.metadata.get("formats", {})
        self._slots = [Slot(i, p, p.name in texts, formats.get(p.name)) for i, p in enumerate(spec.params)]
        self._inputs = [s for s in self._slots if s.param.role != "output"]
        self._outputs = [s for s in self._slots if s.param.role == "output"]
        self._tensor_slots = [s.index for s in self._slots if not isinstance(s.param, ScalarSpec)]
        self._scalar_slots = [
            (s.index, _scalar_type(s.param.dtype)) for s in self._slots if isinstance(s.param, ScalarSpec)
        ]
        types: list[Any] = [ctypes.c_void_p] * len(self._tensor_slots)
        types += [t for _, t in self._scalar_slots] + [ctypes.c_int64] * len(spec.symbols)
        self._rooms = Rooms(spec, self._slots)
        self._raw = library.foreign(library.spec.symbol(spec, "raw"), ctypes.c_int32, types)

    def __repr__(self) -> str:
        return f"<mlcc function {signature(self.spec)}>"

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Runs the function; raises R301–R314 for wrong arguments before anything is written."""
        given, given_named, cache = opened(args, named)
        args, named = unpacked(self.spec, given, given_named)
        arrays, complete = self._prepare(args, named)
        rc = self._raw(*self._foreign_args(arrays))
        while rc == NO_ROOM and not complete:
            self._rooms.grow(arrays)
            rc = self._raw(*self._foreign_args(arrays))
        self._check_result(rc)
        if complete:
            return None
        return closed(self.spec, self._results(self.trimmed(arrays), args), cache)

    def bind(self, inputs: Sequence[Any] | Mapping[str, Any], outputs: Sequence[Any] | None = None) -> BoundCall:
        """A call without arguments that repeats the run on these inputs.

        Everything is checked and prepared now: the returned object calls straight into the library.
        Its `.inputs` are the arrays that are read (the given ones where they are compact: new
        values in them count at the next call), its `.outputs` the arrays that are written.
        """
        if isinstance(inputs, Mapping):
            _, named = unpacked(self.spec, (), inputs)
            for slot, value in zip(self._outputs, outputs or (), strict=False):
                named[slot.param.name] = value
            arrays, complete = self._prepare((), named)
        else:
            args, _ = unpacked(self.spec, (*inputs, *(outputs or ())), {})
            arrays, complete = self._prepare(args, {})
        return BoundCall(self, arrays, complete)

    def run_at(self, addresses: Sequence[int]) -> None:
        """Runs on the memory at these addresses, one for each parameter in order, of a function whose shapes are
        numbers and whose parameters are tensors: nothing is checked, not even that the memory is there."""
        self._check_result(self._raw(*addresses))

    def time_evaluator(
        self, device: object = None, number: int = 10, repeat: int = 1, min_repeat_ms: float = 0
    ) -> Evaluator:
        """See `Library.time_evaluator`."""
        return Evaluator(lambda args: self.bind(args).repeat, number, repeat, min_repeat_ms)

    def trimmed(self, arrays: Sequence[Array]) -> list[Array]:
        """The results of a run from all its arrays: those whose size the run computed are as long as that says, and
        the outputs that only say it are left out. Bytes of strings become arrays of str objects."""
        cut = self._cut(arrays)
        return [from_rows(a) if s.texts else a for a, s in zip(cut, self._outputs, strict=False)]

    def _cut(self, arrays: Sequence[Array]) -> list[Array]:
        outputs = [arrays[s.index] for s in self._outputs]
        shapes = self.spec.metadata.get("result_shapes")
        if shapes is None:
            return outputs
        values = sizes_of(self.spec, self._slots, arrays)
        whole = [tuple(evaluate_dim(d, values) for d in shape) for shape in shapes]
        return [a.reshape(-1)[: math.prod(s)].reshape(s) for a, s in zip(outputs, whole, strict=False)]

    # ------------------------------------------------------------------ inside
    def _prepare(self, args: tuple[Any, ...], named: dict[str, Any]) -> tuple[list[Array], bool]:
        """The array of every parameter, and whether the caller gave all of them."""
        placed = self._place(args, named)
        spec, slots = self.spec, self._slots
        arrays: list[Array | None] = [
            None if value is _MISSING else as_array(value, slot, spec)
            for value, slot in zip(placed, slots, strict=True)
        ]
        complete = all(value is not None for value in arrays)
        values = bind_symbols(slots, arrays)
        check_shapes(spec, slots, arrays, values)
        whole = [
            allocate_output(spec, slot, {**self._rooms.extents, **values}) if value is None else value
            for value, slot in zip(arrays, slots, strict=True)
        ]
        if complete or any(s.written for s in self._inputs):
            check_apart(spec, slots, whole)
        return whole, complete

    def _place(self, args: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
        """The given value of every parameter, `_MISSING` for the outputs to allocate."""
        total, needed = len(self._slots), len(self._inputs)
        values: list[Any] = [_MISSING] * total
        where = self._slots if len(args) + len(named) == total else self._inputs
        if len(args) + len(named) not in (total, needed):
            raise MlccError(
                "R301",
                f"`{self.name}` takes {needed} inputs"
                + (f", or all {total} arguments" if total != needed else "")
                + f", given {len(args) + len(named)}",
                notes=[signature(self.spec)],
            )
        for slot, value in zip(where, args, strict=False):
            values[slot.index] = value
        names = {slot.param.name: slot for slot in where}
        for name, value in named.items():
            position = names.get(name)
            if position is None or values[position.index] is not _MISSING:
                what = "is given twice" if position else "is not one of its parameters"
                raise MlccError("R301", f"`{name}` of `{self.name}` {what}", notes=[signature(self.spec)])
            values[position.index] = value
        return values

    def _foreign_args(self, arrays: Sequence[Array]) -> list[Any]:
        """The arguments of the raw entry: addresses, scalars, symbols."""
        args: list[Any] = [arrays[i].__array_interface__["data"][0] for i in self._tensor_slots]
        args += [_scalar_value(arrays[i], ctype) for i, ctype in self._scalar_slots]
        if self.spec.symbols:
            values = bind_symbols(self._slots, arrays)
            args += [values[s] for s in self.spec.symbols]
        return args

    def _check_result(self, rc: int) -> None:
        if rc != 0:
            raise self.library.run_error(self.name, rc)

    def _results(self, outputs: list[Array], args: tuple[Any, ...]) -> Any:
        """The outputs as the caller's kind of array: NDArrays if one was passed."""
        if any(isinstance(value, NDArray) for value in args):
            outputs = [value.view(NDArray) for value in outputs]
        return packed(self.spec, outputs)


_MISSING = object()


class BoundCall:
    """A prepared call; see `Function.bind`. Not for two threads at once: they share the outputs."""

    __slots__ = ("_args", "_arrays", "_function", "_is_fixed", "_raw", "_repeat", "inputs", "outputs")

    def __init__(self, function: Function, arrays: list[Array], is_fixed: bool) -> None:
        self._function, self._arrays, self._is_fixed = function, arrays, is_fixed
        self._raw = function._raw
        #: The arrays that are read (and those that are read and written), in order.
        self.inputs: list[Array] = [arrays[s.index] for s in function._inputs]
        self._take_outputs()

    def _take_outputs(self) -> None:
        # Prepared ctypes objects avoid conversions at each call.
        values = self._function._foreign_args(self._arrays)
        types = self._raw.argtypes or ()
        self._args = tuple(
            value if isinstance(value, ctypes._SimpleCData) else kind(value)
            for value, kind in zip(values, types, strict=True)
        )
        self._repeat: Callable[[int], int] | None = None
        #: The arrays that are written, in order; a run that needs more room than one has replaces it.
        self.outputs: list[Array] = [self._arrays[s.index] for s in self._function._outputs]

    def __call__(self) -> None:
        """One run; raises R31x when it fails."""
        self._checked(lambda: self._raw(*self._args))

    def _checked(self, run: Callable[[], int]) -> None:
        rc = run()
        while rc == NO_ROOM and not self._is_fixed:
            self._function._rooms.grow(self._arrays)
            self._take_outputs()
            rc = run()
        if rc:
            raise self._function.library.run_error(self._function.name, rc)

    def results(self) -> list[Array]:
        """The outputs of the last run; those whose size the run computes are cut to it (see `Function.trimmed`)."""
        return self._function.trimmed(self._arrays)

    def repeat(self, count: int) -> None:
        """`count` runs one after the other; raises R31x when one fails.

        The loop is machine code where llvmlite is installed: what a timing should call.
        """
        self._checked(lambda: self._repeated(count))

    def _repeated(self, count: int) -> int:
        if self._repeat is None:
            self._repeat = repeater(self._raw, self._args) or self._repeat_here
        return self._repeat(count)

    def _repeat_here(self, count: int) -> int:
        for _ in range(count):
            self()
        return 0
