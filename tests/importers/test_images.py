"""Encoded images in a model, decoded by the artefact: equal to what Pillow makes of them, and errors that say why."""

from __future__ import annotations

import io
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from onnx import TensorProto
from onnx_models import model_of, node

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.importers.onnx import from_onnx
from mlcc.runtime import Library

Pixels = NDArray[np.uint8]


@cache
def decoder(pixel_format: str) -> Library:
    """A library of one node, for data of any length."""
    decode = node("ImageDecoder", ["data"], ["pixels"], pixel_format=pixel_format)
    return mlcc.build(from_onnx(model_of([decode], {"data": (TensorProto.UINT8, ["n"])}, ["pixels"], opset=20)))


def decoded(data: bytes, pixel_format: str = "RGB") -> Pixels:
    return np.asarray(decoder(pixel_format)(np.frombuffer(data, np.uint8)))


def picture(height: int, width: int) -> Pixels:
    """Waves, noise and a flat rectangle."""
    y, x = np.mgrid[:height, :width]
    waves = np.stack([128 + 100 * np.sin(x / (3 + c) + y / 7 * c) for c in range(3)], -1)
    waves += np.random.default_rng(0).normal(0, 25, waves.shape)
    waves[height // 3 : height // 2, width // 4 : width // 2] = (200, 30, 90)
    return np.clip(waves, 0, 255).astype(np.uint8)


#: How Pillow writes files, with the mode of the image; `16` is a mode of 16-bit gray.
KINDS = [
    ("JPEG", "RGB", {"subsampling": 0}), ("JPEG", "RGB", {"subsampling": 1}), ("JPEG", "RGB", {"subsampling": 2}),
    ("JPEG", "RGB", {"progressive": True, "restart_marker_blocks": 3}), ("JPEG", "L", {"progressive": True}),
    ("JPEG", "CMYK", {}), ("JPEG", "RGB", {"keep_rgb": True}),
    ("PNG", "RGB", {}), ("PNG", "L", {}), ("PNG", "1", {}), ("PNG", "P", {}), ("PNG", "16", {}),
    ("BMP", "RGB", {}), ("BMP", "P", {}), ("BMP", "1", {}), ("PPM", "RGB", {}), ("PPM", "L", {}), ("PPM", "1", {}),
    ("TIFF", "RGB", {"compression": "tiff_lzw", "tiffinfo": {317: 2}}), ("TIFF", "CMYK", {"compression": "packbits"}),
    ("TIFF", "P", {"compression": "tiff_deflate"}), ("TIFF", "1", {}), ("TIFF", "16", {}),
    ("WEBP", "RGB", {"quality": 20}), ("WEBP", "RGB", {"quality": 95}), ("WEBP", "RGB", {"lossless": True}),
    ("WEBP", "P", {"lossless": True}),
    ("JPEG2000", "RGB", {}), ("JPEG2000", "L", {"no_jp2": True, "progression": "RPCL"}),
    ("JPEG2000", "RGB", {"quality_mode": "rates", "quality_layers": [20, 5], "tile_size": (16, 16)}),
]  # fmt: skip


@pytest.mark.every(2)
@pytest.mark.parametrize("kind", KINDS, ids=lambda k: f"{k[0]}-{k[1]}-{'-'.join(map(str, k[2].values()))}")
def test_pixels_are_those_of_pillow(kind: tuple[str, str, dict[str, object]]) -> None:
    image = pytest.importorskip("PIL.Image")
    form, mode, options = kind
    for height, width in ((1, 1), (5, 7), (33, 50)):
        wide = image.fromarray(picture(height, width))
        deep = np.arange(height * width, dtype=np.uint16).reshape(height, width) * 977
        made = {"P": lambda w=wide: w.quantize(9), "16": lambda d=deep: image.fromarray(d)}
        source = made[mode]() if mode in made else wide.convert(mode)
        if form == "WEBP" and mode == "P":
            source = source.convert("RGB")  # few colours: a palette of its own
        with io.BytesIO() as file:
            source.save(file, format=form, **options)
            data = file.getvalue()
        read = image.open(io.BytesIO(data))
        # Pillow clips 16-bit gray where it makes colours of it.
        want = np.repeat((deep >> 8)[..., None], 3, -1) if mode == "16" else np.array(read.convert("RGB"))
        np.testing.assert_array_equal(decoded(data), want)


@pytest.mark.parametrize("pixel_format", ["BGR", "Grayscale"])
def test_orders_of_colours(pixel_format: str) -> None:
    colours = np.array([[[255, 0, 0], [10, 20, 30]], [[1, 2, 3], [0, 255, 9]], [[7, 7, 7], [200, 100, 50]]], np.uint8)
    data = b"P6 2 3 255\n" + colours.tobytes()
    gray = (colours @ np.array([19595, 38470, 7471], np.int64) + 32768 >> 16).astype(np.uint8)[..., None]
    np.testing.assert_array_equal(decoded(data, pixel_format), colours[..., ::-1] if pixel_format == "BGR" else gray)


#: Bytes, and what is said of them.
REFUSED = [
    (b"", "in none of the formats BMP, JPEG"),
    (b"GIF89a", "in none of the formats"),
    (b"P6 2 3 255\n" + bytes(17), "a damaged PNM file"),
    (b"\x89PNG\r\n\x1a\n", "a damaged PNG file"),
    (b"RIFF\x10\0\0\0WEBPVP8X\x0a\0\0\0\x02" + bytes(9), "a WebP file of a kind that is not supported"),
    (b"\xff\xd8\xff\xc9\0\x0b\x08\0\x01\0\x01\x01\x01\x11\0", "a JPEG file of a kind that is not supported"),
]


@pytest.mark.parametrize(("data", "message"), REFUSED)
def test_what_cannot_be_decoded_is_an_error_of_the_run(data: bytes, message: str) -> None:
    with pytest.raises(MlccError, match=message) as caught:
        decoded(data)
    assert caught.value.code == "R312"


def test_run_lengths_of_bitmaps() -> None:
    """Runs, literal pixels, a move and the ends of lines: rows are stored from the last one up."""
    palette = b"".join(bytes([k, k + 1, k + 2, 0]) for k in range(0, 250, 2)).ljust(1024, b"\0")
    head = np.array([40, 4, 3], "<i4").tobytes() + np.array([1, 8], "<i2").tobytes() + np.array([1], "<i4").tobytes()
    runs = bytes([3, 5, 1, 6, 0, 0, 0, 3, 1, 2, 3, 0, 0, 0, 0, 2, 1, 0, 2, 9, 0, 1])
    data = b"BM" + bytes(8) + np.array([14 + 40 + 1024], "<i4").tobytes() + head + bytes(20) + palette + runs
    rows = np.array([[0, 9, 9, 0], [1, 2, 3, 0], [5, 5, 5, 6]])
    want = np.stack([rows * 2 + 2, rows * 2 + 1, rows * 2], -1)
    np.testing.assert_array_equal(decoded(data), want)


def test_pixels_of_a_format_that_no_one_has() -> None:
    with pytest.raises(MlccError, match="`pixel_format` is `HSV`") as caught:
        decoded(b"", "HSV")
    assert caught.value.code == "I117"
