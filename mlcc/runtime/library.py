"""Loading an artefact and calling its functions from Python.

For a shared library this needs NumPy and ctypes only; an object file goes through LLVM's JIT.
"""

from __future__ import annotations

import atexit
import ctypes
import errno
import itertools
import os
import platform as host_facts
import tempfile
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from mlcc.diagnostics import MlccError, choices_help, unreadable

from .atomic import write_atomic
from .entry_codes import CODES_OF_ERRORS
from .function import BoundCall, Function
from .leftovers import temporary_prefix
from .libraries import check_libraries
from .objfile import Buffer, ObjectFile, find_description, map_file, parse_object
from .platform import normal_arch
from .processor import check_features, processor_flags
from .registry import attach_providers, bind_provider, take_exception
from .spec import FunctionSpec, ModuleSpec, from_json
from .tarball import is_tar, object_in_tar
from .timing import Evaluator
from .weights import far_section, weights_place

if TYPE_CHECKING:
    from .jit import LoadedObject


class _Code(Protocol):
    """Loaded code, whose symbols can be looked up."""

    def address(self, symbol: str) -> int: ...


class _SharedCode:
    """A shared library opened by the system's loader, for the rest of the process."""

    def __init__(self, path: str, where: str) -> None:
        try:
            self._handle = ctypes.CDLL(path, mode=getattr(os, "RTLD_NOW", 0) | ctypes.RTLD_LOCAL)
        except OSError as error:
            raise MlccError("R324", f"the system cannot load {where}: {error}") from error

    def address(self, symbol: str) -> int:
        """The address of an exported function; 0 when there is none."""
        try:
            return ctypes.cast(getattr(self._handle, symbol), ctypes.c_void_p).value or 0
        except AttributeError:
            return 0


# The file opened under each path. For a path that is open already, the system's loader returns the same library, even
# if the file was replaced; such a file is opened under another name.
_OPENED: dict[str, tuple[int, int, int, int]] = {}
_ALIASES = itertools.count()


def _open_shared(path: Path, where: str) -> _SharedCode:
    real = str(path.resolve())
    facts = os.stat(real)
    identity = (facts.st_dev, facts.st_ino, facts.st_mtime_ns, facts.st_size)
    if _OPENED.setdefault(real, identity) == identity or not os.path.isdir("/proc/self/fd"):
        return _SharedCode(real, where)
    return _open_descriptor(os.open(real, os.O_RDONLY | os.O_CLOEXEC), where)


def _open_bytes(data: bytes, where: str) -> _SharedCode:
    if not hasattr(os, "memfd_create"):
        return _open_copy(data, where)
    descriptor = os.memfd_create("mlcc", os.MFD_CLOEXEC)
    with open(descriptor, "wb", closefd=False) as stream:
        stream.write(data)
    return _open_descriptor(descriptor, where)


def _open_copy(data: bytes, where: str) -> _SharedCode:
    """Opens a library from a temporary file, for systems without files in memory. It is removed at the end where the
    system allows it: Windows keeps what is loaded."""
    with tempfile.NamedTemporaryFile(prefix=temporary_prefix("library"), suffix=".so", delete=False) as stream:
        stream.write(data)
    atexit.register(_removed, stream.name)
    return _SharedCode(stream.name, where)


def _removed(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)


def _open_descriptor(descriptor: int, where: str) -> _SharedCode:
    """Opens a library by its descriptor and closes that, under a path that was never used before.

    Numbers of descriptors come again, so the count of such libraries is written into the path, in
    slashes that the system ignores.
    """
    count = "".join("./" if bit == "0" else ".//" for bit in f"{next(_ALIASES):b}")
    try:
        return _SharedCode(f"/proc/self/fd/{count}{descriptor}", where)
    finally:
        os.close(descriptor)


