"""Converts the values that a Python caller passes to arrays that a kernel accepts, and results back.

The same rules as at the C interface, said in NumPy's words. Inputs may have any strides (they are
copied when they are not compact); what is written must be compact already, because a copy of it
would leave the caller's array as it was.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.narrow_types import INTEGERS, format_of, nearest, to_bytes
from mlcc.string_rows import is_text, to_rows

from .dims import bare_symbol, evaluate_dim, static_value, symbols_of
from .dlpack import shared_array
from .dtypes import accepts, dtype_name, element_type, numpy_dtype
from .ndarray import aligned, empty_aligned
from .nesting import signature
from .spec import UNLIMITED, FunctionSpec, Param, ScalarSpec, TensorSpec

Array = np.ndarray[Any, np.dtype[Any]]


class Slot:
    """One parameter, with everything precomputed that each call needs."""

    __slots__ = ("dtype", "form", "index", "param", "shape", "texts", "written")

    def __init__(self, index: int, param: Param, texts: bool = False, form: str | None = None) -> None:
        self.index, self.param = index, param
        #: Whether the bytes are strings (see mlcc.string_rows).
        self.texts = texts
        #: What the bytes are if they are numbers of a narrow type (see mlcc.narrow_types).
        self.form = form
        self.dtype = numpy_dtype(param.dtype)
        self.written = param.written
        static = [static_value(d) for d in param.shape]
        self.shape = None if None in static else tuple(cast(list[int], static))


def as_array(value: Any, slot: Slot, function: FunctionSpec) -> Array:
    """`value` as a compact array of the parameter's dtype and rank; raises R302–R308."""
    param = slot.param
    if slot.texts and isinstance(value, str | bytes | list | np.ndarray):
        value = _bytes_of(value, slot, function)
    if not isinstance(value, np.ndarray):
        value = _foreign(value, slot, function)
    if slot.form is not None and not slot.written and format_of(value) == slot.form:
        value = to_bytes(value)
    if value.dtype != slot.dtype and not accepts(value.dtype, param.dtype):
        raise MlccError(
            "R304",
            f"argument `{param.name}` of `{function.name}` has elements of type `{_type_of(slot)}`, "
            f"given `{dtype_name(value.dtype)}`",
            notes=[signature(function)],
            help=f'convert it: `{param.name}.astype("{slot.dtype.name}")`',
        )
    if value.ndim != len(param.shape):
        raise MlccError(
            "R305",
            f"argument `{param.name}` of `{function.name}` has {len(param.shape)} dimensions, "
            f"given {value.ndim} (shape {value.shape})",
            notes=[signature(function)],
        )
    flags = value.flags
    if slot.written:
        _check_writable(value, param, function)
    elif not flags.c_contiguous or not flags.aligned:
        return aligned(value)
    return cast(Array, value)


def _type_of(slot: Slot) -> str:
    return slot.param.dtype if slot.form is None else f"{slot.form}, as {slot.param.dtype}"


def _bytes_of(value: Any, slot: Slot, function: FunctionSpec) -> Array:
    """Strings as the bytes that kernels take; bytes as they are."""
    array = np.asarray(value, None if isinstance(value, np.ndarray) else object)
    if not is_text(array):
        return array
    if array.ndim != len(slot.param.shape) - 1:
        raise MlccError(
            "R305",
            f"argument `{slot.param.name}` of `{function.name}` is strings of {len(slot.param.shape) - 1} dimensions, "
            f"given {array.ndim} (shape {array.shape})",
            notes=[signature(function)],
        )
    try:
        return to_rows(array, static_value(slot.param.shape[-1]))
    except MlccError as error:
        raise error.extended(notes=[f"in argument `{slot.param.name}` of `{function.name}`"]) from None


def _foreign(value: Any, slot: Slot, function: FunctionSpec) -> Array:
    """A value that is not a NumPy array: a number, or a tensor of another library."""
    param = slot.param
    if isinstance(value, (bool, int, float, np.generic)) and not param.shape and not slot.written:
        return _number(value, slot, function)
    if param.name in function.metadata.get("size_inputs", ()):
        return _sized(value, slot, function)
    if hasattr(value, "__dlpack__"):
        try:
            return shared_array(value)
        except MlccError as error:
            reason = error.diagnostic.message.partition(": ")[2]
            raise MlccError(
                "R303",
                f"argument `{param.name}` of `{function.name}`: this `{type(value).__name__}` cannot be taken: "
                f"{reason}",
                help="move it to CPU memory first",
            ) from error
    raise MlccError(
        "R302",
        f"argument `{param.name}` of `{function.name}` must be an array, given `{type(value).__name__}`",
        notes=[signature(function)],
        help=f'`numpy.asarray(value, "{slot.dtype.name}")` makes one',
    )


def _sized(value: Any, slot: Slot, function: FunctionSpec) -> Array:
    """The tensor that stands for a shape: its elements are not read."""
    try:
        extents = tuple(map(operator.index, value)) if isinstance(value, (tuple, list)) else (operator.index(value),)
    except TypeError:
        extents = (-1,)
    rank = len(slot.param.shape)
    if len(extents) != rank or any(n < 0 for n in extents):
        wanted = "a size" if rank == 1 else f"a shape of {rank} sizes"
        raise MlccError(
            "R302", f"argument `{slot.param.name}` of `{function.name}` is {wanted}, given {value!r}",
            notes=[signature(function)], help="pass a whole number or a tuple of them that are not negative",
        )  # fmt: skip
    return np.zeros(extents, "bool")


