"""Which loads are from tables of bytes."""

import pytest

from mlcc.analysis import byte_index
from mlcc.ir import Var, cast, const, make_buffer

BYTE, SIGNED, WORD = Var("byte", "uint8"), Var("signed", "int8"), Var("word", "int32")


@pytest.mark.parametrize("dtype", ["uint8", "int8"])
@pytest.mark.parametrize("index", [cast("int64", cast("int32", BYTE)), cast("int64", BYTE)])
def test_every_byte_has_an_element(dtype, index):
    assert byte_index(make_buffer("t", (256,), dtype), index) is BYTE


@pytest.mark.parametrize(
    ("size", "dtype", "index"),
    [(255, "uint8", cast("int64", BYTE)), (256, "int16", cast("int64", BYTE)), (256, "float32", cast("int64", BYTE)),
     (256, "uint8", cast("int64", SIGNED)), (256, "uint8", cast("int64", WORD)), (256, "uint8", WORD),
     (256, "uint8", cast("int32", BYTE) + const(1)), (Var("n", "int64"), "uint8", cast("int64", BYTE))],
)  # fmt: skip
def test_what_is_no_table(size, dtype, index):
    assert byte_index(make_buffer("t", (size,), dtype), index) is None
