"""Modules of Flax and Equinox, and functions of JAX, by jax2onnx."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import onnx
from flax import linen, nnx
from jax import export as symbols
from jax import lax
from jax2onnx import to_onnx

from .converters import Input, fill

_MODELS: dict[str, Callable[[], Any]] = {}


def _model(make: Callable[[], Any]) -> Callable[[], Any]:
    """Registers what makes a module or a function by its name."""
    _MODELS[make.__name__] = make
    return make


def export(name: str, opset: int, inputs: list[Input]) -> onnx.ModelProto:
    """The model, with one symbol for dimensions that have equal sizes."""
    scope, names = symbols.SymbolicScope(), dict[tuple[int, ...], str]()
    specs = []
    for one in inputs:
        sizes = [str(s[0]) if len(set(s)) == 1 else names.setdefault(s, f"n{len(names)}") for s in one.sizes]
        shape = symbols.symbolic_shape(",".join(sizes) + ",", scope=scope)
        specs.append(jax.ShapeDtypeStruct(shape, one.dtype))
    return to_onnx(_MODELS[name](), specs, model_name=name, opset=opset)


class _Chain(nnx.Module):
    """Modules and functions, one after the other."""

    def __init__(self, *steps: Any) -> None:
        self.steps = nnx.List(steps)

    def __call__(self, x: Any) -> Any:
        for step in self.steps:
            x = step(x)
        return x


class _Sum(nnx.Module):
    """What a chain adds to its input."""

    def __init__(self, *steps: Any) -> None:
        self.inner = _Chain(*steps)

    def __call__(self, x: Any) -> Any:
        return x + self.inner(x)


def _chain(*steps: Any) -> Any:
    """The chain in its form for inference, no parameter of which is one number throughout."""
    module = _Chain(*steps)
    module.eval()
    rng = np.random.default_rng(2)

    def filled(path: Any, leaf: Any) -> Any:
        return jnp.asarray(fill(np.asarray(leaf), str(path[-2:]), rng))

    state = nnx.state(module, (nnx.Param, nnx.BatchStat))
    nnx.update(module, jax.tree_util.tree_map_with_path(filled, state))
    return module


def _rngs() -> nnx.Rngs:
    return nnx.Rngs(0)


# ---------------------------------------------------------------- Flax NNX
@_model
def nnx_cnn() -> Any:
    r = _rngs()
    pool = lambda x: nnx.avg_pool(x, window_shape=(2, 2), strides=(2, 2))  # noqa: E731
    flat = lambda x: x.reshape(x.shape[0], -1)  # noqa: E731
    return _chain(
        nnx.Conv(1, 16, (3, 3), rngs=r), nnx.BatchNorm(16, rngs=r), nnx.relu, pool,
        nnx.Conv(16, 32, (3, 3), padding="VALID", rngs=r), nnx.relu, pool, flat,
        nnx.Linear(7200, 64, rngs=r), nnx.Dropout(0.3, rngs=r), nnx.gelu, nnx.Linear(64, 10, rngs=r), nnx.log_softmax,
    )  # fmt: skip


@_model
def nnx_residual() -> Any:
    r = _rngs()
    return _chain(
        _Sum(nnx.Conv(16, 16, (3, 3), rngs=r), nnx.BatchNorm(16, rngs=r), nnx.silu, nnx.Conv(16, 16, (1, 1), rngs=r)),
        nnx.Conv(16, 32, (3, 3), strides=2, rngs=r), nnx.GroupNorm(32, num_groups=8, rngs=r), nnx.elu,
        _Sum(nnx.Conv(32, 32, (3, 3), kernel_dilation=2, rngs=r), nnx.relu),
        lambda x: x.mean(axis=(1, 2)), nnx.Linear(32, 10, rngs=r),
    )  # fmt: skip


@_model
def nnx_depthwise() -> Any:
    r = _rngs()
    return _chain(
        nnx.Conv(24, 48, (3, 3), feature_group_count=24, rngs=r), nnx.hard_swish,
        nnx.Conv(48, 48, (5, 5), strides=(2, 1), feature_group_count=48, rngs=r), nnx.Conv(48, 20, (1, 1), rngs=r),
        lambda x: nnx.max_pool(x, window_shape=(3, 3), strides=(2, 2), padding="SAME"),
    )  # fmt: skip


@_model
def nnx_upsampling() -> Any:
    r = _rngs()
    return _chain(
        nnx.ConvTranspose(32, 24, (3, 3), strides=(2, 2), rngs=r), nnx.leaky_relu, nnx.Conv(24, 16, (3, 3), rngs=r),
        lambda x: x.reshape(x.shape[0], 64, 64, 2, 2, 4).transpose(0, 1, 3, 2, 4, 5).reshape(x.shape[0], 128, 128, 4),
    )  # fmt: skip


@_model
def nnx_norms() -> Any:
    r = _rngs()
    return _chain(nnx.LayerNorm(128, rngs=r), nnx.Linear(128, 128, rngs=r), nnx.RMSNorm(128, rngs=r), nnx.softplus,
                  nnx.GroupNorm(128, num_groups=8, rngs=r))  # fmt: skip


def _steps(cell: Any, states: int, size: int) -> Callable[[Any], Any]:
    """The outputs of a cell over the second axis."""

    def run(x: Any) -> Any:
        begin = (x[:, 0, :1] * jnp.zeros((1, size)),) * states
        step = lambda state, row: cell(state if states > 1 else state[0], row)  # noqa: E731
        if states == 1:
            step = lambda state, row: ((new := cell(state[0], row)[0],), new)  # noqa: E731
        return jnp.swapaxes(lax.scan(step, begin, jnp.swapaxes(x, 0, 1))[1], 0, 1)

    return run


@_model
def nnx_lstm() -> Any:
    r = _rngs()
    return _chain(_steps(nnx.OptimizedLSTMCell(64, 100, rngs=r), 2, 100),
                  _steps(nnx.LSTMCell(100, 64, rngs=r), 2, 64), nnx.Linear(64, 10, rngs=r))  # fmt: skip


@_model
def nnx_gru_both_ways() -> Any:
    r = _rngs()
    there, back = (_steps(nnx.GRUCell(80, 100, rngs=r), 1, 100) for _ in range(2))
    return lambda x: nnx.softmax(jnp.concatenate([there(x), jnp.flip(back(jnp.flip(x, 1)), 1)], -1))


def _block(width: int, heads: int, r: nnx.Rngs) -> list[Any]:
    attention = nnx.MultiHeadAttention(heads, width, decode=False, rngs=r)
    return [
        _Sum(nnx.LayerNorm(width, rngs=r), attention),
        _Sum(nnx.LayerNorm(width, rngs=r), nnx.Linear(width, 2 * width, rngs=r), nnx.gelu,
             nnx.Linear(2 * width, width, rngs=r)),
    ]  # fmt: skip


@_model
def nnx_encoder() -> Any:
    r = _rngs()
    return _chain(*_block(256, 8, r), *_block(256, 4, r), nnx.LayerNorm(256, rngs=r), nnx.Linear(256, 10, rngs=r))


@_model
def nnx_decoder() -> Any:
    r = _rngs()
    embed, places = nnx.Embed(1000, 160, rngs=r), nnx.Embed(33, 160, rngs=r)
    attention, norm = nnx.MultiHeadAttention(4, 160, decode=False, rngs=r), nnx.RMSNorm(160, rngs=r)

    class Decoder(nnx.Module):
        def __init__(self) -> None:
            self.embed, self.places, self.attention, self.norm = embed, places, attention, norm

        def __call__(self, tokens: Any) -> Any:
            x = self.embed(tokens) + self.places(jnp.arange(33))
            x = x + self.attention(self.norm(x), mask=jnp.tril(jnp.ones((1, 1, 33, 33), bool)))
            return self.embed.attend(x)

    return _chain(Decoder())


@_model
def nnx_vision_transformer() -> Any:
    r = _rngs()
    flat = lambda x: x.reshape(x.shape[0], 64, 192)  # noqa: E731
    return _chain(nnx.Conv(3, 192, (8, 8), strides=(8, 8), rngs=r), flat, *_block(192, 6, r),
                  lambda x: x.mean(axis=1), nnx.Linear(192, 10, rngs=r))  # fmt: skip


@_model
def nnx_mixer() -> Any:
    r = _rngs()
    turned = lambda x: jnp.swapaxes(x, 1, 2)  # noqa: E731
    return _chain(_Sum(turned, nnx.Linear(49, 49, rngs=r), nnx.gelu, turned), nnx.LayerNorm(128, rngs=r),
                  _Sum(nnx.LinearGeneral(128, (4, 32), rngs=r), lambda x: x.reshape(*x.shape[:2], 128)))  # fmt: skip


@_model
def nnx_activations() -> Any:
    functions = (nnx.selu, nnx.celu, nnx.hard_sigmoid, nnx.log_sigmoid, nnx.soft_sign, nnx.hard_tanh, nnx.swish)
    return lambda x: (*(one(x) for one in functions), nnx.glu(x), nnx.one_hot(x.argmax(1), 512), nnx.logsumexp(x, 1))


@_model
def nnx_lora() -> Any:
    r = _rngs()
    return _chain(nnx.LoRALinear(256, 128, lora_rank=8, rngs=r), nnx.Einsum("ab,bc->ac", (128, 100), (100,), rngs=r))


# ---------------------------------------------------------------- Flax Linen
def _bound(module: linen.Module, *shape: int) -> Any:
    variables = module.init(jax.random.key(0), jnp.zeros(shape))
    return module.bind(variables)


class _Cnn(linen.Module):
    @linen.compact
    def __call__(self, x: Any) -> Any:
        x = linen.relu(linen.Conv(32, (3, 3), strides=2)(x))
        x = linen.BatchNorm(use_running_average=True)(x)
        x = linen.max_pool(x, window_shape=(2, 2), strides=(2, 2))
        return linen.Dense(10)(x.reshape(x.shape[0], -1))


@_model
def linen_cnn() -> Any:
    return _bound(_Cnn(), 1, 65, 65, 3)


@_model
def linen_attention() -> Any:
    return _bound(linen.SelfAttention(num_heads=4, qkv_features=128), 1, 50, 128)


# ---------------------------------------------------------------- Equinox
@_model
def equinox_mlp() -> Any:
    return eqx.nn.MLP(100, 10, 128, 2, key=jax.random.key(0))


@_model
def equinox_conv() -> Any:
    keys = jax.random.split(jax.random.key(0), 2)
    steps = [eqx.nn.Conv2d(3, 32, 3, padding=1, key=keys[0]), eqx.nn.Lambda(jax.nn.relu), eqx.nn.MaxPool2d(2, 2),
             eqx.nn.Conv2d(32, 20, 3, groups=2, key=keys[1]), eqx.nn.AdaptiveAvgPool2d(1)]  # fmt: skip
    return eqx.nn.Sequential(steps)


@_model
def equinox_attention() -> Any:
    attention = eqx.nn.MultiheadAttention(4, 128, key=jax.random.key(0))
    norm = eqx.nn.LayerNorm(128)
    return lambda x: jax.vmap(norm)(x + attention(x, x, x))


@_model
def equinox_gru() -> Any:
    cell = eqx.nn.GRUCell(64, 100, key=jax.random.key(0))

    def step(state: Any, x: Any) -> tuple[Any, Any]:
        state = cell(x, state)
        return state, state

    return lambda x: lax.scan(step, jnp.zeros(100), x)


# ---------------------------------------------------------------- functions of JAX
@_model
def loop() -> Any:
    return lambda x: lax.fori_loop(0, 5, lambda i, y: y * 0.9 + jnp.sin(y) * i, x)


@_model
def loop_until() -> Any:
    return lambda x: lax.while_loop(lambda s: jnp.abs(s[1]).max() > 0.1, lambda s: (s[0] + 1, s[1] * 0.5), (0, x))


@_model
def scan() -> Any:
    return lambda x: lax.scan(lambda c, row: (c * 0.5 + row, jnp.tanh(c @ row / 256)), jnp.zeros(256), x)


@_model
def batched_scan() -> Any:
    step = lambda c, row: (jnp.maximum(c, row) * 0.9, (c, row.sum()))  # noqa: E731
    return lambda x: jax.vmap(lambda one: lax.scan(step, jnp.zeros(64), one))(x)


@_model
def condition() -> Any:
    return lambda x: lax.cond(x.sum() > 0, lambda y: jnp.exp(y), lambda y: y - 1, x)


@_model
def sorted() -> Any:
    return lambda x: (jnp.sort(x, axis=1), jnp.argsort(-x, axis=1), *lax.top_k(x, 10))


@_model
def cumulated() -> Any:
    products = lambda x: lax.cumprod(1 + 0.1 * x, 1, reverse=True)  # noqa: E731
    return lambda x: (jnp.cumsum(x, axis=1), lax.cumlogsumexp(x, 1), lax.cummax(x, 1), products(x))


@_model
def scattered() -> Any:
    zeros, ones = jnp.zeros((200, 64)), jnp.ones((200, 64))
    return lambda x, i: (zeros.at[i].add(x), ones.at[i, 0].max(x[:, 1]), x.at[::2, 1].set(7.0))


@_model
def gathered() -> Any:
    return lambda x, i: (x[:, i], jnp.take_along_axis(x, jnp.argsort(x, 1), 1), x[:, 1:-1:2], x[:, ::-1])


@_model
def sliced_at() -> Any:
    return lambda x, i: (lax.dynamic_slice(x, (i[0], 0), (50, 128)), lax.dynamic_update_slice(x, x[:40] * 2, (i[1], 0)))


@_model
def spectrum() -> Any:
    return lambda x: (jnp.abs(jnp.fft.rfft(x)), jnp.fft.fft(x).real)


@_model
def frames() -> Any:
    places = jnp.arange(0, 7600, 160)[:, None] + jnp.arange(400)
    return lambda x: (x[:, places] * jnp.hanning(400)) @ jnp.eye(400, 80)


@_model
def resized() -> Any:
    return lambda x: (jnp.repeat(x, 2, 1), jnp.pad(x, 1))


@_model
def einsums() -> Any:
    ones = jnp.ones((64, 32))
    return lambda x: (jnp.einsum("bij,bkj->bik", x, x), jnp.einsum("bij->jb", x), jnp.tensordot(x, ones, 1))


@_model
def windows() -> Any:
    shape, strides = (1, 3, 3, 1), (1, 2, 2, 1)
    return lambda x: (lax.reduce_window(x, -jnp.inf, lax.max, shape, strides, "SAME"),
                      lax.reduce_window(x, 0.0, lax.add, shape, strides, "VALID"))  # fmt: skip


@_model
def convolutions() -> Any:
    rng = np.random.default_rng(3)
    square, groups = (jnp.asarray(rng.standard_normal(s), jnp.float32) for s in ((3, 3, 16, 24), (3, 3, 8, 32)))
    order = ("NHWC", "HWIO", "NHWC")

    def convolved(x: Any) -> Any:
        a = lax.conv_general_dilated(x, square, (1, 2), [(0, 1), (2, 1)], rhs_dilation=(2, 1), dimension_numbers=order)
        b = lax.conv_general_dilated(x, groups, (1, 1), "SAME", dimension_numbers=order, feature_group_count=2)
        return a, jax.nn.relu(b)

    return convolved


@_model
def segments() -> Any:
    return lambda x, i: (jax.ops.segment_sum(x, i, 40), jax.ops.segment_max(x, i, 40), jnp.bincount(i, length=40))


@_model
def integers() -> Any:
    return lambda x: (x // 7, x % 5, x * 4 - x, jnp.bitwise_xor(x, 9), x > 40)


@_model
def special_functions() -> Any:
    functions = (lax.erf, lax.expm1, lax.log1p, lax.rsqrt, jnp.cbrt, lax.lgamma, lax.erfc)
    return lambda x: (*(one(jnp.abs(x) + 0.1) for one in functions), jnp.arctan2(x, x + 1), jnp.logaddexp(x, -x))


@_model
def reductions() -> Any:
    return lambda x: (x.std(1), x.var(2), jnp.median(x, 1), x.argmin(2), (x > 0).all(1), jnp.prod(x, 2), jnp.ptp(x, 1))


@_model
def selected() -> Any:
    return lambda x: (jnp.where(x > 0, x, -1), jnp.clip(x, -0.5, 0.5), jnp.where(x > 1, x, 3 * x),
                      jnp.isfinite(1 / x), jnp.nan_to_num(jnp.log(x)))  # fmt: skip


@_model
def solved() -> Any:
    return lambda a, b: (jnp.linalg.det(a), a @ b)
