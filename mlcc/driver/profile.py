"""The times of a call by kernel, as `mlcc bench --profile` prints them: calls, rows of a table, and the whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from .measure import human_time
from .node_names import shortened
from .roofline import Limits
from .timeline import Timeline

#: The row of the time outside of kernels: argument checks and call overhead.
OTHER = "other"


@dataclass(frozen=True, slots=True)
class Site:
    """One call of a kernel: its nodes in the model, its work, and the seconds it took.

    `flops`, done in `dtype`, is None if the kernel is not a tensor program or its loops depend on data; `nbytes` counts
    each operand once, `written_bytes` of them results. `limit` is the minimal time on this machine (see `roofline`).
    """

    kernel: str
    nodes: tuple[str, ...]
    flops: int | None
    weight_bytes: int | None
    activation_bytes: int | None
    seconds: float
    dtype: str = "float32"
    written_bytes: int | None = None
    limit: float | None = None

    @property
    def nbytes(self) -> int | None:
        """The bytes of all operands."""
        if self.weight_bytes is None or self.activation_bytes is None:
            return None
        return self.weight_bytes + self.activation_bytes

    def limited(self, limits: Limits, all_weights: int) -> Site:
        """The site with its limit, if its work is known; `all_weights` is the size of the model's constants."""
        if None in (self.flops, self.weight_bytes, self.activation_bytes, self.written_bytes):
            return self
        least = limits.seconds(
            flops=self.flops or 0,
            dtype=self.dtype,
            weights=self.weight_bytes or 0,
            all_weights=all_weights,
            activations=self.activation_bytes or 0,
            written=self.written_bytes or 0,
        )
        return replace(self, limit=least)


@dataclass(frozen=True, slots=True)
class Row:
    """All calls of one kernel and their total time per call of the function; or all calls and the total time."""

    kernel: str
    sites: tuple[Site, ...]
    seconds: float

    @property
    def nodes(self) -> tuple[str, ...]:
        """The nodes of all calls, in order and each once."""
        return tuple(dict.fromkeys(node for site in self.sites for node in site.nodes))

    @property
    def gflops(self) -> float | None:
        """Billions of operations per second."""
        return self._rate([site.flops for site in self.sites], 1e-9)

    @property
    def gbytes(self) -> float | None:
        """Billions of operand bytes per second, from whichever memory level."""
        return self._rate([site.nbytes for site in self.sites], 1e-9)

    @property
    def of_limit(self) -> float | None:
        """The fraction of the machine's limit that is reached: minimal time divided by measured time, 1 at most.

        Limits are measured too: a kernel that is faster than them shows that the machine can do what it does.
        """
        rate = self._rate([site.limit for site in self.sites])
        return None if rate is None else min(rate, 1.0)

    def _rate(self, amounts: Sequence[float | None], scale: float = 1.0) -> float | None:
        measured = [amount for amount in amounts if amount is not None]
        if len(measured) < len(self.sites) or not sum(measured) or not self.seconds:
            return None
        return scale * sum(measured) / self.seconds


@dataclass(frozen=True, slots=True)
class Profile:
    """The profile of a call of a function; `other` is `seconds` minus the time of `sites` (in the order of the calls).

    `limits` are the machine's, or None with a `note` that gives the reason. `timeline` is one call by itself.
    """

    library: str
    function: str
    threads: int
    seconds: float
    sites: tuple[Site, ...]
    limits: Limits | None = None
    note: str = ""
    timeline: Timeline | None = None

    @property
    def other(self) -> float:
        """Seconds outside all kernels."""
        return self.seconds - sum(site.seconds for site in self.sites)

    def rows(self) -> list[Row]:
        """One row per kernel, in order of decreasing time. A call with zero time was on a branch that was not taken."""
        by_kernel: dict[str, list[Site]] = {}
        for site in self.sites:
            if site.seconds > 0:
                by_kernel.setdefault(site.kernel, []).append(site)
        rows = [Row(kernel, tuple(sites), sum(site.seconds for site in sites)) for kernel, sites in by_kernel.items()]
        return sorted(rows, key=lambda row: -row.seconds)

    @property
    def whole(self) -> Row:
        """All calls and the total time, including that outside of kernels, whose limit is 0."""
        return Row("total", tuple(site for site in self.sites if site.seconds > 0), self.seconds)

    def cells(self) -> list[tuple[str, ...]]:
        """The table as text; the last two rows are `other` and the total."""
        other = (OTHER, "", "", human_time(max(self.other, 0.0)), self._share(self.other), "", "", "")
        return [*(self._cells(row, shortened(row.nodes)) for row in self.rows()), other, self._cells(self.whole, "")]

    def _cells(self, row: Row, nodes: str) -> tuple[str, ...]:
        time, share = human_time(row.seconds), self._share(row.seconds)
        limit = "-" if row.of_limit is None else f"{100 * row.of_limit:.0f}"
        return (row.kernel, nodes, str(len(row.sites)), time, share, _rate(row.gflops), _rate(row.gbytes), limit)

    def _share(self, seconds: float) -> str:
        return f"{100 * seconds / self.seconds:.1f}"

    def as_data(self) -> dict[str, Any]:
        """For JSON; all times in seconds per call of the function."""
        rows = [
            {
                "kernel": row.kernel,
                "nodes": list(row.nodes),
                "calls": len(row.sites),
                "seconds": row.seconds,
                "share": row.seconds / self.seconds,
                "gflops": row.gflops,
                "gbytes": row.gbytes,
                "of_limit": row.of_limit,
            }
            for row in self.rows()
        ]
        calls = [
            {
                "kernel": site.kernel,
                "nodes": list(site.nodes),
                "seconds": site.seconds,
                "flops": site.flops,
                "weight_bytes": site.weight_bytes,
                "activation_bytes": site.activation_bytes,
                "written_bytes": site.written_bytes,
                "dtype": site.dtype,
                "limit_seconds": site.limit,
            }
            for site in self.sites
        ]
        head = {"library": self.library, "function": self.function, "threads": self.threads}
        times = {"seconds": self.seconds, "of_limit": self.whole.of_limit, "other": self.other}
        machine = {"limits": None if self.limits is None else self.limits.as_data(), "note": self.note}
        line = {} if self.timeline is None else {"timeline": self.timeline.as_data()}
        return {**head, **times, "kernels": rows, "calls": calls, **machine, **line}


def _rate(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"