def _number(value: Any, slot: Slot, function: FunctionSpec) -> Array:
    kind = element_type(slot.param.dtype)
    is_bits = slot.form is None or slot.form in INTEGERS or getattr(value, "dtype", None) == slot.dtype
    try:
        converted = np.asarray(value).astype(slot.dtype) if is_bits else nearest(value, str(slot.form))
        fits = kind.code in (2, 4) or not is_bits or converted.item() == value
    except (OverflowError, ValueError, TypeError, ImportError):
        fits = False
    if not fits:
        raise MlccError(
            "R304",
            f"argument `{slot.param.name}` of `{function.name}` is a `{slot.param.dtype}`, which {value!r} is not",
        )
    return converted


def _check_writable(value: Array, param: Param, function: FunctionSpec) -> None:
    where = f"argument `{param.name}` of `{function.name}` is written"
    if not value.flags.c_contiguous:
        raise MlccError(
            "R307", f"{where} and must be C-contiguous",
            help="give a compact array, such as `numpy.empty(...)`, and copy from it afterwards",
        )  # fmt: skip
    if not value.flags.writeable:
        raise MlccError("R307", f"{where}, and the array given is read-only")
    if not value.flags.aligned:
        raise MlccError("R308", f"{where} and must be aligned to its element size")


def bind_symbols(slots: Sequence[Slot], arrays: Sequence[Array | None]) -> dict[str, int]:
    """The value of every symbol that the given arrays determine (scalars count too)."""
    values: dict[str, int] = {}
    for slot, value in zip(slots, arrays, strict=True):
        if value is not None and isinstance(slot.param, ScalarSpec) and value.dtype.kind in "iu":
            values[slot.param.name] = int(value)
    for slot, value in zip(slots, arrays, strict=True):
        if slot.shape is not None or value is None:
            continue
        for axis, dim in enumerate(slot.param.shape):
            symbol = bare_symbol(dim)
            if symbol is not None:
                values.setdefault(symbol, value.shape[axis])
    return values


def check_shapes(
    function: FunctionSpec,
    slots: Sequence[Slot],
    arrays: Sequence[Array | None],
    values: dict[str, int],
) -> None:
    """Raises R306 for a dimension outside of the range that the program is for, or the first array whose shape is not
    its parameter's."""
    for symbol, (low, high) in function.dim_ranges.items():
        if symbol in values and not low <= values[symbol] <= high:
            wanted_text = f"at least {low}" if high == UNLIMITED else f"from {low} to {high}"
            raise MlccError(
                "R306",
                f"`{symbol}` of `{function.name}` must be {wanted_text}, given {values[symbol]}",
                notes=[signature(function)],
                help="export the model again with another range of this dimension",
            )
    for slot, value in zip(slots, arrays, strict=True):
        if value is None:
            continue
        wanted = slot.shape
        if wanted is None:
            wanted = tuple(evaluate_dim(d, values) for d in slot.param.shape)
        if value.shape != wanted:
            raise _wrong_shape(function, slot.param, value.shape, wanted, values)


def _wrong_shape(
    function: FunctionSpec,
    param: Param,
    given: tuple[int, ...],
    wanted: tuple[int, ...],
    values: dict[str, int],
) -> MlccError:
    used = [s for d in param.shape for s in symbols_of(d)]
    known = ", ".join(f"{s} = {values[s]}" for s in dict.fromkeys(used))
    return MlccError(
        "R306",
        f"argument `{param.name}` of `{function.name}` must have shape {wanted}, given {given}",
        notes=[signature(function), *([f"with {known}"] if known else [])],
    )


def allocate_output(function: FunctionSpec, slot: Slot, values: dict[str, int]) -> Array:
    """A new array for an output; R314 if the inputs do not determine its shape."""
    shape = slot.shape
    if shape is None:
        try:
            shape = tuple(evaluate_dim(d, values) for d in slot.param.shape)
        except KeyError as error:
            raise MlccError(
                "R314",
                f"the shape of output `{slot.param.name}` of `{function.name}` is not determined "
                f"by the inputs: nothing determines `{error.args[0]}`",
                notes=[signature(function)],
                help="pass the outputs too, as arrays of the right shape",
            ) from None
    if any(extent < 0 for extent in shape):
        assert isinstance(slot.param, TensorSpec)
        raise MlccError(
            "R306",
            f"output `{slot.param.name}` of `{function.name}` would have shape {shape}",
            notes=[signature(function)],
        )
    return empty_aligned(shape, slot.dtype)


def check_apart(function: FunctionSpec, slots: Sequence[Slot], arrays: Sequence[Array]) -> None:
    """Raises R309 if an argument that is written shares memory with another one."""
    for i, slot in enumerate(slots):
        if not slot.written:
            continue
        for j, other in enumerate(slots):
            if j == i or (other.written and j < i) or isinstance(other.param, ScalarSpec):
                continue
            if np.may_share_memory(arrays[i], arrays[j]):
                raise MlccError(
                    "R309",
                    f"argument `{slot.param.name}` of `{function.name}` is written and shares "
                    f"memory with `{other.param.name}`",
                    help="give it memory of its own",
                )
