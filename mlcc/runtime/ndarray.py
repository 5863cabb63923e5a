"""Arrays in TVM's vocabulary: `mlcc.nd.array(a)`, `mlcc.nd.empty(shape, dtype)`, `.numpy()`.

An `NDArray` is a NumPy array with a few more methods; every function of a library takes either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError

from .dlpack import shared_array, to_dlpack
from .dtypes import numpy_dtype

__all__ = [
    "ALIGNMENT", "Device", "NDArray", "aligned", "array", "cpu", "cuda", "device", "empty", "empty_aligned",
    "from_dlpack", "numpy_dtype", "opencl",
]  # fmt: skip

#: Arrays that we allocate start on a cache line, so that vector stores never straddle two.
ALIGNMENT = 64


@dataclass(frozen=True, slots=True)
class Device:
    """The device of an array: this machine's CPU, or one whose functions copy arrays to it when they are called and
    results back, so that arrays stay in the CPU's memory. `mlcc.rpc` has devices at the other end of a connection."""

    kind: str = "cpu"
    index: int = 0

    @property
    def exist(self) -> bool:
        """Whether this machine has the device."""
        from .device_presence import count_of

        return self.index < count_of(self.kind)

    def array(self, values: np.ndarray[Any, np.dtype[Any]]) -> Any:
        """A copy of `values` in the memory of the device."""
        return self.empty(values.shape, values.dtype).copyfrom(values)

    def empty(self, shape: Sequence[int], dtype: np.dtype[Any]) -> Any:
        """An uninitialised array in the memory of the device."""
        return empty_aligned(shape, dtype).view(NDArray)

    def __str__(self) -> str:
        return f"{self.kind}({self.index})"


def cpu(index: int = 0) -> Device:
    """This machine's CPU."""
    return Device("cpu", index)


def cuda(index: int = 0) -> Device:
    """A device for what was built for `cuda` or `nvptx`; its arrays are in the CPU's memory."""
    return Device("cuda", index)


def opencl(index: int = 0) -> Device:
    """A device for what was built for `opencl`; its arrays are in the CPU's memory."""
    return Device("opencl", index)


#: The kind of device by what it, or a target for it, is called.
_KINDS = {"cpu": "cpu", "llvm": "cpu", "c": "cpu", "cuda": "cuda", "nvptx": "cuda", "opencl": "opencl"}


def device(kind: str = "cpu", index: int = 0) -> Device:
    """The device of that kind: ``device("cpu")``, ``device("cuda:0")``. R346 for a kind that there is not."""
    name, _, number = kind.partition(":")
    if name not in _KINDS:
        raise MlccError("R346", f"there is no device `{kind}`", help=f"the kinds are {', '.join(_KINDS)}")
    return Device(_KINDS[name], int(number) if number else index)


class NDArray(np.ndarray[Any, np.dtype[Any]]):
    """A NumPy array with TVM's methods."""

    def numpy(self) -> np.ndarray[Any, np.dtype[Any]]:
        """The same memory as a plain NumPy array."""
        return self.view(np.ndarray)

    asnumpy = numpy

    def __dlpack__(self, **options: Any) -> Any:
        """A DLPack capsule of the same memory; see `mlcc.runtime.from_dlpack`."""
        return to_dlpack(self, **options)

    def to_dlpack(self) -> Any:
        """A DLPack capsule of the same memory, under TVM's name."""
        return to_dlpack(self)

    @property
    def device(self) -> Any:
        """`"cpu"`, as NumPy's own array interface says it."""
        return "cpu"

    def copyfrom(self, source: Any) -> NDArray:
        """Copies the elements of `source`, of the same shape, into this array."""
        np.copyto(self, source)
        return self

    def copyto(self, target: np.ndarray[Any, np.dtype[Any]]) -> np.ndarray[Any, np.dtype[Any]]:
        """Copies the elements of this array into `target`, of the same shape."""
        np.copyto(target, self)
        return target


def from_dlpack(source: Any) -> NDArray:
    """The memory of a tensor of another library (or of a DLPack capsule) as an NDArray, without a copy.

    Writes are seen on both sides. R348 for what is no tensor on this CPU, or whose type NumPy has no name for.
    """
    return shared_array(source).view(NDArray)


def empty_aligned(shape: Sequence[int], dtype: np.dtype[Any]) -> np.ndarray[Any, np.dtype[Any]]:
    """An uninitialised C-contiguous array whose first element is aligned to 64 bytes."""
    size = dtype.itemsize
    for extent in shape:
        size *= extent
    block = np.empty(size + ALIGNMENT, np.uint8)
    start = -block.__array_interface__["data"][0] % ALIGNMENT
    return block[start : start + size].view(dtype).reshape(shape)


def aligned(values: np.ndarray[Any, np.dtype[Any]]) -> np.ndarray[Any, np.dtype[Any]]:
    """`values` if they are C-contiguous and start at a multiple of 64 bytes, else a copy that is and does.

    NumPy's own arrays start anywhere; where each load of a vector straddles two cache lines, a kernel takes up to a
    fifth more time.
    """
    if values.flags.c_contiguous and values.__array_interface__["data"][0] % ALIGNMENT == 0:
        return values
    copy = empty_aligned(values.shape, values.dtype)
    np.copyto(copy, values)
    return copy


def array(source: Any, device: Device | None = None, dtype: str | None = None) -> Any:
    """A copy of `source` (anything NumPy understands) as an array of the device: an NDArray on this machine."""
    values = np.asarray(source, None if dtype is None else numpy_dtype(dtype))
    return (device or cpu()).array(values)


def empty(shape: Sequence[int] | int, dtype: str | np.dtype[Any] = "float32", device: Device | None = None) -> Any:
    """An uninitialised array of the device: an NDArray on this machine."""
    kind = numpy_dtype(dtype) if isinstance(dtype, str) else dtype
    extents = (shape,) if isinstance(shape, int) else tuple(int(n) for n in shape)
    return (device or cpu()).empty(extents, kind)
