"""Operators of ai.onnx.ml but trees and encoders: linear models, support vectors, scalers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from mlcc.ir import GraphExpr
from mlcc.ir import dtype as dt
from mlcc.string_rows import is_text

from ..context import Context
from ..registry import onnx_op
from ..values import Array
from .pairwise_coupling import coupled
from .strings import chosen_text

DOMAIN = "ai.onnx.ml"
LABELS = ("classlabels_int64s", "classlabels_strings")


def labels_of(ctx: Context, attrs: Mapping[str, object], names: tuple[str, str]) -> Array:
    """The classes: numbers, or strings as objects."""
    numbers, texts = attrs.get(names[0]), attrs.get(names[1])
    if numbers:
        return np.asarray(numbers, np.int64)
    if texts:
        return np.asarray(texts, object)
    raise ctx.error("I117", "no classes are given")


def labels_at(ctx: Context, labels: Array, index: GraphExpr) -> GraphExpr:
    """The classes that integers index."""
    if is_text(labels):
        return chosen_text(ctx, list(labels), index)
    return ctx.emit("take", labels, index, axis=0)


def post_transformed(ctx: Context, y: GraphExpr, name: str) -> GraphExpr:
    """Scores (N, C) as the attribute `post_transform` says. Raises I121 for what is not supported."""
    match name:
        case "NONE":
            return y
        case "LOGISTIC":
            return ctx.emit("sigmoid", y)
        case "SOFTMAX":
            return ctx.emit("nn.softmax", y, axis=-1)
        case "SOFTMAX_ZERO":
            return _softmax_zero(ctx, y)
        case "PROBIT":
            return _probit(ctx, y)
    raise ctx.error("I121", f"`post_transform` {name} is not supported")


def _probit(ctx: Context, y: GraphExpr) -> GraphExpr:
    """The inverse of the normal distribution's function, for scores in (0, 1): ``sqrt(2) erf⁻¹(2 y - 1)``, with
    Winitzki's approximation of the inverse error function (2008), as onnxruntime has it."""

    def number(value: float) -> GraphExpr:
        return ctx.constant(value, ctx.dtype(y))

    x = ctx.emit("subtract", ctx.emit("multiply", y, number(2.0)), number(1.0))
    log = ctx.emit("log", ctx.emit("multiply", ctx.emit("subtract", number(1.0), x), ctx.emit("add", number(1.0), x)))
    middle = ctx.emit("add", ctx.emit("multiply", log, number(0.5)), number(2.0 / (3.14159 * 0.147)))
    square = ctx.emit("subtract", ctx.emit("multiply", middle, middle), ctx.emit("multiply", log, number(1.0 / 0.147)))
    root = ctx.emit("sqrt", ctx.emit("subtract", ctx.emit("sqrt", square), middle))
    return ctx.emit("multiply", ctx.emit("multiply", ctx.emit("sign", x), root), number(math.sqrt(2.0)))


def _softmax_zero(ctx: Context, y: GraphExpr) -> GraphExpr:
    """A softmax that leaves zeros out."""
    top = ctx.emit("max", y, axis=[-1], keepdims=True)
    zero = ctx.constant(0.0, ctx.dtype(y))
    part = ctx.emit("where", ctx.emit("equal", y, zero), zero, ctx.emit("exp", ctx.emit("subtract", y, top)))
    total = ctx.emit("sum", part, axis=[-1], keepdims=True)
    return ctx.emit(
        "divide", part, ctx.emit("where", ctx.emit("equal", total, zero), ctx.constant(1.0, "float32"), total)
    )


def floats(ctx: Context, x: GraphExpr) -> GraphExpr:
    """`x` as a float32 matrix."""
    x = x if ctx.rank(x) != 1 else ctx.reshape(x, [1, *ctx.shape(x)])
    return ctx.cast(x, "float32")


