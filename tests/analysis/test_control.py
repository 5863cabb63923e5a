"""What decides whether and how often a block runs, and the memory that this reads."""

from __future__ import annotations

from evaluated import text
from sites import Sites

from mlcc.analysis.control import ControlReads, control_expressions, dependent_bounds, guards_of, reads_memory

TEXT = """
@T.prim_func
def main(A: T.Buffer((8, 8)), R: T.Buffer((9,), "int32"), M: T.Buffer((8,), "int32"), B: T.Buffer((8, 8))):
    for i in range(8):
        if M[i] > 0:
            for j in range({low}, {high}):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.where(i + j < 9 and {guard})
                    B[vi, vj] = A[vi, vj]
        else:
            for j in range(8):
                with T.block("other"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vi, vj] = T.float32(0)
"""


def sites(low: str = "0", high: str = "8", guard: str = "j > 1") -> Sites:
    return Sites(TEXT.format(low=low, high=high, guard=guard))


def regions(part: object) -> list[str]:
    return [region.script() for region in part]  # type: ignore[attr-defined]


def test_regions_that_are_read() -> None:
    tree = sites("0", "R[i]", "M[j] > R[M[i]]")
    control = ControlReads()
    assert regions(control.of(tree["B"])) == ["M[j]", "R[0:9]", "M[i]", "R[i]", "R[i]", "M[i]"]
    assert regions(control.over(tree["B"])) == ["R[i]", "M[i]"]
    assert regions(control.of(tree["other"])) == ["M[i]"]


def test_guards_of_both_branches() -> None:
    tree = sites()
    assert [text(g) for g in guards_of(tree["B"])] == ["M[i] > 0", "i + j < 9", "j > 1"]
    assert [text(g) for g in guards_of(tree["other"])] == ["M[i] <= 0"]


def test_only_what_is_below_a_loop_counts() -> None:
    tree = sites()
    inner = tree["B"].loops()[-1]
    assert [text(g) for g in guards_of(tree["B"], inner)] == ["i + j < 9", "j > 1"]


def test_bounds_that_depend_on_other_loops() -> None:
    assert dependent_bounds(sites()["B"]) == []
    assert [text(b) for b in dependent_bounds(sites("0", "i + 1")["B"])] == ["j < i + 1"]
    assert len(dependent_bounds(sites("i", "8")["B"])) == 2


def test_expressions_of_statements() -> None:
    tree = sites("0", "R[i]")
    loop = tree["B"].loops()[-1].loop
    assert control_expressions(loop) == (loop.min, loop.extent)
    assert reads_memory(loop.extent)
    assert not reads_memory(loop.min)
    assert control_expressions(tree["B"].block.body) == ()
