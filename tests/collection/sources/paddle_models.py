"""Networks of `paddle.vision`, layers and functions of Paddle, by paddle2onnx."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import paddle
from paddle import nn
from paddle.nn import functional as F
from paddle.static import InputSpec
from paddle.vision import models, ops

from .converters import Input, fill


def export(name: str, opset: int, inputs: list[Input]) -> onnx.ModelProto:
    """The layer, in its form for inference, no parameter of which is one number throughout."""
    paddle.seed(0)
    layer = _LAYERS[name]() if name in _LAYERS else _FUNCTIONS[len(inputs)](_BODIES[name])
    layer.eval()
    rng = np.random.default_rng(2)
    for key, one in [*layer.named_parameters(), *layer.named_buffers()]:
        before = one.numpy()
        if (after := fill(before, key, rng)) is not before:
            one.set_value(after)
    specs = [InputSpec(one.shape(), one.dtype, f"x{k}") for k, one in enumerate(inputs)]
    with tempfile.TemporaryDirectory() as folder:
        paddle.onnx.export(layer, f"{folder}/model", input_spec=specs, opset_version=opset)
        return onnx.load(str(Path(folder) / "model.onnx"))


class _OfOne(nn.Layer):
    def __init__(self, body: Callable[..., Any]) -> None:
        super().__init__()
        self.body = body

    def forward(self, x: Any) -> Any:
        return self.body(x)


class _OfTwo(nn.Layer):
    def __init__(self, body: Callable[..., Any]) -> None:
        super().__init__()
        self.body = body

    def forward(self, x: Any, y: Any) -> Any:
        return self.body(x, y)


_FUNCTIONS = {1: _OfOne, 2: _OfTwo}


class _Outputs(nn.Layer):
    """The first result of a recurrent layer."""

    def __init__(self, inner: Any, size: int) -> None:
        super().__init__()
        self.inner, self.head = inner, nn.Linear(size, 10)

    def forward(self, x: Any) -> Any:
        return self.head(self.inner(x)[0])


class _Decoder(nn.Layer):
    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.TransformerDecoder(nn.TransformerDecoderLayer(128, 4, 256, dropout=0.0), 2)

    def forward(self, x: Any) -> Any:
        return self.inner(x, x * 0.5)


class _Attention(nn.Layer):
    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.MultiHeadAttention(256, 8)

    def forward(self, x: Any) -> Any:
        return self.inner(x, x, x), F.scaled_dot_product_attention(*[x.unsqueeze(2)] * 3, is_causal=True)


class _Bert(nn.Layer):
    def __init__(self) -> None:
        super().__init__()
        self.words, self.places, self.norm = nn.Embedding(1000, 128), nn.Embedding(64, 128), nn.LayerNorm(128)
        layer = nn.TransformerEncoderLayer(128, 4, 512, dropout=0.0, activation="gelu")
        self.encoder, self.head = nn.TransformerEncoder(layer, 2), nn.Linear(128, 10)

    def forward(self, tokens: Any) -> Any:
        x = self.norm(self.words(tokens) + self.places(paddle.arange(tokens.shape[1]).unsqueeze(0)))
        mask = (tokens == 0).astype("float32").unsqueeze([1, 2]) * -1e4
        return self.head(self.encoder(x, mask))


class _LanguageModel(nn.Layer):
    def __init__(self) -> None:
        super().__init__()
        self.words, self.steps, self.head = nn.Embedding(1000, 128), nn.LSTM(128, 128), nn.Linear(128, 1000)

    def forward(self, tokens: Any) -> Any:
        return F.log_softmax(self.head(self.steps(self.words(tokens))[0]))


class _TextRecogniser(nn.Layer):
    """Columns of an image that a recurrent layer reads."""

    def __init__(self) -> None:
        super().__init__()
        self.columns = nn.Sequential(
            nn.Conv2D(3, 16, 3, stride=2, padding=1), nn.BatchNorm2D(16), nn.Hardswish(), nn.MaxPool2D(2),
            nn.Conv2D(16, 64, 3, padding=1), nn.ReLU(),
        )  # fmt: skip
        self.steps, self.head = nn.LSTM(64, 48, direction="bidirect"), nn.Linear(96, 97)

    def forward(self, image: Any) -> Any:
        columns = self.columns(image).mean(2).transpose([0, 2, 1])
        return F.softmax(self.head(self.steps(columns)[0]), axis=2)


class _DetectorHead(nn.Layer):
    """Features of two scales and what a head makes of both."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Sequential(nn.Conv2D(3, 48, 3, stride=4, padding=1), nn.LeakyReLU(0.1))
        self.second = nn.Sequential(nn.Conv2D(48, 48, 3, stride=2, padding=1), nn.Silu())
        self.head = nn.Conv2D(48, 85, 1)

    def forward(self, image: Any) -> Any:
        fine = self.first(image)
        coarse = self.second(fine)
        fine = fine + F.interpolate(coarse, size=[32, 32], mode="nearest")
        found = [self.head(x).flatten(2).transpose([0, 2, 1]) for x in (fine, coarse)]
        return F.sigmoid(paddle.concat(found, 1))


