"""Programs given as text: their statements as a tree, and an analyzer that knows all their loops and axes."""

from __future__ import annotations

from mlcc.analysis import Analyzer
from mlcc.analysis.dependence import FactCache, Scope
from mlcc.analysis.tree import Site, Tree
from mlcc.ir import Buffer, PrimFunc, Var, walk
from mlcc.script import parse_prim_func


class Sites:
    """The tree of a program, its blocks and loop variables by name."""

    def __init__(self, text: str) -> None:
        self.func: PrimFunc = parse_prim_func(text)
        self.tree = Tree(self.func.body)
        self.analyzer = Analyzer(positive=self.func.symbolic_vars())
        for site in self.tree.root.walk():
            if site.is_loop:
                self.analyzer.bind(site.loop.var, site.loop.min, site.loop.extent)
            elif site.is_block:
                for axis in site.block.iters:
                    self.analyzer.bind(axis.var, axis.dom.min, axis.dom.extent)
        self.facts = FactCache(self.analyzer)

    def __getitem__(self, name: str) -> Site:
        (site,) = self.tree.find_blocks(name)
        return site

    def loop(self, name: str) -> Site:
        """The loop over the variable of a name."""
        (site,) = [site for var, site in self.tree.loops.items() if var.name == name]
        return site

    def var(self, name: str) -> Var:
        """A variable by its name."""
        return next(n for n in walk(self.func.body) if isinstance(n, Var) and n.name == name)

    def buffer(self, name: str) -> Buffer:
        """A parameter or an allocated buffer by its name."""
        owned = (b for site in self.tree.root.walk() if site.is_block for b in site.block.allocs)
        return next(b for b in (*self.func.buffers, *owned) if b.name == name)

    @property
    def scope(self) -> Scope:
        """The outermost scope."""
        return Scope(self.tree.root, self.facts)
