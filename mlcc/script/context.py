"""The state of name resolution: source locations, names in scope, dialect prefixes, collected errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mlcc.diagnostics import Label, MlccError, SourceFile, Span, choices_help, closest

from .metadata import Constants
from .syntax import Attribute, Call, Dict, List, Literal, Name, Syntax, Tuple, Unary, dotted

#: Dialect prefixes by dotted path: T tensor programs, R graph functions, I modules.
PREFIXES = {
    "T": "T", "tir": "T", "tirx": "T", "tvm.tir": "T", "tvm.tirx": "T", "tvm.script.tir": "T",
    "tvm.script.tirx": "T", "mlcc.script.tir": "T", "mlcc.tir": "T", "script.tir": "T",
    "R": "R", "relax": "R", "tvm.relax": "R", "tvm.script.relax": "R", "mlcc.script.relax": "R",
    "mlcc.relax": "R", "script.relax": "R",
    "I": "I", "tvm.script": "I", "tvm.script.ir": "I", "mlcc.script": "I", "mlcc.script.ir": "I",
    "script": "I", "script.ir": "I", "tvm.ir": "I", "mlcc": "I",
}  # fmt: skip
_MOST_ERRORS = 20


class Silenced(Exception):
    """Raised for a use of a name whose definition failed, so that the error is reported once only."""


class TooMany(Exception):
    """The limit on errors of one report is reached."""


class _Broken:
    """The value in a scope of a name whose definition failed."""


BROKEN = _Broken()


class Context:
    """One text being resolved. `captured` are values of the surrounding Python (decorators)."""

    def __init__(self, source: SourceFile, captured: Mapping[str, Any] | None = None) -> None:
        self.source = source
        self.captured = dict(captured or {})
        self.imports: dict[str, str] = {}
        self.functions: dict[str, str] = {}
        self.constants: Constants | None = None
        self.errors: list[MlccError] = []
        self.scopes: list[dict[str, Any]] = []
        self.spans: list[dict[str, Span]] = []
        #: Names bound in closed dataflow blocks that are not among their outputs.
        self.hidden: set[str] = set()

    # ------------------------------------------------------------ locations and errors
    def span(self, node: Any) -> Span:
        return Span(self.source, node.start, node.end)

    def error(
        self, code: str, message: str, node: Any, *, help: str | None = None,
        notes: Iterable[str] = (), labels: Iterable[Label] = (),
    ) -> MlccError:  # fmt: skip
        return MlccError(code, message, span=self.span(node), help=help, notes=notes, labels=labels)

    def collect(self, error: MlccError | Silenced) -> None:
        """Record an error and continue. Raises TooMany at the limit."""
        if isinstance(error, MlccError):
            if len(self.errors) >= _MOST_ERRORS:
                raise TooMany
            self.errors.append(error)

    def finish(self) -> None:
        """Raise what was collected."""
        if self.errors:
            raise MlccError.many(self.errors)

    # ------------------------------------------------------------ names
    def push(self) -> None:
        self.scopes.append({})
        self.spans.append({})

    def pop(self) -> None:
        self.scopes.pop()
        self.spans.pop()

    def define(self, name: str, value: Any, node: Any = None) -> None:
        """Bind a name in the innermost scope; an older meaning is shadowed."""
        self.scopes[-1][name] = value
        if node is not None:
            self.spans[-1][name] = self.span(node)

    def define_once(self, name: str, value: Any, node: Any, what: str) -> None:
        """Bind a name that must be new in the innermost scope (P123)."""
        if name in self.scopes[-1]:
            before = self.spans[-1].get(name)
            labels = [] if before is None else [Label(before, "first defined here")]
            raise self.error("P123", f"{what} `{name}` is defined twice", node, labels=labels)
        self.define(name, value, node)

    def find(self, name: str) -> Any:
        """The value of a name, or None. Raises Silenced for a name whose definition failed."""
        for scope in reversed(self.scopes):
            if name in scope:
                value = scope[name]
                if value is BROKEN:
                    raise Silenced
                return value
        return self.captured.get(name)

    def has(self, name: str) -> bool:
        return any(name in scope for scope in self.scopes) or name in self.captured

    def unknown(self, node: Name) -> MlccError:
        """P120, with the nearest name in scope."""
        visible = [name for scope in self.scopes for name in scope]
        suggestion = closest(node.id, [*visible, *self.captured, *self.functions])
        help_ = f"did you mean `{suggestion}`?" if suggestion is not None else None
        if node.id in self.hidden:
            help_ = f"`{node.id}` is known only inside its dataflow block: add it to `R.output`"
        if suggestion is None and node.id in ("max", "min", "abs", "pow", "round"):
            help_ = f"Python's own `{node.id}` is not for programs: use `T.{node.id}`"
        return self.error("P120", f"unknown name `{node.id}`", node, help=help_)

    # ------------------------------------------------------------ dialect names
    def split(self, node: Syntax) -> tuple[str, str] | None:
        """``T.axis.spatial`` to ("T", "axis.spatial"); None when no dialect prefix begins it."""
        if not isinstance(node, Attribute):
            if isinstance(node, Name) and node.id in self.imports:
                return self._imported(self.imports[node.id])
            return None
        if isinstance(node.value, Name):
            name = node.value.id
            kind = PREFIXES.get(name)
            if kind is not None and name not in self.imports:
                return kind, node.attr
        path = dotted(node)
        if path is None:
            return None
        head, _, rest = path.partition(".")
        return self._imported(f"{self.imports.get(head, head)}.{rest}")

    def _imported(self, path: str) -> tuple[str, str] | None:
        """The longest prefix that is a dialect's."""
        parts = path.split(".")
        for count in range(min(3, len(parts) - 1), 0, -1):
            kind = PREFIXES.get(".".join(parts[:count]))
            if kind is not None:
                return kind, ".".join(parts[count:])
        return None

    def call_name(self, node: Any, kind: str) -> str | None:
        """The name of a call of one dialect: ``T.grid(…)`` to ``grid`` for kind T."""
        if not isinstance(node, Call):
            return None
        path = self.split(node.func)
        return path[1] if path is not None and path[0] == kind else None

    # ------------------------------------------------------------ arguments
    def bind(self, call: Call, names: str, required: int, what: str) -> dict[str, Syntax]:
        """Arguments by parameter name; `names` are separated by spaces, the first `required` are needed.

        Raises P122 for too many, missing, unknown or repeated ones.
        """
        order = names.split()
        result: dict[str, Syntax] = {}
        if len(call.args) > len(order):
            extra = call.args[len(order)]
            raise self.error(
                "P122", f"`{what}` takes at most {len(order)} arguments, got {len(call.args)}", extra,
                notes=[f"its parameters are {', '.join(f'`{n}`' for n in order)}"] if order else [],
            )  # fmt: skip
        result.update(zip(order, call.args, strict=False))
        for item in call.keywords:
            if item.name not in order:
                raise self.error(
                    "P122", f"`{what}` has no parameter `{item.name}`", item,
                    help=choices_help(item.name, order, "parameters"),
                )  # fmt: skip
            if item.name in result:
                raise self.error("P122", f"`{what}` gets `{item.name}` twice", item)
            result[item.name] = item.value
        missing = [f"`{name}`" for name in order[:required] if name not in result]
        if missing:
            raise self.error("P122", f"`{what}` needs {' and '.join(missing)}", call)
        return result

    # ------------------------------------------------------------ plain values
    def text(self, node: Syntax, what: str) -> str:
        """A string argument (P124 otherwise)."""
        if isinstance(node, Literal) and isinstance(node.value, str):
            return node.value
        if isinstance(node, Name) and isinstance(self.captured.get(node.id), str):
            return str(self.captured[node.id])
        raise self.error("P124", f"{what} must be a string", node)

    def flag(self, node: Syntax | None, default: bool) -> bool:
        """A True or False argument."""
        if node is None:
            return default
        if isinstance(node, Literal) and isinstance(node.value, bool):
            return node.value
        raise self.error("P124", "expected `True` or `False`", node)

    def integer(self, node: Syntax, what: str) -> int:
        """An integer literal argument."""
        if isinstance(node, Unary) and node.op == "-":
            return -self.integer(node.operand, what)
        if isinstance(node, Name) and isinstance(self.captured.get(node.id), int):
            return int(self.captured[node.id])
        if isinstance(node, Literal) and isinstance(node.value, int):
            return int(node.value)
        if isinstance(node, Call) and len(node.args) == 1 and not node.keywords:
            return self.integer(node.args[0], what)
        raise self.error("P124", f"{what} must be an integer literal", node)

    def items(self, node: Syntax) -> list[Syntax]:
        """The elements of a list or tuple; anything else is one element."""
        return node.items if isinstance(node, (List, Tuple)) else [node]

    def pairs(self, node: Syntax, what: str) -> list[tuple[str, Syntax]]:
        """The entries of a dictionary with string keys."""
        if not isinstance(node, Dict):
            raise self.error("P124", f'{what} must be a dictionary `{{"key": value}}`', node)
        result: dict[str, Syntax] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            name = self.text(key, "a key")
            if name in result:
                raise self.error("P123", f"the key `{name}` is given twice", key)
            result[name] = value
        return list(result.items())
