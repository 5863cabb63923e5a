"""Random command lines: options, values, orders and repetitions, drawn from what the commands declare."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np
from text_judge import CODED, Shell

from mlcc.cli.app import COMMANDS, group

KERNEL = """
@T.prim_func
def main(A: T.Buffer((n, 8), "float32"), B: T.Buffer((n, 8), "float32")):
    n = T.int32()
    for i, j in T.grid(n, 8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.float32(1)
"""
GRAPH = """
@R.function
def main(x: R.Tensor((3, 4), "float32")):
    with R.dataflow():
        y = R.nn.relu(x)
        R.output(y)
    return y
"""
SCHEDULE = """
params: {factor: 4}
steps:
- get_loops: {block: B, as: [i, j]}
- split: {loop: j, factors: [null, $factor], as: [j_0, j_1]}
- vectorize: {loop: j_1}
"""
#: What stands in a value of any kind.
_ODD = [
    "", " ", "-", "--", "-1", "0", "=", "a=", "=b", "x" * 5000, "é数", "\udc80", "\x01\x1b[2J", "a\nb", "%s", "{}",
    "${HOME}", "~", "*", "/", "..", "null", "[]", "[1,", "9" * 400, "@k.tir", "k.tir,k.tir", "\u202e",
]  # fmt: skip
_INTEGERS = ["0", "1", "2", "3", "-1", "007", "1.5", "1e3", "2147483648", "9" * 20, "9" * 5000, "0x10", "½", "٣", ""]
_FLOATS = ["0", "0.01", "1e-3", "-1", "nan", "1e400", "-inf", "1e-400", "", "1,5", "x"]
_OUTPUTS = [
    "out/a.so", "out/a.o", "out/a.a", "out/a.s", "out/a.ll", "out/a.tir", "out/a.relax", "out/a.json", "out/a.npy",
    "out/a.npz", "out/a.yaml", "out/a", "out/a.unknown", "out/é数 b.so", "-", "/dev/null", "out", "no/such/a.so",
    "out/a.so/", "k.tir/a.so", "out/" + "a" * 300 + ".so",
]  # fmt: skip
_TEXTS = {
    "emit": ["so", "o", "a", "h", "s", "ll", "bc", "tir", "relax", "json", "so,h", "s,ll", "so,so", "exe", ","],
    "target": ["llvm", "llvm -num-cores=1", "llvm -mcpu=native", "llvm -mcpu=no", "c",
               "llvm -mtriple=aarch64-linux-gnu", "llvm -num-cores=-1", "llvm -num-cores=" + "9" * 30,
               "cuda", "llvm -", "llvm -mattr=+nothing"],
    "params": ["factor=4", "factor=0", "factor=-3", "factor=x", "factor=" + "9" * 40, "factor=null", "factor=[1,2]",
               "other=1", "factor=2.5", "factor=nan", "factor"],
    "shapes": ["n=8", "n=0", "n=-1", "x=3x4", "x=4x3", "A=2x8", "A=2x7", "n=9223372036854775807", "n=" + "9" * 50,
               "n=1000000000000", "x=", "x=()", "x=x", "q=1", "A=2x8x2", "A=9999999x8"],
    "func": ["main", "nothing", "Main", "main.1"],
    "prefix": ["mlcc", "a_b", "1a", "a b", "é", "a\"b", "main", "a" * 3000, "int", "mlcc_"],
    "inputs": ["x.npy", "x=x.npy", "A=x.npy", "x.npz", "y.npy", "cut.npy", "text.npy", "A=", "A=missing.npy", "-",
               "object.npy", "empty", "A=x.npy", "B=x.npy"],
    "program": ["main", "nothing"],
    "name": ["S231", "split", "nn.conv2d", "llvm", "s231", "no such", "S999", "FoldConstant"],
}  # fmt: skip
#: Options whose values say where to write.
_WRITTEN = {"output", "trace", "depfile_path", "dump_phases", "dump_schedules"}
#: Legal, but without an end.
_ENDLESS = {"repeats": ["1", "2", "0", "-1", "x", ""], "warmup": ["0", "0.001", "-1", "nan", "inf", "x"]}

#: Options that take many seconds.
_LONG = {"measure_limits"}


class Place:
    """A folder with files of all kinds, right ones and wrong ones."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept = folder / "kept"
        self.here = folder / "here"
        self.shell = Shell(folder)
        self.kept.mkdir()
        for name, text in {
            "k.tir": KERNEL, "g.relax": GRAPH, "s.yaml": SCHEDULE, "é数.tir": KERNEL, "bad.tir": KERNEL[:-40],
            "bad.yaml": "steps: [", "other.yaml": "a: 1\n", "empty": "", "text.npy": "x", "costs.yaml": "bandwidth: no",
            "text.onnx": "no model", "list.yaml": "- 1\n", "empty.yaml": "", "text.so": "no library",
            "module.json": "{}",
        }.items():  # fmt: skip
            (self.kept / name).write_text(text, encoding="utf-8")
        (self.kept / "binary.tir").write_bytes(bytes(range(256)))
        (self.kept / "binary.yaml").write_bytes(b"\xff\xfe\x00\x01")
        (self.kept / "folder.tir").mkdir()
        (self.kept / "out").mkdir()
        np.save(self.kept / "x.npy", np.ones((3, 8), np.float32))
        np.save(self.kept / "y.npy", np.ones((3,), np.int8))
        np.savez(self.kept / "x.npz", A=np.ones((3, 8), np.float32))
        np.save(self.kept / "object.npy", np.array([None]), allow_pickle=True)
        (self.kept / "cut.npy").write_bytes((self.kept / "x.npy").read_bytes()[:-5])
        os.chdir(self.kept)
        for words in (["build", "k.tir", "-o", "lib.so"], ["build", "g.relax", "-o", "lib.o", "-O", "0"]):
            assert self.shell.run(*words), self.shell.err
        _model(self.kept / "m.onnx")
        (self.kept / "cut.onnx").write_bytes((self.kept / "m.onnx").read_bytes()[:-7])
        (self.kept / "cut.so").write_bytes((self.kept / "lib.so").read_bytes()[:-999])
        self.files = [path.name for path in sorted(self.kept.iterdir()) if path.name != "out"]
        self.renew()

    def renew(self) -> None:
        """The files as they were at first."""
        os.chdir(self.folder)
        shutil.rmtree(self.here, ignore_errors=True)
        shutil.copytree(self.kept, self.here)
        os.chdir(self.here)
        self.before = self.contents()

    def contents(self) -> dict[str, str]:
        """Every file below the folder, with a digest."""
        result = (path for path in self.here.rglob("*") if path.is_file())
        return {str(p.relative_to(self.here)): hashlib.sha256(p.read_bytes()).hexdigest() for p in result}


def _model(path: Path) -> None:
    import onnx
    from onnx import TensorProto, helper

    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", 4]) for name in "xy"]
    graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "g", ends[:1], ends[1:])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, str(path))


