"""The engines that results are compared with: the reference evaluator of ONNX, and onnxruntime if it is installed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError, choices_help

if TYPE_CHECKING:
    import onnx

Sample = Mapping[str, Any]
#: Runs a model, given as a ModelProto and as the file that it came from (if it did), on inputs by name.
Run = Callable[["onnx.ModelProto", "str | None", Sample], Sequence[Any]]

#: ModelProtos of more bytes cannot be handed over but as files.
_LARGEST_PROTO = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Reference:
    """An engine: the name on the command line, the distribution that it is part of, and how it runs a model."""

    name: str
    package: str
    run: Run

    @property
    def installed(self) -> bool:
        """Whether it can be imported."""
        return find_spec(self.package.replace("-", "_")) is not None

    def __str__(self) -> str:
        return f"{self.name} {metadata.version(self.package)}"


class CannotRun(Exception):
    """A reference does not run this model; the text says why, in one line."""


def _evaluated(model: onnx.ModelProto, path: str | None, sample: Sample) -> Sequence[Any]:
    from mlcc.importers.onnx.evaluator import evaluate

    return evaluate(model, sample)


def onnxruntime_results(source: str | bytes, feeds: Mapping[str, Any], **settings: Any) -> list[Any]:
    """The results of a model by onnxruntime as a reference; `settings` are fields of its options.

    Products of unsigned and signed bytes are exact; by default sums of two are limited to int16 on x86-64 without VNNI.
    Raises what onnxruntime raises.
    """
    import onnxruntime

    errors: Any = onnxruntime.capi.onnxruntime_pybind11_state
    try:
        return list(_session(source, settings, {"session.x64quantprecision": "1"}).run(None, dict(feeds)))
    except (errors.Fail, errors.NotImplemented):  # it rewrites weights, also those whose nodes then have no kernel
        plain = {**settings, "graph_optimization_level": onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL}
        return list(_session(source, plain, {}).run(None, dict(feeds)))


def _session(source: str | bytes, settings: Mapping[str, Any], entries: Mapping[str, str]) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4  # what it cannot do is raised as well
    for name, value in settings.items():
        setattr(options, name, value)
    for name, value in entries.items():
        options.add_session_config_entry(name, value)
    return onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])


def _onnxruntime(model: onnx.ModelProto, path: str | None, sample: Sample) -> Sequence[Any]:
    if path is None and model.ByteSize() > _LARGEST_PROTO:
        raise CannotRun("a model of more than 2 GB that is no file")
    return onnxruntime_results(path if path is not None else model.SerializeToString(), sample)


REFERENCES: tuple[Reference, ...] = (
    Reference("onnx", "onnx", _evaluated),
    Reference("onnxruntime", "onnxruntime", _onnxruntime),
)


def chosen(names: Sequence[str]) -> list[Reference]:
    """The references of these names, or all that are installed. Raises MlccError D190 for a name that is none."""
    known = {reference.name: reference for reference in REFERENCES}
    for name in names:
        if name not in known:
            raise MlccError("D190", f"there is no reference `{name}`", help=choices_help(name, known, "references"))
        if not known[name].installed:
            raise MlccError(
                "D190", f"the reference `{name}` is not installed", help=f"pip install {known[name].package}"
            )
    return [known[name] for name in names] or [reference for reference in REFERENCES if reference.installed]


def run_reference(reference: Reference, model: onnx.ModelProto, path: str | None, sample: Sample) -> list[Any]:
    """The outputs of a model, flat: the elements of a sequence one by one, and nothing for an absent value.

    Raises CannotRun with the engine's own words.
    """
    try:
        return flat(reference.run(model, path, sample))
    except CannotRun:
        raise
    except Exception as error:  # each engine has its own kinds, and C++ ones come as RuntimeError
        text = str(error).strip() or type(error).__name__
        raise CannotRun(text.splitlines()[0][:200]) from error


def flat(values: Sequence[Any]) -> list[Any]:
    """Arrays in the order in which a library returns them; those of narrow types as the bytes that it has."""
    import numpy as np

    from mlcc.narrow_types import format_of, to_bytes

    result: list[Any] = []
    for value in values:
        if isinstance(value, list | tuple):
            result += flat(value)
        elif value is not None:
            array = np.asarray(value)
            result.append(array if format_of(array) is None else to_bytes(array))
    return result
