"""State of models: caches of keys and values, and sizes as arguments."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import relax
from mlcc.diagnostics import MlccError
from mlcc.relax.frontend import nn
from mlcc.relax.frontend.nn import op

RNG = np.random.default_rng(5)
SPEC = {"x": nn.spec.Tensor((1, "t", 8), "float32"), "total": int}


class Attention(nn.Module):
    """Causal attention of two heads, which sees the tokens of all calls so far."""

    def __init__(self) -> None:
        self.qkv, self.out = nn.Linear(8, 24, bias=False), nn.Linear(8, 8)
        self.keys, self.values = nn.KVCache(16, [2, 4]), nn.KVCache(16, [2, 4])

    def forward(self, x: nn.Tensor, total: Any) -> nn.Tensor:
        t = x.shape[1]
        q, k, v = op.split(op.reshape(self.qkv(x), (t, 6, 4)), 3, axis=1)
        self.keys.append(k)
        self.values.append(v)
        k, v = (cache.view(total) for cache in (self.keys, self.values))
        q, k, v = (op.permute_dims(part, [1, 0, 2]) for part in (q, k, v))
        scores = op.matmul(q, op.permute_dims(k, [0, 2, 1])) * 0.5
        mask = op.triu(op.full((t, total), relax.const(-1e9, "float32"), "float32"), total - t + 1)
        mixed = op.matmul(op.softmax(scores + mask, axis=-1), v)
        return self.out(op.reshape(op.permute_dims(mixed, [1, 0, 2]), (1, t, 8)))

    def zeros(self, n: Any) -> nn.Tensor:
        return op.zeros((n,))


def expected(x: np.ndarray, weights: dict[str, np.ndarray]) -> np.ndarray:
    q, k, v = np.split((x[0] @ weights["qkv.weight"].T).reshape(-1, 6, 4), 3, 1)
    scores = np.einsum("qhd,khd->hqk", q, k) / 2 + np.triu(np.full((len(q), len(q)), -1e9), 1)
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    mixed = np.einsum("hqk,khd->qhd", shares / shares.sum(-1, keepdims=True), v).reshape(-1, 8)
    return (mixed @ weights["out.weight"].T + weights["out.bias"])[None]


def filled(model: nn.Module) -> dict[str, np.ndarray]:
    for parameter in model.parameters():
        parameter.data = RNG.standard_normal(tuple(parameter.shape)).astype("float32")
    return {path: np.asarray(p.data) for path, p in model.named_parameters()}


@pytest.mark.parametrize("mode", ["plain", "packed"])
def test_tokens_one_by_one(mode: str) -> None:
    model = Attention()
    weights = filled(model)
    module, _ = model.export_tvm({"forward": {**SPEC, "$": {"param_mode": mode, "effect_mode": mode}}})
    assert relax.analysis.well_formed(module)
    assert mlcc.script.parse_module(module.script()).script() == module.script()
    library = mlcc.build(module)
    x, given = RNG.standard_normal((1, 7, 8)).astype("float32"), tuple(weights.values())
    parts: list[np.ndarray] = []
    state, begin = library["_initialize_effect"](), 0
    for count in (3, 1, 1, 2):
        more = (state, given) if mode == "packed" else (*state, *given)
        part, state = library["forward"](x[:, begin : begin + count], begin + count, *more)
        parts, begin = [*parts, part], begin + count
    assert_close(np.concatenate(parts, 1), expected(x, weights))
    with pytest.raises(MlccError) as error:  # more rows than there are
        library["forward"](x, 99, *((state, given) if mode == "packed" else (*state, *given)))
    assert error.value.code == "R312"


@pytest.mark.parametrize("mode", ["plain", "packed"])
def test_state_of_compiled_methods(mode: str) -> None:
    model = Attention()
    weights = filled(model)
    spec = {
        "forward": {**SPEC, "$": {"param_mode": mode, "effect_mode": mode}},
        "zeros": {"n": int, "$": {"param_mode": "none", "effect_mode": "none"}},
    }
    compiled = model.jit(spec, out_format="numpy")
    assert compiled["zeros"](3).shape == (3,)
    x = RNG.standard_normal((1, 4, 8)).astype("float32")
    for _ in range(2):
        got = np.concatenate([compiled["forward"](x[:, :3], 3), compiled["forward"](x[:, 3:], 4)], 1)
        assert_close(got, expected(x, weights))
        compiled.reset()


def test_what_is_no_row() -> None:
    class Wrong(Attention):
        def forward(self, x: nn.Tensor, total: Any) -> nn.Tensor:
            self.keys.append(x)
            return x

    with pytest.raises(MlccError, match="appended to a cache of float32 rows"):
        Wrong().export_tvm({"forward": SPEC})
    with pytest.raises(MlccError, match="without effects"):
        Attention().export_tvm({"forward": {**SPEC, "$": {"effect_mode": "none"}}})


def test_sizes_as_arguments() -> None:
    class Rows(nn.Module):
        def forward(self, x: nn.Tensor, n: Any) -> nn.Tensor:
            return op.broadcast_to(op.reshape(x, (1, 4)), (n, 4))

    module, _ = Rows().export_tvm({"forward": {"x": nn.spec.Tensor((4,), "float32"), "n": int}})
    library = mlcc.build(module)
    x = np.arange(4, dtype="float32")
    for given in (3, (3,), [3], np.int64(3), np.zeros(3, "bool")):
        np.testing.assert_array_equal(library["forward"](x, given), np.broadcast_to(x, (3, 4)))
    for wrong in (-1, "x", 2.5, (1, 2), None):
        with pytest.raises(MlccError) as error:
            library["forward"](x, wrong)
        assert error.value.code in ("R302", "R301")


TEXT = """
@R.function
def main(x: R.Tensor((2, 3), "float32"), s: R.Shape(["n", "m"]), k: R.Prim(value="k")) -> R.Tensor(("n", "m", "k")):
    n = T.int64()
    m = T.int64()
    k_1 = T.int64()
    gv = R.full(R.shape([n, m, k_1]), R.const(2.0, "float32"), dtype="float32")
    return gv
"""


def test_shapes_in_text() -> None:
    text = TEXT.replace('"k"))', '"k_1"))').replace('value="k"', 'value="k_1"')
    library = mlcc.build(mlcc.script.parse_module(text))
    np.testing.assert_array_equal(library["main"](np.zeros((2, 3), "float32"), (2, 5), 3), np.full((2, 5, 3), 2.0))
