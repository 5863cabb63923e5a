"""Products of float16 in tile registers, which multiply bfloat16: a float16 is the sum of two such numbers.

A float16 has 11 significant bits, a bfloat16 has 8 and a wider exponent: a high part and what it leaves, of 4 bits at
most, are exact, from the smallest subnormal number to the largest. Of the products of parts three are summed, in
float32::

    x w  =  high(x) high(w) + low(x) high(w) + high(x) low(w)        (+ low(x) low(w))

What is left out is 2^-15 of x w at most, a sixteenth of the rounding of a float16. Parts lie one after the other
along the sum, by blocks of a register, so that the sum of a product of bfloat16 is three times as long.

Infinities: an x that is infinite has no low part. Both parts of a finite w that is not 0 have its sign and are not 0,
so that the products of an infinite x with them are the same infinity, and NaN if w is 0.
"""

from __future__ import annotations

from collections.abc import Callable

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Call, Expr, as_int, cast, const, infinity
from mlcc.te import Tensor

from .products import Steps, narrowed, panel_product, times
from .registry import register
from .shapes import define, need_rank

#: Parts of a number, products of parts that are summed, and elements of a block along the sum: those of a register.
PARTS, PRODUCTS, BLOCK = 2, 3, 32
#: The bits of a float32 that a bfloat16 has.
_HIGH = -(1 << 16)
#: What is less than a number of 11 bits by less than the last of them.
_BELOW = 1 - 2.0**-12


def row_part(value: Expr, part: Expr) -> Expr:
    """The high part, rounded, or the low part, bfloat16, of a number that may be infinite or none."""
    wide: Expr = cast("float32", value)
    rounded = cast("float32", cast("bfloat16", wide))
    # a high part that is infinite has no low part, neither has a float32 that is rounded to it
    low = te.select(te.abs(rounded) < infinity("float32"), wide - rounded, const(0, "float32"))
    return _chosen(part, wide, low)


def weight_parts(weight: Tensor) -> Callable[..., Expr]:
    """The parts of finite float16 by index and number: the next bfloat16 towards 0, and what it leaves. Both are made
    of the same two float32."""
    wide = define(weight.shape, lambda *at: cast("float32", weight(*at)), "wide")

    def below(*at: Expr) -> Expr:
        bits = Call("reinterpret", (wide(*at) * const(_BELOW, "float32"),), "int32") & const(_HIGH, "int32")
        return Call("reinterpret", (bits,), "float32")

    high = define(weight.shape, below, "high")
    return lambda number, *at: _chosen(number, high(*at), wide(*at) - high(*at))


def _chosen(part: Expr, high: Expr, low: Expr) -> Expr:
    number: Expr = cast("bfloat16", te.select(part.equal(0), high, low))
    return number


def of_part(k: Expr, block: int) -> tuple[Expr, Expr]:
    """The element that position `k` along the parts of an operand is of, and the number of the part."""
    return k // (PARTS * block) * block + k % block, k // block % PARTS


def of_product(k: Expr, block: int, right: bool) -> Expr:
    """Where the operand of position `k` along a sum of products is among the parts: high and low on the left, and high
    again; high twice on the right, and low."""
    number = k // block % PRODUCTS
    part = number // PARTS if right else number % PARTS
    return k // (PRODUCTS * block) * (PARTS * block) + part * block + k % block


@register("nn.float16_parts", "injective")
def float16_parts(data: Tensor, axis: int = -1, block: int = BLOCK) -> Tensor:
    """The parts of numbers along the dimension `axis`: (…, K, …) to (…, 2 K', …), bfloat16.

    Blocks of so many elements follow each other part by part; K' is K in full blocks, padded with 0. Blocks of one
    element are those of a tensor whose last dimension is a block. Those of float16 are exact, of float32 to 16 bits.
    T204 for other types.
    """
    name = "nn.float16_parts"
    if data.dtype not in ("float16", "float32"):
        raise MlccError("T204", f"`{name}` takes float16 and float32, got `{data.dtype}`")
    at = axis % data.ndim
    extent = data.shape[at]
    blocks, known = (extent + (block - 1)) // block, as_int(extent)

    def element(*index: Expr) -> Expr:
        inner, part = of_part(index[at], block)
        value: Expr = data(*index[:at], inner, *index[at + 1 :])
        if known is None or known % block:
            value = te.if_then_else(inner < extent, value, const(0, data.dtype))
        return row_part(value, part)

    shape = (*data.shape[:at], blocks * (PARTS * block), *data.shape[at + 1 :])
    return define(shape, element, "parts", {"parts": PARTS})


@register("nn.dense_parts", "anchor")
def dense_parts(data: Tensor, weight: Tensor, units: int | None = None, out_dtype: str | None = None) -> Tensor:
    """Data (…, K) times a finite weight in panels with pairs along K, (ceil(N / n), K' / 2, n, 2): (…, N).

    Data is float16 or float32, the weight is float16; their parts are computed where they are multiplied, so that
    memory holds two bytes of a weight. K' is K in full blocks of 32. `units` is N where the last panel is padded
    (default: all columns). T203, T204.
    """
    name = "nn.dense_parts"
    need_rank(name, weight, 4, "weight")
    if weight.dtype != "float16":
        raise MlccError("T204", f"`{name}` takes a weight of float16, got `{weight.dtype}`")
    panels, pairs, width, group = weight.shape
    parts = weight_parts(weight)

    def part(p: Expr, k: Expr, c: Expr, r: Expr) -> Expr:
        inner, number = of_part(k, BLOCK // 2)
        return parts(number, p, inner, c, r)

    rows = float16_parts(data)
    tag = {"parts": PARTS, "products": PRODUCTS}
    wide = define((panels, pairs * PARTS, width, group), part, "widened", {"numbers": 1, **tag})
    steps = Steps(pairs * PRODUCTS, _along, tag)
    total = panel_product(name, rows, wide, units, lambda x, y: times("float32", x, y), steps=steps)
    return narrowed("dense", total, out_dtype or data.dtype)


def _along(k: Expr) -> tuple[Expr, Expr]:
    """The pairs of rows and weights that step `k` along the sum of a dense product multiplies."""
    return of_product(k, BLOCK // 2, right=False), of_product(k, BLOCK // 2, right=True)
