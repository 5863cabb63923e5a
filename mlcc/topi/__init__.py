"""The operator inventory, written as tensor expressions.

``topi.add(a, b)``, ``topi.nn.conv2d(x, w)``: every operator is a function on te tensors and an entry of the registry,
found by its name in graph calls (``R.add``, ``R.nn.conv2d``).
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .registry import (
    KINDS,
    Attribute,
    Input,
    OpDef,
    call_operator,
    get_op,
    has_op,
    infer,
    list_ops,
    register,
)

#: The files that declare operators, in the order they build on each other.
_FAMILIES = (
    "elementwise", "activation", "broadcast", "views", "rearrange", "creation", "reduction", "products",
    "grouped_products", "conv", "conv_blocked", "volumes", "float16_parts", "conv_tiles", "conv_transposed_blocked",
    "conv_transposed_taps", "winograd", "mosaic", "pooling", "normalization", "softmax", "attention", "fourier",
    "indexing", "native.recurrent", "native.recurrent_ops", "native.sorting", "native.selection", "resampling",
    "spatial", "quantize", "quantized_products", "pair_products", "low_bits", "narrow", "dims", "losses",
    "positions", "native.trees", "native.data_sized", "native.suppression", "native.detections", "native.images",
    "native.strings", "native.string_numbers", "native.float_text", "native.string_tokens", "native.ngrams",
    "native.mersenne", "panel_statistics", "random_numbers", "caches", "ordered_sums", "special", "native.linalg",
)  # fmt: skip
for _family in _FAMILIES:
    import_module(f"{__name__}.{_family}")
import_module(f"{__name__}.infix")
from . import (  # noqa: E402
    tvm_bits,
    tvm_images,
    tvm_indexing,
    tvm_networks,
    tvm_orders,
    tvm_recurrent,
    tvm_sparse,
    tvm_tensors,
)
from .fourier_passes import Plan as FourierPlan  # noqa: E402
from .fourier_passes import unit_roots  # noqa: E402
from .native.recurrent import CELLS as RECURRENT_CELLS  # noqa: E402
from .shapes import requirements  # noqa: E402
from .winograd import TILES as WINOGRAD_TILES  # noqa: E402
from .winograd import pack_winograd_weight  # noqa: E402

_TVM_NAMES = {
    name: fn
    for part in (
        tvm_networks,
        tvm_tensors,
        tvm_indexing,
        tvm_images,
        tvm_sparse,
        tvm_bits,
        tvm_orders,
        tvm_recurrent,
    )
    for name, fn in part.NAMES.items()
}
#: Names of the inventory too, with other arguments there; the graph operator `gather` is `take`.
_TVM_FIRST = frozenset({"gather", *tvm_orders.NAMES, *tvm_recurrent.NAMES})


def _function(name: str) -> Any:
    """The operator of that name, or what TVM calls so."""
    if name in _TVM_NAMES and (name in _TVM_FIRST or not has_op(name)):
        return _TVM_NAMES[name]
    if name.rsplit(".", 1)[-1].startswith("_") or not has_op(name):
        raise AttributeError(f"no operator `{name}`")
    return get_op(name).fn


class Namespace:
    """Operators whose names begin with a prefix: ``topi.nn.dense`` is the operator ``nn.dense``."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix

    def __getattr__(self, name: str) -> Any:
        return _function(f"{self._prefix}.{name}")

    def __dir__(self) -> list[str]:
        return [n.split(".", 1)[1] for n in (*list_ops(), *_TVM_NAMES) if n.startswith(self._prefix + ".")]


nn = Namespace("nn")
image, vision = Namespace("image"), Namespace("vision")
layout, memory, qnn = Namespace("layout"), Namespace("memory"), Namespace("qnn")
random, strings = Namespace("random"), Namespace("strings")
sparse, grad = Namespace("sparse"), Namespace("grad")
special, linalg = Namespace("special"), Namespace("linalg")


def __getattr__(name: str) -> Any:
    return _function(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *(name for name in (*list_ops(), *_TVM_NAMES) if "." not in name)})


__all__ = [
    "KINDS",
    "Attribute",
    "FourierPlan",
    "Input",
    "RECURRENT_CELLS",
    "WINOGRAD_TILES",
    "OpDef",
    "call_operator",
    "get_op",
    "grad",
    "has_op",
    "image",
    "infer",
    "layout",
    "requirements",
    "memory",
    "list_ops",
    "nn",
    "qnn",
    "random",
    "pack_winograd_weight",
    "register",
    "sparse",
    "unit_roots",
    "vision",
]
