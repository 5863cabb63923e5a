"""The operands of attention, their sizes, and how an element of the scores reads them."""

from __future__ import annotations

from collections.abc import Sequence

from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, const_like
from mlcc.te import Tensor

from .shapes import can_equal, choice, need_same_dtype, show


class Operands:
    """The operands of one attention, and the index maps from elements of the scores to them."""

    def __init__(
        self,
        operands: tuple[Tensor, Tensor, Tensor],
        bias: Tensor | None,
        tile: int,
        products: str,
    ) -> None:
        self.query, self.key, self.value = query, key, value = operands
        choice("nn.attention", "products", products, ("", "bfloat16"))
        self.products = products
        self.bias, self.tile = bias, tile
        self.dtype = need_same_dtype("nn.attention", query, key, value)
        for t in (query, key, value):
            if t.ndim < 2 or t.ndim != query.ndim:
                shapes = ", ".join(show(o.shape) for o in (query, key, value))
                raise MlccError("T203", f"`nn.attention` takes operands of one rank, at least 2, got {shapes}")
        self.lead = query.shape[:-2]
        self.rows, self.depth = query.shape[-2:]
        self.columns, self.width = value.shape[-2:]
        if not can_equal(key.shape[-1], self.depth) or not can_equal(key.shape[-2], self.columns):
            shapes = " and ".join(show(o.shape) for o in (query, key, value))
            raise MlccError("T203", f"`nn.attention` cannot join operands of shapes {shapes}")
        count = as_int(self.rows)
        self.blocked = count is None
        #: The query dimensions of the scores: (padded number,), or (blocks, queries per block) if symbolic.
        self.query_dims: tuple[Expr, ...] = (self.rows,)
        if count is None:
            block = const_like(tile, self.rows.dtype)
            self.query_dims = ((self.rows + (tile - 1)) // block, block)
        elif count >= tile or products:
            self.query_dims = (const_like(-(-count // tile) * tile, self.rows.dtype),)
        self.ragged = count is None or as_int(self.query_dims[0]) != count

    def split(self, at: Sequence[Expr]) -> tuple[list[Expr], list[Expr], list[Expr]]:
        """Split indices of scores or of a value per query: leading ones, those in between, those of the query."""
        n, last = len(self.lead), len(at) - len(self.query_dims)
        return list(at[:n]), list(at[n:last]), list(at[last:])

    def number(self, position: Sequence[Expr]) -> Expr:
        """The number of the query at the indices `position`."""
        return position[0] * self.tile + position[1] if self.blocked else position[0]

    def query_index(self, i: Expr) -> tuple[Expr, ...]:
        """The indices of query `i` in the query dimensions."""
        return (i // self.tile, i % self.tile) if self.blocked else (i,)

    def of(self, values: Tensor, at: Sequence[Expr], key: Expr) -> Expr:
        """The element of `values` for a key and the query at the indices `at`, which do not include the key."""
        lead, _, position = self.split(at)
        return values(*lead, key, *position)

    def at(self, operand: Tensor, lead: Sequence[Expr]) -> list[Expr]:
        """The leading indices of keys or values for those of a query; query heads may share a key head (g per head)."""
        indices: list[Expr] = []
        for dim, own, i in zip(operand.shape[:-2], self.lead, lead, strict=True):
            have, want = as_int(dim), as_int(own)
            if have == 1:
                indices.append(const_like(0, i.dtype))
            elif have is None or want is None or have == want:
                indices.append(i)
            elif want % have == 0:
                indices.append(i // (want // have))
            else:
                shapes = f"{show(self.query.shape)} and {show(operand.shape)}"
                raise MlccError("T203", f"`nn.attention`: {shapes}: the queries' heads do not divide among the others'")
        return indices
