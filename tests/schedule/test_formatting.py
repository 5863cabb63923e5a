"""Schedule files in canonical spacing: the same document, comments and lines."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from mlcc import resources
from mlcc.schedule.script import formatted

ROOT = Path(__file__).parents[2]
FILES = [*resources.schedules().rglob("*.yaml"), *(ROOT / "samples/schedules").glob("*.yaml")]

BEFORE = """\
# head
steps:
    # before
  -  split: { loop:  j,factors : [ null,8 ] } # c
     # inner
  -  fuse:
        - a
        - b   # last

  -  foreach:
         var: x
         in: [ 1,
               2 ]
         do:
           - unroll:   x
  - doc: |
      literal
        text

      more
    k: "quoted  { a,b }"
params: {a: 1}   # end
# tail
"""
AFTER = """\
# head
steps:
# before
- split: {loop: j, factors: [null, 8]}  # c
# inner
- fuse:
  - a
  - b  # last

- foreach:
    var: x
    in: [1,
          2]
    do:
    - unroll: x
- doc: |
    literal
      text

    more
  k: "quoted  { a,b }"
params: {a: 1}  # end
# tail
"""


def test_spaces_change_and_nothing_else() -> None:
    assert formatted(BEFORE) == AFTER
    assert formatted(AFTER) == AFTER


def test_the_files_of_the_library_are_canonical() -> None:
    assert [path.name for path in FILES if formatted(path.read_text(encoding="utf-8")) != path.read_text("utf-8")] == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- - a\n  - b\n-   - c\n", "- - a\n  - b\n- - c\n"),
        ("a:\n   - b\n   -    c: 1\n        d: 2", "a:\n- b\n- c: 1\n  d: 2\n"),
        ("x:   >\n   folded\n   text\ny: 1\n", "x: >\n   folded\n   text\ny: 1\n"),
        ("a: plain\n   going on   \nb: 2\n", "a: plain\n   going on\nb: 2\n"),
        ("# only\n\n\n", "# only\n"),
        ("", ""),
        ("a: 'x\n  y'\n", "a: 'x\n  y'\n"),
        ("a: &x [1 , 2]\nb:   *x\n", "a: &x [1, 2]\nb: *x\n"),
        ('a: "#no" # yes\n', 'a: "#no"  # yes\n'),
    ],
)
def test_forms_of_yaml(before: str, after: str) -> None:
    assert formatted(before) == after
    assert yaml.safe_load(before) == yaml.safe_load(after)


_TEXTS = st.sampled_from(["i", "null", "a b", "$x", "innermost(b, 1)", "x: y", "#", "", "two\nlines"])
_TREES = st.recursive(
    _TEXTS | st.integers(-9, 99) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=3),
    max_leaves=12,
)


@given(_TREES, st.sampled_from([None, True, False]), st.integers(2, 6))
def test_any_document_stays_what_it_is(tree: object, flow: bool | None, indent: int) -> None:
    text = yaml.safe_dump(tree, default_flow_style=flow, indent=indent, width=30)
    once = formatted(text)
    assert yaml.safe_load(once) == tree
    assert formatted(once) == once