#: The arguments that commands are made for, so that most lines come further than to their first word.
_FITTING = {
    "build": ["k.tir", "g.relax", "m.onnx"], "schedule": ["k.tir"], "run": ["lib.so", "lib.o"], "import": ["m.onnx"],
    "bench": ["lib.so", "lib.o"], "inspect": ["lib.so", "lib.o"], "fmt": ["k.tir", "g.relax", "é数.tir"],
}  # fmt: skip


def command_line(place: Place, rng: random.Random) -> list[str]:
    """A command with some of its options, in any order, some twice, and its arguments between them."""
    name = rng.choice([*COMMANDS, "build", "schedule", "run"])
    with click.Context(group) as context:
        command = group.get_command(context, name)
    assert command is not None
    parts = [["-s", rng.choice(place.files) if rng.random() < 0.3 else "s.yaml"]] if name == "schedule" else []
    options = [param for param in command.params if isinstance(param, click.Option) and param.name not in _LONG]
    for option in rng.choices(options, k=rng.choice([0, 0, 1, 1, 2, 2, 3, 5])):
        flag = rng.choice([*option.opts, *option.secondary_opts])
        parts.append([flag] if option.is_flag else [flag, _value(place, rng, option)])
        if rng.random() < 0.02:
            parts[-1] = parts[-1][:1] if rng.random() < 0.5 else [*parts[-1], "--nothing"]
        elif len(parts[-1]) == 2 and flag.startswith("--") and rng.random() < 0.2:
            parts[-1] = ["=".join(parts[-1])]
    rng.shuffle(parts)
    after = 0
    for argument in (param for param in command.params if isinstance(param, click.Argument)):
        least = 1 if argument.required or rng.random() < 0.6 else 0
        for _ in range(least + (rng.random() < (0.25 if argument.nargs == -1 else 0.02))):
            after = rng.randint(after, len(parts)) + 1
            parts.insert(after - 1, [_argument(place, rng, name, argument)])
    return [name, *(word for part in parts for word in part)]


