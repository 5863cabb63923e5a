"""`--dump-phases`: the program after each phase, as files that a person can compare."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from mlcc.ir import IRModule

from .files import file_error
from .writing import write_output

Observer = Callable[[str, Any], None]


def folder_at(path: Path) -> Path:
    """The folder, created if it is missing. Raises MlccError D110 to D113."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise file_error(error, str(path), writing=True) from error
    return path


def dumper(folder: Path, then: Observer | None) -> Observer:
    """An observer that writes `03-FuseOps.relax` and so on.

    Constants of more than 16 KiB are named and not written, and functions that the phase left as they were are listed
    with the file that has them: a model of 100 MB would take 100 MB for each of 40 phases.
    """
    return _Dumper(folder, then)


class _Dumper:
    """Counts the files, and knows which file has each function."""

    def __init__(self, folder: Path, then: Observer | None) -> None:
        self.folder, self.then, self.count = folder, then, 0
        self.written: dict[str, tuple[Any, str]] = {}

    def __call__(self, phase: str, result: Any) -> None:
        shown = result() if callable(result) else result
        if isinstance(shown, IRModule):
            self.module(phase, shown)
        elif phase == "codegen":
            self.write(phase, "ll", "\n".join(unit.text for unit in shown))
        if self.then is not None:
            self.then(phase, result)

    def write(self, phase: str, suffix: str, text: str) -> str:
        """The next file; gives its name."""
        self.count += 1
        name = f"{self.count:02}-{phase}.{suffix}"
        write_output(self.folder / name, text)
        return name

    def module(self, phase: str, module: IRModule) -> None:
        """The functions that are not in an earlier file as they are."""
        same = {
            name: self.written[name][1]
            for name, func in module.functions.items()
            if name in self.written and self.written[name][0] is func
        }
        changed = {name: func for name, func in module.functions.items() if name not in same}
        lines = []
        for file in dict.fromkeys(same.values()):
            lines.append(f"# unchanged, in {file}: {', '.join(name for name in same if same[name] == file)}\n")
        text = module.with_functions(changed).script() + "\n" if changed else ""
        file = self.write(phase, "relax" if module.graph_funcs else "tir", "".join(lines) + text)
        self.written = {name: (func, same.get(name, file)) for name, func in module.functions.items()}
