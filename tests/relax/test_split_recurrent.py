"""Recurrent networks with constant weights, split into a product and the recurrence."""

from __future__ import annotations

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import reference, relax
from mlcc.ir import Constant, GraphCall, IRModule, Op, TensorStructInfo
from mlcc.ir.dtype import numpy_dtype
from mlcc.relax.operators import NULL, operator_name
from mlcc.relax.transform import LegalizeOps, MeasurePrecision, MergeInputs, Normalize, SplitRecurrent, WidenProducts
from mlcc.relax.transform.measure_precision import layers_of
from mlcc.relax.transform.recurrent_weights import pack_recurrent, pack_recurrent_words
from mlcc.relax.transform.widen_products import RECURRENCES
from mlcc.target import Target, costs_of

CELLS = {"lstm": (4, 8, 3), "gru": (3, 6, 2), "rnn": (1, 2, 2)}


def normal(*shape: int) -> np.ndarray:
    return np.random.default_rng(list(shape)).standard_normal(shape).astype("float32") * 0.5


@pytest.mark.parametrize("options", [{}, {"linear_before_reset": True}, {"direction": "bidirectional"}])
@pytest.mark.parametrize("cell", CELLS)
def test_same_results(cell: str, options: dict) -> None:
    gates, biases, count = CELLS[cell]
    if "linear_before_reset" in options and cell != "gru":
        pytest.skip("an option of GRU")
    ways, hidden = (2 if "direction" in options else 1), 5
    x = relax.Var("x", TensorStructInfo((4, 2, 3), "float32"))
    weights = [normal(ways, gates * hidden, 3), normal(ways, gates * hidden, hidden), normal(ways, biases * hidden)]
    bb = relax.BlockBuilder()
    with bb.function("main", [x]):
        with bb.dataflow():
            call = GraphCall(Op(f"nn.{cell}"), (x, *[Constant(w) for w in weights]), options)
            y = bb.emit_output(bb.emit(call))
        bb.emit_func_output(y)
    plain = Normalize()(bb.get())
    split = SplitRecurrent()(plain)
    text = split.script(show_meta=False)
    assert f"R.nn.{cell}_recurrence" in text
    assert "R.matmul" in text
    want = reference.run(LegalizeOps()(plain), [normal(4, 2, 3)])
    got = reference.run(LegalizeOps()(split), [normal(4, 2, 3)])
    assert len(got) == len(want) == count
    for a, b in zip(got, want, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-5)


@pytest.mark.cover(1)
@pytest.mark.parametrize("batch", [1, 2, 5, 16])
@pytest.mark.parametrize("target", ["llvm -mcpu=haswell", "llvm -mcpu=skylake-avx512"])
@pytest.mark.parametrize("cell", CELLS)
def test_tiles_of_a_target(cell: str, target: str, batch: int) -> None:
    """However many sums a target keeps in registers, every row and column is added up once."""
    gates, biases, _ = CELLS[cell]
    hidden = 37
    x = relax.Var("x", TensorStructInfo((2, batch, 3), "float32"))
    weights = [normal(2, gates * hidden, 3), normal(2, gates * hidden, hidden), normal(2, biases * hidden)]
    bb = relax.BlockBuilder()
    with bb.function("main", [x]):
        with bb.dataflow():
            call = GraphCall(Op(f"nn.{cell}"), (x, *[Constant(w) for w in weights]), {"direction": "bidirectional"})
            y = bb.emit_output(bb.emit(call))
        bb.emit_func_output(y)
    split = SplitRecurrent.for_target(Target.parse(target))(Normalize()(bb.get()))
    assert ("sums=384" in split.script(show_meta=False)) == ("512" in target)
    outputs = [mlcc.build(m, opt_level=1)(normal(2, batch, 3)) for m in (bb.get(), split)]
    for a, b in zip(*outputs, strict=True):
        np.testing.assert_allclose(a, b, rtol=0, atol=2e-6)


