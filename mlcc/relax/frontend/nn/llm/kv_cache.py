"""Caches of keys and values in pages, which sequences of different lengths share: for language models.

A library has no state. The method that makes the cache becomes a function that gives its memory; a method that uses
one becomes a function that reads the memory, and gives the rows of the new tokens. In Python both are one object
(`mlcc.runtime.paged_cache.PagedCache`), which writes these rows; TVM's functions `vm.builtin.kv_state_add_sequence`,
`kv_state_begin_forward` … are those of `mlcc.get_global_func`.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, GraphExpr, GraphTuple, GraphVar, TupleStructInfo, Var
from mlcc.ir import const as as_const

from ....block_builder import BlockBuilder
from ....composed import typed
from ....composed.registry import c, field
from .. import op
from ..exporter import Exporter
from ..object import Object
from ..programs import tensor_expr_op
from ..tensor import Tensor, info_of
from .position_embedding import are_neighbours, inverse_frequencies, rotated, waves

AttnKind = Literal["mha", "mha_sliding"]
_KINDS = ("mha", "mha_sliding")
#: The tables of a call after the pool, with their shapes: see `PagedCache._made`.
_TABLES = {
    "rows": ("batch", "most"), "lengths": ("batch",), "tokens": ("batch", "new"), "counts": ("batch",),
    "owners": ("n",), "places": ("n",),
}  # fmt: skip


class RopeMode(enum.IntEnum):
    """Who turns queries and keys by their positions: nobody, or the cache. Keys are kept turned."""

    NONE = 0
    NORMAL = 1
    INLINE = 2


@dataclass(frozen=True)
class _Form:
    """What is known of a cache when its model is exported."""

    kinds: tuple[str, ...]
    kv_heads: int
    depth: int
    frequencies: Any
    neighbours: bool
    scale: float
    window: int
    dtype: str

    def pool(self, rows: Any) -> list[Any]:
        return [len(self.kinds), 2, rows, self.kv_heads, self.depth]


class PagedKVCache(Object):
    """The cache as an argument of a method, ``nn.spec.Object(object_type=PagedKVCache)``, and as its result.

    The model that is exported has a method too that creates the cache (:class:`TIRPagedKVCache`). What a method that
    takes a cache returns contains it: `return logits, paged_kv_cache`.
    """

    def __init__(self, *, _expr: GraphExpr, _name: str = "paged_kv_cache") -> None:
        super().__init__(_expr=_expr, _name=_name)
        self._form: _Form | None = None
        self._new: dict[int, tuple[Tensor, Tensor]] = {}
        self._parts: dict[str, Tensor] = {}
        self._seen: dict[Any, Any] = {}

    @classmethod
    def as_argument(cls, name: str, symbols: dict[str, Var]) -> tuple[GraphVar, Object]:
        form = Exporter.current().facts.get(PagedKVCache)
        if form is None:
            raise MlccError("T138", f"the cache `{name}` is an argument of a model that creates none",
                            help="export the method that returns a `TIRPagedKVCache` too")  # fmt: skip
        shapes = {"pool": form.pool(f"{name}_rows"), **{k: [f"{name}_{s}" for s in v] for k, v in _TABLES.items()}}
        infos = [info_of(s, form.dtype if k == "pool" else "int32", symbols) for k, s in shapes.items()]
        var = GraphVar(name, TupleStructInfo(tuple(infos)))
        cache = PagedKVCache(_expr=var, _name=name)
        cache._form = form
        cache._parts = {key: Tensor(_expr=typed(field(var, n))) for n, key in enumerate(shapes)}
        return var, cache

    def as_result(self) -> GraphExpr:
        """The memory of a new cache; else keys and values of each layer. Raises T138 where a layer is left out."""
        if not self._parts:
            return self._expr
        missing = [n for n in range(len(self._of.kinds)) if n not in self._new]
        if missing:
            raise MlccError("T138", f"no attention of the layer {missing[0]} appends to the cache `{self._name}`",
                            help="each of the layers that the cache was made for is called once")  # fmt: skip
        rows = [self._new[n] for n in range(len(self._of.kinds))]
        return GraphTuple(tuple(tensor._expr for pair in rows for tensor in pair))

    # ------------------------------------------------------------------ what methods call
    def attention_with_fused_qkv(self, layer_id: int, qkv: Tensor, num_qo_heads: int, sm_scale: float) -> Tensor:
        """Attention of the new tokens to those of their sequences before and to each other; keys and values are kept.

        qkv (…, q heads + 2 kv heads, depth) has the new tokens of the first sequence of the call, then of the next; the
        result is (…, q heads, depth).
        """
        lead, form = list(qkv.shape[:-2]), self._of
        flat = op.reshape(qkv, (self._count(lead), *qkv.shape[-2:]))
        if qkv.shape[-2:] != [num_qo_heads + 2 * form.kv_heads, form.depth]:
            raise MlccError("T138", f"{qkv!r} for a cache of {form.kv_heads} heads of {form.depth}",
                            help=f"it ends in {num_qo_heads} + 2 x {form.kv_heads} heads")  # fmt: skip
        q, k, v = op.split(flat, [num_qo_heads, num_qo_heads + form.kv_heads], axis=1)
        if layer_id in self._new or not 0 <= layer_id < len(form.kinds):
            raise MlccError("T138", f"the layer {layer_id} of a cache of {len(form.kinds)} is called twice or is none")
        if form.frequencies is not None:
            q, k = (rotated(part, *self._waves(flat.shape[0]), form.neighbours) for part in (q, k))
        self._new[layer_id] = k, v
        mixed = self._attention(layer_id, q, k, v, sm_scale)
        return op.reshape(mixed, (*lead, num_qo_heads, form.depth))

    def attention_with_shared_kv(
        self, source_layer_id: int, q: Tensor, current_k: Tensor, current_v: Tensor, sm_scale: float
    ) -> Tensor:
        """Attention of q (…, q heads, depth), turned already, to what the layer `source_layer_id` keeps, and to its
        keys and values of the new tokens (…, kv heads, depth); nothing is kept."""
        lead, count = list(q.shape[:-2]), self._count(list(q.shape[:-2]))
        rows, k, v = (op.reshape(x, (count, *x.shape[-2:])) for x in (q, current_k, current_v))
        return op.reshape(self._attention(source_layer_id, rows, k, v, sm_scale), (*lead, *q.shape[-2:]))

    def get_query_positions(self, total_length: Expr | int) -> Tensor:
        """The position of each new token in its sequence, (total_length,), int32."""
        owners, places = self._of_tokens(total_length)

        def position(lengths: te.Tensor, owners: te.Tensor, places: te.Tensor) -> Any:
            return te.compute(owners.shape, lambda t: lengths[owners[t]] + places[t], name="positions")

        key = ("positions", str(total_length))
        if key not in self._seen:
            self._seen[key] = tensor_expr_op(position, "query_positions", [self._parts["lengths"], owners, places])
        result: Tensor = self._seen[key]
        return result

    # ------------------------------------------------------------------ inside
    @property
    def _of(self) -> _Form:
        if self._form is None or not self._parts:
            raise MlccError("T138", "a cache is used in the method that creates it", help="it is an argument of others")
        return self._form

    def _count(self, lead: Sequence[Any]) -> Any:
        count = as_const(1, "int64")
        for extent in lead:
            count = extent * count
        return count

    def _of_tokens(self, count: Any) -> tuple[Tensor, Tensor]:
        """The tables of the new tokens, as many as there are in the tensor: a run with others stops."""
        key = str(count)
        if key not in self._seen:
            builder = BlockBuilder.current()
            assert builder is not None
            given = [builder.emit(self._parts[name]._expr, name) for name in ("owners", "places")]
            info = info_of([count], "int32")
            self._seen[key] = tuple(Tensor(_expr=builder.match_cast(var, info, var.name)) for var in given)
        owners, places = self._seen[key]
        return owners, places

    def _waves(self, count: Any) -> tuple[Tensor, Tensor]:
        key = ("waves", str(count))
        if key not in self._seen:
            self._seen[key] = waves(self.get_query_positions(count), self._of.frequencies, self._of.scale)
        cosines, sines = self._seen[key]
        return cosines, sines

    def _attention(self, layer: int, q: Tensor, k: Tensor, v: Tensor, scale: float) -> Tensor:
        """Rows (tokens, q heads, depth): sequences beside each other as a batch, those that are short padded."""
        parts = self._parts
        owners, places = self._of_tokens(q.shape[0])
        queries = tensor_expr_op(_by_sequence, "by_sequence", [q, parts["tokens"]])
        keys, values = (
            tensor_expr_op(_kept_and_new(layer, n), f"cached_{'kv'[n]}",
                           [parts["pool"], parts["rows"], parts["lengths"], new, parts["tokens"]])
            for n, new in enumerate((k, v))
        )  # fmt: skip
        window = self._of.window if self._of.kinds[layer] == "mha_sliding" else 0
        if ("mask", window) not in self._seen:
            self._seen["mask", window] = tensor_expr_op(
                _visible(window), "visible", [parts["rows"], parts["lengths"], parts["tokens"], parts["counts"]]
            )
        mask = self._seen["mask", window]
        mixed = Tensor(
            _expr=c("nn.attention", *(x._expr for x in (queries, keys, values, mask)), scale=scale, safe=True)
        )
        result: Tensor = tensor_expr_op(_by_token, "by_token", [mixed, owners, places])
        return result


def _by_sequence(q: te.Tensor, tokens: te.Tensor) -> Any:
    """(batch, heads, most new, depth) of (tokens, heads, depth)."""
    shape = (tokens.shape[0], q.shape[1], tokens.shape[1], q.shape[2])
    return te.compute(shape, lambda b, h, s, d: q[tokens[b, s], h, d], name="by_sequence")


def _by_token(mixed: te.Tensor, owners: te.Tensor, places: te.Tensor) -> Any:
    """(tokens, heads, depth) of (batch, heads, most new, depth)."""
    shape = (owners.shape[0], mixed.shape[1], mixed.shape[3])
    return te.compute(shape, lambda t, h, d: mixed[owners[t], h, places[t], d], name="by_token")


def _kept_and_new(layer: int, which: int) -> Any:
    """Keys or values of a layer, (batch, heads, most + most new, depth): those in pages, then those of new tokens. What
    is beyond a sequence's own is 0."""

    def gather(pool: te.Tensor, rows: te.Tensor, lengths: te.Tensor, new: te.Tensor, tokens: te.Tensor) -> Any:
        most = rows.shape[1]
        shape = (rows.shape[0], pool.shape[3], most + tokens.shape[1], pool.shape[4])
        zero = as_const(0, pool.dtype)

        def element(b: Var, h: Var, t: Var, d: Var) -> Expr:
            kept = te.if_then_else(t < lengths[b], pool[layer, which, rows[b, te.min(t, most - 1)], h, d], zero)
            return te.if_then_else(t < most, kept, new[tokens[b, te.max(t - most, 0)], h, d])

        return te.compute(shape, element, name="cached")

    return gather


