"""A sample of the models of symbolic sizes that `python -m symbolics` makes and judges."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
from splices.worker import Ended

pytest.importorskip("onnxruntime")
from symbolics.forms import FORMS, quantised
from symbolics.judge import are_near, judged
from symbolics.models import Made, made
from symbolics.sizes import Size, fixed, pooled

pytestmark = pytest.mark.onnxruntime


def _check(seed: int, form: str, static: int | None = None) -> None:
    one = made(seed)
    plain = None if form == "float" else one.model
    verdict = judged(quantised(one, form, seed), one.feeds, static=static, opt_level=0, floats=plain)
    assert verdict.kind in ("right", "near"), (seed, form, one.layers, verdict)


@pytest.mark.every(2)
@pytest.mark.parametrize(("seed", "form"), [(3, "float"), (21, "float16"), (12, "qdq"), (20, "operators")])
def test_models(seed: int, form: str) -> None:
    _check(seed, form)


@pytest.mark.slow
def test_many_models() -> None:
    for seed in range(100, 200):
        one, form = made(seed), (*FORMS, "float", "float")[seed % 6]
        plain = None if form == "float" else one.model
        try:
            model = quantised(one, form, seed)
        except RuntimeError:  # the tools lose a name, now and then
            continue
        verdict = judged(model, one.feeds, static=seed % 3, floats=plain)
        assert verdict.kind in ("right", "near", "unjudged", "disputed"), (seed, form, one.layers, verdict)


def test_layers_know_their_sizes() -> None:
    """The shapes that a model is made with are those that it has."""
    for seed in range(40):
        one = made(seed)
        assert one.layers
        assert len(one.feeds) == len(one.calls) == 3
        onnx.shape_inference.infer_shapes(one.model, strict_mode=True)


def test_sizes() -> None:
    n = Size("N")
    assert n + 3 + -3 == n
    assert (n * 2 + 1).at({"N": 5}) == 11
    assert n.rounded_up(4).at({"N": 9}) == 3
    assert (fixed(3) * n) == (n * fixed(3))
    assert (n + Size("M", 2)).at({"N": 1, "M": 4}) == 7
    assert pooled(5, 2, 3, 1, 0) == 2
    assert pooled(4, 1, 3, 1, 1) == 2  # a third window would begin in the padding behind


@pytest.mark.parametrize("planted", [None, "wrong", "crash", "refusal", "internal"])
def test_a_planted_fault_is_found(planted: str | None) -> None:
    x = onnx.helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, ["n", 3])
    y = onnx.helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, [None, None])
    graph = onnx.helper.make_graph([onnx.helper.make_node("Abs", ["x"], ["y"])], "g", [x], [y])
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 20)], ir_version=9)
    feeds = [{"x": np.random.default_rng(n).uniform(-1, 1, (n + 1, 3)).astype(np.float32)} for n in range(3)]
    one = Made(model, [], feeds, [])

    def ask(call: object, *args: object) -> Ended:
        ended = Ended.of(call, *args)
        if getattr(call, "__name__", "") != "by_symbolic" or planted is None:
            return ended
        if planted == "wrong":
            ended.value[2][0][1, 1] += 0.01
            return ended
        return {
            "crash": Ended("died", None, "exit code -11"),
            "refusal": Ended("raised", None, "MlccError: error[T203]: no"),
            "internal": Ended("raised", None, "IndexError: no"),
        }[planted]

    kind = judged(one.model, one.feeds, ask, 1, 0).kind
    assert (
        kind
        == {None: "right", "wrong": "wrong", "crash": "crashed", "refusal": "refused", "internal": "internal"}[planted]
    )


def test_levels_are_near_and_faults_are_not() -> None:
    floats = np.random.default_rng(0).uniform(-1, 1, 1000).astype(np.float32)
    theirs = np.round(floats * 50).astype(np.float32) / 50
    flips, halves, beyond = theirs.copy(), theirs.copy(), theirs.copy()
    flips[::100] += 0.02
    halves[500:] = 0
    beyond[7] += 0.2
    assert are_near([flips], [theirs], [floats])
    assert not are_near([halves], [theirs], [floats])
    assert not are_near([beyond], [theirs], [floats])