def _argument(place: Place, rng: random.Random, command: str, argument: click.Argument) -> str:
    if rng.random() < 0.06:
        return rng.choice(_ODD)
    if isinstance(argument.type, click.Choice):
        return str(rng.choice(list(argument.type.choices)))
    if argument.name == "more":
        return rng.choice(_TEXTS["inputs"])
    if argument.name in _TEXTS:
        return rng.choice(_TEXTS[argument.name])
    return rng.choice(_FITTING.get(command, place.files) if rng.random() < 0.8 else place.files)


def _value(place: Place, rng: random.Random, option: click.Option) -> str:
    name, kind = option.name or "", option.type
    if name in _ENDLESS:
        return rng.choice(_ENDLESS[name])
    if rng.random() < 0.08:
        return rng.choice([*_ODD, "missing"])
    if name in _WRITTEN:
        return rng.choice(_OUTPUTS)
    if name == "schedules":
        return rng.choice(["s.yaml", "auto"] if rng.random() < 0.6 else place.files)
    if name in _TEXTS:
        return rng.choice(_TEXTS[name])
    if isinstance(kind, click.Choice):
        return str(rng.choice(list(kind.choices)))
    if isinstance(kind, click.Path):
        return rng.choice(place.files)
    numbers = _FLOATS if isinstance(kind, click.types.FloatParamType) else _INTEGERS
    return rng.choice(numbers)


def judge_line(place: Place, words: list[str]) -> str | None:
    """What is wrong with how a command line ends: its code, what it says, what it leaves."""
    shell = place.shell
    os.chdir(place.here)  # another process may have renewed it
    code = shell.call(*words)
    said = shell.err[-1500:]
    try:
        if code not in (0, 1, 2) or ("Traceback" in shell.err and "--debug" not in words):
            return f"exit code {code}: {said}"
        if code == 1 and not CODED.search(shell.err) and not _tells(words):
            return f"no code: {said}"
        if code == 2 and "Error:" not in shell.err and "D120" not in shell.err:
            return f"wrong usage without a word: {said}"
        return next(_left(place, words, code), None)
    finally:
        if place.contents() != place.before:
            place.renew()


def _tells(words: list[str]) -> bool:
    """Whether exit code 1 is an answer: what differs is named without a code, or messages have another form."""
    return "--check" in words or any(word.startswith(("--check=", "--message-format")) for word in words)


def _left(place: Place, words: list[str], code: int) -> Iterator[str]:
    """Files that should not be there, or not so."""
    after = place.contents()
    named = [word.partition("=")[2] if word.startswith("--") else word for word in words[1:]]
    writes = bool({"-i", "--in-place"} & set(words)) and words[0] == "fmt"
    for path in after:
        if after[path] == place.before.get(path):
            continue
        if path in place.before:
            if not (path in named and (writes or code == 0)):
                yield f"`{path}` was changed"
        elif not path.startswith(("out/", *(name for name in named if name), *_beside(words))):
            yield f"`{path}` was written"
        elif Path(path).name.startswith(".") or path.endswith((".tmp", "~")):
            yield f"`{path}` was left"
        elif code and path in named and path not in _also(words) and "-MF" not in words:
            yield f"`{path}` was written, though exit code {code}"
        elif not code and path in named:
            yield from _broken(place, path)
    yield from (f"`{path}` is gone" for path in place.before if path not in after)


def _beside(words: list[str]) -> list[str]:
    """How outputs begin that no option names: of `build` and `view` as the model does; exercises of the tutor."""
    if words[0] == "tutor":
        return ["tutor/"]
    return [Path(word).stem + "." for word in words if word] if words[0] in ("build", "view") else []


def _also(words: list[str]) -> list[str]:
    """The outputs that are written while a command runs, before it may fail: folders and traces."""
    flags = ("--trace", "--dump-phases", "--dump-schedules")
    return [b for a, b in zip(words, words[1:], strict=False) if a in flags]


def _broken(place: Place, path: str) -> Iterator[str]:
    """What says that an output is not whole."""
    kind, data = Path(path).suffix, (place.here / path).read_bytes()
    if not data:
        yield f"`{path}` is empty"
    elif data.startswith(b"\x93NUMPY"):
        np.load(place.here / path)
    elif kind == ".json" and data.lstrip().startswith(b"{"):
        json.loads(data)
    elif kind in (".tir", ".relax") and data.lstrip().startswith((b"#", b"@")):
        if place.shell.call("fmt", path, "-o", "/dev/null") != 0:
            yield f"`{path}` does not read back: {place.shell.err[-500:]}"
    elif kind == ".so" and data[:4] == b"\x7fELF" and place.shell.call("inspect", path) != 0:
        yield f"`{path}` cannot be read: {place.shell.err[-500:]}"
