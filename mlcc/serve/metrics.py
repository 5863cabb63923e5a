"""What a service counts, in the text form that Prometheus reads."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Mapping

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_REQUESTS = (1, 2, 4, 8, 16, 32, 64, 128)


class _Histogram:
    """Counts below each of some limits, and the sum."""

    def __init__(self, limits: tuple[float, ...]) -> None:
        self.limits = limits
        self.counts = [0] * (len(limits) + 1)
        self.sum = 0.0

    def add(self, value: float) -> None:
        self.counts[bisect_left(self.limits, value)] += 1
        self.sum += value

    def lines(self, name: str, label: str) -> list[str]:
        total, lines = 0, []
        for limit, count in zip((*self.limits, "+Inf"), self.counts, strict=True):
            total += count
            lines.append(f'{name}_bucket{{{label},le="{limit}"}} {total}')
        return [*lines, f"{name}_sum{{{label}}} {self.sum:.9g}", f"{name}_count{{{label}}} {total}"]


_HELP = {
    "mlcc_requests_total": ("counter", "Requests answered, by status"),
    "mlcc_waiting_requests": ("gauge", "Requests that wait"),
    "mlcc_request_seconds": ("histogram", "From a request to its answer"),
    "mlcc_call_seconds": ("histogram", "Time of a call of the library"),
    "mlcc_call_requests": ("histogram", "Requests joined in a call"),
}


class Metrics:
    """The counts of all models of a service; safe for several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answered: dict[tuple[str, int], int] = {}
        self._histograms: dict[tuple[str, str], _Histogram] = {}

    def _add(self, name: str, model: str, limits: tuple[float, ...], value: float) -> None:
        self._histograms.setdefault((name, model), _Histogram(limits)).add(value)

    def answered(self, model: str, status: int, seconds: float) -> None:
        """A request was answered."""
        with self._lock:
            self._answered[model, status] = self._answered.get((model, status), 0) + 1
            self._add("mlcc_request_seconds", model, _SECONDS, seconds)

    def ran(self, model: str, requests: int, seconds: float) -> None:
        """A call was made for so many requests."""
        with self._lock:
            self._add("mlcc_call_seconds", model, _SECONDS, seconds)
            self._add("mlcc_call_requests", model, _REQUESTS, requests)

    def text(self, waiting: Mapping[str, int]) -> str:
        """Everything counted, and how many requests wait for each model now."""
        with self._lock:
            rows = {
                "mlcc_requests_total": [
                    f'mlcc_requests_total{{model="{model}",status="{status}"}} {count}'
                    for (model, status), count in sorted(self._answered.items())
                ],
                "mlcc_waiting_requests": [
                    f'mlcc_waiting_requests{{model="{model}"}} {count}' for model, count in waiting.items()
                ],
            }
            for (name, model), histogram in sorted(self._histograms.items()):
                rows.setdefault(name, []).extend(histogram.lines(name, f'model="{model}"'))
        lines: list[str] = []
        for name, values in rows.items():
            kind, about = _HELP[name]
            lines += [f"# HELP {name} {about}", f"# TYPE {name} {kind}", *values]
        return "\n".join(lines) + "\n"