def network(cell: str, dtype: str, hidden: int, options: dict, steps: int = 4, batch: int = 2) -> IRModule:
    """All results of a network with constant weights."""
    gates, biases, count = CELLS[cell]
    weights = [
        normal(1, gates * hidden, 3),
        normal(1, gates * hidden, hidden) / hidden**0.5,
        normal(1, biases * hidden),
    ]
    x = relax.Var("x", TensorStructInfo((steps, batch, 3), dtype))
    state = Constant(normal(1, batch, hidden).astype(numpy_dtype(dtype)))
    bb = relax.BlockBuilder()
    with bb.function("main", [x]):
        with bb.dataflow():
            operands = [Constant(w.astype(numpy_dtype(dtype))) for w in weights]
            states = [NULL, state, state] if cell == "lstm" else [NULL, state]
            y = bb.emit_output(bb.emit(GraphCall(Op(f"nn.{cell}"), (x, *operands, *states), options)))
        bb.emit_func_output(y)
    return bb.get()


@pytest.mark.cover(1)
@pytest.mark.parametrize("options", [{}, {"linear_before_reset": True}])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("cell", CELLS)
def test_networks_of_sixteen_bits(cell: str, dtype: str, options: dict) -> None:
    """Weights are read in 16 bits if they are large, in float32 else; states are float32, and results are rounded."""
    if "linear_before_reset" in options and cell != "gru":
        pytest.skip("an option of GRU")
    module = network(cell, dtype, 21, options)
    x = normal(4, 2, 3).astype(numpy_dtype(dtype))
    want = reference.run(LegalizeOps()(Normalize()(module)), [x])
    step = 2.0**-11 if dtype == "float16" else 2.0**-8
    for costs in ((), (("cached_matrix", 10),)):
        target = Target.parse(None).with_costs(costs)
        for a, b in zip(mlcc.build(module, target=target)(x), want, strict=True):
            assert a.dtype == b.dtype
            np.testing.assert_allclose(a.astype("float64"), b.astype("float64"), rtol=2 * step, atol=2 * step)


def test_large_weights_stay_narrow() -> None:
    for size, dtype in ((10, "bfloat16"), (10**6, "float32")):
        costs = costs_of(facts=(("cached_matrix", size),))
        split = WidenProducts(costs)(SplitRecurrent()(Normalize()(network("lstm", "bfloat16", 21, {}))))
        calls = [b.value for b in split.graph_funcs["main"].bindings()]
        (recurrence,) = [c for c in calls if operator_name(c) == "nn.lstm_recurrence"]
        assert recurrence.args[1].data.dtype == numpy_dtype(dtype)


#: Facts by which LSTMs multiply weights of bfloat16 by two parts of their states, in tile registers or in pairs.
PARTS = {
    "tiles": (("near_matrix", 10), ("tile_rows_bf16", 5)),
    "pairs": (("near_matrix", 10), ("pair_products", 1), ("tile_rows_bf16", 0)),
    "inputs": (("near_matrix", 10), ("cached_matrix", 8000), ("tile_rows_bf16", 5)),
}


def recurrence_of(module: IRModule) -> GraphCall:
    calls = [b.value for b in module.graph_funcs["main"].bindings()]
    (recurrence,) = [c for c in calls if operator_name(c) in RECURRENCES]
    assert isinstance(recurrence, GraphCall)
    return recurrence


def weights_of(module: IRModule) -> Constant:
    weights = recurrence_of(module).args[1]
    assert isinstance(weights, Constant)
    return weights


def method(module: IRModule) -> str:
    """How a recurrence multiplies its states: as `PARTS` says, or ''."""
    weights = weights_of(module)
    if weights.data.ndim == 7:
        return "inputs" if len(recurrence_of(module).args) > 8 else "tiles"
    return "pairs" if weights.data.dtype == np.int32 else ""


#: Hidden units, sequences and options; with more sequences a step multiplies the inputs too.
FEW = [(5, 1, {}), (37, 9, {}), (16, 2, {"direction": "bidirectional"}), (40, 17, {"direction": "reverse"}),
       (21, 3, {"direction": "bidirectional"})]  # fmt: skip
MANY = [(40, 17, {"direction": "reverse"}), (37, 20, {}), (21, 17, {"direction": "bidirectional"})]


#: The same of other cells, in tile registers.
OTHERS = [("gru", 5, 1, {}), ("gru", 37, 9, {"linear_before_reset": True}), ("rnn", 40, 17, {}),
          ("gru", 64, 17, {"direction": "bidirectional"}),
          ("gru", 33, 3, {"direction": "reverse", "linear_before_reset": True}),
          ("rnn", 21, 9, {"direction": "bidirectional"})]  # fmt: skip


