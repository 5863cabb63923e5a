"""Encoded images, decoded by functions of the artefact's runtime (`mlcc/runtime/native/image.c`)."""

from __future__ import annotations

from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import AssertStmt, Buffer, Call, Expr, StringImm, cast, const
from mlcc.te import StmtBuilder, Tensor

from ..registry import register
from ..shapes import Dims, need_rank

#: The formats by their numbers in `mlcc/runtime/native/image.h`.
FORMATS = ("", "BMP", "JPEG", "JPEG 2000", "PNG", "PNM", "TIFF", "WebP")
#: What may be wrong with an image, by its number there. Format and problem are one number, `4 * format + problem`.
_PROBLEMS = {
    1: "the image is a damaged {} file",
    2: "the image is a {} file of a kind that is not supported",
    3: "there is no memory for decoding the image, a {} file",
}
_UNKNOWN = f"the image is in none of the formats {', '.join(FORMATS[1:-1])} and {FORMATS[-1]}"


def _need_bytes(name: str, data: Tensor) -> None:
    need_rank(name, data, 1)
    if data.dtype != "uint8":
        raise MlccError("T202", f"`{name}`: an encoded image is a vector of uint8, not of {data.dtype}")


def _address(buffer: Buffer) -> Expr:
    return Call("address_of", (buffer[tuple(const(0, "int64") for _ in buffer.shape)],), "handle")


def _checked_call(b: StmtBuilder, function: str, *args: Expr) -> None:
    """A call of a function of the runtime, and the messages for what it may return."""
    code = b.alloc("code", (1,), "int32", "local")
    b.store(code, Call("call_extern", (StringImm(function), *args), "int32"), 0)
    messages = {2: _UNKNOWN}
    for number, name in enumerate(FORMATS[1:], 1):
        messages |= {4 * number + problem: text.format(name) for problem, text in _PROBLEMS.items()}
    for number, text in messages.items():
        b.emit(AssertStmt(b.load(code, 0).not_equal(number), text))


@register("vision.image_size", "opaque")
def image_size(data: Tensor) -> Tensor:
    """Height and width, (2,) of int64, of an encoded image: the bytes (N,) of a BMP, JPEG, JPEG 2000, PNG, PNM (PBM,
    PGM, PPM), TIFF or WebP file. Anything else, a damaged header, and kinds of these files that cannot be decoded stop
    the run with a message that names the format."""
    _need_bytes("vision.image_size", data)

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(data.shape[0].dtype)
        length = cast("int64", data.shape[0])
        _checked_call(b, "mlcc_rt_image_measure", _address(ins[0]), length, _address(outs[0]))
        return b.finish()

    result: Tensor = te.extern((2,), [data], build, "int64", "image_size")
    return result


@register("vision.image_decode", "opaque")
def image_decode(data: Tensor, size: Dims) -> Tensor:
    """The pixels (height, width, 3) of uint8, red first, of an encoded image of that `size` (see `vision.image_size`).

    Gray is repeated, palettes are looked up, inks are converted; transparency is left out, and of 16 bits the upper 8
    are taken. A damaged file stops the run.
    """
    _need_bytes("vision.image_decode", data)
    height, width = size

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(data.shape[0].dtype)
        numbers = [cast("int64", n) for n in (data.shape[0], *outs[0].shape[:2])]
        _checked_call(b, "mlcc_rt_image_decode", _address(ins[0]), *numbers, _address(outs[0]))
        return b.finish()

    result: Tensor = te.extern((height, width, 3), [data], build, "uint8", "image_decode")
    return result
