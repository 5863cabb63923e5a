"""Costs stand in one table: graph passes and operators hold no thresholds of a machine of their own.

What is looked for: an ordering comparison with a number above 4, and a constant or a pass's option that is such a
number. Native kernels (`mlcc/topi/native`) hold their tile sizes, and say so.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1] / "mlcc"
FILES = [*(ROOT / "topi").glob("*.py"), *(ROOT / "relax" / "transform").glob("*.py")]
#: Numbers that say nothing of a machine: "file: name or comparison" -> why the number is what it is.
ALLOWED = {
    # formats of numbers
    "narrow.py: size > 2139095040": "the bits of infinity in float32",
    "narrow.py: code > 254": "the code of NaN in an 8-bit exponent",
    "narrow.py: fraction > 4194304": "the middle of a 23-bit fraction",
    "narrow.py: fraction >= 4194304": "the middle of a 23-bit fraction",
    "narrow.py: fraction >= 6291456": "three quarters of a 23-bit fraction",
    "quantized_products.py: dt.bits(dtype) > 16": "float32 holds 16-bit integers exactly",
    "quantized_products.py: _ONES": "four bytes of 1",
    "quantized_products.py: _TWO_ONES": "two int16 numbers of 1",
    "low_bits.py: _ONES": "four bytes of 1",
    "random_numbers.py: _MASK": "32 bits",
    "rearrange.py: _ENDLESS": "what ONNX writes for an open end",
    "tvm_indexing.py: _WHOLE": "an end beyond every index",
    "blocked_integers.py: EXACT": "float32 holds integers below this exactly",
    "quantized_values.py: np.abs(rounded).max(initial=0) >= 2 ** 30": "int32 with room for a sum",
    "match_attention.py: _LOWEST": "far below every score",
    "blocked_values.py: 3 <= len(shape) <= 5": "ranks of images",
    "winograd_choice.py: _LARGEST_WEIGHT": "far below the largest float32",
    # approximations of functions
    "special.py: _FROM": "from here on the asymptotic series is exact in float64",
    "pooling.py: 1 <= p <= 8": "powers that four products compute as exactly as a logarithm and an exponential",
    "special.py: size <= 8.0": "where the two polynomials of a Bessel function meet",
    # limits of the compiler's own work
    "common_subexpr.py: expr.data.size > 16": "larger constants are compared by identity",
    "fold_constant.py: _MOST_BYTES": "memory while compiling",
    "fold_constant.py: limit": "memory while compiling",
    "fuse_ops.py: max_depth": "calls in a group",
    "fuse_ops.py: _RESIZED": "calls that a movement by symbolic sizes counts as",
    "polynomials.py: _MANY": "terms that a formula may have",
    "recognize_activations.py: _DEPTH": "calls that a formula may have",
    "recognize_norms.py: _MOST": "calls that a norm may have",
    "winograd.py: _INPUTS_AT_ONCE": "memory while weights are transformed",
    # options that `for_target` sets: the values are those of an AVX-512 machine
    "fuse_quantized.py: lanes": "set by the target",
    "pack_low_bits.py: lanes": "set by the target",
    "pack_weights.py: vector_bits": "set by the target",
    "read_transposed.py: vector_bits": "set by the target",
    "winograd_choice.py: lanes": "set by the target",
    "winograd_choice.py: cache": "set by the target",
    # what one tile register holds
    "tile_products.py: TILE_COLUMNS": "two registers of 16 columns",
    "tile_products.py: TILE_DEPTH": "32 elements of 16 bits in a row of 64 bytes",
    "tile_products.py: BYTE_DEPTH": "64 bytes in a row",
    "float16_parts.py: _HIGH": "the upper half of 32 bits",
    "tile_products.py: TILE_SEQUENCES": "16 rows of a register, two for a sequence",
    "merge_inputs.py: _BEFORE": "operands",
    "products_in_tiles.py: COLUMNS": "two registers of 16 columns",
    "fuse_attention.py: 3 <= len(rows) <= 5": "dimensions that the schedule of tiles has names for",
    "matrix_products.py: MATRIX_COLUMNS": "four vectors of two columns",
    # the columns of one transform
    "fourier_passes.py: LANES": "lines that are transformed together: vectors of any target divide it",
}
ORDERINGS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def _value(node: ast.expr | None) -> float:
    """The absolute value of a number or of arithmetic on numbers, 0 for anything else."""
    if isinstance(node, ast.UnaryOp):
        return _value(node.operand)
    if isinstance(node, ast.BinOp):
        if _value(node.left) and _value(node.right):  # numbers and operators only
            return abs(float(eval(compile(ast.Expression(node), "number", "eval"))))
        return 0
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        return abs(node.value)
    return 0


def _findings(tree: ast.Module) -> Iterator[str]:
    """Comparisons, and names of constants and options."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(isinstance(op, ORDERINGS) for op in node.ops):
            if any(_value(side) > 4 for side in (node.left, *node.comparators)):
                yield ast.unparse(node)
    bodies = [tree.body, *(item.body for item in tree.body if isinstance(item, ast.ClassDef))]
    for item in (item for body in bodies for item in body):
        if isinstance(item, ast.Assign) and _value(item.value) > 4:
            yield ast.unparse(item.targets[0])
        elif isinstance(item, ast.AnnAssign) and _value(item.value) > 4:
            yield ast.unparse(item.target)


def test_no_threshold_stands_outside_the_table_of_costs() -> None:
    result = {f"{path.name}: {item}" for path in FILES for item in _findings(ast.parse(path.read_text("utf-8")))}
    assert sorted(result - ALLOWED.keys()) == []
    assert sorted(ALLOWED.keys() - result) == [], "no longer there"


def test_schedules_read_their_thresholds_from_the_target() -> None:
    """Numbers of five digits or more are sizes of a machine; examples and comments may show some."""
    library = ROOT.parent / "schedules"
    for path in sorted(library.glob("*.yaml")):
        lines = (line.partition("#")[0] for line in path.read_text("utf-8").splitlines())
        params = [line for line in lines if re.match(r"\s*(- |\w+: )", line) and re.search(r"\b\d{5,}\b", line)]
        assert params == [], path.name


def test_what_is_looked_for_is_found() -> None:
    text = "_A = 30_000\nclass P:\n    b: int = 1 << 4\ndef f(x): return x >= 16 or x < 2"
    assert sorted(_findings(ast.parse(text))) == ["_A", "b", "x >= 16"]
