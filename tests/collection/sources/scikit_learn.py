"""Estimators and pipelines of scikit-learn by skl2onnx: each of its converters in a model."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from ..made import Sample, pair

RNG = np.random.default_rng(7)
ROWS = (1, 17)


def load() -> None:
    """Imports the packages."""
    import skl2onnx  # noqa: F401
    import sklearn.ensemble  # noqa: F401


def names() -> Iterable[str]:
    """The estimators by their class, with a suffix where one has several forms."""
    return _MODELS


def make(name: str) -> list[Sample]:
    """The fitted estimator, converted, with one row and seventeen."""
    data, estimator, options = _MODELS[name]
    return _DATA[data](_estimator(estimator), options)


def _estimator(text: str) -> Any:
    """The estimator that a row of the table writes: every public class of scikit-learn is a name in it."""
    from sklearn import pipeline
    from sklearn.gaussian_process import kernels
    from sklearn.utils import all_estimators

    return eval(text, {**vars(kernels), **vars(pipeline), **dict(all_estimators())})  # the texts are those of the table


def _points(rows: int, columns: int = 6) -> Any:
    return RNG.standard_normal((rows, columns)).astype(np.float32)


def _converted(estimator: Any, sample: Any, options: dict[str, Any], types: Any = None) -> Any:
    from skl2onnx import to_onnx

    options = dict(options)
    last = estimator[-1] if hasattr(estimator, "steps") else estimator
    if not hasattr(last, "predict_proba"):
        options.pop("zipmap", None)
    opset = options.pop("opset", 21)
    given = {id(estimator): options} if options else None
    return to_onnx(estimator, sample, initial_types=types, options=given, target_opset=opset)


def _numeric(labels: Callable[[Any], Any] | None, positive: bool = False, dtype: Any = np.float32) -> Any:
    """Points of six columns, with labels for estimators that learn with them."""

    def make(estimator: Any, options: dict[str, Any]) -> list[Sample]:
        x = _points(120).astype(dtype)
        x = np.abs(x) if positive else x
        estimator.fit(x, *([labels(x)] if labels else []))
        model = _converted(estimator, x[:1], options)
        rows = [np.abs(_points(n)) if positive else _points(n) for n in ROWS]
        return pair(model, *({"X": row.astype(dtype)} for row in rows))

    return make


def _with_gaps(estimator: Any, options: dict[str, Any]) -> list[Sample]:
    def gaps(x: Any) -> Any:
        x[RNG.random(x.shape) < 0.2] = np.nan
        return x

    x = gaps(_points(120))
    estimator.fit(x, _two(np.nan_to_num(x)))
    model = _converted(estimator, x[:1], options)
    return pair(model, *({"X": gaps(_points(n))} for n in ROWS))


_WORDS = ["red", "green", "blue", "Über", "l'eau", "x1", "cat", "dog", "a", "the"]


def _words(rows: int) -> Any:
    return np.array([" ".join(RNG.choice(_WORDS, 1 + k % 7)) for k in range(rows)]).reshape(-1, 1)


def _text(estimator: Any, options: dict[str, Any]) -> list[Sample]:
    from skl2onnx.common.data_types import StringTensorType

    x = _words(80)
    estimator.fit(x.ravel(), np.arange(80) % 3)
    model = _converted(estimator, None, options, [("X", StringTensorType([None, 1]))])
    return pair(model, *({"X": _words(n).astype(object)} for n in ROWS))


def _categories(kind: str, labelled: bool = False) -> Any:
    """Two columns of words or small integers."""

    def draw(rows: int) -> Any:
        if kind == "words":
            return RNG.choice(_WORDS[:4], (rows, 2)).astype(object)
        return RNG.integers(0, 4, (rows, 2)).astype(np.int64)

    def make(estimator: Any, options: dict[str, Any]) -> list[Sample]:
        from skl2onnx.common.data_types import Int64TensorType, StringTensorType

        x = draw(80)
        estimator.fit(x, *([np.arange(80) % 2] if labelled else []))
        tensor = StringTensorType if kind == "words" else Int64TensorType
        model = _converted(estimator, None, options, [("X", tensor([None, 2]))])
        return pair(model, *({"X": draw(n)} for n in ROWS))

    return make


def _one_column(estimator: Any, options: dict[str, Any]) -> list[Sample]:
    """Labels, which are a vector."""
    from skl2onnx.common.data_types import StringTensorType

    x = np.array(_WORDS[:5])
    estimator.fit(x)
    model = _converted(estimator, None, options, [("X", StringTensorType([None]))])
    return pair(model, *({"X": RNG.choice(x, n).astype(object)} for n in ROWS))


def _table(estimator: Any, options: dict[str, Any]) -> list[Sample]:
    """A table with columns of numbers and of words, each an input of its own."""
    import pandas
    from skl2onnx.common.data_types import FloatTensorType, StringTensorType

    def draw(rows: int) -> Any:
        numbers = {f"n{k}": _points(rows, 1).ravel() for k in range(3)}
        return pandas.DataFrame({**numbers, "city": RNG.choice(_WORDS[:4], rows), "note": _words(rows).ravel()})

    data = draw(90)
    estimator.fit(data, np.arange(90) % 3)
    types = [
        (c, FloatTensorType([None, 1]) if c[0] == "n" and c != "note" else StringTensorType([None, 1])) for c in data
    ]
    model = _converted(estimator, None, options, types)
    feeds = []
    for n in ROWS:
        rows = draw(n)
        feeds.append({
            c: rows[c].to_numpy().reshape(-1, 1).astype(np.float32 if c[0] == "n" and c != "note" else object)
            for c in rows
        })  # fmt: skip
    return pair(model, *feeds)


def _two(x: Any) -> Any:
    return (x[:, 0] + x[:, 1] * x[:, 2] > 0).astype(np.int64)


def _three(x: Any) -> Any:
    return np.array(["low", "mid", "top"])[np.digitize(x[:, 0] + 0.3 * x[:, 1], [-0.5, 0.5])]


def _value(x: Any) -> Any:
    return x[:, 0] * 2 - np.abs(x[:, 1]) + 0.1 * x[:, 2] ** 2


_DATA: dict[str, Any] = {
    "two": _numeric(_two),
    "three": _numeric(_three),
    "counts": _numeric(_three, positive=True),
    "value": _numeric(_value),
    "values": _numeric(lambda x: np.stack([_value(x), x[:, 3]], 1)),
    "labels": _numeric(lambda x: np.stack([_two(x), _two(-x)], 1)),
    "rates": _numeric(lambda x: np.exp(x[:, 0] / 2), positive=True),
    "points": _numeric(None),
    "doubles": _numeric(_value, dtype=np.float64),
    "doubles three": _numeric(_three, dtype=np.float64),
    "gaps": _with_gaps,
    "text": _text,
    "words": _categories("words"),
    "integers": _categories("integers"),
    "words two": _categories("words", labelled=True),
    "integers two": _categories("integers", labelled=True),
    "column": _one_column,
    "table": _table,
}


def _rows() -> dict[str, tuple[str, str, dict[str, Any]]]:
    """Name -> data, estimator, options of its conversion: the rows of the table beside this file."""
    found = {}
    for line in (Path(__file__).with_suffix(".txt")).read_text(encoding="utf-8").splitlines()[1:]:
        data, name, estimator, options = (f"{line} | ".split(" | ") + [""])[:4]
        found[name] = data, estimator, eval(f"dict({options})")  # the texts are those of the table
    return found


_MODELS = _rows()
