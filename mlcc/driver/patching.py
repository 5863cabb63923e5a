"""Other weights in a library that stands: the code stays, the constants are computed anew and written over the old.

What a library has are not the tensors of its model but what the passes made of them: packed, folded, joined, sorted. So
the passes run again, with the new tensors. Where they give the code of which the library has the digest, the constants
are all that differs, and go to the same places; otherwise a tensor is part of the code (as a size, or a number in a
kernel), and the library must be built again. A library of another version has another digest: then the passes run on
its own model too, for comparison. No kernel is compiled.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError
from mlcc.mapping import map_file

from .files import read_input
from .inspection import source_of
from .recipes import CODE_DIGEST, RECIPE
from .writing import atomic_path

if TYPE_CHECKING:
    from mlcc.runtime import ModuleSpec

    from .artefact import Artefact

#: Where the parts of a file are that may change: offsets and sizes in bytes.
Places = Mapping[str, tuple[int, int]]
#: Builds from a source, with arrays instead of its weights, by the settings of a recipe, and hands the artefact on.
Rebuild = Callable[[str, Mapping[str, Any]], "Artefact"]


def patch_library(library: str, weights: Sequence[str], output: str, folders: Sequence[str], rebuild: Rebuild) -> int:
    """Write the library with other weights to `output`; returns how many bytes of constants it has.

    `weights` is a model of the same graph (.onnx), or files of tensors by the model's names (.safetensors, .npz), or
    tensors themselves: ``fc1.weight=w.npy``. `folders` are where the library's own model is, which is needed for
    tensors, and where the library does not come from this version of mlcc. Raises D199 without it, I141 and I142 for
    tensors that do not fit, D201 where the code depends on them, D202 for a library without constants in a place of
    their own.
    """
    spec, places = _places(library)
    given = weights[0] if len(weights) == 1 and weights[0].endswith((".onnx", ".pt2")) else None
    tensors = {} if given else _tensors(weights)
    new = rebuild(given or source_of(library, folders), tensors)
    if spec.metadata.get(CODE_DIGEST) != new.code_digest:
        _check_code(library, places, rebuild(source_of(library, folders), {}), new)
    # Digests of weights take as long as writing them, and both leave Python's lock to others.
    with ThreadPoolExecutor(1) as pool:
        described = pool.submit(_described, spec, new, kept=given is not None)
        _write(library, output, places, new, described)
    return new.weights.nbytes


def _check_code(library: str, places: Places, old: Artefact, new: Artefact) -> None:
    """Refuse weights from which other code than that of the library comes, or that are laid out in another way.

    `old` is what this version of mlcc makes of the library's model. Raises D199 where it has other weights, D201.
    """
    import hashlib

    if old.code_digest != new.code_digest:
        raise MlccError(
            "D201",
            f"`{library}` cannot take these weights: other code comes from them",
            notes=[_why(old, new)],
            help="build the library again from the new model",
        )
    at, size = places["weights"]
    if hashlib.sha256(memoryview(map_file(Path(library)))[at : at + size]).hexdigest() != old.weights.digest():
        raise MlccError(
            "D199", f"`{library}` has other weights than its model",
            help="patch the library that was built, not one that is patched already",
        )  # fmt: skip


def replaceable(library: str, folders: Sequence[str]) -> list[tuple[str, str, tuple[int, ...]]]:
    """The tensors of a library's model: names, element types and shapes. Raises D199 without the model, D190 for one
    that is not ONNX."""
    source = source_of(library, folders)
    if read_input(source).kind != "onnx":
        raise MlccError("D190", f"`{source}` is no ONNX model", help="its weights have the names of its parameters")
    from mlcc.importers.onnx import replaceable

    return [(name, *kind) for name, kind in replaceable(source).items()]


def _described(spec: ModuleSpec, new: Artefact, *, kept: bool) -> ModuleSpec:
    """The description with what the new weights change. How the library is made is `kept` where a model was given."""
    facts = {**spec.metadata, "weights_sha256": new.spec.metadata["weights_sha256"], CODE_DIGEST: new.code_digest}
    if kept:
        facts[RECIPE] = new.spec.metadata[RECIPE]
    else:
        facts.pop(RECIPE, None)
    return replace(spec, metadata=facts, selftest=new.spec.selftest)


def _tensors(files: Sequence[str]) -> dict[str, Any]:
    """The arrays of files by name."""
    from mlcc.importers.safetensors import read_weights

    from .arrays import read_arrays

    found: dict[str, Any] = {}
    for file in files:
        own, equals, path = file.partition("=")
        arrays: Mapping[Any, Any]
        if equals and not os.path.exists(file):
            arrays = {own: next(iter(read_arrays(path).values()))}
        else:
            arrays = read_arrays(file) if file.endswith(".npz") else read_weights(file)
        for name in arrays.keys() & found.keys():
            raise MlccError("I141", f"two files have a tensor `{name}`", notes=[f"the second is {file}"])
        found.update({str(name): array for name, array in arrays.items()})
    return found


def _why(old: Artefact, new: Artefact) -> str:
    before, after = old.spec.weights_bytes, new.spec.weights_bytes
    if before != after:
        return f"the constants took {before} bytes, and take {after}: equal ones are stored once, numbers not at all"
    return "a kernel contains a number of a tensor, or the passes take another way with these"


def _places(library: str) -> tuple[ModuleSpec, Places]:
    """The description of a library, and where in its file the weights, the description and the results of the self-test
    are. Raises D202 where there are none."""
    from mlcc.runtime import DESCRIPTION_SECTION, SELFTEST_SECTION, find_room, inspect

    info, spec = inspect(library)
    nbytes = spec.weights_bytes
    room = find_room(map_file(Path(library)), nbytes) if nbytes and info.kind == "shared" else None
    if room is None or info.format != "elf":
        raise MlccError(
            "D202", f"`{library}` has no constants that can be replaced",
            help="shared libraries in ELF whose model has weights can be patched",
        )  # fmt: skip
    places = {"weights": (room, nbytes), "description": info.sections[DESCRIPTION_SECTION["elf"]]}
    if SELFTEST_SECTION in info.sections:
        places["selftest"] = info.sections[SELFTEST_SECTION]
    return spec, places


def _write(library: str, output: str, where: Places, new: Artefact, described: Future[ModuleSpec]) -> None:
    at, size = where["weights"]
    with atomic_path(output, executable=True) as temporary, open(library, "rb") as old, temporary.open("r+b") as file:
        _reserve(file, os.fstat(old.fileno()).st_size)
        file.write(old.read(at))
        for chunk in new.weights.chunks():
            file.write(chunk)
        old.seek(at + size)
        file.seek(at + size)
        file.write(old.read())
        for name, data in _facts(described.result(), where):
            file.seek(where[name][0])
            file.write(data)


def _reserve(file: IO[bytes], nbytes: int) -> None:
    """Give a file its blocks at once. Where it replaces another one, ext4 else finds them during the renaming, which
    then takes as long as all writing. A file system that cannot, or is full, says so when it is written."""
    if hasattr(os, "posix_fallocate"):
        with suppress(OSError):
            os.posix_fallocate(file.fileno(), 0, nbytes)


def _facts(spec: ModuleSpec, where: Places) -> Iterator[tuple[str, bytes]]:
    """The description and the results of the self-test, in the bytes that they have."""
    from mlcc.runtime import MARK, expectations, platform_of, to_json

    _, size = where["description"]
    text = MARK + to_json(spec).encode()
    if len(text) >= size:  # the new model has a longer name, which then is not said
        kept = {key: value for key, value in spec.metadata.items() if key != RECIPE}
        text = MARK + to_json(replace(spec, metadata=kept)).encode()
    yield "description", text.ljust(size - 1) + b"\0"
    if spec.selftest is not None:
        yield "selftest", expectations(spec.selftest, big_endian=platform_of(spec.triple).big_endian)