class _Segmentation(nn.Layer):
    def __init__(self) -> None:
        super().__init__()
        self.down = nn.Sequential(nn.Conv2D(3, 32, 3, stride=2, padding=1), nn.BatchNorm2D(32), nn.ReLU())
        self.middle = nn.Sequential(nn.Conv2D(32, 32, 3, padding=2, dilation=2), nn.GroupNorm(8, 32), nn.PReLU(32))
        self.up = nn.Conv2DTranspose(64, 21, 4, stride=2, padding=1)

    def forward(self, image: Any) -> Any:
        x = self.down(image)
        return self.up(paddle.concat([x, self.middle(x)], 1)).argmax(1), self.up(paddle.concat([x, x], 1))


def _shallow(*layers: Any) -> Callable[[], Any]:
    return lambda: nn.Sequential(*(layer() for layer in layers))


def _encoder(first: bool) -> Any:
    activation = "gelu" if first else "relu"
    width = 160 if first else 256
    layer = nn.TransformerEncoderLayer(width, 4, 2 * width, 0.0, activation, normalize_before=first)
    return nn.TransformerEncoder(layer, 2)


_LAYERS: dict[str, Callable[[], Any]] = {
    "resnet18": models.resnet18, "resnext50": models.resnext50_32x4d, "densenet121": models.densenet121,
    "mobilenet_v1": lambda: models.mobilenet_v1(scale=0.5), "mobilenet_v2": lambda: models.mobilenet_v2(scale=0.5),
    "mobilenet_v3_small": lambda: models.mobilenet_v3_small(scale=0.5), "squeezenet": models.squeezenet1_1,
    "shufflenet": models.shufflenet_v2_x0_25, "inception_v3": models.inception_v3,
    "lenet": models.LeNet,
    "lstm": lambda: _Outputs(nn.LSTM(64, 100, 2), 100), "gru": lambda: _Outputs(nn.GRU(100, 64), 64),
    "lstm_both_ways": lambda: _Outputs(nn.LSTM(80, 64, direction="bidirect"), 128),
    "gru_both_ways": lambda: _Outputs(nn.GRU(64, 100, 2, direction="bidirect"), 200),
    "encoder": lambda: _encoder(False), "encoder_norm_first": lambda: _encoder(True), "decoder": _Decoder,
    "bert": _Bert, "language_model": _LanguageModel, "attention": _Attention, "text_recogniser": _TextRecogniser,
    "detector_head": _DetectorHead, "segmentation": _Segmentation,
    "signal_layers": _shallow(
        lambda: nn.Conv1D(64, 48, 3, padding=1, dilation=1), nn.ReLU, lambda: nn.MaxPool1D(3, 2),
        lambda: nn.Conv1D(48, 36, 5, stride=2), lambda: nn.BatchNorm1D(36),
        lambda: nn.Conv1DTranspose(36, 48, 3, stride=2),
    ),
    "volumes": _shallow(
        lambda: nn.Conv3D(3, 16, 3, padding=1), nn.ReLU, lambda: nn.MaxPool3D(2),
        lambda: nn.Conv3DTranspose(16, 12, 3, stride=2), lambda: nn.AvgPool3D((1, 2, 2)),
    ),
    "transposed_convolutions": _shallow(
        lambda: nn.Conv2DTranspose(32, 24, 3, stride=2, padding=1, output_padding=1),
        lambda: nn.Conv2DTranspose(24, 16, 4, groups=2, stride=2), lambda: nn.PixelShuffle(2),
    ),
    "norms": _shallow(
        lambda: nn.GroupNorm(8, 32), lambda: nn.Conv2D(32, 32, 3, padding=1), lambda: nn.InstanceNorm2D(32),
        lambda: nn.BatchNorm2D(32), nn.Sigmoid, lambda: nn.LayerNorm(64),
    ),
}  # fmt: skip


