"""Programs and schedules with something changed: tokens, lines, numbers, names, bytes, nesting."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from mlcc.diagnostics import MlccError
from mlcc.schedule import apply_script
from mlcc.script import parse_module

ROOT = Path(__file__).resolve().parents[2]
_TOKEN = re.compile(r"[A-Za-z_]\w*|\d+(?:\.\d+)?|\"[^\"\n]*\"|\s+|.", re.DOTALL)
_NUMBERS = [
    "0", "1", "-1", "2", "3", "7", "127", "128", "129", "0.5", "1e30", "1e400", "2147483647", "2147483648",
    "9223372036854775807", "9223372036854775808", "1" + "0" * 30, "9" * 400, "0x10", "1_000", "007", "n", "None",
    "True", "T.int64(3)", "T.float32(1)", "i",
]  # fmt: skip
_DTYPES = [
    "float32", "float16", "bfloat16", "float64", "int8", "uint8", "int32", "int64", "uint64", "bool", "float32x4",
    "float32x0", "handle", "int4", "float", "f32", "",
]  # fmt: skip
_SCOPES = ["global", "local", "shared", "warp", "", "nothing", 'glo"bal', "local\n", "\u00e9"]
_NAMES = [
    "T",
    "I",
    "R",
    "i",
    "A",
    "B",
    "C",
    "main",
    "range",
    "metadata",
    "cls",
    "_",
    "a" * 300,
    "é",
    "数",
    "lambda",
    "x",
]
_PIECES = [
    "(", ")", "[", "]", "{", "}", ":", ",", "=", "\n", "    ", "T.", "R.", "not ", "-", "~", " and ", " or ", " if ",
    " else ", "//", "%", "/", "**", "<<", "==", "@", "#", "'", '"', '"""', "\\", "\t", "\r", "\r\n", "\x00", "\x0c",
    "\ufeff", "\u2028", "\xa0", "é", "return", "pass", "while True:\n", "...", "lambda i: i", "None", "$", "${", "&",
    "*", "|", ">", "- ", "? ", "!!", "&a *a", "%YAML 1.1\n", "---\n", "<<: ",
]  # fmt: skip
#: What a token is nested in.
_AROUND = [("(", ")"), ("-", ""), ("[", "]"), ("T.exp(", ")"), ("", " + 1"), ("not ", ""), ("{", "}"), ("", "[0]")]


@cache
def programs() -> tuple[str, ...]:
    """Tensor programs and modules to begin with."""
    files = [*ROOT.glob("samples/kernels/*.*"), *ROOT.glob("tests/golden/seed_*/*.tir")]
    files = [path for path in files if path.suffix in (".tir", ".relax")]
    texts = [path.read_text(encoding="utf-8") for path in sorted(files)]
    return tuple(text for text in texts if len(text) < 6000)


@cache
def schedules() -> tuple[tuple[str, str], ...]:
    """Pairs of a program and a schedule that can be applied to it; the programs are small, for the interpreter."""
    files = [
        (kernel, path)
        for path in sorted(ROOT.glob("tests/golden/seed_*/schedule.yaml"))
        for kernel in sorted(path.parent.glob("*.tir"))
    ]
    files += [
        (kernel, path)
        for kernel in sorted(ROOT.glob("samples/kernels/*.tir"))
        for path in sorted(ROOT.glob("samples/schedules/*.yaml"))
    ]
    files += [(path, path.with_suffix(".yaml")) for path in sorted(ROOT.glob("tests/property/pairs/*.tir"))]
    pairs = [(_small(kernel), path.read_text(encoding="utf-8")) for kernel, path in files]
    return tuple(pair for pair in pairs if _applies(*pair))


def _applies(kernel: str, schedule: str) -> bool:
    try:
        apply_script(parse_module(kernel), schedule)
    except MlccError:
        return False
    return True


def _small(path: Path) -> str:
    return re.sub(r"\b(128|256|512|1024)\b", "32", path.read_text(encoding="utf-8"))


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)