# ---------------------------------------------------------------- linear models
def _affine(
    ctx: Context, x: GraphExpr, coefficients: Sequence[float], intercepts: Sequence[float] | None, rows: int
) -> GraphExpr:
    weight = np.asarray(coefficients, np.float32).reshape(rows, -1)
    y = ctx.emit("nn.dense", floats(ctx, x), ctx.constant(weight))
    return ctx.emit("add", y, ctx.constant(intercepts, "float32")) if intercepts else y


@onnx_op("LinearRegressor", domain=DOMAIN)
def linear_regressor(
    ctx: Context,
    x: GraphExpr,
    *,
    coefficients: Sequence[float],
    intercepts: Sequence[float] | None = None,
    post_transform: str = "NONE",
    targets: int = 1,
) -> GraphExpr:
    return post_transformed(ctx, _affine(ctx, x, coefficients, intercepts, targets), post_transform)


@onnx_op("LinearClassifier", domain=DOMAIN)
def linear_classifier(
    ctx: Context,
    x: GraphExpr,
    *,
    coefficients: Sequence[float],
    intercepts: Sequence[float] | None = None,
    multi_class: int = 0,
    post_transform: str = "NONE",
    **attrs: object,
) -> GraphExpr | list[GraphExpr]:
    """A single row of coefficients is the score of the second of two classes."""
    labels = labels_of(ctx, attrs, ("classlabels_ints", "classlabels_strings"))
    columns = ctx.static_dim(x, -1, "input")
    y = _affine(ctx, x, coefficients, intercepts, len(coefficients) // columns)
    if ctx.shape(y)[1] == 1 and len(labels) == 2:
        return _two_classes(ctx, y, labels, post_transform)
    if ctx.shape(y)[1] != len(labels):
        classes = f"the scores are of {ctx.shape(y)[1]} classes, the labels of {len(labels)}"
        raise ctx.error("I117", f"the node is malformed: {classes}")
    return [labels_at(ctx, labels, ctx.emit("argmax", y, axis=1)), post_transformed(ctx, y, post_transform)]


def _two_classes(ctx: Context, y: GraphExpr, labels: Array, post_transform: str) -> list[GraphExpr]:
    """Label and scores of two classes from the score of the second."""
    label = ctx.cast(ctx.reshape(ctx.emit("greater", y, ctx.constant(0.0, "float32")), [ctx.shape(y)[0]]), "int64")
    y = post_transformed(ctx, y, post_transform) if post_transform == "LOGISTIC" else y
    scores = ctx.emit("concatenate", [ctx.emit("subtract", ctx.constant(1.0, "float32"), y), y], axis=1)
    return [labels_at(ctx, labels, label), scores]


# ---------------------------------------------------------------- support vectors
def _kernel(ctx: Context, x: GraphExpr, vectors: Array, kind: str, params: Sequence[float] | None) -> GraphExpr:
    """(N, S): how alike rows and support vectors are."""
    gamma, shift, degree = [*(params or ()), 0.0, 0.0, 0.0][:3]
    if kind == "RBF":
        n, columns = ctx.shape(x)
        gap = ctx.emit("subtract", ctx.reshape(x, [n, 1, columns]), ctx.constant(vectors[None]))
        square = ctx.emit("sum", ctx.emit("multiply", gap, gap), axis=[2])
        return ctx.emit("exp", ctx.emit("multiply", square, ctx.constant(-gamma, "float32")))
    y = ctx.emit("nn.dense", x, ctx.constant(vectors))
    if kind == "LINEAR":
        return y
    scaled = ctx.emit("add", ctx.emit("multiply", y, ctx.constant(gamma, "float32")), ctx.constant(shift, "float32"))
    if kind == "SIGMOID":
        return ctx.emit("tanh", scaled)
    if kind == "POLY":
        return ctx.emit("power", scaled, ctx.constant(degree, "float32"))
    raise ctx.error("I121", f"the kernel {kind} is not supported")


@onnx_op("SVMRegressor", domain=DOMAIN)
def svm_regressor(
    ctx: Context,
    x: GraphExpr,
    *,
    coefficients: Sequence[float],
    rho: Sequence[float],
    n_supports: int = 0,
    support_vectors: Sequence[float] | None = None,
    kernel_type: str = "LINEAR",
    kernel_params: Sequence[float] | None = None,
    one_class: int = 0,
    post_transform: str = "NONE",
) -> GraphExpr:
    x = floats(ctx, x)
    weight = np.asarray(coefficients, np.float32).reshape(1, -1)
    if n_supports:
        vectors = np.asarray(support_vectors, np.float32).reshape(n_supports, -1)
        x = _kernel(ctx, x, vectors, kernel_type, kernel_params)
    y = ctx.emit("add", ctx.emit("nn.dense", x, ctx.constant(weight)), ctx.constant(rho[:1], "float32"))
    if one_class:
        sides = (ctx.constant(1.0, "float32"), ctx.constant(-1.0, "float32"))
        y = ctx.emit("where", ctx.emit("greater", y, ctx.constant(0.0, "float32")), *sides)
    return post_transformed(ctx, y, post_transform)


@onnx_op("SVMClassifier", domain=DOMAIN)
def svm_classifier(
    ctx: Context,
    x: GraphExpr,
    *,
    coefficients: Sequence[float],
    rho: Sequence[float],
    support_vectors: Sequence[float] | None = None,
    vectors_per_class: Sequence[int] | None = None,
    kernel_type: str = "LINEAR",
    kernel_params: Sequence[float] | None = None,
    post_transform: str = "NONE",
    prob_a: Sequence[float] | None = None,
    prob_b: Sequence[float] | None = None,
    **attrs: object,
) -> list[GraphExpr]:
    """One score per pair of classes, or a probability per class; the class with the most votes wins."""
    labels = labels_of(ctx, attrs, ("classlabels_ints", "classlabels_strings"))
    count, total = len(labels), sum(vectors_per_class or ())
    if not vectors_per_class or not total:
        return _linear_machine(ctx, x, coefficients, rho[0], labels, post_transform)
    if post_transform != "NONE" and count == 2 and not prob_a:
        raise ctx.error("I121", f"`post_transform` {post_transform} of the score of two classes is not supported")
    vectors = np.asarray(support_vectors, np.float32).reshape(total, -1)
    alike = _kernel(ctx, floats(ctx, x), vectors, kernel_type, kernel_params)
    pairs = [(i, j) for i in range(count) for j in range(i + 1, count)]
    weight = _pair_weights(np.asarray(coefficients, np.float32).reshape(count - 1, total), vectors_per_class, pairs)
    scores = ctx.emit("add", ctx.emit("nn.dense", alike, ctx.constant(weight)), ctx.constant(rho, "float32"))
    won = ctx.cast(ctx.emit("greater", scores, ctx.constant(0.0, "float32")), "float32")
    first = np.zeros((count, len(pairs)), np.float32)
    for n, (i, j) in enumerate(pairs):
        first[i, n], first[j, n] = 1.0, -1.0
    base = (first < 0).sum(1).astype(np.float32)
    votes = ctx.emit("add", ctx.emit("nn.dense", won, ctx.constant(first)), ctx.constant(base))
    if prob_a:
        scores = coupled(ctx, scores, np.asarray(prob_a, np.float32), np.asarray(prob_b, np.float32), pairs, count)
    elif count == 2:  # the score itself stands last, though it speaks for the first class
        scores = ctx.emit("concatenate", [ctx.emit("negative", scores), scores], axis=1)
    scores = post_transformed(ctx, scores, post_transform)
    return [labels_at(ctx, labels, ctx.emit("argmax", votes, axis=1)), scores]


def _linear_machine(
    ctx: Context, x: GraphExpr, coefficients: Sequence[float], shift: float, labels: Array, post_transform: str
) -> list[GraphExpr]:
    """Without support vectors: a row of coefficients per class. Of two classes the second wins if any score is
    positive; if no coefficient is negative, if one is at least a half; else the larger score."""
    y = _affine(ctx, x, coefficients, None, len(labels))
    y = ctx.emit("add", y, ctx.constant(shift, "float32"))
    best = ctx.emit("argmax", y, axis=1)
    if len(labels) == 2:
        positive = min(coefficients) >= 0
        top = ctx.emit("max", y, axis=[1])
        sure = ctx.emit("greater_equal" if positive else "greater", top, ctx.constant(0.5 * positive, "float32"))
        best = ctx.emit("where", sure, ctx.constant(1, ctx.dtype(best)), best)
    return [labels_at(ctx, labels, best), post_transformed(ctx, y, post_transform)]


def _pair_weights(coefficients: Array, sizes: Sequence[int], pairs: list[tuple[int, int]]) -> Array:
    """A row per pair (i, j): the vectors of i count by their coefficients against j, and those of j against i."""
    ends = np.cumsum(sizes)
    spans = [slice(end - size, end) for end, size in zip(ends, sizes, strict=True)]
    weight = np.zeros((len(pairs), int(ends[-1])), np.float32)
    for n, (i, j) in enumerate(pairs):
        weight[n, spans[i]] = coefficients[j - 1, spans[i]]
        weight[n, spans[j]] = coefficients[i, spans[j]]
    return weight


# ---------------------------------------------------------------- columns
@onnx_op("Scaler", domain=DOMAIN)
def scaler(
    ctx: Context, x: GraphExpr, *, offset: Sequence[float] | None = None, scale: Sequence[float] | None = None
) -> GraphExpr:
    y = ctx.cast(x, "float32")
    y = ctx.emit("subtract", y, ctx.constant(offset, "float32")) if offset else y
    return ctx.emit("multiply", y, ctx.constant(scale, "float32")) if scale else y


@onnx_op("Normalizer", domain=DOMAIN)
def normalizer(ctx: Context, x: GraphExpr, *, norm: str = "MAX") -> GraphExpr:
    """Rows divided by their largest element, by the sum of their magnitudes, or by their length; 0 divides nothing."""
    x, zero = ctx.cast(x, "float32"), ctx.constant(0.0, "float32")
    if norm not in ("L1", "L2", "MAX"):
        raise ctx.error("I117", f"there is no norm `{norm}`")
    part = ctx.emit("abs", x) if norm == "L1" else ctx.emit("multiply", x, x) if norm == "L2" else x
    size = ctx.emit("max" if norm == "MAX" else "sum", part, axis=[-1], keepdims=True)
    size = ctx.emit("sqrt", size) if norm == "L2" else size
    return ctx.emit("divide", x, ctx.emit("where", ctx.emit("equal", size, zero), ctx.constant(1.0, "float32"), size))


@onnx_op("Imputer", domain=DOMAIN)
def imputer(
    ctx: Context,
    x: GraphExpr,
    *,
    imputed_value_floats: Sequence[float] | None = None,
    imputed_value_int64s: Sequence[int] | None = None,
    replaced_value_float: float = 0.0,
    replaced_value_int64: int = 0,
) -> GraphExpr:
    whole = not dt.is_float(ctx.dtype(x))
    new = ctx.constant((imputed_value_int64s if whole else imputed_value_floats) or (), ctx.dtype(x))
    old = replaced_value_int64 if whole else replaced_value_float
    gone = ctx.emit("isnan", x) if old != old else ctx.emit("equal", x, ctx.constant(old, ctx.dtype(x)))
    return ctx.emit("where", gone, new, x)


@onnx_op("FeatureVectorizer", domain=DOMAIN)
def feature_vectorizer(ctx: Context, *parts: GraphExpr, inputdimensions: Sequence[int] | None = None) -> GraphExpr:
    columns = [floats(ctx, p) for p in parts]
    return columns[0] if len(columns) == 1 else ctx.emit("concatenate", columns, axis=1)


@onnx_op("ZipMap", domain=DOMAIN)
def zip_map(
    ctx: Context,
    x: GraphExpr,
    *,
    classlabels_int64s: Sequence[int] | None = None,
    classlabels_strings: Sequence[str] | None = None,
) -> GraphExpr:
    """A list of dictionaries, one per row, becomes the matrix itself: a column per key, in the order of the labels."""
    return x
