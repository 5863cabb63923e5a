"""Files that are given as models and are something else: what they are, and how a model that is read comes from them.

A row of the table recognises a format by the first bytes of its files, or by the names inside of a zip archive.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

_EXPORT = "torch.export.save(torch.export.export(model.eval(), (x,)), 'model.pt2')"
_TF = "`python -m tf2onnx.convert` (the package tf2onnx) makes an .onnx of it"
#: Bytes from the start that are looked at.
_HEAD = 4096


@dataclass(frozen=True)
class Format:
    """`what` a file is, and the way out."""

    what: str
    help: str


_Head = Callable[[bytes], bool]


def _begins(*starts: bytes) -> _Head:
    return lambda head: head.startswith(starts)


def _has(mark: bytes, at: int) -> _Head:
    return lambda head: head[at : at + len(mark)] == mark


def _is_safetensors(head: bytes) -> bool:
    return head[8:9] == b"{" and int.from_bytes(head[:8], "little") < 1 << 30


#: By the first bytes. A pickle begins with its protocol and, from protocol 4 on, with a frame.
_HEADS: Sequence[tuple[_Head, Format]] = (
    (_begins(b"version https://git-lfs"), Format("a pointer of Git LFS, and the file is not there", "git lfs pull")),
    (lambda head: head.lstrip().lower().startswith((b"<!doctype html", b"<html")), Format(
        "a page of HTML", "a download gave a page instead of the file; look at it in a browser",
    )),
    (_begins(b"\x93NUMPY"), Format("an array of NumPy", "arrays are inputs: mlcc run LIB --inputs x.npy")),
    (_begins(b"\x89HDF"), Format("a file of HDF5, as Keras saves models", f"in Keras, `model.export(…)`; or {_TF}")),
    (_has(b"TFL3", 4), Format("a model of TensorFlow Lite", f"{_TF}: --tflite model.tflite --output model.onnx")),
    (_has(b"ORTM", 4), Format("a model in onnxruntime's own format (.ort)", "give the .onnx from which it was made")),
    (_begins(b"GGUF"), Format("weights in GGUF", "they have no graph: export the model to ONNX")),
    (_is_safetensors, Format(
        "weights in safetensors", "they come without a graph: mlcc build MODEL.onnx --weights model.safetensors",
    )),
    (_begins(b"ptrt", b"ftrt"), Format("an engine of TensorRT", "give the .onnx from which it was built")),
    (_begins(b"MZ", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"\0asm"), Format(
        "a compiled file", "`mlcc inspect`, `mlcc run` and `mlcc bench` read compiled libraries",
    )),
    (_begins(*(b"\x80" + bytes([protocol]) for protocol in range(2, 6))), Format(
        "a pickle of Python, as old versions of PyTorch save", f"in Python: {_EXPORT}",
    )),
    (_begins(b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd"), Format("a compressed file", "unpack it first")),
)  # fmt: skip

_Names = Callable[[Sequence[str]], bool]


def _inside(*ends: str) -> _Names:
    return lambda names: any(name.endswith(ends) for name in names)


#: By the names of what is in a zip archive; the first that fits.
_ARCHIVES: Sequence[tuple[_Names, Format]] = (
    (_inside("/archive_format", "serialized_exported_program.json"), Format(
        "an exported program of PyTorch", "`mlcc build` reads it by the suffix .pt2; other commands want ONNX: "
        "torch.onnx.export(model, (x,), 'model.onnx')",
    )),
    (lambda names: any("/code/" in name for name in names), Format(
        "a model of TorchScript", f"from the module that it was made of: {_EXPORT}",
    )),
    (_inside("/data.pkl"), Format(
        "a checkpoint of PyTorch (torch.save)", f"it has no graph; from the module, with its weights loaded: {_EXPORT}",
    )),
    (_inside("model.weights.h5"), Format(
        "a model of Keras", f"in Keras, `model.export('model.onnx', format='onnx')`; or {_TF}",
    )),
    (_inside(".npy"), Format("arrays of NumPy", "arrays are inputs: mlcc run LIB --inputs x.npz")),
    (lambda names: True, Format("a zip archive", "unpack it first")),
)  # fmt: skip


def other_format(data: bytes) -> Format | None:
    """What the contents of a file are, where it is known and no ONNX model, program or module; else None."""
    head = data[:_HEAD]
    if head.startswith(b"PK\x03\x04"):
        with suppress(zipfile.BadZipFile, ValueError, OSError), zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            return next(form for fits, form in _ARCHIVES if fits(names))
    return next((form for fits, form in _HEADS if fits(head)), None)
