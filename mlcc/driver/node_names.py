"""Names of the nodes that a program computes, for tables and messages."""

from __future__ import annotations

from collections.abc import Sequence


def shortened(nodes: Sequence[str], width: int = 48) -> str:
    """As many names as fit into `width` characters (one at least), and how many more there are."""
    if not nodes:
        return ""
    shown = [nodes[0]]
    for node in nodes[1:]:
        if len(", ".join([*shown, node])) > width:
            break
        shown.append(node)
    rest = len(nodes) - len(shown)
    return ", ".join(shown) + (f", +{rest}" if rest else "")
