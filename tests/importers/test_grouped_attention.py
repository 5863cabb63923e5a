"""GroupQueryAttention against onnxruntime: prompts, later tokens, batches of unequal lengths, symbolic sizes."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper
from onnx_models import model_of, node, onnxruntime_results

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
DOMAIN = "com.microsoft"
RNG = np.random.default_rng(5)
HEADS, SHARED, DEPTH, MOST = 4, 2, 16, 64
#: Rounding of a result near 4, of onnxruntime's and of ours.
ATOL = {np.float32: 2e-6, np.float16: 4e-3}


def operands_of(
    batch: int = 1,
    new: int = 4,
    past: int = 0,
    total: int | None = None,
    lengths: Any = None,
    kind: Any = np.float32,
    packed: bool = False,
    rotated: int = 0,
    positions: Any = None,
    bias: bool = False,
    sink: bool = False,
    shared: int = SHARED,
) -> dict[str, Any]:
    """The operator's inputs by name, of random numbers; None for those left out. `past` is the size of the caches."""

    def normal(*shape: int) -> Any:
        return RNG.standard_normal(shape).astype(kind)

    most = total or past + new
    angles = RNG.standard_normal((MOST, rotated // 2))
    return {
        "query": normal(batch, new, (HEADS + 2 * shared * packed) * DEPTH),
        "key": None if packed else normal(batch, new, shared * DEPTH),
        "value": None if packed else normal(batch, new, shared * DEPTH),
        "past_key": normal(batch, shared, past, DEPTH),
        "past_value": normal(batch, shared, past, DEPTH),
        "seqlens_k": np.array([most - 1] * batch if lengths is None else [n - 1 for n in lengths], np.int32),
        "total_sequence_length": np.array(most, np.int32),
        "cos_cache": np.cos(angles).astype(kind) if rotated else None,
        "sin_cache": np.sin(angles).astype(kind) if rotated else None,
        "position_ids": None if positions is None else np.array(positions),
        "attention_bias": normal(1, HEADS, new, most) if bias else None,
        "head_sink": normal(HEADS) if sink else None,
    }


def model_for(operands: dict[str, Any], results: int, **attrs: Any) -> tuple[onnx.ModelProto, dict[str, Any]]:
    """A model of one node, all whose operands are inputs, except the total length; and its feeds."""
    names = [name if array is not None else "" for name, array in operands.items()]
    feeds = {n: a for n, a in operands.items() if a is not None and n != "total_sequence_length"}
    outputs = ["y", "present_key", "present_value", "scores"][:results]
    heads = {"num_heads": HEADS, "kv_num_heads": operands["past_key"].shape[1]}
    one = node("GroupQueryAttention", names, outputs, domain=DOMAIN, **heads, **attrs)
    types = {n: (helper.np_dtype_to_tensor_dtype(a.dtype), a.shape) for n, a in feeds.items()}
    constant = {"total_sequence_length": operands["total_sequence_length"]}
    return model_of([one], types, outputs, constant, domains={DOMAIN: 1}), feeds


def compare(mine: Any, theirs: Any, kind: Any, lengths: Any = None) -> None:
    """All results equal, except rows of the first one that are padding."""
    assert len(mine) == len(theirs)
    for n, (a, b) in enumerate(zip(mine, theirs, strict=True)):
        assert (a.shape, a.dtype) == (b.shape, b.dtype)
        for entry in range(len(a)):
            rows = slice(None) if lengths is None or n != 0 else slice(lengths[entry])
            np.testing.assert_allclose(a[entry][rows], b[entry][rows], rtol=0, atol=ATOL[kind], err_msg=f"result {n}")


def check(operands: dict[str, Any], results: int = 3, lengths: Any = None, **attrs: Any) -> None:
    model, feeds = model_for(operands, results, **attrs)
    got = mlcc.build(from_onnx(model))(*feeds.values())
    got = got if isinstance(got, tuple) else (got,)
    compare(got, onnxruntime_results(model, feeds), operands["query"].dtype.type, lengths)


#: (sizes, attributes): a prompt, one token after others, several tokens after others; caches with room for more.
CALLS: dict[str, dict[str, Any]] = {
    "prompt": {"new": 5},
    "one token": {"new": 1, "past": 7},
    "several tokens": {"new": 3, "past": 7},
    "prompt, with room": {"new": 5, "past": 12, "total": 5},
    "one token, with room": {"new": 1, "past": 12, "total": 6},
    "batch of one token": {"batch": 3, "new": 1, "past": 9, "lengths": [3, 10, 7]},
}
FORMS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "plain": ({}, {}),
    "packed, rotated": ({"packed": True, "rotated": DEPTH}, {"do_rotary": 1}),
    "rotated, interleaved": ({"rotated": DEPTH}, {"do_rotary": 1, "rotary_interleaved": 1}),
    "window": ({}, {"local_window_size": 3}),
    "cap, scale and bias": ({"bias": True}, {"softcap": 1.5, "scale": 0.3}),
    "sink": ({"sink": True}, {}),
    "smooth softmax": ({}, {"smooth_softmax": 1}),
    "heads of their own": ({"shared": HEADS}, {}),
    "one head of keys": ({"shared": 1}, {}),
    "not causal": ({}, {"causal": 0}),
}


#: The calls that each form is tried with by default.
SOME = ("prompt, with room", "batch of one token")


@pytest.mark.cover(1)
@pytest.mark.parametrize("call", [c if c in SOME else pytest.param(c, marks=pytest.mark.slow) for c in CALLS])
@pytest.mark.parametrize("form", FORMS)
def test_forms(form: str, call: str) -> None:
    sizes, attrs = FORMS[form]
    check(operands_of(**CALLS[call], **sizes), **attrs)


@pytest.mark.every(2)
@pytest.mark.parametrize("call", CALLS)
def test_float16(call: str) -> None:
    check(operands_of(**CALLS[call], kind=np.float16, packed=True, rotated=DEPTH), do_rotary=1)


@pytest.mark.parametrize("attrs", [{}, {"causal": 0}])
def test_prompts_of_unequal_lengths(attrs: dict[str, Any]) -> None:
    lengths = [2, 5, 4]
    check(operands_of(batch=3, new=5, lengths=lengths), lengths=lengths, **attrs)


@pytest.mark.parametrize(("call", "positions"), [
    ("prompt", [[3, 4, 5, 6, 7]]), ("one token", [[9]]), ("several tokens", [[9, 3, 5]]),
])  # fmt: skip
def test_given_positions(call: str, positions: Any) -> None:
    check(operands_of(**CALLS[call], rotated=DEPTH, positions=positions), do_rotary=1)


@pytest.mark.parametrize("which", [1, 2])
def test_scores_and_weights_as_a_result(which: int) -> None:
    for call in ("prompt", "several tokens"):
        check(operands_of(**CALLS[call], bias=True), results=4, softcap=1.0, local_window_size=2, qk_output=which)


def test_the_result_alone() -> None:
    """onnxruntime ignores earlier tokens where the caches are not asked for."""
    operands = operands_of(new=3, past=2)
    every, alone = (model_for(operands, results) for results in (3, 1))
    wanted = mlcc.build(from_onnx(every[0]))(*every[1].values())[0]
    np.testing.assert_array_equal(mlcc.build(from_onnx(alone[0]))(*alone[1].values()), wanted)


def test_normalised_queries_and_keys() -> None:
    """onnxruntime normalises on other processors only: its norm is a node of its own here."""
    operands = operands_of(new=3, past=2)
    gains = {name: RNG.standard_normal(DEPTH).astype(np.float32) for name in ("q_norm_weight", "k_norm_weight")}
    every = operands | {"k_scale": None, "v_scale": None} | gains
    model, feeds = model_for(every, 3, qk_norm_epsilon=1e-3)
    got = mlcc.build(from_onnx(model))(*feeds.values())
    for name, gain in zip(("query", "key"), gains.values(), strict=True):
        heads = operands[name].reshape(1, 3, -1, DEPTH)
        normed = heads / np.sqrt((heads * heads).mean(-1, keepdims=True) + np.float32(1e-3)) * gain
        operands[name] = normed.reshape(operands[name].shape)
    plain, feeds = model_for(operands, 3)
    compare(got, onnxruntime_results(plain, feeds), np.float32)


def symbolic_model(kind: int, **attrs: Any) -> onnx.ModelProto:
    """Lengths from a mask of tokens, as onnxruntime-genai's builder computes them; all sizes are known at run time."""
    nodes = [
        node("ReduceSum", ["attention_mask", "one"], ["counts"], keepdims=1),
        node("Sub", ["counts", "one"], ["last"]),
        node("Cast", ["last"], ["seqlens_k"], to=TensorProto.INT32),
        node("Shape", ["attention_mask"], ["sizes"]),
        node("Gather", ["sizes", "at"], ["most"], axis=0),
        node("Cast", ["most"], ["total_sequence_length"], to=TensorProto.INT32),
        node(
            "GroupQueryAttention",
            ["query", "", "", "past_key", "past_value", "seqlens_k", "total_sequence_length", "cos", "sin"],
            ["y", "present_key", "present_value"],
            domain=DOMAIN, num_heads=HEADS, kv_num_heads=SHARED, do_rotary=1, **attrs,
        ),
    ]  # fmt: skip
    angles = np.random.default_rng(2).standard_normal((MOST, DEPTH // 2))
    kind_np = helper.tensor_dtype_to_np_dtype(kind)
    inputs = {
        "query": (kind, ["batch", "new", (HEADS + 2 * SHARED) * DEPTH]),
        "past_key": (kind, ["batch", SHARED, "past", DEPTH]),
        "past_value": (kind, ["batch", SHARED, "past", DEPTH]),
        "attention_mask": (TensorProto.INT64, ["batch", "total"]),
    }
    weights = {
        "one": np.array([1]),
        "at": np.array(1),
        "cos": np.cos(angles).astype(kind_np),
        "sin": np.sin(angles).astype(kind_np),
    }
    return model_of(nodes, inputs, ["y", "present_key", "present_value"], weights, domains={DOMAIN: 1})


@pytest.mark.cover(1)
@pytest.mark.parametrize("kind", [np.float32, np.float16])
@pytest.mark.parametrize("attrs", [{}, {"local_window_size": 3}])
def test_sizes_known_at_run_time(attrs: dict[str, Any], kind: Any) -> None:
    model = symbolic_model(helper.np_dtype_to_tensor_dtype(np.dtype(kind)), **attrs)
    library = mlcc.build(from_onnx(model))
    for sizes in (*CALLS.values(), {"batch": 2, "new": 5, "lengths": [3, 5]}, {"new": 1}, {"new": 33}):
        operands = operands_of(**sizes, packed=True, kind=kind)
        mask = np.arange(operands["total_sequence_length"]) <= operands["seqlens_k"][:, None]
        feeds = {name: operands[name] for name in ("query", "past_key", "past_value")}
        feeds["attention_mask"] = mask.astype(np.int64)
        prompt = operands["query"].shape[1] == operands["total_sequence_length"]
        lengths = operands["seqlens_k"] + 1 if prompt else None
        compare(library["main"](*feeds.values()), onnxruntime_results(model, feeds), kind, lengths)


@pytest.mark.parametrize(("attrs", "code"), [
    ({"local_window_size": 0}, "I117"), ({"causal": 0, "local_window_size": 2}, "I117"),
    ({"sliding_window_cache": 1, "local_window_size": 2}, "I121"), ({"k_quant_type": "PER_TENSOR"}, "I121"),
])  # fmt: skip
def test_what_is_refused(attrs: dict[str, Any], code: str) -> None:
    model, _ = model_for(operands_of(), 1, **attrs)
    with pytest.raises(mlcc.MlccError) as caught:
        from_onnx(model)
    assert caught.value.code == code
