"""Complex numbers of PyTorch, as pairs of tensors: inside of a program, between operators that give real numbers again.

Operators that treat both parts alike, such as `reshape` or `cat`, are converted twice; those of the table here are
written out: products, absolute values, Fourier transforms.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from mlcc.ir import GraphExpr

from .ops.elementwise import hypotenuse
from .ops.shape import constant_pad, slice_of
from .translation import Translation


@dataclass(frozen=True)
class Pair:
    """A tensor of complex numbers."""

    real: GraphExpr
    imag: GraphExpr


#: Operators that move or add elements: each part of the result is that of the parts of the operands.
PARTWISE = frozenset({
    "view", "reshape", "_unsafe_view", "unsqueeze", "squeeze", "slice", "select", "permute", "transpose", "t", "expand",
    "cat", "stack", "clone", "alias", "contiguous", "detach", "lift_fresh_copy", "flip", "roll", "index_select",
    "split", "split_with_sizes", "chunk", "unbind", "narrow", "repeat", "neg", "sum", "mean", "movedim", "flatten",
    "unflatten", "swapaxes", "squeeze_copy", "unsqueeze_copy", "view_copy", "slice_copy", "as_strided", "expand_as",
})  # fmt: skip

_C = TypeVar("_C", bound=Callable[..., Any])
_TABLE: dict[str, Callable[..., Any]] = {}


def _written(*names: str) -> Callable[[_C], _C]:
    def declare(convert: _C) -> _C:
        _TABLE.update(dict.fromkeys(names, convert))
        return convert

    return declare


def converter(name: str, ordinary: Callable[..., Any] | None) -> Callable[..., Any] | None:
    """The converter of an operator, `mul.Tensor`, with complex operands or results; `ordinary` is that of real ones."""
    plain = name.rpartition(".")[0]
    if plain not in PARTWISE or ordinary is None:
        return _TABLE.get(plain)
    return lambda t, *args, **named: _of_parts(ordinary, t, args, named)


def _of_parts(convert: Callable[..., Any], t: Translation, args: Sequence[Any], named: dict[str, Any]) -> Any:
    parts = []
    for which in ("real", "imag"):
        mine = [_part(t, value, which) for value in args]
        parts.append(convert(t, *mine, **{key: _part(t, value, which) for key, value in named.items()}))
    real, imag = parts
    return [Pair(*both) for both in zip(real, imag, strict=True)] if isinstance(real, list) else Pair(real, imag)


def _part(t: Translation, value: Any, which: str) -> Any:
    """A part of a complex tensor. In a list with complex ones, real tensors are complex."""
    if isinstance(value, Pair):
        return getattr(value, which)
    if isinstance(value, list) and any(isinstance(item, Pair) for item in value):
        return [getattr(_complex(t, item), which) for item in value]
    return value


def _complex(t: Translation, value: Any) -> Pair:
    """A tensor or a number as complex ones."""
    if isinstance(value, Pair):
        return value
    if isinstance(value, complex):
        return Pair(t.constant(value.real), t.constant(value.imag))
    real = t.operand(value, t.dtype)
    return Pair(real, t.constant(0.0))


def _whole(t: Translation, value: Pair) -> Pair:
    """Both parts of the shape of the node's result."""
    return Pair(*(v if t.shape(v) == t.dims else t.expand(v, t.dims) for v in (value.real, value.imag)))


def _times(t: Translation, a: GraphExpr, b: GraphExpr) -> GraphExpr:
    return t.emit("multiply", a, b)


@_written("view_as_real")
def _joined(t: Translation, value: Pair) -> GraphExpr:
    """A real tensor with both parts along a last dimension of 2."""
    return t.emit("concatenate", [t.reshape(v, [*t.shape(v), 1]) for v in (value.real, value.imag)], axis=-1)


@_written("view_as_complex")
def _parts_of(t: Translation, joined: GraphExpr) -> Pair:
    *dims, _ = t.shape(joined)
    return Pair(*(t.reshape(slice_of(t, joined, len(dims), n, n + 1), dims) for n in (0, 1)))


# -- to and from real numbers --------------------------------------------------------------------


@_written("complex")
def _of_two(t: Translation, real: GraphExpr, imag: GraphExpr) -> Pair:
    return _whole(t, Pair(real, imag))


@_written("polar")
def _polar(t: Translation, size: GraphExpr, angle: GraphExpr) -> Pair:
    return _whole(t, Pair(*(_times(t, size, t.emit(part, angle)) for part in ("cos", "sin"))))


@_written("_to_copy", "to")
def _converted(t: Translation, x: Any, *_: Any, **__: Any) -> Any:
    if isinstance(x, Pair):
        return Pair(t.cast(x.real), t.cast(x.imag)) if t.result.is_complex() else t.cast(x.real)
    return _whole(t, _complex(t, x))


@_written("real")
def _real(t: Translation, x: Pair) -> GraphExpr:
    return x.real


@_written("imag")
def _imag(t: Translation, x: Pair) -> GraphExpr:
    return x.imag


@_written("abs")
def _size(t: Translation, x: Pair) -> GraphExpr:
    return hypotenuse(t, x.real, x.imag)


@_written("angle")
def _angle(t: Translation, x: Pair) -> GraphExpr:
    return t.emit("atan2", x.imag, x.real)


@_written("conj", "_conj", "_conj_physical", "conj_physical")
def _conjugate(t: Translation, x: Pair) -> Pair:
    return Pair(x.real, t.emit("negative", x.imag))


