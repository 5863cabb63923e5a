"""Networks and layers of Keras, and functions of TensorFlow, by tf2onnx."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np
import onnx

from .converters import Input, fill

os.environ["KERAS_BACKEND"], os.environ["TF_CPP_MIN_LOG_LEVEL"] = "tensorflow", "3"

import keras  # noqa: E402
import tensorflow as tf  # noqa: E402
import tf2onnx  # noqa: E402
from keras import layers  # noqa: E402


def export(name: str, opset: int, inputs: list[Input]) -> onnx.ModelProto:
    """The network, no parameter of which is one number throughout, or the function."""
    keras.utils.set_random_seed(1)
    specs = [tf.TensorSpec(one.shape(), one.dtype, name=f"x{k}") for k, one in enumerate(inputs)]
    if name in _FUNCTIONS:
        return tf2onnx.convert.from_function(tf.function(_FUNCTIONS[name], specs), specs, opset)[0]
    shape = inputs[0].shape()[1:]
    model = _MODELS[name](keras.Input(shape, dtype=inputs[0].dtype)) if name in _MODELS else _application(name, shape)
    rng = np.random.default_rng(2)
    for one in model.weights:
        one.assign(fill(np.asarray(one), one.path, rng))
    called = tf.function(lambda x: model(x, training=False), specs)
    return tf2onnx.convert.from_function(called, specs, opset)[0]


def _application(name: str, shape: list[Any]) -> Any:
    """A network of Keras, without its head where images have any size."""
    whole = None not in shape
    heads: dict[str, Any] = {"classes": 10} if whole else {"include_top": False}
    if "EfficientNetV2" in name:  # its normalization keeps the mean outside of the function that is converted
        heads["include_preprocessing"] = False
    return getattr(keras.applications, name)(weights=None, input_shape=tuple(shape), **heads)


def _chain(*parts: Callable[[], Any]) -> Callable[[Any], Any]:
    """A model of layers one after the other."""

    def model(x: Any) -> Any:
        y = x
        for part in parts:
            y = part()(y)
        return keras.Model(x, y)

    return model


def _attention(x: Any) -> Any:
    y = layers.LayerNormalization()(x + layers.MultiHeadAttention(4, 32)(x, x))
    z = layers.MultiHeadAttention(4, 40)(y, y, use_causal_mask=True)
    return keras.Model(x, layers.Dense(10, activation="silu")(z))


def _grouped_attention(x: Any) -> Any:
    return keras.Model(x, layers.GroupQueryAttention(32, 8, 2)(x, x, use_causal_mask=True))


def _additive_attention(x: Any) -> Any:
    y = layers.Attention()([x, x])
    return keras.Model(x, layers.Concatenate()([y, layers.AdditiveAttention()([x, y])]))


def _unet(x: Any) -> Any:
    a = layers.Conv2D(16, 3, padding="same", activation="relu")(x)
    b = layers.Conv2D(32, 3, padding="same", activation="relu")(layers.MaxPooling2D()(a))
    up = layers.UpSampling2D(interpolation="nearest")(b)
    return keras.Model(x, layers.Conv2D(10, 1, activation="softmax")(layers.Concatenate()([a, up])))


def _same(kind: Any, *arguments: Any, **options: Any) -> Callable[[], Any]:
    return lambda: kind(*arguments, padding="same", **options)


_MODELS: dict[str, Callable[[Any], Any]] = {
    "lstm": _chain(lambda: layers.LSTM(100, return_sequences=True), lambda: layers.LSTM(64)),
    "lstm_both_ways": _chain(
        lambda: layers.Bidirectional(layers.LSTM(100, return_sequences=True)), lambda: layers.Dense(10, "softmax")
    ),
    "lstm_backwards": _chain(lambda: layers.LSTM(64, go_backwards=True, recurrent_activation="hard_sigmoid")),
    "lstm_unrolled": _chain(lambda: layers.LSTM(64, unroll=True)),
    "lstm_masked": _chain(
        lambda: layers.Embedding(1000, 80, mask_zero=True),
        lambda: layers.Bidirectional(layers.LSTM(64, return_sequences=True)),
    ),
    "gru": _chain(lambda: layers.GRU(100, return_sequences=True)),
    "gru_before_reset": _chain(lambda: layers.GRU(64, reset_after=False)),
    "gru_both_ways": _chain(lambda: layers.Bidirectional(layers.GRU(100), merge_mode="sum")),
    "simple_rnn": _chain(lambda: layers.SimpleRNN(128, return_sequences=True)),
    "stacked_cells": _chain(lambda: layers.RNN(layers.StackedRNNCells([layers.LSTMCell(64), layers.GRUCell(100)]))),
    "signal_layers": _chain(
        _same(layers.Conv1D, 48, 3, dilation_rate=2, activation="relu"), lambda: layers.MaxPooling1D(2),
        lambda: layers.SeparableConv1D(50, 3), _same(layers.Conv1DTranspose, 32, 3, strides=2),
        _same(layers.AveragePooling1D, 3, strides=2),
    ),
    "causal_signal_layers": _chain(
        lambda: layers.Conv1D(48, 3, padding="causal", dilation_rate=2), lambda: layers.DepthwiseConv1D(3),
        lambda: layers.UpSampling1D(3), lambda: layers.ZeroPadding1D(2), lambda: layers.GlobalMaxPooling1D(),
    ),
    "attention": _attention, "grouped_attention": _grouped_attention, "additive_attention": _additive_attention,
    "text_classifier": _chain(
        lambda: layers.Embedding(1000, 64), lambda: layers.Conv1D(100, 3), lambda: layers.GlobalMaxPooling1D(),
        lambda: layers.Dense(5, "softmax"),
    ),
    "convolutions": _chain(
        _same(layers.Conv2D, 32, 3, strides=2), lambda: layers.BatchNormalization(), lambda: layers.ReLU(6.0),
        _same(layers.MaxPooling2D, 3, 2), _same(layers.Conv2D, 48, 3, dilation_rate=2),
        lambda: layers.GlobalAveragePooling2D(),
    ),
    "separable_convolutions": _chain(
        _same(layers.SeparableConv2D, 32, 3, activation="relu"), lambda: layers.LayerNormalization(),
        _same(layers.DepthwiseConv2D, 3, strides=2, depth_multiplier=2), _same(layers.AveragePooling2D, 3, 1),
    ),
    "transposed_convolutions": _chain(
        _same(layers.Conv2DTranspose, 24, 3, strides=2), lambda: layers.Conv2DTranspose(16, 4, strides=2),
        lambda: layers.Cropping2D(((1, 2), (0, 3))),
    ),
    "activations": _chain(
        *(lambda name=name: layers.Dense(100, name) for name in (
            "elu", "selu", "softplus", "mish", "softsign", "hard_swish", "exponential", "hard_sigmoid", "log_softmax",
        )), lambda: layers.LeakyReLU(), lambda: layers.PReLU(shared_axes=[1]),
    ),
    "norms": _chain(
        lambda: layers.GroupNormalization(8), lambda: layers.UnitNormalization(), lambda: layers.RMSNormalization(),
        lambda: layers.BatchNormalization(),
    ),
    "unet": _unet,
    "volumes": _chain(
        _same(layers.Conv3D, 16, 3, strides=(1, 2, 2)), lambda: layers.MaxPooling3D(2),
        lambda: layers.Conv3DTranspose(12, 3, strides=2), lambda: layers.UpSampling3D((1, 2, 2)),
    ),
    "clips": _chain(
        _same(layers.ConvLSTM2D, 16, 3, return_sequences=True),
        lambda: layers.TimeDistributed(layers.Conv2D(16, 3, strides=2)),
        lambda: layers.TimeDistributed(layers.Flatten()), lambda: layers.GRU(64),
    ),
}  # fmt: skip


# ---------------------------------------------------------------- functions
_FUNCTIONS: dict[str, Callable[..., Any]] = {}


def _function(body: Callable[..., Any]) -> Callable[..., Any]:
    _FUNCTIONS[body.__name__.removesuffix("_")] = body
    return body


@_function
def loop(x: Any) -> Any:
    step = lambda i, y: (i + 1, y * 0.9 + tf.cast(i, tf.float32))  # noqa: E731
    return tf.while_loop(lambda i, y: i < tf.shape(x)[1] // 16, step, [tf.constant(0), x])[1]


@_function
def loop_until(x: Any) -> Any:
    return tf.while_loop(lambda y: tf.reduce_max(tf.abs(y)) > 0.1, lambda y: [y * 0.5], [x])[0]


@_function
def steps(x: Any) -> Any:
    n = tf.shape(x)[1]
    rows = tf.TensorArray(tf.float32, size=n, element_shape=[None, 64])

    def step(i: Any, rows: Any, state: Any) -> Any:
        state = tf.tanh(state + x[:, i])
        return i + 1, rows.write(i, state), state

    _, rows, last = tf.while_loop(lambda i, *_: i < n, step, [0, rows, tf.zeros([tf.shape(x)[0], 64])])
    return tf.transpose(rows.stack(), [1, 0, 2]), last


@_function
def mapped(x: Any) -> Any:
    return tf.map_fn(lambda row: tf.cumsum(row) / (1 + tf.reduce_max(row)), x)


@_function
def condition(x: Any) -> Any:
    return tf.cond(tf.reduce_sum(x) > 0, lambda: x * 2, lambda: tf.nn.relu(x) - 1)


@_function
def spectrum(x: Any) -> Any:
    return tf.signal.frame(x, 400, 160) * tf.signal.hann_window(400)


@_function
def transformed(x: Any) -> Any:
    return tf.abs(tf.signal.rfft(x))


@_function
def resized(x: Any) -> Any:
    size = [tf.shape(x)[1] * 2, 81]
    return tf.image.resize(x, size), tf.image.resize(x, [90, 81], "nearest"), tf.image.resize(x, [32, 48], "area")


@_function
def resized_before(x: Any) -> Any:
    resize = tf.compat.v1.image
    return resize.resize_bilinear(x, [128, 90], align_corners=True), resize.resize_nearest_neighbor(x, [49, 90])


@_function
def cropped(x: Any) -> Any:
    return tf.image.crop_and_resize(x, [[0.1, 0.1, 0.8, 0.9], [0.0, 0.2, 1.2, 0.7]], [0, 0], [28, 33])


@_function
def image_operations(x: Any) -> Any:
    padded = tf.pad(x, [[0, 0], [2, 3], [1, 1], [0, 0]], "REFLECT")
    return tf.image.adjust_contrast(tf.image.flip_left_right(tf.image.rgb_to_grayscale(x)), 2.0), padded


@_function
def patches(x: Any) -> Any:
    return tf.nn.space_to_depth(x, 4), tf.nn.depth_to_space(tf.tile(x, [1, 1, 1, 4]), 2)


@_function
def suppressed(boxes: Any, scores: Any) -> Any:
    corners = tf.concat([boxes[:, :2], boxes[:, :2] + tf.abs(boxes[:, 2:])], 1)
    return tf.image.non_max_suppression_with_scores(corners, scores, 20, 0.5, 0.0)


@_function
def suppressed_per_class(boxes: Any, scores: Any) -> Any:
    corners = tf.concat([boxes[..., :2], boxes[..., :2] + tf.abs(boxes[..., 2:])], -1)
    return tf.image.combined_non_max_suppression(corners, scores, 10, 50, 0.5, 0.1, clip_boxes=False)


@_function
def ragged(x: Any) -> Any:
    rows = tf.RaggedTensor.from_row_splits(x, [4 * k * k for k in range(51)])
    return rows.to_tensor(), tf.reduce_sum(rows, axis=1)


@_function
def ragged_rows(x: Any, rows: Any) -> Any:
    return tf.RaggedTensor.from_value_rowids(x, tf.sort(rows), 40).to_tensor()


@_function
def unique(x: Any) -> Any:
    return (*tf.unique_with_counts(x), tf.math.bincount(x, minlength=300, maxlength=300))


@_function
def found(x: Any) -> Any:
    return tf.where(x > 0.5), tf.boolean_mask(x, x[:, 0] > 0)


@_function
def gathered(x: Any, i: Any) -> Any:
    places = [[k, 7 * k + 1] for k in range(32)]
    return tf.gather(x, i, batch_dims=1), tf.gather(x, i[0], axis=1), tf.gather_nd(x, places)


@_function
def scattered(x: Any) -> Any:
    places, values = [[k, 7 * k + 1] for k in range(32)], [0.5 * k for k in range(32)]
    return (tf.tensor_scatter_nd_update(x, places, values),
            tf.tensor_scatter_nd_add(x, [*places[:16], *places[:16]], values),
            tf.scatter_nd([[3 * k + 1] for k in range(32)], x[:32], [100, tf.shape(x)[1]]))  # fmt: skip


@_function
def segments(x: Any, i: Any) -> Any:
    kinds = (tf.math.unsorted_segment_sum, tf.math.unsorted_segment_max, tf.math.unsorted_segment_mean)
    return (*(kind(x, i, 40) for kind in kinds), tf.math.segment_sum(x, tf.range(tf.shape(x)[0]) // 20))


@_function
def sorted_(x: Any) -> Any:
    return tf.sort(x, direction="DESCENDING"), tf.argsort(x), *tf.math.top_k(x, 10)


@_function
def cumulated(x: Any) -> Any:
    return tf.cumsum(x, 1, exclusive=True), tf.cumsum(x, 0, reverse=True), tf.math.cumprod(tf.abs(x)[:, :40], 1)


@_function
def sliced(x: Any) -> Any:
    return x[:, ::-2], x[1:, tf.newaxis, -30:], x[..., 0], x[-1], x[:, 2:-2:3]


@_function
def moved(x: Any) -> Any:
    return (tf.reverse(x, [0, 1]), tf.roll(x, [7, -11], [0, 1]), tf.tile(x, [2, tf.shape(x)[0]]),
            tf.broadcast_to(x[:, None], [tf.shape(x)[0], 3, tf.shape(x)[1]]), *tf.meshgrid(x[0], x[:, 0]))  # fmt: skip


@_function
def reversed_(x: Any, lengths: Any) -> Any:
    return tf.reverse_sequence(x, lengths, seq_axis=1, batch_axis=0), tf.sequence_mask(lengths, 50, tf.float32)


@_function
def einsums(x: Any) -> Any:
    return tf.einsum("bij,bkj->bik", x, x), tf.linalg.matvec(x, tf.ones([64])), tf.tensordot(x, tf.ones([64, 32]), 1)


@_function
def bands(x: Any) -> Any:
    return tf.linalg.band_part(x, 10, 20), tf.linalg.band_part(x, -1, 0)


@_function
def diagonals(x: Any) -> Any:
    return tf.linalg.diag_part(tf.matmul(x, x, transpose_a=True))


@_function
def reductions(x: Any) -> Any:
    return (tf.norm(x, axis=1), tf.math.l2_normalize(x, 1), tf.math.reduce_std(x, 1), tf.reduce_logsumexp(x, 1),
            tf.reduce_prod(x, 1), tf.reduce_any(x > 0, 1), tf.math.count_nonzero(x, 1), tf.argmax(x, 1))  # fmt: skip


@_function
def arithmetic(x: Any) -> Any:
    return (tf.math.floormod(x, 0.3), tf.math.floordiv(x, 0.3), tf.math.rint(x * 4), tf.math.erf(x), tf.math.sign(x),
            tf.math.rsqrt(tf.abs(x) + 0.1), tf.math.squared_difference(x, 1.0), tf.asinh(x), tf.atan(x),
            tf.math.divide_no_nan(x, tf.nn.relu(x)), tf.clip_by_norm(x, 1.0, 1))  # fmt: skip


@_function
def integers(x: Any) -> Any:
    return x // 3, x % -3, tf.bitwise.bitwise_and(x, 3), tf.bitwise.left_shift(x, 2), tf.maximum(-x, -9)


@_function
def classes(x: Any) -> Any:
    return tf.one_hot(x, 64, on_value=2.0, off_value=-1.0, axis=1)