# ---------------------------------------------------------------- functions
def _activations(x: Any) -> Any:
    return (F.gelu(x), F.gelu(x, approximate=True), F.silu(x), F.elu(x), F.selu(x), F.hardswish(x),
            F.mish(x), F.log_sigmoid(x), F.leaky_relu(x), F.relu6(x))  # fmt: skip


def _more_activations(x: Any) -> Any:
    return (F.hardsigmoid(x), F.hardshrink(x), F.softshrink(x), F.tanhshrink(x), F.thresholded_relu(x), F.softsign(x),
            F.hardtanh(x), F.glu(x), F.swish(x), F.log_softmax(x))  # fmt: skip


def _resized(x: Any) -> Any:
    return (F.interpolate(x, size=[97, 130], mode="bilinear"), F.interpolate(x, size=[97, 130], mode="nearest"),
            F.interpolate(x, size=[128, 81], mode="bilinear", align_corners=True),
            F.interpolate(x, size=[97, 130], mode="bicubic"))  # fmt: skip


def _pools(x: Any) -> Any:
    return (F.max_pool2d(x, 3, 2, 1, ceil_mode=True), F.avg_pool2d(x, 3, 2, 1, exclusive=False),
            F.avg_pool2d(x, 3, 2, 1, ceil_mode=True), F.adaptive_avg_pool2d(x, 1))  # fmt: skip


def _sampled(x: Any) -> Any:
    grid = paddle.tanh(x[:, :2].transpose([0, 2, 3, 1])) * 1.2
    return F.grid_sample(x, grid), F.grid_sample(x, grid, mode="nearest", padding_mode="border", align_corners=False)


def _unfolded(x: Any) -> Any:
    return F.unfold(x, 3, 2, 1), F.unfold(x, [2, 3], 2, 0, 1)


def _padded(x: Any) -> Any:
    return F.pad(x, [1, 2, 0, 3]), F.pad(x, [1, 2, 0, 3], mode="replicate"), F.pad(x, [1, 2, 2, 3], mode="reflect")


def _regions(x: Any, boxes: Any) -> Any:
    corner, count = paddle.abs(boxes[:, :2]) * 30, paddle.full([1], 40, "int32")
    corners = paddle.concat([corner, corner + paddle.abs(boxes[:, 2:]) * 40 + 4], 1)
    return ops.roi_align(x, corners, count, 7, 0.5, 2), ops.roi_align(x, corners, count, 7, 0.5)


def _decoded_boxes(x: Any) -> Any:
    return ops.yolo_box(x, paddle.to_tensor([[416, 416]], "int32"), [116, 90, 156, 198, 373, 326], 20, 0.01, 32)


def _sorted(x: Any) -> Any:
    return (*paddle.topk(x, 10, axis=2), paddle.argsort(x, axis=1), paddle.sort(x, axis=2, descending=True))


