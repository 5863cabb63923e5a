"""Boosted trees: XGBoost and LightGBM by onnxmltools, CatBoost by its own exporter."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import onnx

from ..made import Sample, pair

RNG = np.random.default_rng(8)
COLUMNS = 7


def load() -> None:
    """Imports the packages."""
    import catboost  # noqa: F401
    import lightgbm  # noqa: F401
    import onnxmltools  # noqa: F401
    import xgboost  # noqa: F401


def names() -> Iterable[str]:
    """Package and task."""
    return _MODELS


def make(name: str) -> list[Sample]:
    """The fitted model, with one row and nineteen."""
    return _MODELS[name]()


def _points(rows: int, gaps: bool = False) -> Any:
    x = RNG.standard_normal((rows, COLUMNS)).astype(np.float32)
    if gaps:
        x[RNG.random(x.shape) < 0.15] = np.nan
    return x


def _target(x: Any, task: str) -> Any:
    x = np.nan_to_num(x)
    value = x[:, 0] * 2 - np.abs(x[:, 1]) + x[:, 2] * x[:, 3]
    return {
        "two": (value > 0).astype(np.int64),
        "three": np.digitize(value, [-1, 1]),
        "value": value,
        "counts": np.floor(np.exp(np.clip(value, -1, 2))),
        "values": np.stack([value, x[:, 4]], 1),
    }[task]


def _calls(model: onnx.ModelProto, gaps: bool) -> list[Sample]:
    name = model.graph.input[0].name
    return pair(model, *({name: _points(n, gaps)} for n in (1, 19)))


def _xgboost(kind: str, task: str, gaps: bool = False, **options: Any) -> Callable[[], list[Sample]]:
    def made() -> list[Sample]:
        import xgboost
        from onnxmltools.convert import convert_xgboost
        from onnxmltools.convert.common.data_types import FloatTensorType

        x = _points(150, gaps)
        settings = {"n_estimators": 8, "max_depth": 4, **options}
        model = getattr(xgboost, kind)(**settings).fit(x, _target(x, task))
        types = [("x", FloatTensorType([None, COLUMNS]))]
        return _calls(convert_xgboost(model, initial_types=types, target_opset=15), gaps)

    return made


def _lightgbm(
    kind: str, task: str, gaps: bool = False, zipmap: bool = False, **options: Any
) -> Callable[[], list[Sample]]:
    def made() -> list[Sample]:
        import lightgbm
        from onnxmltools.convert import convert_lightgbm
        from onnxmltools.convert.common.data_types import FloatTensorType

        x = _points(300, gaps)
        model = getattr(lightgbm, kind)(n_estimators=8, num_leaves=9, verbose=-1, **options).fit(x, _target(x, task))
        types = [("x", FloatTensorType([None, COLUMNS]))]
        return _calls(convert_lightgbm(model, initial_types=types, zipmap=zipmap, target_opset=15), gaps)

    return made


def _catboost(kind: str, task: str, gaps: bool = False, **options: Any) -> Callable[[], list[Sample]]:
    def made() -> list[Sample]:
        import catboost

        x = _points(150, gaps)
        model = getattr(catboost, kind)(iterations=8, depth=4, verbose=0, allow_writing_files=False, **options)
        model.fit(x, _target(x, task))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "m.onnx"
            model.save_model(str(file), format="onnx")
            return _calls(onnx.load(str(file)), gaps)

    return made


_MODELS: dict[str, Callable[[], list[Sample]]] = {
    "XGBClassifier": _xgboost("XGBClassifier", "two"),
    "XGBClassifier of three": _xgboost("XGBClassifier", "three"),
    "XGBClassifier with gaps": _xgboost("XGBClassifier", "two", gaps=True),
    "XGBClassifier base score": _xgboost("XGBClassifier", "two", base_score=0.3),
    "XGBRegressor": _xgboost("XGBRegressor", "value"),
    "XGBRegressor with gaps": _xgboost("XGBRegressor", "value", gaps=True),
    "XGBRegressor of counts": _xgboost("XGBRegressor", "counts", objective="count:poisson"),
    "XGBRegressor logistic": _xgboost("XGBRegressor", "two", objective="reg:logistic"),
    "XGBRegressor dart": _xgboost("XGBRegressor", "value", booster="dart"),
    "XGBRegressor linear": _xgboost("XGBRegressor", "value", booster="gblinear"),
    "XGBRFClassifier": _xgboost("XGBRFClassifier", "two"),
    "XGBRFRegressor": _xgboost("XGBRFRegressor", "value"),
    "XGBRegressor of two values": _xgboost("XGBRegressor", "values"),
    "LGBMClassifier": _lightgbm("LGBMClassifier", "two"),
    "LGBMClassifier as a map": _lightgbm("LGBMClassifier", "two", zipmap=True),
    "LGBMClassifier of three": _lightgbm("LGBMClassifier", "three"),
    "LGBMClassifier one against all": _lightgbm("LGBMClassifier", "three", objective="multiclassova"),
    "LGBMClassifier with gaps": _lightgbm("LGBMClassifier", "two", gaps=True),
    "LGBMRegressor": _lightgbm("LGBMRegressor", "value"),
    "LGBMRegressor with gaps": _lightgbm("LGBMRegressor", "value", gaps=True),
    "LGBMRegressor of counts": _lightgbm("LGBMRegressor", "counts", objective="poisson"),
    "LGBMRegressor dart": _lightgbm("LGBMRegressor", "value", boosting_type="dart"),
    "LGBMRegressor forest": _lightgbm(
        "LGBMRegressor", "value", boosting_type="rf", bagging_freq=1, bagging_fraction=0.7
    ),
    "CatBoostClassifier": _catboost("CatBoostClassifier", "two"),
    "CatBoostClassifier of three": _catboost("CatBoostClassifier", "three"),
    "CatBoostClassifier with gaps": _catboost("CatBoostClassifier", "two", gaps=True),
    "CatBoostRegressor": _catboost("CatBoostRegressor", "value"),
    "CatBoostRegressor with gaps": _catboost("CatBoostRegressor", "value", gaps=True),
    "CatBoostRegressor of two values": _catboost("CatBoostRegressor", "values", loss_function="MultiRMSE"),
}
