"""What a session can do: the requests of one client, answered in a process that ends with them.

Each operation is a method that takes the header and the payload of a request and gives those of the reply. Libraries
and arrays that a client holds have numbers, which are never used again within a session.
"""

from __future__ import annotations

import math
import os
import platform
import re
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.runtime import BoundCall, Function, Library, NDArray, aligned, load, nd, to_json
from mlcc.runtime.dtypes import dtype_name, numpy_dtype
from mlcc.runtime.nesting import flat

from .wire import Header, Payload, bytes_of

Reply = tuple[Header, Payload]
_FILE_NAME = re.compile(r"[A-Za-z0-9_+-][A-Za-z0-9._+-]{0,199}")
_MOST_CALLS = 10**9


def _refuse(what: str, help: str | None = None) -> MlccError:
    return MlccError("R358", what, help=help)


def _integer(header: Header, name: str, least: int, most: int) -> int:
    value = header.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _refuse(f"`{name}` of a request must be an integer from {least} to {most}, given {str(value)[:40]}")
    return value


class Worker:
    """The state of one session: its folder, libraries, arrays and prepared calls."""

    def __init__(self, folder: Path, most_payload: int) -> None:
        self.folder = folder
        self.most_payload = most_payload
        self._libraries: dict[int, Library] = {}
        self._arrays: dict[int, NDArray] = {}
        self._calls: dict[int, BoundCall] = {}
        self._numbers = count(1)
        self._operations: dict[str, Callable[[Header, bytearray], Reply]] = {
            "info": self.info, "upload": self.upload, "download": self.download, "remove": self.remove,
            "load": self.load, "threads": self.threads, "provide": self.provide, "put": self.put,
            "empty": self.empty, "get": self.get, "write": self.write, "call": self.call, "bind": self.bind,
            "run": self.run, "time": self.time,
        }  # fmt: skip

    def answer(self, header: Header, payload: bytearray) -> Reply:
        """The reply to a request. Raises MlccError: R358, or what loading and running raise."""
        operation = self._operations.get(str(header.get("op")))
        if operation is None:
            raise _refuse(f"there is no operation `{str(header.get('op'))[:40]}`", "install the same version of mlcc")
        for number in header.get("free") or ():
            self._arrays.pop(number, None)
            self._calls.pop(number, None)
        return operation(header, payload)

    # ------------------------------------------------------------------ facts and files
    def info(self, header: Header, payload: bytearray) -> Reply:
        """What machine this is."""
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        return {"machine": platform.machine(), "system": platform.system().lower(), "cores": cores}, b""

    def _path(self, header: Header) -> Path:
        name = str(header.get("name"))
        if not _FILE_NAME.fullmatch(name):
            raise _refuse(f"`{name[:80]}` is not the name of a file of a session", "use letters, digits and `._+-`")
        return self.folder / name

    def upload(self, header: Header, payload: bytearray) -> Reply:
        """Stores a file."""
        path = self._path(header)
        try:
            path.unlink(missing_ok=True)  # a library that is loaded keeps its file
            path.write_bytes(payload)
        except OSError as error:
            raise _refuse(f"the server cannot store `{path.name}`: {error.strerror or error}") from error
        return {}, b""

    def download(self, header: Header, payload: bytearray) -> Reply:
        """The bytes of a file."""
        try:
            return {}, self._path(header).read_bytes()
        except OSError as error:
            raise self._absent(header, error) from error

    def remove(self, header: Header, payload: bytearray) -> Reply:
        """Deletes a file."""
        try:
            self._path(header).unlink()
        except OSError as error:
            raise self._absent(header, error) from error
        return {}, b""

    def _absent(self, header: Header, error: OSError) -> MlccError:
        return _refuse(f"the session has no file `{header.get('name')}`: {error.strerror}", "upload it first")

    # ------------------------------------------------------------------ libraries
    def load(self, header: Header, payload: bytearray) -> Reply:
        """Loads an uploaded library; the reply holds its description."""
        path = self._path(header)
        if not path.is_file():
            raise self._absent(header, FileNotFoundError(2, "it was not uploaded"))
        library = load(path)
        number = next(self._numbers)
        self._libraries[number] = library
        return {"library": number, "spec": to_json(library.spec), "cpu": library.cpu}, b""

    def _library(self, header: Header) -> Library:
        library = self._libraries.get(_integer(header, "library", 0, 2**62))
        if library is None:
            raise _refuse(f"the session holds no library {header['library']}")
        return library

    def _function(self, header: Header) -> Function:
        return self._library(header)[str(header.get("function"))]

    def threads(self, header: Header, payload: bytearray) -> Reply:
        """Sets how many threads a library uses."""
        self._library(header).set_num_threads(_integer(header, "count", 0, 2**31 - 1))
        return {}, b""

    def provide(self, header: Header, payload: bytearray) -> Reply:
        """Binds the functions that a library calls to those of an uploaded one; the reply names them."""
        return {"names": self._library(header).provide(self._path(header))}, b""

    # ------------------------------------------------------------------ arrays
    def _new(self, header: Header) -> NDArray:
        dtype = numpy_dtype(str(header.get("dtype")))
        shape = header.get("shape")
        good = isinstance(shape, list) and len(shape) <= 64 and all(isinstance(n, int) and n >= 0 for n in shape)
        if not good:
            raise _refuse("the shape of an array must be a list of sizes")
        assert isinstance(shape, list)
        size = math.prod(shape) * dtype.itemsize
        if size > self.most_payload:
            raise _refuse(f"an array of {size} bytes is above the limit of {self.most_payload}")
        array: NDArray = nd.empty(shape, dtype)
        return array

    def _keep(self, array: NDArray) -> Header:
        number = next(self._numbers)
        self._arrays[number] = array
        return {"array": number, "dtype": dtype_name(array.dtype), "shape": list(array.shape)}

    def _array(self, number: object) -> NDArray:
        array = self._arrays.get(number) if isinstance(number, int) else None
        if array is None:
            raise _refuse(f"the session holds no array {str(number)[:40]}")
        return array

    def empty(self, header: Header, payload: bytearray) -> Reply:
        """An array with unspecified elements."""
        return self._keep(self._new(header)), b""

    def put(self, header: Header, payload: bytearray) -> Reply:
        """An array with the elements that come with the request."""
        return self._keep(_filled(self._new(header), payload)), b""

    def write(self, header: Header, payload: bytearray) -> Reply:
        """New elements for an array."""
        _filled(self._array(header.get("array")), payload)
        return {}, b""

    def get(self, header: Header, payload: bytearray) -> Reply:
        """The elements of an array."""
        return {}, bytes_of(self._array(header.get("array")))

    # ------------------------------------------------------------------ calls
    def _arguments(self, header: Header) -> tuple[list[Any], dict[str, Any]]:
        def value(item: Any) -> Any:
            if isinstance(item, dict):
                return self._array(item.get("array"))
            if isinstance(item, (bool, int, float)):
                return item
            raise _refuse("an argument must be an array of the session or a number")

        positional, named = header.get("args", []), header.get("named", {})
        if not isinstance(positional, list) or not isinstance(named, dict):
            raise _refuse("the arguments of a call must be a list")
        return [value(item) for item in positional], {str(name): value(item) for name, item in named.items()}

    def call(self, header: Header, payload: bytearray) -> Reply:
        """Calls a function; the reply names the arrays of its results."""
        arguments, named = self._arguments(header)
        results = self._function(header)(*arguments, **named)
        if results is None:
            return {"results": None}, b""
        return {"results": [self._keep(aligned(array).view(NDArray)) for array in flat(results)]}, b""

    def bind(self, header: Header, payload: bytearray) -> Reply:
        """Prepares a call on these arrays; the reply names it, what it reads and what it writes."""
        arguments, named = self._arguments(header)
        function = self._function(header)
        bound = function.bind(named or arguments)
        number = next(self._numbers)
        self._calls[number] = bound
        inputs = [self._keep(array.view(NDArray)) for array in bound.inputs]
        outputs = [self._keep(array.view(NDArray)) for array in bound.outputs]
        return {"call": number, "inputs": inputs, "outputs": outputs}, b""

    def run(self, header: Header, payload: bytearray) -> Reply:
        """Runs a prepared call a number of times; the reply says how many seconds they took, and what came out."""
        bound = self._calls.get(_integer(header, "call", 0, 2**62))
        if bound is None:
            raise _refuse(f"the session holds no prepared call {header['call']}")
        times = _integer(header, "times", 1, _MOST_CALLS)
        begin = time.perf_counter()
        bound.repeat(times)
        seconds = time.perf_counter() - begin
        shapes = [list(array.shape) for array in bound.results()] if header.get("shapes") else []
        return {"seconds": seconds, "shapes": shapes}, b""

    def time(self, header: Header, payload: bytearray) -> Reply:
        """Times a function on arrays, as `Function.time_evaluator` does."""
        arguments, _ = self._arguments(header)
        evaluate = self._function(header).time_evaluator(
            None, _integer(header, "number", 1, _MOST_CALLS), _integer(header, "repeat", 1, 10**6),
            _integer(header, "min_repeat_ms", 0, 10**6),
        )  # fmt: skip
        timing = evaluate(*arguments)
        return {"results": list(timing.results), "number": timing.number}, b""


def _filled(array: NDArray, payload: bytearray) -> NDArray:
    if len(payload) != array.nbytes:
        raise _refuse(f"an array of {array.nbytes} bytes came with {len(payload)}")
    array.reshape(-1).view(np.uint8)[:] = np.frombuffer(payload, np.uint8)
    return array
