"""Other weights in a library that stands: the code stays, the constants are computed anew and written over the old.

What a library has are not the tensors of its model but what the passes made of them: packed, folded, joined, sorted. So
the passes run again, on the model of the library and on the same with the new tensors. Where both give the same code,
the constants are all that differs, and go to the same places; otherwise a tensor is part of the code (as a size, or a
number in a kernel), and the library must be built again. No kernel is compiled.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError

from .files import read_input
from .inspection import read_recipe
from .recipes import RECIPE, find_file
from .writing import atomic_path, scratch_folder

if TYPE_CHECKING:
    import onnx

    from mlcc.runtime import ModuleSpec

    from .artefact import Artefact

#: Builds from a source (and files of weights) by the settings of a recipe, and hands the artefact on unwritten.
Rebuild = Callable[[str, Sequence[str]], "Artefact"]


def patch_library(library: str, weights: Sequence[str], output: str, folders: Sequence[str], rebuild: Rebuild) -> int:
    """Write the library with other weights to `output`; returns how many bytes of constants it has.

    `weights` is a model of the same graph (.onnx), or files of tensors by the model's names (.safetensors, .npz), or
    tensors themselves: ``fc1.weight=w.npy``.
    `folders` are where the library's own model is. Raises D199 without the model, I141 and I142 for tensors that do not
    fit, D201 where the code depends on them, D202 for a library without constants in a place of their own.
    """
    recipe = read_recipe(library)
    source = find_file(recipe["source"]["name"], recipe["source"]["sha256"], folders)
    old = rebuild(source, ())
    with scratch_folder() as folder:
        given, more = _new_source(source, weights, folder)
        new = rebuild(given, more)
        where = _places(library, old)
        if old.code_text() != new.code_text():
            raise MlccError(
                "D201",
                f"`{library}` cannot take these weights: other code comes from them",
                notes=[_why(old, new)],
                help="build the library again from the new model",
            )
        _write(library, output, where, new, _described(old, new, kept=given in weights))
    return int(new.spec.weights_bytes)


def replaceable(library: str, folders: Sequence[str]) -> list[tuple[str, str, tuple[int, ...]]]:
    """The tensors of a library's model: names, element types and shapes. Raises D199 without the model, D190 for one
    that is not ONNX."""
    recipe = read_recipe(library)
    source = find_file(recipe["source"]["name"], recipe["source"]["sha256"], folders)
    if read_input(source).kind != "onnx":
        raise MlccError("D190", f"`{source}` is no ONNX model", help="its weights have the names of its parameters")
    import onnx

    tensors = onnx.load(source, load_external_data=False).graph.initializer
    return [(tensor.name, *_type(tensor)) for tensor in tensors]


def _type(tensor: onnx.TensorProto) -> tuple[str, tuple[int, ...]]:
    """The element type and the shape of an initializer."""
    from onnx.helper import tensor_dtype_to_np_dtype

    return tensor_dtype_to_np_dtype(tensor.data_type).name, tuple(tensor.dims)


def _new_source(source: str, weights: Sequence[str], folder: Path) -> tuple[str, Sequence[str]]:
    """The source of the new build, and files of weights that are bound to its parameters."""
    if len(weights) == 1 and weights[0].endswith((".onnx", ".pt2")):
        return weights[0], ()
    if read_input(source).kind != "onnx":
        return source, weights
    path = folder / os.path.basename(source)
    _with_tensors(source, _tensors(weights), path)
    return str(path), ()


def _described(old: Artefact, new: Artefact, *, kept: bool) -> ModuleSpec:
    """The description with what the new weights change. How the library is made is `kept` where a model was given."""
    facts = {**old.spec.metadata, "weights_sha256": new.spec.metadata["weights_sha256"]}
    if kept:
        facts[RECIPE] = new.spec.metadata[RECIPE]
    else:
        facts.pop(RECIPE)
    return replace(old.spec, metadata=facts, selftest=new.spec.selftest)


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


def _with_tensors(source: str, tensors: Mapping[str, Any], path: Path) -> None:
    """Write a model with other contents of initializers. Raises I141, I142 for those that do not fit."""
    import onnx
    from onnx import numpy_helper

    from mlcc.importers.safetensors import fitting

    model = onnx.load(source)
    initializers = {tensor.name: tensor for tensor in model.graph.initializer}
    types = {name: _type(tensor)[::-1] for name, tensor in initializers.items()}
    for name, array in fitting(tensors, types, ()).items():
        initializers[name].CopyFrom(numpy_helper.from_array(array, name))
    large = model.ByteSize() > onnx.checker.MAXIMUM_PROTOBUF
    onnx.save(model, path, save_as_external_data=large, location=f"{path.name}.data")


def _why(old: Artefact, new: Artefact) -> str:
    before, after = old.spec.weights_bytes, new.spec.weights_bytes
    if before != after:
        return f"the constants took {before} bytes, and take {after}: equal ones are stored once, numbers not at all"
    return "a kernel contains a number of a tensor, or the passes take another way with these"


def _places(library: str, old: Artefact) -> Mapping[str, tuple[int, int]]:
    """Where in the file the weights, the description and the results of the self-test are: offset and size.

    Raises D202 where they are not found, D199 for a library that was not made from the model as it is.
    """
    import hashlib

    from mlcc.runtime import DESCRIPTION_SECTION, SELFTEST_SECTION, find_room, inspect, map_file

    info, spec = inspect(library)
    nbytes = spec.weights_bytes
    data = map_file(Path(library))
    room = find_room(data, nbytes) if nbytes and info.kind == "shared" else None
    if room is None or info.format != "elf":
        raise MlccError(
            "D202", f"`{library}` has no constants that can be replaced",
            help="shared libraries in ELF whose model has weights can be patched",
        )  # fmt: skip
    if hashlib.sha256(memoryview(data)[room : room + nbytes]).hexdigest() != old.weights.digest():
        raise MlccError(
            "D199", f"`{library}` has other weights than its model",
            help="patch the library that was built, not one that is patched already",
        )  # fmt: skip
    places = {"weights": (room, nbytes), "description": info.sections[DESCRIPTION_SECTION["elf"]]}
    if SELFTEST_SECTION in info.sections:
        places["selftest"] = info.sections[SELFTEST_SECTION]
    return places


def _write(
    library: str, output: str, where: Mapping[str, tuple[int, int]], new: Artefact, described: ModuleSpec
) -> None:
    with atomic_path(output, executable=True) as temporary:
        shutil.copyfile(library, temporary)
        with temporary.open("r+b") as file:
            file.seek(where["weights"][0])
            for chunk in new.weights.chunks():
                file.write(chunk)
            for name, data in _facts(described, where):
                file.seek(where[name][0])
                file.write(data)


def _facts(spec: ModuleSpec, where: Mapping[str, tuple[int, int]]) -> Iterator[tuple[str, bytes]]:
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
