"""Does a schedule match a function, and which block is bound to which name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from typing import Any

from mlcc.analysis.tree import Site
from mlcc.diagnostics import Span
from mlcc.ir import PrimFunc

from ..state import State
from .block_kinds import BLOCK_KINDS
from .model import Script
from .nodes import YNode
from .steps import expression_text

#: The kinds of axes in patterns such as `SSR`.
_LETTERS = {"spatial": "S", "reduce": "R"}
Holds = Callable[[str, Mapping[str, Any], Span], bool]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def matches_function(script: Script, func: PrimFunc) -> str | None:
    """Why a function cannot be meant, judged by its attributes only; None when it can."""
    node = script.match
    if node is None:
        return None
    patterns = _operators(node)
    if patterns and not any(fnmatchcase(str(func.attrs.get("op", "")), p) for p in patterns):
        return f"its operator is `{func.attrs.get('op', 'unknown')}`"
    attrs = node.get("attrs")
    for key, value in attrs.pairs if attrs is not None else ():
        if func.attrs.get(str(key.value)) not in _listed(value.plain()):
            return f"attribute `{key.value}` differs"
    dtype = node.get("dtype")
    if dtype is not None and func.buffers:
        if func.buffers[-1].dtype not in _listed(dtype.plain()):
            return f"its element type is {func.buffers[-1].dtype}"
    static = node.get("static")
    if static is not None and static.value and func.symbolic_vars():
        return "it has symbolic dimensions"
    return None


def names_operator(script: Script, func: PrimFunc) -> bool:
    """Whether a schedule is made for the operator of a function, and not for any."""
    patterns = [] if script.match is None else _operators(script.match)
    return any(p != "*" and fnmatchcase(str(func.attrs.get("op", "")), p) for p in patterns)


def _operators(match: YNode) -> list[str]:
    """The patterns of `match: op:`; none where it may be any."""
    op = match.get("op")
    return [] if op is None else [str(p) for p in _listed(op.plain())]


def match_blocks(script: Script, state: State, holds: Holds) -> dict[str, str] | str:
    """The name of the block for each pattern of `match: blocks:`, or why there is none."""
    reason = matches_function(script, state.func)
    if reason is not None:
        return reason
    node = script.match.get("blocks") if script.match is not None else None
    bound: dict[str, str] = {}
    for key, pattern in node.pairs if node is not None else ():
        matches = [s for s in state.tree.root.blocks_below() if _matches(pattern, s, state, holds, bound)]
        pick = pattern.get("pick")
        how = pick.value if pick is not None else "only"
        if not matches:
            return f"no block matches `{key.value}`"
        if len(matches) > 1 and how == "only":
            return f"{len(matches)} blocks match `{key.value}`"
        bound[str(key.value)] = matches[-1 if how == "last" else 0].block.name
    return bound


def _matches(pattern: YNode, site: Site, state: State, holds: Holds, bound: Mapping[str, str]) -> bool:
    block = site.block
    return (
        all(_matches_key(str(key.value), value, site, state, holds, bound) for key, value in pattern.pairs)
        and len(state.tree.find_blocks(block.name)) == 1
    )


def _matches_key(key: str, node: YNode, site: Site, state: State, holds: Holds, bound: Mapping[str, str]) -> bool:
    block = site.block
    match key:
        case "op":
            return any(fnmatchcase(str(block.annotations.get("op", "")), str(p)) for p in _listed(node.plain()))
        case "name":
            return any(fnmatchcase(block.name, str(p)) for p in _listed(node.plain()))
        case "iters":
            letters = "".join(_LETTERS.get(axis.kind, "O") for axis in block.iters)
            return any(fnmatchcase(letters, str(p)) for p in _listed(node.plain()))
        case "dtype":
            return bool(block.writes) and block.writes[0].buffer.dtype in _listed(node.plain())
        case "attrs":
            return all(block.annotations.get(str(k.value)) in _listed(v.plain()) for k, v in node.pairs)
        case "kind":
            return BLOCK_KINDS[str(node.value)](site, state)
        case "where":
            names = {**{k: state.block_ref(state.find_block(v)) for k, v in bound.items()}, "it": state.block_ref(site)}
            return holds(expression_text(node), names, node.span)
    return True  # `pick` chooses among those that match
