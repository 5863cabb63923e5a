"""Functions on arrays that programs for TVM look up by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlcc.registered import REGISTERED


def reshape(array: Any, shape: Sequence[int]) -> Any:
    """The elements of an array in another shape, without a copy where they are contiguous."""
    return array.reshape(tuple(shape))


REGISTERED["vm.builtin.reshape"] = reshape