def _gathered(x: Any) -> Any:
    columns, rows = ([k * step % size for k in range(40)] for step, size in ((7, 64), (5, 33)))
    return (paddle.gather(x, paddle.to_tensor(columns), axis=2), paddle.index_select(x, paddle.to_tensor(rows), 1),
            paddle.gather_nd(x, paddle.to_tensor([[k % 8, row] for k, row in enumerate(rows)])),
            paddle.take_along_axis(x, paddle.argsort(x, axis=1), 1))  # fmt: skip


def _scattered(x: Any) -> Any:
    rows = [k * 7 % 50 for k in range(20)]
    places = [[k % 3, row // 2] for k, row in enumerate(rows)]
    return (paddle.scatter(x[0], paddle.to_tensor(rows), paddle.ones([20, 64])),
            paddle.scatter_nd_add(x, paddle.to_tensor(places), paddle.ones([20, 64])))  # fmt: skip


def _reductions(x: Any) -> Any:
    return (paddle.max(x, 1), paddle.logsumexp(x, 1), paddle.norm(x, axis=2), paddle.std(x, 1), paddle.var(x, 2),
            paddle.prod(x, 2), paddle.argmax(x, 1), paddle.argmin(x, 2, keepdim=True), paddle.cumsum(x, 1))  # fmt: skip


def _arithmetic(x: Any) -> Any:
    return (paddle.round(x), paddle.erf(x), paddle.rsqrt(paddle.abs(x) + 0.1), paddle.log1p(paddle.abs(x)),
            paddle.pow(x, 3), paddle.mod(x, paddle.full([1], 0.3)), paddle.sign(x), paddle.atan(x), paddle.sinh(x),
            paddle.floor_divide(paddle.cast(x * 9, "int64"), paddle.full([1], 2, "int64")))  # fmt: skip


def _comparisons(x: Any) -> Any:
    return (paddle.logical_and(x > 0, x < 1), paddle.any(x > 0, 1), paddle.all(x > -1, 2), paddle.isnan(x),
            paddle.where(x > 0, x, paddle.zeros_like(x) - 1), F.one_hot(paddle.argmax(x, 2), 64))  # fmt: skip


def _found(x: Any) -> Any:
    return paddle.nonzero(x > 0.5), paddle.masked_select(x, x > 0)


def _moved(x: Any) -> Any:
    return (paddle.flip(x, [1]), paddle.roll(x, 7, 1), paddle.tile(x, [1, 2, 1]), paddle.tril(x), paddle.triu(x, 1),
            paddle.expand(x.unsqueeze(1), [-1, 3, -1, -1]), paddle.stack(paddle.unbind(x, 0), 2))  # fmt: skip


def _sliced(x: Any) -> Any:
    return (x[:, ::2], x[:, -20:], x[:, 1:-1, ::-1], x[0], x[..., 20], *paddle.split(x, [20, -1, 13], axis=2))


def _loop(x: Any) -> Any:
    begin = [paddle.zeros([1], "int32"), x]
    step = lambda i, y: [i + 1, y * 0.9 + i.astype("float32")]  # noqa: E731
    return paddle.static.nn.while_loop(lambda i, y: i < paddle.shape(x)[1], step, begin)[1]


def _condition(x: Any) -> Any:
    return paddle.static.nn.cond(paddle.sum(x) > 0, lambda: x * 2, lambda: x - 1)


def _products(x: Any) -> Any:
    return (paddle.matmul(x, x, transpose_y=True), paddle.einsum("bij,bkj->bik", x, x), paddle.dot(x[0, 0], x[0, 1]),
            F.cosine_similarity(x, x * 2 + 1, 2), F.normalize(x, axis=2))  # fmt: skip


_BODIES: dict[str, Callable[..., Any]] = {
    body.__name__[1:]: body
    for body in (
        _activations, _more_activations, _resized, _pools, _sampled, _unfolded, _padded, _regions,
        _decoded_boxes, _sorted, _gathered, _scattered, _reductions, _arithmetic, _comparisons, _found,
        _moved, _sliced, _loop, _condition, _products,
    )
}  # fmt: skip
