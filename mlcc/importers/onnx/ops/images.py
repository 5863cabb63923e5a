"""Encoded images."""

from __future__ import annotations

from mlcc.ir import GraphExpr

from ..context import Context, shape_arg
from ..registry import onnx_op

#: The shares of red, green and blue in gray, of 65536: those of ITU-R BT.601.
_SHARES = (19595, 38470, 7471)


@onnx_op("ImageDecoder", since=20)
def image_decoder(ctx: Context, encoded: GraphExpr, *, pixel_format: str = "RGB") -> GraphExpr:
    """The standard allows an empty matrix for what cannot be decoded; here the run stops, with a reason."""
    if pixel_format not in ("RGB", "BGR", "Grayscale"):
        raise ctx.error("I117", f"the node is malformed: `pixel_format` is `{pixel_format}`")
    size = ctx.dims_of(ctx.emit("vision.image_size", encoded), "the size of the image")
    pixels = ctx.emit("vision.image_decode", encoded, shape_arg(size))
    if pixel_format == "RGB":
        return pixels
    if pixel_format == "BGR":
        return ctx.emit("flip", pixels, axis=2)
    parts = ctx.emit("multiply", ctx.cast(pixels, "int32"), ctx.constant(_SHARES, "int32"))
    total = ctx.emit("add", ctx.emit("sum", parts, axis=[2], keepdims=True), ctx.constant(1 << 15, "int32"))
    return ctx.cast(ctx.emit("right_shift", total, ctx.constant(16, "int32")), "uint8")
