"""Subroutines, programs in place, prints and library functions in models of `relax.frontend.nn`."""

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
from mlcc.relax.frontend.nn.modules import Attention, TimestepEmbedding, Timesteps
from mlcc.script import parse_module

RNG = np.random.default_rng(7)


PROGRAM = """
@T.prim_func
def add_position(x: T.handle, start: T.int64):
    n = T.int64()
    rows = T.match_buffer(x, (1, n, 8), "float32")
    for i, j in T.grid(n, 8):
        with T.block("add"):
            vi, vj = T.axis.remap("SS", [i, j])
            rows[0, vi, vj] = rows[0, vi, vj] + T.Cast("float32", vi + start) * T.float32(0.125)
"""
add_position: Any = parse_module(PROGRAM)["add_position"]


class FeedForward(nn.Module):
    define_subroutine = True

    def __init__(self) -> None:
        self.norm, self.up, self.down = nn.RMSNorm(8, -1, bias=False), nn.Linear(8, 16), nn.Linear(16, 8)

    def forward(self, x: nn.Tensor) -> nn.Tensor:
        return x + self.down(op.silu(self.up(self.norm(x))))


class Block(nn.Module):
    define_subroutine = True

    def __init__(self) -> None:
        self.q, self.k, self.v = (nn.Linear(8, 8, bias=False) for _ in range(3))
        self.rest = FeedForward()

    def forward(self, x: nn.Tensor) -> nn.Tensor:
        n = x.shape[1]
        q, k, v = (op.reshape(y, (1, n, 2, 4)) for y in (self.q(x), self.k(x), self.v(x)))
        mixed = op.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.rest(x + op.reshape(mixed, (1, n, 8)))


class Decoder(nn.Module):
    def __init__(self) -> None:
        self.embed = nn.Embedding(11, 8)
        self.blocks = nn.ModuleList([Block(), Block()])

    def forward(self, tokens: nn.Tensor, start: Any) -> nn.Tensor:
        x = self.embed(tokens)
        x = op.tensor_ir_inplace_op(
            add_position, "add_position", [x, start], 0, nn.Tensor.placeholder(x.shape, x.dtype)
        )
        return self.blocks(x)


def filled(model: nn.Module) -> dict[str, np.ndarray]:
    for parameter in model.parameters():
        parameter.data = RNG.standard_normal(tuple(parameter.shape)).astype("float32") * 0.5
    return {path: np.asarray(p.data) for path, p in model.named_parameters()}


def softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x - x.max(-1, keepdims=True))
    return np.asarray(e / e.sum(-1, keepdims=True))


def expected(tokens: np.ndarray, start: int, w: dict[str, np.ndarray]) -> np.ndarray:
    x = w["embed.weight"][tokens] + ((np.arange(tokens.shape[1]) + start) * 0.125)[:, None]
    n = x.shape[1]
    for b in ("blocks.0", "blocks.1"):
        q, k, v = ((x @ w[f"{b}.{name}.weight"].T).reshape(n, 2, 4).transpose(1, 0, 2) for name in "qkv")
        scores = q @ k.transpose(0, 2, 1) / 2 + np.triu(np.full((n, n), -np.inf), 1)
        x = x + (softmax(scores) @ v).transpose(1, 0, 2).reshape(1, n, 8)
        y = x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * w[f"{b}.rest.norm.weight"]
        y = y @ w[f"{b}.rest.up.weight"].T + w[f"{b}.rest.up.bias"]
        x = x + (y / (1 + np.exp(-y))) @ w[f"{b}.rest.down.weight"].T + w[f"{b}.rest.down.bias"]
    return np.asarray(x)


