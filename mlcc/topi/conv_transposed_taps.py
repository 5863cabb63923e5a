"""Transposed convolutions of few channels: the products of all taps, added up phase by phase.

With stride 2, a kernel k0 k1 k2 and products g0 g1 g2 of the taps and the data, result 2i is ``g0[i] + g2[i - 1]`` and
result 2i + 1 is ``g1[i]``. A phase adds the taps that it has, and no zeros in the place of others, which data that are
NaN would not leave zeros.
"""

from __future__ import annotations

import itertools
import math
from functools import reduce
from operator import add
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, const
from mlcc.te import Tensor

from .registry import register
from .shapes import Ints, define, per_dim, show


@register("nn.add_taps", "injective")
def add_taps(data: Tensor, kernel: Ints, strides: int | Ints = 1, dilation: int | Ints = 1) -> Tensor:
    """Products (N, O * kh * kw, H, W) give the phases (N, O, sh, sw, H', W') of the strides' (sh, sw).

    ``t = ((kh - 1) * dilation) // sh`` rows fewer are left: result h of phase a adds, for all rows kh whose place
    ``kh * dilation`` is ``s * sh + a``, the row ``h + t - s`` of that tap's products; columns and three spatial
    dimensions likewise. Raises T203 where the channels are no multiple of the taps.
    """
    rank = data.ndim - 2
    sizes = per_dim(kernel, rank, 1, "kernel")
    steps, gaps = per_dim(strides, rank, 1, "strides"), per_dim(dilation, rank, 1, "dilation")
    taps, channels = math.prod(sizes), as_int(data.shape[1])
    if channels is None or channels % taps:
        raise MlccError("T203", f"`nn.add_taps` of {show(data.shape)}: no multiple of {taps} channels")
    last = [(k - 1) * d // s for k, d, s in zip(sizes, gaps, steps, strict=True)]
    #: Along each dimension, for each phase: its taps, and how far before the last one they stand.
    phases = [
        [[(tap, tap * d // s) for tap in range(k) if tap * d % s == phase] for phase in range(s)]
        for k, d, s in zip(sizes, gaps, steps, strict=True)
    ]

    def element(n: Expr, o: Expr, *rest: Expr) -> Any:
        phase, at = rest[:rank], rest[rank:]

        def total(chosen: tuple[int, ...]) -> Expr:
            terms = []
            for found in itertools.product(*(lists[number] for lists, number in zip(phases, chosen, strict=True))):
                index = 0
                for (tap, _), size in zip(found, sizes, strict=True):
                    index = index * size + tap
                place = [v + (end - back) for v, end, (_, back) in zip(at, last, found, strict=True)]
                terms.append(data(n, o * taps + index, *place))
            return reduce(add, terms) if terms else const(0, data.dtype)

        *others, final = itertools.product(*(range(s) for s in steps))
        value = total(final)
        for chosen in others:
            here = te.all(*(v.equal(number) for v, number in zip(phase, chosen, strict=True)))
            value = te.if_then_else(here, total(chosen), value)
        return value

    left = [size - end for size, end in zip(data.shape[2:], last, strict=True)]
    return define((data.shape[0], channels // taps, *steps, *left), element, "add_taps")
