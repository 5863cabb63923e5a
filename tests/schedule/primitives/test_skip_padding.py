"""skip_padding: products with padding are left out where all that the loops inside read is padding."""

from __future__ import annotations

import re

import pytest
from tried import refused, text_after

from mlcc.script import parse_prim_func

WINDOW = """
P = T.alloc_buffer((28, 30))
for i, j in T.grid(28, 30):
    with T.block("P"):
        vi, vj = T.axis.remap("SS", [i, j])
        P[vi, vj] = T.if_then_else(6 <= vi and vi < 22 and vj >= 7 and vj < 23, A[vi - 6, vj - 7], T.float32(0))
for i, j in T.grid(16, 16):
    with T.block("Y"):
        vi, vj = T.axis.remap("SS", [i, j])
        Y[vi, vj] = T.float32(0)
for r, s, i, j in T.grid(3, 3, 16, 16):
    with T.block("U"):
        vr, vs, vi, vj = T.axis.remap("RRSS", [r, s, i, j])
        Y[vi, vj] = Y[vi, vj] + P[vi + vr * 6, vj + vs * 7] * W[vr, vs]
"""
TILED = """
- split: {loop: [U, i], factors: [null, 2]}
- split: {loop: [U, j], factors: [null, 4]}
- reorder: [[U, i_0], [U, j_0], [U, r], [U, s], [U, i_1], [U, j_1]]
- skip_padding: {block: U, loop: [U, s]}
"""
SYMBOLIC = (
    """
@T.prim_func
def main(var_a: T.handle, W: T.Buffer((3, 3), "float32"), var_y: T.handle):
    n = T.int64()
    m = T.int64()
    A = T.match_buffer(var_a, (n, m), "float32")
    Y = T.match_buffer(var_y, (n, m), "float32")"""
    + WINDOW.replace("28, 30", "n + 12, m + 14")
    .replace("vi < 22", "vi < n + 6")
    .replace("vj < 23", "vj < m + 7")
    .replace("16, 16", "n, m")
    .replace("\n", "\n    ")
    + "\n"
)
STEP = "- skip_padding: {block: U, loop: [U, s]}"
#: The pixels that a position of the window reads are copied first.
COPIED = (
    WINDOW[: WINDOW.index("for r, s")].replace("P = T.", "C = T.alloc_buffer((3, 3, 16, 16))\nP = T.", 1)
    + """
for i, r, s in T.grid(16, 3, 3):
    for j in range(16):
        with T.block("C"):
            vr, vs, vi, vj = T.axis.remap("SSSS", [r, s, i, j])
            C[vr, vs, vi, vj] = P[vi + vr * 6, vj + vs * 7]
    for j in range(16):
        with T.block("U"):
            vr, vs, vi, vj = T.axis.remap("RRSS", [r, s, i, j])
            Y[vi, vj] = Y[vi, vj] + C[vr, vs, vi, vj] * W[vr, vs]
"""
)
READ_AFTERWARDS = """
for i, j in T.grid(16, 16):
    with T.block("Z"):
        vi, vj = T.axis.remap("SS", [i, j])
        Z[vi, vj] = C[2, 2, vi, vj]
"""
#: The choice between a pixel and zero is made where it is multiplied.
CHOSEN = WINDOW[WINDOW.index("for i, j in T.grid(16, 16):") :].replace(
    "P[vi + vr * 6, vj + vs * 7]",
    "T.if_then_else(vi + vr * 6 >= 6 and vi + vr * 6 < 22 and vj + vs * 7 >= 7 and vj + vs * 7 < 23, "
    "A[vi + vr * 6 - 6, vj + vs * 7 - 7], T.float32(0))",
)
SINGLE = "- skip_padding: {block: U}"
REFUSED = [
    ("S300", WINDOW.replace("T.float32(0))\nfor", "T.float32(1))\nfor"), TILED),  # no zeros
    ("S300", WINDOW.replace("] * W", "] + W"), TILED),  # no product
    ("S300", WINDOW.replace("Y[vi, vj] + P", "Y[vi, vj] - P"), TILED),
    ("S300", WINDOW, STEP),  # the loops inside go through whole images
    ("S300", WINDOW.replace("vj + vs * 7]", "(vj + vs * 7) % 29]"), TILED),
    ("S270", WINDOW, "- skip_padding: {block: U, loop: [P, i]}"),
    ("S270", COPIED + READ_AFTERWARDS, STEP),
    ("S270", COPIED.replace("C[vr, vs, vi, vj] * W", "C[vr, 0, vi, vj] * W"), STEP),  # another iteration stored it
    ("S300", CHOSEN.replace("T.float32(0)) *", "T.float32(1)) *"), TILED),
    ("S300", CHOSEN.replace("vj + vs * 7 >= 7", "vj + vs * 7 != 7"), TILED),  # no bound
    ("S300", CHOSEN.replace("T.float32(0)) *", "T.float32(1)) *"), SINGLE),
    ("S300", CHOSEN.replace("] * W", "] + W").replace("0)) * W", "0)) + W"), SINGLE),
    ("S300", CHOSEN, "- cache_index: {block: U, storage_scope: global, cse_thresh: 2}\n" + STEP),  # it is loaded
    ("S300", WINDOW, SINGLE),  # the choice is another block's
    ("S300", COPIED.replace("= P[vi + vr * 6, vj + vs * 7]", "= T.exp(P[vi + vr * 6, vj + vs * 7])"), STEP),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


def test_a_tile_of_which_a_part_is_inside_runs() -> None:
    """The last row of a tile is compared with the upper border, the first one with the lower."""
    text = text_after(WINDOW, TILED)
    assert "if i_0 * 2 + r * 6 >= 5 and i_0 * 2 + r * 6 < 22 and j_0 * 4 + s * 7 >= 4 and j_0 * 4 + s * 7 < 23:" in text


def test_only_what_may_fail_is_tested() -> None:
    text = text_after(WINDOW.replace("vj + vs * 7", "vj + vs + 7"), TILED)
    assert "if i_0 * 2 + r * 6 >= 5 and i_0 * 2 + r * 6 < 22:" in text


def test_a_copy_is_spared_too() -> None:
    """In the iterations that are left out nothing is copied; the loop remains parallel where it was."""
    text = text_after(COPIED, STEP + "\n- parallel: [U, i]\n")
    inside = text[text.index("if i + r * 6 >= 6 and i + r * 6 < 22:") :]
    assert inside.index('"C"') < inside.index('"U"')
    assert "for i in T.parallel(16):" in text


@pytest.mark.parametrize("sizes", [{"n": 7, "m": 18}, {"n": 1, "m": 3}, {"n": 16, "m": 16}])
def test_images_of_symbolic_size_are_compared_with_their_ends(sizes: dict[str, int]) -> None:
    """Where the padding ends is symbolic too; the loops over the window ask, as those of a known size do."""
    text = text_after(parse_prim_func(SYMBOLIC), TILED, sizes=sizes)
    (test,) = re.findall(r"if (.* and .*):", text)
    ends = [part.replace("T.int64(", "").replace(")", "").split(" ")[-3:] for part in test.split(" and ")]
    assert ends[1::2] == [["n", "+", "6"], ["m", "+", "7"]]
    assert [end[-2:] for end in ends[::2]] == [[">=", "5"], [">=", "4"]]


def test_what_no_product_reads_is_not_padded() -> None:
    """A tile of 2 by 4 pixels of which one is inside reads 1 and 3 others: as much of the border is stored."""
    text = text_after(WINDOW, TILED)
    assert "T.grid(18, 22)" in text[: text.index('"P"')]
    assert "vi = T.axis.spatial(28, i + 5)" in text
    assert "vj = T.axis.spatial(30, j + 4)" in text


def test_padding_that_others_read_stays() -> None:
    """The border is read, or is a result."""
    other = """
for i, j in T.grid(28, 30):
    with T.block("Z"):
        vi, vj = T.axis.remap("SS", [i, j])
        Z[vi, vj] = P[vi, vj]
"""
    assert "T.grid(28, 30)" in text_after(WINDOW + other, TILED)
    assert "T.grid(28, 30)" in text_after(WINDOW.replace("P = T.alloc_buffer((28, 30))\n", ""), TILED)


def test_padding_by_other_loops_stays() -> None:
    """One loop over rows and columns: which of its iterations are not needed is no range."""
    text = text_after(WINDOW, "- fuse: [[P, i], [P, j]]" + TILED)
    assert "in range(840):" in text[: text.index('"P"')]


def test_a_choice_in_the_product_is_tested_as_a_padded_buffer_is() -> None:
    text = text_after(CHOSEN, TILED)
    assert "if i_0 * 2 + r * 6 >= 5 and i_0 * 2 + r * 6 < 22 and j_0 * 4 + s * 7 >= 4 and j_0 * 4 + s * 7 < 23:" in text


def test_single_products_are_chosen_by_themselves() -> None:
    text = text_after(CHOSEN, TILED + SINGLE)
    assert "Y[vi, vj] + A[vi + vr * 6 - 6, vj + vs * 7 - 7] * W[vr, vs], Y[vi, vj])" in text


def test_a_converted_choice_is_a_factor_too() -> None:
    whole = CHOSEN.replace("T.if_then_else(", 'T.Cast("float32", T.if_then_else(').replace(
        "T.float32(0)) *", "T.float32(0))) *"
    )
    text = text_after(whole, SINGLE)
    assert text.count("if_then_else") == 1
    assert "Y[vi, vj])" in text
