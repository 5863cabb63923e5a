"""The least time of a kernel by the limits of a machine: arithmetic and memory.

The roofline model (Williams, Waterman, Patterson 2009): a kernel takes at least the time that its arithmetic takes
at the peak rate, and at least the time that its bytes take at the bandwidth of the memory that they lie in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Bandwidth:
    """Bytes per second of `nbytes` that are read, or written, again and again by all threads together."""

    nbytes: int
    read: float
    write: float


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a number of threads: floating-point operations per second by dtype, and bandwidths by size.

    `steady` says that nothing disturbed the measurement.
    """

    threads: int
    flops: Mapping[str, float]
    bandwidths: tuple[Bandwidth, ...]
    steady: bool = True

    def bandwidth(self, nbytes: int) -> Bandwidth:
        """The best that was seen with at least `nbytes` bytes: a smaller set fits wherever a larger one does."""
        fitting = [item for item in self.bandwidths if item.nbytes >= nbytes] or list(self.bandwidths[-1:])
        return Bandwidth(nbytes, max(item.read for item in fitting), max(item.write for item in fitting))

    def seconds(
        self, *, flops: int, dtype: str, weights: int, all_weights: int, activations: int, written: int
    ) -> float:
        """The least time of a kernel; all sizes in bytes.

        `activations` (`written` of them results) have just been made and lie where so many bytes fit. Its `weights`
        come from where `all_weights` of the model fit, for the others were used since.
        """
        near, far = self.bandwidth(weights + activations), self.bandwidth(max(all_weights, weights + activations))
        reading = weights / far.read + (activations - written) / near.read
        return max(flops / self.flops[dtype], reading, written / near.write)

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Limits:
        """What :meth:`as_data` gave. Raises KeyError or TypeError for anything else."""
        rows = tuple(Bandwidth(**row) for row in data["bandwidths"])
        return cls(data["threads"], dict(data["flops"]), rows, data["steady"])
