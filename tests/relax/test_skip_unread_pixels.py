"""Pixels that no user reads are not computed, and all that are read are as before."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mlcc.ir import IRModule, TensorStructInfo, Var, VarBinding
from mlcc.relax.operators import operator_name
from mlcc.relax.transform import ConvertLayout, Normalize, SkipUnreadPixels

from .graphs import assert_close, compiled, graph, interpret, normal, operators


def extents(module: IRModule) -> list[Any]:
    """The shapes behind batch and channels of what convolutions give, in order."""
    bindings = [b for b in module.graph_funcs["main"].bindings() if isinstance(b, VarBinding)]
    shapes = [b.var.sinfo.shape for b in bindings if "conv" in operator_name(b.value)
              if isinstance(b.var.sinfo, TensorStructInfo)]  # fmt: skip
    return [tuple(map(int, shape[2:])) for shape in shapes if shape is not None]


def stage(o: Any, x: Any) -> Any:
    """The last block of a stage of a residual network, and the two readers of its result."""
    a = o.nn_relu(o.nn_conv2d(x, normal(6, 8, 3, 3) / 4, padding=1))
    b = o.add(o.nn_conv2d(a, normal(8, 6, 1, 1)), normal(8, 1, 1))
    c = o.nn_relu(o.add(b, x))
    left = o.nn_conv2d(c, normal(5, 8, 1, 1, seed=1), strides=[2, 2])
    return o.add(left, o.nn_conv2d(c, normal(5, 8, 1, 1, seed=2), strides=2))


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(8, 10), (7, 9), (1, 5)])
def test_the_end_of_a_stage(size: tuple[int, int]) -> None:
    before = graph(stage, x=(2, 8, *size))
    after = SkipUnreadPixels()(before)
    half = tuple(-(-n // 2) for n in size)
    assert extents(after) == [half] * 4
    assert operators(after).count("strided_slice") == 1
    x = normal(2, 8, *size, seed=3)
    assert_close(interpret(after, x), interpret(before, x))
    assert_close(compiled(before, x), interpret(before, x))


def test_a_batch_of_any_number() -> None:
    module = graph(stage, x=(Var("n", "int64"), 8, 6, 6))
    assert extents(SkipUnreadPixels()(module)) == [(3, 3)] * 4
    assert_close(compiled(module, normal(3, 8, 6, 6)), interpret(module, normal(3, 8, 6, 6)))


def readers(by: Any, **reads: Any) -> Any:
    """A convolution read by another with the strides `by`, and as `reads` says."""

    def body(o: Any, x: Any) -> Any:
        a = o.nn_conv2d(x, normal(8, 4, 3, 3), padding=1)
        a = o.multiply(o.clip(a, min=-1.0, max=2.0), np.float32(3)) if reads.get("scaled") else a
        if "image" in reads:
            a = o.add(a, normal(1, 1, 12, 12, seed=5))
        first = o.nn_conv2d(a, normal(8, *reads.get("kernel", (8, 1, 1)), seed=1), strides=by)
        second = o.nn_conv2d(a, normal(8, 8, 1, 1, seed=2), strides=reads.get("other", by))
        return (first, second, a) if reads.get("all") else (first, second)

    return body


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("body", "convolutions"),
    [
        (readers(2), [(6, 6)] * 3),
        (readers(2, scaled=True, image=True), [(6, 6)] * 3),
        # each by its own steps: by the greatest that both have in common
        (readers([4, 6], other=[2, 3]), [(6, 4), (3, 2), (6, 4)]),
        (readers([4, 1], other=[6, 3]), [(6, 12), (3, 12), (2, 4)]),
        (readers(2, other=3), [(12, 12), (6, 6), (4, 4)]),
        (readers(2, all=True), [(12, 12), (6, 6), (6, 6)]),
        # a window of more pixels reads all lines that lie in it
        (readers(2, kernel=(8, 1, 3)), [(6, 12), (6, 5), (6, 6)]),
        (readers(2, kernel=(8, 3, 3)), [(12, 12), (5, 5), (6, 6)]),
    ],
)
def test_steps_of_several_readers(body: Any, convolutions: list[Any]) -> None:
    before = graph(body, x=(1, 4, 12, 12))
    after, x = SkipUnreadPixels()(before), normal(1, 4, 12, 12)
    assert extents(after) == convolutions
    assert_close(interpret(after, x), interpret(before, x))


def test_what_does_not_get_cheaper_stays() -> None:
    """The operand of a sum that is no convolution would have to be copied to have fewer pixels."""

    def body(o: Any, x: Any) -> Any:
        pooled = o.nn_relu(o.nn_max_pool2d(x, pool_size=3, padding=1))
        return o.nn_conv2d(pooled, normal(4, 4, 1, 1), strides=2)

    module = graph(body, x=(1, 4, 9, 9))
    assert operators(SkipUnreadPixels()(module)) == operators(module)


def test_sequences_and_volumes() -> None:
    def sequence(o: Any, x: Any) -> Any:
        a = o.add(o.nn_conv1d(x, normal(32, 32, 3) / 8, padding=1), x)
        return o.nn_conv1d(a, normal(40, 32, 1), strides=3)

    def volume(o: Any, x: Any) -> Any:
        a = o.tanh(o.nn_conv3d(x, normal(6, 1, 3, 3, 3), padding=1, groups=6))
        return o.nn_conv3d(a, normal(4, 6, 1, 1, 1), strides=[1, 2, 2])

    for body, shape in ((sequence, (2, 32, 20)), (volume, (1, 6, 3, 6, 5))):
        before = graph(body, x=shape)
        after, x = SkipUnreadPixels()(before), normal(*shape)
        assert extents(after)[0] == extents(after)[1]
        assert_close(interpret(after, x), interpret(before, x))
        blocks = Normalize()(ConvertLayout(lanes=16)(after))
        assert_close(interpret(blocks, x), interpret(before, x))
    blocks = ConvertLayout(lanes=16)(SkipUnreadPixels()(graph(sequence, x=(2, 32, 20))))
    assert operators(blocks).count("nn.from_blocked") == 1


def test_random_networks() -> None:
    """Chains and sums of convolutions of one and of nine pixels, with random strides."""
    narrowed = 0
    for seed in range(12):
        r = np.random.default_rng(seed)

        def body(o: Any, x: Any, r: Any = r, seed: int = seed) -> Any:
            values = [(x, 0)]
            strides: dict[int, list[Any]] = {0: [x]}
            for step in range(7):
                level = int(r.choice(list(strides)))
                source = strides[level][int(r.integers(len(strides[level])))]
                kernel, stride = int(r.choice([1, 1, 3])), int(r.choice([1, 2]))
                made = o.nn_conv2d(source, normal(4, 4, kernel, kernel, seed=99 * seed + step) / kernel,
                                   padding=kernel // 2, strides=stride)  # fmt: skip
                there = strides.setdefault(level + stride - 1, [])
                if there and r.random() < 0.6:
                    made = o.add(made, there[int(r.integers(len(there)))])
                there.append(o.nn_relu(made))
                values.append((there[-1], level + stride - 1))
            return values[-1][0]

        before = graph(body, x=(1, 4, 13, 10))
        after, x = SkipUnreadPixels()(before), normal(1, 4, 13, 10)
        narrowed += extents(after) != extents(before)
        assert_close(interpret(after, x), interpret(before, x))
    assert narrowed > 2