def _pick(tokens: list[str], rng: random.Random, fits: Callable[[str], bool]) -> int:
    """The position of a token that fits, or of any."""
    positions = [n for n, token in enumerate(tokens) if fits(token)]
    return rng.choice(positions) if positions else rng.randrange(len(tokens))


def swap(text: str, rng: random.Random) -> str:
    tokens = _tokens(text)
    a, b = (_pick(tokens, rng, lambda t: not t.isspace()) for _ in range(2))
    tokens[a], tokens[b] = tokens[b], tokens[a]
    return "".join(tokens)


def drop(text: str, rng: random.Random) -> str:
    tokens = _tokens(text)
    at = rng.randrange(len(tokens))
    del tokens[at : at + rng.randrange(1, 4)]
    return "".join(tokens)


def repeat_lines(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    at = rng.randrange(len(lines))
    some = lines[at : at + rng.randrange(1, 4)]
    to = rng.choice([at, rng.randrange(len(lines))])
    return "".join(lines[:to] + some * rng.choice([1, 1, 2, 50]) + lines[to:])


def drop_lines(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    at = rng.randrange(len(lines))
    return "".join(lines[:at] + lines[at + rng.randrange(1, 3) :])


def indent(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    at = rng.randrange(len(lines))
    lines[at] = rng.choice(["    ", " ", "\t", "        "]) + lines[at] if rng.random() < 0.5 else lines[at].lstrip(" ")
    return "".join(lines)


def number(text: str, rng: random.Random) -> str:
    tokens = _tokens(text)
    tokens[_pick(tokens, rng, lambda t: t[0].isdigit())] = rng.choice(_NUMBERS)
    return "".join(tokens)


def string(text: str, rng: random.Random) -> str:
    tokens = _tokens(text)
    tokens[_pick(tokens, rng, lambda t: t[0] == '"')] = f'"{rng.choice([*_DTYPES, *_SCOPES])}"'
    return "".join(tokens)


def name(text: str, rng: random.Random) -> str:
    """Another name, at one place or everywhere."""
    tokens = _tokens(text)
    at = _pick(tokens, rng, lambda t: t[0].isalpha())
    new = rng.choice([*_NAMES, rng.choice([t for t in tokens if t[0].isalpha()] or ["x"])])
    old = tokens[at]
    if rng.random() < 0.5:
        return "".join(new if t == old else t for t in tokens)
    tokens[at] = new
    return "".join(tokens)


def insert(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(_PIECES) + text[at:]


def cut(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text))]


def nest(text: str, rng: random.Random) -> str:
    """One token inside many brackets, signs or calls."""
    tokens, depth = _tokens(text), rng.choice([3, 50, 400, 3000])
    at = _pick(tokens, rng, lambda t: t[0].isalnum())
    begin, end = rng.choice(
        [("(", ")"), ("-", ""), ("[", "]"), ("T.exp(", ")"), ("", " + 1"), ("not ", ""), ("{", "}"), ("", "[0]")]
    )
    tokens[at] = begin * depth + tokens[at] + end * depth
    return "".join(tokens)


def line_ends(text: str, rng: random.Random) -> str:
    return rng.choice(["\ufeff", ""]) + text.replace("\n", rng.choice(["\r\n", "\r", "\n\n", "\n \n", " \\\n", ";\n"]))


MUTATIONS = (
    swap, swap, drop, drop, repeat_lines, drop_lines, indent, number, number, number, string, name, name, insert,
    insert, cut, nest, line_ends,
)  # fmt: skip


def mutated(text: str, seed: int) -> bytes:
    """A text with one to three changes; some are of bytes."""
    rng = random.Random(seed)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        text = rng.choice(MUTATIONS)(text or "\n", rng) or "\n"
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    if rng.random() < 0.1:
        for _ in range(rng.choice([1, 3])):
            data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)
