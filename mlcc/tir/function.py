"""Tensor programs as TVM's paths name them: `tir.function.PrimFunc`."""

from mlcc.ir import PrimFunc
from mlcc.schedule import TensorIntrin

__all__ = ["PrimFunc", "TensorIntrin"]
