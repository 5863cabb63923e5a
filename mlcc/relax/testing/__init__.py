"""TVM's `relax.testing`: modules that emit into a BlockBuilder."""

from . import nn

__all__ = ["nn"]
