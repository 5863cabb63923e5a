"""Small models whose one node searches with a decoder of its own, as onnxruntime's converters write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import onnx
import onnx.parser
from onnx import helper, numpy_helper

WORDS, HEADS, SIZE, FEATURES = 11, 2, 3, 4
WIDTH = HEADS * SIZE
INTEGERS, FLOATS = 6, 1

#: Attention of `x`: the nodes for a name, where `k` and `v` are made by others.
_READS = """q0{n} = MatMul({x}, wq{n}) q1{n} = Reshape(q0{n}, heads) q{n} = Transpose<perm = [0, 2, 1, 3]>(q1{n})
    kt{n} = Transpose<perm = [0, 1, 3, 2]>({k}) s{n} = MatMul(q{n}, kt{n}) {mask} a{n} = Softmax<axis = -1>({s})
    o{n} = MatMul(a{n}, {v}) o1{n} = Transpose<perm = [0, 2, 1, 3]>(o{n}) o2{n} = Reshape(o1{n}, joined)
    {y} = Add({x}, o2{n})"""
_KEEPS = """{v}0 = MatMul({x}, {w}) {v}1 = Reshape({v}0, heads) {v} = Transpose<perm = [0, 2, 1, 3]>({v}1)"""
_MASK = """m0{n} = Cast<to = 1>({given}) m1{n} = Sub(unit, m0{n}) m2{n} = Mul(m1{n}, far) m{n} = Unsqueeze(m2{n}, inner)
    s2{n} = Add(s{n}, m{n})"""
_CONSTANTS = f"""int64[4] heads = {{0, 0, {HEADS}, {SIZE}}}, int64[3] joined = {{0, 0, {WIDTH}}},
    int64[1] first = {{0}}, int64[2] inner = {{1, 2}}, int64 zero = {{0}}, int64 one = {{1}},
    float far = {{-10000}}, float unit = {{1}}"""


def weights(*names: str, words: int = WORDS) -> list[onnx.TensorProto]:
    """Random numbers for the weights of these names, the same for equal names."""
    shapes = {"table": (words, WIDTH), "places": (32, WIDTH), "out": (WIDTH, words)}
    shapes |= {"sources": (words, WIDTH), "audio": (FEATURES, WIDTH)}
    tensors = []
    for name in names:
        rng = np.random.default_rng([ord(c) for c in name])
        values = rng.standard_normal(shapes.get(name, (WIDTH, WIDTH))) * 1.5
        tensors.append(numpy_helper.from_array(values.astype(np.float32), name))
    return tensors


def _graph(name: str, inputs: str, outputs: str, nodes: str) -> onnx.GraphProto:
    return onnx.parser.parse_graph(f"{name} ({inputs}) => ({outputs}) < {_CONSTANTS} > {{ {nodes} }}")


def gpt_decoder() -> onnx.GraphProto:
    """One layer of attention that keeps its keys and values in one tensor."""
    nodes = [
        "word = Gather(table, input_ids) place = Gather(places, position_ids) x = Add(word, place)",
        _KEEPS.format(v="k2", x="x", w="wk"),
        _KEEPS.format(v="v2", x="x", w="wv"),
        "pk = Gather(past_0, zero) pv = Gather(past_0, one) k = Concat<axis = 2>(pk, k2) v = Concat<axis = 2>(pv, v2)",
        "ku = Unsqueeze(k, first) vu = Unsqueeze(v, first) present_0 = Concat<axis = 0>(ku, vu)",
        _READS.format(n="", x="x", k="k", v="v", s="s2", y="y", mask=_MASK.format(n="", given="attention_mask")),
        "logits = MatMul(y, out)",
    ]
    graph = _graph(
        "decoder",
        f"int32[B, S] input_ids, int32[B, S] position_ids, int32[B, T] attention_mask, "
        f"float[2, B, {HEADS}, P, {SIZE}] past_0",
        f"float[B, S, {WORDS}] logits, float[2, B, {HEADS}, T, {SIZE}] present_0",
        "\n".join(nodes),
    )
    graph.initializer.extend(weights("table", "places", "wq", "wk", "wv", "out"))
    return graph


def _decoding(tokens: str, pasts: bool, masked: bool) -> str:
    """The nodes of a layer that reads its own keys and values, then those of an encoder."""
    joined = "{0} = Concat<axis = 2>({1}, {2})" if pasts else "{0} = Identity({2})"
    mask = _MASK.format(n="c", given="encoder_attention_mask") if masked else ""
    parts = [
        f"x = Gather(table, {tokens})",
        _KEEPS.format(v="k2", x="x", w="wk"),
        _KEEPS.format(v="v2", x="x", w="wv"),
        joined.format("present_key_self_0", "past_key_self_0", "k2"),
        joined.format("present_value_self_0", "past_value_self_0", "v2"),
        _READS.format(n="s", x="x", k="present_key_self_0", v="present_value_self_0", s="ss", y="y", mask=""),
        _READS.format(
            n="c", x="y", k="past_key_cross_0", v="past_value_cross_0", s="s2c" if masked else "sc", y="z", mask=mask
        ),
        "logits = MatMul(z, out)",
    ]
    return "\n".join(parts)


def _kept(what: str, of: str, length: str) -> str:
    return ", ".join(f"float[B, {HEADS}, {length}, {SIZE}] {what}_{part}_{of}_0" for part in ("key", "value"))


def decoder(masked: bool = True, hidden: bool = False, whole: bool = False, words: int = WORDS) -> onnx.GraphProto:
    """A step: T5's, or without a mask Whisper's. `whole`: the tokens from the first one on, not the last one."""
    tokens = f"int32[B, {'S' if whole else 1}] input_ids"
    inputs = [tokens, *(["int32[B, E] encoder_attention_mask"] if masked else [])]
    inputs += [f"float[B, E, {WIDTH}] encoder_hidden_states"] if hidden else []
    inputs += [_kept("past", "self", "P"), _kept("past", "cross", "E")]
    outputs = [f"float[B, S, {words}] logits", _kept("present", "self", "T")]
    nodes = _decoding("last" if whole else "input_ids", pasts=True, masked=masked)
    if whole:
        nodes = "end = Gather<axis = 1>(input_ids, minus) last = Unsqueeze(end, first_axis)\n" + nodes
    graph = _graph("decoder", ", ".join(inputs), ", ".join(outputs), nodes)
    if whole:
        graph.initializer.append(numpy_helper.from_array(np.array(-1), "minus"))
        graph.initializer.append(numpy_helper.from_array(np.array([1]), "first_axis"))
    return graph


def encoder(starts: bool, features: bool = False, words: int = WORDS) -> onnx.GraphProto:
    """Keys and values of what is read; with `starts` also the decoder's first step."""
    inputs = [f"float[B, {FEATURES}, E] encoder_input_ids"] if features else ["int32[B, E] encoder_input_ids"]
    inputs += [] if features else ["int32[B, E] encoder_attention_mask"]
    read = "Gather(sources, encoder_input_ids)"
    if features:
        read = "MatMul(turned, audio)"
    nodes = "turned = Transpose<perm = [0, 2, 1]>(encoder_input_ids)\n" if features else ""
    nodes += f"h0 = {read} encoder_hidden_states = Tanh(h0)\n"
    nodes += _KEEPS.format(v="past_key_cross_0", x="encoder_hidden_states", w="wkc") + "\n"
    nodes += _KEEPS.format(v="past_value_cross_0", x="encoder_hidden_states", w="wvc") + "\n"
    outputs = [_kept("present", "cross", "E")]
    if starts:
        inputs.append("int32[B, D] decoder_input_ids")
        outputs = [
            f"float[B, D, {words}] logits, float[B, E, {WIDTH}] encoder_hidden_states",
            _kept("present", "self", "D"), *outputs,
        ]  # fmt: skip
        nodes += _decoding("decoder_input_ids", pasts=False, masked=not features)
    nodes += "\npresent_key_cross_0 = Identity(past_key_cross_0) present_value_cross_0 = Identity(past_value_cross_0)"
    graph = _graph("encoder", ", ".join(inputs), ", ".join(outputs), nodes)
    graph.initializer.extend(weights("audio" if features else "sources", "wkc", "wvc", words=words))
    return graph


