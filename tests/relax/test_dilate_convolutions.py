"""Convolutions of the phases of an image become dilated convolutions: which of them, and with equal numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc.ir import GraphCall, GraphFunction, IRModule, Var, verify, walk
from mlcc.relax.transform import DeadCodeElimination, DilateConvolutions

from .graphs import Ops, assert_close, compiled, graph, interpret, normal, operators

N, H, W = (Var(name, "int64") for name in "nhw")


def dilated(module: IRModule) -> IRModule:
    after = DeadCodeElimination()(DilateConvolutions()(module))
    verify(after)
    return after


def attributes(module: IRModule, name: str = "nn.conv2d") -> dict[str, Any]:
    func = module["main"]
    assert isinstance(func, GraphFunction)
    (call,) = (n for n in walk(func) if isinstance(n, GraphCall) and getattr(n.op, "name", "") == name)
    return dict(call.attrs)


def phases(o: Ops, x: Any, shape: tuple[Any, ...], steps: tuple[int, int], order: str = "yxn") -> Any:
    """The images of every so many rows and columns of (n, c, h, w)."""
    n, c, h, w = shape
    down, along = steps
    split = o.reshape(x, (n, c, h // down, down, w // along, along))
    axes = {"y": 3, "x": 5, "n": 0}
    moved = o.transpose(split, axes=[*(axes[part] for part in order), 1, 2, 4])
    return o.reshape(moved, (n * down * along, c, h // down, w // along))


def together(o: Ops, x: Any, shape: tuple[Any, ...], steps: tuple[int, int], order: str = "yxn") -> Any:
    """The image (n, c, h * down, w * along) of such results."""
    n, c, h, w = shape
    down, along = steps
    sizes = {"y": down, "x": along, "n": n}
    split = o.reshape(x, (*(sizes[part] for part in order), c, h, w))
    at = order.index
    moved = o.transpose(split, axes=[at("n"), 3, 4, at("y"), 5, at("x")])
    return o.reshape(moved, (n, c, h * down, w * along))


def same(o: Ops, x: Any, n: Any, h: Any, w: Any, step: int = 2, extra: int = 0, **attrs: Any) -> Any:
    """What TensorFlow makes of a 3 x 3 convolution with padding SAME: sizes are padded to multiples of the step."""
    over = [(0 - size) % step if isinstance(size, int) else (size + step - 1) // step * step - size for size in (h, w)]
    width = [[0, 0], [0, 0], [step + extra, step + over[0]], [step, step + over[1]]]
    padded = o.nn_pad(x, pad_width=width, mode="constant", pad_value=0)
    high, wide = h + 2 * step + extra + over[0], w + 2 * step + over[1]
    cut = phases(o, padded, (n, 4, high, wide), (step, step))
    conv = o.nn_conv2d(cut, normal(6, 4, 3, 3), **attrs)
    whole = together(o, conv, (n, 6, high // step - 2, wide // step - 2), (step, step))
    return o.strided_slice(whole, begin=[0, 0], end=[h, w], axes=[2, 3], strides=[1, 1])


@pytest.mark.every(2)
@pytest.mark.parametrize("step", [2, 3])
def test_of_symbolic_sizes(step: int) -> None:
    """The padding to a multiple of the dilation and the crop cancel each other."""
    after = dilated(graph(lambda o, x: same(o, x, N, H, W, step), x=(N, 4, H, W)))
    assert operators(after) == ["nn.conv2d"]
    attrs = attributes(after)
    assert (attrs["dilation"], attrs["padding"]) == ([step] * 2, [step] * 4)
    library = mlcc.build(after)
    for n, h, w in ((1, 6, 9), (2, 7, 4), (3, 1, 1)):
        x = normal(n, 4, h, w)
        want = interpret(graph(lambda o, x, n=n, h=h, w=w: same(o, x, n, h, w, step), x=x.shape), x)
        assert_close([np.asarray(library(x))], want)


def test_channels_that_come_first_are_transposed_after_it() -> None:
    """As tf2onnx writes it for blocks of depth: channels and batch change places before and after the convolution."""

    def body(o: Ops, x: Any) -> Any:
        turned = o.transpose(x, axes=[1, 0, 2, 3])
        split = o.reshape(turned, (4, 2, 4, 2, 5, 2))
        cut = o.reshape(o.transpose(split, axes=[0, 3, 5, 1, 2, 4]), (4, 8, 4, 5))
        conv = o.nn_conv2d(o.transpose(cut, axes=[1, 0, 2, 3]), normal(6, 4, 3, 3))
        back = o.reshape(o.transpose(conv, axes=[1, 0, 2, 3]), (6, 2, 2, 2, 2, 3))
        return o.reshape(o.transpose(back, axes=[0, 3, 4, 1, 5, 2]), (6, 2, 4, 6))

    module = graph(body, x=(2, 4, 8, 10))
    after = dilated(module)
    assert operators(after) == ["nn.conv2d", "transpose"]
    x = normal(2, 4, 8, 10)
    assert_close(compiled(after, x), interpret(module, x))


@pytest.mark.parametrize(
    ("steps", "attrs", "padding"),
    [
        ((2, 2), {}, [0, 0, 0, 0]),
        ((1, 2), {"padding": [1, 0, 0, 1]}, [1, 0, 0, 2]),  # phases of columns alone
        ((2, 2), {"dilation": [2, 1], "padding": [2, 1, 2, 1]}, [4, 2, 4, 2]),  # phases of phases
        ((2, 2), {"groups": 4}, [0, 0, 0, 0]),
    ],
)
@pytest.mark.parametrize("batch", [1, 3])
def test_others(batch: int, steps: tuple[int, int], attrs: dict[str, Any], padding: list[int]) -> None:
    weight = normal(4, 4 // attrs.get("groups", 1), 3, 3)

    def body(o: Ops, x: Any) -> Any:
        conv = o.nn_conv2d(phases(o, x, (batch, 4, 12, 12), steps, "nyx"), weight, **attrs)
        rows, columns = (int(getattr(d, "value", d)) for d in conv.sinfo.shape[2:])
        return together(o, conv, (batch, 4, rows, columns), steps, "nyx")

    module = graph(body, x=(batch, 4, 12, 12))
    after = dilated(module)
    assert operators(after) == ["nn.conv2d"]
    by = attrs.get("dilation", [1, 1])
    assert attributes(after)["dilation"] == [step * n for step, n in zip(steps, by, strict=True)]
    assert attributes(after)["padding"] == padding
    x = normal(batch, 4, 12, 12)
    assert_close(compiled(after, x), interpret(module, x))


def test_sequences() -> None:
    def body(o: Ops, x: Any) -> Any:
        split = o.transpose(o.reshape(x, (2, 4, 5, 2)), axes=[0, 3, 1, 2])
        conv = o.nn_conv1d(o.reshape(split, (4, 4, 5)), normal(6, 4, 3), padding=[1, 1])
        back = o.transpose(o.reshape(conv, (2, 2, 6, 5)), axes=[0, 2, 3, 1])
        return o.reshape(back, (2, 6, 10))

    module = graph(body, x=(2, 4, 10))
    after = dilated(module)
    assert operators(after) == ["nn.conv1d"]
    x = normal(2, 4, 10)
    assert_close(compiled(after, x), interpret(module, x))


def _of_another_order(o: Ops, x: Any) -> Any:
    """Rows of the phases come where columns were."""
    conv = o.nn_conv2d(phases(o, x, (1, 4, 12, 12), (2, 2), "yxn"), normal(6, 4, 3, 3))
    return together(o, conv, (1, 6, 4, 4), (2, 2), "xyn")


def _strided(o: Ops, x: Any) -> Any:
    conv = o.nn_conv2d(phases(o, x, (1, 4, 12, 12), (2, 2)), normal(6, 4, 2, 2), strides=[2, 2])
    return together(o, conv, (1, 6, 3, 3), (2, 2))


def _read_twice(o: Ops, x: Any) -> Any:
    conv = o.nn_conv2d(phases(o, x, (1, 4, 12, 12), (2, 2)), normal(6, 4, 3, 3))
    return o.add(o.sum(conv), together(o, conv, (1, 6, 4, 4), (2, 2)))


def _of_other_parts(o: Ops, x: Any) -> Any:
    """Halves of an image, not every second row."""
    split = o.transpose(o.reshape(x, (1, 4, 2, 6, 2, 6)), axes=[2, 4, 0, 1, 3, 5])
    conv = o.nn_conv2d(o.reshape(split, (4, 4, 6, 6)), normal(6, 4, 3, 3))
    back = o.transpose(o.reshape(conv, (2, 2, 1, 6, 4, 4)), axes=[2, 3, 0, 4, 1, 5])
    return o.reshape(back, (1, 6, 8, 8))


def _more_cropped(o: Ops, x: Any) -> Any:
    """A row is missing of what is not padded: no padding is negative."""
    whole = together(o, o.nn_conv2d(phases(o, x, (1, 4, 12, 12), (2, 2)), normal(6, 4, 3, 3)), (1, 6, 4, 4), (2, 2))
    return o.strided_slice(whole, begin=[1], end=[8], axes=[2], strides=[1])


def _of_channels(o: Ops, x: Any) -> Any:
    whole = together(o, o.nn_conv2d(phases(o, x, (1, 4, 12, 12), (2, 2)), normal(6, 4, 3, 3)), (1, 6, 4, 4), (2, 2))
    return o.strided_slice(whole, begin=[1], end=[5], axes=[1], strides=[1])


def _filled(o: Ops, x: Any) -> Any:
    """A padding of ones stays, outside of the convolution."""
    padded = o.nn_pad(x, pad_width=[[0, 0], [0, 0], [2, 2], [2, 2]], pad_value=1.0)
    return together(o, o.nn_conv2d(phases(o, padded, (1, 4, 16, 16), (2, 2)), normal(6, 4, 3, 3)), (1, 6, 6, 6), (2, 2))


@pytest.mark.parametrize(
    ("body", "names"),
    [
        (_of_another_order, ["reshape", "transpose", "reshape", "nn.conv2d", "reshape", "transpose", "reshape"]),
        (_strided, ["reshape", "transpose", "reshape", "nn.conv2d", "reshape", "transpose", "reshape"]),
        (_of_other_parts, ["reshape", "transpose", "reshape", "nn.conv2d", "reshape", "transpose", "reshape"]),
        (_filled, ["nn.pad", "nn.conv2d"]),
    ],
)
def test_what_is_no_padding_stays(body: Any, names: list[str]) -> None:
    module = graph(body, x=(1, 4, 12, 12))
    after = dilated(module)
    assert operators(after) == names
    x = normal(1, 4, 12, 12)
    assert_close(interpret(after, x), interpret(module, x))


@pytest.mark.parametrize("body", [_read_twice, _more_cropped, _of_channels])
def test_what_else_reads_or_cuts_it(body: Any) -> None:
    module = graph(body, x=(1, 4, 12, 12))
    after = dilated(module)
    assert len(operators(after)) == len(operators(module))
    x = normal(1, 4, 12, 12)
    assert_close(interpret(after, x), interpret(module, x))
