"""Convolutions: of the data a transposed convolution, of the weight a convolution of the data with the gradient."""

from __future__ import annotations

from typing import Any

from mlcc.ir import Expr, GraphExpr, as_int
from mlcc.topi.shapes import pads_of, per_dim

from ..composed.registry import c, extent, reshape, shape_of
from .registry import gradient

_PLAIN = {1: ("NCW", "OIW"), 2: ("NCHW", "OIHW"), 3: ("NCDHW", "OIDHW")}


class _Sizes:
    """Strides, paddings and dilations of a convolution with `rank` spatial dimensions."""

    def __init__(self, rank: int, strides: Any, padding: Any, dilation: Any) -> None:
        self.rank = rank
        self.strides = per_dim(strides, rank, 1, "strides")
        self.dilation = per_dim(dilation, rank, 1, "dilation")
        self.pads = pads_of(padding, rank)

    @property
    def padding(self) -> list[int]:
        return [before for before, _ in self.pads] + [after for _, after in self.pads]


def _as_layout(x: GraphExpr, given: str, wanted: str) -> GraphExpr:
    return x if given == wanted else c("transpose", x, axes=[given.index(letter) for letter in wanted])


def _declare(rank: int) -> None:
    plain, plain_kernel = _PLAIN[rank]
    name = f"nn.conv{rank}d"

    @gradient(name)
    def convolution(
        g: GraphExpr, y: GraphExpr, data: GraphExpr, weight: GraphExpr, strides: Any = 1, padding: Any = 0,
        dilation: Any = 1, groups: int = 1, data_layout: str | None = None, kernel_layout: str | None = None,
        out_layout: str | None = None, out_dtype: str | None = None, multiple: int = 1,
    ) -> tuple[GraphExpr, GraphExpr]:  # fmt: skip
        layout, of_kernel = data_layout or plain, kernel_layout or plain_kernel
        g = _as_layout(g, out_layout or layout, plain)
        x, w = _as_layout(data, layout, plain), _as_layout(weight, of_kernel, plain_kernel)
        sizes = _Sizes(rank, strides, padding, dilation)
        of_data = _of_data(g, x, w, sizes, int(groups))
        of_weight = _of_weight(g, x, w, sizes, int(groups))
        return _as_layout(of_data, plain, layout), _as_layout(of_weight, plain_kernel, of_kernel)

    @gradient(f"{name}_transpose")
    def transposed(
        g: GraphExpr, y: GraphExpr, data: GraphExpr, weight: GraphExpr, strides: Any = 1, padding: Any = 0,
        output_padding: Any = 0, dilation: Any = 1, groups: int = 1, out_dtype: str | None = None,
    ) -> tuple[GraphExpr, GraphExpr]:  # fmt: skip
        """A transposed convolution is the gradient of a convolution: its own gradients are that convolution's."""
        sizes = _Sizes(rank, strides, padding, dilation)
        of_data = c(
            name, g, weight, strides=sizes.strides, padding=sizes.padding, dilation=sizes.dilation, groups=int(groups)
        )
        of_data = _cut(of_data, shape_of(data)[2:])
        return of_data, _of_weight(data, g, weight, sizes, int(groups))


def _of_data(g: GraphExpr, x: GraphExpr, w: GraphExpr, sizes: _Sizes, groups: int) -> GraphExpr:
    """What the windows left over at the end of the data is the output padding of the transposed convolution."""
    left: list[Any] = []
    for n in range(sizes.rank):
        kernel = extent(shape_of(w)[2 + n], "the kernel of a convolution")
        span = (kernel - 1) * sizes.dilation[n] + 1
        count, size = shape_of(g)[2 + n], shape_of(x)[2 + n]
        rest = size - ((count - 1) * sizes.strides[n] - sum(sizes.pads[n]) + span)
        number = as_int(rest) if isinstance(rest, Expr) else rest
        if number is None:
            raise NotImplementedError("a convolution whose image has sizes that only the run knows")
        left.append(number)
    return c(
        f"nn.conv{sizes.rank}d_transpose", g, w, strides=sizes.strides, padding=sizes.padding, output_padding=left,
        dilation=sizes.dilation, groups=groups,
    )  # fmt: skip


def _of_weight(g: GraphExpr, x: GraphExpr, w: GraphExpr, sizes: _Sizes, groups: int) -> GraphExpr:
    """The images are the channels and the channels the images; strides and dilations change places."""
    n, channels, *space = shape_of(x)
    _, out, *counts = shape_of(g)
    order = list(range(3, 3 + sizes.rank))
    images = c("transpose", reshape(x, [n, groups, channels // groups, *space]), axes=[2, 1, 0, *order])
    images = reshape(images, [channels // groups, groups * n, *space])
    kernels = c("transpose", g, axes=[1, 0, *range(2, 2 + sizes.rank)])
    full = c(
        f"nn.conv{sizes.rank}d", images, kernels, strides=sizes.dilation, padding=sizes.padding,
        dilation=sizes.strides, groups=groups,
    )  # fmt: skip
    return c("transpose", _cut(full, shape_of(w)[2:]), axes=[1, 0, *range(2, 2 + sizes.rank)])


def _cut(x: GraphExpr, space: Any) -> GraphExpr:
    """The first elements along the spatial axes."""
    axes = list(range(2, 2 + len(space)))
    return c("strided_slice", x, begin=[0] * len(axes), end=list(space), strides=[1] * len(axes), axes=axes)


for _rank in _PLAIN:
    _declare(_rank)
