"""Comments survive `mlcc fmt`: every one, where it stood, and formatting twice changes nothing more."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from mlcc.diagnostics import SourceFile
from mlcc.ir import script, structural_equal
from mlcc.script import parse_module
from mlcc.script.comments import keep_comments

KERNELS = Path(__file__).resolve().parents[2] / "samples" / "kernels"
SAMPLES = sorted([*KERNELS.glob("*.tir"), *KERNELS.glob("*.relax")])

MESSY = '''\
"""What the file is for."""
# licence

# about the kernel
from tvm.script import tir as T  # the dialect
@T.prim_func
def f(A: T.Buffer((8, 8), "float32"),  # the input
      B: T.Buffer((8, 8), "float32")):  # the result
    """Documentation
       in two lines, with a # in it."""
    C = T.alloc_buffer((8, 8))
    # before a loop
    for i in range(8):  # rows
        for j in range(8):  # columns
            with T.block("C"):
                vi = T.axis.spatial(8, i)  # row
                vj = T.axis.spatial(8, j)  # column
                if vi < 4:
                    C[vi, vj] = A[vi, vj] * T.float32(2)  # twice
                    # the end of one branch
                # before the other
                else:
                    C[vi, vj] = (A[vi, vj]  # inside a bracket
                                 + T.float32("nan"))
                # the end of the block
            # the end of the columns
        # the end of the rows
    # before the second nest
    for i, j in T.grid(8, 8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = C[vi, vj]
    # the end of the function
# the end of the file
'''


def formatted(text: str, dialect: str = "mlcc") -> str:
    source = SourceFile("k.tir", text)
    return script(parse_module(text), dialect=dialect, edit=lambda lines: keep_comments(source, lines)) + "\n"


def comments(text: str) -> list[str]:
    return sorted(re.findall(r"# [^#\n]*[^#\s]", text))


PRETTY = '''\
# from mlcc.script import ir as I
# from mlcc.script import tir as T

"""What the file is for."""
# licence

# about the kernel
@I.ir_module
class Module:
    # the dialect
    @T.prim_func
    # the input
    def f(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):  # the result
        """Documentation
       in two lines, with a # in it."""
        C = T.alloc_buffer((8, 8))
        # before a loop
        # rows
        for i, j in T.grid(8, 8):  # columns
            with T.block("C"):
                # row
                vi, vj = T.axis.remap("SS", [i, j])  # column
                T.reads(A[vi, vj])
                T.writes(C[vi, vj])
                if vi < 4:
                    C[vi, vj] = A[vi, vj] * T.float32(2)  # twice
                    # the end of one branch
                # before the other
                else:
                    # inside a bracket
                    C[vi, vj] = A[vi, vj] + T.float32("nan")
                # the end of the block
            # the end of the columns
        # the end of the rows
        # before the second nest
        for i, j in T.grid(8, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(C[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = C[vi, vj]
        # the end of the function
    # the end of the file
'''


def test_every_comment_has_its_place() -> None:
    assert formatted(MESSY) == PRETTY


@pytest.mark.parametrize("dialect", ["mlcc", "tvm"])
def test_formatting_twice_changes_nothing_more(dialect: str) -> None:
    once = formatted(MESSY, dialect)
    assert formatted(once, dialect) == once
    kept = re.sub(r"# from .* import .*", "", once)
    assert comments(kept) == comments(MESSY)
    assert structural_equal(parse_module(once), parse_module(MESSY))


def test_a_text_without_comments_is_as_before() -> None:
    module = parse_module(SAMPLES[0].read_text())
    text = script(module) + "\n"
    assert formatted(text) == text


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", range(6))
def test_comments_in_canonical_text_stay_exactly_where_they_are(path: Path, seed: int) -> None:
    """In the canonical text every position is one that comments keep: formatting is the identity."""
    rng = random.Random(seed)
    lines = (script(parse_module(path.read_text())) + "\n").splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("@"))
    result = lines[:first]
    for number, line in enumerate(lines[first:], first):
        indentation = line[: len(line) - len(line.lstrip())]
        if line and rng.random() < 0.3:
            result += [f"{indentation}# before {number}, {part}" for part in range(rng.randint(1, 3))]
        result.append(line if not line or rng.random() < 0.7 else f"{line}  # behind {number}")
        deeper = lines[number + 1 : number + 2]
        if line and line[-1] != ":" and (not deeper or not deeper[0].startswith(indentation)) and rng.random() < 0.5:
            result.append(f"{indentation}# after {number}")
    text = "\n".join(result) + "\n"
    assert formatted(text) == text


@pytest.mark.cover(1)
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", range(6))
def test_comments_in_any_text_are_all_kept(path: Path, seed: int) -> None:
    """Before, behind and after lines, at any column: all are there afterwards, and the program is the same."""
    rng = random.Random(seed)
    lines = path.read_text().splitlines()
    result = []
    for number, line in enumerate(lines):
        if rng.random() < 0.3:
            result.append(" " * rng.randint(0, 20) + f"# before {number}")
        result.append(line if "#" in line or rng.random() < 0.7 else f"{line} # behind {number}")
    text = "\n".join([*result, "   # last"])
    once = formatted(text)
    assert comments(re.sub(r"# from .* import .*", "", once)) == comments(text)
    assert formatted(once) == once
    assert structural_equal(parse_module(once), parse_module("\n".join(lines)))


def test_an_empty_line_between_comments_of_two_statements_stays() -> None:
    """The first ends the statement above, the second begins the one below; formatting twice changes nothing."""
    text = (
        '@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n    T.func_attr({"tir.noalias": True})\n    # above\n\n'
        "    # below\n    for i in range(8):\n        A[i] = T.float32(1)\n"
    )
    once = formatted(text)
    assert "        # above\n\n        # below\n" in once
    assert formatted(once) == once