def test_a_decoder_of_subroutines() -> None:
    model = Decoder()
    weights = filled(model)
    module, _ = model.export_tvm({"forward": {"tokens": nn.spec.Tensor((1, "n"), "int32"), "start": int}})
    assert sorted(module.graph_funcs) == ["block", "feed_forward", "forward"]  # which equal blocks share
    assert "global_symbol" not in module["block"].attrs
    assert relax.analysis.well_formed(module)
    assert mlcc.script.parse_module(module.script()).script() == module.script()
    library = mlcc.build(module)
    tokens = RNG.integers(0, 11, (1, 5)).astype("int32")
    for _ in range(2):  # a program in place changes no weight
        assert_close(library["forward"](tokens, 3, *weights.values()), expected(tokens, 3, weights))


def test_a_subroutine_that_no_function_can_be_is_written_out() -> None:
    class Rows(nn.Module):
        define_subroutine = True

        def forward(self, x: nn.Tensor, n: Any) -> nn.Tensor:
            return op.broadcast_to(x, (n, 4))

    class Outer(nn.Module):
        def __init__(self) -> None:
            self.rows = Rows()

        def forward(self, x: nn.Tensor, n: Any) -> Any:
            return self.rows(x, n), self.rows(x, 3)

    module, _ = Outer().export_tvm({"forward": {"x": nn.spec.Tensor((1, 4), "float32"), "n": int}})
    assert sorted(module.graph_funcs) == ["forward", "rows"]
    x = np.ones((1, 4), "float32")
    assert [y.shape for y in mlcc.build(module)["forward"](x, 5)] == [(5, 4), (3, 4)]


def test_one_tensor_as_two_arguments_of_a_subroutine_that_prints(capfd: pytest.CaptureFixture[str]) -> None:
    class Sum(nn.Module):
        define_subroutine = True

        def forward(self, a: nn.Tensor, b: nn.Tensor) -> nn.Tensor:
            if prints:
                op.print_(a)
            return a + b

    class Outer(nn.Module):
        def __init__(self) -> None:
            self.sum = Sum()

        def forward(self, x: nn.Tensor) -> nn.Tensor:
            return self.sum(x, x)

    spec = {"forward": {"x": nn.spec.Tensor((2,), "float32")}}
    x = np.arange(2, dtype="float32")
    for prints in (False, True):
        module = Outer().export_tvm(spec, debug=prints)[0]
        assert ("sum" in module.functions) is not prints
        assert mlcc.script.parse_module(module.script()).script() == module.script()
        np.testing.assert_array_equal(Outer().jit(spec, out_format="numpy", debug=prints)["forward"](x), 2 * x)
    assert capfd.readouterr().out.count("[0. 1.]") == 1


class Talking(nn.Module):
    def forward(self, x: nn.Tensor) -> Any:
        op.print_(x)
        op.debug_func("test.seen", x, 3, 2.5, "text", x.shape[0])
        return op.extern("test.sum", [x, 3, 0.5, x.shape[0]], nn.Tensor.placeholder((), "float32"))


def test_prints_and_library_functions(capfd: pytest.CaptureFixture[str]) -> None:
    seen: list[Any] = []
    mlcc.register_func("test.seen", lambda *args: seen.append(args), override=True)
    mlcc.register_func("test.sum", lambda x, a, b, n, out: out.__setitem__(..., x.sum() + a + b + n), override=True)
    spec = {"forward": {"x": nn.spec.Tensor(("n", 2), "float32")}}
    library = Talking().jit(spec, out_format="numpy", debug=True)
    x = np.ones((2, 2), "float32")
    for _ in range(2):
        assert library["forward"](x) == 9.5
    assert capfd.readouterr().out.count("float32 [2, 2]\n[[1. 1.]") == 2
    (line, array, *rest), _ = seen
    assert line.rsplit(":", 1)[0] == __file__
    np.testing.assert_array_equal(array, x)
    assert rest == [3, 2.5, "text", 2]
    with pytest.raises(MlccError, match="debug=True"):
        Talking().export_tvm(spec)


