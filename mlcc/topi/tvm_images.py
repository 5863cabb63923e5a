"""Operators on images by TVM's names: resampling with its arguments, cropped regions, morphological dilation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, const
from mlcc.te import Tensor

from .registry import get_op
from .shapes import define

#: By TVM's name.
NAMES: dict[str, Callable[..., Any]] = {}

Ints = int | Sequence[int]

_LAYOUTS = {1: ("NCW", "NWC"), 2: ("NCHW", "NHWC"), 3: ("NCDHW", "NDHWC")}
_METHODS = {
    "nearest_neighbor": "nearest",
    "linear": "linear",
    "bilinear": "linear",
    "cubic": "cubic",
    "bicubic": "cubic",
}
#: TVM's rounding of a coordinate to that of an element; without one it depends on the coordinates.
_ROUNDING = {
    "round": "round_prefer_ceil", "round_prefer_floor": "round_prefer_floor", "round_prefer_ceil": "round_prefer_ceil",
    "floor": "floor", "ceil": "ceil",
}  # fmt: skip


def _places(name: str, layout: str, rank: int) -> list[int]:
    """Where the dimensions of space stand."""
    if layout not in _LAYOUTS[rank]:
        raise MlccError("T206", f'`{name}` has no layout "{layout}"', help=f"it is {' or '.join(_LAYOUTS[rank])}")
    return [n for n, letter in enumerate(layout) if letter not in "NC"]


def _chosen(name: str, what: str, value: str, choices: Any) -> str:
    if value not in choices:
        raise MlccError("T206", f'`{name}` has no {what} "{value}"', help=f"it is one of {', '.join(choices)}")
    return str(choices[value])


def _resize(rank: int) -> Callable[..., Tensor]:
    name = f"image.resize{rank}d"

    def fn(
        data: Tensor, roi: Sequence[float] | None, size: Sequence[Any], layout: str = _LAYOUTS[rank][0],
        method: str = "linear", coordinate_transformation_mode: str = "half_pixel", rounding_method: str = "",
        bicubic_alpha: float = -0.75, bicubic_exclude: int = 0, extrapolation_value: float = 0.0,
        out_dtype: str | None = None, output_shape: Any = None,
    ) -> Tensor:  # fmt: skip
        plain = "round" if coordinate_transformation_mode == "align_corners" else "floor"
        crop = coordinate_transformation_mode == "tf_crop_and_resize"
        result: Tensor = get_op("image.resize").fn(
            data, tuple(size), axes=_places(name, layout, rank), roi=list(roi or ()) if crop else None,
            method=_chosen(name, "method", method, _METHODS), coordinate_mode=coordinate_transformation_mode,
            nearest_mode=_chosen(name, "rounding method", rounding_method or plain, _ROUNDING),
            cubic_alpha=bicubic_alpha, exclude_outside=bool(bicubic_exclude), extrapolation_value=extrapolation_value,
        )  # fmt: skip
        return result if out_dtype in (None, result.dtype) else get_op("cast").fn(result, out_dtype)

    fn.__doc__ = f"The {rank} dimensions of space of `data`, resampled to `size`."
    return fn


for _rank in (1, 2, 3):
    NAMES[f"image.resize{_rank}d"] = _resize(_rank)


def crop_and_resize(
    data: Tensor, boxes: Tensor, box_indices: Tensor, crop_size: Sequence[int], layout: str = "NCHW",
    method: str = "bilinear", extrapolation_value: float | None = 0, out_dtype: str | None = None,
) -> Tensor:  # fmt: skip
    """Regions of images, each box (y1, x1, y2, x2) in shares of the extents, resampled to `crop_size`.

    `box_indices` says which image a box is of. Places outside of the image are `extrapolation_value`.
    """
    at = _places("image.crop_and_resize", layout, 2)
    if method not in ("bilinear", "nearest_neighbor"):
        raise MlccError("T206", f'`image.crop_and_resize` has no method "{method}"')
    rows, columns = crop_size
    extents = [data.shape[n] for n in at]
    outside = const(extrapolation_value or 0, "float32")

    def coordinate(box: Expr, place: Expr, axis: int, count: int) -> Expr:
        low, high = boxes(box, axis), boxes(box, axis + 2)
        reach = (extents[axis] - 1).astype("float32")
        if count == 1:
            return (low + high) * const(0.5, "float32") * reach
        return low * reach + place.astype("float32") * ((high - low) * reach / const(float(count - 1), "float32"))

    def read(image: Expr, channel: Expr, y: Expr, x: Expr) -> Expr:
        y, x = (te.max(te.min(v, d.astype("int32") - 1), 0) for v, d in zip((y, x), extents, strict=True))
        given = (image, channel, y, x) if layout == "NCHW" else (image, y, x, channel)
        return data(*given).astype("float32")

    def element(box: Expr, channel: Expr, row: Expr, column: Expr) -> Expr:
        image = box_indices(box)
        y, x = coordinate(box, row, 0, rows), coordinate(box, column, 1, columns)
        inside = te.all(
            y >= 0.0, x >= 0.0, *(v <= (d - 1).astype("float32") for v, d in zip((y, x), extents, strict=True))
        )
        if method == "nearest_neighbor":
            value = read(image, channel, te.round(y).astype("int32"), te.round(x).astype("int32"))
            return te.if_then_else(inside, value, outside)
        top, left = te.floor(y), te.floor(x)
        dy, dx = y - top, x - left
        ty, lx = top.astype("int32"), left.astype("int32")
        above = read(image, channel, ty, lx) * (1.0 - dx) + read(image, channel, ty, lx + 1) * dx
        below = read(image, channel, ty + 1, lx) * (1.0 - dx) + read(image, channel, ty + 1, lx + 1) * dx
        return te.if_then_else(inside, above * (1.0 - dy) + below * dy, outside)

    dtype = out_dtype or data.dtype
    if layout == "NCHW":
        return define((boxes.shape[0], data.shape[1], rows, columns),
                      lambda b, c, y, x: element(b, c, y, x).astype(dtype), "crop_and_resize")  # fmt: skip
    return define((boxes.shape[0], rows, columns, data.shape[3]),
                  lambda b, y, x, c: element(b, c, y, x).astype(dtype), "crop_and_resize")  # fmt: skip


def _dilation(layout: str) -> Callable[..., Tensor]:
    at = [layout.index("H"), layout.index("W")]

    def fn(input: Tensor, filter: Tensor, stride: Ints, padding: Ints, dilations: Ints,
           out_dtype: str | None = None) -> Tensor:  # fmt: skip
        (sy, sx), (dy, dx) = ((v, v) if isinstance(v, int) else tuple(v) for v in (stride, dilations))
        pads = [padding] * 4 if isinstance(padding, int) else [*padding, *padding] if len(padding) == 2 else padding
        widths = [(0, 0)] * 4
        widths[at[0]], widths[at[1]] = (pads[0], pads[2]), (pads[1], pads[3])
        lowest = as_int(te.min_value(input.dtype)) if "int" in input.dtype else float("-inf")
        padded = get_op("nn.pad").fn(input, pad_width=widths, pad_value=lowest)
        high, wide = filter.shape[1:] if layout == "NCHW" else filter.shape[:2]
        ky, kx = te.reduce_axis((0, high), "ky"), te.reduce_axis((0, wide), "kx")
        size = [(padded.shape[n] - (k - 1) * d - 1) // s + 1
                for n, k, d, s in zip(at, (high, wide), (dy, dx), (sy, sx), strict=True)]  # fmt: skip
        dtype = out_dtype or input.dtype

        def element(n: Expr, c: Expr, y: Expr, x: Expr) -> Any:
            place = (y * sy + ky * dy, x * sx + kx * dx)
            if layout == "NCHW":
                value = padded(n, c, *place).astype(dtype) + filter(c, ky, kx).astype(dtype)
            else:
                value = padded(n, *place, c).astype(dtype) + filter(ky, kx, c).astype(dtype)
            return te.max(value, axis=[ky, kx])

        if layout == "NCHW":
            return define((input.shape[0], input.shape[1], *size), element, "dilation2d")
        return define((input.shape[0], *size, input.shape[3]), lambda n, y, x, c: element(n, c, y, x), "dilation2d")

    fn.__doc__ = f"The largest sum of a window of the input ({layout}) and the filter: morphological dilation."
    return fn


NAMES |= {
    "image.crop_and_resize": crop_and_resize,
    "image.dilation2d_nchw": _dilation("NCHW"),
    "image.dilation2d_nhwc": _dilation("NHWC"),
}
