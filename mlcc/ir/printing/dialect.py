"""The spellings that differ between mlcc's text and the text of TVM 0.27."""

from __future__ import annotations

from typing import NamedTuple


class Dialect(NamedTuple):
    """The spellings of one dialect."""

    name: str
    block: str
    block_attr: str
    alloc_buffer: str
    allocate: str
    output: str
    prim_func: str
    lowered_func: str
    header: tuple[str, ...]
    relax_header: str
    load_json: str
    #: Whether a buffer may be named `T` (then `T.block` still refers to the dialect), or have any other name.
    free_names: bool


MLCC = Dialect(
    name="mlcc",
    block="T.block",
    block_attr="T.block_attr",
    alloc_buffer="T.alloc_buffer",
    allocate="T.decl_buffer",
    output="out_sinfo",
    prim_func="@T.prim_func",
    lowered_func="@T.prim_func(s_tir=False)",
    header=("# from mlcc.script import ir as I", "# from mlcc.script import tir as T"),
    relax_header="# from mlcc.script import relax as R",
    load_json="mlcc.load_json",
    free_names=True,
)
TVM = Dialect(
    name="tvm",
    block="T.sblock",
    block_attr="T.sblock_attr",
    alloc_buffer="T.sblock_alloc_buffer",
    allocate="T.alloc_buffer",
    output="out_ty",
    prim_func="@T.prim_func(s_tir=True)",
    lowered_func="@T.prim_func",
    header=("# from tvm.script import ir as I", "# from tvm.script import tirx as T"),
    relax_header="# from tvm.script import relax as R",
    load_json="tvm.ir.load_json",
    free_names=False,
)
DIALECTS = {"mlcc": MLCC, "tvm": TVM}
