"""The options of a quantisation: one field per option of `mlcc quantize`."""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.diagnostics import MlccError

ACTIVATIONS = ("uint8", "int8", "dynamic", "float")
WEIGHTS = ("int8", "int4", "uint4")
FORMS = ("qdq", "operators")
BLOCKS = (16, 32, 64, 128, 256)


@dataclass(frozen=True)
class QuantizeOptions:
    """What to quantise, and how.

    `activations`: uint8 or int8 with grids from calibration, dynamic (grids computed at run time), or float (weights
    only). `weights`: int8, or int4 and uint4 in blocks of `block` elements (float activations only). `form`: `qdq`
    writes QuantizeLinear and DequantizeLinear around float operators; `operators` writes integer operators:
    MatMulInteger and ConvInteger for dynamic activations, MatMulNBits for blocks.
    """

    activations: str = "uint8"
    weights: str = "int8"
    form: str | None = None
    method: str = "minmax"
    percentile: float = 99.99
    weight_method: str | None = None
    per_tensor: bool = False
    symmetric: bool = False
    reduce_range: bool = False
    block: int = 0
    ops: str | None = None
    keep: tuple[str, ...] = ()
    max_error: float | None = None
    equalize: bool = False
    bias_correction: bool = True
    accuracy_level: int = 4

    @property
    def is_static(self) -> bool:
        """Whether activations have grids from calibration."""
        return self.activations in ("uint8", "int8")

    @property
    def written_form(self) -> str:
        """`form`, or the usual one: operators for dynamic activations, else QDQ."""
        return self.form or ("operators" if self.activations == "dynamic" else "qdq")

    @property
    def weight_limit(self) -> int:
        """The largest integer of int8 weights: 63 with `reduce_range`, so that sums of two products fit int16."""
        return 63 if self.reduce_range else 127

    @property
    def needs_blocks(self) -> bool:
        """Whether the result has scales per block, or 4-bit types, in standard operators."""
        return (self.block > 0 or self.weights != "int8") and self.written_form == "qdq"

    def check(self) -> None:
        """Raise MlccError Q114 for options that exclude each other, and for numbers out of range."""
        narrow = self.weights != "int8"
        rules = (
            (narrow and self.activations != "float", f"weights of type {self.weights}", "`--activations float`"),
            (bool(self.block) and self.activations != "float", "blocks of weights", "`--activations float`"),
            (narrow and not self.block, f"weights of type {self.weights}", f"`--block` {BLOCKS[0]} to {BLOCKS[-1]}"),
            (self.is_static and self.form == "operators", "the form `operators`", "`--activations` dynamic or float"),
            (
                self.activations == "float" and self.form == "operators" and not self.block,
                "the form `operators` for weights",
                f"`--block` {BLOCKS[0]} to {BLOCKS[-1]}",
            ),
        )
        for is_broken, what, wanted in rules:
            if is_broken:
                raise MlccError("Q114", f"{what} without {wanted}", help=f"add {wanted}, or leave out the other")
        if self.block and (self.block < BLOCKS[0] or self.block & (self.block - 1)):
            raise MlccError("Q114", f"blocks of {self.block} elements", help=f"write a power of two from {BLOCKS[0]}")
        if self.max_error is not None and not self.max_error >= 0:
            raise MlccError("Q114", f"a largest error of {self.max_error}", help="write a number from 0, such as 0.01")
        if not 0 < self.percentile <= 100:
            raise MlccError("Q114", f"a percentile of {self.percentile}", help="write a number above 50, up to 100")
