"""What architectures of `transformers` are called with that take several inputs of their own, as shapes and kinds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Drawn:
    """An input by its dimensions, numbers or names of `_SIZES`: normal floats, or integers from `least` to `below`."""

    shape: tuple[int | str, ...]
    below: int | None = None
    dtype: str = "int64"
    least: int = 0

    def at(self, batch: int, length: int) -> Any:
        """Random numbers of the shape that it has for a batch and a length."""
        import torch

        shape = [_SIZES[d](batch, length) if isinstance(d, str) else d for d in self.shape]
        if self.below is None:
            return torch.randn(shape)
        return torch.randint(self.least, self.below, shape).to(getattr(torch, self.dtype))

    def axes(self) -> dict[int, str]:
        """The dimensions that have names."""
        return {k: d for k, d in enumerate(self.shape) if isinstance(d, str)}


#: Dimensions by their names, for a batch and a length.
_SIZES: dict[str, Callable[[int, int], int]] = {
    "batch": lambda batch, length: batch,
    "length": lambda batch, length: length,
    "books": lambda batch, length: 2 * batch,
}
_STEPS = ("batch", "length")
_WORDS = {"input_ids": Drawn(_STEPS, 120, least=3), "attention_mask": Drawn(_STEPS, 2)}
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
    "siglip2_vision_model": {
        "pixel_values": Drawn(("batch", 16, 192)), "pixel_attention_mask": Drawn(("batch", 16), 2),
        "spatial_shapes": Drawn(("batch", 2), 5, least=1),
    },
    "hiera": {"pixel_values": Drawn(("batch", 3, 64, 64))},
    "depth_pro": {"pixel_values": Drawn(("batch", 3, 128, 128))},
    "clap": {
        **_WORDS, "input_features": Drawn(("batch", 1, 200, 16)), "is_longer": Drawn(("batch", 1), 2, "bool"),
    },
    "musicgen": {**_WORDS, "decoder_input_ids": Drawn(("books", 5), 120)},
    "xclip": {"input_ids": _WORDS["input_ids"], "pixel_values": Drawn(("batch", 4, 3, 32, 32))},
    "lxmert": {
        "input_ids": Drawn(_STEPS, 120), "visual_feats": Drawn(("batch", 7, 32)),
        "visual_pos": Drawn(("batch", 7, 4)),
    },
}  # fmt: skip

#: The shapes of main inputs, for a batch and a length, of models that have others than the rest.
SHAPES: dict[str, Callable[[int, int], tuple[int, ...]]] = {
    "wav2vec2-bert": lambda batch, length: (batch, 4 * length, 160),
    "audio-spectrogram-transformer": lambda batch, length: (batch, 32, 16),
    "speech_to_text": lambda batch, length: (batch, 40 + 4 * length, 16),
    "parakeet_encoder": lambda batch, length: (batch, 40 + 8 * length, 16),
    "univnet": lambda batch, length: (batch, length, 16),
    **dict.fromkeys(("timesformer", "videomae", "vivit", "vjepa2"), lambda batch, length: (batch, 4, 3, 32, 32)),
    **dict.fromkeys(("patchtst", "patchtsmixer"), lambda batch, length: (batch, 32, 3)),
    **dict.fromkeys(("encodec", "dac", "mimi"), lambda batch, length: (batch, 1, 64 * length)),
}
