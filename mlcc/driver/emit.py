"""Produces each kind of output of an artefact, as text or bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mlcc.diagnostics import MlccError
from mlcc.ir import script
from mlcc.runtime import cmake_package, make_cpp_header, pkg_config
from mlcc.target import DEVICE_KINDS, has_system

from .artefact import Artefact
from .c_files import source_text, weights_beside, weights_path, weights_text, write_weights
from .device import build_device, host_text, split_of
from .modules import mark_scheduled
from .outputs import KINDS, base_name
from .runtimes import check_linked
from .writing import scratch_folder

if TYPE_CHECKING:
    from mlcc.runtime import Library, ModuleSpec


def make(artefact: Artefact, kind: str, path: str = "-") -> bytes | str:
    """The output of one kind (a key of `mlcc.driver.outputs.KINDS`); `path` names the file that it will be, and so the
    files beside it that it refers to."""
    check_kind(artefact, kind)
    referring = _REFERRING.get(kind)
    if referring is not None:
        return referring(artefact.spec, artefact.options.name if path == "-" else base_name(path, kind))
    return _MAKERS[kind](artefact)


#: The outputs that each kind of target has.
_OF_ANY = {"tir", "relax", "onnx"}
_OF_LIBRARY = {*_OF_ANY, "so", "h", "hpp", "pc", "cmake", "json"}
_OF_WEB = {"wasm", "mjs"}
_OF_TARGET = {
    "llvm": {*_OF_LIBRARY, *(kind for kind in KINDS if kind not in ("c", "cl", "cu", "ptx", *_OF_WEB))},
    "c": {*_OF_LIBRARY, "c"},
    "wasm32": {*_OF_ANY, *_OF_WEB, "h", "json", "o", "ll", "bc", "s"},
    "opencl": {*_OF_LIBRARY, "c", "cl"},
    "cuda": {*_OF_LIBRARY, "c", "cu"},
    "nvptx": {*_OF_LIBRARY, "c", "ptx"},
}


def check_kind(artefact: Artefact, kind: str) -> None:
    """Raise G108 for an output that the target does not have, G110 for one that its runtime does not have."""
    if kind == "so":
        check_linked(artefact.options.target)
    target = artefact.options.target.kind
    if (artefact.options.target.arch == "wasm32") and target == "llvm":
        target = "wasm32"
    if kind in _OF_TARGET[target]:
        return
    other = next(name for name, kinds in _OF_TARGET.items() if kind in kinds)
    raise MlccError("G108", f"the target `{target}` has no output `{kind}`", help=f"`--target {other}` has it")


def _device(artefact: Artefact) -> str:
    if artefact.module.graph_funcs:
        return split_of(artefact).device
    return build_device(artefact.module, artefact.options).get_source()  # to be launched by the user's own program


def _wasm(artefact: Artefact) -> bytes:
    from mlcc.codegen.llvm import error_number
    from mlcc.runtime import link_wasm

    texts = dict.fromkeys(text for form in artefact.forms for text in form.error_messages)
    messages = {error_number(text): text for text in texts}
    return link_wasm(artefact.linkable[0], artefact.spec, artefact.weights.chunks(), messages)


def _loader(_artefact: Artefact) -> str:
    from mlcc.runtime import loader_text

    return loader_text()


def _source(artefact: Artefact, weights: str | None = None) -> str:
    """The C file, whose constants are in the text unless their definition is given."""
    weights = weights_text(artefact) if weights is None else weights
    return (host_text if artefact.options.target.kind in DEVICE_KINDS else source_text)(artefact, weights)


def source_beside_weights(artefact: Artefact, path: str) -> str:
    """The C file at `path` that includes the file of its constants beside it."""
    return _source(artefact, weights_beside(artefact, Path(weights_path(path)).name))


def _graph_text(artefact: Artefact) -> str:
    if not artefact.module.graph_funcs:
        raise MlccError("D174", "the module has no graph function to write as .relax", help="write .tir instead")
    return _closed(script(artefact.module))


def _program_text(artefact: Artefact) -> str:
    return _closed(script(mark_scheduled(artefact.compilation.scheduled.module)))


def _onnx(artefact: Artefact) -> bytes:
    from .onnx_graph import onnx_graph

    options = artefact.options
    timed = options.profile and options.measure is not None and options.target.is_host
    profile = options.measure(load_compiled(artefact), options.name, ()) if timed and options.measure else None
    return onnx_graph(artefact, profile)


def _closed(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


def _header(artefact: Artefact) -> str:
    from mlcc.runtime import make_header

    return _closed(make_header(artefact.spec))


def _description(artefact: Artefact) -> str:
    from mlcc.runtime import to_json

    return _closed(to_json(artefact.spec))


def _archive_pieces(artefact: Artefact) -> Iterator[bytes | memoryview]:
    """The static library in chunks."""
    from mlcc.runtime import Member, archive_chunks, exported

    name, code = f"{artefact.options.name}.o", artefact.linkable[0]
    nbytes = sum(len(chunk) for chunk in artefact.object_chunks())
    return archive_chunks([Member(name, nbytes, artefact.object_chunks(), exported(code, name))])


def _tar_pieces(artefact: Artefact) -> Iterator[bytes | memoryview]:
    """The object file in a tar archive, in chunks."""
    from mlcc.runtime import tar_chunks

    nbytes = sum(len(chunk) for chunk in artefact.object_chunks())
    return tar_chunks(f"{artefact.options.name}.o", nbytes, artefact.object_chunks())


def _link(artefact: Artefact, output: Path, name: str, linker: str = "") -> None:
    """Write the shared library with the SONAME `name`, by a linker other than that of the options if one is named."""
    from mlcc.runtime import compile_c, entry_point, link_shared, link_with_data

    triple = artefact.options.target.triple
    if artefact.options.target.kind != "llvm":
        with scratch_folder() as folder:
            path = folder / "weights.bin"
            write_weights(artefact, path)
            text = _source(artefact, weights_beside(artefact, str(path)))
            level = 2 if artefact.options.target.kind in DEVICE_KINDS else artefact.options.opt_level
            compile_c(text, output, triple, level, soname=name)
        return
    codes, data = artefact.objects
    strip, linker = not artefact.options.symbols, linker or artefact.options.linker
    entry = entry_point(artefact.spec)
    if data is None:
        link_shared(codes, output, triple, soname=name, strip=strip, linker=linker, entry=entry)
    else:
        link_with_data(codes, data, output, triple, soname=name, strip=strip, linker=linker, entry=entry)


def _shared(artefact: Artefact, linker: str = "") -> bytes:
    with scratch_folder() as folder:
        path = folder / "linked.so"
        _link(artefact, path, f"{artefact.options.name}.so", linker)
        return path.read_bytes()


def _to_load(artefact: Artefact) -> bytes:
    """The shared library that this process loads and nobody keeps: by mlcc's own linker where that is able to, since to
    start a compiler for it takes longer than to compile a small program."""
    from mlcc.runtime import links_what_it_loads, platform_of

    options = artefact.options
    if options.target.kind == "llvm" and options.linker == "auto" and not artefact.parts:
        if links_what_it_loads(platform_of(options.target.triple)):
            try:
                return _shared(artefact, "mlcc")
            except MlccError as error:
                if error.code != "R333":
                    raise
    return _shared(artefact)


#: Outputs with weights, which are streamed to their final path to avoid a copy.
_CHUNKS: dict[str, Callable[[Artefact], Iterable[bytes | memoryview]]] = {
    "o": lambda c: c.object_chunks(),
    "a": _archive_pieces,
    "tar": _tar_pieces,
}
IN_PLACE = frozenset({"so", *_CHUNKS})


def write_in_place(artefact: Artefact, kind: str, path: Path, name: str) -> None:
    """Write an output of a kind of :data:`IN_PLACE` to `path`; `name` is the name of the final file."""
    check_kind(artefact, kind)
    if kind == "so":
        _link(artefact, path, name)
        return
    with path.open("wb") as file:
        for chunk in _CHUNKS[kind](artefact):
            file.write(chunk)


#: Texts that name the files beside them: of the description and the name that these share.
_REFERRING: dict[str, Callable[[ModuleSpec, str], str]] = {
    "hpp": make_cpp_header,
    "pc": pkg_config,
    "cmake": cmake_package,
}
_MAKERS: dict[str, Callable[[Artefact], bytes | str]] = {
    "relax": _graph_text,
    "onnx": _onnx,
    "tir": _program_text,
    "ll": lambda c: _closed(c.optimized_text),
    "bc": lambda c: c.bitcode,
    "s": lambda c: _closed(c.assembly),
    "o": lambda c: c.object_code,
    "a": lambda c: b"".join(_archive_pieces(c)),
    "tar": lambda c: b"".join(_tar_pieces(c)),
    "so": _shared,
    "h": _header,
    "c": _source,
    "wasm": _wasm,
    "mjs": _loader,
    "cl": _device,
    "cu": _device,
    "ptx": _device,
    "json": _description,
}


def load_compiled(artefact: Artefact) -> Library:
    """The library of an artefact, loaded into this process without a persistent file.

    Linked by mlcc or another linker if there is one; else the object goes through LLVM's JIT. A library for another
    machine is not loaded: calling its functions raises the error.
    """
    from mlcc.runtime import load

    if not has_system(artefact.options.target.triple):
        return foreign_library(artefact, None)
    try:
        return load(_to_load(artefact))
    except MlccError as error:
        if error.code in ELSEWHERE:
            return foreign_library(artefact, error)
        if error.code not in ("R332", "R324"):
            raise
    try:
        return load(artefact.object_code)
    except MlccError as error:
        if error.code not in ELSEWHERE:
            raise
        return foreign_library(artefact, error)


#: The codes of libraries that are not for this machine: for another architecture, or for other features.
ELSEWHERE = frozenset({"R323", "R326"})


def foreign_library(artefact: Artefact, reason: MlccError | None) -> Library:
    """The library of an artefact for another machine, whose load was refused by `reason`; for a machine without an
    operating system, where nothing could be loaded, R323."""
    from mlcc.runtime import ForeignLibrary

    where, target = f"`{artefact.options.name}`", artefact.options.target
    if reason is None or not has_system(target.triple):
        message = f"{where} is for {target.arch} without an operating system, and cannot be loaded here"
        reason = MlccError("R323", message, help="write it to a file (`output=`, `export_library`) and run it there")
    return ForeignLibrary(artefact.spec, where, reason)
