"""Operators of models that generate text and speech, against onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx_models import FLOAT, model_of, node, onnxruntime_results, single_node
from tolerances import assert_close

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
RNG = np.random.default_rng(24)
DOMAIN = "com.microsoft"
#: Blocks of 16 keys that blocks of queries see, of two layouts.
BLOCKS = np.array(
    [[[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 1, 1, 1]], [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 0, 1, 1]]]
)


def floats(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


def results_in_buffers(model: Any, feeds: dict[str, Any], buffers: list[str]) -> list[Any]:
    """onnxruntime's results where those after the first one are written over inputs, as it asks for."""
    runtime = pytest.importorskip("onnxruntime")
    options = runtime.SessionOptions()
    options.log_severity_level = 4
    session = runtime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    kept = {name: np.array(value) for name, value in feeds.items()}
    values = {name: runtime.OrtValue.ortvalue_from_numpy(value) for name, value in kept.items()}
    binding = session.io_binding()
    for name, value in values.items():
        binding.bind_ortvalue_input(name, value)
    binding.bind_output("y0")
    for n, name in enumerate(buffers, 1):
        binding.bind_ortvalue_output(f"y{n}", values[name])
    session.run_with_iobinding(binding)
    return [value.numpy().copy() for value in binding.get_outputs()]


def check_in_buffers(op: str, operands: dict[str, Any], inputs: int, **attrs: Any) -> None:
    model, feeds = single_node(op, operands, attrs, inputs=inputs, outputs=3, domain=DOMAIN)
    got = mlcc.build(from_onnx(model))(*feeds.values())
    for mine, theirs in zip(got, results_in_buffers(model, feeds, ["past_k", "past_v"]), strict=True):
        assert mine.dtype == theirs.dtype
        assert_close(mine, theirs)


def compressed(blocks: Any) -> tuple[Any, Any]:
    """Row and column indices of each layout; those of columns are filled up by -1."""
    ends = [[0, *np.cumsum(layout.sum(1))] for layout in blocks]
    columns = [list(np.nonzero(layout)[1]) for layout in blocks]
    most = max(map(len, columns))
    return np.array(ends, np.int32), np.array([c + [-1] * (most - len(c)) for c in columns], np.int32)


def sparse_operands(new: int, lengths: list[int], packed: bool = False, rotary: bool = False) -> dict[str, Any]:
    heads, shared, depth, batch = 4, 2, 16, len(lengths)
    rows, columns = compressed(BLOCKS)
    width = heads + 2 * shared if packed else heads
    keys = None if packed else floats(batch, new, shared * depth)
    values = None if packed else floats(batch, new, shared * depth)
    tables = {"cos": floats(64, depth // 2), "sin": floats(64, depth // 2)} if rotary else {}
    return {
        "q": floats(batch, new, width * depth), "k": keys, "v": values, "past_k": floats(batch, shared, 64, depth),
        "past_v": floats(batch, shared, 64, depth), "rows": rows, "columns": columns,
        "total": np.array([max(lengths)], np.int32), "lengths": np.array(lengths, np.int32), **tables,
    }  # fmt: skip


SPARSE = {"num_heads": 4, "kv_num_heads": 2, "sparse_block_size": 16}


@pytest.mark.parametrize(
    ("new", "lengths", "packed", "attrs"),
    [
        (40, [40, 40], False, {"scale": 0.3}),
        pytest.param(1, [50, 50], False, {}, marks=pytest.mark.slow),
        pytest.param(1, [33], True, {"do_rotary": 1}, marks=pytest.mark.slow),
        (20, [20], True, {"do_rotary": 1, "rotary_interleaved": 1}),
    ],
)
def test_attention_by_blocks(new: int, lengths: list[int], packed: bool, attrs: dict[str, Any]) -> None:
    operands = sparse_operands(new, lengths, packed, "do_rotary" in attrs)
    check_in_buffers("SparseAttention", operands, 5, **SPARSE, **attrs)


def test_attention_by_blocks_of_other_lengths() -> None:
    """Each batch entry has its own number of keys; onnxruntime computes only the longest one so."""
    operands = sparse_operands(1, [50, 37])
    model, feeds = single_node("SparseAttention", operands, SPARSE, inputs=5, outputs=3, domain=DOMAIN)
    y, keys, values = mlcc.build(from_onnx(model))(*feeds.values())
    for entry, length in enumerate((50, 37)):
        for head in range(4):
            k, v = (cache[entry, head // 2, :length] for cache in (keys, values))
            seen = np.repeat(BLOCKS[head % 2, (length - 1) // 16].astype(bool), 16)[:length]
            scores = np.where(seen, k @ operands["q"][entry, 0, 16 * head : 16 * head + 16] / 4, -np.inf)
            weights = np.exp(scores - scores.max())
            assert_close(y[entry, 0, 16 * head : 16 * head + 16], weights / weights.sum() @ v)


@pytest.mark.parametrize("beams", [1, 2])
def test_attention_of_one_token(beams: int) -> None:
    batch, heads, depth, before, most = 4, 2, 8, 5, 9
    q, k, v = (floats(batch, 1, heads * depth) for _ in range(3))
    mask = RNG.integers(0, 2, (batch, before + 1)).astype(np.int32)
    mask[:, -1] = 1
    operands = {"q": q, "k": k, "v": v, "mask": mask, "bias": None, "past_k": floats(batch, heads, most, depth),
                "past_v": floats(batch, heads, most, depth), "count": np.array([before], np.int32)}  # fmt: skip
    if beams > 1:
        operands |= {"beams": np.array([beams], np.int32), "from": RNG.integers(0, 2, (2, 2, most)).astype(np.int32)}
    attrs = {"num_heads": heads, "past_present_share_buffer": 1}
    check_in_buffers("DecoderMaskedMultiHeadAttention", operands, len(operands), **attrs)


def test_paths_of_least_cost() -> None:
    """Ties are broken as onnxruntime does."""
    model = model_of([node("DynamicTimeWarping", ["c"], ["y"], domain=DOMAIN)], {"c": (FLOAT, ["m", "n"])}, ["y"],
                     domains={DOMAIN: 1})  # fmt: skip
    library = mlcc.build(from_onnx(model))
    for shape in ((1, 1), (1, 6), (7, 1), (5, 8), (9, 4)):
        for costs in (floats(*shape), RNG.integers(0, 3, shape).astype(np.float32)):
            np.testing.assert_array_equal(library(costs), onnxruntime_results(model, {"c": costs})[0])


def test_words_by_their_characters() -> None:
    words = RNG.integers(1, 9, (9, 6)).astype(np.int32)
    for n in range(1, 7):
        words[n, n:] = 0
    words[0] = [3, 0, 4, 5, 0, 0]
    operands = {"words": words, "w": floats(5, 1, 3, 4), "b": floats(5), "table": floats(9, 4)}
    model, feeds = single_node("WordConvEmbedding", operands, {}, domain=DOMAIN)
    assert_close(mlcc.build(from_onnx(model))(words), onnxruntime_results(model, feeds)[0])
