"""Language models with paged caches: prefill and decode of several sequences beside a model in NumPy."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import relax
from mlcc.diagnostics import MlccError
from mlcc.relax.frontend import nn
from mlcc.relax.frontend.nn import op
from mlcc.relax.frontend.nn.llm import kv_cache as caches
from mlcc.relax.frontend.nn.llm.position_embedding import inverse_frequencies, llama_rope

HEADS, KV, DEPTH, WORDS, WINDOW = 4, 2, 8, 17, 4
WIDTH = HEADS * DEPTH
SCALING = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
           "original_max_position_embeddings": 64}  # fmt: skip
SIZES = ("max_batch_size", "max_total_seq_len", "prefill_chunk_size", "page_size")


class Layer(nn.Module):
    def __init__(self, number: int) -> None:
        self.number = number
        self.norm = nn.RMSNorm(WIDTH, -1, bias=False)
        self.qkv = nn.Linear(WIDTH, (HEADS + 2 * KV) * DEPTH, bias=False)
        self.out = nn.Linear(WIDTH, WIDTH, bias=False)

    def forward(self, x: nn.Tensor, cache: caches.PagedKVCache) -> nn.Tensor:
        b, s, _ = x.shape
        qkv = op.reshape(self.qkv(self.norm(x)), (b, s, HEADS + 2 * KV, DEPTH))
        mixed = cache.attention_with_fused_qkv(self.number, qkv, HEADS, sm_scale=DEPTH**-0.5)
        return x + op.silu(self.out(op.reshape(mixed, (b, s, WIDTH))))


class Llama(nn.Module):
    """Two layers, of which the second sees a window of tokens."""

    def __init__(self) -> None:
        self.words = nn.Embedding(WORDS, WIDTH)
        self.layers = nn.ModuleList([Layer(0), Layer(1)])
        self.head = nn.Linear(WIDTH, WORDS, bias=False)

    def embed(self, tokens: nn.Tensor) -> nn.Tensor:
        return self.words(tokens)

    def prefill(self, x: nn.Tensor, paged_kv_cache: caches.PagedKVCache) -> Any:
        for layer in self.layers:
            x = layer(x, paged_kv_cache)
        return self.head(x), paged_kv_cache

    decode = prefill

    def create(self, max_batch_size: Any, max_total_seq_len: Any, prefill_chunk_size: Any, page_size: Any) -> Any:
        return caches.TIRPagedKVCache(
            ["mha", "mha_sliding"], max_batch_size, max_total_seq_len, prefill_chunk_size, page_size,
            layer_partition=relax.ShapeExpr([0, 2]), num_hidden_layers=2, num_attention_heads=HEADS,
            num_key_value_heads=KV, qk_head_dim=DEPTH, v_head_dim=DEPTH, rope_mode=caches.RopeMode.NORMAL,
            rope_theta=1000.0, rope_scaling=SCALING, dtype="float32", layer_sliding_window_size=WINDOW,
        )  # fmt: skip


def spec() -> dict[str, Any]:
    packed = {"$": {"param_mode": "packed", "effect_mode": "none"}}
    kept = {"paged_kv_cache": nn.spec.Object(object_type=caches.PagedKVCache), **packed}
    return {
        "embed": {"tokens": nn.spec.Tensor(["n"], "int32"), **packed},
        "prefill": {"x": nn.spec.Tensor([1, "s", WIDTH], "float32"), **kept},
        "decode": {"x": nn.spec.Tensor(["b", 1, WIDTH], "float32"), **kept},
        "create": {**dict.fromkeys(SIZES, int), "$": {"param_mode": "none", "effect_mode": "none"}},
    }


@cache
def model() -> tuple[Any, dict[str, np.ndarray]]:
    """The machine that runs the model, and weights."""
    module, params = Llama().export_tvm(spec())
    assert mlcc.script.parse_module(module.script()).script() == module.script()
    rng = np.random.default_rng(0)
    weights = {path: rng.standard_normal(tuple(p.shape)).astype("float32") * 0.3 for path, p in params}
    return relax.VirtualMachine(mlcc.build(module), mlcc.cpu()), weights


def turned(x: np.ndarray, frequencies: np.ndarray) -> np.ndarray:
    angles = (np.arange(len(x))[:, None] * frequencies)[:, None]
    a, b = np.split(x, 2, -1)
    return np.concatenate([a * np.cos(angles) - b * np.sin(angles), b * np.cos(angles) + a * np.sin(angles)], -1)


def expected(tokens: np.ndarray, w: dict[str, np.ndarray]) -> np.ndarray:
    """The logits of all tokens of a sequence, without a cache."""
    x, n = w["words.weight"][tokens], len(tokens)
    plain = 1000.0 ** (-np.arange(0, DEPTH, 2) / DEPTH)
    share = np.clip((plain * 64 / (2 * np.pi) - 1) / 3, 0, 1)
    frequencies = (1 - share) * plain / 8 + share * plain
    distance = np.arange(n)[:, None] - np.arange(n)
    for layer, sees in enumerate((distance >= 0, (distance >= 0) & (distance < WINDOW))):
        at = f"layers.{layer}"
        y = x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * w[f"{at}.norm.weight"]
        q, k, v = np.split((y @ w[f"{at}.qkv.weight"].T).reshape(n, -1, DEPTH), [HEADS, HEADS + KV], 1)
        q, k = turned(q, frequencies), turned(k, frequencies)
        k, v = (np.repeat(part, HEADS // KV, 1) for part in (k, v))
        scores = np.where(sees, np.einsum("qhd,khd->hqk", q, k) * DEPTH**-0.5, -np.inf)
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = np.einsum("hqk,khd->qhd", shares / shares.sum(-1, keepdims=True), v).reshape(n, WIDTH)
        z = mixed @ w[f"{at}.out.weight"].T
        x = x + z / (1 + np.exp(-z))
    return np.asarray(x @ w["head.weight"].T)


class Session:
    """Sequences in a cache, and the tokens that each of them has."""

    def __init__(self, sizes: tuple[int, ...] = (4, 64, 32, 4)) -> None:
        self.vm, self.weights = model()
        self.cache = self.vm["create"](*(mlcc.runtime.ShapeTuple([size]) for size in sizes))
        self.tokens: dict[int, np.ndarray] = {}

    def do(self, name: str, *args: Any) -> Any:
        return mlcc.get_global_func(f"vm.builtin.kv_state_{name}")(self.cache, *args)

    def run(self, new: dict[int, int]) -> None:
        """So many random tokens for each sequence; the logits are compared."""
        more = {n: np.random.default_rng(n + count).integers(0, WORDS, count) for n, count in new.items()}
        self.do("begin_forward", mlcc.runtime.ShapeTuple(new), mlcc.runtime.ShapeTuple(new.values()))
        packed = tuple(self.weights.values())
        x = self.vm["embed"](np.concatenate(list(more.values())).astype("int32"), packed)
        single = max(new.values()) == 1
        name, shape = ("decode", (len(new), 1, WIDTH)) if single else ("prefill", (1, -1, WIDTH))
        logits, cache = self.vm[name](x.reshape(shape), self.cache, packed)
        assert cache is self.cache
        self.do("end_forward")
        begin, logits = 0, logits.reshape(-1, WORDS)
        for number, tokens in more.items():
            self.tokens[number] = np.concatenate([self.tokens.get(number, tokens[:0]), tokens])
            want = expected(self.tokens[number], self.weights)[-len(tokens) :]
            assert_close(logits[begin : begin + len(tokens)], want)
            begin += len(tokens)


def test_sequences_of_different_lengths() -> None:
    session = Session()
    session.do("add_sequence", 0)
    session.do("add_sequence", 7)
    session.run({0: 5})
    session.run({7: 3})
    session.run({0: 1, 7: 1})
    session.run({0: 2, 7: 6})
    session.do("fork_sequence", 0, 3, 6)
    session.tokens[3] = session.tokens[0][:6]
    session.run({3: 1, 0: 1})
    session.do("popn", 7, 5)
    session.tokens[7] = session.tokens[7][:-5]
    session.run({7: 1, 3: 1, 0: 1})
    session.do("remove_sequence", 0)
    session.run({3: 4, 7: 1})
    assert session.cache.total_length == 6 + 1 + 1 + 4 + 5 + 1 + 1


def test_a_call_on_another_number_of_tokens() -> None:
    session = Session()
    session.do("add_sequence", 0)
    session.do("begin_forward", [0], [3])
    with pytest.raises(MlccError, match="owners"):
        session.vm["prefill"](np.zeros((1, 4, WIDTH), "float32"), session.cache, tuple(session.weights.values()))
    session.do("end_forward")
    with pytest.raises(MlccError, match="without sequences"):
        session.vm["prefill"](np.zeros((1, 4, WIDTH), "float32"), session.cache, tuple(session.weights.values()))


def test_what_is_no_cache() -> None:
    class Forgets(Llama):
        def prefill(self, x: nn.Tensor, paged_kv_cache: caches.PagedKVCache) -> Any:
            return self.layers[0](x, paged_kv_cache)

    class Half(Llama):
        def prefill(self, x: nn.Tensor, paged_kv_cache: caches.PagedKVCache) -> Any:
            return self.layers[0](x, paged_kv_cache), paged_kv_cache

    for kind, message in ((Forgets, "does not return it"), (Half, "layer 1 appends")):
        with pytest.raises(MlccError, match=message):
            kind().export_tvm({name: spec()[name] for name in ("prefill", "create")})
    with pytest.raises(MlccError, match="creates none"):
        Llama().export_tvm({"prefill": spec()["prefill"]})
    with pytest.raises(AttributeError, match="TIRPagedKVCache"):
        caches.FlashInferPagedKVCache
    with pytest.raises(MlccError, match='"yarn"'):
        inverse_frequencies(8, 1e4, {"rope_type": "yarn"})


@pytest.mark.parametrize("kind", ["default", "gptj"])
def test_rotations_of_fused_values(kind: str) -> None:
    class Rope(nn.Module):
        def forward(self, x: nn.Tensor, total: Any) -> Any:
            return llama_rope(x, total, 100.0, 1.0, 2, 1, {"rope_type": kind}, 4)

    library = Rope().jit({"forward": {"x": nn.spec.Tensor((1, "n", 4, 6), "float32"), "total": int}}, out_format="raw")
    x = np.random.default_rng(1).standard_normal((1, 3, 4, 6)).astype("float32")
    q, k, v = library["forward"](x, 5)
    np.testing.assert_array_equal(v, x[:, :, 3:])
    pairs = x.astype("float64")[..., :4]
    a, b = (pairs[..., ::2], pairs[..., 1::2]) if kind == "gptj" else (pairs[..., :2], pairs[..., 2:])
    angles = (np.arange(2, 5)[:, None] * 100.0 ** (-np.arange(0, 4, 2) / 4))[:, None]
    first, second = a * np.cos(angles) - b * np.sin(angles), b * np.cos(angles) + a * np.sin(angles)
    joined = np.stack([first, second], -1 if kind == "gptj" else -2).reshape(pairs.shape)
    want = np.concatenate([joined, x[..., 4:]], -1)
    assert_close(np.concatenate([q, k], 2), want[:, :, :3])
