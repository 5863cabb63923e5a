"""What architectures of `transformers` are called with that take several inputs of their own, as shapes and kinds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Drawn:
    """An input by its dimensions, numbers or `batch` and `length`: normal floats, or integers from 0 to `below`."""

    shape: tuple[int | str, ...]
    below: int | None = None
    dtype: str = "int64"

    def at(self, batch: int, length: int) -> Any:
        """Random numbers of the shape that it has for a batch and a length."""
        import torch

        shape = [{"batch": batch, "length": length}.get(d, d) if isinstance(d, str) else d for d in self.shape]
        if self.below is None:
            return torch.randn(shape)
        return torch.randint(0, self.below, shape).to(getattr(torch, self.dtype))

    def axes(self) -> dict[int, str]:
        """The dimensions that have names."""
        return {k: d for k, d in enumerate(self.shape) if isinstance(d, str)}


_STEPS = ("batch", "length")
#: A context of 8 values, 3 more for the lags, and a prediction of 4.
_SERIES = {
    "past_values": Drawn(("batch", 11)),
    "past_time_features": Drawn(("batch", 11, 2)),
    "past_observed_mask": Drawn(("batch", 11), 2, "float32"),
    "future_values": Drawn(("batch", 4)),
    "future_time_features": Drawn(("batch", 4, 2)),
}
#: The inputs of each architecture, in place of those that its main input would have.
SEVERAL: dict[str, dict[str, Drawn]] = {
    **dict.fromkeys(("time_series_transformer", "informer", "autoformer"), _SERIES),
    "decision_transformer": {
        "states": Drawn((*_STEPS, 17)), "actions": Drawn((*_STEPS, 4)), "rewards": Drawn((*_STEPS, 1)),
        "returns_to_go": Drawn((*_STEPS, 1)), "timesteps": Drawn(_STEPS, 20),
    },
    "timesfm": {
        "past_values": Drawn(("batch", 64)), "past_values_padding": Drawn(("batch", 64), 2),
        "freq": Drawn(("batch", 1), 3),
    },
    "lxmert": {
        "input_ids": Drawn(_STEPS, 120), "visual_feats": Drawn(("batch", 7, 32)),
        "visual_pos": Drawn(("batch", 7, 4)),
    },
}  # fmt: skip
