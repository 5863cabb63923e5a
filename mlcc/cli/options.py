"""Options that several commands share, and the small syntaxes inside option values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar

import click

from mlcc.diagnostics import MlccError

from .completion import one_of, parameters, precisions, references, runtimes, targets
from .session import FORMATS, SESSION

F = TypeVar("F", bound=Callable[..., Any])
#: The largest number of an option: sizes are signed 64-bit numbers in the C interface.
_LARGEST = (1 << 63) - 1


def _set_format(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        SESSION.message_format = value


def _set_debug(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    SESSION.debug |= value


def common_options(function: F) -> F:
    """`--message-format` and `--debug`, accepted after the command too; no output is one of the inputs."""
    function = click.option(
        "--debug", is_flag=True, expose_value=False, callback=_set_debug, help="Show Python tracebacks."
    )(_apart(function))
    return click.option(
        "--message-format",
        type=click.Choice(FORMATS),
        expose_value=False,
        callback=_set_format,
        help="Form of messages on stderr.",
    )(function)


def _set_wide(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    SESSION.wide = value


wide_option = click.option(
    "--wide", is_flag=True, expose_value=False, callback=_set_wide, help="Do not fit tables to the terminal's width."
)

_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}


class _Size(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases of click only
    """A number of bytes, such as `512M`."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        number, unit = (value[:-1], value[-1:].upper()) if value[-1:].isalpha() else (value, "")
        if not number.isdecimal() or len(number) > 12 or unit not in _UNITS:
            self.fail(f"{value!r} is not a size such as 512M or 4G", param, ctx)
        return int(number) * _UNITS[unit]


size_type = _Size()