#: The inputs of each search in order, with their types.
_MASKS: dict[str, tuple[int, list[Any]]] = {
    "vocab_mask": (INTEGERS, ["V"]), "prefix_vocab_mask": (INTEGERS, ["B", "V"]),
    "attention_mask": (INTEGERS, ["B", "L"]),
}  # fmt: skip
_LENGTHS: dict[str, tuple[int, list[Any]]] = {"max_length": (INTEGERS, [1]), "min_length": (INTEGERS, [1])}
_TOKENS: dict[str, tuple[int, list[Any]]] = {"input_ids": (INTEGERS, ["B", "L"])}
_BEAMS: dict[str, tuple[int, list[Any]]] = {
    "num_beams": (INTEGERS, [1]), "num_return_sequences": (INTEGERS, [1]), "length_penalty": (FLOATS, [1]),
    "repetition_penalty": (FLOATS, [1]), **_MASKS, "decoder_input_ids": (INTEGERS, ["B", "D"]),
    "logits_processor": (INTEGERS, [1]),
}  # fmt: skip
_ONE = _TOKENS | _LENGTHS | {"repetition_penalty": (FLOATS, [1])} | _MASKS
INPUTS: dict[str, dict[str, tuple[int, list[Any]]]] = {
    "GreedySearch": _ONE,
    "Sampling": _ONE | {"presence_mask": (INTEGERS, ["B", "V"]), "seed": (INTEGERS, [1])},
    "BeamSearch": _TOKENS | _LENGTHS | _BEAMS,
    "WhisperBeamSearch": {
        "input_ids": (FLOATS, ["B", FEATURES, "E"]), **_LENGTHS, **_BEAMS, "cross_qk_layer_head": (INTEGERS, ["n", 2]),
        "extra_decoding_ids": (INTEGERS, ["B", "X"]), "temperature": (FLOATS, [1]),
    },
}  # fmt: skip
#: The outputs that are floats; the tokens are integers.
_SCORES = ("sequences_scores", "scores", "cross_qk", "no_speech", "filtered_logits")