@_written("resolve_conj", "resolve_neg")
def _resolved(t: Translation, x: Pair) -> Pair:
    return x


@_written("constant_pad_nd")
def _padded(t: Translation, x: Pair, pad: Sequence[Any], value: Any = 0) -> Pair:
    number = complex(value)
    return Pair(constant_pad(t, x.real, pad, number.real), constant_pad(t, x.imag, pad, number.imag))


# -- arithmetic ----------------------------------------------------------------------------------


@_written("add", "sub")
def _sum(t: Translation, a: Any, b: Any, alpha: Any = 1) -> Pair:
    assert t.node is not None
    name = "add" if "add" in str(t.node.target) else "subtract"
    a, b = _complex(t, a), _complex(t, b)
    if alpha != 1:
        b = Pair(*(_times(t, v, t.constant(alpha)) for v in (b.real, b.imag)))
    return _whole(t, Pair(t.emit(name, a.real, b.real), t.emit(name, a.imag, b.imag)))


@_written("mul")
def _product(t: Translation, a: Any, b: Any) -> Pair:
    a, b = (_complex(t, v) if isinstance(v, complex) else v for v in (a, b))
    if not isinstance(a, Pair):
        a, b = b, a
    if not isinstance(b, Pair):
        factor = t.operand(b, t.dtype)
        return _whole(t, Pair(_times(t, a.real, factor), _times(t, a.imag, factor)))
    real = t.emit("subtract", _times(t, a.real, b.real), _times(t, a.imag, b.imag))
    imag = t.emit("add", _times(t, a.real, b.imag), _times(t, a.imag, b.real))
    return _whole(t, Pair(real, imag))


@_written("div")
def _quotient(t: Translation, a: Any, b: Any) -> Pair:
    if isinstance(b, Pair):
        size = t.emit("add", _times(t, b.real, b.real), _times(t, b.imag, b.imag))
        product = _product(t, a, Pair(b.real, t.emit("negative", b.imag)))
        return _whole(t, Pair(*(t.emit("divide", v, size) for v in (product.real, product.imag))))
    divisor = t.operand(b, t.dtype)
    return _whole(t, Pair(*(t.emit("divide", v, divisor) for v in (a.real, a.imag))))


# -- Fourier transforms --------------------------------------------------------------------------


def _transformed(t: Translation, x: GraphExpr, axis: int, inverse: bool, onesided: bool = False) -> GraphExpr:
    """Along an axis of a tensor with a last dimension of parts; the inverse is divided by the length."""
    return t.onnx("DFT", x, None, t.constant(axis, "int64"), inverse=int(inverse), onesided=int(onesided))


def _scaled(t: Translation, x: GraphExpr, lengths: Sequence[int], inverse: bool, normalization: int) -> GraphExpr:
    """With PyTorch's normalization (0: none, 1: by the root of the length, 2: by the length) in place of ONNX's."""
    count = math.prod(lengths)
    factor = {0: 1.0, 1: count**-0.5, 2: 1.0 / count}[normalization] * (count if inverse else 1)
    return x if factor == 1 else _times(t, x, t.constant(factor))


def _lengths(t: Translation, x: GraphExpr, axes: Sequence[int]) -> list[int]:
    return [t.static(t.shape(x)[axis], "length of a Fourier transform") for axis in axes]


@_written("_fft_c2c")
def _complex_transform(t: Translation, x: Any, dim: Sequence[int], normalization: int, forward: bool) -> Pair:
    value = _joined(t, _whole(t, _complex(t, x)))
    axes = [axis % (t.rank(value) - 1) for axis in dim]
    lengths = _lengths(t, value, axes)
    for axis in axes:
        value = _transformed(t, value, axis, not forward)
    return _parts_of(t, _scaled(t, value, lengths, not forward, normalization))


@_written("_fft_r2c")
def _transform_of_real(t: Translation, x: GraphExpr, dim: Sequence[int], normalization: int, onesided: bool) -> Pair:
    axes = [axis % t.rank(x) for axis in dim]
    lengths = _lengths(t, x, axes)
    value = _transformed(t, t.reshape(x, [*t.shape(x), 1]), axes[-1], False, onesided)
    for axis in axes[:-1]:
        value = _transformed(t, value, axis, False)
    return _parts_of(t, _scaled(t, value, lengths, False, normalization))


@_written("_fft_c2r")
def _transform_to_real(
    t: Translation, x: Pair, dim: Sequence[int], normalization: int, last_dim_size: int
) -> GraphExpr:
    """The inverse of the transform of real numbers: of the last axis the first half is given, up to its middle."""
    value = _joined(t, x)
    axes = [axis % (t.rank(value) - 1) for axis in dim]
    *others, last = axes
    lengths = [*_lengths(t, value, others), last_dim_size]
    for axis in others:
        value = _transformed(t, value, axis, True)
    half = last_dim_size // 2 + 1
    if t.static(t.shape(value)[last], "length of a Fourier transform") < half:
        raise t.error("I121", "a spectrum of fewer numbers than half of the result has")
    value = slice_of(t, value, last, 0, half)
    points, where = t.constant(last_dim_size, "int64"), t.constant(last, "int64")
    result = t.onnx("DFT", value, points, where, inverse=1, onesided=1)
    return t.reshape(_scaled(t, result, lengths, True, normalization), t.dims)