def _visible(window: int) -> Any:
    """Which tokens the new ones of each sequence see, (batch, 1, most new, most + most new)."""

    def sees(rows: te.Tensor, lengths: te.Tensor, tokens: te.Tensor, counts: te.Tensor) -> Any:
        most, new = rows.shape[1], tokens.shape[1]

        def element(b: Var, h: Var, s: Var, t: Var) -> Expr:
            place = t - most
            seen = te.if_then_else(t < most, t < lengths[b], te.all(place <= s, place < counts[b]))
            if not window:
                return seen
            position = te.if_then_else(t < most, t.astype("int32"), lengths[b] + place)
            return te.all(seen, lengths[b] + s - position < window)

        return te.compute((rows.shape[0], 1, new, most + new), element, name="visible")

    return sees


class TIRPagedKVCache(PagedKVCache):
    """A new cache, in the method that creates it: its sizes are arguments `int` of the method.

    `max_batch_size` sequences of `max_total_seq_len` tokens in all, on pages of `page_size` rows, of which a call adds
    `prefill_chunk_size` at most. `attn_kind` is "mha", or a kind per layer ("mha_sliding" sees the last
    `layer_sliding_window_size` tokens); queries and keys are turned by `rope_mode` with `rope_theta`, positions times
    `rope_scale`, and a model's `rope_scaling`. Raises T138 for what is not there: latent attention ("mla"), a cache in
    parts on several machines.
    """

    def __init__(
        self, attn_kind: str | Sequence[str], max_batch_size: Expr, max_total_seq_len: Expr, prefill_chunk_size: Expr,
        page_size: Expr | int, support_sliding_window: Expr | int | None = None, layer_partition: Any = None,
        num_hidden_layers: int = 1, num_attention_heads: int = 1, num_key_value_heads: int = 1, qk_head_dim: int = 1,
        v_head_dim: int | None = None, mla_original_qk_head_dim: int = 0, mla_original_v_head_dim: int = 0,
        rope_mode: RopeMode = RopeMode.NONE, rope_scale: float = 1, rope_theta: float = 10000.0,
        rope_scaling: Mapping[str, Any] | None = None, rope_ext_factors: Any = None, rotary_dim: int | None = None,
        enable_disaggregation: bool = False, dtype: str = "float32", target: Any = None, name: str = "paged_kv_cache",
        *, layer_sliding_window_size: int = 1024,
    ) -> None:  # fmt: skip
        kinds = (attn_kind,) * num_hidden_layers if isinstance(attn_kind, str) else tuple(attn_kind)
        unknown = [kind for kind in kinds if kind not in _KINDS]
        if unknown or len(kinds) != num_hidden_layers or v_head_dim not in (None, qk_head_dim) or enable_disaggregation:
            raise MlccError("T138", f"a paged cache of the kinds {sorted(set(kinds))} for {num_hidden_layers} layers",
                            help='"mha" or "mha_sliding", with values as deep as keys, on one machine')  # fmt: skip
        turns = None
        if rope_mode != RopeMode.NONE:
            turns = inverse_frequencies(rotary_dim or qk_head_dim, rope_theta, rope_scaling)
        form = _Form(kinds, num_key_value_heads, qk_head_dim, turns, are_neighbours(rope_scaling), float(rope_scale),
                     layer_sliding_window_size, dtype)  # fmt: skip
        Exporter.current().facts[PagedKVCache] = form
        page = page_size if isinstance(page_size, Expr) else as_const(page_size, "int64")
        rows = (max_total_seq_len + page - 1) // page * page
        pool = c("full", shape=form.pool(rows), fill_value=0, dtype=dtype)
        # The sizes of a tensor without elements tell them to who uses the cache.
        sizes = c("full", shape=[0, max_batch_size, max_total_seq_len, prefill_chunk_size, page], fill_value=0,
                  dtype="bool")  # fmt: skip
        super().__init__(_expr=typed(GraphTuple((pool, sizes))), _name=name)


def __getattr__(name: str) -> Any:
    """Raises AttributeError; for TVM's cache of a library of NVIDIA's GPUs with what to use instead."""
    if name == "FlashInferPagedKVCache":
        raise AttributeError(f"`{name}` is not in mlcc: `TIRPagedKVCache` is the cache for every target")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["AttnKind", "PagedKVCache", "RopeMode", "TIRPagedKVCache"]
