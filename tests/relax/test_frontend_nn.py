"""Models written with `relax.frontend.nn`: what is exported, and what the compiled methods compute."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc import relax, te
from mlcc.diagnostics import MlccError
from mlcc.relax.frontend import nn

RNG = np.random.default_rng(3)


class Inner(nn.Module):
    def __init__(self, width: int) -> None:
        self.norm = nn.LayerNorm(width)
        self.matrix = nn.Parameter((width, width))
        self.layers = nn.ModuleList([nn.Linear(width, width, bias=n == 0) for n in range(2)])

    def forward(self, x: nn.Tensor) -> nn.Tensor:
        return nn.op.matmul(self.layers(self.norm(x)), self.matrix) + x * 2.0


class Net(nn.Module):
    def __init__(self) -> None:
        self.first, self.inner, self.last = nn.Linear(12, 8), Inner(8), nn.Linear(8, 3)

    def forward(self, x: nn.Tensor) -> nn.Tensor:
        return self.last(self.inner(nn.op.relu(self.first(x))))

    def rows(self, x: nn.Tensor, n: Any) -> Any:
        return nn.op.softmax(x, axis=-1), nn.op.reshape(x, (n, 12))


def filled(model: nn.Module) -> dict[str, np.ndarray]:
    for parameter in model.parameters():
        parameter.data = RNG.standard_normal(tuple(parameter.shape)).astype(parameter.dtype)
    return {path: np.asarray(p.data) for path, p in model.named_parameters()}


def test_methods_become_functions() -> None:
    model = Net()
    spec = {
        "forward": {"x": nn.spec.Tensor(("b", 12), "float32")},
        "rows": {"x": nn.spec.Tensor(("n", 12), "float32"), "n": int, "$": {"param_mode": "none"}},
    }
    module, params = model.export_tvm(spec)
    assert [path for path, _ in params] == [
        "first.weight", "first.bias", "inner.norm.weight", "inner.norm.bias", "inner.matrix", "inner.layers.0.weight",
        "inner.layers.0.bias", "inner.layers.1.weight", "last.weight", "last.bias",
    ]  # fmt: skip
    forward: Any = module["forward"]
    assert [p.name for p in forward.params[:3]] == ["x", "first_weight", "first_bias"]
    assert forward.attrs["num_input"] == 1
    assert relax.analysis.well_formed(module)
    text = module.script()
    assert "matmul: R.Tensor((b, 8)" in text
    assert "n_1: R.Shape" in text or "n: R.Shape" in text


@pytest.mark.parametrize("mode", ["plain", "packed"])
def test_a_model_computes_what_numpy_does(mode: str) -> None:
    model = Net()
    w = filled(model)
    module, params = model.export_tvm(
        {"forward": {"x": nn.spec.Tensor(("b", 12), "float32"), "$": {"param_mode": mode}}}
    )
    x = RNG.standard_normal((5, 12)).astype("float32")
    values = [w[path] for path, _ in params]
    given = (tuple(values),) if mode == "packed" else values
    got = np.asarray(mlcc.build(module)["forward"](x, *given))
    h = np.maximum(x @ w["first.weight"].T + w["first.bias"], 0)
    v = (h - h.mean(-1, keepdims=True)) / np.sqrt(h.var(-1, keepdims=True) + 1e-5)
    v = v * w["inner.norm.weight"] + w["inner.norm.bias"]
    v = (v @ w["inner.layers.0.weight"].T + w["inner.layers.0.bias"]) @ w["inner.layers.1.weight"].T
    y = (v @ w["inner.matrix"] + 2 * h) @ w["last.weight"].T + w["last.bias"]
    np.testing.assert_allclose(got, y, rtol=1e-4, atol=1e-4 * np.abs(y).max())  # wide: four products in a row


class Layers(nn.Module):
    def __init__(self) -> None:
        self.conv = nn.Conv2D(4, 6, 3, padding=1, groups=2)
        self.group = nn.GroupNorm(3, 6)
        self.table = nn.Embedding(7, 6)
        self.rms = nn.RMSNorm(6, -1, bias=False)
        self.parts = nn.MultiLinear(6, [2, 4], bias=False)

    def image(self, x: nn.Tensor) -> nn.Tensor:
        return nn.op.silu(self.group(self.conv(x)))

    def words(self, i: nn.Tensor) -> Any:
        first, second = self.parts(self.rms(self.table(i)))
        return first, nn.op.sum(second, axis=-1, keepdims=True) / 2.0 - 1.0

    def own(self, x: nn.Tensor) -> Any:
        doubled = nn.op.tensor_expr_op(lambda t: te.compute(t.shape, lambda *i: t(*i) * 2.0), "double", [x])
        return nn.op.topk(doubled, k=1, axis=-1)


def test_layers_compiled_with_their_values() -> None:
    model = Layers()
    w = filled(model)
    compiled = model.jit(
        {
            "image": {"x": nn.spec.Tensor((2, 4, 5, 5), "float32")},
            "words": {"i": nn.spec.Tensor((2, 3), "int64")},
            "own": {"x": nn.spec.Tensor((2, 3), "float32")},
        },
        out_format="numpy",
    )
    x, i = RNG.standard_normal((2, 4, 5, 5)).astype("float32"), np.array([[0, 6, 2], [1, 1, 5]])
    padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (2, 3)).reshape(2, 2, 2, 5, 5, 3, 3)
    y = np.einsum("ngchwij,gocij->ngohw", windows, w["conv.weight"].reshape(2, 3, 2, 3, 3)).reshape(2, 6, 5, 5)
    y = (y + w["conv.bias"][:, None, None]).reshape(2, 3, 2, 5, 5)
    y = (y - y.mean((2, 3, 4), keepdims=True)) / np.sqrt(y.var((2, 3, 4), keepdims=True) + 1e-5)
    y = y.reshape(2, 6, 5, 5) * w["group.weight"][:, None, None] + w["group.bias"][:, None, None]
    np.testing.assert_allclose(compiled["image"](x), y / (1 + np.exp(-y)), rtol=1e-4, atol=1e-5)  # wide: norms
    e = w["table.weight"][i]
    e = e / np.sqrt((e * e).mean(-1, keepdims=True) + 1e-5) * w["rms.weight"] @ w["parts.weight"].T
    first, second = compiled["words"](i)
    np.testing.assert_allclose(first, e[..., :2], rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(second, e[..., 2:].sum(-1, keepdims=True) / 2 - 1, rtol=1e-5, atol=1e-6)
    values, places = compiled["own"](x[0, 0, :2, :3])
    np.testing.assert_array_equal(values, 2 * x[0, 0, :2, :3].max(-1, keepdims=True))
    np.testing.assert_array_equal(places, x[0, 0, :2, :3].argmax(-1)[:, None])


def test_state_and_mutators() -> None:
    model = Net()
    missing, more = model.load_state_dict({"first.bias": np.ones(8, "float32"), "other": 1}, strict=False)
    assert len(missing) == 9
    assert more == ["other"]
    with pytest.raises(MlccError, match="T120"):
        model.load_state_dict({})
    with pytest.raises(MlccError, match="T121"):
        model.first.weight.data = np.ones((2, 2), "float32")

    class Halves(nn.Mutator):
        def visit_module(self, name: str, node: nn.Module) -> Any:
            return nn.Linear(8, 8, dtype="float16") if name.endswith("layers.0") else self.visit(name, node)

    Halves().visit("", model)
    assert dict(model.named_parameters())["inner.layers.0.weight"].dtype == "float16"
    fresh = Net()
    fresh.to("float16")
    assert {p.dtype for p in fresh.parameters()} == {"float16"}


@pytest.mark.parametrize(
    "spec", [{"backward": {}}, {"forward": {}}, {"forward": {"y": int}}, {"forward": {"x": "float32"}},
             {"forward": {"x": int, "$": {"param_mode": "all"}}}],
)  # fmt: skip
def test_wrong_specifications_are_refused(spec: Any) -> None:
    with pytest.raises(MlccError, match="T138"):
        Net().export_tvm(spec)


def test_modules_of_the_older_lessons() -> None:
    from mlcc.relax.testing import nn as old

    bb = relax.BlockBuilder()
    with bb.function("main"):
        model = old.Sequential(old.Linear(6, 5), old.ReLU(), old.Linear(5, 3), old.LogSoftmax())
        data = old.Placeholder((2, 6), name="data")
        bb.emit_func_output(model(data), params=[data, *model.parameters()])
    a, b, c, d = old.init_params(bb.get())
    x = RNG.standard_normal((2, 6)).astype("float32")
    y = np.maximum(x @ a + b, 0) @ c + d
    want = y - y.max(-1, keepdims=True)
    want -= np.log(np.exp(want).sum(-1, keepdims=True))
    np.testing.assert_allclose(mlcc.build(bb.get())(x, a, b, c, d), want, rtol=1e-4, atol=1e-5)  # wide: products
    with pytest.raises(MlccError, match="T115"):
        old.emit(data)


def test_pipelines_by_name() -> None:
    module, _ = Net().export_tvm({"forward": {"x": nn.spec.Tensor((2, 12), "float32")}})
    zero = relax.get_pipeline("zero")(module)
    assert zero.prim_funcs
    assert "call_tir" in zero.script()
    library = mlcc.compile(module, "llvm", relax_pipeline="zero")
    assert [p.name for p in library["forward"].spec.inputs][0] == "x"
    with pytest.raises(MlccError, match="T137"):
        relax.get_pipeline("one")
    with pytest.raises(MlccError, match="T137"):
        relax.register_pipeline("zero")
