"""Produces each kind of output of a compilation, as text or bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mlcc.diagnostics import MlccError
from mlcc.ir import script

from .modules import mark_scheduled
from .pipeline import Compilation
from .writing import scratch_folder

if TYPE_CHECKING:
    from mlcc.runtime import Library


def make(compilation: Compilation, kind: str) -> bytes | str:
    """The output of one kind (a key of `mlcc.driver.outputs.KINDS`)."""
    return _MAKERS[kind](compilation)


def _graph_text(compilation: Compilation) -> str:
    if not compilation.module.graph_funcs:
        raise MlccError("D174", "the module has no graph function to write as .relax", help="write .tir instead")
    return _closed(script(compilation.module))


def _program_text(compilation: Compilation) -> str:
    return _closed(script(mark_scheduled(compilation.scheduled.module)))


def _closed(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


def _header(compilation: Compilation) -> str:
    from mlcc.runtime import make_header

    return _closed(make_header(compilation.lowered.spec))


def _description(compilation: Compilation) -> str:
    from mlcc.runtime import to_json

    return _closed(to_json(compilation.lowered.spec))


def _archive_pieces(compilation: Compilation) -> Iterator[bytes | memoryview]:
    """The static library in chunks."""
    from mlcc.runtime import Member, archive_chunks, exported

    name, code = f"{compilation.options.name}.o", compilation.linkable[0]
    nbytes = sum(len(chunk) for chunk in compilation.object_chunks())
    return archive_chunks([Member(name, nbytes, compilation.object_chunks(), exported(code, name))])


def _link(compilation: Compilation, output: Path, name: str) -> None:
    """Write the shared library with the SONAME `name`."""
    from mlcc.runtime import link_shared, link_with_data

    codes, data = compilation.objects
    triple = compilation.options.target.triple
    if data is None:
        link_shared(codes, output, triple, soname=name)
    else:
        link_with_data(codes, data, output, triple, soname=name)


def _shared(compilation: Compilation) -> bytes:
    with scratch_folder() as folder:
        path = folder / "linked.so"
        _link(compilation, path, f"{compilation.options.name}.so")
        return path.read_bytes()


#: Outputs with weights, which are streamed to their final path to avoid a copy.
_CHUNKS: dict[str, Callable[[Compilation], Iterable[bytes | memoryview]]] = {
    "o": lambda c: c.object_chunks(),
    "a": _archive_pieces,
}
IN_PLACE = frozenset({"so", *_CHUNKS})


def write_in_place(compilation: Compilation, kind: str, path: Path, name: str) -> None:
    """Write an output of a kind of :data:`IN_PLACE` to `path`; `name` is the name of the final file."""
    if kind == "so":
        _link(compilation, path, name)
        return
    with path.open("wb") as file:
        for chunk in _CHUNKS[kind](compilation):
            file.write(chunk)


_MAKERS: dict[str, Callable[[Compilation], bytes | str]] = {
    "relax": _graph_text,
    "tir": _program_text,
    "ll": lambda c: _closed(c.optimized_text),
    "bc": lambda c: c.bitcode,
    "s": lambda c: _closed(c.assembly),
    "o": lambda c: c.object_code,
    "a": lambda c: b"".join(_archive_pieces(c)),
    "so": _shared,
    "h": _header,
    "json": _description,
}


def load_compiled(compilation: Compilation) -> Library:
    """The library of a compilation, loaded into this process without a persistent file.

    Linked when there is a linker; otherwise the object goes through LLVM's JIT.
    """
    from mlcc.runtime import load

    try:
        return load(_shared(compilation))
    except MlccError as error:
        if error.code not in ("R332", "R324"):
            raise
        return load(compilation.object_code)
