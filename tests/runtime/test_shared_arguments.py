"""Tensors of other libraries as arguments: read in place whatever their type, strides or access."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.runtime import nd
from mlcc.runtime.dlpack import to_dlpack
from mlcc.runtime.dtypes import numpy_dtype
from mlcc.script import parse_module

TYPES = ["float32", "float16", "bfloat16", "bool", "int64", "uint8"]


class Foreign:
    """A tensor of a library of which only the protocol is known."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def __dlpack__(self, **options: Any) -> Any:
        return to_dlpack(self.values, **options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)


def values(dtype: str) -> Any:
    return (np.arange(12).reshape(3, 4) % 2).astype(numpy_dtype(dtype))


@pytest.mark.parametrize("dtype", TYPES)
def test_types_strides_and_access(dtype: str) -> None:
    text = f'@R.function\ndef main(x: R.Tensor((3, 4), "{dtype}")): return R.reshape(x, R.shape([12]))'
    library, x = mlcc.build(parse_module(text)), values(dtype)
    wide = np.zeros((8, 3), numpy_dtype(dtype))
    strided = wide[::2].T
    strided[:] = x
    kept = x.copy()
    kept.flags.writeable = False
    for given in (Foreign(x), Foreign(strided), kept, nd.array(x)):
        got = library(given)
        assert got.dtype == numpy_dtype(dtype)
        assert (got == x.reshape(-1)).all()
    out = np.empty(12, numpy_dtype(dtype))
    library(Foreign(x), Foreign(out))
    assert (out == x.reshape(-1)).all()


def test_what_cannot_be_read_in_place() -> None:
    class Elsewhere(Foreign):
        def __dlpack__(self, **options: Any) -> Any:
            raise BufferError("on a GPU")

    library = mlcc.build(parse_module('@R.function\ndef main(x: R.Tensor((3, 4), "bool")): return R.logical_not(x)'))
    with pytest.raises(MlccError, match="R303.*`Elsewhere` cannot be taken: on a GPU"):
        library(Elsewhere(values("bool")))
    with pytest.raises(MlccError, match="R304"):
        library(Foreign(values("int8")))
