"""Structural equality and hash: the same program up to the names of variables and buffers.

Both rest on one canonical encoding, a flat list of tokens in which variables, buffers and graph variables are numbered
where they are defined. The encoding ignores names of variables and buffers, source spans, nesting of statement
sequences, the order of functions and dictionary keys, and the inferred types of graph expressions (not those of
variables). It includes names of blocks and functions, which schedules and calls refer to.
"""

from __future__ import annotations

import hashlib
from typing import Any

from .encoding import Encoder
from .node import Node
from .stmt import Stmt


def _encode(item: Any, number_free: bool, trace: bool = False, names: bool = False) -> Encoder:
    encoder = Encoder(number_free, trace, names)
    encoder.visit(item)
    return encoder


def structural_equal(a: Node, b: Node, *, map_free_vars: bool = False) -> bool:
    """True when `a` and `b` are the same program up to names.

    Variables and buffers that neither defines must be the same objects, or with `map_free_vars` correspond one to one.
    """
    if a is b:
        return True
    if type(a) is not type(b) and not (isinstance(a, Stmt) and isinstance(b, Stmt)):
        return False
    return _encode(a, map_free_vars).tokens == _encode(b, map_free_vars).tokens


def structural_hash(item: Node, *, names: bool = False) -> str:
    """A digest (32 hexadecimal digits), equal for structurally equal programs and deterministic across processes.

    Free variables are numbered by order of use. The contents of constants are included. With `names`, so are the names
    of variables and buffers: schedules may refer to them, and compiled code contains them.
    """
    return hashlib.blake2b(repr(_encode(item, True, names=names).tokens).encode(), digest_size=16).hexdigest()


def first_difference(a: Node, b: Node, *, map_free_vars: bool = False) -> str | None:
    """Where `a` and `b` first differ, with both texts; None when they are structurally equal."""
    first, second = _encode(a, map_free_vars, trace=True), _encode(b, map_free_vars, trace=True)
    if first.tokens == second.tokens:
        return None
    pairs = zip(first.tokens, second.tokens, strict=False)
    at = next((i for i, (x, y) in enumerate(pairs) if x != y), min(len(first.tokens), len(second.tokens)))
    path, mine = _item_at(first, at, a)
    _, other = _item_at(second, at, b)
    x = first.tokens[at] if at < len(first.tokens) else "(nothing)"
    y = second.tokens[at] if at < len(second.tokens) else "(nothing)"
    where = ".".join(p for p in path if p) or "(top)"
    return f"at {where}: {x!r} is not {y!r}\n--- first\n{_shown(mine)}\n--- second\n{_shown(other)}"


def assert_structural_equal(lhs: Node, rhs: Node, map_free_vars: bool = False) -> None:
    """Raise ValueError with the first difference unless two programs are structurally equal."""
    difference = None if structural_equal(lhs, rhs, map_free_vars=map_free_vars) else ""
    if difference is not None:
        if type(lhs) is type(rhs):
            difference = first_difference(lhs, rhs, map_free_vars=map_free_vars)
        raise ValueError(f"not structurally equal: {difference or f'a {type(lhs).__name__}, a {type(rhs).__name__}'}")


def _item_at(encoder: Encoder, at: int, top: Node) -> tuple[tuple[str, ...], Any]:
    trace = encoder.trace or []
    return trace[min(at, len(trace) - 1)] if trace else ((), top)


def _shown(item: Any) -> str:
    try:
        return item.script(show_meta=False) if isinstance(item, Node) else repr(item)
    except TypeError:  # a part of a node that has no text of its own
        return repr(item)