@pytest.mark.cover(1)
@pytest.mark.parametrize(
    ("how", "cell", "hidden", "batch", "options"),
    [(how, "lstm", *case) for how in PARTS for case in (MANY if how == "inputs" else FEW)]
    + [("tiles", *case) for case in OTHERS],
)
def test_states_in_parts(how: str, cell: str, hidden: int, batch: int, options: dict) -> None:
    """Weights of bfloat16 are multiplied with two parts of the state, which lose 2**-17 of it."""
    steps = 1 if hidden == 5 else 3
    ways = 2 if options.get("direction") == "bidirectional" else 1
    lens = np.random.default_rng(batch).integers(1, steps + 1, batch).astype("int32")
    rows = CELLS[cell][0] * hidden
    weights = [normal(ways, rows, 3), normal(ways, rows, hidden), normal(ways, 2 * rows)]
    x = relax.Var("x", TensorStructInfo((steps, batch, 3), "bfloat16"))
    n = relax.Var("n", TensorStructInfo((batch,), "int32"))
    bb = relax.BlockBuilder()
    with bb.function("main", [x, n]):
        with bb.dataflow():
            operands = [Constant(w.astype(numpy_dtype("bfloat16"))) for w in weights]
            y = bb.emit_output(bb.emit(GraphCall(Op(f"nn.{cell}"), (x, *operands, n), options)))
        bb.emit_func_output(y)
    split = SplitRecurrent()(Normalize()(bb.get()))
    inputs = [normal(steps, batch, 3).astype(numpy_dtype("bfloat16")), lens]
    none = (("tile_rows_bf16", 0), ("pair_products", 0))
    plain, parts = (WidenProducts(c)(MergeInputs(c)(split)) for c in (costs_of(facts=f) for f in (none, PARTS[how])))
    assert (method(plain), method(parts)) == ("", how)
    want = mlcc.build(plain)(*inputs)
    here = PARTS[how] if how == "pairs" else PARTS[how][:-1]  # without the instruction, pairs are arithmetic
    got = [mlcc.build(bb.get(), target=Target.parse(None).with_costs(here))(*inputs)]
    if hidden == 5:  # the interpreter takes a second for a product of registers
        got.append(reference.run(LegalizeOps()(parts), inputs))
    for results in got:
        for a, b in zip(results, want, strict=True):
            # wide: sums in another order round to the next bfloat16 where they are near the middle of two
            np.testing.assert_allclose(a.astype("float64"), b.astype("float64"), rtol=2.0**-7, atol=2.0**-12)


@pytest.mark.parametrize("facts", [PARTS["tiles"][:1], PARTS["pairs"]])
def test_states_in_parts_lose_little(facts: tuple) -> None:
    """Results of a float32 network: what rounded states would lose shows beside what the parts do."""
    module = network("lstm", "float32", 48, {}, steps=6, batch=3)
    target = Target.parse(None).with_costs(facts)
    plain, parts = (
        mlcc.build(module, target=t, precision="bfloat16")(normal(6, 3, 3))
        for t in (target.with_costs((("near_matrix", 10**9), ("cached_matrix", 10**9))), target)
    )
    for a, b in zip(parts, plain, strict=True):
        assert_close(a, b)


