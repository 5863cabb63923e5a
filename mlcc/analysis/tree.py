"""The statement structure of a function as a tree with parents.

Statements are immutable and refer only to the statements below them. A :class:`Site` represents one statement and
refers to its parent too, so that the loops over a block can be found. Sites of unchanged statements are reused
for the next version of the function.
"""

from __future__ import annotations

from collections.abc import Iterator

from mlcc.ir import (
    Block,
    BlockRealize,
    BufferStore,
    Evaluate,
    For,
    IfThenElse,
    SeqStmt,
    Stmt,
    Var,
    children,
)  # fmt: skip


class Site:
    """A statement and its position in the tree. `init`: it lies in the initialisation of the enclosing block."""

    __slots__ = ("children", "init", "node", "parent")

    def __init__(self, node: Stmt, init: bool = False) -> None:
        self.node = node
        self.parent: Site | None = None
        self.children: list[Site] = []
        self.init = init

    @property
    def realize(self) -> BlockRealize:
        """The realisation, for a site of a block."""
        assert isinstance(self.node, BlockRealize)
        return self.node

    @property
    def block(self) -> Block:
        """The block, for a site of a block."""
        assert isinstance(self.node, BlockRealize)
        return self.node.block

    @property
    def loop(self) -> For:
        """The loop, for a site of a loop."""
        assert isinstance(self.node, For)
        return self.node

    @property
    def is_block(self) -> bool:
        return isinstance(self.node, BlockRealize)

    @property
    def is_loop(self) -> bool:
        return isinstance(self.node, For)

    def ancestors(self) -> Iterator[Site]:
        """The sites above, innermost first."""
        current = self.parent
        while current is not None:
            yield current
            current = current.parent

    def scope(self) -> Site | None:
        """The nearest block above."""
        for site in self.ancestors():
            if site.is_block:
                return site
        return None

    def loops(self) -> list[Site]:
        """The loops over this site within its scope, outer to inner; of a loop, those above it."""
        result: list[Site] = []
        for site in self.ancestors():
            if site.is_block:
                break
            if site.is_loop:
                result.append(site)
        return result[::-1]

    def visible_loops(self) -> list[Site]:
        """The loops whose variables may be used here, outer to inner: those over this site up to a block with axes."""
        result: list[Site] = []
        for site in self.ancestors():
            if site.is_block and site.block.iters:
                break
            if site.is_loop:
                result.append(site)
        return result[::-1]

    def walk(self) -> Iterator[Site]:
        """This site and all below, in program order."""
        stack = [self]
        while stack:
            top = stack.pop()
            yield top
            stack.extend(reversed(top.children))

    def blocks_below(self) -> list[Site]:
        """The blocks below whose scope is this block, or the scope of this loop, in program order."""
        result: list[Site] = []
        stack = list(reversed(self.children))
        while stack:
            top = stack.pop()
            if top.init:
                continue
            if top.is_block:
                result.append(top)
            else:
                stack.extend(reversed(top.children))
        return result

    def is_above(self, other: Site) -> bool:
        """Whether `other` is strictly below this site."""
        return any(site is self for site in other.ancestors())


_LEAVES = (BufferStore, Evaluate)


class Tree:
    """The sites of one version of a function body."""

    def __init__(self, body: Stmt, previous: Tree | None = None) -> None:
        self._sites: dict[int, Site] = {}
        old = previous._sites if previous is not None else {}
        self.root = self._build(body, old, False)
        #: Statements that can be scheduled: loops by variable, blocks by the id of the block object.
        self.loops: dict[Var, Site] = {}
        self.blocks: dict[int, Site] = {}
        #: Those of the loops whose iterations run at once.
        self.simultaneous: list[Site] = []
        # loops and blocks inside initialisations cannot be scheduled
        stack = [self.root]
        while stack:
            site = stack.pop()
            node = site.node
            if site.init:
                continue
            if isinstance(node, For):
                self.loops[node.var] = site
                if node.kind not in ("serial", "unroll"):
                    self.simultaneous.append(site)
            elif isinstance(node, BlockRealize):
                self.blocks[id(node.block)] = site
            stack.extend(reversed(site.children))

    def _build(self, node: Stmt, old: dict[int, Site], init: bool) -> Site:
        key = id(node)
        site = old.get(key)
        if site is not None and site.node is node and site.init == init:
            self._keep(site)
            return site
        site = Site(node, init)
        self._sites[key] = site
        for child, starts in _below(node):
            below = self._build(child, old, starts)
            below.parent = site
            site.children.append(below)
        return site

    def _keep(self, site: Site) -> None:
        for item in site.walk():
            self._sites[id(item.node)] = item

    def find_blocks(self, name: str) -> list[Site]:
        """The blocks of a name, in program order."""
        return [s for s in self.blocks.values() if s.block.name == name]


def _below(node: Stmt) -> Iterator[tuple[Stmt, bool]]:
    """The statements directly below, with whether each is an initialisation."""
    match node:
        case For():
            yield node.body, False
        case BlockRealize():
            if node.block.init is not None:
                yield node.block.init, True
            yield node.block.body, False
        case SeqStmt():
            for item in node.stmts:
                yield item, False
        case IfThenElse():
            yield node.then_body, False
            if node.else_body is not None:
                yield node.else_body, False
        case _ if isinstance(node, _LEAVES):
            return
        case _:
            for child in children(node):
                if isinstance(child, Stmt):
                    yield child, False
