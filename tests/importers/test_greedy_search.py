"""GreedySearch, whose decoder is in the node, against onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import onnx.parser
import pytest
from onnx import helper, numpy_helper
from onnx_models import onnxruntime_results

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
WORDS, HEADS, SIZE = 11, 2, 3
WIDTH = HEADS * SIZE
TOKENS = np.array([[3, 4, 5], [0, 6, 7], [8, 2, 9]], np.int32)
KINDS: dict[str, tuple[int, list[Any]]] = {
    "input_ids": (6, ["B", "L"]), "max_length": (6, [1]), "min_length": (6, [1]), "repetition_penalty": (1, [1]),
    "vocab_mask": (6, [WORDS]), "prefix_vocab_mask": (6, ["B", WORDS]), "attention_mask": (6, ["B", "L"]),
}  # fmt: skip


def decoder() -> onnx.GraphProto:
    """One layer of attention that keeps its keys and values."""
    graph = onnx.parser.parse_graph(f"""decoder (
        int32[B, S] input_ids, int32[B, S] position_ids, int32[B, T] attention_mask,
        float[2, B, {HEADS}, P, {SIZE}] past_0
    ) => (float[B, S, {WORDS}] logits, float[2, B, {HEADS}, T, {SIZE}] present_0) <
        int64[4] heads = {{0, 0, {HEADS}, {SIZE}}}, int64[3] joined = {{0, 0, {WIDTH}}}, int64[1] first = {{0}},
        int64[2] inner = {{1, 2}}, int64 zero = {{0}}, int64 one = {{1}}, float far = {{-10000}}, float unit = {{1}}
    > {{
        word = Gather(table, input_ids) place = Gather(places, position_ids) x = Add(word, place)
        q0 = MatMul(x, wq) k0 = MatMul(x, wk) v0 = MatMul(x, wv)
        q1 = Reshape(q0, heads) k1 = Reshape(k0, heads) v1 = Reshape(v0, heads)
        q = Transpose<perm = [0, 2, 1, 3]>(q1)
        k2 = Transpose<perm = [0, 2, 1, 3]>(k1) v2 = Transpose<perm = [0, 2, 1, 3]>(v1)
        pk = Gather(past_0, zero) pv = Gather(past_0, one) k = Concat<axis = 2>(pk, k2) v = Concat<axis = 2>(pv, v2)
        ku = Unsqueeze(k, first) vu = Unsqueeze(v, first) present_0 = Concat<axis = 0>(ku, vu)
        kt = Transpose<perm = [0, 1, 3, 2]>(k) s = MatMul(q, kt)
        m0 = Cast<to = 1>(attention_mask) m1 = Sub(unit, m0) m2 = Mul(m1, far) m = Unsqueeze(m2, inner)
        s2 = Add(s, m) a = Softmax<axis = -1>(s2) o = MatMul(a, v)
        o1 = Transpose<perm = [0, 2, 1, 3]>(o) o2 = Reshape(o1, joined) y = Add(x, o2) logits = MatMul(y, out)
    }}""")
    rng = np.random.default_rng(0)
    shapes = {"table": (WORDS, WIDTH), "places": (32, WIDTH), "out": (WIDTH, WORDS)}
    for name in ("table", "places", "wq", "wk", "wv", "out"):
        values = rng.standard_normal(shapes.get(name, (WIDTH, WIDTH))) * 1.5
        graph.initializer.append(numpy_helper.from_array(values.astype(np.float32), name))
    return graph


def search(feeds: dict[str, Any], **attributes: Any) -> onnx.ModelProto:
    """A model of the node, whose inputs are those of `feeds`."""
    names = [name if name in feeds else "" for name in KINDS]
    node = helper.make_node(
        "GreedySearch", names, ["sequences"], domain="com.microsoft", decoder=decoder(), pad_token_id=0, **attributes
    )
    inputs = [helper.make_tensor_value_info(name, *KINDS[name]) for name in names if name]
    graph = helper.make_graph([node], "search", inputs, [helper.make_tensor_value_info("sequences", 6, None)])
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=8)


def numbers(*values: int) -> Any:
    return np.array(values, np.int32)


@pytest.mark.parametrize(
    ("feeds", "attributes"),
    [
        ({"repetition_penalty": np.array([1.7], np.float32)}, {"eos_token_id": 2}),
        (
            {
                "min_length": numbers(9),
                "vocab_mask": numbers(1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1),
                "prefix_vocab_mask": np.array([[1] * 5 + [0] + [1] * 5] * 3, np.int32),
                "attention_mask": np.array([[1, 1, 1], [0, 1, 1], [0, 0, 1]], np.int32),
            },
            {"eos_token_id": 10, "no_repeat_ngram_size": 2},
        ),
    ],
)
def test_greedy_search(feeds: dict[str, Any], attributes: dict[str, Any]) -> None:
    feeds = {"input_ids": TOKENS, "max_length": numbers(12), **feeds}
    feeds = {name: feeds[name] for name in KINDS if name in feeds}
    model = search(feeds, **attributes)
    library = mlcc.build(from_onnx(model))
    for most in (12, 4):
        feeds["max_length"] = numbers(most)
        (wanted,) = onnxruntime_results(model, feeds)
        np.testing.assert_array_equal(library(*feeds.values()), wanted)


def test_a_row_is_filled_up_from_its_end_on() -> None:
    """All rows end before the longest length: onnxruntime leaves what is in memory."""
    feeds = {"input_ids": TOKENS[:1], "max_length": numbers(9)}
    library = mlcc.build(from_onnx(search(feeds, eos_token_id=5)))
    np.testing.assert_array_equal(library(*feeds.values()), [[3, 4, 5, 0, 0, 0, 0, 0, 0]])
    with pytest.raises(mlcc.MlccError, match="`max_length` is not longer"):
        library(feeds["input_ids"], numbers(3))


def test_a_search_with_an_encoder_is_refused() -> None:
    feeds = {"input_ids": TOKENS, "max_length": numbers(9)}
    with pytest.raises(mlcc.MlccError, match="with an encoder") as caught:
        from_onnx(search(feeds, eos_token_id=5, model_type=1))
    assert caught.value.code == "I121"
