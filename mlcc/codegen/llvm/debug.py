"""Debug metadata: which line of the program's text an instruction comes from, as profilers and debuggers read it.

Functions get a ``DISubprogram`` with a title for people, instructions a ``DILocation`` with the line of the statement
that they were generated for. The text is what the program was parsed from. Variables have no descriptions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from mlcc.diagnostics import Span
from mlcc.ir import Node


class Metadata(Protocol):
    """The metadata of an LLVM module."""

    named_metadata: dict[str, list[str]]

    def metadata(self, text: str) -> str:
        """The reference to a node with this text."""


@dataclass(frozen=True, slots=True)
class Titles:
    """What debuggers show: the name of each program, where it has one other than its own."""

    by_program: Mapping[str, str] = field(default_factory=dict)


class Lines:
    """The debug metadata of one LLVM module."""

    def __init__(self, module: Metadata, titles: Titles) -> None:
        self._module = module
        self._titles = titles
        self._files: dict[str, str] = {}
        self._unit = ""

    def _file(self, name: str) -> str:
        if name not in self._files:
            self._files[name] = self._module.metadata(f'!DIFile(filename: "{_escaped(name)}", directory: ".")')
        return self._files[name]

    def title(self, program: str) -> str | None:
        """What people read in place of a program's name."""
        return self._titles.by_program.get(program)

    def function(self, name: str, symbol: str, span: Span) -> str:
        """The metadata of a function that is defined at `span`: a program, or a part of one with a longer symbol."""
        module, file = self._module, self._file(span.source.name)
        if not self._unit:
            self._unit = module.metadata(
                f'distinct !DICompileUnit(language: DW_LANG_C99, file: {file}, producer: "mlcc", isOptimized: true, '
                "runtimeVersion: 0, emissionKind: FullDebug)"
            )
            module.named_metadata["llvm.dbg.cu"] = [self._unit]
            module.named_metadata["llvm.module.flags"] = [
                module.metadata('!{i32 2, !"Debug Info Version", i32 3}'),
                module.metadata('!{i32 7, !"Dwarf Version", i32 4}'),
            ]
        kind = module.metadata("!DISubroutineType(types: null)")
        title = _escaped(symbol if self.title(name) else name + symbol.rpartition(name)[2])
        return module.metadata(
            f'distinct !DISubprogram(name: "{title}", scope: {file}, file: {file}, '
            f"line: {span.line}, type: {kind}, scopeLine: {span.line}, "
            f"spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: {self._unit})"
        )

    def location(self, scope: str, span: Span) -> str:
        """The end of an instruction that is generated for the text at `span`, in the function `scope`."""
        node = self._module.metadata(f"!DILocation(line: {span.line}, column: {span.column}, scope: {scope})")
        return f", !dbg {node}"


def span_of(node: Node) -> Span | None:
    """The text of a statement, if it has one."""
    span = getattr(node, "span", None)
    return span if isinstance(span, Span) else None


def _escaped(text: str) -> str:
    return "".join(c if c.isprintable() and c not in '"\\' else "".join(f"\\{b:02X}" for b in c.encode()) for c in text)
