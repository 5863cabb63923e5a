"""One LLVM module as text: functions, declarations, constants, attributes."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from mlcc.diagnostics import MlccError
from mlcc.target import Target, is_x86

from .debug import Lines, Titles
from .types import kernel_symbol

#: The first error number of kernels; smaller ones are reserved for the runtime.
FIRST_ERROR = 100
#: Bytes that kernels are aligned to: a line of the instruction cache, so that the speed of a loop does not change with
#: the sizes of the functions linked before it.
CODE_ALIGNMENT = 64
NO_MEMORY = "not enough memory for a temporary"


def error_number(message: str) -> int:
    """The number that a kernel returns to report `message`; it is the same in every module."""
    return FIRST_ERROR + zlib.crc32(message.encode()) % (2**31 - FIRST_ERROR - 1)


class ModuleWriter:
    """Collects functions, declarations, constants and metadata, and prints them in a fixed order."""

    def __init__(
        self,
        target: Target,
        linkage: str = "internal",
        weights: str = "mlcc_weights",
        far_weights: bool = False,
        form: str = "",
        titles: Titles | None = None,
    ) -> None:
        self.target = target
        self.linkage = linkage
        self.weights = weights
        self.far_weights = far_weights
        self.form = form
        self.explains = True
        self._errors: dict[str, int] = {}
        self.native_half = target.has_half_conversion
        self.functions: list[str] = []
        self.defined: set[str] = set()
        #: By name, the line that declares what is used.
        self.declared: dict[str, str] = {}
        self._globals: dict[str, str] = {}
        self._metadata: dict[str, int] = {}
        self._numbers: dict[str, int] = {}
        self.named_metadata: dict[str, list[str]] = {}
        #: Line tables, if they are asked for.
        self.lines = None if titles is None else Lines(self, titles)

    def kernel_symbol(self, program: str) -> str:
        """The name of a program's function: with line tables its title, which profilers show."""
        title = None if self.lines is None else self.lines.title(program)
        return title or kernel_symbol(program, self.form)

    def declare(self, name: str, text: str) -> None:
        """Record that `name` is used; `text` is its ``declare`` line."""
        self.declared.setdefault(name, text)

    @contextmanager
    def all_or_none(self) -> Iterator[None]:
        """What is added inside stays only if nothing is raised."""
        count, declared, globals_ = len(self.functions), dict(self.declared), dict(self._globals)
        try:
            yield
        except MlccError:
            del self.functions[count:]
            self.declared, self._globals = declared, globals_
            raise

    def error(self, message: str) -> int:
        """The number that a kernel returns to report `message`."""
        return self._errors.setdefault(message, error_number(message))

    def _error_texts(self) -> list[str]:
        """The lines of a function that returns the text of an error number, if there are any errors."""
        if not self._errors or not self.explains:
            return []
        texts = {number: self.string(message) for message, number in self._errors.items()}
        cases = " ".join(f"i32 {n}, label %e{n}" for n in texts)
        lines = ["define hidden ptr @mlcc_kernel_message(i32 %code) #0 {", "entry:"]
        lines.append(f"  switch i32 %code, label %none [ {cases} ]")
        for number, text in texts.items():
            lines += [f"e{number}:", f"  ret ptr {text}"]
        return [*lines, "none:", "  ret ptr null", "}"]

    def string(self, text: str) -> str:
        """The address of a zero-terminated constant string."""
        data = text.encode() + b"\0"
        body = "".join(chr(b) if 32 <= b < 127 and b not in (34, 92) else f"\\{b:02X}" for b in data)
        line = f'private unnamed_addr constant [{len(data)} x i8] c"{body}", align 1'
        for name, existing in self._globals.items():
            if existing == line:
                return name
        name = f"@.str{len(self._globals)}"
        self._globals[name] = line
        return name

    def global_constant(self, name: str, line: str) -> str:
        """A named private global, written once."""
        self._globals.setdefault(name, line)
        return name

    def metadata(self, text: str) -> str:
        """The index of a metadata node with this text (``$`` is replaced by its own index)."""
        number = self._metadata.setdefault(text, len(self._metadata))
        return f"!{number}"

    def number(self, key: str) -> int:
        """0, 1, 2 … for each call with the same key."""
        value = self._numbers.get(key, 0)
        self._numbers[key] = value + 1
        return value

    def attributes(self) -> str:
        """The attributes of every function: target CPU and features, and `nounwind`.

        `min-legal-vector-width` is omitted on purpose: with 0, LLVM splits 512-bit vectors.
        """
        target = self.target
        parts = ["nounwind", f'"target-cpu"="{target.llvm_cpu}"']
        if target.exact:
            parts.append(f'"tune-cpu"="{target.mcpu}"')
        if target.feature_string:
            parts.append(f'"target-features"="{target.feature_string}"')
        if is_x86(target.arch):
            parts.append(f'"prefer-vector-width"="{target.vector_bits}"')
        return " ".join(parts)

    def text(self) -> str:
        """The text of the module."""
        texts = self._error_texts()
        out = [f'target triple = "{self.target.triple}"', ""]
        out += [f"{name} = {line}" for name, line in self._globals.items()]
        out += self.functions
        out += texts
        out += [line for name, line in sorted(self.declared.items()) if name not in self.defined]
        out.append(f"attributes #0 = {{ {self.attributes()} }}")
        for text, number in self._metadata.items():
            out.append(f"!{number} = " + text.replace("$", f"!{number}"))
        for name, items in self.named_metadata.items():
            out.append(f"!{name} = !{{{', '.join(items)}}}")
        return "\n".join(out) + "\n"
