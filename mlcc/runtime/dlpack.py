"""Tensors of other libraries without copies: DLPack both ways, the types that NumPy lacks included.

NumPy exchanges what it has itself. A tensor of bfloat16 goes as integers of its size, with the type in the exchanged
structure set to what it is: the elements are the same bytes.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError

from .dtypes import numpy_dtype

#: The code and the bits in DLPack of the types that NumPy does not exchange, and the integers that stand for them.
_FOREIGN = {"bfloat16": (4, 16, "uint16"), "float8_e4m3fn": (10, 8, "uint8"), "float8_e5m2": (12, 8, "uint8")}
_BY_CODE = {(code, bits): (name, plain) for name, (code, bits, plain) in _FOREIGN.items()}

_capsule_name = ctypes.pythonapi.PyCapsule_GetName
_capsule_name.restype, _capsule_name.argtypes = ctypes.c_char_p, [ctypes.py_object]
_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.restype, _capsule_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]

# Where the DLTensor begins in the structure of a capsule: at once, or after version, context, deleter and flags.
_TENSOR_AT = {b"dltensor": 0, b"dltensor_versioned": 8 + 8 + 8 + 8}
_TYPE_AT = 8 + 8 + 4  # in a DLTensor: after the data pointer, the device and the rank


class _DataType(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


def _type_of(capsule: Any) -> _DataType:
    """The type field of the tensor in a capsule; writes to it change the capsule."""
    name = _capsule_name(capsule)
    address = _capsule_pointer(capsule, name) + _TENSOR_AT[name] + _TYPE_AT
    return _DataType.from_address(address)


class _Exchanged:
    """A producer whose tensors of a type that NumPy lacks pass as integers; `foreign` is set to that type."""

    def __init__(self, source: Any) -> None:
        self.source = source
        self.foreign = ""

    def __dlpack_device__(self) -> Any:
        return self.source.__dlpack_device__()

    def __dlpack__(self, **options: Any) -> Any:
        try:
            capsule = self.source.__dlpack__(**options)
        except TypeError:  # a producer of the first version of the protocol, without options
            capsule = self.source.__dlpack__()
        kind = _type_of(capsule)
        dtype = _BY_CODE.get((kind.code, kind.bits))
        if dtype is not None:
            self.foreign, kind.code = dtype[0], 1
        return capsule


def shared_array(source: Any) -> np.ndarray[Any, Any]:
    """The memory of a tensor of another library (or of a DLPack capsule) as an array, without a copy.

    Writes are seen on both sides. R348 for what is no tensor on this CPU, or whose type NumPy has no name for.
    """
    if not hasattr(source, "__dlpack__"):
        if type(source).__name__ != "PyCapsule":
            raise MlccError("R348", f"a `{type(source).__name__}` has no `__dlpack__`", help="give a tensor")
        source = _Capsule(source)
    exchanged = _Exchanged(source)
    try:
        array = np.from_dlpack(exchanged)
    except (BufferError, RuntimeError, TypeError, ValueError) as error:
        raise MlccError("R348", f"the tensor cannot be used here: {error}") from error
    if exchanged.foreign:
        return array.view(numpy_dtype(exchanged.foreign))
    return array


class _Capsule:
    """A capsule that was taken from its producer already; it can be used once."""

    def __init__(self, capsule: Any) -> None:
        self.capsule = capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)

    def __dlpack__(self, **_: Any) -> Any:
        return self.capsule


def to_dlpack(array: np.ndarray[Any, Any], **options: Any) -> Any:
    """A DLPack capsule of an array's memory, of the types that NumPy lacks too."""
    foreign = _FOREIGN.get(array.dtype.name)
    plain = array.view(np.ndarray)
    if foreign is None:
        return plain.__dlpack__(**options)
    code, _, integers = foreign
    capsule = plain.view(integers).__dlpack__(**options)
    _type_of(capsule).code = code
    return capsule