def test_a_debug_function_that_is_not_there() -> None:
    class Lost(nn.Module):
        def forward(self, x: nn.Tensor) -> nn.Tensor:
            op.debug_func("test.nobody", x)
            return x

    library = Lost().jit({"forward": {"x": nn.spec.Tensor((2,), "float32")}}, out_format="numpy", debug=True)
    with pytest.raises(MlccError) as error:
        library["forward"](np.ones(2, "float32"))
    assert error.value.code == "R344"


def test_what_is_no_argument() -> None:
    class Wrong(nn.Module):
        def forward(self, x: nn.Tensor) -> Any:
            return op.extern("test.sum", [x, "text"], x)

        def places(self, x: nn.Tensor) -> Any:
            return op.tensor_ir_inplace_op(add_position, "add", [x, 3], -1, x)

    for method in ("forward", "places"):
        with pytest.raises(MlccError) as error:
            Wrong().export_tvm({method: {"x": nn.spec.Tensor((1, 2, 8), "float32")}})
        assert error.value.code == "T205"
    with pytest.raises(AttributeError, match="one machine"):
        op.ccl_allreduce


@pytest.mark.parametrize("groups", [None, 4])
def test_attention_to_another_sequence(groups: int | None) -> None:
    model = Attention(8, 6, heads=2, dim_head=4, norm_num_groups=groups)
    w = filled(model)
    x, y = RNG.standard_normal((1, 5, 8)).astype("float32"), RNG.standard_normal((1, 3, 6)).astype("float32")
    spec = {"hidden_states": nn.spec.Tensor((1, 5, 8), "float32"),
            "encoder_hidden_states": nn.spec.Tensor((1, 3, 6), "float32")}  # fmt: skip
    assert nn.spec.MethodSpec.from_torch([x, y], model.forward).arg_specs == list(spec.values())
    got = model.jit({"forward": spec}, out_format="numpy")["forward"](x, y)
    normed = x
    if groups:
        g = x.reshape(1, 5, groups, 2)
        g = (g - g.mean((1, 3), keepdims=True)) / np.sqrt(g.var((1, 3), keepdims=True) + 1e-5)
        normed = g.reshape(1, 5, 8) * w["group_norm.weight"] + w["group_norm.bias"]
    q, k, v = ((a @ w[f"to_{n}.weight"].T).reshape(-1, 2, 4).transpose(1, 0, 2)
               for n, a in (("q", normed), ("k", y), ("v", y)))  # fmt: skip
    mixed = (softmax(q @ k.transpose(0, 2, 1) / 2) @ v).transpose(1, 0, 2).reshape(1, 5, 8)
    assert_close(got, mixed @ w["to_out.0.weight"].T + w["to_out.0.bias"])


def test_embeddings_of_times() -> None:
    class Times(nn.Module):
        def __init__(self) -> None:
            self.waves, self.embed = Timesteps(4), TimestepEmbedding(4, 6, cond_proj_dim=3, post_act_fn="silu")

        def forward(self, t: nn.Tensor, c: nn.Tensor) -> nn.Tensor:
            return self.embed(self.waves(t), c)

    model = Times()
    w = {path.removeprefix("embed."): value for path, value in filled(model).items()}
    spec = {"forward": {"t": nn.spec.Tensor((2,), "float32"), "c": nn.spec.Tensor((2, 3), "float32")}}
    t, c = np.array([1.0, 7.0], "float32"), RNG.standard_normal((2, 3)).astype("float32")
    angles = t[:, None] * np.exp(-np.log(10000) * np.arange(2) / 1)[None]
    x = np.concatenate([np.sin(angles), np.cos(angles)], 1) + c @ w["cond_proj.weight"].T
    for layer in ("linear_1", "linear_2"):
        x = x @ w[f"{layer}.weight"].T + w[f"{layer}.bias"]
        x = x / (1 + np.exp(-x))
    assert_close(model.jit(spec, out_format="numpy")["forward"](t, c), x)
    with pytest.raises(MlccError, match="relu"):
        TimestepEmbedding(4, 6, act_fn="relu")
