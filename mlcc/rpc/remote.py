"""What a session holds, as objects of this side: arrays, libraries and functions with the methods of local ones."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from mlcc.runtime.dtypes import dtype_name, numpy_dtype
from mlcc.runtime.library import Library
from mlcc.runtime.ndarray import Device
from mlcc.runtime.nesting import packed, unpacked
from mlcc.runtime.spec import FunctionSpec, ModuleSpec
from mlcc.runtime.timing import Timing

from .wire import Frame, Payload, bytes_of

Array = np.ndarray[Any, np.dtype[Any]]


class Session(Protocol):
    """What the objects here need of a session; see `RemoteSession`."""

    where: str

    def request(self, operation: str, payload: Payload = b"", /, **fields: Any) -> Frame: ...

    def release(self, number: int) -> None: ...

    def upload(self, data: str | os.PathLike[str] | bytes, target: str | None = None) -> None: ...

    def cpu(self, index: int = 0) -> RemoteDevice: ...


@dataclass(frozen=True, slots=True)
class RemoteDevice(Device):
    """The processor at the other end of a session."""

    session: Session = None  # type: ignore[assignment]  # dataclass fields after defaults need one

    def array(self, values: Array) -> RemoteArray:
        """A copy of `values` on the device. Raises R335 for a dtype that artefacts do not take."""
        reply = self.session.request("put", bytes_of(values), dtype=dtype_name(values.dtype), shape=list(values.shape))
        return RemoteArray(self, reply.header)

    def empty(self, shape: Sequence[int], dtype: np.dtype[Any]) -> RemoteArray:
        """An uninitialised array on the device."""
        reply = self.session.request("empty", dtype=dtype_name(dtype), shape=list(shape))
        return RemoteArray(self, reply.header)

    def __str__(self) -> str:
        return f"{self.kind}({self.index}) at {self.session.where}"


class RemoteArray:
    """An array in the memory of a device. It is released there when this object goes."""

    def __init__(self, device: RemoteDevice, entry: Mapping[str, Any]) -> None:
        self.device = device
        self.number: int = entry["array"]
        self.shape: tuple[int, ...] = tuple(entry["shape"])
        self.dtype = numpy_dtype(entry["dtype"])
        weakref.finalize(self, device.session.release, self.number).atexit = False

    def numpy(self) -> Array:
        """The elements, copied to this side."""
        reply = self.device.session.request("get", array=self.number)
        return np.frombuffer(reply.payload, np.uint8).view(self.dtype).reshape(self.shape)

    asnumpy = numpy

    def copyfrom(self, source: Any) -> RemoteArray:
        """Copies the elements of `source`, of the same shape, into this array."""
        values = np.broadcast_to(np.asarray(source, self.dtype), self.shape)
        self.device.session.request("write", bytes_of(values), array=self.number)
        return self

    def copyto(self, target: Any) -> Any:
        """Copies the elements of this array into `target` (an array of either side)."""
        if isinstance(target, RemoteArray):
            return target.copyfrom(self.numpy())
        np.copyto(target, self.numpy())
        return target

    @property
    def size(self) -> int:
        """The number of elements."""
        return int(np.prod(self.shape, dtype=np.int64))

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    def __repr__(self) -> str:
        return f"<array {self.dtype}{list(self.shape)} on {self.device}>"


class RemoteLibrary(Library):
    """A library loaded at the other end of a session: `lib(x, y)`, `lib["f"]`, `lib.time_evaluator()`."""

    def __init__(self, session: Session, number: int, spec: ModuleSpec, where: str, cpu: str | None) -> None:
        self.session, self.number = session, number
        self.spec, self.where = spec, where
        self._cpu = cpu
        self._functions, self._main = {}, None

    def _function(self, spec: FunctionSpec) -> Any:
        return RemoteFunction(self, spec)

    @property
    def cpu(self) -> str | None:
        """As `Library.cpu`, of the device."""
        return self._cpu

    def set_num_threads(self, count: int) -> None:
        """How many threads of the device parallel loops use; 0: as there by default. Raises R358."""
        self.session.request("threads", library=self.number, count=count)

    def provide(self, path: str | os.PathLike[str]) -> tuple[str, ...]:
        """Sends a library of functions to the device and binds those that this module calls; see `Library.provide`."""
        name = os.path.basename(path)
        self.session.upload(path, name)
        return tuple(self.session.request("provide", library=self.number, name=name).header["names"])

    def profile(self) -> list[int]:
        """Profiles are taken where the library runs; empty."""
        return []

    def timeline(self, call: Callable[[], object], room: int = 0) -> list[tuple[int, int, int, int]]:
        """As :meth:`profile`; empty."""
        return []


class RemoteFunction:
    """A function of a library at the other end.

    Arguments are arrays of the device, or local ones, which are sent for the call (and fetched again if the function
    writes to them). The results are where the arguments are: local arrays if all of them are.
    """

    def __init__(self, library: RemoteLibrary, spec: FunctionSpec) -> None:
        self.library, self.spec, self.name = library, spec, spec.name

    def __repr__(self) -> str:
        return f"<mlcc function {self.name} at {self.library.session.where}>"

    def _request(self, operation: str, args: Sequence[Any], named: Mapping[str, Any], **fields: Any) -> dict[str, Any]:
        args, named = unpacked(self.spec, args, named)
        sent = {id(v): self._sent(v) for v in (*args, *named.values())}

        def item(value: Any) -> Any:
            array = sent[id(value)]
            return {"array": array.number} if isinstance(array, RemoteArray) else array

        reply = self.library.session.request(
            operation, library=self.library.number, function=self.name,
            args=[item(v) for v in args], named={name: item(v) for name, v in named.items()}, **fields,
        )  # fmt: skip
        self._fetch(args, named, sent)
        return reply.header

    def _sent(self, value: Any) -> Any:
        """A value as the server takes it: a number, or an array there."""
        if isinstance(value, (RemoteArray, bool, int, float)):
            return value
        if not isinstance(value, np.ndarray):
            value = np.from_dlpack(value) if hasattr(value, "__dlpack__") else np.asarray(value)
        return self.library.session.cpu().array(value)

    def _fetch(self, args: Sequence[Any], named: Mapping[str, Any], sent: Mapping[int, Any]) -> None:
        """What the function wrote into local arguments."""
        params = self.spec.params if len(args) + len(named) == len(self.spec.params) else self.spec.inputs
        values = [*zip((p.name for p in params), args, strict=False), *named.items()]
        written = {p.name for p in params if p.written}
        for name, value in values:
            if name in written and isinstance(value, np.ndarray):
                np.copyto(value, sent[id(value)].numpy())

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Runs the function there. Raises what it raises there, R356 when the connection is lost, R357 when the
        session ended."""
        args, named = unpacked(self.spec, args, named)
        reply = self._request("call", args, named)
        if reply["results"] is None:
            return None
        device = self.library.session.cpu()
        results: list[Any] = [RemoteArray(device, entry) for entry in reply["results"]]
        if not any(isinstance(value, RemoteArray) for value in (*args, *named.values())):
            results = [array.numpy() for array in results]
        return packed(self.spec, results)

    def bind(self, inputs: Sequence[Any] | Mapping[str, Any], outputs: Sequence[Any] | None = None) -> RemoteCall:
        """A call prepared there; see `Function.bind`."""
        if isinstance(inputs, Mapping):
            return RemoteCall(self, self._request("bind", (), inputs))
        return RemoteCall(self, self._request("bind", (*inputs, *(outputs or ())), {}))

    def time_evaluator(
        self, device: object = None, number: int = 10, repeat: int = 1, min_repeat_ms: float = 0
    ) -> _RemoteEvaluator:
        """A callable that times the function there, on its arguments; the clock is the device's."""
        return _RemoteEvaluator(self, {"number": number, "repeat": repeat, "min_repeat_ms": round(min_repeat_ms)})