@pytest.mark.parametrize("size", [1e30, np.inf, np.nan])
def test_parts_of_states_that_are_not_finite(size: float) -> None:
    """What rounding leaves of an infinite state is nothing, so that a gate of it is infinite and not NaN."""
    state = np.full((1, 2, 21), 0.5, "float32")
    state[0, 0, 20] = size
    weights = [normal(1, 84, 3), np.abs(normal(1, 84, 21)), normal(1, 168)]
    x = relax.Var("x", TensorStructInfo((1, 2, 3), "bfloat16"))
    bb = relax.BlockBuilder()
    with bb.function("main", [x]):
        with bb.dataflow():
            operands = [Constant(w.astype(numpy_dtype("bfloat16"))) for w in [*weights, state]]
            y = bb.emit_output(bb.emit(GraphCall(Op("nn.lstm"), (x, *operands[:3], NULL, operands[3]), {})))
        bb.emit_func_output(y)
    split = SplitRecurrent()(Normalize()(bb.get()))
    facts = {"pairs": PARTS["pairs"], "": (*PARTS["pairs"], ("near_matrix", 10**9))}
    programs = {how: WidenProducts(costs_of(facts=f))(split) for how, f in facts.items()}
    assert [method(program) for program in programs.values()] == [*facts]
    inputs = normal(1, 2, 3).astype(numpy_dtype("bfloat16"))
    results = [mlcc.build(program)(inputs) for program in programs.values()]
    for a, b in zip(*results, strict=True):
        # wide: results are rounded to bfloat16, from sums in another order
        np.testing.assert_allclose(a.astype("float64"), b.astype("float64"), rtol=2.0**-8, atol=2.0**-12)
    assert np.isnan(results[0][0][0, 0, 0].astype("float32")).any() == np.isnan(size)


@pytest.mark.every(2)
@pytest.mark.parametrize("cell", CELLS)
def test_lowered_networks(cell: str) -> None:
    """On request the weights of a float32 network are rounded; its error is measured like that of other layers."""
    module = network(cell, "float32", 37, {})
    x = normal(4, 2, 3)
    exact, lowered = mlcc.build(module)(x), mlcc.build(module, precision="bfloat16")(x)
    errors = [np.abs(a - b).max() for a, b in zip(exact, lowered, strict=True)]
    assert 0 < max(errors) < 2e-2
    split = SplitRecurrent()(Normalize()(module))
    measured = mlcc.build(MeasurePrecision()(split))(x)
    assert len(measured) == len(layers_of(split.graph_funcs["main"])) == 2
    assert all(0 < error < 2e-2 for error in measured)


@pytest.mark.slow
@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("hidden", "batch", "options"),
    [(5, 6, {}), (37, 17, {}), (70, 33, {"direction": "reverse"}), (16, 5, {"direction": "bidirectional"})],
)
def test_bytes_in_tiles(hidden: int, batch: int, options: dict) -> None:
    """Sums of bytes in tile registers are those of words."""
    steps, ways = (1 if hidden == 5 else 3), (2 if options.get("direction") == "bidirectional" else 1)
    random = np.random.default_rng(batch)
    weights = random.integers(-128, 128, (ways, 4 * hidden, hidden)).astype("int8")
    words = pack_recurrent_words(pack_recurrent(weights, 4, 16, 64), -(-hidden // 16) * 4)
    sums = weights.sum(2, dtype="int32")
    scales = (random.random((ways, 4 * hidden)) / 500).astype("float32")
    gates = relax.Var("gates", TensorStructInfo((steps, batch, ways, 4 * hidden), "float32"))
    states = [Constant(normal(ways, batch, hidden)) for _ in range(2)]
    lens = Constant(random.integers(1, steps + 1, batch).astype("int32"))
    bb = relax.BlockBuilder()
    with bb.function("main", [gates]):
        with bb.dataflow():
            operands = (gates, Constant(words), *states, NULL, lens, Constant(scales), Constant(sums))
            attrs = {**options, "hidden_size": hidden}
            y = bb.emit_output(bb.emit(GraphCall(Op("nn.lstm_recurrence"), operands, attrs)))
        bb.emit_func_output(y)
    module = Normalize()(bb.get())
    plain, tiles = (SplitRecurrent(96, costs_of(facts=(("tile_rows_int8", rows),)))(module) for rows in (0, 5))
    assert [weights_of(m).data.ndim for m in (plain, tiles)] == [4, 7]
    few = SplitRecurrent(96, costs_of(facts=(("tile_rows_int8", batch + 1),)))(module)
    assert weights_of(few).data.ndim == 4
    x = normal(steps, batch, ways, 4 * hidden)
    want = mlcc.build(plain)(x)
    got = [mlcc.build(module)(x)]  # tiles where this machine has them
    if hidden == 5:  # the interpreter takes a second for a product of registers
        got.append(reference.run(LegalizeOps()(tiles), [x]))
    for results in got:
        for a, b in zip(results, want, strict=True):
            assert_close(a, b)