class Library:
    """A loaded module.

    `lib(x, y)` runs its default function (`main`, else the only one); `lib["f"]` is one by name.
    """

    #: Writes the library to a path, in the form that the suffix names; None for code that is only in memory.
    exporter: Callable[[str], None] | None = None
    #: The text that the library was made of; None for one that was loaded from a file.
    text: Callable[[], str] | None = None

    def __init__(self, code: _Code, spec: ModuleSpec, where: str) -> None:
        self.spec = spec
        self.where = where
        self._code = code
        self._functions: dict[str, Function] = {}
        self._main: Function | None = None
        self._set_threads = self.foreign(f"{spec.prefix}_set_num_threads", None, [ctypes.c_int32])
        check_libraries(spec.libraries, where)
        if spec.target.get("text", "").startswith("cuda "):
            from .nvrtc import find_nvrtc

            find_nvrtc()
        self._last_error = self.foreign(f"{spec.prefix}_last_error", ctypes.c_char_p, [])
        attach_providers(self.spec, self.foreign)

    def foreign(self, symbol: str, result: Any, arguments: Sequence[Any]) -> Any:
        """A function of the artefact as a ctypes function; R322 when it is not there."""
        address = self._code.address(symbol)
        if not address:
            raise MlccError("R322", f"{self.where} lacks the function `{symbol}` it describes")
        function = ctypes.CFUNCTYPE(result, *arguments)(address)
        function.keep_alive = self._code  # type: ignore[attr-defined]
        return function

    # ------------------------------------------------------------------ functions
    @property
    def functions(self) -> tuple[str, ...]:
        """The names of the functions."""
        return tuple(f.name for f in self.spec.functions)

    def __contains__(self, name: str) -> bool:
        return name in self.functions

    def __getitem__(self, name: str) -> Function:
        """The function of this name; R313 when there is none."""
        function = self._functions.get(name)
        if function is None:
            for spec in self.spec.functions:
                if spec.name == name:
                    function = self._functions[name] = self._function(spec)
                    break
            else:
                raise MlccError(
                    "R313",
                    f"{self.where} has no function `{name}`",
                    help=choices_help(name, self.functions, "functions"),
                )
        return function

    get_function = __getitem__

    def _function(self, spec: FunctionSpec) -> Function:
        return Function(self, spec)

    @property
    def entry_name(self) -> str:
        """The name of the default function; R313 when there are several and none is called `main`."""
        return self._default().name

    @property
    def main(self) -> Function:
        """The default function: `main`, else the only one. R313 when there are several."""
        if self._main is None:
            self._main = self[self.entry_name]
        return self._main

    def _default(self) -> FunctionSpec:
        default = self.spec.default
        if default is None:
            raise MlccError(
                "R313",
                f"{self.where} has several functions and none is called `main`",
                help="choose one: " + ", ".join(f'lib["{name}"]' for name in self.functions),
            )
        return default

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Runs the default function on inputs and returns its outputs; see `Function`."""
        return self.main(*args, **named)

    def bind(self, inputs: Sequence[Any] | Mapping[str, Any], outputs: Sequence[Any] | None = None) -> BoundCall:
        """The default function prepared for these inputs; see `Function.bind`."""
        return self.main.bind(inputs, outputs)

    def time_evaluator(
        self,
        name: str | None = None,
        device: object = None,
        number: int = 10,
        repeat: int = 1,
        min_repeat_ms: float = 0,
    ) -> Evaluator:
        """A callable that times a function (the default one) on its arguments.

        `ev(a, b, c).mean` is seconds per call. `device` is accepted for TVM's sake and unused.
        """
        function = self.main if name is None else self[name]
        return function.time_evaluator(device, number, repeat, min_repeat_ms)

    def provide(self, path: str | os.PathLike[str]) -> tuple[str, ...]:
        """Binds the library functions that this module calls to those of the shared library `path`; returns which.

        The function `env.linear` is its symbol `env_linear`. Raises R321 and R324 for what cannot be loaded, R345
        when it has none of the functions.
        """
        where = f"`{os.fspath(path)}`"
        if not os.path.isfile(path):
            number = errno.EISDIR if os.path.isdir(path) else errno.ENOENT
            raise unreadable(OSError(number, os.strerror(number)), path, missing="R321", other="R321")
        return bind_provider(self.spec, _SharedCode(os.path.abspath(path), where), where, self.foreign)

    # ------------------------------------------------------------------ the module
    @property
    def type_key(self) -> str:
        """The kind of the target: `llvm` or `c`."""
        return str(self.spec.target.get("text", "llvm")).partition(" ")[0]

    def get_source(self) -> str:
        """The text of the library: C for the target `c`, LLVM text after optimisation for `llvm`. R349 for a library
        that was loaded from a file."""
        if self.text is None:
            raise MlccError(
                "R349", f"{self.where} does not contain its source text",
                help="`mlcc build` writes it: `--target c -o net.c`, or `--emit ll`",
            )  # fmt: skip
        return self.text()

    def export_library(self, path: str | os.PathLike[str]) -> None:
        """Write the library to a file: `.so`, `.o`, `.a`, a `.tar` of the object, or another output of a build.

        R343 for a library that was loaded from a file, if `path` has another suffix than that file.
        """
        if self.exporter is None:
            raise MlccError("R343", f"{self.where} is in memory only", help="build it with `output=`")
        self.exporter(os.fspath(path))

    def describe(self) -> dict[str, Any]:
        """The description of the library: the JSON object that it contains."""
        import json

        text = self.foreign(f"{self.spec.prefix}_describe", ctypes.c_char_p, [])()
        whole: dict[str, Any] = json.loads(text)
        return whole

    @property
    def cpu(self) -> str | None:
        """The CPU whose form of the kernels this process runs, or None if no form runs here; the target's CPU for a
        library of one form. The choice is made once, and MLCC_CPU can name the form before that."""
        if not self.spec.forms:
            return str(self.spec.target.get("mcpu", "")) or None
        name = self.foreign(f"{self.spec.prefix}_cpu", ctypes.c_char_p, [])()
        return None if name is None else name.decode()

    def profile(self) -> list[int]:
        """Nanoseconds in each slot since the last call of this; empty unless built with a profile.

        The slots of a function are listed under `profile` in its metadata.
        """
        count = self.spec.profile_slots
        if not count:
            return []
        spent = (ctypes.c_int64 * count)()
        self.foreign(f"{self.spec.prefix}_profile", ctypes.c_int32, [ctypes.c_void_p, ctypes.c_int32])(spent, count)
        return list(spent)

    def timeline(self, call: Callable[[], object], room: int = 1 << 16) -> list[tuple[int, int, int, int]]:
        """What the threads did during `call`, in order of time; empty unless built with a profile.

        An event is a thread, the slot of a call of a kernel or -1 for a chunk of a parallel loop, and the nanoseconds
        at which it began and ended. `room` is how many are kept at most.
        """
        if not self.spec.profile_slots:
            return []
        record = self.foreign(f"{self.spec.prefix}_timeline", ctypes.c_int64, [ctypes.c_void_p, ctypes.c_int64])
        events = (ctypes.c_int64 * (4 * room))()
        record(events, room)
        try:
            call()
        finally:
            count = int(record(None, 0))
        words = [events[4 * n : 4 * n + 4] for n in range(count)]
        return sorted(((thread, slot, begin, end) for thread, slot, begin, end in words), key=lambda item: item[2:])

    def set_num_threads(self, count: int) -> None:
        """How many threads parallel loops use; 0: as by the environment and the CPU mask."""
        if count < 0:
            raise MlccError("R341", f"a number of threads must be 0 or more, given {count}")
        self._set_threads(min(count, 2**31 - 1))

    def selftest(self) -> str:
        """Run the self-test of a library that has one; returns what it says. Raises R394 if it fails, R395 without."""
        if self.spec.selftest is None:
            raise MlccError("R395", f"{self.where} has no self-test", help="build it with --selftest")
        code = self.foreign(f"{self.spec.prefix}_selftest", ctypes.c_int32, [])()
        if code:
            raise self.run_error("selftest", code)
        return (self._last_error() or b"").decode("utf-8", "replace")

    def run_error(self, name: str, code: int) -> Exception:
        """The exception for an error code that a function returned."""
        raised = take_exception()
        if raised is not None:
            return raised
        message = (self._last_error() or b"").decode("utf-8", "replace")
        return MlccError(CODES_OF_ERRORS.get(code, "R312"), message or f"`{name}` failed: {code}")

    def __repr__(self) -> str:
        return f"Module({self.type_key}, {', '.join(self.functions)})"


def _check_machine(arch: str, where: str) -> None:
    here = normal_arch(host_facts.machine().lower())
    if arch != here:
        raise MlccError(
            "R323",
            f"{where} is for {arch}, this machine is {here}",
            help="build it for this machine, or load it on the other; `mlcc inspect` reads it anywhere",
        )


def load(source: str | os.PathLike[str] | bytes, *, num_threads: int | None = None) -> Library:
    """Loads a `.so`, `.o` or `.tar` that mlcc built, from a file or from its bytes.

    R321: no such file. R322: not ours, or damaged. R323, R326: for another processor. R324: the
    system or LLVM refuses it. R325: made by a newer mlcc.
    """
    path = None if isinstance(source, bytes) else Path(source)
    where = "the library in memory" if path is None else f"`{path}`"
    data = map_file(path) if path is not None else bytes(source)  # type: ignore[arg-type]
    if is_tar(data):
        data = object_in_tar(data, where)
    info = parse_object(data, where)
    if info.kind == "archive":
        raise MlccError(
            "R322",
            f"{where} is a static library, which cannot be loaded",
            help="link it into a program, or build a `.so` or `.o`",
        )
    spec = from_json(find_description(data, info, where), where)
    _check_machine(info.arch, where)
    check_features(spec.target.get("features", ()), processor_flags(), where)
    if info.kind == "object":
        library = _load_object(data, info, spec, where)
    elif info.kind == "shared" and path is None:
        library = Library(_open_bytes(bytes(data), where), spec, where)
        _end_with(library, None)
    elif info.kind == "shared" and path is not None:
        library = Library(_open_shared(path, where), spec, where)
    else:
        raise MlccError("R322", f"{where} is an executable; run it instead of loading it")
    if num_threads is not None:
        library.set_num_threads(num_threads)
    if path is not None:
        library.exporter = _copier(path, where)
    return library


def _copier(path: Path, where: str) -> Callable[[str], None]:
    """Exports a library that was loaded from a file: a copy of the file."""

    def export(target: str) -> None:
        if Path(target).suffix != path.suffix:
            raise MlccError(
                "R343", f"{where} cannot be written as `{Path(target).name}`",
                help=f"a loaded library is copied: name a file with the suffix `{path.suffix}`",
            )  # fmt: skip
        write_atomic(target, path.read_bytes())

    return export


def _load_object(data: Buffer, info: ObjectFile, spec: ModuleSpec, where: str) -> Library:
    from .attaching import detach_data
    from .jit import LoadedObject

    far = far_section(info.sections, info.arch)
    if far is None:
        code = LoadedObject(bytes(data), info, where)
    else:  # LLVM's loader would copy the weights to an arbitrary address: they are used in place
        code = LoadedObject(detach_data(data, *far), info, where)
        code.set_pointer(weights_place(spec.prefix), data, far[0])
    library = Library(code, spec, where)
    _end_with(library, code)
    return library


def _end_with(library: Library, code: LoadedObject | None) -> None:
    """Ends the threads of code owned by a library when the library is released, then frees the code.

    Nothing is done at process exit.
    """
    end = library.foreign(f"{library.spec.prefix}_shutdown", None, [])
    end.keep_alive = None
    weakref.finalize(library, _unload, end, code).atexit = False


def _unload(end: Any, code: LoadedObject | None) -> None:
    end()
    if code is not None:
        code.close()