def search(
    operator: str, feeds: Mapping[str, Any], outputs: list[str] | None = None, words: int = WORDS, **attributes: Any
) -> onnx.ModelProto:
    """A model of the node, whose inputs are those of `feeds`."""
    kinds = INPUTS[operator]
    names = [name if name in feeds else "" for name in kinds]
    outputs = outputs or ["sequences"]
    attributes.setdefault("pad_token_id", 0)
    node = helper.make_node(operator, names, outputs, domain="com.microsoft", **attributes)
    inputs = [helper.make_tensor_value_info(name, *kinds[name]) for name in names if name]
    types = [FLOATS if name in _SCORES else INTEGERS for name in outputs]
    pairs = zip(outputs, types, strict=True)
    results = [helper.make_tensor_value_info(name, kind, None) for name, kind in pairs if name]
    shared = weights("table", "out", "wqs", "wk", "wv", "wqc", words=words) if "encoder" in attributes else []
    graph = helper.make_graph([node], "search", inputs, results, shared)
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=8)


def in_order(operator: str, feeds: Mapping[str, Any]) -> dict[str, Any]:
    """The feeds in the order of the inputs."""
    return {name: feeds[name] for name in INPUTS[operator] if name in feeds}


def numbers(*values: int) -> Any:
    """A vector of int32."""
    return np.array(values, np.int32)
