"""Files of other tools that are given as models are called by their names."""

from __future__ import annotations

import io
import json
import zipfile

import numpy as np
import pytest

from mlcc.diagnostics import MlccError
from mlcc.importers.onnx import load_model


def archive(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name in names:
            made.writestr(name, "x")
    return out.getvalue()


def saved(save, *args, **named) -> bytes:
    out = io.BytesIO()
    save(out, *args, **named)
    return out.getvalue()


HEADER = json.dumps({"w": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}).encode()

FILES = {
    "a checkpoint of PyTorch": archive("net/data.pkl", "net/data/0", "net/version"),
    "a model of TorchScript": archive("net/data.pkl", "net/code/__torch__.py", "net/constants.pkl"),
    "an exported program of PyTorch": archive("net/archive_format", "net/models/model.json"),
    "a model of Keras": archive("config.json", "model.weights.h5"),
    "a zip archive": archive("model.onnx"),
    "arrays of NumPy": saved(np.savez, x=np.zeros(3)),
    "an array of NumPy": saved(np.save, np.zeros(3)),
    "a pickle of Python": b"\x80\x04\x95\x10\0\0\0",
    "a file of HDF5": b"\x89HDF\r\n\x1a\n" + bytes(8),
    "a model of TensorFlow Lite": b"\x1c\0\0\0TFL3" + bytes(8),
    "a model in onnxruntime's own format": b"\x1c\0\0\0ORTM" + bytes(8),
    "weights in GGUF": b"GGUF\x03\0\0\0",
    "weights in safetensors": len(HEADER).to_bytes(8, "little") + HEADER + bytes(4),
    "a pointer of Git LFS": b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n",
    "a page of HTML": b"<!DOCTYPE html>\n<html lang=en>",
    "a compiled file": b"MZ\x90\0",
    "a compressed file": b"\x1f\x8b\x08\0\0\0",
}


@pytest.mark.parametrize("what", FILES)
def test_it_is_named_with_a_way_out(what: str) -> None:
    with pytest.raises(MlccError) as caught:
        load_model(FILES[what])
    found = caught.value.diagnostic
    assert (caught.value.code, what in found.message, bool(found.help)) == ("I101", True, True), found


def test_what_nobody_knows_stays_so() -> None:
    with pytest.raises(MlccError, match="cannot be decoded"):
        load_model(b"\xff\xfe\xfd" * 50)
