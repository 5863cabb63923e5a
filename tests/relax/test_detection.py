"""Detections, under TVM's names. The expected values are those of NumPy functions that follow the definitions."""

import numpy as np
import pytest

from mlcc import relax

from .composed_cases import result_of

op = relax.op


def detections(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    low, classes, scores = rng.random((2, 9, 2)) * 3, rng.integers(-1, 2, (2, 9, 1)), rng.random((2, 9, 1))
    return np.concatenate([classes, scores, low, low + 1.5], 2).astype("float32")


def valid(data: np.ndarray, threshold: float) -> tuple[np.ndarray, ...]:
    rows, places = np.full_like(data, -1), np.full(data.shape[:2], -1, "int32")
    counts = np.zeros(len(data), "int32")
    for n, entry in enumerate(data):
        good = np.flatnonzero((entry[:, 1] > threshold) & (entry[:, 0] >= 0))
        counts[n] = len(good)
        rows[n, : len(good)], places[n, : len(good)] = entry[good], good
    return counts, rows, places


def share(a: np.ndarray, b: np.ndarray) -> float:
    sides = np.maximum(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]), 0)
    both = float(sides.prod())
    return both / (float((a[2:] - a[:2]).prod()) + float((b[2:] - b[:2]).prod()) - both)


def suppressed(counts, data, places, *, iou=0.5, any_class=False, limit=-1, top_k=-1, front=True, sigma=0.0, least=0.0):
    rows, kept = np.full_like(data, -1), np.full(data.shape[:2], -1, "int32")
    for n, entry in enumerate(data):
        scores, left, found = entry[:, 1].copy(), list(range(counts[n])), 0
        covered: set[int] = set()
        for step in range(len(entry) if top_k < 0 else top_k):
            if not left or found == limit:
                break
            best = max(left, key=lambda k: (scores[k], -k))
            if sigma and scores[best] <= least:
                break
            left.remove(best)
            if best in covered:
                continue
            at = found if front else step
            rows[n, at], rows[n, at, 1], kept[n, found] = entry[best], scores[best], places[n, best]
            found += 1
            for k in left:
                if any_class or entry[k, 0] == entry[best, 0]:
                    shared = share(entry[best, 2:], entry[k, 2:])
                    scores[k] *= np.exp(-0.5 / sigma * shared**2) if sigma else 1
                    if shared >= iou:
                        covered.add(k)
    return rows, kept, (kept >= 0).sum(1, keepdims=True).astype("int32")


def test_valid_counts() -> None:
    data = detections(0)
    for given in (None, [("b", "n", 6)]):
        got = result_of(lambda v: op.get_valid_counts(v, 0.3), data, shapes=given)
        for have, want in zip(got, valid(data, 0.3), strict=True):
            assert have.dtype == want.dtype
            np.testing.assert_array_equal(have, want)


@pytest.mark.parametrize(
    ("attrs", "told"),
    [
        ({}, {}),
        ({"iou_threshold": 0.1, "force_suppress": True}, {"iou": 0.1, "any_class": True}),
        ({"iou_threshold": 0.2, "top_k": 4, "max_output_size": 2}, {"iou": 0.2, "top_k": 4, "limit": 2}),
        ({"iou_threshold": 0.1, "return_indices": False}, {"iou": 0.1, "front": False}),
        ({"soft_nms_sigma": 0.5, "score_threshold": 0.3, "force_suppress": True},
         {"sigma": 0.5, "least": 0.3, "any_class": True}),
    ],
)  # fmt: skip
def test_suppression(attrs: dict, told: dict) -> None:
    counts, data, places = valid(detections(1), 0.1)
    got = result_of(lambda d, c, i: op.non_max_suppression(d, c, i, **attrs), data, counts, places)
    rows, kept, number = suppressed(counts, data, places, **told)
    want = (kept, number) if attrs.get("return_indices", True) else (rows,)
    want = (rows, *want) if told.get("sigma") else want
    for have, wanted in zip(got if isinstance(got, (list, tuple)) else [got], want, strict=True):
        np.testing.assert_allclose(have, wanted, rtol=1e-6)


def test_boxes_of_anchors() -> None:
    rng = np.random.default_rng(2)
    scores, offsets = rng.standard_normal((2, 3, 5)).astype("float32"), rng.standard_normal((2, 20)).astype("float32")
    anchors = np.sort(rng.random((1, 5, 4)), -1).astype("float32")
    spread = (0.1, 0.1, 0.2, 0.2)

    def make(c, o, a):
        return op.multibox_transform_loc(c, o, a, True, 0.3, spread, False)

    boxes, classes = result_of(make, scores, offsets, anchors)
    dx, dy, dw, dh = np.moveaxis(offsets.reshape(2, 5, 4), -1, 0)
    left, top, right, bottom = np.moveaxis(anchors, -1, 0)
    x, y = dx * 0.1 * (right - left) + (left + right) / 2, dy * 0.1 * (bottom - top) + (top + bottom) / 2
    w, h = np.exp(dw * 0.2) * (right - left) / 2, np.exp(dh * 0.2) * (bottom - top) / 2
    np.testing.assert_allclose(boxes, np.stack([y - h, x - w, y + h, x + w], -1).clip(0, 1), rtol=1e-5, atol=1e-6)
    soft = np.exp(scores) / np.exp(scores).sum(1, keepdims=True)
    soft[:, 0] = 0
    np.testing.assert_allclose(classes, np.where(soft >= 0.3, soft, 0), rtol=1e-5, atol=1e-6)


def test_regions_are_found_at_both_places() -> None:
    data, rois = (
        np.random.default_rng(3).standard_normal((1, 2, 8, 8)).astype("float32"),
        np.array([[0, 1, 1, 6, 6]], "f"),
    )
    for name, more in (("roi_align", (2,)), ("roi_pool", ())):
        one, other = (result_of(lambda d, r, f=f, m=more: f(d, r, (2, 2), 1.0, *m), data, rois)
                      for f in (getattr(op, name), getattr(op.vision, name)))  # fmt: skip
        np.testing.assert_array_equal(one, other)