@dataclass(frozen=True, slots=True)
class _RemoteEvaluator:
    function: RemoteFunction
    settings: Mapping[str, int]

    def __call__(self, *args: Any) -> Timing:
        reply = self.function._request("time", args, {}, **self.settings)
        return Timing(tuple(float(seconds) for seconds in reply["results"]), int(reply["number"]))


class RemoteCall:
    """A prepared call at the other end; see `BoundCall`."""

    def __init__(self, function: RemoteFunction, entry: Mapping[str, Any]) -> None:
        self._session = function.library.session
        device = self._session.cpu()
        self._number: int = entry["call"]
        self._inputs = [RemoteArray(device, item) for item in entry["inputs"]]
        self._outputs = [RemoteArray(device, item) for item in entry["outputs"]]
        self._shapes: list[list[int]] | None = None
        weakref.finalize(self, self._session.release, self._number).atexit = False

    def __call__(self) -> None:
        """One run."""
        self.repeat(1)

    def repeat(self, count: int) -> None:
        """`count` runs one after the other."""
        self.seconds(count)

    def seconds(self, count: int) -> float:
        """The seconds that `count` runs take, by the clock of the device."""
        reply = self._session.request("run", call=self._number, times=count, shapes=True).header
        self._shapes = reply["shapes"]
        return float(reply["seconds"])

    @property
    def inputs(self) -> list[Array]:
        """Copies of the arrays that are read."""
        return [array.numpy() for array in self._inputs]

    @property
    def outputs(self) -> list[Array]:
        """Copies of the arrays that are written."""
        return [array.numpy() for array in self._outputs]

    def results(self) -> list[Array]:
        """The outputs of the last run, cut to the size that the run computed."""
        shapes = self._shapes or [list(array.shape) for array in self._outputs]
        return [
            array.reshape(-1)[: int(np.prod(shape, dtype=np.int64))].reshape(shape)
            for array, shape in zip(self.outputs, shapes, strict=False)
        ]
