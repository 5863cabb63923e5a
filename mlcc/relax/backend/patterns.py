"""Usual chains of operators as patterns, each with its parts by name, as rules of `FuseOpsByPattern` take them."""

from __future__ import annotations

from collections.abc import Mapping

from ..dpl import DFPattern, is_op, wildcard

Named = tuple[DFPattern, Mapping[str, DFPattern]]


def make_fused_bias_activation_pattern(
    op_name: str, with_bias: bool = False, activation: str | None = None, allow_reshape: bool = False
) -> Named:
    """An operator of two operands, with `with_bias` a sum with a third value, which may be reshaped, an activation.
    Parts: `root`, `lhs`, `rhs`, `bias`."""
    return _chain(op_name, wildcard(), wildcard(), with_bias, activation, allow_reshape)


def make_matmul_pattern(with_bias: bool = False, activation: str | None = None, transposed_rhs: bool = False) -> Named:
    """A matrix product, of a transposed right operand, with a bias and an activation. Parts: `root`, `lhs`, `rhs` (not
    transposed), `bias`."""
    rhs: DFPattern = wildcard()
    right = is_op("relax.permute_dims")(rhs) if transposed_rhs else rhs
    pattern, parts = _chain("relax.matmul", wildcard(), right, with_bias, activation, allow_reshape=False)
    return pattern, {**parts, "rhs": rhs}


def make_conv2d_pattern(with_bias: bool = False, activation: str | None = None) -> Named:
    """A convolution with a bias, which may be reshaped, and an activation. Parts: `root`, `lhs`, `rhs`, `bias`."""
    return make_fused_bias_activation_pattern("relax.nn.conv2d", with_bias, activation, allow_reshape=True)


def make_residual_block_pattern(
    node_output: DFPattern | Named, binary_op: str = "relax.add", activation: str | None = None
) -> Named:
    """What another pattern gives, joined with a residual on either side by an operator, then an activation. The part
    `residual` is added to those of the other pattern."""
    pattern, parts = node_output if isinstance(node_output, tuple) else (node_output, {})
    residual = wildcard()
    joined: DFPattern = is_op(binary_op)(pattern, residual) | is_op(binary_op)(residual, pattern)
    return is_op(activation)(joined) if activation else joined, {**parts, "residual": residual}


def _chain(
    op_name: str, lhs: DFPattern, rhs: DFPattern, with_bias: bool, activation: str | None, allow_reshape: bool
) -> Named:
    root: DFPattern = is_op(op_name)(lhs, rhs)
    pattern, parts = root, {"root": root, "lhs": lhs, "rhs": rhs}
    if with_bias:
        bias: DFPattern = wildcard()
        parts["bias"] = bias
        shaped = bias.optional(lambda plain: is_op("relax.reshape")(plain, wildcard())) if allow_reshape else bias
        pattern = is_op("relax.add")(pattern, shaped)
    return is_op(activation)(pattern) if activation else pattern, parts
