"""The minimal time of a kernel by the limits of a machine: arithmetic and memory.

The roofline model (Williams, Waterman, Patterson 2009): a kernel takes at least its operations divided by the
peak rate, and at least its bytes divided by the bandwidth of the cache level or memory that holds them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Bandwidth:
    """Bytes per second at which all threads together read or write a working set of `nbytes` repeatedly."""

    nbytes: int
    read: float
    write: float


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a number of threads: floating-point operations per second by dtype, and bandwidths by size.

    `steady`: the measurement was not disturbed.
    """

    threads: int
    flops: Mapping[str, float]
    bandwidths: tuple[Bandwidth, ...]
    steady: bool = True

    def bandwidth(self, nbytes: int) -> Bandwidth:
        """The best bandwidth measured with at least `nbytes`: a smaller working set fits in the same cache level."""
        larger = [item for item in self.bandwidths if item.nbytes >= nbytes] or list(self.bandwidths[-1:])
        return Bandwidth(nbytes, max(item.read for item in larger), max(item.write for item in larger))

    def seconds(
        self, *, flops: int, dtype: str, weights: int, all_weights: int, activations: int, written: int
    ) -> float:
        """The minimal time of a kernel in seconds; all sizes in bytes.

        `activations` (`written` of them results) were just computed and are in the smallest cache that holds them. Its
        `weights` come from the level that holds `all_weights` of the model, since the others were used in between.
        """
        cached, uncached = (
            self.bandwidth(weights + activations),
            self.bandwidth(max(all_weights, weights + activations)),
        )
        reading = weights / uncached.read + (activations - written) / cached.read
        return max(flops / self.flops[dtype], reading, written / cached.write)

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Limits:
        """The inverse of :meth:`as_data`. Raises KeyError or TypeError for anything else."""
        rows = tuple(Bandwidth(**row) for row in data["bandwidths"])
        return cls(data["threads"], dict(data["flops"]), rows, data["steady"])