class _Percent(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases of click only
    """A part of a hundred, such as `2%`, as a fraction."""

    name = "percent"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        text = str(value).removesuffix("%").strip()
        if not text.replace(".", "", 1).isdecimal() or len(text) > 12:
            self.fail(f"{value!r} is not a percentage such as 2%", param, ctx)
        return float(text) / 100


percent_type = _Percent()

# Unreadable files are reported when they are read (D102): click would report wrong usage.
input_path = click.Path(allow_dash=True, path_type=str, readable=False)


class _OutputPath(click.Path):
    """A file that a command writes, and so none that it reads."""


output_path = _OutputPath(allow_dash=True, path_type=str, readable=False)
#: As `output_path`, or several files of that name with a suffix each.
output_stem = _OutputPath(allow_dash=True, path_type=str, readable=False)


def _apart(function: F) -> F:
    """The function of a command, which refuses an output that is an input (D203), a folder (D111) or in none (D110)
    before anything is read."""

    @wraps(function)
    def called(*args: Any, **values: Any) -> Any:
        from mlcc.driver.writing import check_apart, check_folders

        params = click.get_current_context().command.params
        files, stems, read = (
            [name for param in params if param.type is kind for name in _names(values.get(param.name or ""))]
            for kind in (output_path, output_stem, input_path)
        )
        check_apart([*files, *stems], read)
        check_folders(files, stems)
        return function(*args, **values)

    return called  # type: ignore[return-value]


def _names(value: Any) -> list[str]:
    """The files of an option or argument, which may be missing or repeated."""
    return [value] if isinstance(value, str) else list(value or ())


def _output_option(kind: click.Path) -> Callable[[F], F]:
    return click.option("-o", "--output", type=kind, metavar="FILE", help="Where to write; `-` is standard output.")


output_option = _output_option(output_path)
stem_option = _output_option(output_stem)
#: For commands that may rewrite what they read: the result is what the input was, with other contents.
rewriting_option = _output_option(input_path)
#: For commands that build a library again.
source_option = click.option(
    "--source", "folders", multiple=True, type=click.Path(path_type=str), metavar="DIR",
    help="Where the model and the files of the build are; repeatable. Default: beside LIB, and here.",
)  # fmt: skip
target_option = click.option(
    "--target",
    metavar="TARGET",
    shell_complete=targets,
    help='Machine, such as "llvm -mcpu=native"; default: this one.',
)
runtime_option = click.option(
    "--runtime", metavar="HOW", shell_complete=one_of(runtimes),
    help="What the code may ask of its system: full (threads and the C library), minimal "
    "(the C library) or none (memory is the caller's). Default: full, and none where there is no system.",
)  # fmt: skip
costs_option = click.option(
    "--costs", type=input_path, metavar="FILE", help="Cost facts of the machine, from `mlcc bench --measure-limits`."
)
records_option = click.option(
    "--records", multiple=True, type=input_path, metavar="FILE", help="Measurements of `mlcc tune`: take the schedules "
    "that they prove to be faster; repeatable.",
)  # fmt: skip
device_option = click.option(
    "--device", metavar="URL", help="Run at rpc://HOST:PORT (see `mlcc rpc serve`), or rpc://TRACKER:PORT/KIND; "
    "`cuda-on-cpu`: here, with the CPU as CUDA's device.",
)  # fmt: skip
provider_option = click.option(
    "--provider", "providers", multiple=True, type=input_path, metavar="LIB", help="A library with the functions that "
    "the module calls by name (`mlcc build --allow-extern`); repeatable.",
)  # fmt: skip
#: The seed of made-up inputs.
seed_type = click.IntRange(0)
seed_option = click.option(
    "--random", "seed", type=seed_type, default=0, show_default=True, metavar="SEED", help="Of made-up inputs."
)
param_option = click.option(
    "-p",
    "--param",
    "params",
    multiple=True,
    shell_complete=parameters,
    metavar="NAME=VALUE",
    help="Value of a schedule parameter; repeatable.",
)
shape_option = click.option(
    "--shape",
    "shapes",
    multiple=True,
    metavar="NAME=1x3x224",
    help="Shape of an input, or size of a symbolic dimension (n=8); repeatable.",
)
precision_option = click.option(
    "--precision",
    metavar="TYPE",
    shell_complete=one_of(precisions),
    default="",
    help="What products of a float32 model round their operands to: float32, bfloat16, float16, or auto for what the "
    "target is fastest in (with --calibrate also int8); sums stay float32. int8: a float32 ONNX model is quantised "
    "with --calibrate, as `mlcc quantize` does. Default: as the model states.",
)
calibrate_option = click.option(
    "--calibrate",
    multiple=True,
    type=input_path,
    metavar="FILE",
    help="Inputs on which --max-error and --report measure, .npy or .npz; repeatable; default: random ones. For int8 "
    "and auto also a folder of them, or `random`: grids follow from them.",
)
inputs_option = click.option(
    "--inputs", "-i", multiple=True, metavar="FILE", help="x.npy, name=x.npy, x.npz or `-`; repeatable, in order."
)
against_option = click.option(
    "--against", multiple=True, metavar="NAME", shell_complete=one_of(references),
    help="onnx (the reference evaluator) or onnxruntime; repeatable. "
    "Default: both, where they are installed.",
)  # fmt: skip
max_error_option = click.option(
    "--max-error", type=click.FloatRange(0, min_open=True), metavar="E", help="Largest difference that passes, "
    "relative to the largest value of an output; default: by its type, 1e-4 for float32.",
)  # fmt: skip
max_ulp_option = click.option(
    "--max-ulp", type=click.FloatRange(0), metavar="N", help="Largest difference in units in the last place; "
    "default: any.",
)  # fmt: skip
depfile_options = (
    click.option("-MD", "depfile", is_flag=True, help="Also write FILE.d, the inputs as a Makefile rule."),
    click.option("-MF", "depfile_path", type=click.Path(path_type=str), metavar="FILE", help="Name of the -MD file."),
    click.option(
        "-MT",
        "depfile_targets",
        multiple=True,
        metavar="NAME",
        help="What the rule of -MD makes, instead of the outputs: a stamp file; repeatable.",
    ),
    click.option("--restat", is_flag=True, help="Leave outputs alone whose bytes would not change (ninja's `restat`)."),
)


def with_depfile(function: F) -> F:
    """`-MD`, `-MF FILE`, `-MT NAME` and `--restat`."""
    for option in depfile_options:
        function = option(function)
    return function


def split_pair(text: str, option: str, form: str) -> tuple[str, str]:
    """`NAME=VALUE` as a pair. Raises MlccError D120."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise MlccError("D120", f"`{option} {text}` has no name and value", help=f"write `{option} {form}`")
    return name.strip(), value.strip()


def parse_params(items: Iterable[str]) -> dict[str, Any]:
    """`-p` values: integers, numbers, true and false are recognised, the rest is text."""
    result: dict[str, Any] = {}
    for item in items:
        name, text = split_pair(item, "-p", "name=8")
        result[name] = _scalar(text)
    return result


def _scalar(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    if text == "null":
        return None
    if text.startswith("[") and text.endswith("]"):
        inner = text[1:-1].strip()
        return [_scalar(part.strip()) for part in inner.split(",")] if inner else []
    for convert in (_whole, float):
        try:
            return convert(text)
        except ValueError:
            continue
    return text


def _whole(text: str) -> int:
    """A whole number. Raises ValueError for another text, MlccError D120 for one of more than 63 bits."""
    if text.lstrip("+-").isdecimal() and (len(text) > 20 or abs(int(text)) > _LARGEST):
        raise MlccError("D120", f"a number of {len(text)} digits is too large", help=f"the largest is {_LARGEST}")
    return int(text)


def parse_shapes(items: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """`--shape x=1x3x224x224` by input name; `n=8` gives a symbolic dimension. Raises D120."""
    result: dict[str, tuple[int, ...]] = {}
    for item in items:
        name, text = split_pair(item, "--shape", "x=1x3x224x224")
        # Commas are accepted too: `x=1,3,224,224`.
        sizes = text.strip("()[]").replace(",", "x").split("x") if text not in ("()", "[]") else []
        result[name] = tuple(_size(size.strip(), item) for size in sizes)
    return result


def _size(text: str, item: str) -> int:
    """One size of a `--shape`. Raises MlccError D120."""
    if not (text.isascii() and text.isdecimal()):
        raise MlccError(
            "D120",
            f"`--shape {item}`: `{text}` is not a size",
            help="write sizes with `x` between them, such as `--shape x=1x3x224x224`",
        )
    if len(text) > 20 or int(text) > _LARGEST:
        name = item.partition("=")[0]
        raise MlccError(
            "D120", f"`--shape {name}=…`: a size of {len(text)} digits is too large", help=f"the largest is {_LARGEST}"
        )
    return int(text)


def remember_input(name: str) -> None:
    """Record an input file for the reproducer of an internal error."""
    if name != "-":
        SESSION.inputs.append(name)
